"""Moves: limits by order, coherency, enemies on the way, dangerous ground, retreat."""

from __future__ import annotations

import pytest

from q40k.games.epic.rules.offers import movable_formations
from q40k.table.match_session import MatchSession
from tests.games.epic.playing import (
    RHINO,
    B,
    Line,
    M,
    box,
    dead,
    formation,
    go_on,
    ground,
    line,
    placed,
    ready,
    refused,
    row,
    seen,
    to_assault,
    to_movement,
    to_shooting,
)


@pytest.mark.rule("EE-MOVE-1")
def test_one_side_moves_before_the_other() -> None:
    match = to_movement(ready(M, B), first="B")
    assert refused(match, line("move", formation="M", cm=1)) == "EE-MOVE-1"
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
    assert refused(match, line("move", formation="M", cm=most + 0.1)) == "EE-MOVE-2"
    go_on(match, line("move", formation="M", cm=most - 1))
    assert refused(match, line("move", formation="M", cm=1.5)) == "EE-MOVE-2", "legs add up"
    go_on(match, line("move", formation="M", cm=1))


@pytest.mark.rule("EE-MOVE-3")
def test_a_doubled_charge() -> None:
    match = to_movement(ready(M, B, charge_move="doubled"), M="charge")
    go_on(match, line("move", formation="M", cm=10))
    match = to_assault(ready(M, B, charge_move="doubled"), M="charge")
    idle = [{"figure": "M/1", "cm": 3}]
    assert refused(match, line("charge", formation="M", moves=idle)) == "EE-ASSAULT-3"
    run = [{"figure": "M/1", "target": "B/1", "cm": 10}]
    go_on(match, line("charge", formation="M", moves=run))


@pytest.mark.rule("EE-MOVE-4")
def test_a_formation_hangs_together_in_one_chain() -> None:
    match = to_movement(placed(ground(), M, B, M=row(50, 10), B=row(50, 110)))
    apart = [*row(50, 13, 4), [61.7, 13]]
    assert refused(match, line("move", formation="M", to=apart)) == "EE-MOVE-4"
    near = [*row(50, 13, 4), [59.5, 13]]
    go_on(match, line("move", formation="M", to=near))
    assert seen(match)["figures"]["M/5"]["at"][:2] == [59.5, 13.0]


@pytest.mark.rule("EE-MOVE-4")
def test_a_broken_chain_is_mended_as_far_as_it_can() -> None:
    match = placed(ground(), M, B, M=row(50, 10, step=3.5), B=row(50, 110))
    to_movement(go_on(match, line("lose", figures=["M/2", "M/3"])))
    stays = [[50, 10], [60.5, 10], [64, 10]]
    assert refused(match, line("move", formation="M", to=stays)) == "EE-MOVE-4"
    go_on(match, line("move", formation="M", to=[[53, 10], [58, 10], [61, 10]]))


@pytest.mark.rule("EE-MOVE-5")
def test_contact_and_the_way_through_an_enemy_are_refused() -> None:
    near = row(50, 14)
    match = to_movement(placed(ground(), M, B, M=row(50, 10), B=near))
    touching = row(50, 13.4)
    assert refused(match, line("move", formation="M", to=touching)) == "EE-MOVE-5"
    through = row(50, 15)
    assert refused(match, line("move", formation="M", to=through)) == "EE-MOVE-5"
    go_on(match, line("move", formation="M", to=row(50, 12)))


@pytest.mark.rule("EE-MOVE-6")
def test_turning_is_free() -> None:
    match = to_movement(placed(ground(), M, B, M=row(50, 10), B=row(50, 110)), M="first-fire")
    go_on(match, line("move", formation="M", to=row(50, 10, facing=180)))
    assert seen(match)["figures"]["M/1"]["at"] == [50.0, 10.0, 180.0]
    go_on(match, line("move", formation="M", to=row(50, 12)))


@pytest.mark.rule("EE-TERRAIN-1", "EE-TERRAIN-3", "EE-TERRAIN-4")
def test_the_app_sees_who_enters_dangerous_ground() -> None:
    wood = box("wood", 40, 15, 60, 30)
    match = to_movement(placed(ground(wood), RHINO, M, B, R=[[50, 10]], M=row(20, 5), B=row(50, 110)))
    go_on(match, line("move", 1, 4, formation="R", to=[[50, 20]]))
    assert seen(match)["figures"]["R/1"]["at"][:2] == [50.0, 15.0], "held on the rim"
    assert refused(match, line("move", formation="R", to=[[50, 16]])) == "EE-TERRAIN-4"
    squad = line("move", formation="M", to=row(20, 10))
    go_on(match, squad)  # infantry asks nothing


@pytest.mark.rule("EE-TERRAIN-3", "EE-TERRAIN-4")
def test_who_begins_in_it_tests_and_who_stays_does_not() -> None:
    marsh = box("marsh", 40, 0, 70, 30)
    match = to_movement(placed(ground(marsh), M, B, M=row(50, 10), B=row(50, 110)))
    go_on(match, line("move", formation="M", to=row(50, 10, facing=0)))
    go_on(match, line("move", 2, 2, 2, 2, 2, formation="M", to=row(50, 12)))
    match = to_movement(ready(M, B))
    whole = [{"figure": "M", "terrain": "marsh"}]
    go_on(match, line("move", 2, 1, 3, 2, 2, 2, formation="M", cm=3, enters=whole))
    assert match.state.figures["M/2"].doing.stuck


