"""The files of the editor: what is kept of them, drafts, and whatever may go wrong."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from q40k.games.space_hulk.editor import files, placing
from q40k.games.space_hulk.editor.bench import Bench, Faulty
from q40k.games.space_hulk.editor.files import Changed, Several, open_any, open_file, open_id, resume_draft
from q40k.games.space_hulk.editor.work import Work
from q40k.games.space_hulk.packs.missions import Goal
from q40k.games.space_hulk.screen.editor.app import make_hand
from q40k.games.space_hulk.screen.editor.tools import press
from q40k.games.space_hulk.table.missions import own_file
from q40k.packs.base import Names
from q40k.packs.problems import PackError
from tests.cli.calls import bad, q40k
from tests.games.space_hulk.editor.working import bench, cell, open_bench, pieces, two_rooms, whole

OWN = """\
# Our evenings.
boards:
  # A small one.
  - id: small
    name: {en: Small, fr: Petit}
    levels:
      - {rows: ['..D..'], sections: ['aaabb']}   # north first
    entries: [{id: E, square: E1, side: E}]
  - id: other   # left alone
    name: {en: Other, fr: Autre}
    levels: [{rows: ['...'], sections: ['aaa']}]
missions:
  - id: first
    name: {en: First, fr: Premier}
    board: small
    units: [librarian]
    start: [{at: A1, facing: E}]
    text: {en: 'Hold on.', fr: 'Tenez bon.'}

  # The long one.
  - id: second
    name: {en: Second, fr: Second}
    board: other
    units: [librarian]
    start: [{at: A1, facing: E}]
    text: {en: 'Yes: on # top', fr: 'Oui'}
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.yaml"
    path.write_text(OWN, encoding="utf-8")
    return path


def put(work: Work) -> Work:
    """Something to do: a marine more."""
    return placing.place_start(work, cell("B1"), pieces())


# ---- reading and writing


def test_only_the_lines_of_the_mission_and_its_board_change(own: Path) -> None:
    work = Bench(open_file(own, "second", ()))
    work.do(put)
    assert work.save() is True, "a comment of the board itself is lost, and that is told"
    lines = own.read_text(encoding="utf-8").splitlines()
    assert [line for line in OWN.splitlines() if "#" in line and line not in lines] == [
        "  - id: other   # left alone",
        "    text: {en: 'Yes: on # top', fr: 'Oui'}",
    ]
    assert "    text: {en: 'Yes: on # top', fr: Oui}" in lines
    assert open_file(own, "second", ()).work == work.work
    assert "0 problems" in q40k("mission", "check", str(own)).stderr


def test_without_a_change_nothing_is_lost(own: Path) -> None:
    work = Bench(open_file(own, "second", ()))
    name = Names(en="Third", fr="Troisième")
    work.do(lambda work: replace(work, mission=replace(work.mission, name=name)))
    work.save()
    assert "# Our evenings." in own.read_text(encoding="utf-8")
    assert "# The long one." in own.read_text(encoding="utf-8")
    assert open_file(own, "first", ()).work == open_file(own, "first", ()).work


def test_a_file_of_another_shape_is_written_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "flow.yaml"
    head = "{boards: [{id: b, name: {en: b, fr: b}, levels: [{rows: ['..'], sections: ['aa']}]}],"
    tail = " missions: [{id: m, name: {en: m, fr: m}, board: b}]}  # all in one\n"
    path.write_text(head + "\n" + tail, encoding="utf-8")
    work = Bench(open_file(path, "", ()))
    work.do(put)
    assert work.save() is True
    assert open_file(path, "m", ()).work == work.work


def test_one_of_several_missions_is_named(own: Path) -> None:
    with pytest.raises(Several) as error:
        open_file(own, "", ())
    assert error.value.ids == ("first", "second")
    assert "first and second" in bad(2, "mission", "edit", str(own))


def test_a_file_that_cannot_be_read_is_told_with_its_lines(own: Path) -> None:
    own.write_text(OWN.replace("units:", "unit:"), encoding="utf-8")
    with pytest.raises(PackError):
        open_file(own, "first", ())
    called = q40k("mission", "edit", str(own), "--id", "first")
    assert called.exit_code == 2
    assert "own.yaml:16" in called.stderr


