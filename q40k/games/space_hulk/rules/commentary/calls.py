"""What the announcer calls out in Space Hulk: the clock, losses, hits worth it, the end.

None of it changes anything in the match, and nothing in the books asks for it, but for the passing
time, which is called by the clock itself; what is called of it here is what the room hears late.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from q40k.games.space_hulk.rules.aliens.blips import PileShuffled
from q40k.games.space_hulk.rules.aliens.convert import BlipRevealed
from q40k.games.space_hulk.rules.commentary.killers import killer_of
from q40k.games.space_hulk.rules.losses import Killed
from q40k.games.space_hulk.rules.movement.moved import Left
from q40k.games.space_hulk.rules.movement.objects import PickedUp
from q40k.games.space_hulk.rules.shooting.explosion import Exploded
from q40k.games.space_hulk.rules.shooting.firing import Jammed
from q40k.games.space_hulk.rules.shooting.flamer import Flamed
from q40k.games.space_hulk.rules.shooting.flames import Burning
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.turn.clock import ClockRead, calls
from q40k.games.space_hulk.rules.turn.phases import BellRung, TurnOpened
from q40k.games.space_hulk.rules.turn.winning import MatchEnded
from q40k.kernel.calls import Call, Told
from q40k.kernel.state import Part

MANY = 3
"""So many aliens destroyed at one blow, or by one marine in one turn, are called."""
SECONDS = 15
"""The last call of the clock before its end."""


class Memory(Part, frozen=True):
    """What the announcer remembers: who has killed how many in this turn, and the first losses.

    `flamer` is the marine who burnt a section last.
    """

    blood: bool = False
    loss: bool = False
    kills: tuple[tuple[str, int], ...] = ()
    flamer: str = ""


class HulkCalls:
    """The calls of Space Hulk, each with its weight."""

    kinds: Mapping[str, int] = {
        "match": 100, "last-marine": 94, "alpha-down": 90, "alpha": 88, "first-loss": 84,
        "first-blood": 82, "exploded": 80, "time-up": 78, "last-seconds": 76, "sergeant": 74,
        "last-turn": 72, "lost": 70, "many": 68, "out": 66, "object": 64, "spree": 60,
        "cut-down": 56, "jam": 52, "swarm": 46, "fire": 42, "pile": 40, "time": 30,
    }  # fmt: skip

    def begin(self) -> Memory:
        """Nothing has happened yet."""
        return Memory()

    def heed(
        self, memory: Memory, told: tuple[Told[Match], ...]
    ) -> tuple[Memory, tuple[Call, ...]]:
        """What an entry brought that is worth a call, and what is to be remembered of it."""
        found: list[Call] = []
        killer = ""
        dead = 0
        for one in told:
            event = one.event
            killer = killer_of(event, one.before) or killer
            if isinstance(event, TurnOpened):
                memory = memory.replace(kills=())
            if isinstance(event, Flamed):
                memory = memory.replace(flamer=event.who)
            if isinstance(event, Killed) and event.by != "hand":
                if event.who in one.before.marines:
                    found += _lost(memory, one)
                    memory = memory.replace(loss=True)
                else:
                    dead += 1
                    killer = memory.flamer if event.by == "flame" else killer
                    memory, said = _destroyed(memory, one, killer)
                    found += said
            found += _other(one)
        if dead >= MANY:
            found.append(Call("many", killer or "marine", count=dead))
        return memory, tuple(found)


def _lost(memory: Memory, told: Told[Match]) -> Iterator[Call]:
    """A marine is dead: the first, a sergeant, all but the last."""
    event, state = told.event, told.after
    assert isinstance(event, Killed)
    one = state.marines[event.who]
    yield Call("lost", event.who)
    if not memory.loss:
        yield Call("first-loss", event.who)
    if one.kind.sergeant:
        yield Call("sergeant", event.who)
    if len(state.standing) == 1 and len(state.marines) > 1:
        yield Call("last-marine", state.standing[0].id)


def _destroyed(memory: Memory, told: Told[Match], killer: str) -> tuple[Memory, list[Call]]:
    """An alien is dead: the first, the Alpha, one of several by the same marine in a turn."""
    event = told.event
    assert isinstance(event, Killed)
    found = []
    if not memory.blood:
        found.append(Call("first-blood", killer or "marine"))
    alien = told.before.stealers.get(event.who)
    if alien is not None and alien.alpha:
        found.append(Call("alpha-down", killer or "marine"))
    if killer and event.by in ("shot", "assault"):
        kills = Counter(dict(memory.kills))
        kills[killer] += 1
        memory = memory.replace(kills=tuple(kills.items()))
        if kills[killer] >= MANY:
            found.append(Call("spree", killer, count=kills[killer]))
        if event.by == "assault":
            found.append(Call("cut-down", killer))
    return memory.replace(blood=True), found


def _other(told: Told[Match]) -> Iterator[Call]:
    """Whatever one event says by itself."""
    event, before, state = told.event, told.before, told.after
    match event:
        case BlipRevealed(alpha=True):
            yield Call("alpha", "stealer")
        case BlipRevealed(value=value) if value == MANY:
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
        case PileShuffled():
            yield Call("pile", "stealer", count=event.many)
        case TurnOpened() if event.turn == state.mission.turn_limit:
            yield Call("last-turn", count=event.turn)
        case ClockRead():
            yield from _time(before, state)
        case BellRung():
            yield Call("time-up")
        case MatchEnded() if len(event.winners) == 1:
            yield Call("match", event.winners[0])


def _time(before: Match, state: Match) -> Iterator[Call]:
    """The last of the clock's calls that has gone by.

    Rule: SH-TIMER-6, SH1-TIMER-7
    """
    timer = state.timer
    if timer.length is None:
        return
    end = timer.began + timer.length
    gone = [one for one in calls(state) if before.timer.gone < end - one <= timer.gone]
    if gone and timer.gone < end:
        yield Call("last-seconds" if gone[-1] == SECONDS else "time", count=gone[-1])
