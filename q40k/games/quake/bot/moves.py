"""Options of the movement phase: tokens and flags to take, places, portals, jumps, strikes, second moves, traits."""

from collections.abc import Iterator
from itertools import pairwise
from math import dist

import numpy as np

from q40k.games.quake.bot.goals import Goal, flags_to_touch
from q40k.games.quake.bot.options import Option
from q40k.games.quake.bot.outlook import LEAP_CM, LEAST_IN, Outlook
from q40k.games.quake.bot.places import Places
from q40k.games.quake.packs.personalities import Personality
from q40k.games.quake.state.bonus import DeepStrike, Pickup
from q40k.games.quake.state.flags import TouchFlag
from q40k.games.quake.state.movement.ground import ground_to, moves_as, plan_ground
from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.movement.second_move import SecondMove, inches_left, kind_now
from q40k.games.quake.state.movement.special_moves import Jump, Leap
from q40k.games.quake.state.movement.water import is_swimming
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.odds import base_width_in, chance_to_die_by_ground, odds_of_jump, odds_of_leap
from q40k.games.quake.state.positions import base_of, feet_height, in_water
from q40k.games.quake.state.traits import UseTrait, usable_traits
from q40k.geometry import surfaces
from q40k.geometry.arrays import Bools, Floats
from q40k.geometry.space import CM_PER_INCH, HAIR_CM, Spot, distance_cm, distance_to_segment, to_point_cm

PLACES = 10
"""How many of the best cells are tried."""
STRIKE_LOSS = 0.6
"""What is left of the worth of a place where a deep strike scatters."""
DOUBLE_ONE = 1 / 36
DROWNS = 1 / 6
LONGEST_JUMP_CM = 8.0
HAIR_IN = 0.01
"""The least gap that a command can name."""
LONGEST_LEAP_IN = 6.0
"""No die of a leap carries farther."""


# -- what lies under the champion --------------------------------------------------------------


def take_what_lies_here(outlook: Outlook) -> Option | None:
    """Return the option to take a flag or a token that the champion stands on or passed over."""
    me, state = outlook.me, outlook.state
    for flag, at in flags_to_touch(outlook):
        if flag.id in me.movement.over or _touches(outlook, at):
            worth = outlook.stakes.flag(flag, outlook.stakes.side)
            return Option(TouchFlag(player=me.name, flag=flag.id), worth, "flag", {"thing": flag.id})
    if me.bonus is not None:
        return None
    for token in state.tokens.values():
        if token.holder is None and (token.id in me.movement.over or _touches(outlook, token.place)):
            worth = outlook.stakes.token(token.category)
            return Option(Pickup(player=me.name, token=token.id), worth, "token", {"thing": token.id})
    return None


def _touches(outlook: Outlook, at: Spot | None) -> bool:
    here = outlook.me.position.at
    return at is not None and here is not None and to_point_cm(base_of(outlook.me), here, at) <= HAIR_CM


# -- moves -------------------------------------------------------------------------------------


def without_portals(outlook: Outlook, cells: Bools) -> Bools:
    """Return the cells that lie on no portal, or all where champions may stay on portals."""
    mod = outlook.stakes.mod
    if not mod.has("portals") or mod.has("domination"):
        return cells
    return cells & outlook.off_portals


def move_to(outlook: Outlook, at: Spot) -> Move | None:
    """Return the move along the path to a place; None if there is no path, or it stands there."""
    me = outlook.me
    assert me.position.at is not None
    if dist(me.position.at, at) < HAIR_CM:
        return None
    if outlook.flies:
        return Move(player=me.name, to=at)
    cell = outlook.grid.cell_at(at)
    path = outlook.grid.path(me.position.at, cell)
    if not path and cell != outlook.cell:
        return None
    between = path[:-1] if path else ()
    return Move(player=me.name, to=at, path=between or None)


def move_options(outlook: Outlook, places: Places) -> Iterator[Option]:
    """Yield what a champion may do with its move; staying is among it."""
    stays_wet = is_swimming(outlook.state, outlook.me)
    yield Option(Next(), places.worth_here() - _swim_risk(outlook, ends_wet=stays_wet), "stays")
    worths = places.worths(moved=True)
    cells = without_portals(outlook, outlook.reachable)
    yield from _cell_options(outlook, places, worths, cells)
    yield from _thing_options(outlook, places)
    if outlook.stakes.mod.has("portals") and not outlook.stakes.mod.has("domination"):
        yield from portal_options(outlook, places, worths)
    yield from jump_options(outlook, worths)
    yield from leap_options(outlook, worths)
    if outlook.state.holds(outlook.me.id, "teleporter") and not outlook.me.turn.moved:
        yield from _strike_options(outlook, worths)


