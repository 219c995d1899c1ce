"""BONUS TOKENS: picked up, rolled, held, spent and sent home."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.packs.models import D3D6, Champion
from q40k.games.quake.state.bonus import BonusChosen, BonusSpent, NukeRolled, Thrown, TokenTaken
from q40k.games.quake.state.damage import Wounded
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.respawn import Respawned
from q40k.games.quake.state.table.opening import Overridden
from q40k.kernel.events import ChoiceQuestion, DiceQuestion
from tests.games.quake.rules.playing import (
    Table,
    champion,
    deathmatch,
    deploying,
    of_type,
    seat_players,
    standing,
    start_table,
)


@pytest.mark.rule("BONUS-1")
def test_equipment_and_weapons_are_rolled_on_a_d3_and_a_d6() -> None:
    for token in ("E1", "W1"):
        table = start_table("Ann")
        table.ask("pickup", player="Ann", token=token)
        assert isinstance(table.question, DiceQuestion)
        assert (table.asks, table.question.dice) == (("bonus", "Ann"), (3, 6))


@pytest.mark.rule("BONUS-1")
def test_a_special_bonus_is_rolled_on_a_d6() -> None:
    table = start_table("Ann")
    table.ask("pickup", player="Ann", token="S1")
    assert isinstance(table.question, DiceQuestion)
    assert table.question.dice == (6,)


PLAIN = [
    *[("E1", f"equipment-{r}") for r in D3D6 if r not in ("11", "36")],
    *[("W1", f"weapon-{r}") for r in D3D6 if r not in ("11", "36")],
    *[("S1", f"special-{r}") for r in "123456" if r != "5"],
]


@pytest.mark.rule("BONUS-1", "BONUS-3")
@pytest.mark.parametrize(("token", "kind"), PLAIN)
def test_every_kind_is_kept_with_its_holder(token: str, kind: str) -> None:
    table = start_table("Ann Bob")
    rolled = tuple(int(digit) for digit in kind.partition("-")[2])
    events = table.do("pickup", *rolled, player="Ann", token=token)
    assert [type(event) for event in events] == [TokenTaken]
    held = table["Ann"].bonus
    assert held is not None
    assert (held.token, held.kind, held.spent, held.target) == (token, kind, False, None)
    assert table.name(table.state.tokens[token].holder) == "Ann"
    assert table.state.kind(held).name.en == kind.replace("-", " ")
    table.check()


@pytest.mark.rule("BONUS-2")
def test_a_champion_has_one_bonus_at_a_time() -> None:
    table = start_table("Ann")
    table.do("pickup", 1, 2, player="Ann", token="E1")
    refusal = table.refused("pickup", player="Ann", token="E2")
    assert (refusal.rule, refusal.code) == ("BONUS-2", "has-a-bonus")
    assert refusal.facts["player"] == "Ann"


@pytest.mark.rule("BONUS-2", "BONUS-4")
def test_a_second_bonus_by_the_game_masters_leave_sends_the_first_home() -> None:
    table = start_table("Ann")
    table.do("pickup", 1, 2, player="Ann", token="E1")
    events = table.do("pickup", 1, 3, player="Ann", token="E2", override="the first was a mistake")
    assert [x.code for x in of_type(events, Overridden)] == ["has-a-bonus"]
    assert table["Ann"].bonus is not None
    assert table["Ann"].bonus.token == "E2"
    assert table.state.tokens["E1"].holder is None


@pytest.mark.rule("BONUS-3")
def test_a_token_that_is_held_is_out_of_everyones_reach() -> None:
    table = start_table("Ann Bob")
    table.do("pickup", 1, 2, player="Ann", token="E1")
    table.do("next")
    refusal = table.refused("pickup", player="Bob", token="E1")
    assert (refusal.rule, refusal.code) == ("BONUS-3", "token-held")
    assert refusal.facts == {"token": "E1", "holder": "Ann"}


@pytest.mark.rule("BONUS-3", "BONUS-4")
def test_the_game_master_may_take_a_token_from_its_holder() -> None:
    table = start_table("Ann Bob")
    table.do("pickup", 1, 2, player="Ann", token="E1")
    table.do("next")
    table.do("pickup", 1, 3, player="Bob", token="E1", override="it was Bob all the time")
    assert table["Ann"].bonus is None
    assert table.name(table.state.tokens["E1"].holder) == "Bob"
    table.check()


@pytest.mark.rule("BONUS-2", "BONUS-3")
def test_one_token_may_be_rolled_again_by_the_game_masters_leave() -> None:
    table = start_table("Ann Bob")
    table.do("pickup", 1, 2, player="Ann", token="E1")
    table.do("pickup", 3, 3, player="Ann", token="E1", override="the die fell off the table")
    held = table["Ann"].bonus
    assert held is not None
    assert held.kind == "equipment-33"
    assert table.name(table.state.tokens["E1"].holder) == "Ann"


@pytest.mark.rule("BONUS-4")
def test_a_dead_holders_token_can_be_picked_up_again_and_is_rolled_anew() -> None:
    table = start_table("Ann Bob")
    table.do("pickup", 1, 2, player="Ann", token="E1")
    table.do("kill", 1, player="Bob", victim="Ann")
    table.do("next")
    table.do("pickup", 2, 5, player="Bob", token="E1")
    held = table["Bob"].bonus
    assert held is not None
    assert held.kind == "equipment-25"


@pytest.mark.rule("BONUS-4")
def test_a_pick_up_that_should_not_have_been_goes_home() -> None:
    table = start_table("Ann Bob")
    table.do("pickup", 1, 2, player="Ann", token="E1")
    table.do("drop", player="Ann")
    assert (table["Ann"].bonus, table.state.tokens["E1"].holder) == (None, None)
    refusal = table.refused("drop", player="Ann")
    assert (refusal.rule, refusal.code) == ("BONUS-2", "has-no-bonus")


@pytest.mark.rule("BONUS-1")
def test_a_token_is_called_by_its_name() -> None:
    table = start_table("Ann")
    refusal = table.refused("pickup", player="Ann", token="E9")
    assert (refusal.code, refusal.facts["token"]) == ("unknown-token", "E9")
    assert refusal.facts["tokens"] == ("E1", "E2", "W1", "W2", "S1")
    assert refusal.facts["nearest"] in ("E1", "E2")
    table.do("pickup", 1, 2, player="Ann", token="e1")


@pytest.mark.rule("BONUS-1")
def test_a_mod_without_bonus_has_no_tokens() -> None:
    table = Table(mod_data=deathmatch(rules=("respawn", "portals", "victory-points")))
    seat_players("Ann", table=table)
    table.do("start", 1)
    table.do("deploy", player="Ann")
    refusal = table.refused("pickup", player="Ann", token="E1")
    assert (refusal.code, refusal.overridable) == ("no-tokens", False)


# ---- equipment 11: mega bumper


@pytest.mark.rule("BONUS-7", "BONUS-1")
def test_the_mega_bumper_throws_and_is_spent() -> None:
    table = standing("Ann Bob", Ann=2)
    table.ask("pickup", 1, 1, player="Ann", token="E1")
    assert isinstance(table.question, DiceQuestion)
    assert (table.asks, table.question.dice) == (("mega-bumper", "Ann"), (6, 6, 6))
    events = table.answer(4, 2, 6)
    assert [(x.inches, x.dice) for x in of_type(events, Thrown)] == [(12, (4, 2, 6))]
    assert table.asks == ("bumper-path", None)
    table.answer("no")
    held = table["Ann"].bonus
    assert held is not None
    assert (held.token, held.spent) == ("E1", True)
    assert table["Ann"].position.portal is None


@pytest.mark.rule("BONUS-7", "SCORE-2", "BONUS-4")
def test_who_is_thrown_into_something_dies_by_accident_and_the_token_goes_home() -> None:
    table = start_table("Ann Bob")
    events = table.do("pickup", 1, 1, 1, 1, 1, True, 5, player="Ann", token="E1")
    assert table.story(events) == ["Ann mega-bumper", "Ann back by 5"]
    assert table.scores == {"Ann": -15, "Bob": 0}
    assert (table["Ann"].bonus, table.state.tokens["E1"].holder) == (None, None)


# ---- weapon 11: demolition charge


@pytest.mark.rule("BONUS-7")
def test_a_demolition_charge_is_spent_and_stays_until_its_picker_dies() -> None:
    table = start_table("Ann Bob")
    events = table.do("pickup", 1, 1, [], player="Ann", token="W1")
    assert [type(event) for event in events] == [TokenTaken, BonusSpent]
    held = table["Ann"].bonus
    assert held is not None
    assert (held.kind, held.spent) == ("weapon-11", True)
    assert table.refused("pickup", player="Ann", token="E1").code == "has-a-bonus"
    table.do("accident", 2, player="Ann")
    assert table.state.tokens["W1"].holder is None


# ---- equipment 36: choose


@pytest.mark.rule("BONUS-1")
def test_thirty_six_chooses_any_other_from_the_list() -> None:
    table = start_table("Ann")
    table.ask("pickup", 3, 6, player="Ann", token="E1")
    assert table.asks == ("choose-bonus", "Ann")
    assert isinstance(table.question, ChoiceQuestion)
    assert table.question.options == tuple(roll for roll in D3D6 if roll != "36")
    events = table.answer("31")
    assert [event.kind for event in of_type(events, BonusChosen)] == ["equipment-31"]
    held = table["Ann"].bonus
    assert held is not None
    assert held.kind == "equipment-31"


@pytest.mark.rule("BONUS-1")
def test_what_was_chosen_takes_effect_too() -> None:
    table = start_table("Ann Bob")
    events = table.do("pickup", 3, 6, "11", 1, 2, 3, "yes", 4, player="Ann", token="E1")
    assert table.story(events) == ["Ann mega-bumper", "Ann back by 4"]
    table = start_table("Ann Bob")
    table.do("pickup", 3, 6, 32, player="Ann", token="E1")  # a beacon, as a number
    table.ask("kill", 1, player="Bob", victim="Ann")
    assert table.asks == ("beacon", "Ann")


# ---- special 5: mind control


@pytest.mark.rule("BONUS-1")
def test_mind_control_is_over_one_other_player() -> None:
    table = start_table("Ann Bob Cid")
    table.ask("pickup", 5, player="Ann", token="S1")
    assert table.asks == ("mind-control", "Ann")
    assert isinstance(table.question, ChoiceQuestion)
    assert table.question.options == ("Bob", "Cid")
    table.answer("Cid")
    held = table["Ann"].bonus
    assert held is not None
    assert (held.target, held.spent) == (table["Cid"].id, False)


@pytest.mark.rule("BONUS-1")
def test_alone_there_is_nobody_to_control() -> None:
    table = start_table("Ann")
    table.do("pickup", 5, player="Ann", token="S1")
    held = table["Ann"].bonus
    assert held is not None
    assert held.target is None


# ---- the nuke


def exact(table: Table) -> dict[str, Fraction]:
    return {name: score for name, score in table.scores.items() if score}


@pytest.mark.rule("NUKE", "SCORE-1")
def test_the_nuke_kills_from_the_nearest_on_until_one_survives() -> None:
    table = start_table("Ann Bob Cid Dan")
    table.ask("pickup", 3, 6, player="Ann", token="W1")
    assert table.asks == ("nuke-nearest", None)
    assert isinstance(table.question, ChoiceQuestion)
    assert table.question.options == ("Ann", "Bob", "Cid", "Dan")  # who picks it up is on it
    table.answer("Cid")
    assert table.asks == ("nuke-wound", "Ann")
    assert table.question.facts == {"target": table["Cid"].id, "needed": 2}
    events = table.answer(2, "Bob", 1, 3)
    assert table.story(events) == ["Ann killed Cid", "Cid back by 3"]
    assert exact(table) == {}  # a kill of 15 points, and its own 15 lost
    assert (table["Ann"].score.kills, table["Bob"].score.deaths) == (1, 0)
    table.check()


@pytest.mark.rule("NUKE", "BONUS-7", "SCORE-2", "PORTAL-7")
def test_the_dead_are_put_back_only_when_the_chain_has_ended_in_the_order_they_died() -> None:
    table = start_table("Ann Bob Cid Dan")
    table.ask("pickup", 3, 6, "Ann", 5, "Dan", 2, "Bob", 6, player="Ann", token="W1")
    assert table.waiting == "Ann Dan Bob"
    events = table.answer(1, 5, 4, 3)  # Cid, the last, needs no choice and lives; then the portals
    assert table.story(events) == ["Ann back by 5", "Dan back by 4", "Bob back by 3"]


@pytest.mark.rule("NUKE", "SCORE-1", "SCORE-2", "BONUS-7")
def test_the_picker_scores_each_other_and_loses_its_own_value_once() -> None:
    table = start_table("Ann Bob Cid")
    values = {"Bob": 20, "Cid": 31}
    for name, points in values.items():
        profile = structs.replace(table[name].champion, points=points)
        table.do("correct", player=name, champion="x", profile=profile)
    events = table.do("pickup", 3, 6, "Ann", 2, "Bob", 2, 2, 1, 2, 3, player="Ann", token="W1")
    assert table.story(events) == [
        "Ann nuke",
        "Ann killed Bob",
        "Ann killed Cid",
        "Ann back by 1",
        "Bob back by 2",
        "Cid back by 3",
    ]
    assert table.scores == {"Ann": 20 + 31 - 15, "Bob": 0, "Cid": 0}
    assert (table["Ann"].bonus, table.state.tokens["W1"].holder) == (None, None)
    assert (table["Ann"].score.kills, table["Ann"].score.accidents) == (2, 1)
    table.check()


@pytest.mark.rule("NUKE", "BONUS-7", "BONUS-3")
def test_a_nuke_that_spares_its_picker_stays_beside_it_spent() -> None:
    table = start_table("Ann Bob")
    table.do("pickup", 3, 6, "Bob", 3, 1, 4, player="Ann", token="W1")
    held = table["Ann"].bonus
    assert held is not None
    assert (held.kind, held.spent) == ("weapon-36", True)


@pytest.mark.rule("NUKE")
def test_with_all_positions_known_the_nearest_is_measured() -> None:
    table = deploying("Ann Bob Cid")  # W1 lies at 30, 10
    for name, at in (("Cid", (30, 55)), ("Bob", (30, 25)), ("Ann", (50, 10))):
        table.do("deploy", player=name, at=at)
    events = table.do("pickup", 3, 6, 3, 3, 1, 4, 5, player="Ann", token="W1", override="it is on it")
    #  Ann stands on the token, whatever her place says
    assert [table.name(x.player) for x in of_type(events, NukeRolled)] == ["Ann", "Bob", "Cid"]


@pytest.mark.rule("NUKE", "SCORE-1", "TABLE-4")
def test_the_nukes_cost_is_put_right_with_its_picker() -> None:
    table = start_table("Ann Bob")
    table.do("pickup", 3, 6, "Bob", 2, 1, 3, player="Ann", token="W1")
    assert table.scores == {"Ann": 0, "Bob": 0}
    profile = structs.replace(table["Ann"].champion, points=40)
    table.do("correct", player="Ann", champion="x", profile=profile)
    assert table.scores == {"Ann": 15 - 40, "Bob": 0}
    table.check()


@pytest.mark.rule("NUKE")
@pytest.mark.parametrize(("cost", "lives", "dies"), [("always", 0, 0), ("if-dead", 15, 0), ("never", 15, 15)])
def test_a_mod_may_say_when_the_nuke_costs_its_picker(cost: str, lives: int, dies: int) -> None:
    for answers, score in ((("Bob", 2, 1, 3), lives), (("Ann", 2, 2, 3, 4), dies)):
        mod = deathmatch(parameters={"nuke_cost": cost})
        table = start_table("Ann Bob", table=Table(mod_data=mod))
        table.do("pickup", 3, 6, *answers, player="Ann", token="W1")
        assert table["Ann"].score.points == score


@pytest.mark.rule("NUKE")
def test_a_mod_may_make_the_nuke_sure_to_wound() -> None:
    mod = deathmatch(parameters={"nuke_wounds": "sure"})
    table = start_table("Ann Bob Cid", table=Table(mod_data=mod), t=10)
    events = table.do("pickup", 3, 6, "Cid", "Bob", 1, 2, 3, player="Ann", token="W1")
    assert table.story(events)[:3] == ["Ann killed Cid", "Ann killed Bob", "Ann nuke"]
    assert not of_type(events, NukeRolled)


@pytest.mark.rule("NUKE")
@pytest.mark.parametrize(("toughness", "needed"), [(3, 2), (8, 2), (9, 3), (10, 4)])
def test_the_nuke_wounds_as_strength_ten_does(toughness: int, needed: int) -> None:
    table = Table()
    table.join("Ann", ld=10)
    table.join("Big", t=toughness)
    table.do("start", 1, 1)
    table.do("deploy", player="Big")
    table.do("deploy", player="Ann")
    table.do("pickup", 3, 6, "Big", needed - 1, player="Ann", token="W1")
    assert table["Big"].score.deaths == 0
    table.do("accident", 1, player="Ann")
    for _ in range(4):
        table.do("end-phase")
    table.do("pickup", 3, 6, "Big", needed, 1, 2, player="Ann", token="W1")
    assert table["Big"].score.deaths == 1


def hulk(**changes: Any) -> Champion:
    return champion(**{"w": 3, "i": 1, **changes})


@pytest.mark.rule("NUKE", "CHAMPION-7")
def test_the_nuke_takes_one_wound_of_a_tough_champion_and_stops() -> None:
    table = Table(mod_data=deathmatch(rules=("chief-fight", "respawn", "bonus", "victory-points")))
    table.join("Ann")
    table.do("join", player="Big", champion="x", profile=hulk(t=6))
    table.do("start", 1, 1)
    table.do("deploy", player="Big")
    table.do("deploy", player="Ann")
    events = table.do("pickup", 3, 6, "Big", 2, player="Ann", token="W1")
    assert [event.left for event in of_type(events, Wounded)] == [2]
    assert (table["Big"].life.wounds, table["Big"].score.deaths) == (2, 0)


@pytest.mark.rule("NUKE", "CHAMPION-7")
@pytest.mark.parametrize(("toughness", "mount"), [(5, "infantry"), (6, "bike")])
def test_twice_the_toughness_kills_outright(toughness: int, mount: str) -> None:
    """A bike’s toughness of 6 is one of 5 (6): the mount does not count (w40k3e 5)."""
    table = Table(mod_data=deathmatch(rules=("chief-fight", "respawn", "bonus", "victory-points")))
    table.join("Ann")
    table.do("join", player="Big", champion="x", profile=hulk(t=toughness, unit_type=mount))
    table.do("start", 1, 1)
    table.do("deploy", player="Big")
    table.do("deploy", player="Ann")
    table.do("pickup", 3, 6, "Big", 2, 1, 4, player="Ann", token="W1")
    assert (table["Big"].life.wounds, table["Big"].score.deaths) == (3, 1)


@pytest.mark.rule("NUKE", "PORTAL-7")
def test_those_put_back_after_a_nuke_telefrag_in_turn() -> None:
    table = standing("Ann Bob Cid Dan", Dan=5)
    events = table.do("pickup", 3, 6, "Bob", 2, "Cid", 2, "Ann", 1, 5, 2, 4, player="Ann", token="W1")
    assert table.story(events) == [
        "Ann killed Bob",
        "Ann killed Cid",
        "Bob back by 5",
        "Dan telefragged",
        "Cid back by 2",
        "Dan back by 4",
    ]
    table.check()


@pytest.mark.rule("NUKE", "RESPAWN-2")
def test_the_nuked_drop_their_tokens() -> None:
    table = start_table("Ann Bob")
    table.do("next")
    table.do("pickup", 1, 2, player="Bob", token="E1")
    for _ in range(4):
        table.do("end-phase")
    table.do("pickup", 3, 6, "Bob", 2, 1, 3, player="Ann", token="W1")
    assert table.state.tokens["E1"].holder is None


@pytest.mark.rule("NUKE", "SCORE-4")
def test_a_nuke_may_win_the_match() -> None:
    table = Table(options={"times_to_win": 1})
    seat_players("Ann", table=table)
    table.join("Bob", points=30, i=1)
    table.do("start", 1, 1)
    table.do("deploy", player="Bob")
    table.do("deploy", player="Ann")
    events = table.do("pickup", 3, 6, "Bob", 2, 1, 3, player="Ann", token="W1")
    assert [type(event) for event in events][-2:] == [Respawned, Won]


# ---- where places are kept


@pytest.mark.rule("BONUS-1")
def test_a_token_that_the_move_did_not_pass_over_is_refused_where_places_are_kept() -> None:
    table = deploying("Ann Bob")  # W1 lies at (30, 10)
    for name, at in (("Bob", (50, 50)), ("Ann", (25, 10))):
        table.do("deploy", player=name, at=at)
    refusal = table.refused("pickup", player="Ann", token="W1")
    assert (refusal.rule, refusal.code) == ("BONUS-1", "not-passed-over")
    table.do("move", player="Ann", to=(35, 10))  # over it, and on
    table.do("pickup", 1, 2, player="Ann", token="W1")
    assert table["Ann"].bonus is not None
    far = deploying("Ann")
    far.do("deploy", player="Ann", at=(25, 10))
    far.do("pickup", 1, 2, player="Ann", token="W1", override="it was pushed there")
    assert far["Ann"].bonus is not None
    far.check()


@pytest.mark.rule("BONUS-1", "DEPLOY-2")
def test_who_was_deployed_on_a_token_may_take_it() -> None:
    table = deploying("Ann")
    table.do("deploy", player="Ann", at=(30, 10.5))
    table.do("pickup", 1, 2, player="Ann", token="W1")
    assert table["Ann"].bonus is not None


@pytest.mark.rule("BONUS-1", "ASSAULT-1")
def test_a_token_passed_over_in_a_charge_is_taken_as_in_a_move() -> None:
    table = deploying("Ann Bob")
    for name, at in (("Bob", (41, 10)), ("Ann", (25, 10))):
        table.do("deploy", player=name, at=at)
    table.do("end-phase")
    table.do("end-phase")
    assert table.refused("pickup", player="Ann", token="W1").code == "wrong-phase"
    events = table.do("charge", player="Ann", target="Bob")
    assert events[0].over == ("W1",)
    assert table.refused("pickup", player="Ann", token="E1").code == "not-passed-over"
    table.do("pickup", 1, 2, player="Ann", token="W1")
    assert table["Ann"].bonus is not None
    table.check()
