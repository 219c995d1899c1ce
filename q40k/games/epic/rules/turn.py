"""The turn: its phases in order, who acts in each, and `next`, which ends a part of it."""

from __future__ import annotations

from q40k.games.epic.rules import morale, winning
from q40k.games.epic.rules.command import Command
from q40k.games.epic.rules.questions import forbid, must_be_on_the_table, refuse
from q40k.games.epic.rules.registry import command, event, fold, rule
from q40k.games.epic.rules.shooting.firing import hold_the_rest, next_to_fire
from q40k.games.epic.rules.state import Acted, Doing, Match, Orders, Phase, Step
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

MORE_CHIPS, FEWER_CHIPS = 3, 2


@command
class Next(Command, tag="next"):
    """End this part of the turn: a side's moves, the shooting, the fights, the rallies."""


@event
class TurnOpened(Event, tag="turn-opened"):
    """A turn begins: the cup is filled, and orders are given anew."""

    turn: int
    chips: dict[str, int]


@event
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
        formations[id] = formation.replace(
            orders=orders, nerve=formation.nerve.replace(tried=False)
        )
    sides = {id: side.replace(ordered=False) for id, side in state.sides.items()}
    return state.replace(
        formations=formations, sides=sides, chips=event.chips, turn=event.turn,
        phase="orders", step="", active=None, second=None,
    )  # fmt: skip


@fold(StepOpened)
def _step_opened(state: Match, event: StepOpened) -> Match:
    if event.phase != state.play.phase:
        state = _clear_phase(state)
    return state.replace(
        phase=event.phase, step=event.step, active=event.active, second=event.second
    )


def _clear_phase(state: Match) -> Match:
    """Return the state without what was done in the phase (EE-TERRAIN-4, EE-MELEE-6)."""
    figures = {id: figure.replace(doing=Doing()) for id, figure in state.figures.items()}
    formations = {
        id: formation.replace(acted=Acted(), nerve=formation.nerve.replace(tested=False))
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
    must_be_on_the_table(live.state)
    play = live.state.play
    if play.phase == "orders" or play.step == "draw":
        raise forbid("EE-TURN-2", "draw-first", phase=play.phase)
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
        yield from refuse("EE-MELEE-6", "still-in-contact", one=figure, other=other)
    yield from morale.take_break_tests(live)
    yield StepOpened(phase="rally")
