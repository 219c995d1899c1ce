"""What the plain bot chooses in one position each: orders, targets, rides, objectives."""

from __future__ import annotations

from collections import Counter

import pytest

from q40k.games.epic.bot import strength
from q40k.games.epic.bot.fights import plan_shots, propose_gangs, propose_runs
from q40k.games.epic.bot.goals import assign_objectives, plan_orders, survey, whereabouts
from q40k.games.epic.bot.moves import order_of_moves, propose_moves
from q40k.games.epic.bot.plain import Table, step
from q40k.games.epic.bot.seat import EpicBot
from q40k.games.epic.bot.worth import charge_reach_cm, exchange, shot_kills
from q40k.games.epic.packs.armies import better_formations, cost, is_as_good
from q40k.games.epic.state import odds, shooting
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.offers import free_chargers
from q40k.games.epic.state.places import gap, sees
from q40k.games.epic.table.view import EpicView
from q40k.lab.points import fit_totals, raise_better
from q40k.tabletop.rules import Level
from tests.games.epic.playing import (
    EDGES,
    MARINES,
    ORKS,
    formation,
    ground,
    library,
    new,
    place_figures,
    play,
    row,
    to_assault,
    to_movement,
    to_shooting,
)
from tests.games.scripted import go_on, line

OBJECTIVE = {"id": "hut", "at": [50, 40], "reach_cm": 5, "worth": 1}


def face_off(mine: str, theirs: str, gap: float, *, held: bool = False) -> Match:
    """The state before the orders: five of each, so far apart; `held`: A's objective is under its feet."""
    scenario = ground(objectives=[OBJECTIVE]) if held else ground()
    figures = formation("A", "M", mine, 5), formation("B", "B", theirs, 5)
    state: Match = place_figures(scenario, *figures, M=row(46, 40), B=row(46, 40 + gap)).state
    return state


@pytest.mark.rule("EE-ORDER-5", "EE-ORDER-6")
@pytest.mark.parametrize(
    ("mine", "theirs", "gap", "held", "order"),
    [
        ("marine-tactical", "ork-boy", 24, False, "first-fire"),  # in range
        ("marine-tactical", "ork-boy", 40, False, None),  # out of range: it advances
        ("eldar-banshee", "guard-tactical", 10, False, "charge"),  # fists against fists of nobody
        ("ork-gretchin", "marine-terminator", 10, False, None),  # that would be death
        ("eldar-banshee", "guard-tactical", 24, False, None),  # out of reach: nearer first
        ("chaos-berserker", "guard-tactical", 20, True, None),  # who holds an objective stays there
        ("chaos-berserker", "guard-tactical", 12, True, "charge"),  # unless it is threatened
    ],
)
def test_orders_follow_what_fire_and_fights_bring(
    mine: str, theirs: str, gap: float, held: bool, order: str | None
) -> None:
    assert plan_orders(face_off(mine, theirs, gap, held=held), "p1").get("M") == order


@pytest.mark.rule("EE-ORDER-5", "EE-ASSAULT-3")
@pytest.mark.parametrize(
    ("objective", "enemy", "marches"),
    [
        ([50, 70], 100, True),  # twice 5 cm a turn, as nobody could be shot anyway
        ([50, 70], 60, False),  # somebody to shoot at
        ([50, 48], 100, False),  # one move is enough
    ],
)
def test_who_shoots_nobody_marches_to_an_objective(objective: list[int], enemy: int, marches: bool) -> None:
    figures = formation("A", "M", "marine-tactical", 5), formation("B", "B", "ork-boy", 5)
    scenario = ground(objectives=[{**OBJECTIVE, "at": objective}])
    table = Table(1, place_figures(scenario, *figures, M=row(46, 40), B=row(46, enemy)).state)
    start = whereabouts(table.state, "M")
    assert plan_orders(table.state, "p1") == ({"M": "charge"} if marches else {})
    while table.state.play.turn == 1:
        step(table)
    end = whereabouts(table.state, "M")
    assert start is not None
    assert end is not None
    assert (end[1] - start[1] == pytest.approx(10, abs=0.1)) == marches


