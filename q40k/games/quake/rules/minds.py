"""Minds against minds: lowered Leadership, tests that traits demand, powers undone."""

from fractions import Fraction
from itertools import product

from q40k.games.quake.rules.parts import ChargeMade, Fired
from q40k.games.quake.rules.positions import distance_between
from q40k.games.quake.rules.questions import choose, roll
from q40k.games.quake.rules.registry import Event, fold
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.games.w40k3e.distribution import dice_sum
from q40k.games.w40k3e.modifiers import Effect
from q40k.games.w40k3e.traits import greatest, has
from q40k.kernel.events import Live, Rule

NEAR_IN = 12
"""How far a trait lowers the Leadership of others."""


class Daunted(Event, tag="daunted"):
    """A champion did not dare to shoot at another, or to charge it: the shot or charge is lost.

    `weapon` is what it would have fired, None for a charge.
    """

    player: str
    target: str
    dice: tuple[int, ...]
    weapon: str | None = None


class PowerUndone(Event, tag="power-undone"):
    """A psychic power had no effect on its target.

    `weapon` is the power if it was a shot, which is lost. `hood` is whose psychic hood undid it.
    """

    player: str
    target: str
    dice: tuple[int, ...]
    weapon: str | None = None
    hood: str | None = None


@fold(Daunted)
def _daunted(state: Match, event: Daunted) -> Match:
    if event.weapon is None:
        return change_player(state, event.player, charge=ChargeMade(event.target))
    return change_player(state, event.player, shot=Fired(event.weapon, event.target))


@fold(PowerUndone)
def _power_undone(state: Match, event: PowerUndone) -> Match:
    if event.weapon is None:
        return state
    return change_player(state, event.player, shot=Fired(event.weapon, event.target))


def leadership(state: Match, player: Player) -> int:
    """Return a champion's Leadership; others within 12 in may lower it, if places are known.

    Rule: TRAIT-1
    """
    ld = player.champion.ld
    for other in state.players.values():
        if other.id == player.id or not other.in_play or not lowers_leadership(other):
            continue
        distance = distance_between(state, player, other)
        if distance is not None and distance <= NEAR_IN:
            ld = min(ld, greatest(other.traits, "near-ld-most", otherwise=ld))
            ld -= greatest(other.traits, "near-ld-less")
    return max(2, ld)


def lowers_leadership(player: Player) -> bool:
    """Return whether a champion lowers the Leadership of others near it (TRAIT-1)."""
    lowering: tuple[Effect, ...] = ("near-ld-most", "near-ld-less")
    return any(has(player.traits, effect) for effect in lowering)


def dares(live: Live[Match], player: Player, target: Player, weapon: str | None) -> Rule[bool]:
    """Return whether a champion dares to shoot at another (with a weapon) or to charge it (None).

    Where the target's trait demands it, this is a roll of 2D6 of at most its Leadership.

    Rule: TRAIT-1, MOVE-2
    """
    if not has(target.abilities, "daunts") or has(player.abilities, "no-leadership"):
        return True
    needed = leadership(live.state, player)
    dice = yield from roll(live, player.id, "leadership-use", "TRAIT-1", (6, 6), needed=needed)
    if sum(dice) <= needed:
        return True
    yield Daunted(player=player.id, target=target.id, dice=dice, weapon=weapon)
    return False


def undo_power(live: Live[Match], caster: Player, target: Player, weapon: str | None) -> Rule[bool]:
    """Roll whether a power has no effect on its target: a die of the target, or D6 and Ld each.

    What passes that may be opposed by a psychic hood.

    Rule: TRAIT-1
    """
    needed = greatest(target.abilities, "powers-fail-on")
    if needed:
        dice = yield from roll(live, target.id, "ward-power", "TRAIT-1", needed=needed)
        fails = dice[0] >= needed
    elif has(target.abilities, "powers-contested"):
        mine, theirs = leadership(live.state, caster), leadership(live.state, target)
        (a,) = yield from roll(live, caster.id, "mind", "TRAIT-1", ld=mine)
        (b,) = yield from roll(live, target.id, "mind", "TRAIT-1", ld=theirs)
        dice, fails = (a, b), a + mine < b + theirs
    else:
        return (yield from oppose_power(live, caster, target, weapon))
    if fails:
        yield PowerUndone(player=caster.id, target=target.id, dice=dice, weapon=weapon)
        return True
    return (yield from oppose_power(live, caster, target, weapon))


def oppose_power(live: Live[Match], caster: Player, target: Player, weapon: str | None = None) -> Rule[bool]:
    """Let the other sides' psychic hoods oppose a power: D6 and Ld each, the higher bearer undoes it.

    Each bearer on the table chooses whether to try, wherever it stands.

    Rule: TRAIT-1
    """
    state = live.state
    for name in state.order:
        bearer = state.players[name]
        if state.side_of(name) == state.side_of(caster.id) or not bearer.in_play:
            continue
        if not has(bearer.abilities, "powers-opposed"):
            continue
        if (yield from choose(name, "psychic-hood", "TRAIT-1", ("yes", "no"), player=caster.id)) == "no":
            continue
        mine, theirs = leadership(state, caster), leadership(state, bearer)
        (a,) = yield from roll(live, caster.id, "mind", "TRAIT-1", ld=mine)
        (b,) = yield from roll(live, name, "mind", "TRAIT-1", ld=theirs)
        if b + theirs > a + mine:
            yield PowerUndone(player=caster.id, target=target.id, dice=(a, b), weapon=weapon, hood=name)
            return True
    return False


def chance_to_dare(state: Match, player: Player, target: Player, *, power: bool = False) -> Fraction:
    """Return the chance that a champion dares to shoot at another or to charge it.

    With `power` it includes the chance that the power is not undone.

    Rule: TRAIT-1
    """
    chance = Fraction(1)
    if has(target.abilities, "daunts") and not has(player.abilities, "no-leadership"):
        chance = dice_sum(2).at_most(leadership(state, player))
    if power and (needed := greatest(target.abilities, "powers-fail-on")):
        chance *= Fraction(needed - 1, 6)
    elif power and has(target.abilities, "powers-contested"):
        ahead = leadership(state, player) - leadership(state, target)
        chance *= Fraction(sum(a + ahead >= b for a, b in product(range(1, 7), repeat=2)), 36)
    return chance


def shrugs_off(live: Live[Match], psyker: Player) -> Rule[bool]:
    """Return whether a champion ignores a peril of the warp.

    Rule: TRAIT-1
    """
    needed = greatest(psyker.abilities, "perils-ignored-on")
    if not needed:
        return False
    (die,) = yield from roll(live, psyker.id, "ward-warp", "TRAIT-1", needed=needed)
    return die >= needed
