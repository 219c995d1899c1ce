"""The mission editor on the screen: a mission made of nothing by keys, checked, saved, played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from q40k.games import game as games
from q40k.games.space_hulk.editor import files
from q40k.games.space_hulk.editor.files import open_file, open_id
from q40k.games.space_hulk.editor.picture import on_plane
from q40k.games.space_hulk.packs.boards import cell_of
from q40k.games.space_hulk.screen.editor import app as editing
from q40k.games.space_hulk.screen.editor.app import EditorApp, EditorScreen, make_hand
from q40k.games.space_hulk.screen.editor.canvas import Canvas
from q40k.games.space_hulk.screen.editor.hand import Hand
from q40k.games.space_hulk.screen.editor.tools import BY_KEY, TOOLS, press
from q40k.games.space_hulk.table.missions import own_file
from q40k.games.space_hulk.table.opening import Prefilled
from q40k.table.context import Context
from q40k.table.match_library import temporary_match
from q40k.tui.match_app import MatchApp
from tests.cli.calls import q40k
from tests.games.space_hulk.screen.test_desk import desk_of

Compare = Callable[..., bool]
KEYS = {
    " ": "space",
    "\n": "enter",
    "^": "up",
    "v": "down",
    "<": "left",
    ">": "right",
    "!": "f5",
    "_": "delete",
    "~": "escape",
    "$": "ctrl+s",
}


def hand(id: str = "our-hulk", language: str = "en") -> Hand:
    return make_hand(open_id(id, ()), language, ())


def press_keys(at: Hand, keys: str) -> Hand:
    """Press keys, a character each; letters in brackets are typed as they are."""
    typed = False
    for key in keys:
        if key in "[]":
            typed = key == "["
        elif typed:
            press(at, "space" if key == " " else key, key)
        else:
            press(at, KEYS.get(key, key), key if key not in KEYS else None)
    return at


def goto(at: Hand, square: str) -> Hand:
    cell = cell_of(square)
    assert cell is not None
    at.level = cell[0]
    at.point(on_plane(at.work, cell))
    return at


def rows(at: Hand) -> tuple[str, ...]:
    return at.work.rows(at.bench.pieces).levels[0].rows


def screen_text(app: EditorApp) -> str:
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


# ---- by keys


def test_rooms_are_drawn_by_corners() -> None:
    at = press_keys(hand(), " >>^^f> >>>f> vvv")
    press_keys(at, "<f")
    assert len(rows(at)) >= 3
    assert rows(at)[0].startswith("...")


def test_what_lies_on_a_square_is_put_there_by_a_key_and_taken_away() -> None:
    at = goto(press_keys(hand(), " >>^^f"), "A1")
    press_keys(at, "demo2")
    assert [thing.id for thing in at.work.mission.objects] == ["ARTEFACT"]
    assert ("D" in rows(at)[2], len(at.work.board.entries), len(at.work.mission.start)) == (True, 1, 1)
    for count in (0, 0, 0, 0):
        press_keys(at, "_")
        assert len(at.work.mission.start) == count
    assert (at.work.board.entries, at.work.mission.objects, rows(at)[2]) == ((), (), "...")
    press_keys(at, "_")
    assert rows(at)[2] == "#.."
    press_keys(at, "uuuuu")
    assert len(at.work.mission.start) == 1
    press_keys(at, "y")
    assert len(at.work.mission.start) == 0


def test_what_cannot_be_is_said() -> None:
    at = press_keys(hand(), "e")
    assert at.notice == "There is no floor here."
    press_keys(at, "fe")
    assert at.notice == ""
    press_keys(at, "n")
    assert "marines" in at.notice or "goal" in at.notice


def test_a_goal_is_asked_field_by_field_and_escape_goes_back() -> None:
    at = goto(press_keys(hand(), " >>^^f"), "A1")
    press_keys(at, "xg11")
    assert at.entry is not None
    press_keys(at, "~~1")
    assert at.entry.field is not None
    assert at.entry.field.title == "By what?"
    press_keys(at, "1\n11")
    goal = at.work.mission.goals[0]
    assert (goal.side, goal.by, goal.count, goal.exit) == ("marine", "leave", 2, "SOUTH")
    press_keys(at, "g12")
    assert at.work.mission.goals == ()


def test_enter_on_an_empty_name_says_that_it_takes_nothing() -> None:
    at = press_keys(hand(), "fi1")
    press_keys(at, "[" + "x" * 3 + "]")
    while at.entry is not None and at.entry.field is not None and at.entry.field.buffer:
        press(at, "backspace", None)
    press_keys(at, "\n")
    assert at.entry is not None
    assert at.entry.field is not None
    assert at.entry.field.error == "Enter takes nothing here: type it first."


def test_goals_that_name_sections_and_squares_offer_what_is_pointed_at() -> None:
    at = goto(press_keys(hand(), " >>^^f"), "A1")
    press_keys(at, "g14\n1")
    assert at.work.mission.goals[-1].sections == ("a",)
    press_keys(at, " >g[+]16\n\n1")
    assert at.work.mission.goals[-1].squares == ("A1", "B1")


def test_the_mission_is_named_in_both_languages_and_has_its_numbers() -> None:
    at = press_keys(hand(), "fi1")
    press_keys(at, "[Our ]")
    for _ in range(12):
        press(at, "backspace", None)
    press_keys(at, "[Dark hold]\n[Cale sombre]\n")
    assert (at.work.mission.name.en, at.work.mission.name.fr) == ("Dark hold", "Cale sombre")
    assert at.work.board.name == at.work.mission.name
    press_keys(at, "i61[12]\n")
    assert at.work.mission.turn_limit == 12
    press_keys(at, "i3")
    assert at.entry is not None
    press_keys(at, "4[78]\n")
    assert (at.work.mission.units, at.work.mission.squads) == (("sergeant-hammer", "librarian"), ())


def test_a_number_is_typed_or_kept_and_one_that_cannot_be_is_told() -> None:
    at = press_keys(hand(), "fi4[99]\n")
    assert at.entry is not None
    assert at.entry.field is not None
    assert "99 is not possible here" in at.entry.field.error
    press(at, "backspace", None)
    press(at, "backspace", None)
    press_keys(at, "[3]\n")
    assert at.work.mission.starting_blips == 3
    press_keys(at, "i5\n")
    assert at.work.mission.blips_per_turn == 2


def test_a_lesson_says_something_at_a_moment() -> None:
    at = press_keys(hand(), "ft5[Two and O watch.]\n[Deux et O guettent.]\n")
    press_keys(at, "t1\n[They stand.]\n\n")
    assert [(step.when, step.say.fr) for step in at.work.mission.lesson] == [
        ("watch", "Deux et O guettent."),
        ("setup", "They stand."),
    ]
    press_keys(at, "t52")
    assert [step.when for step in at.work.mission.lesson] == ["setup"]


def test_pieces_are_laid_turned_and_made_squares() -> None:
    at = press_keys(hand(), "p[corridor-3]\n")
    assert rows(at) == ("...",)
    press_keys(at, "r")
    assert rows(at) == (".", ".", ".")
    press_keys(at, "f")
    assert "laid of pieces" in at.notice
    press(at, "P", "P")
    assert not at.work.of_pieces
    press_keys(at, ">f")
    assert rows(at)[2] == ".."


def test_levels_and_a_ladder_between_them() -> None:
    at = press_keys(hand(), " >>fV")
    press(at, "v", "v")
    press_keys(at, "1")
    assert (at.level, at.work.numbers()) == (2, [2, 1])
    press_keys(at, "f")
    press_keys(at, "l")
    press(at, "pagedown", None)
    assert at.level == 1
    goto(at, "1:A1")
    press_keys(at, "l")
    assert [(ladder.top, ladder.foot) for ladder in at.work.board.ladders] == [("2:A1", "1:A1")]


def test_it_opens_where_the_marines_start() -> None:
    at = hand("under-the-keel")
    assert at.cell == cell_of(at.work.mission.start[0].at)
    press_keys(at, "i")
    assert at.entry is not None
    assert at.entry.field is not None
    notes = {choice.value: choice.note for choice in at.entry.field.choices()}
    assert (notes["marines"], notes["turn_limit"]) == ("10", "25")


def test_a_fault_is_jumped_to() -> None:
    at = goto(press_keys(hand(), " >>^^f"), "C3")
    press_keys(at, "x")
    goto(at, "D3")
    press_keys(at, "f")
    goto(at, "A1")
    press_keys(at, "xf")
    goto(at, "C4")
    press_keys(at, "f")
    faults = [fault for fault in at.bench.faults if fault.is_error]
    assert [fault.problem.code for fault in faults] == ["opens-inside"]
    press_keys(at, "n")
    assert at.cell == cell_of("C3")
    assert "does not lead outside" in at.notice


def test_faults_keep_it_from_being_saved_and_played_and_the_work_is_kept() -> None:
    at = press_keys(hand(), " >>fi61[5]\n")
    press_keys(goto(at, "A1"), "w>w>w")
    assert [fault.problem.code for fault in at.bench.faults if fault.is_error] == ["no-floor"]
    assert "cannot be played" in press_keys(at, "!").notice
    assert "Kept as a draft" in press_keys(at, "$").notice
    assert not own_file("our-hulk").exists()
    again = hand()
    press_keys(again, "~f")
    assert again.entry is not None, "the draft is offered, and not passed over"
    press(again, "backspace", None)
    press_keys(again, "1")
    assert again.work == at.work
    press_keys(anew := hand(), "2")
    assert (anew.work.board.levels[0].rows, files.drafts()) == (("#",), [])
    press_keys(again, "q")
    assert again.leaving is not None


def test_every_key_is_that_of_one_tool() -> None:
    keys = [key for tool in TOOLS for key in tool.keys]
    assert len(keys) == len(set(keys)) == len(BY_KEY)
    assert not {"h", "j", "k"} & set(keys)


# ---- on the screen


async def type_keys(pilot: Pilot[int], keys: str) -> None:
    for key in keys:
        await pilot.press(KEYS.get(key, key))
    await pilot.pause()


async def test_a_small_mission_of_nothing_is_checked_saved_and_played(monkeypatch: pytest.MonkeyPatch) -> None:
    matches: list[Prefilled] = []
    app = EditorApp(hand(), raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "The board has no floor." in " ".join(screen_text(app).split())
        await type_keys(pilot, " >>^^f> >>>f")
        assert "squares: 12" in screen_text(app) or "squares: 13" in screen_text(app)
        goto(app.hand, "A1")
        await type_keys(pilot, "mm>m>m")
        goto(app.hand, "A2")
        await type_keys(pilot, "m>m")
        goto(app.hand, "A3")
        await type_keys(pilot, "e")
        goto(app.hand, "C3")
        await type_keys(pilot, "x")
        await type_keys(pilot, "g11")
        await type_keys(pilot, "\n11")
        assert "Nothing is wrong." in screen_text(app), app.hand.bench.faults
        await type_keys(pilot, "$")
        assert "Saved in" in screen_text(app)
        await type_keys(pilot, "!2")
    assert app.leaving.play
    assert app.leaving.solo
    assert "0 problems" in q40k("mission", "check", "our-hulk").stderr

    def plays(_context: Context, prefilled: Prefilled, _game: object) -> int:
        matches.append(prefilled)
        return 0

    monkeypatch.setattr(editing, "play_new", plays)
    assert editing._play(Context("en"), app) == 0
    assert (matches[0].mission, matches[0].options) == ("our-hulk", {"solo": True})


def test_a_mission_of_any_file_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, contexts = tmp_path / "hulk.yaml", list[Context]()
    app = EditorApp(make_hand(open_file(path, "", ()), "en", ()), raising=True)
    press_keys(goto(press_keys(app.hand, "f"), "A1"), "e!1")
    assert app.hand.leaving is not None

    def plays(context: Context, _said: Prefilled, _game: object) -> int:
        contexts.append(context)
        return 0

    monkeypatch.setattr(editing, "play_new", plays)
    editing._play(Context("en"), app)
    library = games.find("space-hulk").packs.library(contexts[0].pack_folders)
    assert "hulk" in library.of_kind("missions")


async def test_it_opens_from_the_set_up_and_leads_into_a_match() -> None:
    desk = desk_of(temporary_match(games.find("space-hulk")))
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("f5")
        await pilot.pause()
        assert isinstance(app.screen, EditorScreen)
        await type_keys(pilot, " >>^^f")
        goto(app.screen.hand, "A1")
        await type_keys(pilot, "em!1")
    assert desk.destination is not None
    assert isinstance(desk.destination.prefilled, Prefilled)
    assert (desk.destination.game, desk.destination.prefilled.mission) == ("space-hulk", "our-mission")
    assert own_file("our-mission").exists()


async def test_what_was_drawn_is_offered_in_the_set_up() -> None:
    desk = desk_of(temporary_match(games.find("space-hulk")))
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await type_keys(pilot, "!")
        await type_keys(pilot, "fq")
        await pilot.pause()
    assert desk.destination is not None, "the set-up begins anew, with all missions there are now"
    assert desk.destination.prefilled == desk.prefilled


async def test_the_mouse_points_marks_and_clicks_keys() -> None:
    app = EditorApp(hand(), raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        canvas = app.screen.query_one(Canvas)
        await pilot.mouse_down(canvas, offset=(7, 4))
        await pilot.mouse_up(canvas, offset=(15, 9))
        assert len(app.hand.marked) == 3 * 3
        await type_keys(pilot, "f")
        assert rows(app.hand) == ("...", "...", "...")
        await pilot.click(canvas, offset=(7, 4))
        assert app.hand.cell == cell_of("A3")
        await pilot.click("#told", offset=(1, 6))


async def test_help_language_and_theme() -> None:
    app = EditorApp(hand(), raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.press("question_mark")
        await pilot.pause()
        assert "a section of its own" in " ".join(screen_text(app).split())
        await pilot.press("escape")
        await pilot.press("f2")
        await pilot.pause()
        assert "Éditeur" in screen_text(app)
        theme = app.theme
        await pilot.press("f3")
        assert app.theme != theme
        assert isinstance(app.screen, EditorScreen)


def test_full_disks_and_other_writers_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    at = press_keys(hand("airlock-nine"), "$")
    assert at.notice.startswith("Saved in"), at.notice
    path = own_file("my-airlock-nine")
    at = make_hand(open_file(path, "", ()), "en", ())
    path.write_text(path.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    goto(at, "A4")
    press_keys(at, "_$")
    assert "somebody has changed it" in at.notice

    def broken(*_given: object) -> None:
        raise OSError(28, "No space left on device", "x.yaml")

    monkeypatch.setattr(files, "write", broken)
    press_keys(at, "$")
    assert "The disk is full" in at.notice
    monkeypatch.setattr(files, "write_draft", broken)
    press_keys(at, "m")
    assert "cannot be kept aside" in at.notice


def full(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let the disk of the library and of the packs be full."""

    def broken(*_given: object) -> None:
        raise OSError(28, "No space left on device", "x.yaml")

    for name in names:
        monkeypatch.setattr(files, name, broken)


