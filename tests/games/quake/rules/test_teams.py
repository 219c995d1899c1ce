"""TEAMS: who plays for whom, the roll and the three choices, and one champion at a time."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games.quake.state.melee import next_melees
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.teams import TeamRolled, TeamsRanked, missing_players
from tests.games.quake.rules.in_teams import (
    CHAMPIONS,
    HUNT,
    acting,
    deploy_all,
    deploying,
    facing,
    score,
    seated_table,
    team_mod,
    to_phase,
    winner,
)
from tests.games.quake.rules.playing import Table, champion, of_type
from tests.games.w40k3e.fighting import weapon

BUDGET = team_mod("budget", "portals", "respawn", "victory-points", parameters={"budget": 40})


def join(table: Table, name: str, team: str | None, points: int = 15, **arguments: Any) -> list[Any]:
    profile = champion(points)
    return table.do("join", player=name, champion="x", profile=profile, team=team, **arguments)


# ---- who plays for whom


@pytest.mark.rule("TEAM-1")
def test_whoever_joins_says_for_which_team() -> None:
    table = seated_table("Ann Bob")
    refusal = table.refused("join", player="Cid", champion="x", profile=champion())
    assert (refusal.code, refusal.facts["teams"]) == ("team-needed", ("Red", "Blue"))
    join(table, "Cid", " red ")
    assert table["Cid"].team == "Red"


@pytest.mark.rule("TEAM-1")
def test_a_mod_says_how_many_teams_there_are_and_how_large() -> None:
    mod = team_mod(teams={"least": 2, "most": 2, "players": 2})
    table = seated_table("Ann+Bob Cid", mod)
    refusal = table.refused("join", player="Dot", champion="x", profile=champion(), team="Green")
    assert (refusal.code, refusal.facts["most"]) == ("too-many-teams", 2)
    refusal = table.refused("start")
    assert (refusal.code, refusal.facts["team"], refusal.facts["least"]) == ("team-too-small", "Blue", 2)
    table.do("start", 6, 6, 1, 1, "Red", "Red", "Red", override="two against one")
    assert table.state.play.phase == "deployment"
    alone = seated_table("Ann+Bob")
    assert alone.refused("start").code == "too-few-teams"
    alone.do("start", override="a rehearsal")
    assert deploy_all(alone).state.play.phase == "movement"


@pytest.mark.rule("TEAM-1")
def test_a_hunt_needs_exactly_two_teams() -> None:
    alone = seated_table("Ann+Bob", HUNT)
    refusal = alone.refused("start", override="we have no more players")
    assert (refusal.code, refusal.facts["count"]) == ("two-teams", 1)


@pytest.mark.rule("TEAM-1")
def test_a_budget_is_that_of_the_whole_team() -> None:
    table = Table(mod_data=BUDGET)
    join(table, "Ann", "Red", 30)
    join(table, "Bob", "Blue", 40)
    refusal = table.refused("join", player="Cid", champion="x", profile=champion(11), team="Red")
    facts = refusal.facts
    assert (refusal.code, facts["points"], facts["over"], facts["budget"]) == ("team-budget", 41, 1, 40)
    join(table, "Cid", "Red", 10)
    assert table.refused("team", player="Cid", team="Blue").code == "team-budget"
    refusal = table.refused("correct", player="Cid", champion="x", profile=champion(11))
    assert refusal.code == "team-budget"
    join(table, "Dot", "Red", 1, override="a mascot")
    table.do("leave", player="Ann")
    join(table, "Eve", "Red", 29)


@pytest.mark.rule("TEAM-1")
def test_a_player_changes_teams_freely_before_the_start_and_by_agreement_later() -> None:
    table = seated_table("Ann+Bob Cid")
    table.do("team", player="Bob", team="blue")
    assert table["Bob"].team == "Blue"
    assert table.refused("team", player="Bob", team="Blue").code == "same-team"
    table.do("start", 6, 6, 1, 1, "Red", "Red", "Red")
    assert table.refused("team", player="Bob", team="Red").code == "teams-are-set"
    table.do("team", player="Bob", team="Red", override="to even the odds")
    assert table["Bob"].team == "Red"
    assert table.refused("team", player="Bob", team="Green").code == "no-new-team"


# ---- the roll and the choices


@pytest.mark.rule("TEAM-2")
def test_each_team_rolls_two_dice_in_the_order_of_its_first_player_and_ties_roll_again() -> None:
    table = seated_table("Ann Bob Cid")
    events = table.ask("start", 3, 3, 6, 6, 1, 5)
    rolled = [(event.team, event.total) for event in of_type(events, TeamRolled)]
    assert rolled == [("Red", 6), ("Blue", 12), ("Green", 6)]
    events = table.answer(2, 2, 4, 4)
    assert [event.team for event in of_type(events, TeamRolled)] == ["Red", "Green"]
    (ranked,) = of_type(events, TeamsRanked)
    assert ranked.teams == ("Blue", "Green", "Red")
    assert table.asks == ("first-movement", None)
    table.answer("Green", "Red", "Blue")
    assert table.state.team_play.first == {"movement": "Green", "shooting": "Red", "assault": "Blue"}


@pytest.mark.rule("TEAM-2", "TEAM-3", "TEAM-5")
def test_another_team_may_open_each_phase_and_close_combat_goes_by_the_assault() -> None:
    table = seated_table("Ann+Bob Cid+Dot")
    table.do("start", 6, 6, 1, 1, "Red", "Blue", "Red")
    deploy_all(table)
    assert acting(table, 4) == "Ann Cid Bob Dot"
    assert acting(table, 4) == "Cid Ann Dot Bob"
    assert acting(table, 4) == "Ann Cid Bob Dot"
    assert table.state.play.phase == "melee"
    assert acting(table, 4) == "Ann Cid Bob Dot"
    assert table.state.play.turn == 2


@pytest.mark.rule("TEAM-2")
def test_no_player_rolls_for_initiative() -> None:
    table = facing("Ann Bob")
    assert table["Ann"].initiative is None
    assert table.order == "Ann Bob"


@pytest.mark.rule("DEPLOY-1", "TEAM-2")
def test_the_team_with_the_lowest_roll_deploys_first_and_then_they_alternate() -> None:
    table = deploying("Ann+Bob+Cid Dot")
    assert table.active == "Dot"
    order = []
    while table.state.play.phase == "deployment":
        order.append(table.active)
        table.do("deploy", player=table.active)
    assert order == ["Dot", "Ann", "Bob", "Cid"]


@pytest.mark.rule("TEAM-3")
def test_any_member_of_the_team_may_be_the_one_that_deploys() -> None:
    table = deploying("Ann+Bob Cid+Dot")
    table.do("deploy", player="Dot", tile="A1")
    assert table.refused("deploy", player="Cid", tile="B1").code == "not-your-deployment"
    table.do("deploy", player="Bob", tile="B1")
    assert table.active == "Cid"


# ---- one champion at a time


@pytest.mark.rule("TEAM-3")
def test_a_team_with_none_left_to_act_waits_while_the_others_finish() -> None:
    table = facing("Ann+Bob+Cid Dot Eve+Fay")
    assert acting(table, 6) == "Ann Dot Eve Bob Fay Cid"
    assert table.state.play.phase == "shooting"


@pytest.mark.rule("TEAM-3")
def test_within_a_team_any_champion_that_has_not_acted_may_step_in() -> None:
    table = facing("Ann+Bob Cid")
    table.do("move", player="Bob", inches=3)
    assert table.active == "Bob"
    table.do("next")
    assert table.refused("move", player="Ann", inches=1).code == "other-team"
    table.do("next")
    assert table.active == "Ann"
    assert table.refused("move", player="Bob", inches=1).code == "has-acted"
    table.do("next")
    assert table.state.play.phase == "shooting"
    table.do("act", player="Bob")
    assert table.active == "Bob"
    assert table.refused("act", player="Cid").code == "other-team"


@pytest.mark.rule("TEAM-3")
def test_whoever_has_begun_to_move_ends_its_part_before_a_team_mate_moves() -> None:
    table = facing("Ann+Bob Cid")
    table.do("move", player="Ann", inches=3)
    assert table.refused("portal", player="Bob", portal=1).code == "mate-not-done"
    table.do("move", player="Bob", inches=1, override="they go together")
    assert table.active == "Bob"


@pytest.mark.rule("TEAM-3")
def test_who_has_moved_in_its_phase_has_not_begun_in_the_next() -> None:
    table = facing("Ann+Bob Cid")
    table.do("move", player="Ann", inches=3)
    table.do("end-phase")
    table.do("act", player="Bob")
    assert table.active == "Bob"


@pytest.mark.rule("TEAM-3", "TURN-1", "MOVE-1")
def test_a_move_from_a_place_that_nobody_knows_begins_the_part_as_well() -> None:
    table = facing("Ann+Bob Cid")
    table.do("move", player="Ann", to=[20, 20])
    assert table["Ann"].movement.spent == 0
    assert table.refused("portal", player="Bob", portal=1).code == "mate-not-done"
    table.do("kill", 4, player="Cid", victim="Ann")
    assert table.refused("move", player="Ann", inches=1).code == "part-over"


@pytest.mark.rule("TEAM-3")
@pytest.mark.parametrize(("phase", "does"), [("shooting", "shoot"), ("assault", "charge")])
def test_whoever_has_shot_or_charged_ends_its_part_before_a_team_mate(phase: str, does: str) -> None:
    table = facing("Ann+Bob Cid")
    for name in ("Ann", "Bob"):
        table.do("correct", player=name, champion="x", profile=champion(), arms=(weapon("boltgun"),))
    to_phase(table, phase)
    answers = (1, 1) if does == "shoot" else ()
    table.do(does, *answers, player="Ann", target="Cid", distance=2)
    assert table.refused(does, player="Bob", target="Cid", distance=2).code == "mate-not-done"


@pytest.mark.rule("TEAM-3")
def test_where_everyone_plays_alone_nobody_steps_in() -> None:
    table = Table()
    for name in ("Ann", "Bob"):
        table.join(name)
    table.do("start", 6, 1)
    deploy_all(table)
    assert table.refused("move", player="Bob", inches=1).code == "not-active"
    assert table.refused("act", player="Ann").code == "no-teams"


@pytest.mark.rule("TURN-2", "TEAM-3")
def test_a_champion_that_comes_back_may_still_act_and_one_that_has_acted_may_not() -> None:
    table = facing("Ann+Bob Cid")
    table.do("kill", 3, player="Cid", victim="Bob")
    table.do("next")
    table.do("next")
    assert table.active == "Bob"
    table.do("kill", 3, player="Bob", victim="Cid")
    table.do("next")
    assert (table.state.play.phase, table.active) == ("shooting", "Ann")


@pytest.mark.rule("TEAM-3", "SUDDEN-1")
def test_the_dead_of_a_round_are_passed_over() -> None:
    table = facing("Ann+Bob Cid+Dot", CHAMPIONS)
    table.do("kill", player="Ann", victim="Cid")
    assert acting(table, 3) == "Ann Dot Bob"
    assert table.state.play.phase == "shooting"


@pytest.mark.rule("TEAM-3", "INIT-5")
def test_the_phase_goes_on_when_the_active_champion_leaves() -> None:
    table = facing("Ann+Bob Cid+Dot")
    table.do("move", player="Ann", inches=3)
    table.do("leave", player="Ann")
    assert table.active == "Cid"
    assert acting(table, 3) == "Cid Bob Dot"
    assert table.state.play.phase == "shooting"


@pytest.mark.rule("TEAM-3", "INIT-5", "SUDDEN-1")
@pytest.mark.parametrize(
    ("do", "arguments"), [("leave", {"player": "Ann"}), ("kill", {"player": "Cid", "victim": "Ann"})]
)
def test_who_is_gone_before_it_has_begun_costs_its_team_no_part(do: str, arguments: dict[str, str]) -> None:
    table = facing("Ann+Bob Cid+Dot", CHAMPIONS)
    table.do(do, **arguments)
    assert acting(table, 3) == "Bob Cid Dot"
    assert table.state.play.phase == "shooting"


@pytest.mark.rule("TEAM-3", "RESPAWN-4")
def test_who_is_telefragged_by_one_who_comes_back_had_not_begun() -> None:
    table = facing("Cid+Dot Ann+Bob", HUNT)
    table.do("next")
    assert table.active == "Ann"
    table.do("stand", player="Ann", portal=3)
    table.do("kill", 3, player="Bob", victim="Cid")
    assert table.active == "Bob"


@pytest.mark.rule("TEAM-3", "SUDDEN-1")
def test_who_dies_of_its_own_part_has_had_it() -> None:
    table = facing("Ann+Bob Cid+Dot", CHAMPIONS)
    table.do("portal", 1, player="Ann", portal=1)
    assert acting(table, 3) == "Cid Bob Dot"


def with_the_order(order: str) -> Table:
    """Red's Ann decides the order of play of turn 2."""
    table = facing("Ann+Bob Cid+Dot")
    table.do("pickup", 4, player="Ann", token="S1")
    to_phase(table, "melee")
    table.ask("end-phase")
    assert table.asks == ("order-of-play", "Ann")
    table.answer(order.split())
    return table


