"""`q40k print --game epic`: the rules in short, order sheets and rosters, as PDF."""

from msgspec.structs import replace

from q40k.cli import base, complete, printing
from q40k.cli.say import N_, locale
from q40k.games.epic.cli.packs import GAME, find_object, packs
from q40k.games.epic.packs.kinds import KINDS
from q40k.games.epic.packs.profiles import troop
from q40k.games.epic.prints.offer import PRINTS
from q40k.games.epic.prints.wish import Fielded, Side, Wish, wish_of
from q40k.games.epic.state.match import Match
from q40k.packs.codes import code_of, own_objects
from q40k.packs.library import Library
from q40k.prints.offer import Order

MOST_TURNS = 12
LACKING = {"roster": ("--match", N_("whose figures? Name a --match, or an --army."))}


@printing.print_command(
    PRINTS,
    LACKING,
    complete.pack_option(
        ["armies", "--army"],
        N_("ARMY"),
        N_("Everything of this army list; may be given twice."),
        "armies",
        GAME,
        multiple=True,
    ),
    base.number_option(["--turns"], N_("For how many turns; those of the match, or 6."), 1, MOST_TURNS),
    match_help=N_("Take the formations of this match."),
)
def print_(
    call: base.Call, output: printing.Output, state: Match | None, armies: tuple[str, ...], turns: int | None
) -> Wish:
    """Return what to print: of a match, of army lists, or blank sheets."""

    wish = Wish(locale(), output.paper, output.measured, output.ink)
    if state is not None:
        wish = wish_of(Order(locale(), output.paper, state, None, output.measured, output.ink))
    elif armies:
        library = packs(call)
        sides = tuple(_side_of_list(library, name) for name in armies)
        wish = Wish(locale(), output.paper, output.measured, output.ink, sides=sides)
    return replace(wish, turns=turns or wish.turns)


def _side_of_list(library: Library, id: str) -> Side:
    """Return a side with one formation of each kind of an army list. Raises click.BadParameter."""

    army = find_object(library, "armies", id, "--army")
    profiles, arms = library.of_kind("profiles"), library.of_kind("weapons")
    return Side(
        "",
        locale().name_of(army.name),
        army.strategic,
        army.morale,
        tuple(
            Fielded(listed.id, tuple(troop(m.profile, m.n, profiles, arms) for m in listed.figures))
            for listed in army.formations
        ),
        code_of(library, KINDS, KINDS.of("armies"), id) if own_objects(KINDS, {"armies": (army,)}) else "",
    )
