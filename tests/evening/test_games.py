"""An evening of the other games: a match is played to its end, comes home, and its end is taken back."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from q40k.evening import table
from q40k.games.game import find
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script
from tests.cli.calls import q40k
from tests.evening.halls import LEAGUE, Hall, Table, entries_of, found_league, serve_hall
from tests.games.golden import matches_of


def begin(laptop: Table, players: tuple[str, ...], lines: list[str]) -> tuple[MatchSession, str]:
    """Begin the match of the next pairing with the first line of a script; return it, and its identity."""
    membership = table.read_membership(laptop.path)
    assert membership is not None
    pairing = table.next_pairing(membership).pairing
    assert pairing is not None
    assert set(pairing.players) == set(players)
    table.take_pairing(laptop.library, membership, pairing)
    session = laptop.library.begin("Cup", find(pairing.game), pairing.match)
    play(session, lines)
    return session, pairing.match


def play(session: MatchSession, lines: list[str]) -> None:
    packs = session.game.packs.library
    for entry in read_script(lines, None if session.head == 0 else session.game):
        play_line(session, packs, entry)


def orders(hall: Hall) -> list[Any]:
    state = hall.season.club.league(LEAGUE)
    assert state is not None
    return [entry.order for entry in state.tables]


@pytest.mark.parametrize(
    ("game", "name", "names"),
    [("epic", "usual", {}), ("space-hulk", "down-the-shaft-4", {"marines": "Ann", "stealers": "Bob"})],
)
def test_a_match_of_another_game_is_entered_and_goes_on_after_its_end_only_if_the_hall_allows_it(
    game: str, name: str, names: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *rest = (matches_of(game) / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    lines = [json.dumps(json.loads(first) | names), *rest]
    path = tmp_path / "hall" / "matches.sqlite3"
    path.parent.mkdir()
    players = tuple(names.values()) or ("A", "B")
    found_league(path, players, game=game)
    with Table(tmp_path / "laptop", 1) as laptop, serve_hall(path, game=game) as hall:
        laptop.join(hall)
        session, identity = begin(laptop, players, lines)
        assert session.snapshot.status.over
        assert laptop.send().refusal is None
        hall.wait_for("won by")
        assert entries_of(path, identity) == entries_of(laptop.path, identity)
        (order,) = orders(hall)
        assert {*(player for tied in order for player in tied)} == set(players)
        session.undo()
        refusal = laptop.send().refusal
        assert refusal is not None
        assert refusal.code == "asks"
        monkeypatch.setenv("Q40K_DATA_DIR", str(path.parent))
        assert q40k("evening", "allow", LEAGUE, "1").exit_code == 0
        while (refusal := laptop.send().refusal) is not None:
            assert refusal.code in ("asks", "busy"), refusal
        session.close()
        with closing(MatchLibrary(path)) as held:
            (row,) = [row for row in held.matches() if row.identity == identity]
            state = held.last_state(row.id)[1]
        assert not find(game).view.status(state).over
