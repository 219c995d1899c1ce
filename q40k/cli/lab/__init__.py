"""`q40k lab`: let bots play many games, and see what is worth how much."""

from q40k.cli.base import command_group
from q40k.cli.lab.fit import fit
from q40k.cli.lab.generate import generate
from q40k.cli.lab.label import label
from q40k.cli.lab.shelf import merge, worlds
from q40k.cli.lab.weigh import compare, ladder, weigh
from q40k.cli.say import N_

lab = command_group(
    "lab",
    N_(
        "Let bots play many games, and see what is worth how much.\n\n"
        "Every result is kept, so a study can be interrupted and goes on."
    ),
    weigh,
    compare,
    ladder,
    fit,
    generate,
    label,
    merge,
    worlds,
    examples=(("q40k lab weigh --game epic --armies orks,eldar --option points=500", N_("two armies of 500 points")),),
)

COMMANDS = {"lab": lab}
