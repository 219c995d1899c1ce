"""An alien's target: which marines are isolated, near, in reach."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from q40k.games.space_hulk.board import Board, in_front_arc
from q40k.games.space_hulk.packs.boards import STEPS, Cell
from q40k.games.space_hulk.packs.missions import SideId
from q40k.games.space_hulk.state.match import Marine, Match
from q40k.games.space_hulk.state.places import board, cell
from q40k.games.space_hulk.state.registry import Event
from q40k.games.space_hulk.state.shooting.aim import can_fire

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

    def fold(self, state: Match) -> Match:
        return state.replace(targets={**state.solo.targets, self.who: self.marine})


# -- lots ----------------------------------------------------------------------------------


def lot_roller(state: Match) -> SideId | None:
    """Return who rolls the program's own dice: the table for the stealers, or None for the app.

    Rule: SOLO-ACT-7
    """
    return "stealer" if state.options.solo_dice == "table" else None


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
    entry = piece.lurking.entry
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


# -- how far -------------------------------------------------------------------------------


def route_lengths_from(ground: Board, state: Match, who: str) -> dict[Cell, int]:
    """Return the route lengths from an alien to every square; from outside, one more.

    Rule: SOLO-TURN-2, SH-BOARD-7
    """
    here, piece = cell(state, who), state.piece(who)
    if here is not None:
        return ground.route_lengths(here)
    entry = piece.lurking.entry
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
