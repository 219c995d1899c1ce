"""What an attack does to its target: a wound, a kill, an accident.

Every shot, blow, fall and explosion ends here, once its dice are known.
"""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.bonus.tokens import BonusSpent
from q40k.games.quake.rules.bonus.vampirism import feast
from q40k.games.quake.rules.changing import change_player
from q40k.games.quake.rules.damage.deaths import die_by_accident, die_by_hand
from q40k.games.quake.rules.damage.rolling import Struck
from q40k.games.quake.rules.registry import event, fold
from q40k.games.quake.rules.state import Match
from q40k.games.w40k3e.plans import Attack
from q40k.games.w40k3e.resolving import Outcome
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class Wounded(Event, tag="wounded"):
    """A champion lost a wound and lives on."""

    player: str
    left: int


@event
class SaveBroken(Event, tag="save-broken"):
    """A save that breaks at its first failure is lost until its bearer dies."""

    player: str


@event
class Rose(Event, tag="rose"):
    """A champion that lost its last wound stays where it is, with one wound.

    It strikes no blow up to the end of turn `still`; None where no close combat is fought.
    """

    player: str
    still: int | None = None


@event
class Harmed(Event, tag="harmed"):
    """Something that nobody aimed damaged a champion; `struck` holds its dice.

    `cause` is "demolition-charge", "dangerous-ground", "perils" (of the warp), "barrel", "napalm"
    or a "trait"; `by` is the player who set it off.
    """

    cause: Literal["demolition-charge", "dangerous-ground", "perils", "barrel", "napalm", "trait"]
    by: str | None = None
    struck: Struck


@fold(Wounded)
def _wounded(state: Match, event: Wounded) -> Match:
    return change_player(state, event.player, wounds=event.left)


@fold(SaveBroken)
def _save_broken(state: Match, event: SaveBroken) -> Match:
    return change_player(state, event.player, broken=True)


@fold(Rose)
def _rose(state: Match, event: Rose) -> Match:
    if event.still is None:
        return state
    still = max(event.still, state.players[event.player].turn.stunned)
    return change_player(state, event.player, stunned=still)


def lose_wounds(
    live: Live[Match],
    player: str,
    lost: int,
    *,
    killers: tuple[str, ...] = (),
    cause: str = "kill",
) -> Rule[None]:
    """Take wounds off a champion; if none is left it dies by its killers' hands.

    Without killers, or by its own hand alone, it is an accident.

    Rule: SCORE-1, SCORE-2
    """
    victim = live.state.players[player]
    others = tuple(killer for killer in killers if killer != player)
    if not victim.in_play or lost <= 0:
        return
    if lost < victim.life.wounds:
        yield Wounded(player=player, left=victim.life.wounds - lost)
    elif others:
        yield from die_by_hand(live, player, others, cause=cause)
        yield from feast(live, others, player, cause)
    else:
        yield from die_by_accident(live, player, cause)


def apply_attack(
    live: Live[Match],
    player: str,
    attack: Attack,
    outcome: Outcome,
    *,
    killers: tuple[str, ...] = (),
    cause: str = "kill",
) -> Rule[None]:
    """Apply a resolved attack to a champion; see `wear_down` and `lose_wounds`.

    Rule: SCORE-1, SCORE-2, BONUS-1
    """
    yield from wear_down(live, player, attack, outcome)
    victim = live.state.players[player]
    lost = victim.life.wounds if outcome.dead else outcome.lost
    yield from lose_wounds(live, player, lost, killers=killers, cause=cause)


def wear_down(live: Live[Match], player: str, attack: Attack, outcome: Outcome) -> Rule[None]:
    """Apply what an attack uses up of a champion, besides its wounds.

    A breaking save that failed is lost. A bonus whose ignored failures are used up is spent. A
    champion that stays with its last wound strikes no more in this close combat.

    Rule: BONUS-1, TRAIT-1
    """
    victim = live.state.players[player]
    if not victim.in_play:
        return
    if outcome.broken and not victim.life.broken:
        yield SaveBroken(player=player)
    if outcome.risen:
        play = live.state.play
        yield Rose(player=player, still=play.turn if play.phase == "melee" else None)
    held = victim.bonus
    used_up = attack.ward > outcome.ward == 0 and held is not None and not held.spent
    if held and used_up and any(m.effect == "ward" for m in live.state.kind(held).modifiers):
        yield BonusSpent(player=player)