@pytest.mark.rule("BONUS-1", "TEAM-3")
def test_the_holder_of_the_order_of_play_orders_every_champion_whatever_its_team() -> None:
    table = with_the_order("Cid Dot Bob Ann")
    assert acting(table, 4) == "Cid Dot Bob Ann"
    assert table.state.play.phase == "shooting"
    assert acting(table, 4) == "Cid Dot Bob Ann"
    table.do("kill", 3, player="Cid", victim="Ann")
    to_phase(table, "melee")
    assert table.order == "Cid Dot Bob Ann"
    table.do("end-phase")
    assert (table.state.play.turn, acting(table, 4)) == (3, "Ann Cid Bob Dot")


@pytest.mark.rule("BONUS-1", "TEAM-3")
def test_no_team_mate_steps_in_where_the_order_of_play_was_decided() -> None:
    table = with_the_order("Cid Dot Bob Ann")
    refusal = table.refused("act", player="Dot")
    assert (refusal.rule, refusal.code, refusal.facts["active"]) == ("TURN-1", "not-active", "Cid")
    table.do("move", player="Dot", inches=3, override="Cid is thinking")
    assert table.active == "Cid"


@pytest.mark.rule("BONUS-1", "MELEE-1", "TEAM-5")
def test_melees_go_by_the_order_that_was_decided() -> None:
    table = with_the_order("Dot Bob Cid Ann")
    to_phase(table, "melee")
    table.do("contact", player="Ann", others=["Cid"])
    table.do("contact", player="Bob", others=["Dot"])
    assert [table.names(melee) for melee in next_melees(table.state)] == ["Dot Bob"]


