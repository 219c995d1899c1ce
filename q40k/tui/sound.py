"""The sounds of a match: the clips of calls and of the clock, and the forms that choose them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from q40k.games.game import Game
from q40k.i18n.locale import N_
from q40k.kernel.commentary import Call
from q40k.table.settings import Settings, change_settings
from q40k.table.shown import Alarm
from q40k.tui.fields import Option, Pick, Several, by_number
from q40k.tui.forms import OTHER, AnyDesk, Form

if TYPE_CHECKING:
    from q40k.sound.clips import Clip
    from q40k.sound.sounds import Trouble


# -- clips ----------------------------------------------------------------------------------

ALARMS: dict[Alarm, Clip] = {"match-short": "clock", "match-over": "horn", "part-called": "bell", "part-over": "bell"}
"""The clips of the clock, for a game without its own."""
CLOCK = "clock"
"""The name of the clock among the kinds of call that make no sound."""


def kinds(game: Game) -> tuple[str, ...]:
    """Return every kind of call, the most important first."""
    return game.calls.kinds if game.calls is not None else ()


def audible(game: Game) -> tuple[str, ...]:
    """Return every kind of call that can be heard, the most important first, and the clock."""
    with_clip = (kind for kind in kinds(game) if game.clips.get(kind, "call") is not None)
    return (*with_clip, CLOCK)


def clip_of_calls(game: Game, settings: Settings, calls: Iterable[Call]) -> Clip | None:
    """Return the clip of calls made at the same time: the most important; None is silence."""
    if game.calls is None or not (settings.sound and settings.calls):
        return None
    called = {call.kind for call in calls}.difference(settings.silent, settings.mute)
    clips = (game.clips.get(kind, "call") for kind in game.calls.kinds if kind in called)
    return next((clip for clip in clips if clip is not None), None)


def clip_of_alarm(game: Game, taste: Settings, alarm: Alarm) -> Clip | None:
    """Return the clip of the clock's warning; None is silence."""
    if not taste.sound or CLOCK in taste.mute:
        return None
    return game.clips.get(alarm, ALARMS[alarm])


# -- forms ----------------------------------------------------------------------------------

_TURN, _LOUD, _WHICH = "turn", "loud", "which"

BELL_BECAUSE: dict[Trouble, str] = {
    "library": N_("The terminal’s bell rings: the library that plays, miniaudio, is not installed here."),
    "device": N_("The terminal’s bell rings: there is nothing here to play on."),
    "player": N_("The terminal’s bell rings: what plays has ended. Off and on again starts it anew."),
}
"""Why the bell rings in place of sounds."""


STARTING = N_("Sound is starting…")
"""What is said until the player reports that a device plays, or why not."""


def report(desk: AnyDesk) -> bool:
    """Replace the notice that sound is starting by how it went; return whether it was there."""
    is_waiting = desk.notice == desk.locale.gettext(STARTING)
    if is_waiting:
        desk.notice = _sound_status(desk)
    return is_waiting


def choose(desk: AnyDesk) -> None:
    """Ask which calls are silent, or how they sound, unless something else is asked just now."""
    _, desk.notice = desk.locale.gettext, ""
    if desk.snapshot.question is not None:
        desk.notice = _("First answer the question, or press Escape.")
    elif desk.match_session.game.calls is not None:
        desk.open_form(_form)
    else:
        desk.open_form(_sound)


def _form(desk: AnyDesk) -> Form:
    """Ask which kinds are no longer called; Tab leads to the sound."""
    _ = desk.locale.gettext
    silent = yield _several(
        desk,
        _("Which calls are silent?"),
        kinds(desk.match_session.game),
        desk.settings.silent,
        other=_("sound") if desk.settings.sound else _("sound (off)"),
    )
    if silent is OTHER:
        return (yield from _sound(desk))
    desk.settings = change_settings(silent=tuple(silent))
    return None


def _several(desk: AnyDesk, title: str, offered: Iterable[str], picked: Iterable[str], other: str = "") -> Several:
    """Return a field of kinds of call, with the `picked` ones already picked."""
    _ = desk.locale.gettext
    names = {
        kind: _("The clock’s warnings") if kind == CLOCK else desk.words.call_title(desk.locale, kind)
        for kind in offered
    }
    return Several(
        title,
        why=_("A number or a name silences one, Backspace takes back the last, Enter keeps it."),
        options=by_number(names),
        picked=[kind for kind in names if kind in picked],
        nobody=True,
        other=other,
    )


def _sound(desk: AnyDesk) -> Form:
    """Turn sound on or off, set its volume, or choose the calls that are heard. Saved at once."""
    _ = desk.locale.gettext
    settings = desk.settings
    what = yield Pick(
        _("Sound"),
        why=_sound_status(desk),
        options=(
            Option("1", _TURN, _("Turn it off") if settings.sound else _("Turn it on")),
            Option("2", _LOUD, _("Volume"), str(settings.volume)),
            Option("3", _WHICH, _("Which calls are heard")),
        ),
    )
    if what == _TURN:
        desk.settings = change_settings(sound=not settings.sound)
    elif what == _LOUD:
        levels = [Option(str(n), n, "▮" * n) for n in range(1, 10)]
        volume = yield Pick(_("How loud?"), options=tuple(levels), chosen=settings.volume - 1)
        desk.settings = change_settings(volume=volume)
    else:
        offered = audible(desk.match_session.game)
        mute = yield _several(desk, _("What makes no sound?"), offered, settings.mute)
        desk.settings = change_settings(mute=tuple(mute))
    _apply_settings(desk)
    return None


def _sound_status(desk: AnyDesk) -> str:
    """Return whether sound is on, and what is wrong with it."""
    _ = desk.locale.gettext
    if not desk.settings.sound:
        return _("Sound is off.")
    if desk.sounds.trouble is not None:
        return _(BELL_BECAUSE[desk.sounds.trouble])
    if desk.sounds.is_on and not desk.sounds.is_ready:
        return _(STARTING)
    return desk.locale.say(N_("Sound is on, at {volume} of 9."), volume=desk.settings.volume)


def _apply_settings(desk: AnyDesk) -> None:
    """Play or stop sound by the new settings."""
    settings = desk.settings
    if not settings.sound:
        desk.sounds.stop()
    elif not desk.match_session.watching:
        desk.sounds.begin()
        desk.sounds.play("call", settings.volume)
    desk.notice = _sound_status(desk)
