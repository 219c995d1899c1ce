"""The tokens that every screen draws with: readable on each ground, whatever the theme."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.color import Color
from textual.theme import Theme

import q40k
from q40k.tabletop.colours import COLOURS
from q40k.tui import look
from q40k.tui.themes import THEMES, find_theme, next_theme

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
