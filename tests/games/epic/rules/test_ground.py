"""The ground: what each kind of terrain does to whom, how far figures go on it, whom they pin."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.epic.packs.profiles import Profile
from q40k.games.epic.rules.ground import (
    TABLE,
    deployment_problem,
    hindrance_of,
    move_limit,
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
    go_on,
    ground,
    line,
    placed,
    ready,
    row,
    to_assault,
    to_movement,
)

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
        "infantry": infantry, "vehicle": vehicle, "heavy": vehicle, "antigrav": antigrav, "aircraft": "none",
    }  # fmt: skip


@pytest.mark.rule("EE-PIN-1", "EE-PIN-2")
def test_a_lighter_figure_pins_no_heavier_one_and_nobody_pins_who_flies() -> None:
    of = profiles()
    weights = ("infantry", "vehicle", "heavy")
    found = {(one, other) for one in weights for other in weights if pins(of[one], of[other])}
    assert found == {(one, other) for n, one in enumerate(weights) for other in weights[: n + 1]}
    assert not any(pins(pinner, of[flyer]) for pinner in of.values() for flyer in ("antigrav", "aircraft"))


@pytest.mark.rule("EE-MOVE-2", "EE-ASSAULT-3", "EE-ORDER-4", "EE-ORDER-5", "EE-ORDER-6", "EE-RETREAT-2")
@pytest.mark.parametrize(
    ("order", "usual", "doubled"),
    [("advance", (5, 0, 0), (5, 0, 0)), ("charge", (5, 5, 10), (10, 0, 10)), ("first-fire", (2, 0, 0), (2, 0, 0)),
     ("retreat", (10, 0, 0), (10, 0, 0))],
)  # fmt: skip
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
        found = move_limit(moving, "M/1"), move_limit(assault, "M/1"), move_limit(assault, "M/1", contact=True)
        assert found == expected, switch
        if order == "charge":
            whole = 0 if switch == "doubled" else 12.5
            assert (move_limit(assault, "R/1"), move_limit(assault, "R/1", contact=True)) == (whole, 12.5)


@pytest.mark.rule("EE-TERRAIN-2", "EE-TERRAIN-3", "EE-TERRAIN-4")
def test_a_straight_path_meets_what_it_enters_and_where_it_begins_in_order() -> None:
    marsh, river, wall = box("marsh", 40, 20, 60, 30), box("river", 40, 40, 60, 45), box("building", 40, 50, 60, 60)
    match = placed(
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
    match = placed(ground(), M, scouts, B, M=row(50, 10), S=[[20, 60]], B=row(50, 110))
    state = match.state
    of = state.formations

    def problem(id: str, *at: float) -> str | None:
        figures = of[id].figures
        found = deployment_problem(state, of[id], [(at[0] + 2 * n, at[1], 90.0) for n in range(len(figures))])
        return None if found is None else found[0]

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
