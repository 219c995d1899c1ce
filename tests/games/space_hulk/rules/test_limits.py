"""How far and how often: ranges, points and numbers exactly at their limits."""

from typing import Any

import pytest

from q40k.games.space_hulk.rules.movement.steps import facing_after
from q40k.games.space_hulk.state.blips import count_waiting, is_marine_near_entry
from q40k.games.space_hulk.state.conversion import count_unplaceable, facing_towards_marine, free_name
from q40k.games.space_hulk.state.match import Aim, Conversion, Match
from q40k.games.space_hulk.state.movement.steps import turn_cost
from q40k.games.space_hulk.state.places import adjacent_marine, range_between, sees
from q40k.games.space_hulk.state.shooting.aim import can_fire, in_watched_range, plan_shot, sustained_bonus, watchers
from q40k.games.space_hulk.state.sight import threatened_squares, watched_squares
from q40k.games.space_hulk.state.turn import CounterDrawn, call_times, points_left, public_points_left, turn_seconds
from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused
from tests.games.scripted import Line, go_on, json_state, line, log_sentences
from tests.games.space_hulk.playing import new, play, put, ready, to_stealers
from tests.games.space_hulk.rules.test_hindrance import hall

CORRIDOR = ["." * 20]
EAST = {"entries": [{"id": "E1", "square": "T1", "side": "E"}, {"id": "W1", "square": "A1", "side": "W"}]}


def laid_out(rows: list[str]) -> Line:
    """A match on these rows; the corridor has entries."""
    return hall(rows, **EAST) if rows == CORRIDOR else hall(rows)


def state_of(rows: list[str], *lines: Any, **places: str) -> Match:
    state: Match = play(laid_out(rows), *put(**places), *lines).session.state
    return state


def begin_match(rows: list[str], *lines: Any, **places: str) -> MatchSession:
    """A match on these rows in the marine action phase."""
    return play(laid_out(rows), *put(**places), *lines, line("start"), line("draw"))


def try_line(match: MatchSession, command: Any) -> str | None:
    """The rule that refuses a line; None once it is done."""
    try:
        go_on(match, command)
    except LineRefused as refused:
        return refused.rule
    return None


@pytest.mark.rule("SH-LIB-8", "SH-LIB-9", "SH-BOARD-5", "SH-BOARD-6")
@pytest.mark.parametrize(
    ("power", "places", "arguments", "rule"),
    [
        ("force-barrier", {}, {"at": "M1"}, None),  # twelve squares
        ("force-barrier", {}, {"at": "N1"}, "SH-LIB-8"),
        ("psychic-storm", {"S1": "G1 W"}, {"target": "S1"}, None),  # six squares
        ("psychic-storm", {"S1": "H1 W"}, {"target": "S1"}, "SH-LIB-9"),
    ],
)
def test_how_far_powers_reach(power: str, places: dict[str, str], arguments: dict[str, str], rule: str | None) -> None:
    match = begin_match(CORRIDOR, Libra="A1 W", **places)
    answers = (1,) if power == "psychic-storm" and rule is None else ()
    assert try_line(match, line("power", *answers, who="Libra", power=power, **arguments)) == rule
    cost = {"force-barrier": 2, "psychic-storm": 3}[power]
    assert match.state.marines["Libra"].arms.psi == (20 if rule else 20 - cost)


@pytest.mark.rule("SH-LIB-2", "SH-LIB-7", "SH-LIB-9")
@pytest.mark.parametrize(
    ("psi", "power", "rule"),
    [
        (1, "prescience", None),
        (0, "prescience", "SH-LIB-2"),
        (2, "force-barrier", None),
        (1, "force-barrier", "SH-LIB-2"),
        (3, "psychic-storm", None),
        (2, "psychic-storm", "SH-LIB-2"),
    ],
)
def test_what_powers_cost(psi: int, power: str, rule: str | None) -> None:
    match = begin_match(CORRIDOR, Libra="A1 W", S1="C1 W")
    go_on(match, line("set", who="Libra", psi=psi), line("spend", points=2))
    arguments = {"prescience": {}, "force-barrier": {"at": "B1"}, "psychic-storm": {"target": "S1"}}[power]
    answers = (2,) if power == "psychic-storm" and rule is None else ()
    assert try_line(match, line("power", *answers, who="Libra", power=power, **arguments)) == rule
    if rule is None:
        assert match.state.marines["Libra"].arms.psi == 0
        assert match.state.counter.spent == (1 if power == "prescience" else 2)
        assert match.state.stealers["S1"].present is (power != "psychic-storm"), "2+ destroys one target"


