"""Disputes of any kind, settled as TIE-1 settles a tie."""

from __future__ import annotations

from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.ending.ties import break_tie
from q40k.games.quake.rules.questions import find_player, forbid
from q40k.games.quake.rules.registry import command, event, rule
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name


@command
class Settle(Command, tag="settle"):
    """Settle a dispute between two or more players or teams, by name (TIE-1).

    Unknown facts of their figures, and of the players' ages, are asked.
    """

    between: tuple[Name, ...]


@event
class Settled(Event, tag="settled"):
    """A dispute between these sides was settled for the best of them (TIE-1)."""

    between: tuple[str, ...]
    best: tuple[str, ...]


@rule(Settle)
def settle(live: Live[Match], command: Settle) -> Rule[None]:
    """Settle a dispute for the better painted and truer figures, then for the greater age.

    Rule: TIE-1
    """
    sides = tuple(dict.fromkeys(_find_side(live.state, name) for name in command.between))
    if len(sides) < 2:
        raise forbid("TIE-1", "no-dispute")
    best = yield from break_tie(live, sides)
    yield Settled(between=sides, best=best)


def _find_side(state: Match, name: str) -> str:
    """Return the team of that name, or the id of that player. Raises Refused (TABLE-1)."""
    team = next((team for team in state.teams if team.casefold() == name.casefold()), None)
    return team if team is not None else find_player(state, name).id
