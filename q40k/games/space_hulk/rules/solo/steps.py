"""What an alien can do next on its way to a marine, and whether the ban on sight forbids it."""

from __future__ import annotations

from q40k.games.space_hulk.board.facings import towards
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.rules.places import cell
from q40k.games.space_hulk.rules.solo.lie import Lie
from q40k.games.space_hulk.rules.solo.passages import beside
from q40k.games.space_hulk.rules.solo.ways import Choice, choices, gait, stands
from q40k.games.space_hulk.rules.state import Marine


def ways_on(lie: Lie, marine: Marine) -> list[Choice]:
    """The first acts of the best ways of an alien to a marine.

    Rule: SOLO-MOVE-1, SOLO-ACT-5
    """
    state, piece = lie.state, lie.state.piece(lie.who)
    entry = None if isinstance(piece, Marine) else piece.lurking.entry
    if entry is not None and entry not in lie.ground.entries:
        return []
    return choices(lie, gait(state, lie.who), stands(state, lie.who), marine, entry)


def held_back(lie: Lie, choice: Choice) -> bool:
    """Whether the first step of a way goes from out of sight into it.

    A door on it is opened first, and what is seen then is another matter.

    Rule: SOLO-MOVE-3, SOLO-MOVE-2
    """
    square = choice.square
    if square in lie.shut or lie.bars(square) or lie.in_sight:
        return False
    return lie.seen(square)


def beside_marines(lie: Lie) -> list[Marine]:
    """The marines an alien is next to: by a side, over a ladder, or on its entry's first square.

    Rule: SOLO-ACT-2, SH-ENTRY-6
    """
    state, here = lie.state, lie.here
    piece = state.piece(lie.who)
    places: dict[Cell, Marine] = {
        at: one for one in state.standing if (at := cell(state, one.id)) is not None
    }
    if here is not None:
        near = set(beside(lie.ground, here))
    elif isinstance(piece, Marine) or piece.lurking.entry not in lie.ground.entries:
        return []
    else:
        near = {lie.ground.first_square(piece.lurking.entry)}
        if not state.options.assault_from_entry or piece.lurking.held:
            return []
    return [one for at, one in places.items() if at in near]


def facing_to(lie: Lie, marine: Marine) -> Facing | None:
    """How an alien must look to attack a marine beside it; None where it does not matter.

    Rule: SOLO-ACT-2, SH-MELEE-9, SH-ENTRY-6
    """
    here, there = lie.here, cell(lie.state, marine.id)
    if here is None or there is None or here[0] != there[0]:
        return None
    return towards(there[1] - here[1], there[2] - here[2])
