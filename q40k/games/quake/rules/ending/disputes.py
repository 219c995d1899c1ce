"""A dispute of any kind, settled as TIE-1 settles a tie."""

from __future__ import annotations

from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.ending.ties import break_tie
from q40k.games.quake.rules.questions import find, forbid
from q40k.games.quake.rules.registry import command, event, rule
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name


@command
class Settle(Command, tag="settle"):
    """Settle a dispute between two or more players or teams, by name (TIE-1).

    What is not known of their figures, and of the players' ages, is asked.
    """

    between: tuple[Name, ...]


@event
class Settled(Event, tag="settled"):
    """A dispute between these sides was settled for the best of them (TIE-1)."""

    between: tuple[str, ...]
    best: tuple[str, ...]


@rule(Settle)
def settle(live: Live[Match], command: Settle) -> Rule[None]:
    """Whose figures are better painted and truer wins the argument, then the greater age.

    Rule: TIE-1
    """
    sides = tuple(dict.fromkeys(_side(live.state, name) for name in command.between))
    if len(sides) < 2:
        raise forbid("TIE-1", "no-dispute")
    best = yield from break_tie(live, sides)
    yield Settled(between=sides, best=best)


def _side(state: Match, said: str) -> str:
    """A team of that name, or the id of a player. Raises Refused (TABLE-1)."""
    team = next((team for team in state.teams if team.casefold() == said.casefold()), None)
    return team if team is not None else find(state, said).id
