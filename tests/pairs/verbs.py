"""Every verb of the command line: a call that writes with it, or that it writes nothing but what is made again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from q40k.cli.app import cli
from tests.cli.calls import script

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

PROFILE = "--name Sancho --points 20 --ws 4 --bs 4 --s 4 --t 4 --i 4 --a 1 --ld 8 --sv 3 --weapon heavy-bolter"

Setup = tuple[tuple[str, ...], str]


class Case(NamedTuple):
    """A call that writes, what comes before it, and whether its repeat changes nothing more.

    One that `is_stepwise` writes several things one after the other, or draws lots each time. `passing` are the looks
    that show a step between, such as a match that is arriving.
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
    for arguments, stdin in case.before:
        if arguments == NEWER:
            write_pack(home, "1.1")
        else:
            call(*arguments, stdin=stdin)


NEWER = ("a newer version of the pack",)
ADDED: Setup = (("pack", "add", "own", "--yes"), "")
NEXT = '{"do": "next"}'

WRITING = (
    Case("do", ("do", "1", NEXT), is_repeatable=False),
    Case("talk", ("talk", "1"), stdin="n\nq\n", is_repeatable=False, is_stepwise=True),
    Case("join", ("join", "1", "Zoe=space-marine", "4", "2"), is_repeatable=False, is_stepwise=True),
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
    Case("pack update", ("pack", "update", "own", "--yes"), (ADDED, (NEWER, ""))),
    Case("pack use", ("pack", "use", "own", "1.0"), (ADDED, (NEWER, ""), ADDED)),
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
    Case("champion new", ("champion", "new", *PROFILE.split()), (), is_repeatable=False),
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

SHOWN = {*["new", "learn", "resume", "watch", "board"], "mission play", "mission edit", "bot play"}
"""Verbs that hold a screen, a server or bots; their entries are written as those of `do` are (tests/faults)."""

FILES = {"print", "season page", "season export", "league page", "league picture", "arena draw"}
"""Verbs that write one file at the user's place, as `report` does."""

MAKERS = {"arena new", "army new", "scenario new", "mission new", "mission load", "champion import"}
"""Verbs that write a pack of one's own, as `champion new` does."""

EVENINGS = {"season join", *(f"evening {verb}" for verb in ("open", "join", "play", "send", "free", "allow"))}
"""Verbs that talk with other laptops or libraries; `tests.pairs.UNBUILT` names them."""

LABS = {"lab weigh", "lab compare", "lab ladder", "lab fit", "lab generate", "lab label", "lab merge"}
"""Verbs that write to the shelf, each job in one transaction: killed in tests of their own (tests/lab)."""


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
