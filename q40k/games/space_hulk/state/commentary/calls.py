"""The announcer's calls in Space Hulk: the clock, losses, remarkable hits, the end.

They do not change the match, and the books do not ask for them, except for the passing time. The
clock itself calls the time; a call here is for rooms that hear it late, while the phase still lasts.
"""

from collections import Counter
from collections.abc import Iterator

from q40k.games.space_hulk.state import blips, conversion, ending, losses, melee, turn
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.movement.objects import PickedUp
from q40k.games.space_hulk.state.movement.steps import Left
from q40k.games.space_hulk.state.shooting.firing import Exploded, Fired, Jammed
from q40k.games.space_hulk.state.shooting.flames import Burning, Flamed
from q40k.kernel.commentary import Call, Transition
from q40k.kernel.events import Event
from q40k.kernel.state import Part
from q40k.tabletop.rules import ClockRead


def killer_of(event: Event, before: Match) -> str:
    """Return the marine whose shot or fight kills the next piece that dies; "" for nobody."""
    if isinstance(event, Fired) and event.hit:
        return event.who
    if isinstance(event, melee.Fought):
        return event.attacker if event.attacker in before.marines else event.defender
    return ""


MANY = 3
"""The number of aliens destroyed at one blow, or by one marine in one turn, that is called."""


SECONDS = 15
"""The last call of the clock before its end, in seconds left."""


TIME_CALLS = ("time", "last-seconds")
"""The calls of time that is left, which hurry nobody once the phase is over."""


class Memory(Part, frozen=True):
    """What the announcer remembers: the kills of each marine in this turn, and the first losses.

    `flamer` is the marine who last burnt a section.
    """

    blood: bool = False
    loss: bool = False
    kills: tuple[tuple[str, int], ...] = ()
    flamer: str = ""


class HulkCalls:
    """The calls of Space Hulk, the most important first."""

    kinds = (
        "match", "last-marine", "alpha-down", "alpha", "first-loss", "first-blood", "exploded", "time-up",
        "last-seconds", "sergeant", "last-turn", "lost", "many", "out", "object", "spree", "cut-down", "jam", "swarm",
        "fire", "pile", "time",
    )  # fmt: skip

    def begin(self) -> Memory:
        """Return an empty memory."""
        return Memory()

    def update(self, memory: Memory, transitions: tuple[Transition[Match], ...]) -> tuple[Memory, tuple[Call, ...]]:
        """Return the calls that an entry is worth, and what to remember of it."""
        calls: list[Call] = []
        killer = ""
        dead = 0
        for transition in transitions:
            event = transition.event
            killer = killer_of(event, transition.before) or killer
            if isinstance(event, turn.TurnOpened):
                memory = memory.replace(kills=())
            if isinstance(event, Flamed):
                memory = memory.replace(flamer=event.who)
            if isinstance(event, losses.Killed) and event.by != "hand":
                if event.who in transition.before.marines:
                    calls += _calls_for_loss(memory, transition)
                    memory = memory.replace(loss=True)
                else:
                    dead += 1
                    killer = memory.flamer if event.by == "flame" else killer
                    memory, new_calls = _calls_for_kill(memory, transition, killer)
                    calls += new_calls
            calls += _other_calls(transition)
        if transitions and transitions[-1].after.timer.length is None:
            calls = [call for call in calls if call.kind not in TIME_CALLS]
        if dead >= MANY:
            calls.append(Call("many", killer or "marine", count=dead))
        return memory, tuple(calls)


def _calls_for_loss(memory: Memory, transition: Transition[Match]) -> Iterator[Call]:
    """Yield the calls for a dead marine: the first, a sergeant, the last but one."""
    event, state = transition.event, transition.after
    assert isinstance(event, losses.Killed)
    marine = state.marines[event.who]
    yield Call("lost", event.who)
    if not memory.loss:
        yield Call("first-loss", event.who)
    if marine.kind.sergeant:
        yield Call("sergeant", event.who)
    if len(state.marines_in_play) == 1 and len(state.marines) > 1:
        yield Call("last-marine", state.marines_in_play[0].id)


def _calls_for_kill(memory: Memory, transition: Transition[Match], killer: str) -> tuple[Memory, list[Call]]:
    """Return the calls for a dead alien: the first, the Alpha, one of several by a marine in a
    turn.
    """
    event = transition.event
    assert isinstance(event, losses.Killed)
    calls = []
    if not memory.blood:
        calls.append(Call("first-blood", killer or "marine"))
    alien = transition.before.stealers.get(event.who)
    if alien is not None and alien.alpha:
        calls.append(Call("alpha-down", killer or "marine"))
    if killer and event.by in ("shot", "assault"):
        kills = Counter(dict(memory.kills))
        kills[killer] += 1
        memory = memory.replace(kills=tuple(kills.items()))
        if kills[killer] >= MANY:
            calls.append(Call("spree", killer, count=kills[killer]))
        if event.by == "assault":
            calls.append(Call("cut-down", killer))
    return memory.replace(blood=True), calls


def _other_calls(transition: Transition[Match]) -> Iterator[Call]:
    """Yield the calls that an event is worth without a memory."""
    event, before, state = transition.event, transition.before, transition.after
    match event:
        case conversion.BlipRevealed(alpha=True):
            yield Call("alpha", "stealer")
        case conversion.BlipRevealed(value=value) if value == MANY:
            yield Call("swarm", "stealer", count=value)
        case Exploded():
            yield Call("exploded", event.who)
        case Jammed():
            yield Call("jam", event.who)
        case Left() if event.who in state.marines:
            yield Call("out", event.who)
        case PickedUp() if event.who in state.marines:
            yield Call("object", event.who, event.object)
        case Burning(counters=1):
            yield Call("fire", count=len(event.squares))
        case blips.PileShuffled():
            yield Call("pile", "stealer", count=event.many)
        case turn.TurnOpened() if event.turn == state.mission.turn_limit:
            yield Call("last-turn", count=event.turn)
        case ClockRead():
            yield from _time_calls(before, state)
        case turn.BellRung():
            yield Call("time-up")
        case ending.MatchEnded() if len(event.winners) == 1:
            yield Call("match", event.winners[0])


def _time_calls(before: Match, state: Match) -> Iterator[Call]:
    """Yield the last of the clock's calls that has passed.

    Rule: SH-TIMER-6, SH1-TIMER-7
    """
    timer = state.timer
    if timer.length is None:
        return
    end = timer.began + timer.length
    passed = [seconds for seconds in turn.call_times(state) if before.timer.gone < end - seconds <= timer.gone]
    if passed and timer.gone < end:
        yield Call("last-seconds" if passed[-1] == SECONDS else "time", count=passed[-1])
