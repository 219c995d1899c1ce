"""The turn: its phases, the orders, the cup of chips."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import field, structs

from q40k.games.epic.state.match import Acted, Doing, Formation, Given, Match, Order, Orders, Phase, Step
from q40k.games.epic.state.registry import Command, Event, FormationId
from q40k.kernel import events, lookup
from q40k.kernel.commands import Name
from q40k.kernel.events import Answer, AnswerError, DiceQuestion, EachQuestion


class Next(Command, tag="next"):
    """End this part of the turn: a side's moves, the shooting, the fights, the rallies."""


class TurnOpened(Event, tag="turn-opened"):
    """A turn begins: the cup is filled, and orders are given anew."""

    turn: int
    chips: dict[str, int]

    def fold(self, state: Match) -> Match:
        state = _clear_phase(state)
        formations = {}
        for id, formation in state.formations.items():
            orders = Orders("retreat") if formation.retreats else Orders()
            formations[id] = formation.replace(orders=orders, nerve=formation.nerve.replace(tried=False))
        sides = {id: side.replace(ordered=False) for id, side in state.sides.items()}
        return state.replace(
            formations=formations,
            sides=sides,
            chips=self.chips,
            turn=self.turn,
            phase="orders",
            step="",
            active=None,
            second=None,
        )


class StepOpened(Event, tag="step-opened"):
    """A part of a turn begins: `active` acts, and `second` after it."""

    phase: Phase
    step: Step = ""
    active: str | None = None
    second: str | None = None

    def fold(self, state: Match) -> Match:
        if self.phase != state.play.phase:
            state = _clear_phase(state)
        return state.replace(phase=self.phase, step=self.step, active=self.active, second=self.second)


def _clear_phase(state: Match) -> Match:
    """Return the state without what was done in the phase (EE-TERRAIN-4, EE-MELEE-6)."""
    done, acted = Doing(), Acted()
    figures = {id: f if f.doing == done else f.replace(doing=done) for id, f in state.figures.items()}
    formations = {
        id: formation.replace(acted=acted, tested=False)
        if formation.nerve.tested or formation.acted != acted
        else formation
        for id, formation in state.formations.items()
    }
    return state.replace(figures=figures, formations=formations, contacts=())


# -- orders --------------------------------------------------------------------------------


GIVEN: tuple[Given, ...] = ("advance", "charge", "first-fire")
"""The orders that can be given; a formation without one advances."""


class GiveOrders(Command, tag="orders"):
    """A side gives its orders; formations not named advance.

    With `secret` the orders are asked for, so that nobody reads them while they are typed. In early
    records `seal` replaces them.
    """

    sealed_fields: ClassVar[tuple[str, ...]] = ("orders", "secret")

    player: Name
    orders: dict[FormationId, Given] = field(default_factory=dict)
    secret: bool = False
    seal: str | None = None


class OrdersGiven(Event, tag="orders-given"):
    """A side has given its orders; they are None for the other side (EE-ORDER-9)."""

    side: str
    turn: int
    orders: dict[str, Given] | None

    def fold(self, state: Match) -> Match:
        for formation in state.of_side(self.side):
            chip = (self.orders or {}).get(formation.id)
            state = state.with_formation(formation.id, chip=chip)
        return state.with_side(self.side, ordered=True)


class OrdersRevealed(Event, tag="orders-revealed"):
    """All chips are turned over; a formation without one is on Advance."""

    orders: dict[str, Order]

    def fold(self, state: Match) -> Match:
        for id, order in self.orders.items():
            state = state.with_formation(id, order=order, chip=None)
        return state


def orderable(state: Match, side: str) -> tuple[Formation, ...]:
    """Return the formations of a side that may have an order: none in Retreat, none lost.

    Rule: EE-ORDER-1, EE-RETREAT-1
    """
    return tuple(f for f in state.of_side(side) if not f.retreats and state.alive(f.id))


def orders_question(state: Match, side: str) -> EachQuestion:
    """Return the question for the hidden orders of a side."""
    formations = tuple(formation.id for formation in orderable(state, side))
    return EachQuestion("orders", side, "EE-ORDER-2", {}, formations, GIVEN, secret=True)


def missing_orders(state: Match, side: str) -> tuple[GiveOrders, EachQuestion] | None:
    """Return the command and question for the orders a side has still to give, or None.

    Both sides may give theirs at once.

    Rule: EE-ORDER-9, EE-INIT-4
    """
    if state.play.phase != "orders" or state.outcome.over or state.sides[side].ordered:
        return None
    question = orders_question(state, side)
    if not question.items:
        return None
    return GiveOrders(player=state.sides[side].name, secret=True), question


# -- who may know --------------------------------------------------------------------------


def mask_state(state: Match, viewer: str | None) -> Match:
    """Return the state as `viewer` may know it: without others' chips that lie face down.

    Rule: EE-ORDER-9
    """
    for formation in state.formations.values():
        if formation.orders.chip is not None and formation.side != viewer:
            state = state.with_formation(formation.id, chip=None)
    return state


def mask_event(state: Match, event: events.Event, viewer: str | None) -> events.Event:
    """Return the event as `viewer` may know it: orders stay hidden until they are revealed.

    Rule: EE-ORDER-9
    """
    if not isinstance(event, OrdersGiven) or event.side == viewer:
        return event
    hidden = event.turn == state.play.turn and state.play.phase == "orders"
    return structs.replace(event, orders=None) if hidden else event


# -- the cup -------------------------------------------------------------------------------


class ChipQuestion(DiceQuestion, frozen=True):
    """Whose chip came out of the cup: a side's name, or a die with a face for each chip.

    The app may draw, as it may roll any die; it never shows what is to come. `chips` are the
    numbers of chips of the sides that still have some, by name: the faces of the die in that order.
    """

    chips: Mapping[str, int] = field(default_factory=dict)

    def parse(self, text: str) -> Answer:  # type: ignore[override]
        """Read a side's name, or its first letters. Raises AnswerError."""
        typed = text.strip()
        result = lookup.lookup(typed, [(name, name) for name in self.chips])
        if result.only is not None:
            return result.only
        if re.fullmatch(r"[0-9]+", typed, re.ASCII):
            return DiceQuestion.parse(self, text)
        raise AnswerError("choice-unknown", typed=typed, options=tuple(self.chips), nearest=result.nearest)

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


class Draw(Command, tag="draw"):
    """A chip is drawn; in the movement and assault phases its owner says who goes first."""


class ChipDrawn(Event, tag="chip-drawn"):
    """A side has the initiative until the next draw; `certain`: no other chip was left."""

    side: str
    certain: bool = False

    def fold(self, state: Match) -> Match:
        chips = {**state.cup.chips, self.side: state.cup.chips.get(self.side, 0) - 1}
        return state.replace(chips=chips, holder=self.side)
