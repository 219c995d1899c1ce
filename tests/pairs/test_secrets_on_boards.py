"""Every secret × every page and stream of the board: what is told to others is the same, byte for byte.

Two matches are played that differ in one secret alone. The addresses come from the server's own list; the viewers are
the room, every other seat's phone, and the phone of somebody who wishes to join.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from contextlib import closing
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from q40k.games import game as games
from q40k.live.inbox import TABLE, Inbox, inbox_file
from q40k.live.page import APART
from q40k.live.server import Pages
from q40k.table.match_library import MatchLibrary
from q40k.table.script import play_line, read_script
from tests.games.epic.table.evening import SET_UP
from tests.games.race.playing import EVENING, WHERE
from tests.games.space_hulk.test_leaks import hidden_lines
from tests.live.served import Board, serve_board
from tests.pairs.sampling import sample
from tests.pairs.verbs import mission_code_of_our_own

Line = dict[str, Any]
AT = "2026-03-01T20:00:00.000+00:00"


class Secret(NamedTuple):
    """Two matches that differ in what only the `owner` may know; `lines` are those of each."""

    game: str
    owner: str
    lines: tuple[list[Line], list[Line]]


def orders(player: str, *answers: str, **more: Any) -> list[Line]:
    return [*SET_UP, {"do": "orders", "player": player, **more} | ({"answers": list(answers)} if answers else {})]


def runners(lucky: int) -> list[Line]:
    """An evening of the dice race in which the first has drawn a lucky number."""
    return [
        line | {"answers": [lucky]} if line.get("player") == "Ann" and line["do"] == "join" else line
        for line in EVENING
    ]


SECRETS = {
    "an order": Secret("epic", "p1", (orders("A"), orders("A", orders={"M": "first-fire"}))),
    "another order": Secret("epic", "p1", (orders("A", orders={"M": "charge"}), orders("A"))),
    "an unseen answer": Secret(
        "epic", "p2", (orders("B", "charge", secret=True), orders("B", "first-fire", secret=True))
    ),
    "a counter": Secret(
        "space-hulk", "marine", (list(hidden_lines(5, (22, 21, 20))), list(hidden_lines(2, (22, 21, 20))))
    ),
    "blips": Secret("space-hulk", "stealer", (list(hidden_lines(5, (22, 21, 20))), list(hidden_lines(5, (1, 10, 2))))),
    "a lucky number": Secret("race", "p1", (runners(4), runners(5))),
}
ROUTES = [route.path for route in Pages(cast("Any", None)).routes() if route.methods and "GET" in route.methods]
VIEWS = ("", "&theme=light", *(f"&obs={part}" for part in sorted(APART)))
PAIRS = list(itertools.product(SECRETS, ROUTES))


def play(path: Path, secret: Secret, lines: list[Line]) -> tuple[int, list[str]]:
    """Play a match into a library at a time that is always the same; return its end and its seats."""
    game = games.find(secret.game)
    with closing(MatchLibrary(path, lambda: AT)) as library, closing(library.begin("Friday", game)) as match_session:
        for line in read_script([json.dumps(line) for line in lines]):
            play_line(match_session, game.packs.library, line)
        return match_session.head, [seat.id for seat in match_session.snapshot.seats]


def ask(board: Board, address: str, head: int) -> Iterator[str]:
    """All that is sent at an address."""
    for language in ("en", "fr"):
        if address.endswith("/events"):
            with board.events(f"{address}?match=1&from=0&lang={language}") as events:
                yield json.dumps(events.until(head))
            continue
        for view in VIEWS:
            status, headers, text = board.ask(f"{address}?lang={language}{view}")
            yield f"{status} {sorted(headers.items())} {text}"


def tell(path: Path, secret: Secret, lines: list[Line], route: str) -> list[str]:
    """What a route tells everybody but the owner of the secret."""
    head, seats = play(path, secret, lines)
    viewers = [TABLE] if route.startswith("/t/") else [seat for seat in seats if seat != secret.owner]
    texts = []
    with closing(Inbox(inbox_file(path))) as inbox, serve_board(path) as board:
        for viewer in viewers if "{token}" in route else viewers[:1]:
            token = inbox.token(1, viewer)
            values = {"{token}": token, "{number:int}": "1", "{code}": mission_code_of_our_own()}
            address = reduce(lambda address, key: address.replace(key, values[key]), values, route)
            texts += [without_chance(text, token, board) for text in ask(board, address, head)]
    return texts


def without_chance(text: str, token: str, board: Board) -> str:
    """A text without what differs between any two boards: its address, its code for cameras, and tokens."""
    text = text.replace(token, "token").replace(board.host, "host")
    text = re.sub(r'd="M2 2h7v1h[^"]*"', "code", text)
    return re.sub(r"'content-length', '\d+'", "length", text)


@pytest.mark.parametrize(("name", "route"), sample(PAIRS, 8))
def test_nobody_else_is_told_a_secret(name: str, route: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "race", WHERE)
    secret = SECRETS[name]
    mine, other = (
        tell(tmp_path / f"{number}.sqlite3", secret, lines, route) for number, lines in enumerate(secret.lines)
    )
    assert mine == other
    assert any(mine)


def test_the_owner_of_a_secret_is_told_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the comparison could fail: with the owner's own phone the two matches differ."""
    monkeypatch.setitem(games.GAMES, "race", WHERE)
    for name, secret in SECRETS.items():
        foreign = secret._replace(owner="nobody")
        texts = [
            tell(tmp_path / f"{name}-{number}.sqlite3", foreign, lines, "/s/{token}")
            for number, lines in enumerate(secret.lines)
        ]
        assert texts[0] != texts[1], name
