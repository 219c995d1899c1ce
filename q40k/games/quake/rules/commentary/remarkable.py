"""Feats that only the whole match shows: lives, sprees, paths walked.

Each function takes the events of a match that matter to it, entry by entry, and yields what counts
for a medal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from q40k.games.quake.rules.assault.charge import Charged
from q40k.games.quake.rules.commentary.calls import parts_of_a_win
from q40k.games.quake.rules.damage.deaths import AccidentSuffered, Killed
from q40k.games.quake.rules.deployment.deploy import Deployed
from q40k.games.quake.rules.melee.fight import Blow
from q40k.games.quake.rules.movement.climb import Climbed
from q40k.games.quake.rules.movement.jump import Jumped
from q40k.games.quake.rules.movement.leap import Leapt
from q40k.games.quake.rules.movement.move import Moved
from q40k.games.quake.rules.portals.jumping import PortalEntered
from q40k.games.quake.rules.respawn.respawn import Respawned
from q40k.games.quake.rules.rounds import RoundOpened
from q40k.games.quake.rules.shooting.shot import Shot
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.players import Left
from q40k.games.quake.rules.teams.bases import RespawnedInBase
from q40k.games.quake.rules.turn.turn import TurnOpened
from q40k.kernel.calls import Transition
from q40k.kernel.medals import Counted

DEATHS = (Killed, AccidentSuffered)
BIRTHS = (Deployed, Respawned, RespawnedInBase)
OF_LIVES = (*BIRTHS, *DEATHS, Left, TurnOpened, RoundOpened)
"""The events for `lives`: births, deaths, leaving, and the start of a turn or a round."""
MOVES = (Moved, PortalEntered, Jumped, Leapt, Climbed)

Entries = Sequence[tuple[Transition[Match], ...]]


def feats(transition: Transition[Match]) -> Iterator[tuple[str, str]]:
    """Yield every killer of an event with its victim; killing a team-mate is no feat."""
    state, event = transition.before, transition.event
    if isinstance(event, Killed):
        for killer in event.killers:
            if state.side_of(killer) != state.side_of(event.victim):
                yield killer, event.victim


def almost_won(entries: Entries) -> Iterator[Counted]:
    """Yield how near each loser came to winning, in percent; nothing without a winner.

    A side that reached the goal, but lost to one that had more, counts as 99.
    """
    last = next((entry[-1].after for entry in reversed(entries) if entry), None)
    if last is None or not last.outcome.winner:
        return
    for side, part in parts_of_a_win(last).items():
        if side not in last.outcome.winner:
            yield side, "", Fraction(min(int(100 * part), 99))


def kamikaze(entries: Entries) -> Iterator[Counted]:
    """Count every kill by the very action that also killed its killer."""
    for entry in entries:
        deaths = [transition for transition in entry if _dead_player(transition)]
        dead = {_dead_player(transition) for transition in deaths}
        for transition in deaths:
            yield from ((killer, "", 1) for killer, _victim in feats(transition) if killer in dead)


def _dead_player(transition: Transition[Match]) -> str:
    event = transition.event
    if isinstance(event, Killed):
        return event.victim
    return event.player if isinstance(event, AccidentSuffered) else ""


def lives(entries: Entries) -> Iterator[Counted]:
    """Yield every life in turns, counting the first and the last.

    A new round ends all lives; leaving the table ends one.
    """
    born: dict[str, int] = {}
    turn = 1
    for entry in entries:
        for transition in entry:
            if isinstance(transition.event, RoundOpened):
                yield from ((player, "", turn - since + 1) for player, since in born.items())
                born.clear()
            turn = max(transition.after.play.turn, 1)
            if isinstance(transition.event, BIRTHS):
                born[transition.event.player] = turn
            elif dead := _dead_player(transition):
                yield dead, "", turn - born.pop(dead, turn) + 1
            elif isinstance(transition.event, Left) and transition.event.player in born:
                yield transition.event.player, "", turn - born.pop(transition.event.player) + 1
    for player, since in born.items():
        yield player, "", turn - since + 1


def dying_sprees(entries: Entries) -> Iterator[Counted]:
    """Yield the deaths in a row without a kill between them, at each death."""
    row: dict[str, int] = {}
    for entry in entries:
        for transition in entry:
            if dead := _dead_player(transition):
                for killer, _victim in feats(transition):
                    row[killer] = 0
                row[dead] = row.get(dead, 0) + 1
                yield dead, "", row[dead]


def by_shots(entries: Entries) -> Iterator[Counted]:
    """Count kills by players who fired in the same entry."""
    return _armed_kills(entries, Shot, "shooter")


def by_blows(entries: Entries) -> Iterator[Counted]:
    """Count kills by players who struck in the same entry."""
    return _armed_kills(entries, Blow, "striker")


def _armed_kills(entries: Entries, kind: type[Shot] | type[Blow], who: str) -> Iterator[Counted]:
    for entry in entries:
        armed: set[str] = set()
        for transition in entry:
            if isinstance(transition.event, kind):
                armed.add(getattr(transition.event, who))
            elif armed:
                yield from (
                    (killer, "", 1) for killer, _victim in feats(transition) if killer in armed
                )


def inches(entries: Entries) -> Iterator[Counted]:
    """Yield how far each player has moved, in whole inches."""
    walked: dict[str, float] = {}
    for entry in entries:
        for transition in entry:
            event = transition.event
            if isinstance(event, Charged):
                walked[event.player] = walked.get(event.player, 0.0) + (event.distance_in or 0.0)
            elif isinstance(event, MOVES):
                spent = transition.before.players[event.player].movement.spent
                walked[event.player] = walked.get(event.player, 0.0) + max(event.spent - spent, 0.0)
    for player, far in walked.items():
        yield player, "", round(far)