@pytest.mark.rule("SH-FLAMER-2", "SH-FLAMER-5", "SH-AP-5")
@pytest.mark.parametrize(("square", "rule"), [("M1", None), ("N1", "SH-FLAMER-2")])
def test_a_flamer_reaches_twelve_squares(square: str, rule: str | None) -> None:
    match = begin_match(CORRIDOR, Flame="A1 E")
    assert try_line(match, line("flame", *((1,) if rule is None else ()), who="Flame", square=square)) == rule
    marine = match.state.marines["Flame"]
    assert (marine.arms.ammo, marine.acts.ap) == ((6, 4) if rule else (5, 2))


@pytest.mark.rule("SH-OVERWATCH-2", "SH-OVERWATCH-3", "SH-JAM-3", "SH-CANNON-2")
def test_overwatch_reaches_twelve_squares_straight_ahead() -> None:
    state = state_of(CORRIDOR, line("set", who="Bolt1", overwatch=True), Bolt1="A1 E", S1="M1 W", S2="N1 W")
    bolt = state.marines["Bolt1"]
    assert [in_watched_range(state, bolt, target) for target in ("S1", "S2", "M1", "N1")] == [True, False, True, False]
    assert (range_between(state, "Bolt1", "S1"), range_between(state, "Bolt1", "Bolt1")) == (12, 0)
    assert (watchers(state, "S1"), watchers(state, "S2")) == (("Bolt1",), ())
    alone = state_of(CORRIDOR, line("set", who="Bolt1", overwatch=True), Bolt1="D1 E")
    assert sorted(watched_squares(alone)) == [(1, x, 0) for x in range(4, 16)]
    jammed = state_of(CORRIDOR, line("set", who="Bolt1", overwatch=True, jammed=True), Bolt1="D1 E", S1="F1 W")
    assert (watched_squares(jammed), watchers(jammed, "S1")) == (frozenset(), ())
    idle = state_of(CORRIDOR, Bolt1="D1 E", S1="F1 W")
    assert (watched_squares(idle), watchers(idle, "S1")) == (frozenset(), ())


@pytest.mark.rule("SH-AP-1", "SH-AP-5", "SH-DOOR-2")
def test_squares_that_stealers_threaten_by_the_points_they_have() -> None:
    match = begin_match(CORRIDOR, Bolt1="A1 E", S1="T1 W", S2="K1 W")
    assert sorted(x for _level, x, _y in threatened_squares(match.state)) == list(range(4, 20))
    to_stealers(match)
    go_on(match, line("step", who="S2", to="J1"), line("step", who="S2", to="I1"))
    assert min(threatened_squares(match.state))[1] == 4, "four points are left to the active one"
    go_on(match, line("activate", who="S1"))
    squares = threatened_squares(match.state)
    assert sorted(x for _level, x, _y in squares) == [8, *range(13, 20)], "S2 is done, and stays where it is"


