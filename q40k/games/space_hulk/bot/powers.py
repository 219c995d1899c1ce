"""The librarian's powers: storms, barriers, and points that come back."""

from collections.abc import Iterator

from q40k.games.space_hulk.bot.marine_turn import ENOUGH, FEW, POINT, MarineTurn, Plan
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.state.librarian import COSTS, RANGES, SINGLE_NEEDS, Power
from q40k.games.space_hulk.state.match import STEALER_AP, Marine

PSI = 0.012
"""What a psi point is worth to the librarian who keeps it."""


def powers(turn: MarineTurn, *, at_end: bool) -> list[Plan]:
    """Return the librarian's powers that are worth their psi points, the best first.

    Storms come first in the turn; a barrier, or a point that comes back, when all marines are done.

    Rule: SH-LIB-5
    """
    state = turn.state
    librarian = next((marine for marine in state.marines_in_play if marine.kind.librarian), None)
    if librarian is None or state.play.power_used or "power" not in turn.edition.subjects:
        return []
    base = turn.value()
    plans = (*_barriers(turn, librarian), *_regains(turn, librarian)) if at_end else _storms(turn, librarian)
    better = [plan for plan in plans if plan.value > base + ENOUGH]
    return sorted(better, key=lambda plan: (-plan.value, plan.order))[:FEW]


def _regains(turn: MarineTurn, librarian: Marine) -> Iterator[Plan]:
    """Yield a point that comes back, if one is spent.

    Rule: SH-LIB-7
    """
    cost = COSTS["prescience"]
    if turn.state.counter.spent and (librarian.arms.psi or 0) >= cost:
        command = Power(who=librarian.id, power="prescience")
        yield turn.plan(turn.value() + POINT - PSI * cost, command, "prescience")


def _storms(turn: MarineTurn, librarian: Marine) -> Iterator[Plan]:
    """Yield a storm at each alien within reach.

    Rule: SH-LIB-9
    """
    here = turn.posts[librarian.id].here
    if (librarian.arms.psi or 0) < COSTS["psychic-storm"]:
        return
    dies = (7 - SINGLE_NEEDS) / 6
    for threat in turn.threats:
        if threat.waits or threat.is_alpha or not _is_within(here, threat.here, RANGES["psychic-storm"]):
            continue
        killed = turn.value(threats=turn.without(threat.id)) + turn.aims.kill * sum(threat.chances)
        value = dies * killed + (1 - dies) * turn.value() - PSI * COSTS["psychic-storm"]
        yield turn.plan(value, Power(who=librarian.id, power="psychic-storm", target=threat.id), "storm")


def _barriers(turn: MarineTurn, librarian: Marine) -> Iterator[Plan]:
    """Yield a barrier on each free square near the marines.

    Rule: SH-LIB-8
    """
    here = turn.posts[librarian.id].here
    if (librarian.arms.psi or 0) < COSTS["force-barrier"]:
        return
    near = {
        there
        for post in turn.posts.values()
        for there, steps in turn.board.route_lengths(post.here).items()
        if steps <= STEALER_AP - 1
    }
    for there in sorted(near):
        if there in turn.field.occupied or there in turn.ground.shut or there in turn.ground.walls:
            continue
        if _is_within(here, there, RANGES["force-barrier"]):
            ground = turn.ground._replace(walls=turn.ground.walls | {there})
            value = turn.value(ground=ground) - PSI * COSTS["force-barrier"]
            yield turn.plan(value, Power(who=librarian.id, power="force-barrier", at=turn.board.name(there)), "barrier")


def _is_within(here: Cell, there: Cell, most: int) -> bool:
    return here[0] == there[0] and max(abs(here[1] - there[1]), abs(here[2] - there[2])) <= most
