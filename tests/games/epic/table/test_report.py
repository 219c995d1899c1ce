"""A match of Epic Escarmouches has a report, of which the shell tells what it knows."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from gzip import decompress

import pytest

from q40k.games.epic.table.demo import DEMO
from q40k.i18n.locale import Locale
from q40k.report.data import data
from q40k.report.page import page
from q40k.report.tale import tale
from q40k.table.match_session import MatchSession
from q40k.table.shown import standing
from tests.games.epic.playing import B, M, ground, place_figures, play, ready, row, to_rally
from tests.games.golden import matches_of
from tests.games.scripted import go_on, line


def test_nobody_is_ahead_before_the_first_turn_and_the_winner_is_home_at_the_end() -> None:
    script = (matches_of("epic") / "hard.jsonl").read_text(encoding="utf-8").splitlines()
    match_session = play(*map(json.loads, script))
    story = tale(match_session, Locale("en"))
    assert story.winners == ("B",)
    before = [beat.shares for beat in story.beats if not beat.turn]
    assert set(before) == {(0.0, 0.0)}
    last = dict(zip((side.name for side in story.sides), story.beats[-1].shares, strict=True))
    assert last["B"] == 1
    assert last["A"] < 1
    assert [name for _seq, name in story.leads][-1] == "B"


def raid() -> MatchSession:
    script = DEMO.script.read_text(encoding="utf-8").splitlines()
    return play(*(json.loads(line) for line in script if not line.startswith("#")))


def test_the_figures_of_a_raid_agree_with_how_it_ended() -> None:
    match_session = raid()
    story = tale(match_session, Locale("en"))
    assert story.winners == ("Bob",)
    counted = story.data
    state = match_session.state
    for side in state.sides.values():
        lost = sum(state.count_lost(formation.id) for formation in state.of_side(side.id))
        tally = counted["sides"][side.name]
        assert lost > 10
        assert sum(tally["lost"].values()) == sum(tally["turns"].values()) == lost
        assert tally["saved"] <= tally["saves"]
        weapons = counted["weapons"][side.name].values()
        assert sum(weapon["hits"] for weapon in weapons) == tally["hits"] <= tally["dice"]
    shot = sum(formation["shot"] for formation in counted["formations"].values())
    assert shot == sum(side["lost"].get("shot", 0) for side in counted["sides"].values())
    won = sum(side["fights_won"] for side in counted["sides"].values())
    assert won == sum(formation["fought"] for formation in counted["formations"].values())
    assert 2 * won == sum(side["fights"] for side in counted["sides"].values())


def test_a_report_has_the_chapters_of_the_game_in_both_languages() -> None:
    match_session = raid()
    for language, titles in (
        ("en", ["The sides", "Turn by turn", "The formations", "With what"]),
        ("fr", ["Les camps", "Tour par tour", "Les formations", "Avec quoi"]),
    ):
        story = tale(match_session, Locale(language))
        assert [chapter.title for chapter in story.chapters] == titles
    sides, turns, formations, weapons = tale(match_session, Locale("en")).chapters
    assert sides.tables[0].heads == ("", "Ann", "Bob")
    assert len(turns.tables[0].rows) == 7
    assert len(formations.tables[0].rows) == len(match_session.state.formations)
    assert any(row[1] == "Bolter" for row in weapons.tables[0].rows)


def test_the_ground_of_the_replay_does_not_say_where_formations_stand_at_the_end() -> None:
    match_session = raid()
    story = tale(match_session, Locale("en"))
    ground = re.search(r'<g id="still">(.*?)</g><g id="pieces">', page_of(match_session), re.S)
    assert ground is not None
    formations = match_session.state.formations
    assert not any(f">{formation}" in ground[1] for formation in formations)
    moved = {str(look[0]).split("/")[0] for beat in story.beats for look, *_at in beat.moved}
    assert moved == set(formations), "the script names each by the first of its figures"


def test_a_report_of_a_match_that_goes_on_holds_no_order_that_lies_face_down() -> None:
    match_session = go_on(
        ready(M, B),
        line("orders", player="A", orders={"M": "charge"}),
        line("orders", player="B", orders={"B": "first-fire"}),
    )
    shown = written_page(match_session)
    assert "Space Marines" in shown
    for word in ("first-fire", "First Fire", '"charge"'):
        assert word not in shown
    go_on(match_session, line("draw", "A", "A"))
    assert "First Fire" in written_page(match_session)


def odds(match_session: MatchSession) -> float:
    """The chance of the first side."""
    chances = standing(match_session.game.view, match_session.state)
    assert sum(chances.values()) == pytest.approx(1)
    return next(iter(chances.values()))


def test_a_lead_is_worth_more_the_later_it_is_and_only_the_end_makes_sure() -> None:
    match = ready(M, B, turn_limit=2)
    assert odds(match) == 0.5
    go_on(match, line("lose", figures=["B/1"]))
    early = odds(match)
    assert 0.5 < early < 1
    ahead, behind = match.game.view.prospects(match.state).values()
    assert ahead == pytest.approx((0.0, 0.2)), "a fifth of an army"
    assert behind == pytest.approx((0.0, -0.2))
    go_on(to_rally(match), line("next"))
    later = next(iter(match.game.view.prospects(match.state).values()))
    assert later == pytest.approx((0.0, 0.2 * 2**0.5)), "half of the match is left"
    assert early < odds(match) < 1
    assert odds(go_on(match, line("end"))) == 1
    drawn = go_on(ready(M, B), line("end"))
    assert odds(drawn) == 0.5, "nobody wins a draw, and nobody is ahead in it"


def test_ground_that_is_held_changes_no_chance_before_it_is_counted() -> None:
    hill = {"id": "hill", "at": [60, 60], "worth": 2}
    well = {"id": "well", "at": [30, 60], "worth": 1, "counted": "turn"}
    start = ground(objectives=[hill, well], turn_limit=2)
    match = place_figures(start, M, B, M=row(58, 55), B=row(28, 64))
    assert [racer.scored for racer in match.game.view.race(match.state)] == [0, 0]
    assert odds(match) == 0.5
    go_on(to_rally(match), line("next"))
    behind = next(iter(match.game.view.prospects(match.state).values()))
    assert behind == pytest.approx((-(2**0.5) / 3, 0.0)), (
        "the well has counted for B: 1 of 3, with half of the match left"
    )
    assert 0 < odds(match) < 0.3


def test_the_page_explains_what_its_race_and_its_chances_are() -> None:
    text = page_of(raid())
    assert "What counts at the end is added in the last turn" in text
    assert "the same lead is worth more the later it is" in text
    assert "one over the square" not in text


def page_of(match_session: MatchSession) -> str:
    return page(match_session.game, tale(match_session, Locale("en")), Locale("en"))


def written_page(match_session: MatchSession) -> str:
    """A report's page, and the data that lies packed in it."""
    story, text = tale(match_session, Locale("en")), page_of(match_session)
    packed = re.search(r'<script type="application/gzip" id="journal">(.*?)</script>', text)
    journal = "" if packed is None else decompress(b64decode(packed[1])).decode()
    return text + json.dumps(data(match_session.game, story)) + journal
