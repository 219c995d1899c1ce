"""Exact chances against the digest's own figures, and against the rules themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from q40k.games.epic.rules.shooting import plan_volley
from q40k.games.epic.state.odds import (
    chance_to_hit,
    chance_to_pass,
    chance_unsaved,
    count_passing,
    duel_chance,
    mean,
    survival_chance,
    volley_kills,
)
from q40k.games.epic.state.shooting import Shot
from tests.games.epic.playing import LAND_RAIDER, B, M, formation, ready, to_shooting


@pytest.mark.rule("EE-SHOOT-8", "EE-SHOOT-5")
def test_to_hit() -> None:
    plain = [chance_to_hit(n) for n in (2, 3, 4, 5, 6)]
    assert plain == [Fraction(n, 6) for n in (5, 4, 3, 2, 1)]
    seconds = [chance_to_hit(n, second) for n, second in ((7, 4), (8, 5), (9, 6))]
    assert seconds == [Fraction(1, 12), Fraction(1, 18), Fraction(1, 36)]
    assert chance_to_hit(1) == 1
    assert [chance_unsaved(save) for save in (7, 4, 1)] == [Fraction(n, 2) for n in (2, 1, 0)]


@pytest.mark.rule("EE-MELEE-1", "EE-MELEE-3")
def test_fights() -> None:
    wins = {0: "1/2", 1: "721/1156", 2: "861/1171", 3: "493/596", 5: "117/124", 8: "1281/1286"}
    assert {ahead: str(duel_chance(ahead)) for ahead in wins} == wins
    assert 1 - duel_chance(0, 3) == Fraction(1009, 1206)
    assert 1 - duel_chance(0, 4) == Fraction(1623, 1685)
    assert survival_chance(2, [1, 1]) == Fraction(206927, 1372750)
    assert survival_chance(2, [1, 1, 1]) == Fraction(117327609, 12352004500)


@pytest.mark.rule("EE-SHOOT-10", "EE-VEHICLE-3")
def test_a_volley() -> None:
    state = to_shooting(ready(M, LAND_RAIDER, B)).state
    marines = state.formations["M"]
    five = volley_kills(state, plan_volley(state, marines, [Shot(figures="M", target="B")]))
    assert mean(five) == 5 * Fraction(1, 3) * Fraction(2, 3)
    assert sum(five.values()) == 1
    kills = volley_kills(state, plan_volley(state, marines, [Shot(figures="M", target="B/1")]))
    assert kills[1] == 1 - Fraction(7, 9) ** 5
    raider = plan_volley(state, state.formations["L"], [Shot(figures="L", target="B/1")])
    assert volley_kills(state, raider)[1] == 1 - Fraction(2, 3) ** 2


@pytest.mark.rule("EE-MORALE-3", "EE-RALLY-2", "EE-SAVE-1")
def test_what_passes() -> None:
    assert [chance_to_pass(needed) for needed in (1, 2, 4, 6, 7)] == [1, *(Fraction(n, 6) for n in (5, 3, 1, 0))]
    spread = count_passing([4, 6, 6])
    assert spread == {0: Fraction(25, 72), 1: Fraction(35, 72), 2: Fraction(11, 72), 3: Fraction(1, 72)}
    assert mean(spread) == Fraction(5, 6)


@pytest.mark.rule("EE-SAVE-4", "EE-VEHICLE-3")
def test_a_target_with_two_hits_dies_of_two_and_a_shot_without_effect_kills_nobody() -> None:
    tough = {"name": "Tough", "mv": 5, "hits": 2, "save": 4}
    state = to_shooting(ready(M, LAND_RAIDER, formation("B", "T", tough))).state
    aims = plan_volley(state, state.formations["M"], [Shot(figures=("M/1", "M/2", "M/3"), target="T")])
    through = Fraction(1, 6)
    assert volley_kills(state, aims) == {0: 1 - 3 * through**2 + 2 * through**3, 1: 3 * through**2 - 2 * through**3}
    far = plan_volley(state, state.formations["M"], [Shot(figures="M", target="T", distance=99)])
    assert volley_kills(state, far) == {0: 1}
    twice = plan_volley(state, state.formations["L"], [Shot(figures="L", target="T")])
    assert volley_kills(state, twice)[1] == (Fraction(1, 3) * Fraction(5, 6)) ** 2
