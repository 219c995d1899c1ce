"""The announcer's calls in Quake 40K: firsts, streaks, revenge, the lead, the end.

They change nothing in the match, and no rule of the book asks for them.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import field

from q40k.games.quake.state import assault, respawn, score
from q40k.games.quake.state.acting import Activated, PartEnded
from q40k.games.quake.state.clock import ClockSet
from q40k.games.quake.state.damage import AccidentSuffered, Killed
from q40k.games.quake.state.ending import Ended
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.melee import Blow
from q40k.games.quake.state.movement.move import Moved
from q40k.games.quake.state.movement.special_moves import Climbed, Jumped, Leapt
from q40k.games.quake.state.objectives import objective, points, rounds
from q40k.games.quake.state.objectives.score import one_kill_away, scorers
from q40k.games.quake.state.portals import PortalEntered
from q40k.games.quake.state.shooting import Shot
from q40k.games.quake.state.table import deployment
from q40k.games.quake.state.table.corrections import ChampionCorrected
from q40k.games.quake.state.table.players import Left
from q40k.games.quake.state.teams import RespawnedInBase
from q40k.games.quake.state.turn import TurnOpened
from q40k.kernel.commentary import Call, Counted, Transition
from q40k.kernel.events import Event
from q40k.kernel.state import Part
from q40k.tabletop.rules import ClockRead

STREAKS = {2: "two", 3: "three", 4: "four", 5: "five"}
"""Calls for kills in a row without dying; after five, every fifth kill is called."""


LAST_SECONDS = 120
"""The end of the match is called this long before it."""


SHORTEST_MATCH = 600
"""In seconds: a shorter match has no last two minutes worth a call."""


FAR_BEHIND = Fraction(3, 10)
"""A leader that was this far behind has come back; in parts of a win."""


MUCH_CHEAPER = 3
"""A kill is a humiliation if the victim cost this many times the killer's cost."""


DEAR = 25
"""An accident that costs this many points may be the accident of the evening."""


COUNTED = frozenset(
    {Killed, AccidentSuffered, score.Adjusted, ChampionCorrected, rounds.RoundWon, points.PortalsCounted}
)
"""Events that change how far a side is from winning."""


class Memory(Part, frozen=True):
    """What the announcer remembers.

    `streaks` are kills since one's own death. `slain_by` is the last killer of a player, until it
    is avenged. `prey` is the last victim of a player, and how many times in a row. `fresh` are
    players who came back and have had no part since. `ambushes` counts how many of those a player
    killed since its own death. `raced` is the match when the race was last computed: `parts` of a
    win were made then. `behind` are the sides that were `FAR_BEHIND` since they led.
    """

    blood: bool = False
    streaks: Mapping[str, int] = field(default_factory=dict)
    slain_by: Mapping[str, str] = field(default_factory=dict)
    prey: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    fresh: frozenset[str] = frozenset()
    ambushes: Mapping[str, int] = field(default_factory=dict)
    costliest: Fraction = Fraction(0)
    leader: str | None = None
    led: bool = False
    raced: Match | None = None
    parts: Mapping[str, Fraction] = field(default_factory=dict)
    behind: frozenset[str] = frozenset()
    nearly: frozenset[str] = frozenset()
    warned: bool = False


class QuakeCalls:
    """The calls of Quake 40K, the most important first."""

    kinds = (
        "match", "last-standing", "round", "first-blood", "comeback", "lead-taken", "more", "five", "four",
        "two-minutes", "three", "one-kill", "humiliation", "two", "revenge", "nemesis", "camper", "telefrag", "taunt",
        "on-arrival", "accident", "last-words", "lead-lost",
    )  # fmt: skip

    def begin(self) -> Memory:
        """Return the memory before anything happened."""
        return Memory()

    def update(self, memory: Memory, transitions: tuple[Transition[Match], ...]) -> tuple[Memory, tuple[Call, ...]]:
        """Return what is to be remembered of an entry, and the calls it is worth."""
        calls: list[Call] = []
        changes_race = False
        for transition in transitions:
            handler = _HANDLERS.get(type(transition.event))
            if handler is not None:
                memory, more = handler(memory, transition.event, transition)
                calls += more
            changes_race = changes_race or type(transition.event) in COUNTED
        if changes_race:
            memory, more = _call_race(memory, transitions[-1].after)
            calls += more
        if any(call.kind == "match" for call in calls):
            calls = [call for call in calls if call.kind not in ("one-kill", "lead-taken")]
        return memory, tuple(calls)


MemoryAndCalls = tuple[Memory, list[Call]]


def _call_round(memory: Memory, event: rounds.RoundWon, _transition: Transition[Match]) -> MemoryAndCalls:
    return memory, [Call("last-standing" if event.how == "last-alive" else "round", event.side)]


def _call_win(memory: Memory, event: objective.Won, _transition: Transition[Match]) -> MemoryAndCalls:
    return memory, [Call("match", event.winner)]


