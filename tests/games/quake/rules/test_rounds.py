"""SUDDEN DEATH and rounds: lives, who is out, who wins a round, who waits for the next one."""

from typing import Any

import pytest

from q40k.games.quake.state.damage import AccidentSuffered
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.objectives.rounds import (
    Eliminated,
    LifeLost,
    RoundAwaited,
    RoundDrawn,
    RoundOpened,
    RoundWon,
)
from q40k.games.quake.state.respawn import Respawned
from q40k.games.quake.state.table.initiative import InitiativeRolled
from q40k.kernel.events import Event
from tests.games.quake.rules.playing import Table, deploying, of_type, seat_players, start_table, sudden_death


def sudden(names: str, /, mod: Any = None, **options: Any) -> Table:
    """Sudden death in turn 1 of the first round; the order of play is that of the names."""
    return start_table(names, table=Table(mod_data=mod or sudden_death(), options=options))


def deploy_everybody(table: Table) -> Table:
    """The same table with everybody deployed who is in the round."""
    while table.state.play.phase == "deployment":
        table.do("deploy", player=table.active)
    return table


def rounds_won(events: list[Event]) -> list[tuple[str, int, str]]:
    """Rounds won among some events: by whom, how many it has now, how."""
    return [(x.side, x.wins, x.how) for x in of_type(events, RoundWon)]


def out(table: Table) -> str:
    return " ".join(p.name for p in table.state.players.values() if p.life.out)


# ---- lives


@pytest.mark.rule("SUDDEN-1")
def test_the_dead_are_out_and_roll_no_portal() -> None:
    table = sudden("Ann Bob Cid")
    events = table.do("kill", player="Ann", victim="Bob")
    assert [x.player for x in of_type(events, Eliminated)] == [table["Bob"].id]
    assert of_type(events, Respawned) == []
    assert (out(table), table["Bob"].in_play, table.waiting) == ("Bob", False, "")
    assert table.state.rounds.round == 1


@pytest.mark.rule("SUDDEN-1")
def test_with_nine_lives_the_ninth_death_of_the_round_is_the_last() -> None:
    table = sudden("Ann Bob Cid", lives=9)
    bob = table["Bob"].id
    for lives in range(8, 0, -1):
        events = table.do("kill", 3, player="Ann", victim="Bob")
        assert [(x.player, x.left) for x in of_type(events, LifeLost)] == [(bob, lives)]
        assert (table["Bob"].in_play, table.state.lives_left(bob)) == (True, lives)
    table.do("accident", player="Bob", cause="the ninth")
    assert (out(table), table.state.lives_left(bob)) == ("Bob", 0)


@pytest.mark.rule("SUDDEN-1")
def test_accidents_and_telefrags_cost_lives_too() -> None:
    table = sudden("Ann Bob Cid Dan", lives=2)
    table.do("accident", 2, player="Bob")
    table.do("stand", player="Cid", portal=3)
    events = table.do("kill", 3, 1, player="Ann", victim="Dan", stand="in")
    assert table.story(events) == ["Ann killed Dan", "Dan back by 3", "Cid telefragged", "Cid back by 1"]
    lives = {p.name: table.state.lives_left(p.id) for p in table.state.players.values()}
    assert lives == {"Ann": 2, "Bob": 1, "Cid": 1, "Dan": 1}


@pytest.mark.rule("SUDDEN-1", "BONUS-4")
def test_whoever_is_out_leaves_its_token_behind() -> None:
    table = sudden("Ann Bob Cid")
    table.do("pickup", 1, 2, player="Ann", token="E1")
    table.do("kill", player="Bob", victim="Ann")
    assert table.state.tokens["E1"].holder is None
    assert table["Ann"].bonus is None


@pytest.mark.rule("SUDDEN-1")
def test_without_victory_points_kills_score_nothing_and_with_them_they_do() -> None:
    table = sudden("Ann Bob Cid")
    table.do("kill", player="Ann", victim="Bob")
    assert (table["Ann"].score.kills, table["Ann"].score.points) == (1, 0)
    scoring = sudden_death(rules=("portals", "sudden-death", "victory-points"))
    table = sudden("Ann Bob Cid", scoring)
    table.do("kill", player="Ann", victim="Bob")
    assert table["Ann"].score.points == 15


# ---- turns go on without the dead


@pytest.mark.rule("SUDDEN-1", "TURN-1")
def test_whoever_is_out_does_not_act_any_more() -> None:
    table = sudden("Ann Bob Cid")
    table.do("kill", player="Ann", victim="Bob")
    table.do("next")
    assert (table.active, table.state.play.phase) == ("Cid", "movement")
    table.do("next")
    assert (table.active, table.state.play.phase) == ("Ann", "shooting")


