"""`q40k print --game epic`: the rules in short, order sheets and rosters, as PDF."""

from __future__ import annotations

import click
from msgspec.structs import replace

from q40k.cli.base import Call, Option, command, packs_option
from q40k.cli.complete import complete_matches, complete_packs
from q40k.cli.errors import DONE
from q40k.cli.open import game_option, open_match
from q40k.cli.printing import Output, check_kinds, gathering_output, output_options, print_kinds, what_argument
from q40k.cli.say import N_, locale
from q40k.games.epic.cli.packs import GAME, find_object, packs
from q40k.games.epic.prints.offer import PRINTS
from q40k.games.epic.prints.wish import Side
from q40k.games.epic.rules.state import Match
from q40k.games.game import Game
from q40k.packs.library import Library
from q40k.prints.offer import Order

MOST_TURNS = 12
LACKING = {"roster": ("--match", N_("whose figures? Name a --match, or an --army."))}


@command(
    "print",
    N_(
        "Print what an evening needs, as PDF: the rules in short, order sheets, chips, rosters.\n\n"
        "Without a word it lists what there is; “all” is all of it. Orders and rosters are those of"
        " a match, or of army lists; without either, order sheets are left blank."
    ),
    what_argument(PRINTS),
    game_option(),
    Option(["match_", "--match"], metavar=N_("MATCH"), shell_complete=complete_matches,
           help=N_("Take the formations of this match.")),
    Option(["armies", "--army"], multiple=True, metavar=N_("ARMY"),
           shell_complete=complete_packs("armies", GAME),
           help=N_("Everything of this army list; may be given twice.")),
    Option(["--turns"], type=click.IntRange(1, MOST_TURNS), metavar=N_("NUMBER"),
           help=N_("For how many turns; those of the match, or 6.")),
    *output_options(),
    packs_option(),
    examples=(
        ("q40k print all --game epic --match last", N_("all that both sides need")),
        ("q40k print reference --game epic", N_("the rules in short")),
    ),
)  # fmt: skip
@gathering_output
def print_(
    call: Call,
    what: tuple[str, ...],
    game: Game,
    match_: str | None,
    armies: tuple[str, ...],
    turns: int | None,
    output: Output,
) -> int:
    """Print something."""
    del game
    from q40k.games.epic.prints.wish import Wish, wish_of

    if not check_kinds(what, PRINTS):
        return DONE
    wish = Wish(locale(), output.paper, output.measured, output.ink)
    if match_ is not None:
        with open_match(match_, game=GAME) as match_session:
            state: Match = match_session.state
        wish = wish_of(Order(locale(), output.paper, state, None, output.measured, output.ink))
    elif armies:
        library = packs(call)
        sides = tuple(_side_of_list(library, name) for name in armies)
        wish = Wish(locale(), output.paper, output.measured, output.ink, sides)
    wish = replace(wish, turns=turns or wish.turns)
    return print_kinds(what, PRINTS, wish, LACKING, match_, output)


def _side_of_list(library: Library, id: str) -> Side:
    """Return a side with one formation of each kind of an army list. Raises click.BadParameter."""
    from q40k.games.epic.packs.profiles import troop
    from q40k.games.epic.prints.wish import Fielded, Side

    army = find_object(library, "armies", id, "--army")
    profiles, arms = library.of_kind("profiles"), library.of_kind("weapons")
    return Side(
        "", locale().name_of(army.name), army.strategic, army.morale,
        tuple(
            Fielded(
                listed.id, tuple(troop(m.profile, m.n, profiles, arms) for m in listed.figures)
            )
            for listed in army.formations
        ),
    )  # fmt: skip
