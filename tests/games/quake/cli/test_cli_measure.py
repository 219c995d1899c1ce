"""`q40k measure`: what is measured, in words and as data."""

import json
from typing import Any

import pytest

from tests.cli.calls import MATCH, bad, good, import_match
from tests.table.scripts import library

BOB, ALICE = "Bob:30,30:25", "Alice:10,10:40"


def measured_data(*words: str, arena: str = "classic-60", figures: tuple[str, ...] = (BOB, ALICE)) -> Any:
    at = [part for figure in figures for part in ("--at", figure)]
    return json.loads(good("measure", arena, *at, "--json", *words))


def measured_text(*words: str, lang: str = "en") -> str:
    return good("measure", "classic-60", "--at", BOB, "--at", ALICE, *words, "--lang", lang)


@pytest.mark.rule("SHOOT-2")
def test_sight_says_the_share_and_what_is_needed() -> None:
    assert "Bob sees 100% of Alice’s base and needs 75%: clear (SHOOT-2)." in measured_text("sight", "Bob", "Alice")
    hidden = measured_data("sight", "bob", "Alice", arena="depot-100")
    assert (hidden["check"], hidden["share"], hidden["clear"]) == ("sight", 0.0, False)
    assert hidden["hiders"] == ["tank-4"]


def test_distance_is_from_base_to_base_for_figures_and_between_points_else() -> None:
    between = measured_data("distance", "Bob", "Alice")
    assert between["cm"] == pytest.approx(20 * 2**0.5 - 1.25 - 2, abs=1e-3)
    assert between["inches"] == pytest.approx(between["cm"] / 2.54, abs=1e-3)
    assert measured_data("distance", "P5", "10,30")["cm"] == pytest.approx(20)
    assert measured_data("distance", "B2", "E1")["cm"] == pytest.approx(20)


def test_places_are_said_as_at_the_table() -> None:
    from_the_rim = measured_data("distance", "20 cm right of Alice", "Bob")["cm"]
    assert from_the_rim == pytest.approx((2**2 + 20**2) ** 0.5, abs=1e-3)
    assert measured_data("distance", "portail 5", "between Alice and Bob")["cm"] == pytest.approx(10 * 2**0.5, abs=1e-2)


def test_contact_and_groups() -> None:
    row = ("A:10,10", "B:12.5,10", "C:15,10", "D:40,40")
    assert measured_data("contact", figures=row)["contacts"] == [["A", "B"], ["B", "C"]]
    assert measured_data("contact", "C", figures=row)["contacts"] == [["B", "C"]]
    assert measured_data("groups", figures=row)["groups"] == [["A", "B", "C"]]
    assert measured_text("contact") == "Nobody is in contact.\n"


@pytest.mark.rule("NUKE")
def test_the_nearest_come_first() -> None:
    assert [near["id"] for near in measured_data("nearest", "E1")["nearest"]] == ["Alice", "Bob"]
    assert measured_text("nearest", "P5").splitlines()[0] == "1. Bob: 0 in"


@pytest.mark.rule("DEPLOY-1")
def test_tiles_and_deployment() -> None:
    assert "A1" not in measured_data("tiles")["free"]
    assert len(measured_data("tiles")["free"]) == 7
    deployment = measured_data("deploy", "Bob", "15,15")
    assert (deployment["ok"], deployment["taken_by"]) == (False, ["Alice"])
    assert "Bob may be deployed in tile C3 (DEPLOY-1)." in measured_text("deploy", "Bob", "C3")
    assert "not the whole base" in measured_text("deploy", "Bob", "1,30")


@pytest.mark.rule("PORTAL-1", "PORTAL-3")
def test_portals_and_arrivals() -> None:
    assert measured_data("portal")["occupants"]["5"] == ["Bob"]
    result = measured_data("arrival", "3", "Alice")
    assert (result["portal"], result["crowded"], result["inside"]) == (3, False, [54.0, 6.0])
    assert result["area_cm2"] > 50
    assert len(result["zone"][0]) > 20
    assert "In it: (54; 6)." in measured_text("arrival", "P3")