@pytest.mark.rule("SUDDEN-1", "TURN-1")
def test_the_active_champion_who_dies_hands_the_phase_on() -> None:
    table = sudden("Ann Bob Cid")
    events = table.do("portal", 2, player="Ann", portal=2)
    assert table.story(events) == ["Ann disintegrated"]
    assert (table.active, table.state.play.phase) == ("Bob", "movement")


@pytest.mark.rule("SUDDEN-1")
def test_the_dead_cannot_die_again_nor_move() -> None:
    table = sudden("Ann Bob Cid")
    table.do("kill", player="Ann", victim="Bob")
    assert table.refused("kill", player="Ann", victim="Bob").code == "not-on-table"
    assert table.refused("move", player="Bob", inches=2).code == "not-on-table"


@pytest.mark.rule("PORTAL-7", "SUDDEN-1")
def test_nobody_is_out_before_the_jumpers_movement_is_over() -> None:
    table = sudden("Ann Bob Cid")
    table.do("stand", player="Bob", portal=4)
    table.do("portal", 4, player="Ann", portal=2, continues=True)
    assert (table.waiting, out(table)) == ("Bob", "")
    table.do("next")
    assert (table.waiting, out(table)) == ("", "Bob")


# ---- the round is won


@pytest.mark.rule("SUDDEN-1")
def test_the_last_one_alive_wins_the_round() -> None:
    table = sudden("Ann Bob Cid")
    table.do("kill", player="Ann", victim="Bob")
    events = table.do("kill", player="Cid", victim="Ann")
    assert rounds_won(events) == [(table["Cid"].id, 1, "last-alive")]
    assert table.state.rounds.won == {table["Cid"].id: 1}


@pytest.mark.rule("SUDDEN-1", "DEPLOY-1")
def test_after_a_round_everyone_is_back_and_deploys_anew() -> None:
    table = sudden("Ann Bob Cid")
    table.do("pickup", 1, 2, player="Ann", token="E1")
    table.do("stand", player="Cid", portal=2)
    table.do("kill", player="Ann", victim="Bob")
    events = table.do("kill", player="Ann", victim="Cid")
    state = table.state
    assert [x.round for x in of_type(events, RoundOpened)] == [2]
    assert (state.rounds.round, state.play.phase, state.play.turn) == (2, "deployment", 0)
    assert (table.active, table.order, out(table)) == ("Cid", "Ann Bob Cid", "")
    assert {t.holder for t in state.tokens.values()} == {None}
    for player in state.players.values():
        assert (player.life.alive, player.life.placed, player.bonus, player.life.lives_lost) == (True, False, None, 0)
        assert (player.position.at, player.position.portal, player.position.near, player.position.tile) == (None,) * 4
    deploy_everybody(table)
    assert (state.rounds.round, table.state.play.turn, table.active) == (2, 1, "Ann")


@pytest.mark.rule("SUDDEN-1")
def test_the_first_to_win_three_rounds_wins_the_match() -> None:
    table = sudden("Ann Bob")
    events: list[Any] = []
    for winner, loser in (("Ann", "Bob"), ("Bob", "Ann"), ("Ann", "Bob"), ("Ann", "Bob")):
        assert not table.state.outcome.over
        events = table.do("kill", player=winner, victim=loser)
        deploy_everybody(table)
    (win,) = of_type(events, Won)
    assert (table.name(win.winner), win.by, win.made) == ("Ann", "rounds", 3)
    assert (table.state.outcome.over, table.names(table.state.outcome.winner)) == (True, "Ann")
    assert of_type(events, RoundOpened) == []


@pytest.mark.rule("SUDDEN-1")
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_the_table_may_agree_on_other_rounds(rounds: int) -> None:
    table = sudden("Ann Bob", rounds=rounds)
    for _ in range(rounds):
        assert not table.state.outcome.over
        table.do("kill", player="Ann", victim="Bob")
        deploy_everybody(table)
    assert table.state.outcome.over


@pytest.mark.rule("SUDDEN-1", "TABLE-3")
def test_played_on_after_the_win_the_rounds_go_on_and_the_winner_stays() -> None:
    table = sudden("Ann Bob", rounds=1)
    table.do("kill", player="Ann", victim="Bob")
    table.do("play-on")
    assert (table.state.rounds.round, table.state.play.phase) == (2, "deployment")
    deploy_everybody(table)
    events = table.do("kill", player="Bob", victim="Ann")
    assert (rounds_won(events)[0][0], of_type(events, Won)) == (table["Bob"].id, [])
    assert table.names(table.state.outcome.winner) == "Ann"
    assert (table.state.rounds.round, table.state.outcome.over) == (3, False)


