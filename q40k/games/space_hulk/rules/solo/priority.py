"""Which marine is meant: priority as a sieve, targets, the most isolated one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

from q40k.games.space_hulk.board.board import Board
from q40k.games.space_hulk.board.facings import in_front_arc
from q40k.games.space_hulk.packs.boards import STEPS, Cell
from q40k.games.space_hulk.rules.places import board, cell
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.shooting.aim import can_fire
from q40k.games.space_hulk.rules.solo.lots import lot
from q40k.games.space_hulk.rules.solo.ways import within_reach
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

NEAR: Final = 12
"""So far off a marine is a target by his priority (SOLO-TARGET-1)."""
LAST_RANK: Final = 5
By = Literal["beside", "reach", "priority", "nearest"]


@event
class Aimed(Event, tag="alien-aimed"):
    """An alien of the program's makes for a marine: why him, and which rank of priority he has.

    `rank` is None where no priority was asked for.
    """

    who: str
    marine: str
    by: By
    rank: int | None = None


@fold(Aimed)
def _aimed(state: Match, event: Aimed) -> Match:
    return state.replace(targets={**state.solo.targets, event.who: event.marine})


# -- ranks ---------------------------------------------------------------------------------


def named(state: Match, marine: Marine) -> bool:
    """Whether the victory conditions name a marine: the mission, or an object he carries.

    Rule: SOLO-PRIO-3
    """
    wanted = {one.object for one in state.mission.goals if one.object is not None}
    return marine.unit in state.mission.vip or any(
        one.id in wanted for one in state.carried(marine.id)
    )


def can_shoot(marine: Marine) -> bool:
    """Whether a marine could shoot: on overwatch, with a gun that works.

    Rule: SOLO-PRIO-3
    """
    return marine.stance.overwatch and can_fire(marine)


def outlook(state: Match, who: str) -> Cell | None:
    """Whence an alien looks: its square, or the one outside its entry."""
    ground, piece = board(state), state.piece(who)
    if ground is None:
        return None
    entry = None if isinstance(piece, Marine) else piece.lurking.entry
    if entry is not None and entry in ground.entries:
        level, x, y = ground.first_square(entry)
        dx, dy = STEPS[ground.entries[entry].side]
        return level, x + dx, y + dy
    return cell(state, who)


def turned_away(state: Match, marine: Marine, alien: Cell | None) -> bool:
    """Whether an alien is outside the front arc of a marine.

    Rule: SOLO-PRIO-3
    """
    here, facing = cell(state, marine.id), marine.position.facing
    if alien is None or here is None or facing is None:
        return False
    return not in_front_arc(facing, here, alien)


def ranks(state: Match, who: str | None) -> tuple[Callable[[Marine], bool], ...]:
    """What each rank of priority asks of a marine, the first one first.

    Where no alien chooses nobody's back is turned.

    Rule: SOLO-PRIO-1, SOLO-PRIO-3
    """
    alien = None if who is None else outlook(state, who)
    return (
        lambda one: named(state, one),
        lambda one: not can_shoot(one),
        lambda one: who is not None and turned_away(state, one, alien),
        lambda one: one.kind.gun == "storm-bolter",
    )


def sifted(state: Match, among: Sequence[Marine], who: str | None) -> tuple[list[Marine], int]:
    """Who is left of some marines after the sieve, and the first rank that they fit.

    Rule: SOLO-PRIO-1, SOLO-PRIO-2
    """
    left, first = list(among), LAST_RANK
    for rank, fits in enumerate(ranks(state, who), 1):
        fitting = [one for one in left if fits(one)]
        if fitting:
            left, first = fitting, min(first, rank)
    return left, first


def foremost(
    live: Live[Match], among: Sequence[Marine], who: str | None
) -> Rule[tuple[Marine, int]]:
    """The marine of the highest priority, and his rank; who is left after the sieve draws lots.

    Rule: SOLO-PRIO-1, SOLO-PRIO-2, SOLO-SPAWN-2
    """
    left, rank = sifted(live.state, among, who)
    return (yield from lot(live, "marine", "SOLO-PRIO-2", left)), rank


# -- how far -------------------------------------------------------------------------------


def routes(ground: Board, state: Match, who: str) -> dict[Cell, int]:
    """The routes to every square from where an alien is; from outside one square more.

    Rule: SOLO-TURN-2, SH-BOARD-7
    """
    here, piece = cell(state, who), state.piece(who)
    if here is not None:
        return ground.routes(here)
    entry = None if isinstance(piece, Marine) else piece.lurking.entry
    if entry is None or entry not in ground.entries:
        return {}
    found = ground.routes(ground.first_square(entry))
    return {there: far + 1 for there, far in found.items()}


def how_far(state: Match, who: str, marines: Iterable[Marine]) -> dict[str, int]:
    """The route from an alien to each of some marines, where there is one."""
    ground = board(state)
    if ground is None:
        return {}
    ways = routes(ground, state, who)
    places = {one.id: cell(state, one.id) for one in marines}
    return {id: ways[at] for id, at in places.items() if at is not None and at in ways}


def isolated(live: Live[Match]) -> Rule[Marine]:
    """The marine with the longest route to his nearest comrade.

    Rule: SOLO-SPAWN-4
    """
    state = live.state
    ground, marines = board(state), state.standing
    assert ground is not None
    alone: dict[str, int] = {}
    for one in marines:
        others = how_far(state, one.id, (other for other in marines if other.id != one.id))
        alone[one.id] = min(others.values(), default=len(ground.cells))
    most = max(alone.values())
    return (
        yield from lot(
            live, "marine", "SOLO-SPAWN-4", [one for one in marines if alone[one.id] == most]
        )
    )


# -- targets -------------------------------------------------------------------------------


def target(live: Live[Match], who: str, *, looking: bool = False) -> Rule[Marine | None]:
    """The marine that an alien makes for; the one it has is kept as long as he stands.

    While it is only being `looked` at, nothing is settled but what a lot has said.

    Rule: SOLO-TARGET-1, SOLO-BROOD-1
    """
    state = live.state
    kept = state.marines.get(state.solo.targets.get(who, ""))
    if kept is not None and kept.present:
        return kept
    among, by = _meant(state, who)
    if not among:
        return None
    rank = None
    left = list(among)
    if by != "nearest":
        left, rank = sifted(state, among, who)
    marine = yield from lot(live, "marine", "SOLO-TARGET-1", left)
    if not looking or len(left) > 1:
        yield Aimed(who=who, marine=marine.id, by=by, rank=rank)
    return marine


def _meant(state: Match, who: str) -> tuple[list[Marine], By]:
    """The marines among whom an alien's target is: in reach, else near, else the nearest.

    Rule: SOLO-TARGET-1
    """
    piece = state.piece(who)
    if isinstance(piece, Stealer | Blip):
        reached = within_reach(state, who, heedless=who in state.solo.heedless)
        if reached:
            return [state.marines[id] for id in reached], "reach"
    far = how_far(state, who, state.standing)
    near = [state.marines[id] for id, squares in far.items() if squares <= NEAR]
    if near:
        return near, "priority"
    least = min(far.values(), default=None)
    return [state.marines[id] for id, squares in far.items() if squares == least], "nearest"
