"""F9: the same players once more, in a new match."""

from __future__ import annotations

from q40k.i18n.locale import N_
from q40k.table.context import Onward
from q40k.table.rematch import once_more
from q40k.tui.fields import Option, Pick
from q40k.tui.forms import AnyDesk, Form

WAYS = (
    ("1", False, False, N_("just as it was")),
    ("2", True, False, N_("the same, with other figures")),
    ("3", False, True, N_("something else, with the same figures")),
    ("4", True, True, N_("something else, with other figures")),
)
"""What may stay: a key, whether the figures are fresh, whether the match is another, the words."""


def again(desk: AnyDesk) -> Form:
    """A new match with the players of this one, which waits as it is."""
    _ = desk.locale.gettext
    fresh, other = yield Pick(
        _("A new match with the same players:"),
        why=_("This one waits as it is."),
        options=tuple(Option(key, (fresh, other), _(words)) for key, fresh, other, words in WAYS),
    )
    game = desk.match_session.game
    said = once_more(game, desk.state, fresh=fresh, other=other)
    desk.onward = Onward(game=game.id, said=said)
    return None
