"""To wound: strength against toughness, and instant death."""

import pytest

from q40k.games.w40k3e.charts import instant_death, to_wound

# The chart of the 3rd edition: a row for each strength, a column for each toughness 1 to 10.
CHART = """
 1: 4 5 6 6 - - - - - -
 2: 3 4 5 6 6 - - - - -
 3: 2 3 4 5 6 6 - - - -
 4: 2 2 3 4 5 6 6 - - -
 5: 2 2 2 3 4 5 6 6 - -
 6: 2 2 2 2 3 4 5 6 6 -
 7: 2 2 2 2 2 3 4 5 6 6
 8: 2 2 2 2 2 2 3 4 5 6
 9: 2 2 2 2 2 2 2 3 4 5
10: 2 2 2 2 2 2 2 2 3 4
"""


def cells() -> list[tuple[int, int, int | None]]:
    return [
        (int(strength), toughness, None if cell == "-" else int(cell))
        for strength, _, row in (line.partition(":") for line in CHART.strip().splitlines())
        for toughness, cell in enumerate(row.split(), 1)
    ]


@pytest.mark.rule("NUKE")
@pytest.mark.parametrize(("strength", "toughness", "needed"), cells())
def test_the_chart_of_the_third_edition(strength: int, toughness: int, needed: int | None) -> None:
    assert to_wound(strength, toughness) == needed


@pytest.mark.rule("NUKE")
@pytest.mark.parametrize(
    ("strength", "toughness", "outright"),
    [(8, 4, True), (7, 4, False), (10, 5, True), (10, 6, False), (6, 3, True), (5, 3, False)],
)
def test_twice_the_toughness_kills_outright(strength: int, toughness: int, outright: bool) -> None:
    assert instant_death(strength, toughness) == outright
