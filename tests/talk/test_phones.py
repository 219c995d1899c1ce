"""Phones at a match that is led in the conversation: what they send is told when no line is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from q40k.live.inbox import TABLE
from q40k.table.folders import packs_folder
from q40k.table.settings import settings
from q40k.talk.room import TableTalk
from q40k.tui import phones
from tests.live.conftest import race_game
from tests.live.test_codes import SHY, code_of
from tests.live.test_phones import BOB, Table, table

__all__ = ["race_game", "table"]


@pytest.fixture
def talk(table: Table, monkeypatch: pytest.MonkeyPatch, own_home: Path) -> TableTalk:
    """Bob is asked for his die, and has a phone."""
    monkeypatch.setattr(phones, "SEEN_SECONDS", 0.0)
    talk = TableTalk(table.desk, "usual", lambda _words: False)
    assert talk.greeting()[0] == "Bob rolls 1D6: a run"
    return talk


def send_die(table: Table, die: str) -> None:
    table.read()
    assert table.send(BOB, "answer", {"head": table.session.head, "answer": die}) == 202


def test_an_answer_of_a_phone_is_told_with_its_hand_and_then_what_is_asked(table: Table, talk: TableTalk) -> None:
    assert talk.watch() == []
    send_die(table, "3")
    assert talk.watch()[:2] == ["by phone: Bob rolls 3 and runs to square 3.", "Bob: run on?"]
    assert talk.watch() == []


def test_a_proposal_waits_for_enter_and_can_be_refused(table: Table, talk: TableTalk) -> None:
    talk.hear("/back")
    assert "5: answers of phones wait for Enter" in talk.hear("/live")
    talk.hear("5")
    assert settings().phones_wait
    assert talk.hear("r")[-2] == "Bob rolls 1D6: a run"
    send_die(table, "3")
    assert talk.watch() == ["Bob’s phone says: 3, Enter takes it, /del refuses it"]
    assert table.session.question is not None
    talk.hear("/del")
    assert table.became()[0] == "refused"
    send_die(table, "4")
    assert talk.watch() == ["Bob’s phone says: 4, Enter takes it, /del refuses it"]
    assert talk.hear("")[0] == "by phone: Bob rolls 4 and runs to square 4."
    assert table.became()[0] == "taken"


def test_calls_and_wishes_are_told_and_late_guests_let_in(table: Table, talk: TableTalk) -> None:
    table.send(BOB, "call", {})
    assert talk.watch() == ["Bob calls the referee!"]
    table.send(TABLE, "join", {"name": "Zoe", "plays": ""})
    (line,) = talk.watch()
    assert line.startswith("Zoe wish")


def test_an_open_board_is_led_by_its_form(table: Table, talk: TableTalk) -> None:
    talk.hear("/back")
    talk.hear("/live")
    assert talk.hear("6")[0] == "codes stay valid after the board has closed"
    assert table.room.keeps_codes
    talk.hear("/live")
    assert talk.hear("4")[0] == "the board:", "this one is served elsewhere"
    talk.hear("/live")
    assert talk.hear("3")[0] == "The board is closed."
    assert table.desk.phones.room is None


def test_a_code_that_a_phone_brings_is_read_out_before_it_is_taken_in(table: Table, talk: TableTalk) -> None:
    talk.hear("/back")
    table.room.inbox.send(1, TABLE, "pack", 0, code_of({"personalities": [SHY]}))
    assert talk.watch() == ["A phone brings a code. /let-in shows what it holds."]
    line = talk.hear("/let-in")[0]
    assert line.startswith("Quake 40K, personalities: shy, Enter takes it in, /del refuses it")
    assert "Written to" in talk.hear("")[0]
    assert "shy" in (packs_folder() / "code-shy.yaml").read_text(encoding="utf-8")
