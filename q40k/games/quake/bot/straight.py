"""The straight level: goes for the nearest foe or token, shoots what it sees, charges whom it reaches."""

from collections.abc import Iterator
from random import Random

import numpy as np

from q40k.games.quake.bot.fights import building_charges, is_in_reach, may_charge
from q40k.games.quake.bot.goals import Goal, find_goals
from q40k.games.quake.bot.moves import jump_options, move_to, without_portals
from q40k.games.quake.bot.options import Option, rank_options
from q40k.games.quake.bot.outlook import FAR_IN, Outlook
from q40k.games.quake.bot.shots import may_shoot, shots_at_buildings
from q40k.games.quake.packs.personalities import PLAIN
from q40k.games.quake.state.assault import Charge
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.shooting import Shoot, line_of_fire
from q40k.geometry.arrays import Floats

TRIES = 5
"""How many places nearer to its goal are tried."""


def move(outlook: Outlook, chance: Random) -> list[Option]:
    """Return the moves towards the nearest goal, or staying if it is reached."""
    stay = Option(Next(), 0.0, "stays")
    goal, away = _nearest_goal(outlook)
    if goal is None or away is None:
        return [*rank_options(_wander(outlook, chance)), stay]
    options = []
    near = float(away[outlook.cell])
    exact = goal.kind in ("token", "flag", "portal", "home")
    if exact and near <= outlook.left_in and (command := move_to(outlook, goal.at)) is not None:
        options.append(Option(command, 2.0, f"takes-{goal.kind}", {"thing": goal.name}))
    if near > goal.near_in or exact or not _sees(outlook, goal):
        cells = np.flatnonzero(without_portals(outlook, outlook.reachable))
        order = np.argsort(away[cells], kind="stable")[:TRIES]
        for rank, cell in enumerate(cells[order]):
            if away[cell] < near and (command := move_to(outlook, outlook.grid.spots[int(cell)])) is not None:
                options.append(Option(command, 1.0 - rank / 10, f"towards-{goal.kind}", {"thing": goal.name}))
        options += _wander(outlook, chance)
    return [*rank_options(options), stay]


def _sees(outlook: Outlook, goal: Goal) -> bool:
    """Return whether a foe can be seen from where the champion stands; other goals always."""
    return goal.kind != "foe" or line_of_fire(outlook.state, outlook.me, outlook.state.players[goal.name]).visible


def _wander(outlook: Outlook, chance: Random) -> Iterator[Option]:
    """Yield ways to somewhere else, for a champion that no path leads from to a goal."""
    mod, away = outlook.stakes.mod, outlook.distances_from(outlook.cell)
    for portal in outlook.state.arena.portals if mod.has("portals") else ():
        cell = outlook.grid.cell_at(portal.at)
        if away[cell] <= outlook.left_in and (command := move_to(outlook, portal.at)) is not None:
            yield Option(command, 1.0, "jumps", {"portal": portal.number})
    yield from jump_options(outlook, np.zeros(len(outlook.grid.points)))
    cells = np.flatnonzero(without_portals(outlook, outlook.reachable)).tolist()
    for cell in chance.sample(cells, min(TRIES, len(cells))):
        if (command := move_to(outlook, outlook.grid.spots[cell])) is not None:
            yield Option(command, 0.5, "wanders")


def _nearest_goal(outlook: Outlook) -> tuple[Goal | None, Floats | None]:
    """Return the goal it is nearest to, with the distance of every cell to it; tasks come before foes and tokens."""
    goals = find_goals(outlook, PLAIN, outlook.impatience(), takes_any=True)
    tasks = [goal for goal in goals if goal.kind in ("home", "flag", "portal", "building")]
    best, best_away, least = None, None, np.inf
    for goal in tasks or goals:
        away = outlook.distances_from(outlook.grid.cell_at(goal.at))
        if away[outlook.cell] < least:
            best, best_away, least = goal, away, away[outlook.cell]
    return best, best_away


def shot(outlook: Outlook) -> list[Option]:
    """Return the shots at the nearest foe that can be shot at, with the strongest weapon."""
    return [*rank_options(_shots(outlook)), Option(Next(), 0.0, "holds-fire")] if may_shoot(outlook) else []


def _shots(outlook: Outlook) -> Iterator[Option]:
    for rank, foe in enumerate(outlook.foes):
        away, inches = outlook.straight_in(foe), outlook.inches_by_word(foe)
        for fire in outlook.fires(foe) if not outlook.is_hidden(foe) else ():
            band = fire.band(away) if away < FAR_IN else 0
            if band is not None and fire.wounds[band] > 0:
                kills = fire.kills[band]
                command = Shoot(player=outlook.me.name, target=foe.name, weapon=fire.weapon, distance=inches)
                facts = {"target": foe.id, "weapon": fire.weapon, "kills": kills}
                yield Option(command, kills - rank, "shoots", facts, {"kills": kills}, foe.id)
    for option in shots_at_buildings(outlook):
        yield Option(option.command, 1.0 + option.worth, option.key, option.facts)


def charge(outlook: Outlook) -> list[Option]:
    """Return the charges at the nearest foe in reach."""
    if not may_charge(outlook):
        return []
    shot_at = outlook.me.turn.shot.target if outlook.me.turn.shot is not None else None
    options = []
    for rank, foe in enumerate(outlook.foes):
        if shot_at in (None, foe.id) and is_in_reach(outlook, foe):
            command = Charge(player=outlook.me.name, target=foe.name, distance=outlook.inches_by_word(foe))
            options.append(Option(command, 1.0 - rank / 10, "charges", {"target": foe.id}, {}, foe.id))
    if not options:
        options += building_charges(outlook)
    return [*rank_options(options), Option(Next(), 0.0, "stands")]
