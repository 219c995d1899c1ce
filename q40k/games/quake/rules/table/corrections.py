"""Corrections by the game master: a name, a champion."""

from fractions import Fraction
from typing import Any

from q40k.games.quake.packs.models import Champion, Trait, Weapon
from q40k.games.quake.rules.deployment import deploy_next
from q40k.games.quake.rules.initiative import place_newcomer
from q40k.games.quake.rules.questions import find_player, forbid, must_be_open
from q40k.games.quake.rules.registry import Command, Event, fold, rule
from q40k.games.quake.rules.state import Match, Payments, Player, change_player, pay_out
from q40k.games.quake.rules.table.players import refuse_bad_champion
from q40k.games.quake.rules.teams.teams import stay_within_budget
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Rule


class Rename(Command, tag="rename"):
    """Correct a player's name."""

    player: Name
    to: Name


class Correct(Command, tag="correct"):
    """Correct a player's champion; scores and order follow as if it had always been so."""

    player: Name
    champion: str | dict[str, Any]
    options: tuple[str, ...] = ()
    profile: Champion | None = None
    arms: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()


class Renamed(Event, tag="renamed"):
    """A player's name was corrected."""

    player: str
    name: str
    was: str


class ChampionCorrected(Event, tag="champion-corrected"):
    """A champion entered wrongly was corrected; `paid` adjusts the points for its deaths."""

    player: str
    champion: Champion
    gear: tuple[str, ...] = ()
    arms: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    total: int | None = None
    paid: Payments


@fold(Renamed)
def _renamed(state: Match, event: Renamed) -> Match:
    return change_player(state, event.player, name=event.name)


@fold(ChampionCorrected)
def _champion_corrected(state: Match, event: ChampionCorrected) -> Match:
    changes: dict[str, Any] = {
        "champion": event.champion,
        "gear": event.gear,
        "arms": event.arms,
        "traits": event.traits,
    }
    if event.total is not None:
        changes["initiative"] = event.total
    player = state.players[event.player]
    lost = player.champion.w - player.life.wounds  # wounds already lost stay lost
    changes["wounds"] = max(1, event.champion.w - lost)
    return pay_out(change_player(state, event.player, **changes), event.paid)


@rule(Rename)
def rename(live: Live[Match], command: Rename) -> Rule[None]:
    """Correct a name everywhere it is shown.

    Rule: TABLE-1
    """
    player = find_player(live.state, command.player)
    other = live.state.player_named(command.to)
    if other is not None and other.id != player.id:
        raise forbid("TABLE-1", "name-taken", name=other.name)
    yield Renamed(player=player.id, name=command.to, was=player.name)


@rule(Correct)
def correct(live: Live[Match], command: Correct) -> Rule[None]:
    """Correct a champion as if it had always been so.

    The points for its deaths change by the difference of the values. Its initiative changes by that
    of Ld + I, with a new place (and roll-offs) if it is different.

    Rule: TABLE-4, INIT-1, INIT-3, SCORE-1, SCORE-2
    """
    must_be_open(live.state)
    player = find_player(live.state, command.player)
    champion = command.profile
    if champion is None:
        raise forbid("CHAMPION-1", "no-champion", champion=str(command.champion))
    yield from refuse_bad_champion(live, champion, command.options, player)
    yield from stay_within_budget(live, player, champion.points)
    total = None
    if player.die is not None:
        total = champion.ld + champion.i + player.die
    yield ChampionCorrected(
        player=player.id,
        champion=champion,
        gear=command.options,
        arms=command.arms,
        traits=command.traits,
        total=total,
        paid=_payments_for(live.state, player, champion),
    )
    if total is not None and total != player.initiative:
        yield from place_newcomer(live, player.id, total)
        if live.state.play.phase == "deployment":
            yield from deploy_next(live)


def _payments_for(state: Match, player: Player, champion: Champion) -> Payments:
    difference = Fraction(champion.points) - player.value
    owed = state.shares.get(player.id, {})
    return {name: share * difference for name, share in owed.items() if share * difference}
