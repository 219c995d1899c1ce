"""How much of a base can be seen, against rays that are cast one by one."""

from itertools import pairwise
from math import cos, hypot, radians, sin

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.geometry.hiding import LinesTo
from q40k.geometry.positions import Figure, Positions
from q40k.geometry.sight import View, find_cover, is_enough, seen_by, sight
from q40k.geometry.space import Base, Spot, gap_cm
from q40k.geometry.wedges import EYES, eyes_of, look_past_screens
from tests.geometry.by_polygons import shades_of, share_seen
from tests.geometry.tables import Ground, box, crowd, dots, drum, figure, in_base, in_piece, laid_table, wall
from tests.soak import sounding

RAYS = 0.05
"""How far dense rays and the exact share may be apart: a few hundred rays tell no more."""
STEPS = 200
TOLERANCE = 1e-3
"""The accuracy of shares computed by polygons; other shares are accurate to 1e-9."""


def views_of(table: Positions[Ground], shooter: Figure) -> dict[str, View]:
    """How a figure sees all others, in one pass."""
    return seen_by(table, shooter.id, [other.id for other in table.others(shooter.id)])


def seen_by_rays(
    table: Positions[Ground], shooter: Figure, target: Figure, eye: Spot, aim: LinesTo = "figure"
) -> float:
    """The share of the target's dots to which nothing stands in the way, step by step."""
    hiders = [
        piece.scenery
        for piece in table.field.pieces
        if piece.scenery.impassable or not any(in_piece(piece.scenery, figure.spot) for figure in (shooter, target))
    ]
    others = table.others(shooter.id, target.id)
    points = dots(target.base, target.spot, 18)
    end = target.top_in if aim == "figure" else target.elevation_in
    ways = sorted([*(n / STEPS for n in range(1, STEPS + 1)), *_turns(table, shooter, end)])
    clear = 0
    for x, y in points:
        hidden = False
        for share in (*ways, *_chords(hiders, eye, (x, y))):
            point = (eye[0] + share * (x - eye[0]), eye[1] + share * (y - eye[1]))
            height = shooter.top_in + share * (end - shooter.top_in)
            for piece in hiders:
                endless = piece.blocks_sight and not piece.height_in
                solid = piece.blocks_sight or piece.height_in > 0
                if solid and (endless or height <= piece.height_in) and in_piece(piece, point):
                    hidden = True
            for other in others:
                low, high = other.elevation_in, other.elevation_in + 2 * other.height_in
                if low <= height <= high and in_base(other.base, other.spot, point):
                    hidden = True
            if hidden:
                break
        clear += not hidden
    return clear / len(points)


def _chords(hiders: list[Ground], eye: Spot, end: Spot) -> list[float]:
    """The middles of all that a line of sight may cut off a piece, however short it is."""
    cuts: list[float] = []
    for piece in hiders:
        for axis in (0, 1):
            run = end[axis] - eye[axis]
            sides = {corner[axis] for corner in piece.polygon or ()} if run else set()
            cuts += [share for side in sides if 0 < (share := (side - eye[axis]) / run) < 1]
    return [(first + second) / 2 for first, second in pairwise(sorted(cuts))]


def _turns(table: Positions[Ground], shooter: Figure, end_in: float) -> list[float]:
    """Where the line of sight comes to the height of something, and begins or ends to be hidden."""
    tops = [piece.scenery.height_in for piece in table.field.pieces]
    for model in table.figures:
        tops += [model.elevation_in, model.elevation_in + 2 * model.height_in]
    fall = end_in - shooter.top_in
    result = [(top - shooter.top_in) / fall for top in tops] if fall else []
    return [share + nudge for share in result for nudge in (-1e-9, 1e-9) if 1e-6 < share < 1 - 1e-6]


PLACES = st.tuples(st.floats(14, 46), st.floats(4, 56))
HEIGHTS = st.sampled_from([1.0, 1.25, 3.0])