@pytest.mark.rule("BONUS-1", "TURN-2")
def test_who_comes_back_before_its_place_in_the_decided_order_still_acts() -> None:
    table = with_the_order("Cid Dot Bob Ann")
    table.do("kill", 2, player="Cid", victim="Bob")
    assert acting(table, 4) == "Cid Dot Bob Ann"


# ---- score


@pytest.mark.rule("TEAM-4")
def test_friends_may_be_shot_and_it_costs_the_team_their_value() -> None:
    table = facing("Ann+Bob Cid")
    table.do("kill", 3, player="Ann", victim="Cid")
    table.do("kill", 3, player="Ann", victim="Bob")
    assert table.scores == {"Ann": 0, "Bob": 0, "Cid": 0}
    assert score(table, "Red") == 0
    table.do("kill", 3, player=["Bob", "Cid"], victim="Ann")
    assert (score(table, "Red"), score(table, "Blue")) == (-7.5, 7.5)


@pytest.mark.rule("SCORE-4", "TEAM-1")
def test_a_team_wins_with_ten_times_its_summed_value() -> None:
    table = facing("Ann+Bob Cid")
    for _ in range(9):
        table.do("kill", 3, player="Cid", victim="Ann")
    assert winner(table) == ""
    table.do("kill", 3, player="Cid", victim="Bob")
    assert winner(table) == "Blue"
    assert table.state.outcome.over


