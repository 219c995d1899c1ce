"""Sight by places: what scenery hides and covers, for who stands in it and who does not."""

import pytest

from q40k.games.epic.packs.scenarios import Circle, Terrain, TerrainKind
from q40k.games.epic.state import places
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.places import Sight, find_sight
from q40k.games.epic.state.shooting import Fired
from q40k.table.match_session import MatchSession
from tests.games.epic.playing import box, dead, formation, ground, place_figures, shoot, shot, to_shooting
from tests.games.scripted import Line, go_on, line

LONE = formation("A", "M", "marine-tactical"), formation("B", "B", "ork-boy")

ROUND = {"id": "round", "circle": {"at": [50, 40], "radius": 10}}
YARD = {"id": "yard", "polygon": [[30, 30], [50, 30], [50, 50], [46, 50], [46, 34], [34, 34], [34, 50], [30, 50]]}
"""A building around three sides of a yard that opens to the north."""


def alone(marine: list[float], boy: list[float], *terrain: Line) -> MatchSession:
    """One figure of each side on the table, or none of a side without a place."""
    return place_figures(ground(*terrain), *LONE, M=[marine] if marine else [], B=[boy] if boy else [])


def look(piece: Line, shooter: tuple[float, float], target: tuple[float, float]) -> Sight:
    """How a figure sees another across one piece of terrain."""
    state: Match = alone([*shooter], [*target], piece).state
    sight = find_sight(state, "M/1", "B/1")
    assert sight is not None
    return sight


@pytest.mark.rule("EE-SIGHT-1", "EE-SIGHT-2", "EE-COVER-1")
@pytest.mark.parametrize("kind", ["wood", "building"])
@pytest.mark.parametrize(
    ("shooter", "target", "clear", "covered"),
    [
        ((50, 49.5), (50, 70), True, False),  # out over the rim it stands at
        ((50, 30.5), (50, 70), False, True),  # half a centimetre in, all of the piece lies between
        ((50, 30), (50, 70), False, True),  # on the rim itself
        ((50, 29), (50, 70), False, True),
        ((50, 20), (50, 30.5), True, True),  # at the near rim it is seen, in cover
        ((50, 20), (50, 49.5), False, True),  # at the far rim it is not
        ((50, 49.5), (50, 20), False, True),  # nor does it look back through the piece
        ((50, 30.5), (50, 49.5), False, True),  # from rim to rim
        ((50, 30.5), (59.5, 40), False, True),  # across a corner, too deep
        ((40.5, 32), (40.5, 48), True, True),  # along one rim
        ((40.5, 45), (40.5, 70), True, False),
        ((59.5, 40), (80, 75), True, False),  # aslant over its rim
        ((50, 40), (50, 70), False, True),  # deep inside nobody sees
        ((50, 20), (50, 40), False, True),  # nor is seen, and is in cover
        ((44, 40), (46, 40), False, True),
        ((30, 20), (30, 70), True, False),  # past it
    ],
)
def test_a_piece_hides_what_lies_beyond_its_rim(
    kind: TerrainKind, shooter: tuple[float, float], target: tuple[float, float], clear: bool, covered: bool
) -> None:
    sight = look(box(kind, 40, 30, 60, 50), shooter, target)
    assert sight == Sight(clear, (kind,) if covered else ())


@pytest.mark.rule("EE-SIGHT-1", "EE-SIGHT-2")
@pytest.mark.parametrize(
    ("shooter", "target", "clear"),
    [
        ((50, 30.5), (50, 10), True),
        ((50, 30.5), (50, 70), False),
        ((50, 29.5), (50, 70), False),
        ((50, 10), (50, 49.5), False),
        ((50, 30.5), (70, 32), True),  # aslant: the line stays within a centimetre of the rim
        ((50, 30.5), (70, 44), False),
        ((50, 30.5), (46, 31.3), True),  # neighbours at the rim
    ],
)
def test_a_round_wood_hides_what_lies_beyond_its_rim(
    shooter: tuple[float, float], target: tuple[float, float], clear: bool
) -> None:
    assert look({**ROUND, "kind": "wood"}, shooter, target).clear == clear


