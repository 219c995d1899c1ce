"""The ground: what each kind of terrain does to whom, how far figures go on it, whom they pin."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.epic.packs.profiles import Profile
from q40k.games.epic.state.ground import (
    TABLE,
    deployment_problem,
    hindrance_of,
    move_limit,
    pinned_by,
    pins,
    trace_path,
    widest_gap,
)
from q40k.geometry.space import Base
from tests.games.epic.playing import (
    LAND_RAIDER,
    RHINO,
    B,
    M,
    box,
    formation,
    ground,
    place_figures,
    ready,
    row,
    to_assault,
    to_movement,
)
from tests.games.scripted import go_on, line

TANK = {"name": "Tank", "kind": "light-vehicle", "mv": 20}
SKIMMER = TANK | {"name": "Skimmer", "traits": ["antigrav"]}
PLANE = TANK | {"name": "Plane", "traits": ["aircraft"]}


def profiles() -> dict[str, Profile]:
    """A profile of infantry, of a vehicle, of a skimmer, of an aircraft, of a heavy vehicle."""
    match = ready(
        M, formation("A", "T", TANK), formation("A", "S", SKIMMER), formation("A", "P", PLANE), LAND_RAIDER, B
    )
    names = {"infantry": "M/1", "vehicle": "T/1", "antigrav": "S/1", "aircraft": "P/1", "heavy": "L/1"}
    return {name: match.state.profile(figure) for name, figure in names.items()}


@pytest.mark.rule("EE-TERRAIN-1", "EE-TERRAIN-2", "EE-TERRAIN-6")
@pytest.mark.parametrize(
    ("kind", "bonuses", "infantry", "vehicle", "antigrav"),
    [
        ("fortification", (2, 2), "none", "impassable", "impassable"),
        ("building", (1, 1), "none", "impassable", "impassable"),
        ("ruins", (0, 1), "none", "dangerous", "none"),
        ("wood", (0, 1), "none", "dangerous", "none"),
        ("marsh", (0, 0), "dangerous", "dangerous", "none"),
        ("river", (0, 0), "dangerous", "dangerous", "none"),
        ("open", (0, 0), "none", "none", "none"),
    ],
)
def test_the_table_of_terrain(kind: Any, bonuses: Any, infantry: str, vehicle: str, antigrav: str) -> None:
    assert (TABLE[kind].save_bonus, TABLE[kind].cover_bonus) == bonuses
    hindrances = {name: hindrance_of(profile, kind) for name, profile in profiles().items()}
    assert hindrances == {
        "infantry": infantry,
        "vehicle": vehicle,
        "heavy": vehicle,
        "antigrav": antigrav,
        "aircraft": "none",
    }


@pytest.mark.rule("EE-PIN-1", "EE-PIN-2")
def test_a_lighter_figure_pins_no_heavier_one_and_nobody_pins_who_flies() -> None:
    of = profiles()
    weights = ("infantry", "vehicle", "heavy")
    results = {(first, second) for first in weights for second in weights if pins(of[first], of[second])}
    assert results == {(first, second) for n, first in enumerate(weights) for second in weights[: n + 1]}
    assert not any(pins(pinner, of[flyer]) for pinner in of.values() for flyer in ("antigrav", "aircraft"))


@pytest.mark.rule("EE-MOVE-2", "EE-ASSAULT-3", "EE-ORDER-4", "EE-ORDER-5", "EE-ORDER-6", "EE-RETREAT-2")
@pytest.mark.parametrize(
    ("order", "usual", "doubled"),
    [
        ("advance", (5, 0, 0), (5, 0, 0)),
        ("charge", (5, 5, 10), (10, 0, 10)),
        ("first-fire", (2, 0, 0), (2, 0, 0)),
        ("retreat", (10, 0, 0), (10, 0, 0)),
    ],
)
def test_how_far_a_figure_moves_by_its_order(order: str, usual: Any, doubled: Any) -> None:
    for switch, expected in (("assault", usual), ("doubled", doubled)):
        options = {} if switch == "assault" else {"charge_move": switch}
        match = ready(M, RHINO, B, **options)
        orders = {} if order == "retreat" else {"M": order, "R": order}
        if order == "retreat":
            go_on(match, line("retreat", formation="M"))
        moving, assault = to_movement(match, **orders).state, None
        match = ready(M, RHINO, B, **options)
        if order == "retreat":
            go_on(match, line("retreat", formation="M"))
        assault = to_assault(match, **orders).state
        results = move_limit(moving, "M/1"), move_limit(assault, "M/1"), move_limit(assault, "M/1", contact=True)
        assert results == expected, switch
        if order == "charge":
            whole = 0 if switch == "doubled" else 12.5
            assert (move_limit(assault, "R/1"), move_limit(assault, "R/1", contact=True)) == (whole, 12.5)


@pytest.mark.rule("EE-TERRAIN-2", "EE-TERRAIN-3", "EE-TERRAIN-4")
def test_a_straight_path_meets_what_it_enters_and_where_it_begins_in_order() -> None:
    marsh, river, wall = box("marsh", 40, 20, 60, 30), box("river", 40, 40, 60, 45), box("building", 40, 50, 60, 60)
    match = place_figures(
        ground(marsh, river, wall), formation("A", "T", TANK), M, B, T=[[50, 10]], M=row(80, 10), B=row(80, 90)
    )
    path = trace_path(match.state, "T/1", (50, 10), (50, 70))
    assert [(piece.kind, at) for piece, at in path.ground] == [("marsh", (50, 20)), ("river", (50, 40))]
    assert path.barrier is not None
    assert (path.barrier.kind, path.length) == ("building", 60)
    inside = trace_path(match.state, "T/1", (50, 25), (50, 35))
    assert [(piece.kind, at) for piece, at in inside.ground] == [("marsh", (50, 25))]
    assert inside.barrier is None
    still = trace_path(match.state, "T/1", (50, 25), (50, 25))
    assert (still.ground, still.barrier, still.length) == ((), None, 0), "who does not move tests nothing"
    foot = trace_path(match.state, "M/1", (50, 10), (50, 70))
    assert foot.barrier is None, "infantry enters buildings"


@pytest.mark.rule("EE-DEPLOY-3")
def test_what_forbids_a_deployment() -> None:
    scouts = formation("A", "S", "marine-scout", 1)
    match = place_figures(ground(), M, scouts, B, M=row(50, 10), S=[[20, 60]], B=row(50, 110))
    state = match.state
    of = state.formations

    def problem(id: str, *at: float) -> str | None:
        figures = of[id].figures
        result = deployment_problem(state, of[id], [(at[0] + 2 * n, at[1], 90.0) for n in range(len(figures))])
        return None if result is None else result[0]

    assert problem("M", 50, 20) is None
    assert problem("M", 50, 40) == "outside-zone"
    assert problem("M", -1, 20) == "off-the-table"
    assert problem("B", 50, 110) is None
    assert problem("S", 50, 60) is None
    assert problem("S", 20, 110) == "in-enemy-zone"
    match = go_on(match, line("place", formation="B", at=row(50, 70)))
    state = match.state
    assert problem("S", 50.5, 70) == "in-contact"
    assert problem("S", 50, 66) is None


@pytest.mark.rule("EE-MOVE-4")
def test_the_widest_gap_of_the_shortest_chain() -> None:
    small = Base(10)
    assert widest_gap([]) == 0
    assert widest_gap([(small, (0, 0))]) == 0
    chain = [(small, (0, 0)), (small, (9, 0)), (small, (3, 0)), (small, (5, 0))]
    assert widest_gap(chain) == pytest.approx(3), "from 5 to 9 less both radii"


FOE = formation("B", "B", "ork-boy")


def zone(edge: str, *corners: float) -> dict[str, Any]:
    return {"edge": edge, "box": list(corners)}


@pytest.mark.rule("EE-DEPLOY-3")
@pytest.mark.parametrize(
    ("at", "code"),
    [
        ((20.3, 50), None),
        ((20.29, 50), "outside-zone"),
        ((39.7, 50), None),
        ((39.71, 50), "outside-zone"),
        ((30, 40.3), None),
        ((30, 40.29), "outside-zone"),
        ((30, 59.7), None),
        ((30, 59.71), "outside-zone"),
    ],
)
def test_a_base_is_wholly_in_a_zone_of_any_shape(at: tuple[float, float], code: str | None) -> None:
    zones = [zone("south", 20, 40, 40, 60), zone("north", 80, 80, 100, 100)]
    state = place_figures(ground(zones=zones), formation("A", "M", "marine-tactical"), FOE).state
    problem = deployment_problem(state, state.formations["M"], [(*at, 90.0)])
    assert (problem and problem[0]) == code
    if problem is not None:
        assert problem[1] == {"figure": "M/1", "left": 20, "bottom": 40, "right": 40, "top": 60}


@pytest.mark.rule("EE-DEPLOY-3")
@pytest.mark.parametrize(
    ("at", "code"),
    [
        ((69.7, 60), None),
        ((69.71, 60), "in-enemy-zone"),
        ((90.3, 60), None),
        ((90.29, 60), "in-enemy-zone"),
        ((80, 49.7), None),
        ((80, 49.71), "in-enemy-zone"),
        ((80, 70.3), None),
        ((80, 70.29), "in-enemy-zone"),
        ((80, 60), "in-enemy-zone"),
        ((69.78, 49.78), None),
        ((69.8, 49.8), "in-enemy-zone"),
    ],
)
def test_infiltrators_keep_their_whole_base_out_of_the_enemys_zone(at: tuple[float, float], code: str | None) -> None:
    zones = [zone("south", 20, 40, 40, 60), zone("north", 70, 50, 90, 70)]
    state = place_figures(ground(zones=zones), formation("A", "S", "marine-scout"), FOE).state
    problem = deployment_problem(state, state.formations["S"], [(*at, 90.0)])
    assert (problem and problem[0]) == code


@pytest.mark.rule("EE-DEPLOY-3")
def test_the_zone_of_an_edge_is_told_by_its_depth_and_contact_by_who_is_touched() -> None:
    scouts = formation("A", "S", "marine-scout")
    state = place_figures(ground(zone_cm=25), M, scouts, FOE, M=row(50, 10), S=[[20, 60]], B=[[50, 60]]).state
    ahead = [(50.0 + 2 * n, 40.0, 90.0) for n in range(5)]
    assert deployment_problem(state, state.formations["M"], ahead) == ("outside-zone", {"figure": "M/1", "cm": 25})
    near = deployment_problem(state, state.formations["S"], [(50, 59.31, 90.0)])
    assert near == ("in-contact", {"figure": "S/1", "other": "B/1"})
    assert deployment_problem(state, state.formations["S"], [(50, 59.29, 90.0)]) is None
    assert deployment_problem(state, state.formations["S"], [(50.0, 10.5, 90.0)]) is None, "friends may touch"


YARD = {"id": "yard", "polygon": [[30, 30], [50, 30], [50, 50], [46, 50], [46, 34], [34, 34], [34, 50], [30, 50]]}


@pytest.mark.rule("EE-TERRAIN-2", "EE-TERRAIN-3")
@pytest.mark.parametrize(
    ("start", "end", "met"),
    [
        ((32, 45), (60, 45), [(32, 45), (46, 45)]),  # where it begins, and the other wing that it enters
        ((20, 45), (60, 45), [(30, 45), (46, 45)]),
        ((30, 45), (33, 45), [(30, 45)]),  # from the rim inwards is one piece entered
        ((30, 45), (20, 45), [(30, 45)]),  # from the rim outwards it begins in it
        ((29.9, 45), (20, 45), []),
        ((40, 45), (40, 33), [(40, 34)]),
    ],
)
def test_a_piece_is_tested_where_a_move_begins_in_it_and_each_time_it_enters(
    start: tuple[float, float], end: tuple[float, float], met: list[tuple[float, float]]
) -> None:
    match = place_figures(ground({**YARD, "kind": "marsh"}), formation("A", "T", TANK), FOE, T=[[5, 5]], B=[[90, 90]])
    path = trace_path(match.state, "T/1", start, end)
    assert [at for _piece, at in path.ground] == [pytest.approx(at) for at in met]


@pytest.mark.rule("EE-TERRAIN-2", "EE-TERRAIN-3")
def test_pieces_are_met_in_the_order_of_the_path_whatever_their_order_in_the_scenario() -> None:
    far, near = box("building", 40, 60, 60, 65), box("fortification", 40, 50, 60, 55)
    wet, wood = box("river", 40, 30, 60, 32), box("wood", 40, 20, 60, 22)
    match = place_figures(ground(far, near, wet, wood), formation("A", "T", TANK), FOE, T=[[50, 10]], B=[[90, 90]])
    path = trace_path(match.state, "T/1", (50, 10), (50, 70))
    assert [piece.kind for piece, _at in path.ground] == ["wood", "river"]
    assert path.barrier is not None
    assert path.barrier.kind == "fortification"
    assert trace_path(match.state, "T/1", (50, 10), (50, 50)).barrier is None, "it stops at the rim"


@pytest.mark.rule("EE-MOVE-2", "EE-ORDER-6")
def test_on_first_fire_a_slow_figure_moves_no_farther_than_it_can() -> None:
    crawler = formation("A", "C", {"name": "Crawler", "mv": 1.5})
    assert move_limit(to_movement(ready(M, crawler, B), C="first-fire").state, "C/1") == 1.5


@pytest.mark.rule("EE-TERRAIN-3", "EE-TERRAIN-4")
def test_who_is_held_or_aboard_tests_no_further_piece() -> None:
    match = to_movement(ready(M, B))
    both = [{"figure": "M/1", "terrain": kind} for kind in ("marsh", "river", "open", "wood")]
    go_on(match, line("move", 3, 1, 2, formation="M", cm=1, enters=both))
    assert match.state.figures["M/1"].doing.stuck
    assert match.state.figures["M/1"].life.alive, "the second die is no 1"


@pytest.mark.rule("EE-PIN-1")
def test_pinning_asks_who_touches() -> None:
    match = ready(M, RHINO, B)
    go_on(
        to_assault(match, first="B", B="charge"),
        line("charge", formation="B", moves=[{"figure": "B/1", "target": "M/1"}, {"figure": "B/2", "target": "R/1"}]),
    )
    pinners = {figure: pinned_by(match.state, figure) for figure in ("M/1", "R/1", "B/1", "B/2", "B/3")}
    assert pinners == {"M/1": ("B/1",), "R/1": (), "B/1": ("M/1",), "B/2": ("R/1",), "B/3": ()}
