"""The keys for orders, the cup, and the end of a part of the turn."""

from __future__ import annotations

from q40k.games.epic.rules.initiative import Draw
from q40k.games.epic.rules.orders import GiveOrders
from q40k.games.epic.rules.state import Match
from q40k.games.epic.rules.turn import Next
from q40k.games.epic.rules.winning import HoldObjective
from q40k.games.epic.screen.base import Desk, action
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, by_number
from q40k.tui.forms import Form


def needs_draw(state: Match) -> bool:
    """Return whether a chip is to be drawn."""
    return state.play.phase == "orders" or state.play.step == "draw"


@action(
    "orders", "play", key="o", bar=0, name=N_("Orders"),
    when=lambda state: state.play.phase == "orders",
    help=N_("A side gives its orders, shown as dots; whoever gives none lays chips on the table."),
)  # fmt: skip
def give_orders(desk: Desk) -> Form:
    """O: give the orders of a side, hidden."""
    sides = [side for side in desk.state.sides.values() if not side.ordered]
    options = by_number({side.name: side.name for side in sides})
    name = sides[0].name if sides else next(iter(desk.state.sides.values())).name
    if len(sides) > 1:
        name = yield Pick(desk.locale.gettext(N_("Whose orders?")), options=options)
    return GiveOrders(player=name, secret=True)


@action(
    "draw", "play", key="w", bar=0, name=N_("Draw"), when=needs_draw,
    help=N_("A chip comes out of the cup: whose it is, and who then goes first."),
)  # fmt: skip
def draw(_desk: Desk) -> Draw:
    """W: draw a chip."""
    return Draw()


@action(
    "next", "play", key="n", bar=0, name=N_("Next"),
    when=lambda state: state.play.turn > 0 and state.play.phase != "orders",
    help=N_("Whoever acts has done so: the other side, the next part of the turn, or the draw."),
)  # fmt: skip
def next_(desk: Desk) -> Next | Draw:
    """N: end this part of the turn; if a chip is to be drawn, draw it."""
    return Draw() if needs_draw(desk.state) else Next()


@action(
    "objective", "right", key="b", bar=80, name=N_("Objective"),
    when=lambda state: state.play.turn > 0 and bool(state.scenario.objectives),
    help=N_("The table says who holds an objective, where no places are kept or they do not tell."),
)  # fmt: skip
def objective(desk: Desk) -> Form:
    """B: say who holds an objective, by the table's word."""
    _, state = desk.locale.gettext, desk.state
    ids = [item.id for item in state.scenario.objectives]
    which = ids[0]
    if len(ids) > 1:
        options = by_number({id: id for id in ids})
        which = yield Pick(_("Which objective?"), options=options)
    holders = by_number({side.name: side.name for side in state.sides.values()})
    nobody = Option("0", None, _("nobody"))
    player = yield Pick(_("Who holds it?"), options=(*holders, nobody))
    return HoldObjective(objective=which, player=player)
