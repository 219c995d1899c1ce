"""What is still to be done to win, for every mod in teams, in one line."""

import pytest

from q40k.games.quake.words.objectives.objective import to_win
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from tests.games.quake.rules.in_teams import BUILDINGS, DOMINATION, FLAGS, HUNT, ONE_FLAG, facing, team_mod, two_bases
from tests.games.quake.rules.playing import Table

SPOKEN = (Locale("fr", WORDS.locales), Locale("en"))


def to_win_text(table: Table, name: str) -> str:
    french, english = (to_win(locale, table.state, table[name].id) for locale in SPOKEN)
    assert french
    assert french != english
    return english


def test_a_flag_is_fetched_carried_and_ones_own_kept() -> None:
    table = facing("Ann Cid", FLAGS, arena_data=two_bases())
    line = "3 rounds to go: bring another’s flag home, one’s own in its place"
    assert to_win_text(table, "Ann") == to_win_text(table, "Cid") == line
    table.do("flag", player="Ann")
    assert to_win_text(table, "Ann") == "3 rounds to go: Ann must bring the flag home into the base of Red"
    assert to_win_text(table, "Cid") == "3 rounds to go: get one’s own flag back in its place first"


def test_the_only_flag_is_brought_home() -> None:
    table = facing("Ann Cid", ONE_FLAG, arena_data=two_bases())
    assert to_win_text(table, "Cid") == "1 round to go: bring the flag home"


def test_buildings_are_named_with_what_is_left_of_them() -> None:
    table = facing("Ann Bob Cid", BUILDINGS, arena_data=two_bases())
    table.do("penetrate", player="Ann", team="Blue", times=4)
    assert to_win_text(table, "Ann") == "1 round to go: destroy the buildings of Blue (6) and Green (10)"


def test_a_team_counts_its_points_together() -> None:
    table = facing("Ann+Bob Cid", team_mod(win={"by": "score", "times": 2}))
    table.do("kill", 3, player="Ann", victim="Cid")
    assert to_win_text(table, "Bob") == "45 points to go"
    assert to_win_text(table, "Cid") == "30 points to go"


@pytest.mark.rule("PORTAL-1")
def test_portals_are_held_for_points() -> None:
    table = facing("Ann Cid", DOMINATION, arena_data=two_bases())
    assert to_win_text(table, "Ann").startswith("15 points to go: hold portals")


def test_a_hunt_says_which_turn_is_to_be_beaten() -> None:
    table = facing("Ann Cid", HUNT)
    assert to_win_text(table, "Ann").endswith("1 left, turn 1")
    for _ in range(8):
        table.do("end-phase")
    table.do("kill", player="Ann", victim="Cid")
    while table.state.play.phase == "deployment":
        table.do("deploy", player=table.active)
    assert to_win_text(table, "Cid") == "kill every target before turn 3: 1 left, turn 1"
    assert to_win_text(table, "Ann") == "keep somebody alive until turn 3: 1 left, turn 1"