def _call_end(memory: Memory, event: Ended, _transition: Transition[Match]) -> MemoryAndCalls:
    """Call the winner of a match that was broken off, if it has exactly one."""
    return memory, [Call("match", event.winners[0])] if len(event.winners) == 1 else []


def _call_kill(memory: Memory, event: Killed, transition: Transition[Match]) -> MemoryAndCalls:
    """Call a kill; killing a team-mate is no call."""
    state, victim = transition.before, event.victim
    killers = [k for k in event.killers if state.side_of(k) != state.side_of(victim)]
    calls: list[Call] = []
    if killers and not memory.blood:
        calls.append(Call("first-blood", killers[0], victim))
    for killer in killers:
        memory, more = _call_for_killer(memory, killer, victim)
        calls += more
    costs = [state.players[player].champion.points for player in (victim, *killers)]
    if len(killers) == 1 and costs[0] >= MUCH_CHEAPER * costs[1]:
        calls.append(Call("humiliation", killers[0], victim))
    calls += _call_banter(state, killers, victim)
    memory = _note_death(memory, victim)
    if killers:
        memory = memory.replace(blood=True, slain_by={**memory.slain_by, victim: killers[0]})
    return memory, calls


def _call_banter(state: Match, killers: Sequence[str], victim: str) -> Iterator[Call]:
    """Yield the taunt of each bot that killed, and the last words of a bot that died."""
    for killer in killers:
        nature = state.players[killer].bot_nature
        if nature is not None and nature.taunts.kill:
            yield Call("taunt", killer, victim)
    nature = state.players[victim].bot_nature
    if nature is not None and nature.taunts.death:
        yield Call("last-words", victim)


def _call_for_killer(memory: Memory, killer: str, victim: str) -> MemoryAndCalls:
    """Call what a kill is to its killer: a streak, revenge, the same victim again, an ambush."""
    calls: list[Call] = []
    streak = memory.streaks.get(killer, 0) + 1
    if streak in STREAKS or (streak > max(STREAKS) and streak % 5 == 0):
        calls.append(Call(STREAKS.get(streak, "more"), killer, count=streak))
    slain_by = dict(memory.slain_by)
    if slain_by.get(killer) == victim:
        calls.append(Call("revenge", killer, victim))
        del slain_by[killer]
    last, times = memory.prey.get(killer, ("", 0))
    times = times + 1 if last == victim else 1
    if times > 1:
        calls.append(Call("nemesis", killer, victim, times))
    ambushes = memory.ambushes
    if victim in memory.fresh:
        ambushes = {**ambushes, killer: ambushes.get(killer, 0) + 1}
        kind = "camper" if ambushes[killer] > 1 else "on-arrival"
        calls.append(Call(kind, killer, victim, ambushes[killer]))
    memory = memory.replace(
        streaks={**memory.streaks, killer: streak},
        slain_by=slain_by,
        prey={**memory.prey, killer: (victim, times)},
        ambushes=ambushes,
    )
    return memory, calls


def _note_death(memory: Memory, victim: str) -> Memory:
    return memory.replace(
        streaks={**memory.streaks, victim: 0}, ambushes={**memory.ambushes, victim: 0}, fresh=memory.fresh - {victim}
    )


def _call_accident(memory: Memory, event: AccidentSuffered, transition: Transition[Match]) -> MemoryAndCalls:
    """Call an accident; a telefrag is called for the player who caused it."""
    memory = _note_death(memory, event.player)
    if event.cause == "telefragged" and event.by is not None:
        banter = _call_banter(transition.before, (event.by,), event.player)
        return memory, [Call("telefrag", event.by, event.player), *banter]
    calls = list(_call_banter(transition.before, (), event.player))
    cost = -event.paid.get(event.player, Fraction(0))
    if cost <= memory.costliest or cost < DEAR:
        return memory, calls
    return memory.replace(costliest=cost), [Call("accident", event.player, count=int(cost)), *calls]


def _note_return(memory: Memory, event: respawn.Respawned, _transition: Transition[Match]) -> MemoryAndCalls:
    """Note a player who came back: it is fresh until its own next part is over."""
    return memory.replace(fresh=memory.fresh | {event.player}), []


def _note_part(memory: Memory, _event: Activated | PartEnded, transition: Transition[Match]) -> MemoryAndCalls:
    """Note that the active player has had its part: it is fresh no more."""
    active = transition.before.play.active
    if active not in memory.fresh:
        return memory, []
    return memory.replace(fresh=memory.fresh - {active}), []


def _call_last_minutes(memory: Memory, _event: ClockRead | ClockSet, transition: Transition[Match]) -> MemoryAndCalls:
    """Call the last two minutes of the match, once for each limit."""
    clock = transition.after.clock
    if clock is None or clock.limit is None or clock.limit < SHORTEST_MATCH:
        return memory.replace(warned=False) if memory.warned else memory, []
    in_last_minutes = clock.gone >= clock.limit - LAST_SECONDS
    if in_last_minutes == memory.warned:
        return memory, []
    return memory.replace(warned=in_last_minutes), [Call("two-minutes")] if in_last_minutes else []


