"""What the rules refuse whatever the table says: the wrong champion, the wrong moment, nobody at all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from q40k.games.quake.state.registry import MOST_POINTS, parse_points
from q40k.kernel.commands import BadCommand, InvalidValue
from q40k.table.commands import word_of
from tests.games.quake.rules.in_teams import BUILDINGS, FLAGS, facing, to_phase, two_bases
from tests.games.quake.rules.playing import Table, champion, deploying, seat_players, start_table, sudden_death
from tests.games.quake.rules.shooting import gunners, placed_table
from tests.games.quake.rules.test_traits_using import using
from tests.games.w40k3e.fighting import named_traits, weapon


def refusal(table: Table, do: str, **arguments: Any) -> tuple[str, str]:
    """The rule and the reason of a refusal; nothing is done."""
    why = table.refused(do, **arguments)
    return why.rule, why.code


def overruled_reasons(events: list[Any]) -> list[str]:
    """The reasons of the refusals that the table has overruled."""
    return [event.code for event in events if word_of(type(event)) == "overridden"]


@pytest.mark.parametrize(
    ("text", "points"),
    [("15", 15), ("-7.5", Fraction(-15, 2)), ("20/3", Fraction(20, 3)), (MOST_POINTS, MOST_POINTS), (-2.5, -2.5)],
)
def test_points_are_whole_decimal_or_fractions(text: Any, points: Any) -> None:
    assert parse_points(text) == points


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("many", "no-points"),
        ("1e3", "no-points"),
        ("1/0", "no-points"),
        (True, "no-points"),
        (None, "no-points"),
        (MOST_POINTS + 1, "out-of-range"),
        (str(MOST_POINTS + 1), "out-of-range"),
        (float("nan"), "out-of-range"),
        (f"-{MOST_POINTS}.5", "out-of-range"),
    ],
)
def test_other_points_are_refused(text: Any, code: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        parse_points(text)
    assert refused.value.code == code


@pytest.mark.rule("SCORE-2")
def test_an_accident_happens_to_somebody_on_the_table() -> None:
    table = start_table("Ann Bob Cid", table=Table(mod_data=sudden_death()))
    table.do("accident", player=("Bob",))
    assert refusal(table, "accident", player=("Bob",))[1] == "not-on-table"


@pytest.mark.rule("SHOOT-4")
@pytest.mark.parametrize(("cover", "allowed"), [(0, True), (1, False), (2, True), (6, True), (7, False)])
def test_a_cover_save_is_none_or_two_to_six(cover: int, allowed: bool) -> None:
    table = gunners("Ann Bob", ("boltgun",))
    arguments = {"player": "Ann", "target": "Bob", "distance": 20, "in_cover": cover}
    if allowed:
        table.ask("shoot", **arguments)
    else:
        with pytest.raises((BadCommand, InvalidValue)):
            table.ask("shoot", **arguments)


@pytest.mark.rule("DIFF-3")
def test_under_a_template_are_champions_on_the_table() -> None:
    table = gunners("Ann Bob Cid", ("missile-launcher-frag",), table=Table(mod_data=sudden_death()))
    table.do("accident", player=("Cid",))
    arguments = {"player": "Ann", "target": "Bob", "weapon": "missile-launcher-frag", "distance": 20}
    assert refusal(table, "shoot", **arguments, also=["Cid"]) == ("DIFF-3", "not-on-table")


@pytest.mark.rule("TEAM-1")
def test_without_teams_nobody_changes_them() -> None:
    assert refusal(start_table("Ann Bob"), "team", player="Ann", team="Red") == ("TEAM-1", "no-teams")


# ---- buildings


def besieged_table() -> Table:
    """Two buildings of two points; Ann of Red and Cid of Blue have lascannons."""
    table = facing("Ann Cid", BUILDINGS, arena_data=two_bases(), options={"structure_points": 2})
    for name in ("Ann", "Cid"):
        table.do("correct", player=name, champion="x", profile=champion(), arms=(weapon("lascannon"),))
    return table


@pytest.mark.rule("BASE-1")
def test_a_building_is_shot_and_charged_by_its_enemies_while_it_stands() -> None:
    table = to_phase(besieged_table(), "shooting")
    assert refusal(table, "shoot", player="Ann", target="Red", distance=20) == ("BASE-1", "own-building")
    table.do("shoot", 6, 6, player="Ann", target="Blue", distance=20)
    assert table.state.teams["Blue"].structure == 1
    three = facing("Ann Cid Eve", BUILDINGS, arena_data=two_bases(), options={"structure_points": 1})
    three.do("correct", player="Ann", champion="x", profile=champion(), arms=(weapon("lascannon"),))
    three.do("penetrate", player="Ann", team="Blue")
    to_phase(three, "shooting")
    assert refusal(three, "shoot", player="Ann", target="Blue") == ("BASE-1", "building-down")
    to_phase(three, "assault")
    assert refusal(three, "charge", player="Ann", target="Blue") == ("BASE-1", "building-down")


# ---- flags


def carrying(traits: str = "") -> Table:
    """Ann carries the flag; Ann and Bob, her mate, have boltguns and these traits."""
    table = facing("Ann+Bob Cid+Dot", FLAGS, arena_data=two_bases())
    for name in ("Ann", "Bob"):
        table.do(
            "correct",
            player=name,
            champion="x",
            profile=champion(),
            arms=(weapon("boltgun"),),
            traits=named_traits(traits),
        )
    table.do("flag", player="Ann")
    return to_phase(table, "shooting")


@pytest.mark.rule("FLAG-4")
def test_a_flag_is_exchanged_with_another_who_has_neither_shot_nor_run() -> None:
    table = carrying("fleet-of-foot")
    assert refusal(table, "hand-over", player="Ann", to="Ann") == ("FLAG-4", "not-a-mate")
    table.do("second-move", 3, player="Ann")
    assert refusal(table, "hand-over", player="Ann", to="Bob") == ("FLAG-4", "ran-before-exchange")


@pytest.mark.rule("FLAG-4")
@pytest.mark.parametrize("name", ["Ann", "Bob"])
@pytest.mark.parametrize(("do", "more"), [("shoot", {"target": "Cid", "distance": 20}), ("second-move", {})])
def test_who_has_exchanged_a_flag_neither_shoots_nor_runs(name: str, do: str, more: dict[str, Any]) -> None:
    table = carrying("fleet-of-foot")
    table.do("hand-over", player="Ann", to="Bob")
    asking = table.ask(do, player=name, override="as agreed", **more)
    assert "gave-the-flag" in overruled_reasons(asking)


# ---- traits


@pytest.mark.rule("TRAIT-1")
def test_a_trait_is_used_in_its_phase_before_a_shot_it_replaces_and_at_others() -> None:
    arguments = {"player": "Ann", "trait": "mind-war"}
    assert refusal(using("mind-war", "movement"), "use", **arguments, targets=["Bob"]) == ("TURN-1", "wrong-phase")
    table = using("mind-war", "shooting")
    assert refusal(table, "use", **arguments, targets=["Ann"]) == ("TRAIT-1", "no-target-of-trait")
    table.do("shoot", 1, player="Ann", target="Bob", weapon="boltgun", distance=20)
    assert refusal(table, "use", **arguments, targets=["Bob"]) == ("TRAIT-1", "shot-before-trait")


@pytest.mark.rule("TRAIT-1", "SUDDEN-1")
def test_the_dead_use_no_trait_and_are_no_target_of_one() -> None:
    table = using("mind-war", "shooting", table=Table(mod_data=sudden_death()))
    table.do("accident", player=("Bob",))
    arguments = {"trait": "mind-war", "targets": ["Bob"]}
    assert refusal(table, "use", player="Ann", **arguments) == ("TRAIT-1", "no-target-of-trait")
    table = using("mind-war fleet-of-foot", "shooting", table=Table(mod_data=sudden_death()))
    table.do("accident", player=("Ann",))
    assert refusal(table, "use", player="Ann", **arguments) == ("TURN-1", "not-on-table")
    assert refusal(table, "second-move", player="Ann") == ("TURN-1", "not-on-table")


# ---- places


@pytest.mark.rule("PORTAL-3")
def test_nobody_arrives_off_the_table_or_away_from_the_portal() -> None:
    table = placed_table("Ann Bob", Ann=(60, 60), Bob=(90, 90))
    arguments = {"player": "Bob", "override": "as it lies"}
    for at, code in (((0.5, 54), "off-table"), ((40, 54), "not-at-the-portal")):
        events = placed_table("Ann Bob", Ann=(60, 60), Bob=(90, 90)).do("accident", 1, **arguments, at=at)
        assert code in overruled_reasons(events)
    table.do("accident", 1, player="Bob", at=(6, 58.5))
    assert table["Bob"].position.at == (6, 58.5)


# ---- when


OWN_PHASE: dict[str, tuple[str, dict[str, Any]]] = {
    "move": ("movement", {"player": "Ann", "inches": 2}),
    "portal": ("movement", {"player": "Ann", "portal": 1}),
    "pickup": ("movement", {"player": "Ann", "token": "E1"}),
    "shoot": ("shooting", {"player": "Ann", "target": "Bob"}),
    "charge": ("assault", {"player": "Ann", "target": "Bob", "distance": 2}),
    "fight": ("melee", {}),
}
"""Commands that belong to one phase, and how they are said."""
ON_THE_TABLE: dict[str, dict[str, Any]] = {
    "kill": {"player": "Ann", "victim": "Bob"},
    "accident": {"player": "Ann"},
    "contact": {"player": "Ann", "others": ("Bob",)},
    "stand": {"player": "Ann", "portal": 1},
    "place": {"player": "Ann", "at": (30, 20)},
}
WHILE_IT_LASTS: dict[str, dict[str, Any]] = {
    "next": {},
    "end-phase": {},
    "act": {"player": "Ann"},
    "end": {},
    "leave": {"player": "Bob"},
    "join": {"player": "Zoe", "champion": "x", "profile": champion()},
    "correct": {"player": "Ann", "champion": "x", "profile": champion()},
    "deploy": {"player": "Ann"},
    "second-move": {"player": "Ann"},
    "use": {"player": "Ann", "trait": "x"},
    "flag": {"player": "Ann"},
    "hand-over": {"player": "Ann", "to": "Bob"},
    "penetrate": {"player": "Ann", "team": "Red"},
    "team": {"player": "Ann", "team": "Red"},
}


@pytest.mark.rule("TURN-1", "TABLE-2")
def test_each_command_has_its_phase() -> None:
    for phase in ("movement", "shooting", "assault", "melee"):
        table = to_phase(start_table("Ann Bob Cid"), phase)
        for do, (own, arguments) in OWN_PHASE.items():
            if own != phase:
                assert refusal(table, do, **arguments) == ("TURN-1", "wrong-phase"), (phase, do)
        assert refusal(table, "start") == ("TABLE-2", "already-started")
        assert refusal(table, "deploy", player="Ann") == ("DEPLOY-1", "already-deployed")
        assert refusal(table, "play-on") == ("SCORE-4", "not-over")


@pytest.mark.rule("TABLE-2", "DEPLOY-1")
def test_nobody_acts_before_the_first_turn() -> None:
    table, started_table = seat_players("Ann Bob Cid"), deploying("Ann Bob Cid")
    commands = {do: arguments for do, (_phase, arguments) in OWN_PHASE.items()} | ON_THE_TABLE
    for do, fields in commands.items():
        assert refusal(table, do, **fields) == ("TABLE-2", "not-started"), do
        assert refusal(started_table, do, **fields)[1] in ("not-on-table", "wrong-phase"), do
    for do in ("next", "end-phase"):
        assert refusal(table, do) == ("TABLE-2", "not-started")
        assert refusal(started_table, do) == ("DEPLOY-1", "still-deploying")


@pytest.mark.rule("TABLE-3")
def test_after_the_end_only_playing_on_is_possible() -> None:
    table = start_table("Ann Bob Cid")
    table.do("kill", 2, player="Ann", victim="Bob")
    table.do("end")
    commands = {do: arguments for do, (_phase, arguments) in OWN_PHASE.items()} | ON_THE_TABLE | WHILE_IT_LASTS
    for do, fields in commands.items():
        assert refusal(table, do, **fields) == ("TABLE-3", "match-over"), do
    table.do("play-on")
    table.do("next")
