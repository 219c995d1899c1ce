"""A club's evening from the first screen: join a hall, and take the next pairing with Enter."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from q40k.evening import table
from q40k.games.quake.table.prefilled import as_prefilled
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.table.context import Onward
from q40k.tui.app import StartApp
from tests.evening.halls import END, Table, found_league, play, score, serve_hall
from tests.games.quake.screen.table import screen
from tests.table.scripts import opening_lines


async def settle(pilot: Pilot[int]) -> str:
    """The screen, once the hall has answered."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    return screen(pilot.app)  # type: ignore[arg-type]


async def take_without_a_hall(laptop: Table, language: str) -> Onward | None:
    """Where Enter leads while no hall answers."""
    app = StartApp(Locale(language), laptop.library)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e")
        await settle(pilot)
        await pilot.press("enter")
        await pilot.pause()
    return app.chosen


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_e_joins_a_hall_and_enter_takes_the_pairing(tmp_path: Path, language: str) -> None:
    path = tmp_path / "hall.sqlite3"
    found_league(path, ("Ann", "Bob"))
    with Table(tmp_path / "laptop", 1) as laptop, serve_hall(path) as hall:
        hall.wait_for("round 1")
        app = StartApp(Locale(language), laptop.library)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("e")
            await pilot.pause()
            await pilot.press(*hall.url, "enter")
            shown = await settle(pilot)
            assert "kmpzra 3" in shown
            assert hall.url in shown, "what was typed is there still"
            await pilot.press(*" aaaaaa 1", "enter")
            assert ("shows the right one" if language == "en" else "montre le bon") in await settle(pilot)
            await pilot.press("j", *["backspace"] * len("aaaaaa 1"), *f"{hall.word} 1", "enter")
            shown = await settle(pilot)
            assert all(name in shown for name in ("Cup", "Ann", "Bob"))
            await pilot.press("enter")
            await pilot.pause()
        onward = app.chosen
        assert onward is not None
        assert (onward.match, onward.game, len(onward.identity)) == (None, "quake", 16)
        assert {name for name, *_fielded in as_prefilled(onward.prefilled).players} == {"Ann", "Bob"}
        session = laptop.library.begin("", None, onward.identity)
        play(session, '{"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 7}')
        session.close()
        app = StartApp(Locale(language), laptop.library)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("e")
            await settle(pilot)
            await pilot.press("enter")
            await pilot.pause()
        assert app.chosen == Onward(match=session.number), "the match that was begun goes on"
        membership = table.read_membership(laptop.library.path)
        assert membership is not None
        table.write_membership(laptop.library.path, replace(membership, url="http://127.0.0.1:9"))
        assert await take_without_a_hall(laptop, language) == Onward(match=session.number)
        session = laptop.library.open(session.number)
        play(session, *opening_lines("Ann", "Bob")[1:], score("Ann", 5), END)
        session.close()
        assert await take_without_a_hall(laptop, language) is None, "it is over"


async def test_a_library_that_cannot_be_read_is_no_hall_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, _membership: table.Membership) -> None:
        raise JournalError("journal-cannot-open", path=str(path), detail="locked")

    with Table(tmp_path / "laptop", 1) as laptop:
        table.write_membership(laptop.path, table.Membership("http://127.0.0.1:9", 1, "0" * 32, "Cup"))
        monkeypatch.setattr(table, "send_and_ask", refuse)
        app = StartApp(Locale("en"), laptop.library)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("e")
            shown = await settle(pilot)
        assert "does not answer" not in shown
        assert "cannot be opened" in shown


async def test_without_an_answer_it_says_so_and_escape_leads_back(tmp_path: Path) -> None:
    with Table(tmp_path / "laptop", 1) as laptop:
        app = StartApp(Locale("en"), laptop.library)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("e")
            await pilot.pause()
            await pilot.press(*"127.0.0.1:9 kmpzra 1", "enter")
            assert "does not answer" in await settle(pilot)
            await pilot.press("escape")
            assert "Learn" in await settle(pilot)
