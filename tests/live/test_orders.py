"""Epic's orders, each side's on its own phone: entered there, taken by the app, told to nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.live import room as rooms
from q40k.live.room import Room
from q40k.table.match_library import MatchLibrary
from q40k.table.settings import Settings
from q40k.tui import phones
from q40k.tui.desk import Desk
from tests.games.epic.playing import EDGES, MARINES, ORKS, B, M, formation, library, new
from tests.games.scripted import go_on, json_state, line
from tests.live.served import serve_board
from tests.live.test_browser import Table, faults
from tests.live.test_phones import NoServer

ORDERS = re.compile(r"charge|first.fire|face down", re.IGNORECASE)


@pytest.fixture
def table(tmp_path: Path, chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """Two formations against one; turn 1 waits for orders."""
    monkeypatch.setattr(rooms, "Server", NoServer)
    monkeypatch.setattr(phones, "SEEN_SECONDS", 0.0)
    with ExitStack() as opened:
        matches = opened.enter_context(closing(MatchLibrary(tmp_path / "matches.sqlite3")))
        session = opened.enter_context(closing(matches.begin("Epic", games.find("epic"))))
        go_on(
            session,
            new(),
            MARINES,
            ORKS,
            M,
            formation("A", "N", "marine-tactical", 2),
            B,
            line("start", 3, 5, edges=EDGES),
            line("deploy", formation="M"),
            line("deploy", formation="B"),
            line("deploy", formation="N"),
        )
        room = Room(matches.path, session.number, "en", lan=False)
        opened.callback(room.close)
        desk = Desk(session, library, Locale("en"))
        board = opened.enter_context(serve_board(matches.path))
        result = Table(board, session, room, browser=chromium, desk=desk)
        yield result
        for context in chromium.contexts:
            context.close()
        assert result.wrong == []


def page_text(page: Page) -> str:
    """All that a page says, without the keys for the orders that its own side has to give."""
    return str(
        page.locator("body").evaluate(
            "body => { const one = body.cloneNode(true); one.querySelector('#answer')?.remove();"
            " return one.innerHTML; }"
        )
    )


@pytest.mark.rule("EE-ORDER-2", "EE-ORDER-9")
def test_each_side_gives_its_orders_on_its_own_phone_and_nobody_else_learns_them(table: Table) -> None:
    board, desk = table.page(), table.desk
    marines = table.page(table.address("p1"), size=(360, 640))
    orks = table.page(table.address("p2"), size=(390, 844))
    expect(marines.locator("#card")).to_contain_text("Orders still to come: A and B")
    for key in "o1":
        desk.press(key, key)
    # the Marines' phone has a row of keys for each formation, all on Advance at first
    rows = marines.locator("#answer fieldset")
    expect(rows).to_have_count(2)
    expect(marines.locator(".pick[aria-pressed=true]")).to_have_text(["Advance", "Advance"])
    heights = marines.locator("#answer button").evaluate_all(
        "keys => keys.map(key => key.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44, "a thumb hits it"
    marines.locator("#card summary").first.click()
    assert faults(marines) == []
    rows.nth(0).get_by_role("button", name="Charge").click()
    rows.nth(0).get_by_role("button", name="First Fire").click()
    rows.nth(1).get_by_role("button", name="Charge").click()
    marines.get_by_role("button", name="Send").click()
    expect(marines.locator("#became")).to_contain_text("the referee looks at it")
    expect(board.locator("#headline")).to_contain_text("A: orders, nobody else looking")
    assert desk.phones.check_inbox()
    assert table.session.lines(last=1)[0].entry.hand == "phone"
    expect(marines.locator("#card")).to_contain_text("First Fire, face down")
    expect(marines.locator("#feed li").last).to_contain_text("M First Fire and N Charge")
    for page in (board, orks):
        expect(page.locator("#feed li").last).to_contain_text("A has given orders")
        assert not ORDERS.search(page_text(page))
    assert not ORDERS.search(f"{desk.notice} {desk.last_dice}")
    # the Orks' wait for Enter at the desk, which shows dots; that the desk asks for them meanwhile
    # leaves what was picked
    desk.settings = Settings(phones_wait=True)
    form = orks.locator("#answer")
    orks.get_by_role("button", name="Charge").click()
    head = form.get_attribute("data-head")
    desk.press("o", "o")
    expect(form).not_to_have_attribute("data-head", str(head))
    expect(form.locator(".pick[aria-pressed=true]")).to_have_text(["Charge"])
    orks.get_by_role("button", name="Send").click()
    expect(orks.locator("#became")).to_contain_text("the referee looks at it")
    desk.phones.check_inbox()
    assert "B’s phone says: •••" in desk.notice
    desk.press("enter", "\r")
    expect(orks.locator("#card")).to_contain_text("B Ork Boy 5/5 · Charge, face down")
    for page in (board, marines):
        expect(page.locator("#feed li").last).to_contain_text("B has given orders")
        assert not re.search(r"\bB (Charge|First Fire)", page.locator("#feed").inner_text())
    # all chips are turned over at once, and everybody sees them
    go_on(table.session, line("draw", "A", "A"))
    for page in (board, marines, orks):
        expect(page.locator("#feed")).to_contain_text("Charge N, B; First Fire M")
    orders = {id: formation["order"] for id, formation in json_state(table.session)["formations"].items()}
    assert orders == {"M": "first-fire", "N": "charge", "B": "charge"}


@pytest.mark.rule("EE-ORDER-9", "EE-INIT-4")
def test_both_sides_give_their_orders_at_once_without_being_asked(table: Table) -> None:
    desk = table.desk
    marines, orks = (table.page(table.address(seat), size=(390, 844)) for seat in ("p1", "p2"))
    for page in (marines, orks):
        expect(page.locator("#turn")).to_have_text("You are asked.")
    marines.locator("#answer fieldset").nth(0).get_by_role("button", name="Charge").click()
    orks.get_by_role("button", name="First Fire").click()
    # somebody types at the desk: what the phones say waits until that is done
    desk.press("o", "o")
    for page in (marines, orks):
        page.get_by_role("button", name="Send").click()
        expect(page.locator("#became")).to_contain_text("the referee looks at it")
    desk.phones.check_inbox()
    assert not any(side["ordered"] for side in json_state(table.session)["sides"].values())
    desk.press("escape", None)
    desk.phones.check_inbox()
    assert all(side["ordered"] for side in json_state(table.session)["sides"].values())
    assert {line.entry.hand for line in table.session.lines(last=4)} == {"phone"}
    assert not ORDERS.search(f"{desk.notice} {desk.last_dice}")
    for page in (marines, orks):
        expect(page.locator("#became")).to_have_text("Taken.")
        expect(page.locator("#answer")).to_have_count(0)
    assert not re.search("B (Charge|First Fire)", page_text(marines))
    go_on(table.session, line("draw", "A", "A"))
    orders = {id: formation["order"] for id, formation in json_state(table.session)["formations"].items()}
    assert orders == {"M": "charge", "N": "advance", "B": "first-fire"}


@pytest.mark.rule("EE-ORDER-9")
def test_orders_that_were_given_already_are_too_late_and_wrong_ones_leave_nothing(table: Table) -> None:
    assert table.send("p1", "answer", {"head": 0, "answer": [1, 1]}) == 202
    assert table.send("p2", "answer", {"head": 0, "answer": [7]}) == 422
    assert table.send("p2", "answer", {"head": 0, "roll": True}) == 202
    go_on(table.session, line("orders", player="A"))
    table.desk.phones.check_inbox()
    assert table.became("p1")[0] == "late"
    assert table.became("p2")[0] == "refused"
    assert table.session.question is None
    assert not json_state(table.session)["sides"]["B"]["ordered"]
    go_on(table.session, line("orders", player="B"), line("draw", "A", "A"))
    table.read()
    assert table.send("p2", "answer", {"head": 0, "answer": [1]}) == 409


@pytest.mark.rule("EE-ORDER-9")
def test_orders_unasked_may_wait_for_enter_too(table: Table) -> None:
    desk = table.desk
    desk.settings = Settings(phones_wait=True)
    assert table.send("p2", "answer", {"head": 0, "answer": [1]}) == 202
    desk.phones.check_inbox()
    assert "B’s phone says: •••" in desk.notice
    desk.press("enter", "\r")
    assert json_state(table.session)["sides"]["B"]["ordered"]
    assert table.became("p2")[0] == "taken"
