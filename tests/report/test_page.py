"""The report: one page that needs nothing, tells what happened, and keeps what is secret."""

from __future__ import annotations

import base64
import gzip
import json
import re
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest
from msgspec.structs import replace

from q40k.i18n.locale import Locale
from q40k.report.data import data
from q40k.report.page import page
from q40k.report.tale import tale
from q40k.table.luck import Fairness, Luck, Report
from q40k.table.match_session import MatchSession
from tests.games.golden import DEMO
from tests.table.scripts import line, opening_lines, play

VOID = {"meta", "input", "br"}


class Read(HTMLParser):
    """A page as a browser would take it: its tags in order, its texts, what it would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.fetched: list[str] = []
        self.ids: list[str] = []
        self.headings: list[str] = []
        self.within: dict[str, str] = {}
        self.id = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.fetched += [str(attributes[key]) for key in ("src", "href") if key in attributes]
        self.id = attributes.get("id") or ""
        self.ids += [self.id] if self.id else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, text: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(text)
        if self.open and self.open[-1] == "script":
            self.within[self.id] = text
        elif self.open and self.open[-1] != "style":
            self.texts.append(text)


def read(match_session: MatchSession, language: str = "en") -> Read:
    locale = Locale(language)
    return Read(page(match_session.game, tale(match_session, locale), locale))


@pytest.fixture(scope="module")
def evening() -> MatchSession:
    with DEMO.open(encoding="utf-8") as lines:
        return play(lines)


def packed_data(page: Read) -> Any:
    return json.loads(gzip.decompress(base64.b64decode(page.within["journal"])))


def test_it_tells_who_won_how_the_race_went_and_everything_said(evening: MatchSession) -> None:
    result = read(evening)
    words = "\n".join(result.texts)
    assert words.count("Sophie wins the match") == 2, "at the top and in the log"
    assert "Sophie won" not in words, "it is said once"
    assert "Howling Banshee" in words
    assert "Kills: 18 · Deaths: 17" in words
    assert "Sophie led for good from turn 9 on, after 8 changes of the lead." in words
    assert result.headings == [
        "Chance to win",
        "With what",
        "Medals",
        "The race",
        "Lives",
        "In figures",
        "Who killed whom",
        "Portals",
        "Tokens",
        "Luck",
        "The log",
    ]
    state, locale = evening.state, Locale("en")
    for entry in evening.lines(undone=False):
        for sentence in evening.game.words.sentences(locale, state, entry.events, entry.first_seq):
            assert sentence in words


def test_it_needs_no_other_file_and_no_network(evening: MatchSession) -> None:
    result = read(evening)
    assert all(address.startswith("#e") for address in result.fetched)
    assert {address[1:] for address in result.fetched} <= set(result.ids)
    assert len(result.ids) == len(set(result.ids))


def test_a_match_of_two_thousand_entries_stays_below_600_kb(evening: MatchSession) -> None:
    locale = Locale("en")
    story = tale(evening, locale)
    times = 2_000 // len(story.beats) + 1
    beats = story.beats * times
    # Numbers of entries may repeat here: only the size counts.
    long = replace(story, beats=beats, entries=story.entries * times)
    assert len(beats) >= 2_000
    assert len(page(evening.game, long, locale).encode()) < 600_000


def test_it_speaks_french(evening: MatchSession) -> None:
    result = read(evening, "fr")
    assert result.headings[3] == "La course"
    assert "Sophie a mené pour de bon dès le tour 9, après 8 changements de tête." in result.texts


def test_the_match_is_in_it_as_data(evening: MatchSession) -> None:
    kept = packed_data(read(evening))
    fresh = data(evening.game, tale(evening, Locale("en")))
    assert {key: value for key, value in kept.items() if key != "journal"} == json.loads(json.dumps(fresh))
    assert [entry["seq"] for entry in kept["journal"]] == [entry.seq for entry in evening.inputs()]
    assert str(kept["journal"][0]["body"]["seed"]) == kept["journal"][0]["events"][0]["seed"]
    assert kept["winners"] == ["Sophie"]
    unfinished = packed_data(read(play(opening_lines("Ann", "Bob"))))["journal"][0]
    assert unfinished["body"]["do"] == "new"
    assert "seed" not in {**unfinished["body"], **unfinished["events"][0]}


def test_what_was_undone_is_not_told(evening: MatchSession) -> None:
    again = play([*opening_lines("Ann", "Bob"), line("kill", 2, player="Ann", victim="Bob")])
    before = read(again).texts
    again.do(again.read_command('{"do": "adjust", "player": "Ann", "score": 5, "why": "a bet"}'))
    assert "a bet" in "\n".join(read(again).texts)
    again.undo()
    assert read(again).texts == before


def test_names_are_shown_and_never_obeyed() -> None:
    names = ["<script>alert(1)</script>", '"><img src=x>', "A&B"]
    match_session = play(opening_lines(*names))
    match_session.rename("</script><h1>\x1b[31m")
    result = read(match_session)
    assert result.within.keys() == {"told", "journal", ""}
    assert names[0] in "\n".join(result.texts)
    assert not any("x" in address for address in result.fetched)


def test_a_match_broken_off_without_a_winner_says_so_and_who_is_level_shares_a_place() -> None:
    match_session = play(opening_lines("Ann", "Bob"))
    texts = read(match_session).texts
    assert "Nobody has won yet" in texts
    assert {"1. Ann", "1. Bob"} <= set(texts)
    match_session = play([*opening_lines("Ann", "Bob"), line("kill", 2, player="Bob", victim="Ann")])
    texts = read(match_session).texts
    assert {"1. Bob", "2. Ann"} <= set(texts)
    assert "What has counted most so far" in texts
    match_session.do(match_session.read_command('{"do": "end", "why": "the last tram"}'))
    texts = read(match_session).texts
    assert "What decided it" in texts
    top = " ".join(texts[: texts.index("1. Bob")])
    assert "the last tram" in top, "how it ended"
    assert "Bob" in top


def test_of_luck_only_what_was_rolled_is_told() -> None:
    texts = read(play(opening_lines("Ann", "Bob"))).texts
    assert {"Luck", "D6", "Mean"} <= set(texts)
    assert not {"Tests", "Passed", "too few tests to say"} & set(texts), "nobody had to pass one"
    assert not any(text.startswith("The app’s dice") for text in texts), "no die of its own"


def test_who_has_left_is_said_to_count_no_more() -> None:
    match_session = play(
        [*opening_lines("Ann", "Bob", "Cid"), line("kill", 2, player="Bob", victim="Ann"), line("leave", player="Bob")]
    )
    assert "Players who left the table do not count in it: Bob." in read(match_session).texts


def test_a_match_without_an_entry_has_a_report_too() -> None:
    from q40k.games.game import find
    from q40k.table.match_library import temporary_match

    assert read(temporary_match(find())).headings == []


def test_the_word_on_luck_never_contradicts_the_interval_beside_it(evening: MatchSession) -> None:
    locale = Locale("en")
    story = tale(evening, locale)
    who, third = next(iter(evening.state.players)), Fraction(1, 3)
    rows = [
        Luck(who, tests, 0, tests, passed, tests * third, tests * third * (1 - third))
        for tests in (6, 13, 40)
        for passed in range(tests + 1)
    ]
    texts = Read(page(evening.game, replace(story, luck=Report(tuple(rows), Fairness(), Fairness())), locale)).texts
    printed = [n for n, text in enumerate(texts) if re.fullmatch(r"[\d.]+ \(\d+–\d+\)", text)]
    assert len(printed) == len(rows)
    for row, place in zip(rows, printed, strict=True):
        low, high = map(int, re.findall(r"\d+", texts[place].partition("(")[2]))
        is_within = low <= row.passed <= high
        assert (texts[place + 2] == "as expected") is is_within, (row, texts[place : place + 3])
