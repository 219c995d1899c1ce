"""FLAGS: taken, dropped, returned, handed over, brought home."""

import pytest

from q40k.games.quake.state.objectives.rounds import RoundWon
from tests.games.quake.rules.in_teams import FLAGS, ONE_FLAG, facing, to_phase, two_bases, winner
from tests.games.quake.rules.playing import Table, arena, of_type


def flags(names: str = "Ann+Bob Cid+Dot") -> Table:
    return facing(names, FLAGS, arena_data=two_bases())


def carrier(table: Table, flag: str = "F2") -> str | None:
    return table.name(table.state.flags[flag].carrier)


def dead(table: Table, name: str) -> None:
    """Somebody dies, by whoever plays against it."""
    table.do("kill", player="Cid" if name in ("Ann", "Bob") else "Ann", victim=name)


@pytest.mark.rule("FLAG-1")
def test_moving_over_the_enemy_flag_takes_it_and_ones_own_stays() -> None:
    table = flags()
    assert table.refused("flag", player="Ann", flag="red").code == "own-flag"
    table.do("flag", player="Ann")
    assert carrier(table) == "Ann"
    assert table.refused("flag", player="Ann", flag="F2").code == "carries-it"
    refusal = table.refused("flag", player="Ann", flag="F3")
    assert (refusal.code, refusal.facts["flags"]) == ("unknown-flag", ("F1", "F2"))
    assert table.refused("flag", player="Cid").code == "other-team"


@pytest.mark.rule("FLAG-1")
def test_flags_are_touched_by_moving_or_charging_only() -> None:
    table = to_phase(flags(), "shooting")
    assert table.refused("flag", player="Ann").code == "wrong-phase"


@pytest.mark.rule("FLAG-5")
def test_a_charge_may_be_aimed_at_the_flag() -> None:
    table = to_phase(flags(), "assault")
    table.do("flag", player="Ann")
    assert carrier(table) == "Ann"


@pytest.mark.rule("FLAG-3")
def test_a_team_mate_of_who_dropped_it_carries_it_on() -> None:
    table = flags()
    table.do("flag", player="Ann")
    dead(table, "Ann")
    table.do("next")
    table.do("next")
    table.do("flag", player="Bob")
    assert carrier(table) == "Bob"


@pytest.mark.rule("FLAG-3")
def test_the_only_flag_stays_where_it_fell_until_anybody_picks_it_up() -> None:
    table = facing("Ann Cid", ONE_FLAG, arena_data=two_bases())
    assert set(table.state.flags) == {"F0"}
    table.do("flag", player="Ann")
    table.do("kill", player="Cid", victim="Ann")
    table.do("next")
    table.do("flag", player="Cid")
    assert carrier(table, "F0") == "Cid"


@pytest.mark.rule("FLAG-1")
def test_whoever_holds_it_keeps_it_unless_the_table_agrees() -> None:
    table = flags()
    table.do("flag", player="Ann")
    table.do("next")
    table.do("next")
    assert table.refused("flag", player="Bob", flag="F2").code == "flag-carried"
    table.do("flag", player="Bob", flag="F2", override="entered for the wrong one")
    assert carrier(table) == "Bob"


# ---- brought home


@pytest.mark.rule("FLAG-1")
def test_bringing_it_home_while_holding_ones_own_wins_the_round() -> None:
    table = flags()
    assert table.refused("capture", player="Ann").code == "carries-none"
    table.do("flag", player="Ann")
    table.do("next")
    table.do("flag", player="Cid")
    refusal = table.refused("capture", player="Ann")
    assert (refusal.code, refusal.facts["team"]) == ("own-flag-away", "Red")
    table.do("kill", player="Ann", victim="Cid")
    assert table.refused("capture", player="Ann").code == "own-flag-away"
    table.do("next")
    table.do("flag", player="Bob", flag="Red")
    events = table.do("capture", player="Ann")
    assert of_type(events, RoundWon)[0].how == "flag"
    assert (table.state.rounds.won, table.state.play.phase) == ({"Red": 1}, "deployment")
    assert all(flag.at_home for flag in table.state.flags.values())


@pytest.mark.rule("FLAG-1")
def test_three_rounds_win_the_match() -> None:
    table = flags("Ann Cid")
    for number in range(3):
        assert winner(table) == ""
        while table.state.play.phase == "deployment":
            table.do("deploy", player=table.active)
        table.do("flag", player="Ann")
        table.do("capture", player="Ann")
        assert table.state.rounds.won == {"Red": number + 1}
    assert winner(table) == "Red"
    table.check()