@pytest.mark.rule("SHOOT-2")
@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(PLACES, st.floats(1, 6), st.floats(1, 6), st.sampled_from([0.0, 1.2, 2, 4]), st.booleans()),
        max_size=2,
    ),
    st.lists(st.tuples(PLACES, HEIGHTS), max_size=2),
    st.floats(10, 50),
    HEIGHTS,
    st.sampled_from([0.0, 2.0, 4.0]),
)
def test_the_visible_share_is_what_dense_rays_see(
    walls: list[tuple[Spot, float, float, float, bool]],
    screens: list[tuple[Spot, float]],
    across: float,
    tall: float,
    up: float,
) -> None:
    pieces = [
        box(f"w{n}", x - w, max(0, y - h), x + w, min(60, y + h), height_in=high, blocks_sight=dense)
        for n, ((x, y), w, h, high, dense) in enumerate(walls)
    ]
    shooter = figure("shooter", 5, 30, height_in=tall, elevation_in=up)
    target = figure("target", 55, across, Base(40))
    bodies = [figure(f"s{n}", *at, Base(60), height_in=high) for n, (at, high) in enumerate(screens)]
    table = laid_table(*pieces, shooter, target, *bodies)
    result = sight(table, "shooter", "target")
    assert seen_by_rays(table, shooter, target, result.eye) == pytest.approx(result.share, abs=RAYS)


@pytest.mark.rule("SHOOT-2")
def test_no_eye_of_the_shooter_sees_more_than_the_best() -> None:
    table = laid_table(
        box("wall", 28, 20, 30, 31, height_in=4),
        drum("post", (40, 33), 1, height_in=4),
        figure("A", 5, 30, Base(60)),
        figure("B", 55, 30, Base(40)),
    )
    a, b = table.figures
    by_eye = [seen_by_rays(table, a, b, (float(x), float(y))) for x, y in eyes_of(a)]
    assert max(by_eye) == pytest.approx(sight(table, "A", "B").share, abs=RAYS)
    assert min(by_eye) < max(by_eye)


@pytest.mark.rule("SHOOT-2")
@pytest.mark.parametrize("seed", range(6))
def test_one_pass_says_what_polygons_say_eye_by_eye(seed: int) -> None:
    table = crowd(seed, 8, 40, (80, 60))
    pairs = [(a, b) for a in range(8) for b in range(8) if a != b]
    shooter, target = (np.array(side, dtype=np.intp) for side in zip(*pairs, strict=True))
    result = look_past_screens(table, shooter, target)
    quick, blind = [views_of(table, figure) for figure in table.figures], result.blind
    for row, (a, b) in enumerate(pairs):
        seen_figure = table.figures[b]
        by_eye = [
            0.0
            if blind[row, eye]
            else share_seen(
                (float(x), float(y)),
                seen_figure.base,
                seen_figure.spot,
                shades_of(result, row, eye),
                [table.field.pieces[number].shape for number in result.sunk.get(row, ())],
            )
            for eye, (x, y) in enumerate(result.looks.eye[row])
        ]
        assert quick[a][seen_figure.id].share == pytest.approx(max(by_eye), abs=TOLERANCE)
    assert len(by_eye) == EYES


@pytest.mark.rule("SHOOT-2")
def test_what_of_a_base_lies_in_a_deep_thicket_is_hidden_also_from_above() -> None:
    #  the line comes down into the thicket far behind its near edge, and ends in it: the middle of
    #  the base stands outside, so its nearer half is hidden, its other half behind the thicket too
    thicket = box("thicket", 20, 10, 50, 50, height_in=1.5)
    high = figure("A", 5, 30, height_in=1.25, elevation_in=30)
    there = figure("B", 50.5, 30, Base(40), height_in=1.25)
    assert sight(laid_table(thicket, high, there), "A", "B").share < 0.7
    beyond = figure("B", 55.5, 30, Base(40), height_in=1.25)
    assert sight(laid_table(thicket, high, beyond), "A", "B").share == 1


@pytest.mark.rule("SHOOT-2")
def test_all_pairs_at_once_say_what_each_pair_says() -> None:
    table = crowd(11, 9, 30, (80, 60))
    for model in table.figures:
        views = views_of(table, model)
        for other in table.others(model.id):
            single = sight(table, model.id, other.id)
            assert views[other.id].share == pytest.approx(single.share, abs=1e-9)
            assert is_enough(views[other.id].share) == single.clear


