"""A plain bot plays whole games, and only by the rules."""

from __future__ import annotations

from random import Random

import pytest

from q40k.games.epic.bot.balance import FORCES, play_game, score_fair_game
from q40k.games.epic.bot.plain import Table
from q40k.games.epic.bot.points import Game, fit_points, listed_points, play_sample
from q40k.games.epic.packs.scenarios import Scenario
from q40k.games.epic.rules.deployment import Deploy
from q40k.games.epic.rules.movement import Move
from q40k.games.epic.rules.registry import Command
from q40k.games.epic.rules.shooting import Shoot
from tests.games.epic.playing import library, stacked


def test_a_bot_plays_to_the_end() -> None:
    armies = ("eldar", "orks")
    played: Scenario = library().of_kind("scenarios")["hill"]
    table = play_game(library(), played, armies, 3)
    state = table.state
    assert state.outcome.over
    assert state.play.turn > 1
    assert table.inputs > 150
    lost = [state.count_lost(formation.id) for formation in state.formations.values()]
    assert sum(lost) > 5, "they fight"
    again = play_game(library(), played, armies, 3).state
    assert again == state, "the same seed plays the same game"


@pytest.mark.rule("EE-MOVE-5")
def test_bots_keep_their_bases_apart_without_overruling_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    carry_out, commands = Table.do, []

    def watched(table: Table, command: Command) -> bool:
        before, done = table.state, carry_out(table, command)
        if done and table.state != before:
            commands.append(command)
            assert not stacked(table.state), command
        return done

    monkeypatch.setattr(Table, "do", watched)
    for scenario, armies in (("last-stand", ("imperial-guard", "orks")), ("meeting", ("space-marines", "eldar"))):
        play_game(library(), library().of_kind("scenarios")[scenario], armies, 5)
    assert {Deploy, Move, Shoot} <= {type(command) for command in commands}
    assert not any(command.override for command in commands)


def test_every_army_fields_twelve_formations_of_its_list() -> None:
    for army, formations in FORCES.items():
        listed = {formation.id: formation.most for formation in library().of_kind("armies")[army].formations}
        assert len(formations) == 12
        assert all(formations.count(id) <= listed[id] for id in formations)


@pytest.mark.rule("EE-ARMY-5")
def test_a_fair_pair_fights_from_either_edge_alike() -> None:
    for number in range(2):
        job = (("orks", "eldar"), ("hill",), 150, number)
        assert score_fair_game(job) in (0, 0.5, 1)
        assert score_fair_game(job) == score_fair_game(job)


def test_points_are_found_again_in_games_that_were_won_by_them() -> None:
    true = {("a", "x"): 40.0, ("a", "y"): 80.0, ("b", "x"): 20.0, ("b", "y"): 60.0}
    chance = Random(5)
    games = []
    for _ in range(3000):
        one, other = (
            tuple(chance.choice([(army, "x"), (army, "y")]) for _ in range(chance.randint(4, 9))) for army in "ab"
        )
        mine, theirs = (sum(true[id] for id in side) ** 5 for side in (one, other))
        games.append(Game(one, other, float(chance.random() < mine / (mine + theirs))))
    found = fit_points(games, dict.fromkeys(true, 60.0))
    assert found == pytest.approx(true, rel=0.15)


def test_a_game_is_known_by_its_number() -> None:
    game = play_sample(11)
    assert game == play_sample(11)
    assert {army for army, _formation in game.one} != {army for army, _formation in game.other}
    assert set(game.one) <= set(listed_points())
