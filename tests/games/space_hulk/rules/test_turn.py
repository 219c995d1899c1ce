"""The turn: points, timer, activation, the end phase, victory."""

from __future__ import annotations

import pytest

from tests.games.scripted import Line, go_on, json_state, line, log_sentences, refusal_rule
from tests.games.space_hulk.playing import marine, new, next_turn, play, put, ready, stealer, to_stealers


@pytest.mark.rule("SH-TURN-1", "SH-TURN-2", "SH-TURN-3", "SH-TURN-4", "SH1-TURN-1", "SH1-TURN-2")
def test_the_phases_in_their_order() -> None:
    for edition, timer in (("4", "marine-action"), ("1", "marine-command")):
        first = new(edition=edition)
        first["options"] = {}
        match = play(first, *put(Bolt1="E4 E"), line("start"))
        phases, running = [], []
        for command in (None, line("draw"), line("end-turn"), line("end-turn"), line("end-phase", 3)):
            go_on(match, *([command] if command else []))
            phases.append(json_state(match)["phase"])
            running.append(match.state.timer.length is not None)
        assert phases == ["marine-command", "marine-action", "stealer-reinforcement", "end", "marine-command"]
        assert phases[running.index(True)] == timer
        assert running[2:4] == [False, False], "the stealer player has all the time in the world"
        assert json_state(match)["turn"] == 2
    assert refusal_rule(match, line("end-phase")) == "SH-TURN-1"


@pytest.mark.rule("SH-TIMER-1", "SH-TIMER-2", "SH-TIMER-4", "SH-SERGEANT-3", "SH1-TIMER-2")
def test_the_timer_has_its_length() -> None:
    match = play(
        line("new", game="space-hulk", mission="airlock-nine", seed=7),
        *put(Sword="E4", Bolt1="D4", Bolt2="C4"),
        line("start"),
        line("draw"),
        line("kill", who="Sword"),
    )
    assert json_state(match)["seconds"] == 180
    clock = match.game.view.clock(match.state)
    assert clock is not None
    assert (clock.is_running, clock.part_limit) == (True, 180.0)
    go_on(match, line("end-turn"), line("end-turn"), line("end-phase", 2), line("draw"))
    assert json_state(match)["seconds"] == 180, "the loss of a sergeant costs no time"
    first = play(line("new", game="space-hulk", edition="1", seed=7))
    assert first.state.options.timer == 180


@pytest.mark.rule("SH1-TIMER-7", "SH-TIMER-6")
def test_the_passing_time_is_called() -> None:
    for options, expected in (
        ({}, (120, 60, 45, 30, 15)),
        ({"novice": True}, (180, 120, 60, 45, 30, 15)),
        ({"timer": 300}, (240, 180, 120, 60, 45, 30, 15)),
        ({"timer": 181}, (180, 120, 60, 45, 30, 15)),
    ):
        first = line("new", game="space-hulk", edition="1", seed=7, options=options)
        match = play(first, line("marine", name="X", unit="terminator-bolter"), line("start"))
        clock = match.game.view.clock(match.state)
        assert clock is not None
        assert (clock.call_times, clock.hurry) == (expected, (60, 15))


@pytest.mark.rule("SH-TIMER-3", "SH-TIMER-5", "SH1-TIMER-3")
def test_when_the_sand_has_run_out_only_what_was_begun_is_finished() -> None:
    match = ready(Bolt1="E4 E", S1="K4 W")
    go_on(match, line("time-up", begun=True))
    assert (json_state(match)["phase"], json_state(match)["finishing"]) == ("marine-action", True)
    go_on(match, line("step", who="Bolt1", to="F4"))
    assert json_state(match)["phase"] == "stealer-reinforcement"
    other = ready(Bolt1="E4 E", S1="K4 W")
    go_on(other, line("time-up", begun=False))
    assert json_state(other)["phase"] == "stealer-reinforcement"
    assert refusal_rule(other, line("step", who="Bolt1", to="F4")) == "SH-TURN-1"
    third = ready(Bolt1="E4 E", S1="K4 W")
    go_on(third, line("time-up", begun=True), line("turn", who="S1", facing="N"))
    assert json_state(third)["phase"] == "stealer-action", "what was begun had been entered already"


