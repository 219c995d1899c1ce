"""Activate a piece without an action."""

from __future__ import annotations

from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.paying import activate_piece
from q40k.games.space_hulk.rules.questions import find_piece, must_be_in_phase, must_convert_first
from q40k.games.space_hulk.rules.registry import command, rule
from q40k.games.space_hulk.rules.state import Marine, Match
from q40k.games.space_hulk.rules.turn.phases import close_windows, open_stealer_phase
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule
from q40k.packs.said import Name


@command
class Activate(Command, tag="activate"):
    """Activate a piece; the piece that was active before is done. Any action does the same."""

    who: Name


@rule(Activate)
def activate(live: Live[Match], command: Activate) -> Rule[None]:
    """Activate a piece.

    Rule: SH-AP-2, SH-AP-3
    """
    piece = find_piece(live.state, command.who)
    if isinstance(piece, Marine):
        must_be_in_phase(live.state, "marine-action")
    else:
        yield from open_stealer_phase(live)
        yield from close_windows(live)
    yield from must_convert_first(live.state)
    yield from activate_piece(live, piece.id)
