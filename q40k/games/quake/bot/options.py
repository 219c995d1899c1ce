"""An option is a command with what it is worth; only options that the rules accept are kept."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from q40k.bots.bot import Move, Reason
from q40k.bots.memory import is_legal
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.shooting import Look

RULES = Quake()
SILENT = ("moved", "nothing-to-do")
"""The reasons for a mere end of a part, which people need not read."""
MOST_OPTIONS = 4
"""How many options are worked out in full where many places are possible."""


class Option(Struct, frozen=True):
    """A command, what it is worth as a share of victory, its reason, and the chances it brings."""

    command: Command
    worth: float
    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    expects: Mapping[str, float] = field(default_factory=dict)
    victim: str | None = None


def rank_options(options: Iterable[Option]) -> list[Option]:
    """Return options, the best first."""
    return sorted(options, key=lambda option: -option.worth)


def legal_options(state: Match, options: Iterable[Option], most: int = MOST_OPTIONS) -> Iterator[Option]:
    """Yield the first of some options that the rules accept, at most so many."""
    count = 0
    for option in options:
        if is_legal(RULES, state, option.command):
            yield option
            count += 1
            if count == most:
                return


def as_move(outlook: Outlook, option: Option) -> Move[Command]:
    """Return an option as the move of its seat."""
    why = (Reason(option.key, option.facts),)
    asks, ends = isinstance(option.command, Look), option.key in SILENT
    return Move(outlook.me.id, option.command, None, why, option.worth, option.expects, option.victim, asks, ends)
