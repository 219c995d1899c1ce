"""Which calls the announcer makes: each kind is silenced by itself, all of them by one key."""

from __future__ import annotations

from q40k.table.settings import set_to
from q40k.tui.fields import Option, Several
from q40k.tui.forms import AnyDesk, Form


def choose(desk: AnyDesk) -> None:
    """Ask which calls are silent, unless something else is asked just now."""
    _ = desk.locale.gettext
    if desk.match_session.question is not None:
        desk.notice = _("First answer the question, or press Escape.")
    elif desk.match_session.game.calls is not None:
        desk.open_form(_form)


def _form(desk: AnyDesk) -> Form:
    """The kinds that are not called any more."""
    _ = desk.locale.gettext
    calls = desk.match_session.game.calls
    kinds = sorted(calls.kinds, key=lambda kind: -calls.kinds[kind]) if calls else []
    silent = yield Several(
        _("What is not called out?"),
        why=_("A number or a name silences one, Backspace takes back the last, Enter keeps it."),
        options=tuple(
            Option(str(number), kind, desk.words.call_title(desk.locale, kind))
            for number, kind in enumerate(kinds, 1)
        ),
        picked=[kind for kind in kinds if kind in desk.settings.silent],
        nobody=True,
    )
    desk.settings = set_to(silent=tuple(silent))
    return None
