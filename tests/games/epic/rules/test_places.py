"""Sight by places: what scenery hides and covers, for who stands in it and who does not."""

import pytest

from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.rules.places import Sight, find_sight
from q40k.games.epic.rules.shooting import Fired
from q40k.games.epic.rules.state import Match
from tests.games.epic.playing import Line, box, dead, formation, go_on, ground, placed, shoot, shot, to_shooting

ROUND = {"id": "round", "circle": {"at": [50, 40], "radius": 10}}
YARD = {"id": "yard", "polygon": [[30, 30], [50, 30], [50, 50], [46, 50], [46, 34], [34, 34], [34, 50], [30, 50]]}
"""A building around three sides of a yard that opens to the north."""


def look(piece: Line, shooter: tuple[float, float], target: tuple[float, float]) -> Sight:
    """How a figure sees another across one piece of terrain."""
    alone = formation("A", "M", "marine-tactical"), formation("B", "B", "ork-boy")
    state: Match = placed(ground(piece), *alone, M=[[*shooter]], B=[[*target]]).state
    sight = find_sight(state, "M/1", "B/1")
    assert sight is not None
    return sight


@pytest.mark.rule("EE-SIGHT-1", "EE-SIGHT-2", "EE-COVER-1")
@pytest.mark.parametrize("kind", ["wood", "building"])
@pytest.mark.parametrize(("shooter", "target", "clear", "covered"), [
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
])  # fmt: skip
def test_a_piece_hides_what_lies_beyond_its_rim(
    kind: TerrainKind, shooter: tuple[float, float], target: tuple[float, float], clear: bool, covered: bool
) -> None:
    sight = look(box(kind, 40, 30, 60, 50), shooter, target)
    assert sight == Sight(clear, (kind,) if covered else ())


@pytest.mark.rule("EE-SIGHT-1", "EE-SIGHT-2")
@pytest.mark.parametrize(("shooter", "target", "clear"), [
    ((50, 30.5), (50, 10), True),
    ((50, 30.5), (50, 70), False),
    ((50, 29.5), (50, 70), False),
    ((50, 10), (50, 49.5), False),
    ((50, 30.5), (70, 32), True),  # aslant: the line stays within a centimetre of the rim
    ((50, 30.5), (70, 44), False),
    ((50, 30.5), (46, 31.3), True),  # neighbours at the rim
])  # fmt: skip
def test_a_round_wood_hides_what_lies_beyond_its_rim(
    shooter: tuple[float, float], target: tuple[float, float], clear: bool
) -> None:
    assert look({**ROUND, "kind": "wood"}, shooter, target).clear == clear


@pytest.mark.rule("EE-SIGHT-1", "EE-COVER-1")
@pytest.mark.parametrize("kind", ["ruins", "fortification"])
@pytest.mark.parametrize(("shooter", "target", "covered"), [
    ((50, 49.5), (50, 70), False),  # over the rim it stands at
    ((50, 30.5), (50, 70), True),  # through all of it
    ((50, 40), (50, 70), True),  # from its middle
    ((50, 29), (50, 70), True),
    ((50, 70), (50, 50.5), False),  # the target stands before it
    ((50, 70), (50, 49.5), True),  # in it
    ((50, 70), (50, 40), True),
    ((50, 70), (50, 29), True),  # behind it
])  # fmt: skip
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
    deep = placed(
        ground(box(kind, 40, 30, 60, 50)), crew, formation("B", "B", "ork-boy"), C=[[50, 10], [52, 10]], B=[[50, 40]]
    )
    go_on(to_shooting(deep), shoot("C", 5, 6, 4, shots=[shot("C", "B")]))
    fired = next(event for entry in deep.lines() for event in entry.events if isinstance(event, Fired))
    assert [(aim.needed, aim.save, aim.fails) for aim in fired.aims] == [(6, 4 if saved else 5, "")] * 2
    assert dead(deep) == ([] if saved else ["B/1"])