# ---- the round is drawn


@pytest.mark.rule("SUDDEN-1")
def test_the_last_two_who_kill_each_other_replay_the_round() -> None:
    table = sudden("Ann Bob Cid")
    table.do("kill", player="Ann", victim="Cid")
    events = table.do("kill", player=["Ann", "Bob"], victim=["Ann", "Bob"])
    assert table.story(events) == ["Bob killed Ann", "Ann killed Bob"]
    assert ([x.round for x in of_type(events, RoundDrawn)], rounds_won(events)) == ([1], [])
    assert (table.state.rounds.round, table.state.play.phase, out(table)) == (1, "deployment", "")
    assert table.state.rounds.won == {}


@pytest.mark.rule("SUDDEN-1")
def test_an_accident_that_takes_the_last_ones_together_draws_the_round() -> None:
    table = sudden("Ann Bob Cid")
    events = table.do("accident", player=["Ann", "Bob", "Cid"], cause="the dome falls in")
    assert len(of_type(events, AccidentSuffered)) == 3
    assert [x.round for x in of_type(events, RoundDrawn)] == [1]


@pytest.mark.rule("SUDDEN-1")
def test_several_who_die_together_leave_the_last_one_the_round() -> None:
    table = sudden("Ann Bob Cid")
    events = table.do("kill", player="Ann", victim=["Bob", "Cid"])
    assert rounds_won(events) == [(table["Ann"].id, 1, "last-alive")]


@pytest.mark.rule("NUKE", "SUDDEN-1")
def test_a_nuke_that_takes_everybody_draws_the_round() -> None:
    table = sudden("Ann Bob")
    events = table.do("pickup", 3, 6, "Bob", 6, 6, player="Ann", token="W1")
    assert [table.name(x.player) for x in of_type(events, Eliminated)] == ["Bob", "Ann"]
    assert [x.round for x in of_type(events, RoundDrawn)] == [1]


@pytest.mark.rule("PORTAL-7", "SUDDEN-1")
def test_a_jumper_who_dies_in_the_movement_that_killed_the_last_other_draws() -> None:
    table = sudden("Ann Bob")
    table.do("stand", player="Bob", portal=4)
    table.do("portal", 4, player="Ann", portal=2, continues=True)
    events = table.do("portal", 4, player="Ann", portal=4)
    assert [x.round for x in of_type(events, RoundDrawn)] == [1]


@pytest.mark.rule("SCORE-2", "MELEE-4")
def test_who_kills_itself_among_others_needs_another_killer() -> None:
    table = sudden("Ann Bob Cid")
    refusal = table.refused("kill", player="Ann", victim=["Ann", "Bob"])
    assert (refusal.rule, refusal.code) == ("SCORE-2", "killed-itself")
    assert table.refused("kill", player=["Ann", "Bob"], victim="Ann").code == "killed-itself"
    with pytest.raises(ValueError, match="length >= 1"):
        table.refused("kill", player="Ann", victim=[])
    events = table.do("kill", player=["Ann", "Bob"], victim=["Bob", "Cid", "Bob"])
    assert table.story(events) == ["Ann killed Bob", "Ann Bob killed Cid"]


# ---- latecomers and leavers


@pytest.mark.rule("INIT-4")
def test_a_newcomer_gets_its_place_at_once_and_waits_for_the_next_round() -> None:
    table = sudden("Ann Bob")
    events = table.join("Cid", 6, i=5, ld=9)
    assert len(of_type(events, InitiativeRolled)) == len(of_type(events, RoundAwaited)) == 1
    assert (table.order, out(table), table["Cid"].in_play) == ("Cid Ann Bob", "Cid", False)
    table.do("next")
    assert table.active == "Bob"
    events = table.do("kill", player="Ann", victim="Bob")
    assert rounds_won(events) == [(table["Ann"].id, 1, "last-alive")]
    assert out(table) == ""
    deploy_everybody(table)
    assert table["Cid"].in_play


@pytest.mark.rule("INIT-4")
def test_who_comes_while_a_round_is_deployed_takes_part_in_it() -> None:
    table = deploying("Ann Bob", table=Table(mod_data=sudden_death()))
    table.do("deploy", player="Bob")
    table.join("Cid", 1, i=1)
    assert (table.active, out(table)) == ("Ann", "")
    table.do("deploy", player="Ann")
    assert (table.active, table.state.play.phase) == ("Cid", "deployment")
    deploy_everybody(table)
    assert table["Cid"].in_play


