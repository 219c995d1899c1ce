"""Choose a marine: lots, priority as a sieve, targets, the most isolated one."""

from collections.abc import Sequence
from typing import Any, TypeVar

from q40k.games.space_hulk.state.match import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.state.places import board
from q40k.games.space_hulk.state.solo.paths import marines_in_reach
from q40k.games.space_hulk.state.targets import Aimed, By, lot_roller, marine_distances, sift_marines
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import roll

T = TypeVar("T")


NEAR = 12
"""The distance up to which a marine is a target by his priority (SOLO-TARGET-1)."""


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


def choose_foremost(live: Live[Match], among: Sequence[Marine], who: str | None) -> Rule[tuple[Marine, int]]:
    """Return the marine of the highest priority, and his rank; ties are decided by lot.

    Rule: SOLO-PRIO-1, SOLO-PRIO-2, SOLO-SPAWN-2
    """
    remaining, rank = sift_marines(live.state, among, who)
    return (yield from draw_lot(live, "marine", "SOLO-PRIO-2", remaining)), rank


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
