"""What the room sees before a match and beside it: who plays next with a code, and on request chances to win."""

from __future__ import annotations

import http.client
import re
import ssl
from contextlib import closing
from pathlib import Path

import pytest

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.live import address as addresses
from q40k.live.certificate import BadCertificate, Certificate
from q40k.live.follow import Chances
from q40k.live.inbox import Inbox, inbox_file
from q40k.live.parts import odds
from q40k.live.server import Wish, serve
from q40k.table.match_library import MatchLibrary
from q40k.table.settings import change_settings
from tests.games.race.playing import EVENING, play
from tests.live.certificates import make_certificate
from tests.live.served import Events, race, serve_board


@pytest.fixture
def reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that is open to the local network, of this machine alone."""
    bind = addresses._bind
    monkeypatch.setattr(addresses, "_bind", lambda _host, port: bind(addresses.LOOPBACK, port))
    monkeypatch.setattr(addresses, "lan_address", lambda: addresses.LOOPBACK)


@pytest.mark.usefixtures("reachable")
def test_the_lobby_names_who_plays_and_shows_a_code_to_join(tmp_path: Path) -> None:
    with closing(MatchLibrary(tmp_path / "matches.sqlite3")) as library:
        session = library.begin("Saturday", games.find("race"))
        play(session, *EVENING[:2])
        with serve_board(library.path, lan=True) as board:
            text = board.ask()[2]
            assert "The next match" in text
            assert '<figure class="code">' not in text, "no phone can be let in before the app has opened the room"
        with closing(Inbox(inbox_file(library.path))), serve_board(library.path, lan=True) as board:
            text = board.ask()[2]
            typed = re.search(r"<b>([^<]*/(join-\d{4}))</b>", text)
            assert typed is not None
            assert typed[1].startswith(board.host)
            assert board.ask(f"/{typed[2]}")[1]["location"].startswith("/t/")
            names = [seat.name for seat in session.game.view.seats(session.state)]
            assert all(f">{name}</li>" in text for name in names)
            assert "La prochaine partie" in board.ask("/?lang=fr")[2]
        play(session, *EVENING[2:])
        with serve_board(library.path, lan=True) as board:
            assert "The next match" not in board.ask()[2], "it is played"
        session.close()


def until_odds(events: Events, shown: bool) -> str:
    """Read news until the line of chances appears, or goes."""
    while True:
        _name, _seq, data = events.next()
        if isinstance(data, dict) and bool(data.get("parts", {}).get("odds")) is shown and "odds" in data["parts"]:
            return str(data["parts"]["odds"])


def test_chances_to_win_are_shown_once_somebody_chooses_so(tmp_path: Path) -> None:
    with race(tmp_path) as (path, _session), serve_board(path) as board:
        assert '<div id="odds"></div>' in board.ask()[2]
        with board.events("/events?match=1&from=0") as events:
            events.next()
            change_settings(board_chances=True)
            text = until_odds(events, True)
            assert "Ann" in text
            assert 'class="odds"' in text
            change_settings(board_chances=False)
            until_odds(events, False)


def test_a_great_change_of_a_chance_is_marked(tmp_path: Path) -> None:
    with race(tmp_path) as (_path, session):
        first, second = (racer.side for racer in session.game.view.race(session.state))
        chances = Chances({first: 0.62, second: 0.38}, {first: 0.27, second: -0.27})
        text = odds(Locale("en"), session, chances)
        assert "60%" in text
        assert "▲ 27" in text
        assert "▼ 27" in text
        assert "▲" not in odds(Locale("en"), session, Chances(chances.now, {first: 0.04, second: -0.04}))
        assert odds(Locale("en"), session, Chances()) == ""


def test_a_certificate_encrypts_the_board(tmp_path: Path) -> None:
    cert, key = make_certificate(tmp_path)
    with race(tmp_path) as (path, _session), serve_board(path, certificate=Certificate(cert, key)) as board:
        assert board.url.startswith("https://127.0.0.1:")
        host = board.url.removeprefix("https://").rstrip("/")
        trusting = ssl.create_default_context(cafile=str(cert))
        connection = http.client.HTTPSConnection(host, context=trusting, timeout=10)
        connection.request("GET", "/")
        answer = connection.getresponse()
        assert answer.status == 200
        assert "Friday" in answer.read().decode()
        for origin, status in ((f"https://{host}", 404), (f"http://{host}", 403)):
            connection.request("POST", "/s/none/call", b"{}", {"Origin": origin})
            answer = connection.getresponse()
            answer.read()
            assert answer.status == status
        connection.close()


def test_a_certificate_that_cannot_be_used_is_refused_without_asking_for_a_password(tmp_path: Path) -> None:
    cert, _key = make_certificate(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    _cert, locked = make_certificate(other, "-passout", "pass:secret")
    for key in (locked, cert):
        with pytest.raises(BadCertificate, match=r"."):
            serve(Wish(tmp_path / "matches.sqlite3", certificate=Certificate(cert, key)), lambda _url: None)


@pytest.mark.usefixtures("reachable")
def test_the_name_of_the_certificate_is_the_address_of_the_board() -> None:
    result = addresses.address(8443, lan=True, scheme="https", name="Board.Example")
    assert result.url == "https://board.example:8443/"
    assert "board.example:8443" in result.hosts
    assert "board.example" in addresses.address(443, lan=True, scheme="https", name="board.example").hosts