@pytest.mark.rule("EE-SIGHT-1", "EE-COVER-1")
@pytest.mark.parametrize("kind", ["ruins", "fortification"])
@pytest.mark.parametrize(
    ("shooter", "target", "covered"),
    [
        ((50, 49.5), (50, 70), False),  # over the rim it stands at
        ((50, 30.5), (50, 70), True),  # through all of it
        ((50, 40), (50, 70), True),  # from its middle
        ((50, 29), (50, 70), True),
        ((50, 70), (50, 50.5), False),  # the target stands before it
        ((50, 70), (50, 49.5), True),  # in it
        ((50, 70), (50, 40), True),
        ((50, 70), (50, 29), True),  # behind it
    ],
)
def test_ruins_cover_who_is_behind_them_and_hide_nobody(
    kind: TerrainKind, shooter: tuple[float, float], target: tuple[float, float], covered: bool
) -> None:
    assert look(box(kind, 40, 30, 60, 50), shooter, target) == Sight(True, (kind,) if covered else ())


@pytest.mark.rule("EE-SIGHT-2")
def test_another_wing_of_the_building_one_stands_in_hides_like_any_building() -> None:
    yard = {**YARD, "kind": "building"}
    assert look(yard, (33.5, 45), (40, 45)).clear, "into the yard"
    assert look(yard, (33.5, 45), (46.5, 45)).clear, "to a window across it"
    assert not look(yard, (33.5, 45), (60, 45)).clear, "not through the other wing"
    assert not look(yard, (30.5, 45), (40, 45)).clear, "not through its own, 4 cm thick"


@pytest.mark.rule("EE-SIGHT-1", "EE-SIGHT-2")
@pytest.mark.parametrize(
    ("shooter", "target", "clear"),
    [
        ((41, 31.5), (60, 12), True),  # along the rim
        ((41, 31.5), (70, 14), False),  # over another corner, 2.2 cm deep
        ((52, 23), (80, 50), True),  # 0.9 cm
        ((52, 23.2), (72, 43), False),  # 1.4 cm
        ((70, 40), (49, 61), True),
        ((31, 40), (52, 21), True),
        ((31.5, 40), (60, 66), False),
        ((53, 23.5), (20, 50), False),
    ],
)
def test_no_side_of_a_crooked_wood_is_looked_through_deeper_than_its_rim(
    shooter: tuple[float, float], target: tuple[float, float], clear: bool
) -> None:
    crooked = {"id": "wood", "kind": "wood", "polygon": [[30, 40], [52, 22], [71, 40], [50, 60], [44, 52]]}
    assert look(crooked, shooter, target).clear is clear


@pytest.mark.rule("EE-SIGHT-2")
def test_what_is_thinner_than_two_rims_is_all_rim() -> None:
    hedge = box("wood", 40, 30, 60, 31.5)
    assert look(hedge, (50, 30.5), (50, 60)).clear
    assert look(hedge, (50, 30.5), (50, 10)).clear
    assert not look(hedge, (50, 29), (50, 60)).clear, "before it one does not see through"


@pytest.mark.rule("EE-SIGHT-5", "EE-COVER-1", "EE-COVER-3")
@pytest.mark.parametrize(("kind", "saved"), [("wood", False), ("building", True)])
def test_a_barrage_on_figures_in_a_wood_or_building_meets_their_cover(kind: str, saved: bool) -> None:
    mortar = {"name": "Mortar", "range": 60, "to_hit": 5, "barrage": True}
    crew = formation("A", "C", {"name": "Crew", "mv": 5, "weapons": [mortar]}, 2)
    deep = place_figures(
        ground(box(kind, 40, 30, 60, 50)), crew, formation("B", "B", "ork-boy"), C=[[50, 10], [52, 10]], B=[[50, 40]]
    )
    go_on(to_shooting(deep), shoot("C", 5, 6, 4, shots=[shot("C", "B")]))
    fired = next(event for entry in deep.lines() for event in entry.events if isinstance(event, Fired))
    assert [(aim.needed, aim.save, aim.fails) for aim in fired.aims] == [(6, 4 if saved else 5, "")] * 2
    assert dead(deep) == ([] if saved else ["B/1"])


