"""The page of a season: it needs nothing, tells what the terminal tells, and obeys no name."""

from __future__ import annotations

import base64
import gzip
import json
import re
from itertools import pairwise
from typing import Any

import pytest

from q40k.i18n.locale import Locale
from q40k.kernel.text import json_pieces
from q40k.report.charts import HIGH
from q40k.season.data import data
from q40k.season.page import draw_courses, league_page, page
from q40k.season.profiles import profiles
from q40k.season.rounds import begin
from q40k.season.season import EVERYTHING, Season, build_season
from q40k.season.statistics import USUAL, Rating, Strength
from q40k.season.wording import chapters
from tests.report.test_page import Read
from tests.season.evenings import ended_match, standing_decisions

HOSTILE = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\x1b[31mRed",
    "{{7*7}}",
    "&amp;",
    "a\u2028b",
    "<!--",
    "'; DROP TABLE matches; --",
)


@pytest.fixture
def season() -> Season:
    orders = ["Ann > Bob > Cid", "Bob > Cid > Ann", "Ann > Cid > Bob"] * 3
    league = begin("Winter", "robin", ("Ann", "Bob", "Cid"), table=3, seed="1")
    finished = [ended_match(order, day=day, kills=day) for day, order in enumerate(orders, 1)]
    other = ended_match("Dan > Eve", game="epic")
    return build_season([*finished, other], standing_decisions(league))


def packed_data(page: Read) -> Any:
    return json.loads(gzip.decompress(base64.b64decode(page.within["journal"])))


def test_it_tells_every_chapter_and_cell(season: Season) -> None:
    locale = Locale("en")
    read = Read(page(locale, season, EVERYTHING))
    words = "\n".join(read.texts)
    for chapter in chapters(locale, season):
        assert chapter.title in read.headings
        for table in chapter.tables:
            for row in table.rows:
                assert all(cell in words for cell in row)
    assert "Winter · everybody against everybody" in read.headings
    assert "Strength over time · Quake 40K" in read.headings


def test_all_who_share_the_third_place_stand_on_the_podium() -> None:
    shared = build_season([ended_match("Ann > Bob > Cid = Dee = Eve > Fay", day=1)], standing_decisions())
    texts = Read(page(Locale("en"), shared, EVERYTHING)).texts
    assert [text for text in texts if re.match(r"\d\. $", text)] == ["1. ", "2. ", "3. ", "3. ", "3. "]


def test_it_fetches_nothing_and_holds_the_data(season: Season) -> None:
    read = Read(page(Locale("en"), season, EVERYTHING))
    assert read.fetched == ["#p1", "#p2", "#p3"], "only places in the page itself"
    assert {"p1", "p2", "p3"} <= set(read.ids)
    assert len(read.ids) == len(set(read.ids))
    assert packed_data(read) == json.loads("".join(json_pieces(data(season, EVERYTHING))))


def test_it_speaks_french(season: Season) -> None:
    read = Read(page(Locale("fr"), season, EVERYTHING))
    assert any(title.startswith("Classement") for title in read.headings)
    assert "Records du club · Quake 40K" in read.headings


def test_every_player_has_a_part_with_form_the_beaten_and_the_best_figure(season: Season) -> None:
    ann, bob = list(profiles(season))[:2]
    assert ann.player == "Ann"
    assert ann.form == ((1, True), (3, False), (1, True)) * 3
    assert [(other, met.before, met.behind) for other, met in ann.beaten] == [("Bob", 6, 3), ("Cid", 6, 3)]
    assert [(game, item.id, item.wins, item.played) for game, item in ann.best] == [("quake", "figure-of-Ann", 6, 9)]
    assert bob.best[0][1].wins == 3
    cid = next(profile for profile in profiles(season) if profile.player == "Cid")
    assert cid.best == (), "nothing has won yet"
    texts = Read(page(Locale("en"), season, EVERYTHING)).texts
    assert "Bob (6–3), Cid (6–3)" in texts
    assert (
        texts.index("Strength over time · Quake 40K")
        < texts.index("Players")
        < texts.index("Who beats whom · Quake 40K")
    )


def test_no_name_is_obeyed() -> None:
    order = " > ".join(HOSTILE)
    finished = [ended_match(order, day=day) for day in range(1, 8)]
    league = begin(HOSTILE[0], "robin", HOSTILE, table=8, seed="1")
    season = build_season(finished, standing_decisions(league))
    text = page(Locale("en"), season, EVERYTHING)
    assert "\x1b" not in text
    read = Read(text)
    assert read.fetched == ["#p1", "#p2", "#p3"]
    assert sorted(read.within) == ["", "journal", "told"]
    assert HOSTILE[0] in "\n".join(read.texts)
    assert {row["player"] for row in packed_data(read)["table"]} == set(HOSTILE)


def test_a_season_without_matches_is_a_page_too() -> None:
    read = Read(page(Locale("en"), build_season([], standing_decisions()), EVERYTHING))
    assert "The season" in read.texts


def test_a_page_of_a_thousand_matches_stays_small() -> None:
    names = [f"Player {number}" for number in range(24)]
    finished = [
        ended_match(" > ".join(names[(start := number % 19) : start + 5]), day=1 + number % 28)
        for number in range(1000)
    ]
    text = page(Locale("en"), build_season(finished, standing_decisions()), EVERYTHING)
    assert len(text.encode()) < 600_000


@pytest.mark.parametrize("strengths", [[40, *[10] * 11], [*[40] * 11, 10], [25] * 12])
def test_names_beside_the_lines_stand_apart_and_within_the_picture(strengths: list[int]) -> None:
    results = [
        Rating(f"p{number}", [Strength(0, "", mu, 5.0)], 1, mu, 5.0, min(mu, USUAL), max(mu, USUAL))
        for number, mu in enumerate(strengths)
    ]
    picture = draw_courses(Locale("en"), results, 1, "Strength")
    at = sorted(float(place) for place in re.findall(r'<circle cx="\d+" cy="([\d.-]+)"', picture))
    assert len(at) == len(strengths)
    assert at[0] > 0
    assert at[-1] < HIGH
    assert min(second - first for first, second in pairwise(at)) >= 14.9


def test_the_points_beside_the_chart_of_a_league_lie_at_their_own_height() -> None:
    drawn = begin("Winter", "robin", ("Ann", "Bob", "Cid", "Dan"), table=2, seed="1")
    finished = [
        ended_match(" > ".join(sorted(pair)), day=day) for day, pairs in enumerate(drawn.rounds, 1) for pair in pairs
    ]
    season = build_season(finished, standing_decisions(drawn))
    html = league_page(Locale("en"), season, season.club.leagues["winter"])
    chart = html[html.index("Points after each round") :]
    marks = re.findall(r'y="([\d.]+)" text-anchor="end">(\d+)<', chart)
    heights = {int(mark): float(y) for y, mark in marks}
    assert set(heights) == {0, 1, 3}
    assert heights[0] - heights[1] == pytest.approx((heights[0] - heights[3]) / 3, abs=0.2)
