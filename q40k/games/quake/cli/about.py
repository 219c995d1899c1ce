"""Define the commands that describe the game: its authors, and its phases in short."""

from __future__ import annotations

from q40k.cli.base import Call, command
from q40k.cli.errors import DONE
from q40k.cli.say import N_, locale
from q40k.cli.streams import echo
from q40k.games.game import locales, manifests
from q40k.games.quake.words.reference import credits_of, phases_of


@command(
    "about",
    N_("Say whose game Quake 40K is."),
    examples=(("q40k about", N_("the idea, the game, the club")),),
)
def about(_call: Call) -> int:
    """Print whose game it is."""
    for line in credits_of(locale()):
        echo(line)
    for manifest in manifests():
        for line in manifest.credits:
            echo(f"{manifest.name}: {locale().of(locales(manifest.id)).say(line)}")
    return DONE


@command(
    "phases",
    N_("The phases in short, for who does not know the 3rd edition."),
    examples=(("q40k phases", N_("a page to lay beside the table")),),
)
def phases(_call: Call) -> int:
    """Print the phases in short."""
    for head, lines in phases_of(locale()):
        echo(head)
        for line in lines:
            echo(f"  {line}")
    return DONE