@pytest.mark.rule("EE-SIGHT-1", "EE-COVER-1")
@pytest.mark.parametrize(
    ("shooter", "target", "at", "aside"),
    [
        ((50, 10), (50, 30), (50, 20), (1, 0)),
        ((50, 30), (50, 10), (50, 20), (1, 0)),
        ((40, 20), (60, 20), (50, 20), (0, 1)),
        ((60, 20), (40, 20), (50, 20), (0, 1)),
    ],
)
@pytest.mark.parametrize(
    ("beyond", "side", "clear", "covered"),
    [
        (0.17, 1, True, False),  # the lines to the edges of a base of 6 mm are 1.5 mm aside half-way
        (0.1, 1, True, True),
        (-0.1, 1, True, True),  # the centre is hidden also
        (-0.17, 1, False, True),
        (0.17, -1, True, False),
        (0.1, -1, True, True),
        (-0.1, -1, True, True),
        (-0.17, -1, False, True),
    ],
)
def test_who_is_seen_in_part_is_in_cover(
    shooter: tuple[float, float],
    target: tuple[float, float],
    at: tuple[float, float],
    aside: tuple[float, float],
    beyond: float,
    side: int,
    clear: bool,
    covered: bool,
) -> None:
    """A thin wood lies across, from so far beyond the line between the centres."""
    (x, y), (dx, dy) = at, aside
    ends = (side * beyond, side * 10)
    corners = [[x + end * dx + thick * dy, y + end * dy + thick * dx] for end in ends for thick in (0.01, -0.01)]
    wood = {"id": "thin", "kind": "wood", "polygon": [corners[place] for place in (0, 1, 3, 2)]}
    assert look(wood, shooter, target) == Sight(clear, ("wood",) if covered else ())


# -- directions, distances and outlines ----------------------------------------------------


@pytest.mark.rule("EE-SIGHT-3", "EE-VEHICLE-2")
@pytest.mark.parametrize(
    ("there", "direction"), [((4, 2), 0), ((4, 5), 45), ((1, 6), 90), ((-3, 2), 180), ((1, -2), 270), ((2, 1), 315)]
)
def test_directions_are_degrees_from_the_right_upwards(there: tuple[float, float], direction: float) -> None:
    assert places.towards((1, 2), there) == pytest.approx(direction)


@pytest.mark.rule("EE-SIGHT-3", "EE-VEHICLE-2")
def test_how_far_a_place_is_from_straight_ahead() -> None:
    """Facings may be typed beyond a whole turn."""
    for facing, off in ((0, 0), (350, 10), (10, 10), (90, 90), (180, 180), (270, 90), (720, 0), (-10, 10), (725, 5)):
        state = alone([50, 50, facing], [70, 50]).state
        assert places.angle_off_ahead(state, "M/1", (60, 50)) == pytest.approx(off, abs=1e-6), facing
    below = alone([50, 50, 10], [70, 50]).state
    assert places.angle_off_ahead(below, "M/1", (60, 40)) == pytest.approx(55)


@pytest.mark.rule("EE-WORD-4")
def test_distances_go_from_edge_to_edge_where_both_places_are_kept() -> None:
    match = alone([50, 50], [53, 54])
    assert places.gap(match.state, "M/1", "B/1") == pytest.approx(4.4), "5 less two radii of 3 mm"
    assert places.distance_to_place(match.state, "M/1", (53, 54)) == pytest.approx(4.7)
    assert places.distance_to_place(match.state, "M/1", (50, 50.1)) == 0, "under the base"
    go_on(match, line("place", formation="B", at=[[50, 50.1]], override="a test"))
    assert places.gap(match.state, "M/1", "B/1") == 0
    half = alone([50, 50], []).state
    for pair in (("M/1", "B/1"), ("B/1", "M/1")):
        assert (places.gap(half, *pair), places.find_sight(half, *pair)) == (None, None)
    assert places.distance_to_place(half, "B/1", (50, 50)) is None
    assert places.angle_off_ahead(half, "B/1", (50, 50)) is None


def outline(*corners: tuple[float, float], kind: TerrainKind = "wood") -> Terrain:
    return Terrain(id="piece", kind=kind, polygon=corners)


DIAMOND = outline((40, 35), (50, 30), (60, 35), (50, 40))
SLANTED = outline((10, 20), (14, 22), (12, 26), (8, 24))
COURT = outline((30, 30), (50, 30), (50, 50), (46, 50), (46, 34), (34, 34), (34, 50), (30, 50))
DISC = Terrain(id="disc", kind="wood", circle=Circle(at=(20, 30), radius=5))


