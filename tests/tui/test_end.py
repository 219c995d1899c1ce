"""The end of a match: podium, medals, the last moment, luck, the evening; and what goes on."""

from __future__ import annotations

import re
import shutil
import sys
from contextlib import closing
from errno import ENOSPC
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from q40k.games.game import Racer
from q40k.games.quake.state.score import Adjust
from q40k.games.quake.table.prefilled import Prefilled
from q40k.i18n.briefs import Evening, Wins, evening_lines
from q40k.i18n.locale import Locale
from q40k.season.decisions import Over
from q40k.season.record import read_decisions, write_decisions
from q40k.season.rounds import begin
from q40k.table.briefs import evening
from q40k.table.match_library import MatchLibrary, now
from q40k.table.shown import RacePlace, ranks, winners_first
from q40k.tui.desk import Desk
from q40k.tui.headline import podium, race_lines
from q40k.tui.main import MainScreen
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.end import Closing, EndScreen
from tests.games.quake.screen.table import FOUR, app_of, playing, press, screen

EN = Locale("en")
SIZES = [(80, 24), (120, 40), (200, 60)]


def nearly_won(language: str = "en", **options: object) -> Desk:
    """A match that Alice wins with one more kill."""
    desk = playing(FOUR, language, **options)
    press(desk, "k24")
    goal = desk.state.goal("p1") - desk.state.players["p1"].score.points
    desk.do(Adjust(player="Alice", score=goal - 1, why="nearly"))
    return desk


