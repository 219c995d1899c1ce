"""SCORE: kills and accidents told by the table, and adjustments."""

from q40k.games.quake.rules.damage import die_by_accident, die_by_hand
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.questions import find_on_table, find_player, find_present
from q40k.games.quake.state.registry import rule
from q40k.games.quake.state.score import Accident, Adjust, Adjusted, Kill
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid


@rule(Kill)
def kill(live: Live[Match], command: Kill) -> Rule[None]:
    """Kill champions by others, in any phase; the dead come back at once, or are out.

    Several victims die at the same moment. A victim among the killers is killed by the others.

    Rule: SCORE-1, MELEE-4, RESPAWN-1, SUDDEN-1
    """
    victims = _find_victims(live.state, command.victims)
    killers = tuple(dict.fromkeys(find_present(live.state, n).id for n in command.killers))
    if not killers:
        raise forbid("SCORE-1", "no-killer")
    for victim in victims:
        others = tuple(k for k in killers if k != victim)
        if not others or (others != killers and len(victims) == 1):
            raise forbid("SCORE-2", "killed-itself", player=live.state.players[victim].name)
    for victim in victims:
        others = tuple(k for k in killers if k != victim)
        yield from die_by_hand(live, victim, others, how=command.how or None)


@rule(Accident)
def accident(live: Live[Match], command: Accident) -> Rule[None]:
    """Kill champions by nobody's hand, in any phase; they come back at once, or are out.

    Rule: SCORE-2, RESPAWN-1, SUDDEN-1
    """
    victims = _find_victims(live.state, command.victims)
    for victim in victims:
        yield from die_by_accident(live, victim, "told", how=command.cause or None)


def _find_victims(state: Match, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the victims' ids, each once; refuse a champion that is not on the table."""
    return tuple(dict.fromkeys(find_on_table(state, name, "SCORE-1").id for name in names))


@rule(Adjust)
def adjust(live: Live[Match], command: Adjust) -> Rule[None]:
    """Change a score by a difference; keep the reason.

    Rule: TABLE-4
    """
    player = find_player(live.state, command.player)
    yield Adjusted(player=player.id, score=command.score, why=command.why)
