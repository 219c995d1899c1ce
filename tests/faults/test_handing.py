"""A match that is handed over is in exactly one place, whenever either laptop dies."""

from __future__ import annotations

import json
import socket
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from shutil import copytree
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest

from q40k.care import handing, journeys
from q40k.care.handing import hand_to_file, take_back, take_from_file, take_from_library
from q40k.care.journeys import journey_of
from q40k.care.notes import read_places, shelf_file
from q40k.games import game as games
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.live.handing import Handover, Unreachable, fetch_parcel, report_arrival
from q40k.table.match_library import MatchLibrary
from q40k.table.script import play_line, read_script
from q40k.table.shelf import archive as put_away
from tests.cli.calls import MATCH, script

AT = "2026-11-25T20:00:00"


class Dead(BaseException):
    """The laptop has died."""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a library with a match of a few entries, to be copied."""
    folder = tmp_path_factory.mktemp("template")
    with closing(open_library(folder)) as library, closing(library.begin("Friday")) as match:
        packs = games.find().packs.library()
        for line in read_script(script(MATCH[:4]).splitlines()):
            play_line(match, lambda: packs, line)
    return folder


def begin(template: Path, folder: Path) -> tuple[MatchLibrary, MatchRow]:
    copytree(template, folder)
    library = open_library(folder)
    return library, library.find("Friday")


def open_library(folder: Path) -> MatchLibrary:
    folder.mkdir(exist_ok=True)
    return MatchLibrary(folder / "matches.sqlite3")


def is_playable(library: MatchLibrary) -> bool:
    for row in library.matches():
        try:
            library.open(row.id).close()
        except JournalError as error:
            if error.code not in ("match-gone", "match-going", "match-arriving"):
                raise
        else:
            return True
    return False


def play_on(library: MatchLibrary) -> None:
    with closing(library.open(library.find("Friday").id)) as match:
        match.undo()


STEPS = {
    handing: ("write_whole", "copy_match", "update_match", "make_parcel", "mark_taken"),
    journeys: ("write_marks", "copy_marks"),
}


@contextmanager
def dying(at: int) -> Iterator[list[int]]:
    """Die before or after a step that writes: even numbers before it, odd ones after it; count the steps."""
    counted = [0]

    def mortal(step: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if counted[0] == at:
            raise Dead
        counted[0] += 1
        done = step(*args, **kwargs)
        if counted[0] == at:
            raise Dead
        counted[0] += 1
        return done

    with pytest.MonkeyPatch.context() as patch:
        for module, names in STEPS.items():
            for name in names:
                patch.setattr(module, name, partial(mortal, getattr(module, name)))
        yield counted


def call_again(work: Callable[[], Any], done: str) -> None:
    """Do the work whole, unless it died only after its last step."""
    try:
        work()
    except JournalError as error:
        if error.code != done:
            raise


def test_whoever_gives_a_file_may_die_at_any_step(template: Path, tmp_path: Path) -> None:
    for death in range(40):
        giver, row = begin(template, tmp_path / str(death))
        file = tmp_path / f"{death}.q40kmatch"
        with closing(giver):
            hand = partial(hand_to_file, giver.path, giver.journal, row, file, "a", AT)
            try:
                with dying(death):
                    hand()
            except Dead:
                assert is_playable(giver) + file.exists() <= 1, "never in two places"
                assert is_playable(giver) or journey_of(giver.path, giver.journal, row.identity), "never in none"
                call_again(hand, "match-gone")
                assert (is_playable(giver), file.exists()) == (False, True)
            else:
                break
    assert death == 14, "before and after each of seven steps"


def test_whoever_takes_a_file_may_die_at_any_step(template: Path, tmp_path: Path) -> None:
    giver, row = begin(template, tmp_path / "a")
    file = tmp_path / "friday.q40kmatch"
    hand_to_file(giver.path, giver.journal, row, file, "a", AT)
    giver.close()
    content, third = file.read_bytes(), open_library(tmp_path / "c")
    for death in range(40):
        file.write_bytes(content)
        with closing(open_library(tmp_path / str(death))) as taker:
            take = partial(take_from_file, taker.path, taker.journal, file, AT)
            try:
                with dying(death):
                    take()
            except Dead:
                assert is_playable(taker) + file.exists() <= 1, "never in two places"
                call_again(take, "parcel-taken")
                assert (is_playable(taker), file.exists()) == (True, False)
            else:
                break
    assert death == 12, "before and after each of six steps"
    for path in (file, file.with_name(file.name + ".taken")):
        assert refusal(partial(take_from_file, third.path, third.journal, path, AT)) == "parcel-taken"
    assert not is_playable(third)
    third.close()


def test_whoever_takes_a_match_back_may_die_at_any_step(template: Path, tmp_path: Path) -> None:
    giver, row = begin(template, tmp_path / "a")
    with closing(giver), closing(open_library(tmp_path / "b")) as other:
        for death in range(40):
            file = tmp_path / f"friday-{death}.q40kmatch"
            hand_to_file(giver.path, giver.journal, row, file, "a", AT)
            back = partial(take_back, giver.path, giver.journal, row)
            try:
                with dying(death):
                    back()
            except Dead:
                assert is_playable(giver) + file.exists() <= 1, "never in two places"
                back()
                assert (is_playable(giver), file.exists()) == (True, False)
            else:
                break
            for path in (file, file.with_name(file.name + ".taken-back")):
                assert refusal(partial(take_from_file, other.path, other.journal, path, AT)) == "parcel-taken"
    assert death > 2, "before and after each of its steps"


def test_a_match_comes_back_further(template: Path, tmp_path: Path) -> None:
    giver, row = begin(template, tmp_path / "a")
    with closing(giver), closing(open_library(tmp_path / "b")) as taker:
        hand_to_file(giver.path, giver.journal, row, tmp_path / "1", "a", AT)
        with pytest.raises(JournalError, match="match-gone"):
            hand_to_file(giver.path, giver.journal, row, tmp_path / "2", "a", AT)
        assert "match-gone" in refusal(lambda: giver.open(row.id))
        giver.open(row.id, watch=True).close()
        take_from_file(taker.path, taker.journal, tmp_path / "1", AT)
        play_on(taker)
        there = taker.find("Friday")
        hand_to_file(taker.path, taker.journal, there, tmp_path / "2", "b", AT)
        take_from_file(giver.path, giver.journal, tmp_path / "2", AT)
        assert giver.find("Friday").entries == there.entries == row.entries + 1
        assert (is_playable(giver), is_playable(taker)) == (True, False)
        assert "parcel-taken" in refusal(lambda: take_back(taker.path, taker.journal, there))
        assert not is_playable(taker)
        (tmp_path / "2.taken").unlink()
        take_back(taker.path, taker.journal, there)  # somebody is wrong about it
        play_on(taker)
        play_on(giver)
        play_on(giver)
        hand_to_file(taker.path, taker.journal, there, tmp_path / "3", "b", AT)
        assert "parcel-differs" in refusal(lambda: take_from_file(giver.path, giver.journal, tmp_path / "3", AT))
        assert is_playable(giver), "it is left as it is"
        opened = giver.open(row.id)
        assert "match-held" in refusal(lambda: hand_to_file(giver.path, giver.journal, row, tmp_path / "4", "a", AT))
        opened.close()


@pytest.mark.parametrize("lost", ["the shelf", "an older shelf", "an older library"])
def test_a_file_that_is_lost_or_put_back_lets_no_match_go_on_twice(lost: str, template: Path, tmp_path: Path) -> None:
    giver, row = begin(template, tmp_path / "a")
    library, shelf = giver.path, shelf_file(giver.path)
    path = library if lost == "an older library" else shelf
    put_away(giver, row)
    giver.close()
    older = path.read_bytes()
    with closing(open_library(library.parent)) as opened:
        hand_to_file(library, opened.journal, row, tmp_path / "1", "a", AT)
    newer = path.read_bytes()
    path.write_bytes(older)
    if lost == "the shelf":
        path.unlink()
    with closing(open_library(library.parent)) as opened:
        assert "match-gone" in refusal(lambda: opened.open(row.id))
        take_back(library, opened.journal, row)
        assert is_playable(opened)
    path.write_bytes(newer)
    with closing(open_library(library.parent)) as opened:
        assert is_playable(opened), "here again is the later mark"


def test_a_copy_of_a_library_brings_a_match_that_went_elsewhere_to_be_watched(template: Path, tmp_path: Path) -> None:
    giver, row = begin(template, tmp_path / "a")
    with closing(giver):
        hand_to_file(giver.path, giver.journal, row, tmp_path / "1", "a", AT)
    shelf_file(giver.path).unlink()
    with closing(open_library(tmp_path / "b")) as other:
        assert [result.outcome for result in other.join(giver.path)] == ["taken"]
        assert not is_playable(other)
        take_from_file(other.path, other.journal, tmp_path / "1", AT)
        assert is_playable(other)


def refusal(work: Callable[[], Any]) -> str:
    with pytest.raises(JournalError) as refused:
        work()
    return refused.value.code


def test_a_file_that_cannot_be_written_leaves_the_match_where_it_is(template: Path, tmp_path: Path) -> None:
    giver, row = begin(template, tmp_path / "a")
    with closing(giver):
        with pytest.raises(FileNotFoundError):
            hand_to_file(giver.path, giver.journal, row, tmp_path / "nowhere" / "1", "a", AT)
        assert is_playable(giver)


@pytest.mark.parametrize(
    "raw", [b"", b"PK", "empty zip", "one member", "a bomb", "another match", "no library", "a long word"]
)
def test_what_is_no_match_is_not_taken(raw: bytes | str, template: Path, tmp_path: Path) -> None:
    giver, row = begin(template, tmp_path / "a")
    file, home = tmp_path / "x.q40kmatch", tmp_path / "b"
    with closing(giver), closing(open_library(home)) as taker:
        if isinstance(raw, str):
            parcel = handing.make_parcel(giver.path, giver.journal, row, "0" * 32, "a")
            letter = {"secret": "0" * 32, "match": row.identity, "name": "x", "host": "y"}
            members = {
                "empty zip": {},
                "one member": {"letter.json": json.dumps(letter).encode()},
                "a bomb": {"letter.json": bytes(10_000_000), "match.sqlite3": parcel.library},
                "another match": {
                    "letter.json": json.dumps(letter | {"match": "0" * 16}).encode(),
                    "match.sqlite3": parcel.library,
                },
                "no library": {"letter.json": json.dumps(letter).encode(), "match.sqlite3": b"SQLite format 3\x00"},
                "a long word": {
                    "letter.json": json.dumps(letter | {"secret": "../x"}).encode(),
                    "match.sqlite3": parcel.library,
                },
            }[raw]
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, content in members.items():
                    archive.writestr(name, content)
        else:
            file.write_bytes(raw)
        assert refusal(lambda: take_from_file(taker.path, taker.journal, file, AT)) == "parcel-unread"
        assert file.exists()
        assert taker.matches() == []
        assert read_places(taker.path) == {}


# -- over the network ------------------------------------------------------------------------------


@contextmanager
def offering(giver: MatchLibrary, row: MatchRow) -> Iterator[Handover]:
    """Offer a match on this machine, in a thread, until it has gone."""
    with handing.hold(giver.path, giver.journal, row) as journey:
        secret = handing.secret_of(journey, row.id)
        parcel = handing.pack_parcel(handing.make_parcel(giver.path, giver.journal, row, secret, "a"))
        let_go = partial(_let_go, giver, row, secret)
        with Handover(parcel, secret, let_go, lan=False, port=0) as server:
            server.timeout = 0.05
            thread = Thread(target=server.serve)
            thread.start()
            try:
                yield server
            finally:
                server.has_gone = True
                thread.join()


def _let_go(giver: MatchLibrary, row: MatchRow, secret: str, library: str, where: str) -> bool:
    with closing(MatchLibrary(giver.path)) as opened:  # this thread’s own
        return handing.hand_to_library(opened.path, opened.journal, row, secret, library, where, AT)


def take_over(taker: MatchLibrary, url: str, confirm: Callable[[str], bool] | None = None) -> int:
    raw = fetch_parcel(url, handing.MOST_BYTES)
    return take_from_library(taker.path, taker.journal, raw, url, AT, confirm or partial(report_arrival, url))


def test_a_match_goes_over_the_network_and_to_one_laptop_only(template: Path, tmp_path: Path) -> None:
    giver, row = begin(template, tmp_path / "a")
    with closing(giver), closing(open_library(tmp_path / "b")) as taker, closing(open_library(tmp_path / "c")) as third:
        with offering(giver, row) as server:
            with pytest.raises(Unreachable):
                fetch_parcel(server.url[:-1] + "x", 100)
            with pytest.raises(Dead):
                take_over(taker, server.url, _die)  # before it said so: both have it, and it is the giver's
            assert not is_playable(taker)
        assert is_playable(giver)
        with offering(giver, row) as server, pytest.raises(Dead):
            take_over(taker, server.url, lambda library: _die(report_arrival(server.url, library)))
        assert (is_playable(giver), is_playable(taker)) == (False, False), "the giver said yes, nobody heard it"
        with offering(giver, row) as server:
            assert "parcel-refused" in refusal(lambda: take_over(third, server.url))
            assert is_playable(third) is False
            take_over(taker, server.url)
        assert (is_playable(giver), is_playable(taker)) == (False, True)


def test_connections_that_say_nothing_or_drip_keep_nobody_waiting(template: Path, tmp_path: Path) -> None:
    giver, row = begin(template, tmp_path / "a")
    with closing(giver), closing(open_library(tmp_path / "b")) as taker:
        with offering(giver, row) as server, ExitStack() as ends:
            for start in (b"", b"GET /", b"POST / HTTP/1.1\r\nContent-Le"):
                idle = ends.enter_context(socket.create_connection(("127.0.0.1", urlsplit(server.url).port or 0)))
                idle.sendall(start)
            take_over(taker, server.url)
        assert (is_playable(giver), is_playable(taker)) == (False, True)


def _die(_value: object) -> bool:
    raise Dead


def test_a_file_that_is_taken_back_cannot_be_taken(template: Path, tmp_path: Path) -> None:
    giver, row = begin(template, tmp_path / "a")
    with closing(giver), closing(open_library(tmp_path / "b")) as taker:
        hand_to_file(giver.path, giver.journal, row, tmp_path / "1", "a", AT)
        take_back(giver.path, giver.journal, row)
        assert is_playable(giver)
        assert "parcel-taken" in refusal(lambda: take_from_file(taker.path, taker.journal, tmp_path / "1", AT))
        assert not taker.matches() or not is_playable(taker)
