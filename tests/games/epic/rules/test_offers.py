"""What the rules offer: who may do something now, whom they reach, and why they do not."""

from __future__ import annotations

import pytest

from q40k.games.epic.state.assault import Run
from q40k.games.epic.state.offers import (
    charging_figures,
    find_shortfall,
    firing_formations,
    movable_formations,
    next_side,
    possible_fights,
    possible_runs,
    rallying_formations,
    remaining_cm,
)
from tests.games.epic.playing import (
    EDGES,
    MARINES,
    ORKS,
    RHINO,
    B,
    M,
    charge,
    formation,
    ground,
    new,
    place_figures,
    play,
    ready,
    row,
    run,
    shoot,
    shot,
    to_assault,
    to_fights,
    to_movement,
    to_rally,
    to_shooting,
)
from tests.games.scripted import go_on, line

N = formation("A", "N", "marine-tactical", 5)


@pytest.mark.rule("EE-DEPLOY-2")
def test_who_deploys_next_is_the_other_side_while_it_has_a_formation_left() -> None:
    match = play(new(), MARINES, ORKS, M, RHINO, B, line("start", 3, 5, edges=EDGES))
    expected = {"M": "p2", "B": "p1", "R": None}
    for id, following in expected.items():
        assert next_side(match.state) == following
        go_on(match, line("deploy", formation=id))
    alone = play(new(), MARINES, ORKS, M, RHINO, N, B, line("start", 3, 5, edges=EDGES))
    go_on(alone, line("deploy", formation="M"), line("deploy", formation="B"))
    assert next_side(alone.state) is None, "the same side sets up again"


@pytest.mark.rule("EE-MOVE-1", "EE-SHOOT-1", "EE-ASSAULT-1")
def test_who_is_next_in_a_phase() -> None:
    match = to_movement(ready(M, N, B, formation("B", "C", "ork-boy", 5)))
    assert next_side(match.state) == "p2"
    go_on(match, line("next"))
    assert next_side(match.state) is None
    go_on(match, line("next"), line("draw", "A"))
    assert next_side(match.state) == "p2"
    go_on(match, line("hold", formation="M"))
    assert next_side(match.state) == "p1"
    go_on(match, line("next"), line("draw", "A", "B"))
    assert next_side(match.state) == "p1"
    go_on(match, line("end"))
    assert next_side(match.state) is None


@pytest.mark.rule("EE-MOVE-1", "EE-MOVE-2")
def test_formations_that_may_still_move_those_in_retreat_first() -> None:
    match = ready(M, N, RHINO, B)
    assert movable_formations(match.state) == ()
    go_on(match, line("retreat", formation="N"))
    to_movement(match, M="advance", R="advance")
    assert movable_formations(match.state) == ("N", "M", "R")
    go_on(match, line("move", formation="M", cm=5), line("retreat", formation="R"))
    assert movable_formations(match.state) == ("N",), "R went into Retreat in this very phase"
    go_on(match, line("next"))
    assert movable_formations(match.state) == ("B",)


@pytest.mark.rule("EE-MOVE-2", "EE-ORDER-3")
def test_what_is_left_of_a_move() -> None:
    match = to_movement(ready(M, RHINO, B), M="advance", R="first-fire")
    assert (remaining_cm(match.state, "M/1"), remaining_cm(match.state, "R/1")) == (5, 2)
    go_on(match, line("move", formation="M", cm=3))
    assert remaining_cm(match.state, "M/1") == pytest.approx(2)


@pytest.mark.rule("EE-SHOOT-1")
def test_formations_that_may_fire_or_hold() -> None:
    match = to_movement(ready(M, N, B))
    assert firing_formations(match.state) == ()
    go_on(match, line("next"), line("next"), line("draw", "A"))
    assert set(firing_formations(match.state)) == {"M", "N"}
    go_on(match, shoot("M", 5, 1, shots=[shot("M/1", "B/1")]), line("hold", formation="B"))
    assert firing_formations(match.state) == ("N",)


