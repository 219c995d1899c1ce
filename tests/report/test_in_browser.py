"""The reports of five kept matches in a real browser: nothing is fetched, all can read them."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.report.kept import MATCHES, library, written

WIDTHS = (390, 1280)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The report of every match, as a file."""
    folder = tmp_path_factory.mktemp("reports")
    with library(folder) as opened:
        for number, name in enumerate(MATCHES):
            text = written(opened, name, ("en", "fr")[number % 2])
            (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return {name: folder / f"{name}.html" for name in MATCHES}


@pytest.mark.parametrize("name", MATCHES)
def test_it_asks_for_nothing_fits_and_nobody_is_shut_out(chromium: Browser, pages: dict[str, Path], name: str) -> None:
    file = pages[name]
    asked: list[str] = []
    wrong: list[str] = []
    page = chromium.new_page()
    page.on("request", lambda one: asked.append(one.url))
    page.on("pageerror", lambda one: wrong.append(str(one)))
    page.on("console", lambda one: wrong.append(one.text))
    page.on("dialog", lambda one: wrong.append(one.message))
    page.goto(file.as_uri())
    for dark in (False, True) if name in ("places", "teams") else (False,):
        page.emulate_media(color_scheme="dark" if dark else "light")
        told = [
            (one["id"], node["html"][:120]) for one in Axe().run(page).response["violations"] for node in one["nodes"]
        ]
        assert told == []
    for wide in WIDTHS:
        page.set_viewport_size({"width": wide, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
    page.emulate_media(media="print")
    assert page.locator("svg.race").is_visible()
    assert page.locator("svg.lives").is_visible()
    assert not page.locator(".replay").is_visible()
    page.close()
    assert (asked, wrong) == ([file.as_uri()], [])


def test_the_replay_goes_where_the_slider_is_put_and_plays(chromium: Browser, pages: dict[str, Path]) -> None:
    page = chromium.new_page()
    page.goto(pages["places"].as_uri())
    last = page.locator("#said").inner_text()
    page.locator("#slider").fill("0")
    first = page.locator("#said").inner_text()
    assert first != last
    assert page.locator("ol.log li.now").count() == 1
    page.locator("#speed").select_option("90")
    page.locator("#play").click()
    expect(page.locator("#slider")).not_to_have_value("0")
    expect(page.locator("#said")).not_to_have_text(first)
    page.locator("#play").click()
    with page.expect_download() as saved:
        page.locator("#save").click()
    assert '"journal":[' in Path(saved.value.path()).read_text(encoding="utf-8")
    page.close()
