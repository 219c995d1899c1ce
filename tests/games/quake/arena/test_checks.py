"""Everything at once says what each check says."""

import pytest

from q40k.games.quake.arena.checks import survey
from q40k.games.quake.arena.dark import spotting
from q40k.games.quake.arena.deployment import free_tiles
from q40k.games.quake.arena.portals import arrival, occupants
from q40k.geometry.bases import Base
from q40k.geometry.contact import contacts, gap_in, groups, nearest
from q40k.geometry.sight import sight
from q40k.geometry.templates import ordnance, touched
from tests.games.quake.arena.tables import box, crowd, figure, laid


@pytest.mark.parametrize("seed", [1, 2])
def test_a_survey_is_all_checks(seed: int) -> None:
    table = crowd(seed, 10, 30, (80, 60))
    template = ordnance((40, 30))
    found = survey(table, "F0", template)
    assert found.tiles_free == free_tiles(table)
    assert found.contacts == contacts(table)
    assert found.groups == groups(table)
    assert found.touched == touched(table, template)
    assert found.blocked == {}
    assert found.off_table == ()
    for number in table.field.portals:
        assert found.occupants.get(number, ()) == occupants(table, number)
        lands = arrival(table, number, table.figure("F0").base, who="F0")
        assert found.arrivals[number].inside == lands.inside
        assert found.arrivals[number].beside == lands.beside
    for token in table.field.arena.tokens:
        assert found.nearest[token.id] == nearest(table, token.at)
    for other in table.others("F0"):
        assert found.gaps_in[other.id] == gap_in(table.figure("F0"), other)
        assert found.spotting[other.id] == spotting(table, "F0", other.id)
        single = sight(table, "F0", other.id).share
        assert found.shares[other.id] == pytest.approx(single, abs=1e-9)


def test_what_stands_wrong_is_told() -> None:
    rock = box("rock", 10, 10, 20, 20, impassable=True)
    table = laid(rock, figure("A", 21, 15), figure("B", 40, 40), figure("C", 41, 40),
                 figure("D", 59, 30), figure("E", 30, 30, Base(40)))  # fmt: skip
    found = survey(table)
    assert found.blocked == {"A": ("rock",), "B": ("C",), "C": ("B",)}
    assert found.off_table == ("D",)
    assert found.portal_of == {"E": 5}
    assert not any((found.arrivals, found.gaps_in, found.shares, found.spotting))
    assert found.touched == ()


def test_a_lonely_champion_sees_nobody() -> None:
    found = survey(laid(figure("A", 30, 30)), "A")
    assert (found.shares, found.gaps_in, len(found.arrivals)) == ({}, {}, 5)