def test_a_mission_with_faults_of_its_own_can_be_opened(own: Path) -> None:
    own.write_text(OWN.replace("at: A1", "at: A9", 1), encoding="utf-8")
    work = Bench(open_file(own, "first", ()))
    assert [fault.cell for fault in work.faults if fault.is_error] == [cell("A9")]


def test_one_of_the_house_is_copied() -> None:
    work = open_bench("airlock-nine")
    assert (work.opened.origin, work.work.mission.id, work.work.board.id) == (
        "copy",
        "my-airlock-nine",
        "my-airlock-nine",
    )
    assert (work.faults, work.is_unsaved) == ((), True)
    assert work.save() is False
    assert "my-airlock-nine" in q40k("mission", "list").stdout
    again = open_bench("my-airlock-nine")
    assert (again.opened.origin, again.is_unsaved) == ("", False)
    assert open_bench("airlock-nine").work.mission.id == "my-airlock-nine-2"


def test_a_board_of_another_file_is_copied_into_this_one(own: Path) -> None:
    text = OWN.replace("board: small", "board: airlock-nine").replace("at: A1", "at: A4", 1)
    own.write_text(text, encoding="utf-8")
    work = Bench(open_file(own, "first", ()))
    assert (work.opened.origin, work.work.board.id, work.work.mission.board) == ("board-copied", "first", "first")
    work.save()
    again = open_file(own, "first", ())
    assert (again.origin, again.work) == ("", work.work)
    assert "  # A small one.\n" in again.text, "the other boards stay"


def test_a_mission_begins_in_a_file_of_other_packs(tmp_path: Path) -> None:
    path = tmp_path / "halls.yaml"
    hall = "{id: our-hall, name: {en: Hall, fr: Salle}, rows: ['####', '+..+', '####']}"
    path.write_text(f"pieces:   # ours\n  - {hall}\n", encoding="utf-8")
    assert "name one by --id" in bad(2, "mission", "edit", str(path))
    work = Bench(open_file(path, "our-hulk", ()))
    work.do(lambda _old: whole())
    assert work.save() is False
    assert "pieces:   # ours\n" in path.read_text(encoding="utf-8")
    assert open_file(path, "our-hulk", ()).work.mission == whole().mission


@pytest.mark.parametrize("id", ["cinder-ward", "under-the-keel", "black-box", "cold-start"])
def test_every_kind_of_mission_comes_back_as_it_was(id: str) -> None:
    work = open_bench(id)
    work.save()
    again = open_bench(work.work.mission.id)
    assert (again.work.mission, again.work.board) == (work.work.mission, work.work.board)


# ---- faults, drafts, others


def test_a_mission_with_faults_is_kept_as_a_draft_and_no_other_suffers() -> None:
    work = bench(own_file("our-hulk"), two_rooms())
    work.do(
        lambda work: replace(work, mission=replace(work.mission, goals=(Goal(side="marine", by="leave", exit="X"),)))
    )
    work.keep()
    with pytest.raises(Faulty):
        work.save()
    assert not own_file("our-hulk").exists()
    assert "airlock-nine" in q40k("mission", "list").stdout
    draft = files.read_draft(own_file("our-hulk"))
    assert draft is not None
    assert draft.work == work.work
    on = Bench(resume_draft(draft))
    assert on.is_unsaved
    on.do(lambda work: replace(work, mission=replace(work.mission, goals=())))
    on.save()
    assert files.read_draft(own_file("our-hulk")) is None
    assert files.drafts() == []


