"""SCORE: kills, accidents, adjustments and the win."""

from fractions import Fraction

import pytest

from q40k.games.quake.state.damage import AccidentSuffered, Killed
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.objectives.score import kill_would_win
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from tests.games.quake.rules.playing import (
    Table,
    arena,
    bonus_tables,
    champion,
    deathmatch,
    of_type,
    seat_players,
    standing,
    start_table,
    sudden_death,
)


def table_of_values(times_to_win: int = 10, points: int | None = None, /, **values: int) -> Table:
    """A table in turn 1 of champions with these values, in this order of play."""
    options = {"times_to_win": times_to_win}
    table = Table(options=options if points is None else options | {"points_to_win": points})
    for place, (name, value) in enumerate(values.items()):
        table.join(name, points=value, i=10 - place)
    table.do("start", *[1] * len(values))
    for name in reversed(values):
        table.do("deploy", player=name)
    return table


# ---- kills


@pytest.mark.rule("SCORE-1")
def test_a_kill_scores_the_victims_value() -> None:
    table = table_of_values(Ann=15, Bob=40)
    events = table.do("kill", 1, player="Ann", victim="Bob", how="chainsword")
    assert table.scores == {"Ann": 40, "Bob": 0}
    (killed,) = of_type(events, Killed)
    assert (killed.how, killed.paid) == ("chainsword", {table["Ann"].id: 40})


@pytest.mark.rule("SCORE-1")
def test_kills_deaths_and_streaks_are_counted() -> None:
    table = start_table("Ann Bob")
    for _ in range(3):
        table.do("kill", 1, player="Ann", victim="Bob")
    assert (table["Ann"].score.kills, table["Ann"].score.streak, table["Bob"].score.deaths) == (3, 3, 3)
    table.do("kill", 1, player="Bob", victim="Ann")
    assert (table["Ann"].score.streak, table["Bob"].score.streak, table["Ann"].score.kills) == (0, 1, 3)
    table.do("accident", 1, player="Bob")
    assert (table["Bob"].score.streak, table["Bob"].score.accidents, table["Bob"].score.deaths) == (0, 1, 4)


@pytest.mark.rule("SCORE-1")
def test_a_blow_may_be_struck_back_in_any_phase_by_anybody() -> None:
    table = start_table("Ann Bob")
    for _phase in range(4):
        table.do("kill", 1, player="Bob", victim="Ann")
        table.do("end-phase")
    assert table["Bob"].score.kills == 4


@pytest.mark.rule("SCORE-1")
def test_a_champion_just_dead_may_have_struck_first() -> None:
    table = standing("Ann Bob Cid", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)  # Bob waits
    table.do("kill", 4, 1, player="Bob", victim="Cid")
    assert table["Bob"].score.points == 0  # minus the telefrag, plus Cid


@pytest.mark.rule("SCORE-1", "SCORE-2")
def test_nobody_kills_itself_that_is_an_accident() -> None:
    table = start_table("Ann Bob")
    for killers in ("Ann", ["Bob", "ann"]):
        refusal = table.refused("kill", player=killers, victim="Ann")
        assert (refusal.rule, refusal.code) == ("SCORE-2", "killed-itself")
    assert table.refused("kill", player=[], victim="Ann").code == "no-killer"


@pytest.mark.rule("SCORE-1")
def test_only_who_is_there_kills_and_only_who_is_on_the_table_dies() -> None:
    table = start_table("Ann Bob Cid")
    table.do("leave", player="Cid")
    assert table.refused("kill", player="Cid", victim="Ann").code == "player-left"
    assert table.refused("kill", player="Ann", victim="Cid").code == "player-left"
    refusal = table.refused("kill", player="Ann", victim="Bobb")
    assert (refusal.rule, refusal.code, refusal.facts["nearest"]) == ("TABLE-1", "unknown-player", "Bob")


# ---- shared kills


@pytest.mark.rule("MELEE-4", "SCORE-1")
@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_the_value_is_shared_equally_and_exactly(many: int) -> None:
    killers = ["Ann", "Bob", "Cid", "Dan"][:many]
    table = start_table("Ann Bob Cid Dan Vic", points=20)
    table.do("kill", 1, player=killers, victim="Vic")
    for name in killers:
        assert table[name].score.points == Fraction(20, many)
        assert (table[name].score.kills, table[name].score.streak) == (1, 1)
    assert sum(table.scores.values()) == 20
    assert table["Vic"].score.deaths == 1


