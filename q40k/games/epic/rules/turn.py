"""The turn: its phases, the orders, the cup of chips, and `next`, which ends a part of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
from msgspec import field, structs

from q40k.games.epic.rules import morale, questions, winning
from q40k.games.epic.rules.registry import Command, Event, FormationId, fold, rule
from q40k.games.epic.rules.shooting import hold_the_rest, next_to_fire
from q40k.games.epic.rules.state import Acted, Doing, Formation, Given, Match, Order, Orders, Phase, Step
from q40k.kernel import events, lookup, sealing
from q40k.kernel.commands import Name
from q40k.kernel.events import Answer, AnswerError, DiceQuestion, EachQuestion, Live, Rule

MORE_CHIPS, FEWER_CHIPS = 3, 2


class Next(Command, tag="next"):
    """End this part of the turn: a side's moves, the shooting, the fights, the rallies."""


class TurnOpened(Event, tag="turn-opened"):
    """A turn begins: the cup is filled, and orders are given anew."""

    turn: int
    chips: dict[str, int]


class StepOpened(Event, tag="step-opened"):
    """A part of a turn begins: `active` acts, and `second` after it."""

    phase: Phase
    step: Step = ""
    active: str | None = None
    second: str | None = None


@fold(TurnOpened)
def _turn_opened(state: Match, event: TurnOpened) -> Match:
    state = _clear_phase(state)
    formations = {}
    for id, formation in state.formations.items():
        orders = Orders("retreat") if formation.retreats else Orders()
        formations[id] = formation.replace(orders=orders, nerve=formation.nerve.replace(tried=False))
    sides = {id: side.replace(ordered=False) for id, side in state.sides.items()}
    return state.replace(
        formations=formations,
        sides=sides,
        chips=event.chips,
        turn=event.turn,
        phase="orders",
        step="",
        active=None,
        second=None,
    )


@fold(StepOpened)
def _step_opened(state: Match, event: StepOpened) -> Match:
    if event.phase != state.play.phase:
        state = _clear_phase(state)
    return state.replace(phase=event.phase, step=event.step, active=event.active, second=event.second)


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


def open_turn(live: Live[Match]) -> Rule[None]:
    """Fill the cup: three chips for the higher strategic value, two for the lower, three each.

    Rule: EE-TURN-1, EE-INIT-1
    """
    sides = live.state.sides
    values = {id: side.strategic for id, side in sides.items()}
    most = max(values.values())
    chips = {id: MORE_CHIPS if value == most else FEWER_CHIPS for id, value in values.items()}
    yield TurnOpened(turn=live.state.play.turn + 1, chips=chips)


def open_moves(live: Live[Match], phase: Phase, first: str) -> Rule[None]:
    """Let one side make all its moves, then the other.

    Rule: EE-MOVE-1, EE-ASSAULT-1
    """
    yield StepOpened(phase=phase, step="moves", active=first, second=live.state.enemy(first))


def open_shots(live: Live[Match]) -> Rule[None]:
    """Let the side with the initiative fire first, if a formation of it can.

    Rule: EE-SHOOT-1
    """
    holder = live.state.cup.holder
    assert holder is not None
    first = next_to_fire(live.state, live.state.enemy(holder))
    yield StepOpened(phase="shooting", step="shots", active=first)


@rule(Next)
def end_step(live: Live[Match], _command: Next) -> Rule[None]:
    """End this part of the turn; no phase ends automatically.

    Rule: EE-TURN-1, EE-TURN-2, EE-TURN-3
    """
    questions.must_be_on_the_table(live.state)
    play = live.state.play
    if play.phase == "orders" or play.step == "draw":
        raise questions.forbid("EE-TURN-2", "draw-first", phase=play.phase)
    if play.step == "moves":
        yield from _end_moves(live)
    elif play.step == "shots":
        yield from hold_the_rest(live)
        yield StepOpened(phase="assault", step="draw")
    elif play.step == "fights":
        yield from _end_fights(live)
    else:
        yield from winning.check_turn(live)
        if not live.state.outcome.over:
            yield from open_turn(live)


def _end_moves(live: Live[Match]) -> Rule[None]:
    """End one side's moves: the other side moves, or the moves are over.

    Rule: EE-MOVE-1, EE-ASSAULT-1, EE-MORALE-8
    """
    play = live.state.play
    if play.second is not None:
        yield StepOpened(phase=play.phase, step="moves", active=play.second)
    elif play.phase == "movement":
        yield StepOpened(phase="shooting", step="draw")
    else:
        yield StepOpened(phase="assault", step="fights")
        yield from morale.take_contact_tests(live)


def _end_fights(live: Live[Match]) -> Rule[None]:
    """End the fights once nobody is in contact; break tests follow.

    Rule: EE-MELEE-5, EE-MELEE-6, EE-MORALE-7
    """
    if live.state.contacts:
        figure, other = live.state.contacts[0]
        yield from questions.refuse("EE-MELEE-6", "still-in-contact", figure=figure, enemy=other)
    yield from morale.take_break_tests(live)
    yield StepOpened(phase="rally")


# -- orders --------------------------------------------------------------------------------


GIVEN: tuple[Given, ...] = ("advance", "charge", "first-fire")
"""The orders that can be given; a formation without one advances."""
Sealed = dict[str, Given]
"""The content of a seal: the orders by formation."""


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


