"""A season is worked out from the journals, anew whenever one of them has changed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from statistics import fmean
from typing import Any
from urllib.parse import unquote
from zlib import crc32

import pytest
from msgspec.structs import replace

from q40k.season.data import bgstats, data
from q40k.season.results import LibraryResults
from q40k.season.season import EVERYTHING, Season, build_season, season
from q40k.season.statistics import standings
from q40k.season.wording import counts_of, order_of_finish
from q40k.table.amending import Redraft, find_target, other_command
from q40k.table.briefs import Briefs
from q40k.table.digests import Ended
from q40k.table.history import branch
from q40k.table.match_library import MatchLibrary
from q40k.table.shelf import delete, empty_bin, restore
from tests.games.golden import scripts_of
from tests.season.evenings import ended_match, play_in, played_library, scored_match, standing_decisions
from tests.table.digests import change_digests, kept_digests
from tests.table.scripts import opening_lines, play

FIRST = scored_match(("Ann", 20), ("Bob", 5), ("Cid", 5))
SECOND = scored_match(("Cid", 30), ("Ann", 10), ("Bob", 0))


@pytest.fixture
def held_library(tmp_path: Path) -> Iterator[MatchLibrary]:
    with closing(played_library(tmp_path / "matches.sqlite3")) as library:
        yield library


def orders(library: MatchLibrary) -> list[str]:
    return [order_of_finish(match) for match in season(library).matches]


def test_it_holds_the_finished_matches_in_the_order_of_play(held_library: MatchLibrary) -> None:
    play_in(held_library, FIRST)
    play_in(held_library, opening_lines("Ann", "Bob"))
    play_in(held_library, SECOND)
    assert orders(held_library) == ["1. Ann · 2. Bob = Cid", "1. Cid · 2. Ann · 3. Bob"]
    assert [match.number for match in season(held_library).matches] == [1, 3]


def test_bg_stats_is_told_who_played_together_and_when_in_utc() -> None:
    late = replace(
        ended_match("Ann+Bob > Cid"),
        ended=Ended(
            "quake",
            None,
            "2026-03-01T22:00:00+01:00",
            "2026-03-02T00:30:00+01:00",
            7,
            ended_match("Ann+Bob > Cid").ended.entrants,
        ),
    )
    (link,) = bgstats(build_season([late], standing_decisions()))
    play = json.loads(unquote(link.partition("?data=")[2]))
    assert (play["playDate"], play["durationMin"]) == ("2026-03-01 23:30:00", 150)
    assert [(player["name"], player.get("team")) for player in play["players"]] == [
        ("Ann", "Ann+Bob"),
        ("Bob", "Ann+Bob"),
        ("Cid", None),
    ]


def test_an_amended_match_mends_the_season(held_library: MatchLibrary) -> None:
    number = play_in(held_library, FIRST)
    assert orders(held_library) == ["1. Ann · 2. Bob = Cid"]
    before = data(season(held_library), EVERYTHING)
    with closing(held_library.open(number)) as match_session:
        wrong = next(entry for entry in match_session.inputs() if '"Bob"' in entry.body and "adjust" in entry.body)
        target = find_target(match_session, wrong.seq)
        other = match_session.read_command(wrong.body.replace("5", "25"))
        redraft = Redraft(match_session, target, other_command(target, other))
        while not redraft.advance():
            pass
        redraft.keep()
    assert orders(held_library) == ["1. Bob · 2. Ann · 3. Cid"]
    with closing(held_library.open(number)) as match_session:
        match_session.undo()
    assert orders(held_library) == ["1. Ann · 2. Bob = Cid"]
    assert data(season(held_library), EVERYTHING)["table"] == before["table"]


def test_what_was_worked_out_is_not_worked_out_again(
    held_library: MatchLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    for lines in (FIRST, SECOND, opening_lines("Ann", "Bob")):
        play_in(held_library, lines)
    first = list(LibraryResults(held_library).finished_matches())
    opened: list[int] = []
    read_it = held_library.read_sound

    def watch_match(match: int) -> Any:
        opened.append(match)
        return read_it(match)

    monkeypatch.setattr(held_library, "read_sound", watch_match)
    assert list(LibraryResults(held_library).finished_matches()) == first
    assert opened == []
    identity = held_library.journal.identity_of(play_in(held_library, SECOND))
    change_digests(held_library.path, f"DELETE FROM digests WHERE match = '{identity}'")
    opened.clear()
    seen: list[tuple[int, int]] = []
    assert len(LibraryResults(held_library).finished_matches(lambda place, number: seen.append((place, number)))) == 3
    assert (opened, seen) == ([4], [(1, 1)])


@pytest.mark.parametrize(
    "damage",
    [
        """SET body = replace(body, '"20"', '"1/0"')""",
        """SET body = replace(body, '"20"', '"99"')""",
        """SET body = replace(body, '"place":2', '"place":1')""",
        "SET maker = '0.' || maker",
        "SET head = head + 1",
        "SET body = '{'",
        "SET body = '[1]'",
        "SET body = CAST(x'fffe' AS TEXT)",
        "SET checksum = 'text'",
    ],
)
def test_a_result_that_was_changed_is_worked_out_anew(held_library: MatchLibrary, damage: str) -> None:
    play_in(held_library, FIRST)
    first = list(LibraryResults(held_library).finished_matches())
    good = kept_digests(held_library.path)
    assert change_digests(held_library.path, f"UPDATE digests {damage} WHERE kind = 'result'") == 1
    assert list(LibraryResults(held_library).finished_matches()) == first
    assert kept_digests(held_library.path) == good


def test_a_season_goes_without_what_is_kept(held_library: MatchLibrary) -> None:
    play_in(held_library, FIRST)
    first = list(LibraryResults(held_library).finished_matches())
    change_digests(held_library.path, "DROP TABLE digests")
    assert list(LibraryResults(held_library).finished_matches()) == first
    with closing(MatchLibrary(held_library.path, follow=True)) as looking:
        assert list(LibraryResults(looking).finished_matches()) == first


def test_a_season_is_told_from_a_library_that_cannot_be_written(held_library: MatchLibrary) -> None:
    play_in(held_library, FIRST)
    change_digests(held_library.path, "DROP TABLE digests")
    with closing(MatchLibrary(held_library.path, follow=True)) as looking:
        assert len(LibraryResults(looking).finished_matches()) == 1
    assert kept_digests(held_library.path) == []


def lay_out_old_files(library: Path, **changed: object) -> tuple[Path, Path]:
    """Take what a library keeps of its matches out of it, and lay it out as the version of 26 November did."""
    kept: dict[str, dict[str, Any]] = {"brief": {}, "result": {}}
    for match, kind, _maker, entry, head, body, _checksum in kept_digests(library):
        value = {"brief": json.loads(str(body))} if kind == "brief" else json.loads(str(body))
        kept[str(kind)][str(match)] = {"entry": entry, "checksum": head, **value}
    change_digests(library, "DELETE FROM digests")
    briefs, results = (library.with_name(f"{library.stem}-{name}.json") for name in ("briefs", "results"))
    briefs.write_text(json.dumps(kept["brief"]), encoding="utf-8")
    text = json.dumps(kept["result"])
    facts = {"made_by": "0.1.0/4", "checksum": crc32(text.encode()), **changed}
    results.write_text(f'{json.dumps(facts)[:-1]}, "kept": {text}}}', encoding="utf-8")
    return briefs, results


def test_what_an_older_version_kept_beside_the_library_is_not_worked_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "matches.sqlite3"
    with closing(MatchLibrary(path)) as library:
        play_in(library, FIRST)
        play_in(library, FIRST[:3])
        first = list(LibraryResults(library).finished_matches())
        listed = [Briefs(library).brief_of(row) for row in library.matches()]
    files = lay_out_old_files(path)
    monkeypatch.setattr(MatchLibrary, "last_state", lambda *_: pytest.fail("a match was read again"))
    with closing(MatchLibrary(path)) as library:
        assert list(LibraryResults(library).finished_matches()) == first
        assert [Briefs(library).brief_of(row) for row in library.matches()] == listed
    assert not any(file.exists() for file in files)


@pytest.mark.parametrize("changed", [{"checksum": 1}, {"made_by": "0.1.0/3"}, {"made_by": ["0.1.0/4"]}])
def test_results_beside_the_library_that_are_damaged_or_older_are_worked_out_again(
    changed: dict[str, object], tmp_path: Path
) -> None:
    path = tmp_path / "matches.sqlite3"
    with closing(MatchLibrary(path)) as library:
        play_in(library, FIRST)
        first = list(LibraryResults(library).finished_matches())
    files = lay_out_old_files(path, **changed)
    with closing(MatchLibrary(path)) as library:
        assert [row[1] for row in kept_digests(path)] == ["brief"]
        assert list(LibraryResults(library).finished_matches()) == first
    assert not any(file.exists() for file in files)


def test_nothing_is_kept_of_a_match_that_was_erased(held_library: MatchLibrary) -> None:
    number = play_in(held_library, FIRST)
    assert [row[1] for row in kept_digests(held_library.path)] == ["brief", "result"]
    delete(held_library, held_library.find(str(number)), "now")
    empty_bin(held_library)
    assert kept_digests(held_library.path) == []


def test_how_a_match_ended_is_kept_as_it_is_left(held_library: MatchLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    play_in(held_library, FIRST)

    def read_it(_match: int) -> Any:
        raise AssertionError("the match was read again")

    monkeypatch.setattr(held_library, "last_state", read_it)
    assert len(LibraryResults(held_library).finished_matches()) == 1


def test_what_lies_in_the_bin_does_not_count(held_library: MatchLibrary) -> None:
    number = play_in(held_library, FIRST)
    row = held_library.find(str(number))
    delete(held_library, row, "now")
    assert orders(held_library) == []
    restore(held_library, row)
    assert len(orders(held_library)) == 1


def test_a_branch_counts_only_in_the_place_of_a_match_that_has_not_ended(held_library: MatchLibrary) -> None:
    number = play_in(held_library, FIRST)
    with closing(held_library.open(number)) as match_session:
        other = branch(match_session, match_session.inputs()[-1].seq, "another end")
    assert [match.number for match in season(held_library).matches] == [number]
    with closing(held_library.open(number)) as match_session:
        match_session.undo()
    assert [match.number for match in season(held_library).matches] == [other]


@pytest.mark.parametrize("damage", ["events || ' '", "'{'", "replace(events, '1', '2')"])
def test_a_match_that_cannot_be_read_is_named(held_library: MatchLibrary, damage: str) -> None:
    play_in(held_library, FIRST)
    number = play_in(held_library, SECOND)
    change_digests(held_library.path, "DELETE FROM digests")
    ((events,),) = held_library.journal.read("SELECT events FROM entries WHERE match = ? AND seq = 2", number)
    change_digests(held_library.path, f"UPDATE entries SET events = {damage} WHERE match = {number} AND seq = 2")
    result = season(held_library)
    assert (result.unread, [match.number for match in result.matches]) == ((number,), [1])
    change_digests(held_library.path, f"UPDATE entries SET events = '{events}' WHERE match = {number} AND seq = 2")
    assert len(season(held_library).matches) == 2


# ---- every figure by another way


@pytest.fixture(scope="module")
def golden(tmp_path_factory: pytest.TempPathFactory) -> tuple[Season, list[Any]]:
    """The season of all golden matches, and the same matches as states and events alone."""
    path = tmp_path_factory.mktemp("golden") / "matches.sqlite3"
    played = [play(script.read_text(encoding="utf-8").splitlines()) for script in scripts_of("quake")]
    with closing(MatchLibrary(path)) as library:
        for match_session in played:
            library.adopt(match_session, "")
        result = season(library)
    return result, [session for session in played if session.state.outcome.over]


def facts(match_sessions: list[Any]) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Of every match the state as scripts show it, and its events as the journal has them."""
    for session in match_sessions:
        events = [event for entry in session.inputs() for event in json.loads(entry.events)]
        yield session.game.view.as_json(session.state, None, []), events


