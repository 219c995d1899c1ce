"""Commands about the games of the house: their list, and a recorded match of one."""

from __future__ import annotations

import time
from pathlib import Path

import click

from q40k.cli.base import Call, Option, command, json_option
from q40k.cli.complete import complete_files
from q40k.cli.errors import DONE, MALFORMED, Failure
from q40k.cli.open import game_option
from q40k.cli.say import N_, _, as_json, echo, echo_text, locale, on_a_terminal, speak_of
from q40k.cli.scripts import narrate, print_state
from q40k.cli.texts import pad
from q40k.games.game import Demo, Game, locales, manifests
from q40k.i18n.width import width


@command(
    "games",
    N_("List the games of the house."),
    json_option(N_("Print them as JSON.")),
    examples=(("q40k games", N_("every game, with its id and what it is")),),
)
def games(call: Call, as_json_: bool) -> int:
    """List the games."""
    del call
    every_game = list(manifests())
    about = {game.id: locale().of(locales(game.id)).say(game.about) for game in every_game}
    if as_json_:
        data = [{"id": game.id, "name": game.name, "about": about[game.id]} for game in every_game]
        echo_text(as_json(data))
        return DONE
    widest = max(width(game.id) for game in every_game)
    for game in every_game:
        echo(f"{pad(game.id, widest)}  {game.name}")
        if about[game.id]:
            echo_text(click.wrap_text(about[game.id], 78, "    ", "    "))
    return DONE


# -- demo ------------------------------------------------------------------------------------------

PACE = 12.0


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
        help=N_("Lines a second; 0 does not wait. On a terminal 12, otherwise 0."),
    ),
    Option(
        ["--screenshot"],
        metavar=N_("FILE"),
        help=N_("Draw the main screen in the midst of it as an SVG file instead."),
        shell_complete=complete_files,
    ),
    game_option(),
    examples=(("q40k demo", N_("a whole evening in a minute")), ("q40k demo --speed 0", N_("at once"))),
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
    pace = PACE if speed is None and on_a_terminal("stderr") else speed or 0.0
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


COMMANDS = {"games": games, "demo": demo}