@pytest.mark.rule("SHOOT-2")
@pytest.mark.parametrize(
    ("height", "dense", "seen"),
    [(1, False, 1), (1.25, False, 0), (4, False, 0), (0, False, 1), (0, True, 0), (1, True, 1)],
)
def test_scenery_hides_the_lines_that_pass_no_higher_and_without_a_height_all(
    height: float, dense: bool, seen: float
) -> None:
    hedge = box("hedge", 29, 10, 31, 50, height_in=height, blocks_sight=dense)
    assert sight(laid_table(hedge, figure("A", 10, 30), figure("B", 50, 30)), "A", "B").share == seen


@pytest.mark.rule("SHOOT-2")
def test_a_shooter_high_up_sees_over_a_wall_but_not_what_stands_close_behind_it() -> None:
    wall = box("wall", 29, 10, 31, 50, height_in=3, blocks_sight=True)
    tower = figure("A", 10, 30, elevation_in=6)
    far, close = figure("B", 55, 30), figure("B", 34, 30)
    assert sight(laid_table(wall, tower, far), "A", "B").clear
    assert not sight(laid_table(wall, tower, close), "A", "B").clear


@pytest.mark.rule("SHOOT-2")
def test_a_figure_screens_twice_its_height_over_the_width_of_its_base() -> None:
    a, b = figure("A", 10, 30), figure("B", 50, 30)
    big, low = Base(60), figure("S", 30, 30, Base(60), height_in=0.6)
    assert sight(laid_table(a, b, figure("S", 30, 30, big, height_in=0.7)), "A", "B").share == 0
    assert sight(laid_table(a, b, low), "A", "B").share == 1
    assert sight(laid_table(a, b, figure("S", 30, 36, big)), "A", "B").share == 1


@pytest.mark.rule("SHOOT-2")
def test_half_a_base_behind_a_corner_is_half_a_base() -> None:
    # One eye only would see half; an eye on the rim, looking past the corner, sees more.
    corner = box("house", 29, 30, 48, 50, height_in=6)
    table = laid_table(corner, figure("A", 2, 30, Base(1)), figure("B", 50, 30, Base(40)))
    result = sight(table, "A", "B")
    assert result.share == pytest.approx(0.5, abs=0.02)
    assert not result.clear
    assert result.hiders == ("house",)
    assert [sector.seen for sector in result.sectors] == ["clear", "hidden"]


@pytest.mark.rule("SHOOT-2")
def test_three_quarters_is_enough() -> None:
    # 40.4% of the radius away from the middle, a line cuts a quarter off a disc.
    for off, clear in ((0.40398 * 2 + 0.01, True), (0.40398 * 2 - 0.01, False)):
        strip = box("strip", 20, 30 + off, 46, 50, height_in=6)
        table = laid_table(strip, figure("A", 2, 30 + off, Base(1)), figure("B", 50, 30, Base(40)))
        result = sight(table, "A", "B")
        assert result.share == pytest.approx(0.75, abs=0.02)
        assert result.clear == clear


@pytest.mark.rule("SHOOT-2")
def test_what_one_stands_in_does_not_hide_unless_nobody_can_stand_in_it() -> None:
    a, b = figure("A", 10, 30), figure("B", 50, 30)
    wood = box("wood", 45, 25, 55, 35, height_in=4, blocks_sight=True)
    rock = box("rock", 45, 25, 55, 35, height_in=4, impassable=True)
    assert sight(laid_table(wood, a, b), "A", "B").share == 1
    assert sight(laid_table(wood, a, b), "B", "A").share == 1
    assert sight(laid_table(rock, a, b), "A", "B").share == 0


@pytest.mark.rule("SHOOT-2", "DIFF-2")
def test_bases_in_contact_see_each_other() -> None:
    assert sight(laid_table(figure("A", 30, 30), figure("B", 32.5, 30)), "A", "B").share == 1


