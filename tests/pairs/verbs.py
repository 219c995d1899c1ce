"""Every verb of the command line: a call that writes with it, or that it writes nothing but what is made again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import click
from msgspec.structs import replace

from q40k.cli.app import cli
from q40k.evening.evenings import Laptop, change_evening
from q40k.games.space_hulk.table.codes import mission_code
from q40k.season.decisions import Same
from q40k.season.record import write_decisions
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import script
from tests.games.quake.packs.test_rosters import HERO, as_json
from tests.pairs.games import library
from tests.season.evenings import play_in

OPENING: list[dict[str, Any]] = [
    {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 7, "name": "Friday"},
    {"do": "join", "player": "Ann", "champion": "space-marine"},
    {"do": "join", "player": "Bob", "champion": "space-marine"},
    {"do": "start", "answers": [3, 5]},
    {"do": "deploy", "player": "Ann"},
    {"do": "deploy", "player": "Bob"},
    {"do": "kill", "player": "Bob", "victim": "Ann", "answers": [2]},
]
ENDED: list[dict[str, Any]] = [*OPENING, {"do": "end"}]
BOTS_SEATED: list[dict[str, Any]] = [
    {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 7, "dice": "app"},
    *(
        {"do": "join", "player": name, "champion": "space-marine", "bot": {"level": "straight"}}
        for name in ("Ann", "Bob")
    ),
    {"do": "start"},
]
ALL_LOOKS = ("list", "season", "decisions", "league", "places")
BOTS = (("import", "-", "--again"), script(BOTS_SEATED))
MATCH = (("import", "-", "--again"), script(OPENING))
FINISHED = (("import", "-", "--again"), script(ENDED))
LEAGUE = (("league", "new", "Winter", "Ann", "Bob", "Cid"), "")
CUP = (("league", "new", "Cup", "--kind", "swiss", "--rounds", "2", "Ann", "Bob"), "")
PLAYED = (("league", "result", "Cup", "1.1", "Ann", "Bob"), "")
PACK = "q40k-pack.yaml"
MANIFEST = """\
id: own
version: "{version}"
name: {{en: Own, fr: À moi}}
author: Ann
licence: CC0-1.0
languages: [en, fr]
game: quake
"""
WEAPON = """\
weapons:
  - {id: own-gun, name: {en: Gun, fr: Canon}, range_in: 12, s: 3, type: assault, shots: 1, source: own, certainty: high}
