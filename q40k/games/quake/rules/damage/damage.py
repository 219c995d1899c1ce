"""What an attack comes to for whom it strikes: a wound, a kill, an accident.

Every shot, blow, fall and explosion ends here, once its dice are known.
"""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.bonus.tokens import BonusSpent
from q40k.games.quake.rules.bonus.vampirism import feast
from q40k.games.quake.rules.changing import changed
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
    """A save that is lost with the first one failed is lost until its bearer dies."""

    player: str


@event
class Rose(Event, tag="rose"):
    """A champion whose last wound was gone stays where it is, with one.

    Up to the end of turn `still` it strikes no blow; None where no close combat is fought.
    """

    player: str
    still: int | None = None


@event
class Harmed(Event, tag="harmed"):
    """Something that nobody aims struck a champion, as the dice of `struck` tell.

    `cause` is "demolition-charge", "dangerous-ground", "perils" (of the warp), "barrel", "napalm"
    or a "trait"; `by` who set it off.
    """

    cause: Literal["demolition-charge", "dangerous-ground", "perils", "barrel", "napalm", "trait"]
    by: str | None = None
    struck: Struck


@fold(Wounded)
def _wounded(state: Match, event: Wounded) -> Match:
    return changed(state, event.player, wounds=event.left)


@fold(SaveBroken)
def _save_broken(state: Match, event: SaveBroken) -> Match:
    return changed(state, event.player, broken=True)


@fold(Rose)
def _rose(state: Match, event: Rose) -> Match:
    if event.still is None:
        return state
    still = max(event.still, state.players[event.player].turn.stunned)
    return changed(state, event.player, stunned=still)


def lose_wounds(
    live: Live[Match],
    player: str,
    lost: int,
    *,
    killers: tuple[str, ...] = (),
    cause: str = "kill",
) -> Rule[None]:
    """Take wounds off a champion; when it has none left it dies by its killers' hands.

    Without killers, or by its own hand alone, it is an accident.

    Rule: SCORE-1, SCORE-2
    """
    struck = live.state.players[player]
    others = tuple(one for one in killers if one != player)
    if not struck.in_play or lost <= 0:
        return
    if lost < struck.life.wounds:
        yield Wounded(player=player, left=struck.life.wounds - lost)
    elif others:
        yield from die_by_hand(live, player, others, cause=cause)
        yield from feast(live, others, player, cause)
    else:
        yield from die_by_accident(live, player, cause)


def suffer(
    live: Live[Match],
    player: str,
    attack: Attack,
    outcome: Outcome,
    *,
    killers: tuple[str, ...] = (),
    cause: str = "kill",
) -> Rule[None]:
    """What an attack that is resolved does to a champion; see `wear` and `lose_wounds`.

    Rule: SCORE-1, SCORE-2, BONUS-1
    """
    yield from wear(live, player, attack, outcome)
    struck = live.state.players[player]
    lost = struck.life.wounds if outcome.dead else outcome.lost
    yield from lose_wounds(live, player, lost, killers=killers, cause=cause)


def wear(live: Live[Match], player: str, attack: Attack, outcome: Outcome) -> Rule[None]:
    """What an attack uses up of a champion, beside its wounds.

    A breaking save that failed is lost, a bonus whose ignored failures are used up is spent; who
    stays with its last wound strikes no more in this close combat.

    Rule: BONUS-1, TRAIT-1
    """
    struck = live.state.players[player]
    if not struck.in_play:
        return
    if outcome.broken and not struck.life.broken:
        yield SaveBroken(player=player)
    if outcome.risen:
        play = live.state.play
        yield Rose(player=player, still=play.turn if play.phase == "melee" else None)
    held = struck.bonus
    used_up = attack.ward > outcome.ward == 0 and held is not None and not held.spent
    if held and used_up and any(m.effect == "ward" for m in live.state.kind(held).modifiers):
        yield BonusSpent(player=player)