def test_kills_deaths_and_points_are_those_of_the_boards(golden: tuple[Season, list[Any]]) -> None:
    result, played = golden
    counted: dict[str, Counter[str]] = {}
    points: dict[str, Fraction] = {}
    for state, _events in facts(played):
        for name, player in state["players"].items():
            counted.setdefault(name.casefold(), Counter()).update(
                {what: player[what] for what in ("kills", "deaths", "accidents")}
            )
            key = name.casefold()
            points[key] = points.get(key, Fraction(0)) + Fraction(str(player["score"]))
    rows = standings(result.matches, counts_of("quake"))
    for row in rows:
        board = counted[row.player.casefold()]
        assert {what: row.counts[what] for what in board} == dict(board)
        assert row.points == points[row.player.casefold()]


def test_telefrags_and_tokens_are_those_of_the_events(golden: tuple[Season, list[Any]]) -> None:
    result, played = golden
    counter: Counter[str] = Counter()
    telefragged: Counter[str] = Counter()
    tokens: Counter[str] = Counter()
    for session in played:
        names = {seat.id: seat.name.casefold() for seat in session.game.view.seats(session.state)}
        for _state, events in facts([session]):
            for event in events:
                if event["type"] == "accident" and event["cause"] == "telefragged":
                    telefragged[names[event["player"]]] += 1
                    counter.update([names[event["by"]]] if event.get("by") else [])
                if event["type"] == "token-taken":
                    tokens[names[event["player"]]] += 1
    assert sum(telefragged.values()) > 10
    for row in standings(result.matches, counts_of("quake")):
        name = row.player.casefold()
        assert (row.counts["telefragged"], row.counts["telefrags"]) == (telefragged[name], counter[name])
        assert row.counts["tokens"] == tokens[name]


def test_places_wins_and_opponents_beaten_by_plain_counting(golden: tuple[Season, list[Any]]) -> None:
    result, played = golden
    won: Counter[str] = Counter()
    for state, _events in facts(played):
        for winner in state["winner"] or []:
            teams = state.get("teams", {})
            names = teams[winner]["players"] if winner in teams else [winner]
            won.update(name.casefold() for name in names)
    for standing in standings(result.matches):
        mine = [(match, each) for match in result.matches for each in match.people if each.player == standing.player]
        assert standing.matches == len(mine)
        assert standing.mean_place == pytest.approx(fmean(each.place for _match, each in mine))
        beaten = [
            1.0 if each.place < other.place else 0.5
            for match, each in mine
            for other in match.people
            if other.side != each.side and each.place <= other.place
        ]
        assert standing.beaten == sum(beaten)
        assert standing.wins == won[standing.player.casefold()]
