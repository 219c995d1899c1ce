"""`q40k print --game space-hulk`: the rules in short and the sheet of an evening, as PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import click

from q40k.cli.base import Call, Option, command, packs_option
from q40k.cli.complete import complete_matches, complete_packs
from q40k.cli.errors import DONE
from q40k.cli.games import game_option
from q40k.cli.open import open_match
from q40k.cli.printing import (
    Output,
    check_kinds,
    gathering_output,
    output_options,
    print_kinds,
    what_argument,
)
from q40k.cli.say import N_, locale
from q40k.games.space_hulk.cli.finding import GAME, find_mission, load_packs
from q40k.games.space_hulk.prints.offer import ABOUT

if TYPE_CHECKING:
    from q40k.games.game import Game
    from q40k.games.space_hulk.rules.state import Match

MOST_TURNS: Final = 24


@command(
    "print",
    N_(
        "Print what an evening needs, as PDF: the rules in short, a sheet for turns and squad.\n\n"
        "Without a word it lists what there is; “all” is all of it. The squad is that of a match,"
        " or of a mission; without either the sheet is left blank."
    ),
    what_argument(ABOUT),
    game_option(),
    Option(["match_", "--match"], metavar=N_("MATCH"), shell_complete=complete_matches,
           help=N_("Take the squad, the mission and the edition of this match.")),
    Option(["--mission"], metavar=N_("MISSION"), help=N_("Take the squad of this mission."),
           shell_complete=complete_packs("missions", GAME)),
    Option(["--edition"], type=click.Choice(["4", "1"]), default="4",
           help=N_("The rules to play by: those of the 4th edition, or of the 1st.")),
    Option(["--turns"], type=click.IntRange(1, MOST_TURNS), metavar=N_("NUMBER"),
           help=N_("For how many turns; those of the mission, or 8.")),
    *output_options(),
    packs_option(),
    examples=(
        ("q40k print all --game space-hulk --mission airlock-nine", N_("all for one mission")),
        ("q40k print reference --game space-hulk --edition 1", N_("the 1st edition in short")),
    ),
)  # fmt: skip
@gathering_output
def print_(
    call: Call,
    what: tuple[str, ...],
    game: Game,
    match_: str | None,
    mission: str | None,
    edition: Literal["4", "1"],
    turns: int | None,
    output: Output,
) -> int:
    """Print something."""
    del game
    from q40k.games.space_hulk.prints.kinds import KINDS
    from q40k.games.space_hulk.prints.wish import Wish, turns_of
    from q40k.games.space_hulk.rules.state import Match, Setup
    from q40k.games.space_hulk.words.wording import WORDS

    if not check_kinds(what, ABOUT):
        return DONE
    state: Match = Match().replace(setup=Setup(edition_id=edition))
    if match_ is not None:
        with open_match(match_, game=GAME) as match_session:
            state = match_session.state
    elif mission is not None:
        state = _preview(call, mission, edition)
    spoken = locale().of(WORDS.locales)
    wish = Wish(spoken, output.paper, output.measured, state, turns or turns_of(state))
    return print_kinds(what, KINDS, wish, {}, match_, output)


def _preview(call: Call, id: str, edition: Literal["4", "1"]) -> Match:
    """Return a mission as it will be laid out. Raises click.BadParameter."""
    from q40k.games.space_hulk.table.preview import preview_mission

    library = load_packs(call)
    entry, _layout = find_mission(library, id, "--mission")
    return preview_mission(
        library, entry, edition if edition in entry.editions else entry.editions[0]
    )