@pytest.mark.rule(
    "SH-SUSTAIN-1",
    "SH-SUSTAIN-2",
    "SH-SUSTAIN-3",
    "SH-SUSTAIN-5",
    "SH1-SUSTAIN-2",
    "SH1-SUSTAIN-3",
    "SH-ALPHA-3",
    "SH-DOOR-5",
)
def test_what_sustained_fire_takes_off_the_number_needed() -> None:
    match = ready(Bolt1="D4 E", Cannon="C4 E", S1="F4 W", Alpha="G4 W")
    first = ready(new(edition="1"), Bolt1="D4 E", S1="F4 W")

    def off(state: Match, misses: int, how: Any = "standing", at: str = "S1") -> int:
        aimed = state.with_marine("Bolt1", aim=Aim(at, misses))
        return sustained_bonus(aimed, aimed.marines["Bolt1"], "S1", how)

    assert [off(match.state, n) for n in (0, 1, 2, 5)] == [0, 1, 1, 1]
    assert [off(first.state, n) for n in (0, 1, 2, 3, 4, 9)] == [0, 1, 2, 3, 3, 3]
    assert [off(match.state, 1, how) for how in ("moving", "overwatch")] == [0, 1]
    assert [off(first.state, 1, how) for how in ("moving", "overwatch")] == [0, 0]
    assert off(match.state, 1, at="S2") == 0
    state = match.state
    plans = {
        (who, target): plan_shot(state, state.marines[who], target, "standing")
        for who in ("Bolt1", "Cannon")
        for target in ("S1", "Alpha", "H4")
    }
    assert {key: (shot.needs, shot.hits, shot.door, shot.bonus) for key, shot in plans.items()} == {
        ("Bolt1", "S1"): (6, 1, False, 0),
        ("Bolt1", "Alpha"): (6, 2, False, 0),
        ("Bolt1", "H4"): (6, 1, True, 0),
        ("Cannon", "S1"): (5, 1, False, 0),
        ("Cannon", "Alpha"): (5, 2, False, 0),
        ("Cannon", "H4"): (5, 1, True, 0),
    }
    assert [can_fire(state.marines[who]) for who in ("Bolt1", "Cannon")] == [True, True]
    assert not can_fire(state.with_marine("Cannon", ammo=0).marines["Cannon"])
    assert not can_fire(state.with_marine("Bolt1", jammed=True).marines["Bolt1"])


@pytest.mark.rule("SH-ENTRY-5", "SH-BOARD-7")
@pytest.mark.parametrize(("at", "waits"), [("T1", True), ("N1", True), ("M1", False)])
def test_a_marine_six_squares_from_the_first_one_makes_reinforcements_wait(at: str, waits: bool) -> None:
    match = to_stealers(begin_match(CORRIDOR, Bolt1=f"{at} W"))
    assert is_marine_near_entry(match.state, "E1") is waits
    go_on(match, line("blip", name="B1", entry="E1"))
    assert match.state.blips["B1"].lurking.held is waits
    assert not is_marine_near_entry(match.state, "NOWHERE")


@pytest.mark.rule("SH-ENTRY-1", "SH-ENTRY-4")
def test_three_blips_wait_at_an_entry_and_no_more_come_than_the_mission_brings() -> None:
    match = to_stealers(begin_match(CORRIDOR, Bolt1="J1 W"))
    for number in (1, 2, 3):
        go_on(match, line("blip", name=f"B{number}", entry="E1"))
    assert (count_waiting(match.state, "E1"), count_waiting(match.state, "W1")) == (3, 0)
    assert try_line(match, line("blip", name="B4", entry="E1")) == "SH-ENTRY-4"
    assert try_line(match, line("blip", name="B4", entry="W1")) is None
    few = hall(CORRIDOR, **EAST)
    few["mission_data"] = few["mission_data"] | {"blips_per_turn": 2}
    match = play(few, *put(Bolt1="J1 W"), line("start"), line("draw"), line("end-turn"))
    go_on(match, line("blip", name="B1", entry="E1"), line("blip", name="B2", entry="E1"))
    assert try_line(match, line("blip", name="B3", entry="W1")) == "SH-ENTRY-1"


@pytest.mark.rule("SH-CONVERT-6", "SH1-BOX-2", "SH1-ENTRY-4")
@pytest.mark.parametrize(
    ("edition", "board", "waiting", "stealers_left", "lost"),
    [
        ("4", 20, 0, 3, 1),
        ("4", 19, 0, 3, 0),
        ("4", 22, 0, 1, 1),
        ("4", 0, 5, 3, 0),
        ("1", 18, 0, 3, 1),
        ("1", 17, 0, 3, 0),
        ("1", 0, 1, 3, 1),
        ("1", 0, 3, 2, 2),
        ("1", 0, 0, 3, 0),
    ],
)
def test_stealers_for_which_there_is_no_figure_or_no_room_are_lost(
    edition: str, board: int, waiting: int, stealers_left: int, lost: int
) -> None:
    lay_out = hall(CORRIDOR, **EAST) | {"edition": edition}
    match = play(lay_out, *put(Bolt1="A1 W", B1="B1"), line("start"), line("draw"), line("end-turn"))
    go_on(match, line("blip", name="B2", entry="E1"))
    state = match.state
    pattern = play(lay_out, *put(Bolt1="A1 W", S1="C1 W")).state.stealers["S1"]
    crowd = {f"S{n}": pattern.replace(id=f"S{n}") for n in range(1, board + 1)}
    crowd |= {f"W{n}": pattern.replace(id=f"W{n}", entry="E1", at=None) for n in range(waiting)}
    state = state.replace(stealers=crowd)
    assert count_unplaceable(state, Conversion("B2", None, left=stealers_left)) == lost
    assert count_unplaceable(state, Conversion("B2", None, left=1, alpha=True)) == 0, "the Alpha has its own figure"


