"""The turn: give orders, draw chips, and end a part of it with `next`."""

import msgspec

from q40k.games.epic.rules import morale, winning
from q40k.games.epic.rules.questions import choose_side
from q40k.games.epic.rules.shooting import hold_the_rest
from q40k.games.epic.state import questions, turn
from q40k.games.epic.state.match import Given, Match, Order, Phase
from q40k.games.epic.state.registry import rule
from q40k.games.epic.state.shooting import next_to_fire
from q40k.kernel import sealing
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, refuse

MORE_CHIPS, FEWER_CHIPS = 3, 2


def open_turn(live: Live[Match]) -> Rule[None]:
    """Fill the cup: three chips for the higher strategic value, two for the lower, three each.

    Rule: EE-TURN-1, EE-INIT-1
    """
    sides = live.state.sides
    values = {id: side.strategic for id, side in sides.items()}
    most = max(values.values())
    chips = {id: MORE_CHIPS if value == most else FEWER_CHIPS for id, value in values.items()}
    yield turn.TurnOpened(turn=live.state.play.turn + 1, chips=chips)


def open_moves(live: Live[Match], phase: Phase, first: str) -> Rule[None]:
    """Let one side make all its moves, then the other.

    Rule: EE-MOVE-1, EE-ASSAULT-1
    """
    yield turn.StepOpened(phase=phase, step="moves", active=first, second=live.state.enemy(first))


def open_shots(live: Live[Match]) -> Rule[None]:
    """Let the side with the initiative fire first, if a formation of it can.

    Rule: EE-SHOOT-1
    """
    holder = live.state.cup.holder
    assert holder is not None
    first = next_to_fire(live.state, live.state.enemy(holder))
    yield turn.StepOpened(phase="shooting", step="shots", active=first)


@rule(turn.Next)
def end_step(live: Live[Match], _command: turn.Next) -> Rule[None]:
    """End this part of the turn; no phase ends automatically.

    Rule: EE-TURN-1, EE-TURN-2, EE-TURN-3
    """
    questions.must_be_on_the_table(live.state)
    play = live.state.play
    if play.phase == "orders" or play.step == "draw":
        raise forbid("EE-TURN-2", "draw-first", phase=play.phase)
    if play.step == "moves":
        yield from _end_moves(live)
    elif play.step == "shots":
        yield from hold_the_rest(live)
        yield turn.StepOpened(phase="assault", step="draw")
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
        yield turn.StepOpened(phase=play.phase, step="moves", active=play.second)
    elif play.phase == "movement":
        yield turn.StepOpened(phase="shooting", step="draw")
    else:
        yield turn.StepOpened(phase="assault", step="fights")
        yield from morale.take_contact_tests(live)


def _end_fights(live: Live[Match]) -> Rule[None]:
    """End the fights once nobody is in contact; break tests follow.

    Rule: EE-MELEE-5, EE-MELEE-6, EE-MORALE-7
    """
    if live.state.contacts:
        figure, other = live.state.contacts[0]
        yield from refuse("EE-MELEE-6", "still-in-contact", figure=figure, enemy=other)
    yield from morale.take_break_tests(live)
    yield turn.StepOpened(phase="rally")


Sealed = dict[str, Given]
"""The content of a seal: the orders by formation."""


@rule(turn.GiveOrders)
def give_orders(live: Live[Match], command: turn.GiveOrders) -> Rule[None]:
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
        yield from refuse("EE-ORDER-9", "orders-are-done", side=side.name)
    accepted: dict[str, Given] = {}
    orders = command.orders
    if command.seal is not None:
        orders = _unseal_orders(command)
    for name, order in orders.items():
        formation = questions.find_formation(state, name)
        if formation.side != side.id:
            raise forbid("EE-ORDER-1", "not-yours", formation=formation.id, side=side.name)
        if not state.alive(formation.id):
            raise forbid("EE-MORALE-1", "formation-lost", formation=formation.id)
        if formation.retreats:
            raise forbid("EE-RETREAT-1", "no-order-in-retreat", formation=formation.id)
        accepted[formation.id] = order
    if command.secret:
        accepted = yield from _ask_orders(live, side.id)
    yield turn.OrdersGiven(side=side.id, turn=state.play.turn, orders=accepted)


def _unseal_orders(command: turn.GiveOrders) -> dict[str, Given]:
    """Return the orders that a record holds sealed."""
    assert command.seal is not None
    try:
        orders: dict[str, Given] = msgspec.convert(sealing.unseal_first_form(command.player, command.seal), Sealed)
    except (sealing.BrokenSeal, msgspec.ValidationError) as error:
        raise forbid("EE-ORDER-9", "seal-broken", side=command.player) from error
    return orders


def _ask_orders(live: Live[Match], side: str) -> Rule[dict[str, Given]]:
    question = turn.orders_question(live.state, side)
    if not question.items:
        return {}
    answer: tuple[Given, ...] = yield question
    return dict(zip(question.items, answer, strict=True))


def reveal(live: Live[Match]) -> Rule[None]:
    """Turn all chips over at the same moment.

    Rule: EE-ORDER-2, EE-ORDER-3
    """
    state = live.state
    orders: dict[str, Order] = {}
    for formation in state.formations.values():
        if state.alive(formation.id) and not formation.retreats:
            orders[formation.id] = formation.orders.chip or "advance"
    yield turn.OrdersRevealed(orders=orders)


@rule(turn.Draw)
def draw(live: Live[Match], _command: turn.Draw) -> Rule[None]:
    """Draw a chip at the start of the movement, shooting or assault phase.

    In the movement phase all order chips are turned over before its owner says who moves first.

    Rule: EE-TURN-2, EE-INIT-2, EE-INIT-3, EE-ORDER-3, EE-ASSAULT-1
    """
    state = live.state
    questions.must_be_on_the_table(state)
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
        yield turn.ChipDrawn(side=next(iter(remaining)), certain=True)
        return
    chips = {state.sides[side].name: many for side, many in remaining.items()}
    question = turn.ChipQuestion("chip", None, "EE-INIT-2", {"chips": chips}, (sum(chips.values()),), chips=chips)
    answer = yield question
    name = question.drawn_side(answer)
    yield turn.ChipDrawn(side=next(id for id, side in state.sides.items() if side.name == name))
