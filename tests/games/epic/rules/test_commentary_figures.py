"""The figures of a match, counted a second time from the plain journal."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from q40k.games.epic.state.commentary import MatchStatistics, count_statistics
from q40k.table.commentary import steps
from q40k.table.match_session import MatchSession
from tests.games.epic.playing import B, M, play, ready, shoot, shot, to_movement, to_rally, to_shooting
from tests.games.scripted import go_on, journal_events, line

SCRIPTS = sorted((Path(__file__).parents[1] / "matches").glob("*.jsonl"))


def counted_statistics(match: MatchSession) -> MatchStatistics:
    return count_statistics(steps(match.game, match.inputs()))


@pytest.fixture(params=SCRIPTS, ids=lambda path: path.stem, scope="module")
def golden(request: pytest.FixtureRequest) -> MatchSession:
    text = request.param.read_text(encoding="utf-8")
    return play(*(json.loads(line) for line in text.splitlines()))


def test_what_each_side_did_is_that_of_the_journal(golden: MatchSession) -> None:
    statistics, state = counted_statistics(golden), golden.state
    side_of = {id: state.formations[figure.formation].side for id, figure in state.figures.items()}
    formation_side = {id: formation.side for id, formation in state.formations.items()}

    def of(name: str) -> dict[str, int]:
        return {side: getattr(tally, name) for side, tally in statistics.sides.items() if getattr(tally, name)}

    fired = journal_events(golden, "fired")
    assert of("volleys") == Counter(formation_side[volley["formation"]] for volley in fired)
    dice: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    weapons: Counter[tuple[str, str]] = Counter()
    for volley in fired:
        for aim, many in zip(volley["aims"], volley["hits"], strict=True):
            side = formation_side[volley["formation"]]
            dice[side] += 0 if aim.get("fails") else aim["dice"]
            hits[side] += many
            weapons[side, aim["weapon"]] += many
    assert of("dice") == +dice
    assert of("hits") == +hits
    counted_hits = {(side, id): arm.hits for side, arms in statistics.weapons.items() for id, arm in arms.items()}
    assert counted_hits == dict(weapons)
    assert sum(arm.dice for arms in statistics.weapons.values() for arm in arms.values()) == sum(dice.values())
    saves = journal_events(golden, "save-rolled")
    assert of("saves") == Counter(side_of[save["figure"]] for save in saves)
    assert of("saved") == Counter(side_of[save["figure"]] for save in saves if save["saved"])
    assert of("engaged") == Counter(side_of[event["one"]] for event in journal_events(golden, "contact-made"))
    tests = journal_events(golden, "tested")
    assert of("tests") == Counter(formation_side[test["formation"]] for test in tests)
    assert of("tests_failed") == Counter(formation_side[test["formation"]] for test in tests if not test["passed"])
    rallies = journal_events(golden, "rally-tried")
    assert of("rallies") == Counter(formation_side[rally["formation"]] for rally in rallies)
    assert of("rallied") == Counter(formation_side[rally["formation"]] for rally in rallies if rally["rallied"])
    assert statistics.turns == state.play.turn


def test_losses_fights_and_moves_are_those_of_the_journal(golden: MatchSession) -> None:
    statistics, state = counted_statistics(golden), golden.state
    side_of = {id: state.formations[figure.formation].side for id, figure in state.figures.items()}
    lost: Counter[tuple[str, str]] = Counter()
    for event in journal_events(golden, "lost"):
        lost.update((side_of[figure], event["cause"]) for figure in event["figures"])
    assert {(side, why): many for side, tally in statistics.sides.items() for why, many in tally.lost.items()} == lost
    by_turn = sum(many for tally in statistics.sides.values() for many in tally.turns.values())
    assert by_turn == sum(lost.values())
    assert all(1 <= turn <= state.play.turn for tally in statistics.sides.values() for turn in tally.turns)
    shot_down = sum(many for (_side, why), many in lost.items() if why == "shot")
    assert sum(tally.shot for tally in statistics.formations.values()) == shot_down
    fights = [event for event in journal_events(golden, "fought") if event.get("winner") is not None]
    assert sum(tally.fights for tally in statistics.sides.values()) == 2 * len(fights)
    won = Counter(side_of[fight["winner"]] for fight in fights)
    assert {side: tally.fights_won for side, tally in statistics.sides.items() if tally.fights_won} == won
    by_formation = Counter(state.figures[fight["winner"]].formation for fight in fights)
    assert {id: tally.fought for id, tally in statistics.formations.items() if tally.fought} == by_formation
    retreats = Counter(event["formation"] for event in journal_events(golden, "retreated"))
    assert {id: tally.retreats for id, tally in statistics.formations.items() if tally.retreats} == retreats
    dispersed = {event["formation"] for event in journal_events(golden, "dispersed")}
    assert {id for id, tally in statistics.formations.items() if tally.dispersed} == dispersed
    moves: Counter[str] = Counter()
    for event in journal_events(golden, "moved"):
        longest = max(event["spent"].values(), default=0) if event["places"] else event["cm"] or 0
        moves[event["formation"]] += longest
    assert {id: tally.cm for id, tally in statistics.formations.items() if tally.cm} == pytest.approx(+moves)


def test_a_failed_test_in_retreat_disperses_and_both_are_counted() -> None:
    match = to_rally(go_on(ready(M, B), line("retreat", formation="B")))
    go_on(match, line("test", 1, formation="B", why="terror"))
    statistics = counted_statistics(match)
    assert (statistics.formations["B"].retreats, statistics.formations["B"].dispersed) == (1, True)
    tally = statistics.sides["p2"]
    assert (tally.tests, tally.tests_failed, tally.lost, tally.turns) == (1, 1, {"dispersed": 5}, {1: 5})


def test_a_shot_that_fails_throws_no_die_and_a_move_counts_its_cm() -> None:
    match = to_movement(ready(M, B))
    go_on(match, line("move", formation="M", cm=4.5), line("next"), line("next"), line("draw", "A"))
    go_on(match, shoot("M", 5, 1, shots=[shot("M/1", "B/1"), shot("M/2", "B/2", distance=400)]))
    statistics = counted_statistics(match)
    assert statistics.formations["M"].cm == 4.5
    (weapon,) = statistics.weapons["p1"].values()
    assert (weapon.dice, weapon.hits, statistics.sides["p1"].dice) == (1, 1, 1)
    assert statistics.formations["M"].shot == statistics.sides["p2"].lost.get("shot", 0) == 1
    assert counted_statistics(to_shooting(ready(M, B))).formations.get("M") is None
