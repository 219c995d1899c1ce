"""`q40k demo`: a recorded match, played before your eyes without a screen."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final

import click

from q40k.cli.base import Call, Option, command
from q40k.cli.columns import pad
from q40k.cli.complete import files
from q40k.cli.errors import DONE
from q40k.cli.say import N_, _
from q40k.cli.scripts import narrate, no_lines, print_state
from q40k.cli.streams import echo

RECORD: Final = Path("demo") / "evening.jsonl"
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
        shell_complete=files,
    ),
    examples=(
        ("q40k demo", N_("a whole evening in a minute")),
        ("q40k demo --speed 0", N_("at once")),
    ),
)
def demo(call: Call, speed: float | None, screenshot: str | None) -> int:
    """Play the recorded match."""
    from q40k.table.folders import compiled_folder
    from q40k.table.match_library import throw_away
    from q40k.table.script import play_line, read_script

    if screenshot is not None:
        return draw(call, Path(screenshot))
    lines = list(read_script(record().read_text(encoding="utf-8").splitlines()))
    if not lines:
        raise no_lines()
    match_session = throw_away(lines[0].game)
    library = match_session.game.packs.library(cache=compiled_folder())
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


def draw(call: Call, path: Path) -> int:
    """Draw the main screen, in the midst of the record, as an SVG file. Raises OSError."""
    import asyncio

    from q40k.games.quake.cli.picture import draw as drawn

    path.write_text(asyncio.run(drawn(call.language)), encoding="utf-8", newline="\n")
    return DONE


def record() -> Path:
    """The recorded match that ships with the program."""
    return Path(__file__).resolve().parents[1] / RECORD
