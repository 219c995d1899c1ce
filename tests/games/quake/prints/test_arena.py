"""An arena over several sheets: whole, in its true size, with marks that lie on each other."""

from __future__ import annotations

from math import hypot

import pypdfium2
import pytest

from q40k.games.quake.packs.arena import tiles
from q40k.games.quake.prints.arena import CROSS_MM, OVERLAP_MM
from q40k.games.quake.prints.offer import PRINTS
from q40k.i18n.locale import Locale
from q40k.prints.paper import MARGIN_MM, PAPERS, RULER_MM
from q40k.prints.writing import make_pdf
from tests.games.quake.prints.printing import INCH, NEAR, fielded, library, printed, round_ones, wish, words_of
from tests.prints.reading import MM, Read, pages

EDGE = MARGIN_MM + RULER_MM
"""The corner of what is drawn, on the paper."""


def parts(read: list[Read]) -> list[Read]:
    """The sheets of the table itself."""
    return [page for page in read if ": sheet " in page.words or ", sheet " in page.words]


def crosses(page: Read) -> list[tuple[float, float]]:
    """Where its register marks are, from the corner of what is drawn."""
    arms = [
        shape for shape in page.shapes
        if abs(shape.wide - 2 * CROSS_MM) < 0.01 and shape.high < 0.01
    ]  # fmt: skip
    return [((arm.left + arm.right) / 2 - EDGE, arm.bottom - EDGE) for arm in arms]