@pytest.mark.rule("EE-ORDER-6", "EE-WIN-3")
@pytest.mark.parametrize(
    ("turn", "enemy", "sharp", "sound"), [(4, 60, "first-fire", None), (5, 60, None, None), (4, 80, "charge", "charge")]
)
def test_a_sharp_bot_stands_where_it_has_a_target_and_goes_for_ground_at_last(
    turn: int, enemy: int, sharp: str | None, sound: str | None
) -> None:
    """The objective is 20 cm off; the sixth turn is the last."""
    figures = formation("A", "M", "marine-tactical", 5), formation("B", "B", "ork-boy", 5)
    scenario = ground(objectives=[{**OBJECTIVE, "at": [70, 40]}], turn_limit=6)
    state: Match = place_figures(scenario, *figures, M=row(46, 40), B=row(46, enemy)).state
    state = state.replace(turn=turn)
    assert plan_orders(state, "p1", "sharp").get("M") == sharp
    assert plan_orders(state, "p1", "sound").get("M") == sound


@pytest.mark.rule("EE-MELEE-1", "EE-MELEE-3")
def test_a_charge_is_weighed_by_the_odds_of_the_rules() -> None:
    wins = odds.duel_chance(1)
    assert exchange((2,), (1,)) == pytest.approx((float(wins), float(1 - wins)))
    survives = (1 - wins) * odds.duel_chance(-1, 3)  # it beats two dice, then three
    assert exchange((2, 2), (1,)) == pytest.approx((float(1 - survives), float(1 - wins + survives)))
    assert exchange((2,), (1, 1))[0] == pytest.approx(float(wins)), "nobody fights the second"


@pytest.mark.rule("EE-MELEE-3", "EE-ASSAULT-5")
def test_three_gang_up_on_one_and_none_of_them_goes_alone_to_die() -> None:
    """The third rolls four dice against the berserker; one marine alone would nearly always lose."""
    figures = formation("A", "M", "marine-tactical", 3), formation("B", "B", "chaos-berserker")
    for rear, sent in ((row(48, 40, 2), 3), (row(48, 15, 2), 0)):
        places = {"M": [[46, 40], *rear], "B": [[48, 48]]}
        state = to_assault(place_figures(ground(), *figures, **places), M="charge").state
        ready = free_chargers(state, state.formations["M"])
        assert len(list(propose_gangs(state, "M", ready))) == sent
        assert list(propose_runs(state, "M", ready)), "a sound bot sends whoever reaches him"


@pytest.mark.rule("EE-TRANSPORT-1", "EE-WIN-3")
@pytest.mark.parametrize(("enemy", "drives_off"), [(55, True), (95, False)])
def test_an_empty_transport_keeps_out_of_fire_and_takes_no_objective(enemy: int, drives_off: bool) -> None:
    figures = (
        formation("A", "M", "marine-tactical", 5),
        formation("A", "R", "marine-rhino"),
        formation("B", "B", "ork-boy", 5),
    )
    places = {"M": row(46, 20), "R": [[50, 40]], "B": row(46, enemy)}
    state = to_movement(place_figures(ground(objectives=[OBJECTIVE]), *figures, **places)).state
    outlook = survey(state, "p1", "sharp")
    assert set(outlook.goals) == {"M"}
    table = Table(1, state)
    assert any(table.do(move) for move in propose_moves(state, outlook, "R")) == drives_off
    end = whereabouts(table.state, "R")
    assert end is not None
    assert (end[1] < 38) == drives_off


@pytest.mark.rule("EE-TRANSPORT-1", "EE-TRANSPORT-2")
@pytest.mark.parametrize(("enemy", "beside"), [("chaos-berserker", False), ("ork-gretchin", True)])
def test_no_full_transport_is_driven_beside_those_who_would_win_a_charge(enemy: str, beside: bool) -> None:
    figures = (
        formation("A", "M", "marine-tactical", 5),
        formation("A", "R", "marine-rhino"),
        formation("B", "B", enemy, 5),
    )
    objective = {**OBJECTIVE, "at": [50, 80]}
    places: dict[str, list[list[float]]] = {"M": [], "R": [[50, 40]], "B": row(46, 76)}
    state = to_movement(place_figures(ground(objectives=[objective]), *figures, **places)).state
    state = state.with_figures({f"M/{number}": {"aboard": "R/1", "at": None} for number in range(1, 6)})
    table = Table(1, state)
    assert any(table.do(move) for move in propose_moves(state, survey(state, "p1", "sharp"), "R"))
    end = whereabouts(table.state, "R")
    assert end is not None
    assert bool(table.state.passengers("R/1")) == beside
    assert beside or 76 - end[1] >= charge_reach_cm(state, "B") - 1


