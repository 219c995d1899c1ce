"""What a jump or a respawn may bring, before the die is cast."""

from fractions import Fraction

import pytest

from q40k.games.quake.state.odds import exits, jump_odds
from tests.games.quake.rules.playing import standing

SIXTH = Fraction(1, 6)
NEVER = Fraction(0)


@pytest.mark.rule("PORTAL-2", "PORTAL-4", "PORTAL-6")
def test_each_exit_has_its_chance_and_its_victims() -> None:
    table = standing("Ann Bob Cid", Bob=2, Cid=2)
    ann = table["Ann"].id
    seen = exits(table.state, ann, entered=1)
    assert [(x.portal, x.chance, x.dies) for x in seen] == [
        (1, SIXTH, True),
        (2, SIXTH, False),
        (3, SIXTH, False),
        (4, SIXTH, False),
        (5, SIXTH, False),
    ]
    assert [table.names(x.telefrags) for x in seen] == ["", "Bob Cid", "", "", ""]


@pytest.mark.rule("PORTAL-2", "PORTAL-4", "PORTAL-6")
def test_a_jump_at_a_glance() -> None:
    table = standing("Ann Bob Cid", Bob=2, Cid=5)
    odds = jump_odds(table.state, table["Ann"].id, 1)
    assert (odds.dies, odds.telefrags, odds.free) == (SIXTH, 2 * SIXTH, SIXTH)
    assert sum(x.chance for x in odds.exits) + odds.free == 1


@pytest.mark.rule("PORTAL-4", "PORTAL-6")
def test_the_portal_that_kills_the_jumper_kills_nobody_else() -> None:
    table = standing("Ann Bob", Bob=2)
    odds = jump_odds(table.state, table["Ann"].id, 2)
    assert (odds.dies, odds.telefrags) == (SIXTH, NEVER)


@pytest.mark.rule("RESPAWN-3", "RESPAWN-4")
def test_a_respawn_kills_nobody_but_who_stands_there() -> None:
    table = standing("Ann Bob Cid", Ann=3, Bob=2)
    odds = jump_odds(table.state, table["Ann"].id, None)
    assert (odds.dies, odds.telefrags) == (NEVER, SIXTH)


@pytest.mark.rule("PORTAL-6")
def test_the_odds_come_true() -> None:
    for die in range(1, 6):
        table = standing("Ann Bob", Bob=2)
        seen = {x.portal: x for x in exits(table.state, table["Ann"].id, entered=1)}[die]
        table.ask("portal", die, player="Ann", portal=1)
        assert (not table["Ann"].life.alive) == seen.dies
        assert (not table["Bob"].life.alive) == bool(seen.telefrags)