@pytest.mark.rule("ARENA-1")
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("id", ["classic-60", "hivegate-180"])
def test_marks_of_neighbouring_sheets_are_the_same_places_of_the_table(id: str, paper: str) -> None:
    arena = library().arenas[id]
    wanted = wish(arena=arena, paper=PAPERS[paper])
    sheets = PRINTS.kinds["arena"].make(wanted)
    frame = (wanted.paper.landscape() if sheets[-1].landscape else wanted.paper).frame()
    across = -(-(arena.size[0] * 10 - OVERLAP_MM) // (frame.wide_mm - OVERLAP_MM))
    marks: list[tuple[float, float]] = []
    read = parts(pages(make_pdf(sheets, wanted.paper, wanted.locale)))
    for number, page in enumerate(read):
        row, column = divmod(number, int(across))
        x, y = column * (frame.wide_mm - OVERLAP_MM), row * (frame.high_mm - OVERLAP_MM)
        marks += [(x + at[0], y + at[1]) for at in crosses(page)]
    shared = (across - 1) * len(read) / across + len(read) - across
    assert len(marks) == shared * 2 * 2, "two on each edge that two sheets share, on both of them"
    for mark in marks:
        same = sum(hypot(mark[0] - other[0], mark[1] - other[1]) < NEAR for other in marks)
        assert same == 2, f"{mark} is on both sheets"


@pytest.mark.rule("ARENA-1", "ARENA-3", "BARREL-1", "FLAG-1", "BASE-1")
@pytest.mark.parametrize("id", ["depot-100", "crossroads-120"])
def test_all_that_lies_on_the_table_lies_where_the_arena_says(id: str) -> None:
    arena = library().arenas[id]
    wanted = wish(arena=arena)
    sheets = PRINTS.kinds["arena"].make(wanted)
    frame = (wanted.paper.landscape() if sheets[-1].landscape else wanted.paper).frame()
    across = int(-(-(arena.size[0] * 10 - OVERLAP_MM) // (frame.wide_mm - OVERLAP_MM)))
    on_table = set()
    for number, page in enumerate(parts(pages(make_pdf(sheets, wanted.paper, wanted.locale)))):
        row, column = divmod(number, across)
        x = column * (frame.wide_mm - OVERLAP_MM) - EDGE
        y = row * (frame.high_mm - OVERLAP_MM) - EDGE
        on_table |= {(shape.left + x, shape.bottom + y, shape.right + x, shape.top + y) for shape in page.shapes}
    marks = [(portal.at, portal.diameter_in * 1.27) for portal in arena.portals]
    marks += [(token.at, 1.0) for token in arena.tokens]
    marks += [(flag.at, 1.0) for flag in arena.flags]
    marks += [(barrel.at, 1.0) for barrel in arena.barrels]
    wanted_shapes = [(at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius) for at, radius in marks]
    outlines = [one.corners for one in arena.scenery] + [base.polygon for base in arena.bases]
    wanted_shapes += [
        (min(x for x, _y in each), min(y for _x, y in each),
         max(x for x, _y in each), max(y for _x, y in each)) for each in outlines
    ]  # fmt: skip
    assert len(wanted_shapes) > 30
    for cm in wanted_shapes:
        mm = [10 * one for one in cm]
        assert any(all(abs(a - b) < NEAR for a, b in zip(mm, found, strict=True)) for found in on_table), cm


@pytest.mark.rule("ARENA-1")
@pytest.mark.parametrize("tile", ["A1", "C3"])
def test_a_tile_is_twenty_centimetres_wide_and_has_what_lies_on_it(tile: str) -> None:
    arena = library().arenas["classic-60"]
    read = printed("arena", wish(arena=arena, tiles=(tile,)))
    assert len(read) == 2
    assert all(f"tile {tile}, sheet {number}" in page.words for number, page in enumerate(read, 1))
    frame = PAPERS["a4"].frame()
    reach = []
    for number, page in enumerate(read):
        (square,) = [
            shape for shape in page.shapes
            if abs(shape.wide - 200) < NEAR and abs(shape.high - 200) < NEAR
            and abs(shape.left - EDGE + number * (frame.wide_mm - OVERLAP_MM)) < NEAR
            and abs(shape.bottom - EDGE) < NEAR
        ]  # fmt: skip
        reach.append(square)
    assert [one.bottom for one in reach] == pytest.approx([EDGE, EDGE], abs=NEAR)
    portal = {"A1": "4", "C3": "2"}[tile]
    assert any(line.strip() == portal for line in read[0].words.splitlines())
    assert len(printed("arena", wish(arena=arena, tiles=tiles(arena.size)))) == 2 * 9


@pytest.mark.rule("ARENA-1")
@pytest.mark.parametrize("id", ["classic-60", "bastions-140"])
def test_an_arena_is_whole_over_its_sheets(id: str) -> None:
    arena = library().arenas[id]
    wanted = wish(arena=arena)
    sheets = PRINTS.kinds["arena"].make(wanted)
    read = pages(make_pdf(sheets, wanted.paper, wanted.locale))
    frame = (wanted.paper.landscape() if sheets[-1].landscape else wanted.paper).frame()
    parts = [
        page for page, sheet in zip(read, sheets, strict=True)
        if round_ones([page], arena.portals[0].diameter_in * INCH)
        and "plan" not in sheet.title
    ]  # fmt: skip
    assert parts
    wide, high = (side * 10 for side in arena.size)
    edges = {
        (round(shape.wide), round(shape.high)) for page in parts for shape in page.shapes if shape.wide > frame.wide_mm
    }
    assert (wide, high) in edges
    across = -(-(wide - 5) // (frame.wide_mm - 5))
    up = -(-(high - 5) // (frame.high_mm - 5))
    assert len(parts) == across * up


@pytest.mark.rule("ARENA-5")
def test_what_the_scenery_does_is_listed_to_agree_on() -> None:
    arena = library().arenas["bastions-140"]
    words = words_of(printed("arena", wish(arena=arena)))
    for piece in arena.scenery:
        assert piece.name.en in words
    assert "Agreed by" in words


def test_sheets_have_numbers_as_tiles_have_letters_and_a_portal_under_a_token_keeps_its_own() -> None:
    arena = library().arenas["hivegate-180"]
    (covered,) = [
        portal for portal in arena.portals
        if any(token.at == portal.at for token in arena.tokens)
    ]  # fmt: skip
    read = printed("arena", wish(arena=arena))
    parts = read[2:]
    assert [f"sheet {number}" in page.words for number, page in enumerate(parts, 1)] == [True] * len(parts)
    across = covered.diameter_in * INCH
    (shown,) = [page for page in parts if "S1" in page.words and round_ones([page], across)]
    assert str(covered.number) in shown.words.replace("S1", "").split()


@pytest.mark.rule("ARENA-5")
def test_an_arena_without_scenery_has_rows_to_write_into() -> None:
    read = printed("arena", wish(arena=library().arenas["classic-60"], players=2))
    assert "Other scenery" in read[1].words
    bottoms = {round(shape.bottom) for shape in read[1].shapes if abs(shape.high - 10) < NEAR}
    assert len(bottoms) == 11, "ten rows under their heads"


@pytest.mark.rule("ARENA-5")
def test_everyone_has_a_line_to_sign_on_that_lies_on_nothing_else() -> None:
    both = fielded("space-marine", "eldar-guardian")
    arena = library().arenas["hivegate-180"]
    read = printed("arena", wish(arena=arena, players=24, fielded=both))
    (page,) = [page for page in read if "Agreed by" in page.words]
    assert both[0].name in page.words
    wide = wish().frame.wide_mm / 2 - 10
    lines = [shape for shape in page.shapes if abs(shape.wide - wide) < NEAR and shape.high < 0.01]
    assert len(lines) == 24
    sheets = PRINTS.kinds["arena"].make(wish(arena=arena, players=24, fielded=both))
    data = make_pdf(sheets, PAPERS["a4"], Locale("en")).data
    text = pypdfium2.PdfDocument(data)[read.index(page)].get_textpage()
    head = text.get_charbox(text.get_text_range().index("Agreed by"))[1] * MM
    assert max(one.bottom for one in lines) < head - 10, "room to sign below the heading"
    assert not any(
        shape.bottom - 1 < line.bottom < shape.top + 1
        and shape.left < line.right
        and line.left < shape.right
        for line in lines for shape in page.shapes
        if shape not in lines and shape.left > EDGE - 1 and shape.bottom > EDGE
    )  # fmt: skip


def test_an_arena_says_in_french_what_its_scenery_does() -> None:
    words = words_of(printed("arena", wish(language="fr", arena=library().arenas["crossroads-120"])))
    assert "Barricade : 1" in " ".join(words.split())


@pytest.mark.parametrize("tile", [(), ("B2",)])
def test_nothing_of_the_table_is_printed_in_the_margins(tile: tuple[str, ...]) -> None:
    wanted = wish(arena=library().arenas["classic-60"], tiles=tile)
    data = make_pdf(PRINTS.kinds["arena"].make(wanted)[2 * (not tile) :], wanted.paper, wanted.locale).data
    for page in pypdfium2.PdfDocument(data):
        picture = page.render(scale=1).to_pil().convert("L")
        (wide, high), edge = picture.size, round(7 / MM)
        for box in ((0, 0, wide, edge), (0, high - edge, wide, high), (0, 0, edge, high),
                    (wide - edge, 0, wide, high)):  # fmt: skip
            assert picture.crop(box).getextrema() == (255, 255)
