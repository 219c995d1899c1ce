"""Everything that is laid on the table is within 0.2 mm of its size, on any paper and printer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

import pytest
from msgspec.structs import replace

from q40k.geometry.templates import Flame
from q40k.prints.paper import PAPERS
from tests.games.quake.prints.printing import INCH, NEAR, field_champions, library, print_pages, wish, words_of
from tests.prints.reading import Read, Shape

HAIR = 0.01


def shapes(read: list[Read], wide: float, high: float) -> list[Shape]:
    """What is so wide and so high."""
    return [shape for page in read for shape in page.shapes if shape.measures(wide, high)]


def pieces(read: list[Read], wide: float, high: float) -> list[tuple[Read, Shape]]:
    """What is so wide and so high, with its page."""
    return [(page, shape) for page in read for shape in page.shapes if shape.measures(wide, high)]


def lines_in(page: Read, piece: Shape) -> list[Shape]:
    """The straight lines within a piece."""
    return [
        shape
        for shape in page.shapes
        if len(shape.spots) == 2
        and shape.left > piece.left - NEAR
        and shape.right < piece.right + NEAR
        and shape.bottom > piece.bottom - NEAR
        and shape.top < piece.top + NEAR
    ]


def folds_in(page: Read, piece: Shape) -> list[Shape]:
    """The dashed lines within a piece, along which it is folded."""
    return [line for line in lines_in(page, piece) if line.dashed]


def upright(lines: list[Shape], piece: Shape) -> list[float]:
    """Where upright lines stand, from the left of a piece."""
    return sorted(line.left - piece.left for line in lines if line.wide < HAIR)


def level(lines: list[Shape], piece: Shape) -> list[float]:
    """Where level lines lie, from the foot of a piece."""
    return sorted(line.bottom - piece.bottom for line in lines if line.high < HAIR)


@pytest.mark.rule("ARENA-3", "ARENA-6")
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("ink", ["full", "half", "outline"])
def test_five_portals_are_three_inches_across(paper: str, ink: str) -> None:
    read = print_pages("portals", wish(paper=PAPERS[paper], ink=ink))
    assert len(shapes(read, 3 * INCH, 3 * INCH)) == 5
    assert set("12345") <= set(words_of(read))


@pytest.mark.rule("ARENA-6")
def test_an_arenas_own_portals_are_printed_in_their_size() -> None:
    arena = library().arenas["classic-60"]
    wide = replace(arena, portals=tuple(replace(portal, diameter_in=4.0) for portal in arena.portals))
    assert len(shapes(print_pages("portals", wish(arena=wide)), 4 * INCH, 4 * INCH)) == 5


def test_a_printer_that_shrinks_is_put_right_in_every_kind() -> None:
    read = print_pages("templates", wish(measured=98.5))
    assert len(shapes(read, 5 * INCH / 0.985, 5 * INCH / 0.985)) == 3


@pytest.mark.parametrize("paper", PAPERS)
def test_a_printer_that_shrinks_a_little_takes_no_more_sheets(paper: str) -> None:
    everyone = field_champions("space-marine", "eldar-guardian", "csm-obliterator", "ork-slugga-boy")
    for kind in ("cards", "tokens", "portals", "flags"):
        usual, shrunk = (
            print_pages(kind, wish(paper=PAPERS[paper], fielded=everyone, measured=measured))
            for measured in (100.0, 96.0)
        )
        assert len(shrunk) == len(usual), kind
    assert len(print_pages("barrels", wish(paper=PAPERS[paper], players=5))) == 2, "eight to a sheet"


@pytest.mark.rule("DIFF-3", "BARREL-2", "BARREL-5", "BARREL-6")
def test_round_templates_have_a_ring_for_every_inch_around_their_middle() -> None:
    read = print_pages("templates", wish(ink="outline"))
    for across, number in ((3, 1), (5, 3)):
        result = pieces(read, across * INCH, across * INCH)
        assert len(result) == number
        for page, disc in result:
            around = [
                shape
                for shape in page.shapes
                if hypot(shape.middle[0] - disc.middle[0], shape.middle[1] - disc.middle[1]) < NEAR and shape.high > 10
            ]
            expected = [2 * INCH, across * INCH] if number == 1 else [2 * INCH, 4 * INCH, across * INCH]
            assert sorted(shape.wide for shape in around) == pytest.approx(expected, abs=NEAR)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("measured", "sheets"), [(100.0, 2), (98.5, 2), (90.0, 4)])
def test_templates_nest_on_two_sheets_and_none_is_cut_by_another(paper: str, measured: float, sheets: int) -> None:
    read = print_pages("templates", wish(paper=PAPERS[paper], measured=measured))
    assert len(read) == sheets
    share, round_ones = 100 / measured, 0
    for page in read:
        discs = [
            shape
            for shape in page.shapes
            for across in (3, 5)
            if shape.measures(across * INCH * share, across * INCH * share)
        ]
        flames = [shape for shape in page.shapes if shape.measures(2.5 * INCH * share, 8 * INCH * share)]
        round_ones += len(discs)
        for first, second in _pairs(discs):
            apart = hypot(first.middle[0] - second.middle[0], first.middle[1] - second.middle[1])
            assert apart > (first.wide + second.wide) / 2 + 3
        for disc in discs:
            for x, y in (spot for flame in flames for spot in _outline_places(flame)):
                assert hypot(x - disc.middle[0], y - disc.middle[1]) > disc.wide / 2 + 3
    assert round_ones == 4


def _outline_places(outline: Shape) -> Iterator[tuple[float, float]]:
    """Places along an outline, ten on each of its sides."""
    for a, b in pairwise((*outline.spots, outline.spots[0])):
        for tenth in range(10):
            share = tenth / 10
            yield a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


@pytest.mark.rule("DIFF-3")
def test_the_flame_is_what_the_app_measures_with_and_has_a_tick_for_every_inch() -> None:
    read = print_pages("templates", wish())
    ((page, flame),) = pieces(read, 2.5 * INCH, 8 * INCH)
    rim = [(x * 10, y * 10) for x, y in Flame((0.0, 0.0), 90.0).outline()]
    for x, y in rim:
        at = x + flame.middle[0], y + flame.bottom
        assert min(hypot(at[0] - other[0], at[1] - other[1]) for other in flame.spots) < NEAR
    ticks = level(lines_in(page, flame), flame)
    assert ticks == pytest.approx([inch * INCH for inch in range(1, 8)], abs=NEAR)


@pytest.mark.rule("BONUS-5", "BONUS-6")
@pytest.mark.parametrize(("players", "each"), [(2, 3), (6, 6)])
def test_tokens_fold_to_twenty_millimetres_as_many_as_players(players: int, each: int) -> None:
    read = print_pages("tokens", wish(players=players))
    words = words_of(read)
    assert f"E{each}" in words
    assert f"W{each}" in words
    assert f"E{each + 1}" not in words
    assert "S1" in words
    folded = pieces(read, 20, 40)
    assert len(folded) == 2 * each + 1
    for page, token in folded:
        assert level(folds_in(page, token), token) == pytest.approx([20], abs=NEAR)
    assert len(shapes(read, 58, 38)) == 18 + 18 + 6, "cards, as large as each other"


@pytest.mark.rule("FLAG-1")
def test_a_flag_has_two_like_sides_around_its_pole() -> None:
    arena = library().arenas["bastions-140"]
    read = print_pages("flags", wish("capture-the-flag", arena=arena))
    assert all(words_of(read).count(flag.id) == 2 for flag in arena.flags)
    result = pieces(read, 34 + 8 + 34, 22)
    assert len(result) == len(arena.flags)
    for page, piece in result:
        assert upright(folds_in(page, piece), piece) == pytest.approx([34, 42], abs=NEAR)


@pytest.mark.rule("BASE-1", "PORTAL-1")
def test_bases_of_figures_are_those_of_the_champions() -> None:
    every = {
        (champion.base_mm, champion.base_length_mm or champion.base_mm) for champion in library().champions.values()
    }
    assert any(wide != long for wide, long in every)
    read = print_pages("bases", wish())
    for wide, long in every:
        assert len(shapes(read, long, wide)) == 1 + 8 * (wide == long == 40), "8 corners are as large"
    two = print_pages("bases", wish(fielded=field_champions("space-marine", "eldar-guardian")))
    assert len(shapes(two, 25, 25)) == 1
    assert not shapes(two, 60, 60)


@pytest.mark.rule("BASE-1")
def test_a_zone_has_a_mark_for_each_of_its_corners() -> None:
    arena = library().arenas["crossroads-120"]
    marine = field_champions("space-marine")
    read = print_pages("bases", wish("capture-the-flag", arena=arena, fielded=marine))
    corners = shapes(read, 40, 40)
    assert len(corners) == sum(len(zone.polygon) for zone in arena.bases)
    for corner in corners:
        inner = (corner.left + 10, corner.bottom + 10)
        assert min(hypot(x - inner[0], y - inner[1]) for x, y in corner.spots) < NEAR


@pytest.mark.rule("BARREL-1", "BARREL-7")
def test_barrels_are_nets_that_close_over_a_hexagon_twenty_millimetres_wide() -> None:
    read = print_pages("barrels", wish(players=4))
    assert "B12" in words_of(read)
    assert "B13" not in words_of(read)
    high = 24 + 2 * 10 * 3**0.5
    nets = pieces(read, 6 * 10 + 4, high)
    assert len(nets) == 12
    for page, net in nets:
        inside = folds_in(page, net)
        for middle in (net.bottom + 5 * 3**0.5, net.top - 5 * 3**0.5):
            far = [hypot(x - net.left - 15, y - middle) for x, y in net.spots]
            assert sum(abs(inches - 10) < NEAR for inches in far) == 6, "corners of a lid"
        folds = [line for line in inside if line.wide < HAIR]
        assert upright(folds, net) == pytest.approx(list(range(10, 61, 10)), abs=NEAR)
        assert all(abs(fold.high - 24) < NEAR for fold in folds)
        edges = [line for line in inside if line.high < HAIR and abs(line.wide - 10) < NEAR]
        lids = 10 * 3**0.5
        assert level(edges, net) == pytest.approx([lids, lids + 24], abs=NEAR)
        assert not any(_between(net, edge) for edge in edges), "the lid is not cut off"


def _between(net: Shape, edge: Shape) -> bool:
    """Whether a side of the outline goes along an edge."""
    ends = sorted(edge.spots)
    return any(
        hypot(a[0] - ends[0][0], a[1] - ends[0][1]) < NEAR and hypot(b[0] - ends[1][0], b[1] - ends[1][1]) < NEAR
        for pair in pairwise((*net.spots, net.spots[0]))
        for a, b in (sorted(pair),)
    )


@pytest.mark.rule("BARREL-1")
def test_barrels_are_as_many_as_the_mod_has_for_everyone() -> None:
    mod = library().mods["deathmatch"]
    five = replace(mod, rules=(*mod.rules, "barrels"), parameters=replace(mod.parameters, barrels_each=5))
    words = words_of(print_pages("barrels", replace(wish(players=3), mod=five)))
    assert "B15" in words
    assert "B16" not in words


def test_cards_are_not_laid_over_each_other() -> None:
    many = tuple(
        replace(figure, name=f"{figure.name} {number}")
        for number in range(6)
        for figure in field_champions("space-marine", "eldar-guardian")
    )
    for page in print_pages("cards", wish(fielded=many)):
        cards = [shape for shape in page.shapes if abs(shape.wide - 90) < NEAR]
        assert cards
        assert not any(_overlap(*pair) for pair in _pairs(cards))


def test_a_long_name_is_cut_short_rather_than_made_small() -> None:
    first, other = field_champions("csm-obliterator", "space-marine")
    long = replace(other, name="Maximilian-Alexander zu Hohen")
    words = words_of(print_pages("cards", wish(fielded=(first, long))))
    assert words.count("Maximilian-Alexander zu Hohen") == 1, "on its own card"
    assert "Maximilian" in words.replace("Maximilian-Alexander zu Hohen", "")
    assert "…" in words


def _pairs(shapes: list[Shape]) -> Iterator[tuple[Shape, Shape]]:
    return ((first, second) for at, first in enumerate(shapes) for second in shapes[at + 1 :])


def _overlap(first: Shape, second: Shape) -> bool:
    beside = first.right <= second.left + NEAR or second.right <= first.left + NEAR
    return not (beside or first.top <= second.bottom + NEAR or second.top <= first.bottom + NEAR)
