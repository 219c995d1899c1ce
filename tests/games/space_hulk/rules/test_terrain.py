"""Where a step of an alien leads, what it costs, and how it may turn with it."""

import pytest

from q40k.games.space_hulk.board import Board
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.state.match import Match, MissionObject
from q40k.games.space_hulk.state.movement.routes import Routes
from q40k.games.space_hulk.state.movement.steps import Step, Turn
from q40k.games.space_hulk.state.movement.terrain import (
    Gait,
    Node,
    StepPath,
    Terrain,
    attack_facing,
    edges,
    entry_edges,
    find_step_path,
    squares_beside,
)
from q40k.games.space_hulk.state.places import board
from q40k.kernel.events import Refused
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import new, play, put, ready, to_stealers
from tests.games.space_hulk.rules.test_hindrance import hall

ROOM = ["....."] * 5
FRONT = {(1, -1), (1, 0), (1, 1)}
SIDES = {(0, -1), (0, 1)}
"""Columns and rows of the squares beside a figure that faces east."""
QUARTERS: dict[Facing, set[Facing]] = {"E": {"N", "S"}, "N": {"E", "W"}, "S": {"E", "W"}, "W": {"N", "S"}}
TURNED: dict[Facing, tuple[int, int]] = {"E": (1, 0), "N": (0, 1), "W": (-1, 0), "S": (0, -1)}


def ground_of(state: Match) -> Board:
    ground = board(state)
    assert ground is not None
    return ground


def on(rows: list[str], *lines: dict[str, object], edition: str = "4", **places: str) -> Match:
    """A state on a board of one's own."""
    state: Match = play(hall(rows) | {"edition": edition}, *put(**places), *lines).session.state
    return state


def relative(facing: Facing, dx: int, dy: int) -> tuple[int, int]:
    """Squares ahead and to the left of a figure."""
    fx, fy = TURNED[facing]
    return dx * fx + dy * fy, dy * fx - dx * fy


def step_cost(facing: Facing, dx: int, dy: int, side: int) -> int:
    """The cost by the table: forward 1, sideways 1 or 2, backward 2."""
    there = relative(facing, dx, dy)
    return 1 if there in FRONT else side if there in SIDES else 2


@pytest.mark.rule("SH-AP-5", "SH-MOVE-3", "SH-BOARD-3", "SOLO-MOVE-1")
@pytest.mark.parametrize("facing", ["N", "E", "S", "W"])
def test_a_stealer_steps_to_eight_squares_and_may_turn_a_quarter_with_each(facing: Facing) -> None:
    found_edges = {edge.end: edge for edge in edges(ground_of(on(ROOM)), "stealer", Node((1, 2, 2), facing))}
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            for after in QUARTERS[facing] | {facing} if (dx, dy) != (0, 0) else ():
                plain, turned = step_cost(facing, dx, dy, 1), step_cost(after, dx, dy, 1)
                edge = found_edges.pop(Node((1, 2 + dx, 2 + dy), after))
                assert (edge.cost, edge.step) == (min(plain, turned), True)
                assert edge.turn == (None if after == facing else after)
                assert edge.first is (turned < plain), "it turns first only where that is cheaper"
                assert edge.fronts is (relative(facing, dx, dy) in FRONT)
                corners = {(1, 2 + dx, 2), (1, 2, 2 + dy)}
                assert (edge.flank and set(edge.flank)) == (corners if dx and dy else None)
    assert {(end.facing, edge.cost, edge.step, edge.turn) for end, edge in found_edges.items()} == {
        (other, 1, False, other) for other in TURNED if other != facing
    }


