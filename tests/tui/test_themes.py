"""The tokens that every screen draws with: readable on each ground, whatever the theme."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import Theme

import q40k
from q40k.tabletop.colours import COLOURS
from q40k.tui import look
from q40k.tui.match_app import MatchApp
from q40k.tui.themes import THEMES, find_theme, next_theme
from tests.games.quake.screen.table import app_of, playing

SEATS = tuple(f"seat-{number}" for number in range(1, len(COLOURS) + 1))
TEXT = (
    "foreground",
    "foreground-muted",
    "accent",
    "warning",
    "error",
    "success",
    "loss",
    "call",
    "text-accent",
    *SEATS,
)
GROUNDS = ("background", "surface", "panel")
"""On what text is written."""
SOURCES = Path(q40k.__file__).parent


def tokens(theme: Theme) -> dict[str, str]:
    return theme.to_color_system().generate() | theme.variables


def share(value: float) -> float:
    return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4


def light(colour: str) -> float:
    """How bright a colour is, as the guidelines on contrast (WCAG 2) reckon it, from 0 to 1."""
    red, green, blue = (share(part / 255) for part in Color.parse(colour).rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    low, high = sorted((light(first), light(second)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_reckoned_as_the_guidelines_do() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("token", TEXT)
def test_every_text_stands_out_from_every_ground(theme: Theme, token: str) -> None:
    colours = tokens(theme)
    least = 7 if theme.name.endswith("contrast") else 4.5
    for ground in GROUNDS:
        assert contrast(colours[token], colours[ground]) >= least, ground


@pytest.mark.parametrize("key", ["f1", "ctrl+p"])
async def test_a_light_theme_keeps_its_colours_behind_a_dialog_in_256_colours(key: str) -> None:
    app = app_of(playing())
    async with app.run_test(size=(80, 24)) as pilot:
        app.theme = "q40k-light"
        await pilot.pause()
        rows = (0, 23)  # above and below any dialog
        before = [colours_of(app, row) for row in rows]
        await pilot.press(key)
        await pilot.pause()
        assert len(app.screen_stack) > 1
        assert [colours_of(app, row) for row in rows] == before
        assert all(before)


def colours_of(app: MatchApp, row: int) -> set[int | None]:
    """The colours of a row's text, as a terminal of 256 colours shows them."""
    strip = app.screen._compositor.render_strips()[row]
    styles = (segment.style for segment in strip if segment.text.strip())
    colours = (style.color for style in styles if style is not None)
    return {colour.downgrade(ColorSystem.EIGHT_BIT).number for colour in colours if colour is not None}


def test_every_seat_of_the_table_has_its_ink() -> None:
    assert [look.ink(colour) for colour in COLOURS] == [f"${seat}" for seat in SEATS]
    for theme in THEMES:
        assert len({theme.variables[seat] for seat in SEATS}) == len(SEATS)


def test_one_key_goes_through_all_themes_and_comes_back() -> None:
    missing, name = [], THEMES[0].name
    for _ in THEMES:
        missing.append(name)
        name = next_theme(name).name
    assert name == missing[0]
    assert set(missing) == {theme.name for theme in THEMES}
    assert find_theme("one of another house") is THEMES[0]


def test_screens_have_no_colours_of_their_own() -> None:
    """Only the tokens and the map, whose scene brings its colours, know any colour by its code."""
    results = [
        f"{path.relative_to(SOURCES)}: {code}"
        for folder in ("tui", "games/quake/screen")
        for path in sorted((SOURCES / folder).rglob("*.*"))
        if path.suffix in (".py", ".tcss") and path.name not in ("themes.py", "palette.py")
        for code in re.findall(r"#[0-9a-fA-F]{6}\b", path.read_text(encoding="utf-8"))
    ]
    assert results == []
