"""The program's own moves while it leads the marines: commands and answers."""

from __future__ import annotations

from typing import Final, NamedTuple

from q40k.games.space_hulk.bot.choice import Choice
from q40k.games.space_hulk.bot.partner import marines_have_move, propose
from q40k.games.space_hulk.bot.playing import choose_answer
from q40k.games.space_hulk.rules.command import Act, Command
from q40k.games.space_hulk.rules.secrets import mask_state
from q40k.games.space_hulk.rules.solo.automaton import Alien
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.turn.ending import EndPhase
from q40k.kernel.questions import Answer, Question

HAND: Final = "bot"
"""The mark of the bot's entries in the journal."""
OWN: Final = ("again", "parry", "guard", "psi")
"""The questions that only the marine player can answer; the table answers all others."""


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
        own = question.who == "marine" and question.key in OWN
        return Reply(choose_answer(question, mask_state(state, "marine"))) if own else None
    if not has_move(state):
        return None
    if marines_have_move(state):
        return propose(state)
    if state.play.phase == "end":
        return Choice(EndPhase(), "turn-over")
    return Choice(Alien(), "aliens")


def actor(command: Command) -> str | None:
    """Return the piece that a command is about, or None."""
    return command.who if isinstance(command, Act) else None
