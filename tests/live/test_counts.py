"""A shot on two phones of Quake 40K: counts in the place of dice, the end of a throw, a buzz."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from q40k.games import game as games
from q40k.games.quake.state.shooting import Shoot
from q40k.i18n.locale import Locale
from q40k.live import room as rooms
from q40k.live.room import Room
from q40k.table.match_library import MatchLibrary
from q40k.table.script import play_line, read_script
from q40k.tui.desk import Desk
from tests.live.served import serve_board
from tests.live.test_browser import Table, faults
from tests.live.test_phones import NoServer

SHOOT_OUT = games.folder_of() / "matches" / "shoot-out.jsonl"
HOSTILE = "<img src=x onerror=alert(1)>"
HEARS = "() => { window.spoken = []; speechSynthesis.speak = (one) => spoken.push(one.text); }"
BUZZES = "window.felt = []; navigator.vibrate = (how) => { window.felt.push(how); return true; };"


@pytest.fixture
def table(tmp_path: Path, chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """The first shooting phase: Alice, with a plasma gun, is about to shoot."""
    monkeypatch.setattr(rooms, "Server", NoServer)
    game = games.find("quake")
    packs: Any = game.packs.library()
    with ExitStack() as opened:
        matches = opened.enter_context(closing(MatchLibrary(tmp_path / "matches.sqlite3")))
        session = opened.enter_context(closing(matches.begin("Shoot-out", game)))
        script = SHOOT_OUT.read_text(encoding="utf-8").replace('"Dan"', json.dumps(HOSTILE))
        for entry in read_script(script.splitlines()[:12], None):
            play_line(session, lambda: packs, entry)
        room = Room(matches.path, session.number, "en", lan=False)
        opened.callback(room.close)
        desk = Desk(session, lambda: packs, Locale("en"))
        board = opened.enter_context(serve_board(matches.path))
        yield Table(board, session, room, browser=chromium, desk=desk)
        for context in chromium.contexts:
            context.close()


def phone(table: Table, name: str, language: str = "en") -> Page:
    """A player's phone, on which it is noted when it buzzes."""
    seats = table.desk.view.seats(table.session.state)
    seat = next(seat.id for seat in seats if seat.name == name)
    page = table.page(table.address(seat), language, size=(390, 844))
    page.add_init_script(BUZZES)
    page.reload()
    return page


def take_answer(table: Table, page: Page, words: str) -> Any:
    """The desk takes what a phone has sent; returns the answer as the journal has it."""
    expect(page.locator("#became")).to_contain_text(words)
    assert table.desk.phones.check_inbox()
    entry = table.session.lines(last=1)[0].entry
    assert entry.hand == "phone"
    return json.loads(entry.body)


def test_a_players_name_that_is_markup_is_only_words(table: Table) -> None:
    board, his = table.page(), phone(table, HOSTILE)
    expect(his.locator("h1")).to_have_text(HOSTILE)
    for page in (board, his):
        expect(page.locator("#feed")).to_contain_text(HOSTILE)
        expect(page.locator("#race")).to_contain_text(HOSTILE)
        assert page.locator("img").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    assert table.wrong == []


def test_counts_refusals_and_the_end_of_a_throw(table: Table) -> None:
    alice, bob = phone(table, "Alice"), phone(table, "Bob", "fr")
    board = table.page()
    board.evaluate(HEARS)
    board.get_by_role("button", name="Voice").press("Enter")
    expect(alice.locator("#turn")).to_have_text("It is your turn.")
    expect(bob.locator("#turn")).to_have_text("C’est ensuite à vous.")
    bob.get_by_role("button", name="Lancer pour rien").click()
    table.session.do(Shoot(player="Alice", target="Bob", weapon="plasma-gun", distance=12))
    alice.locator("#card summary").click()
    expect(alice.locator("#card details")).to_contain_text("Plasma gun · 24 in · S 7 · AP 2")
    # to hit with plasma: 1s matter, so the count has them beside it
    expect(alice.get_by_label("Or only how many pass")).to_have_value("0")
    assert faults(alice) == []
    alice.get_by_label("Or only how many pass").fill("5")
    alice.get_by_role("button", name="Send this").click()
    expect(alice.locator("#became")).to_have_text("Not taken: 5 is not possible here: type 0 to 2.")
    alice.get_by_label("Or only how many pass").fill("0")
    alice.get_by_role("button", name="one more").first.click()
    alice.get_by_role("button", name="Send this").click()
    assert take_answer(table, alice, "looks at it") == "=1/0/0"
    # to wound: a key for every count, and one that ends it
    expect(alice.locator(".numbers button")).to_have_text(["0", "1"])
    alice.get_by_role("button", name="Dead: no more dice").click()
    assert take_answer(table, alice, "looks at it") == "dead"
    # Bob comes back: his phone has buzzed, and rolls his portal
    expect(bob.locator("#asked h2")).to_contain_text("Bob")
    assert bob.evaluate("felt").pop() == [120, 60, 120]
    bob.get_by_role("button", name="4", exact=True).click()
    bob.get_by_role("button", name="Envoyer").click()
    assert take_answer(table, bob, "arbitre") == [4]
    back = next(player for player in table.session.state.players.values() if player.name == "Bob")
    called = board.locator("#feed .call").last.inner_text()
    assert "Alice" in called
    assert board.evaluate("spoken") == [called], "the board says aloud what it shows"
    assert (back.position.near, back.score.deaths) == (4, 1)