@pytest.mark.rule("MELEE-4")
def test_thirds_of_thirds_stay_exact() -> None:
    table = start_table("Ann Bob Cid Vic", points=10)
    for _ in range(3):
        table.do("kill", 1, player=["Ann", "Bob", "Cid"], victim="Vic")
    assert table["Ann"].score.points == 10
    assert table["Vic"].score.deaths == 3


@pytest.mark.rule("MELEE-4")
def test_a_killer_named_twice_shares_once() -> None:
    table = start_table("Ann Bob Vic")
    table.do("kill", 1, player=["Ann", "ANN", "Bob"], victim="Vic")
    assert table.scores == {"Ann": Fraction(15, 2), "Bob": Fraction(15, 2), "Vic": 0}


# ---- accidents


@pytest.mark.rule("SCORE-2")
def test_an_accident_costs_ones_own_value_and_nobody_scores() -> None:
    table = table_of_values(Ann=15, Bob=40)
    events = table.do("accident", 1, player="Bob", cause="fell off the bridge")
    assert table.scores == {"Ann": 0, "Bob": -40}
    (death,) = of_type(events, AccidentSuffered)
    assert (death.cause, death.how, death.by) == ("told", "fell off the bridge", None)


@pytest.mark.rule("SCORE-2")
def test_scores_may_be_negative() -> None:
    table = start_table("Ann")
    for _ in range(3):
        table.do("accident", 1, player="Ann")
    assert table["Ann"].score.points == -45
    assert table["Ann"].times == -3


@pytest.mark.rule("SCORE-3", "PORTAL-6")
def test_a_telefrag_is_an_accident_of_the_victim() -> None:
    table = standing("Ann Bob", Bob=2)
    events = table.do("portal", 2, 1, player="Ann", portal=1)
    assert table.scores == {"Ann": 0, "Bob": -15}
    assert (table["Ann"].score.kills, table["Ann"].score.streak) == (0, 0)
    (death,) = of_type(events, AccidentSuffered)
    assert (death.cause, table.name(death.by)) == ("telefragged", "Ann")


# ---- adjustments


@pytest.mark.rule("TABLE-4")
@pytest.mark.parametrize(
    ("score", "exact"),
    [
        (5, Fraction(5)),
        (-3, Fraction(-3)),
        (7.5, Fraction(15, 2)),
        ("20/3", Fraction(20, 3)),
        (0.1, Fraction(1, 10)),
        ("0.1", Fraction(1, 10)),
        ("-1/3", Fraction(-1, 3)),
    ],
)
def test_a_score_is_adjusted_exactly_with_a_reason(score: object, exact: Fraction) -> None:
    table = start_table("Ann")
    (event,) = table.do("adjust", player="Ann", score=score, why="forgot a kill")
    assert (table["Ann"].score.points, event.why) == (exact, "forgot a kill")


@pytest.mark.rule("TABLE-4", "INIT-5")
def test_a_leavers_score_may_still_be_adjusted() -> None:
    table = start_table("Ann Bob")
    table.do("leave", player="Ann")
    table.do("adjust", player="Ann", score=15, why="forgot a kill")
    assert table["Ann"].score.points == 15


# ---- the win


@pytest.mark.rule("SCORE-4")
def test_ten_times_ones_own_value_wins() -> None:
    table = table_of_values(Ann=15, Bob=149, Cid=1)
    events = table.do("kill", 1, player="Ann", victim="Bob")
    assert of_type(events, Won) == []
    events = table.do("kill", 1, player="Ann", victim="Cid")
    (won,) = of_type(events, Won)
    assert (table.name(won.winner), won.times) == ("Ann", 10)
    assert events[-1] is won
    assert (table.state.outcome.over, table.names(table.state.outcome.winner)) == (True, "Ann")


@pytest.mark.rule("SCORE-4")
def test_the_goal_may_be_agreed_otherwise() -> None:
    table = table_of_values(2, Ann=15, Bob=15)
    table.do("kill", 1, player="Ann", victim="Bob")
    assert not table.state.outcome.over
    table.do("kill", 1, player="Ann", victim="Bob")
    assert table.state.outcome.over
    table = table_of_values(10, 100, Ann=15, Bob=100)
    assert table.state.goal(table["Ann"].id) == 100
    table.do("kill", 1, player="Ann", victim="Bob")
    assert table.state.outcome.over


