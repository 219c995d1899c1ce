"""What a screen reader reads of the pages of phones and board: the accessibility tree, line by line."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.games.race.rules.running import Run
from tests.live.test_browser import Table, house, table
from tests.live.test_phones import BOB

__all__ = ["house", "table"]
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
button "Send my dice" [disabled]
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
    assert reached == ["Roll for me", "1", "2", "3", "4", "5", "6", "Take back", "Send my dice"]


def test_the_board_reads_who_acts_what_is_asked_the_race_and_the_log(table: Table) -> None:
    board = table.page()
    table.desk.do(Run())
    expect(board.locator("#headline .asks")).to_be_visible()
    assert tree(board.locator("#headline")) == BOARD.strip().splitlines()
    assert tree(board.locator("#race")) == [
        'heading "The race" [level=2]', "list:", "listitem: Ann leads 9/30 +1", "listitem: Bob 0/30 -2",
    ]  # fmt: skip
    assert tree(board.locator("#map"))[0] == 'region "The table from above":'
    assert tree(board.locator("#happened"))[:2] == ['heading "What happened" [level=2]', 'log "What happened":']
    assert board.locator("[role=log]").get_attribute("aria-live") == "polite"
    assert tree(board.locator("#tools")) == TOOLS.strip().splitlines()
