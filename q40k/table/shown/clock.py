"""What a match's clock shows, and when it warns."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from q40k.i18n.locale import Locale
from q40k.table.match_session import MatchSession

Alarm = Literal["match-short", "match-over", "part-called", "part-over"]
"""The match's time is short or over; the time of a part is called, or over."""
WARNINGS = (5 * 60, 60, 0)
"""The clock warns when so many seconds of the match are left."""
CALLED_FOR = 2.0
"""How many seconds the clock is highlighted after its time was called."""


class Reading(Struct, frozen=True):
    """What the clock shows: seconds left of the match and of the part, None without a limit.

    `calls` and `hurry` are those of the game's clock, for the part.
    """

    match: float | None = None
    part: float | None = None
    paused: bool = False
    calls: tuple[int, ...] = ()
    hurry: tuple[int, int] | None = None

    @property
    def called(self) -> bool:
        """Whether the time of the part has just been called."""
        seconds = self.part
        return seconds is not None and any(seconds <= call < seconds + CALLED_FOR for call in self.calls)

    @property
    def warning(self) -> int | None:
        """The last warning that was reached."""
        seconds = self.match
        return None if seconds is None else min((w for w in WARNINGS if seconds <= w), default=None)


def reading(match_session: MatchSession) -> Reading | None:
    """Return what the clock of a match session shows now; None without a limit."""
    clock, played = match_session.game.view.clock(match_session.state), match_session.played
    if clock is None or (clock.limit is None and clock.part_limit is None):
        return None
    match = None if clock.limit is None else clock.limit - played
    part = None if clock.part_limit is None else clock.part_limit - (played - clock.part_start)
    return Reading(match, part, clock.is_paused, clock.call_times, clock.hurry)


def alarm(before: Reading, now: Reading) -> Alarm | None:
    """Return what has happened since: a warning of the match, or that a part is over or called."""
    if now.warning is not None and now.warning != before.warning:
        return "match-short" if now.warning else "match-over"
    if before.part is None or now.part is None:
        return None
    if before.part > 0 >= now.part:
        return "part-over"
    called = any(before.part > call >= now.part for call in now.calls)
    return "part-called" if called else None


def clock_message(locale: Locale, shown: Reading) -> str:
    """Return the message of the clock beside its time."""
    _ = locale.gettext
    if shown.paused:
        return _("the clock stands")
    if shown.match is not None and shown.match <= 0:
        return _("TIME IS UP: this turn is the last")
    if shown.part is not None and shown.part <= 0:
        return _("PART OVER")
    if shown.warning == 60:
        return _("LAST MINUTE")
    return _("five minutes left") if shown.warning == 300 else ""
