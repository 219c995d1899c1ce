"""Scenarios of Epic × armies, missions of Space Hulk × editions: played to the end, or refused.

A refusal has words, and comes before the match begins.
"""

from __future__ import annotations

import itertools

import pytest

from q40k.games import game as games
from q40k.games.epic.bot.lab import set_up, take_twelve
from q40k.games.epic.bot.plain import Table, play
from q40k.games.epic.packs.armies import Force, ListedFormation, Members
from q40k.games.space_hulk.bot.lab import HulkLab
from q40k.games.space_hulk.state.editions import EDITIONS
from q40k.i18n.locale import Locale
from q40k.kernel.events import Refused
from q40k.lab.subject import Bout
from tests.pairs.games import library
from tests.pairs.sampling import sample

ARMIES = sorted(library("epic").of_kind("armies"))
SCENARIOS = library("epic").of_kind("scenarios")
BATTLES = list(itertools.product(sorted(SCENARIOS), itertools.product(ARMIES, ARMIES)))
MISSIONS = list(itertools.product(sorted(HulkLab().entries(library("space-hulk"), "missions")), EDITIONS))
"""Missions with a board and a goal; the others have no end, and the lab knows none of their names."""


def force_of(army: str) -> Force:
    """Twelve formations of an army: of its list, or of its figures if it has none."""
    listed = library("epic").of_kind("armies")[army]
    if listed.formations:
        return take_twelve(library("epic"), army)
    profiles = [profile for profile in library("epic").of_kind("profiles").values() if profile.army == army]
    formations = (
        ListedFormation(id=f"own-{number}", name=profile.name, figures=(Members(profile=profile.id, n=3),))
        for number, profile in enumerate(itertools.islice(itertools.cycle(profiles), 12))
    )
    return Force(listed, tuple(formations), 0)


@pytest.mark.parametrize(("scenario", "armies"), sample(BATTLES, 2))
def test_a_scenario_is_played_to_its_end_by_any_two_armies(scenario: str, armies: tuple[str, str]) -> None:
    table = Table(1)
    set_up(library("epic"), SCENARIOS[scenario], (force_of(armies[0]), force_of(armies[1])), table)
    play(table)
    state = table.state
    assert state.outcome.over
    assert [side.army for side in state.sides.values()] == [*armies]
    assert any(state.count_lost(formation.id) for formation in state.formations.values()), "they fight"


@pytest.mark.parametrize(("mission", "edition"), sample(MISSIONS, 3))
def test_a_mission_is_played_to_its_end_by_an_edition_or_refused(mission: str, edition: str) -> None:
    shared = {"missions": mission, "editions": edition}
    try:
        result = HulkLab().play(library("space-hulk"), Bout(("", ""), 1, shared=shared))
    except Refused as refused:
        for language in ("en", "fr"):
            text = games.find("space-hulk").words.refuse(Locale(language), refused.refusal)
            assert text
            assert "{" not in text
        return
    assert sum(result.won) == 1
    assert result.turns >= 1
