"""Whether packs fit each other: the pieces of a board, a mission and its board, and the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from q40k.games.space_hulk.packs.boards import DOOR, WALL, Layout, cell_of
from q40k.games.space_hulk.packs.laying import laid_out, loose_ends, misfits
from q40k.games.space_hulk.packs.missions import SQUADS, Goal, Mission
from q40k.packs.base import InvalidValue
from q40k.packs.kinds import Remark
from q40k.packs.problems import Fact, Severity

Shelves = Mapping[str, Mapping[str, Any]]

BOX: Final[Mapping[str, int]] = {
    "corridor": 28, "room": 11, "crossing": 8, "t-junction": 8, "bend": 6, "dead-end": 6,
    "corridor-end": 4, "large-crossing": 1, "refuse-chute": 2, "boarding-torpedo": 2,
    "torpedo-ramp": 2, "turbo-lift": 1, "turbo-lift-entrance": 2,
    "doors": 20, "entries": 21, "ladders": 6, "generators": 5,
}  # fmt: skip
"""How many there are of each piece and counter (SH-BOX-4, SH-BOX-5); a ladder is two counters."""
_COUNTED: Final = ("entries", "ladders", "generators")
_BY_EXIT: Final = ("leave", "bar", "carry-out")


def of_board(layout: Layout, others: Shelves) -> Iterator[Remark]:
    """What is wrong with the pieces of a board; then what may be meant, and is more than the box.

    Rule: SH-MISSION-2, SH-BOX-4, SH-BOX-5
    """
    pieces = others.get("pieces", {})
    if any(one.piece not in pieces for one in layout.laid):
        return  # an unknown piece is said by its name
    wrong = list(misfits(layout, pieces)) if layout.laid else []
    yield from _remarks("error", wrong)
    if wrong:
        return
    yield from _remarks("warning", loose_ends(layout, pieces) if layout.laid else ())
    counts: Counter[str] = Counter()
    for one in layout.laid:
        counts[pieces[one.piece].kind or ""] += 1
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


def of_mission(mission: Mission, others: Shelves) -> Iterator[Remark]:
    """What of a mission does not fit its board.

    Rule: SH-MISSION-2, SH-SETUP-1
    """
    layout: Layout | None = others.get("boards", {}).get(mission.board or "")
    if layout is None:
        return
    try:
        layout = laid_out(layout, others.get("pieces", {}))
    except InvalidValue:
        return  # that is said of the board
    yield from _remarks("error", _places(mission, layout))
    for index, goal in enumerate(mission.goals):
        yield from _remarks("error", _goal(goal, layout, index))
    if not mission.goals and mission.text is None:
        yield Remark("nothing-wins", "warning", ("goals",), {})
    if not layout.exits and any(one.by in _BY_EXIT for one in mission.goals):
        yield Remark("no-exits", "warning", ("goals",), {})
    if not layout.entries:
        yield Remark("no-entries", "warning", ("board",), {})
    if mission.editions != ("1",):
        marines = sum(len(SQUADS[squad]) for squad in mission.squads) + len(mission.units)
        if marines != len(mission.start):
            count: dict[str, Fact] = {"got": len(mission.start), "wanted": marines}
            yield Remark("starts-count", "warning", ("start",), count)


def _remarks(severity: Severity, found: Any) -> Iterator[Remark]:
    for one in found:
        yield Remark(one.code, severity, one.path, one.facts)


def _places(mission: Mission, layout: Layout) -> Iterator[InvalidValue]:
    """Where marines and objects are to be, there must be floor; and no two marines in one place."""
    floor = {cell: letter for level in layout.levels for cell, letter, _ in level.cells()}
    taken = set()
    for index, start in enumerate(mission.start):
        cell, path = cell_of(start.at), ("start", index, "at")
        if cell not in floor:
            yield InvalidValue("off-board", "no floor there", {"square": start.at}, path)
        elif cell in taken:
            yield InvalidValue("start-twice", "two there", {"square": start.at}, path)
        taken.add(cell)
    for index, thing in enumerate(mission.objects):
        if thing.square is not None and cell_of(thing.square) not in floor:
            facts = {"square": thing.square}
            yield InvalidValue("off-board", "no floor there", facts, ("objects", index, "square"))


def _goal(goal: Goal, layout: Layout, index: int) -> Iterator[InvalidValue]:
    """What a goal names must be on the board."""
    floor = {cell for level in layout.levels for cell, _, _ in level.cells()}
    sections = {
        name
        for level in layout.levels
        for _, _, letter in level.cells()
        for name in (letter, f"{level.number}:{letter}")
    }
    if goal.exit is not None and goal.exit not in {one.id for one in layout.exits}:
        yield InvalidValue("no-such-exit", "no such exit", {"id": goal.exit}, ("goals", index, "exit"))
    for square in goal.squares:
        if cell_of(square) not in floor:
            path = ("goals", index, "squares")
            yield InvalidValue("off-board", "no floor there", {"square": square}, path)
    for section in goal.sections:
        if section not in sections:
            facts = {"section": section}
            yield InvalidValue("no-such-section", "no such section", facts, ("goals", index, "sections"))
