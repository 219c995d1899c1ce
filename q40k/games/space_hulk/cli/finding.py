"""Missions and boards as a call names them."""

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


def missions(call: Call) -> Library:
    """All packs at hand. Raises PackError."""
    library: Library = call.library(game=find(GAME))
    return library


def mission_of(library: Library, said: str, hint: str) -> tuple[Mission, Layout | None]:
    """The mission of that id, and its board in rows. Raises click.BadParameter."""
    found: dict[str, Mission] = dict(library.of_kind("missions"))
    if said not in found:
        text = _("No pack knows the mission {said}.", said=said)
        near = library.nearest("missions", said)
        raise bad_value(hint, text + (" " + _("The nearest is {id}.", id=near) if near else ""))
    from q40k.games.space_hulk.packs.laying import laid_out

    board = library.of_kind("boards").get(found[said].board or "")
    return found[said], board and laid_out(board, library.of_kind("pieces"))
