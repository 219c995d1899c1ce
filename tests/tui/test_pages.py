"""The log, the scores, the start screen, a match on disk, and a crash."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from q40k.games.quake.state.next import Next
from q40k.games.quake.state.score import Accident
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import Journal, JournalError
from q40k.table import faults
from q40k.table.context import Context, Prefilled
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.tui import app as app_module
from q40k.tui.app import farewell
from q40k.tui.board import Board
from q40k.tui.desk import Desk
from q40k.tui.look import Beat, keycaps
from q40k.tui.main import MainScreen
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.log import PAGES_KEPT, Entries, fit_sentences, headings_first
from q40k.tui.panels import Feed
from tests.games.quake.screen.table import active, app_of, field, library, player, playing, press, screen

SMALL = (80, 24)


@pytest.fixture(scope="module")
def long_match() -> MatchSession:
    """A match of 1,500 entries and more, the last undone."""
    match_session = temporary_match()
    playing(match_session=match_session)
    while match_session.head < 1500:
        match_session.do(Next())
    match_session.do(Accident(player="Bob", cause="[b]drowned[/b]"))
    match_session.type("4")
    match_session.undo()
    return match_session


async def test_a_log_of_1500_entries_pages_and_scrolls(long_match: MatchSession) -> None:
    app = app_of(Desk(long_match, library(), Locale("en")))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("g", "v", "v", "end")
        await pilot.pause()
        entries = app.screen.query_one(Entries)
        assert entries.cursor == long_match.head - 1
        assert "taken back" in screen(app)
        await pilot.press("up", "up")
        assert "[b]drowned[/b]" in screen(app)
        assert f"taken back by entry {long_match.head}" in screen(app)
        await pilot.press("home")
        assert "Classic deathmatch, arena" in screen(app)
        await pilot.press("pagedown", "down")
        assert entries.cursor == 21
        for _ in range(10):
            await pilot.press("pagedown")
        assert f"{entries.cursor + 1:>6} " in screen(app)
        assert len(entries._pages) <= PAGES_KEPT
        await pilot.click(offset=(20, 5))
        assert entries.cursor == entries.scroll_offset.y + 4
        await pilot.resize_terminal(30, 6)
        await pilot.press("end")
        await pilot.pause()
        assert f"{long_match.head:>6} " in screen(app)
        await pilot.press("escape")
        assert isinstance(app.screen, MainScreen)


async def test_a_log_that_cannot_be_read_shows_nothing_and_closes(
    long_match: MatchSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_of(Desk(long_match, library(), Locale("en")))
    async with app.run_test(size=SMALL) as pilot:

        def fail(*_arguments: object, **_more: object) -> None:
            raise JournalError("journal-failed", path="x", detail="disk I/O error")

        monkeypatch.setattr(Journal, "entries", fail)
        await pilot.press("g", "home", "escape")
        assert isinstance(app.screen, MainScreen)


async def test_a_journal_that_cannot_be_read_is_said_on_the_main_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_of(playing())
    async with app.run_test(size=SMALL) as pilot:

        def fail(*_arguments: object, **_more: object) -> None:
            raise JournalError("journal-failed", path="x", detail="disk I/O error")

        with monkeypatch.context() as patch:
            patch.setattr(Journal, "entries", fail)
            await pilot.press("n")
            assert "could not be kept" in screen(app)
        await pilot.press("escape", "n")
        assert "could not be kept" not in screen(app)


async def test_the_scores_name_everybody_the_first_first() -> None:
    desk = playing()
    press(desk, "f3340\nso\nf32-3,5\nso\n")
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("b")
        shown = screen(app)
        assert "−3½" in shown
        assert shown.index("Chloé") < shown.index("Alice") < shown.index("Bob")
        await pilot.press("escape")
        assert isinstance(app.screen, MainScreen)


async def test_a_table_that_does_not_fit_says_how_many_more_there_are_and_scrolls() -> None:
    app = app_of(playing(tuple(f"P{n}" for n in range(1, 25))))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        rows = screen(app).splitlines()
        seen = sum("░░" in row for row in rows)
        assert any(f"↓ {24 - seen} more" in row for row in rows)
        app.screen.query_one("#board").focus()
        for _ in range(24):
            await pilot.press("down")
        await pilot.pause()
        assert "↑ " in screen(app)
        assert f"↓ {24 - seen} more" not in screen(app)


async def test_the_win_is_shown_and_played_on_from_the_screen() -> None:
    desk = playing()
    press(desk, "f31200\nso\n")
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.press("escape")  # from the page of the end
        await pilot.pause()
        assert "Alice wins the match!" in screen(app)
        await pilot.press("b")
        assert "♛" in screen(app)
        await pilot.press("escape", "n")
        assert not desk.state.outcome.over


# -- on disk -------------------------------------------------------------------------------


async def test_dice_half_typed_are_on_the_screen_again_after_reopening(tmp_path: Path) -> None:
    match_library = MatchLibrary(tmp_path / "m.sqlite3")
    match_session = match_library.begin("evening")
    app = app_of(playing(match_session=match_session))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("t", "1", "3")
    match_session.close()
    again = match_library.open(1)
    app = app_of(Desk(again, library, Locale("en")))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.pause()  # the packs are read behind the first picture
        assert "❯ 3▏" in screen(app)
        assert "Boltgun" in screen(app)
        await pilot.press("5")
        assert app.desk.state.players["p1"].bonus is not None


async def test_who_watches_sees_what_is_entered(tmp_path: Path) -> None:
    match_library = MatchLibrary(tmp_path / "m.sqlite3")
    writer = match_library.begin("evening")
    playing(match_session=writer)
    app = app_of(Desk(match_library.open(1, watch=True), library, Locale("en")))
    async with app.run_test(size=SMALL) as pilot:
        assert "watching" in screen(app)
        await pilot.press("n", "k")
        assert "only watching" in screen(app)
        writer.do(Accident(player="Bob"))
        main = app.screen
        assert isinstance(main, MainScreen)
        main._look_for_news()
        await pilot.pause()
        assert "−9" in screen(app)
        assert "Bob rolls 1D6: back by which portal?" in screen(app)


async def test_packs_that_cannot_be_read_leave_ids_on_the_card(tmp_path: Path) -> None:
    from q40k.packs.problems import PackError, Problem

    def load() -> object:
        raise PackError([Problem("x.yaml", 3, 1, None, "unknown-key", facts={"key": "y"})])

    match_session = MatchLibrary(tmp_path / "m.sqlite3").begin("evening")
    playing(match_session=match_session)
    app = app_of(Desk(match_session, load, Locale("en")))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "boltgun" in screen(app)


# -- a crash -------------------------------------------------------------------------------


async def crashing(app: MatchApp, monkeypatch: pytest.MonkeyPatch, burst: Callable[..., object]) -> int | None:
    """Run an app until the board bursts at a key; gives its exit status."""

    async def press_next(pilot: Pilot[int]) -> None:
        await pilot.pause()
        monkeypatch.setattr(Board, "show", burst)
        app.post_message(events.Key("n", "n"))

    return await app.run_async(headless=True, size=SMALL, auto_pilot=press_next)  # type: ignore[arg-type]


async def test_a_crash_leaves_no_traceback_but_a_file_and_the_way_back(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = playing()
    app = app_of(desk, debug_on=False)

    def burst(*_arguments: object) -> None:
        raise ZeroDivisionError("a widget burst")

    assert await crashing(app, monkeypatch, burst) == 3
    assert active(desk).name != "Alice"
    assert app.crash
    kept = app.crash[1]
    text = Path(kept).read_text(encoding="utf-8")
    assert "a widget burst" in text
    assert Path(kept).is_relative_to(own_home)
    lines = farewell(app, desk.match_session, Locale("en"))
    assert f"q40k resume {desk.match_session.number}" in lines[1]
    assert kept in lines[2]
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err


async def test_a_crash_with_no_place_to_write_still_says_the_way_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise PermissionError

    monkeypatch.setattr(faults, "_log_file", nowhere)
    monkeypatch.setattr(faults, "_temporary_file", nowhere)
    desk = playing()
    app = app_of(desk, debug_on=False)
    assert await crashing(app, monkeypatch, lambda *_: 1 / 0) == 3
    assert app.crash
    assert app.crash[1] == ""
    assert "q40k resume 1" in farewell(app, desk.match_session, Locale("fr"))[1]


async def test_leaving_says_how_to_come_back() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("q")
    assert app.return_value == 0
    assert farewell(app, desk.match_session, Locale("en")) == ["The match waits: q40k resume 1"]


@pytest.mark.parametrize(
    "keys",
    [(), ("k",), ("k", "2"), ("f1",), ("ctrl+p",), ("g",), ("h",), ("tab",), ("m",), ("shift+m",), ("g", "a"), ("w",)],
)
async def test_ctrl_c_interrupts_on_every_screen(keys: tuple[str, ...]) -> None:
    app = app_of(playing())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        assert app.is_running
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert not app.is_running
    assert app.status == 130


# -- from the command line -----------------------------------------------------------------


@pytest.fixture
def shown_apps(monkeypatch: pytest.MonkeyPatch) -> list[MatchApp]:
    """Let apps end once the first key is pressed; these are they."""
    apps: list[MatchApp] = []

    def run(self: MatchApp) -> int:
        apps.append(self)
        if self.desk.field is not None:
            press(self.desk, "1")
        return 0

    monkeypatch.setattr(MatchApp, "run", run)
    return apps


def test_a_new_match_is_begun_with_what_was_said(shown_apps: list[MatchApp]) -> None:
    from q40k.games.quake.table.prefilled import Prefilled

    monkey = pytest.MonkeyPatch()
    monkey.setattr(app_module, "read_packs", lambda *_: library())
    prefilled = Prefilled(
        mod="deathmatch", arena="classic-60", players=(("Alice", "space-marine", ()),), name="Tuesday"
    )
    assert app_module.play_new(Context("fr"), prefilled) == 0
    assert player(shown_apps[0].desk, "Alice").champion.id == "space-marine"
    monkey.undo()


def test_from_a_match_one_goes_on_in_a_new_one_with_the_same_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "read_packs", lambda *_: library())
    apps: list[MatchApp] = []

    def run(self: MatchApp) -> int:
        apps.append(self)
        if len(apps) == 1:
            playing(match_session=self.desk.match_session)
            self.desk.settle()
            self.desk.perform("again")
            press(self.desk, "2")
        return 0

    monkeypatch.setattr(MatchApp, "run", run)
    assert app_module.play_new(Context("en"), Prefilled()) == 0
    first, second = apps
    assert first.desk.destination is not None
    assert second.desk.match_session.number == 2
    assert second.desk.state.setup.mod == first.desk.state.setup.mod
    assert field(second.desk).why == "Enter: Alice."
    match_library = MatchLibrary()
    assert [row.entries > 0 for row in match_library.matches()] == [True, True]
    match_library.open(1).close()  # nobody holds the first any more
    match_library.close()


async def test_f9_leaves_the_match_for_a_new_one() -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("f9", "escape")
        assert desk.destination is None
        await pilot.press("f9", "1")
        await pilot.pause()
        assert not app.is_running
    assert desk.destination is not None
    assert desk.destination.game == "quake"


def test_an_empty_match_is_taken_up_at_its_first_question(
    shown_apps: list[MatchApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_module, "read_packs", lambda *_: library())
    match_library = MatchLibrary()
    match_library.journal.create("never begun", "now")
    match_library.close()
    assert app_module.play_match(Context("en"), MatchLibrary(), 1) == 0
    assert field(shown_apps[0].desk).title == "Which arena?"  # the mod was the first


def test_a_match_is_taken_up_without_reading_the_packs(
    shown_apps: list[MatchApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    match_library = MatchLibrary()
    match_session = match_library.begin("evening")
    playing(match_session=match_session)
    match_session.close()
    match_library.close()

    def unread(_context: Context) -> None:
        raise AssertionError("the packs were read")

    monkeypatch.setattr(app_module, "read_packs", unread)
    assert app_module.play_match(Context("en"), MatchLibrary(), 1) == 0
    assert not shown_apps[0].desk.has_packs


@pytest.fixture
def fought_desk() -> Desk:
    """Alice kills Bob and Chloé in the first turn; a second turn has begun."""
    desk = playing()
    press(desk, "k22k33")
    while desk.state.play.turn == 1:
        press(desk, "n")
    press(desk, "n")
    return desk


def marked_line(app: MatchApp) -> str:
    """What the marked line of the log says."""
    entries = app.screen.query_one(Entries)
    return entries.words(entries.cursor)


async def test_the_log_names_who_is_next_and_what_an_answer_belongs_to() -> None:
    desk = playing()
    press(desk, "es2\n40")
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("g", "v", "v", "up")
        await pilot.pause()
        assert marked_line(app) == "→ 4 · shot: Alice → Bob (Boltgun)"
        await pilot.press("escape", "n", "g", "v", "v", "end")
        await pilot.pause()
        assert marked_line(app) == "→ next champion: Dédé"


async def test_turns_and_kills_are_found_by_a_key_in_the_log(fought_desk: Desk) -> None:
    app = app_of(fought_desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("g", "t")
        await pilot.pause()
        assert "Turn 1" in marked_line(app)
        await pilot.press("T")
        assert marked_line(app).startswith("Turn 2")
        assert "─ Turn 2" in screen(app)
        await pilot.press("k")
        assert marked_line(app).startswith("Alice") or "Chloé" in marked_line(app)
        last = marked_line(app)
        await pilot.press("k")
        assert "Bob" in marked_line(app)
        await pilot.press("K")
        assert marked_line(app) == last
        await pilot.press("K")
        await pilot.pause()
        assert "There is none further that way." in screen(app)


async def test_words_find_a_line_of_the_log_back_and_forth(fought_desk: Desk) -> None:
    app = app_of(fought_desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("g", "slash", *"chloe", "enter")
        await pilot.pause()
        assert "Chloé" in marked_line(app)
        entries = app.screen.query_one(Entries)
        first = entries.cursor
        await pilot.press("n")
        await pilot.pause()
        assert "Chloé" in marked_line(app)
        assert entries.cursor < first
        await pilot.press("N")
        await pilot.pause()
        assert entries.cursor == first
        await pilot.press("slash", *"quad dam", "enter")
        await pilot.pause()
        assert "No line that way has these words." in screen(app)
        assert entries.cursor == first
        await pilot.press("slash", "k", "escape")  # a letter is a letter there
        assert entries.cursor == first


async def test_what_was_called_stands_in_the_log_and_is_found_there(fought_desk: Desk) -> None:
    app = app_of(fought_desk)
    async with app.run_test(size=SMALL) as pilot:
        while not app.screen.query_one(Feed).announcer.calls:  # heard behind the first picture
            await pilot.pause()
        await pilot.press("g", "slash", *"first blood", "enter")
        await pilot.pause()
        assert " » First blood! Alice opens" in marked_line(app)
        await pilot.press("escape", "f6", "g", "slash", *"first blood", "enter")
        await pilot.pause()
        assert "»" not in marked_line(app)
        assert "No line that way has these words." in screen(app)


async def test_another_victim_is_entered_from_the_log_by_six_keys(fought_desk: Desk) -> None:
    app = app_of(fought_desk)
    async with app.run_test(size=SMALL) as pilot:
        for key in ("g", "k", "a", "4", "2", "enter"):
            await pilot.press(key)
            await pilot.pause()
        assert isinstance(app.screen, MainScreen)
        assert player(fought_desk, "Chloé").score.deaths == 0
        assert player(fought_desk, "Dédé").score.deaths == 1


@pytest.mark.parametrize(
    ("room", "row"),
    [
        (60, "Libra attacks S2; marine 5: 23 · S2 dies » First blood!"),
        (50, "Libra attacks S2; marine 5: 23 · S2 dies · +1"),
        (40, "Libra attacks S2; marine 5: 23 · +2"),
        (20, "Libra attacks S2; marine 5: 23 · S2 dies » First blood!"),
    ],
)
def test_a_row_of_the_log_ends_with_a_sentence_and_says_how_many_more(room: int, row: str) -> None:
    assert fit_sentences("Libra attacks S2; marine 5: 23 · S2 dies » First blood!", room) == row


def test_a_heading_comes_ahead_of_what_only_lays_out_and_after_deeds() -> None:
    stands, turn, kill = Beat(), Beat("─", across=True), Beat("✖", pays=True)
    laid_out = ["Sword stands", "Flame stands", "Bolt1 stands", "Turn 1"]
    assert headings_first(laid_out, [stands] * 3 + [turn])[0] == "Turn 1"
    deeds = ["Ann frags Bob", "Cid joins", "Eve joins", "Turn 2"]
    assert headings_first(deeds, [kill, stands, stands, turn]) == deeds


def test_a_key_with_a_word_on_it_is_named_in_the_language() -> None:
    line = keycaps([("Enter", "jouer"), ("Esc", "retour"), ("m", "x")], 80, Locale("fr"))
    assert line.plain.split() == ["Entrée", "jouer", "Échap", "retour", "m", "x"]