@pytest.mark.rule("INIT-4")
def test_a_newcomer_need_not_wait_when_only_one_is_left_to_wait_for() -> None:
    table = seat_players("Ann", table=Table(mod_data=sudden_death()))
    table.do("start", 1)
    table.do("deploy", player="Ann")
    assert (table.state.play.phase, table.state.rounds.won) == ("movement", {})
    events = table.join("Bob", 1)
    assert [x.round for x in of_type(events, RoundOpened)] == [1]
    assert (table.state.play.phase, out(table), table.state.rounds.won) == ("deployment", "", {})


@pytest.mark.rule("INIT-5", "SUDDEN-1")
def test_the_last_one_there_because_the_others_left_wins_the_round() -> None:
    table = sudden("Ann Bob Cid")
    table.do("kill", player="Ann", victim="Bob")
    events = table.do("leave", player="Ann")
    assert rounds_won(events) == [(table["Cid"].id, 1, "others-left")]
    assert (table.state.rounds.round, table.order) == (2, "Bob Cid")


@pytest.mark.rule("INIT-5")
def test_who_leaves_and_comes_back_waits_for_the_next_round() -> None:
    table = sudden("Ann Bob Cid")
    table.do("kill", player="Ann", victim="Bob")
    table.do("leave", player="Bob")
    table.join("Bob")
    assert out(table) == "Bob"
    table.do("leave", player="Ann")
    table.join("Ann")
    assert (table.state.rounds.round, out(table)) == (2, "")


@pytest.mark.rule("INIT-5")
def test_when_all_have_left_the_round_is_opened_again_for_whoever_comes() -> None:
    table = sudden("Ann Bob")
    table.do("leave", player="Bob")
    for name in ("Ann",):
        table.do("leave", player=name)
    assert table.state.play.active is None
    table.join("Bob")
    assert (table.active, table.state.play.phase) == ("Bob", "deployment")
    table.do("deploy", player="Bob")
    assert table.active == "Bob"


@pytest.mark.rule("CHAMPION-5")
def test_a_budget_agreed_at_the_table_holds_for_everyone() -> None:
    mod = sudden_death(rules=("budget", "portals", "sudden-death"))
    table = Table(mod_data=mod, options={"budget": 20})
    assert table.state.setup.mod is not None
    assert table.state.setup.mod.parameters.budget == 20
    table.join("Ann", points=20)
    assert table.refused("join", player="Bob", champion="x", profile=_dear()).rule == "CHAMPION-5"


@pytest.mark.rule("CHAMPION-6")
def test_clones_field_the_figure_of_whoever_came_first() -> None:
    table = Table(mod_data=sudden_death(rules=("clone", "portals", "sudden-death")))
    table.join("Ann", id="ork")
    assert table.refused("join", player="Bob", champion="x", profile=_dear()).rule == "CHAMPION-6"
    table.join("Bob", id="ork")


def _dear() -> Any:
    from tests.games.quake.rules.playing import champion

    return champion(21, id="lord")


@pytest.mark.rule("SUDDEN-1", "CHAMPION-5", "TABLE-2")
@pytest.mark.parametrize(
    ("options", "rule", "code"),
    [
        ({"lives": 0}, "SUDDEN-1", "bad-option"),
        ({"lives": 100}, "SUDDEN-1", "bad-option"),
        ({"rounds": "three"}, "SUDDEN-1", "bad-option"),
        ({"rounds": True}, "SUDDEN-1", "bad-option"),
        ({"budget": 100}, "TABLE-2", "unknown-option"),
        ({"times_to_win": 5}, "TABLE-2", "unknown-option"),
    ],
)
def test_options_are_those_of_the_mod(options: dict[str, Any], rule: str, code: str) -> None:
    from tests.games.quake.rules.test_table import bare, packs

    refusal = bare().refused("new", **packs(mod_data=sudden_death(), options=options))
    assert (refusal.rule, refusal.code) == (rule, code)
    assert refusal.facts.get("known", ("rounds", "lives")) == ("rounds", "lives")


@pytest.mark.rule("SUDDEN-1")
def test_a_round_undone_is_as_it_was() -> None:
    table = sudden("Ann Bob")
    before = table.state
    table.do("kill", player="Ann", victim="Bob")
    after = table.state
    table.session.undo()
    assert table.state == before
    table.session.redo()
    assert table.state == after
    table.check()