@pytest.mark.rule("SH-CONVERT-4", "SH-CONVERT-10")
def test_a_stealer_faces_the_nearest_marine_unless_it_is_said_otherwise() -> None:
    state = state_of(["....."] * 5, Bolt1="A1 E", Bolt2="E4 E")
    assert [facing_towards_marine(state, (1, x, y)) for x, y in ((0, 2), (1, 0), (4, 2), (3, 3), (4, 4), (2, 3))] == [
        "S",
        "W",
        "N",
        "E",
        "S",
        "E",
    ]
    assert facing_towards_marine(state, (1, 4, 2), state.marines["Bolt1"]) == "W"
    assert facing_towards_marine(state, (1, 0, 0), state.marines["Bolt1"]) == "N", "on its own square"
    assert facing_towards_marine(state_of(CORRIDOR), (1, 3, 0)) == "N", "nobody is there"


@pytest.mark.rule("SH-BOARD-1")
def test_a_new_stealer_has_the_next_free_number() -> None:
    state = state_of(CORRIDOR, Bolt1="A1 E", S1="C1 W", S4="D1 W")
    assert (free_name(state, alpha=False), free_name(state, alpha=True)) == ("S3", "Alpha")
    three = state_of(CORRIDOR, S1="C1 W", S3="D1 W", Alpha="E1 W")
    assert (free_name(three, alpha=False), free_name(three, alpha=True)) == ("S4", "S4")


@pytest.mark.rule("SH-AP-5", "SH-AP-6", "SH-MOVE-3", "SH1-AP-5", "SH1-MOVE-3")
def test_what_a_turn_costs_and_where_it_leads() -> None:
    assert [facing_after(how, "E") for how in ("left", "right", "around", "N", "W", "E")] == [
        ("N", 1),
        ("S", 1),
        ("W", 2),
        ("N", 1),
        ("W", 2),
        ("E", 0),
    ]
    assert [facing_after(how, None) for how in ("left", "around", "S")] == [(None, 1), (None, 2), ("S", 1)]
    fourth, first = (ready(new(edition=id), Bolt1="D4 E", S1="K4 W").state for id in ("4", "1"))
    assert [turn_cost(fourth.stealers["S1"], fourth, n) for n in (1, 2)] == [1, 1]
    assert [turn_cost(first.stealers["S1"], first, n) for n in (1, 2)] == [0, 1]
    turned = first.with_stealer("S1", turns=1)
    assert [turn_cost(turned.stealers["S1"], turned, n) for n in (1, 2)] == [1, 1]
    assert (turn_cost(fourth.marines["Bolt1"], fourth, 1), turn_cost(first.marines["Bolt1"], first, 2)) == (1, 2)


@pytest.mark.rule("SH-BLIP-6", "SH-BOARD-8", "SH-LOS-1", "SH-LOS-6", "SH1-LOS-1")
def test_who_is_adjacent_and_who_is_seen() -> None:
    state = state_of(["....."] * 5, Bolt1="C3 N", S1="C4 S", S2="B3 W", S3="D4 W", S4="B2 N")
    near = [(x, y) for x in range(5) for y in range(5) if adjacent_marine(state, (1, x, y)) is not None]
    assert near == [(x, y) for x in (1, 2, 3) for y in (1, 2, 3)]
    bolt = state.marines["Bolt1"]
    assert [sees(state, bolt, who) for who in ("S1", "S2", "S3", "S4")] == [True, False, True, False]
    lay_out = hall(["....."] * 5) | {"edition": "1"}
    first: Match = play(lay_out, *put(Bolt1="C3 N", S1="C4 S", S2="D3 W", S4="B2 N")).session.state
    bolt = first.marines["Bolt1"]
    assert [sees(first, bolt, who) for who in ("S1", "S2", "S4")] == [True, True, False], "its own row also"
    assert [sees(first, bolt, who, to_fire=True) for who in ("S1", "S2")] == [True, False]


