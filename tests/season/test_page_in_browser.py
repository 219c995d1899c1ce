"""The page of a season in a real browser: it fetches nothing, nothing goes wrong, all read it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from q40k.i18n.locale import Locale
from q40k.season.data import data
from q40k.season.league import begin
from q40k.season.page import page
from q40k.season.season import EVERYTHING, build_season
from tests.season.evenings import decided, ended
from tests.season.test_page import HOSTILE


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_asks_for_nothing_and_axe_finds_nothing_and_it_gives_its_data(
    tmp_path: Path, chromium: Browser, scheme: str
) -> None:
    names = ("Ann", "Bob", *HOSTILE)
    finished = [ended(" > ".join(names[day % 3 :]), day=day, kills=day) for day in range(1, 9)]
    season = build_season(finished, decided(begin("Winter", "robin", names[:4], table=2, seed="1")))
    file = tmp_path / "season.html"
    file.write_text(page(Locale("en"), season, EVERYTHING), encoding="utf-8")
    asked: list[str] = []
    wrong: list[str] = []
    shown = chromium.new_page(color_scheme="dark" if scheme == "dark" else "light")
    shown.on("request", lambda one: asked.append(one.url))
    shown.on("pageerror", lambda one: wrong.append(str(one)))
    shown.on("console", lambda one: wrong.append(one.text))
    shown.on("dialog", lambda one: wrong.append(one.message))
    shown.goto(file.as_uri())
    assert shown.locator("table:visible").count() == 0, "tables are folded"
    shown.locator("ol.podium a").first.click()
    assert shown.locator("#p1 dl").is_visible(), "a name leads to the part of the player"
    faults = [one["id"] for one in Axe().run(shown).response["violations"]]
    with shown.expect_download() as saved:
        shown.get_by_role("button").click()
    kept = Path(saved.value.path()).read_text(encoding="utf-8")
    shown.close()
    assert (asked, wrong, faults) == ([file.as_uri()], [], [])
    assert json.loads(kept) == json.loads(json.dumps(data(season, EVERYTHING)))
