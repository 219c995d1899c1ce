"""A first evening: the steps of a lesson, of which the prompt says the next one.

A game that teaches its keys lists its steps; the match of the lesson is kept in memory alone, so
that no list and no season knows it.
"""

from collections.abc import Sequence

from msgspec import Struct

from q40k.kernel.journal.journal import JournalError
from q40k.tui.forms import AnyDesk

PROGRESS = "lesson progress"
"""The key in the desk's memory for how far the lesson is."""


class Step(Struct, frozen=True):
    """One thing to do, and how it is noticed: an event of these types, or an entry of this kind.

    Without either it is the last step, which is never done.
    """

    say: str
    events: tuple[str, ...] = ()
    kind: str = ""


class Progress(Struct):
    """How far a lesson is: the step, what had happened when it began, the entry it was read at."""

    at: int = 0
    count: int = -1
    head: int = -1


def next_step(desk: AnyDesk, steps: Sequence[Step]) -> Step:
    """Return the step that is to be done now; steps that were done stay done.

    Nothing new is said while the dice of the last step are still asked for.
    """
    progress: Progress = desk.memory.setdefault(PROGRESS, Progress())
    head = desk.match_session.head
    if progress.head != head and (progress.count < 0 or desk.snapshot.question is None):
        progress.head = head
        step = steps[progress.at]
        if progress.count < 0:
            progress.count = _count(desk, step)
        elif _count(desk, step) > progress.count:
            progress.at = min(progress.at + 1, len(steps) - 1)
            progress.count = _count(desk, steps[progress.at])
    return steps[progress.at]


def _count(desk: AnyDesk, step: Step) -> int:
    """Return how often what the step asks for has happened so far."""
    try:
        lines = desk.match_session.lines()
    except JournalError:
        return 0
    if step.kind:
        return sum(line.entry.kind == step.kind for line in lines)
    return sum(event.type in step.events for line in lines for event in line.events)
