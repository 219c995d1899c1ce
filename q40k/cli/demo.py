"""`q40k demo`: a recorded match, replayed without a screen."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from q40k.cli.base import Call, Option, command
from q40k.cli.columns import pad
from q40k.cli.complete import complete_files
from q40k.cli.errors import DONE, MALFORMED, Failure
from q40k.cli.games import game_option
from q40k.cli.say import N_, _, speak_of
from q40k.cli.scripts import narrate, print_state
from q40k.cli.streams import echo

if TYPE_CHECKING:
    from q40k.games.game import Demo, Game

PACE: Final = 12.0


@command(
    "demo",
    N_(
        "Play a recorded match, line by line, and print the final board.\n\n"
        "The story and how far it is go to standard error, the board to standard output."
    ),
    Option(
        ["--speed"],
        type=click.FloatRange(min=0),
        metavar=N_("LINES"),
        help=N_("So many lines a second; 0 waits for nothing. On a terminal 12, otherwise 0."),
    ),
    Option(
        ["--screenshot"],
        metavar=N_("FILE"),
        help=N_("Draw the main screen in the midst of it as an SVG file instead."),
        shell_complete=complete_files,
    ),
    game_option(),
    examples=(
        ("q40k demo", N_("a whole evening in a minute")),
        ("q40k demo --speed 0", N_("at once")),
    ),
)
def demo(call: Call, speed: float | None, screenshot: str | None, game: Game) -> int:
    """Play the recorded match."""
    from q40k.table.folders import compiled_folder
    from q40k.table.match_library import temporary_match
    from q40k.table.script import play_line, read_script

    speak_of(game.id)
    record = _record(game)
    if screenshot is not None:
        return draw(call, record, Path(screenshot))
    lines = list(read_script(record.script.read_text(encoding="utf-8").splitlines()))
    match_session = temporary_match(game)
    library = game.packs.library(cache=compiled_folder())
    pace = PACE if speed is None and sys.stderr.isatty() else speed or 0.0
    total = str(len(lines))
    for number, line in enumerate(lines, 1):
        since = match_session.head
        play_line(match_session, lambda: library, line)
        narrate(match_session, since, f"[{pad(str(number), len(total), right=True)}/{total}] ")
        if pace:
            time.sleep(1 / pace)
    echo(_("The record ends:"), err=True)
    print_state(match_session, False)
    return DONE


def draw(call: Call, record: Demo, path: Path) -> int:
    """Draw the main screen in the middle of the record as an SVG file. Raises OSError."""
    import asyncio

    from q40k.tui.picture import draw as draw_screen

    path.write_text(asyncio.run(draw_screen(record, call.language)), encoding="utf-8", newline="\n")
    return DONE


def _record(game: Game) -> Demo:
    if game.demo is None:
        title = _("{game} has no recorded match.", game=game.name)
        raise Failure(title, _("`q40k games` lists the games."), MALFORMED)
    return game.demo


COMMANDS = {"demo": demo}
