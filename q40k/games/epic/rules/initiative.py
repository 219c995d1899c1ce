"""The cup: the side whose chip is drawn from it has the initiative."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import field

from q40k.games.epic.rules.command import Command
from q40k.games.epic.rules.orders import reveal
from q40k.games.epic.rules.questions import choose_side, forbid, must_be_on_the_table
from q40k.games.epic.rules.registry import command, event, fold, rule
from q40k.games.epic.rules.state import Match
from q40k.games.epic.rules.turn import open_moves, open_shots
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.lookup import lookup
from q40k.kernel.questions import Answer, AnswerError, DiceQuestion


class ChipQuestion(DiceQuestion, frozen=True):
    """Whose chip came out of the cup: a side's name, or a die with a face for each chip.

    The app may draw, as it may roll any die; it never shows what is to come. `chips` are the
    numbers of chips in the cup by the sides' names: the faces of the die in that order.
    """

    chips: Mapping[str, int] = field(default_factory=dict)

    def parse(self, text: str) -> Answer:  # type: ignore[override]
        """Read a side's name, or its first letters. Raises AnswerError."""
        typed = text.strip()
        result = lookup(typed, [(name, name) for name, count in self.chips.items() if count])
        if result.only is not None:
            return result.only
        if re.fullmatch(r"[0-9]+", typed, re.ASCII):
            return DiceQuestion.parse(self, text)
        options = tuple(name for name, count in self.chips.items() if count)
        raise AnswerError("choice-unknown", typed=typed, options=options, nearest=result.nearest)

    def check(self, answer: Any) -> Answer:  # type: ignore[override]
        """Check a side's name, or the die that the app rolled. Raises AnswerError."""
        return self.parse(answer) if isinstance(answer, str) else DiceQuestion.check(self, answer)

    def take(self, values: Any) -> tuple[Answer, int]:  # type: ignore[override]
        """Take a name, or a number."""
        if values and isinstance(values[0], str):
            return self.check(values[0]), 1
        return DiceQuestion.take(self, values)

    def drawn_side(self, answer: Answer) -> str:
        """Return the name of the side whose chip an answer is."""
        if isinstance(answer, str):
            return answer
        assert isinstance(answer, tuple)
        number = int(answer[0])
        for name, count in self.chips.items():
            if number <= count:
                return name
            number -= count
        raise AssertionError("a die of so many sides as there are chips")


@command
class Draw(Command, tag="draw"):
    """A chip is drawn; in the movement and assault phases its owner says who goes first."""


@event
class ChipDrawn(Event, tag="chip-drawn"):
    """A side has the initiative until the next draw; `certain`: no other chip was left."""

    side: str
    certain: bool = False


@fold(ChipDrawn)
def _chip_drawn(state: Match, event: ChipDrawn) -> Match:
    chips = {**state.cup.chips, event.side: state.cup.chips.get(event.side, 0) - 1}
    return state.replace(chips=chips, holder=event.side)


@rule(Draw)
def draw(live: Live[Match], _command: Draw) -> Rule[None]:
    """Draw a chip at the start of the movement, shooting or assault phase.

    In the movement phase all order chips are turned over before its owner says who moves first.

    Rule: EE-TURN-2, EE-INIT-2, EE-INIT-3, EE-ORDER-3, EE-ASSAULT-1
    """
    state = live.state
    must_be_on_the_table(state)
    phase = state.play.phase
    if phase != "orders" and state.play.step != "draw":
        raise forbid("EE-TURN-2", "no-draw-now", phase=phase)
    yield from _draw_chip(live)
    if phase == "shooting":
        yield from open_shots(live)
        return
    if phase == "orders":
        yield from reveal(live)
    holder = live.state.cup.holder
    first = yield from choose_side(live.state, holder, "goes-first", "EE-INIT-3")
    yield from open_moves(live, "movement" if phase == "orders" else "assault", first)


def _draw_chip(live: Live[Match]) -> Rule[None]:
    """Ask whose chip came out; a certain draw is not asked.

    Rule: EE-INIT-2
    """
    state = live.state
    remaining = {side: many for side, many in state.cup.chips.items() if many}
    if len(remaining) == 1:
        yield ChipDrawn(side=next(iter(remaining)), certain=True)
        return
    chips = {state.sides[side].name: many for side, many in remaining.items()}
    question = ChipQuestion(
        "chip", None, "EE-INIT-2", {"chips": chips}, (sum(chips.values()),), chips=chips
    )
    answer = yield question
    name = question.drawn_side(answer)
    yield ChipDrawn(side=next(id for id, side in state.sides.items() if side.name == name))
