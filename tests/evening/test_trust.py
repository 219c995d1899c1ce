"""What the hall takes from whom: each kind of message that it refuses has a sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from msgspec.structs import replace

from q40k.evening import server, table, wire
from q40k.evening.checker import SECONDS, Request, start_checker
from q40k.evening.hall import MOST_TRIES
from q40k.evening.wire import SENTENCES, Batch, Join, Joined, Refusal, Refused, refusal_text
from q40k.i18n.locale import Locale
from q40k.kernel.journal import checksums
from q40k.live.child import Busy
from q40k.packs.shipped import coded_sentences
from tests.evening.halls import END, Hall, Table, entries_of, found_league, play, score, serve_hall


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hall, Table, Table, str]]:
    """A hall, two tables that have joined it, and the match that the first of them has sent up to turn 1."""
    folder = tmp_path_factory.mktemp("evening")
    path = folder / "hall.sqlite3"
    found_league(path, ("Ann", "Bob", "Cid", "Dan"))
    with Table(folder / "one", 1) as laptop, Table(folder / "two", 2) as two, serve_hall(path) as hall:
        hall.wait_for("round 1")
        laptop.join(hall)
        two.join(hall)
        session, other = laptop.begin(), two.begin()
        laptop.send()
        play(session, score(session.game.view.seats(session.state)[0].name, 3), END)
        yield hall, laptop, two, session.row.identity
        session.close()
        other.close()


def new_of(laptop: Table, identity: str) -> Batch:
    """The entries of a match that the hall has not got yet."""
    membership = table.read_membership(laptop.path)
    assert membership is not None
    with closing(table.HallClient(membership.url, membership.token)) as client:
        return laptop.batch(identity, client.ask(wire.STAND, identity, wire.Stand).seq)


def code(refusal: Refusal) -> str:
    """The code of a refusal, which has a sentence in both languages."""
    sentences = {refusal_text(Locale(language), refusal) for language in ("en", "fr")}
    assert len(sentences) == 2
    assert all("?" not in sentence and "{" not in sentence for sentence in sentences)
    return refusal.code


def test_forged_entries_are_refused_with_the_entry_and_the_reason(evening: tuple[Hall, Table, Table, str]) -> None:
    _hall, laptop, _two, identity = evening
    batch = new_of(laptop, identity)
    first, *rest = batch.rows
    more = first.events.replace('"change":3', '"change":9').replace("3", "9")
    assert more != first.events
    forged = laptop.refusal(replace(batch, rows=(replace(first, events=more), *rest)))
    assert (code(forged), forged.facts["entry"]) == ("forged", first.seq)
    nonsense = replace(first, body='{"do":"adjust","player":"Zoe","score":1,"why":"x"}')
    assert code(laptop.refusal(replace(batch, rows=(nonsense, *rest)))) == "forged"
    assert code(laptop.refusal(replace(batch, rows=(replace(first, kind="gift"), *rest)))) == "forged"
    assert code(laptop.refusal(replace(batch, rows=(replace(first, body="[" * 5000), *rest)))) == "forged"
    assert new_of(laptop, identity) == batch, "nothing of it was taken"


def test_a_table_can_send_its_own_match_only(evening: tuple[Hall, Table, Table, str]) -> None:
    _hall, laptop, two, identity = evening
    batch = new_of(laptop, identity)
    membership = table.read_membership(two.path)
    assert membership is not None
    assert code(laptop.refusal(batch, membership.token)) == "foreign"
    assert code(laptop.refusal(replace(batch, match="0123456789abcdef"))) == "foreign"
    assert code(laptop.refusal(replace(batch, game="epic", shape=server_shape("epic")))) == "foreign"
    assert code(laptop.refusal(batch, "a guess")) == "unknown"
    assert code(laptop.refusal(batch, "")) == "unknown"


def server_shape(game: str) -> int:
    from q40k.games.game import find

    return find(game).shape


def test_replayed_and_out_of_order_entries_say_where_the_hall_is(evening: tuple[Hall, Table, Table, str]) -> None:
    _hall, laptop, _two, identity = evening
    batch = new_of(laptop, identity)
    again = laptop.refusal(laptop.batch(identity, 0, batch.after))
    assert (code(again), again.stand) == ("known", wire.Stand(batch.after, batch.checksum))
    gap = laptop.refusal(laptop.batch(identity, batch.after + 1))
    assert (code(gap), gap.stand) == ("order", wire.Stand(batch.after, batch.checksum))
    assert code(laptop.refusal(replace(batch, rows=batch.rows[::-1]))) == "order"
    assert code(laptop.refusal(replace(batch, checksum=batch.checksum + 1))) == "differs"
    other_past = laptop.batch(identity, 0, batch.after)
    other_past = replace(other_past, rows=(*other_past.rows[:-1], replace(other_past.rows[-1], hand="x")))
    assert code(laptop.refusal(other_past)) == "differs"
    assert checksums.first(identity) != batch.checksum


def test_a_message_that_is_too_large_is_not_read(evening: tuple[Hall, Table, Table, str]) -> None:
    hall, laptop, _two, _identity = evening
    membership = table.read_membership(laptop.path)
    assert membership is not None
    host = hall.url.split("/")[2]
    for token, code_text in ((membership.token, b'"large"'), ("a guess", b'"unknown"')):
        connection = HTTPConnection(host, timeout=5)
        connection.putrequest("POST", wire.ENTRIES)
        for name, value in ((wire.TOKEN, token), ("Origin", f"http://{host}"), ("Content-Length", "9999999")):
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        assert (answer.status, code_text in answer.read()) == (server.REFUSED, True)
        connection.close()
    assert code(laptop.refusal(b'{"match": 7}')) == "unread"
    assert code(laptop.refusal(b"[" * 100_000)) == "unread"


def test_older_and_newer_versions_are_refused_until_they_are_the_same(evening: tuple[Hall, Table, Table, str]) -> None:
    hall, laptop, _two, identity = evening
    batch = new_of(laptop, identity)
    assert code(laptop.refusal(replace(batch, shape=batch.shape - 1))) == "older"
    assert code(laptop.refusal(replace(batch, shape=batch.shape + 1))) == "newer"
    shapes = {"quake": server_shape("quake")}
    assert refused_join(hall, Join(wire.VERSION + 1, hall.word, 3, "laptop", shapes, "0" * 32)) == "version"
    assert (
        refused_join(hall, Join(wire.VERSION, hall.word, 3, "laptop", {"quake": shapes["quake"] - 1}, "0" * 32))
        == "older"
    )


def refused_join(hall: Hall, message: Join) -> str:
    with closing(table.HallClient(hall.url)) as client, pytest.raises(Refused) as refused:
        client.ask(wire.JOIN, message, Joined)
    return code(refused.value.refusal)


def test_a_table_has_one_laptop_and_the_word_is_not_found_by_trying(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    found_league(path, ("Ann", "Bob"))
    with Table(tmp_path / "one", 1) as laptop, Table(tmp_path / "two", 1) as two, serve_hall(path) as hall:
        first = laptop.join(hall)
        assert laptop.join(hall).token == first.token, "the same laptop comes back"
        with pytest.raises(Refused) as refused:
            two.join(hall)
        assert code(refused.value.refusal) == "taken"
        for _try in range(MOST_TRIES):
            with pytest.raises(Refused) as refused:
                two.join(hall, "aaaaaa")
            assert code(refused.value.refusal) == "word"
        with pytest.raises(Refused) as refused:
            two.join(hall)
        assert code(refused.value.refusal) == "tries"


def test_a_failed_try_to_be_another_table_leaves_a_laptop_the_table_that_it_is(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    found_league(path, ("Ann", "Bob"))
    with Table(tmp_path / "one", 1) as laptop, serve_hall(path) as hall:
        first = laptop.join(hall)
        laptop.begin().close()
        with pytest.raises(Refused):
            table.join(laptop.path, hall.url, "aaaaaa", 2)
        with pytest.raises(table.Unreachable):
            table.join(laptop.path, "http://127.0.0.1:9", hall.word, 3)
        membership = table.read_membership(laptop.path)
        assert membership is not None
        assert (membership.table, membership.token, len(membership.matches)) == (1, first.token, 1)
        assert laptop.send().refusal is None
        assert table.join(laptop.path, hall.url, hall.word, 3).token == membership.asked[3], "as a lost answer knows it"


def test_a_laptop_that_becomes_another_table_is_told_what_stays_behind_and_may_go_back(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    found_league(path, ("Ann", "Bob"))
    with Table(tmp_path / "one", 1) as laptop, serve_hall(path) as hall:
        first = laptop.join(hall)
        laptop.begin().close()
        before = table.read_membership(laptop.path)
        second = table.join(laptop.path, hall.url, hall.word, 2)
        behind = table.left_behind(Locale("en"), laptop.library, before, second)
        assert behind == "“Cup” of table 1 is not over, and is not sent any more. Join as table 1 to go on."
        assert not table.left_behind(Locale("en"), laptop.library, second, second)
        table.join(laptop.path, hall.url, hall.word, 3)
        back = table.join(laptop.path, hall.url, hall.word, 1)
        assert back.token == first.token
        pairing = table.next_pairing(back).pairing
        assert pairing is not None
        assert table.take_pairing(laptop.library, back, pairing) is not None
        assert laptop.send().refusal is None
        assert entries_of(path, pairing.match) == entries_of(laptop.path, pairing.match)


async def test_an_entry_that_takes_too_long_ends_the_child_and_the_next_one_starts_another() -> None:
    child = start_checker()
    request = Request("0" * 16, "quake", 0, ())
    with pytest.raises(Busy):
        await child.ask(request, 0.0)
    assert (await child.ask(request, SECONDS)).standing is None
    await child.close()
    await asyncio.sleep(0)


def test_every_refusal_has_its_sentence() -> None:
    sentences = coded_sentences(SENTENCES, "refusals")
    assert all(
        refusal_text(Locale("fr"), Refusal(name)) != refusal_text(Locale("en"), Refusal(name)) for name in sentences
    )
    assert refusal_text(Locale("en"), Refusal("from the future")) == sentences["unread"]
