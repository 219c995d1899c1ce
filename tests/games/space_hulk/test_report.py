"""The report of a match of Space Hulk: what is counted, and that the page tells all of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from q40k.games.space_hulk.game import GAME
from q40k.games.space_hulk.state.losses import Killed
from q40k.games.space_hulk.table.results import STATISTICS
from q40k.games.space_hulk.table.view import DEMO
from q40k.i18n.locale import Locale
from q40k.kernel.commentary import Medal
from q40k.table.commentary import steps
from q40k.table.match_session import MatchSession
from q40k.table.shown import standing
from tests.cli.calls import good
from tests.games.golden import matches_of
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import new, next_turn, play, ready, to_stealers

MATCHES = matches_of("space-hulk")


def counted_data(match: MatchSession) -> dict[str, Any]:
    data: dict[str, Any] = STATISTICS.data(match.state, STATISTICS.count(steps(GAME, match.inputs())))
    return data


def test_what_a_marine_did_is_counted() -> None:
    match = ready(new(), doors="H4", Bolt1="G4 E", Claw="C4 E", S1="I4", S2="D4 W", S3="K7")
    go_on(match, line("shoot", 5, 1, who="Bolt1", target="S1"))
    go_on(match, line("shoot", 5, 1, who="Bolt1", target="S1"), line("turn", who="Bolt1", facing="N", cp=1))
    go_on(match, line("assault", 1, 1, 2, 5, 4, who="Claw", target="S2"))
    result = counted_data(match)
    bolt, claw = result["marines"]["Bolt1"], result["marines"]["Claw"]
    assert (bolt["shots"], bolt["hits"], bolt["kills"], bolt["points"]) == (2, 1, 1, 1)
    assert (claw["fights"], claw["won"], claw["kills"]) == (1, 1, 1)
    assert result["causes"] == {"shot": {"stealer": 1}, "assault": {"stealer": 1}}
    assert (result["turns"]["1"]["spent"], result["turns"]["1"]["stealers"]) == (1, 2)
    next_turn(match, 4)
    assert counted_data(match)["turns"]["1"]["counter"] == 4


@pytest.mark.rule("SH-BLIP-9")
def test_dead_and_revealed_blips_are_counted_by_their_value() -> None:
    match = ready(new(), Bolt1="A4 W", B1="G4", B2="I4", B3="K7", B4="N4")
    go_on(match, line("kill", who="B1"), line("kill", who="B2"))
    assert counted_data(match)["blips"] == {"0": 2}, "their values are unknown"
    go_on(match, line("kill", who="B3", value=2), line("kill", who="B4", value=2))
    assert counted_data(match)["blips"] == {"0": 2, "2": 2}
    assert counted_data(match)["turns"]["1"]["stealers"] == 6
    shown = to_stealers(ready(new(), Bolt1="A4 W", B1="K7"))
    go_on(shown, line("convert", name="B1", value=1, facings=["E"]))
    assert (counted_data(shown)["turns"]["1"]["blips"], counted_data(shown)["blips"]) == (1, {"1": 1})


def test_deaths_and_leaving_are_told_with_their_turns() -> None:
    match = to_stealers(ready(new(), Bolt1="D4 E", Bolt2="C4 E", Bolt3="B4 E", S1="E4 W"))
    go_on(match, line("assault", 6, 1, 1, 2, who="S1", target="Bolt1"))
    next_turn(match)
    go_on(match, line("leave", who="Bolt2", exit="EAST"))
    result = STATISTICS.count(steps(GAME, match.inputs()))
    text = str(STATISTICS.chapters(Locale("en"), match.state, result))
    assert "dead in turn 1" in text
    assert "left in turn 2" in text


@pytest.mark.rule("SH-WIN-1", "SH-WIN-3")
def test_where_marines_play_for_time_their_deaths_are_the_stealers_way() -> None:
    script = (MATCHES / "alone-signal-1.jsonl").read_text(encoding="utf-8").splitlines()
    match = play(*map(json.loads, script))
    deaths = []
    for step in steps(GAME, match.inputs()):
        for transition in step.transitions:
            if isinstance(transition.event, Killed) and transition.event.who in transition.before.marines:
                before, after = map(GAME.view.prospects, (transition.before, transition.after))
                deaths.append(sum(after["stealer"]) - sum(before["stealer"]))
    assert min(deaths[:3]) > 0, "three of five must live: the third death is the one too many"
    assert deaths[3:] == [0]


@pytest.mark.parametrize("name", ["hold-the-room-4", "alone-gallery-4"])
def test_nobody_is_sure_to_win_before_the_match_is_over(name: str) -> None:
    script = (MATCHES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    match = play(*map(json.loads, script))
    results = []
    for step in steps(GAME, match.inputs()):
        chances = standing(GAME.view, step.state)
        if chances:
            assert sum(chances.values()) == pytest.approx(1)
            assert (1 in chances.values()) == GAME.view.status(step.state).over
            results.append(chances["marine"])
    assert len(set(results)) > 2


@pytest.mark.parametrize("name", [*sorted(path.stem for path in MATCHES.glob("*.jsonl")), "demo"])
def test_who_died_is_counted_alike_by_turn_by_cause_and_by_the_rules(name: str) -> None:
    script = DEMO.script if name == "demo" else MATCHES / f"{name}.jsonl"
    lines = script.read_text(encoding="utf-8").splitlines()
    match = play(*(json.loads(line) for line in lines if not line.startswith("#")))
    result = STATISTICS.count(steps(GAME, match.inputs()))
    dead = [sum(cause.get(side, 0) for cause in result.causes.values()) for side in ("marine", "stealer")]
    turns = result.turns.values()
    assert dead == [sum(turn.marines for turn in turns), sum(turn.stealers for turn in turns)]
    marines = match.state.marines.values()
    assert dead == [sum(not marine.life.alive for marine in marines), match.state.tally.kills]


def test_the_page_has_result_race_turns_luck_and_replay(own_home: Path, tmp_path: Path) -> None:
    good("import", str(DEMO.script))
    page = tmp_path / "page.html"
    for language, words in (
        ("en", ("Ann", "The squad", "Turn by turn", "How they died", "Luck", "Marksman")),
        ("fr", ("Ann", "L’escouade", "Tour par tour", "Comment ils sont morts", "Fine gâchette")),
    ):
        good("report", "1", "--out", str(page), "--force", "--lang", language)
        text = page.read_text(encoding="utf-8")
        for word in words:
            assert word in text
        assert "<svg" in text, "the race, and the board to replay on"
    data = json.loads(good("stats", "1", "--json"))
    assert data["figures"]["marines"]["Bolt1"]["kills"] == 8


def test_every_medal_has_its_words_in_both_languages() -> None:
    match = play(new(), line("start"))
    for rule in GAME.medals:
        for language in ("en", "fr"):
            title, text = GAME.words.medal(Locale(language), match.state, Medal(rule.kind, ("Bolt1",)), {})
            assert title
            assert "Bolt1" in text
