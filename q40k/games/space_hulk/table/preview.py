"""A mission as it will be laid out, before any marine has joined."""

from __future__ import annotations

from q40k.games.space_hulk.board.board import board_of
from q40k.games.space_hulk.packs.laying import lay_board
from q40k.games.space_hulk.packs.missions import EditionId, Mission
from q40k.games.space_hulk.rules.marines import with_mission_marines
from q40k.games.space_hulk.rules.state import Match, Options, Setup
from q40k.packs.library import Library


def preview_mission(library: Library, mission: Mission, edition: EditionId) -> Match:
    """Return the state of a mission for display, its marines in their places."""
    layout = library.of_kind("boards").get(mission.board or "")
    board = layout and lay_board(layout, library.of_kind("pieces"))
    doors = () if board is None else board_of(board).doors
    setup = Setup(
        mission=mission, layout=board, edition_id=edition, options=Options(positions=bool(board))
    )
    state = Match().replace(setup=setup)
    if board is not None:
        state = state.replace(doors={board_of(board).name(there): "closed" for there in doors})
    return with_mission_marines(state)
