"""What a pack may say of a champion, a weapon, a bonus table, an arena or a mod."""

from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import ValidationError

from q40k.games.quake.packs.models import Arena, BonusTables, Champion, Mod, Pack, Weapon
from q40k.packs.problems import Fact
from q40k.packs.reader import read_bytes
from q40k.packs.validate import parse_model, validate
from tests.packs.codes import QUAKE_CODES

CHAMPION = """
id: tester
name: {en: Tester, fr: Testeur}
ws: 4
bs: 4
s: 4
t: 4
i: 4
a: 1
ld: 8
points: 15
"""
WEAPON = "id: gun\nname: {en: Gun, fr: Pétoire}\nrange_in: 12\ns: 4\ntype: pistol\n"
MOD = """
id: fun
name: {en: Fun, fr: Fun}
text: {en: Fun for all, fr: Fun pour tous}
rules: [portals]
win: {by: score}
"""
PORTALS = "[" + ", ".join(f"{{number: {n}, at: [{n * 10}, 30]}}" for n in range(1, 6)) + "]"
ARENA = f"""
id: pit
name: {{en: Pit, fr: Fosse}}
note: {{en: Sand, fr: Sable}}
size: [60, 60]
portals: {PORTALS}
"""
Found = list[tuple[int | None, str, Mapping[str, Fact]]]


def against(model: type[Pack], text: str) -> Found:
    """Line, code and facts of all there is to say against the text."""
    document = read_bytes(text.strip().encode(), "pack.yaml")
    result = validate(model, document, (), document.data)
    assert (result is None) == bool(document.problems)
    for problem in document.problems:
        assert tuple(problem.facts) == QUAKE_CODES[problem.code]
    return [(p.line, p.code, p.facts) for p in document.problems]


def codes(findings: Found) -> list[str]:
    return [code for _, code, _ in findings]


@pytest.mark.parametrize(("model", "text"), [(Champion, CHAMPION), (Weapon, WEAPON), (Mod, MOD), (Arena, ARENA)])
def test_the_plain_examples_are_sound(model: type[Pack], text: str) -> None:
    assert against(model, text) == []


def test_every_problem_of_an_object_is_told_at_once_with_its_line() -> None:
    text = CHAMPION.replace("ws: 4", "wss: 4").replace("bs: 4", "bs: 11").replace("t: 4", 't: "4"')
    assert against(Champion, text) == [
        (1, "missing-key", {"key": "ws"}),
        (4, "out-of-range", {"least": 0, "most": 10, "above": None, "got": 11}),
        (6, "wrong-type", {"expected": ("whole-number",), "got": "text", "value": "4"}),
        (3, "unknown-key", {"key": "wss", "nearest": "ws"}),
    ]


@pytest.mark.rule("CHAMPION-1")
def test_a_champion_has_one_wound_unless_its_profile_says_otherwise() -> None:
    stats = {"ws": 1, "bs": 0, "s": 1, "t": 1, "i": 1, "a": 1, "ld": 5}
    champion = parse_model(Champion, {"id": "a", "name": {"en": "A", "fr": "A"}, "points": 1, **stats})
    assert champion.w == 1
    assert champion.special is False


@pytest.mark.parametrize("value", ["4.0", "'4'", "true", "[4]", "null"])
def test_a_characteristic_is_a_whole_number(value: str) -> None:
    assert codes(against(Champion, CHAMPION.replace("s: 4", f"s: {value}", 1))) == ["wrong-type"]


@pytest.mark.parametrize(("value", "sound"), [("1", False), ("2", True), ("6", True), ("7", False)])
def test_a_save_is_what_a_die_may_show(value: str, sound: bool) -> None:
    result = against(Champion, CHAMPION + f"sv: {value}\ninv: {value}\n")
    assert codes(result) == ([] if sound else ["out-of-range"] * 2)


def test_a_value_refused_by_the_reader_is_not_complained_of_twice() -> None:
    result = against(Champion, CHAMPION + "special: no\nsv: 06\n")
    assert codes(result) == ["yaml-surprise", "yaml-surprise"]


def test_an_id_is_small_letters_digits_and_hyphens() -> None:
    for bad in ("Tester", "a_b", "a--b", "-a", "été", "a b"):
        assert codes(against(Champion, CHAMPION.replace("id: tester", f"id: {bad}"))) == ["pattern"]


def test_text_may_not_command_a_terminal_or_hide() -> None:
    for bad in (r"\e[31mred", r"a\u200bb", r"a\u202eb", r"a\nb"):
        result = against(Champion, CHAMPION.replace("fr: Testeur", f'fr: "{bad}"'))
        assert codes(result) == ["control-characters"]
        assert str(result[0][2]["text"]).isprintable()
    assert codes(against(Champion, CHAMPION.replace("fr: Testeur", "fr: ' '"))) == ["empty-text"]
    assert codes(against(Champion, CHAMPION + f"race: {'x' * 401}\n")) == ["too-long"]


def test_french_hard_spaces_are_text() -> None:
    assert against(Champion, CHAMPION.replace("fr: Testeur", "fr: Piège\u202f!\u00a0Ah")) == []


@pytest.mark.rule("CHAMPION-2")
def test_what_a_squad_takes_is_an_option() -> None:
    text = CHAMPION + "options: {flamer: 6}\nsquad: {least: 5, takes: {flamer: 1, meltagun: all}}\n"
    (result,) = against(Champion, text)
    assert result[1:] == ("unknown-squad-option", {"options": ("meltagun",)})
    for bad in ("some", "-1", "4.5"):
        text = CHAMPION + f"options: {{flamer: 6}}\nsquad: {{takes: {{flamer: {bad}}}}}\n"
        assert len(against(Champion, text)) == 1, bad