def test_on_a_full_disk_no_draft_is_promised_and_leaving_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    at = goto(hand(), "A1")
    with monkeypatch.context() as patch:
        full(patch, "write", "write_draft")
        press_keys(at, "f")
        assert "cannot be kept aside" in at.notice
        assert "Kept as a draft" not in press_keys(at, "$").notice
        press_keys(at, "q")
        assert (at.leaving is None, at.entry is None) == (True, False)
        press_keys(at, "1q~")
        assert (at.leaving is None, at.entry is None) == (True, True)
        assert at.bench.would_be_lost
    press_keys(at, "q")  # there is room again
    assert at.leaving is not None
    assert [draft.work for draft in files.drafts()] == [at.work]


def test_on_a_full_disk_the_work_is_kept_in_another_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    at = goto(hand(), "A1")
    write = files.write
    full(monkeypatch, "write", "write_draft")
    press_keys(at, "fq2")
    press_keys(at, f"[{tmp_path / 'nowhere'}]\n")
    assert "no folder" in at.notice
    press_keys(at, f"[{tmp_path}]\n")
    assert (at.leaving, at.bad) == (None, True)
    monkeypatch.setattr(files, "write", write)
    press_keys(at, f"[{tmp_path}]\n")
    assert at.leaving is not None
    again = make_hand(open_file(tmp_path / "our-hulk.yaml", "", ()), "en", ())
    assert again.work == at.work