class OrdersRevealed(Event, tag="orders-revealed"):
    """All chips are turned over; a formation without one is on Advance."""

    orders: dict[str, Order]


@fold(OrdersGiven)
def _orders_given(state: Match, event: OrdersGiven) -> Match:
    for formation in state.of_side(event.side):
        chip = (event.orders or {}).get(formation.id)
        state = state.with_formation(formation.id, chip=chip)
    return state.with_side(event.side, ordered=True)


@fold(OrdersRevealed)
def _orders_revealed(state: Match, event: OrdersRevealed) -> Match:
    for id, order in event.orders.items():
        state = state.with_formation(id, order=order, chip=None)
    return state


def orderable(state: Match, side: str) -> tuple[Formation, ...]:
    """Return the formations of a side that may have an order: none in Retreat, none lost.

    Rule: EE-ORDER-1, EE-RETREAT-1
    """
    return tuple(f for f in state.of_side(side) if not f.retreats and state.alive(f.id))


@rule(GiveOrders)
def give_orders(live: Live[Match], command: GiveOrders) -> Rule[None]:
    """Lay order chips face down; they may change until both sides have laid theirs.

    Rule: EE-ORDER-1, EE-ORDER-2, EE-ORDER-4, EE-ORDER-5, EE-ORDER-6, EE-ORDER-7, EE-ORDER-8,
    EE-ORDER-9, EE-INIT-4
    """
    state = live.state
    questions.must_be_on_the_table(state)
    side = questions.find_side(state, command.player)
    if state.play.phase != "orders":
        questions.must_be_in_phase(state, "orders")
    if all(member.ordered for member in state.sides.values()):
        yield from questions.refuse("EE-ORDER-9", "orders-are-done", side=side.name)
    accepted: dict[str, Given] = {}
    orders = command.orders
    if command.seal is not None:
        orders = _unseal_orders(command)
    for name, order in orders.items():
        formation = questions.find_formation(state, name)
        if formation.side != side.id:
            raise questions.forbid("EE-ORDER-1", "not-yours", formation=formation.id, side=side.name)
        if not state.alive(formation.id):
            raise questions.forbid("EE-MORALE-1", "formation-lost", formation=formation.id)
        if formation.retreats:
            raise questions.forbid("EE-RETREAT-1", "no-order-in-retreat", formation=formation.id)
        accepted[formation.id] = order
    if command.secret:
        accepted = yield from _ask_orders(live, side.id)
    yield OrdersGiven(side=side.id, turn=state.play.turn, orders=accepted)


def _unseal_orders(command: GiveOrders) -> dict[str, Given]:
    """Return the orders that a record holds sealed."""
    assert command.seal is not None
    try:
        orders: dict[str, Given] = msgspec.convert(sealing.unseal_first_form(command.player, command.seal), Sealed)
    except (sealing.BrokenSeal, msgspec.ValidationError) as error:
        raise questions.forbid("EE-ORDER-9", "seal-broken", side=command.player) from error
    return orders


def _ask_orders(live: Live[Match], side: str) -> Rule[dict[str, Given]]:
    question = _orders_question(live.state, side)
    if not question.items:
        return {}
    answer: tuple[Given, ...] = yield question
    return dict(zip(question.items, answer, strict=True))


def _orders_question(state: Match, side: str) -> EachQuestion:
    formations = tuple(formation.id for formation in orderable(state, side))
    return EachQuestion("orders", side, "EE-ORDER-2", {}, formations, GIVEN, secret=True)


def missing_orders(state: Match, side: str) -> tuple[GiveOrders, EachQuestion] | None:
    """Return the command and question for the orders a side has still to give, or None.

    Both sides may give theirs at once.

    Rule: EE-ORDER-9, EE-INIT-4
    """
    if state.play.phase != "orders" or state.outcome.over or state.sides[side].ordered:
        return None
    question = _orders_question(state, side)
    if not question.items:
        return None
    return GiveOrders(player=state.sides[side].name, secret=True), question


def reveal(live: Live[Match]) -> Rule[None]:
    """Turn all chips over at the same moment.

    Rule: EE-ORDER-2, EE-ORDER-3
    """
    state = live.state
    orders: dict[str, Order] = {}
    for formation in state.formations.values():
        if state.alive(formation.id) and not formation.retreats:
            orders[formation.id] = formation.orders.chip or "advance"
    yield OrdersRevealed(orders=orders)


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
    questions.must_be_on_the_table(state)
    phase = state.play.phase
    if phase != "orders" and state.play.step != "draw":
        raise questions.forbid("EE-TURN-2", "no-draw-now", phase=phase)
    yield from _draw_chip(live)
    if phase == "shooting":
        yield from open_shots(live)
        return
    if phase == "orders":
        yield from reveal(live)
    holder = live.state.cup.holder
    first = yield from questions.choose_side(live.state, holder, "goes-first", "EE-INIT-3")
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
    question = ChipQuestion("chip", None, "EE-INIT-2", {"chips": chips}, (sum(chips.values()),), chips=chips)
    answer = yield question
    name = question.drawn_side(answer)
    yield ChipDrawn(side=next(id for id, side in state.sides.items() if side.name == name))
