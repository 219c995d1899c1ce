"""What Epic Escarmouches can print; importing this loads nothing that draws."""

from q40k.i18n.locale import N_
from q40k.prints.offer import Kind, Prints

PRINTS = Prints(
    {
        "reference": Kind(
            N_("the rules in short, on two sides of a paper"), "q40k.games.epic.prints.reference:reference"
        ),
        "orders": Kind(
            N_("a sheet for each side to write its orders on, with boxes for losses"),
            "q40k.games.epic.prints.sheets:orders",
        ),
        "chips": Kind(
            N_("chips of orders and initiative for both sides, to fold"), "q40k.games.epic.prints.chips:chips"
        ),
        "templates": Kind(
            N_("a vehicle’s front, sides and rear, lengths and rulers, to cut out"),
            "q40k.games.epic.prints.chips:templates",
        ),
        "roster": Kind(
            N_("the profiles and weapons of both sides"),
            "q40k.games.epic.prints.sheets:roster",
            possible=lambda wish: any(side.formations for side in wish.sides),
        ),
    },
    wish="q40k.games.epic.prints.wish:wish_of",
)
