"""`q40k new`: begin a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import click

from q40k.cli.base import Call, Option, bad_value, command, packs_option
from q40k.cli.complete import complete_packs
from q40k.cli.games import game_option
from q40k.cli.play import require_screen
from q40k.cli.say import N_, _
from q40k.games.space_hulk.cli.finding import GAME, find_mission, load_packs

if TYPE_CHECKING:
    from q40k.games.game import Game

LEAST_TIMER = 30


@command(
    "new",
    N_("Begin a match of Space Hulk. What is not said here is asked in a short set-up screen."),
    game_option(),
    Option(["--mission"], metavar=N_("MISSION"), help=N_("The mission to play."),
           shell_complete=complete_packs("missions", GAME)),
    Option(["--edition"], type=click.Choice(["4", "1"]),
           help=N_("The rules to play by: those of the 4th edition, or of the 1st.")),
    Option(["--seed"], type=int, metavar=N_("NUMBER"),
           help=N_("The seed of the app’s own dice, to have the same ones again.")),
    Option(["--name"], default="", metavar=N_("TEXT"), help=N_("What the match is called.")),
    Option(["--dice"], type=click.Choice(["hand", "app"]),
           help=N_("Who rolls: hands, with real dice, or the app; without it, it is asked.")),
    Option(["--deal"], type=click.Choice(["table", "app"]),
           help=N_("Who deals blips and counters: the table, or the app; without it, it is"
                   " asked.")),
    Option(["--solo"], is_flag=True, help=N_("Play alone: the app plays the Genestealers.")),
    Option(["--solo-dice"], type=click.Choice(["app", "table"]),
           help=N_("Who rolls the app’s own dice as the Genestealers: the app, or you.")),
    Option(["--bot"], type=click.Choice(["marines"]),
           help=N_("The bot leads the marines; with --solo the whole match plays itself.")),
    Option(["--timer"], type=click.IntRange(0, 600), metavar=N_("SECONDS"),
           help=N_("How long the marines have, 30 to 600 seconds; 0: no clock.")),
    Option(["--marines"], metavar=N_("NAME"), help=N_("Who plays the Space Marines.")),
    Option(["--stealers"], metavar=N_("NAME"), help=N_("Who plays the Genestealers.")),
    Option(["--novice"], is_flag=True, help=N_("A minute more on the clock.")),
    packs_option(),
    examples=(
        ("q40k new --game space-hulk --mission airlock-nine", N_("a mission of the house")),
        ("q40k new --game space-hulk --mission open-table --edition 1",
         N_("a mission of one’s own book, by the 1st edition")),
        ("q40k new --game space-hulk --solo", N_("alone: the app plays the Genestealers")),
        ("q40k new --game space-hulk --solo --bot marines", N_("a match that plays itself")),
    ),
)  # fmt: skip
def new(
    call: Call,
    game: Game,
    mission: str | None,
    edition: Literal["4", "1"] | None,
    seed: int | None,
    dice: Literal["hand", "app"] | None,
    **rest: Any,
) -> int:
    """Begin a match."""
    from q40k.games.space_hulk.table.prefilled import Prefilled
    from q40k.kernel.text import clean_text

    if mission is not None:
        _found, board = find_mission(load_packs(call), mission, "--mission")
        if rest["bot"] is not None and board is None:
            raise bad_value("--bot", _("The mission {id} has no board.", id=mission))
    options: dict[str, Any] = {name: True for name in ("novice", "solo") if rest[name]}
    options |= {name: rest[name] for name in ("solo_dice", "bot") if rest[name] is not None}
    if rest["timer"] is not None:
        if 0 < rest["timer"] < LEAST_TIMER:
            text = _("The timer has {least} seconds at least.", least=LEAST_TIMER)
            raise bad_value("--timer", text)
        options["timer"] = rest["timer"] or "off"
    require_screen()
    from q40k.tui.app import play_new

    prefilled = Prefilled(
        clean_text(rest["name"]), seed, dice, mission=mission, edition=edition,
        deal=rest["deal"], options=options, players=_players(rest["marines"], rest["stealers"]),
    )  # fmt: skip
    return play_new(call.context(), prefilled, game)


def _players(marines: str | None, stealers: str | None) -> tuple[str, str] | None:
    """Return the names of both players, with the usual name for a missing one."""
    from q40k.games.space_hulk.rules.opening import New

    if marines is None and stealers is None:
        return None
    usual = New()
    return marines or usual.marines, stealers or usual.stealers
