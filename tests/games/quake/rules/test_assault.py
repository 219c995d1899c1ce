"""ASSAULT: who may charge whom, how far, and what comes of hard ground."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from q40k.games.quake.state.assault import Charged
from q40k.games.quake.state.melee import in_contact
from q40k.games.quake.state.parts import ChargeMade
from tests.games.quake.rules import bonus_kinds
from tests.games.quake.rules.brawling import brawlers, groups, to_phase
from tests.games.quake.rules.in_teams import BUILDINGS, FLAGS, facing
from tests.games.quake.rules.playing import Table, deploying, of_type, start_table
from tests.games.quake.rules.shooting import gunners


def charge_event(events: list[Any]) -> Charged:
    (result,) = of_type(events, Charged)
    assert isinstance(result, Charged)
    return result


def assault_table(**spots: tuple[float, float]) -> Table:
    """A table in the first assault phase where everyone's place is known."""
    table = deploying(" ".join(spots))
    for name in reversed(spots):
        table.do("deploy", player=name, at=spots[name], override="it is so")
    to_phase(table, "assault")
    return table


# ---- what a charge is


@pytest.mark.rule("ASSAULT-1", "ASSAULT-2")
@pytest.mark.parametrize(("distance", "portal"), [(0, 2), (1, None)])
def test_who_charges_out_of_contact_stays_where_it_stands(distance: int, portal: int | None) -> None:
    table = brawlers("Ann Bob")
    table.do("stand", player="Ann", portal=2)
    events = charge_event(table.do("charge", player="Ann", target="Bob", distance=distance))
    assert (events.reached, events.distance_in, events.dice) == (True, distance, ())
    assert table["Ann"].position.portal == portal
    assert in_contact(table.state, table["Ann"].id, table["Bob"].id)


@pytest.mark.rule("ASSAULT-2", "MOVE-2")
@pytest.mark.parametrize("distance", [0, 2])
def test_hard_ground_is_rolled_for_only_by_who_has_to_go_there(distance: int) -> None:
    table = brawlers("Ann Bob")
    table.ask("charge", player="Ann", target="Bob", distance=distance, difficult=True)
    assert (table.question is not None) == bool(distance)


@pytest.mark.rule("ASSAULT-1", "ASSAULT-2")
def test_a_charge_ends_in_contact_and_the_fight_waits() -> None:
    table = brawlers("Ann Bob")
    events = table.do("charge", player="Ann", target="Bob", distance=6)
    assert (charge_event(events).distance_in, charge_event(events).reach_in) == (6.0, 6.0)
    assert in_contact(table.state, table["Ann"].id, table["Bob"].id)
    assert table["Ann"].turn.charge == ChargeMade(table["Bob"].id)
    assert table.state.play.phase == "assault"
    assert groups(table) == ["Ann Bob"]
    table.check()


@pytest.mark.rule("ASSAULT-2")
@pytest.mark.parametrize(
    ("kind", "reach"), [("infantry", 6), ("jump_infantry", 6), ("bike", 6), ("beast", 12), ("cavalry", 12)]
)
def test_how_far_a_charge_goes(kind: str, reach: int) -> None:
    table = brawlers("Ann Bob", Ann={"unit_type": kind})
    no = table.refused("charge", player="Ann", target="Bob", distance=reach + 0.1)
    assert (no.rule, no.code, no.overridable) == ("ASSAULT-2", "charge-too-far", True)
    assert (no.facts["inches"], no.facts["reach"]) == (reach + 0.1, reach)
    table.do("charge", player="Ann", target="Bob", distance=reach)


@pytest.mark.rule("ASSAULT-2")
def test_a_charge_too_far_passes_with_a_reason() -> None:
    table = brawlers("Ann Bob")
    table.do("charge", player="Ann", target="Bob", distance=6.2, override="the tape is bent")
    assert groups(table) == ["Ann Bob"]


@pytest.mark.rule("ASSAULT-1", "TURN-1")
def test_charges_are_made_in_the_assault_phase_by_who_is_active() -> None:
    table = start_table("Ann Bob")
    no = table.refused("charge", player="Ann", target="Bob")
    assert (no.rule, no.code) == ("TURN-1", "wrong-phase")
    to_phase(table, "assault")
    no = table.refused("charge", player="Bob", target="Ann")
    assert (no.rule, no.code, no.overridable) == ("TURN-1", "not-active", True)


