"""The bot at a table: its proposals, its own moves while it leads, its hints."""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from msgspec import Struct, structs

from q40k.bots.bot import Bot, Move, Reason
from q40k.bots.memory import is_legal
from q40k.games.game import View
from q40k.games.space_hulk.bot.playing import RULES, Table, choices, choose_answer, step
from q40k.games.space_hulk.bot.reasons import Choice
from q40k.games.space_hulk.state.ending import EndPhase
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.registry import Command
from q40k.games.space_hulk.state.secrets import mask_state
from q40k.games.space_hulk.state.solo.automaton import Alien
from q40k.kernel.events import Answer, Question
from q40k.tabletop.rules import Level


def propose(state: Match) -> Choice | None:
    """Return the bot's first choice for the marines that the rules allow.

    It uses only what the marine player may know. Return None if the marines do not have the move or
    no places are kept.
    """
    if not marines_have_move(state):
        return None
    return next(legal_choices(state), None)


def legal_choices(state: Match) -> Iterator[Choice]:
    """Return the choices of the bot that the rules allow, best first, by what the marine player may know."""
    return (choice for choice in choices(mask_state(state, "marine")) if is_legal(RULES, state, choice.command))


def marines_have_move(state: Match) -> bool:
    """Return whether the marines have something to do or to decide, on a board."""
    if state.outcome.over or state.setup.layout is None or not state.options.positions:
        return False
    if state.play.phase in ("marine-command", "marine-action"):
        return True
    placing = state.conversion is not None and not state.conversion.own
    return state.play.phase == "stealer-action" and (placing or state.window is not None)


# -- own moves -------------------------------------------------------------------------------


OWN = ("again", "parry", "guard", "psi")
"""The questions that only the marine player can answer; the table answers all others."""


def _is_own(question: Question) -> bool:
    return question.who == "marine" and question.key in OWN


class Reply(NamedTuple):
    """An answer to a question of the rules to the marines."""

    answer: Answer


def is_leading(state: Match) -> bool:
    """Return whether the program leads the marines."""
    return state.options.bot == "marines" and not state.outcome.over


def has_move(state: Match) -> bool:
    """Return whether the program has the move: for its marines, or in solo play for any side."""
    if not is_leading(state):
        return False
    return marines_have_move(state) or (state.options.solo and _moves_aliens(state))


def _moves_aliens(state: Match) -> bool:
    """Return whether the Genestealers or nobody has the move, and the marines decide nothing."""
    phases = ("stealer-reinforcement", "stealer-action", "end")
    return state.options.positions and state.play.phase in phases


def next_move(state: Match, question: Question | None) -> Choice | Reply | None:
    """Return the program's next move, or None if it waits or has none.

    `state` may hold everything: the program uses only what the marine player may know.
    """
    if not is_leading(state):
        return None
    if question is not None:
        return Reply(choose_answer(question, mask_state(state, "marine"))) if _is_own(question) else None
    if not has_move(state):
        return None
    if marines_have_move(state):
        return propose(state)
    if state.play.phase == "end":
        return Choice(EndPhase(), "turn-over")
    return Choice(Alien(), "aliens")


def as_move(choice: Choice) -> Move[Command]:
    """Return a choice as the move of a seat."""
    return Move("marine", choice.command, why=(Reason(choice.why),))


class HulkBot(Bot[Match, Command]):
    """The bot that leads the marines, and the automaton in solo play; it has one level."""

    is_quick = True

    def seat_to_move(self, view: View, state: Match, question: Question | None) -> str | None:
        """Return the marines' seat if the program has the move or is asked."""
        if not is_leading(state):
            return None
        if question is not None:
            return "marine" if _is_own(question) else None
        return "marine" if has_move(state) else None

    def decide(
        self, state: Match, question: Question | None, seat: str, level: Level, personality: str, seed: str
    ) -> Move[Command] | None:
        """Return the program's next move; what others wait for is urgent."""
        move = next_move(state, question)
        if move is None:
            return None
        if isinstance(move, Reply):
            return Move("marine", answer=move.answer, is_urgent=True)
        reacts = bool(state.pending) and (move.why == "pass" or not state.options.solo)
        return structs.replace(as_move(move), is_urgent=reacts)

    def weigh(
        self, state: Match, question: Question | None, seat: str, level: Level, personality: str, seed: str
    ) -> tuple[Move[Command], ...]:
        """Return the choices of the marines that the rules allow, best first."""
        if question is not None:
            return (Move("marine", answer=choose_answer(question, mask_state(state, "marine"))),)
        return tuple(map(as_move, legal_choices(state)))


# -- hints -----------------------------------------------------------------------------------


MOST = 30
LEAST = 5
SECONDS = 0.35
"""No further play-out starts after this time: a hint comes within half a second."""
MOST_STEPS = 400


class Hint(Struct, frozen=True):
    """The bot's choice; in `unhurt` of `many` play-outs of the turn no marine falls."""

    choice: Choice
    unhurt: int
    many: int


def find_hint(state: Match, clock: Callable[[], float]) -> Hint | None:
    """Return the bot's choice, played out to the end of the turn, or None if it has none.

    It uses only what the marine player knows. The values of blips are guessed from the rest of the
    pile. `clock` returns seconds.
    """
    choice = propose(state)
    if choice is None or not state.options.solo:
        return None
    start, unhurt, count = clock(), 0, 0
    while count < MOST and (count < LEAST or clock() - start < SECONDS):
        unhurt += _is_unhurt(guess_state(state, Random(count)), choice.command, count)
        count += 1
    return Hint(choice, unhurt, count)


def guess_state(state: Match, dice: Random) -> Match:
    """Return a state that fits all the marine player knows; from then on the app deals."""
    state = mask_state(state, "marine")
    rest = [value for value, n in state.pile.mix.items() for _ in range(max(0, n - state.pile.up.get(value, 0)))]
    dice.shuffle(rest)
    for blip in state.blips_in_play:
        state = state.with_blip(blip.id, value=rest.pop() if rest else 1)
    dealt = structs.replace(state.options, blips="app", cp="app")
    return state.replace(options=dealt)


def _is_unhurt(state: Match, command: Command, seed: int) -> bool:
    """Return whether no marine falls in one play-out of the turn."""
    table, turn, alive = Table(seed, state), state.play.turn, _count_alive(state)
    table.do(command)
    for _ in range(MOST_STEPS):
        current = table.state
        if current.outcome.over or current.play.turn != turn or current.play.phase == "end":
            break
        step(table)
    return _count_alive(table.state) == alive


def _count_alive(state: Match) -> int:
    return sum(marine.life.alive for marine in state.marines.values())