@pytest.mark.rule("SH-TIMER-3", "SH-TIMER-5")
def test_what_is_entered_late_is_asked_about_once() -> None:
    for has_begun, facing, ap in ((True, "N", 3), (False, "E", 4)):
        match = play(
            line("new", game="space-hulk", mission="airlock-nine", seed=7),
            *put(Bolt1="D4"),
            line("start"),
            line("draw", clock=10),
            line("turn", has_begun, who="Bolt1", facing="N", clock=195),
        )
        shown = marine(match, "Bolt1")
        assert (shown["facing"], shown["ap"]) == (facing, ap)
        assert json_state(match)["phase"] == "stealer-reinforcement"


@pytest.mark.rule("SH-TIMER-3", "SH-TIMER-5", "SH1-TIMER-4")
def test_the_time_is_up_at_the_last_second_and_there_is_at_least_one() -> None:
    begun = (
        line("new", game="space-hulk", mission="airlock-nine", seed=7),
        *put(Bolt1="D4"),
        line("start"),
        line("draw", clock=10),
    )
    turn = line("turn", who="Bolt1", facing="N")
    in_time = play(*begun, turn | {"clock": 189})
    assert json_state(in_time)["phase"] == "marine-action"
    late = play(*begun, turn | {"clock": 190, "answers": [False]})
    assert json_state(late)["phase"] == "stealer-reinforcement"
    short = ready(new(edition="1", timer=30), Bolt1="D4 E")
    assert short.state.timer.length == 1, "a minute less for two sergeants would leave nothing"


@pytest.mark.rule("SH-TIMER-3", "SH-LIB-5")
def test_a_power_ends_with_the_marine_turn_too() -> None:
    opening = (
        line("new", game="space-hulk", mission="airlock-nine", seed=7),
        *put(Libra="D4", S1="G4 W"),
        line("start"),
        line("draw", clock=10),
    )
    storm = {"who": "Libra", "power": "psychic-storm", "target": "S1"}
    for answers, kills in (((True, 6), 1), ((False,), 0)):
        match = play(*opening, line("power", *answers, clock=195, **storm))
        assert (json_state(match)["kills"], json_state(match)["phase"]) == (kills, "stealer-reinforcement")
    bell = play(*opening, line("time-up", begun=True), line("power", 6, **storm))
    assert json_state(bell)["phase"] == "stealer-reinforcement", "that was what had been begun"


@pytest.mark.rule("SH-TIMER-6")
def test_the_clock_is_paused_for_a_reason_and_undo_gives_time_back() -> None:
    match = play(
        line("new", game="space-hulk", mission="airlock-nine", seed=7),
        *put(Bolt1="D4"),
        line("start"),
        line("draw", clock=10),
        line("turn", who="Bolt1", facing="N", clock=40),
    )
    assert match.state.timer.gone == 40
    go_on(match, line("pause", why="the doorbell", clock=50))
    clock = match.game.view.clock(match.state)
    assert clock is not None
    assert (clock.is_paused, clock.is_running, match.state.timer.held) == (True, False, "the doorbell")
    go_on(match, line("pause", clock=50))
    assert match.state.timer.held is None
    go_on(match, line("undo"), line("undo"))
    assert match.state.timer.gone == 40
    off = ready(Bolt1="D4")
    assert refusal_rule(off, line("pause")) == "SH-TIMER-6"


@pytest.mark.rule("SH-TIMER-5")
def test_in_haste_what_is_unclear_is_taken_and_marked() -> None:
    match = ready(Bolt1="E4 E", S1="K6 S")
    assert refusal_rule(match, line("shoot", 1, 1, who="Bolt1", target="S1")) == "SH-SHOOT-1"
    go_on(match, line("shoot", 1, 1, who="Bolt1", target="S1", hasty=True))
    assert json_state(match)["doubts"] == [["not-in-sight", "Bolt1"]]
    for _ in range(4):
        go_on(match, line("turn", who="Bolt1", facing="left", hasty=True))
    short = "In haste, to be settled (SH-AP-1): Bolt1 has 0 AP left; this costs 1."
    assert short in log_sentences(match)
    go_on(match, line("settle"))
    assert json_state(match)["doubts"] == []
    assert refusal_rule(match, line("settle")) == "SH-TIMER-5"


