"""Epic Escarmouches at the desk: an evening by keys."""

from __future__ import annotations

from fractions import Fraction

import pytest

from q40k.games import game as games
from q40k.games.epic.screen.base import number_options
from q40k.games.epic.table.opening import Prefilled as Settings
from q40k.i18n.locale import Locale
from q40k.table.context import Prefilled
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.rematch import prefill_rematch
from q40k.tui.desk import Desk
from q40k.tui.fields import Entered, Pick
from q40k.tui.headline import fit_letters
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.hall import HallScreen
from tests.games.epic.playing import RHINO, B, M, dead, formation, library, ready, to_movement, to_rally, to_shooting
from tests.games.scripted import go_on, json_state, line

NAMED = {" ": "space", ",": "comma", "\n": "enter", "\x1b": "escape"}


def desk_of(match_session: MatchSession, language: str = "en") -> Desk:
    return Desk(match_session, library, Locale(language), Prefilled(seed=7))


def press(desk: Desk, text: str) -> Desk:
    for character in text:
        desk.press(NAMED.get(character, character), character)
    return desk


def test_an_evening_begins_by_keys() -> None:
    desk = desk_of(temporary_match(games.find("epic")))
    press(desk, "11")
    assert desk.state.setup.scenario is not None, desk.notice
    press(desk, "aAnn\n1")
    press(desk, "aBob\n3")
    press(desk, "f1M\n5 marine-tactical\n")
    press(desk, "f2B\n5 ork-boy, 1 ork-nob\n")
    assert [formation.id for formation in desk.state.formations.values()] == ["M", "B"], desk.notice
    press(desk, "S35135")
    assert desk.state.play.phase == "deployment", desk.notice
    press(desk, "d1D")
    assert (desk.state.play.phase, desk.state.play.turn) == ("orders", 1), desk.notice
    press(desk, "u")
    assert [formation.deployed for formation in desk.state.formations.values()] == [True, False], "one entry"
    press(desk, "d1")
    assert (desk.state.play.phase, desk.state.play.turn) == ("orders", 1), desk.notice


def test_a_rematch_has_the_same_house_rules_and_proposes_who_played() -> None:
    switches = {"wreck": "safe", "turn_limit": 5}
    desk = Desk(temporary_match(games.find("epic")), library, Locale("en"), Settings(seed=7, switches=switches))
    press(desk, "11aAnn, Eve\n1aBob\n3")
    assert len(desk.state.sides) == 2, desk.notice
    prefilled = prefill_rematch(desk.match_session.game, desk.state)
    again = press(Desk(temporary_match(games.find("epic")), library, Locale("en"), prefilled), "a\n1a\n3")
    assert [side.name for side in again.state.sides.values()] == ["Ann & Eve", "Bob"], again.notice
    assert (again.state.switches, again.state.switches.wreck) == (desk.state.switches, "safe")


def test_the_marked_scenario_and_the_chosen_one_are_shown_before_it_is_laid_out() -> None:
    desk = desk_of(temporary_match(games.find("epic")))
    for marked in ("meeting", None):
        page = desk.screen.lobby(desk, desk.state, marked)
        assert page is not None
        assert (page.title, page.scene is not None) == (("Meeting", True) if marked else ("Epic Escarmouches", False))
    press(desk, "3")
    page = desk.screen.lobby(desk, desk.state, "hand")
    assert page is not None
    assert (page.title, page.about[-1]) == ("Meeting", "Table: 120 × 120 cm · Turns: 6")


def test_orders_are_typed_as_dots_and_read_by_nobody() -> None:
    desk = desk_of(ready(M, formation("A", "N", "marine-tactical", 5), B))
    press(desk, "o1c")
    field = desk.field
    assert field is not None
    assert field.visible_text == "•"
    press(desk, "f\n")
    assert desk.state.sides["p1"].ordered
    assert all(formation.orders.chip is None for formation in desk.state.formations.values()), "masked"
    press(desk, "o\n")
    press(desk, "w12")
    orders = {id: formation["order"] for id, formation in json_state(desk.match_session)["formations"].items()}
    assert orders == {"M": "charge", "N": "first-fire", "B": "advance"}
    assert desk.state.play.active == "p2"


def test_a_formation_of_ten_fires_in_eight_keys() -> None:
    ten = formation("A", "M", "marine-tactical", 10)
    others = [formation("B", id, "ork-boy", 10) for id in ("B", "C")]
    match_session = to_shooting(ready(ten, *others))
    press(desk_of(match_session), "s11=5=2")
    assert len(dead(match_session)) == 3
    assert json_state(match_session)["active"] == "B"