@pytest.mark.rule("EE-SHOOT-3", "EE-MORALE-1")
def test_fire_breaks_whom_it_can_and_wastes_nothing_on_armour() -> None:
    figures = (
        formation("A", "M", "marine-tactical", 5),
        formation("B", "B", "ork-boy", 6),
        formation("B", "C", "ork-boy", 6),
        formation("B", "W", "marine-land-raider"),
    )
    places = {"M": row(46, 40), "B": row(40, 60, 6), "C": row(54, 60, 6), "W": [[50, 50]]}
    match_session = to_shooting(place_figures(ground(), *figures, **places))
    for broken in "CB":
        go_on(match_session, line("lose", figures=[f"{broken}/1", f"{broken}/2"], why="a test"))
        shots = plan_shots(match_session.state, "M")
        assert len({shot.target for shot in shots}) > 3, "one shot a figure: hits on the dead are lost"
        if broken == "C":
            assert {str(shot.target)[0] for shot in shots} == {"C"}, "one more loss breaks it"


@pytest.mark.rule("EE-DEPLOY-4", "EE-TRANSPORT-1")
def test_who_fights_rides_and_gets_off_to_charge() -> None:
    figures = (
        formation("A", "M", "marine-tactical", 5),
        formation("A", "S", "marine-assault", 5),
        formation("A", "R", "marine-rhino"),
        formation("B", "B", "guard-tactical", 5),
    )
    match_session = place_figures(ground(), *figures, M=row(10, 10), S=[], R=[[50, 40]], B=row(46, 66))
    state: Match = match_session.state
    state = state.with_figures({f"S/{number}": {"aboard": "R/1", "at": None} for number in range(1, 6)})
    assert plan_orders(state, "p1")["S"] == "charge", "10 cm by transport and 20 on foot"
    match_session = to_movement(match_session, S="charge")
    state = match_session.state.with_figures({f"S/{n}": {"aboard": "R/1", "at": None} for n in range(1, 6)})
    table = Table(1, state)
    assert order_of_moves(state, ("M", "S", "R"))[0] == "R"
    assert any(table.do(move) for move in propose_moves(state, survey(state, "p1"), "R"))
    assert not table.state.passengers("R/1")
    there = whereabouts(table.state, "S")
    assert there is not None
    assert there[1] > 46, "they were driven"


@pytest.mark.rule("EE-DEPLOY-4")
def test_at_the_deployment_fighters_get_on_and_shooters_do_not() -> None:
    start = Table(1, place_start())
    while start.state.play.phase == "deployment":
        step(start)
    aboard = {model.formation for model in start.state.figures.values() if model.position.aboard}
    assert aboard == {"S"}


def place_start() -> Match:
    """The deployment of two sides, one with a transport."""
    figures = (
        formation("A", "M", "marine-tactical", 5),
        formation("A", "S", "marine-assault", 5),
        formation("A", "R", "marine-rhino"),
        formation("B", "B", "ork-boy", 5),
    )
    state: Match = play(new(), MARINES, ORKS, *figures, line("start", 3, 5, edges=EDGES)).state
    return state


@pytest.mark.rule("EE-WIN-3")
def test_who_is_nearest_goes_for_an_objective_and_guns_stay_back() -> None:
    objectives = [OBJECTIVE, {"id": "farm", "at": [90, 60], "reach_cm": 5, "worth": 1}]
    figures = [formation("A", id, "marine-tactical", 5) for id in "MNP"]
    guns = formation("A", "D", "marine-devastator", 4)
    places = {"M": row(46, 30), "N": row(80, 30), "P": row(70, 50), "D": row(46, 36, 4), "B": row(46, 100)}
    state: Match = place_figures(
        ground(objectives=objectives), *figures, guns, formation("B", "B", "ork-boy", 5), **places
    ).state
    own = survey(state, "p1").own
    assert {id: goal.id for id, goal in assign_objectives(state, own).items()} == {"M": "hut", "P": "farm", "N": "farm"}


