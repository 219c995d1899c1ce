"""F9: the same players once more, in a new match."""

from __future__ import annotations

from q40k.i18n.locale import N_
from q40k.table.context import Onward
from q40k.table.rematch import prefill_rematch
from q40k.tui.fields import Option, Pick
from q40k.tui.forms import AnyDesk, Form

CHOICES = (
    ("1", False, False, N_("just as it was")),
    ("2", True, False, N_("the same, with other figures")),
    ("3", False, True, N_("something else, with the same figures")),
    ("4", True, True, N_("something else, with other figures")),
)
"""The choices: a key, whether the figures are new, whether the scenario is different, the label."""


def again(desk: AnyDesk) -> Form:
    """Ask how to play again with the same players. This match stays as it is."""
    _ = desk.locale.gettext
    fresh, other = yield Pick(
        _("A new match with the same players:"),
        why=_("This one waits as it is."),
        options=tuple(
            Option(key, (fresh, other), _(words)) for key, fresh, other, words in CHOICES
        ),
    )
    game = desk.match_session.game
    prefilled = prefill_rematch(game, desk.state, fresh=fresh, other=other)
    desk.destination = Onward(game=game.id, prefilled=prefilled)
    return None