@pytest.mark.rule("ASSAULT-2")
def test_one_charge_a_turn_and_none_out_of_a_fight() -> None:
    table = brawlers("Ann Bob Cid")
    table.do("charge", player="Ann", target="Bob")
    codes = [table.refused("charge", player="Ann", target="Cid").code]
    table.do("next")
    codes.append(table.refused("charge", player="Bob", target="Cid").code)
    assert codes == ["has-charged", "in-a-fight"]
    assert table.refused("charge", player="Bob", target="Cid").facts["others"] == ("Ann",)


@pytest.mark.rule("ASSAULT-2")
def test_nobody_charges_itself_or_who_is_gone() -> None:
    table = brawlers("Ann Bob")
    assert table.refused("charge", player="Ann", target="Ann").code == "charges-itself"
    table.do("leave", player="Bob")
    assert table.refused("charge", player="Ann", target="Bob").code == "not-on-table"
    assert table.refused("charge", player="Ann", target="Bod").code == "unknown-player"


@pytest.mark.rule("DIFF-5", "ASSAULT-2")
def test_who_stands_in_contact_may_still_charge() -> None:
    table = start_table("Ann Bob")
    table.do("contact", player="Ann", others=["Bob"])
    to_phase(table, "assault")
    assert charge_event(table.do("charge", player="Ann", target="Bob")).distance_in == 0
    assert groups(table) == ["Ann Bob"]


@pytest.mark.rule("ASSAULT-2")
def test_the_bonus_of_a_charge_lasts_for_its_turn() -> None:
    table = brawlers("Ann Bob")
    table.do("charge", player="Ann", target="Bob")
    to_phase(table, "melee")
    assert table["Ann"].turn.charge is not None
    to_phase(table, "movement")
    assert table["Ann"].turn.charge is None


# ---- after shots


@pytest.mark.rule("ASSAULT-2", "SHOOT-4")
@pytest.mark.parametrize(
    ("gun", "moved", "may"),
    [
        ("boltgun", True, False),
        ("heavy-bolter", False, False),
        ("bolt-pistol", False, False),
        ("bolt-pistol", True, True),
        ("flamer", False, True),
    ],
)
def test_what_was_fired_decides_who_may_charge(gun: str, moved: bool, may: bool) -> None:
    table = gunners("Ann Bob")
    table.do("shoot", "=0", player="Ann", target="Bob", weapon=gun, distance=6, moved=moved)
    to_phase(table, "assault")
    if may:
        assert table.do("charge", player="Ann", target="Bob", distance=5)
    else:
        no = table.refused("charge", player="Ann", target="Bob", distance=5)
        assert (no.rule, no.code, no.overridable) == ("SHOOT-4", "no-charge-after-shot", True)


@pytest.mark.rule("ASSAULT-2")
def test_who_shot_charges_only_its_target() -> None:
    table = gunners("Ann Bob Cid")
    table.do("shoot", "=0", player="Ann", target="Bob", weapon="bolt-pistol", distance=6, moved=True)
    to_phase(table, "assault")
    no = table.refused("charge", player="Ann", target="Cid")
    assert (no.rule, no.code, no.facts["was"]) == ("ASSAULT-2", "shot-at-another", "Bob")
    table.do("charge", player="Ann", target="Bob")


# ---- the trailing foot


def after_contact(prey_moves: float, chaser: str = "Ann", prey: str = "Bob") -> Table:
    """Ann and Bob stood in contact when the turn opened; then the prey moved away."""
    table = start_table("Ann Bob")
    table.do("contact", player="Ann", others=["Bob"])
    to_phase(table, "melee")
    table.do("end-phase")
    while table.active != prey:
        table.do("next")
    table.do("move", player=prey, inches=prey_moves, override="as far as it likes")
    to_phase(table, "assault")
    while table.active != chaser:
        table.do("next")
    return table


@pytest.mark.rule("DIFF-8")
@pytest.mark.parametrize(("moved", "may"), [(2, True), (6, True), (6.1, False), (9, False)])
def test_the_foot_trails_as_far_as_the_prey_went(moved: float, may: bool) -> None:
    table = after_contact(moved)
    if may:
        events = charge_event(table.do("charge", player="Ann", target="Bob", distance=7.5))
        assert events.trailing
        assert groups(table) == ["Ann Bob"]
    else:
        assert table.refused("charge", player="Ann", target="Bob", distance=7.5).code == ("charge-too-far")


