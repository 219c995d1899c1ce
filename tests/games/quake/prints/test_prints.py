"""What Quake 40K prints has the book's sizes, and says what the game says."""

from __future__ import annotations

import pytest

from q40k.games.quake.prints.kinds import KINDS
from q40k.games.quake.prints.offer import ABOUT
from q40k.prints.paper import PAPERS
from tests.games.quake.prints.printing import (
    INCH,
    NEAR,
    fielded,
    library,
    printed,
    round_ones,
    wish,
    words_of,
)


def test_what_can_be_printed_is_listed() -> None:
    assert list(ABOUT) == list(KINDS)


@pytest.mark.rule("ARENA-3", "ARENA-6")
@pytest.mark.parametrize("paper", PAPERS)
def test_five_portals_are_three_inches_across(paper: str) -> None:
    for ink in ("full", "half", "outline"):
        read = printed("portals", wish(paper=PAPERS[paper], ink=ink))
        assert round_ones(read, 3 * INCH) == 5
        assert set("12345") <= set(words_of(read))


@pytest.mark.rule("ARENA-6")
def test_an_arenas_own_portals_are_printed_in_their_size() -> None:
    from msgspec.structs import replace

    arena = library().arenas["classic-60"]
    wide = replace(arena, portals=tuple(replace(one, diameter_in=4.0) for one in arena.portals))
    assert round_ones(printed("portals", wish(arena=wide)), 4 * INCH) == 5


@pytest.mark.rule("DIFF-3", "BARREL-2", "BARREL-5", "BARREL-6")
def test_templates_have_the_sizes_the_app_measures_with() -> None:
    read = printed("templates", wish())
    assert round_ones(read, 3 * INCH) == 1
    assert round_ones(read, 5 * INCH) == 3
    flames = [
        one for page in read for one in page.shapes
        if abs(one.wide - 2.5 * INCH) < NEAR and abs(one.high - 8 * INCH) < NEAR
    ]  # fmt: skip
    assert len(flames) == 1


@pytest.mark.rule("BONUS-5", "BONUS-6")
def test_there_are_as_many_tokens_as_players_at_least_three_and_one_special() -> None:
    for players, each in ((2, 3), (6, 6)):
        read = printed("tokens", wish(players=players))
        words = words_of(read)
        assert f"E{each}" in words
        assert f"W{each}" in words
        assert f"E{each + 1}" not in words
        assert "S1" in words
        folded = [
            one for page in read for one in page.shapes
            if abs(one.wide - 20) < NEAR and abs(one.high - 40) < NEAR
        ]  # fmt: skip
        assert len(folded) == 2 * each + 1


@pytest.mark.rule("BONUS-1")
def test_every_bonus_has_a_card_with_its_dice_and_its_effect() -> None:
    words = words_of(printed("tokens", wish(language="fr")))
    tables = library().bonus_tables["classic"]
    for category in ("equipment", "weapon", "special"):
        for kind in tables.table(category).values():
            assert kind.name.fr in words


@pytest.mark.rule("FLAG-1", "BASE-1", "BARREL-1")
def test_flags_bases_and_barrels_are_those_of_the_arena() -> None:
    arena = library().arenas["bastions-140"]
    wanted = wish("capture-the-flag", arena=arena, players=6)
    flags = words_of(printed("flags", wanted))
    assert all(flag.id in flags for flag in arena.flags)
    bases = printed("bases", wanted)
    assert round_ones(bases, 25) == 1
    corners = sum(len(zone.polygon) for zone in arena.bases)
    assert round_ones(bases, 40) >= corners
    barrels = printed("barrels", wish(players=4))
    assert "B12" in words_of(barrels)
    assert "B13" not in words_of(barrels)
    lids = [
        one for page in barrels for one in page.shapes
        if abs(one.wide - 20) < NEAR and abs(one.high - 10 * 3**0.5) < NEAR
    ]  # fmt: skip
    assert len(lids) == 24


@pytest.mark.rule("CHAMPION-4")
def test_a_card_tells_what_its_champion_needs_against_the_others() -> None:
    both = fielded("space-marine", "eldar-guardian")
    words = words_of(printed("cards", wish(fielded=both)))
    for one in both:
        assert one.champion.name.en in words
        assert str(one.champion.points) in words
    # A marine hits on 3+, wounds T3 with S4 on 3+, and AP 5 leaves a 5+ armour no save.
    assert "3+ 3+ -" in words
    # A guardian hits on 4+, wounds T4 with S4 on 4+, and the marine saves on 3+.
    assert "4+ 4+ 3+" in words


@pytest.mark.rule("TURN-1")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_rules_of_every_mod_fit_two_pages(language: str, paper: str) -> None:
    for mod in library().mods:
        assert len(KINDS["rules"].make(wish(mod, language, paper=PAPERS[paper]))) <= 2
