"""SCORE: kills, accidents, adjustments and the win."""

from __future__ import annotations

from q40k.kernel.driver import Live
from q40k.kernel.telling import Rule
from q40k.rules import commands as c
from q40k.rules import events as e
from q40k.rules.asks import find, find_present, forbid, must_be_open, must_be_started
from q40k.rules.respawn import die_by_accident, die_by_hand, respawn_waiting
from q40k.rules.rounds import in_rounds, open_round
from q40k.rules.state import Match, Player


def kill(live: Live[Match], command: c.Kill) -> Rule[None]:
    """One or several champions kill another, in any phase; the victim comes back at once.

    Rule: SCORE-1, MELEE-4, RESPAWN-1
    """
    must_be_started(live.state)
    victim = _on_the_table(live.state, command.victim)
    killers = tuple(dict.fromkeys(find_present(live.state, n).id for n in command.killers))
    if not killers:
        raise forbid("SCORE-1", "no-killer")
    if victim.id in killers:
        raise forbid("SCORE-2", "killed-itself", player=victim.name)
    yield from die_by_hand(live, victim.id, killers, how=command.how or None)
    yield from respawn_waiting(live, command.stand, victim.id)


def accident(live: Live[Match], command: c.Accident) -> Rule[None]:
    """A champion dies by nobody's hand, in any phase; it comes back at once.

    Rule: SCORE-2, RESPAWN-1
    """
    must_be_started(live.state)
    player = _on_the_table(live.state, command.player)
    yield from die_by_accident(live, player.id, "told", how=command.cause or None)
    yield from respawn_waiting(live, command.stand, player.id)


def _on_the_table(state: Match, name: str) -> Player:
    player = find_present(state, name)
    if not player.in_play:
        raise forbid("SCORE-1", "not-on-table", player=player.name)
    return player


def adjust(live: Live[Match], command: c.Adjust) -> Rule[None]:
    """Change a score by a difference, with the reason kept.

    Rule: TABLE-4
    """
    must_be_open(live.state)
    player = find(live.state, command.player)
    yield e.Adjusted(player=player.id, score=command.score, why=command.why)


def play_on(live: Live[Match], _command: c.PlayOn) -> Rule[None]:
    """Go on playing after the win; the winner stays the winner. The next round opens, if any.

    Rule: SCORE-4
    """
    if not live.state.over:
        raise forbid("SCORE-4", "not-over")
    yield e.PlayedOn()
    if in_rounds(live.state):
        yield from open_round(live)


def wins_with(state: Match, player: str, victim: str) -> bool:
    """Whether a kill of `victim` would take `player` to its goal (SCORE-4)."""
    if state.mod is None or state.winner or not state.mod.has("victory-points"):
        return False
    return state.players[player].score + state.players[victim].value >= state.goal(player)
