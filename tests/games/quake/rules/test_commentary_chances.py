"""What speaks for a side to win, beside its goal: flags in its hands, and how much of its building stands."""

from __future__ import annotations

import pytest

from q40k.games.game import find
from q40k.games.quake.state.flags import change_flag
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.teams import Penetrated
from q40k.table.shown import standing
from tests.games.quake.bot.test_choices import stand

VIEW = find("quake").view


def two_teams(mod: str) -> Match:
    """One champion of each team in its base."""
    return stand(
        mod,
        "bastions-140",
        "movement",
        {"budget": 300},
        Ann=("space-marine", (10, 40)),
        Bob=("space-marine", (130, 40)),
    )


@pytest.mark.rule("FLAG-1", "FLAG-3")
def test_a_flag_in_hand_speaks_for_its_bearer_and_a_lost_one_against_its_owner() -> None:
    state = two_teams("capture-the-flag")
    assert standing(VIEW, state) == {"Red": 0.5, "Blue": 0.5}
    theirs, own = (next(f.id for f in state.flags.values() if f.team == team) for team in ("Blue", "Red"))
    carrying = standing(VIEW, change_flag(state, theirs, carrier="p1", fell=None, at=None))["Red"]
    lying = standing(VIEW, change_flag(state, theirs, carrier=None, fell="Red", at=(70.0, 40.0)))["Red"]
    assert 0.5 < lying < carrying
    both = change_flag(
        change_flag(state, theirs, carrier="p1", fell=None, at=None), own, carrier="p2", fell=None, at=None
    )
    assert standing(VIEW, both)["Red"] == 0.5


@pytest.mark.rule("BASE-1")
def test_whose_building_stands_longer_is_nearer_to_the_victory() -> None:
    state = two_teams("base-attack")
    assert standing(VIEW, state)["Red"] == 0.5
    chances = [
        standing(VIEW, Penetrated(player="p2", team="Red", times=1, left=left).fold(state))["Red"] for left in (9, 5, 1)
    ]
    assert 0.5 > chances[0] > chances[1] > chances[2]
