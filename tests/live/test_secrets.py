"""Orders that lie face down: no page and no event tells them to who may not know them."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from q40k.games import game as games
from q40k.live.inbox import Inbox, inbox_file
from q40k.table.match_library import MatchLibrary
from tests.games.epic.table.evening import SECRET, SET_UP
from tests.games.scripted import go_on, line
from tests.games.space_hulk.test_leaks import plain
from tests.live.served import Board, serve_board

CHARGE = re.compile(r"charge", re.IGNORECASE)
FIRST_FIRE = re.compile(r"first[- ]fire|tir appuyé", re.IGNORECASE)


DRAWN = re.compile(r'(?<=<rect width="100%" height="100%" fill="#fff"/><path d=")[^"]*')
"""A square code as it is drawn: it holds the port of the board, and the link below it holds the rest."""
FORM = re.compile(r"<form .*?</form>", re.DOTALL)


def everything(board: Board, address: str, head: int) -> str:
    """A page and all that is sent to it, in both languages, without the keys of its own orders."""
    pages = ""
    for language in ("en", "fr"):
        pages += board.ask(f"{address or '/'}?lang={language}")[2]
        with board.events(f"{address}/events?match=1&from=0&lang={language}") as events:
            pages += json.dumps(events.until(head), ensure_ascii=False)
    return FORM.sub("", pages)


@pytest.mark.rule("EE-ORDER-9")
def test_each_phone_is_told_its_own_orders_and_the_room_none(tmp_path: Path) -> None:
    with ExitStack() as opened:
        library = opened.enter_context(closing(MatchLibrary(tmp_path / "matches.sqlite3")))
        session = opened.enter_context(closing(library.begin("orders", games.find("epic"))))
        go_on(session, *SET_UP, *SECRET)
        inbox = opened.enter_context(closing(Inbox(inbox_file(library.path))))
        board = opened.enter_context(serve_board(library.path))
        for undone in (False, True):
            room = everything(board, "", session.head)
            assert not CHARGE.search(room)
            assert not FIRST_FIRE.search(room)
            marines, orks = (everything(board, f"/s/{inbox.token(1, seat)}", session.head) for seat in ("p1", "p2"))
            assert not CHARGE.search(marines)
            assert not FIRST_FIRE.search(orks)
            if not undone:
                assert FIRST_FIRE.search(marines)
                session.undo()


@pytest.mark.rule("EE-ORDER-9")
def test_what_one_side_ordered_changes_no_letter_of_what_others_are_sent(tmp_path: Path) -> None:
    shown: list[dict[str, str]] = []
    for order in ("charge", "first-fire"):
        home = tmp_path / order
        home.mkdir()
        with ExitStack() as opened:
            library = opened.enter_context(closing(MatchLibrary(home / "matches.sqlite3")))
            session = opened.enter_context(closing(library.begin("orders", games.find("epic"))))
            go_on(session, *SET_UP, SECRET[0], line("orders", [order], player="B", secret=True))
            inbox = opened.enter_context(closing(Inbox(inbox_file(library.path))))
            board = opened.enter_context(serve_board(library.path))
            addresses = {"room": ""} | {seat: f"/s/{inbox.token(1, seat)}" for seat in ("p1", "p2")}
            sent = {who: everything(board, address, session.head) for who, address in addresses.items()}
            shown.append(
                {who: plain(DRAWN.sub("", text.replace(addresses[who] or "#", "#"))) for who, text in sent.items()}
            )
    charge, first_fire = shown
    assert charge["room"] == first_fire["room"]
    assert charge["p1"] == first_fire["p1"]
    assert charge["p2"] != first_fire["p2"]