@pytest.mark.rule("SH-CP-1", "SH-CP-4", "SH-CP-6", "SH-LIB-7")
def test_how_many_points_are_left() -> None:
    match = ready(cp=4, Bolt1="D4 E")
    go_on(match, line("spend", points=3))
    assert (points_left(match.session.state), public_points_left(match.session.state)) == (1, 3)
    hidden = ready(Bolt1="D4 E")
    go_on(hidden, line("spend", points=5))
    assert (points_left(hidden.session.state), public_points_left(hidden.session.state)) == (None, 1)
    assert try_line(hidden, line("spend", points=2)) == "SH-CP-1"
    go_on(hidden, line("spend", points=1))
    assert public_points_left(hidden.session.state) == 0


@pytest.mark.rule("SH-CP-6", "SH-SECRET-2", "SH-REACT-7")
def test_nothing_public_tells_a_counter_that_lies_face_down() -> None:
    """Whatever the counter shows, the same inputs are accepted and refused, and the same windows open."""
    seen = []
    for value in (1, 3, 6):
        match = ready(cp=value, doors="H4", Bolt1="G4 E", S1="K4 W")
        refused = [try_line(match, line("spend", points=points)) for points in (5, 2)]
        go_on(match, line("end-turn"), line("step", who="S1", to="J4"))
        seen.append((refused, match.state.window, json_state(match)["asks"]))
    assert seen[0][1] is not None
    assert seen[1:] == seen[:1] * 2


@pytest.mark.rule("SH-CP-6", "SOLO-TURN-4")
def test_an_open_counter_refuses_more_than_it_shows() -> None:
    match = ready(new(cp="app", solo=True), cp=4, Bolt1="D4 E")
    go_on(match, line("spend", points=3))
    assert public_points_left(match.session.state) == 1
    assert try_line(match, line("spend", points=2)) == "SH-CP-6"


@pytest.mark.rule("SH-TIMER-1", "SH-TIMER-4", "SH-TIMER-6", "SH1-TIMER-4", "SH1-TIMER-7")
def test_how_long_the_sand_runs_and_when_it_is_called() -> None:
    off, fourth = new(), new(timer=180)
    assert turn_seconds(ready(off, Bolt1="D4 E").state) is None
    assert turn_seconds(ready(fourth, Bolt1="D4 E").state) == 180
    assert call_times(ready(fourth, Bolt1="D4 E").state)[0] == 120
    first = ready(new(edition="1", timer=180), Sarge1="D4 E", Sarge2="C4 E").state
    lone = ready(new(edition="1", timer=180), Sarge1="D4 E", Bolt1="C4 E").state
    none = ready(new(edition="1", timer=180), Bolt1="C4 E").state
    assert [turn_seconds(state) for state in (first, lone, none)] == [180, 150, 120]
    assert turn_seconds(ready(new(edition="1", timer=180), Sarge1="D4 E", Sarge2="C4 E", Sarge3="B4 E").state) == 180


@pytest.mark.rule("SH-AP-1", "SH-AP-5", "SH-CP-7", "SH-CP-9")
def test_an_action_is_paid_in_points_of_both_kinds_and_never_in_too_many() -> None:
    match = begin_match(CORRIDOR, Bolt1="A1 E")
    for to in ("B1", "C1", "D1"):
        go_on(match, line("step", who="Bolt1", to=to))
    assert try_line(match, line("step", who="Bolt1", dir="backward")) == "SH-AP-1", (
        "one point is left, and it costs two"
    )
    assert try_line(match, line("step", who="Bolt1", dir="backward", cp=3)) == "SH-CP-9"
    go_on(match, line("step", who="Bolt1", dir="backward", cp=1))
    assert (match.state.marines["Bolt1"].acts.ap, match.state.counter.spent) == (0, 1)
    go_on(match, line("turn", who="Bolt1", facing="N", cp=1))
    assert (match.state.counter.spent, json_state(match)["marines"]["Bolt1"]["facing"]) == (2, "N")
    assert try_line(match, line("turn", who="Bolt1", facing="E")) == "SH-AP-1"