_HANDLERS: Mapping[type[Event], Callable[[Memory, Any, Transition[Match]], MemoryAndCalls]] = {
    Killed: _call_kill,
    AccidentSuffered: _call_accident,
    respawn.Respawned: _note_return,
    Activated: _note_part,
    PartEnded: _note_part,
    ClockRead: _call_last_minutes,
    ClockSet: _call_last_minutes,
    rounds.RoundWon: _call_round,
    objective.Won: _call_win,
    Ended: _call_end,
}


def _call_race(memory: Memory, state: Match) -> MemoryAndCalls:
    """Call a lead taken or lost, and the sides that win with one more kill.

    If only scores have changed since the race was last computed, only their sides are computed
    again.
    """
    old_parts, old_leader = memory.parts, memory.leader
    changed = scorers(memory.raced, state) if memory.raced is not None else None
    if changed is None:
        parts = parts_of_a_win(state)
        changed = parts.keys()
    else:
        changed = old_parts.keys() & changed
        parts = {**old_parts, **parts_of_a_win(state, changed)}
    if not parts:
        return memory, []
    still_leads = (
        old_leader in parts and old_leader not in changed and all(parts[o] < parts[old_leader] for o in changed)
    )
    most = parts[old_leader or ""] if still_leads else max(parts.values())
    leader = old_leader if still_leads else _sole_leader(parts, most)
    calls = list(_lead_calls(memory, leader))
    far_behind = most - FAR_BEHIND
    behind = memory.behind.union(side for side in (changed if still_leads else parts) if parts[side] <= far_behind)
    nearly = one_kill_away(state, changed)
    calls += [Call("one-kill", side) for side in nearly if side not in memory.nearly]
    near = frozenset(nearly) | {side for side in memory.nearly if side in parts and side not in changed}
    memory = memory.replace(
        leader=leader,
        led=memory.led or leader is not None,
        raced=state,
        parts=parts,
        behind=behind - {leader},
        nearly=near,
    )
    return memory, calls


def _sole_leader(parts: Mapping[str, Fraction], most: Fraction) -> str | None:
    """Return the one side that has made the most; None if several have, or nobody anything."""
    ahead = [side for side, part in parts.items() if part == most]
    return ahead[0] if most > 0 and len(ahead) == 1 else None


def parts_of_a_win(state: Match, among: Collection[str] | None = None) -> dict[str, Fraction]:
    """Return the part of a win that each side has made, if it can make any.

    Only the sides `among` are computed, if they are given.
    """
    if state.setup.mod is None:
        return {}
    if among is None:
        among = {state.side_of(p.id): None for p in state.players.values() if p.present}
    results = {side: objective.progress(state, side) for side in among}
    return {side: result.part for side, result in results.items() if result is not None}


def _lead_calls(memory: Memory, leader: str | None) -> Iterator[Call]:
    """Yield the call of a lead taken or lost; the first lead of all is no call."""
    if leader == memory.leader or not memory.led:
        return
    if leader is None:
        yield Call("lead-lost", memory.leader or "")
    elif leader in memory.behind:
        yield Call("comeback", leader, memory.leader or "")
    else:
        yield Call("lead-taken", leader, memory.leader or "")


# -- feats of a whole match ---------------------------------------------------------------


DEATHS = (Killed, AccidentSuffered)


BIRTHS = (deployment.Deployed, respawn.Respawned, RespawnedInBase)


OF_LIVES = (*BIRTHS, *DEATHS, Left, TurnOpened, rounds.RoundOpened)
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
    return transition.event.victim if isinstance(transition.event, DEATHS) else ""


def lives(entries: Entries) -> Iterator[Counted]:
    """Yield every life in turns, counting the first and the last.

    A new round ends all lives; leaving the table ends one.
    """
    born: dict[str, int] = {}
    turn = 1
    for entry in entries:
        for transition in entry:
            if isinstance(transition.event, rounds.RoundOpened):
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
                yield from ((killer, "", 1) for killer, _victim in feats(transition) if killer in armed)


def inches(entries: Entries) -> Iterator[Counted]:
    """Yield how far each player has moved, in whole inches."""
    walked: dict[str, float] = {}
    for entry in entries:
        for transition in entry:
            event = transition.event
            if isinstance(event, assault.Charged):
                walked[event.player] = walked.get(event.player, 0.0) + (event.distance_in or 0.0)
            elif isinstance(event, MOVES):
                spent = transition.before.players[event.player].movement.spent
                walked[event.player] = walked.get(event.player, 0.0) + max(event.spent - spent, 0.0)
    for player, far in walked.items():
        yield player, "", round(far)
