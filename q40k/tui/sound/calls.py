"""Which calls the announcer makes, and what of them is heard, kind by kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from q40k.i18n.locale import N_
from q40k.table.settings import set_to
from q40k.tui.fields import Option, Pick, Several, by_number
from q40k.tui.forms import OTHER, AnyDesk, Form
from q40k.tui.sound.heard import CLOCK, audible, kinds

if TYPE_CHECKING:
    from q40k.sound.sounds import Trouble

_TURN, _LOUD, _WHICH = "turn", "loud", "which"

BELL_BECAUSE: dict[Trouble, str] = {
    "library": N_(
        "The terminal’s bell rings: the library that plays, miniaudio, is not installed here."
    ),
    "device": N_("The terminal’s bell rings: there is nothing here to play on."),
    "player": N_(
        "The terminal’s bell rings: what plays has ended. Off and on again starts it anew."
    ),
}
"""Why the bell stands in for sounds."""


def choose(desk: AnyDesk) -> None:
    """Ask which calls are silent, or how they sound, unless something else is asked just now."""
    _, desk.notice = desk.locale.gettext, ""
    if desk.match_session.question is not None:
        desk.notice = _("First answer the question, or press Escape.")
    elif desk.match_session.game.calls is not None:
        desk.open_form(_form)
    else:
        desk.open_form(_sound)


def _form(desk: AnyDesk) -> Form:
    """The kinds that are not called any more; Tab leads on to the sound."""
    _ = desk.locale.gettext
    silent = yield _several(
        desk,
        _("What is not called out?"),
        kinds(desk.match_session.game),
        desk.settings.silent,
        other=_("sound") if desk.settings.sound else _("sound (off)"),
    )
    if silent is OTHER:
        return (yield from _sound(desk))
    desk.settings = set_to(silent=tuple(silent))
    return None


def _several(
    desk: AnyDesk, title: str, offered: Iterable[str], picked: Iterable[str], other: str = ""
) -> Several:
    """Some kinds of call, picked beforehand where they were."""
    _ = desk.locale.gettext
    names = {
        kind: _("The clock’s warnings")
        if kind == CLOCK
        else desk.words.call_title(desk.locale, kind)
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
    """Turn sound on or off, as loud and at such calls as one likes. Kept at once."""
    _ = desk.locale.gettext
    taste = desk.settings
    what = yield Pick(
        _("Sound"),
        why=_how(desk),
        options=(
            Option("1", _TURN, _("Turn it off") if taste.sound else _("Turn it on")),
            Option("2", _LOUD, _("Volume"), str(taste.volume)),
            Option("3", _WHICH, _("Which calls are heard")),
        ),
    )
    if what == _TURN:
        desk.settings = set_to(sound=not taste.sound)
    elif what == _LOUD:
        levels = [Option(str(n), n, "▮" * n) for n in range(1, 10)]
        volume = yield Pick(_("How loud?"), options=tuple(levels), chosen=taste.volume - 1)
        desk.settings = set_to(volume=volume)
    else:
        offered = audible(desk.match_session.game)
        mute = yield _several(desk, _("What makes no sound?"), offered, taste.mute)
        desk.settings = set_to(mute=tuple(mute))
    _follow(desk)
    return None


def _how(desk: AnyDesk) -> str:
    """How it stands with the sound, and what is wrong with it."""
    _ = desk.locale.gettext
    if not desk.settings.sound:
        return _("It is silent.")
    if desk.sounds.trouble is not None:
        return _(BELL_BECAUSE[desk.sounds.trouble])
    return desk.locale.say(N_("Sound is on, at {volume} of 9."), volume=desk.settings.volume)


def _follow(desk: AnyDesk) -> None:
    """Let be heard what was just set."""
    taste = desk.settings
    if not taste.sound:
        desk.sounds.stop()
    elif not desk.match_session.watching:
        desk.sounds.begin()
        desk.sounds.play("call", taste.volume)
    desk.notice = _how(desk)
