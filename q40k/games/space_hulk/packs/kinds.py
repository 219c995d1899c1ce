"""The kinds of pack: their files, their references, and the fit between them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from q40k.games.space_hulk.packs.boards import DOOR, WALL, Layout, cell_of
from q40k.games.space_hulk.packs.missions import SQUADS, Goal, Mission
from q40k.games.space_hulk.packs.pieces import Piece, lay_board, loose_ends, misfits
from q40k.kernel.commands import InvalidValue
from q40k.packs.kinds import PackKind, PackKinds, Reference, Remark
from q40k.packs.problems import Fact, Severity

Shelves = Mapping[str, Mapping[str, Any]]

BOX: Mapping[str, int] = {
    "corridor": 28, "room": 11, "crossing": 8, "t-junction": 8, "bend": 6, "dead-end": 6,
    "corridor-end": 4, "large-crossing": 1, "refuse-chute": 2, "boarding-torpedo": 2,
    "torpedo-ramp": 2, "turbo-lift": 1, "turbo-lift-entrance": 2,
    "doors": 20, "entries": 21, "ladders": 6, "generators": 5,
}  # fmt: skip
"""The number of each piece and counter in the box (SH-BOX-4, SH-BOX-5); a ladder is two counters.
"""
_COUNTED = ("entries", "ladders", "generators")
_BY_EXIT = ("leave", "bar", "carry-out")


def check_board(layout: Layout, others: Shelves) -> Iterator[Remark]:
    """Yield the errors of a board's pieces; if there are none, its doubtful and excessive parts.

    Rule: SH-MISSION-2, SH-BOX-4, SH-BOX-5
    """
    pieces = others.get("pieces", {})
    if any(laid.piece not in pieces for laid in layout.laid):
        return  # an unknown piece is reported elsewhere
    wrong = list(misfits(layout, pieces)) if layout.laid else []
    yield from _remarks("error", wrong)
    if wrong:
        return
    yield from _remarks("warning", loose_ends(layout, pieces) if layout.laid else ())
    counts: Counter[str] = Counter()
    for laid in layout.laid:
        counts[pieces[laid.piece].kind or ""] += 1
    letters = "".join(row for level in layout.levels for row in level.rows)
    if layout.levels and not letters.strip(WALL):
        yield Remark("no-floor", "error", ("levels",), {})
    counts["doors"] = letters.count(DOOR) + len(layout.doors)
    for kind in _COUNTED:
        counts[kind] = len(getattr(layout, kind))
    for kind, most in BOX.items():
        if counts[kind] > most:
            facts: dict[str, Fact] = {"what": kind, "got": counts[kind], "most": most}
            where = (kind,) if kind in _COUNTED else ()
            yield Remark("beyond-box", "warning", where, facts)


def check_mission(mission: Mission, others: Shelves) -> Iterator[Remark]:
    """Yield what does not fit between a mission and its board.

    Rule: SH-MISSION-2, SH-SETUP-1
    """
    layout: Layout | None = others.get("boards", {}).get(mission.board or "")
    if layout is None:
        return
    try:
        layout = lay_board(layout, others.get("pieces", {}))
    except InvalidValue:
        return  # reported with the board
    yield from _remarks("error", _places(mission, layout))
    for index, goal in enumerate(mission.goals):
        yield from _remarks("error", _goal(goal, layout, index))
    if not mission.goals and mission.text is None:
        yield Remark("nothing-wins", "warning", ("goals",), {})
    if not layout.exits and any(goal.by in _BY_EXIT for goal in mission.goals):
        yield Remark("no-exits", "warning", ("goals",), {})
    if not layout.entries:
        yield Remark("no-entries", "warning", ("board",), {})
    if mission.editions != ("1",):
        marines = sum(len(SQUADS[squad]) for squad in mission.squads) + len(mission.units)
        if marines != len(mission.start):
            count: dict[str, Fact] = {"got": len(mission.start), "wanted": marines}
            yield Remark("starts-count", "warning", ("start",), count)


def _remarks(severity: Severity, problems: Any) -> Iterator[Remark]:
    for problem in problems:
        yield Remark(problem.code, severity, problem.path, problem.facts)


def _places(mission: Mission, layout: Layout) -> Iterator[InvalidValue]:
    """Check that marines and objects are on floor; a marine not on a closed door, a generator, another marine."""
    floor = {cell: letter for level in layout.levels for cell, letter, _ in level.cells()}
    generators, occupied = {cell_of(square) for square in layout.generators}, set()
    for index, start in enumerate(mission.start):
        cell, path = cell_of(start.at), ("start", index, "at")
        if cell not in floor:
            yield InvalidValue("off-board", "no floor there", {"square": start.at}, path)
        elif floor[cell] == DOOR:
            yield InvalidValue("start-on-door", "a closed door there", {"square": start.at}, path)
        elif cell in generators:
            yield InvalidValue("start-on-generator", "a generator there", {"square": start.at}, path)
        elif cell in occupied:
            yield InvalidValue("start-twice", "two there", {"square": start.at}, path)
        occupied.add(cell)
    for index, item in enumerate(mission.objects):
        if item.square is not None and cell_of(item.square) not in floor:
            facts = {"square": item.square}
            yield InvalidValue("off-board", "no floor there", facts, ("objects", index, "square"))


def _goal(goal: Goal, layout: Layout, index: int) -> Iterator[InvalidValue]:
    """Check that the exit, squares and sections of a goal are on the board."""
    floor = {cell for level in layout.levels for cell, _, _ in level.cells()}
    sections = {
        name
        for level in layout.levels
        for _, _, letter in level.cells()
        for name in (letter, f"{level.number}:{letter}")
    }
    if goal.exit is not None and goal.exit not in {exit.id for exit in layout.exits}:
        yield InvalidValue("no-such-exit", "no such exit", {"id": goal.exit}, ("goals", index, "exit"))
    for square in goal.squares:
        if cell_of(square) not in floor:
            path = ("goals", index, "squares")
            yield InvalidValue("off-board", "no floor there", {"square": square}, path)
    for section in goal.sections:
        if section not in sections:
            facts = {"section": section}
            yield InvalidValue("no-such-section", "no such section", facts, ("goals", index, "sections"))


# -- the kinds -------------------------------------------------------------------------------


def _pieces(layout: Layout) -> Iterator[Reference]:
    for place, laid in enumerate(layout.laid):
        yield Reference(("pieces",), laid.piece, ("laid", place, "piece"))


def _board(mission: Mission) -> Iterator[Reference]:
    if mission.board is not None:
        yield Reference(("boards",), mission.board, ("board",))


KINDS = PackKinds(
    "space-hulk",
    (
        PackKind("pieces", "piece", Piece, "data", "pieces*.yaml"),
        PackKind("boards", "board", Layout, "data", "boards*.yaml", references=_pieces, remarks_among=check_board),
        PackKind(
            "missions", "mission", Mission, "data", "missions*.yaml", references=_board, remarks_among=check_mission
        ),
    ),
    ("data",),
    (Path(__file__).parents[1],),
)
