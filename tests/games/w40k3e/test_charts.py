"""The charts to hit: ballistic skill, and weapon skill against weapon skill."""

import pytest

from q40k.games.w40k3e.charts import to_hit, to_hit_melee

# A row for each attacker's weapon skill, a column for each defender's, 1 to 10.
MELEE = """
 1: 4 4 5 5 5 5 5 5 5 5
 2: 3 4 4 4 5 5 5 5 5 5
 3: 3 3 4 4 4 4 5 5 5 5
 4: 3 3 3 4 4 4 4 4 5 5
 5: 3 3 3 3 4 4 4 4 4 4
 6: 3 3 3 3 3 4 4 4 4 4
 7: 3 3 3 3 3 3 4 4 4 4
 8: 3 3 3 3 3 3 3 4 4 4
 9: 3 3 3 3 3 3 3 3 4 4
10: 3 3 3 3 3 3 3 3 3 4
"""


def cells() -> list[tuple[int, int, int]]:
    return [
        (int(ws), against, int(cell))
        for ws, _, row in (line.partition(":") for line in MELEE.strip().splitlines())
        for against, cell in enumerate(row.split(), 1)
    ]


@pytest.mark.parametrize(("ws", "against", "needed"), cells())
def test_weapon_skill_against_weapon_skill(ws: int, against: int, needed: int) -> None:
    assert to_hit_melee(ws, against) == needed


@pytest.mark.parametrize(("bs", "needed"), [(0, 7), (1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 2), (10, 2)])
def test_ballistic_skill_hits_on_seven_less_itself_and_never_better_than_2(bs: int, needed: int) -> None:
    assert to_hit(bs) == needed
