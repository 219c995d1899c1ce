"""Moves: limits by order, coherency, enemies on the way, dangerous ground, retreat."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.epic.state.offers import movable_formations
from q40k.table.match_session import MatchSession
from tests.games.epic.playing import (
    RHINO,
    B,
    M,
    box,
    dead,
    formation,
    ground,
    place_figures,
    ready,
    row,
    to_assault,
    to_movement,
    to_shooting,
)
from tests.games.scripted import Line, go_on, json_state, line, refusal_rule, try_line


@pytest.mark.rule("EE-MOVE-1")
def test_one_side_moves_before_the_other() -> None:
    match = to_movement(ready(M, B), first="B")
    assert refusal_rule(match, line("move", formation="M", cm=1)) == "EE-MOVE-1"
    go_on(match, line("move", formation="B", cm=5), line("next"), line("move", formation="M", cm=5))


@pytest.mark.rule("EE-MOVE-2", "EE-ORDER-4", "EE-ORDER-5", "EE-ORDER-6", "EE-RETREAT-2")
@pytest.mark.parametrize(("order", "most"), [("advance", 5), ("charge", 5), ("first-fire", 2), ("retreat", 10)])
def test_the_order_says_how_far(order: str, most: float) -> None:
    match = ready(M, B)
    if order == "retreat":
        go_on(match, line("retreat", formation="M"))
        to_movement(match)
    else:
        to_movement(match, M=order)
    assert refusal_rule(match, line("move", formation="M", cm=most + 0.1)) == "EE-MOVE-2"
    go_on(match, line("move", formation="M", cm=most - 1))
    assert refusal_rule(match, line("move", formation="M", cm=1.5)) == "EE-MOVE-2", "legs add up"
    go_on(match, line("move", formation="M", cm=1))


@pytest.mark.rule("EE-MOVE-3")
def test_a_doubled_charge() -> None:
    match = to_movement(ready(M, B, charge_move="doubled"), M="charge")
    go_on(match, line("move", formation="M", cm=10))
    match = to_assault(ready(M, B, charge_move="doubled"), M="charge")
    idle = [{"figure": "M/1", "cm": 3}]
    assert refusal_rule(match, line("charge", formation="M", moves=idle)) == "EE-ASSAULT-3"
    run = [{"figure": "M/1", "target": "B/1", "cm": 10}]
    go_on(match, line("charge", formation="M", moves=run))


@pytest.mark.rule("EE-MOVE-4")
def test_a_formation_hangs_together_in_one_chain() -> None:
    match = to_movement(place_figures(ground(), M, B, M=row(50, 10), B=row(50, 110)))
    apart = [*row(50, 13, 4), [61.7, 13]]
    assert refusal_rule(match, line("move", formation="M", to=apart)) == "EE-MOVE-4"
    near = [*row(50, 13, 4), [59.5, 13]]
    go_on(match, line("move", formation="M", to=near))
    assert json_state(match)["figures"]["M/5"]["at"][:2] == [59.5, 13.0]


@pytest.mark.rule("EE-MOVE-4")
def test_a_broken_chain_is_mended_as_far_as_it_can() -> None:
    match = place_figures(ground(), M, B, M=row(50, 10, step=3.5), B=row(50, 110))
    to_movement(go_on(match, line("lose", figures=["M/2", "M/3"])))
    stays = [[50, 10], [60.5, 10], [64, 10]]
    assert refusal_rule(match, line("move", formation="M", to=stays)) == "EE-MOVE-4"
    go_on(match, line("move", formation="M", to=[[53, 10], [58, 10], [61, 10]]))


@pytest.mark.rule("EE-MOVE-5")
def test_contact_and_the_way_through_an_enemy_are_refused() -> None:
    near = row(50, 14)
    match = to_movement(place_figures(ground(), M, B, M=row(50, 10), B=near))
    touching = row(50, 13.4)
    assert refusal_rule(match, line("move", formation="M", to=touching)) == "EE-MOVE-5"
    through = row(50, 15)
    assert refusal_rule(match, line("move", formation="M", to=through)) == "EE-MOVE-5"
    go_on(match, line("move", formation="M", to=row(50, 12)))


@pytest.mark.rule("EE-MOVE-6")
def test_turning_is_free() -> None:
    match = to_movement(place_figures(ground(), M, B, M=row(50, 10), B=row(50, 110)), M="first-fire")
    go_on(match, line("move", formation="M", to=row(50, 10, facing=180)))
    assert json_state(match)["figures"]["M/1"]["at"] == [50.0, 10.0, 180.0]
    go_on(match, line("move", formation="M", to=row(50, 12)))


@pytest.mark.rule("EE-TERRAIN-1", "EE-TERRAIN-3", "EE-TERRAIN-4")
def test_the_app_sees_who_enters_dangerous_ground() -> None:
    wood = box("wood", 40, 15, 60, 30)
    match = to_movement(place_figures(ground(wood), RHINO, M, B, R=[[50, 10]], M=row(20, 5), B=row(50, 110)))
    go_on(match, line("move", 1, 4, formation="R", to=[[50, 20]]))
    assert json_state(match)["figures"]["R/1"]["at"][:2] == [50.0, 15.0], "held on the rim"
    assert refusal_rule(match, line("move", formation="R", to=[[50, 16]])) == "EE-TERRAIN-4"
    squad = line("move", formation="M", to=row(20, 10))
    go_on(match, squad)  # infantry asks nothing


@pytest.mark.rule("EE-TERRAIN-3", "EE-TERRAIN-4")
def test_who_begins_in_it_tests_and_who_stays_does_not() -> None:
    marsh = box("marsh", 40, 0, 70, 30)
    match = to_movement(place_figures(ground(marsh), M, B, M=row(50, 10), B=row(50, 110)))
    go_on(match, line("move", formation="M", to=row(50, 10, facing=0)))
    go_on(match, line("move", 2, 2, 2, 2, 2, formation="M", to=row(50, 12)))
    match = to_movement(ready(M, B))
    whole = [{"figure": "M", "terrain": "marsh"}]
    go_on(match, line("move", 2, 1, 3, 2, 2, 2, formation="M", cm=3, enters=whole))
    assert match.state.figures["M/2"].doing.stuck


@pytest.mark.rule("EE-TERRAIN-2")
def test_nobody_enters_what_is_impassable() -> None:
    house = box("building", 40, 15, 60, 30)
    match = to_movement(place_figures(ground(house), RHINO, M, B, R=[[50, 10]], M=row(20, 5), B=row(50, 110)))
    assert refusal_rule(match, line("move", formation="R", to=[[50, 20]])) == "EE-TERRAIN-2"
    assert refusal_rule(match, line("move", formation="R", to=[[50, 31]], cm=20)) == "EE-MOVE-2"
    go_on(match, line("move", formation="R", to=[[61, 14]], cm=12))
    typed = to_movement(ready(RHINO, B))
    entry = [{"figure": "R", "terrain": "fortification"}]
    assert refusal_rule(typed, line("move", formation="R", cm=3, enters=entry)) == "EE-TERRAIN-2"


@pytest.mark.rule("EE-TERRAIN-6")
def test_what_hovers_or_flies_does_not_test() -> None:
    speeder = formation("A", "S", "marine-land-speeder")
    match = to_movement(ready(speeder, M, B))
    go_on(match, line("move", formation="S", cm=10, enters=[{"figure": "S", "terrain": "wood"}]))
    house = [{"figure": "S", "terrain": "building"}]
    assert refusal_rule(match, line("move", formation="S", cm=1, enters=house)) == "EE-TERRAIN-2"
    flyer = {"name": "Flyer", "kind": "light-vehicle", "mv": 40, "traits": ["aircraft"]}
    match = to_movement(ready(formation("A", "F", flyer), M, B))
    go_on(match, line("move", formation="F", cm=40, enters=[{"figure": "F", "terrain": "building"}]))


@pytest.mark.rule("EE-TERRAIN-5")
def test_a_heavy_vehicle_suffers_the_hit_too() -> None:
    tank = formation("A", "T", "marine-predator")
    match = to_movement(ready(tank, M, B))
    wood = [{"figure": "T", "terrain": "wood"}]
    go_on(match, line("move", 1, 1, 2, formation="T", cm=5, enters=wood))
    assert json_state(match)["figures"]["T/1"] == {"alive": True, "hits": 1}
    assert dead(match) == []


@pytest.mark.rule("EE-RETREAT-1", "EE-RETREAT-2", "EE-RETREAT-3")
def test_a_retreat_leads_away_from_the_nearest_enemy_that_sees_it() -> None:
    match = place_figures(ground(), M, B, M=row(50, 40), B=row(50, 60, facing=270))
    to_movement(go_on(match, line("retreat", formation="M")))
    assert refusal_rule(match, line("move", formation="M", to=row(50, 41))) == "EE-RETREAT-2"
    go_on(match, line("move", formation="M", to=row(50, 30)))
    wall = box("building", 40, 45, 70, 50)
    match = place_figures(ground(wall), M, B, M=row(50, 40), B=row(50, 60))
    to_movement(go_on(match, line("retreat", formation="M")))
    go_on(match, line("move", formation="M", to=row(50, 41)))  # nobody sees it


@pytest.mark.rule("EE-RETREAT-2", "EE-RETREAT-3")
def test_a_retreat_goes_the_whole_distance_unless_something_stops_it() -> None:
    def retreating(*terrain: dict[str, object], y: float = 40) -> MatchSession:
        match = place_figures(ground(*terrain), M, B, M=row(50, y), B=row(50, y + 20, facing=270))
        return to_movement(go_on(match, line("retreat", formation="M")))

    match = retreating()
    assert refusal_rule(match, line("move", formation="M", to=row(50, 32))) == "EE-RETREAT-2"
    assert refusal_rule(match, line("move", formation="M", to=row(50, 40))) == "EE-RETREAT-2"
    go_on(match, line("move", formation="M", to=row(50, 32), cm=10))  # round something
    go_on(retreating(), line("move", formation="M", to=[*row(50, 32, 4), [58, 30]]))
    go_on(retreating(y=8), line("move", formation="M", to=row(50, 1)))
    go_on(retreating(box("marsh", 0, 0, 120, 31)), line("move", formation="M", to=row(50, 32)))
    wall = box("building", 0, 36, 120, 37)
    go_on(retreating(wall), line("move", formation="M", to=row(50, 34)))  # nobody sees it there
    ride = to_movement(
        go_on(
            place_figures(
                ground(),
                RHINO,
                formation("A", "M", "marine-tactical"),
                B,
                R=[[50, 20, 90]],
                M=[[50, 25]],
                B=row(50, 45, facing=270),
            ),
            line("retreat", formation="M"),
        )
    )
    go_on(ride, line("move", formation="M", to=[[50, 21.8]], board="R"))


@pytest.mark.rule("EE-RETREAT-1")
@pytest.mark.parametrize("command", [line("test", 1, formation="M", why="a bad dream"), line("retreat", formation="M")])
def test_who_goes_into_retreat_moves_in_its_next_movement_phase(command: Line) -> None:
    move, three = line("move", formation="M", cm=10), (M, formation("A", "N", "marine-tactical", 5), B)
    match = go_on(to_movement(ready(*three)), command)
    assert refusal_rule(match, move) == "EE-RETREAT-1", "not in the phase in which it broke"
    assert movable_formations(match.state) == ("N",)
    go_on(match, line("next"), line("next"), line("draw", "A"), line("next"), line("draw", "A", "A"))
    go_on(match, *[line("next")] * 4)
    assert match.state.play.turn == 2
    go_on(to_movement(match), move)
    early = to_movement(go_on(ready(*three), command))
    assert movable_formations(early.state) == ("M", "N")
    go_on(early, move)  # it broke in the orders phase: this is its next one
    late = go_on(to_shooting(ready(*three)), command, line("next"), line("draw", "A", "A"), *[line("next")] * 4)
    go_on(to_movement(late), move)


@pytest.mark.rule("EE-TERRAIN-3")
def test_only_the_figures_that_move_enter_ground() -> None:
    match = to_movement(ready(M, B))
    theirs = line("move", formation="M", cm=2, enters=[{"figure": "B/1", "terrain": "marsh"}])
    assert refusal_rule(match, theirs) == "EE-TERRAIN-3"


LONE = formation("A", "M", "marine-tactical")
PAIR = formation("A", "M", "marine-tactical", 2)
FOE = formation("B", "B", "ork-boy")
WAGON = formation(
    "A", "T", {"name": "Wagon", "kind": "light-vehicle", "mv": 10, "traits": ["transport"], "capacity": 5}
)


def to(*places: list[float], **options: Any) -> Line:
    """The squad moves to places."""
    return line("move", formation="M", to=list(places), **options)


def moving(*formations: Line, start: Line | None = None, **places: list[list[float]]) -> MatchSession:
    """Figures at these places that are about to move; the enemy is far off if it has no place."""
    places.setdefault("B", [[50, 90]])
    return to_movement(place_figures(start or ground(), *formations, FOE, **places))


@pytest.mark.rule("EE-MOVE-2", "EE-MOVE-6")
def test_a_figure_moves_up_to_exactly_its_movement_and_turns_for_nothing() -> None:
    match = moving(LONE, M=[[50, 10]])
    assert try_line(match, to([50, 15.01])) == "figure-too-far"
    assert try_line(match, to([50, 15])) is None
    assert try_line(match, to([50, 15.01])) == "figure-too-far"
    assert try_line(match, to([50, 15, 0])) is None


@pytest.mark.rule("EE-MOVE-2")
def test_a_distance_is_too_far_if_nobody_of_the_formation_may_go_so_far() -> None:
    slow, quick = {"name": "Slow", "mv": 4}, {"name": "Quick", "mv": 8}
    mixed = line("formation", player="A", id="M", figures=[{"profile": slow}, {"profile": quick}])
    match = to_movement(ready(mixed, B))
    assert try_line(match, line("move", formation="M", cm=8.01)) == "too-far"
    assert try_line(match, line("move", formation="M", cm=8)) is None
    assert [match.state.figures[f].doing.spent for f in ("M/1", "M/2")] == [4, 8], "each as far as it can"
    assert try_line(match, line("move", formation="M", cm=0.01)) == "too-far"
    assert try_line(match, line("move", formation="M", cm=0)) is None


@pytest.mark.rule("EE-MOVE-2", "EE-MOVE-6")
@pytest.mark.parametrize(
    ("place", "cm", "spent"),
    [([50, 13], None, 3), ([50, 13], 4, 4), ([50, 13], 2, 3), ([50, 13], 9, 5), ([50, 10, 0], 4, 0)],
)
def test_a_stated_length_is_that_of_a_path_round_something(place: list[float], cm: float | None, spent: float) -> None:
    match = moving(LONE, M=[[50, 10]])
    go_on(match, to(place) if cm is None else to(place, cm=cm))
    assert match.state.figures["M/1"].doing.spent == pytest.approx(spent)


@pytest.mark.rule("EE-MOVE-5")
@pytest.mark.parametrize(
    ("place", "cm", "code"),
    [
        ([50, 13.21], None, "enemy-touches"),  # 0.09 cm are left between the bases
        ([50, 13.19], None, None),
        ([51.2, 14.8], None, None),  # past it
        ([50, 14.8], None, "enemy-passes"),
        ([50.5, 14.8], None, "enemy-passes"),
        ([50, 14.8], 5, None),  # round it
        ([50, 13.21], 5, "enemy-touches"),
    ],
)
def test_how_near_to_an_enemy_a_move_ends_or_passes(place: list[float], cm: float | None, code: str | None) -> None:
    match = moving(LONE, M=[[50, 10]], B=[[50, 13.9]])
    assert try_line(match, to(place) if cm is None else to(place, cm=cm)) == code


@pytest.mark.rule("EE-MOVE-5")
def test_a_wide_base_passes_by_its_width_and_touches_by_its_turned_rim() -> None:
    """A tank of 2 by 3 cm drives past a figure, or stops beside it and turns its front to it."""
    for x, y, facing, code in ((51.4, 22, 90, None), (51.2, 22, 90, "enemy-passes"), (51.85, 20, 0, "enemy-touches")):
        tank = formation("A", "M", {"name": "Tank", "kind": "light-vehicle", "mv": 12})
        match = moving(tank, M=[[x, 10, 90]], B=[[50, 20]])
        assert try_line(match, to([x, y, facing])) == code, (x, y, facing)


@pytest.mark.rule("EE-MOVE-2")
def test_no_base_leaves_the_table() -> None:
    match = moving(LONE, M=[[2, 10]])
    assert try_line(match, to([0.29, 10])) == "off-the-table"
    assert try_line(match, to([0.3, 10])) is None


@pytest.mark.rule("EE-MOVE-4", "EE-TRANSPORT-2")
def test_the_chain_is_measured_between_bases_and_passengers_are_where_their_transport_is() -> None:
    match = moving(PAIR, M=[[50, 10], [52, 10]])
    assert try_line(match, to([50, 12], [53.61, 12])) == "not-coherent"
    assert try_line(match, to([50, 12], [53.6, 12])) is None
    match = moving(PAIR, WAGON, M=[[50, 10], [52, 10]], T=[[53.3, 10, 90]])
    go_on(match, line("move", formation="M", board={"M/2": "T"}))
    assert try_line(match, to([49.69, 10])) == "not-coherent", "3.01 cm"
    assert try_line(match, to([49.7, 10])) is None


@pytest.mark.rule("EE-MOVE-4")
@pytest.mark.parametrize(
    ("before", "after", "code"),
    [(4, 3.99, None), (4, 4, "not-coherent"), (4, 4.5, "not-coherent"), (3, 3.01, "not-coherent"), (3, 3, None)],
)
def test_a_broken_chain_may_not_stay_as_wide_as_it_was(before: float, after: float, code: str | None) -> None:
    match = moving(PAIR, M=[[50, 10], [50.6 + before, 10]])
    assert try_line(match, to([50, 12], [50.6 + after, 12])) == code


@pytest.mark.rule("EE-TERRAIN-3", "EE-TERRAIN-4", "EE-TRANSPORT-1")
def test_the_ground_is_tested_by_each_figure_until_one_is_held() -> None:
    marsh, river = box("marsh", 40, 11, 60, 12), box("river", 40, 13, 60, 14)
    match = moving(PAIR, start=ground(marsh, river), M=[[50, 10], [52, 10]])
    go_on(match, to([50, 14.5], [52, 14.5]) | {"answers": [2, 1, 3, 2, 2]})
    assert [match.state.figures[f].position.at for f in ("M/1", "M/2")] == [(50, 13), (52, 14.5)]
    lost = moving(PAIR, start=ground(marsh, river), M=[[50, 10], [52, 10]])
    go_on(lost, to([50, 14.5], [52, 14.5]) | {"answers": [1, 1, 1, 2, 2, 2]})
    assert dead(lost) == ["M/1"], "it tests no second piece; half of the squad is lost, and it tests its morale"


# -- retreat -------------------------------------------------------------------------------


def retreating(*terrain: Line, at: list[list[float]], foes: list[list[float]]) -> MatchSession:
    """A squad in Retreat that is about to move, and the enemies near it."""
    squad, enemies = formation("A", "M", "marine-tactical", len(at)), formation("B", "B", "ork-boy", len(foes))
    match = place_figures(ground(*terrain), squad, enemies, M=at, B=foes)
    return to_movement(go_on(match, line("retreat", formation="M")))


@pytest.mark.rule("EE-RETREAT-2")
@pytest.mark.parametrize(
    ("at", "foe", "place", "code"),
    [
        ([50, 1], [60, 1], [50, 1, 0], None),  # at the edge it stops
        ([50, 1.01], [60, 1], [50, 1.01, 0], "not-away"),
        ([50, 119], [60, 119], [50, 119, 0], None),
        ([50, 118.99], [60, 119], [50, 118.99, 0], "not-away"),
        ([1, 50], [1, 60], [1, 50, 0], None),
        ([1.01, 50], [1, 60], [1.01, 50, 0], "not-away"),
        ([119, 50], [119, 60], [119, 50, 0], None),
        ([118.99, 50], [119, 60], [118.99, 50, 0], "not-away"),
    ],
)
def test_a_retreat_stops_at_the_edge_of_the_table(
    at: list[float], foe: list[float], place: list[float], code: str | None
) -> None:
    result = try_line(retreating(at=[at], foes=[foe]), to(place))
    assert (result if result == "not-away" else None) == code


@pytest.mark.rule("EE-RETREAT-2")
def test_each_figure_ends_farther_from_the_enemy_that_was_nearest_to_it() -> None:
    match = retreating(at=[[50, 50]], foes=[[50, 40], [50, 56]])
    assert try_line(match, to([50, 50, 0])) == "not-away"
    assert try_line(match, to([50, 50.5])) == "not-away"
    assert try_line(match, to([60, 50])) is None, "nearer to the other, or not: that does not count"


@pytest.mark.rule("EE-RETREAT-2", "EE-RETREAT-3")
@pytest.mark.parametrize(
    ("terrain", "at", "foes", "place", "code"),
    [
        ([], [50, 50], [[50, 70]], [50, 40.2], "not-all-the-way"),
        ([], [50, 50], [[50, 70]], [50, 40.05], None),  # nobody measures finer
        ([], [50, 10.29], [[50, 30]], [50, 5], None),  # going on it would leave the table
        ([], [50, 10.31], [[50, 30]], [50, 5], "not-all-the-way"),
        ([], [50, 50], [[50, 55], [50, 41]], [50, 44], None),  # an enemy is in its way
        ([], [50, 50], [[50, 55], [55, 41]], [50, 44], "not-all-the-way"),
        ([box("marsh", 40, 30, 60, 42)], [50, 50], [[50, 70]], [50, 44], None),
        ([box("marsh", 40, 30, 60, 39)], [50, 50], [[50, 70]], [50, 44], "not-all-the-way"),
        ([box("building", 40, 47, 60, 48)], [50, 50], [[50, 70]], [50, 46], None),  # out of sight
        ([box("building", 40, 55, 60, 56)], [50, 50], [[50, 70]], [50, 49], None),  # nobody sees it from the start
    ],
)
def test_what_ends_a_retreat(
    terrain: list[Line], at: list[float], foes: list[list[float]], place: list[float], code: str | None
) -> None:
    assert try_line(retreating(*terrain, at=[at], foes=foes), to(place)) == code


@pytest.mark.rule("EE-RETREAT-2", "EE-TERRAIN-4")
def test_who_is_held_stays_and_the_others_go_on() -> None:
    match = retreating(box("marsh", 40, 40, 60, 60), at=[[50, 50], [52, 50]], foes=[[50, 70]])
    go_on(match, to([50, 43], [52, 45]) | {"answers": [1, 2, 2]})
    assert match.state.figures["M/1"].position.at == (50, 50)
    go_on(match, line("place", formation="M", at=[[50, 46], [52, 45]]))
    assert try_line(match, to([50, 46], [52, 46])) == "not-away"
    assert try_line(match, to([50, 45.9], [52, 44.5])) == "held"
    go_on(match, to([50, 46], [52, 44.5]) | {"answers": [2]})


@pytest.mark.rule("EE-RETREAT-2")
def test_who_has_no_room_behind_it_need_not_move() -> None:
    assert try_line(retreating(at=[[1, 1]], foes=[[20, 20]]), to([1, 1, 0])) is None
    assert try_line(retreating(at=[[9, 9]], foes=[[20, 20]]), to([9, 9, 0])) == "not-away"


@pytest.mark.rule("EE-RETREAT-2", "EE-MOVE-4")
def test_ranks_that_losses_have_broken_are_closed_before_all_the_way_is_gone() -> None:
    broken = retreating(at=[[50, 50], [53.7, 50]], foes=[[50, 70]])
    assert try_line(broken, to([50.5, 46], [53.2, 46])) is None
    whole = retreating(at=[[50, 50], [53.5, 50]], foes=[[50, 70]])
    assert try_line(whole, to([50.5, 46], [53.2, 46])) == "not-all-the-way"
