"""Who comes late hears what became of the wish to join: let in, or not, and why."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from q40k.i18n.locale import Locale
from q40k.kernel.events import ChoiceQuestion, DiceQuestion
from q40k.live import room as rooms
from q40k.live.inbox import TABLE, Inbox, inbox_file
from q40k.live.phone import wish_result
from q40k.live.room import Room
from q40k.tui.desk import Desk
from tests.games.epic.playing import MARINES, library, new
from tests.games.epic.playing import play as epic
from tests.games.quake.screen.table import playing as quake
from tests.live.test_browser import Table, house, table  # noqa: F401
from tests.live.test_phones import ANN, NoServer

ESCAPES = 3
QUESTIONS = 9
"""More than a newcomer is asked: initiative, roll-offs, the portal of entry."""


class Door:
    """A room without a server, of a library of its own, and the inbox as the server has it."""

    def __init__(self, folder: Path) -> None:
        path = folder / "matches.sqlite3"
        self.room = Room(path, 0, "en", lan=False)
        self.inbox = Inbox(inbox_file(path))

    def wish(self, desk: Desk, name: str, plays: str = "") -> int:
        """Somebody wishes to join, and the desk has seen it."""
        if desk.phones.room is None:
            desk.phones.open(self.room)
        sent = self.inbox.send(self.room.match, TABLE, "join", 0, [name, plays])
        assert sent is not None
        desk.phones.check_inbox()
        return sent

    def shown_result(self, number: int) -> str:
        """What the phone of that wish shows."""
        post = self.inbox.wish(self.room.match, number)
        assert post is not None
        return wish_result(Locale("en"), post)


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    """Where one knocks who comes late."""
    monkeypatch.setattr(rooms, "Server", NoServer)
    result = Door(tmp_path)
    yield result
    result.inbox.close()
    result.room.close()


def test_who_is_let_in_is_told_so_once_they_have_a_seat(door: Door) -> None:
    desk = quake(("Ann", "Bob"))
    number = door.wish(desk, "Zoé", "space marine")
    desk.phones.let_in()
    desk.phones.check_inbox()
    assert "the referee looks at it" in door.shown_result(number), "the form is only open"
    desk.press("enter", "\r")
    for _ in range(QUESTIONS):
        question = desk.match_session.question
        if isinstance(question, DiceQuestion):
            desk.run_guarded(desk.match_session.roll)
        elif isinstance(question, ChoiceQuestion):
            desk.give(question.options[-1])
    assert "Zoé" in [seat.name for seat in desk.view.seats(desk.state)]
    desk.phones.check_inbox()
    assert "You are in" in door.shown_result(number)
    assert desk.phones.wishes == []


def test_who_is_not_let_in_is_told_so_with_the_reason(door: Door) -> None:
    desk = quake(("Ann", "Bob"))
    number, other = door.wish(desk, "Ann"), door.wish(desk, "Zoé")
    desk.phones.let_in()
    assert desk.field is not None
    why = desk.field.error
    assert why
    for _ in range(ESCAPES):
        desk.press("escape", None)
    desk.phones.check_inbox()
    assert f"Not let in: {why}" in door.shown_result(number)
    desk.phones.let_in()
    for _ in range(ESCAPES):
        desk.press("escape", None)
    desk.phones.check_inbox()
    assert "Not let in: the referee says no" in door.shown_result(other)


def test_where_nobody_can_join_late_the_phone_says_so_and_the_key_does_no_harm(door: Door) -> None:
    desk = Desk(epic(new(), MARINES), library, Locale("en"))
    number = door.wish(desk, "Zoé")
    assert "Zoé wished to join" in desk.notice
    assert "Not let in: nobody joins this game once it is laid out" in door.shown_result(number)
    desk.phones.let_in()
    assert desk.notice == "Nobody waits to be let in."


def test_only_the_code_to_join_tells_of_wishes(table: Table) -> None:  # noqa: F811
    assert table.send(TABLE, "join", {"name": "Zoé"}) == 202
    number = table.room.inbox.waiting(1)[0].id
    replies: dict[str, Any] = {}
    for path in (f"{table.address(TABLE)}/join/{number}", f"{table.address(TABLE)}/join/{number}9"):
        status, _headers, text = table.board.ask(path)
        replies[path[-2:]] = (status, json.loads(text)["became"] if status == 200 else None)
    assert sorted(replies.values(), key=str) == [(200, "waits"), (404, None)]
    assert table.send(ANN, "call", {}) == 202
    call = table.room.inbox.waiting(1)[-1].id
    assert table.board.ask(f"{table.address(TABLE)}/join/{call}")[0] == 404
    assert table.board.ask(f"{table.address(TABLE)}/join/{'9' * 40}")[0] == 404
    assert table.board.ask(f"{table.address(ANN).replace('/s/', '/t/')}/join/{number}")[0] == 404


def test_the_page_says_what_became_of_a_wish_also_after_it_was_opened_anew(
    table: Table,  # noqa: F811
) -> None:
    phone = table.page(table.address(TABLE), size=(390, 844))
    button = phone.get_by_role("button", name="I wish to join")
    phone.get_by_label("Your name").fill("Zoé")
    button.click()
    expect(phone.locator("#became")).to_contain_text("looks at it")
    expect(button).to_be_hidden()
    phone.reload()
    expect(phone.locator("#became")).to_contain_text("looks at it")
    expect(button).to_be_hidden()
    number = table.room.inbox.waiting(1)[0].id
    table.room.inbox.settle(number, "refused", "the table is full")
    expect(phone.locator("#became")).to_have_text("Not let in: the table is full")
    expect(button).to_be_visible()
    phone.get_by_label("Your name").fill("Zoé")
    button.click()
    expect(phone.locator("#became")).to_contain_text("looks at it")
    table.room.inbox.settle(table.room.inbox.waiting(1)[0].id, "taken")
    expect(phone.locator("#became")).to_contain_text("You are in")
    expect(button).to_be_hidden()