def test_what_was_not_kept_is_said_in_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    full(monkeypatch, "write", "write_draft")

    def draw(app: EditorApp) -> None:
        press_keys(goto(app.hand, "A1"), "fq3")

    monkeypatch.setattr(EditorApp, "run_to_end", draw)
    editing.edit(Context("en"), open_id("our-hulk", ()), ())
    errors = capsys.readouterr().err
    assert "our-hulk was not kept" in errors
    assert "Kept as a draft" not in errors


def test_a_copy_on_a_full_disk_leaves_the_draft_it_was_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    at = press_keys(goto(hand(), "A1"), "f")
    full(monkeypatch, "write", "write_draft")
    press_keys(at, "a[other]\n")
    assert [draft.work.mission.id for draft in files.drafts()] == ["our-hulk"]
    assert at.bench.would_be_lost


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=("80x24", "120x40"))
def test_the_editor_looks_as_it_did(snap_compare: Compare, size: tuple[int, int]) -> None:
    app = EditorApp(hand("airlock-nine"), raising=True)

    async def work_in_editor(pilot: Pilot[int]) -> None:
        await pilot.pause()
        goto(app.hand, "H4")
        await type_keys(pilot, "dx_ ^^")

    assert snap_compare(app, terminal_size=size, run_before=work_in_editor)