async def _win(pilot: Pilot[int]) -> EndScreen:
    """The winning kill, typed, and all of its end worked out."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    await pilot.press("k", "3")
    await pilot.pause()
    if not isinstance(pilot.app.screen, EndScreen):  # the respawn die
        await pilot.press("4")
        await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    shown = pilot.app.screen
    assert isinstance(shown, EndScreen), screen(pilot.app)  # type: ignore[arg-type]
    return shown


@pytest.mark.parametrize("size", SIZES)
async def test_a_win_opens_it(size: tuple[int, int]) -> None:
    app = app_of(nearly_won())
    async with app.run_test(size=size) as pilot:
        await _win(pilot)
        drawn = screen(app)
        assert "Alice wins the match!" in drawn
        assert "First blood" in drawn
        assert "Alice drew it from Bob" in drawn
        assert " r  rematch" in drawn
        assert "Bob" in drawn
        assert "Chloé" in drawn  # the last moment again


async def test_medals_that_do_not_fit_are_counted_and_scroll_one_by_one() -> None:
    app = app_of(nearly_won())
    async with app.run_test(size=(80, 24)) as pilot:
        page = await _win(pilot)
        assert page.closing is not None
        first = page.closing.medals[0]
        page.show_closing(replace(page.closing, medals=(first,) * 20))
        await pilot.pause()
        shown = screen(app).count("●")
        assert 0 < shown < 20
        assert f"↓ {20 - shown} more medals" in screen(app)
        await pilot.press("down")
        await pilot.pause()
        assert "↑ 1 more medal · ↓ " in screen(app)
        for _ in range(5):
            await pilot.press("pagedown")
        await pilot.pause()
        assert "↓" not in screen(app)
        assert f"↑ {20 - screen(app).count('●')} more medals" in screen(app)


async def test_one_key_undoes_a_win_entered_by_mistake() -> None:
    desk = nearly_won()
    app = app_of(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await _win(pilot)
        await pilot.press("u")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
        assert not desk.state.outcome.over
        await pilot.press("y")
        await pilot.pause()
        assert desk.state.outcome.over
        assert isinstance(app.screen, EndScreen)


async def test_a_key_of_play_is_done_at_the_table() -> None:
    desk = nearly_won()
    app = app_of(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await _win(pilot)
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
        assert not desk.state.outcome.over  # played on


async def test_escape_leaves_it_and_a_key_shows_it_again() -> None:
    app = app_of(nearly_won("fr"))
    async with app.run_test(size=(80, 24)) as pilot:
        await _win(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
        assert "de nouveau le podium" in screen(app)
        await pilot.press("asterisk")
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)
        assert "Premier sang" in screen(app)
        await pilot.press("escape", "f11")  # where the terminal leaves it to us
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)


async def test_before_the_end_there_is_nothing_to_show() -> None:
    app = app_of(playing())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f11")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
        assert "not over yet" in screen(app)


async def test_a_match_that_was_over_before_opens_at_its_end_page() -> None:
    desk = nearly_won()
    press(desk, "k34")
    assert desk.state.outcome.over
    app = app_of(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)


@pytest.mark.parametrize(
    ("key", "mod", "champion"), [("r", "deathmatch", True), ("R", "deathmatch", False), ("m", None, True)]
)
async def test_a_rematch_with_the_same_players(key: str, mod: str | None, champion: bool) -> None:
    desk = nearly_won()
    app = app_of(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await _win(pilot)
        await pilot.press(key)
        await pilot.pause()
    assert desk.destination is not None
    assert desk.destination.game == "quake"
    prefilled = desk.destination.prefilled
    assert isinstance(prefilled, Prefilled)
    assert prefilled.mod == mod
    assert [name for name, *_rest in prefilled.players] == list(FOUR)
    assert all(bool(player[1]) == champion for player in prefilled.players)


async def test_tab_turns_to_the_figures_and_behind_the_last_to_the_podium() -> None:
    app = app_of(nearly_won())
    async with app.run_test(size=(80, 24)) as pilot:
        await _win(pilot)
        assert " Tab  figures" in screen(app)
        seen = []
        for _chapter in range(12):
            await pilot.press("tab")
            await pilot.pause()
            drawn = screen(app)
            if "Alice drew it from Bob" in drawn:
                break
            seen.append(drawn)
        titles = ("In figures", "Who killed whom", "With what", "Lives", "Portals")
        assert [
            next(title for title in titles if f"{title}  {n}/5" in drawn) for n, drawn in enumerate(seen, 1)
        ] == list(titles)
        lives = seen[3]
        assert re.search(r"Alice +━.*╋", lives), lives
        assert re.search(r"Bob +━.*┫", lives), lives
        await pilot.press("shift+tab")
        await pilot.pause()
        assert "Portals  5/5" in screen(app)
        await pilot.press("tab")
        assert "In figures" not in screen(app)
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        drawn = screen(app)
        assert drawn.index("Alice drew it from Bob") < drawn.index("In figures  1/5"), "both have room"
        await pilot.press("down", "pagedown", "escape")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)


async def test_before_they_are_counted_tab_leaves_for_the_table() -> None:
    app = app_of(nearly_won())
    async with app.run_test(size=(80, 24)) as pilot:
        page = await _win(pilot)
        page.show_closing(Closing())
        await pilot.press("tab")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)


async def test_a_watcher_sees_it_too_and_begins_nothing() -> None:
    with closing(MatchLibrary()) as matches:
        played = matches.begin("Friday")
        desk = nearly_won(match_session=played)
        watched = Desk(matches.open(played.number, watch=True), lambda: desk.library, EN)
        app = MatchApp(watched, raising=True)
        async with app.run_test(size=(80, 24)) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            press(desk, "k34")
            watched.look_for_news()
            main = app.screen
            assert isinstance(main, MainScreen)
            main.show()
            await pilot.pause()
            assert isinstance(app.screen, EndScreen)
            assert "rematch" not in screen(app)
            await pilot.press("r")
            assert watched.destination is None
        watched.match_session.close()
        played.close()


async def test_the_end_of_a_match_is_at_once_the_end_of_a_league_that_waited_for_it() -> None:
    with closing(MatchLibrary()) as matches:
        write_decisions(matches, now(), begin("Duel", "robin", FOUR, table=4))
        played = matches.begin("Friday")
        async with app_of(nearly_won(match_session=played)).run_test(size=(80, 24)) as pilot:
            await _win(pilot)
        facts = [line.decision for line in read_decisions(matches).standing]
        assert facts[-1] == Over("Duel")
        played.close()


def test_an_evening_counts_the_wins_of_its_matches() -> None:
    with closing(MatchLibrary()) as matches:
        numbers = []
        for name in ("first", "second"):
            played = matches.begin(name)
            desk = nearly_won(match_session=played)
            press(desk, "k34")
            assert desk.state.outcome.over
            numbers.append(played.number)
            played.close()
        running = matches.begin("third")
        playing(match_session=running)
        running.close()
        path = matches.path
    tonight = evening(path, numbers[-1])
    assert tonight == Evening(Wins(2, (("Alice", 2),)), Wins(2, (("Alice", 2),)))
    assert evening_lines(EN, tonight) == ["This evening, 2 matches: Alice 2"]
    assert evening(path, 99) is None


def test_what_an_evening_stands_at_is_said_only_where_there_is_more_than_one() -> None:
    single, many = Wins(1, (("Ann", 1),)), Wins(7, (("Ann", 4), ("Bob", 3)))
    assert evening_lines(EN, Evening(single, single)) == []
    assert evening_lines(EN, Evening(single, many)) == ["Of all 7 matches: Ann 4 · Bob 3"]


def test_who_has_won_stands_highest_whatever_the_measure_says() -> None:
    race = tuple(
        RacePlace(Racer(f"p{n}", name, n, Fraction(score), Fraction(10)))
        for n, (name, score) in enumerate((("Ann", 9), ("Bob", 5), ("Cid", 3), ("Dee", 1)))
    )
    places = winners_first(race, ("Bob",))
    assert [place.racer.name for place in places] == ["Bob", "Ann", "Cid", "Dee"]
    drawn = podium(EN, places, ("Bob",), 60, 20)
    rows = [row.plain for row in drawn]
    assert len({row.cell_length for row in drawn[:-1]}) == 1
    assert "Bob" in rows[0]
    assert [n for n, row in enumerate(rows) if "Ann" in row] < [n for n, row in enumerate(rows) if "Cid" in row]
    assert [n for n, row in enumerate(rows) if "Dee" in row] == [len(rows) - 1], "below the blocks"


def test_who_is_as_far_shares_a_place_but_for_who_has_won() -> None:
    scores = zip("ABCD", (3, 3, 2, 2), strict=True)
    race = [Racer(name, name, scored=Fraction(part), goal=Fraction(4)) for name, part in scores]
    assert ranks(race, ()) == [1, 1, 3, 3]
    assert ranks(race, ("A",)) == [1, 2, 3, 3]
    rows = [row.plain for row in podium(EN, [RacePlace(racer) for racer in race], (), 60, 7)]
    assert not any(" 2 " in row for row in rows), "two are first, then comes the third"


def test_of_three_who_tie_nobody_stands_third() -> None:
    race = [RacePlace(Racer(name, name, scored=Fraction(3), goal=Fraction(4))) for name in ("Ann", "Bob", "Cid")]
    rows = [row.plain for row in podium(EN, race, (), 60, 17)]
    assert all(name in rows[0] for name in ("Ann", "Bob", "Cid")), "all stand equally high"
    lines = [row.plain for row in race_lines(EN, race, 60, 3)]
    assert [line.split()[:2] for line in lines] == [["1", "Ann"], ["1", "Bob"], ["1", "Cid"]]


def test_all_who_share_the_third_place_have_a_block_if_there_is_room() -> None:
    scores = zip("ABCDE", (5, 4, 3, 3, 3), strict=True)
    race = [RacePlace(Racer(name, name, scored=Fraction(part), goal=Fraction(9))) for name, part in scores]
    rows = [row.plain for row in podium(EN, race, (), 60, 17)]
    assert [name for row in rows for name in row.split() if name in "ABCDE"] == ["A", "B", "C", "D", "E"]
    assert podium(EN, race, (), 30, 17)[-1].plain.startswith("3 D "), "too narrow: named below"


def test_those_without_a_block_are_named_below_the_podium() -> None:
    names = ("Ann", "Bob", "Cy", "Dee", "Eve")
    race = [RacePlace(Racer(name, name, scored=Fraction(9 - n), goal=Fraction(10))) for n, name in enumerate(names)]
    rows = [row.plain for row in podium(EN, race, (), 30, 9)]
    assert len(rows) <= 9
    assert rows[-1].startswith("4 Dee ")
    assert " · 5 Eve " in rows[-1]


@pytest.mark.parametrize(("width", "rows"), [(4, 20), (60, 3)])
def test_without_room_there_is_no_podium(width: int, rows: int) -> None:
    assert podium(EN, (RacePlace(Racer("p1", "Ann")),), (), width, rows) == []


async def test_the_report_is_written_into_the_documents_and_its_path_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("Q40K_DOCUMENTS_DIR", str(tmp_path))
    app = app_of(nearly_won())
    async with app.run_test(size=(120, 40)) as pilot:
        await _win(pilot)
        for _time in range(2):
            await pilot.press("w")
            await pilot.pause()
            await pilot.pause()
        assert isinstance(pilot.app.screen, EndScreen)
        shown = screen(app)
    written = sorted(tmp_path.iterdir())
    assert len(written) == 2, "the second lies beside the first"
    assert all("Alice" in path.read_text(encoding="utf-8") for path in written)
    assert "The report: " in shown


@pytest.mark.parametrize(("display", "ssh", "opens"), [(":0", "", True), (":0", "10.0.0.1", False), ("", "", False)])
async def test_the_report_is_opened_where_there_is_a_desktop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, display: str, ssh: str, opens: bool
) -> None:
    monkeypatch.setenv("Q40K_DOCUMENTS_DIR", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    for name, value in (("DISPLAY", display), ("SSH_CONNECTION", ssh)):
        monkeypatch.setenv(name, value)
    started: list[list[str]] = []
    monkeypatch.setattr("q40k.tui.pages.desktop.subprocess.Popen", lambda command, **_streams: started.append(command))
    app = app_of(nearly_won())
    async with app.run_test(size=(120, 40)) as pilot:
        await _win(pilot)
        await pilot.press("w")
        await pilot.pause()
        await pilot.pause()
        shown = screen(app)
    (path,) = tmp_path.iterdir()
    assert started == ([["/usr/bin/xdg-open", str(path)]] if opens else [])
    assert ("The report opens now: " in shown, "The report: " in shown) == (opens, not opens)


async def test_a_report_that_cannot_be_written_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("Q40K_DOCUMENTS_DIR", str(tmp_path))

    def full(*_said: object, **_more: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    app = app_of(nearly_won())
    async with app.run_test(size=(120, 40)) as pilot:
        await _win(pilot)
        await pilot.press("w")
        await pilot.pause()
        await pilot.pause()
        assert "The report could not be written: No space left on device" in screen(app)
