"""An arena made of a few answers is a sound one, whatever the answers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games.quake.arena.checks import arena_findings
from q40k.games.quake.arena.generator import ArenaOrder, NoRoom, make_contents
from q40k.games.quake.packs.arena import Arena
from q40k.packs.validate import parse_model

NAMES = {"en": "x", "fr": "x"}
sides = st.integers(1, 12).map(lambda tiles: tiles * 20)


def arena_of(order: ArenaOrder, seed: int) -> Arena:
    entry: dict[str, Any] = {"id": "x", "name": NAMES, "note": NAMES, "size": order.size}
    return parse_model(Arena, entry | make_contents(order, Random(seed).random))


def attempt(order: ArenaOrder, seed: int) -> Arena | NoRoom:
    try:
        return arena_of(order, seed)
    except NoRoom as no_room:
        return no_room


wishes = st.builds(
    ArenaOrder,
    size=st.tuples(sides, sides),
    equipment=st.integers(0, 8),
    weapons=st.integers(0, 8),
    special=st.integers(0, 1),
    teams=st.sampled_from([0, 2, 3, 4, 5, 6]),
    barrels=st.integers(0, 30),
    scenery=st.integers(0, 12),
)


@pytest.mark.rule("ARENA-1", "ARENA-3", "ARENA-4", "BASE-1")
@settings(max_examples=60, deadline=None)
@given(wishes, st.integers(0, 999))
def test_whatever_is_wanted_the_arena_passes_the_check_or_there_is_no_room(order: ArenaOrder, seed: int) -> None:
    arena = attempt(order, seed)
    if isinstance(arena, NoRoom):
        most = {"equipment": order.equipment, "weapon": order.weapons, "bases": 1, "portals": 1}
        most |= {"scenery": order.scenery, "barrels": order.barrels}
        assert 0 <= arena.placed < most[arena.thing]
        return
    findings = arena_findings(arena)
    assert [finding for finding in findings if finding.severity == "error"] == []
    if min(order.size) >= 60 and not order.teams:
        assert findings == []
    kinds = [token.category for token in arena.tokens]
    assert (kinds.count("equipment"), kinds.count("weapon"), kinds.count("special")) == (
        order.equipment,
        order.weapons,
        order.special,
    )
    assert (len(arena.bases), len(arena.barrels)) == (order.teams, order.barrels)
    assert len(arena.scenery) == order.scenery
    assert {flag.base for flag in arena.flags} - {None} == set(range(1, order.teams + 1))


@settings(max_examples=10, deadline=None)
@given(wishes, st.integers(0, 999))
def test_the_same_seed_makes_the_same_arena(order: ArenaOrder, seed: int) -> None:
    first, other = attempt(order, seed), attempt(order, seed)
    if isinstance(first, NoRoom) and isinstance(other, NoRoom):
        assert (first.thing, first.placed) == (other.thing, other.placed)
    else:
        assert first == other


@pytest.mark.rule("BASE-1")
def test_two_bases_on_60_by_60_are_those_of_the_book() -> None:
    arena = arena_of(ArenaOrder((60, 60), 2, 2, teams=2), 1)
    assert [base.polygon for base in arena.bases] == [
        ((0, 20), (10, 20), (10, 40), (0, 40)),
        ((50, 20), (60, 20), (60, 40), (50, 40)),
    ]


@pytest.mark.rule("BASE-1")
@pytest.mark.parametrize("teams", [2, 3, 4])
def test_a_table_with_room_keeps_bases_18_inches_apart_without_a_warning(teams: int) -> None:
    for size in ((120, 120), (140, 80), (120, 100)):
        assert arena_findings(arena_of(ArenaOrder(size, teams=teams), 3)) == []


@pytest.mark.rule("ARENA-3")
def test_without_teams_the_portals_lie_in_the_corners_and_the_centre_as_in_the_book() -> None:
    portals = arena_of(ArenaOrder((60, 60), 2, 2), 1).portals
    assert [portal.at for portal in portals] == [(6, 54), (54, 54), (54, 6), (6, 6), (30, 30)]


@pytest.mark.rule("ARENA-4")
def test_a_table_too_small_for_tokens_15_cm_from_portals_says_how_many_it_takes() -> None:
    with pytest.raises(NoRoom) as refused:
        make_contents(ArenaOrder((40, 40)), Random(1).random)
    assert (refused.value.thing, refused.value.placed) == ("equipment", 0)


def test_scenery_lies_in_pairs_half_turned_about_the_centre() -> None:
    arena = arena_of(ArenaOrder((120, 80), scenery=6), 5)
    for first, second in zip(arena.scenery[::2], arena.scenery[1::2], strict=True):
        middles = [
            (
                sum(c[0] for c in piece.corners) / len(piece.corners),
                sum(c[1] for c in piece.corners) / len(piece.corners),
            )
            for piece in (first, second)
        ]
        assert middles[0][0] + middles[1][0] == pytest.approx(120, abs=0.3)
        assert middles[0][1] + middles[1][1] == pytest.approx(80, abs=0.3)
        assert first.effects == second.effects