@pytest.mark.rule("EE-TERRAIN-2")
def test_nobody_enters_what_is_impassable() -> None:
    house = box("building", 40, 15, 60, 30)
    match = to_movement(placed(ground(house), RHINO, M, B, R=[[50, 10]], M=row(20, 5), B=row(50, 110)))
    assert refused(match, line("move", formation="R", to=[[50, 20]])) == "EE-TERRAIN-2"
    assert refused(match, line("move", formation="R", to=[[50, 31]], cm=20)) == "EE-MOVE-2"
    go_on(match, line("move", formation="R", to=[[61, 14]], cm=12))
    typed = to_movement(ready(RHINO, B))
    entry = [{"figure": "R", "terrain": "fortification"}]
    assert refused(typed, line("move", formation="R", cm=3, enters=entry)) == "EE-TERRAIN-2"


@pytest.mark.rule("EE-TERRAIN-6")
def test_what_hovers_or_flies_does_not_test() -> None:
    speeder = formation("A", "S", "marine-land-speeder")
    match = to_movement(ready(speeder, M, B))
    go_on(match, line("move", formation="S", cm=10, enters=[{"figure": "S", "terrain": "wood"}]))
    house = [{"figure": "S", "terrain": "building"}]
    assert refused(match, line("move", formation="S", cm=1, enters=house)) == "EE-TERRAIN-2"
    flyer = {"name": "Flyer", "kind": "light-vehicle", "mv": 40, "traits": ["aircraft"]}
    match = to_movement(ready(formation("A", "F", flyer), M, B))
    go_on(match, line("move", formation="F", cm=40, enters=[{"figure": "F", "terrain": "building"}]))


@pytest.mark.rule("EE-TERRAIN-5")
def test_a_heavy_vehicle_suffers_the_hit_too() -> None:
    tank = formation("A", "T", "marine-predator")
    match = to_movement(ready(tank, M, B))
    wood = [{"figure": "T", "terrain": "wood"}]
    go_on(match, line("move", 1, 1, 2, formation="T", cm=5, enters=wood))
    assert seen(match)["figures"]["T/1"] == {"alive": True, "hits": 1}
    assert dead(match) == []


@pytest.mark.rule("EE-RETREAT-1", "EE-RETREAT-2", "EE-RETREAT-3")
def test_a_retreat_leads_away_from_the_nearest_enemy_that_sees_it() -> None:
    match = placed(ground(), M, B, M=row(50, 40), B=row(50, 60, facing=270))
    to_movement(go_on(match, line("retreat", formation="M")))
    assert refused(match, line("move", formation="M", to=row(50, 41))) == "EE-RETREAT-2"
    go_on(match, line("move", formation="M", to=row(50, 30)))
    wall = box("building", 40, 45, 70, 50)
    match = placed(ground(wall), M, B, M=row(50, 40), B=row(50, 60))
    to_movement(go_on(match, line("retreat", formation="M")))
    go_on(match, line("move", formation="M", to=row(50, 41)))  # nobody sees it


@pytest.mark.rule("EE-RETREAT-2", "EE-RETREAT-3")
def test_a_retreat_goes_the_whole_distance_unless_something_stops_it() -> None:
    def retreating(*terrain: dict[str, object], y: float = 40) -> MatchSession:
        match = placed(ground(*terrain), M, B, M=row(50, y), B=row(50, y + 20, facing=270))
        return to_movement(go_on(match, line("retreat", formation="M")))

    match = retreating()
    assert refused(match, line("move", formation="M", to=row(50, 32))) == "EE-RETREAT-2"
    assert refused(match, line("move", formation="M", to=row(50, 40))) == "EE-RETREAT-2"
    go_on(match, line("move", formation="M", to=row(50, 32), cm=10))  # round something
    go_on(retreating(), line("move", formation="M", to=[*row(50, 32, 4), [58, 30]]))
    go_on(retreating(y=8), line("move", formation="M", to=row(50, 1)))
    go_on(retreating(box("marsh", 0, 0, 120, 31)), line("move", formation="M", to=row(50, 32)))
    wall = box("building", 0, 36, 120, 37)
    go_on(retreating(wall), line("move", formation="M", to=row(50, 34)))  # nobody sees it there
    ride = to_movement(
        go_on(
            placed(ground(), RHINO, formation("A", "M", "marine-tactical"), B,
                   R=[[50, 20, 90]], M=[[50, 25]], B=row(50, 45, facing=270)),
            line("retreat", formation="M"),
        )
    )  # fmt: skip
    go_on(ride, line("move", formation="M", to=[[50, 21.8]], board="R"))


@pytest.mark.rule("EE-RETREAT-1")
@pytest.mark.parametrize("said", [line("test", 1, formation="M", why="a bad dream"), line("retreat", formation="M")])
def test_who_goes_into_retreat_moves_in_its_next_movement_phase(said: Line) -> None:
    move, three = line("move", formation="M", cm=10), (M, formation("A", "N", "marine-tactical", 5), B)
    match = go_on(to_movement(ready(*three)), said)
    assert refused(match, move) == "EE-RETREAT-1", "not in the phase in which it broke"
    assert movable_formations(match.state) == ("N",)
    go_on(match, line("next"), line("next"), line("draw", "A"), line("next"), line("draw", "A", "A"))
    go_on(match, *[line("next")] * 4)
    assert match.state.play.turn == 2
    go_on(to_movement(match), move)
    early = to_movement(go_on(ready(*three), said))
    assert movable_formations(early.state) == ("M", "N")
    go_on(early, move)  # it broke in the orders phase: this is its next one
    late = go_on(to_shooting(ready(*three)), said, line("next"), line("draw", "A", "A"), *[line("next")] * 4)
    go_on(to_movement(late), move)


@pytest.mark.rule("EE-TERRAIN-3")
def test_only_the_figures_that_move_enter_ground() -> None:
    match = to_movement(ready(M, B))
    theirs = line("move", formation="M", cm=2, enters=[{"figure": "B/1", "terrain": "marsh"}])
    assert refused(match, theirs) == "EE-TERRAIN-3"
