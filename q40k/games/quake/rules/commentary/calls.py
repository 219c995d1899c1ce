"""What the announcer calls out in Quake 40K: firsts, streaks, revenge, the lead, the end.

None of it changes anything in the match, and no rule of the book asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction

from msgspec import field

from q40k.games.quake.rules.clock import ClockRead, ClockSet
from q40k.games.quake.rules.damage.deaths import AccidentSuffered, Killed
from q40k.games.quake.rules.ending.ending import Ended
from q40k.games.quake.rules.ending.winning import Won
from q40k.games.quake.rules.objectives.objective import progress
from q40k.games.quake.rules.objectives.points import PortalsCounted
from q40k.games.quake.rules.objectives.score import one_kill_away, scorers
from q40k.games.quake.rules.respawn.respawn import Respawned
from q40k.games.quake.rules.rounds import RoundWon
from q40k.games.quake.rules.score import Adjusted
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.corrections import ChampionCorrected
from q40k.games.quake.rules.turn.acting import Activated, PartEnded
from q40k.kernel.calls import Call, Told
from q40k.kernel.events import Event
from q40k.kernel.state import Part

STREAKS = {2: "two", 3: "three", 4: "four", 5: "five"}
"""Kills in a row without dying; after five every fifth is called."""
LAST_SECONDS = 120
"""So long before the end of the match it is called."""
SHORTEST_MATCH = 600
"""In seconds: a shorter match has no last two minutes worth a call."""
FAR_BEHIND = Fraction(3, 10)
"""Whoever leads after having been so far behind the leader, in parts of a win, has come back."""
MUCH_CHEAPER = 3
"""So many times the killer's cost must a victim cost for the kill to be a humiliation."""
DEAR = 25
"""An accident that costs so many points may be that of the evening."""

COUNTED = frozenset(
    {Killed, AccidentSuffered, Adjusted, ChampionCorrected, RoundWon, PortalsCounted}
)
"""What changes how far a side is from winning."""


class Memory(Part, frozen=True):
    """What the announcer remembers.

    `streaks` are kills since one's own death, `slain_by` who killed somebody last, as long as that
    is not avenged; `prey` whom somebody killed last, and how many times running. `fresh` are those
    who came back and have not had a part since, `ambushes` how many of those somebody has killed
    since its own death. The race was looked at last when the match stood as it was `raced`: `parts`
    of a win were made, and `behind` is how far a side was behind at most since it led.
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
    behind: Mapping[str, Fraction] = field(default_factory=dict)
    nearly: frozenset[str] = frozenset()
    warned: bool = False


class QuakeCalls:
    """The calls of Quake 40K, each with its weight."""

    kinds: Mapping[str, int] = {
        "match": 100, "last-standing": 95, "round": 94, "first-blood": 80, "comeback": 78,
        "lead-taken": 70, "more": 68, "five": 67, "four": 66, "two-minutes": 65, "three": 62,
        "one-kill": 60, "humiliation": 59, "two": 57, "revenge": 56, "nemesis": 55, "camper": 54,
        "telefrag": 50, "on-arrival": 48, "accident": 45, "lead-lost": 40,
    }  # fmt: skip

    def begin(self) -> Memory:
        """Nothing has happened yet."""
        return Memory()

    def heed(
        self, memory: Memory, told: tuple[Told[Match], ...]
    ) -> tuple[Memory, tuple[Call, ...]]:
        """What an entry brought that is worth a call, and what is to be remembered of it."""
        calls: list[Call] = []
        counted = False
        for one in told:
            heed = _HEEDED.get(type(one.event))
            if heed is not None:
                memory, found = heed(memory, one)
                calls += found
            counted = counted or type(one.event) in COUNTED
        if counted:
            memory, found = _race(memory, told[-1].after)
            calls += found
        if any(call.kind == "match" for call in calls):
            calls = [call for call in calls if call.kind not in ("one-kill", "lead-taken")]
        return memory, tuple(calls)


Heeded = tuple[Memory, list[Call]]


def _round_won(memory: Memory, told: Told[Match]) -> Heeded:
    event = told.event
    assert isinstance(event, RoundWon)
    return memory, [Call("last-standing" if event.how == "last-alive" else "round", event.side)]


def _won(memory: Memory, told: Told[Match]) -> Heeded:
    assert isinstance(told.event, Won)
    return memory, [Call("match", told.event.winner)]


def _ended(memory: Memory, told: Told[Match]) -> Heeded:
    """The end of a match that nobody has won as the mod says: somebody may be declared winner."""
    assert isinstance(told.event, Ended)
    winners = told.event.winners
    return memory, [Call("match", winners[0])] if len(winners) == 1 else []


def _killed(memory: Memory, told: Told[Match]) -> Heeded:
    """A kill; that of a team-mate is nothing to call out."""
    state, event = told.before, told.event
    assert isinstance(event, Killed)
    victim = event.victim
    killers = [k for k in event.killers if state.side_of(k) != state.side_of(victim)]
    calls: list[Call] = []
    if killers and not memory.blood:
        calls.append(Call("first-blood", killers[0], victim))
    for killer in killers:
        memory, found = _scored(memory, killer, victim)
        calls += found
    if len(killers) == 1:
        cheap, dear = state.players[killers[0]].value, state.players[victim].value
        if dear >= MUCH_CHEAPER * cheap:
            calls.append(Call("humiliation", killers[0], victim))
    memory = _died(memory, victim)
    if killers:
        memory = memory.replace(blood=True, slain_by={**memory.slain_by, victim: killers[0]})
    return memory, calls


def _scored(memory: Memory, killer: str, victim: str) -> Heeded:
    """What a kill is to its killer: a streak, revenge, the same victim again, an ambush."""
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


def _died(memory: Memory, victim: str) -> Memory:
    return memory.replace(
        streaks={**memory.streaks, victim: 0},
        ambushes={**memory.ambushes, victim: 0},
        fresh=memory.fresh - {victim},
    )


def _accident(memory: Memory, told: Told[Match]) -> Heeded:
    """A death by nobody's hand; a telefrag has somebody to thank."""
    event = told.event
    assert isinstance(event, AccidentSuffered)
    memory = _died(memory, event.player)
    if event.cause == "telefragged" and event.by is not None:
        return memory, [Call("telefrag", event.by, event.player)]
    cost = -event.paid.get(event.player, Fraction(0))
    if cost <= memory.costliest or cost < DEAR:
        return memory, []
    return memory.replace(costliest=cost), [Call("accident", event.player, count=int(cost))]