@pytest.mark.parametrize(("many", "last"), [(9, "9"), (10, "01"), (18, "09"), (19, "19")])
def test_no_number_of_a_list_needs_enter(many: int, last: str) -> None:
    options = number_options({n: f"Formation {n}" for n in range(1, many + 1)})
    assert options[-1].key == last
    keys = [option.key for option in options]
    assert not [(a, b) for a in keys for b in keys if a != b and b.startswith(a)]
    field = Pick("Which?", options=options)
    outcomes = [field.press(digit, digit) for digit in last]
    assert outcomes[-1] == Entered(many)


def test_a_volley_among_ten_formations_takes_eight_keys() -> None:
    tens = [formation("A", f"M{n}", "marine-tactical", 10) for n in range(1, 13)]
    match_session = to_shooting(ready(*tens, *(formation("B", f"B{n}", "ork-boy", 10) for n in range(12))))
    keys = "s111=5=2"
    press(desk_of(match_session), keys)
    assert len(keys) == 8
    assert len(dead(match_session)) == 3


def test_dice_are_typed_as_one_word() -> None:
    match_session = to_shooting(ready(M, B))
    press(desk_of(match_session), "s1" + "15566" + "2134")
    assert len(dead(match_session)) == 4


def test_a_whole_assault_by_keys() -> None:
    match_session = to_movement(ready(M, B), M="charge")
    desk = press(desk_of(match_session), "nnw")
    press(desk, "1")
    press(desk, "nyw")
    press(desk, "11c")
    press(desk, "\n")
    assert len(desk.state.contacts) == 5, desk.notice
    press(desk, "nn")
    assert desk.state.play.step == "fights"
    press(desk, "i1=9=3")
    assert dead(match_session) == ["B/1"]
    press(desk, "i13412")
    assert len(dead(match_session)) == 2
    press(desk, "ia661166116611")
    assert len(dead(match_session)) == 5, "the three others in one entry"
    assert desk.match_session.question is None


def test_losses_tests_and_retreats_by_hand() -> None:
    match_session = ready(M, B, formation("B", "C", "ork-boy", 5))
    desk = press(desk_of(match_session), "l2\n")
    assert dead(match_session) == ["B/5"]
    press(desk, "t2noise\n3")
    assert json_state(match_session)["formations"]["B"]["retreat"] is True
    press(desk, ",r2")
    assert json_state(match_session)["formations"]["C"]["retreat"] is True


def test_dangerous_ground_and_riding_by_keys() -> None:
    desk = desk_of(to_movement(ready(M, RHINO, B)))
    press(desk, "m2134")
    assert desk.match_session.question is None, desk.notice
    press(desk, "m13")
    assert desk.state.passengers("R/1") == tuple(f"M/{n}" for n in range(1, 6)), desk.notice


async def test_the_screen_shows_the_turn_and_the_formations() -> None:
    match_session = go_on(ready(M, B), line("draw", "A", "A"))
    for language, words in (("en", ("initiative: A", "Movement phase")), ("fr", ("initiative",))):
        app = MatchApp(desk_of(match_session, language), raising=True)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            strips = app.screen._compositor.render_strips()
            shown = "\n".join("".join(segment.text for segment in strip) for strip in strips)
            for word in words:
                assert word in shown


def test_odds_stand_beside_the_dice_before_they_fall() -> None:
    match_session = to_shooting(ready(M, B))
    desk = press(desk_of(match_session), "s1")
    assert desk.field is not None
    assert desk.field.notes == ("On average 1.11 destroyed; one at least: 72%",)


def notes(desk: Desk) -> tuple[str, ...]:
    assert desk.field is not None
    return desk.field.notes


@pytest.mark.rule("EE-SHOOT-8")
def test_the_second_die_is_weighed_before_the_first() -> None:
    match_session = to_shooting(ready(M, B), M="charge")
    desk = press(desk_of(match_session), "s1")
    assert notes(desk) == ("On average 0.28 destroyed; one at least: 25%", "7+ takes a 6, then 4+: 1/12 per die")
    press(desk, "66125")
    assert notes(desk) == ("On average 1 of 2 pass; all of them: 25%",)
    press(desk, "45")
    assert notes(desk) == ("On average 0.67 of 2 pass; all of them: 11%",)


@pytest.mark.rule("EE-MORALE-3", "EE-MORALE-6")
def test_a_morale_test_is_weighed_before_its_die() -> None:
    match_session = ready(M, B)
    desk = press(desk_of(match_session), "t2noise\n")
    assert notes(desk) == ("It passes: 50%; if it fails it goes into Retreat.",)
    press(desk, "3t2again\n")
    assert notes(desk) == ("It passes: 50%; if it fails it disperses, and 5 are lost.",)


