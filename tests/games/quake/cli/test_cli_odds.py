"""Odds and luck from the command line, and the log with its workings."""

import json
from typing import Any

import pytest

from tests.cli.calls import TESTER, bad, good, import_match, q40k

SHOOTOUT: list[dict[str, Any]] = [
    {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 7},
    {"do": "join", "player": "Alice", "champion": {**TESTER, "i": 9, "weapons": ["boltgun"]}},
    {"do": "join", "player": "Bob", "champion": {**TESTER, "weapons": ["plasma-gun"]}},
    {"do": "start", "answers": [1, 1]},
    {"do": "deploy", "player": "Bob"},
    {"do": "deploy", "player": "Alice"},
    {"do": "stand", "player": "Bob", "portal": 2},
    {"do": "end-phase"},
    {"do": "shoot", "player": "Alice", "target": "Bob", "weapon": "boltgun", "distance": 20, "answers": [4, 5, 3]},
]


# ---- odds


def test_the_odds_of_one_figure_against_another_are_exact() -> None:
    output = good("odds", "space-marine", "boltgun", "space-marine", "--distance", "20", "--json")
    (row,) = json.loads(output)
    assert (row["kills"], row["hits"], row["percent"]["kills"]) == ("1/9", "2/3", 11.11)
    assert (row["allowed"], row["findings"]) == (True, [])


def test_several_targets_and_weapons_stand_in_one_table() -> None:
    output = good("odds", "space-marine+plasma-gun", "all", "ork-shoota-boy", "space-marine")
    lines = output.splitlines()
    assert len(lines) == 1 + 2 * 2
    assert lines[0].split() == ["Target", "Weapon", "Hits", "Wounds", "Harms", "Kills", "Burns"]
    assert "Plasma gun" in lines[2]


def test_cover_and_moves_count() -> None:
    def kills(*options: str) -> str:
        output = good("odds", "space-marine+plasma-gun", "plasma", "space-marine", "--json", *options)
        return str(json.loads(output)[0]["kills"])

    assert kills("--distance", "20") == "5/9"
    assert kills("--distance", "20", "--cover", "4") == "5/18"
    assert kills("--distance", "10", "--moved") == "5/9"
    assert kills("--distance", "10", "--still") == "65/81"


def test_the_odds_of_a_charge_and_of_a_fight_that_goes_on() -> None:
    # Two marines, both I 4. Each attack kills on 1/2 to hit, 1/2 to wound, 1/3 not saved: 1/12.
    def odds(*options: str) -> dict[str, Any]:
        output = good("odds", "space-marine", "--melee", "space-marine", "--json", *options)
        return dict(json.loads(output))

    alone = odds("--fights-on")
    assert (alone["kills"], alone["dies"], alone["both"]) == ("1/12", "1/12", "1/144")
    charge = odds()
    assert (charge["kills"], charge["dies"], charge["both"]) == ("23/144", "1/12", "23/1728")
    assert charge["percent"]["kills"] == 15.97
    # Into cover it strikes last: only if it lives.
    assert odds("--cover", "4")["kills"] == "253/1728"


def test_the_odds_of_a_melee_in_a_match_are_said_by_name() -> None:
    output = good("odds", "alice", "--melee", "Bob", "--match", import_match(SHOOTOUT))
    assert "Bob dies (the target)" in output
    assert "neither of them" in output


@pytest.mark.rule("PORTAL-2", "PORTAL-4", "PORTAL-6")
def test_the_odds_of_a_portal_die() -> None:
    number = import_match(SHOOTOUT)
    jump = json.loads(good("odds", "alice", "--portal", "1", "--match", number, "--json"))
    assert (jump["portal"], jump["dies"], jump["telefrags"], jump["free"]) == (1, *["1/6"] * 3)
    exits = {leap["portal"]: (leap["dies"], leap["telefrags"]) for leap in jump["exits"]}
    assert exits == {1: (True, []), 2: (False, ["Bob"]), **dict.fromkeys((3, 4, 5), (False, []))}
    back = json.loads(good("odds", "alice", "--respawn", "--match", number, "--json"))
    assert (back["portal"], back["dies"], back["telefrags"]) == (None, "0", "1/6")
    output = good("odds", "alice", "--portal", "1", "--match", number)
    assert "telefrags Bob" in output
    assert "disintegrated" in output
    assert "a 6: its owner chooses" in output