def _cell_options(outlook: Outlook, places: Places, worths: Floats, cells: Bools) -> Iterator[Option]:
    best = best_cells(worths, cells, PLACES)
    for cell, worth in zip(best, places.worths_after_replies(np.array(best, dtype=np.intp)), strict=True):
        command = move_to(outlook, outlook.grid.spots[cell])
        if command is not None:
            yield Option(command, float(worth) - ground_risk(outlook, command), *_reason_of(outlook, places, cell))


def ground_risk(outlook: Outlook, command: Move) -> float:
    """Return what the ground costs that a move crosses or ends in; a death for nothing costs at least a kill.

    Rule: MOVE-2, MOVE-4, PORTAL-9
    """
    state, me = outlook.state, outlook.me
    assert me.position.at is not None
    assert command.to is not None
    spots = (me.position.at, *(command.path or ()), command.to)
    steps = tuple(pairwise(spots))
    if not any(distance_to_segment(at, step) <= reach for at, reach in outlook.dangers for step in steps):
        return 0.0
    ground = ground_to(state, me, command.to, command.path or ())
    dies = float(chance_to_die_by_ground(state, me, plan_ground(moves_as(state, me), me.abilities, ground)))
    swims = _swim_risk(outlook, crosses=ground.water, ends_wet=bool(ground.ends_in_water))
    return dies * _price_of_accident(outlook) + swims


def _swim_risk(outlook: Outlook, *, crosses: bool = False, ends_wet: bool) -> float:
    """Return what a move costs that starts in water, crosses it or ends in it.

    It swims once a turn; who ends in water swims again in the next.

    Rule: MOVE-4
    """
    wet = crosses or ends_wet or is_swimming(outlook.state, outlook.me)
    swims = int(wet and not outlook.me.movement.swum) + int(ends_wet)
    return swims * DROWNS * _price_of_accident(outlook) if swims else 0.0


def _price_of_accident(outlook: Outlook) -> float:
    return max(outlook.stakes.own_accident(), outlook.stakes.unit)


def best_cells(worths: Floats, cells: Bools, count: int) -> list[int]:
    """Return the cells that are worth most, the best first."""
    numbers = np.flatnonzero(cells)
    order = np.argsort(-worths[numbers], kind="stable")[:count]
    return [int(number) for number in numbers[order]]


def _reason_of(outlook: Outlook, places: Places, cell: int) -> tuple[str, dict[str, object]]:
    """Return why a cell is good: a shot or a charge from it, a goal, or safety."""
    goal = _nearest_goal(outlook, places, cell)
    gain, risk = float(places.gains(moved=True)[cell]), float(places.risks[cell])
    if gain >= max(risk, float(places.attraction[cell])) and gain > 0:
        return "fires-from", {"gain": gain, "risk": risk}
    if goal is not None:
        return f"towards-{goal.kind}", {"thing": goal.name, "gain": gain, "risk": risk}
    return "safer", {"gain": gain, "risk": risk}


def _nearest_goal(outlook: Outlook, places: Places, cell: int) -> Goal | None:
    here = outlook.grid.spots[cell]
    start = outlook.me.position.at
    assert start is not None
    nearer = [goal for goal in places.goals if dist(goal.at, here) < dist(goal.at, start)]
    return max(nearer, key=lambda goal: goal.worth / (1 + dist(goal.at, here)), default=None)


def _thing_options(outlook: Outlook, places: Places) -> Iterator[Option]:
    """Yield the moves onto tokens, flags and portals to hold that are in reach."""
    away = outlook.distances_from(outlook.cell)
    for goal in places.goals:
        if goal.kind not in ("token", "flag", "portal", "home"):
            continue
        cell = outlook.grid.cell_at(goal.at)
        near = dist(outlook.grid.spots[cell], goal.at) / CM_PER_INCH
        if away[cell] - near <= outlook.left_in and (command := move_to(outlook, goal.at)) is not None:
            rest = float(places.worths_after_replies(np.array([cell]))[0]) - float(places.attraction[cell])
            worth = rest + goal.worth - ground_risk(outlook, command)
            yield Option(command, worth, f"takes-{goal.kind}", {"thing": goal.name})


def portal_options(outlook: Outlook, places: Places, worths: Floats) -> Iterator[Option]:
    """Yield the jumps through the portals in reach: what comes of the die, all six faces."""
    arena = outlook.state.arena
    exits = {portal.number: places.portal_worth(portal.number, portal.at, worths) for portal in arena.portals}
    away = outlook.distances_from(outlook.cell)
    for portal in arena.portals:
        cell = outlook.grid.cell_at(portal.at)
        if away[cell] > outlook.left_in + 1.0 or not np.isfinite(away[cell]):
            continue
        others = [worth for number, worth in exits.items() if number != portal.number]
        dies = -outlook.stakes.own_accident()
        worth = (sum(others) + dies + max(others)) / 6 * places.personality.portals
        at = _onto_portal(outlook, portal.at, portal.diameter_in)
        command = move_to(outlook, at) if at is not None else None
        if command is not None:
            facts = {"portal": portal.number, "dies": 1 / 6}
            yield Option(command, worth, "jumps", facts, {"accident": 1 / 6})