@pytest.mark.rule("SHOOT-2")
@pytest.mark.parametrize("angle", [0, 30, 90])
def test_an_oval_base_hides_and_is_seen_by_its_true_outline(angle: float) -> None:
    bike = figure("bike", 30, 31, Base(25, 70, angle), height_in=2)
    post = box("post", 40, 30, 41, 34, height_in=6)
    for first, second in ((figure("A", 8, 30), bike), (figure("A", 8, 30), figure("B", 52, 31))):
        table = laid_table(post, *dict.fromkeys((first, second, bike)))
        result = sight(table, first.id, second.id)
        rays = seen_by_rays(table, first, second, result.eye)
        assert result.share == pytest.approx(rays, abs=RAYS)


@given(st.floats(0, 360), st.floats(3, 25))
def test_the_lines_of_sight_end_on_the_base(angle: float, away: float) -> None:
    a = figure("A", 30, 30)
    at = (30 + away * np.cos(angle), 30 + away * np.sin(angle))
    table = laid_table(a, figure("B", *at, Base(40)), drum("post", (30, 50), 2, height_in=5))
    result = sight(table, "A", "B")
    for sector in result.sectors:
        for x, y in (sector.left, sector.right):
            assert hypot(x - at[0], y - at[1]) <= 2 + 1e-6


def test_a_crowd_is_laid_out_as_said() -> None:
    table = crowd(3, 12, 20)
    pairs = [(a, b) for a in table.figures for b in table.others(a.id)]
    assert all(gap_cm(a.base, a.spot, b.base, b.spot) >= 0 for a, b in pairs)


def test_nobody_looks_at_oneself() -> None:
    table = laid_table(figure("A", 30, 30))
    with pytest.raises(KeyError):
        sight(table, "A", "A")
    with pytest.raises(KeyError):
        sight(table, "A", "nobody")


@pytest.mark.rule("DIFF-9")
def test_everyone_sees_as_well_in_every_direction() -> None:
    for angle in range(0, 360, 30):
        x, y = 30 + 20 * cos(radians(angle)), 30 + 20 * sin(radians(angle))
        table = laid_table(figure("a", 30, 30), figure("b", x, y))
        assert sight(table, "a", "b").share == 1
        assert sight(table, "b", "a").share == 1


@pytest.mark.rule("SHOOT-2")
def test_who_is_as_tall_as_the_barricade_it_leans_into_is_seen_from_above() -> None:
    barricade = box("barricade", 40, 20, 44, 40, height_in=1)
    high = figure("A", 5, 30, height_in=1.25, elevation_in=30)
    assert sight(laid_table(barricade, high, figure("B", 45, 30, Base(40), height_in=1)), "A", "B").share == 1
    low = sight(laid_table(barricade, high, figure("B", 45, 30, Base(40), height_in=0.9)), "A", "B")
    assert low.share < 1


@pytest.mark.rule("SHOOT-2")
@pytest.mark.parametrize("away", [8.5, 11.0, 12.1, 14.0, 30.0])
def test_an_eye_over_a_round_heap_sees_past_what_its_lines_have_left_behind(away: float) -> None:
    #  some eyes lie over the heap, which is lower than they are: it hides only where a line comes
    #  down to its height before its rim
    high = figure("A", 14.9, 30, Base(60), height_in=2)
    table = laid_table(drum("heap", (20, 30), 5, height_in=1), high, figure("B", 20 + away, 30))
    result = look_past_screens(table, np.array([0]), np.array([1]), "base")
    target = table.figures[1]
    for eye, (x, y) in enumerate(result.looks.eye[0].tolist()):
        by_rays = seen_by_rays(table, high, target, (x, y), "base")
        shades = shades_of(result, 0, eye)
        by_polygons = share_seen((x, y), target.base, target.spot, shades)
        assert by_polygons == pytest.approx(by_rays, abs=RAYS)
        if not result.partial[0, eye]:
            assert result.share[0, eye] == pytest.approx(by_polygons, abs=TOLERANCE)


