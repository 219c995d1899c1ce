"""Commands that open the screens: q40k alone, new, resume, watch."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

import click

from q40k.cli.base import Call, Option, bad_value, command, packs_option
from q40k.cli.complete import of, player
from q40k.cli.errors import DONE, MALFORMED, Failure
from q40k.cli.open import match_argument, match_library
from q40k.cli.say import N_, _

if TYPE_CHECKING:
    from pathlib import Path

    from q40k.table.context import Prefilled

MOD = "deathmatch"
HEADLESS = N_("Without a terminal, `q40k run FILE.jsonl` plays a match script.")


def on_a_terminal() -> bool:
    """Whether there is a terminal to draw on and to type at."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def need_a_terminal() -> None:
    """Raise Failure when there is no terminal, saying what works without one."""
    if not on_a_terminal():
        title = _("This needs a terminal: standard input and output are not one.")
        raise Failure(title, _(HEADLESS), MALFORMED)


# -- q40k alone ----------------------------------------------------------------------------


def start(call: Call) -> int:
    """Offer the last match, or print what could be done when there is no terminal."""
    if on_a_terminal():
        from q40k.tui.app import play_start

        return play_start(call.context())
    with match_library() as opened:
        rows = opened.matches()
    if rows:
        last = rows[0]
        when = last.touched[:16].replace("T", " ")
        told = _("The last match: {number}, {name}, {when}.", number=last.id,
                 name=last.name or "-", when=when)  # fmt: skip
        click.echo(told)
        click.echo(f"  q40k show {last.id}")
        click.echo(f"  q40k log {last.id}")
        click.echo(_("In a terminal, `q40k resume` goes on with it."))
    else:
        click.echo(_("There is no match yet. In a terminal, `q40k new` begins one."))
    click.echo(_(HEADLESS))
    click.echo(_("`q40k --help` lists everything."))
    return DONE


# -- new -----------------------------------------------------------------------------------


@command(
    "new",
    N_(
        "Begin a match. What is not said here is asked in a short set-up screen.\n\n"
        "CHAMPION is an id, or a few letters that fit only one; gear follows with +."
    ),
    Option(["--mod"], metavar="MOD",
           help=N_("The way to play; without it, it is asked, or a deathmatch if players are"
                   " named."),
           shell_complete=of("mods")),
    Option(["--arena"], metavar=N_("ARENA"), help=N_("The table to play on."),
           shell_complete=of("arenas")),
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
           help=N_("Something added to the mod: barrel-frenzy.")),
    Option(["--minutes"], type=click.FloatRange(0, 1440, min_open=True), metavar=N_("NUMBER"),
           help=N_("By the clock: so many minutes for the whole match.")),
    Option(["--each"], type=click.FloatRange(0, 86_400, min_open=True), metavar=N_("SECONDS"),
           help=N_("By the clock: so many seconds for each champion’s part.")),
    Option(["--seed"], type=int, metavar=N_("NUMBER"),
           help=N_("The seed of the app’s own dice, to have the same ones again.")),
    Option(["--name"], default="", metavar=N_("TEXT"), help=N_("What the match is called.")),
    Option(["--dice"], type=click.Choice(["hand", "app"]), default="hand", show_default=True,
           help=N_("Who rolls: hands, with real dice, or the app.")),
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
    ),
)  # fmt: skip
def new(
    call: Call,
    mod: str | None,
    arena: str | None,
    players: tuple[str, ...],
    budget: int | None,
    options: tuple[str, ...],
    addons: tuple[str, ...],
    minutes: float | None,
    each: float | None,
    seed: int | None,
    name: str,
    dice: Literal["hand", "app"],
) -> int:
    """Begin a match."""
    from q40k.kernel.text import clean_text
    from q40k.table.context import Prefilled

    said = bool(players or options or addons) or budget is not None
    prefilled = Prefilled(
        mod or (MOD if said else None), arena, (), seed, clean_text(name), dice, budget=budget,
        minutes=minutes, each=each, addons=addons,
    )  # fmt: skip
    if said or arena is not None or mod not in (None, MOD):
        prefilled = _checked(call.library(), prefilled, players, options)
    need_a_terminal()
    from q40k.tui.app import play_new

    return play_new(call.context(), prefilled)


def _checked(
    library: Any, said: Prefilled, players: tuple[str, ...], options: tuple[str, ...]
) -> Prefilled:
    """What was said of a match, every id known. Raises click.BadParameter."""
    from dataclasses import replace

    from q40k.games.quake.cli.agreed import agreed_options
    from q40k.games.quake.cli.picking import pick, unknown

    if said.arena is not None and said.arena not in library.arenas:
        raise bad_value("--arena", unknown(library, "arenas", said.arena))
    if said.mod is None:
        return said
    if said.mod not in library.mods:
        raise bad_value("--mod", unknown(library, "mods", said.mod))
    mod = library.mods[said.mod]
    if said.budget is not None and not mod.has("budget"):
        raise bad_value("--budget", _("{mod} has no budget.", mod=said.mod))
    numbers = agreed_options(mod, options, said.addons, said.budget)
    picked = [pick(library, one, "--player", mod) for one in players]
    if mod.in_teams and not all(one.name and one.team for one in picked):
        told = _("{mod} is played in teams: NAME@TEAM=CHAMPION.", mod=mod.id)
        raise bad_value("--player", told)
    names = [one.name.casefold() for one in picked]
    for one in picked:
        if names.count(one.name.casefold()) > 1:
            raise bad_value("--player", _("{name} is there twice.", name=one.name))
    return replace(
        said,
        players=tuple((one.name, one.champion, one.gear) for one in picked),
        teams={one.name: one.team for one in picked if one.team},
        options=numbers,
    )


# -- resume, watch -------------------------------------------------------------------------


@command(
    "resume",
    N_(
        "Take up a match where it stands, at the very question.\n\n"
        "MATCH is a number, a name or the beginning of one; without it, the match played last."
    ),
    match_argument(required=False),
    packs_option(),
    examples=(
        ("q40k resume", N_("the match played last")),
        ("q40k resume 3", N_("match 3")),
    ),
)
def resume(call: Call, match: str | None) -> int:
    """Take up a match."""
    return _open(call, match, watch=False)


@command(
    "watch",
    N_("Watch a match that is played in another window or by another program."),
    match_argument(required=False),
    packs_option(),
    examples=(("q40k watch 3", N_("follow match 3; nothing can be entered")),),
)
def watch(call: Call, match: str | None) -> int:
    """Watch a match."""
    return _open(call, match, watch=True)


def _open(call: Call, match: str | None, *, watch: bool) -> int:
    from q40k.table.folders import data_folder

    with match_library() as opened:
        number = opened.find(match).id
    if not watch:
        _must_be_free(data_folder(), number)
    need_a_terminal()
    from q40k.tui.app import play_match

    return play_match(call.context(), number, watch)


def _must_be_free(folder: Path, number: int) -> None:
    """Raise JournalError when another process holds the match, before any screen opens."""
    from q40k.kernel.journal.match_lock import MatchLock

    lock = MatchLock(folder, number)
    lock.take()
    lock.drop()


COMMANDS = {"new": new, "resume": resume, "watch": watch}