def _onto_portal(outlook: Outlook, centre: Spot, diameter_in: float) -> Spot | None:
    """Return the nearest place wholly on a portal; None if the base is too large for it."""
    here = outlook.me.position.at
    assert here is not None
    room = diameter_in * CM_PER_INCH / 2 - base_of(outlook.me).reach_cm - 0.02
    if room < 0:
        return None
    away = dist(here, centre)
    share = min(1.0, room / away) if away else 0.0
    return (round(centre[0] + (here[0] - centre[0]) * share, 2), round(centre[1] + (here[1] - centre[1]) * share, 2))


def jump_options(outlook: Outlook, worths: Floats) -> Iterator[Option]:
    """Yield the jumps down from where the champion stands."""
    grid, here = outlook.grid, outlook.me.position.at
    height = outlook.me.position.level or float(grid.floors[outlook.cell])
    if height < LEAST_IN or outlook.flies:
        return
    assert here is not None
    near = np.zeros(len(grid.points), dtype=bool)
    near[grid.cells_near(here, LONGEST_JUMP_CM)] = True
    cells = near & outlook.room & (grid.floors < height - 0.5)
    for cell in best_cells(worths, cells, PLACES):
        drop = round(height - float(grid.floors[cell]), 2)
        odds = odds_of_jump(outlook.state, outlook.me, drop)
        dies = float(odds.dies)
        at = grid.spots[cell]
        worth = (1 - dies) * float(worths[cell]) - dies * outlook.stakes.own_accident()
        worth -= _swim_risk(outlook, ends_wet=in_water(outlook.state, at, float(grid.floors[cell])))
        command = Jump(player=outlook.me.name, height=drop, to=at)
        yield Option(command, worth, "jumps-down", {"inches": drop, "dies": dies}, {"accident": dies})


def leap_options(outlook: Outlook, worths: Floats) -> Iterator[Option]:
    """Yield the leaps over gaps to the best places that no path of this move leads to."""
    grid, here, me = outlook.grid, outlook.me.position.at, outlook.me
    if outlook.flies or here is None or not grid.has_gaps:
        return
    height, wide = feet_height(outlook.state, me), base_width_in(me)
    cells = np.zeros(len(grid.points), dtype=bool)
    cells[grid.cells_near(here, LEAP_CM)] = True
    cells &= outlook.room & ~outlook.reachable & (grid.floors <= height + HAIR_CM)
    for cell in best_cells(worths, without_portals(outlook, cells), PLACES):
        at = grid.spots[cell]
        gap = surfaces.gap(grid.field, here, at, height, float(grid.floors[cell]))
        if gap is None or gap.width_in + wide > LONGEST_LEAP_IN:
            continue
        odds = odds_of_leap(outlook.state, me, gap.width_in, gap.depth_in if gap.into is None else None)
        dies = float(odds.dies)
        worth = float(odds.done) * float(worths[cell]) - dies * outlook.stakes.own_accident()
        worth -= _swim_risk(outlook, ends_wet=in_water(outlook.state, at, float(grid.floors[cell])))
        command = Leap(player=me.name, gap=max(HAIR_IN, round(gap.width_in, 2)), to=at)
        yield Option(command, worth, "leaps", {"dies": dies}, {"accident": dies})


def _strike_options(outlook: Outlook, worths: Floats) -> Iterator[Option]:
    cells = without_portals(outlook, outlook.room & ~outlook.grid.roofed)
    for cell in best_cells(worths, cells, 2):
        worth = float(worths[cell]) * STRIKE_LOSS - DOUBLE_ONE * outlook.stakes.own_accident()
        command = DeepStrike(player=outlook.me.name, to=outlook.grid.spots[cell])
        yield Option(command, worth, "strikes", {"dies": DOUBLE_ONE}, {"accident": DOUBLE_ONE})


# ---- what traits let a champion do: use one in its phase, and move a second time in a turn


SMALL = 0.001
"""What a free advantage is worth where its effect is not worked out: more than nothing."""
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
    inches = inches_left(outlook.state, me)
    if inches is None:
        yield Option(SecondMove(player=me.name), SMALL, "runs")
    elif inches >= LEAST_IN:
        places = Places(outlook, personality, ahead=ahead)
        worths = places.worths(moved=True)
        near = outlook.distances_from(outlook.cell) <= inches - 0.02
        here = float(worths[outlook.cell])
        for cell in best_cells(worths, without_portals(outlook, near & outlook.room), 3):
            at = outlook.grid.spots[cell]
            move = move_to(outlook, at)
            if move is None or worths[cell] <= here or distance_cm(at, me.position.at or at) < HAIR_CM:
                continue
            command = SecondMove(player=me.name, to=move.to, path=move.path)
            yield Option(command, float(worths[cell]) - here, "runs-to")
