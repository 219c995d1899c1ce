"""Whatever is done to a mission: it is saved and read as it was, undone as it was, and drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from q40k.games.space_hulk.editor import painting, placing
from q40k.games.space_hulk.editor.bench import Bench
from q40k.games.space_hulk.editor.files import Known, data_of, insert_work, merge_work, open_file
from q40k.games.space_hulk.editor.picture import Window, make_scene
from q40k.games.space_hulk.editor.work import NotHere, Work, blank
from q40k.games.space_hulk.packs.missions import Goal
from q40k.games.space_hulk.packs.pieces import TURNS
from q40k.packs.base import Names
from tests.games.space_hulk.editor.working import bench, pieces, two_rooms

SMALL = st.integers(-4, 12)
AT = st.tuples(SMALL, SMALL)
Does = Callable[[Work, int, Any, Any], Work]


def _cell(level: int, at: Any) -> Any:
    return (level, *at)


DOES: dict[str, Does] = {
    "floor": painting.paint_floor,
    "wall": painting.paint_wall,
    "section": lambda work, level, first, second: painting.paint_section(
        work, level, first, second, "kK7"[second[0] % 3] if second[1] % 2 else None
    ),
    "door": lambda work, level, first, _: painting.cycle_door(work, _cell(level, first), pieces()),
    "entry": lambda work, level, first, _: placing.cycle_entry(work, _cell(level, first), pieces()),
    "exit": lambda work, level, first, _: placing.cycle_exit(work, _cell(level, first), pieces()),
    "start": lambda work, level, first, _: placing.place_start(work, _cell(level, first), pieces()),
    "thing": lambda work, level, first, _: placing.place_object(work, _cell(level, first), "artefact", pieces()),
    "ladder": lambda work, level, first, second: placing.place_ladder(
        work, _cell(level, first), _cell(3 - level, second), pieces()
    ),
    "generator": lambda work, level, first, _: placing.toggle_generator(work, _cell(level, first), pieces()),
    "take": lambda work, level, first, _: placing.remove_item(work, _cell(level, first), pieces()) or work,
    "more": lambda work, _level, _one, _other: painting.add_level(work)[0],
    "less": lambda work, level, _one, _other: painting.remove_level(work, level),
    "lay": lambda work, level, first, second: placing.lay(
        work, sorted(pieces())[second[0] % len(pieces())], _cell(level, first), TURNS[second[1] % 4], pieces()
    ),
    "turn": lambda work, level, first, _: placing.turn(work, _cell(level, first), pieces()),
    "lift": lambda work, level, first, _: placing.remove_piece(work, _cell(level, first), pieces()),
    "squares": lambda work, _level, _one, _other: placing.convert_to_rows(work, pieces()),
}
STEP = st.tuples(st.sampled_from(sorted(DOES)), st.integers(1, 2), AT, AT)
PAINTING = st.tuples(
    st.sampled_from(["floor", "floor", "wall", "start", "entry", "exit", "door", "more"]), st.integers(1, 2), AT, AT
)


def _did(name: str, level: int, first: Any, second: Any, work: Work) -> Work:
    return DOES[name](work, level, first, second)


def do_steps(work: Bench, steps: list[tuple[str, int, Any, Any]]) -> list[Work]:
    """Do what can be done; the work before each step that changed it."""
    before = []
    for name, level, first, second in steps:
        now = work.work
        try:
            if work.do(partial(_did, name, level, first, second)):
                before.append(now)
        except NotHere:
            assert work.work is now
    return before


@settings(max_examples=40)
@given(st.booleans(), st.lists(st.one_of(STEP, PAINTING), max_size=14))
def test_it_comes_back_as_it_was(painted: bool, steps: list[tuple[str, int, Any, Any]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "our-hulk.yaml"
        work = bench(path, two_rooms() if painted else blank("our-hulk"))
        do_steps(work, steps)
        path.write_text(insert_work("", work.opened.known, work.work).text, encoding="utf-8", newline="\n")
        again = open_file(path, "our-hulk", ())
    assert (again.work.mission, again.work.board) == (work.work.mission, work.work.board)
    assert insert_work(again.text, again.known, again.work).text == again.text
    assert Bench(again).faults == work.faults


@settings(max_examples=40)
@given(st.lists(st.one_of(STEP, PAINTING), max_size=14))
def test_it_is_undone_step_by_step_and_done_again(steps: list[tuple[str, int, Any, Any]]) -> None:
    work = bench(Path("our-hulk.yaml"), two_rooms())
    before = do_steps(work, steps)
    end = work.work
    for one in reversed(before):
        work.undo()
        assert work.work == one
    for _ in before:
        work.redo()
    assert work.work == end
    assert not work.redo()


@settings(max_examples=25)
@given(st.lists(st.one_of(STEP, PAINTING), max_size=14), st.integers(1, 2), AT)
def test_it_can_be_looked_at(steps: list[tuple[str, int, Any, Any]], level: int, corner: tuple[int, int]) -> None:
    work = bench(Path("our-hulk.yaml"), two_rooms())
    do_steps(work, steps)
    drawn = make_scene(work.work, Window(level, *corner, 12, 9), pieces())
    for area in (*drawn.ground, *drawn.areas):
        assert all(0 <= x <= drawn.size[0] and 0 <= y <= drawn.size[1] for x, y in area.corners)
    assert all(fault.cell is None or min(fault.cell) >= 0 for fault in work.faults)


WORDS = st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" \u00a0\u202f"), min_size=1).filter(
    lambda text: bool(text.strip())
)
LABELS = st.sampled_from(["NO", "ON", "Y", "010", "1E3", "0", "12", "N1", "TRUE", "NULL", "1-2"])


@settings(max_examples=60)
@given(WORDS, WORDS, LABELS, st.sampled_from("aN1y0"))
def test_whatever_is_said_is_written_so_that_it_is_read_again(name: str, story: str, label: str, letter: str) -> None:
    work = painting.paint_section(two_rooms(), 1, (3, 1), (6, 1), letter)
    work = placing.cycle_exit(work, (1, 0, 0), pieces())
    work = placing.rename(work, "exits", "SOUTH", label)
    goals = (
        Goal(side="marine", by="leave", exit=label),
        Goal(side="marine", by="burn", sections=(letter, "2:" + letter)),
    )
    says = Names(en=name, fr=story)
    mission = replace(work.mission, name=says, about=says, goals=goals)
    work = replace(work, mission=mission)
    text = insert_work("", Known(), work).text
    assert data_of(text) == merge_work({}, Known(), work)
    over = insert_work(text, Known(board="our-hulk", mission="our-hulk"), work)
    assert (over.text, over.loses) == (text, False)