@pytest.mark.rule("DIFF-3")
def test_templates_touch_wholly_or_partly() -> None:
    assert measured_data("template", "ordnance", "31,30")["touched"] == [{"id": "Bob", "wholly": True}]
    figures = ("Bob:30,30", "Alice:36,30")
    assert measured_data("flame", "Bob", "0", figures=figures)["touched"] == [{"id": "Alice", "wholly": False}]
    assert measured_text("template", "blast", "34,30") == "Bob: partly under it, and so hit (DIFF-3)\n"


@pytest.mark.rule("MOVE-1")
def test_moves_throws_and_jumps() -> None:
    path = measured_data("path", "Bob", "30,20", "10,20")
    assert path["legs_in"] == [pytest.approx(10 / 2.54, abs=1e-3), pytest.approx(20 / 2.54, abs=1e-3)]
    assert path["length_in"] == pytest.approx(30 / 2.54, abs=1e-3)
    assert "Length: 3.94 + 7.87 = 11.81 in (MOVE-1)." in measured_text("path", "Bob", "30,20", "10,20")
    thrown = measured_data("throw", "Bob", "225", "12")
    assert (thrown["met"]["kind"], thrown["met"]["id"]) == ("champion", "Alice")
    assert measured_data("jump", "Bob", "10,11")["room"] is False
    assert "There is room to land." in measured_text("jump", "Bob", "C3", "2")


@pytest.mark.rule("MOVE-1", "MOVE-6", "MOVE-3")
def test_a_path_counts_what_it_goes_up_and_down() -> None:
    #  onto the highest thing that can be climbed: its height is gone up
    pieces = [p for p in library().arenas["scaffolds-80"].scenery if p.climbable and p.polygon]
    gantry = max(pieces, key=lambda piece: piece.height_in)
    xs, ys = zip(*(gantry.polygon or ()), strict=True)
    x, y, high = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, gantry.height_in
    bob = (f"Bob:{min(xs) - 4},{y}",)
    there = (f"{min(xs) - 4},{y}", f"{x},{y}")
    up = measured_data("path", "Bob", there[1], figures=bob, arena="scaffolds-80")
    assert (up["to_in"], up["climb_in"]) == (high, pytest.approx(high))
    assert up["length_in"] == pytest.approx((x - min(xs) + 4) / 2.54 + high, abs=1e-3)
    words = good("measure", "scaffolds-80", "--at", bob[0], "path", "Bob", there[1])
    assert "Up and down" in words


@pytest.mark.rule("DIFF-3")
def test_a_template_touches_who_stands_as_high_as_it_lies() -> None:
    figures = ("Bob:30,30", "Alice:30,30:25:1.25:5")
    assert [figure["id"] for figure in measured_data("template", "blast", "30,30", figures=figures)["touched"]] == [
        "Bob"
    ]
    result = measured_data("template", "blast", "Alice", figures=figures)
    assert ([figure["id"] for figure in result["touched"]], result["level_in"]) == (["Alice"], 5.0)


@pytest.mark.rule("SHOOT-3")
def test_spotting_and_the_ground() -> None:
    assert "no spotting test" in measured_text("spot", "Bob", "Alice")
    ground = measured_data("ground", "S1", arena="hivegate-180")
    assert ground["tile"]
    assert all("effects" in piece for piece in ground["scenery"].values())
    assert measured_text("ground", "B2") == "(30; 30), tile B2\nopen ground\n"


def test_it_speaks_french() -> None:
    assert "Bob voit Alice\xa0: 100\xa0% de son socle" in measured_text("sight", "Bob", "Alice", lang="fr")
    assert "Portail 1\xa0: personne (PORTAL-1)." in measured_text("portal", lang="fr")


