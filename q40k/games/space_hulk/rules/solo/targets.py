"""Choose a marine: lots, priority as a sieve, targets, the most isolated one."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeVar

from q40k.games.space_hulk.board import Board, in_front_arc
from q40k.games.space_hulk.packs.boards import STEPS, Cell
from q40k.games.space_hulk.packs.missions import SideId
from q40k.games.space_hulk.rules.places import board, cell
from q40k.games.space_hulk.rules.questions import roll
from q40k.games.space_hulk.rules.registry import Event, fold
from q40k.games.space_hulk.rules.shooting.aim import can_fire
from q40k.games.space_hulk.rules.solo.paths import marines_in_reach
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.kernel.events import Live, Rule

T = TypeVar("T")
NEAR = 12
"""The distance up to which a marine is a target by his priority (SOLO-TARGET-1)."""
LAST_RANK = 5
By = Literal["beside", "reach", "priority", "nearest"]


class Aimed(Event, tag="alien-aimed"):
    """An alien of the program has a marine as its target: `by` is why him, `rank` his rank of
    priority.

    `rank` is None where priority did not matter.
    """

    who: str
    marine: str
    by: By
    rank: int | None = None


@fold(Aimed)
def _aimed(state: Match, event: Aimed) -> Match:
    return state.replace(targets={**state.solo.targets, event.who: event.marine})


# -- lots ----------------------------------------------------------------------------------


def lot_roller(state: Match) -> SideId | None:
    """Return who rolls the program's own dice: the table for the stealers, or None for the app.

    Rule: SOLO-ACT-7
    """
    return "stealer" if state.options.solo_dice == "table" else None


def draw_lot(live: Live[Match], key: str, rule: str, candidates: Sequence[T], /, **facts: Any) -> Rule[T]:
    """Return one of several candidates in a fixed order; a single one needs no roll.

    Roll the fewest D6 with enough results, tens first. Share the results equally from the bottom,
    and roll again for those left over.

    Rule: SOLO-ACT-7, SOLO-SPAWN-2
    """
    many = len(candidates)
    if many == 1:
        return candidates[0]
    dice = 1
    while 6**dice < many:
        dice += 1
    share = 6**dice // many
    names = tuple(str(getattr(candidate, "id", candidate)) for candidate in candidates)
    while True:
        results: tuple[int, ...] = yield from roll(
            lot_roller(live.state), "lot", rule, dice, what=key, among=names, share=share, **facts
        )
        place = 0
        for die in results:
            place = 6 * place + die - 1
        if place // share < many:
            chosen: T = candidates[place // share]
            return chosen


# -- ranks ---------------------------------------------------------------------------------


def is_named_in_goals(state: Match, marine: Marine) -> bool:
    """Return whether the victory conditions name a marine: the mission, or an object he carries.

    Rule: SOLO-PRIO-3
    """
    objects = {goal.object for goal in state.mission.goals if goal.object is not None}
    return marine.unit in state.mission.vip or any(item.id in objects for item in state.carried_objects(marine.id))


def can_shoot(marine: Marine) -> bool:
    """Return whether a marine could shoot: on overwatch, with a gun that works.

    Rule: SOLO-PRIO-3
    """
    return marine.stance.overwatch and can_fire(marine)


def viewpoint(state: Match, who: str) -> Cell | None:
    """Return the cell from which an alien looks: its square, or the cell outside its entry."""
    ground, piece = board(state), state.piece(who)
    if ground is None:
        return None
    entry = None if isinstance(piece, Marine) else piece.lurking.entry
    if entry is not None and entry in ground.entries:
        level, x, y = ground.first_square(entry)
        dx, dy = STEPS[ground.entries[entry].side]
        return level, x + dx, y + dy
    return cell(state, who)


def is_turned_away(state: Match, marine: Marine, alien: Cell | None) -> bool:
    """Return whether an alien is outside the front arc of a marine.

    Rule: SOLO-PRIO-3
    """
    here, facing = cell(state, marine.id), marine.position.facing
    if alien is None or here is None or facing is None:
        return False
    return not in_front_arc(facing, here, alien)


def ranks(state: Match, who: str | None) -> tuple[Callable[[Marine], bool], ...]:
    """Return the condition of each rank of priority, the first rank first.

    Where no alien chooses, no marine counts as turned away.

    Rule: SOLO-PRIO-1, SOLO-PRIO-3
    """
    alien = None if who is None else viewpoint(state, who)
    return (
        lambda marine: is_named_in_goals(state, marine),
        lambda marine: not can_shoot(marine),
        lambda marine: who is not None and is_turned_away(state, marine, alien),
        lambda marine: marine.kind.gun == "storm-bolter",
    )


def sift_marines(state: Match, marines: Sequence[Marine], who: str | None) -> tuple[list[Marine], int]:
    """Return the marines left after the sieve, and the first rank that they fit.

    Rule: SOLO-PRIO-1, SOLO-PRIO-2
    """
    remaining, first = list(marines), LAST_RANK
    for rank, fits in enumerate(ranks(state, who), 1):
        fitting = [marine for marine in remaining if fits(marine)]
        if fitting:
            remaining, first = fitting, min(first, rank)
    return remaining, first


def choose_foremost(live: Live[Match], among: Sequence[Marine], who: str | None) -> Rule[tuple[Marine, int]]:
    """Return the marine of the highest priority, and his rank; ties are decided by lot.

    Rule: SOLO-PRIO-1, SOLO-PRIO-2, SOLO-SPAWN-2
    """
    remaining, rank = sift_marines(live.state, among, who)
    return (yield from draw_lot(live, "marine", "SOLO-PRIO-2", remaining)), rank


# -- how far -------------------------------------------------------------------------------


def route_lengths_from(ground: Board, state: Match, who: str) -> dict[Cell, int]:
    """Return the route lengths from an alien to every square; from outside, one more.

    Rule: SOLO-TURN-2, SH-BOARD-7
    """
    here, piece = cell(state, who), state.piece(who)
    if here is not None:
        return ground.route_lengths(here)
    entry = None if isinstance(piece, Marine) else piece.lurking.entry
    if entry is None or entry not in ground.entries:
        return {}
    lengths = ground.route_lengths(ground.first_square(entry))
    return {there: steps + 1 for there, steps in lengths.items()}


def marine_distances(state: Match, who: str, marines: Iterable[Marine]) -> dict[str, int]:
    """Return the route length from an alien to each of some marines, where there is a route."""
    ground = board(state)
    if ground is None:
        return {}
    lengths = route_lengths_from(ground, state, who)
    places = {marine.id: cell(state, marine.id) for marine in marines}
    return {id: lengths[at] for id, at in places.items() if at is not None and at in lengths}


def choose_most_isolated(live: Live[Match]) -> Rule[Marine]:
    """Return the marine with the longest route to his nearest comrade.

    Rule: SOLO-SPAWN-4
    """
    state = live.state
    ground, marines = board(state), state.marines_in_play
    assert ground is not None
    distances: dict[str, int] = {}
    for marine in marines:
        others = marine_distances(state, marine.id, (other for other in marines if other.id != marine.id))
        distances[marine.id] = min(others.values(), default=len(ground.cells))
    most = max(distances.values())
    return (
        yield from draw_lot(
            live, "marine", "SOLO-SPAWN-4", [marine for marine in marines if distances[marine.id] == most]
        )
    )


# -- targets -------------------------------------------------------------------------------


def choose_target(live: Live[Match], who: str, *, preview: bool = False) -> Rule[Marine | None]:
    """Return the target of an alien; its present one is kept while he stands.

    With `preview` a target is recorded only if a lot has decided it.

    Rule: SOLO-TARGET-1, SOLO-BROOD-1
    """
    state = live.state
    current = state.marines.get(state.solo.targets.get(who, ""))
    if current is not None and current.present:
        return current
    candidates, by = _find_candidates(state, who)
    if not candidates:
        return None
    rank = None
    remaining = list(candidates)
    if by != "nearest":
        remaining, rank = sift_marines(state, candidates, who)
    marine = yield from draw_lot(live, "marine", "SOLO-TARGET-1", remaining)
    if not preview or len(remaining) > 1:
        yield Aimed(who=who, marine=marine.id, by=by, rank=rank)
    return marine


def _find_candidates(state: Match, who: str) -> tuple[list[Marine], By]:
    """Return the candidates for an alien's target: those in reach, else near, else the nearest.

    Rule: SOLO-TARGET-1
    """
    piece = state.piece(who)
    if isinstance(piece, Stealer | Blip):
        in_reach = marines_in_reach(state, who, heedless=who in state.solo.heedless)
        if in_reach:
            return [state.marines[id] for id in in_reach], "reach"
    distances = marine_distances(state, who, state.marines_in_play)
    near = [state.marines[id] for id, steps in distances.items() if steps <= NEAR]
    if near:
        return near, "priority"
    least = min(distances.values(), default=None)
    return [state.marines[id] for id, steps in distances.items() if steps == least], "nearest"
