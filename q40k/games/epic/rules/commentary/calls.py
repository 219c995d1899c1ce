"""What the announcer calls out in Epic Escarmouches: first losses, broken formations, the end.

None of it changes the match, and no rule of the page asks for it.
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
"""So many figures destroyed at once are called."""


class Memory(Part, frozen=True):
    """What the announcer remembers: the first loss, and who has lost half of its army."""

    blood: bool = False
    halved: frozenset[str] = frozenset()


class EpicCalls:
    """The calls of Epic Escarmouches, each with its weight."""

    kinds: Mapping[str, int] = {
        "match": 100, "first-blood": 80, "half": 75, "last-turn": 70, "dispersed": 66,
        "wiped-out": 64, "many": 60, "objective": 55, "broken": 50, "rallied": 40,
    }  # fmt: skip

    def begin(self) -> Memory:
        """Return the memory before anything has happened."""
        return Memory()

    def update(
        self, memory: Memory, transitions: tuple[Transition[Match], ...]
    ) -> tuple[Memory, tuple[Call, ...]]:
        """Return the new memory and the calls of an entry."""
        calls: list[Call] = []
        for transition in transitions:
            if isinstance(transition.event, Lost) and transition.event.cause in ("shot", "fight"):
                calls += _calls_for_losses(memory, transition)
                memory = memory.replace(blood=True)
            calls += _calls_for_event(transition)
        last = transitions[-1].after
        halved = frozenset(side for side in last.sides if _has_lost_half(last, side))
        calls += [Call("half", side) for side in last.sides if side in halved - memory.halved]
        return memory.replace(halved=halved), tuple(calls)


def _calls_for_losses(memory: Memory, transition: Transition[Match]) -> Iterator[Call]:
    """Yield the calls for figures destroyed by the enemy: the first, many, a whole formation."""
    event, state = transition.event, transition.after
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
        formations = {state.figures[figure].formation for figure in lost}
        if any(not state.alive(formation) for formation in formations):
            yield Call("wiped-out", enemy, side)


def _calls_for_event(transition: Transition[Match]) -> Iterator[Call]:
    """Yield the calls for any other event."""
    event, state = transition.event, transition.after
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


def _has_lost_half(state: Match, side: str) -> bool:
    """Return whether a side has lost half of its figures."""
    formations = state.of_side(side)
    whole = sum(len(formation.figures) for formation in formations)
    return 0 < whole <= 2 * sum(state.count_lost(formation.id) for formation in formations)