@pytest.mark.rule("MOVE-1")
def test_a_movement_of_its_own_goes_before_that_of_its_type() -> None:
    for words, inches in (("", 6), ("unit_type: bike\n", 12), ("unit_type: bike\nmove: 9\n", 9)):
        document = read_bytes((CHAMPION + words).strip().encode(), "pack.yaml")
        result = validate(Champion, document, (), document.data)
        assert result is not None
        assert result.move_inches == inches


def test_where_several_kinds_of_value_may_stand_only_the_telling_complaint_is_made() -> None:
    cases: dict[str, tuple[str, str]] = {
        "range_in: melle": ("not-a-choice", "nearest"),
        "range_in: 300": ("out-of-range", "most"),
        "s: 11": ("out-of-range", "most"),
        "s: ' '": ("empty-text", ""),
        "s: [4]": ("wrong-type", "expected"),
        "type: pistle": ("not-a-choice", "nearest"),
    }
    facts = {"nearest": ("melee", "pistol"), "most": (240, 10), "expected": (("whole-number", "text"),)}
    for line, (code, fact) in cases.items():
        key = line.split(":")[0]
        text = "".join(line + "\n" if old.startswith(f"{key}:") else old + "\n" for old in WEAPON.splitlines())
        (result,) = against(Weapon, text)
        assert result[1] == code
        assert not fact or result[2][fact] in facts[fact]


def test_a_mod_names_rules_that_exist_and_one_way_to_win() -> None:
    (result,) = against(Mod, MOD.replace("[portals]", "[portals, respwan]"))
    assert (result[1], result[2]["got"], result[2]["nearest"]) == ("not-a-choice", "respwan", "respawn")
    (result,) = against(Mod, MOD.replace("by: score", "by: scores"))
    assert (result[1], result[2]["choices"]) == ("not-a-choice", ("score", "rounds", "points", "hunt"))
    (result,) = against(Mod, MOD.replace("by: score", "times: 10"))
    assert result[1:] == ("missing-key", {"key": "by"})
    (result,) = against(Mod, MOD.replace("by: score", "by: rounds, rounds: 100"))
    assert (result[1], result[2]["most"]) == ("out-of-range", 99)
    (result,) = against(Mod, MOD.replace("by: score", "by: rounds, rounds: 3, times: 10"))
    assert (result[1], result[2]["key"]) == ("unknown-key", "times")


@pytest.mark.rule("ARENA-1")
@pytest.mark.parametrize("size", ["[60, 50]", "[0, 60]", "[1020, 60]", "[-20, 60]"])
def test_sides_are_multiples_of_20_cm(size: str) -> None:
    (result,) = against(Arena, ARENA.replace("[60, 60]", size))
    assert (result[0], result[1], result[2]["step"]) == (4, "not-tiles", 20)


@pytest.mark.rule("ARENA-2")
def test_a_table_has_a_tile_for_each_20_by_20_cm() -> None:
    arena = validated_arena(ARENA)
    assert arena.tiles == 9


@pytest.mark.rule("ARENA-3")
@pytest.mark.parametrize("numbers", ["1234", "12344", "12345"])
def test_portals_are_exactly_five_numbered_1_to_5(numbers: str) -> None:
    portals = ", ".join(f"{{number: {n}, at: [30, 30]}}" for n in numbers)
    result = against(Arena, ARENA.replace(PORTALS, f"[{portals}]"))
    assert codes(result) == ([] if numbers == "12345" else ["five-portals"])


@pytest.mark.rule("ARENA-6")
def test_a_portal_is_3_inches_across_by_default() -> None:
    assert {portal.diameter_in for portal in validated_arena(ARENA).portals} == {3.0}


def validated_arena(text: str) -> Arena:
    document = read_bytes(text.encode(), "pack.yaml")
    arena = validate(Arena, document, (), document.data)
    assert arena is not None
    return arena


def test_a_place_is_two_numbers() -> None:
    for at in ("[1]", "[1, 2, 3]"):
        result = against(Arena, ARENA.replace("[10, 30]", at))
        assert codes(result) == ["wrong-length"]
    result = against(Arena, ARENA.replace("[10, 30]", "['10', 30]"))
    assert codes(result) == ["wrong-type"]


def bonus_tables(equipment: list[str], special: list[str]) -> dict[str, Any]:
    names = {"en": "x", "fr": "x"}
    line = {"name": names, "text": names}
    rolls = [f"{a}{b}" for a in "123" for b in "123456"]
    return {
        "id": "own",
        "name": names,
        "equipment": dict.fromkeys(equipment or rolls, line),
        "weapon": dict.fromkeys(rolls, line),
        "special": dict.fromkeys(special or list("123456"), line),
    }


@pytest.mark.rule("BONUS-1")
def test_a_bonus_table_has_a_line_for_each_roll_and_no_other() -> None:
    parse_model(BonusTables, bonus_tables([], []))
    with pytest.raises(ValidationError) as refused:
        parse_model(BonusTables, bonus_tables(["11", "17"], ["1", "2", "3", "4", "5"]))
    errors = refused.value.errors()
    assert [error["type"] for error in errors] == ["bonus-rolls", "bonus-rolls"]
    assert errors[0]["ctx"]["extra"] == ("17",)
    assert len(errors[0]["ctx"]["missing"]) == 17
    assert errors[1]["ctx"] == {"missing": ("6",), "extra": ()}


def test_a_bonus_is_found_by_what_was_rolled() -> None:
    tables = parse_model(BonusTables, bonus_tables([], []))
    assert tables.kind("weapon-36") is tables.table("weapon")["36"]
    for wrong in ("weapon-37", "special-11", "armour-11", "weapon"):
        with pytest.raises(KeyError):
            tables.kind(wrong)
