"""A plain bot plays whole games, and only by the rules."""

from __future__ import annotations

from q40k.games.epic.bot.balance import FORCES, game
from q40k.games.epic.packs.scenarios import Scenario
from tests.games.epic.playing import library


def test_a_bot_plays_to_the_end() -> None:
    armies = ("eldar", "orks")
    played: Scenario = library().of_kind("scenarios")["hill"]
    table = game(library(), played, armies, 3)
    state = table.state
    assert state.outcome.over
    assert state.play.turn > 1
    assert table.inputs > 150
    lost = [state.lost(one.id) for one in state.formations.values()]
    assert sum(lost) > 5, "they fight"
    again = game(library(), played, armies, 3).state
    assert again == state, "the same seed plays the same game"


def test_every_army_fields_twelve_formations_of_its_list() -> None:
    for army, formations in FORCES.items():
        listed = {one.id: one.most for one in library().of_kind("armies")[army].formations}
        assert len(formations) == 12
        assert all(formations.count(id) <= listed[id] for id in formations)
