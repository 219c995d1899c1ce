"""The card: a picture of a match that needs nothing, whatever the names."""

from __future__ import annotations

import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from q40k.i18n.locale import Locale
from q40k.report.card import RENDERER, card, pixels
from q40k.report.tale import tale
from q40k.table.match_session import MatchSession
from tests.games.golden import DEMO
from tests.table.scripts import opening_lines, play

SVG = "{http://www.w3.org/2000/svg}"


def draw_card(match_session: MatchSession, language: str = "en") -> ET.Element:
    locale = Locale(language)
    return ET.fromstring(card(tale(match_session, locale), locale))


@pytest.fixture(scope="module")
def evening() -> MatchSession:
    with DEMO.open(encoding="utf-8") as lines:
        return play(lines)


def test_it_shows_who_won_the_podium_the_race_and_medals(evening: MatchSession) -> None:
    texts = [text.text for text in draw_card(evening).iter(f"{SVG}text")]
    assert texts[0] == "Sophie won"
    assert [text for text in texts if text and text[:3] in ("1. ", "2. ")] == ["1. Sophie", "2. Inès"]
    assert "First blood" in texts
    assert len(list(draw_card(evening).iter(f"{SVG}path"))) > 5
    french = [text.text for text in draw_card(evening, "fr").iter(f"{SVG}text")]
    assert french[0] == "Victoire\u00a0: Sophie"


def test_every_line_stays_within_the_card() -> None:
    names = ["W" * 30, "x" * 29, "Bob"]
    for text in draw_card(play(opening_lines(*names))).iter(f"{SVG}text"):
        if text.get("text-anchor") is None and text.get("font-size"):
            long = 0.6 * float(text.get("font-size", "0")) * len(text.text or "")
            assert float(text.get("x", "0")) + long <= 1200


def test_names_are_only_words() -> None:
    names = ["<script>alert(1)</script>", "A&B", '"><image href=x>']
    match_session = play(opening_lines(*names))
    match_session.rename("</svg><h1>\x1b[31m")
    result = draw_card(match_session)
    tags = {element.tag.removeprefix(SVG) for element in result.iter()}
    assert tags <= {"svg", "title", "style", "rect", "text", "path", "circle"}


@pytest.mark.skipif(shutil.which(RENDERER) is None, reason="rsvg-convert is not installed")
def test_its_pixels_are_drawn_beside_it(tmp_path: Path, evening: MatchSession) -> None:
    path = tmp_path / "card.svg"
    path.write_text(card(tale(evening, Locale("en")), Locale("en")), encoding="utf-8")
    assert pixels(path) == tmp_path / "card.png"
    assert (tmp_path / "card.png").read_bytes().startswith(b"\x89PNG")


def test_without_a_renderer_there_are_no_pixels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert pixels(tmp_path / "card.svg") is None
