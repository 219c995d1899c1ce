"""Deployment, orders, the cup, and the end of a part of the turn: their keys."""

from __future__ import annotations

from q40k.games.epic.rules.deployment import Deploy
from q40k.games.epic.rules.initiative import Draw
from q40k.games.epic.rules.offers import to_deploy
from q40k.games.epic.rules.orders import GiveOrders
from q40k.games.epic.rules.state import Match
from q40k.games.epic.rules.turn import Next
from q40k.games.epic.screen.base import Desk, action
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick
from q40k.tui.forms import Form


def drawing(state: Match) -> bool:
    """Whether a chip is to be drawn."""
    return state.play.phase == "orders" or state.play.step == "draw"


@action(
    "deploy", "play", key="d", bar=0, name=N_("Set up"),
    when=lambda state: state.play.phase == "deployment",
    help=N_("A formation of the side whose go it is stands on the table."),
)  # fmt: skip
def deploy(desk: Desk) -> Form:
    """D: a formation stands."""
    options = tuple(Option(str(n), one, one) for n, one in enumerate(to_deploy(desk.state), 1))
    return Deploy(
        formation=(yield Pick(desk.locale.gettext(N_("Which formation?")), options=options))
    )


@action(
    "orders", "play", key="o", bar=0, name=N_("Orders"),
    when=lambda state: state.play.phase == "orders",
    help=N_("A side gives its orders, shown as dots; whoever gives none lays chips on the table."),
)  # fmt: skip
def give_orders(desk: Desk) -> Form:
    """O: the orders of a side, behind a curtain."""
    sides = [one for one in desk.state.sides.values() if not one.ordered]
    options = tuple(Option(str(n), one.name, one.name) for n, one in enumerate(sides, 1))
    name = sides[0].name if sides else next(iter(desk.state.sides.values())).name
    if len(sides) > 1:
        name = yield Pick(desk.locale.gettext(N_("Whose orders?")), options=options)
    return GiveOrders(player=name, secret=True)


@action(
    "draw", "play", key="w", bar=0, name=N_("Draw"), when=drawing,
    help=N_("A chip comes out of the cup: whose it is, and who then goes first."),
)  # fmt: skip
def draw(_desk: Desk) -> Draw:
    """W: draw a chip."""
    return Draw()


@action(
    "next", "play", key="n", bar=0, name=N_("Next"),
    when=lambda state: state.play.turn > 0 and not drawing(state),
    help=N_("Whoever acts has done so: the other side, or the next part of the turn."),
)  # fmt: skip
def next_(_desk: Desk) -> Next:
    """N: end this part of the turn."""
    return Next()
