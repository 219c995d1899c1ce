"""Ctrl+T: what can be printed, how many pages it takes, its picture, and the file."""

from __future__ import annotations

import errno
from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.kernel.whole_file import free_name, write_whole
from q40k.live import room as rooms
from q40k.live.room import Room
from q40k.table.match_library import temporary_match
from q40k.table.settings import settings
from q40k.tui.desk import Desk
from q40k.tui.main import MainScreen
from q40k.tui.match_app import MatchApp
from q40k.tui.pages import prints
from q40k.tui.pages.prints import PrintScreen
from tests.games.epic import playing as epic
from tests.games.quake.screen.table import app_of, new_desk, playing, set_up
from tests.games.quake.screen.table import screen as rows
from tests.games.space_hulk import playing as hulk
from tests.live.test_phones import NoServer
from tests.prints.reading import pages

SMALL, LARGE = (80, 24), (120, 40)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that files go to."""
    monkeypatch.setenv("Q40K_DOCUMENTS_DIR", str(tmp_path))
    return tmp_path


async def open_prints(app: MatchApp, pilot: Pilot[int]) -> PrintScreen:
    """The page, with all that is made beside it."""
    await pilot.press("ctrl+t")
    page = app.screen
    assert isinstance(page, PrintScreen)
    await settle_prints(app, pilot)
    return page


async def settle_prints(app: MatchApp, pilot: Pilot[int]) -> None:
    """Wait until nothing is made any more."""
    await pilot.pause()
    while len(app.workers):
        await app.workers.wait_for_complete()
        await pilot.pause()


def screen(app: MatchApp) -> str:
    """What is shown, wherever its lines are broken."""
    return " ".join(rows(app).split())


def count_sheets(page: PrintScreen) -> dict[str, int]:
    return {word: len(page._sheets_of(word) or ()) for word in page.words}


def dots(page: PrintScreen) -> set[tuple[int, int, int]]:
    """The colours of the picture that is shown."""
    return {dot for row in page.picture._dots for dot in row}


@pytest.mark.parametrize(("size", "language"), [(SMALL, "fr"), (LARGE, "en")])
async def test_every_kind_is_told_with_its_pages_and_its_picture(size: tuple[int, int], language: str) -> None:
    app = app_of(playing(language=language))
    async with app.run_test(size=size) as pilot:
        page = await open_prints(app, pilot)
        assert count_sheets(page)["portals"] == 1
        assert count_sheets(page)["templates"] == 2
        assert count_sheets(page)["cards"] == 1, "those who are seated"
        assert count_sheets(page)["arena"] > 1, "that of the match"
        assert count_sheets(page)["all"] > count_sheets(page)["arena"]
        for word in page.words:
            assert page.word == word
            assert word in screen(app)
            if word == "seats":
                assert dots(page) == set(), "the board is closed"
                assert count_sheets(page)["seats"] == 0
            else:
                assert len(dots(page)) > 2, f"there is a picture of {word}"
            await pilot.press("down")
            await settle_prints(app, pilot)
        assert page.word == "all"
        await pilot.press("escape")
        assert isinstance(app.screen, MainScreen)


async def test_another_page_has_another_picture() -> None:
    app = app_of(playing())
    async with app.run_test(size=LARGE) as pilot:
        page = await open_prints(app, pilot)
        await pilot.press("down", "down", "down")
        await settle_prints(app, pilot)
        assert page.word == "templates"
        first = page.picture._dots
        await pilot.press("right")
        await settle_prints(app, pilot)
        assert "❯ 2 Templates" in screen(app)
        assert page.picture._dots != first
        await pilot.press("right")
        await settle_prints(app, pilot)
        assert page.picture._dots == first
        await pilot.press("left")
        assert page.page == 1


async def test_a_kind_is_written_where_one_says(here: Path) -> None:
    app = app_of(playing())
    async with app.run_test(size=LARGE) as pilot:
        await open_prints(app, pilot)
        await pilot.press("down", "enter")
        assert f"Write it to ❯ {here / 'q40k-portals.pdf'}" in screen(app)
        await pilot.press("enter")
        await settle_prints(app, pilot)
        assert "Written to" in screen(app)
        assert "1 page. Print it at 100 %" in screen(app)
        (read,) = pages((here / "q40k-portals.pdf").read_bytes())
        assert set("12345") <= set(read.words)
        await pilot.press("enter", "escape")
        assert not (here / "q40k-portals-2.pdf").exists()
        await pilot.press("down", "enter", "ctrl+u", *"own.pdf", "enter")
        await settle_prints(app, pilot)
        assert "Tokens" in pages((here / "own.pdf").read_bytes())[0].words


async def test_all_is_what_an_evening_needs(here: Path) -> None:
    app = app_of(set_up(language="fr"))
    async with app.run_test(size=SMALL) as pilot:
        page = await open_prints(app, pilot)
        await pilot.press("enter", "enter")
        await settle_prints(app, pilot)
        read = pages((here / "q40k-all.pdf").read_bytes())
        assert len(read) == count_sheets(page)["all"]
        words = "\n".join(page.words for page in read)
        assert "Portails" in words
        assert "Alice" in words
        assert "Drapeaux" not in words, "deathmatch has none"


async def test_the_paper_is_changed_and_remembered(here: Path) -> None:
    app = app_of(playing())
    async with app.run_test(size=LARGE) as pilot:
        page = await open_prints(app, pilot)
        assert page.paper == "a4"
        await pilot.press("p")
        await settle_prints(app, pilot)
        assert "· Letter" in screen(app)
        await pilot.press("down", "enter", "enter")
        await settle_prints(app, pilot)
        (read,) = pages((here / "q40k-portals.pdf").read_bytes())
        assert read.size == pytest.approx((215.9, 279.4), abs=0.1)
        assert settings().paper == "letter"


async def test_a_printer_that_scales_is_corrected_and_remembered(here: Path) -> None:
    app = app_of(playing(language="fr"))
    async with app.run_test(size=LARGE) as pilot:
        page = await open_prints(app, pilot)
        await pilot.press("down", "m", "ctrl+u", *"98,5", "enter")
        await settle_prints(app, pilot)
        assert "corrigé pour 98,5 mm" in screen(app)
        assert len(dots(page)) > 2
        await pilot.press("enter", "enter")
        await settle_prints(app, pilot)
        (read,) = pages((here / "q40k-portals.pdf").read_bytes())
        across = 76.2 * 100 / 98.5
        assert sum(abs(shape.wide - across) < 0.2 > abs(shape.high - across) for shape in read.shapes) == 5
        assert settings().measured == 98.5
        for wrong in ("50", "x"):
            await pilot.press("m", "ctrl+u", *wrong, "enter")
            await settle_prints(app, pilot)
            assert "C’est un nombre de 90 à 110." in screen(app)
            assert page.measured == 98.5


async def test_inks_are_changed_by_a_key_and_remembered(here: Path) -> None:
    app = app_of(playing())
    async with app.run_test(size=LARGE) as pilot:
        page = await open_prints(app, pilot)
        assert "in colour" in screen(app)
        await pilot.press("down", "i")
        await settle_prints(app, pilot)
        assert "in two inks" in screen(app)
        await pilot.press("enter", "enter")
        await settle_prints(app, pilot)
        (read,) = pages((here / "q40k-portals.pdf").read_bytes())
        assert {shape.fill for shape in read.shapes if shape.fill} == {"000000", "c2303a", "f6e3e1", "ffffff"}
        assert settings().ink == "two"
        await pilot.press("i", "i", "i", "i")
        assert page.ink == "colour"


async def test_before_a_match_it_prints_too(here: Path) -> None:
    app = app_of(new_desk())
    async with app.run_test(size=SMALL) as pilot:
        page = await open_prints(app, pilot)
        assert count_sheets(page)["portals"] == 1
        assert count_sheets(page)["cards"] == 0
        while page.word != "cards":
            await pilot.press("down")
        assert "There is nothing of it to print yet." in screen(app)
        await pilot.press("enter")
        assert page.asked.line is None
        await pilot.press("escape")
        assert isinstance(app.screen, MainScreen)


@pytest.mark.parametrize("played", [False, True])
@pytest.mark.parametrize("id", ["epic", "space-hulk"])
async def test_the_other_games_print_before_a_match_and_in_one(id: str, played: bool, here: Path) -> None:
    if played:
        session = epic.ready(epic.M, epic.B) if id == "epic" else hulk.ready()
    else:
        session = temporary_match(games.find(id))
    library = epic.library if id == "epic" else hulk.library
    app = MatchApp(Desk(session, library, Locale("en")), raising=True)
    async with app.run_test(size=LARGE) as pilot:
        page = await open_prints(app, pilot)
        assert count_sheets(page)["reference"] == 2
        await pilot.press("enter", "enter")
        await settle_prints(app, pilot)
        assert len(pages((here / "q40k-all.pdf").read_bytes())) == count_sheets(page)["all"] >= 3


async def test_a_place_where_nothing_can_be_written_is_said(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_of(playing())
    (here / "there.pdf").write_text("mine")
    async with app.run_test(size=LARGE) as pilot:
        await open_prints(app, pilot)
        await pilot.press("down", "enter", "ctrl+u", *"there.pdf", "enter")
        await settle_prints(app, pilot)
        assert "there.pdf is there already, and is not written over." in screen(app)
        assert (here / "there.pdf").read_text() == "mine"
        await pilot.press("enter", "ctrl+u", *"no/where.pdf", "enter")
        await settle_prints(app, pilot)
        assert "There is no folder" in screen(app)
        assert not (here / "no").exists()

        def full(*_arguments: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(Path, "write_bytes", full)
        await pilot.press("enter", "enter")
        await settle_prints(app, pilot)
        assert "The disk is full" in screen(app)
        assert [path.name for path in here.iterdir() if path.is_file()] == ["there.pdf"]


async def test_the_match_goes_on_while_it_is_written(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    began, may = Event(), Event()

    def slowly(path: Path, content: bytes, *, replace: bool) -> None:
        began.set()
        assert may.wait(20)
        write_whole(path, content, replace=replace)

    monkeypatch.setattr(prints, "write_whole", slowly)
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=LARGE) as pilot:
        page = await open_prints(app, pilot)
        await pilot.press("down", "enter", "enter")
        assert began.wait(20)
        page.show()
        assert "Writing page 1 of 1…" in screen(app) or page._writing is not None
        await pilot.press("escape")
        before = desk.match_session.head
        await pilot.press("n")
        assert desk.match_session.head > before
        may.set()
        await settle_prints(app, pilot)
        assert "Written to" in screen(app)
        assert free_name(here / "q40k-portals.pdf").name == "q40k-portals-2.pdf"


async def test_a_click_marks_a_kind_and_a_colon_opens_the_palette() -> None:
    app = app_of(playing())
    async with app.run_test(size=LARGE) as pilot:
        page = await open_prints(app, pilot)
        await pilot.click(page.list, offset=(4, 3))
        assert page.word == "templates"
        await pilot.press("escape", ":")
        assert type(app.screen).__name__ == "SteadyPalette"


async def test_the_codes_of_phones_are_printed_while_the_board_is_open_to_the_network(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "Server", NoServer)
    desk = playing()
    room = Room(here / "matches.sqlite3", 1, "en", lan=True)
    room.set_url("http://192.168.1.5:8040/")
    desk.phones.open(room)
    app = app_of(desk)
    async with app.run_test(size=LARGE) as pilot:
        page = await open_prints(app, pilot)
        await pilot.press("end")
        await settle_prints(app, pilot)
        assert page.word == "seats"
        assert count_sheets(page)["seats"] == 1
        await pilot.press("enter", "enter")
        await settle_prints(app, pilot)
        (read,) = pages((here / "q40k-seats.pdf").read_bytes())
        assert room.code("p1", "").typed in read.words
        assert "Chloé" in read.words
    room.close()
