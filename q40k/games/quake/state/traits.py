"""TRAITS: abilities beyond a profile: who may use which now, and who is under whose control."""

from fractions import Fraction
from itertools import product
from typing import Literal

from q40k.games.quake.state import damage
from q40k.games.quake.state.match import Match, Player, change_player
from q40k.games.quake.state.parts import ChargeMade, Fired
from q40k.games.quake.state.positions import distance_between
from q40k.games.quake.state.registry import Command, Event, fold
from q40k.games.quake.state.turn import TurnOpened
from q40k.games.w40k3e.distribution import dice_sum
from q40k.games.w40k3e.modifiers import Effect, Modifier, Scope
from q40k.games.w40k3e.traits import Trait, greatest, has
from q40k.kernel.commands import Name, Text

# -- using a trait ------------------------------------------------------------------------


class UseTrait(Command, tag="use"):
    """Use a trait of a champion, by its id or its name, now (TRAIT-1).

    `choices` are the ids chosen; `targets` are the champions concerned, where places do not tell.
    """

    player: Name
    trait: Text
    choices: tuple[Text, ...] = ()
    targets: tuple[Name, ...] = ()
    stage = "open"


class TraitUsed(Event, tag="trait-used"):
    """A champion uses a trait: `choices` hold for as long as `held` says; `dice` are its rolls."""

    player: str
    trait: str
    choices: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    held: Literal["turn", "life", "match"] = "turn"

    def fold(self, state: Match) -> Match:
        player = state.players[self.player]
        gifts = tuple(f"{self.trait}/{choice}" for choice in self.choices) or (f"{self.trait}/",)
        if self.held == "match":
            return change_player(state, self.player, gifts=(*player.gifts, *gifts))
        used = (*player.life.used, self.trait) if self.held == "life" else player.life.used
        return change_player(state, self.player, using=(*player.turn.using, *gifts), used=used)


class Beset(Event, tag="beset"):
    """A champion is affected by the trait of another, or by its own, up to the end of the turn."""

    player: str
    trait: str
    effect: Effect
    value: int
    scope: Scope = "any"

    def fold(self, state: Match) -> Match:
        under = Modifier(self.effect, self.value, self.trait, self.scope)
        earlier = state.players[self.player].turn.under
        return change_player(state, self.player, under=(*earlier, under))


@fold(TurnOpened)
def _turn_opened(state: Match, _event: TurnOpened) -> Match:
    players = {
        name: player.replace(using=(), under=()) if player.turn.using or player.turn.under else player
        for name, player in state.players.items()
    }
    return state.replace(players=players)


@fold(damage.Killed, damage.AccidentSuffered)
def _end_traits(state: Match, event: damage.Killed | damage.AccidentSuffered) -> Match:
    """End what a dead champion uses; it may use all its traits again when it is back."""
    dead = state.players[event.victim]
    if not (dead.turn.using or dead.turn.under or dead.life.used):
        return state
    return change_player(state, event.victim, using=(), under=(), used=())


def usable_traits(player: Player) -> tuple[Trait, ...]:
    """Return a champion's traits that are used by command."""
    return tuple(trait for trait in player.abilities if trait.use is not None)


AT_SOMEBODY = frozenset(("mind-war", "life-drain", "shout", "distract"))


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

    def fold(self, state: Match) -> Match:
        if self.weapon is None:
            return change_player(state, self.player, charge=ChargeMade(self.target))
        return change_player(state, self.player, shot=Fired(self.weapon, self.target))


class PowerUndone(Event, tag="power-undone"):
    """A psychic power had no effect on its target.

    `weapon` is the power if it was a shot, which is lost. `hood` is whose psychic hood undid it.
    """

    player: str
    target: str
    dice: tuple[int, ...]
    weapon: str | None = None
    hood: str | None = None

    def fold(self, state: Match) -> Match:
        if self.weapon is None:
            return state
        return change_player(state, self.player, shot=Fired(self.weapon, self.target))


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