def _back(memory: Memory, told: Told[Match]) -> Heeded:
    """Somebody came back: a newcomer until its own next part is over."""
    assert isinstance(told.event, Respawned)
    return memory.replace(fresh=memory.fresh | {told.event.player}), []


def _had_a_part(memory: Memory, told: Told[Match]) -> Heeded:
    """Whose part it was is no newcomer any more."""
    active = told.before.play.active
    if active not in memory.fresh:
        return memory, []
    return memory.replace(fresh=memory.fresh - {active}), []


def _clock(memory: Memory, told: Told[Match]) -> Heeded:
    """The last two minutes of the match, once for each limit."""
    clock = told.after.clock
    if clock is None or clock.limit is None or clock.limit < SHORTEST_MATCH:
        return memory.replace(warned=False) if memory.warned else memory, []
    last = clock.gone >= clock.limit - LAST_SECONDS
    if last == memory.warned:
        return memory, []
    return memory.replace(warned=last), [Call("two-minutes")] if last else []


_HEEDED: Mapping[type[Event], Callable[[Memory, Told[Match]], Heeded]] = {
    Killed: _killed,
    AccidentSuffered: _accident,
    Respawned: _back,
    Activated: _had_a_part,
    PartEnded: _had_a_part,
    ClockRead: _clock,
    ClockSet: _clock,
    RoundWon: _round_won,
    Won: _won,
    Ended: _ended,
}


def _race(memory: Memory, state: Match) -> Heeded:
    """Who leads alone, who has lost that, and who wins with one more kill.

    Where only scores have changed since the race was looked at last, only theirs are looked at.
    """
    none, old, ahead = Fraction(0), memory.parts, memory.leader
    others = scorers(memory.raced, state) if memory.raced is not None else None
    if others is None:
        parts = parts_of_a_win(state)
        others = parts.keys()
    else:
        others = old.keys() & others
        parts = {**old, **parts_of_a_win(state, others)}
    if not parts:
        return memory, []
    stands = ahead in parts and ahead not in others and all(parts[o] < parts[ahead] for o in others)
    leader = ahead if stands else _leader(parts)
    most = parts[leader] if leader is not None else max(parts.values())
    calls = list(_lead(memory, leader))
    behind = {side: memory.behind.get(side, none) for side in parts}
    for side in others if stands else parts:
        behind[side] = none if side == leader else max(most - parts[side], behind[side])
    nearly = one_kill_away(state, others)
    calls += [Call("one-kill", side) for side in nearly if side not in memory.nearly]
    near = frozenset(nearly) | {one for one in memory.nearly if one in parts and one not in others}
    memory = memory.replace(
        leader=leader, led=memory.led or leader is not None, raced=state, parts=parts,
        behind=behind, nearly=near,
    )  # fmt: skip
    return memory, calls


def _leader(parts: Mapping[str, Fraction]) -> str | None:
    """The one side that has made most; None where several have, or nobody anything."""
    first = max(parts, key=parts.__getitem__)
    most = parts[first]
    alone = all(part < most for side, part in parts.items() if side != first)
    return first if most > 0 and alone else None


def parts_of_a_win(state: Match, among: Collection[str] | None = None) -> dict[str, Fraction]:
    """What part of a win every side has made that can make any; of all, or `among` those."""
    if state.setup.mod is None:
        return {}
    if among is None:
        among = {state.side_of(p.id): None for p in state.players.values() if p.present}
    found = {side: progress(state, side) for side in among}
    return {side: one.part for side, one in found.items() if one is not None}


def _lead(memory: Memory, leader: str | None) -> Iterator[Call]:
    """The lead taken or lost; whoever leads first of all has had its call by that."""
    if leader == memory.leader or not memory.led:
        return
    if leader is None:
        yield Call("lead-lost", memory.leader or "")
    elif memory.behind.get(leader, Fraction(0)) >= FAR_BEHIND:
        yield Call("comeback", leader, memory.leader or "")
    else:
        yield Call("lead-taken", leader, memory.leader or "")