def test_a_match_lends_its_arena_and_its_positions() -> None:
    lines = [dict(line) for line in MATCH[:4]]
    lines += [{"do": "deploy", "player": "Alice", "at": [10, 10]}, {"do": "deploy", "player": "Bob", "at": [30, 30]}]
    match = import_match(lines)
    data = json.loads(good("measure", "--match", match, "distance", "Alice", "Bob", "--json"))
    assert data["cm"] == pytest.approx(20 * 2**0.5 - 2.5, abs=1e-3)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("sigt", "A", "B"), "The nearest is sight."),
        (("frobnicate",), "There are: sight,"),
        ((), "Say what to measure: sight,"),
        (("sight", "Bob"), "Usage: sight A B"),
        (("sight", "Bob", "Bob"), "Name two figures."),
        (("sight", "Bob", "Zoe"), "There are: Bob, Alice."),
        (("arrival", "7"), "they are numbered 1 to 5"),
        (("nearest", "Z9"), "“Z9” is no place"),
        (("nearest", "nan,3"), "“nan” is no number"),
        (("flame", "Bob", "up"), "“up” is no number"),
        (("template", "big", "P1"), "Usage: template"),
    ],
)
def test_what_makes_no_sense_is_said(words: tuple[str, ...], error: str) -> None:
    assert error in bad(2, "measure", "classic-60", "--at", BOB, "--at", ALICE, *words)


@pytest.mark.parametrize(
    ("figure", "error"),
    [
        ("Bob", "is not NAME:X,Y"),
        ("Bob:1,2,3", "is not NAME:X,Y"),
        ("Bob:1,2:big", "is not NAME:X,Y"),
        ("Bob:1,2:0", "between 0 and 1000 mm"),
        ("Bob:nan,2", "stands nowhere"),
    ],
)
def test_a_figure_that_makes_no_sense_is_said(figure: str, error: str) -> None:
    assert error in bad(2, "measure", "classic-60", "--at", figure, "tiles")


def test_nobody_is_there_to_be_measured() -> None:
    assert "Add a figure" in bad(2, "measure", "classic-60", "sight", "A", "B")
    assert "The nearest is classic-60" in bad(2, "measure", "clasic-60", "tiles")


def test_angles_may_be_negative_and_options_may_not_be_made_up() -> None:
    row = ("Bob:30,30:25", "Eve:30,24:25")
    assert [figure["id"] for figure in measured_data("flame", "Bob", "-90", figures=row)["touched"]] == ["Eve"]
    assert measured_data("throw", "Bob", "-90.5", "12", figures=row)["met"]["id"] == "Eve"
    assert "--bogus" in bad(2, "measure", "classic-60", "--at", BOB, "tiles", "--bogus")


def test_nothing_is_measured_outside_the_table() -> None:
    assert "outside the table of 60 × 60 cm" in bad(2, "measure", "classic-60", "ground", "300,300")
    assert "Bob:300,3" in bad(2, "measure", "classic-60", "--at", "Bob:300,3", "tiles")


@pytest.mark.rule("DIFF-8")
def test_who_was_beside_another_may_charge_after_it_as_far_as_it_went() -> None:
    row = ("Bob:30,30:25", "Eve:32.5,30:25", "Zed:50,50:25")
    near = measured_data("chase", "Bob", "Eve", "42.5,30", figures=row)
    assert near["allowed"]
    assert near["moved_in"] == pytest.approx(10 / 2.54, abs=1e-3)
    assert near["charge_in"] == 6
    assert not measured_data("chase", "Bob", "Eve", "58,30", figures=row)["allowed"]
    assert measured_data("chase", "Bob", "Eve", "58,30", "12", figures=row)["allowed"]
    apart = measured_data("chase", "Bob", "Zed", "51,50", figures=row)
    assert not apart["were_in_contact"]
    assert not apart["allowed"]
