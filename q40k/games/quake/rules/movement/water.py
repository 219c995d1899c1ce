"""Water and heights: what they do to a champion that goes or falls into them."""

from q40k.games.quake.rules import respawn
from q40k.games.quake.rules.damage import apply_attack, die_by_accident, resolve
from q40k.games.quake.rules.questions import roll
from q40k.games.quake.state import damage
from q40k.games.quake.state.bonus import fighter
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.movement.water import Fell, Halted, Swam, is_swimming
from q40k.games.w40k3e.damage import hit_plan
from q40k.geometry.space import Spot
from q40k.kernel.events import Live, Rule

DROWNS_ON = 1


def roll_to_swim(live: Live[Match], who: str, *, after: float = 0.0, at: Spot | None = None) -> Rule[bool]:
    """Roll 1D6: the most inches it swims, having walked `after` inches; a 1 drowns it.

    `at` is where it comes into the water, if it does not stand there. A drowned champion moves no
    more in this phase. Returns whether it lives.

    Rule: MOVE-4, SCORE-2
    """
    (die,) = yield from roll(live, who, "swim", "MOVE-4")
    yield Swam(player=who, die=die, after=after)
    if die > DROWNS_ON:
        return True
    yield from die_by_accident(live, who, "drowned", at=at)
    return False


def roll_for_swimmers(live: Live[Match], players: tuple[str, ...]) -> Rule[None]:
    """Roll for all who spend a turn in the water and have not rolled for it.

    They include those who jumped, leapt, climbed, were thrown or came down into it.

    Rule: MOVE-4
    """
    if live.state.play.phase != "movement":
        return
    for who in players:
        player = live.state.players[who]
        if player.in_play and not player.movement.swum and is_swimming(live.state, player):
            yield from roll_to_swim(live, who)
            yield from respawn.settle(live)


def fall(live: Live[Match], who: str, height: float, rule: str, at: Spot | None = None) -> Rule[None]:
    """Hit a champion at a strength of the inches fallen, without armour save; its movement ends.

    `at` is where it leaves its flag if it dies of it, where its own place is unknown.

    Rule: MOVE-3, MOVE-5, SCORE-2
    """
    player = live.state.players[who]
    attack = hit_plan(int(height), fighter(live.state, player), rule, no_save=("armour", "cover"))
    outcome = yield from resolve(attack, None, who, rule)
    yield Fell(player=who, inches=height, struck=damage.struck_by(outcome, None, who))
    yield from apply_attack(live, who, attack, outcome, cause="fell", at=at)
    if live.state.players[who].in_play:
        yield Halted(player=who)
