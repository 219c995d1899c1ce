"""`q40k mission play`: the balance of a mission, by games of the bot against the automaton."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from q40k.cli.base import Argument, Call, Option, bad_value, command, packs_option
from q40k.cli.complete import complete_packs
from q40k.cli.errors import DONE
from q40k.cli.matches import as_json, json_option
from q40k.cli.say import N_, _, locale, ngettext
from q40k.cli.streams import echo, echo_progress, echo_text
from q40k.games.space_hulk.cli.finding import GAME, find_mission, load_packs

if TYPE_CHECKING:
    from q40k.games.space_hulk.bot.balance import Figures, Result
    from q40k.games.space_hulk.packs.boards import Layout
    from q40k.games.space_hulk.packs.missions import EditionId, Mission
    from q40k.packs.library import Library

GAMES = 500


@command(
    "play",
    N_(
        "Weigh a mission: a plain bot leads the marines against the program, game after game.\n\n"
        "A game is known by its number, so the same call prints the same figures, however many"
        " cores play."
    ),
    Argument(["mission"], metavar=N_("MISSION"), shell_complete=complete_packs("missions", GAME)),
    Option(["--games"], type=click.IntRange(1, 100_000), default=GAMES, show_default=True,
           metavar=N_("NUMBER"), help=N_("How many games are played.")),
    Option(["--edition"], type=click.Choice(["4", "1"]),
           help=N_("The rules to play by: those of the 4th edition, or of the 1st.")),
    Option(["--cores"], type=click.IntRange(1, 256), metavar=N_("NUMBER"),
           help=N_("On how many cores; all of them, if nothing is said.")),
    json_option(N_("Print it as JSON.")),
    packs_option(),
    examples=(
        ("q40k mission play long-gallery --games 500", N_("the marines’ share of the wins")),
    ),
)  # fmt: skip
def play(
    call: Call,
    mission: str,
    games: int,
    edition: EditionId | None,
    cores: int | None,
    as_json_: bool,
) -> int:
    """Play a mission many times."""
    from q40k.games.space_hulk.bot.balance import summarise

    entry, board, played_by = find_playable(load_packs(call), mission, edition)
    balance = summarise(_play_games(entry, board, games, played_by, cores or os.cpu_count() or 1))
    if as_json_:
        echo_text(as_json({"mission": entry.id, "edition": played_by, **to_builtins(balance)}))
        return DONE
    for line in balance_lines(entry, played_by, balance):
        echo(line)
    return DONE


def find_playable(
    library: Library, id: str, edition: EditionId | None
) -> tuple[Mission, Layout, EditionId]:
    """Return a mission that the program can play alone, its board and edition. Raises Failure."""
    mission, board = find_mission(library, id, "MISSION")
    if board is None:
        raise bad_value("MISSION", _("The mission {id} has no board.", id=mission.id))
    if edition is not None and edition not in mission.editions:
        editions = ", ".join(mission.editions)
        raise bad_value("--edition", _("It is played by the edition: {known}.", known=editions))
    if not any(goal.side == "marine" for goal in mission.goals):
        raise bad_value("MISSION", _("The mission {id} has no goal to count.", id=mission.id))
    return mission, board, edition or mission.editions[0]


def _play_games(
    mission: Mission, board: Layout, count: int, edition: EditionId, cores: int
) -> Iterator[Result]:
    """Yield the results and show the progress."""
    from q40k.games.space_hulk.bot.balance import play_games

    for place, result in enumerate(play_games(mission, board, count, edition, cores), 1):
        echo_progress(_("game {place} of {number}…", place=place, number=count))
        yield result


def balance_lines(mission: Mission, edition: EditionId, balance: Figures) -> Iterator[str]:
    """Yield the results of many games, line by line."""
    say = locale()
    games = ngettext("{number} game", "{number} games", balance.games)
    name = say.name_of(mission.name)
    yield _("{name}, edition {edition}: {games}", name=name, edition=edition, games=games)
    yield _(
        "the marines win {share} (± {off}), drawn {drawn}, lost {lost}",
        share=_exact(balance.share), off=_exact(balance.off),
        drawn=balance.drawn, lost=balance.lost,
    )  # fmt: skip
    met = ", ".join(f"{word} {n}" for word, n in balance.met.items())
    yield _("decided by: {met}; turns on average: {turns}", met=met, turns=_tenths(balance.turns))


def _tenths(number: float) -> str:
    return locale().decimal(f"{number:.1f}")


def _exact(share: float) -> str:
    """Return a share in percent with one decimal."""
    return _("{number}%", number=_tenths(100 * share))