def may_hurt(state: Match, formation: str) -> bool:
    """Whether a figure of a formation has an enemy in range and in sight whom its weapon may destroy."""
    order = state.formations[formation].orders.order or "advance"
    return any(
        shooting.may_fire(state, figure)
        and state.figures[enemy].on_table
        and (gap(state, figure, enemy) or 0.0) <= weapon.range_cm
        and shot_kills(state, weapon, enemy, order) > 0
        and sees(state, figure, enemy)
        for figure in state.standing(formation)
        for weapon in state.troop(figure).weapons
        for enemy in state.enemies(state.side_of(figure))
    )


@pytest.mark.rule("EE-SHOOT-1", "EE-ORDER-6")
@pytest.mark.parametrize("level", ["sound", "sharp"])
def test_no_choice_of_a_whole_match_contradicts_its_reason(level: Level) -> None:
    """Who holds its fire could hurt nobody, and who fires could."""
    seen: Counter[str] = Counter()
    for number in (400_000, 400_001):
        table, bot = strength.begin(number, {"A": level, "B": level}), EpicBot()
        while not table.state.outcome.over:
            state = table.state
            side = bot.seat_to_move(EpicView(), state, None)
            assert side is not None
            move = bot.decide(state, None, side, level, "", f"{number}")
            assert move is not None
            assert move.command is not None
            seen[move.why[0].key] += 1
            if isinstance(move.command, shooting.HoldFire | shooting.Shoot):
                assert may_hurt(state, move.command.formation) == isinstance(move.command, shooting.Shoot), move
            assert table.do(move.command)
    assert seen["no-target"] > 20, seen
    assert seen["shoots"] > 20, seen


# -- points --------------------------------------------------------------------------------


@pytest.mark.rule("EE-ARMY-5")
def test_nothing_better_costs_less_than_something_worse() -> None:
    armies, profiles = library().of_kind("armies"), library().of_kind("profiles")
    points = {f"{a.id}/{f.id}": cost(f, profiles) or 0 for a in armies.values() for f in a.formations}
    better = better_formations(armies.values(), profiles, library().of_kind("weapons"))
    assert ("space-marines/assault", "space-marines/scouts") in better
    assert ("orks/boss", "orks/nobz") in better, "a Warboss in place of a Nob"
    assert ("space-marines/devastator", "space-marines/tactical") not in better, "they fight worse"
    assert [pair for pair in better if points[pair[0]] < points[pair[1]]] == []


@pytest.mark.rule("EE-ARMY-5")
def test_no_better_figure_costs_less_than_a_worse_one() -> None:
    armies, profiles, weapons = (library().of_kind(kind) for kind in ("armies", "profiles", "weapons"))
    squads = [(a, f.figures[0], f.points) for a in armies.values() for f in a.formations if len(f.figures) == 1]
    pairs = [
        (squad.profile, price / squad.n, worse.profile, less / worse.n)
        for army, squad, price in squads
        for other, worse, less in squads
        if army.morale <= other.morale
        and army.strategic >= other.strategic
        and squad.profile != worse.profile
        and is_as_good(profiles[squad.profile], profiles[worse.profile], weapons)
    ]
    assert ("marine-tactical", "eldar-guardian") in {(pair[0], pair[2]) for pair in pairs}
    assert [pair for pair in pairs if pair[1] < pair[3]] == []


def test_fitted_points_keep_that_order() -> None:
    better = [("a/y", "a/x"), ("a/z", "a/y")]
    assert raise_better({"a/x": 3.0, "a/y": 1.0, "a/z": 2.0}, better) == {"a/x": 3.0, "a/y": 3.0, "a/z": 3.0}
    # Games in which y never helps: alone they would make it the cheaper one.
    games = [((("a/x",) * 5 + ("a/y",) * n), ("b/x",) * (5 - n % 2), float(n % 2)) for n in range(4)] * 40
    listed = dict.fromkeys(("a/x", "a/y", "a/z", "b/x"), 10.0)
    free, held = fit_totals(games, listed), fit_totals(games, listed, better)
    assert held["a/x"] <= held["a/y"] <= held["a/z"]
    assert free != held