@pytest.mark.rule("INIT-4", "TEAM-1")
def test_a_latecomer_enters_its_team_as_a_respawn_and_acts_when_its_team_is_up() -> None:
    table = facing("Ann Bob")
    table.do("next")
    table.do("join", 4, player="Cid", champion="x", profile=champion(), team="Red")
    assert (table["Cid"].position.near, table["Cid"].initiative) == (4, None)
    table.do("next")
    assert table.active == "Cid"
    refusal = table.refused("join", player="Dot", champion="x", profile=champion(), team="Green")
    assert refusal.code == "no-new-team"


@pytest.mark.rule("INIT-4")
def test_a_latecomer_to_a_team_in_rounds_waits_for_the_next_one() -> None:
    table = facing("Ann Bob", CHAMPIONS)
    table.do("join", player="Cid", champion="x", profile=champion(), team="Red")
    assert table["Cid"].life.out
    table.do("kill", player="Bob", victim="Ann")
    assert (table.state.rounds.won, table.state.rounds.round) == ({"Blue": 1}, 2)
    assert not table["Cid"].life.out


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 3), min_size=2, max_size=3), st.randoms(use_true_random=False))
def test_however_uneven_everyone_acts_once_a_phase_and_no_team_twice_while_another_waits(
    sizes: list[int], dice: Any
) -> None:
    letters = iter("ABCDEFGHIJKL")
    names = " ".join("+".join(next(letters) for _ in range(size)) for size in sizes)
    table = facing(names)
    seen: list[str] = []
    sizes_left = dict(zip(("Red", "Blue", "Green"), sizes, strict=False))
    while table.state.play.phase == "movement":
        mates = [p for p in table.state.players.values() if p.id not in table.state.team_play.acted]
        mates = [p for p in mates if p.team == table[str(table.active)].team]
        player = dice.choice(mates)
        table.do("act", player=player.name)
        if seen and table[seen[-1]].team == player.team:
            assert not any(n for team, n in sizes_left.items() if team != player.team)
        seen.append(player.name)
        sizes_left[player.team] -= 1
        table.do("next")
    assert sorted(seen) == sorted(table.order.split())
    table.check()


