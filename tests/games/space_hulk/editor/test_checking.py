"""The check at once: what it finds, on which square, and that it is that of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from q40k.games.space_hulk.editor.files import Known, insert_work, merge_work
from q40k.games.space_hulk.editor.work import Work, blank
from q40k.games.space_hulk.packs.boards import Exit, Ladder
from q40k.games.space_hulk.packs.kinds import KINDS
from q40k.games.space_hulk.packs.missions import Goal, Start
from q40k.packs.library import check
from tests.games.space_hulk.editor.working import cell, checker, codes, two_rooms, whole


def broken() -> Work:
    """Work with a fault of each kind of place."""
    work = whole()
    board = replace(
        work.board,
        exits=(*work.board.exits, Exit(id="IN", square="A2", side="E")),
        locked=("B2",),
        ladders=(Ladder(id="L1", top="E9", foot="A1"),),
    )
    return replace(work, board=board)


def test_each_fault_has_its_square() -> None:
    results = {
        fault.problem.code: fault.cell for fault in checker().faults("", merge_work({}, Known(), broken()), broken())
    }
    assert results == {"opens-inside": cell("A2"), "no-door-there": cell("B2"), "off-board": cell("E9")}


def test_faults_of_the_mission_come_when_the_board_is_right() -> None:
    work = whole()
    goals = (Goal(side="marine", by="leave", exit="X"), Goal(side="marine", by="burn"))
    starts = (*work.mission.start, Start(at="A1", facing="N"))
    work = replace(work, mission=replace(work.mission, goals=goals[:1], start=starts))
    faults = checker().faults("", merge_work({}, Known(), work), work)
    assert [(fault.problem.code, fault.cell, fault.goal) for fault in faults] == [
        ("start-twice", cell("A1"), None),
        ("no-such-exit", None, 0),
        ("starts-count", None, None),
    ]
    work = replace(work, mission=replace(work.mission, goals=goals[1:]))
    assert "goal-lacks" in codes(work)


def test_a_marine_starts_on_free_floor() -> None:
    work = whole()
    faulty = replace(
        work,
        board=replace(work.board, generators=("B3",)),
        mission=replace(work.mission, start=tuple(Start(at=at, facing="N") for at in ("D2", "B3", "A1", "A1", "D3"))),
    )
    faults = checker().faults("", merge_work({}, Known(), faulty), faulty)
    assert [(fault.problem.code, fault.cell) for fault in faults] == [
        ("start-on-door", cell("D2")),
        ("start-on-generator", cell("B3")),
        ("start-twice", cell("A1")),
        ("off-board", cell("D3")),
        ("nothing-wins", None),
    ]


def test_a_torn_section_is_marked() -> None:
    work = two_rooms()
    level = work.board.levels[0]
    torn = replace(level, sections=tuple(row.replace("c", "a") for row in level.sections))
    work = replace(work, board=replace(work.board, levels=(torn,)))
    fault = checker().faults("", merge_work({}, Known(), work), work)[0]
    assert (fault.problem.code, fault.cell) == ("section-torn", cell("A3"))


@pytest.mark.parametrize("work", [blank("our-hulk"), two_rooms(), whole(), broken()])
def test_it_is_the_check_of_the_command_line(work: Work, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(insert_work("", Known(), work).text, encoding="utf-8")
    problems = sorted((problem.code, problem.severity, str(problem.facts)) for problem in check(KINDS, path))
    faults = checker().faults("", merge_work({}, Known(), work), work)
    assert (
        sorted((fault.problem.code, fault.problem.severity, str(fault.problem.facts)) for fault in faults) == problems
    )


def test_an_empty_board_cannot_be_played_and_a_mission_without_goals_is_told() -> None:
    assert codes(blank("x"))[0] == "no-floor"
    assert {"nothing-wins", "no-entries"} <= set(codes(two_rooms()))
    assert codes(whole()) == ["nothing-wins"]
    work = two_rooms()
    goal = Goal(side="marine", by="leave")
    work = replace(work, mission=replace(work.mission, goals=(goal,)))
    assert "no-exits" in codes(work)
