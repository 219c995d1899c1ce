"""The options of the assault and the close combat phase: charges, and the fights that follow."""

from collections.abc import Iterator
from math import dist

from q40k.games.quake.bot.chances import MEMORY
from q40k.games.quake.bot.goals import flags_in_reach, rival_buildings
from q40k.games.quake.bot.options import Option
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.state.acting import next_to_act
from q40k.games.quake.state.assault import Charge, charges_into_cover, trails
from q40k.games.quake.state.match import Player
from q40k.games.quake.state.melee import Fight, next_melees, opponents_of
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.positions import distance_between
from q40k.geometry.space import CM_PER_INCH

FOUL = 1.0
"""A price that rules out a charge at another than the one shot at."""
SLACK_IN = 0.05
"""A foe farther away by less than this may still be charged: what the rules allow, and rounding."""


def may_charge(outlook: Outlook) -> bool:
    """Return whether the champion may still charge in this turn."""
    turn = outlook.me.turn
    if turn.charge is not None or (turn.shot is not None and not turn.shot.may_charge):
        return False
    return not opponents_of(outlook.state, outlook.me.id)


def is_in_reach(outlook: Outlook, foe: Player) -> bool:
    """Return whether a charge may reach a foe by the table's word, or as the rules measure from base to base."""
    inches = outlook.inches_by_word(foe)
    inches = distance_between(outlook.state, outlook.me, foe) if inches is None else inches
    return inches is not None and inches <= outlook.charge_in + SLACK_IN


def charge_options(outlook: Outlook, caution: float = 1.0) -> Iterator[Option]:
    """Yield the charges in reach, and standing still; nothing once it has charged, or in a fight."""
    if not may_charge(outlook):
        return
    yield Option(Next(), 0.0, "stands")
    for foe in outlook.foes:
        if is_in_reach(outlook, foe) or trails(outlook.state, outlook.me, foe):
            yield _charge(outlook, foe, caution)
    yield from _flag_charges(outlook)
    yield from building_charges(outlook)


def _charge(outlook: Outlook, foe: Player, caution: float) -> Option:
    into_cover = charges_into_cover(outlook.state, outlook.me, foe)
    duel = MEMORY.duel(outlook.state, outlook.me, foe, into_cover=into_cover)
    worth = duel.kills * outlook.stakes.kill(foe) - duel.dies * outlook.stakes.death(foe) * caution
    shot = outlook.me.turn.shot
    if shot is not None and shot.target != foe.id:
        worth -= FOUL
    path = _path_around(outlook, foe)
    facts = {"target": foe.id, "kills": duel.kills, "dies": duel.dies}
    command = Charge(player=outlook.me.name, target=foe.name, path=path, distance=outlook.inches_by_word(foe))
    return Option(command, worth, "charges", facts, {"kills": duel.kills, "dies": duel.dies}, foe.id)


def _path_around(outlook: Outlook, foe: Player) -> tuple[tuple[float, float], ...] | None:
    """Return the places on the way to a foe behind a corner; None for the straight line."""
    here, there = outlook.me.position.at, foe.position.at
    if outlook.flies or here is None or there is None:
        return None
    path = outlook.grid.path(here, outlook.grid.cell_at(there))
    return path[:-1] or None if len(path) > 1 else None


def _flag_charges(outlook: Outlook) -> Iterator[Option]:
    for flag, worth in flags_in_reach(outlook):
        yield Option(Charge(player=outlook.me.name, target=flag), worth, "charges-flag", {"thing": flag})


def building_charges(outlook: Outlook) -> Iterator[Option]:
    """Yield the charges at the buildings in reach."""
    here = outlook.me.position.at
    if here is None or outlook.me.turn.shot is not None:
        return
    for name, at, _structure in rival_buildings(outlook):
        away = dist(at, here) / CM_PER_INCH
        if away <= outlook.charge_in:
            command = Charge(player=outlook.me.name, target=name, distance=round(away, 2))
            yield Option(command, outlook.stakes.round_share * 0.05, "charges-building", {"team": name})


# -- close combat ------------------------------------------------------------------------------


def fight_option(outlook: Outlook) -> Option:
    """Return the fight that is the champion's to begin now, or the end of its part."""
    state, me = outlook.state, outlook.me
    melees = next_melees(state)
    mine = next((melee for melee in melees if me.id in melee), None)
    if mine is None and melees and next_to_act(state, me.id) is None:
        mine = melees[0]  # nobody else is left to begin it
    if mine is None:
        return Option(Next(), 0.0, "nothing-to-do")
    duel = [p for p in mine if p != me.id]
    facts = {"others": tuple(duel)}
    name = state.players[me.id if me.id in mine else mine[0]].name
    return Option(Fight(melee=name), 0.0, "fights", facts)