@pytest.mark.rule("SHOOT-2")
def test_who_looks_down_over_a_heap_past_the_corner_of_a_wall_sees_what_the_wall_leaves() -> None:
    #  random evening 20026 on the hive gate: only the eyes over the heap see past the wall
    heap = drum("heap", (38, 105), 7, height_in=1)
    block = box("block", 34, 78, 64, 88, height_in=8, impassable=True, blocks_sight=True)
    high = figure("A", 45.05, 109.1, Base(25, 75), height_in=2)
    low = figure("B", 25.1, 57.59, Base(25, 75), height_in=1.5)
    result = sight(laid_table(heap, block, high, low, size=(180, 120)), "A", "B", "base")
    assert result.hiders == ("block",)
    assert result.share == pytest.approx(sight(laid_table(block, high, low, size=(180, 120)), "A", "B", "base").share)
    assert result.share > 0.2


@pytest.mark.rule("SHOOT-2")
def test_a_heap_that_no_line_comes_down_to_hides_nothing_of_what_a_wall_hides() -> None:
    #  random evening 20035: one shot at behind the wall was covered by the heap beside the shooter
    heap = drum("heap", (38, 105), 7, height_in=1)
    block = box("block", 34, 78, 64, 88, height_in=8, impassable=True, blocks_sight=True)
    high = figure("A", 36.85, 112.35, Base(60), height_in=3)
    low = figure("B", 102.25, 36.95, Base(25, 75), height_in=1.5)
    dais = wall("dais", (78, 55), (85, 48), (95, 48), (102, 55), (102, 65), (95, 72), (85, 72), (78, 65), height_in=1)
    table = laid_table(heap, block, dais, high, low, size=(180, 120))
    result = look_past_screens(table, np.array([0]), np.array([1]), "base")
    assert 0 not in result.screens.owner[result.screen[result.wedges.candidate]], "the heap hides"
    assert find_cover(table, "A", "B") == ("block", "dais")


@pytest.mark.rule("SHOOT-2")
def test_who_is_no_higher_than_the_round_heap_it_leans_into_sees_nothing_through_it() -> None:
    heap = drum("heap", (20, 30), 5, height_in=1.25)
    deep = figure("A", 14.99, 30, height_in=1.25)
    assert sight(laid_table(heap, deep, figure("B", 40, 30)), "A", "B").share == 0


@pytest.mark.rule("SHOOT-2")
def test_a_terrace_under_a_summit_hides_who_stands_close_at_its_foot() -> None:
    #  who stands on the summit stands on no terrace: only over it
    terrace = box("terrace", 10, 10, 40, 50, height_in=2, climbable=True, solid=True)
    summit = box("summit", 10, 20, 20, 40, height_in=4, climbable=True, solid=True)
    close, away = figure("close", 41.5, 30), figure("away", 58, 30)
    table = laid_table(terrace, summit, figure("high", 15, 30, elevation_in=4), close, away)
    assert sight(table, "high", "close", "base").share == 0
    assert sight(table, "high", "away").share == 1
    edge = laid_table(terrace, summit, figure("high", 39, 30, elevation_in=2), close)
    assert sight(edge, "high", "close", "base").share == 1


@pytest.mark.rule("SHOOT-2")
@pytest.mark.parametrize("angle", range(0, 180, 15))
def test_the_eyes_of_an_oval_base_lie_evenly_to_both_its_ends(angle: int) -> None:
    #  straight beside it an eye is in the middle of the side, and at no end by the last digit of a
    #  sum (random evening 51037: one end saw past a bike, the other did not)
    walker = figure("A", 30, 30, Base(25, 75, angle))
    eyes = eyes_of(walker) - np.array(walker.spot)
    turned = {(round(-x, 6) + 0.0, round(-y, 6) + 0.0) for x, y in eyes.tolist()}
    assert {(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in eyes.tolist()} == turned


@pytest.mark.rule("SHOOT-2")
@pytest.mark.parametrize("middle", [(20, 30), (40, 30), (30, 20), (30, 40), (40, 40)])
def test_who_stands_on_the_very_rim_of_a_roof_stands_on_it(middle: Spot) -> None:
    tower = box("tower", 20, 20, 40, 40, height_in=6, climbable=True, solid=True)
    above = figure("above", *middle, height_in=3, elevation_in=6)
    below = figure("below", 30, 5, height_in=1.5)
    assert sight(laid_table(tower, above, below), "below", "above", "base").share == 1.0
    assert sounding.shares([tower], [], below, above, to_base=True) == (1.0, set())
    assert sounding.stood_in([tower], above) == {"tower"}
