"""`q40k army` and `q40k scenario`: what they show, what they find wrong, what they make."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from q40k.table.folders import packs_folder
from tests.cli.calls import bad, good, q40k

OWN = """\
profiles:
  - {id: our-boy, name: {en: Our boy, fr: Notre boy}, mv_cm: 5, save: 5, fa: 1, weapons: [bolter]}
armies:
  - id: our-mob
    name: {en: Our mob, fr: Notre bande}
    strategic: 3
    morale: 4
    formations:
      - {id: boys, name: {en: Boys, fr: Boyz}, figures: [{profile: our-boy, n: 6}]}
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "mob.yaml"
    file.write_text(OWN, encoding="utf-8")
    return file


def test_armies_and_scenarios_are_listed() -> None:
    lines = good("army", "list").splitlines()
    assert lines[1].split() == ["space-marines", "Space", "Marines", "5", "2+", "11", "the", "house"]
    assert any(line.startswith("bridge ") for line in good("scenario", "list").splitlines())
    assert "Le pont" in good("scenario", "list", "--lang", "fr")


def test_an_army_shows_its_points_as_the_house_reckons_them() -> None:
    text = good("army", "show", "space-marines")
    assert re.search(r"tactical.* [0-9]+ \(house\)", text)
    shown = {line.split("  ")[0]: line for line in good("army", "show", "orks").splitlines()}
    assert shown["Ork Boy"].endswith("the page")
    assert shown["Nob"].endswith("the house")
    assert json.loads(good("army", "show", "orks", "--json"))["strategic"] == 3


def test_a_scenario_shows_its_ground_and_what_is_won() -> None:
    text = good("scenario", "show", "bridge")
    assert "Zone south: 0, 0, 120, 33" in text
    assert "north-tower: north tower, fortification" in text
    assert "within 7 cm, worth 3, counted at the end" in text


@pytest.mark.parametrize(("verb", "typed", "near"), [("army", "orcs", "orks"), ("scenario", "brigde", "bridge")])
def test_the_nearest_is_named(verb: str, typed: str, near: str) -> None:
    for command in ("show", "check"):
        assert f"The nearest is {near}." in bad(2, verb, command, typed)


def test_a_check_warns_of_points(own: Path) -> None:
    result = q40k("army", "check", "orks")
    assert result.exit_code == 0
    assert "warning: orks: These points are our own estimate" in result.stdout
    result = q40k("army", "check", str(own))
    assert result.exit_code == 0
    assert f"{own}:9:" in result.stdout
    assert "The formation boys has no points" in result.stdout
    assert [finding["code"] for finding in json.loads(good("army", "check", str(own), "--json"))] == ["no-points"]


@pytest.mark.parametrize(
    ("old", "new", "line", "error"),
    [
        ("morale: 4", "morale: 9", 7, "9 is out of range"),
        ("[bolter]", "[bolder]", 2, "There is no weapon with the id bolder. Did you mean bolter?"),
        ("our-boy, n: 6", "our-bay, n: 6", 9, "There is no profile with the id our-bay."),
        ("n: 6}", "n: 20}, {profile: our-boy, n: 20}", 9, "1 to 30 figures, not 40."),
        ("save: 5", "save: 5, capacity: 4", 2, "Only what has the trait transport carries figures."),
    ],
)
def test_a_check_says_line_and_reason(own: Path, old: str, new: str, line: int, error: str) -> None:
    own.write_text(OWN.replace(old, new), encoding="utf-8")
    result = q40k("army", "check", str(own))
    assert result.exit_code == 1
    assert any(
        output_line.startswith(f"{own}:{line}:") and error in output_line for output_line in result.stdout.splitlines()
    )
    assert "1 problem" in result.stderr


def test_a_scenario_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    names = "name: {en: Table, fr: Table}"
    file.write_text(
        f"scenarios:\n  - {{id: ours, {names}, size_cm: [60, 60],\n     objectives: [{{id: far, at: [90, 10]}}]}}\n",
        encoding="utf-8",
    )
    result = q40k("scenario", "check", str(file))
    assert result.exit_code == 1
    assert f"{file}:3:" in result.stdout
    assert "This is not on the table of 60 × 60 cm." in result.stdout
    assert q40k("scenario", "check", "bridge").exit_code == 0


def test_a_scenario_of_ones_own_is_a_file_with_a_word_on_every_key(tmp_path: Path) -> None:
    for like in ("escarmouche", "raid", "hill", "last-stand"):
        file = tmp_path / f"{like}.yaml"
        assert good("scenario", "new", "ours", "--like", like, "--out", str(file)).strip() == "ours"
        assert good("scenario", "check", str(file)) == ""
        examples = file.read_text(encoding="utf-8")
        assert good("scenario", "new", "ours", "--like", like, "--out", "-") == examples
        keys = "about size_cm edges attacker zone_cm zones deployment turn_limit terrain objectives"
        for key in keys.split():
            assert re.search(rf"^    (# )?{key}:", examples, re.MULTILINE)
        counting = rf"^    # ({keys.replace(' ', ':|')}:|  - )"
        file.write_text(re.sub(counting, r"    \1", examples, flags=re.MULTILINE), encoding="utf-8")
        assert good("scenario", "check", str(file)) == "", "every example is sound"
    assert "Le bord de celui qui attaque" in good("scenario", "new", "ours", "--out", "-", "--lang", "fr")


