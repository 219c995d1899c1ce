"""Champions made to order: with options bought, or written out in a script."""

from typing import Any

import pytest

from q40k.games.quake.packs.champions import build_champion, inline_champion
from q40k.games.quake.packs.library import Library, load
from q40k.packs.problems import PackError, Problem
from tests.packs.codes import QUAKE_CODES

TESTER: dict[str, Any] = {
    "name": "Tester",
    "ws": 4,
    "bs": 4,
    "s": 4,
    "t": 4,
    "w": 1,
    "i": 4,
    "a": 1,
    "ld": 8,
    "sv": 3,
    "points": 15,
}


@pytest.fixture(scope="module")
def shipped_packs() -> Library:
    return load()


def refusals(*arguments: Any) -> tuple[Problem, ...]:
    make = inline_champion if len(arguments) == 1 else build_champion
    with pytest.raises(PackError) as refused:
        make(*arguments)
    for problem in refused.value.problems:
        assert tuple(problem.facts) == QUAKE_CODES[problem.code]
    return refused.value.problems


def test_without_options_a_champion_is_as_in_its_codex(shipped_packs: Library) -> None:
    assert build_champion(shipped_packs, "space-marine", []) == shipped_packs.champions["space-marine"]


@pytest.mark.rule("CHAMPION-3")
def test_a_squad_character_buys_from_the_armoury(shipped_packs: Library) -> None:
    sergeant = build_champion(shipped_packs, "sm-veteran-sergeant", ["power-fist", "melta-bombs"])
    assert sergeant.points == 30 + 25 + 5
    assert sergeant.weapons == ("bolt-pistol", "close-combat-weapon", "power-fist", "melta-bombs")


def test_what_is_worn_changes_the_profile_and_the_better_save_holds(shipped_packs: Library) -> None:
    sergeant = build_champion(shipped_packs, "sm-veteran-sergeant", ["jump-pack", "iron-halo", "artificer-armour"])
    assert (sergeant.sv, sergeant.inv, sergeant.move_inches) == (2, 4, 12)
    guard = build_champion(shipped_packs, "ig-veteran-sergeant", ["carapace-armour", "refractor-field"])
    assert (guard.sv, guard.inv, guard.move_inches) == (4, 5, 6)
    halo = build_champion(shipped_packs, "sm-veteran-sergeant", ["iron-halo", "terminator-armour"])
    assert (halo.sv, halo.inv, halo.unit_type) == (2, 4, "terminator")


@pytest.mark.rule("CHAMPION-2")
def test_a_squad_says_how_many_of_it_may_take_what(shipped_packs: Library) -> None:
    marine = shipped_packs.champions["space-marine"]
    assert marine.role == "rank-and-file"
    assert marine.squad is not None
    assert (marine.squad.least, marine.squad.takes["flamer"]) == (5, 1)
    assert marine.squad.takes["frag-grenades"] == "all"


def test_a_wrong_option_names_the_nearest_and_all_that_there_are(shipped_packs: Library) -> None:
    unknown, twice = refusals(shipped_packs, "space-marine", ["flamr", "flamer", "flamer"])
    assert (unknown.code, unknown.facts["nearest"]) == ("unknown-option", "flamer")
    assert unknown.facts["choices"] == tuple(shipped_packs.champions["space-marine"].options)
    assert (twice.code, twice.object_id) == ("duplicate-option", "space-marine")


def test_a_wrong_champion_names_the_nearest(shipped_packs: Library) -> None:
    (problem,) = refusals(shipped_packs, "spacemarine", [])
    assert (problem.code, problem.facts["nearest"]) == ("unknown-reference", "space-marine")


def test_an_inline_profile_becomes_a_champion() -> None:
    champion = inline_champion(TESTER)
    assert (champion.id, champion.name.en, champion.name.fr) == ("tester", "Tester", "Tester")
    assert (champion.ws, champion.ld, champion.sv, champion.inv) == (4, 8, 3, None)
    assert (champion.points, champion.base_mm, champion.army) == (15, 25, "home-made")


def test_an_inline_profile_may_say_more() -> None:
    more = {"inv": 5, "base_mm": 40, "unit_type": "bike", "race": "Ork", "weapons": ["Big Choppa!"]}
    champion = inline_champion(TESTER | more)
    assert (champion.inv, champion.base_mm, champion.move_inches) == (5, 40, 12)
    assert (champion.race, champion.weapons) == ("Ork", ("big-choppa",))


@pytest.mark.parametrize("save", [None, 7, 10])
def test_no_save_is_null_or_worse_than_6(save: int | None) -> None:
    assert inline_champion(TESTER | {"sv": save}).sv is None
    assert inline_champion({k: v for k, v in TESTER.items() if k != "sv"}).sv is None


@pytest.mark.parametrize(
    ("name", "own_id"),
    [
        ("Frère Sancho", "frere-sancho"),
        ("Kor’vesa D15-42", "kor-vesa-d15-42"),
        ("剣", "champion"),
        ("!", "champion"),
        ("x" * 100, "x" * 60),
    ],
)
def test_the_id_is_made_of_the_name(name: str, own_id: str) -> None:
    assert inline_champion(TESTER | {"name": name}).id == own_id


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ws": "4"}, "wrong-type"),
        ({"ws": True}, "wrong-type"),
        ({"ws": 4.5}, "wrong-type"),
        ({"ws": 11}, "out-of-range"),
        ({"sv": 1}, "out-of-range"),
        ({"points": 0}, "out-of-range"),
        ({"name": None}, "wrong-type"),
        ({"name": "a\x1b[2J"}, "control-characters"),
        ({"wss": 4}, "unknown-key"),
        ({"unit_type": "tank"}, "not-a-choice"),
        ({"weapons": "boltgun"}, "wrong-type"),
    ],
)
def test_an_inline_profile_is_strict(change: dict[str, Any], code: str) -> None:
    (problem,) = refusals(TESTER | change)
    assert (problem.code, problem.file, problem.line) == (code, "", None)


def test_every_problem_of_a_profile_is_told_at_once() -> None:
    problems = refusals({"name": "Half", "ws": 11, "speed": 3})
    assert {p.object_id for p in problems} == {"half", "speed", "ws"}, "the champion for what is missing, else the key"
    assert sorted(str(p.facts.get("key", p.code)) for p in problems) == [
        *("a", "bs", "i", "ld", "out-of-range", "points", "s", "speed", "t")
    ]