@pytest.mark.rule("SCORE-4", "TABLE-2")
@pytest.mark.parametrize(
    "options",
    [
        {"times_to_win": 0},
        {"times_to_win": 1001},
        {"times_to_win": "ten"},
        {"times_to_win": True},
        {"times_to_win": 2.5},
        {"points_to_win": 0},
        {"points_to_win": 100001},
        {"points_to_win": "many"},
    ],
)
def test_a_goal_is_a_number_that_can_be_reached(options: dict[str, object]) -> None:
    table = Table()
    table.session.undo()
    refusal = table.refused(
        "new", mod="deathmatch", options=options, mod_data=deathmatch(), arena_data=arena(), tables_data=bonus_tables()
    )
    assert (refusal.rule, refusal.code) == ("SCORE-4", "bad-option")


@pytest.mark.rule("SCORE-4")
def test_the_win_is_tested_after_the_whole_action() -> None:
    table = table_of_values(1, Ann=15, Bob=15)
    table.do("stand", player="Ann", portal=3)
    #  Ann reaches her goal, then Bob comes back on her: she has lost it again
    events = table.do("kill", 3, 1, player="Ann", victim="Bob")
    assert table.story(events) == ["Ann killed Bob", "Bob back by 3", "Ann telefragged", "Ann back by 1"]
    assert (table["Ann"].score.points, table.state.outcome.over) == (0, False)


@pytest.mark.rule("SCORE-4", "MELEE-4")
def test_of_several_the_most_times_its_own_value_wins() -> None:
    table = table_of_values(1, Rich=20, Poor=10, Vic=40)
    events = table.do("kill", 1, player=["Rich", "Poor"], victim="Vic")
    (won,) = of_type(events, Won)
    assert (table.name(won.winner), table.names(won.over), won.times) == ("Poor", "Rich Poor", 2)


@pytest.mark.rule("SCORE-4", "INIT-1")
def test_then_initiative_decides() -> None:
    table = table_of_values(1, Ann=15, Bob=15, Vic=30)
    events = table.do("kill", 1, player=["Bob", "Ann"], victim="Vic")
    (won,) = of_type(events, Won)
    assert table.name(won.winner) == "Ann"


@pytest.mark.rule("SCORE-4", "INIT-1")
def test_initiative_decides_whatever_order_of_play_was_chosen() -> None:
    table = table_of_values(1, Ann=15, Bob=15, Vic=30)
    table.do("pickup", 4, player="Ann", token="S1")
    for _ in range(3):
        table.do("end-phase")
    table.do("end-phase", ["Bob", "Vic", "Ann"])
    events = table.do("kill", 1, player=["Bob", "Ann"], victim="Vic")
    assert table.name(of_type(events, Won)[0].winner) == "Ann"


@pytest.mark.rule("SCORE-4", "INIT-5")
def test_who_has_left_does_not_win() -> None:
    table = table_of_values(1, Ann=15, Bob=15)
    table.do("leave", player="Ann")
    table.do("adjust", player="Ann", score=100, why="a late thought")
    assert not table.state.outcome.over


@pytest.mark.rule("INIT-5", "SCORE-4")
def test_who_comes_back_with_a_cheaper_champion_keeps_its_goal() -> None:
    table = table_of_values(2, Ann=40, Bob=15)
    table.do("adjust", player="Ann", score=50, why="three kills")
    table.do("leave", player="Ann")
    table.do("join", 1, player="Ann", champion="x", profile=champion(10))
    assert not table.state.outcome.over
    assert table.state.goal(table["Ann"].id) == 80
    assert table["Ann"].times == Fraction(50, 40)
    table.do("leave", player="Ann")
    table.do("join", 1, player="Ann", champion="x", profile=champion(100))
    table.do("leave", player="Ann")
    table.do("join", 1, player="Ann", champion="x", profile=champion(20))
    assert table.state.goal(table["Ann"].id) == 200
    table.check()


@pytest.mark.rule("SCORE-4", "TABLE-4")
def test_an_adjustment_may_win() -> None:
    table = table_of_values(1, Ann=15, Bob=15)
    events = table.do("adjust", player="Ann", score=15, why="forgot a kill")
    assert isinstance(events[-1], Won)


