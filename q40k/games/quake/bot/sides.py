"""Who acts first in a team, and what a champion does whose mind a rival controls."""

from collections.abc import Iterator
from math import dist

import numpy as np

from q40k.games.quake.bot import fights, moves, shots
from q40k.games.quake.bot.chances import MEMORY
from q40k.games.quake.bot.goals import Goal, find_goals
from q40k.games.quake.bot.options import Option, rank_options
from q40k.games.quake.bot.outlook import FAR_IN, Outlook
from q40k.games.quake.bot.places import NEXT, Places
from q40k.games.quake.bot.stakes import Stakes
from q40k.games.quake.packs.personalities import PLAIN
from q40k.games.quake.state.acting import Act, has_begun, may_act
from q40k.games.quake.state.assault import Charge
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.odds import targets_at_a_glance
from q40k.games.quake.state.shooting import Shoot
from q40k.geometry.space import CM_PER_INCH

THINGS = ("token", "flag", "portal", "home")
"""The goals that somebody else may take first."""


# -- who acts ----------------------------------------------------------------------------------


def mate_to_act_first(outlook: Outlook) -> Option | None:
    """Return that a team-mate acts first, if it has more reason to; None if this champion goes on.

    The best shot or charge comes first: whoever waits may be dead or out of sight by then. In the movement phase
    whoever reaches a token, a flag or a portal to hold goes before somebody else takes it. Of the others those
    far from their foes go first, and whoever is near waits to see where the foes go. All who are asked come to
    the same answer. People's champions are left to them, and a bot's to bots.

    Rule: TEAM-3
    """
    state, me = outlook.state, outlook.me
    if not state.alternates or state.play.phase == "melee" or has_begun(state, me.id):
        return None
    ready = [state.players[id] for id in may_act(state)]
    reasons = {mate.id: _reason_to_act(state, mate) for mate in ready if (mate.bot is None) == (me.bot is None)}
    first = max(reasons, key=lambda id: reasons[id], default=me.id)
    if len(reasons) < 2 or reasons[first] <= reasons.get(me.id, (0.0, 0.0)):
        return None
    act, (worth, _away), facts = Act(player=state.players[first].name), reasons[first], {"mate": first}
    if worth > reasons.get(me.id, (0.0, 0.0))[0]:
        return Option(act, worth, "mate-first", facts)
    return Option(act, worth, "mate-farther", facts)


def _reason_to_act(state: Match, player: Player) -> tuple[float, float]:
    """Return what a champion may win by acting now, then how far its nearest foe is; the largest acts first."""
    if state.play.phase != "movement":
        return _best_strike(state, player), 0.0
    outlook = Outlook(state, player)
    away = outlook.straight_in(outlook.foes[0]) if outlook.foes else FAR_IN
    return _best_thing_in_reach(outlook), away


def _best_thing_in_reach(outlook: Outlook) -> float:
    """Return what the best token, flag or portal is worth that a champion can reach in this move; 0 without any."""
    if not outlook.may_move:
        return 0.0
    away, grid = outlook.distances_from(outlook.cell), outlook.grid

    def is_in_reach(goal: Goal) -> bool:
        cell = grid.cell_at(goal.at)
        return bool(away[cell] - dist(grid.spots[cell], goal.at) / CM_PER_INCH <= outlook.left_in)

    things = (goal for goal in find_goals(outlook, PLAIN) if goal.kind in THINGS)
    return max((thing.worth for thing in things if is_in_reach(thing)), default=0.0)


def _best_strike(state: Match, player: Player) -> float:
    """Return what the best shot or charge of a champion is worth now."""
    outlook = Outlook(state, player)
    options = shots.shot_options if state.play.phase == "shooting" else fights.charge_options
    return max((option.worth for option in options(outlook)), default=0.0)


# -- mind control ------------------------------------------------------------------------------


def puppet_options(outlook: Outlook, master: Player) -> Iterator[Option]:
    """Yield what a champion does for the rival that controls its mind, the best first.

    It walks to where its master may kill it, holds its fire where a kill would pay its own side,
    strikes its own team-mates, and charges its master if that wins the fight.

    Rule: BONUS-1
    """
    phase, stakes = outlook.state.play.phase, Stakes(outlook.state, master)
    if phase == "movement":
        if outlook.may_move and master.position.at is not None:
            yield from rank_options(_steps_into_fire(outlook, master, stakes))
    elif phase == "shooting":
        yield from rank_options(_shots_for(outlook, stakes))
    elif phase == "assault":
        duel = MEMORY.duel(outlook.state, outlook.me, master)
        worth = duel.dies * stakes.kill(outlook.me) - duel.kills * stakes.death(outlook.me)
        if worth > 0 and fights.may_charge(outlook) and outlook.has_place:
            yield Option(Charge(player=outlook.me.name, target=master.name), worth, "controlled", {"other": master.id})
    else:
        yield fights.fight_option(outlook)
    yield Option(Next(), 0.0, "controlled", {"other": master.id})


def _steps_into_fire(outlook: Outlook, master: Player, stakes: Stakes) -> Iterator[Option]:
    """Yield the moves to where the master kills it most surely, jumps through portals, and staying."""
    places, facts = Places(outlook, PLAIN), {"other": master.id}
    terms = places.terms_with(master, moved=True).take(outlook.slots)
    worths = terms.loss + NEXT * terms.loss_next
    yield Option(Next(), float(worths[outlook.cell]), "controlled", facts)
    for cell in moves.best_cells(worths, moves.without_portals(outlook, outlook.reachable), moves.PLACES):
        if (command := moves.move_to(outlook, outlook.grid.spots[cell])) is not None:
            yield Option(command, float(worths[cell]), "controlled", facts)
    if outlook.stakes.mod.has("portals") and not outlook.stakes.mod.has("domination"):
        for option in moves.portal_options(outlook, places, np.zeros(len(worths))):
            worth = stakes.accident(outlook.me) * option.expects["accident"]
            yield Option(option.command, worth, "controlled", facts, option.expects)


def _shots_for(outlook: Outlook, stakes: Stakes) -> Iterator[Option]:
    """Yield the shots by which the master's side wins: at its other rivals, as far as no kill pays the shooter."""
    state, me = outlook.state, outlook.me
    yield Option(Next(), 0.0, "controlled", {"other": stakes.player.id})
    victims = [p for p in state.players.values() if p.in_play and p.id != me.id and not stakes.is_friend(p)]
    for odds in targets_at_a_glance(state, me, targets=[victim.id for victim in victims]):
        victim, kills = state.players[odds.target], float(odds.kills)
        pays = stakes.by == "score" and not outlook.stakes.is_friend(victim)
        if odds.allowed and kills and not pays:
            command = Shoot(player=me.name, target=victim.name, weapon=odds.weapon)
            facts = {"target": victim.id, "weapon": odds.weapon, "kills": kills}
            yield Option(command, kills * stakes.accident(victim), "shoots", facts, {"kills": kills}, victim.id)