def test_a_scenario_of_ones_own_is_played_at_once() -> None:
    q40k("scenario", "new", "our-ford", "--like", "bridge", "--name", "Ford", "--name-fr", "Gué")
    path = packs_folder("epic") / "scenario-our-ford.yaml"
    assert path.exists()
    assert "Ford (our-ford)" in good("scenario", "show", "our-ford")
    assert "Gué" in good("scenario", "list", "--lang", "fr")
    assert "already" in bad(1, "scenario", "new", "our-ford")
    assert "already" in bad(1, "scenario", "new", "our-other", "--out", str(path))
    assert "small letters" in bad(2, "scenario", "new", "Our Ford")
    assert "The nearest is bridge." in bad(2, "scenario", "new", "x", "--like", "brigde")


# -- a fair pair ---------------------------------------------------------------------------


@pytest.mark.rule("EE-ARMY-5")
@pytest.mark.parametrize("points", [60, 285, 400])
def test_a_fair_pair_costs_the_same_within_a_formation(points: int) -> None:
    for seed in ("1", "2"):
        output = good("army", "pair", "orks", "eldar", "--points", str(points), "--seed", seed, "--json")
        first, second = json.loads(output)
        assert abs(first["points"] - second["points"]) <= 5
        assert points - 10 <= first["points"] <= points
        assert first["whose_points"] == "house"
    again = good("army", "pair", "orks", "eldar", "--points", str(points), "--seed", "2", "--json")
    assert again == output, "the same seed chooses alike"


def test_a_pair_is_told_with_whose_points_they_are() -> None:
    text = good("army", "pair", "orks", "space-marines", "--seed", "3")
    assert "Orks: 300 points, by our own estimate" in text
    assert "Both cost the same." in text
    assert "points chacun" not in text


def test_a_pair_begins_a_match() -> None:
    arguments = ("army", "pair", "orks", "eldar", "--scenario", "bridge", "--seed", "4")
    script = good(*arguments, "--script")
    number = good("import", "-", stdin=script).strip()
    shown = json.loads(good("show", number, "--json"))
    assert shown["scenario"] == "bridge"
    assert {formation["player"] for formation in shown["formations"].values()} == {"A", "B"}


def test_no_force_for_so_few_points_or_without_any(own: Path) -> None:
    errors = bad(1, "army", "pair", "orks", "eldar", "--points", "4")
    assert "Its cheapest formation costs 8." in errors
    errors = bad(1, "army", "pair", "our-mob", "eldar", "--packs", str(own))
    assert "no formation whose points are known" in errors
    assert "No pack knows the scenario “nowhere”." in bad(2, "army", "pair", "orks", "eldar", "--scenario", "nowhere")


# -- one of one's own ----------------------------------------------------------------------

NEW = ("army", "new", "--name", "Red Wolves", "--strategic", "4", "--morale", "3")


def test_a_new_army_is_kept_and_fielded() -> None:
    output = good(*NEW, "--formation", "Mob=6 ork-boy, 1 ork-nob=45", "--formation", "Lone=ork-nob")
    assert output.strip() == "red-wolves"
    assert (packs_folder("epic") / "army-red-wolves.yaml").is_file()
    text = good("army", "show", "red-wolves")
    assert "6 Ork Boy, 1 Nob" in text
    assert "45" in text
    assert "(house)" not in text, "these points are one's own"
    assert good(*NEW).strip() == "red-wolves-2"
    assert "There is already an army red-wolves." in bad(1, *NEW, "--id", "red-wolves")


@pytest.mark.parametrize(
    ("formation", "error"),
    [
        ("Mob=6 ork-boi", "Did you mean ork-boy?"),
        ("Mob", "is no NAME=FIGURES[=POINTS]"),
        ("Mob=6 ork-boy=many", "is no NAME=FIGURES[=POINTS]"),
        ("Mob=31 ork-boy", "out of range"),
    ],
)
def test_a_formation_that_is_none_is_refused(formation: str, error: str) -> None:
    errors = bad(2, *NEW, "--formation", formation)
    assert error in errors
    assert "the-new-army" not in errors
    assert not (packs_folder("epic") / "army-red-wolves.yaml").exists()


def test_a_new_army_is_written_where_no_file_is(tmp_path: Path) -> None:
    file = tmp_path / "wolves.yaml"
    good(*NEW, "--out", str(file))
    assert q40k("army", "check", str(file)).exit_code == 0
    assert "There is already a file" in bad(1, *NEW, "--out", str(file))
    assert "strategic: 4" in good(*NEW, "--out", "-")
    assert "These are missing: --strategic, --morale." in bad(2, "army", "new", "--name", "Wolves")
