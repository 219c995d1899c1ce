"""Correct a name or a champion."""

from fractions import Fraction

from q40k.games.quake.packs.models import Champion
from q40k.games.quake.rules.table.deployment import deploy_next
from q40k.games.quake.rules.table.initiative import place_newcomer
from q40k.games.quake.rules.table.players import refuse_bad_champion
from q40k.games.quake.rules.teams import stay_within_budget
from q40k.games.quake.state.match import Match, Payments, Player
from q40k.games.quake.state.questions import find_player
from q40k.games.quake.state.registry import rule
from q40k.games.quake.state.table.corrections import ChampionCorrected, Correct, Rename, Renamed
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid


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
