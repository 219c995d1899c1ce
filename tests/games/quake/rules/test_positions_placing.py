"""Places said outside a champion's movement: bookkeeping, in any phase."""

import pytest

from tests.games.quake.rules.playing import deploying, start_table


@pytest.mark.rule("TABLE-4")
def test_a_place_is_put_right_in_any_phase_and_costs_no_movement() -> None:
    table = start_table("Ann Bob")
    table.do("end-phase")
    (placed,) = table.do("place", player="Bob", at=(31, 12))
    assert placed.at == (31, 12)
    assert (table["Bob"].position.at, table["Bob"].movement.spent, table["Bob"].turn.moved) == ((31, 12), 0, False)


@pytest.mark.rule("PORTAL-1", "TABLE-4")
def test_a_whole_base_on_a_portal_stands_in_it_and_telefrags_nobody() -> None:
    table = start_table("Ann Bob")
    assert table.state.setup.arena is not None
    portal = table.state.setup.arena.portals[0]
    table.do("stand", player="Ann", portal=portal.number)
    table.do("place", player="Bob", at=portal.at)
    assert table["Bob"].position.portal == portal.number
    assert table["Ann"].in_play
    table.do("place", player="Bob", at=(portal.at[0] + 4, portal.at[1]))
    assert table["Bob"].position.portal is None


@pytest.mark.rule("TABLE-4")
def test_a_place_is_forgotten_when_none_is_said() -> None:
    table = deploying("Ann")
    table.do("deploy", player="Ann", at=(10, 10))
    table.do("place", player="Ann")
    assert table["Ann"].position.at is None


@pytest.mark.rule("ARENA-1")
def test_a_base_over_the_edge_is_refused_unless_the_table_agrees() -> None:
    table = start_table("Ann")
    refusal = table.refused("place", player="Ann", at=(0.5, 12))
    assert (refusal.rule, refusal.code) == ("ARENA-1", "off-table")
    table.do("place", player="Ann", at=(0.5, 12), override="it hangs over")
    assert table["Ann"].position.at == (0.5, 12)


def test_who_is_not_on_the_table_has_no_place() -> None:
    table = deploying("Ann")
    assert table.refused("place", player="Ann", at=(10, 10)).code == "not-on-table"