@pytest.mark.rule("SH-CP-1", "SH-CP-4", "SH-CP-5", "SH-CP-6", "SH-END-2", "SH-WIN-2", "SH1-CP-1")
def test_points_are_counted_and_overspending_loses() -> None:
    match = ready(Bolt1="E4 E", Bolt2="D4 E")
    go_on(match, *(line("turn", who="Bolt1", facing="right", cp=1) for _ in range(3)))
    assert json_state(match)["cp_spent"] == 3
    go_on(match, line("spend", points=3))
    seventh = line("turn", who="Bolt1", facing="right", cp=1)
    assert refusal_rule(match, seventh) == "SH-CP-1"
    go_on(match, line("undo"), line("end-turn"), line("end-turn"), line("end-phase", 3))
    assert (json_state(match)["turn"], json_state(match)["cp_spent"], json_state(match)["winner"]) == (2, 0, None)
    for edition in ("4", "1"):
        lost = ready(new(edition=edition), Bolt1="E4 E", Bolt2="D4 E")
        go_on(lost, *(line("turn", who="Bolt1", facing="right", cp=1) for _ in range(3)))
        go_on(lost, line("end-turn"), line("end-turn"), line("end-phase", 2))
        assert (json_state(lost)["winner"], json_state(lost)["phase"]) == (["stealer"], "over")


@pytest.mark.rule("SH-CP-6", "SH-CP-4")
def test_more_than_the_counter_shows_is_refused_however_it_is_spent() -> None:
    match = ready(new(cp="app", solo=True), cp=1, Bolt1="E4 E")
    go_on(match, line("turn", who="Bolt1", facing="right", cp=1))
    again = line("turn", who="Bolt1", facing="right", cp=1)
    assert refusal_rule(match, again) == "SH-CP-6"
    assert refusal_rule(match, again | {"hasty": True}) == "SH-CP-6", "it would lose the game"
    assert refusal_rule(match, line("spend", points=1)) == "SH-CP-6", "in the ledger too"
    hidden = ready(cp=1, Bolt1="E4 E")
    go_on(hidden, line("spend", points=1), line("spend", points=1))
    go_on(hidden, line("end-turn"), line("end-turn"), line("end-phase"))
    assert json_state(hidden)["winner"] == ["stealer"], "nobody is told before the end phase"
    table = ready(Bolt1="E4 E")
    go_on(table, line("spend", points=5))
    assert refusal_rule(table, line("spend", points=2)) == "SH-CP-1", "no counter shows seven"


@pytest.mark.rule("SH1-CP-3", "SH1-CP-4", "SH1-CP-7")
def test_the_first_edition_draws_once_and_mixes_points() -> None:
    match = play(new(edition="1", cp="app"), *put(Sarge="E4 E"), line("start"), line("draw", 3))
    assert json_state(match)["phase"] == "marine-action", "a sergeant makes no difference"
    go_on(match, line("overwatch", who="Sarge", cp=1))
    assert (marine(match, "Sarge")["ap"], json_state(match)["cp_spent"]) == (3, 1)
    assert refusal_rule(match, line("overwatch", who="Sarge")) == "SH-OVERWATCH-1", "he is on it already"


@pytest.mark.rule("SH-CP-7", "SH-CP-9", "SH-CP-10", "SH-AP-5", "SH-AP-7")
def test_what_points_pay_for() -> None:
    match = ready(Bolt1="E4 E", Libra="D4 E", S1="J4 W")
    go_on(match, line("turn", who="Bolt1", facing="N", cp=1))
    assert (marine(match, "Bolt1")["ap"], marine(match, "Bolt1")["activated"]) == (4, False)
    assert refusal_rule(match, line("turn", who="Bolt1", facing="E", cp=2)) == "SH-CP-9"
    go_on(match, line("power", 1, who="Libra", power="psychic-storm", target="S1"))
    assert marine(match, "Libra")["ap"] == 4, "a power is no action"
    to_stealers(match)
    assert refusal_rule(match, line("turn", who="S1", facing="N", cp=1)) == "SH-CP-7"
    go_on(match, line("turn", who="S1", facing="N"))
    inside = {"do": "power", "power": "prescience", "who": "Libra"}
    assert refusal_rule(match, line("react", who="Libra", stealer="S1", **{"with": inside})) != ""
    go_on(match, line("end-turn"))
    assert refusal_rule(match, line("turn", who="Bolt1", facing="E", cp=1)) == "SH-TURN-1"


