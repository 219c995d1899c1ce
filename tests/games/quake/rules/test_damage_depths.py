"""One fight entered at three depths, as a kill, by totals, die by die, comes to the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.state.damage import Killed
from q40k.games.quake.state.respawn import Respawned
from q40k.games.quake.table.view import state_data
from tests.games.quake.rules.brawling import melee
from tests.games.quake.rules.playing import Table, of_type, start_table
from tests.games.quake.rules.shooting import gunners

Entry = tuple[str, tuple[Any, ...], dict[str, Any]]
"""A command, its answers, its arguments."""

SHOT = {"player": "Ann", "target": "Bob", "weapon": "heavy-bolter", "distance": 20}
KILL = {"player": "Ann", "victim": "Bob"}
SHOTS: tuple[Entry, ...] = (
    ("kill", (4,), KILL),
    ("shoot", ("dead", 4), SHOT),
    ("shoot", ("=2", "dead", 4), SHOT),
    ("shoot", ("=2", "=1", "dead", 4), SHOT),
    ("shoot", ("=2", "=2", "=1", 4), SHOT),
    ("shoot", (3, 2, 6, "=2", 5, 2, 4), SHOT),
    ("shoot", (3, 2, 6, 3, 4, 5, 2, 4), SHOT),
)
FIGHTS: tuple[Entry, ...] = (
    ("kill", (4,), KILL),
    ("fight", ("dead", 4), {}),
    ("fight", ("=1", "=1", "dead", 4), {}),
    ("fight", ("=1", "=1", "=0", 4), {}),
    ("fight", (4, 2, "=1", 2, 4), {}),
    ("fight", (4, 2, 4, 2, 4), {}),
)


def deaths(events: Sequence[Any]) -> list[dict[str, Any]]:
    """The kills and respawns, all their facts but the words for how it happened."""
    result = of_type(events, Killed) + of_type(events, Respawned)
    return [{k: v for k, v in structs.asdict(event).items() if k not in ("how", "cause")} for event in result]


def came_of_it(table: Table, events: Sequence[Any]) -> tuple[Any, ...]:
    """What everyone sees afterwards: the deaths, the score, who stands where."""
    seen = state_data(table.state, None, [])
    return deaths(events), seen["players"], seen["order"], seen["winner"], table.state.play.phase


@pytest.mark.rule("SHOOT-1", "SCORE-1", "RESPAWN-1")
@pytest.mark.parametrize("entry", SHOTS[1:], ids=str)
def test_a_shot_comes_to_the_same_at_every_depth(entry: Entry) -> None:
    assert at_depth(shooting, entry) == at_depth(shooting, SHOTS[0])


@pytest.mark.rule("MELEE-2", "SCORE-1", "RESPAWN-1")
@pytest.mark.parametrize("entry", FIGHTS[1:], ids=str)
def test_a_melee_comes_to_the_same_at_every_depth(entry: Entry) -> None:
    assert at_depth(fighting, entry) == at_depth(fighting, FIGHTS[0])


@pytest.mark.rule("MELEE-4")
@pytest.mark.parametrize(
    "answers",
    [("dead", "dead", 2, 3), ("=1", "=1", "=0", "=1", "=1", "=0", 2, 3), (4, 2, 4, 2, 4, 4, 1, 2, 3)],
    ids=str,
)
def test_equals_who_kill_each_other_do_so_at_every_depth(answers: tuple[Any, ...]) -> None:
    equals = melee("Ann Bob", "Ann > Bob")
    events = equals.do("fight", *answers)
    assert equals.story(events) == ["Bob killed Ann", "Ann killed Bob", "Ann back by 2", "Bob back by 3"]
    by_hand = melee("Ann Bob", "Ann > Bob")
    by_hand.do("kill", 2, 3, player=("Ann", "Bob"), victim=("Ann", "Bob"))
    assert equals.scores == by_hand.scores


def shooting() -> Table:
    return gunners("Ann Bob Cid")


def fighting() -> Table:
    """Ann, who is quicker, has charged Bob."""
    return melee("Ann Bob Cid", "Ann > Bob", Ann={"i": 5})


def at_depth(lay: Callable[[], Table], entry: Entry) -> tuple[Any, ...]:
    table, (do, answers, arguments) = lay(), entry
    events = table.do(do, *answers, **arguments)
    table.check()
    return came_of_it(table, events)


@pytest.mark.rule("TURN-1", "SHOOT-4", "RESPAWN-1")
def test_who_moved_and_was_shot_dead_has_moved_when_it_shoots_again() -> None:
    table = start_table("Ann Bob")
    table.do("move", player="Ann", inches=3)
    table.do("next")
    table.do("end-phase")
    table.do("kill", 3, player="Bob", victim="Ann")
    assert table["Ann"].in_play
    assert table["Ann"].turn.moved
