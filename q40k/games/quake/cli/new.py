"""Define the command that begins a match: new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from q40k.cli.base import Call, Option, bad_value, command, packs_option
from q40k.cli.complete import complete_packs
from q40k.cli.games import game_option
from q40k.cli.play import earlier_match, players_of_options, require_screen
from q40k.cli.say import N_, _
from q40k.games.quake.cli.agreed import agreed_options
from q40k.games.quake.cli.picking import pick, player, unknown

if TYPE_CHECKING:
    from q40k.games.game import Game
    from q40k.games.quake.packs.library import Library
    from q40k.games.quake.table.prefilled import Prefilled

MOD = "deathmatch"


@command(
    "new",
    N_(
        "Begin a match. What is not said here is asked in a short set-up screen.\n\n"
        "CHAMPION is an id, or a few letters that fit only one; gear follows with +."
    ),
    game_option(),
    Option(["--mod"], metavar="MOD",
           help=N_("The way to play; without it, it is asked, or a deathmatch if players are"
                   " named."),
           shell_complete=complete_packs("mods")),
    Option(["--arena"], metavar=N_("ARENA"), help=N_("The table to play on."),
           shell_complete=complete_packs("arenas")),
    Option(["players", "--player"], multiple=True, metavar=N_("NAME[@TEAM]=CHAMPION[+GEAR]"),
           help=N_("A player with its champion, in a mod of teams with its team; may be given"
                   " several times."),
           shell_complete=player),
    Option(["--budget"], type=click.IntRange(1, 100_000), metavar=N_("POINTS"),
           help=N_("What a champion, or a whole team, may cost at most, in a mod with budgets.")),
    Option(["options", "--option"], multiple=True, metavar=N_("NAME=NUMBER"),
           help=N_("A number the table has agreed on, such as lives=3; `q40k mods show` lists"
                   " them.")),
    Option(["addons", "--addon"], multiple=True, metavar=N_("ADD-ON"),
           help=N_("Something added to the mod: barrel-frenzy; announce: announced first, then"
                   " measured.")),
    Option(["--minutes"], type=click.FloatRange(0, 1440, min_open=True), metavar=N_("NUMBER"),
           help=N_("By the clock: so many minutes for the whole match.")),
    Option(["--each"], type=click.FloatRange(0, 86_400, min_open=True), metavar=N_("SECONDS"),
           help=N_("By the clock: so many seconds for each champion’s part.")),
    *players_of_options(),
    Option(["--seed"], type=int, metavar=N_("NUMBER"),
           help=N_("The seed of the app’s own dice, to have the same ones again.")),
    Option(["--name"], default="", metavar=N_("TEXT"), help=N_("What the match is called.")),
    Option(["--dice"], type=click.Choice(["hand", "app"]),
           help=N_("Who rolls: hands, with real dice, or the app; without it, it is asked.")),
    Option(["--d3"], type=click.Choice(["d3", "d6"]),
           help=N_("A D3 is typed as 1 to 3, or as the D6 it was; without it, it is asked.")),
    packs_option(),
    examples=(
        ("q40k new --mod deathmatch", N_("everything else is asked")),
        (
            "q40k new --player Alice=space-marine --player Bob=guardian --arena classic-60",
            N_("two players are at the table already"),
        ),
        (
            "q40k new --mod capture-the-flag --player Ann@Red=guardian --player Bob@Blue=guardian",
            N_("two teams, a champion each"),
        ),
        (
            "q40k new --mod elite --option lives=3 --addon barrel-frenzy --minutes 90 --each 60",
            N_("three lives a round, barrels, and a clock"),
        ),
        ("q40k new --players-of last --mod elite", N_("the same players, another mod")),
    ),
)  # fmt: skip
def new(
    call: Call,
    game: Game,
    mod: str | None,
    arena: str | None,
    players: tuple[str, ...],
    budget: int | None,
    options: tuple[str, ...],
    addons: tuple[str, ...],
    minutes: float | None,
    each: float | None,
    players_of: str | None,
    fresh: bool,
    seed: int | None,
    name: str,
    dice: Literal["hand", "app"] | None,
    d3: Literal["d3", "d6"] | None,
) -> int:
    """Begin a match."""
    from q40k.games.quake.table.prefilled import Prefilled
    from q40k.games.quake.table.prefilled import as_prefilled as _as_said
    from q40k.kernel.text import clean_text

    has_details = bool(players or options or addons) or budget is not None
    earlier = _as_said(earlier_match(players_of, game, fresh=fresh, other=mod is not None))
    prefilled = Prefilled(
        mod=mod or earlier.mod or (MOD if has_details else None), arena=arena, seed=seed,
        name=clean_text(name), dice=dice, budget=budget, minutes=minutes, each=each, addons=addons,
        d3=d3,
    )  # fmt: skip
    if has_details or arena is not None or mod not in (None, MOD):
        prefilled = _check(call.library(game=game), prefilled, players, options)
    prefilled = prefilled.after(earlier)
    require_screen()
    from q40k.tui.app import play_new

    return play_new(call.context(), prefilled, game)


def _check(
    library: Library, prefilled: Prefilled, players: tuple[str, ...], options: tuple[str, ...]
) -> Prefilled:
    """Return the options of a match with every id checked. Raises click.BadParameter."""
    from msgspec.structs import replace

    if prefilled.arena is not None and prefilled.arena not in library.arenas:
        raise bad_value("--arena", unknown(library, "arenas", prefilled.arena))
    if prefilled.mod is None:
        return prefilled
    if prefilled.mod not in library.mods:
        raise bad_value("--mod", unknown(library, "mods", prefilled.mod))
    mod = library.mods[prefilled.mod]
    if prefilled.budget is not None and not mod.has("budget"):
        raise bad_value("--budget", _("{mod} has no budget.", mod=prefilled.mod))
    numbers = agreed_options(mod, options, prefilled.addons, prefilled.budget)
    picked = [pick(library, text, "--player", mod) for text in players]
    if mod.in_teams and not all(entry.name and entry.team for entry in picked):
        message = _("{mod} is played in teams: NAME@TEAM=CHAMPION.", mod=mod.id)
        raise bad_value("--player", message)
    names = [entry.name.casefold() for entry in picked]
    for entry in picked:
        if names.count(entry.name.casefold()) > 1:
            raise bad_value("--player", _("{name} is there twice.", name=entry.name))
    return replace(
        prefilled,
        players=tuple((entry.name, entry.champion, entry.gear) for entry in picked),
        teams={entry.name: entry.team for entry in picked if entry.team},
        options=numbers,
    )
