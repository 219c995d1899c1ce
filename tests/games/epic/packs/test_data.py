"""The shipped packs of Epic Escarmouches, and what is said against those that make no sense."""

from __future__ import annotations

from pathlib import Path

import pytest

from q40k.games.epic.packs.kinds import KINDS
from q40k.games.epic.packs.scenarios import Scenario, Terrain
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.packs.library import check, load
from q40k.packs.problems import PackError
from tests.games.epic.playing import MARINES, ORKS, B, M, library, play
from tests.games.scripted import json_state, line, log_sentences

HOUSE = {"meeting", "bridge", "convoy", "last-stand", "raid", "hill"}


def test_the_shipped_packs_are_sound() -> None:
    assert check(KINDS) == []
    counts = {kind: len(library().of_kind(kind)) for kind in KINDS.names}
    assert counts == {"weapons": 44, "profiles": 53, "armies": 5, "scenarios": 8}


@pytest.mark.rule("EE-WIN-3")
@pytest.mark.parametrize("id", sorted(library().of_kind("scenarios")))
def test_a_table_looks_the_same_from_both_lines(id: str) -> None:
    """Turned about the middle between the lines; who attacks may have more ground behind it."""
    scenario: Scenario = library().of_kind("scenarios")[id]
    (_, _, _, front), (_, line, _, _) = (scenario.zone(edge) for edge in scenario.edges)
    width, height = scenario.size_cm[0], front + line
    assert height == scenario.size_cm[1] or scenario.attacker is not None

    def turn_spot(spot: tuple[float, float]) -> tuple[float, float]:
        return width - spot[0], height - spot[1]

    objectives = {
        (objective.at, objective.reach_cm, objective.worth, objective.counted) for objective in scenario.objectives
    }
    assert {(turn_spot(at), *more) for at, *more in objectives} == objectives
    outlines = {_outline(piece) for piece in scenario.terrain}
    assert {(kind, frozenset(map(turn_spot, spots)), radius) for kind, spots, radius in outlines} == (outlines)


@pytest.mark.rule("EE-WIN-3", "EE-DEPLOY-1")
def test_who_attacks_is_told_with_the_edges() -> None:
    start = line("start", 2, 6, edges={"A": "north"})
    raid = play(line("new", game="epic", scenario="raid"), MARINES, ORKS, M, B, start)
    assert "Table edges: A north and B south; B attacks" in log_sentences(raid)
    assert any(
        sentence.startswith("Bords de table") and "B attaque" in sentence for sentence in log_sentences(raid, "fr")
    )
    hill = play(line("new", game="epic", scenario="hill"), MARINES, ORKS, M, B, start)
    assert "Table edges: A north and B south" in log_sentences(hill)


def _outline(piece: Terrain) -> tuple[str, frozenset[tuple[float, float]], float]:
    if piece.circle is not None:
        return piece.kind, frozenset([piece.circle.at]), piece.circle.radius
    return piece.kind, frozenset(piece.polygon), 0.0


def test_four_armies_have_formations_with_points_of_the_house() -> None:
    armies = library().of_kind("armies")
    full = {id: army for id, army in armies.items() if army.formations}
    assert set(full) == {"space-marines", "orks", "eldar", "imperial-guard"}
    for army in full.values():
        assert army.origin == "house"
        assert all(formation.points for formation in army.formations)
        profiles = {p.profile for formation in army.formations for p in formation.figures}
        every = library().of_kind("profiles")
        assert any(every[id].has("officer") for id in profiles)


@pytest.mark.rule("EE-WIN-3", "EE-DEPLOY-3")
@pytest.mark.parametrize("id", sorted(HOUSE))
def test_a_scenario_of_the_house(id: str) -> None:
    scenario: Scenario = library().of_kind("scenarios")[id]
    assert scenario.origin == "house"
    assert scenario.terrain
    assert scenario.objectives or id == "last-stand", "there whoever has lost less wins"
    attack, defence = (scenario.zone(edge) for edge in scenario.edges)
    assert attack[3] <= defence[1], "the zones lie apart"
    match = play(line("new", game="epic", scenario=id))
    assert json_state(match)["scenario"] == id


WRONG = {
    "zone-empty": "zones: [{edge: south, box: [5, 5, 5, 9]}]",
    "attacker-of-nobody": "attacker: west",
    "zone-of-nobody": "zones: [{edge: west, box: [0, 0, 5, 9]}]",
    "edges-alike": "edges: [south, south]",
    "off-table": "objectives: [{id: a, at: [500, 5]}]",
    "name-twice": "objectives: [{id: a, at: [5, 5]}, {id: a, at: [9, 5]}]",
    "one-outline": "terrain: [{id: w, kind: wood}]",
    "few-corners": "terrain: [{id: w, kind: wood, polygon: [[1, 1], [2, 2]]}]",
    "not-a-choice": "terrain: [{id: w, kind: forest, circle: {at: [5, 5], radius: 3}}]",
}


@pytest.mark.parametrize(("code", "data"), WRONG.items(), ids=WRONG)
def test_a_scenario_that_makes_no_sense(code: str, data: str, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(f"scenarios:\n  - id: mine\n    name: {{en: Mine, fr: Mien}}\n    {data}\n")
    with pytest.raises(PackError) as caught:
        load(KINDS, (own,))
    (problem, *_) = caught.value.problems
    assert (problem.code, problem.line) == (code, 4)
    for language in ("en", "fr"):
        assert "?" not in WORDS.problem(Locale(language), problem).replace("? ", "")


def test_a_list_that_names_what_nobody_knows(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(
        "armies:\n  - id: mine\n    name: {en: Mine, fr: Mien}\n    strategic: 3\n    morale: 3\n"
        "    formations:\n      - id: a\n        name: {en: A, fr: A}\n"
        "        figures: [{profile: marine-tacticl, n: 5}]\n"
    )
    with pytest.raises(PackError) as caught:
        load(KINDS, (own,))
    (problem,) = caught.value.problems
    assert (problem.code, problem.line) == ("unknown-reference", 9)
    assert problem.facts["nearest"] == "marine-tactical"


def test_everything_on_a_table_of_the_house_has_a_name_in_both_languages() -> None:
    for scenario in library().of_kind("scenarios").values():
        for place in (*scenario.terrain, *scenario.objectives):
            assert place.name is not None, (scenario.id, place.id)
            assert place.name.fr.strip(), (scenario.id, place.id)
    for kind in ("profiles", "weapons", "armies", "scenarios"):
        for pack in library().of_kind(kind).values():
            assert "page" not in pack.name.fr, "no note of an editor"
    assert library().of_kind("profiles")["eldar-falcon"].name.fr == "Faucon"