@pytest.mark.rule("SH-AP-1", "SH-AP-2", "SH-AP-3", "SH-AP-4")
def test_one_piece_is_active_at_a_time() -> None:
    match = ready(Bolt1="E4 E", Bolt2="C4 E", S1="K4 W", B1="I3")
    go_on(match, line("step", who="Bolt1", to="F4"), line("activate", who="Bolt2"))
    assert refusal_rule(match, line("step", who="Bolt1", to="G4")) == "SH-AP-2"
    go_on(match, line("step", who="Bolt1", to="G4", cp=1))
    assert refusal_rule(match, line("reload", who="Bolt2")) == "SH-CANNON-3"
    for _ in range(4):
        go_on(match, line("turn", who="Bolt2", facing="right"))
    assert refusal_rule(match, line("turn", who="Bolt2", facing="right")) == "SH-AP-1"
    to_stealers(match)
    assert (stealer(match, "S1")["ap"], json_state(match)["blips"]["B1"]["ap"]) == (6, 6)
    go_on(match, line("end-turn"))
    assert json_state(match)["phase"] == "end", "nobody had to act"


@pytest.mark.rule("SH-END-1", "SH-END-3", "SH-END-4", "SH-OVERWATCH-7", "SH-GUARD-5", "SH-FIRE-1")
def test_the_end_phase_takes_all_markers_off() -> None:
    match = ready(Bolt1="A4 E", Sword="B4 E", Libra="C4 E", Flame="D4 E")
    go_on(
        match,
        line("overwatch", who="Bolt1"),
        line("guard", who="Sword"),
        line("set", who="Libra", jammed=True),
        line("flame", who="Flame", square="F4"),
        line("power", who="Libra", power="force-barrier", at="E5"),
        line("end-turn"),
        line("end-turn"),
    )
    assert (json_state(match)["burning"], json_state(match)["barrier"]) == ({"b": ["F4", "G4"]}, "E5")
    go_on(match, line("end-phase", 5))
    shown = json_state(match)
    assert (shown["burning"], shown["barrier"], shown["turn"]) == ({}, None, 2)
    for name in ("Bolt1", "Sword", "Libra"):
        states = [shown["marines"][name][word] for word in ("overwatch", "guard", "jammed")]
        assert states == [False, False, False]


@pytest.mark.rule("SH1-END-3", "SH1-JAM-4")
def test_in_the_first_edition_jams_stay_until_they_are_cleared() -> None:
    match = ready(new(edition="1"), Bolt1="A4 E", Bolt2="B4 E")
    go_on(match, line("set", who="Bolt1", jammed=True, overwatch=False))
    next_turn(match)
    assert marine(match, "Bolt1")["jammed"] is True
    go_on(match, line("unjam", who="Bolt1", cp=1))
    assert (marine(match, "Bolt1")["jammed"], marine(match, "Bolt1")["ap"]) == (False, 4)


@pytest.mark.rule("SH-WIN-1", "SH-MOVE-6")
def test_marines_leave_and_win_in_the_end_phase() -> None:
    match = ready(Bolt1="P4 E", Bolt2="O4 E", Bolt3="A4 E")
    go_on(match, line("step", who="Bolt1", dir="forward"))
    assert marine(match, "Bolt1")["left_by"] == "EAST"
    assert refusal_rule(match, line("turn", who="Bolt1", facing="N")) == "SH-SHOOT-1"
    go_on(match, line("step", who="Bolt2", to="P4"), line("step", who="Bolt2", to="EAST"))
    assert json_state(match)["winner"] is None
    go_on(match, line("end-turn"), line("end-turn"), line("end-phase", 1))
    assert json_state(match)["winner"] == ["marine"]
    wrong = ready(Bolt1="O4 E")
    assert refusal_rule(wrong, line("step", who="Bolt1", to="EAST")) == "SH-MOVE-6"