"""

PREFILLED = (
    "--seed 7 --dice app --mod deathmatch --arena classic-60 --player Ann=space-marine --player Bob=space-marine"
)
GAMES = "--champions space-marine,ork-slugga-boy --levels straight --games 2 --cores 1"
GAME_BY_GAME: Any = {"passing": ("lab",), "is_threaded": True}
"""Each game is kept as it ends, and several at once where the disk is slow; so the number of writes differs."""
PRICED = GAMES.replace("--games 2", "--games 24")
DRAFTED = "--levels straight --cores 1 --tries 1 --screens 2 --within 50 --option size=60x60 --out fair"
LADDER = "--champions space-marine --levels straight,sound --games 2 --cores 1"
ROSTER = "--figure 1 --make --points 20"
ARMY = ("--name", "Wolves", "--strategic", "4", "--morale", "3", "--formation", "Mob=6 ork-boy, 1 ork-nob=45")
PROFILE = "--name Sancho --points 20 --ws 4 --bs 4 --s 4 --t 4 --i 4 --a 1 --ld 8 --sv 3 --weapon heavy-bolter"

Setup = tuple[tuple[str, ...], str] | Callable[[Path], None]
"""A call with its standard input, or what lays something out in the home."""


class Case(NamedTuple):
    """A call that writes, what comes before it, and whether its repeat changes nothing more.

    One that `is_stepwise` writes several things one after the other, or draws lots each time. `passing` are the looks
    that show a step between, such as a match that is arriving. One that `is_threaded` does not make the same
    writes each time, so it may live through the last of them.
    """

    name: str
    call: tuple[str, ...]
    before: tuple[Setup, ...] = (MATCH,)
    stdin: str = ""
    is_repeatable: bool = True
    is_stepwise: bool = False
    is_threaded: bool = False
    passing: tuple[str, ...] = ()


def write_pack(home: Path, version: str) -> None:
    """Write the pack that is added, in a version."""
    folder = home / "own"
    folder.mkdir(exist_ok=True)
    (folder / PACK).write_text(MANIFEST.format(version=version), encoding="utf-8")
    (folder / "own.yaml").write_text(WEAPON, encoding="utf-8")


def prepare(case: Case, call: Callable[..., object]) -> None:
    """Make the home of a case in the current folder."""
    home = Path.cwd()
    write_pack(home, "1.0")
    for setup in case.before:
        if callable(setup):
            setup(home)
        else:
            call(*setup[0], stdin=setup[1])


def bring_newer_pack(home: Path) -> None:
    """Lay the next version of the pack out."""
    write_pack(home, "1.1")


def lay_out_other_club(home: Path) -> None:
    """Lay the library of another club out, with a finished match and a decision."""
    path = home / "paris.sqlite3"
    with closing(MatchLibrary(path)) as library:
        play_in(library, [json.dumps(line) for line in ENDED], "Friday")
        write_decisions(library, "2026-03-01T12:00:00+00:00", Same("Ann", "Anne"))


def seat_laptops(_home: Path) -> None:
    """Let a laptop be table 1 of the hall of “Winter”, with a match of the first round."""
    with closing(MatchLibrary()) as library:
        laptops = {1: Laptop("0" * 32, "tablet")}
        change_evening(library.journal, "Winter", lambda evening: replace(evening, laptops=laptops, given={"1.1": 1}))


def mission_code_of_our_own() -> str:
    """The code on the page of a mission that is not shipped."""
    packs = library("space-hulk")
    mission, board = packs.of_kind("missions")["under-the-keel"], packs.of_kind("boards")["under-the-keel"]
    return mission_code(replace(mission, id="their-hulk", board="their-hulk"), replace(board, id="their-hulk"))


def write_roster(home: Path) -> None:
    """Lay a roster out, with a figure that no pack knows."""
    (home / "army.json").write_bytes(as_json(HERO))


ADDED: Setup = (("pack", "add", "own", "--yes"), "")
NEXT = '{"do": "next"}'

SCREEN = "screen"
"""In place of a verb: keys are pressed on the screen of match 1."""

WRITING = (
    Case("do", ("do", "1", NEXT), is_repeatable=False),
    Case("talk", ("talk", "1"), stdin="n\nq\n", is_repeatable=False, is_stepwise=True),
    Case("join", ("join", "1", "Zoe=space-marine", "4", "2"), is_repeatable=False, is_stepwise=True),
    Case(SCREEN, (SCREEN, *"nuUn"), is_repeatable=False, is_stepwise=True, is_threaded=True),
    Case("bookmark", ("bookmark", "1", "8", "the moment"), is_repeatable=False),
    Case("amend", ("amend", "1", "9", "--remove", "--yes"), is_repeatable=False),
    Case("branch", ("branch", "1", "7")),
    Case("import", ("import", "-"), stdin=script(OPENING), is_repeatable=False),
    Case("hand over", ("hand", "over", "1", "--to", "there.q40kmatch")),
    Case("hand back", ("hand", "back", "1", "--yes"), (MATCH, (("hand", "over", "1", "--to", "there.q40kmatch"), ""))),
    Case(
        "take",
        ("take", "there.q40kmatch"),
        (MATCH, (("hand", "over", "1", "--to", "there.q40kmatch"), "")),
        passing=("list",),
    ),
    Case("rename-match", ("rename-match", "1", "Saturday")),
    Case("archive", ("archive", "1")),
    Case("delete", ("delete", "1")),
    Case("restore", ("restore", "1"), (MATCH, (("delete", "1"), ""))),
    Case(
        "empty-bin",
        ("empty-bin", "--yes"),
        (MATCH, MATCH, (("delete", "1"), ""), (("delete", "2"), "")),
        is_stepwise=True,
    ),
    Case("backup", ("backup",)),
    Case("mirror", ("backup", "--mirror", "stick", "--create")),
    Case("doctor", ("doctor", "--repair")),
    Case("pack add", ("pack", "add", "own", "--yes"), ()),
    Case("pack update", ("pack", "update", "own", "--yes"), (ADDED, bring_newer_pack)),
    Case("pack use", ("pack", "use", "own", "1.0"), (ADDED, bring_newer_pack, ADDED)),
    Case("pack remove", ("pack", "remove", "own"), (ADDED,)),
    Case("pack make", ("pack", "make", "own", "--out", "own.q40kpack"), ()),
    Case("season same", ("season", "same", "Ann", "Anna"), (FINISHED,)),
    Case("season apart", ("season", "apart", "Ann", "Anna", "1"), (FINISHED,)),
    Case("season leave-out", ("season", "leave-out", "1", "a trial"), (FINISHED,)),
    Case("season count", ("season", "count", "1"), (FINISHED, (("season", "leave-out", "1", "a trial"), ""))),
    Case("season tag", ("season", "tag", "1", "winter"), (FINISHED,)),
    Case("season undo", ("season", "undo"), (FINISHED, (("season", "tag", "1", "winter"), "")), is_repeatable=False),
    Case(
        "season redo", ("season", "redo"), (FINISHED, (("season", "tag", "1", "winter"), ""), (("season", "undo"), ""))
    ),
    Case("league new", ("league", "new", "Winter", "Ann", "Bob", "Cid"), (), is_repeatable=False, is_stepwise=True),
    Case("league result", ("league", "result", "Cup", "1.1", "Ann", "Bob"), (CUP,)),
    Case("league join", ("league", "join", "Winter", "Dan"), (LEAGUE,)),
    Case("league leave", ("league", "leave", "Winter", "Cid"), (LEAGUE,), is_stepwise=True),
    Case("league draw", ("league", "draw", "Cup"), (CUP, PLAYED)),
    Case("league delete", ("league", "delete", "Winter"), (LEAGUE,)),
    Case("league restore", ("league", "restore", "Winter"), (LEAGUE, (("league", "delete", "Winter"), ""))),
    Case("season join", ("season", "join", "paris.sqlite3"), (lay_out_other_club,), passing=ALL_LOOKS),
    Case("evening free", ("evening", "free", "Winter", "1"), (LEAGUE, seat_laptops), is_repeatable=False),
    Case("evening allow", ("evening", "allow", "Winter", "1"), (LEAGUE, seat_laptops)),
    Case("talk new", ("talk", "new", *PREFILLED.split()), (), "q\n", is_repeatable=False, is_stepwise=True),
    Case("bot play", ("bot", "play", "1", "--turns", "1"), (BOTS,), is_repeatable=False, is_stepwise=True),
    Case("champion new", ("champion", "new", *PROFILE.split()), (), is_repeatable=False),
    Case("champion import", ("champion", "import", "army.json", *ROSTER.split()), (write_roster,), is_repeatable=False),
    Case("arena new", ("arena", "new", *["--name", "Yard", "--size", "60x60", "--seed", "7"]), (), is_repeatable=False),
    Case("army new", ("army", "new", *ARMY), (), is_repeatable=False),
    Case("scenario new", ("scenario", "new", "our-crossing"), (), is_repeatable=False),
    Case("mission new", ("mission", "new", "our-hulk"), (), is_repeatable=False),
    Case("mission load", ("mission", "load", mission_code_of_our_own()), (), is_repeatable=False),
    Case("lab weigh", ("lab", "weigh", *GAMES.split()), (), **GAME_BY_GAME),
    Case("lab compare", ("lab", "compare", *GAMES.split(), "--with", "levels=sound"), (), **GAME_BY_GAME),
    Case("lab fit", ("lab", "fit", *PRICED.split()), (), **GAME_BY_GAME),
    Case("lab generate", ("lab", "generate", *DRAFTED.split()), (), **GAME_BY_GAME),
    Case("lab ladder", ("lab", "ladder", *LADDER.split()), (), **GAME_BY_GAME),
    Case(
        "lab merge",
        ("lab", "merge", "club.sqlite3"),
        ((("lab", "weigh", *GAMES.split(), "--shelf", "club.sqlite3"), ""),),
    ),
    Case("lab label", ("lab", "label", "own", *GAMES.split()), (), is_stepwise=True),
    Case("print", ("print", "portals", "--out", "portals.pdf", "--force"), ()),
    Case("arena draw", ("arena", "draw", "classic-60", "--out", "plan.svg", "--force"), ()),
    Case("season page", ("season", "page", "--force"), (FINISHED,)),
    Case("season export", ("season", "export", "--out", "season.csv", "--force"), (FINISHED,)),
    Case("league page", ("league", "page", "Winter", "--force"), (LEAGUE,)),
    Case("league picture", ("league", "picture", "Winter", "pairings", "--force"), (LEAGUE,)),
    Case("report", ("report", "1", "--out", "report.html", "--force")),
    Case("export", ("export", "1", "--output", "record.jsonl")),
)
"""Calls that write."""

_READING = """
odds phases about games list show log replay stats luck measure weapons mods arenas champions verify
locate completion help check schema puzzles study season league run demo
"""
READING = {
    *_READING.split(),
    *("mods show", "arena show", "arena check", "arena recon", "army list", "army show", "army check", "army pair"),
    *("scenario list", "scenario show", "scenario check", "mission list", "mission show", "mission check"),
    *("mission pieces", "mission draw", "mission record", "champion show", "champion check", "champion random"),
    *("champion field", "champion export", "season decisions", "league show", "pack list", "pack show"),
    *("pack code", "pack verify", "bot why", "lab worlds"),
}
"""Verbs that write nothing but what is made again, such as briefs."""

SHOWN = {*["new", "learn", "resume", "watch", "board", "evening play"], "mission play", "mission edit"}
"""Verbs that hold a screen or a server; their entries are written as those of the case `SCREEN` are."""

EVENINGS = {"evening open", "evening join", "evening send"}
"""Verbs that talk with other laptops, which are killed in `test_evenings_and_kills`."""


def all_verbs() -> Iterator[str]:
    """Every verb that the command line has, with those below it."""

    def below(command: click.Command, context: click.Context, path: tuple[str, ...]) -> Iterator[str]:
        if not isinstance(command, click.Group):
            yield " ".join(path)
            return
        if path and command.invoke_without_command:
            yield " ".join(path)
        for name in command.list_commands(context):
            verb = command.get_command(context, name)
            assert verb is not None
            yield from below(verb, click.Context(verb, parent=context, info_name=name), (*path, name))

    yield from below(cli, click.Context(cli), ())


def verbs_of_cases() -> set[str]:
    """The verbs that the calls above use."""
    verbs = set(all_verbs())
    names = {" ".join(case.call[:length]) for case in WRITING for length in (1, 2)}
    return names & verbs