@pytest.mark.rule("DIFF-8", "BONUS-1")
def test_nobody_follows_who_was_thrown_or_dragged_away() -> None:
    table = start_table("Ann Bob")
    table.do("contact", player="Ann", others=["Bob"])
    to_phase(table, "melee")
    table.do("end-phase")
    table.do("next")
    table.do("pickup", 1, 1, 6, 6, 6, "no", player="Bob", token="E1")
    to_phase(table, "assault")
    refusal = table.refused("charge", player="Ann", target="Bob", distance=18)
    assert refusal.code == "charge-too-far"
    dragged = bonus_kinds.placed_table({"Ann": (30.0, 10.0), "Bob": (32.5, 10.0), "Cid": (55.0, 55.0)})
    dragged.do("next")
    dragged.do("next")
    dragged.do("pickup", 1, player="Cid", token="S1", override="it was there")
    to_phase(dragged, "melee")
    dragged.do("end-phase")
    assert not dragged.state.close_combat.touched


@pytest.mark.rule("DIFF-8")
def test_who_has_moved_away_itself_follows_nobody() -> None:
    table = start_table("Ann Bob")
    table.do("contact", player="Ann", others=["Bob"])
    to_phase(table, "melee")
    table.do("end-phase")
    table.do("move", player="Ann", inches=5)
    table.do("next")
    table.do("move", player="Bob", inches=5)
    to_phase(table, "assault")
    refusal = table.refused("charge", player="Ann", target="Bob", distance=10)
    assert refusal.code == "charge-too-far"


@pytest.mark.rule("DIFF-8")
def test_the_foot_trails_only_behind_who_plays_later() -> None:
    table = after_contact(3, chaser="Bob", prey="Ann")
    no = table.refused("charge", player="Bob", target="Ann", distance=7)
    assert no.code == "charge-too-far"
    assert not charge_event(table.do("charge", player="Bob", target="Ann", distance=3)).trailing


@pytest.mark.rule("DIFF-8", "PORTAL-2")
def test_no_foot_trails_through_a_portal_or_beyond_death() -> None:
    for do, arguments in (("portal", {"portal": 1, "continues": False}), ("accident", {})):
        table = start_table("Ann Bob")
        table.do("contact", player="Ann", others=["Bob"])
        to_phase(table, "melee")
        table.do("end-phase")
        table.do("next")
        table.do(do, 3, player="Bob", **arguments)
        to_phase(table, "assault")
        no = table.refused("charge", player="Ann", target="Bob", distance=7)
        assert no.code == "charge-too-far"


# ---- the ground


@pytest.mark.rule("ASSAULT-2", "MOVE-2")
@pytest.mark.parametrize(
    ("kind", "dice", "distance", "arrives"),
    [
        ("infantry", (2, 4), 4, True),
        ("infantry", (2, 4), 4.5, False),
        ("beast", (2, 4), 8, True),
        ("beast", (2, 4), 8.5, False),
        ("infantry", (6, 6), 6, True),
    ],
)
def test_difficult_ground_caps_a_charge(kind: str, dice: tuple[int, ...], distance: float, arrives: bool) -> None:
    table = brawlers("Ann Bob", Ann={"unit_type": kind})
    events = table.do("charge", *dice, player="Ann", target="Bob", distance=distance, difficult=True)
    assert charge_event(events).reached == arrives
    assert groups(table) == (["Ann Bob"] if arrives else [])
    assert table.refused("charge", player="Ann", target="Bob").code == "has-charged"


@pytest.mark.rule("ASSAULT-2")
@pytest.mark.parametrize(("answer", "arrives"), [("yes", True), ("no", False)])
def test_the_table_says_whether_that_was_enough_where_nobody_measured(answer: str, arrives: bool) -> None:
    table = brawlers("Ann Bob")
    table.ask("charge", 3, 2, 5, player="Ann", target="Bob", difficult=True, three=True)
    assert table.asks == ("charge-arrives", "Ann")
    assert charge_event(table.answer(answer)).reached == arrives


@pytest.mark.rule("ASSAULT-2", "SCORE-2")
def test_a_rider_may_crash_on_its_way() -> None:
    table = brawlers("Ann Bob", Ann={"unit_type": "cavalry"})
    events = table.do("charge", 6, 6, 1, 4, player="Ann", target="Bob", distance=5, difficult=True)
    assert table.story(events) == ["Ann crashed", "Ann back by 4"]
    assert of_type(events, Charged) == []
    assert groups(table) == []


# ---- cover


@pytest.mark.rule("ASSAULT-2", "PORTAL-8")
@pytest.mark.parametrize(
    ("portal", "cover", "covered"), [(None, None, False), (None, True, True), (2, None, True), (2, False, False)]
)
def test_a_target_in_a_portal_is_in_cover(portal: int | None, cover: bool | None, covered: bool) -> None:
    table = brawlers("Ann Bob")
    table.do("stand", player="Bob", portal=portal)
    events = table.do("charge", player="Ann", target="Bob", cover=cover)
    assert charge_event(events).into_cover == covered
    assert table["Ann"].turn.charge.into_cover == covered