@pytest.mark.rule("SH1-AP-5", "SH1-MOVE-3")
@pytest.mark.parametrize("odd", [False, True])
def test_in_the_1st_edition_a_step_keeps_the_facing_and_every_second_quarter_turn_costs(odd: bool) -> None:
    found_edges = edges(ground_of(on(ROOM)), "stealer-1st", Node((1, 2, 2), "E", odd))
    steps = {(edge.end.cell[1] - 2, edge.end.cell[2] - 2): edge for edge in found_edges if edge.step}
    assert {there: edge.cost for there, edge in steps.items()} == {
        (dx, dy): step_cost("E", dx, dy, 2) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)
    }
    assert {(edge.end.facing, edge.end.odd, edge.turn, edge.first) for edge in steps.values()} == {
        ("E", False, None, False)
    }
    turns = {(edge.end.facing, edge.end.odd, edge.cost) for edge in found_edges if not edge.step}
    assert turns == {("N", not odd, int(odd)), ("S", not odd, int(odd)), ("W", odd, 1)}


@pytest.mark.rule("SH-BLIP-4")
def test_a_blip_steps_to_any_square_for_a_point() -> None:
    found_edges = edges(ground_of(on(ROOM)), "blip", Node((1, 0, 0), "N"))
    assert {(edge.end, edge.cost, edge.step) for edge in found_edges} == {
        (Node((1, x, y), "N"), 1, True) for x, y in ((0, 1), (1, 0), (1, 1))
    }


@pytest.mark.rule("SH-ENTRY-2", "SH-MOVE-3")
@pytest.mark.parametrize(
    ("gait", "ends"),
    [("stealer", {"S": None, "E": "E", "W": "W"}), ("stealer-1st", {"S": None}), ("blip", {"N": None})],
)
def test_who_comes_in_faces_straight_in_or_turns_a_quarter(gait: Gait, ends: dict[Facing, Facing | None]) -> None:
    match = to_stealers(ready(Bolt1="A4 E", B1="I3"))
    terrain = Terrain(match.state, "B1")
    found_edges = entry_edges(terrain, gait, "N2")
    first = terrain.ground.first_square("N2")
    assert {edge.end.facing: edge.turn for edge in found_edges} == ends
    assert {(edge.end.cell, edge.cost, edge.step) for edge in found_edges} == {(first, 1, True)}


@pytest.mark.rule("SOLO-ACT-2", "SOLO-TARGET-2", "SH-MELEE-1")
def test_squares_beside_share_a_side_and_are_attacked_straight_ahead() -> None:
    ground = ground_of(on(["...", ".#.", "..."]))
    assert set(squares_beside(ground, (1, 0, 0))) == {(1, 1, 0), (1, 0, 1)}
    assert set(squares_beside(ground, (1, 1, 0))) == {(1, 0, 0), (1, 2, 0)}
    for facing, (dx, dy) in TURNED.items():
        assert attack_facing(ground, (1, 1, 1), (1, 1 + dx, 1 + dy)) == facing
    assert attack_facing(ground, (1, 1, 1), (2, 1, 1)) is None


# -- routes --------------------------------------------------------------------------------


def find_cell(ground: Board, name: str) -> Cell:
    there = ground.cell(name)
    assert there is not None
    return there


def cost_of(state: Match, who: str, goal: str, **limits: int | bool) -> int | None:
    """What the cheapest route of a piece to a square costs; None if there is none."""
    legs = Routes(state, who, **limits).route_to(find_cell(ground_of(state), goal))  # type: ignore[arg-type] # by name
    assert not legs or legs[-1].total == sum(leg.cost for leg in legs)
    return legs[-1].total if legs else None


@pytest.mark.rule("SH-AP-5", "SH-MOVE-1", "SH-MOVE-2", "SH-MOVE-4", "SH-MOVE-5", "SH1-AP-5")
@pytest.mark.parametrize(
    ("edition", "place", "goal", "cost"),
    [
        ("4", "B2 E", "D2", 2),
        ("4", "B2 E", "D4", 2),
        ("4", "B2 E", "A2", 2),
        ("4", "B2 E", "A1", 2),
        ("4", "B2 E", "B3", 2),  # he turns, and steps ahead
        ("4", "B2 E", "B5", 4),
        ("4", "D3 E", "A3", 5),
        ("1", "D3 E", "A3", 5),
        ("1", "E3 E", "A3", 6),
        ("4", "E3 E", "A3", 6),
        ("1", "B2 E", "D2", 2),
    ],
)
def test_what_the_cheapest_route_of_a_marine_costs(edition: str, place: str, goal: str, cost: int) -> None:
    assert cost_of(on(ROOM, edition=edition, Bolt1=place), "Bolt1", goal) == cost


