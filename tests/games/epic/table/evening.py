"""An evening of Epic Escarmouches to put right, walk through, branch off and kill."""

from __future__ import annotations

from tests.games.epic.playing import EDGES, MARINES, ORKS, B, M, new, shoot, shot
from tests.games.scripted import Line, line

SET_UP: tuple[Line, ...] = (
    new(),
    MARINES,
    ORKS,
    M,
    B,
    line("start", 3, 5, edges=EDGES),
    line("deploy", formation="M"),
    line("deploy", formation="B"),
)
SECRET: tuple[Line, ...] = (
    line("orders", player="A", orders={"M": "first-fire"}),
    line("orders", ["charge"], player="B", secret=True),
)
"""Orders that lie face down: typed by one side, answered unseen by the other."""
TO_THE_VOLLEY: tuple[Line, ...] = (
    *SET_UP,
    *SECRET,
    line("draw", "A", "A"),
    line("next"),
    line("next"),
    line("draw", "A"),
)
VOLLEY: Line = shoot("M", shots=[shot("M", "B")])
FIRED: Line = VOLLEY | {"answers": [1, 3, 4, 4, 6, 5, 2, 6]}
"""At first fire: three hits, of which the second is not saved (worked example 7)."""
TO_THE_END: tuple[Line, ...] = (
    line("next"),
    line("draw", "B", "B"),
    line("next"),
    line("next"),
    line("next"),
    line("next"),
)