@pytest.mark.rule("EE-TERRAIN-3", "EE-COVER-1")
@pytest.mark.parametrize(
    ("piece", "spot", "inside", "rim"),
    [
        (DIAMOND, (50, 35), True, 20 / 5**0.5 / 2),  # level with two corners
        (DIAMOND, (50, 30), True, 0),  # on a corner
        (DIAMOND, (45, 32.5), True, 0),  # on a side
        (DIAMOND, (42, 31), False, 6 / 5**0.5),
        (DIAMOND, (35, 35), False, 5),
        (DIAMOND, (65, 35), False, 5),
        (DIAMOND, (50, 28), False, 2),
        (SLANTED, (11, 23), True, 5**0.5),
        (SLANTED, (9, 21), False, 1 / 5**0.5),
        (COURT, (40, 45), False, 6),  # in the yard
        (COURT, (32, 45), True, 2),
        (COURT, (48, 45), True, 2),
        (DISC, (20, 30), True, 5),
        (DISC, (23, 34), True, 0),
        (DISC, (23.1, 34), False, 0.06),
        (DISC, (17, 26), True, 0),
        (DISC, (17, 25.9), False, 0.08),
    ],
)
def test_what_is_inside_a_piece_and_how_far_from_its_rim(
    piece: Terrain, spot: tuple[float, float], inside: bool, rim: float
) -> None:
    assert places.is_inside(piece, spot) is inside
    assert places.distance_to_rim(piece, spot) == pytest.approx(rim, abs=1e-2)


@pytest.mark.rule("EE-TERRAIN-3", "EE-SIGHT-1")
@pytest.mark.parametrize(
    ("piece", "start", "end", "parts"),
    [
        (DIAMOND, (30, 35), (70, 35), [(10, 20)]),  # through two corners: from 10 cm on for 20 cm
        (DIAMOND, (50, 20), (50, 60), [(10, 10)]),
        (DIAMOND, (45, 35), (75, 35), [(0, 15)]),  # out of it
        (DIAMOND, (75, 35), (45, 35), [(15, 15)]),  # into it
        (DIAMOND, (45, 35), (55, 35), [(0, 10)]),  # within it
        (DIAMOND, (30, 35), (39, 35), []),  # short of it
        (DIAMOND, (40, 30), (60, 30), []),  # past a corner
        (DIAMOND, (30, 25), (70, 29), []),
        (DIAMOND, (50, 35), (50, 35), []),
        (DIAMOND, (40, 30), (50, 40), [(10 / 3 * 2**0.5, 20 / 3 * 2**0.5)]),  # aslant
        (SLANTED, (5, 20), (17, 26), [(2 * 5**0.5, 2 * 5**0.5)]),
        (COURT, (20, 45), (60, 45), [(10, 4), (26, 4)]),  # one wing, the yard, the other
        (COURT, (20, 32), (60, 32), [(10, 20)]),
        (COURT, (32, 20), (32, 60), [(10, 20)]),
        (COURT, (30, 45), (34, 45), [(0, 4)]),  # from rim to rim
        (DISC, (10, 30), (30, 30), [(5, 10)]),
        (DISC, (10, 34), (30, 34), [(7, 6)]),
        (DISC, (20, 20), (20, 30), [(5, 5)]),  # into its middle
        (DISC, (20, 30), (26, 38), [(0, 5)]),  # out of it
        (DISC, (19, 30), (21, 30), [(0, 2)]),
        (DISC, (10, 35), (30, 35), []),  # it touches only
        (DISC, (10, 36), (30, 36), []),
        (DISC, (10, 30), (14, 30), []),
        (DISC, (20, 30), (20, 30), []),
    ],
)
def test_which_parts_of_a_line_lie_in_a_piece(
    piece: Terrain, start: tuple[float, float], end: tuple[float, float], parts: list[tuple[float, float]]
) -> None:
    """Parts are given in cm: where one begins on the line, and its length."""
    long = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    lengths = [(begins * long, (ends - begins) * long) for begins, ends in places.spans(piece, (start, end))]
    assert lengths == [pytest.approx(part, abs=1e-6) for part in parts]
    back = [(ends, begins) for begins, ends in reversed(places.spans(piece, (end, start)))]
    assert [(1 - a, 1 - b) for a, b in back] == [pytest.approx(part) for part in places.spans(piece, (start, end))]
