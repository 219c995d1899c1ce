"""A plain bot plays whole games, and only by the rules."""

from __future__ import annotations

from random import Random

import pytest

from q40k.games.epic.bot.lab import FORCES, EpicLab, set_up, take_twelve
from q40k.games.epic.bot.plain import Table, play
from q40k.games.epic.packs.scenarios import Scenario
from q40k.games.epic.state.deployment import Deploy
from q40k.games.epic.state.movement import Move
from q40k.games.epic.state.registry import Command
from q40k.games.epic.state.shooting import Shoot
from q40k.lab.points import Fielded, fit_totals
from q40k.lab.subject import Bout
from tests.games.epic.playing import library, stacked_pairs


def play_game(scenario: str, armies: tuple[str, str], seed: int) -> Table:
    """A whole game of twelve formations each."""
    played: Scenario = library().of_kind("scenarios")[scenario]
    first, second = (take_twelve(library(), army) for army in armies)
    table = set_up(library(), played, (first, second), Table(seed))
    play(table)
    return table


def test_a_bot_plays_to_the_end() -> None:
    armies = ("eldar", "orks")
    table = play_game("hill", armies, 3)
    state = table.state
    assert state.outcome.over
    assert state.play.turn > 1
    assert table.inputs > 150
    lost = [state.count_lost(formation.id) for formation in state.formations.values()]
    assert sum(lost) > 5, "they fight"
    again = play_game("hill", armies, 3).state
    assert again == state, "the same seed plays the same game"


@pytest.mark.rule("EE-MOVE-5")
def test_bots_keep_their_bases_apart_without_overruling_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    carry_out, commands = Table.do, []

    def do_and_watch(table: Table, command: Command) -> bool:
        before, done = table.state, carry_out(table, command)
        if done and table.state != before:
            commands.append(command)
            assert not stacked_pairs(table.state), command
        return done

    monkeypatch.setattr(Table, "do", do_and_watch)
    for scenario, armies in (("last-stand", ("imperial-guard", "orks")), ("meeting", ("space-marines", "eldar"))):
        play_game(scenario, armies, 5)
    assert {Deploy, Move, Shoot} <= {type(command) for command in commands}
    assert not any(command.override for command in commands)


def test_every_army_fields_twelve_formations_of_its_list() -> None:
    for army, formations in FORCES.items():
        listed = {formation.id: formation.most for formation in library().of_kind("armies")[army].formations}
        assert len(formations) == 12
        assert all(formations.count(id) <= listed[id] for id in formations)


@pytest.mark.rule("EE-ARMY-5")
def test_a_fair_pair_is_the_same_from_either_edge() -> None:
    lab, shared = EpicLab(), {"scenarios": "hill"}
    for options in ({"points": 150}, {"by_chance": True}):
        there, back = (
            lab.play(library(), Bout(seats, 3, "armies", shared, options))
            for seats in (("orks", "eldar"), ("eldar", "orks"))
        )
        assert there.fielded == back.fielded[::-1]
        assert sum(there.won) == sum(back.won) == 1
        assert {*there.fielded[0], *there.fielded[1]} <= {*lab.entries(library(), "formations")}


def test_points_are_found_again_in_games_that_were_won_by_them() -> None:
    true = {"a/x": 40.0, "a/y": 80.0, "b/x": 20.0, "b/y": 60.0}
    chance = Random(5)
    games: list[Fielded] = []
    for _ in range(3000):
        first, second = (
            tuple(chance.choice([f"{army}/x", f"{army}/y"]) for _ in range(chance.randint(4, 9))) for army in "ab"
        )
        mine, theirs = (sum(true[id] for id in side) ** 5 for side in (first, second))
        games.append((first, second, float(chance.random() < mine / (mine + theirs))))
    assert fit_totals(games, dict.fromkeys(true, 60.0)) == pytest.approx(true, rel=0.15)