@pytest.mark.rule("SH-AP-5", "SH-MOVE-3", "SH1-AP-5", "SH1-MOVE-3", "SH-BLIP-4")
@pytest.mark.parametrize(
    ("edition", "who", "place", "goal", "cost"),
    [
        ("4", "S1", "B2 E", "D2", 2),
        ("4", "S1", "B2 E", "B4", 2),
        ("4", "S1", "B2 E", "A2", 1),
        ("4", "S1", "D3 E", "A3", 3),
        ("4", "S1", "B2 E", "A1", 1),
        ("4", "B1", "B2", "E5", 3),
        ("4", "B1", "B2", "A2", 1),
        ("1", "S1", "B2 E", "B3", 1),
        ("1", "S1", "B2 E", "B4", 2),  # the first quarter turn is free
        ("1", "S1", "B2 E", "A2", 2),
        ("1", "S1", "D3 E", "A3", 3),  # quarter turns between steps cost nothing
    ],
)
def test_what_the_cheapest_route_of_an_alien_costs(edition: str, who: str, place: str, goal: str, cost: int) -> None:
    assert cost_of(on(ROOM, edition=edition, **{who: place}), who, goal) == cost


@pytest.mark.rule("SH-MOVE-4", "SH-MOVE-5", "SH-DOOR-1", "SH-DOOR-2", "SH-BLIP-5", "SH-BLIP-6")
def test_what_routes_avoid_and_how_far_they_go() -> None:
    hall_ = ["...", ".D.", "..."]
    shut = on(hall_, S1="A2 E", Bolt1="C3 N")
    assert cost_of(shut, "S1", "B2") is None
    assert cost_of(shut, "S1", "B2", doors=True) == 2, "a point for the door"
    assert cost_of(on(hall_, S1="B1 W"), "S1", "B2", doors=True) == 3, "it turns to the door first"
    assert cost_of(on(hall_, line("set-door", at="B2", now="open"), S1="A2 E"), "S1", "B2") == 1
    wall = [".#.", "...", "..."]
    assert cost_of(on(wall, Bolt1="A3 E", S1="C1 N"), "Bolt1", "B2") == 1, "past one corner"
    assert cost_of(on(wall, Bolt1="A3 E", S1="A2 N"), "Bolt1", "B2") is None, "not between a wall and a stealer"
    assert cost_of(on(ROOM, Bolt1="A1 E"), "Bolt1", "E1", most=4) == 4
    assert cost_of(on(ROOM, Bolt1="A1 E"), "Bolt1", "E1", most=3) is None
    assert cost_of(on(ROOM, B1="A5", Bolt1="C1 E"), "B1", "E3") is None, "a marine sees it"
    assert cost_of(on(ROOM, B1="A5", Bolt1="C1 E"), "B1", "B2") is None, "beside a marine"
    assert cost_of(on(ROOM, B1="A5", Bolt1="C1 E"), "B1", "C3") == 2
    assert cost_of(on(ROOM, B1="A5", Bolt1="C1 E"), "B1", "C1") is None
    lies = on(["...."], B1="A1", S1="D1 W").replace(things={"CAT": MissionObject("CAT", "cat", at="B1")})
    assert [cost_of(lies, "B1", name) for name in ("B1", "C1")] == [None, None], "no blip enters an object's square"
    assert cost_of(lies, "S1", "B1") == 2


@pytest.mark.rule("SH-ENTRY-2", "SH-ENTRY-5")
def test_the_routes_of_who_waits_begin_at_its_entry() -> None:
    match = to_stealers(ready(Bolt1="A4 E", B1="I3"))
    go_on(match, line("blip", name="B2", entry="N2"), line("convert", name="B2", value=1))
    ground = ground_of(match.state)
    first = ground.first_square("N2")
    legs = Routes(match.state, "S1").route_to(first)
    assert [(leg.cost, leg.goal) for leg in legs] == [(1, first)]
    assert [leg.act for leg in legs] == [Step(who="S1", to="K7")], "straight in, where no turn is needed"
    on_ = Routes(match.state, "S1").route_to(find_cell(ground, "K5"))
    assert [(leg.goal, leg.cost, leg.total) for leg in on_] == [
        (find_cell(ground, name), 1, total) for total, name in enumerate(("K7", "K6", "K5"), 1)
    ]
    assert Routes(match.state, "S1", most=1).squares == {first}
    assert Routes(match.state, "S1", most=0).squares == frozenset()
    held = match.state.with_stealer("S1", held=True)
    assert Routes(held, "S1").squares == frozenset()


