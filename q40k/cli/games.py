"""The games of the house: the command that lists them, and the option that names one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from q40k.cli.base import Call, Option, bad_value, command
from q40k.cli.columns import pad
from q40k.cli.complete import games_known
from q40k.cli.errors import DONE
from q40k.cli.matches import as_json, json_option
from q40k.cli.say import N_, _, locale
from q40k.cli.streams import echo, echo_text
from q40k.games.game import DEFAULT, UnknownGame, find, locales, manifests
from q40k.i18n.width import width

if TYPE_CHECKING:
    from q40k.games.game import Game


def no_game(error: UnknownGame, option: str = "--game") -> click.BadParameter:
    """What is said of a game that is not there."""
    text = _("There is no game “{said}”; `q40k games` lists them.", said=error.said)
    if error.nearest is not None:
        text += " " + _("The nearest is {id}.", id=error.nearest)
    return bad_value(option, text)


def game_option() -> Option:
    """The option that names a game by its id."""

    def found(_ctx: click.Context, _param: click.Parameter, value: str) -> Game:
        try:
            return find(value)
        except UnknownGame as error:
            raise no_game(error) from error

    return Option(
        ["--game"],
        is_eager=True,  # what else is said may depend on it
        metavar=N_("ID"),
        default=DEFAULT,
        callback=found,
        help=N_("The game that is played; `q40k games` lists them."),
        shell_complete=games_known,
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
    found = list(manifests())
    about = {one.id: locale().of(locales(one.id)).say(one.about) for one in found}
    if as_json_:
        data = [{"id": one.id, "name": one.name, "about": about[one.id]} for one in found]
        echo_text(as_json(data))
        return DONE
    widest = max(width(one.id) for one in found)
    for one in found:
        echo(f"{pad(one.id, widest)}  {one.name}")
        if about[one.id]:
            echo_text(click.wrap_text(about[one.id], 78, "    ", "    "))
    return DONE


COMMANDS = {"games": games}
