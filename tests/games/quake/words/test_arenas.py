"""Arenas in words: their card, what they are like, what each piece does; in both languages."""

from __future__ import annotations

import pytest
from msgspec import structs

from q40k.games.quake.packs.library import load
from q40k.games.quake.words.packs.arenas import card, effects, legend, players, scenery, temper
from q40k.i18n.locale import Locale
from tests.games.quake.arena.tables import arena, box

ARENAS = load(only=["arenas"]).arenas


@pytest.mark.parametrize("name", sorted(ARENAS))
def test_a_card_keeps_to_its_width_and_says_everything(name: str, english: Locale, french: Locale) -> None:
    table = ARENAS[name]
    for locale in (english, french):
        lines = card(locale, table)
        assert max(map(len, lines)) <= 80
        text = " ".join(" ".join(lines).split())
        assert locale.name_of(table.name) in text
        assert " ".join(locale.name_of(table.note).split()) in text
        assert all(locale.name_of(piece.name) in text for piece in table.scenery)
    assert card(english, table) != card(french, table)


@pytest.mark.rule("ARENA-5")
def test_what_a_piece_does_is_said_gravest_first(english: Locale, french: Locale) -> None:
    piece = box("ruin", 1, 1, 9, 9, height_in=4.5, cover=4, difficult=True, climbable=True)
    assert effects(english, piece) == "4.5 in high, difficult ground, climbable, cover save 4+"
    assert effects(french, piece) == ("4,5 ps de haut, terrain difficile, à escalader, sauvegarde de couvert 4+")
    assert effects(english, box("rug", 1, 1, 9, 9)) == "no effect"


def test_pieces_of_one_name_and_effect_are_one_kind(english: Locale) -> None:
    table = arena(
        box("a", 10, 20, 12, 22, cover=5), box("b", 40, 20, 42, 22, cover=5), box("c", 10, 40, 12, 42, cover=4)
    )
    kinds = [(kind.name, kind.does, kind.pieces) for kind in scenery(english, table)]
    assert kinds == [("thing", "cover save 4+", ("c",)), ("2 × thing", "cover save 5+", ("a", "b"))]


@pytest.mark.rule("ARENA-2")
def test_for_how_many_an_arena_is(english: Locale, french: Locale) -> None:
    assert players(english, ARENAS["boiler-60"]) == "2 to 4"
    assert players(english, arena()) == "up to 9"
    assert players(french, arena()) == "jusqu’à 9"
    assert players(english, structs.replace(arena(), players=(4, 4))) == "4"


def test_what_an_arena_is_like_comes_from_what_stands_on_it(english: Locale, french: Locale) -> None:
    tempers = {name: temper(english, table) for name, table in ARENAS.items()}
    assert "vertical" in tempers["scaffolds-80"]
    assert "water" in tempers["caldera-120"]
    assert "lethal" in tempers["caldera-120"]
    assert "2 bases, 3 flags" in tempers["bastions-140"]
    assert "28 barrels" in tempers["depot-100"]
    assert temper(english, arena()) == "scenery of your own"
    assert "28 barils" in temper(french, ARENAS["depot-100"])
    assert len(set(tempers.values())) >= len(ARENAS) - 1


def test_the_legend_explains_every_letter_of_the_picture(english: Locale) -> None:
    for table in ARENAS.values():
        text = "".join(mark for mark, _meaning in legend(english, table))
        assert ("o" in text) == bool(table.barrels)
        assert ("¹" in text) == bool(table.bases)
        assert ("≈" in text) == any(piece.water for piece in table.scenery)