@pytest.mark.rule("SH-LADDER-2", "SH-LADDER-3", "SH-AP-5", "SH-BLIP-4")
def test_a_ladder_is_climbed_for_a_point_with_the_free_quarter_turn() -> None:
    ground = ground_of(ready(new("down-the-shaft"), Libra="1:B3 W").state)
    top = min(ground.tops)
    foot = ground.ladders[top]
    climbs = {edge.end: edge for edge in edges(ground, "stealer", Node(top, "E")) if edge.end.cell == foot}
    assert {end.facing: (edge.cost, edge.turn) for end, edge in climbs.items()} == {
        "E": (1, None),
        "N": (1, "N"),
        "S": (1, "S"),
    }
    assert [edge.cost for edge in edges(ground, "blip", Node(foot, "N")) if edge.end.cell == top] == [1]
    assert all(edge.end.cell != foot for edge in edges(ground, "stealer-1st", Node(top, "E")))
    assert foot in squares_beside(ground, top)
    assert attack_facing(ground, top, foot) is None


@pytest.mark.rule("SH-MOVE-1")
@pytest.mark.parametrize(
    ("who", "place", "goal", "way"),
    [
        ("Bolt1", "A2 E", "D2", ["B2", "C2", "D2"]),
        ("S1", "B1 N", "B4", ["B2", "B3", "B4"]),
        ("S1", "D4 S", "D1", ["D3", "D2", "D1"]),
    ],
)
def test_of_equal_routes_the_straightest_is_taken(who: str, place: str, goal: str, way: list[str]) -> None:
    state = on(ROOM, **{who: place})
    ground = ground_of(state)
    legs = Routes(state, who).route_to(find_cell(ground, goal))
    assert [leg.goal for leg in legs] == [find_cell(ground, name) for name in way]


@pytest.mark.rule("SH-MOVE-6", "SH-MOVE-2", "SH-AP-5", "SH-AP-6")
@pytest.mark.parametrize(
    ("place", "edition", "acts"),
    [
        ("A1 W", "4", ["OUT 1"]),
        ("A1 E", "4", ["OUT 2"]),
        ("A1 N", "4", ["W 1", "OUT 1"]),
        ("B1 W", "4", ["A1 1", "OUT 1"]),
        ("C1 E", "4", ["N 1", "W 1", "B1 1", "A1 1", "OUT 1"]),
        ("C1 E", "1", ["W 2", "B1 1", "A1 1", "OUT 1"]),
    ],
)
def test_the_route_of_a_marine_out_of_an_exit(place: str, edition: str, acts: list[str]) -> None:
    lay_out = hall(["......"], exits=[{"id": "OUT", "square": "A1", "side": "W"}]) | {"edition": edition}
    state: Match = play(lay_out, *put(Bolt1=place)).session.state
    legs = Routes(state, "Bolt1").route_to("OUT")
    assert [f"{leg.act.facing if isinstance(leg.act, Turn) else leg.act.to} {leg.cost}" for leg in legs] == acts  # type: ignore[attr-defined]
    away: Match = play(lay_out, *put(Bolt1=place.replace("A1", "D1"))).session.state
    assert Routes(away, "Bolt1", most=1).route_to("OUT") == ()