# ---- the goal of a team


def level_at_the_goal() -> Table:
    """Red and Blue, two times their value to win, each about to reach it with the same action."""
    table = facing("Ann+Bob Cid+Dot Eve", options={"times_to_win": 1})
    table.do("adjust", player="Ann", score=22.5, why="so far")
    table.do("adjust", player="Cid", score=22.5, why="so far")
    return table


@pytest.mark.rule("SCORE-4", "TIE-1")
def test_teams_level_at_their_goal_are_told_apart_by_their_figures() -> None:
    table = level_at_the_goal()
    table.ask("kill", 1, player=["Ann", "Cid"], victim="Eve")
    assert table.asks == ("painted", "Ann")
    #  Red: (1 painted + 1 WYSIWYG) x 1 race / 1 unpainted; Blue: (1 + 2) x 1 / 1
    events = table.answer("yes", "yes", "no", "no", 1, "yes", "yes", "no", "yes", 1)
    (won,) = of_type(events, Won)
    assert (won.winner, won.tied, won.shared) == ("Blue", ("Red", "Blue"), ())
    assert winner(table) == "Blue"
    table.check()


@pytest.mark.rule("SCORE-4", "TIE-1")
def test_teams_level_in_everything_share_the_win() -> None:
    table = level_at_the_goal()
    for name in ("Ann", "Bob", "Cid", "Dot"):
        description = {"painted": False, "wysiwyg": True, "race": "ork", "age": 30}
        table.do("describe", player=name, **description)
    (won,) = of_type(table.do("kill", 1, player=["Ann", "Cid"], victim="Eve"), Won)
    assert won.shared == ("Blue",)
    assert winner(table) == "Red Blue"


@pytest.mark.rule("SCORE-4", "TEAM-1")
def test_a_change_of_teams_looks_at_the_goals_anew() -> None:
    table = facing("Ann+Bob Cid+Dot", options={"times_to_win": 1})
    table.do("adjust", player="Ann", score=20, why="so far")
    assert winner(table) == ""
    table.do("team", player="Bob", team="Blue", override="agreed")  # 15 points are all Red needs
    assert winner(table) == "Red"


@pytest.mark.rule("SCORE-4", "INIT-5")
def test_the_score_of_who_has_left_still_wins_for_those_who_stay() -> None:
    table = facing("Ann+Bob Cid+Dot", options={"times_to_win": 1})
    table.do("leave", player="Ann")
    table.do("adjust", player="Ann", score=30, why="two kills were forgotten")
    assert winner(table) == "Red"


@pytest.mark.rule("TEAM-1")
def test_what_is_missing_before_the_start() -> None:
    pairs = team_mod(teams={"least": 3, "most": 4, "players": 2})
    assert missing_players(seated_table("", pairs).state) == (3, {})
    assert missing_players(seated_table("Ann Cid+Dot", pairs).state) == (1, {"Red": 1})
    assert missing_players(seated_table("Ann Cid Eve+Fay", pairs).state) == (0, {"Red": 1, "Blue": 1})
    assert missing_players(seated_table("Ann+Bob+Zoe Cid+Dot Eve+Fay", pairs).state) == (0, {})
    assert missing_players(seated_table("Ann", HUNT).state)[0] == 1, "a hunt needs two"
    table = seated_table("Ann+Bob Cid+Dot Eve+Fay", pairs)
    table.do("leave", player="Bob")
    assert missing_players(table.state) == (0, {"Red": 1})
