"""Commands about this machine: locate, completion."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from q40k.cli.base import Argument, Call, command
from q40k.cli.columns import pad
from q40k.cli.complete import complete_shells, known_shells
from q40k.cli.errors import DONE
from q40k.cli.games import game_option
from q40k.cli.say import N_, _
from q40k.cli.streams import echo, echo_text
from q40k.i18n.width import width

if TYPE_CHECKING:
    from q40k.games.game import Game

PLACES: Final = ("data", "config", "packs", "log", "library")


@command(
    "locate",
    N_("Say where q40k keeps its files on this machine."),
    Argument(["place"], metavar=N_("[PLACE]"), required=False, type=click.Choice(PLACES)),
    game_option(),
    examples=(
        ("q40k locate", N_("all the places")),
        ("q40k locate packs", N_("only the folder for packs of your own, for scripts")),
    ),
)
def locate(call: Call, place: str | None, game: Game) -> int:
    """Print where the files are."""
    del call
    from q40k.table import folders

    places: dict[str, tuple[str, Callable[[], Path]]] = {
        "data": (_("the matches’ folder"), folders.data_folder),
        "config": (_("settings"), folders.config_folder),
        "packs": (_("packs of your own"), partial(folders.packs_folder, game.id)),
        "log": (_("reports of faults"), folders.log_folder),
        "library": (_("the file of all matches"), folders.library_file),
    }
    if place is not None:
        echo(str(places[place][1]()))
        return DONE
    widest = max(width(text) for text, _path in places.values())
    for name, (text, path) in places.items():
        echo(f"{pad(name, 7)}  {pad(text, widest)}  {path()}")
    return DONE


@command(
    "completion",
    N_(
        "Print the script that teaches a shell to complete q40k’s commands.\n\n"
        "The shell is bash, zsh, fish or powershell. It completes commands, options, matches,"
        " games and packs."
    ),
    Argument(["shell"], metavar=N_("SHELL"), type=click.Choice(known_shells()),
             shell_complete=complete_shells),
    examples=(
        ('eval "$(q40k completion bash)"', N_("in ~/.bashrc")),
        ('eval "$(q40k completion zsh)"', N_("in ~/.zshrc")),
        (
            "q40k completion fish > ~/.config/fish/completions/q40k.fish",
            N_("once and for all"),
        ),
    ),
)  # fmt: skip
def completion(call: Call, shell: str) -> int:
    """Print a completion script."""
    del call
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    root = click.get_current_context().find_root().command
    echo_text(kind(root, {}, "q40k", "_Q40K_COMPLETE").source())
    return DONE


COMMANDS = {"locate": locate, "completion": completion}
