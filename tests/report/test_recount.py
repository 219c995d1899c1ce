"""Every figure of a report is that of the events in its own data, counted on another path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from math import exp, sqrt
from operator import mul
from typing import Any

import pytest

from q40k.games.game import find
from q40k.i18n.locale import Locale
from q40k.report.page import page
from q40k.report.tale import tale
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from tests.report.kept import MATCHES, library, page_html
from tests.report.recount import Counted
from tests.report.test_page import Read, packed_data
from tests.soak.evening import Evening, Step

EVENINGS = ("deathmatch 11", "champion-of-champions 10", "nine-lives 10", "base-attack 10", "team-deathmatch 10")
"""Mods played at random, each with a seed: with tokens, in rounds, in teams, with flags."""
STEPS = 110


@pytest.fixture(scope="module")
def kept_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchLibrary]:
    with library(tmp_path_factory.mktemp("kept_library")) as opened:
        yield opened


@pytest.fixture(scope="module", params=[*MATCHES, *EVENINGS])
def report_data(
    request: pytest.FixtureRequest, kept_library: MatchLibrary, tmp_path_factory: pytest.TempPathFactory
) -> Any:
    """The data of a report: of each of the five kept matches, and of some played at random."""
    if request.param in MATCHES:
        return packed_data(Read(page_html(kept_library, request.param, "en")))
    mod, seed = request.param.split()
    with closing(Evening(tmp_path_factory.mktemp("evening"), mod, int(seed))) as evening:
        for number in range(STEPS):
            evening.step(Step("play", number))
        return data_of(evening.match_session)


def data_of(match_session: MatchSession) -> Any:
    locale = Locale("en")
    return packed_data(Read(page(match_session.game, tale(match_session, locale), locale)))


def test_every_figure_is_that_of_the_events(report_data: Any) -> None:
    counted, figures = Counted(report_data["journal"]), report_data["figures"]
    ids = {name: id for id, name in counted.names.items()}
    assert figures["causes"] == dict(counted.causes)
    for player, tally in figures["players"].items():
        player_id = ids[player]
        assert tally["kills"] == counted.kills[player_id] == sum(tally["victims"].values())
        assert tally["deaths"] == counted.deaths[player_id]
        assert tally["accidents"] == counted.accidents[player_id]
        assert tally["telefrags"] == counted.telefrags[player_id]
        assert tally["telefragged"] == counted.telefragged[player_id]
        assert tally["jumps"] == counted.jumps[player_id]
        assert tally["tokens"] == counted.tokens.get(player_id, [])
        assert tally["longest"] == counted.longest[player_id]
        assert tally["weapons"] == {
            arm: times for (killer, arm), times in counted.weapons.items() if killer == player_id
        }
        assert {(arm, what): number for arm, aim in tally["aims"].items() for what, number in aim.items()} == {
            (arm, what): number for (shooter, arm, what), number in counted.aims.items() if shooter == player_id
        }
        assert all(aim["hits"] <= aim["shots"] for aim in tally["aims"].values())
        for victim, times in tally["victims"].items():
            assert times == counted.pairs[player_id, ids[victim]]
            earned = Fraction(tally["earned"][victim])
            assert earned == counted.earned[player_id, ids[victim]]


def test_points_are_what_was_paid_unless_the_table_adjusted_them(report_data: Any) -> None:
    counted = Counted(report_data["journal"])
    adjusted = {
        event["player"]
        for entry in report_data["journal"]
        for event in entry["events"]
        if event["type"] in ("adjusted", "champion-corrected")
    }
    for id, name in counted.names.items():
        tally = report_data["figures"]["players"].get(name)
        if tally is not None and id not in adjusted:
            assert Fraction(tally["points"]) == counted.points.get(id, 0)


def test_portals_have_the_jumps_arrivals_and_deaths_of_the_events(report_data: Any) -> None:
    counted = Counted(report_data["journal"])
    portals = report_data["figures"]["portals"]
    numbers = {*counted.entered, *counted.arrivals, *counted.died_in} - {None}
    assert {int(portal) for portal in portals} == numbers
    for number, tally in portals.items():
        assert tally["entered"] == counted.entered[int(number)]
        assert tally["arrivals"] == counted.arrivals[int(number)]
        assert tally["telefrags"] == counted.died_in[int(number)]


def test_lives_begin_end_and_kill_as_in_the_events(report_data: Any) -> None:
    counted = Counted(report_data["journal"])
    for id, name in counted.names.items():
        tally = report_data["figures"]["players"].get(name, {"lives": []})
        kept = ("born", "until", "died", "by", "kills")
        results = [{key: life[key] for key in kept} for life in tally["lives"]]
        expected = [
            life | {"by": [counted.names[killer] for killer in life["by"]]} for life in counted.lives.get(id, [])
        ]
        assert results == expected


def test_tokens_brought_what_the_events_say(report_data: Any) -> None:
    counted = Counted(report_data["journal"])
    keys = ("kind", "entry", "until", "kills", "saves")
    brought = report_data["figures"]["brought"]
    assert [{key: item[key] for key in keys} for item in brought] == [
        {key: item[key] for key in keys} for item in counted.brought
    ]
    for first, second in zip(brought, counted.brought, strict=True):
        assert first["player"] == counted.names[second["player"]]
        assert Fraction(first["points"]) == second["points"]


def test_kills_by_hand_are_those_of_the_matrix(report_data: Any) -> None:
    died = Counter[str]()
    for tally in report_data["figures"]["players"].values():
        died.update(tally["victims"])
    by_hand = {
        player: tally["deaths"] - tally["accidents"] for player, tally in report_data["figures"]["players"].items()
    }
    assert all(died[player] >= deaths for player, deaths in by_hand.items()), "some are shared"


@pytest.mark.parametrize("report_data", ["places", "eleven", "amended", "deathmatch 11"], indirect=True)
def test_chances_are_those_of_the_model_kill_by_kill(report_data: Any) -> None:
    """Each for oneself, by the score: what the page explains, worked out from what was paid."""
    race = report_data["race"]
    values = {
        event["name"]: event["champion"]["points"]
        for entry in report_data["journal"]
        for event in entry["events"]
        if event["type"] == "joined"
    }
    names = Counted(report_data["journal"]).names
    points, holds = dict.fromkeys(values, Fraction(0)), dict.fromkeys(values, 0)
    near, _rounds, _alive, _worth, bonus, *_flags = find("quake").view.moments.chances_weights

    def chances() -> list[float]:
        goals = [values[side["side"]] * Fraction(side["goal"]) for side in race]
        left = [max(0.0, float(1 - points[side["side"]] / goal)) for side, goal in zip(race, goals, strict=True)]
        kills = []
        for side, goal in zip(race, goals, strict=True):
            victims = [value for name, value in values.items() if name != side["side"]]
            kills.append(max(1.0, goal / Fraction(sum(victims), len(victims))))
        rest = sqrt(max(1.0, sum(map(mul, kills, left)) / len(race)))
        weights = [
            (part + 0.5) ** (-near * sqrt(number)) * exp(bonus * holds[side["side"]] / rest)
            for side, number, part in zip(race, kills, left, strict=True)
        ]
        return [weight / sum(weights) for weight in weights]

    result, turn = [], 0
    for entry in report_data["journal"]:
        for event in entry["events"]:
            turn = event["turn"] if event["type"] == "turn-opened" else turn
            if event["type"] in ("token-taken", "token-returned", "bonus-spent"):
                holds[names[event["player"]]] = int(event["type"] == "token-taken")
            if event["type"] not in ("killed", "accident"):
                continue
            before = chances()
            for id, paid in event["paid"].items():
                points[names[id]] += Fraction(paid)
            now = chances()
            change = [then - was for was, then in zip(before, now, strict=True)]
            most = max(range(len(race)), key=lambda number: (round(abs(change[number]), 6), change[number]))
            if event["paid"] and turn:
                result.append((entry["seq"], race[most]["side"], before[most], now[most]))
    assert result
    told = {(chance["entry"], chance["side"]): (chance["was"], chance["then"]) for chance in report_data["chances"]}
    for seq, side, was, then in result:
        assert told[seq, side] == pytest.approx((was, then), abs=1e-4)
