"""The reports of five kept matches tell what they told, and every figure is counted once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from q40k.table.match_library import MatchLibrary
from tests.report.kept import MATCHES, golden, library, written
from tests.report.test_page import Read, packed

LANGUAGES = ("en", "fr")
LOG = ("The log", "Le journal")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchLibrary]:
    with library(tmp_path_factory.mktemp("kept")) as opened:
        yield opened


def above_the_log(text: str) -> str:
    """Everything a page says above its log, a line each."""
    lines: list[str] = []
    for one in Read(text).texts:
        if one in LOG:
            break
        if one.strip():
            lines.append(one.strip())
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MATCHES)
def test_a_report_tells_what_it_told(kept: MatchLibrary, name: str, language: str) -> None:
    told = above_the_log(written(kept, name, language))
    assert told == golden(name, language).read_text(encoding="utf-8")


# ---- counted once more, from nothing but the events in the page's own data


class Counted:
    """What the raw events of a page come to, without the rules, the states or the figures."""

    def __init__(self, journal: list[dict[str, Any]]) -> None:
        self.kills: Counter[str] = Counter()
        self.deaths: Counter[str] = Counter()
        self.accidents: Counter[str] = Counter()
        self.telefragged: Counter[str] = Counter()
        self.jumps: Counter[str] = Counter()
        self.tokens: dict[str, list[str]] = {}
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.earned: dict[tuple[str, str], Fraction] = {}
        self.points: dict[str, Fraction] = {}
        self.streak: Counter[str] = Counter()
        self.longest: Counter[str] = Counter()
        self.names: dict[str, str] = {}
        self.causes: Counter[str] = Counter()
        for entry in journal:
            for event in entry["events"]:
                handler = getattr(self, "on_" + event["type"].replace("-", "_"), None)
                if handler is not None:
                    handler(event)

    def on_joined(self, event: dict[str, Any]) -> None:
        self.names[event["player"]] = event["name"]

    def on_renamed(self, event: dict[str, Any]) -> None:
        self.names[event["player"]] = event["name"]

    def on_killed(self, event: dict[str, Any]) -> None:
        victim = event["victim"]
        self.deaths[victim] += 1
        self.streak[victim] = 0
        for killer in event["killers"]:
            paid = Fraction(event["paid"].get(killer, 0))
            self.kills[killer] += 1
            self.pairs[killer, victim] += 1
            self.earned[killer, victim] = self.earned.get((killer, victim), Fraction(0)) + paid
            self.points[killer] = self.points.get(killer, Fraction(0)) + paid
            self.streak[killer] += 1
            self.longest[killer] = max(self.longest[killer], self.streak[killer])

    def on_accident(self, event: dict[str, Any]) -> None:
        player = event["player"]
        self.deaths[player] += 1
        self.accidents[player] += 1
        self.streak[player] = 0
        self.causes[event["cause"]] += 1
        self.telefragged[player] += event["cause"] == "telefragged"
        for name, paid in event["paid"].items():
            self.points[name] = self.points.get(name, Fraction(0)) + Fraction(paid)

    def on_nuke_paid(self, event: dict[str, Any]) -> None:
        for name, paid in event["paid"].items():
            self.points[name] = self.points.get(name, Fraction(0)) + Fraction(paid)

    def on_teleported(self, event: dict[str, Any]) -> None:
        self.jumps[event["player"]] += 1

    def on_token_taken(self, event: dict[str, Any]) -> None:
        self.tokens.setdefault(event["player"], []).append(event["kind"])


@pytest.mark.parametrize("name", MATCHES)
def test_every_figure_is_that_of_the_events(kept: MatchLibrary, name: str) -> None:
    data = packed(Read(written(kept, name, "en")))
    counted, figures = Counted(data["journal"]), data["figures"]
    ids = {name: id for id, name in counted.names.items()}
    assert figures["causes"] == dict(counted.causes)
    for player, tally in figures["players"].items():
        one = ids[player]
        assert tally["kills"] == counted.kills[one] == sum(tally["victims"].values())
        assert tally["deaths"] == counted.deaths[one]
        assert tally["accidents"] == counted.accidents[one]
        assert tally["telefragged"] == counted.telefragged[one]
        assert tally["jumps"] == counted.jumps[one]
        assert tally["tokens"] == counted.tokens.get(one, [])
        assert tally["longest"] == counted.longest[one]
        assert sum(life["died"] is not None for life in tally["lives"]) == counted.deaths[one]
        assert sum(tally["weapons"].values()) == counted.kills[one]
        for victim, times in tally["victims"].items():
            assert times == counted.pairs[one, ids[victim]]
            earned = Fraction(tally["earned"][victim])
            assert earned == counted.earned[one, ids[victim]]
        if name != "hostile":  # there the table adjusted a score
            assert Fraction(tally["points"]) == counted.points.get(one, 0)
    died = Counter[str]()
    for tally in figures["players"].values():
        died.update(tally["victims"])
    by_hand = {p: t["deaths"] - t["accidents"] for p, t in figures["players"].items()}
    assert all(died[player] >= deaths for player, deaths in by_hand.items()), "some are shared"
