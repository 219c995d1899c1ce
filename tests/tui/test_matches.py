"""The start and the page of all matches: open, begin, name, put away, take back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from q40k.care.journeys import store_journey
from q40k.care.notes import Journey
from q40k.games.game import find
from q40k.i18n.locale import Locale
from q40k.table.context import Context, Onward, Prefilled
from q40k.table.history import branch
from q40k.table.match_library import MatchLibrary
from q40k.table.settings import settings
from q40k.table.shelf import Section, Shelf
from q40k.tui import app as app_module
from q40k.tui.app import StartApp, farewell
from q40k.tui.careful import Careful
from q40k.tui.desk import Desk
from q40k.tui.main import MainScreen
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.matches import MatchesScreen
from q40k.tui.pages.season import SeasonScreen
from tests.games.quake.screen.table import app_of, field, library, new_desk, playing, press, screen

SMALL, LARGE = (80, 24), (120, 40)


@pytest.fixture
def held_library(tmp_path: Path) -> Iterator[MatchLibrary]:
    """Two matches and a branch of the first; the second was played last, and is won."""
    match_library = MatchLibrary(tmp_path / "matches.sqlite3")
    first = match_library.begin("Friday")
    playing(("Ann", "Bob", "Cid"), match_session=first)
    branch(first, 7, "what if")
    first.close()
    second = match_library.begin("[red]Tuesday[/]")
    desk = playing(("Zoé", "Max"), match_session=second)
    press(desk, "f31200\nso it was\n")
    second.close()
    yield match_library
    match_library.close()


class Shown(Careful):
    """The page of all matches alone."""

    def __init__(self, match_library: MatchLibrary, open_here: int = 0, lang: str = "en") -> None:
        super().__init__("q40k-dark", raising=True)
        self.page = MatchesScreen(Locale(lang), match_library, open_here)
        self.chosen: list[Onward | None] = []

    def on_mount(self) -> None:
        self.push_screen(self.page, self.chosen.append)


async def settle_matches(pilot: Pilot[int], app: Shown) -> None:
    """Wait until every match was looked at."""
    for _ in range(50):
        await pilot.pause(0.01)
        if all(row.id in app.page._briefs_by_id for row in app.page._rows):
            break
    await pilot.pause()


def text(app: Shown) -> str:
    return screen(app)  # type: ignore[arg-type]


def listed_names(match_library: MatchLibrary, part: Section = "list") -> list[str]:
    return [row.name for row in Shelf(match_library).rows(part)]


async def test_each_match_says_who_plays_and_how_it_stands(held_library: MatchLibrary) -> None:
    app = Shown(held_library)
    async with app.run_test(size=LARGE) as pilot:
        await settle_matches(pilot, app)
        won, played, other = text(app).splitlines()[2:5]
        assert "[red]Tuesday[/]" in won
        assert "won: Zoé" in won
        assert "turn 1" in played
        assert "↳ what if" in other
        await pilot.press("down", "down")
        await pilot.pause()
        assert "branch of 1, from 7" in text(app)
        assert "Quake 40K · Classic deathmatch" in text(app)
        assert "Ann, Bob and Cid" in text(app)
        for _ in range(100):  # beside the list: the race, the table, what happened last
            await pilot.pause(0.01)
            if "rolls 3: initiative" in text(app):
                break
        assert "rolls 3: initiative" in text(app)
        assert sum("×0.0" in line for line in text(app).splitlines()) == 3
        preview = app.page.match_look.preview
        assert preview is not None
        assert preview.scene is not None
        assert not app.page.detail.display


async def test_nothing_is_wrapped_on_a_small_screen_in_either_language(held_library: MatchLibrary) -> None:
    for lang in ("en", "fr"):
        app = Shown(held_library, lang=lang)
        async with app.run_test(size=SMALL) as pilot:
            await settle_matches(pilot, app)
            head, *_ = text(app).splitlines()[1:]
            assert head.index("#") == 5
            assert app.page.keys.region.height <= 2


async def test_enter_opens_the_marked_match(held_library: MatchLibrary) -> None:
    app = Shown(held_library)
    async with app.run_test(size=SMALL) as pilot:
        await settle_matches(pilot, app)
        await pilot.press("down", "enter")
        await pilot.pause()
    assert app.chosen == [Onward(match=1)]


async def test_a_click_opens_a_match_and_one_on_a_key_is_the_key(held_library: MatchLibrary) -> None:
    app = Shown(held_library)
    async with app.run_test(size=SMALL) as pilot:
        await settle_matches(pilot, app)
        lines = text(app).splitlines()
        y = next(n for n, line in enumerate(lines) if " d " in line)
        await pilot.click(offset=(lines[y].index(" d ") + 1, y))
        await pilot.pause()
        assert listed_names(held_library, "bin") == ["[red]Tuesday[/]"]
        y = next(n for n, line in enumerate(text(app).splitlines()) if "what if" in line)
        await pilot.click(offset=(10, y))
        await pilot.pause()
    assert app.chosen == [Onward(match=2)]


async def test_the_match_that_is_open_here_is_gone_back_to(held_library: MatchLibrary) -> None:
    match_session = held_library.open(1)
    app = Shown(held_library, open_here=1)
    async with app.run_test(size=SMALL) as pilot:
        await settle_matches(pilot, app)
        await pilot.press("down")
        await pilot.pause()
        assert "open here" in text(app)
        await pilot.press("d")
        await pilot.pause()
        assert "It is open here" in text(app)
        assert listed_names(held_library, "bin") == []
        await pilot.press("enter")
        await pilot.pause()
    assert app.chosen == [None]
    match_session.close()


async def test_one_that_is_open_elsewhere_is_not_opened(held_library: MatchLibrary) -> None:
    match_session = held_library.open(3)
    app = Shown(held_library)
    async with app.run_test(size=SMALL) as pilot:
        await settle_matches(pilot, app)
        await pilot.press("enter")
        await pilot.pause()
        assert f"(process {os.getpid()})" in " ".join(text(app).split())
        await pilot.press("d")
        assert listed_names(held_library, "bin") == []
        match_session.close()
        await pilot.press("enter")
        await pilot.pause()
    assert app.chosen == [Onward(match=3)]


async def test_one_that_was_handed_over_says_where_it_went_and_is_not_offered(held_library: MatchLibrary) -> None:
    row = held_library.find("[red]Tuesday[/]")
    mark = Journey("0" * 32, "gone", "the stick", "2026-11-25T20:00:00")
    store_journey(held_library.path, held_library.journal, row.identity, mark)
    app = Shown(held_library)
    async with app.run_test(size=SMALL) as pilot:
        await settle_matches(pilot, app)
        await pilot.press("enter")
        await pilot.pause()
        shown = " ".join(text(app).split())
        assert shown.count("handed over to the st") == 2, "in its row and below"
        assert "Match 3 went to the stick" in shown
    assert app.chosen == []
    assert Shelf(held_library).playable_rows()[0].name != row.name


async def test_a_match_is_named_and_the_name_is_taken_back(held_library: MatchLibrary) -> None:
    app = Shown(held_library)
    async with app.run_test(size=SMALL) as pilot:
        await settle_matches(pilot, app)
        await pilot.press("r", "escape", "r", "ctrl+u", *"Finale q", "enter")
        await pilot.pause()
        assert listed_names(held_library)[0] == "Finale q"
        assert "It is now called “Finale q”." in text(app)
        await pilot.press("r", "ctrl+u", "enter")  # no name is none
        assert listed_names(held_library)[0] == "Finale q"
        await pilot.press("u")
        await pilot.pause()
        assert listed_names(held_library)[0] == "[red]Tuesday[/]"


async def test_what_is_put_away_is_found_again_and_everything_is_taken_back(held_library: MatchLibrary) -> None:
    before = listed_names(held_library)
    app = Shown(held_library)
    async with app.run_test(size=SMALL) as pilot:
        await settle_matches(pilot, app)
        await pilot.press("a", "d")
        assert (listed_names(held_library, "archive"), listed_names(held_library, "bin")) == (
            ["[red]Tuesday[/]"],
            ["Friday"],
        )
        await pilot.press("tab")
        await pilot.pause()
        assert "[red]Tuesday[/]" in text(app)
        await pilot.press("d", "right")
        await pilot.pause()
        assert "Bin 2" in text(app)
        await pilot.press("u", "u", "u", "u", "left", "left")
        await pilot.pause()
        assert listed_names(held_library) == before
        assert "There is nothing to take back" not in text(app)
        await pilot.press("u")
        await pilot.pause()
        assert "There is nothing to take back" in text(app)


async def test_enter_in_the_bin_takes_out_and_emptying_wants_a_word(held_library: MatchLibrary) -> None:
    app = Shown(held_library)
    async with app.run_test(size=SMALL) as pilot:
        await settle_matches(pilot, app)
        await pilot.press("d", "d", "shift+tab", "enter")
        await pilot.pause()
        assert len(listed_names(held_library, "bin")) == 1
        await pilot.press("x", "n", "o", "enter")
        assert len(listed_names(held_library, "bin")) == 1
        await pilot.press("x", *"yes", "enter")
        await pilot.pause()
        assert "1 match erased" in text(app)
        assert "There is nothing in the bin." in text(app)
        assert len(held_library.matches()) == 2
        await pilot.press("x", "d", "a", "enter", "u")
        await pilot.pause()
        assert "There is nothing to take back" in text(app)


async def test_n_begins_another_match_of_that_game(held_library: MatchLibrary) -> None:
    app = Shown(held_library)
    async with app.run_test(size=SMALL) as pilot:
        await settle_matches(pilot, app)
        await pilot.press("n")
        await pilot.pause()
    assert app.chosen == [Onward(game="quake")]


# ---- from inside a match


async def test_from_a_match_one_goes_on_in_another(held_library: MatchLibrary) -> None:
    match_session = held_library.open(1)
    desk = Desk(match_session, library(), Locale("en"))
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("f12")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
        assert desk.destination is None
        await pilot.press("f12", "up", "enter")
        await pilot.pause()
        assert not app.is_running
    assert desk.destination == Onward(match=2)
    match_session.close()


async def test_a_match_in_memory_has_no_others() -> None:
    app = app_of(playing())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("f12")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)


# ---- the start


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        (("enter",), Onward(match=3)),
        (("3",), Onward(match=3)),
        (("n", "enter"), Onward(game="quake")),
        (("2", "2"), Onward(game="epic")),
        (("2", "down", "down", "enter"), Onward(game="space-hulk")),
        (("2", "4"), Onward(game="quake", demo=True)),
        (("1", "1"), Onward(game="quake", lesson=True)),
        (("m", "down", "enter"), Onward(match=1)),
        (("m", "escape", "3"), Onward(match=3)),
        (("2", "escape", "3"), Onward(match=3)),
        (("f1", "escape", "3"), Onward(match=3)),
        (("9", "3"), Onward(match=3)),
        (("2", "q"), None),
        (("q",), None),
        (("5",), None),
        (("escape",), None),
        (("2", "escape", "escape"), None),
    ],
)
async def test_the_first_screen_leads_to_a_lesson_a_new_match_and_the_last_one(
    held_library: MatchLibrary, keys: tuple[str, ...], chosen: Onward | None
) -> None:
    app = StartApp(Locale("en"), held_library)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        shown = screen(app)  # type: ignore[arg-type]
        assert "1 Learn (ten minutes)" in shown
        assert "2 Play" in shown
        assert "3 Go on with “[red]Tuesday[/]”" in shown
        assert "Zoé and Max · won: Zoé" in " ".join(shown.split())
        assert "4 Français" in shown
        assert "5 Quit" in shown
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await pilot.pause()
    assert app.chosen == chosen


@pytest.mark.parametrize("key", ["f2", "4"])
async def test_the_first_screen_changes_its_language(held_library: MatchLibrary, key: str) -> None:
    app = StartApp(Locale("en"), held_library)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(key)
        await pilot.pause()
        shown = screen(app)  # type: ignore[arg-type]
        assert "1 Apprendre (dix minutes)" in shown
        assert "4 English" in shown
        await pilot.press("q")
    assert app.language == "fr"
    assert settings().language == "fr"


async def test_f1_on_the_first_screen_says_what_its_lines_and_keys_do(held_library: MatchLibrary) -> None:
    app = StartApp(Locale("en"), held_library)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        shown = screen(app)  # type: ignore[arg-type]
        assert "1 Learn (ten minutes): The keys and the first rules" in shown
        assert "m all matches · e a club’s evening · Esc back · q quit" in shown


async def test_at_the_first_screen_a_key_may_be_clicked(held_library: MatchLibrary) -> None:
    app = StartApp(Locale("fr"), held_library)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        line = screen(app).splitlines()[-1]  # type: ignore[arg-type]
        await pilot.click(offset=(line.index(" q ") + 1, 23))
        await pilot.pause()
        assert not app.is_running or app.chosen is None
        await pilot.pause()
    assert app.return_code == 0


async def test_where_there_is_no_match_learning_comes_first(tmp_path: Path) -> None:
    match_library = MatchLibrary(tmp_path / "matches.sqlite3")
    app = StartApp(Locale("en"), match_library, "Look here.")
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        shown = screen(app)  # type: ignore[arg-type]
        assert "Look here." in shown
        assert "There is none yet." in shown
        await pilot.press("2")
        for _ in range(100):  # beside the choices: what the marked game begins with
            await pilot.pause(0.01)
            shown = screen(app)  # type: ignore[arg-type]
            if "Classic deathmatch" in shown:
                break
        assert "Who wins: " in shown
        await pilot.press("escape", "enter", "enter")
        await pilot.pause()
    assert app.chosen == Onward(game="quake", lesson=True)
    match_library.close()


def test_escape_at_the_first_question_leads_back_to_the_first_screen(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_module, "read_packs", lambda *_: library())
    places: list[str] = []

    def run(self: MatchApp) -> int:
        places.append("match")
        for key in ("enter", "escape", "escape"):  # a mod, back to the mods, back to the first screen
            self.desk.press(key, None)
        return 0

    def start(self: StartApp) -> None:
        places.append("start")

    monkeypatch.setattr(MatchApp, "run", run)
    monkeypatch.setattr(StartApp, "run", start)
    assert app_module.play_new(Context("en"), Prefilled(), find("quake")) == 0
    assert places == ["match", "start"]


def test_what_cannot_be_opened_leads_back_to_the_start(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "read_packs", lambda *_: library())
    match_library = MatchLibrary()
    other = match_library.begin("held elsewhere")
    playing(match_session=other)
    starts: list[StartApp] = []

    def run(self: MatchApp) -> int:
        self.desk.destination = Onward(match=other.number)
        return 0

    def start(self: StartApp) -> None:
        starts.append(self)

    monkeypatch.setattr(MatchApp, "run", run)
    monkeypatch.setattr(StartApp, "run", start)
    assert app_module.play_new(Context("en"), Prefilled()) == 0
    assert "already open" in starts[0]._start.notice
    other.close()
    match_library.close()


# ---- going on from the first question


def begin_match(match_library: MatchLibrary) -> Desk:
    return new_desk(match_session=match_library.begin("tonight"), mod=None)


def test_at_the_first_question_tab_goes_on_with_the_last_match(held_library: MatchLibrary) -> None:
    desk = begin_match(held_library)
    assert field(desk).other == ""  # the last one is won
    desk.match_session.close()
    playing_it = held_library.open(1)
    playing_it.undo()
    playing_it.close()
    desk = begin_match(held_library)
    assert field(desk).other == "go on with “Friday”"
    desk.press("tab", None)
    assert desk.destination == Onward(match=1)
    desk.match_session.close()
    assert [row.id for row in held_library.journal.matches()] == [1, 3, 2]  # nothing was begun


async def test_the_farewell_names_what_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("q")
    monkeypatch.setenv("Q40K_CALLED", "make play")
    lines = farewell(app, desk.match_session, Locale("en"))
    assert lines == ["The match waits: make play, then Enter"]


@pytest.mark.parametrize("key", ["s", "ctrl+r"])
async def test_a_key_shows_the_season_and_leads_back(held_library: MatchLibrary, key: str) -> None:
    app = Shown(held_library)
    async with app.run_test(size=SMALL) as pilot:
        await settle_matches(pilot, app)
        assert " s  season" in text(app)
        await pilot.press("down", key)
        page = app.screen
        assert isinstance(page, SeasonScreen)
        await page.workers.wait_for_complete()
        page.show()
        await pilot.pause()
        assert "Standings" in text(app)
        assert "Zoé" in text(app)
        await pilot.press("escape")
        assert app.screen is app.page
        assert app.page.list.highlighted == 1
    assert app.chosen == []
