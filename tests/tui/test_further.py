"""Actions with two keys: the first opens a list of them, the second chooses one."""

from __future__ import annotations

import msgspec
import pytest

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.packs.library import Library
from q40k.table.match_library import temporary_match
from q40k.tui.actions import Action, Actions
from q40k.tui.desk import Desk
from q40k.tui.main import MainScreen
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.hall import HallScreen
from q40k.tui.pages.help import HelpScreen
from q40k.tui.pages.log import LogScreen
from tests.games.coin import game as coin
from tests.games.race.playing import screen
from tests.keys import key_list


def action(id: str, key: str, group: str = "play") -> Action:
    actions = Actions()
    actions.add(id, group, key=key, name=f"Do {id}", help=f"Does {id}.", bar=0, does=lambda _desk: coin.Toss())  # type: ignore[arg-type]
    return actions[id]


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A match of two, with actions behind the comma."""
    monkeypatch.setattr(games, "GAMES", dict(games.GAMES))
    games.add("coin", "tests.games.coin.game:MANIFEST")
    further = Actions((*coin.ACTIONS, action("flip", "comma j"), action("juggle", "comma p")))
    monkeypatch.setattr(coin.CoinScreen, "actions", further)
    match_session = temporary_match(games.find("coin"))
    match_session.do(coin.New(players=("Ann", "Bob")))
    return Desk(match_session, Library(), Locale("en"))


@pytest.mark.parametrize("keys", [["comma", "j"], ["comma", "down", "enter"], ["comma", "d", "o", "enter"]])
async def test_the_second_key_chooses_and_so_do_the_arrows_and_the_name(desk: Desk, keys: list[str]) -> None:
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press(*keys[:1])
        await pilot.pause()
        assert "Further actions" in screen(app)
        assert "Do juggle" in screen(app)
        await pilot.press(*keys[1:])
        await pilot.pause()
        assert desk.snapshot.question is not None, "the toss asks for its die"
        await pilot.press("5")
    assert desk.state.heads == {"Ann": 1, "Bob": 0}


async def test_escape_leaves_the_list_and_a_key_of_no_action_stays_in_it(desk: Desk) -> None:
    async with MatchApp(desk, raising=True).run_test(size=(100, 30)) as pilot:
        await pilot.press("comma", "x")
        assert desk.field is not None
        await pilot.press("escape")
        assert desk.field is None
        assert desk.state.tosses == 0


async def test_a_click_chooses_too(desk: Desk) -> None:
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("comma")
        await pilot.pause()
        row, line = next((row, line) for row, line in enumerate(screen(app).splitlines()) if "Do flip" in line)
        await pilot.click(offset=(line.index("Do flip"), row))
        assert desk.snapshot.question is not None


async def test_both_keys_are_written_in_bar_help_and_manual(desk: Desk) -> None:
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(140, 30)) as pilot:
        await pilot.pause()
        assert ", j Do flip" in screen(app)
    assert ", j" in str(HelpScreen(desk, "here").text())  # it is usual here
    assert key_list(desk.actions["flip"]) == ", j"
    french = Desk(desk.match_session, Library(), Locale("fr"))
    french.press("comma", ",")
    assert french.field is not None
    assert french.field.title == "Autres actions"


def test_the_first_key_is_no_action_itself() -> None:
    with pytest.raises(ValueError, match="comma is flip, and begins"):
        Actions((action("flip", "comma"), action("juggle", "comma j")))
    with pytest.raises(ValueError, match="comma is flip, and begins"):
        Actions((action("flip", "comma j"), action("juggle", "comma")))
    with pytest.raises(ValueError, match="comma j is flip and juggle"):
        Actions((action("flip", "comma j"), action("juggle", "comma j")))
    with pytest.raises(ValueError, match="a capital as its key, and no place in the key bar"):
        Actions((msgspec.structs.replace(action("flip", "J"), bar=-1),))


async def test_what_only_shows_something_is_chosen_there_too(desk: Desk) -> None:
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("comma", "h")
        await pilot.pause()
        assert isinstance(app.screen, HallScreen)
        await pilot.press("escape", "comma")
        await pilot.pause()
        row, line = next((row, line) for row, line in enumerate(screen(app).splitlines()) if "Hall mode" in line)
        await pilot.click(offset=(line.index("Hall mode"), row))
        await pilot.pause()
        assert isinstance(app.screen, HallScreen)


# -- capitals ---------------------------------------------------------------------------------


def test_a_capital_means_its_small_letter(desk: Desk) -> None:
    desk.press("T", "T")
    assert desk.snapshot.question is not None, "as t does"
    desk.press("5", "5")
    desk.press("comma", ",")
    desk.press("J", "J")
    assert desk.snapshot.question is not None, "also behind the comma"
    desk.press("3", "3")
    assert desk.state.tosses == 2
    desk.press("U", "U")
    assert desk.state.tosses == 1, "and the shell's keys"


def test_a_capital_that_the_screen_names_is_another_key(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    done = []
    loud = msgspec.structs.replace(
        action("shout", "T"), does=lambda _desk: done.append("shout"), usual=lambda state: state.tosses == 0
    )
    monkeypatch.setattr(coin.CoinScreen, "actions", Actions((*coin.ACTIONS, loud)))
    desk = Desk(desk.match_session, Library(), Locale("en"))
    desk.press("T", "T")
    assert done == ["shout"]
    desk.press("t", "t")
    desk.press("5", "5")
    desk.press("T", "T")
    assert done == ["shout"], "no longer named: it is t again"
    assert desk.snapshot.question is not None


async def test_on_a_page_a_capital_is_the_small_letter_too(desk: Desk) -> None:
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("G")
        await pilot.pause()
        assert isinstance(app.screen, LogScreen)
        await pilot.press("Q")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
