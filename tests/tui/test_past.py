"""H: the match walked back and forth on the screen, without touching it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from q40k.i18n.locale import Locale
from q40k.table.context import Onward
from q40k.table.history import bookmarks, branch
from q40k.table.match_library import MatchLibrary
from q40k.tui.desk import Desk
from q40k.tui.main import MainScreen
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.past import PastScreen
from tests.games.quake.screen.table import app_of, library, player, playing, press, screen
from tests.games.quake.screen.test_desk_mods import in_teams

SMALL = (80, 24)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Alice kills Bob in turn 1 and Chloé in turn 2."""
    path = tmp_path / "library.sqlite3"
    with closing(MatchLibrary(path, lambda: "2026-11-20T21:00:00")) as match_library:
        desk = playing(match_session=match_library.begin("Friday"))
        press(desk, "k22")
        while desk.state.play.turn == 1:
            press(desk, "e")
        press(desk, "k33")
        yield desk


def past(app: MatchApp) -> PastScreen:
    assert isinstance(app.screen, PastScreen)
    return app.screen


async def test_the_past_is_marked_and_walked_without_touching_the_match(desk: Desk) -> None:
    before = desk.match_session.head, desk.state
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("h")
        await pilot.pause()
        assert past(app).history.at_end
        assert "NOW" in screen(app)
        await pilot.press("left", "left", "left")
        assert "PAST" in screen(app)
        assert past(app).history.state.players["p3"].score.deaths == 0
        await pilot.press("K")
        assert past(app).history.state.play.turn == 1
        assert past(app).history.state.players["p2"].score.deaths == 1
        await pilot.press("k")
        assert past(app).history.state.play.turn == 2
        await pilot.press("k")
        assert "none further" in screen(app)
        await pilot.press("T", "T")
        assert past(app).history.state.play.turn == 1
        await pilot.press("j", "2", "enter")
        assert past(app).history.state.play.turn == 2
        await pilot.press("j", "7", "enter")
        assert "never played" in screen(app)
        await pilot.press("home")
        assert past(app).history.entry == 1
        await pilot.press("pagedown", "end")
        assert past(app).history.at_end
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
    assert (desk.match_session.head, desk.state) == before


async def test_a_wide_screen_shows_the_table_as_it_was(desk: Desk) -> None:
    app = app_of(desk)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("h", "left", "left")
        await pilot.pause()
        page = past(app)
        assert page.pane is not None
        assert page.pane.view.state is page.history.state is not desk.state
        assert page.pane.view.scene == desk.view.scene(page.history.state)
        assert page.pane.region.x == page.pane.region.width == 60, "where the main screen has it"
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert not page.pane.display


async def test_it_plays_at_any_speed_until_the_present(desk: Desk) -> None:
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("h")
        await pilot.pause()
        walk = past(app)
        await pilot.press("minus", "minus", "minus")
        assert "0.5 entries a second" in screen(app)
        await pilot.press("space")
        assert walk.history.entry == 1
        assert walk._timer is not None
        await pilot.press("plus")
        assert "1 entries a second" in screen(app)
        for _ in range(len(walk.history.stops) - 1):
            walk.tick()
        assert walk.history.at_end
        assert walk._timer is not None
        walk.tick()
        assert walk._timer is None
        await pilot.press("space", "space")
        assert walk._timer is None


async def test_bookmarks_are_named_and_found_again(desk: Desk) -> None:
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("h", "K", "m", *"The k", "escape")
        assert bookmarks(desk.match_session) == []
        await pilot.press("m", *"Bobz", "backspace", "enter")
        assert "Marked: entry" in screen(app)
        assert "⚑ Bob" in screen(app)
        await pilot.press("home", "b")
        (mark,) = bookmarks(desk.match_session)
        assert (mark.entry, mark.name) == (past(app).history.entry, "Bob")
        await pilot.press("escape")
        await pilot.pause()
        assert "⚑ bookmark at entry" in screen(app)
        desk.match_session.watching = True
        await pilot.press("h", "m")
        assert "only watching" in screen(app)


async def test_another_match_is_begun_from_here(desk: Desk) -> None:
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("h", "K", "w")
        await pilot.pause()
        assert "o opens it now; else q40k resume 2" in screen(app)
        last, row = desk.match_session.session.journal.matches()
        assert (last.id, row.id) == (1, 2)  # a branch is not the one that was played last
        assert row.name == f"Friday, what if from {past(app).history.entry}"
        assert row.entries == past(app).history.entry
    assert player(desk, "Chloé").score.deaths == 1


async def test_the_branch_is_opened_from_here(desk: Desk) -> None:
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("h", "o")
        assert desk.destination is None  # there is none yet
        await pilot.press("K", "w", "o")
        await pilot.pause()
        assert not app.is_running
    assert desk.destination == Onward(match=2)


async def test_a_branch_is_headed_by_what_it_is() -> None:
    match_library = MatchLibrary()
    match_session = match_library.begin("Friday")
    playing(match_session=match_session)
    number = branch(match_session, 7, "what if")
    other = match_library.open(number)
    app = app_of(Desk(other, library(), Locale("en")))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "branch of 1, from 7" in screen(app).splitlines()[0]
    app = app_of(Desk(match_session, library(), Locale("en")))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "branch" not in screen(app)
    other.close()
    match_session.close()
    match_library.close()


async def test_an_entry_is_put_right_from_here(desk: Desk) -> None:
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("h", "K", "right", "a", "5", "enter")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
        assert player(desk, "Chloé").position.near == 5
        await pilot.press("h", "a", "escape")
        await pilot.pause()
        assert isinstance(app.screen, PastScreen)


async def test_how_the_sides_stood_is_told_below_the_ribbon_as_it_was_then() -> None:
    desk = in_teams("capture-the-flag")
    press(desk, "o1")
    carried = desk.state.flags["F2"].carrier
    assert carried is not None, desk.notice
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("h")
        await pilot.pause()
        now = screen(app).splitlines()[1:4]
        assert any("Round 1" in row for row in now)
        assert any("Blue: Ann" in row for row in now)
        await pilot.press("left")
        then = screen(app).splitlines()[1:4]
        assert any("Blue at home" in row for row in then)


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_key_of_it_is_seen_on_a_small_screen(desk: Desk, language: str) -> None:
    desk.change_language(Locale(language))
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("h")
        await pilot.pause()
        shown = " ".join(screen(app).split())
        last = {"en": "Esc back", "fr": "Échap retour"}[language]
        for key in ("←→", "t ", "k ", "b ", "j", "m", "a", "w", last):
            assert key in shown[shown.index("←→") :]
