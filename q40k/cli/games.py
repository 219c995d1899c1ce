"""The command that lists the games, and the option that names one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from q40k.cli.base import Call, Option, bad_value, command
from q40k.cli.columns import pad
from q40k.cli.complete import complete_games
from q40k.cli.errors import DONE
from q40k.cli.matches import as_json, json_option
from q40k.cli.say import N_, _, locale
from q40k.cli.streams import echo, echo_text
from q40k.games.game import DEFAULT, UnknownGame, find, locales, manifests
from q40k.i18n.width import width

if TYPE_CHECKING:
    from q40k.games.game import Game


def unknown_game_error(error: UnknownGame, option: str = "--game") -> click.BadParameter:
    """Return the error for a game that does not exist."""
    text = _("There is no game “{said}”; `q40k games` lists them.", said=error.id)
    if error.nearest is not None:
        text += " " + _("The nearest is {id}.", id=error.nearest)
    return bad_value(option, text)


def game_option() -> Option:
    """Return the option that names a game by its id."""

    def open_game(_ctx: click.Context, _param: click.Parameter, value: str) -> Game:
        try:
            return find(value)
        except UnknownGame as error:
            raise unknown_game_error(error) from error

    return Option(
        ["--game"],
        is_eager=True,  # other options may depend on it
        metavar=N_("ID"),
        default=DEFAULT,
        callback=open_game,
        help=N_("The game that is played; `q40k games` lists them."),
        shell_complete=complete_games,
    )


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


COMMANDS = {"games": games}
