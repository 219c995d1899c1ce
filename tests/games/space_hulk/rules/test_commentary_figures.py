"""The figures of a match, counted a second time from the plain journal."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from q40k.games.space_hulk.state.commentary.medals import MEDALS
from q40k.games.space_hulk.state.commentary.statistics import Statistics, count_match
from q40k.kernel.commentary import Transition
from q40k.table.commentary import steps
from q40k.table.match_session import MatchSession
from tests.games.golden import scripts_of
from tests.games.scripted import go_on, journal_events, line
from tests.games.space_hulk.playing import play, ready, to_stealers


def counted_statistics(match: MatchSession) -> Statistics:
    return count_match(steps(match.game, match.inputs()))


@pytest.fixture(params=scripts_of("space-hulk"), ids=lambda path: path.stem, scope="module")
def golden(request: pytest.FixtureRequest) -> MatchSession:
    text = request.param.read_text(encoding="utf-8")
    return play(*(json.loads(line) for line in text.splitlines()))


def test_each_marines_deeds_are_those_of_the_journal(golden: MatchSession) -> None:
    tallies = counted_statistics(golden).marines
    assert set(tallies) == set(golden.state.marines)

    def many(kind: str, field: str = "who", **holds: Any) -> dict[str, int]:
        results = [
            event
            for event in journal_events(golden, kind)
            if all(event.get(name) == value for name, value in holds.items())
        ]
        return Counter(event[field] for event in results if event[field] in tallies)

    def of(name: str) -> dict[str, int]:
        return {id: getattr(tally, name) for id, tally in tallies.items() if getattr(tally, name)}

    assert of("shots") == many("fired")
    assert of("hits") == many("fired", hit=True)
    assert of("watched") == many("fired", how="overwatch")
    assert of("jams") == many("jammed")
    assert of("flames") == many("flamed")
    assert of("steps") == many("moved")
    fights = journal_events(golden, "fought")
    assert of("fights") == Counter(
        fight[side] for fight in fights for side in ("attacker", "defender") if fight[side] in tallies
    )
    assert of("won") == Counter(
        fight[side]
        for fight in fights
        for side in ("attacker", "defender")
        if fight[side] in tallies and fight["beaten"] not in (None, fight[side])
    )
    points: Counter[str] = Counter()
    for event in journal_events(golden, "points-spent"):
        if event["who"] in tallies:
            points[event["who"]] += event["points"]
    assert of("points") == dict(points)


def test_deaths_and_blips_are_those_of_the_journal(golden: MatchSession) -> None:
    statistics = counted_statistics(golden)
    marines = set(golden.state.marines)
    dead = [event["who"] for event in journal_events(golden, "killed") if event["who"] in marines]
    assert {id for id, tally in statistics.marines.items() if tally.died is not None} == set(dead)
    assert sum(turn.marines for turn in statistics.turns.values()) == len(dead)
    assert sum(sides.get("marine", 0) for sides in statistics.causes.values()) == len(dead)
    stealers = sum(event.get("value") or 1 for event in journal_events(golden, "killed") if event["who"] not in marines)
    assert sum(turn.stealers for turn in statistics.turns.values()) == stealers
    assert sum(sides.get("stealer", 0) for sides in statistics.causes.values()) == stealers
    revealed = Counter(event["value"] for event in journal_events(golden, "blip-revealed"))
    assert sum(turn.blips for turn in statistics.turns.values()) == sum(revealed.values())
    assert all(statistics.blips.get(value, 0) >= many for value, many in revealed.items())
    spent = sum(event["points"] for event in journal_events(golden, "points-spent"))
    spent -= len(journal_events(golden, "point-back"))
    assert sum(turn.spent for turn in statistics.turns.values()) == spent
    shown = [event["value"] for event in journal_events(golden, "counter-shown")]
    assert [turn.counter for turn in statistics.turns.values() if turn.counter is not None] == shown


@pytest.mark.rule("SH-BLIP-9")
def test_a_dead_blip_counts_as_many_as_the_table_says_it_stood_for() -> None:
    match = go_on(ready(Bolt1="E4 E", B1="K4"), line("kill", who="B1", value=3))
    statistics = counted_statistics(match)
    assert sum(turn.stealers for turn in statistics.turns.values()) == 3
    assert (statistics.causes["hand"], statistics.blips) == ({"stealer": 3}, {3: 1})


def test_a_marine_who_has_left_or_died_is_counted_with_his_turn() -> None:
    match = ready(Bolt1="E4 E", Bolt2="D4 E", Bolt3="C4 E")
    go_on(match, line("leave", who="Bolt1", exit="EAST"), line("kill", who="Bolt2"))
    tallies = counted_statistics(match).marines
    assert [(tallies[name].left, tallies[name].died) for name in ("Bolt1", "Bolt2", "Bolt3")] == [
        (1, None),
        (None, 1),
        (None, None),
    ]
    assert {tally.unit for tally in tallies.values()} == {"terminator-bolter"}


def winners_of(match: MatchSession, kind: str) -> Counter[str]:
    """What each piece counts for a medal."""
    (medal,) = (medal for medal in MEDALS if medal.kind == kind)
    assert medal.counts is not None
    counter: Counter[str] = Counter()
    for step in steps(match.game, match.inputs()):
        for transition in step.transitions:
            assert isinstance(transition, Transition)
            for who, _of, many in medal.counts(transition):
                counter[who] += int(many)
    return counter


def test_fights_count_for_the_medals_of_those_who_have_won_them() -> None:
    match = to_stealers(ready(Claw="D4 E", Bolt1="B4 E", S1="E4 W", S2="F4 W"))
    go_on(match, line("assault", 1, 1, 1, 6, 6, who="S1", target="Claw"))
    assert (winners_of(match, "brawler"), winners_of(match, "slayer")) == ({"Claw": 1}, {})
    match = to_stealers(ready(Bolt2="D4 E", Bolt1="B4 E", S1="E4 W"))
    go_on(match, line("assault", 6, 6, 6, 1, who="S1", target="Bolt2"))
    assert (winners_of(match, "brawler"), winners_of(match, "slayer")) == ({}, {"S1": 1})
    match = ready(Bolt2="D4 E", Bolt1="B4 E", S1="E4 W")
    go_on(match, line("assault", 1, 1, 1, 6, who="Bolt2", target="S1"))
    assert (winners_of(match, "brawler"), winners_of(match, "slayer")) == ({"Bolt2": 1}, {})
    match = ready(Bolt2="D4 E", Bolt1="B4 E", S1="E4 W")
    go_on(match, line("assault", 6, 6, 6, 1, who="Bolt2", target="S1"))
    assert (winners_of(match, "brawler"), winners_of(match, "slayer")) == ({}, {"S1": 1})


def test_the_table_of_medals() -> None:
    """What a medal is given for at least, and which are for the first who does it."""
    assert [(medal.kind, medal.least, medal.keeps) for medal in MEDALS] == [
        ("first-blood", 1, "first"),
        ("marksman", 3, "sum"),
        ("watchman", 2, "sum"),
        ("brawler", 2, "sum"),
        ("slayer", 2, "sum"),
        ("first-out", 1, "first"),
        ("darling", 4, "sum"),
        ("walker", 10, "sum"),
        ("porter", 3, "sum"),
        ("jammer", 2, "sum"),
        ("wasted", 5, "sum"),
    ]


def test_shots_points_steps_and_doors_count_for_medals_of_marines() -> None:
    match = ready(cp=4, Bolt1="G4 E", Bolt2="E4 E", S1="J4 W")
    go_on(match, line("door", who="Bolt1", at="H4"), line("shoot", 1, 2, who="Bolt1", target="S1"))
    go_on(match, line("shoot", 5, 1, who="Bolt1", target="S1", cp=1), line("step", who="Bolt2", to="F4"))
    go_on(match, line("turn", who="Bolt2", facing="N", cp=1), line("spend", points=1))
    counted = {
        kind: winners_of(match, kind) for kind in ("marksman", "wasted", "watchman", "darling", "walker", "porter")
    }
    assert counted == {
        "marksman": {"Bolt1": 1},
        "wasted": {"Bolt1": 1},
        "watchman": {},
        "darling": {"Bolt1": 1, "Bolt2": 1},
        "walker": {"Bolt2": 1},
        "porter": {"Bolt1": 1},
    }
    door = ready(Bolt1="G4 E", Bolt2="E4 E", S1="K4 W")
    go_on(door, line("shoot", 6, 2, who="Bolt1", target="H4"))
    assert (winners_of(door, "marksman"), winners_of(door, "wasted")) == ({}, {}), "a door is no stealer"
    alien = to_stealers(ready(Bolt1="A4 W", S1="K4 W"))
    go_on(alien, line("door", who="S1", at="L4", override="it reaches"), line("step", who="S1", to="J4"))
    assert (winners_of(alien, "porter"), winners_of(alien, "walker")) == ({}, {})


@pytest.mark.rule("SH-LIB-7")
def test_a_point_that_comes_back_was_not_spent() -> None:
    match = ready(Libra="E4 E", Bolt1="D4 E")
    go_on(match, line("turn", who="Bolt1", facing="N", cp=1), line("turn", who="Bolt1", facing="E", cp=1))
    go_on(match, line("power", who="Libra", power="prescience"))
    statistics = counted_statistics(match)
    assert (statistics.turns[1].spent, statistics.marines["Bolt1"].points) == (1, 2)
