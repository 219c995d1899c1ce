"""Difficult ground: roll its tests, and apply what a 1 does."""

from q40k.games.quake.rules.damage import die_by_accident, inflict
from q40k.games.quake.rules.questions import roll
from q40k.games.quake.state.bonus import fighter
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.movement.ground import DangerTested, GroundTest, GroundTested, moves_as
from q40k.games.w40k3e.damage import wounds_plan
from q40k.games.w40k3e.ground import difficult_in
from q40k.kernel.events import Live, Rule


def face_hard_ground(live: Live[Match], who: str, test: GroundTest) -> Rule[None]:
    """Test a champion that walks through difficult ground: its best die is the most it may move.

    It limits all the walking of the phase, or after a portal what is left after it. The test is
    made once in a movement phase.

    Rule: MOVE-2, PORTAL-9
    """
    player = live.state.players[who]
    if not test.dice or player.movement.tested:
        return
    rolled = yield from roll(live, who, "difficult-ground", "MOVE-2", (6,) * test.dice)
    spent, most = player.movement.spent, int(difficult_in(rolled, moves_as(live.state, player), player.abilities))
    limit = spent + most if player.movement.came_by else max(spent, float(most))
    yield GroundTested(player=who, dice=rolled, most=most, limit=round(limit, 6))


def risk_danger(live: Live[Match], who: str, test: GroundTest) -> Rule[None]:
    """Roll a D6 for dangerous ground, for mounts in difficult ground and jump packs landing in it.

    On a 1 dangerous ground costs a wound without armour save; the others crash and are dead.

    Rule: PORTAL-9, SCORE-2
    """
    if test.crashes:
        yield from die_by_accident(live, who, "crashed")
    if test.danger is None:
        return
    key = "danger-landing"
    if test.danger == "dangerous":
        key = "danger-dangerous"
    elif test.danger == "mount":
        key = "danger-mount"
    (die,) = yield from roll(live, who, key, "PORTAL-9")
    yield DangerTested(player=who, what=test.danger, die=die)
    if die > test.fails_on:
        return
    if test.kills:
        yield from die_by_accident(live, who, "crashed")
        return
    attack = wounds_plan(1, fighter(live.state, live.state.players[who]), "w40k3e 7", no_save=("armour", "cover"))
    yield from inflict(live, who, attack, "dangerous-ground", "PORTAL-9", explains=False)
