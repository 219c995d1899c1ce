"""What somebody was remarkable for that only the whole match shows: lives, sprees, ways gone.

Each function takes the events of a match that it goes by, entry by entry, and gives what counts for
a medal.
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
from q40k.kernel.calls import Told
from q40k.kernel.medals import Counted

DEATHS = (Killed, AccidentSuffered)
BIRTHS = (Deployed, Respawned, RespawnedInBase)
OF_LIVES = (*BIRTHS, *DEATHS, Left, TurnOpened, RoundOpened)
"""What `lives` goes by: besides them, what opens a turn or a round."""
WAYS = (Moved, PortalEntered, Jumped, Leapt, Climbed)

Entries = Sequence[tuple[Told[Match], ...]]


def feats(told: Told[Match]) -> Iterator[tuple[str, str]]:
    """Every killer of an event with its victim; that of a team-mate is no feat."""
    state, event = told.before, told.event
    if isinstance(event, Killed):
        for killer in event.killers:
            if state.side_of(killer) != state.side_of(event.victim):
                yield killer, event.victim


def almost_won(entries: Entries) -> Iterator[Counted]:
    """How near everybody came who has not won, in parts of a hundred; nothing before the end.

    Who had all that is needed, and lost to somebody who had more, was a hundredth short of it.
    """
    last = next((told[-1].after for told in reversed(entries) if told), None)
    if last is None or not last.outcome.winner:
        return
    for side, part in parts_of_a_win(last).items():
        if side not in last.outcome.winner:
            yield side, "", Fraction(min(int(100 * part), 99))


def kamikaze(entries: Entries) -> Iterator[Counted]:
    """Everyone killed by the very action of which its killer died, too."""
    for told in entries:
        deaths = [one for one in told if _dead(one)]
        dead = {_dead(one) for one in deaths}
        for one in deaths:
            yield from ((killer, "", 1) for killer, _victim in feats(one) if killer in dead)


def _dead(told: Told[Match]) -> str:
    event = told.event
    if isinstance(event, Killed):
        return event.victim
    return event.player if isinstance(event, AccidentSuffered) else ""


def lives(entries: Entries) -> Iterator[Counted]:
    """Every life in turns, the first and the last counted; a round ends them all, leaving one."""
    born: dict[str, int] = {}
    turn = 1
    for told in entries:
        for one in told:
            if isinstance(one.event, RoundOpened):
                yield from ((player, "", turn - since + 1) for player, since in born.items())
                born.clear()
            turn = max(one.after.play.turn, 1)
            if isinstance(one.event, BIRTHS):
                born[one.event.player] = turn
            elif dead := _dead(one):
                yield dead, "", turn - born.pop(dead, turn) + 1
            elif isinstance(one.event, Left) and one.event.player in born:
                yield one.event.player, "", turn - born.pop(one.event.player) + 1
    for player, since in born.items():
        yield player, "", turn - since + 1


def dying_sprees(entries: Entries) -> Iterator[Counted]:
    """Deaths in a row without a kill between them."""
    row: dict[str, int] = {}
    for told in entries:
        for one in told:
            if dead := _dead(one):
                for killer, _victim in feats(one):
                    row[killer] = 0
                row[dead] = row.get(dead, 0) + 1
                yield dead, "", row[dead]


def by_shots(entries: Entries) -> Iterator[Counted]:
    """Kills by those who fired in the same entry."""
    return _by(entries, Shot, "shooter")


def by_blows(entries: Entries) -> Iterator[Counted]:
    """Kills by those who struck in the same entry."""
    return _by(entries, Blow, "striker")


def _by(entries: Entries, kind: type[Shot] | type[Blow], who: str) -> Iterator[Counted]:
    for told in entries:
        armed: set[str] = set()
        for one in told:
            if isinstance(one.event, kind):
                armed.add(getattr(one.event, who))
            elif armed:
                yield from ((killer, "", 1) for killer, _victim in feats(one) if killer in armed)


def inches(entries: Entries) -> Iterator[Counted]:
    """How far everybody has gone, in whole inches."""
    gone: dict[str, float] = {}
    for told in entries:
        for one in told:
            event = one.event
            if isinstance(event, Charged):
                gone[event.player] = gone.get(event.player, 0.0) + (event.distance_in or 0.0)
            elif isinstance(event, WAYS):
                spent = one.before.players[event.player].movement.spent
                gone[event.player] = gone.get(event.player, 0.0) + max(event.spent - spent, 0.0)
    for player, far in gone.items():
        yield player, "", round(far)
