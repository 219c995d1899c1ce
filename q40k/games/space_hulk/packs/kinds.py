"""The kinds of pack: their files and their references to each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from q40k.games.space_hulk.packs.boards import Layout
from q40k.games.space_hulk.packs.fitting import check_board, check_mission
from q40k.games.space_hulk.packs.missions import Mission
from q40k.games.space_hulk.packs.pieces import Piece
from q40k.packs.kinds import PackKind, PackKinds, Reference


def _pieces(layout: Layout) -> Iterator[Reference]:
    for place, laid in enumerate(layout.laid):
        yield Reference(("pieces",), laid.piece, ("laid", place, "piece"))


def _board(mission: Mission) -> Iterator[Reference]:
    if mission.board is not None:
        yield Reference(("boards",), mission.board, ("board",))


KINDS: Final = PackKinds(
    "space-hulk",
    (
        PackKind("pieces", "piece", Piece, "data", "pieces*.yaml"),
        PackKind(
            "boards",
            "board",
            Layout,
            "data",
            "boards*.yaml",
            references=_pieces,
            remarks_among=check_board,
        ),
        PackKind(
            "missions",
            "mission",
            Mission,
            "data",
            "missions*.yaml",
            references=_board,
            remarks_among=check_mission,
        ),
    ),
    ("data",),
    (Path(__file__).parents[1],),
)
