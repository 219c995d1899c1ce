"""The reports of five kept matches in a real browser: nothing is fetched, all can read them."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from q40k.i18n.locale import Locale
from q40k.report.page import page as write_page
from q40k.report.tale import tale
from tests.report.kept import MATCHES, library, page_html
from tests.report.test_replay import play_golden

WIDTHS = (390, 1280)
SMALLEST = 12
"""The least height of letters, in pixels; in a crowd those on the map are smaller."""
LETTERS = """() => Math.min(...[...document.querySelectorAll("main *")]
  .filter((node) => node.checkVisibility() && !node.closest("svg.map"))
  .filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
  .map((node) => parseFloat(getComputedStyle(node).fontSize) * (node.ownerSVGElement ? node.getScreenCTM().a : 1)))"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The report of every match, as a file."""
    folder = tmp_path_factory.mktemp("reports")
    with library(folder) as opened:
        for number, name in enumerate(MATCHES):
            text = page_html(opened, name, ("en", "fr")[number % 2])
            (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return {name: folder / f"{name}.html" for name in MATCHES}


@pytest.mark.parametrize("name", MATCHES)
def test_it_asks_for_nothing_fits_and_nobody_is_shut_out(chromium: Browser, pages: dict[str, Path], name: str) -> None:
    file = pages[name]
    questions: list[str] = []
    wrong: list[str] = []
    page = chromium.new_page()
    page.on("request", lambda request: questions.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    page.goto(file.as_uri())
    for dark in (False, True) if name in ("places", "teams") else (False,):
        page.emulate_media(color_scheme="dark" if dark else "light")
        problems = [
            (violation["id"], node["html"][:120])
            for violation in Axe().run(page).response["violations"]
            for node in violation["nodes"]
        ]
        assert problems == []
    for wide in WIDTHS:
        page.set_viewport_size({"width": wide, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        assert page.evaluate(LETTERS) >= SMALLEST
    page.emulate_media(media="print")
    assert page.locator("svg.race:visible").count() == 1, "on paper the wide one"
    assert page.locator("svg.lives").is_visible()
    assert page.locator(".bands svg").is_visible()
    expect(page.locator("details.fold:not([open])"), "on paper all is open").to_have_count(0)
    assert not page.locator(".replay").is_visible()
    page.close()
    assert (questions, wrong) == ([file.as_uri()], [])


def test_the_replay_goes_where_the_slider_is_put_and_plays(chromium: Browser, pages: dict[str, Path]) -> None:
    page = chromium.new_page()
    page.goto(pages["places"].as_uri())
    last = page.locator("#said").inner_text()
    page.locator("#slider").fill(start := page.locator("#slider").get_attribute("min") or "0")
    first = page.locator("#said").inner_text()
    assert first != last
    assert page.locator("ol.log li.now").count() == 1
    page.locator("#speed").select_option("90")
    page.locator("#play").click()
    expect(page.locator("#slider")).not_to_have_value(start)
    expect(page.locator("#said")).not_to_have_text(first)
    page.locator("#play").click()
    with page.expect_download() as saved:
        page.locator("#save").click()
    assert '"journal":[' in Path(saved.value.path()).read_text(encoding="utf-8")
    page.close()


@pytest.mark.parametrize("name", ["places", "eleven"])
def test_the_graph_moves_the_chances_the_log_and_the_moment_together(
    chromium: Browser, pages: dict[str, Path], name: str
) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    page.goto(pages[name].as_uri())
    slider, line = page.locator("#slider"), page.locator("ol.log li.now")
    chances = page.locator("#chances")
    last, ended = int(slider.input_value()), chances.inner_text()
    box = page.locator(".bands").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 800, "the graph is on the first screen"
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 100)
    middle = int(slider.input_value())
    first = int(slider.get_attribute("min") or "0")
    assert abs(middle - (first + last) / 2) <= 2
    assert chances.inner_text() != ended
    page.keyboard.press("ArrowRight")
    assert int(slider.input_value()) == middle + 1
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    assert int(slider.input_value()) == middle, "without the focus too"
    moment = page.locator(".moments a").first
    target = moment.get_attribute("href") or ""
    moment.click()
    assert f"#{line.get_attribute('id')}" == target
    assert moment.get_attribute("class") == "now"
    assert page.locator(".flags a.now").get_attribute("href") == target
    assert moment.inner_text() in page.locator("#said").inner_text()
    page.locator("section:has(ol.log) summary").first.click()
    page.locator("ol.log li").nth(-3).click()
    assert line.get_attribute("id") == page.locator("ol.log li").nth(-3).get_attribute("id")
    page.close()


@pytest.mark.parametrize("name", ["epic places", "space-hulk airlock-nine-4"])
@pytest.mark.parametrize("dark", [False, True])
def test_the_other_games_have_the_graph_too(chromium: Browser, tmp_path: Path, name: str, dark: bool) -> None:
    match_session, locale = play_golden(name), Locale("fr")
    file = tmp_path / "match.html"
    file.write_text(write_page(match_session.game, tale(match_session, locale), locale), encoding="utf-8")
    page = chromium.new_page(viewport={"width": 390, "height": 844}, color_scheme="dark" if dark else "light")
    page.goto(file.as_uri())
    assert [violation["id"] for violation in Axe().run(page).response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator(".bands").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 844
    page.mouse.click(box["x"] + box["width"] / 3, box["y"] + 100)
    assert page.locator("ol.log li.now").count() == 1
    assert page.locator("#said").inner_text()
    page.close()


@pytest.mark.parametrize("name", MATCHES)
def test_all_that_is_long_is_folded(chromium: Browser, pages: dict[str, Path], name: str) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    page.goto(pages[name].as_uri())
    assert page.locator("table:visible, ol.log:visible").count() == 0
    pictures = page.locator("svg[role=img]:visible").last.bounding_box()
    folded = page.locator("section > details.fold").first.bounding_box()
    assert pictures is not None
    assert folded is not None
    assert pictures["y"] < folded["y"], "tables come after pictures"
    page.close()
