"""What traits let a champion do: use one in its phase, and move a second time in a turn."""

from __future__ import annotations

from collections.abc import Iterator

from q40k.games.quake.bot.moves import best_cells, move_to, without_portals
from q40k.games.quake.bot.options import Option
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.bot.places import Places
from q40k.games.quake.packs.personalities import Personality
from q40k.games.quake.state.movement.second_move import SecondMove, inches_left, kind_now
from q40k.games.quake.state.traits import UseTrait, usable_traits
from q40k.geometry.space import HAIR_CM, distance_cm

SMALL = 0.001
"""What a free advantage is worth where its effect is not worked out: more than nothing."""
LEAST_IN = 1.0
SAFE_MOVES = ("fleet", "assault-move")
"""Second moves that cannot kill the champion."""
FREE_ACTS = ("choose", "shout")
"""Traits that bring something and risk nothing."""


def trait_options(outlook: Outlook) -> Iterator[Option]:
    """Yield the traits that the champion may use in this phase without a risk."""
    me, phase = outlook.me, outlook.state.play.phase
    used = (*me.gifts, *me.turn.using, *(f"{entry}/" for entry in me.life.used))
    for trait in usable_traits(me):
        use = trait.use
        if use is None or use.act not in FREE_ACTS or phase not in use.phases or use.instead_of_shot:
            continue
        if any(entry.startswith(f"{trait.id}/") for entry in used):
            continue
        choices = tuple(choice.id for choice in use.choices[: use.most])
        yield Option(
            UseTrait(player=me.name, trait=trait.id, choices=choices), SMALL, "uses-trait", {"trait": trait.id}
        )


def second_moves(outlook: Outlook, personality: Personality, *, ahead: bool) -> Iterator[Option]:
    """Yield the second move of the phase: first its dice, where it has any, then the best place."""
    me, kind = outlook.me, kind_now(outlook.state, outlook.me)
    if kind is None or kind.effect not in SAFE_MOVES or not outlook.has_place:
        return
    left = inches_left(outlook.state, me)
    if left is None:
        yield Option(SecondMove(player=me.name), SMALL, "runs")
    elif left >= LEAST_IN:
        places = Places(outlook, personality, ahead=ahead)
        worths = places.worths(moved=True)
        near = outlook.distances_from(outlook.cell) <= left - 0.02
        here = float(worths[outlook.cell])
        for cell in best_cells(worths, without_portals(outlook, near & outlook.room), 3):
            at = outlook.grid.spots[cell]
            move = move_to(outlook, at)
            if move is None or worths[cell] <= here or distance_cm(at, me.position.at or at) < HAIR_CM:
                continue
            command = SecondMove(player=me.name, to=move.to, path=move.path)
            yield Option(command, float(worths[cell]) - here, "runs-to")
