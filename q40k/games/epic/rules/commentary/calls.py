"""What the announcer calls out in Epic Escarmouches: first losses, broken formations, the end.

None of it changes anything in the match, and nothing on the page asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from q40k.games.epic.rules.losses import Demoralised, Lost
from q40k.games.epic.rules.morale import Dispersed
from q40k.games.epic.rules.rally import RallyTried
from q40k.games.epic.rules.state import Match
from q40k.games.epic.rules.turn import TurnOpened
from q40k.games.epic.rules.winning import Ended, ObjectiveCounted
from q40k.kernel.calls import Call, Transition
from q40k.kernel.state import Part

MANY = 4
"""So many figures destroyed at one blow are called."""


class Memory(Part, frozen=True):
    """What the announcer remembers: that somebody was lost, and who has lost half of its army."""

    blood: bool = False
    halved: frozenset[str] = frozenset()


class EpicCalls:
    """The calls of Epic Escarmouches, each with its weight."""

    kinds: Mapping[str, int] = {
        "match": 100, "first-blood": 80, "half": 75, "last-turn": 70, "dispersed": 66,
        "wiped-out": 64, "many": 60, "objective": 55, "broken": 50, "rallied": 40,
    }  # fmt: skip

    def begin(self) -> Memory:
        """Nothing has happened yet."""
        return Memory()

    def update(
        self, memory: Memory, transitions: tuple[Transition[Match], ...]
    ) -> tuple[Memory, tuple[Call, ...]]:
        """What an entry brought that is worth a call, and what is to be remembered of it."""
        calls: list[Call] = []
        for one in transitions:
            if isinstance(one.event, Lost) and one.event.cause in ("shot", "fight"):
                calls += _destroyed(memory, one)
                memory = memory.replace(blood=True)
            calls += _other(one)
        last = transitions[-1].after
        halved = frozenset(side for side in last.sides if _halved(last, side))
        calls += [Call("half", side) for side in last.sides if side in halved - memory.halved]
        return memory.replace(halved=halved), tuple(calls)


def _destroyed(memory: Memory, told: Transition[Match]) -> Iterator[Call]:
    """Figures destroyed by the enemy: the first, many at once, the last of a formation."""
    event, state = told.event, told.after
    assert isinstance(event, Lost)
    for side in state.sides:
        lost = [figure for figure in event.figures if state.side_of(figure) == side]
        if not lost:
            continue
        enemy = state.enemy(side)
        if not memory.blood:
            yield Call("first-blood", enemy, side)
        if len(lost) >= MANY:
            yield Call("many", enemy, side, len(lost))
        gone = {state.figures[figure].formation for figure in lost}
        if any(not state.alive(formation) for formation in gone):
            yield Call("wiped-out", enemy, side)


def _other(told: Transition[Match]) -> Iterator[Call]:
    """Whatever one event says by itself."""
    event, state = told.event, told.after
    if isinstance(event, Demoralised):
        yield Call("broken", state.formations[event.formation].side)
    elif isinstance(event, Dispersed):
        yield Call("dispersed", state.formations[event.formation].side)
    elif isinstance(event, RallyTried) and event.rallied:
        yield Call("rallied", state.formations[event.formation].side)
    elif isinstance(event, ObjectiveCounted):
        yield Call("objective", event.side, count=event.worth)
    elif isinstance(event, TurnOpened) and event.turn == state.switches.turn_limit:
        yield Call("last-turn", count=event.turn)
    elif isinstance(event, Ended) and len(event.winners) == 1:
        yield Call("match", event.winners[0])


def _halved(state: Match, side: str) -> bool:
    """Whether a side has lost half of its figures."""
    formations = state.of_side(side)
    whole = sum(len(one.figures) for one in formations)
    return 0 < whole <= 2 * sum(state.lost(one.id) for one in formations)
