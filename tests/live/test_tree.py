"""What a screen reader reads of the pages of phones and board: the accessibility tree, line by line."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, expect

from q40k.live.inbox import Inbox, inbox_file
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line
from tests.games.race.rules.running import Run
from tests.live.test_browser import Table, faults, house, table
from tests.live.test_moments import board, demo_lines
from tests.live.test_phones import BOB

__all__ = ["house", "table"]
TREES = Path(__file__).parent / "trees"
STOPS = {"quake": (31, True), "epic": (95, True), "space-hulk": (90, False)}
"""How many lines of its recorded match each game has played, and whether the next one stops at its dice."""
PARTS = {"board": ("#headline", "#race", "#chart", "#map"), "phone": ("main header", "#asked", "#card", "#race")}
"""The parts of the two pages, but for the log, of which the last line is read."""
ASKED = """
heading "Bob rolls 1D6: a run" [level=2]
paragraph: So many squares on.
button "Roll for me"
paragraph: or type your own die
status "Dice typed so far"
button "1"
button "2"
button "3"
button "4"
button "5"
button "6"
button "Take back"
button "1 die is missing" [disabled]
"""
BOARD = """
paragraph: Friday
heading "Bob" [level=1]
list:
listitem: The oval · Bob runs
paragraph: "Bob rolls 1D6: a run"
paragraph: So many squares on.
"""
TOOLS = """
navigation "What you see and hear":
link "Français":
button "Light"
button "Clear colours"
button "Sound"
button "Voice"
button "Moments (m)" [pressed]
button "Full screen"
"""


def tree(part: Locator) -> list[str]:
    """The lines of a part's tree, without addresses."""
    lines = (line.strip(" -").strip("'") for line in part.aria_snapshot().splitlines())
    return [line for line in lines if not line.startswith("/url")]


def test_a_phone_reads_its_question_key_by_key_and_says_what_changed(table: Table) -> None:
    phone = table.page(table.address(BOB), size=(390, 844))
    table.desk.do(Run())
    expect(phone.locator("#answer")).to_be_visible()
    assert tree(phone.locator("#asked")) == ASKED.strip().splitlines()
    assert tree(phone.locator("main"))[:3] == ["main:", 'heading "Bob" [level=1]', "paragraph: It is your turn."]
    live = phone.locator("[aria-live=polite], [role=status], output").evaluate_all("all => all.map(one => one.id)")
    assert {"turn", "asked", "became", "lost", "rolled"} <= {*live}
    assert phone.locator("[role=log]").get_attribute("aria-live") == "off", "the log does not talk over a question"
    phone.get_by_role("button", name="5", exact=True).click()
    assert 'status "Dice typed so far": "5"' in tree(phone.locator("#asked"))
    assert 'button "Roll for me" [disabled]' in tree(phone.locator("#asked"))


def test_tab_goes_through_the_keys_of_a_phone_in_the_order_they_are_read(table: Table) -> None:
    phone = table.page(table.address(BOB), size=(390, 844))
    table.desk.do(Run())
    expect(phone.locator("#answer")).to_be_visible()
    reached = []
    for _ in range(9):
        phone.keyboard.press("Tab")
        reached.append(phone.evaluate("document.activeElement.textContent"))
    assert reached == ["Roll for me", "1", "2", "3", "4", "5", "6", "Take back", "1 die is missing"]


def test_the_board_reads_who_acts_what_is_asked_the_race_and_the_log(table: Table) -> None:
    board = table.page()
    table.desk.do(Run())
    expect(board.locator("#headline .asks")).to_be_visible()
    assert tree(board.locator("#headline")) == BOARD.strip().splitlines()
    assert tree(board.locator("#race")) == [
        'heading "The race" [level=2]',
        "list:",
        "listitem: Ann leads 9/30 +1",
        "listitem: Bob 0/30 −2",
    ]
    assert tree(board.locator("#map"))[0] == 'region "The table from above":'
    assert tree(board.locator("#happened"))[:2] == ['heading "What happened" [level=2]', 'log "What happened":']
    assert board.locator("[role=log]").get_attribute("aria-live") == "polite"
    assert tree(board.locator("#tools")) == TOOLS.strip().splitlines()


@pytest.mark.parametrize("game", STOPS)
def test_board_and_phone_of_every_game_are_read_line_by_line(tmp_path: Path, chromium: Browser, game: str) -> None:
    """A missing tree is written, to be looked at; then the test fails once."""
    stop, asks = STOPS[game]
    with board(tmp_path, game, stop, chromium) as (session, open_page):
        if asks:
            ask_next(session, stop)
        page = open_page((1280, 800), reduced_motion="reduce")
        lines = page_lines(page, "board")
        with closing(Inbox(inbox_file(tmp_path / "matches.sqlite3"))) as inbox:
            question = session.question
            seat = question.who if question is not None else session.snapshot.status.active[0]
            assert seat is not None
            page.goto(f"{page.url}s/{inbox.token(session.number, seat)}")
        lines += page_lines(page, "phone")
    path, text = TREES / f"{game}.txt", "\n".join(lines) + "\n"
    if not path.exists():
        path.write_text(text, encoding="utf-8")
        pytest.fail(f"{path} is written: look at it")
    assert text == path.read_text(encoding="utf-8")


def ask_next(session: MatchSession, line: int) -> None:
    """Play a line of the recorded match without its answers, so that its first question stays open."""
    play_line(session, session.game.packs.library, replace(demo_lines(session)[line], answers=(), open=True))
    assert session.question is not None


def page_lines(page: Page, kind: str) -> list[str]:
    """What is read of a page, part by part; axe finds nothing wrong with it."""
    expect(page.locator("#feed li").last).to_be_visible()
    assert faults(page) == []
    parts = [line for part in PARTS[kind] for line in [f"[{part}]", *tree(page.locator(part))]]
    return [
        f"# {kind}",
        *parts,
        "[the last line]",
        *tree(page.locator("#feed li").last),
        "[#tools]",
        *tree(page.locator("#tools")),
    ]
