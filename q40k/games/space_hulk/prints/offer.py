"""What Space Hulk can print, without the modules that draw it."""

from q40k.i18n.locale import N_
from q40k.prints.offer import Kind, Prints

PRINTS = Prints(
    {
        "reference": Kind(
            N_("the rules in short, on two sides of a paper"), "q40k.games.space_hulk.prints.sheets:reference"
        ),
        "orders": Kind(
            N_("a sheet for an evening on paper: turns, points, the squad with its boxes"),
            "q40k.games.space_hulk.prints.sheets:orders",
        ),
    },
    wish="q40k.games.space_hulk.prints.sheets:wish_of",
)
