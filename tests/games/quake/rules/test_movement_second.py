"""Second moves by trait: a run in the shooting phase, a jump in the assault, a spring out of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.state.assault import Charged
from q40k.games.quake.state.damage import AccidentSuffered
from q40k.games.quake.state.melee import contacts_of
from q40k.games.quake.state.movement.move import Moved
from q40k.games.quake.state.movement.second_move import SecondMoveBegun, inches_left
from tests.games.quake.rules.in_teams import to_phase
from tests.games.quake.rules.playing import Table, arena, champion, of_type
from tests.games.w40k3e.fighting import named_traits, weapon

pytestmark = pytest.mark.rule("TRAIT-1")


def springing(traits: str, ann: tuple[float, float] | None = (20, 30), bob: Any = (90, 30), **profile: Any) -> Table:
    """Ann, who has these traits, and Bob on a table of 120 x 60 cm, in the movement phase."""
    ground = structs.replace(arena(120, 60), tokens=arena().tokens)
    table = Table(arena_data=ground)
    for place, (name, can) in enumerate((("Ann", traits), ("Bob", ""))):
        figure = champion(**{"i": 9 - place, **(profile if name == "Ann" else {})})
        arms = (weapon("boltgun"),)
        table.do("join", player=name, champion="x", profile=figure, arms=arms, traits=named_traits(can))
    table.do("start", 1, 1)
    for name, at in (("Bob", bob), ("Ann", ann)):
        table.do("deploy", player=name, **({"at": at} if at else {}))
    return table


def test_a_wych_runs_instead_of_shooting_and_charges_after_it() -> None:
    #  15 in from rim to rim: 6 walked, 4 run, 5 left for a charge of 6
    table = springing("fleet-of-foot", (20, 30), (20 + 2.5 + 15 * 2.54, 30))
    table.do("move", player="Ann", to=(20 + 6 * 2.54, 30))
    to_phase(table, "shooting")
    events = table.do("second-move", 4, player="Ann", to=(20 + 10 * 2.54, 30))
    (moved,) = of_type(events, Moved)
    assert (moved.spent, moved.cut) == (pytest.approx(10, abs=0.01), False)
    assert table.refused("shoot", player="Ann", target="Bob").code == "ran-instead"
    table.do("end-phase")
    (charged,) = of_type(table.do("charge", player="Ann", target="Bob"), Charged)
    assert charged.reached
    assert charged.distance_in == pytest.approx(5, abs=0.02)
    table.check()


def test_a_run_goes_no_farther_than_its_die() -> None:
    table = springing("fleet-of-foot")
    to_phase(table, "shooting")
    (moved,) = of_type(table.do("second-move", 2, player="Ann", to=(40, 30)), Moved)
    assert moved.cut
    assert moved.to == pytest.approx((20 + 2 * 2.54, 30), abs=0.02)
    assert table.refused("second-move", player="Ann", to=(41, 30)).code == "has-moved-again"


def test_the_die_may_come_first_and_the_place_after_it() -> None:
    table = springing("fleet-of-foot")
    to_phase(table, "shooting")
    assert inches_left(table.state, table["Ann"]) is None
    events = table.do("second-move", 5, player="Ann")
    assert not of_type(events, Moved)
    assert inches_left(table.state, table["Ann"]) == 5
    table.do("second-move", player="Ann", to=(25, 30))
    assert inches_left(table.state, table["Ann"]) == pytest.approx(5 - 5 / 2.54, abs=0.01)
    table.check()


def test_without_places_a_run_is_as_long_as_its_die() -> None:
    table = springing("fleet-of-foot", None, None)
    to_phase(table, "shooting")
    table.do("second-move", 3, player="Ann")
    assert table["Ann"].movement.spent == 3
    assert table.refused("second-move", player="Bob").code == "no-second-move"


@pytest.mark.parametrize(
    ("phase", "before", "code"),
    [
        ("movement", None, "no-second-move"),
        ("shooting", {"do": "shoot", "player": "Ann", "target": "Bob"}, "shot-before-run"),
        ("shooting", {"do": "contact", "player": "Ann", "others": ("Bob",)}, "held-by-contact"),
    ],
)
def test_what_a_run_stands_for(phase: str, before: dict[str, Any] | None, code: str) -> None:
    table = springing("fleet-of-foot", None, None)
    to_phase(table, phase)
    if before is not None:
        arguments = dict(before)
        table.do(arguments.pop("do"), *([1] if code == "shot-before-run" else []), **arguments)
    assert table.refused("second-move", player="Ann").code == code


@pytest.mark.rule("MOVE-2")
def test_hard_ground_does_not_slow_a_run() -> None:
    from tests.games.quake.rules.test_movement_ground import box

    wood = box("wood", 22, 60, difficult=True)
    table = Table(arena_data=structs.replace(arena(120, 60), scenery=(wood,)))
    for place, (name, can) in enumerate((("Ann", "fleet-of-foot"), ("Bob", ""))):
        table.do("join", player=name, champion="x", profile=champion(i=9 - place), traits=named_traits(can))
    table.do("start", 1, 1)
    table.do("deploy", player="Bob", at=(90, 30))
    table.do("deploy", player="Ann", at=(18, 30))
    to_phase(table, "shooting")
    table.do("second-move", 6, player="Ann", to=(27, 40))  # no test is asked for
    assert table["Ann"].movement.spent == pytest.approx(5.3, abs=0.01)


@pytest.mark.rule("BONUS-1")
def test_a_run_takes_the_token_that_it_passes() -> None:
    table = springing("fleet-of-foot", (4, 30))
    to_phase(table, "shooting")
    table.do("second-move", 6, player="Ann", to=(15, 30))
    table.do("pickup", 1, 4, player="Ann", token="E1")
    assert table["Ann"].bonus.token == "E1"


@pytest.mark.rule("PORTAL-1")
def test_a_second_move_uses_no_portal() -> None:
    table = springing("fleet-of-foot", (23, 30))
    to_phase(table, "shooting")
    refusal = table.refused("second-move", player="Ann", to=(30, 30))
    assert (refusal.rule, refusal.code) == ("PORTAL-1", "ends-on-portal")
    table.do("second-move", 6, player="Ann", to=(30, 30), override="it stays outside")
    assert table["Ann"].position.portal == 5


@pytest.mark.rule("DIFF-8")
def test_a_run_is_part_of_the_way_that_the_prey_went() -> None:
    table = springing("fleet-of-foot", (19, 30), (21.5, 30))
    to_phase(table, "melee")
    table.do("end-phase")  # the next turn opens with both in contact
    table.do("move", player="Ann", to=(10, 20))
    to_phase(table, "shooting")
    table.do("second-move", 6, player="Ann", inches=5)
    assert table["Ann"].movement.spent > 10


# ---- in the assault phase


@pytest.mark.rule("ASSAULT-2")
def test_a_jetbike_moves_on_instead_of_charging() -> None:
    table = springing("jetbike-assault-move", unit_type="jetbike")
    to_phase(table, "assault")
    assert inches_left(table.state, table["Ann"]) == 6
    table.do("second-move", player="Ann", to=(20 + 6 * 2.54, 30))
    assert table["Ann"].position.at == pytest.approx((20 + 6 * 2.54, 30))
    assert table.refused("charge", player="Ann", target="Bob", distance=3).code == "jumped-instead"
    table.check()


@pytest.mark.rule("MOVE-1")
def test_what_is_longer_than_its_fixed_inches_is_refused_as_a_move_is() -> None:
    for traits, phase, declared in (("", "movement", "move"), ("jetpack-assault-move", "assault", "second-move")):
        table = springing(traits)
        to_phase(table, phase)
        refusal = table.refused(declared, player="Ann", to=(20 + 7 * 2.54, 30))
        assert (refusal.rule, refusal.facts["left"]) == ("MOVE-1", 6)
        assert refusal.facts["inches"] == pytest.approx(7)
        table.do(declared, player="Ann", to=(20 + 7 * 2.54, 30), override="by agreement")
        assert table["Ann"].position.at == pytest.approx((20 + 7 * 2.54, 30))
        assert table["Ann"].movement.spent == pytest.approx(7)
        table.check()


@pytest.mark.rule("MOVE-1")
def test_once_its_dice_lie_there_a_run_that_is_too_long_is_refused() -> None:
    table = springing("fleet-of-foot")
    to_phase(table, "shooting")
    table.do("second-move", 2, player="Ann")
    assert table.refused("second-move", player="Ann", inches=3).code == "too-far-again"
    assert table.refused("second-move", player="Ann", to=(40, 30)).code == "too-far-again"
    table.do("second-move", player="Ann", to=(24, 30))
    assert inches_left(table.state, table["Ann"]) == pytest.approx(2 - 4 / 2.54)


@pytest.mark.rule("ASSAULT-2")
def test_who_has_charged_has_no_second_move_besides() -> None:
    table = springing("jetpack-assault-move", None, None, unit_type="jet_pack")
    to_phase(table, "assault")
    table.do("charge", player="Ann", target="Bob", distance=3)
    refusal = table.refused("second-move", player="Ann")
    assert refusal.code == "held-by-contact"


@pytest.mark.parametrize(("dice", "dies"), [((3, 5), False), ((4, 4), True)])
@pytest.mark.rule("SCORE-2")
def test_a_warp_spider_jumps_again_and_is_lost_by_a_double(dice: Any, dies: bool) -> None:
    table = springing("second-jump-2d6", None, None, unit_type="jump_infantry")
    to_phase(table, "assault")
    events = table.do("second-move", *dice, *([2] if dies else []), player="Ann", inches=7)
    assert [event.cause for event in of_type(events, AccidentSuffered)] == ["warp-jump"] * dies
    assert [event.inches for event in of_type(events, SecondMoveBegun)] == [sum(dice)]
    assert table["Ann"].movement.spent == (0 if dies else 7)
    table.check()


# ---- before the first turn


@pytest.mark.rule("MOVE-1", "SHOOT-4")
def test_a_scout_moves_before_the_first_turn_and_has_all_of_its_movement_after_it() -> None:
    table = springing("scouts")
    table.do("second-move", player="Ann", to=(20 + 6 * 2.54, 30))
    ann = table["Ann"]
    assert ann.position.at == pytest.approx((20 + 6 * 2.54, 30))
    assert (ann.movement.spent, ann.turn.moved) == (0, False)
    assert table.refused("second-move", player="Ann", inches=1).code == "no-second-move"
    table.do("move", player="Ann", to=(20 + 12 * 2.54, 30))
    assert table["Ann"].position.at == pytest.approx((20 + 12 * 2.54, 30))
    table.check()


@pytest.mark.rule("MOVE-1")
def test_a_scouts_free_move_is_six_inches_and_takes_what_it_passes() -> None:
    table = springing("scouts", (3, 30))
    assert table.refused("second-move", player="Ann", inches=7).code == "too-far-again"
    table.do("second-move", player="Ann", to=(15, 30))  # over E1
    table.do("pickup", 1, 5, player="Ann", token="E1")
    assert table["Ann"].bonus is not None


def test_nobody_scouts_once_the_first_turn_has_begun() -> None:
    for number in (False, True):
        table = Table(arena_data=arena(120, 60))
        for name, can, initiative in (("Ann", "", 9), ("Bob", "scouts", 5)):
            table.do("join", player=name, champion="x", profile=champion(i=initiative), traits=named_traits(can))
        table.do("start", 1, 1)
        for name, at in (("Bob", (90, 30)), ("Ann", (20, 30))):
            table.do("deploy", player=name, at=at)
        if number:
            table.do("move", player="Ann", inches=1)
            assert table.refused("second-move", player="Bob", to=(80, 30)).code == "no-second-move"
        else:
            table.do("second-move", player="Bob", to=(80, 30))
            assert table["Bob"].position.at == (80, 30)
            assert table.active == "Ann"  # it is still hers to begin


# ---- out of contact


@pytest.mark.parametrize(("die", "breaks_contact"), [(1, True), (4, False)])
def test_an_assassin_springs_back_from_contact(die: int, breaks_contact: bool) -> None:
    table = springing("jump-back", (19, 30), (21.5, 30))
    to_phase(table, "assault")
    table.do("second-move", die, player="Ann", to=(12, 30))
    assert bool(contacts_of(table.state, table["Ann"].id)) == breaks_contact


@pytest.mark.rule("DIFF-8", "DIFF-7")
def test_hit_and_run_breaks_away_once_its_melee_is_fought() -> None:
    table = springing("hit-and-run", (16, 30), (22, 30))
    to_phase(table, "assault")
    table.do("charge", player="Ann", target="Bob")
    table.do("end-phase")
    assert table.refused("second-move", player="Ann", to=(12, 30)).code == "fights-first"
    table.ask("fight")
    while table.question is not None:
        table.session.answer("=0")
    table.do("second-move", 2, 2, 2, player="Ann", to=(12, 30))
    assert not contacts_of(table.state, table["Ann"].id)
    table.do("end-phase")
    assert not table.state.close_combat.touched
    table.check()
