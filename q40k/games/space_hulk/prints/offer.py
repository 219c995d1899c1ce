"""What Space Hulk can print, without the modules that draw it."""

from typing import Any

from q40k.i18n.locale import N_
from q40k.prints.offer import Kind, Prints


def _has_board(wish: Any) -> bool:
    return wish.match.setup.layout is not None


def _has_doors(wish: Any) -> bool:
    layout = wish.match.setup.layout
    return layout is None or any("D" in row for level in layout.levels for row in level.rows)


PRINTS = Prints(
    {
        "reference": Kind(
            N_("the rules in short, on two sides of a paper"), "q40k.games.space_hulk.prints.sheets:reference"
        ),
        "orders": Kind(
            N_("a sheet for an evening on paper: turns, points, the squad with its boxes"),
            "q40k.games.space_hulk.prints.sheets:orders",
        ),
        "mission": Kind(
            N_("the mission: its plan, squad and goals, with a code to load it elsewhere"),
            "q40k.games.space_hulk.prints.mission:mission",
            possible=lambda wish: wish.match.setup.mission is not None,
        ),
        "board": Kind(
            N_("board pieces of the mission in true size, to cut out"),
            "q40k.games.space_hulk.prints.board:pieces",
            possible=_has_board,
        ),
        "blips": Kind(N_("the 22 blips to fold"), "q40k.games.space_hulk.prints.counters:blips"),
        "doors": Kind(
            N_("doors that stand, to fold"), "q40k.games.space_hulk.prints.counters:doors", possible=_has_doors
        ),
        "counters": Kind(
            N_("command points, overwatch and jams, guard, flames, ladders, entries"),
            "q40k.games.space_hulk.prints.counters:counters",
        ),
    },
    wish="q40k.games.space_hulk.prints.sheets:wish_of",
)
