"""SCORE: kills, accidents and adjustments."""

from __future__ import annotations

from q40k.games.quake.rules import commands as c
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.questions import (
    find,
    find_present,
    forbid,
    must_be_open,
    must_be_started,
)
from q40k.games.quake.rules.respawn import die_by_accident, die_by_hand, respawn_waiting
from q40k.games.quake.rules.state import Match, Player
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def kill(live: Live[Match], command: c.Kill) -> Rule[None]:
    """Champions kill others, in any phase; the dead come back at once, or are out.

    Several victims die at the same moment. Who is among the killers too is killed by the others.

    Rule: SCORE-1, MELEE-4, RESPAWN-1, SUDDEN-1
    """
    must_be_started(live.state)
    victims = _dying(live.state, command.victims)
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
    yield from respawn_waiting(live, command.at or command.stand, victims)


def accident(live: Live[Match], command: c.Accident) -> Rule[None]:
    """Champions die by nobody's hand, in any phase; they come back at once, or are out.

    Rule: SCORE-2, RESPAWN-1, SUDDEN-1
    """
    must_be_started(live.state)
    victims = _dying(live.state, command.victims)
    for victim in victims:
        yield from die_by_accident(live, victim, "told", how=command.cause or None)
    yield from respawn_waiting(live, command.at or command.stand, victims)


def _dying(state: Match, names: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of who dies, each once and each on the table."""
    if not names:
        raise forbid("SCORE-1", "no-victim")
    return tuple(dict.fromkeys(_on_the_table(state, name).id for name in names))


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


def wins_with(state: Match, player: str, victim: str) -> bool:
    """Whether a kill of `victim` would take the side of `player` to its goal (SCORE-4)."""
    if state.setup.mod is None or state.outcome.winner or state.setup.mod.win.by != "score":
        return False
    side = state.side_of(player)
    if side == state.side_of(victim) or not state.setup.mod.has("victory-points"):
        return False
    return state.score_of(side) + state.players[victim].value >= state.goal_of(side)