@pytest.mark.rule("FLAG-1", "BASE-1")
def test_with_places_known_a_move_into_ones_base_brings_it_home() -> None:
    table = flags()
    table.do("move", player="Ann", to=(17, 5), inches=1)
    table.do("flag", player="Ann", override="as agreed")
    refusal = table.refused("capture", player="Ann")
    assert (refusal.code, refusal.facts["base"]) == ("not-in-base", 1)
    table.do("move", player="Ann", to=(8, 5))
    assert table.state.rounds.won == {"Red": 1}


@pytest.mark.rule("FLAG-1")
def test_an_arena_without_flags_is_played_with_what_the_table_sets_up() -> None:
    table = facing("Ann Cid", FLAGS, arena_data=arena())
    assert {f.id: (f.team, f.home) for f in table.state.flags.values()} == {"F1": ("Red", None), "F2": ("Blue", None)}
    table.do("flag", player="Ann")
    table.do("capture", player="Ann")
    assert table.state.rounds.won == {"Red": 1}


@pytest.mark.rule("FLAG-1")
def test_with_three_teams_the_flag_is_named() -> None:
    table = facing("Ann Bob Cid", FLAGS, arena_data=two_bases())
    assert table.refused("flag", player="Ann").code == "which-flag"
    green = next(f.id for f in table.state.flags.values() if f.team == "Green")
    table.do("flag", player="Ann", flag="green")
    assert carrier(table, green) == "Ann"


def test_without_flags_there_is_nothing_to_touch() -> None:
    assert facing("Ann Cid").refused("flag", player="Ann").code == "no-flags"


@pytest.mark.rule("FLAG-1")
def test_a_flag_that_the_move_did_not_pass_over_is_refused_where_places_are_kept() -> None:
    table = flags()
    table.do("place", player="Ann", at=(45, 50))
    refusal = table.refused("flag", player="Ann", flag="F2")
    assert (refusal.rule, refusal.code) == ("FLAG-1", "not-passed-over")
    assert refusal.facts["inches"] == pytest.approx((12 - 1.25) / 2.54, abs=0.01)
    table.do("move", player="Ann", path=[(57, 49.5)], to=(57, 51.9))
    table.do("flag", player="Ann", flag="F2")
    assert carrier(table) == "Ann"
    table = flags()
    table.do("place", player="Ann", at=(45, 50))
    table.do("flag", player="Ann", flag="F2", override="it was moved there")
    assert carrier(table) == "Ann"


HOME = (6.0, 10.0)
"""In the red base."""


def table_with_carrier(at: tuple[float, float] = (20.0, 10.0)) -> Table:
    """Ann of the reds carries the blue flag, outside her base; Cid of the blues stands in it."""
    table = flags()
    for name, place in (("Ann", at), ("Bob", (8.0, 4.0)), ("Cid", HOME), ("Dot", (55.0, 55.0))):
        table.do("place", player=name, at=place)
    table.do("flag", player="Ann", override="she passed over it")
    assert carrier(table) == "Ann"
    return table


@pytest.mark.rule("FLAG-1", "ASSAULT-1")
def test_a_charge_that_ends_in_ones_base_brings_the_flag_home() -> None:
    table = table_with_carrier((13.0, 10.0))
    to_phase(table, "assault")
    events = table.do("charge", player="Ann", target="Cid")
    assert of_type(events, RoundWon)


@pytest.mark.rule("FLAG-1", "FLAG-4")
def test_a_flag_handed_to_a_mate_in_the_base_is_home() -> None:
    table = table_with_carrier((10.9, 10.0))
    table.do("place", player="Bob", at=(9.5, 10.0))
    table.do("place", player="Cid", at=(40.0, 10.0))
    to_phase(table, "shooting")
    events = table.do("hand-over", player="Ann", to="Bob", override="close enough")
    assert of_type(events, RoundWon)


@pytest.mark.rule("FLAG-1")
def test_a_carrier_in_the_base_does_not_win_while_its_own_flag_is_away() -> None:
    table = table_with_carrier()
    table.do("flag", player="Cid", flag="F1", override="he passed over it")
    assert not of_type(table.do("place", player="Ann", at=(4.0, 14.0)), RoundWon)
