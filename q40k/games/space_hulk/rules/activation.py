"""Activating a piece without doing anything yet."""

from __future__ import annotations

from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.paying import activate as activates
from q40k.games.space_hulk.rules.questions import find, must_be, must_be_settled
from q40k.games.space_hulk.rules.registry import command, rule
from q40k.games.space_hulk.rules.state import Marine, Match
from q40k.games.space_hulk.rules.turn.phases import close_windows, to_the_stealers
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule
from q40k.packs.said import Name


@command
class Activate(Command, tag="activate"):
    """A piece is activated; who was active has done so. Any action of a piece does the same."""

    who: Name


@rule(Activate)
def activate(live: Live[Match], command: Activate) -> Rule[None]:
    """Activate a piece.

    Rule: SH-AP-2, SH-AP-3
    """
    piece = find(live.state, command.who)
    if isinstance(piece, Marine):
        must_be(live.state, "marine-action")
    else:
        yield from to_the_stealers(live)
        yield from close_windows(live)
    yield from must_be_settled(live.state)
    yield from activates(live, piece.id)