@pytest.fixture
def other_window() -> Iterator[Callable[[Path], None]]:
    """Opens a file in another process, which has it until the test is over."""
    opened_: list[subprocess.Popen[str]] = []

    def holds(path: Path) -> None:
        other = subprocess.Popen(
            [sys.executable, "-c", OTHER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert other.stdout is not None
        opened_.append(other)
        assert other.stdout.readline() == "True\n"

    yield holds
    for process in opened_:
        process.communicate()


OTHER = """
import sys
from pathlib import Path
from q40k.games.space_hulk.editor.files import Hold
hold = Hold(Path(sys.argv[1]))
print(hold.ours, flush=True)
sys.stdin.read()
"""


def test_the_draft_of_a_file_is_that_of_the_first_window(other_window: Callable[[Path], None]) -> None:
    path = own_file("our-hulk")
    first = bench(path, two_rooms())
    first.keep()
    first.close()
    other_window(path)
    second = bench(path, whole())
    assert second.is_second_window
    second.keep()
    draft = files.read_draft(path)
    assert draft is not None
    assert draft.work == first.work, "what the other window keeps stays"
    assert open_any(()).path != path, "nor is it taken up as work that was left"
    second.copy_as("my-hulk")
    assert not second.is_second_window
    second.save()
    assert (own_file("my-hulk").exists(), files.read_draft(path)) == (True, draft)


def test_the_second_window_is_told_and_loses_no_work_unawares(other_window: Callable[[Path], None]) -> None:
    other_window(own_file("our-hulk"))
    at = make_hand(open_id("our-hulk", ()), "en", ())
    assert "open in another window" in at.notice
    for key in (" ", "right", "f", "q"):
        press(at, key, key)
    assert (at.leaving, at.entry is not None) == (None, True), "it is asked first"
    press(at, "3", "3")
    assert at.leaving is not None
    assert files.drafts() == []


def test_drafts_that_cannot_be_read_harm_nothing() -> None:
    work = bench(own_file("our-hulk"), whole())
    work.keep()
    files.draft_file(own_file("our-hulk")).write_text("{", encoding="utf-8")
    assert files.read_draft(own_file("our-hulk")) is None
    assert files.drafts() == []


@pytest.mark.parametrize("now", ["# somebody else\n", None])
def test_a_file_that_was_changed_meanwhile_is_not_written_over(own: Path, now: str | None) -> None:
    work = Bench(open_file(own, "first", ()))
    work.do(put)
    if now is None:
        own.unlink()
    else:
        own.write_text(now, encoding="utf-8")
    with pytest.raises(Changed):
        work.save()
    assert now is None or own.read_text(encoding="utf-8") == now
    work.copy_as("our-own")
    work.save()
    assert open_id("our-own", [own_file("x").parent]).work == work.work
    work.undo()
    assert work.work.mission.id == "our-own"


def test_a_new_mission_does_not_take_the_place_of_a_file(own: Path) -> None:
    work = bench(own, whole())
    with pytest.raises(Changed):
        work.save()
    assert own.read_text(encoding="utf-8") == OWN


def test_a_full_disk_leaves_the_file_as_it_was(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = Bench(open_file(own, "first", ()))
    work.do(put)

    def full(_number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=str(own.name)) as error:
        work.save()
    assert (error.value.errno, error.value.filename) == (errno.ENOSPC, str(own))
    assert own.read_text(encoding="utf-8") == OWN
    assert sorted(path.name for path in own.parent.iterdir()) == ["own.yaml"]


def test_pieces_of_ones_own_are_known_and_a_file_with_them_is_checked_so() -> None:
    folder = own_file("x").parent
    folder.mkdir(parents=True)
    hall = "{id: our-hall, name: {en: Hall, fr: Salle}, rows: ['####', '+..+', '####']}"
    (folder / "halls.yaml").write_text(f"pieces:\n  - {hall}\n", encoding="utf-8")
    work = Bench(open_id("our-hulk", [folder]), [folder])
    work.do(lambda old: placing.lay(old, "our-hall", cell("A1"), "N", work.pieces))
    assert work.error_count == 0
    work.save()
    assert "0 problems" in q40k("mission", "check", str(own_file("our-hulk"))).stderr


def test_an_id_is_made_of_a_new_file_and_taken_ones_are_known(tmp_path: Path) -> None:
    file = open_file(tmp_path / "Our 2nd hulk.yaml", "", ())
    assert (file.origin, file.work.mission.id) == ("new", "our-2nd-hulk")
    work = bench(own_file("our-hulk"), whole())
    assert work.is_taken("airlock-nine")
    assert not work.is_taken("our-hulk")


def test_bad_names_are_told() -> None:
    assert "small letters" in bad(2, "mission", "edit", "Our Hulk")
    assert "needs a terminal" in bad(2, "mission", "edit", "our-hulk")
