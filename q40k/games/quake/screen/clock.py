"""Forms that set the table's clock."""

from collections.abc import Generator
from typing import Any

from q40k.games.quake.screen.base import Desk, action
from q40k.games.quake.state.clock import SetClock
from q40k.games.quake.state.registry import Command
from q40k.i18n.locale import N_, clock_time
from q40k.tui.fields import Field, Option, Pick, Text
from q40k.tui.forms import Form

MOST_MINUTES, MOST_SECONDS = 1440, 86400


def clock_line(minutes: float | None, each: float | None) -> str:
    """Write the agreed limits: "1:30:00 + 1:00"; "–" for none."""
    limits = (60 * (minutes or 0), each or 0)
    return " + ".join(clock_time(seconds) for seconds in limits if seconds) or "–"


def agree_on_clock(
    desk: Desk, minutes: float | None, each: float | None
) -> Generator[Field, Any, tuple[float | None, float | None]]:
    """Ask for the minutes of the match and the seconds of each part; Enter keeps, 0 is none."""
    _ = desk.locale.gettext

    def why(now: float | None) -> str:
        if now is None:
            return _("Enter: no limit")
        text = _("Enter: {now}, as before; 0: no limit")
        return text.format(now=desk.locale.number(now))

    match = yield Text(
        _("How many minutes for the whole match?"),
        why=why(minutes),
        rule="TABLE-7",
        may_be_empty=True,
        read=lambda typed: _limit(typed, MOST_MINUTES),
    )
    part = yield Text(
        _("How many seconds for each champion’s part?"),
        why=why(each),
        rule="TABLE-7",
        may_be_empty=True,
        read=lambda typed: _limit(typed, MOST_SECONDS),
    )
    pairs = [(minutes, match), (each, part)]
    limits = [was if typed is None else (typed or None) for was, typed in pairs]
    return limits[0], limits[1]


def _limit(typed: str, most: int) -> float:
    number = float(typed.replace(",", "."))
    if not 0 <= number <= most:
        raise ValueError(typed)
    return number


_HOLD, _SET, _BELL, _OFF = object(), object(), object(), object()


@action(
    "clock",
    "table",
    key="z",
    at=250,
    bar=15,
    name=N_("Clock"),
    help=N_(
        "Play by the clock: minutes for the match, seconds for each champion’s part; stop it or start it, ring a bell."
    ),
)
def clock(desk: Desk) -> Form:
    """Set the clock (Z), hold it, switch its bell, change its limits or remove it."""
    _ = desk.locale.gettext
    running = desk.state.clock
    if running is not None:
        hold = _("start it again") if running.paused else _("stop it")
        bell = _("ring no bell") if desk.clock_rings else _("ring a bell when time is short")
        choice = yield Pick(
            _("The clock"),
            rule="TABLE-7",
            hint=_("Enter: the marked one"),
            options=(
                Option("1", _HOLD, hold),
                Option("2", _SET, _("other limits")),
                Option("3", _BELL, bell),
                Option("4", _OFF, _("take it away")),
            ),
        )
        if choice is _HOLD:
            return SetClock(pause=not running.paused)
        if choice is _OFF:
            return SetClock(off=True)
        if choice is _BELL:
            desk.clock_rings = not desk.clock_rings
            return None
    limit = running.limit / 60 if running and running.limit else None
    minutes, each = yield from agree_on_clock(desk, limit, running.each if running else None)
    if minutes is None and each is None:
        return SetClock(off=True) if running is not None else None
    return SetClock(minutes=minutes, seconds=each)


@action(
    "clock-hold",
    "table",
    key="comma z",
    at=260,
    name=N_("Stop the clock"),
    help=N_("Stop the clock, or start it again."),
    when=lambda state: state.clock is not None,
)
def clock_hold(desk: Desk) -> Command:
    """Stop the clock, or let it go on (, z)."""
    assert desk.state.clock is not None
    return SetClock(pause=not desk.state.clock.paused)
