"""`q40k mission edit`: the mission editor on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from q40k.cli.base import Argument, Call, Option, bad_value, check_id, command, packs_option
from q40k.cli.complete import complete_packs
from q40k.cli.play import require_screen
from q40k.cli.say import N_, _, locale
from q40k.games.space_hulk.cli.finding import GAME

if TYPE_CHECKING:
    from q40k.games.space_hulk.editor.opening import Opened


@command(
    "edit",
    N_(
        "Draw a mission on the screen: squares or board pieces, doors, entries, marines, goals.\n\n"
        "It is checked as you draw, and played by a key. A mission of the house is copied; a new id"
        " begins a new one; without any, the work that was not saved goes on, or a new mission"
        " begins."
    ),
    Argument(["mission"], metavar=N_("[ID|FILE]"), required=False,
             shell_complete=complete_packs("missions", GAME)),
    Option(["--id", "of_file"], metavar="ID",
           help=N_("Which mission of the file, where it holds several; or a new one.")),
    packs_option(),
    examples=(
        ("q40k mission edit our-hulk", N_("a mission of yours, or a new one of that id")),
        ("q40k mission edit long-gallery", N_("a copy of one of the house")),
        ("q40k mission edit hulks.yaml --id our-hulk", N_("one of several in a file")),
    ),
)  # fmt: skip
def edit(call: Call, mission: str | None, of_file: str | None) -> int:
    """Draw a mission."""
    folders = call.folders(GAME)
    opened_work = _open_work(mission, of_file, folders)
    require_screen()
    from q40k.games.space_hulk.screen.editor.app import edit as run_editor

    return run_editor(call.context(), opened_work, folders)


def _open_work(name: str | None, of_file: str | None, folders: tuple[Path, ...]) -> Opened:
    """Open the mission to edit. Raises click.BadParameter, PackError, OSError."""
    from q40k.games.space_hulk.editor.opening import (
        Several,
        is_file,
        open_any,
        open_file,
        open_id,
    )

    if name is None:
        return open_any(folders)
    if not is_file(name):
        return open_id(check_id("ID|FILE", name), folders)
    own = "" if of_file is None else check_id("--id", of_file)
    try:
        return open_file(Path(name), own, folders)
    except Several as error:
        if error.ids:
            text = _("The file holds several missions: {ids}. Name one by --id.",
                     ids=locale().join_and(error.ids))  # fmt: skip
        else:
            text = _("The file holds no mission: name one by --id, and it begins there.")
        raise bad_value("ID|FILE", text) from error
