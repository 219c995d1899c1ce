"""The page of the season: chapter by chapter, from the background, with what goes wrong said."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import gettempdir

import pytest
from textual.pilot import Pilot

from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.season import matches
from q40k.season.decisions import Decision, Tagged
from q40k.season.record import write_decisions
from q40k.season.rounds import begin
from q40k.season.season import Season
from q40k.table.match_library import MatchLibrary
from q40k.tui.careful import Careful
from q40k.tui.pages.season import SeasonScreen
from tests.games.quake.screen.table import app_of, playing, screen
from tests.season.evenings import play_in, played_library, scored_match
from tests.season.test_memory import Full

SMALL, LARGE = (80, 24), (120, 40)


class Shown(Careful):
    """The page of the season alone."""

    def __init__(self, path: Path, language: str = "en") -> None:
        super().__init__("q40k-dark", raising=True)
        self.page = SeasonScreen(Locale(language, WORDS.locales), path)

    def on_mount(self) -> None:
        self.push_screen(self.page)


@pytest.fixture
def held_season(tmp_path: Path) -> Path:
    path = tmp_path / "matches.sqlite3"
    with closing(played_library(path)) as library:
        play_in(library, scored_match(("Ann", 20), ("[b]Bob[/b]", 5), ("Cid", 1)))
        play_in(library, scored_match(("Cid", 20), ("Ann", 5)))
    return path


def decide(path: Path, decision: Decision) -> None:
    with closing(MatchLibrary(path)) as library:
        write_decisions(library, "2026-03-01T00:00:00+00:00", decision)


async def settle_season(pilot: Pilot[int], page: SeasonScreen) -> None:
    """Wait until the season is there."""
    await page.workers.wait_for_complete()
    page.show()
    await pilot.pause()


def season_of(app: Shown) -> Season:
    assert app.page.season is not None
    return app.page.season


def text(app: Shown) -> str:
    return screen(app)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_every_chapter_is_a_key_away(held_season: Path, size: tuple[int, int]) -> None:
    app = Shown(held_season)
    async with app.run_test(size=size) as pilot:
        await settle_season(pilot, app.page)
        assert "Standings" in text(app)
        assert "[b]Bob[/b]" in text(app)
        seen = []
        for _ in app.page.chapters:
            seen.append(app.page.chapters[app.page.at].title)
            assert seen[-1] in text(app)
            await pilot.press("tab")
        assert len(set(seen)) == len(app.page.chapters) >= 6
        assert "Standings" in text(app)
        await pilot.press("shift+tab")
        assert "Matches" in text(app)
        await pilot.press("escape")
        assert app.screen is not app.page


async def test_leagues_come_first_and_it_speaks_french(held_season: Path) -> None:
    decide(held_season, begin("Winter", "robin", ("Ann", "Cid"), table=2))
    app = Shown(held_season, "fr")
    async with app.run_test(size=SMALL) as pilot:
        await settle_season(pilot, app.page)
        assert "Winter · tous contre tous" in text(app)
        assert "C’est fini." in text(app)
        assert "Ronde  Table" in text(app)


async def test_decisions_that_cannot_be_read_are_said(held_season: Path) -> None:
    decide(held_season, Tagged("a1", "winter"))
    with closing(sqlite3.connect(held_season)) as db, db:
        db.execute("UPDATE entries SET body = replace(body, 'winter', 'summer') WHERE match = 0")
    app = Shown(held_season)
    async with app.run_test(size=LARGE) as pilot:
        await settle_season(pilot, app.page)
        assert "cannot be read" in text(app)
        await pilot.press("u")
        await pilot.pause()
        assert "damaged" in text(app)


async def test_it_writes_the_page_of_html_and_never_over_another(
    held_season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("Q40K_DOCUMENTS_DIR", str(tmp_path))
    app = Shown(held_season)
    async with app.run_test(size=LARGE) as pilot:
        await settle_season(pilot, app.page)
        await pilot.press("w")
        await pilot.press("w")
        await pilot.pause()
    written = sorted(tmp_path.glob("q40k-season*.html"))
    assert len(written) == 2
    assert written[0].read_text(encoding="utf-8").startswith("<!doctype html>")


async def test_a_library_without_finished_matches_and_one_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    with closing(MatchLibrary(path)):
        pass
    app = Shown(path)
    async with app.run_test(size=SMALL) as pilot:
        await settle_season(pilot, app.page)
        assert "no finished match" in text(app)
    path.write_bytes(b"no library at all" * 100)
    app = Shown(path)
    async with app.run_test(size=SMALL) as pilot:
        await settle_season(pilot, app.page)
        assert "Traceback" not in text(app)
        assert "no finished match" not in text(app)


async def test_ctrl_r_opens_it_from_a_match_that_goes_on(tmp_path: Path) -> None:
    with closing(played_library(tmp_path / "matches.sqlite3")) as library:
        play_in(library, scored_match(("Ann", 20), ("Bob", 5)))
        match_session = library.begin("now")
        app = app_of(playing(match_session=match_session))
        async with app.run_test(size=LARGE) as pilot:
            await pilot.press("ctrl+r")
            await pilot.pause()
            page = app.screen
            assert isinstance(page, SeasonScreen)
            await settle_season(pilot, page)
            assert "Standings" in screen(app)
            await pilot.press("ctrl+r")
            assert app.screen is not page
        match_session.close()


async def test_a_match_in_no_library_says_so() -> None:
    app = app_of(playing())
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert not isinstance(app.screen, SeasonScreen)
        assert "in no library" in screen(app)


async def test_a_line_chooses_the_matches_and_an_empty_one_takes_all_again(
    held_season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("Q40K_DOCUMENTS_DIR", str(tmp_path))
    with closing(MatchLibrary(held_season)) as library:
        second = library.find("2").identity
    decide(held_season, Tagged(second, "winter"))
    app = Shown(held_season)
    async with app.run_test(size=SMALL) as pilot:

        async def ask(line: str) -> None:
            await pilot.press("slash", *line, "enter")
            await settle_season(pilot, app.page)

        await settle_season(pilot, app.page)
        await pilot.press("shift+tab")
        assert "2 matches" not in text(app)
        await ask("Win")
        assert "winter" in text(app)
        assert "2. Ann" in text(app)
        assert "[b]Bob[/b]" not in text(app)  # still at the list of matches, and in one he was not
        await pilot.press("w")
        (written,) = tmp_path.glob("q40k-season*.html")
        assert "1 match · 2026-03-01 – 2026-03-01 · winter" in written.read_text(encoding="utf-8")
        await ask("2026-03-09")
        assert "None of the 2 finished matches" in text(app)
        await ask("chess")
        assert "“chess” is no day" in text(app)
        await ask("quake, classic, 2026-03-01")
        assert "since 2026-03-01 · Quake 40K · Classic deathmatch" in text(app)
        await ask("")
        assert "[b]Bob[/b]" in text(app)
        await pilot.press("slash", "a", "escape")
        await pilot.press("escape")
        assert app.screen is not app.page


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_who_is_who_and_which_matches_count_is_decided_there_and_taken_back(
    held_season: Path, size: tuple[int, int]
) -> None:
    app = Shown(held_season)
    async with app.run_test(size=size) as pilot:

        async def ask(*keys: str) -> str:
            await pilot.press(*keys)
            await settle_season(pilot, app.page)
            return text(app)

        await settle_season(pilot, app.page)
        assert "Two names, with = between" in await ask("s", *"Cid", "enter")
        assert "Nobody called Zoe" in await ask("s", *"Zoe = Ann", "enter")
        assert "Ann and cid both played in match 1" in await ask("s", *"Ann=cid", "enter")
        shown = await ask("s", *"cid = Cedric", "enter")
        assert "cid is Cedric" in shown
        assert "Cedric" in shown.partition("cid is Cedric")[0]
        assert "It is so already" in await ask("s", *"Cid = Cedric", "enter")
        assert "Taken back: cid is Cedric" in await ask("u")
        assert "“9” is no number" in await ask("x", *"9 a trial", "enter")
        assert "Say why it should not: 2 a trial" in await ask("x", *"2", "enter")
        assert "does not count: a trial" in await ask("x", *"2 a trial", "enter")
        assert [match.number for match in season_of(app).matches] == [1]
        assert "counts again" in await ask("x", *"2", "enter")
        assert [match.number for match in season_of(app).matches] == [1, 2]
        await ask("u")
        assert "Taken back: match 2" in await ask("u")
        assert "no decision to take back" in await ask("u")


async def test_a_table_wider_than_the_screen_repeats_the_names(held_season: Path) -> None:
    app = Shown(held_season)
    async with app.run_test(size=SMALL) as pilot:
        await settle_season(pilot, app.page)
        wide = text(app).splitlines()
        assert sum("Cid" in line for line in wide) >= 3  # standings, and counts in two parts
        assert max(len(line.rstrip()) for line in wide) <= SMALL[0]
        assert "Tokens" in text(app)


async def test_a_full_disk_for_temporary_files_is_said_in_words(
    held_season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "_Temporary", Full)
    monkeypatch.setattr(matches, "HELD", 0)
    app = Shown(held_season)
    async with app.run_test(size=SMALL) as pilot:
        await app.workers.wait_for_complete()
        app.page.show()
        await pilot.pause()
        assert gettempdir() in text(app)
        assert "Errno" not in text(app)
