"""Every kind of league × leave, join, come back, correct, undo, at every moment from its founding to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from q40k.season.decisions import Corrected, Decided, Kind, Withdrawn
from q40k.season.facts import LeagueState
from q40k.season.league import LeagueError, first_round_of, standing
from q40k.season.rounds import begin, draw, join
from tests.season.played_leagues import KINDS, Played

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")


def begin_league(kind: Kind, table: int) -> Played:
    rounds = 3 if kind == "swiss" else 0
    return Played(begin("L", kind, NAMES, table=table, rounds=rounds, group=5, seed="1"))


def play_on(played: Played) -> bool:
    """Play the next table, or draw; False at the end."""
    tables = standing(played.state).open
    if tables:
        left = [name for name in tables[0].players if played.state.is_member(name)]
        played.play(" > ".join(sorted(left)))
        played.settle()
    elif not played.state.is_over:
        played.write(draw(played.state, played.season.evidence))
    return not played.state.is_over


def moments(kind: Kind, table: int) -> Iterator[Played]:
    """A league at each moment of its course, each time played anew."""
    count = 0
    while True:
        played = begin_league(kind, table)
        goes_on = True
        for _ in range(count):
            goes_on = play_on(played)
        yield played
        if not goes_on:
            return
        count += 1


def leave(played: Played) -> None:
    played.write(Withdrawn("L", Random(len(played.record.lines)).choice(played.state.members)))


def join_newcomer(played: Played) -> None:
    played.write(join(played.state, played.season.evidence, "Zoe"))
    assert "Zoe" in played.state.members
    played_rounds = [
        number for number, drawn in enumerate(played.state.rounds, 1) if drawn.is_begun and drawn.is_decided
    ]
    assert first_round_of(played.state, "Zoe") > max(played_rounds, default=0)


def leave_and_come_back(played: Played) -> None:
    name = played.state.members[0]
    played.write(Withdrawn("L", name))
    decided = decided_tables(played.state)
    played.write(join(played.state, played.season.evidence, name))
    assert decided.items() <= decided_tables(played.state).items(), "coming back reopens nothing"


def correct(played: Played) -> None:
    """The last table that was played ended the other way round."""
    tables = [table for table in played.state.tables if table.by == "match"]
    if not tables:
        raise LeagueError("open")
    table = tables[-1]
    assert table.order is not None
    played.write(Corrected("L", table.round, table.table, order=tuple(reversed(table.order))))
    now = played.state.find_table(table.round, table.table)
    assert now is not None
    assert now.order == tuple(reversed(table.order))
    assert (now.by, now.match) == ("word", ""), "no match changes what a person has said"


def say_open_table(played: Played) -> None:
    tables = standing(played.state).open
    if not tables:
        raise LeagueError("open")
    table = tables[-1]
    played.write(Decided("L", table.round, table.table, order=tuple((name,) for name in table.players)))


def undo_leaving(played: Played) -> None:
    """Somebody leaves, the league goes on, and the leaving is taken back."""
    name = played.state.members[0]
    before = decided_tables(played.state)
    played.write(Withdrawn("L", name))
    tables = standing(played.state).open
    if tables:
        play_on(played)
    assert played.undo()
    assert name in played.state.members
    assert before.items() <= decided_tables(played.state).items()


def decided_tables(state: LeagueState) -> dict[tuple[int, int], object]:
    return {
        (table.round, table.table): table for table in state.tables if table.order is not None and table.by != "bye"
    }


ACTIONS: dict[str, Callable[[Played], None]] = {
    "leave": leave,
    "join": join_newcomer,
    "come back": leave_and_come_back,
    "correct": correct,
    "say": say_open_table,
    "undo a leaving": undo_leaving,
}


UNDONE = {"leave": 1, "join": 1, "come back": 2, "correct": 1, "say": 1}
"""So many undos take an action back."""


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("table", [2, 3])
@pytest.mark.parametrize("kind", KINDS)
def test_a_fact_at_any_moment_keeps_what_was_decided_goes_on_to_an_end_and_can_be_undone(
    kind: Kind, table: int, action: str
) -> None:
    done = 0
    for played in moments(kind, table):
        before, seats = played.state, decided_tables(played.state)
        try:
            ACTIONS[action](played)
        except LeagueError:  # it is too late for that, or too early
            continue
        done += 1
        now = decided_tables(played.state)
        if action != "correct":
            assert seats.items() <= now.items()
        if action in UNDONE:
            for _ in range(UNDONE[action]):
                played.undo()
            assert played.state == before
            ACTIONS[action](played)
        for _ in range(100):
            if not play_on(played):
                break
        assert played.state.is_over
        assert standing(played.state).winners
        assert kind != "knockout" or len(standing(played.state).winners) == 1
    assert done, "at some moment this is possible"
