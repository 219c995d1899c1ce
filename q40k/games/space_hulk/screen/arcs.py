"""The key that shows the squares under overwatch and the squares in reach of stealers."""

from __future__ import annotations

from typing import Final, Literal

from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.looking.arcs import threatened_squares, watched_squares
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.screen.base import Desk, action
from q40k.i18n.locale import N_

Shown = Literal["", "watched", "threatened", "both"]
ARCS: Final = "arcs"
"""The key in the desk's memory for the kinds of square that are shown."""
FOUND: Final = "arcs found"
"""The key in the desk's memory for the squares of a state."""
NEXT: Final[dict[Shown, Shown]] = {
    "": "watched", "watched": "threatened", "threatened": "both", "both": "",
}  # fmt: skip
NOTICES: Final[dict[Shown, str]] = {
    "": N_("Neither watched nor threatened squares are shown."),
    "watched": N_("Shown: squares under overwatch."),
    "threatened": N_("Shown: squares that stealers could come to in their turn."),
    "both": N_("Shown: squares under overwatch, and those that stealers could come to."),
}


@action(
    "arcs", "play", key="comma", shown=",", bar=135, name=N_("Watched, threatened"),
    when=lambda state: board(state) is not None and state.play.turn > 0,
    help=N_("On the map: squares under overwatch, those stealers could come to, both, or neither."),
)  # fmt: skip
def arcs(desk: Desk) -> None:
    """Comma: show the next kind of squares."""
    shown: Shown = NEXT[desk.memory.get(ARCS, "")]
    desk.memory[ARCS] = shown
    desk.notice = desk.locale.gettext(NOTICES[shown])


def shown_squares(desk: Desk) -> dict[str, frozenset[Cell]]:
    """Return the squares to show, by their styles."""
    shown: Shown = desk.memory.get(ARCS, "")
    state: Match = desk.state
    if not shown or board(state) is None:
        return {}
    cached = desk.memory.get(FOUND)
    if cached is None or cached[0] is not state or cached[1] != shown:
        squares = {}
        if shown != "watched":
            squares["threatened"] = threatened_squares(state)
        if shown != "threatened":
            squares["watched"] = watched_squares(state)
        cached = desk.memory[FOUND] = (state, shown, squares)
    result: dict[str, frozenset[Cell]] = cached[2]
    return result
