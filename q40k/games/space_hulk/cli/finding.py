"""Missions and boards by the names given in a call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from q40k.cli.base import Call, bad_value
from q40k.cli.say import _
from q40k.games.game import find

if TYPE_CHECKING:
    from q40k.games.space_hulk.packs.boards import Layout
    from q40k.games.space_hulk.packs.missions import Mission
    from q40k.packs.library import Library

GAME: Final = "space-hulk"


def load_packs(call: Call) -> Library:
    """Load all packs. Raises PackError."""
    library: Library = call.library(game=find(GAME))
    return library


def find_mission(library: Library, id: str, hint: str) -> tuple[Mission, Layout | None]:
    """Return the mission with an id, and its board in rows. Raises click.BadParameter."""
    missions: dict[str, Mission] = dict(library.of_kind("missions"))
    if id not in missions:
        text = _("No pack knows the mission {said}.", said=id)
        nearest = library.nearest("missions", id)
        raise bad_value(
            hint, text + (" " + _("The nearest is {id}.", id=nearest) if nearest else "")
        )
    from q40k.games.space_hulk.packs.laying import lay_board

    board = library.of_kind("boards").get(missions[id].board or "")
    return missions[id], board and lay_board(board, library.of_kind("pieces"))