@pytest.mark.rule("EE-RALLY-2")
def test_a_rally_is_weighed_before_its_die() -> None:
    match_session = to_rally(go_on(ready(M, B), line("retreat", formation="M")))
    desk = press(desk_of(match_session), "r")
    assert notes(desk) == ("It rallies: 83%",)


def test_the_odds_of_one_against_several() -> None:
    match_session = to_movement(ready(M, B), B="charge", first="B")
    go_on(match_session, line("next"), line("next"), line("draw", "A"), line("next"))
    go_on(match_session, line("draw", "A", "B"))
    runs = [{"figure": f"B/{n}", "target": "M/1"} for n in (1, 2)]
    go_on(match_session, line("charge", formation="B", moves=runs), line("next"), line("next"))
    desk = press(desk_of(match_session), "i\n")
    assert desk.field is not None
    assert desk.field.notes == ("M/1 wins: 62%", "against all of them: 15%")


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_hall_mode_shows_how_much_of_the_other_side_is_lost(size: tuple[int, int]) -> None:
    app = MatchApp(desk_of(to_shooting(ready(M, B))), raising=True)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("comma", "h")
        await pilot.pause()
        assert isinstance(app.screen, HallScreen)
        app.screen.look_again()
        strips = app.screen._compositor.render_strips()
        drawn = "\n".join("".join(segment.text for segment in strip) for strip in strips)
        assert "this turn" in drawn
        assert "0%" in drawn or fit_letters("0%", 40)[0] in drawn


def test_the_race_is_what_the_others_have_lost() -> None:
    desk = desk_of(to_shooting(ready(M, B)))
    assert [racer.scored for racer in desk.view.race(desk.state)] == [0, 0]
    press(desk, "s1" + "15566" + "2134")
    assert len(dead(desk.match_session)) == 4
    scores = {racer.name: racer.scored for racer in desk.view.race(desk.state)}
    assert sorted(scores.values()) == [0, Fraction(4, 5)]


def test_a_typed_number_takes_the_place_of_the_proposed_one() -> None:
    match_session = ready(formation("A", "M", "marine-tactical", 10), B)
    press(desk_of(match_session), "l13\n")
    assert len(dead(match_session)) == 3


@pytest.mark.rule("EE-ARMY-5")
def test_whole_forces_are_fielded_by_keys() -> None:
    desk = desk_of(temporary_match(games.find("epic")))
    press(desk, "11aAnn\n1aBob\n3")
    press(desk, "F\n\n\n")
    press(desk, "F\n\n400\n")
    state = desk.state
    fielded = {side.id: state.of_side(side.id) for side in state.sides.values()}
    assert all(len(ones) > 3 for ones in fielded.values()), desk.notice
    assert fielded["p1"][0].id == "A1"
    assert fielded["p2"][0].id == "B1"
    before = len(state.formations)
    press(desk, "f1X\n5 marine-tactical\n")
    assert len(desk.state.formations) == before + 1, "more may follow one by one"
    desk.press("ctrl+z", None)
    desk.press("ctrl+z", None)
    assert not desk.state.of_side("p2"), "an undo takes a force back whole"


@pytest.mark.rule("EE-TURN-2")
def test_n_goes_on_to_the_draw_but_never_turns_orders_over() -> None:
    desk = desk_of(ready(M, B))
    press(desk, "n")
    assert desk.state.play.phase == "orders", "the chips are turned over by W alone"
    press(desk, "wy11nnn1")
    assert desk.state.play.step == "shots"


def test_dice_that_are_too_few_stay_typed() -> None:
    match_session = to_shooting(ready(M, B))
    desk = press(desk_of(match_session), "s113\n")
    field = desk.field
    assert field is not None
    assert (field.buffer, bool(field.error)) == ("13", True)
    assert match_session.draft == "13", "a crash keeps them, too"
    press(desk, "446")
    assert match_session.question is not None
    assert match_session.question.key == "saves"


def test_a_count_that_cannot_be_keeps_what_was_typed_before() -> None:
    desk = press(desk_of(to_shooting(ready(formation("A", "M", "marine-tactical", 12), B))), "s1=19")
    assert desk.field is not None
    assert (desk.field.buffer, bool(desk.field.error)) == ("=1", True)
    assert press(desk, "2").match_session.question.key == "saves"  # type: ignore[union-attr]


@pytest.mark.rule("EE-ARMY-1")
def test_an_army_without_formations_is_not_offered() -> None:
    desk = press(desk_of(temporary_match(games.find("epic"))), "11aAnn\n")
    assert isinstance(desk.field, Pick)
    offered = {option.value for option in desk.field.options}
    assert offered == {id for id, army in library().of_kind("armies").items() if army.formations}
