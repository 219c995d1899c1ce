"""Asking the table of Space Hulk for dice."""

from q40k.games.space_hulk.state.match import Match
from q40k.kernel.events import Rule
from q40k.tabletop.asking import refuse


def must_convert_first(state: Match) -> Rule[None]:
    """Refuse while a blip in sight is not turned up (SH-CONVERT-2)."""
    if state.conversion is not None:
        yield from refuse("SH-CONVERT-2", "convert-first", blip=state.conversion.blip)