@pytest.mark.rule("SH-WIN-1", "SH-WIN-3")
def test_nobody_left_is_lost_and_a_table_says_what_it_counts_itself() -> None:
    match = ready(Bolt1="E4 E", Bolt2="D4 E")
    go_on(match, line("kill", who="Bolt1"), line("kill", who="Bolt2"), line("end-turn"))
    go_on(match, line("end-turn"), line("end-phase", 1))
    assert json_state(match)["winner"] == ["stealer"]
    table = ready(new("open-table"), Bolt1="")
    go_on(table, line("end-turn"), line("end-phase", 1, False))
    assert (json_state(table)["turn"], json_state(table)["winner"]) == (2, None)
    go_on(table, line("draw"), line("end-turn"), line("end-phase", 1, "marine"))
    assert json_state(table)["winner"] == ["marine"]
    for survivors, winner in (("marine", ["marine"]), ("none", ["stealer"])):
        out = ready(new("open-table"), Bolt1="", Bolt2="")
        go_on(out, line("leave", who="Bolt1"), line("kill", who="Bolt2"), line("end-turn"))
        go_on(out, line("end-phase", 1, survivors))
        assert json_state(out)["winner"] == winner, "who has left is not dead: the mission may say else"
    dead = ready(new("open-table"), Bolt1="")
    go_on(dead, line("kill", who="Bolt1"), line("end-turn"), line("end-phase", 1))
    assert json_state(dead)["winner"] == ["stealer"]
    room = ready(new("hold-the-room"), Bolt1="I4 W")
    for turn in range(1, 9):
        assert (json_state(room)["turn"], json_state(room)["winner"]) == (turn, None)
        go_on(room, line("end-turn"), line("end-phase", 1))
        if turn < 8:
            go_on(room, line("draw"))
    assert json_state(room)["winner"] == ["marine"]


@pytest.mark.rule("SH-END-4")
def test_a_mission_limited_in_turns_ends() -> None:
    mission = {"id": "own", "name": {"en": "Own", "fr": "Own"}, "turn_limit": 1}
    goal = {"side": "marine", "by": "kill", "count": 3}
    match = ready(new("own") | {"mission_data": mission | {"goals": [goal]}}, Bolt1="")
    go_on(match, line("end-turn"), line("end-phase", 3))
    assert (json_state(match)["phase"], json_state(match)["winner"]) == ("over", None)


@pytest.mark.rule("SH-WIN-1", "SH-MISSION-2")
@pytest.mark.parametrize(
    ("goal", "done", "turn"),
    [
        ({"by": "kill", "count": 2}, [line("kill", who="S1"), line("kill", who="B1", value=3)], 1),
        ({"by": "burn", "sections": ["b"]}, [line("flame", who="Flame", square="F4")], 1),
        ({"by": "hold", "squares": ["D4", "E4"], "count": 2}, [], 1),
        ({"by": "hold", "sections": ["a"], "count": 2, "turn": 2}, [], 2),
        ({"by": "leave", "count": 1}, [line("leave", who="Flame")], 1),
    ],
)
def test_goals_that_can_be_counted(goal: Line, done: list[Line], turn: int) -> None:
    names = {"en": "Own", "fr": "Own"}
    mission = {"id": "own", "name": names, "board": "airlock-nine", "goals": [{"side": "marine", **goal}]}
    match = ready(new("own") | {"mission_data": mission}, Flame="E4 E", Bolt1="D4 W", Bolt2="C4 W", S1="K6 S", B1="K7")
    go_on(match, *done)
    for number in range(1, turn + 1):
        assert (json_state(match)["turn"], json_state(match)["winner"]) == (number, None)
        next_turn(match, 3) if number < turn else go_on(match, line("end-turn"), line("end-turn"), line("end-phase", 3))
    assert json_state(match)["winner"] == ["marine"]


