"""`q40k mission`: list, show, check, draw, or begin a mission of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from q40k.cli.base import (
    Argument,
    Call,
    Option,
    bad_value,
    check_id,
    command,
    command_group,
    packs_option,
)
from q40k.cli.columns import table
from q40k.cli.complete import complete_packs
from q40k.cli.errors import DONE, REFUSED, Failure, problem_lines
from q40k.cli.files import force_option, write_file
from q40k.cli.matches import as_json, json_option
from q40k.cli.say import N_, _, locale, ngettext
from q40k.cli.streams import echo, echo_text
from q40k.games.space_hulk.cli.editing import edit
from q40k.games.space_hulk.cli.finding import GAME, find_mission, load_packs
from q40k.games.space_hulk.cli.playing import play
from q40k.games.space_hulk.cli.recording import record

if TYPE_CHECKING:
    from q40k.packs.problems import Problem


def _mission_argument(metavar: str = N_("MISSION")) -> Argument:
    return Argument(["mission"], metavar=metavar, shell_complete=complete_packs("missions", GAME))


@command(
    "list",
    N_("List the missions, with their board, editions and turns."),
    packs_option(),
    examples=(("q40k mission list", N_("every mission there is")),),
)
def list_(call: Call) -> int:
    """List the missions."""
    head = [_("Mission"), _("Name"), _("Board"), _("Editions"), _("Turns")]
    rows = [
        [mission.id, locale().name_of(mission.name), mission.board or "-",
         ", ".join(mission.editions), str(mission.turn_limit or "-")]
        for mission in load_packs(call).of_kind("missions").values()
    ]  # fmt: skip
    for line in table(head, rows, right=(4,)):
        echo(line)
    return DONE


@command(
    "show",
    N_("Show a mission: its board, who stands where, the blips that come, what is won."),
    _mission_argument(),
    json_option(N_("Print it as JSON.")),
    packs_option(),
    examples=(("q40k mission show airlock-nine", N_("the board in letters, and the goals")),),
)
def show(call: Call, mission: str, as_json_: bool) -> int:
    """Show a mission."""
    from q40k.games.space_hulk.words.missions import mission_lines

    entry, layout = find_mission(load_packs(call), mission, "MISSION")
    if as_json_:
        board = None if layout is None else to_builtins(layout)
        echo_text(as_json({**to_builtins(entry), "board_data": board}))
        return DONE
    for line in mission_lines(locale(), entry, layout):
        echo(line)
    return DONE


@command(
    "check",
    N_("Check a mission, or every board and mission of a file: what is wrong, where and why."),
    _mission_argument(N_("MISSION|FILE")),
    packs_option(),
    examples=(("q40k mission check our-hulk.yaml", N_("everything in a file of yours")),),
)
def check(call: Call, mission: str) -> int:
    """Check a mission."""
    from q40k.games.game import find
    from q40k.packs.library import check as check_packs
    from q40k.packs.problems import in_reading_order

    path = Path(mission)
    problems: list[Problem] = []
    kinds = find(GAME).packs.kinds
    if path.suffix in (".yaml", ".yml") or path.exists():
        problems = check_packs(kinds, [path], call.folders(GAME))
    else:
        entry, _layout = find_mission(load_packs(call), mission, "MISSION|FILE")
        folders = call.folders(GAME)
        candidates = [*check_packs(kinds), *(check_packs(kinds, folders) if folders else ())]
        problems = [
            problem for problem in candidates if problem.object_id in (entry.id, entry.board)
        ]
    for line in problem_lines(in_reading_order(problems)):
        echo(line)
    errors = sum(problem.severity == "error" for problem in problems)
    counts = [ngettext("{number} problem", "{number} problems", errors)]
    if warned := len(problems) - errors:
        counts.append(ngettext("{number} warning", "{number} warnings", warned))
    echo(", ".join(counts), err=True)
    return REFUSED if errors else DONE


@command(
    "pieces",
    N_("Show the board pieces there are: a board may be laid of them."),
    packs_option(),
    examples=(("q40k mission pieces", N_("each piece, north up, with the sides that join")),),
)
def pieces(call: Call) -> int:
    """Show the board pieces."""
    for piece in load_packs(call).of_kind("pieces").values():
        echo(f"{piece.id}: {locale().name_of(piece.name)}")
        for row in piece.rows:
            echo(f"    {row}")
    return DONE


@command(
    "draw",
    N_("Draw the board of a mission, as SVG."),
    _mission_argument(),
    Option(["--out"], metavar=N_("FILE"), type=click.Path(dir_okay=False),
           help=N_("Write it here; without it, it is printed.")),
    force_option(),
    packs_option(),
    examples=(("q40k mission draw hold-the-room --out room.svg", N_("a plan of the room")),),
)  # fmt: skip
def draw(call: Call, mission: str, out: str | None, force: bool) -> int:
    """Draw the board of a mission."""
    from q40k.games.space_hulk.table.board_svg import draw_board

    entry, layout = find_mission(load_packs(call), mission, "MISSION")
    if layout is None:
        raise bad_value("MISSION", _("The mission {id} has no board.", id=entry.id))
    text = draw_board(layout, entry)
    if out is None or out == "-":
        echo_text(text)
        return DONE
    write_file(Path(out), text, force=force)
    return DONE


@command(
    "new",
    N_(
        "Begin a mission of your own: a file with a board and a mission to be changed.\n\n"
        "It is a copy of another mission with its board, in your packs folder; it can be played at"
        " once. `q40k mission edit` draws one on the screen."
    ),
    Argument(["id"], metavar="ID"),
    Option(["--like"], metavar=N_("MISSION"), default="airlock-nine",
           help=N_("The mission to begin from."), shell_complete=complete_packs("missions", GAME)),
    Option(["--out"], metavar=N_("FILE"), type=click.Path(dir_okay=False),
           help=N_("Write it here, not into your packs folder; - prints it.")),
    packs_option(),
    examples=(("q40k mission new our-hulk", N_("a file to change, in your packs folder")),),
)  # fmt: skip
def new(call: Call, id: str, like: str, out: str | None) -> int:
    """Begin a mission of one's own."""
    from q40k.games.space_hulk.table.own_mission import copy_as_yaml, own_file

    library = load_packs(call)
    check_id("ID", id)
    if id in library.of_kind("missions") or id in library.of_kind("boards"):
        raise Failure(_("There is already a mission {id}.", id=id), _("Take another id."), REFUSED)
    entry, _layout = find_mission(library, like, "--like")
    text = copy_as_yaml(id, entry, library.of_kind("boards").get(entry.board or ""))
    if out == "-":
        echo_text(text)
        return DONE
    echo(id)
    path = Path(out) if out is not None else own_file(id)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, text, advice=_("Nothing was written: give it another name."))
    echo(_("`q40k mission edit {id}` draws it on the screen.", id=out or id), err=True)
    return DONE


mission_ = command_group(
    "mission",
    N_("List, show, check, draw or weigh a mission of Space Hulk; begin or edit one of your own."),
    list_, show, check, pieces, draw, play, record, new, edit,
    examples=(
        ("q40k mission show airlock-nine", N_("the board in letters, and the goals")),
        ("q40k mission edit our-hulk", N_("a mission of yours, or a new one of that id")),
    ),
)  # fmt: skip
