"""The texts of a map never cover each other, and figures at one place are fanned out."""

from math import hypot
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.geometry.scene import Label, Mark, Piece, Scene, Style
from q40k.report.drawing import MANY, drawing, ground, moving_parts
from q40k.report.layout import Box, Disc, spread, text_box
from q40k.tabletop.colours import COLOURS

WIDE, HIGH = 120, 80
SPOTS = st.tuples(st.integers(0, WIDE), st.integers(0, HIGH))
WORDS = st.text(alphabet="ABMW135é中→", min_size=1, max_size=5)
STYLES = {"token": Style("#111111", "#eeeeee", art="crate"), "plain": Style("#111111", "#eeeeee")}


@st.composite
def crowded_scenes(draw: st.DrawFn) -> Scene:
    """A table with far too much on a few places."""
    spots = st.sampled_from(draw(st.lists(SPOTS, min_size=1, max_size=6)))
    pieces = draw(st.lists(st.tuples(WORDS, spots, st.sampled_from([None, 0.0, 90.0])), max_size=MANY + 5))
    marks = draw(st.lists(st.tuples(WORDS, spots, st.sampled_from(["token", "plain"])), max_size=12))
    labels = draw(st.lists(st.tuples(WORDS, spots, st.booleans()), max_size=12))
    return Scene(
        (WIDE, HIGH),
        marks=tuple(Mark(f"m{number}", text, at, style) for number, (text, at, style) in enumerate(marks)),
        pieces=tuple(
            Piece(f"p{number}", text, at, COLOURS[number % 12], emblem="claw", facing=facing)
            for number, (text, at, facing) in enumerate(pieces)
        ),
        labels=tuple(Label(at, text, yields=moves, colour=COLOURS[1], emblem="jaw") for text, at, moves in labels),
        styles=STYLES,
        square_cm=draw(st.sampled_from([0.0, 4.0])),
    )


def boxes_of(svg: str) -> list[Box]:
    """The room of every text of a drawing, by where it is drawn."""
    results = []

    def read(node: ElementTree.Element, x: float, y: float) -> None:
        shift = node.get("transform", "")
        if shift.startswith("translate("):
            right, down = map(float, shift.removeprefix("translate(").split(")")[0].split())
            x, y = x + right, y + down
        if node.tag.endswith("text"):
            size = float(node.get("font-size", 0))
            at = (x + float(node.get("x", 0)), y + float(node.get("y", 0)) - 0.36 * size)
            results.append(text_box(node.text or "", at, 0.9 * size))
        for child in node:
            read(child, x, y)

    read(ElementTree.fromstring(svg), 0, 0)
    return results


@given(crowded_scenes())
@settings(max_examples=60, deadline=None)
def test_texts_never_cover_each_other_and_stay_on_the_table(scene: Scene) -> None:
    boxes = boxes_of(drawing(scene, "The table", ground(scene), moving_parts(scene)))
    for number, box in enumerate(boxes):
        assert not [other for other in boxes[:number] if box.overlaps(other)]
        assert -0.5 <= box.x - box.half_width <= box.x + box.half_width <= WIDE + 0.5
        assert -0.5 <= box.y - box.half_height <= box.y + box.half_height <= HIGH + 0.5


@given(st.integers(2, MANY), SPOTS)
def test_whoever_stands_at_one_place_is_fanned_out(count: int, at: tuple[int, int]) -> None:
    discs = spread([Disc(at[0], at[1], 2.4)] * count, (WIDE, HIGH))
    for number, disc in enumerate(discs):
        assert disc.r <= disc.x <= WIDE - disc.r
        assert disc.r <= disc.y <= HIGH - disc.r
        nearest = min(hypot(disc.x - other.x, disc.y - other.y) for other in discs[:number] + discs[number + 1 :])
        assert nearest > 2.4, "each shows more than half of itself"


def test_who_stands_alone_stands_where_it_is() -> None:
    discs = [Disc(20, 20, 2), Disc(40, 20, 2), Disc(20, 60, 2)]
    assert spread(discs, (WIDE, HIGH)) == discs
    assert spread(discs[:1], (WIDE, HIGH), fixed=[Disc(21, 20, 2)])[0].x < 18


def test_a_line_leads_from_a_fanned_out_figure_to_its_place() -> None:
    apart = Scene((WIDE, HIGH), pieces=(Piece("a", "A", (20, 20), "#111111"), Piece("b", "B", (40, 20), "#222222")))
    together = Scene((WIDE, HIGH), pieces=(Piece("a", "A", (20, 20), "#111111"), Piece("b", "B", (20, 20), "#222222")))
    assert [moving_parts(scene).count('class="leader"') for scene in (apart, together)] == [0, 2]
