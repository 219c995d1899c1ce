"""An arena drawn to scale: sound SVG in millimetres, everything in its place, both languages."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from msgspec import structs

from q40k.games.quake.packs.library import load
from q40k.games.quake.table.arena_svg import drawing
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from tests.games.quake.arena.tables import arena, box, drum

ARENAS = load(only=["arenas"]).arenas
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", sorted(ARENAS))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_arena_is_sound_svg_as_large_as_the_table(name: str, language: str) -> None:
    table = ARENAS[name]
    root = ElementTree.fromstring(drawing(Locale(language).of(WORDS.locales), table))
    wide = root.get("width") or ""
    assert wide.endswith("mm")
    assert float(wide[:-2]) == table.size[0] * 10 + 80
    assert (root.get("viewBox") or "").split()[2] == wide[:-2]
    words = " ".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
    for mark in [token.id for token in table.tokens] + [flag.id for flag in table.flags]:
        assert mark in words
    for piece in table.scenery:
        assert piece.name.in_language(language) in words


def test_portals_are_drawn_three_inches_across_where_they_lie() -> None:
    root = ElementTree.fromstring(drawing(Locale("en"), arena()))
    discs = {
        (float(circle.get("cx") or 0), float(circle.get("cy") or 0))
        for circle in root.iter(f"{SVG}circle")
        if float(circle.get("r") or 0) == pytest.approx(38.1)
    }
    assert discs == {(60, 60), (540, 60), (540, 540), (60, 540), (300, 300)}


def test_scenery_is_drawn_upright_with_a_texture_for_each_effect() -> None:
    table = arena(
        box("pool", 10, 20, 20, 24, water=True, difficult=True),
        drum("silo", (45, 20), 4, impassable=True, height_in=3, blocks_sight=True),
    )
    drawn = drawing(Locale("en"), table)
    assert drawn.count('points="100,400 200,400 200,360 100,360"') == 4
    for texture in ("water", "difficult", "impassable"):
        assert f"url(#{texture})" in drawn
        assert f'id="{texture}"' in drawn
    assert 'cx="450" cy="400" r="40"' in drawn


def test_names_cannot_break_the_drawing() -> None:
    named = {"en": "<b>&\"'", "fr": "x"}
    table = structs.replace(arena(), name=structs.replace(arena().name, **named))
    root = ElementTree.fromstring(drawing(Locale("en"), table))
    assert root.findtext(f"{SVG}title") == "<b>&\"'"


def test_the_same_arena_is_always_drawn_alike() -> None:
    for table in ARENAS.values():
        assert drawing(Locale("fr"), table) == drawing(Locale("fr"), table)
