"""`q40k mission record`: a match that the program plays alone, as a match script."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from q40k.cli.base import Argument, Call, Option, command, packs_option
from q40k.cli.complete import complete_packs
from q40k.cli.errors import DONE
from q40k.cli.say import N_
from q40k.cli.streams import echo_text
from q40k.games.space_hulk.cli.finding import GAME, load_packs
from q40k.games.space_hulk.cli.playing import find_playable

if TYPE_CHECKING:
    from q40k.games.space_hulk.packs.missions import EditionId


@command(
    "record",
    N_(
        "Let the program play a mission alone, and print the match as a script.\n\n"
        "The bot leads the marines, the program the Genestealers; the same seed brings the same"
        " match. `q40k run` plays the script again, `q40k import` keeps it."
    ),
    Argument(["mission"], metavar=N_("MISSION"), shell_complete=complete_packs("missions", GAME)),
    Option(["--edition"], type=click.Choice(["4", "1"]),
           help=N_("The rules to play by: those of the 4th edition, or of the 1st.")),
    Option(["--seed"], type=int, default=0, show_default=True, metavar=N_("NUMBER"),
           help=N_("The seed of the app’s own dice, to have the same ones again.")),
    packs_option(),
    examples=(
        ("q40k mission record long-gallery --seed 3 > gallery.jsonl",
         N_("a match to be run, kept, or walked through")),
    ),
)  # fmt: skip
def record(call: Call, mission: str, edition: EditionId | None, seed: int) -> int:
    """Record a match that the program plays alone."""
    from q40k.games.game import find
    from q40k.games.space_hulk.bot.recording import play_alone
    from q40k.table.match_library import temporary_match
    from q40k.table.script import write_script

    library = load_packs(call)
    entry, _board, played_by = find_playable(library, mission, edition)
    match = temporary_match(find(GAME))
    play_alone(match, library, entry.id, played_by, seed)
    echo_text("\n".join(write_script(match, library)))
    return DONE
