"""`q40k print --game epic`: the rules in short, order sheets, the figures of both sides, as PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from q40k.cli.base import Call, Option, bad_value, command, packs_option
from q40k.cli.complete import matches, of
from q40k.cli.games import game_option
from q40k.cli.open import match as opened_match
from q40k.cli.printing import (
    ALL,
    Output,
    checked,
    chosen,
    deliver,
    gathering_output,
    list_kinds,
    output_options,
    what_argument,
)
from q40k.cli.say import N_, _, locale
from q40k.games.epic.cli.finding import GAME, known, packs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from q40k.games.epic.prints.wish import Side, Wish
    from q40k.games.epic.rules.state import Match
    from q40k.games.game import Game
    from q40k.packs.library import Library
    from q40k.prints.sheets import Sheet

MOST_TURNS: Final = 12
TURNS: Final = 6
ABOUT: Final = {
    "reference": N_("the rules in short, on two sides of a paper"),
    "orders": N_("a sheet for each side to write its orders on, with boxes for losses"),
    "roster": N_("the profiles and weapons of both sides"),
}
"""What can be printed, known without what draws it."""


@command(
    "print",
    N_(
        "Print what an evening needs, as PDF: the rules in short, order sheets, rosters.\n\n"
        "Without a word it lists what there is; “all” is all of it. Orders and rosters are those of"
        " a match, or of army lists; without either, order sheets are left blank."
    ),
    what_argument(ABOUT),
    game_option(),
    Option(["match_", "--match"], metavar=N_("MATCH"), shell_complete=matches,
           help=N_("Take the formations of this match.")),
    Option(["armies", "--army"], multiple=True, metavar=N_("ARMY"),
           shell_complete=of("armies", GAME),
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
    from q40k.games.epic.prints.wish import Side, Wish, sides_of
    from q40k.games.epic.words.switches import agreed_otherwise

    if not what:
        return list_kinds(ABOUT)
    checked(what, ABOUT)
    wish = Wish(locale(), output.paper, output.measured, turns=turns or TURNS)
    if match_ is not None:
        with opened_match(match_, game=GAME) as match_session:
            state: Match = match_session.state
        switches = state.switches
        limit = min(switches.turn_limit or TURNS, MOST_TURNS)
        agreed = agreed_otherwise(locale(), state.scenario, switches) if _open(state) else ()
        wish = Wish(locale(), output.paper, output.measured, sides_of(state) or (Side(), Side()),
                    turns or limit, switches, agreed)  # fmt: skip
    elif armies:
        library = packs(call)
        sides = tuple(_of_list(library, one) for one in armies)
        wish = Wish(locale(), output.paper, output.measured, sides, turns or TURNS)
    return deliver(_made(what, wish), output)


def _open(state: Match) -> bool:
    return state.setup.scenario is not None


def _of_list(library: Library, said: str) -> Side:
    """An army list with one formation of each kind. Raises click.BadParameter."""
    from q40k.games.epic.packs.inline import troop
    from q40k.games.epic.prints.wish import Fielded, Side

    army = known(library, "armies", said, "--army")
    profiles, arms = library.of_kind("profiles"), library.of_kind("weapons")
    return Side(
        "", locale().said(army.name), army.strategic, army.morale,
        tuple(
            Fielded(one.id, tuple(troop(m.profile, m.n, profiles, arms) for m in one.figures))
            for one in army.formations
        ),
    )  # fmt: skip


def _made(what: Sequence[str], wish: Wish) -> Iterator[tuple[str, list[Sheet]]]:
    """The sheets of each kind that was asked for. Raises click.BadParameter."""
    from q40k.games.epic.prints.kinds import KINDS

    for word in chosen(what, KINDS):
        if word == "roster" and not any(side.formations for side in wish.sides):
            if ALL in what:
                continue
            raise bad_value("--match", _("whose figures? Name a --match, or an --army."))
        yield word, KINDS[word](wish)
