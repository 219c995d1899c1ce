"""The next act of an alien towards a marine, and whether the ban on sight forbids it."""

from __future__ import annotations

from q40k.games.space_hulk.board.facings import facing_towards
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.rules.places import cell
from q40k.games.space_hulk.rules.solo.lie import Terrain
from q40k.games.space_hulk.rules.solo.passages import squares_beside
from q40k.games.space_hulk.rules.solo.ways import Choice, best_choices, gait_of, start_nodes
from q40k.games.space_hulk.rules.state import Marine


def next_choices(terrain: Terrain, marine: Marine) -> list[Choice]:
    """Return the first acts of the best paths from an alien to a marine.

    Rule: SOLO-MOVE-1, SOLO-ACT-5
    """
    state, piece = terrain.state, terrain.state.piece(terrain.who)
    entry = None if isinstance(piece, Marine) else piece.lurking.entry
    if entry is not None and entry not in terrain.ground.entries:
        return []
    return best_choices(
        terrain, gait_of(state, terrain.who), start_nodes(state, terrain.who), marine, entry
    )


def is_held_back(terrain: Terrain, choice: Choice) -> bool:
    """Return whether the first step of a path goes from out of sight into sight.

    A door on it is opened first; then its sight is checked again.

    Rule: SOLO-MOVE-3, SOLO-MOVE-2
    """
    square = choice.square
    if square in terrain.openable or terrain.bars(square) or terrain.in_sight:
        return False
    return terrain.is_seen(square)


def marines_beside(terrain: Terrain) -> list[Marine]:
    """Return the marines next to an alien: by a side, over a ladder, or on its entry's first
    square.

    Rule: SOLO-ACT-2, SH-ENTRY-6
    """
    state, here = terrain.state, terrain.here
    piece = state.piece(terrain.who)
    places: dict[Cell, Marine] = {
        at: marine for marine in state.marines_in_play if (at := cell(state, marine.id)) is not None
    }
    if here is not None:
        near = set(squares_beside(terrain.ground, here))
    elif isinstance(piece, Marine) or piece.lurking.entry not in terrain.ground.entries:
        return []
    else:
        near = {terrain.ground.first_square(piece.lurking.entry)}
        if not state.options.assault_from_entry or piece.lurking.held:
            return []
    return [marine for at, marine in places.items() if at in near]


def attack_facing(terrain: Terrain, marine: Marine) -> Facing | None:
    """Return the facing to attack a marine beside an alien; None where it does not matter.

    Rule: SOLO-ACT-2, SH-MELEE-9, SH-ENTRY-6
    """
    here, there = terrain.here, cell(terrain.state, marine.id)
    if here is None or there is None or here[0] != there[0]:
        return None
    return facing_towards(there[1] - here[1], there[2] - here[2])
