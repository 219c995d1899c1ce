"""The labels of map and chart are read from four metres, and never cover each other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations, cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script
from tests.live.test_moments import board

NAMES = (
    "Marguerite", "Karim", "Sophie", "Bartholomew", "Inès", "Thomas", "Alexandra", "Jean-Baptiste", "Zoé", "Wilhelmina",
    "Bo", "Maximilian",
)  # fmt: skip
ARENAS = {4: ("classic-60", 60, 60), 6: ("caldera-120", 120, 80), 12: ("hivegate-180", 180, 120)}
LEAST = 31.5
"""The least height of letters at 1080p, in pixels, with room for rounding."""
MEASURE = """svg => {
    const scale = svg.getScreenCTM().a, frame = svg.getBoundingClientRect();
    return [...svg.querySelectorAll("text")].map(text => {
        const box = text.getBoundingClientRect(), size = parseFloat(text.getAttribute("font-size")) * scale;
        return {
            words: text.textContent, size,
            left: box.left, right: box.right, top: box.top + 0.15 * size, bottom: box.bottom - 0.15 * size,
            inside: box.left >= frame.left - 3 && box.right <= frame.right + 3,
        };
    });
}"""
"""Every text of a drawing: the height of its letters, and the box of its ink."""


@contextmanager
def crowd(folder: Path, count: int, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Serve a board of so many champions at places that a fixed chance gives, every second in contact."""
    arena, wide, high = ARENAS[count]
    with board(folder, "quake", 0, browser) as (session, open_page):
        _do(session, do="new", mod="deathmatch", arena=arena, seed=11)
        for number, name in enumerate(NAMES[:count]):
            champion = ("space-marine", "ork-slugga-boy", "sm-scout")[number % 3]
            _do(session, do="join", player=name, champion=champion)
        _do(session, do="start", answers=[])
        faces = cycle("61524356231")
        while session.question is not None:
            session.type(next(faces))
        for _ in range(count):
            _do(session, do="deploy", player=session.state.players[session.state.play.active].name)
        chance, at = Random(count), (0.0, 0.0)
        for number, name in enumerate(NAMES[:count]):
            beside = number % 2 and at[0] < wide - 9
            at = (at[0] + 3.5, at[1]) if beside else (chance.randint(5, wide - 5), chance.randint(5, high - 5))
            _do(session, do="place", player=name, at=list(at))
        yield open_page


def test_champions_whose_place_is_unknown_stand_in_a_line_below_the_map(tmp_path: Path, chromium: Browser) -> None:
    with board(tmp_path, "quake", 0, chromium) as (session, open_page):
        _do(session, do="new", mod="deathmatch", arena="classic-60", seed=11)
        for name in ("Ann", "Bob", "Cid"):
            _do(session, do="join", player=name, champion="space-marine")
        _do(session, do="start", answers=[6, 5, 4])
        for at in ([20, 20], [40, 40]):
            name = session.state.players[session.state.play.active].name
            _do(session, do="deploy", player=name)
            _do(session, do="place", player=name, at=at)
        page = open_page()
        last = session.state.players[session.state.play.active].name
        expect(page.locator("#unplaced")).to_have_text(f"Not on the map: {last}")
        is_below = page.wait_for_function(
            """() => {
                const map = document.querySelector("#map svg").getBoundingClientRect()
                const line = document.querySelector("#unplaced").getBoundingClientRect()
                return map.height > 0 && map.bottom <= line.top && line.bottom <= innerHeight
            }"""
        )
        assert is_below.json_value() is True, "once the map stands"


def _do(session: MatchSession, **line: Any) -> None:
    for read in read_script([json.dumps(line)], session.game):
        play_line(session, session.game.packs.library, read)


def labels(page: Page, drawing: str) -> list[dict[str, Any]]:
    """The texts of a drawing, none of which covers another or leaves the frame."""
    texts: list[dict[str, Any]] = page.locator(drawing).evaluate(MEASURE)
    assert texts
    assert [text["words"] for text in texts if not text["inside"]] == []
    covered = [
        (first["words"], second["words"])
        for first, second in combinations(texts, 2)
        if first["left"] < second["right"] and second["left"] < first["right"]
        if first["top"] < second["bottom"] and second["top"] < first["bottom"]
    ]
    assert covered == []
    return texts


@pytest.mark.parametrize("count", ARENAS)
def test_names_on_the_map_are_read_from_four_metres(tmp_path: Path, chromium: Browser, count: int) -> None:
    with crowd(tmp_path, count, chromium) as open_page:
        page = open_page()
        texts = labels(page, "svg.map")
        assert min(text["size"] for text in texts) >= LEAST
        whole = {text["words"] for text in texts} & set(NAMES)
        assert len(whole) >= 0.7 * count, "names are cut only where there is no room"
        for theme in ("dark", "light"):
            page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
            expect(page.locator(".map .on-portal").first).to_have_css("fill", "rgb(255, 255, 255)")
        words = [text["words"] for text in texts]
        assert {"1", "2", "3", "4", "5", "S1"} <= set(words), "portals and tokens have theirs"
        shown = page.locator(".bars li").evaluate_all(
            "rows => rows.filter(row => row.getBoundingClientRect().bottom"
            " <= document.getElementById('score').getBoundingClientRect().bottom).length"
        )
        assert shown == count, "the race shows everybody"


def test_the_banners_of_formations_are_read_from_four_metres(tmp_path: Path, chromium: Browser) -> None:
    with board(tmp_path, "epic", 120, chromium) as (session, open_page):
        texts = labels(open_page(), "svg.map")
        assert min(text["size"] for text in texts) >= LEAST
        placed = {
            formation.id
            for formation in session.state.formations.values()
            if any(session.state.figures[id].position.at for id in session.state.standing(formation.id))
        }
        assert placed <= {"".join(filter(str.isalnum, text["words"])) for text in texts}


def test_the_pieces_of_a_corridor_are_read_from_four_metres(tmp_path: Path, chromium: Browser) -> None:
    """A marker in a square is not larger than its square; all others are read from four metres."""
    with board(tmp_path, "space-hulk", 90, chromium) as (session, open_page):
        texts = labels(open_page(), "svg.map")
        assert min(text["size"] for text in texts) >= LEAST
        pieces = {piece.name for piece in session.game.view.pieces(session.state)}
        assert pieces
        assert pieces <= {text["words"] for text in texts}


@pytest.mark.parametrize("game", ["quake", "epic", "space-hulk"])
def test_the_labels_of_the_chart_never_cover_each_other(tmp_path: Path, chromium: Browser, game: str) -> None:
    with board(tmp_path, game, 160, chromium) as (_session, open_page):
        texts = (
            open_page()
            .locator("svg.race text")
            .evaluate_all(
                "all => all.map(text => { const { left, right, top, bottom } = text.getBoundingClientRect();"
                " return { words: text.textContent, left, right, top, bottom }; })"
            )
        )
        assert len(texts) > 2
        for first, second in combinations(texts, 2):
            apart = first["right"] <= second["left"] or second["right"] <= first["left"]
            assert apart or first["bottom"] <= second["top"] or second["bottom"] <= first["top"], (first, second)