@pytest.mark.rule("SH-LADDER-3", "SH-AP-5")
def test_the_route_of_a_marine_over_a_ladder() -> None:
    state = ready(new("down-the-shaft"), Chain="2:C3 E", S1="1:G3 W").state
    ground = ground_of(state)
    legs = Routes(state, "Chain").route_to(find_cell(ground, "1:D3"))
    assert [(leg.goal, leg.cost) for leg in legs] == [(find_cell(ground, "2:D3"), 1), (find_cell(ground, "1:D3"), 2)]
    assert cost_of(state.replace(edition_id="1"), "Chain", "1:D3") is None, "its book has no ladders"
    assert cost_of(state.with_stealer("S1", at="1:D3"), "Chain", "1:D3") is None, "it is taken"


@pytest.mark.rule("SH-MOVE-1", "SH-MOVE-6", "SH-LADDER-4", "SH-BOARD-3")
@pytest.mark.parametrize(
    ("said", "path"),
    [
        (None, StepPath("forward")),
        ("forward", StepPath("forward")),
        ("forward-left", StepPath("forward")),
        ("forward-right", StepPath("forward")),
        ("left", StepPath("sideways")),
        ("right", StepPath("sideways")),
        ("backward", StepPath("backward")),
        ("backward-left", StepPath("backward")),
        ("somewhere", StepPath("forward")),
        ("top", StepPath("forward", top=True)),
        ("up", StepPath("ladder", top=True)),
        ("Down", StepPath("ladder")),
        ("exit", StepPath("forward", exit="EXIT")),
    ],
)
def test_a_step_in_words_where_no_places_are_kept(said: str | None, path: StepPath) -> None:
    words: Match = play(new("open-table"), *put(Bolt1="")).state
    assert find_step_path(words, "Bolt1", None, said, None) == path
    unknown: Match = play(new(), *put(Bolt1="")).state
    assert find_step_path(unknown, "Bolt1", None, said, None) == path, "of whom the square is not known"
    assert find_step_path(unknown, "Bolt1", "EAST", None, None) == StepPath("forward", exit="EAST")


@pytest.mark.rule("SH-MOVE-6", "SH-MOVE-4", "SH-BOARD-3", "SH-LADDER-1")
def test_a_step_by_its_direction_on_the_board_and_over_its_edge() -> None:
    state: Match = play(new(), *put(Bolt1="P4 E", Bolt2="K7 W", Bolt3="J4 N")).state
    ground = ground_of(state)

    def path(who: str, said: str) -> tuple[str, str | None, str | None] | str:
        marine = state.marines[who]
        try:
            step = find_step_path(state, who, None, said, marine.position.facing)
        except Refused as refused:
            return refused.refusal.code
        return step.kind, None if step.end is None else ground.name(step.end), step.exit

    assert path("Bolt1", "forward") == ("forward", None, "EAST")
    assert path("Bolt1", "E") == ("forward", None, "EAST")
    assert path("Bolt1", "backward") == ("backward", "O4", None)
    assert [path("Bolt1", said) for said in ("N", "S", "NE", "left")] == ["wall-there"] * 4, "only straight across"
    assert [path("Bolt2", said) for said in ("E", "N", "forward")] == ["wall-there"] * 3, "there is no exit"
    assert path("Bolt2", "S") == ("sideways", "K6", None)
    assert [path("Bolt3", said) for said in ("forward", "right", "SW", "backward-right")] == [
        ("forward", "J5", None),
        ("sideways", "K4", None),
        ("backward", "I3", None),
        ("backward", "K3", None),
    ]
    assert (path("Bolt3", "up"), path("Bolt3", "sunwards")) == ("no-ladder", "unknown-direction")
    turned = state.with_marine("Bolt1", facing="N")
    assert find_step_path(turned, "Bolt1", "EAST", None, "N") == StepPath("sideways", (1, 15, 3), None, exit="EAST")
    shaft: Match = play(new("down-the-shaft"), *put(Chain="2:D3 E", Libra="1:D3 E", Bolt1="2:C3 E")).state
    steps = [
        find_step_path(shaft, who, None, said, "E")
        for who, said in (("Chain", "down"), ("Libra", "UP"), ("Bolt1", "forward"), ("Chain", "forward"))
    ]
    assert [(step.kind, step.top) for step in steps] == [
        ("ladder", False),
        ("ladder", True),
        ("forward", True),
        ("forward", False),
    ]
