"""What the program does by itself while it leads: commands, and the answers of its own side."""

from __future__ import annotations

from typing import Final, NamedTuple

from q40k.games.space_hulk.bot.choice import Choice
from q40k.games.space_hulk.bot.partner import marines_move, proposal
from q40k.games.space_hulk.bot.playing import chosen
from q40k.games.space_hulk.rules.command import Act, Command
from q40k.games.space_hulk.rules.secrets import mask_state
from q40k.games.space_hulk.rules.solo.automaton import Alien
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.turn.ending import EndPhase
from q40k.kernel.questions import Answer, Question

HAND: Final = "bot"
"""Whose hand it was, in the journal."""
OWN: Final = ("again", "parry", "guard", "psi")
"""What the rules ask of the marine player, and nobody else can know; all else is the table's."""


class Reply(NamedTuple):
    """An answer to what the rules ask of the marines."""

    answer: Answer


def leads(state: Match) -> bool:
    """Whether the program leads the marines."""
    return state.options.bot == "marines" and not state.outcome.over


def its_move(state: Match) -> bool:
    """Whether the program has the move: its marines', or with nobody else about, anybody's."""
    if not leads(state):
        return False
    return marines_move(state) or (state.options.solo and _turns_the_page(state))


def _turns_the_page(state: Match) -> bool:
    """Whether it is on the Genestealers, or on nobody, and the marines decide nothing."""
    phases = ("stealer-reinforcement", "stealer-action", "end")
    return state.options.positions and state.play.phase in phases


def next_move(state: Match, question: Question | None) -> Choice | Reply | None:
    """What the program does next; None where it waits, or knows nothing to do.

    `state` may hold everything: no more of it is looked at than the marine player may know.
    """
    if not leads(state):
        return None
    if question is not None:
        own = question.who == "marine" and question.key in OWN
        return Reply(chosen(question, mask_state(state, "marine"))) if own else None
    if not its_move(state):
        return None
    if marines_move(state):
        return proposal(state)
    if state.play.phase == "end":
        return Choice(EndPhase(), "turn-over")
    return Choice(Alien(), "aliens")


def actor(command: Command) -> str | None:
    """The piece that a command is about, if it is about one."""
    return command.who if isinstance(command, Act) else None