@pytest.mark.rule("TABLE-3")
@pytest.mark.parametrize(
    ("do", "arguments"),
    [
        ("next", {}),
        ("end-phase", {}),
        ("move", {"player": "Ann", "inches": 1}),
        ("portal", {"player": "Ann", "portal": 1}),
        ("stand", {"player": "Ann", "portal": 1}),
        ("pickup", {"player": "Ann", "token": "E1"}),
        ("kill", {"player": "Ann", "victim": "Bob"}),
        ("accident", {"player": "Ann"}),
        ("adjust", {"player": "Ann", "score": 1, "why": "x"}),
        ("leave", {"player": "Ann"}),
    ],
)
def test_a_won_match_takes_no_more_until_it_is_played_on(do: str, arguments: dict[str, object]) -> None:
    table = table_of_values(1, Ann=15, Bob=15)
    table.do("kill", 1, player="Ann", victim="Bob")
    refusal = table.refused(do, **arguments, override="go on")
    assert (refusal.rule, refusal.code) == ("TABLE-3", "match-over")
    table.do("play-on")
    table.ask(do, **arguments)


@pytest.mark.rule("SCORE-4", "TABLE-3")
def test_a_match_played_on_keeps_its_winner_and_asks_no_more() -> None:
    table = table_of_values(1, Ann=15, Bob=15)
    assert table.refused("play-on").code == "not-over"
    table.do("kill", 1, player="Ann", victim="Bob")
    table.do("play-on")
    events = table.do("kill", 1, player="Bob", victim="Ann")
    assert of_type(events, Won) == []
    assert (table.state.outcome.over, table.names(table.state.outcome.winner)) == (False, "Ann")
    assert table.refused("play-on").code == "not-over"
    table.check()


@pytest.mark.rule("SCORE-4")
def test_a_win_can_be_taken_back() -> None:
    table = table_of_values(1, Ann=15, Bob=15)
    before = table.state
    table.do("kill", 1, player="Ann", victim="Bob")
    table.session.undo()
    assert table.state == before


# ---- the warning


@pytest.mark.rule("SCORE-4")
def test_it_is_known_beforehand_that_a_kill_would_win() -> None:
    table = table_of_values(2, Ann=15, Bob=15, Cid=30)
    ann, bob, cid = (table[name].id for name in ("Ann", "Bob", "Cid"))
    assert not kill_would_win(table.state, ann, bob)
    assert kill_would_win(table.state, ann, cid)
    table.do("kill", 1, player="Ann", victim="Bob")
    assert kill_would_win(table.state, ann, bob)
    table.do("kill", 1, player="Ann", victim="Bob")
    assert not kill_would_win(table.state, ann, bob)  # she has won


@pytest.mark.rule("SCORE-4")
def test_nothing_is_won_where_nothing_is_scored() -> None:
    table = seat_players("Ann Bob", table=Table(mod_data=sudden_death()))
    assert not kill_would_win(table.state, table["Ann"].id, table["Bob"].id)


@pytest.mark.rule("SCORE-4")
def test_a_win_is_told_with_its_own_points_whatever_the_score_becomes_later() -> None:
    table = table_of_values(2, Ann=20, Bob=40)
    events = table.do("kill", 1, player="Ann", victim="Bob")
    (won,) = of_type(events, Won)
    sentence = WORDS.tell(Locale("en"), table.state, won)
    assert sentence == "Ann wins the match with 40 points, ×2.0 of its own value"
    table.do("play-on")
    table.do("adjust", player="Ann", score=-15, why="counted twice")
    assert WORDS.tell(Locale("en"), table.state, won) == sentence


@pytest.mark.rule("SCORE-4")
def test_who_else_reached_the_goal_is_told_by_what_it_had_then() -> None:
    table = table_of_values(2, Ann=20, Bob=20, Cid=40)
    events = table.do("kill", 1, player=["Ann", "Bob"], victim="Cid")
    assert not of_type(events, Won)
    events = table.do("kill", 1, player=["Ann", "Bob"], victim="Cid")
    (won,) = of_type(events, Won)
    assert set(won.reached.values()) == {won.times}
    sentence = WORDS.tell(Locale("en"), table.state, won)
    assert "initiative decided" in (sentence or "")
    table.do("play-on")
    table.do("adjust", player="Bob", score=-30, why="counted twice")
    assert WORDS.tell(Locale("en"), table.state, won) == sentence
