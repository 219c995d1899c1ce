"""The page of a season in a real browser: it fetches nothing, nothing goes wrong, all read it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from q40k.i18n.locale import Locale
from q40k.kernel.text import json_pieces
from q40k.season.data import data
from q40k.season.decisions import Kind
from q40k.season.page import league_page, page
from q40k.season.rounds import begin
from q40k.season.season import EVERYTHING, build_season
from tests.season.evenings import ended_match, standing_decisions
from tests.season.test_page import HOSTILE


@pytest.mark.parametrize("kind", ["robin", "swiss", "knockout"])
def test_a_league_has_a_page_with_its_points_before_its_tables(tmp_path: Path, chromium: Browser, kind: Kind) -> None:
    drawn = begin("Winter", kind, ("Ann", "Bob", "Cid", "Dan"), table=2, seed="1")
    finished = [ended_match(" > ".join(sorted(seats)), day=day) for day, seats in enumerate(drawn.rounds[0], 2)]
    season = build_season([*finished, ended_match("Eve > Fay", day=9)], standing_decisions(drawn))
    text = league_page(Locale("en"), season, season.club.leagues["winter"])
    file = tmp_path / "league.html"
    file.write_text(text, encoding="utf-8")
    shown = chromium.new_page()
    shown.goto(file.as_uri())
    assert shown.locator("h1").inner_text() == "Winter"
    assert shown.locator("ol.podium li").count() >= 2
    assert shown.locator("svg.race .line").count() == (0 if kind == "knockout" else 4)
    assert shown.locator("table:visible").count() == 0, "tables are folded"
    assert "Eve" not in shown.content().split("<script")[0], "only its own matches count"
    assert shown.locator("details.player").count() == 4
    assert [fault["id"] for fault in Axe().run(shown).response["violations"]] == []
    with shown.expect_download() as saved:
        shown.get_by_role("button").click()
    assert json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))["name"] == "Winter"
    shown.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_asks_for_nothing_and_axe_finds_nothing_and_it_gives_its_data(
    tmp_path: Path, chromium: Browser, scheme: str
) -> None:
    names = ("Ann", "Bob", *HOSTILE)
    finished = [ended_match(" > ".join(names[day % 3 :]), day=day, kills=day) for day in range(1, 9)]
    season = build_season(finished, standing_decisions(begin("Winter", "robin", names[:4], table=2, seed="1")))
    file = tmp_path / "season.html"
    file.write_text(page(Locale("en"), season, EVERYTHING), encoding="utf-8")
    questions: list[str] = []
    wrong: list[str] = []
    shown = chromium.new_page(color_scheme="dark" if scheme == "dark" else "light")
    shown.on("request", lambda request: questions.append(request.url))
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    shown.on("console", lambda message: wrong.append(message.text))
    shown.on("dialog", lambda dialog: wrong.append(dialog.message))
    shown.goto(file.as_uri())
    assert shown.locator("table:visible").count() == 0, "tables are folded"
    shown.locator("ol.podium a").first.click()
    expect(shown.locator("#p1 dl"), "a name leads to the part of the player").to_be_visible()
    faults = [violation["id"] for violation in Axe().run(shown).response["violations"]]
    with shown.expect_download() as saved:
        shown.get_by_role("button").click()
    kept = Path(saved.value.path()).read_text(encoding="utf-8")
    shown.close()
    assert (questions, wrong, faults) == ([file.as_uri()], [], [])
    assert json.loads(kept) == json.loads("".join(json_pieces(data(season, EVERYTHING))))