@pytest.mark.rule("EE-ASSAULT-2", "EE-PIN-1")
def test_figures_that_may_make_an_assault_move() -> None:
    assert charging_figures(to_shooting(ready(M, B), M="charge", B="charge").state) == {}
    match = to_assault(ready(M, N, B), M="charge", B="charge")
    everybody = tuple(f"M/{n}" for n in range(1, 6))
    assert charging_figures(match.state) == {"M": everybody}, "N is not on Charge"
    go_on(match, charge("M", run("M/1", "B/1"), run("M/2", cm=3)))
    assert charging_figures(match.state) == {"M": everybody[2:]}
    go_on(match, line("next"))
    assert charging_figures(match.state) == {"B": ("B/2", "B/3", "B/4", "B/5")}, "B/1 is pinned"


@pytest.mark.rule("EE-ASSAULT-3", "EE-ASSAULT-5")
def test_each_figure_is_offered_the_nearest_enemy_that_nobody_engages() -> None:
    match = place_figures(ground(), M, B, M=row(50, 50), B=row(50, 58))
    to_assault(match, M="charge")
    enemies = [f"B/{n}" for n in range(1, 6)]
    runs = possible_runs(match.state, [f"M/{n}" for n in range(1, 6)], enemies)
    assert runs == tuple(Run(figure=f"M/{n}", target=f"B/{n}") for n in range(1, 6))
    assert possible_runs(match.state, ["M/1"], ["B/5"]) == (), "B/1 is nearer"
    go_on(match, charge("M", run("M/1", "B/1")))
    assert possible_runs(match.state, ["M/2"], ["B/1"]) == (), "B/2 is nobody's yet"
    far = place_figures(ground(), M, B, M=row(50, 50), B=row(50, 65))
    to_assault(far, M="charge")
    assert possible_runs(far.state, ["M/1"], enemies) == (), "out of reach"


@pytest.mark.rule("EE-ASSAULT-3", "EE-ASSAULT-5")
def test_why_nobody_engages_a_target() -> None:
    match = place_figures(ground(), M, B, M=row(50, 50), B=row(50, 65))
    to_assault(match, M="charge")
    why = find_shortfall(match.state, ["M/5", "M/1"], ["B/1", "B/2"])
    assert why is not None
    assert (why.figure, why.enemy, why.first) == ("M/1", "B/1", None)
    assert why.cm == pytest.approx(14.4, abs=0.1)
    assert why.most == 10
    near = place_figures(ground(), M, B, M=row(50, 50), B=row(50, 55))
    to_assault(near, M="charge")
    why = find_shortfall(near.state, ["M/1"], ["B/3"])
    assert why is not None
    assert (why.enemy, why.first) == ("B/3", "B/1"), "B/1 has to be engaged before"
    assert find_shortfall(to_assault(ready(M, B), M="charge").state, ["M/1"], ["B/1"]) is None


@pytest.mark.rule("EE-MELEE-4")
def test_fights_leave_nobody_out() -> None:
    pairs = [run("B/1", "M/1"), run("B/2", "M/1"), run("B/3", "M/2")]
    match = to_fights(ready(M, B), charge("B", *pairs), B="charge")
    assert list(possible_fights(match.state)) == [], "the assault moves are not over"
    go_on(match, line("next"))
    assert dict(possible_fights(match.state)) == {"M/1": ("B/1", "B/2"), "M/2": ("B/3",), "B/3": ("M/2",)}


@pytest.mark.rule("EE-RALLY-1", "EE-TURN-3")
def test_formations_in_retreat_may_rally_those_of_the_first_side_first() -> None:
    match = ready(M, N, B)
    for id in ("M", "B"):
        go_on(match, line("retreat", formation=id))
    assert rallying_formations(match.state) == ()
    to_rally(match)
    assert rallying_formations(match.state) == ("M", "B")
    go_on(match, line("rally", 1, formation="M"))
    assert rallying_formations(match.state) == ("B",), "once a turn"
