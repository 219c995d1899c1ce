"""`q40k print seats`: the codes of a board that is open in another process."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from q40k.live import room as rooms
from q40k.live.inbox import TABLE, Inbox, inbox_file
from q40k.live.room import Closed, Room, seat_codes
from q40k.table.folders import library_file
from tests.cli.calls import bad, good, import_match
from tests.live.served import Board, race, serve_board
from tests.live.test_rooms import Reached
from tests.prints.looking import scan_codes
from tests.prints.reading import pages


def written_down(path: Path, board: Board) -> None:
    """What the app does with the board that it opens."""
    with closing(Inbox(inbox_file(path))) as inbox:
        inbox.add_board(board.url)


@pytest.fixture
def to_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a board at this machine's loop for one in the local network: tests open none there."""
    monkeypatch.setattr(rooms, "LOOPBACK", "nobody")


@pytest.mark.usefixtures("to_the_room")
def test_the_codes_on_paper_are_those_that_open_the_pages_of_the_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    number = int(import_match())
    with serve_board(library_file(), number) as board:
        written_down(library_file(), board)
        output = good("print", "seats", "--match", str(number), "--out", "seats.pdf")
        assert output == ""
        (page,) = pages(Path("seats.pdf").read_bytes())
        assert "Alice" in page.words
        assert "latecomers; after the match, what decided it" in page.words
        typed = [word.split("/")[-1] for word in page.words.split() if word.startswith(board.url)]
        assert len(typed) == 3, "two players, and latecomers"
        scanned = scan_codes(Path("seats.pdf").read_bytes())
        opened = {board.ask(f"/{word}")[1]["location"] for word in typed}
        assert {f"{board.url}{address[1:]}" for address in opened} == {*scanned}, "a scanner reads where words lead"
        assert all(board.ask(address)[0] == 200 for address in opened)
        assert good("print", "seats", "--count") == "seats: 1 page\n", "that of the last match"
        assert "seats: 1 page" in good("print", "all", "--match", "last", "--count")
    assert "seats" not in good("print", "all", "--match", "last", "--count")
    assert not any(word in output for word in typed)


@pytest.mark.usefixtures("to_the_room")
def test_without_a_board_it_says_what_to_do() -> None:
    import_match()
    errors = bad(1, "print", "seats")
    assert "The board of this match is not open" in errors
    assert "Ctrl+L then 2" in errors
    with closing(Inbox(inbox_file(library_file()))) as inbox:
        inbox.add_board("http://127.0.0.1:9/")  # one that died
    assert "The board of this match is not open" in bad(1, "print", "seats")


def test_a_board_for_this_machine_only_is_told_of() -> None:
    import_match()
    with serve_board(library_file()) as board:
        written_down(library_file(), board)
        assert "Ctrl+L then l" in bad(1, "print", "seats")


@pytest.mark.usefixtures("to_the_room")
def test_a_board_that_shows_another_match_has_no_codes_of_this_one(tmp_path: Path) -> None:
    with race(tmp_path) as (path, session), serve_board(path, session.number) as board:
        written_down(path, board)
        assert seat_codes(path, session.number, [("p1", "Ann"), (TABLE, "")])[0].address.startswith(f"{board.url}s/")
        with pytest.raises(Closed):
            seat_codes(path, session.number + 1, [("p1", "Ann")])


def test_a_room_writes_down_where_it_is_reached_for_as_long_as_it_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "Server", Reached)
    with race(tmp_path) as (path, session), closing(Inbox(inbox_file(path))) as inbox:
        room = Room(path, session.number, "en", lan=True)
        assert inbox.boards() == []
        room.set_url("http://192.168.1.5:8040/")
        assert inbox.boards() == ["http://192.168.1.5:8040/"]
        room.close()
        assert inbox.boards() == []