@pytest.mark.parametrize("more", [("--portal", "1"), ("boltgun", "Bob", "--respawn", "--match", "last")])
def test_a_portal_die_is_that_of_a_player_in_a_match(more: tuple[str, ...]) -> None:
    import_match(SHOOTOUT)
    assert "one player of a --match" in bad(2, "odds", "alice", *more)


def test_a_melee_wants_one_target_and_another_one() -> None:
    errors = bad(2, "odds", "space-marine", "boltgun", "ork-nob", "--melee", "ork-nob")
    assert "--melee TARGET" in errors
    number = import_match(SHOOTOUT)
    assert "itself" in bad(2, "odds", "alice", "--melee", "alice", "--match", number)


def test_what_may_not_be_fired_says_why() -> None:
    output = good("odds", "space-marine", "boltgun", "space-marine", "--distance", "30")
    assert "30 in away, range 24 in" in output


def test_the_odds_between_the_players_of_a_match_know_where_they_stand() -> None:
    number = import_match(SHOOTOUT)
    output = good("odds", "Bob", "all", "alice", "--match", number, "--json")
    assert json.loads(output)[0]["kills"] == "5/9"
    output = good("odds", "Alice", "boltgun", "Bob", "--match", number, "--distance", "20", "--json")
    assert json.loads(output)[0]["kills"] == "1/9"  # the armour is better than the portal


@pytest.mark.parametrize(
    ("options", "done"),
    [
        (["--jump", "4"], "3/4"),
        (["--jump", "4", "--three"], "7/8"),
        (["--charge", "6", "--difficult"], "11/36"),
        (["--charge", "7"], "0"),
        (["--leap", "7"], "0"),
    ],
)
def test_the_odds_of_a_move(options: list[str], done: str) -> None:
    data = json.loads(good("odds", "space-marine", *options, "--json"))
    assert data["done"] == done
    assert "/" not in good("odds", "space-marine", *options), "a fraction only on request"
    assert f"{'1' if done == '0' else done} (" in good("odds", "space-marine", *options, "--fractions")


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (["space-marine", "boltgnu", "space-marine"], "The nearest is boltgun"),
        (["space-marine", "boltgun"], "a shot needs a weapon and a target"),
        (["space-marine"], "--jump"),
        (["space-marine", "boltgun", "space-marine", "--jump", "3"], "nothing else"),
        (["nobody-at-all", "boltgun", "space-marine"], "nobody-at-all"),
        (["space-marine", "boltgun", "space-marine", "--cover", "7"], "7"),
    ],
)
def test_a_call_that_makes_no_sense_is_told_what_to_do(call: list[str], error: str) -> None:
    assert error in bad(2, "odds", *call)


def test_a_player_who_is_not_there_is_named() -> None:
    assert "Carl" in bad(2, "odds", "Carl", "all", "Bob", "--match", import_match(SHOOTOUT))


# ---- luck


def test_luck_counts_typed_dice_and_weighs_them() -> None:
    number = import_match(SHOOTOUT)
    data = json.loads(good("luck", number, "--json"))
    alice = data["players"]["Alice"]
    assert (alice["tests"], alice["passed"], alice["expected"]) == (2, 2, "7/6")
    assert data["hands"]["dice"] == 5
    assert data["app"]["verdict"] == "few"
    output = good("luck", number)
    assert "Typed dice: 5 dice: too few" in output
    assert "Alice" in output


def test_luck_is_told_in_french() -> None:
    assert "Les dés tapés" in q40k("--lang", "fr", "luck", import_match(SHOOTOUT)).stdout


# ---- the log


def test_the_log_unfolds_fights() -> None:
    number = import_match(SHOOTOUT)
    assert "to hit, Alice" not in good("log", number)
    lines = good("log", number, "--workings").splitlines()
    at = next(place for place, text in enumerate(lines) if "Alice shoots at Bob" in text)
    rolls = [text.strip().split(" · ")[0] for text in lines[at + 1 : at + 4]]
    assert rolls == ["to hit, Alice: 4", "to wound, Alice: 5", "armour save, Bob: 3"]


def test_the_log_unfolds_rolls_and_passes_over_what_the_table_said() -> None:
    number = import_match([*SHOOTOUT, {"do": "adjust", "player": "Bob", "score": 3, "why": "a bet"}])
    output = good("log", number, "--workings")
    assert "a bet" in output
    assert "to hit" in output