@pytest.mark.rule("SH-BLIP-9", "SH-WIN-1")
def test_a_blip_that_dies_unrevealed_is_turned_up_where_the_dead_are_counted() -> None:
    mission: Line = {"id": "own", "name": {"en": "Own", "fr": "Own"}, "board": "airlock-nine"}
    goal = {"side": "marine", "by": "kill", "count": 4, "at_once": True}
    places = {"Flame": "C4 E", "Bolt1": "A4 W", "S1": "F4 W", "B1": "G4", "B2": "K7"}
    flame = line("flame", 2, 2, who="Flame", target="S1")
    counted = new("own") | {"mission_data": mission | {"goals": [goal]}}
    match = play(counted, *put(**places), line("start"), line("draw"))
    go_on(match, flame | {"answers": [2, 2, 3]})
    assert (json_state(match)["kills"], json_state(match)["winner"]) == (4, ["marine"])
    assert json_state(match)["revealed"] == {"3": 1}
    by_hand = play(counted, *put(**places), line("start"), line("draw"))
    go_on(by_hand, line("kill", who="B1", value=2), line("kill", 1, who="B2"))
    assert (json_state(by_hand)["kills"], json_state(by_hand)["revealed"]) == (3, {"1": 1, "2": 1})
    other = play(new(), *put(**places), line("start"), line("draw"), flame)
    assert json_state(other)["kills"] == 2, "where nobody counts the dead nobody is asked"


@pytest.mark.rule("SH-WIN-1")
def test_a_goal_may_decide_on_the_spot_and_two_sides_may_draw() -> None:
    names = {"en": "Own", "fr": "Own"}
    at_once = {"side": "marine", "by": "kill", "count": 1, "at_once": True}
    stealer_goal = {"side": "stealer", "by": "wipe-out"}
    mission = {"id": "own", "name": names, "goals": [at_once, stealer_goal]}
    match = ready(new("own") | {"mission_data": mission}, Bolt1="")
    go_on(match, line("shoot", 6, 1, who="Bolt1", target="S1"))
    assert (json_state(match)["phase"], json_state(match)["winner"]) == ("over", ["marine"])
    later = {"id": "own", "name": names, "goals": [at_once | {"at_once": False}, stealer_goal]}
    both = ready(new("own") | {"mission_data": later}, Bolt1="")
    go_on(both, line("shoot", 6, 1, who="Bolt1", target="S1"), line("kill", who="Bolt1"))
    go_on(both, line("end-turn"), line("end-phase", 3))
    assert (json_state(both)["phase"], json_state(both)["winner"]) == ("over", None)


@pytest.mark.rule("SH-END-1", "SH-MISSION-2")
def test_a_script_may_say_who_has_met_goals_that_are_counted_if_that_is_so() -> None:
    match = ready(Bolt1="E4 E", Bolt2="D4 E")
    go_on(match, line("end-turn"))
    refusal_rule(match, line("end-phase", 3, True))
    go_on(match, line("end-phase", 3, False), line("draw"))
    assert json_state(match)["turn"] == 2
    for who in ("Bolt1", "Bolt2"):
        go_on(match, line("leave", who=who, exit="EAST"))
    go_on(match, line("end-turn"))
    go_on(match, line("end-phase", 3, "marine"))
    assert json_state(match)["winner"] == ["marine"]


@pytest.mark.rule("SH-DOOR-6")
def test_a_door_a_marine_closes_by_points_may_be_shot_at_on_overwatch() -> None:
    match = ready(doors="H4", cp=3, Bolt1="I5 S", Bolt2="F4 E", Bolt3="I3 W", S1="I4 W")
    go_on(match, line("overwatch", who="Bolt2"), line("end-turn"))
    go_on(match, line("turn", who="S1", facing="E"))
    door = {"do": "door", "who": "Bolt3", "at": "H4"}
    go_on(match, line("react", who="Bolt3", **{"with": door}))
    assert json_state(match)["doors"]["H4"] == "closed"
    assert match.state.window is not None
    go_on(match, line("react", 6, 1, overwatch=["Bolt2"], door="H4"))
    assert json_state(match)["doors"]["H4"] == "gone"