# ---- places


@pytest.mark.rule("ASSAULT-2")
def test_where_places_are_known_the_bases_are_measured() -> None:
    # 25 mm bases: 15.24 cm of air is 6 in, and the centres lie 2.5 cm more apart.
    table = assault_table(Ann=(10, 30), Bob=(10 + 2.5 + 15.3, 30))
    no = table.refused("charge", player="Ann", target="Bob")
    assert (no.code, no.facts["inches"]) == ("charge-too-far", 6.02)
    table = assault_table(Ann=(10, 30), Bob=(10 + 2.5 + 15.2, 30))
    events = charge_event(table.do("charge", player="Ann", target="Bob"))
    assert events.distance_in == pytest.approx(15.2 / 2.54, abs=0.001)
    assert table["Ann"].position.at == pytest.approx((25.2, 30.0), abs=1e-3)
    assert groups(table) == ["Ann Bob"]
    table.check()


@pytest.mark.rule("ASSAULT-2", "PORTAL-1")
def test_a_charge_may_end_in_a_portal() -> None:
    table = assault_table(Ann=(15, 30), Bob=(32.5, 30))
    table.do("charge", player="Ann", target="Bob")
    assert table["Ann"].position.portal == 5


@given(
    x=st.floats(2, 58),
    y=st.floats(2, 58),
    goal_x=st.floats(2, 58),
    goal_y=st.floats(2, 58),
    base=st.sampled_from((25, 32, 40, 60)),
    other=st.sampled_from((25, 32, 40, 60)),
)
def test_a_charge_always_ends_base_to_base(
    x: float, y: float, goal_x: float, goal_y: float, base: int, other: int
) -> None:
    from q40k.games.quake.arena.figures import figure
    from q40k.games.quake.state.assault import beside
    from q40k.games.quake.state.match import Player
    from q40k.games.quake.state.parts import Position
    from q40k.geometry.positions import gap_in
    from q40k.geometry.positions import in_contact as bases_meet
    from tests.games.quake.rules.playing import champion

    player = Player("p1", "Ann", champion(base_mm=base), position=Position(at=(x, y)))
    two = Player("p2", "Bob", champion(base_mm=other), position=Position(at=(goal_x, goal_y)))
    goal = figure("p2", two.champion, (goal_x, goal_y))
    before = figure("p1", player.champion, (x, y))
    after = figure("p1", player.champion, beside(player, two))
    assert bases_meet(after, goal) or bases_meet(before, goal)
    assert gap_in(after, goal) <= max(gap_in(before, goal), 1e-3)


# ---- flags, buildings, friends


@pytest.mark.rule("FLAG-5", "FLAG-1")
def test_a_charge_may_be_aimed_at_a_flag() -> None:
    table = facing("Ann Bob", FLAGS)
    to_phase(table, "assault")
    flag = next(f.id for f in table.state.flags.values() if f.team == "Blue")
    events = table.do("charge", player="Ann", target=flag.lower(), distance=4)
    assert charge_event(events).flag == flag
    assert table.state.flags[flag].carrier == table["Ann"].id
    assert groups(table) == []


@pytest.mark.rule("FLAG-5")
def test_a_flag_that_is_carried_is_charged_with_its_carrier() -> None:
    table = facing("Ann Bob", FLAGS)
    flag = next(f.id for f in table.state.flags.values() if f.team == "Red")
    table.do("next")
    table.do("flag", player="Bob", flag=flag)
    to_phase(table, "assault")
    table.do("charge", player="Ann", target=flag, distance=4)
    assert groups(table) == ["Ann Bob"]


@pytest.mark.rule("BASE-1", "ASSAULT-2")
def test_a_building_is_charged_and_struck_by_one_alone() -> None:
    table = facing("Ann Bob", BUILDINGS)
    to_phase(table, "assault")
    assert table.refused("charge", player="Ann", target="Red").code == "own-building"
    table.do("charge", player="Ann", target="blue", distance=4)
    assert table["Ann"].turn.building == "Blue"
    assert groups(table) == ["Ann"]


@pytest.mark.rule("ASSAULT-2", "TEAM-4")
def test_a_friend_is_charged_only_with_a_reason() -> None:
    table = facing("Ann+Bob Cid")
    to_phase(table, "assault")
    no = table.refused("charge", player="Ann", target="Bob")
    assert (no.code, no.overridable) == ("charges-a-friend", True)