@pytest.mark.rule("SH-CP-4")
def test_spending_no_points_is_told_and_spending_some_is_not_doubted() -> None:
    match = ready(Bolt1="D4 E")
    before = len(log_sentences(match))
    go_on(match, line("spend", points=0))
    assert len(log_sentences(match)) == before + 1
    go_on(match, line("spend", points=2))
    assert match.session.state.counter.spent == 2
    assert len(log_sentences(match)) == before + 2


@pytest.mark.rule("SH-DOOR-2", "SH-DOOR-3", "SH-DOOR-4", "SH-DOOR-5")
@pytest.mark.parametrize(
    ("who", "rule"),
    [
        ({"Bolt1": "A2 E"}, None),
        ({"Bolt1": "A3 E"}, None),
        ({"Bolt1": "A1 E"}, None),  # the three front squares
        ({"Bolt1": "A2 N"}, "SH-DOOR-2"),
        ({"Bolt1": "A2 W"}, "SH-DOOR-2"),
        ({"Bolt1": "B1 E"}, "SH-DOOR-2"),
        ({"Bolt1": "B1 N"}, None),
        ({"Bolt1": "D2 W"}, "SH-DOOR-2"),
    ],
)
def test_a_door_is_opened_from_where_it_lies_in_front(who: dict[str, str], rule: str | None) -> None:
    (place,) = who.values()
    match = begin_match(["....", ".D..", "...."], Bolt1=place)
    assert try_line(match, line("door", who="Bolt1", at="B2")) == rule
    assert match.state.doors["B2"] == ("closed" if rule else "open")
    assert match.state.marines["Bolt1"].acts.ap == (4 if rule else 3)
    if rule is None:
        assert try_line(match, line("door", who="Bolt1", at="B2")) is None
        assert match.state.doors["B2"] == "closed"


@pytest.mark.rule("SH-FLAMER-3", "SH-FLAMER-6", "SH-FIRE-3", "SH-CANNON-7")
def test_what_burns_and_what_survives() -> None:
    for die, dead in ((1, False), (2, True)):
        match = begin_match(["......", "......"], Flame="A1 E", S1="E1 W", Alpha="F1 W")
        go_on(match, line("flame", 1, die, who="Flame", target="S1"))
        assert match.state.stealers["S1"].present is not dead
        assert (match.state.stealers["Alpha"].present, match.state.marines["Flame"].present) == (True, True)
    go_on(match, line("end-turn"))
    assert match.state.fires != {}
    go_on(match, line("end-turn"), line("end-phase", 3))
    assert match.state.fires == {}


@pytest.mark.rule("SH-LADDER-4", "SH-FIRE-3")
@pytest.mark.parametrize(("die", "dies"), [(1, False), (2, True)])
def test_a_step_through_the_fire_is_survived_on_a_1(die: int, dies: bool) -> None:
    match = begin_match(["......", "......"], Flame="A1 E", S1="E1 W")
    go_on(match, line("flame", 1, 1, who="Flame", target="S1"), line("end-turn"))
    go_on(match, line("step", die, who="S1", to="D1"))
    assert match.state.stealers["S1"].present is not dies


@pytest.mark.rule("SH-FLAMER-2")
def test_a_marines_own_square_is_not_aimed_at_though_his_section_may_burn() -> None:
    match = begin_match(["......"], Flame="A1 E", Bolt1="C1 E", S1="E1 W")
    assert try_line(match, line("flame", who="Flame", square="C1")) == "SH-FLAMER-2"
    assert try_line(match, line("flame", 1, 1, 1, who="Flame", square="B1")) is None


@pytest.mark.rule("SH-CP-2", "SH-CP-3")
def test_only_the_second_counter_is_drawn_again() -> None:
    match = play(new(cp="app"), *put(Sword="D4 E"), line("start"), line("draw", 2, True, 5))
    drawn = [event for entry in match.lines() for event in entry.events if isinstance(event, CounterDrawn)]
    assert [event.again for event in drawn] == [False, True]
    assert match.session.state.counter.drawn == 5
    kept = play(new(cp="app"), *put(Sword="D4 E"), line("start"), line("draw", 2, False))
    assert kept.session.state.counter.drawn == 2
