"""The end of a match before anybody has won it: the result so far, and TIE-1."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.state.ending import Ended
from q40k.games.quake.state.objectives.ties import AgesCounted, Described, TieCounted
from q40k.games.quake.state.objectives.victory import rank_sides
from q40k.kernel.events import AnswerError, NumberQuestion
from tests.games.quake.rules.in_teams import BUILDINGS, deploy_all, facing, rounds, two_bases
from tests.games.quake.rules.playing import Table, champion, of_type, seat_players, start_table, sudden_death

FIGURE = {"painted": True, "wysiwyg": True, "race": "Orks", "age": 30}


def enter_player(table: Table, name: str, **arguments: Any) -> None:
    """Enter a player whose figure, race and age are told on joining."""
    profile = champion(15, i=9 - len(table.state.players))
    table.do("join", player=name, champion="x", profile=profile, **arguments)


def level(*figures: dict[str, Any]) -> Table:
    """A deathmatch in which nobody has scored; what is said of each figure."""
    table = Table()
    for name, figure in zip(("Ann", "Bob", "Cid"), figures, strict=False):
        enter_player(table, name, **figure)
    table.do("start", *[1] * len(figures))
    return table


def winners(table: Table) -> str:
    assert table.state.outcome.over
    return table.names(table.state.outcome.winner)


# ---- the mod's own measure


@pytest.mark.rule("TABLE-3", "SCORE-4")
def test_broken_off_a_deathmatch_goes_to_most_times_ones_own_value() -> None:
    table = seat_players("Ann Bob")
    table.join("Cid", points=60, i=2)
    table.do("start", 1, 1, 1)
    table.do("adjust", player="Ann", score=30, why="x")
    table.do("adjust", player="Cid", score=100, why="x")
    events = table.do("end", why="the last tram")
    (ended,) = of_type(events, Ended)
    assert (ended.best, ended.by, ended.tied, ended.why) == (2, "score", (), "the last tram")
    assert (winners(table), table.state.outcome.ended) == ("Ann", True)


@pytest.mark.rule("TABLE-3")
def test_the_standing_is_exact_and_best_first() -> None:
    table = start_table("Ann Bob Cid")
    table.do("kill", 1, player=["Ann", "Bob"], victim="Cid")
    table.do("adjust", player="Bob", score="1/3", why="x")
    places = [(table.name(p.side), p.measure) for p in rank_sides(table.state)]
    assert places == [("Bob", Fraction(1, 2) + Fraction(1, 45)), ("Ann", Fraction(1, 2)), ("Cid", 0)]


@pytest.mark.rule("TABLE-3", "SUDDEN-1")
def test_broken_off_a_match_in_rounds_goes_to_most_rounds_won() -> None:
    table = start_table("Ann Bob", table=Table(mod_data=sudden_death()))
    table.do("kill", player="Bob", victim="Ann")
    events = table.do("end")
    assert [(x.best, x.by) for x in of_type(events, Ended)] == [(1, "rounds")]
    assert winners(table) == "Bob"


@pytest.mark.rule("INIT-5", "TABLE-3")
def test_who_has_left_does_not_win_it_unless_all_have() -> None:
    table = start_table("Ann Bob")
    table.do("adjust", player="Ann", score=45, why="x")
    table.do("leave", player="Ann")
    table.do("end")
    assert winners(table) == "Bob"
    table.session.undo()
    table.do("leave", player="Bob")
    table.do("end")
    assert winners(table) == "Ann"


@pytest.mark.rule("TABLE-3")
def test_a_match_broken_off_can_go_on_and_be_won() -> None:
    table = start_table("Ann Bob", table=Table(options={"times_to_win": 2}))
    table.do("kill", 1, player="Ann", victim="Bob")
    table.do("end")
    assert table.refused("kill", player="Ann", victim="Bob").code == "match-over"
    assert table.refused("end").code == "match-over"
    table.do("play-on")
    assert (table.state.outcome.over, table.state.outcome.ended, table.active) == (False, False, "Ann")
    table.do("next")
    assert table.active == "Bob"


@pytest.mark.rule("TABLE-3")
def test_a_match_played_on_after_its_win_keeps_its_winner_when_broken_off() -> None:
    table = start_table("Ann Bob", table=Table(options={"times_to_win": 1}))
    table.do("kill", 1, player="Ann", victim="Bob")
    table.do("play-on")
    table.do("adjust", player="Bob", score=200, why="x")
    table.do("end")
    assert winners(table) == "Ann"


@pytest.mark.rule("TABLE-2")
def test_only_what_has_begun_can_be_broken_off() -> None:
    assert seat_players("Ann Bob").refused("end").code == "not-started"


# ---- TIE-1


@pytest.mark.rule("TIE-1")
def test_a_tie_goes_to_more_painted_and_wysiwyg_for_each_unpainted() -> None:
    table = level({**FIGURE, "painted": False, "wysiwyg": False}, {**FIGURE, "painted": False})
    events = table.do("end")
    counted = of_type(events, TieCounted)
    assert [(x.painted, x.wysiwyg, x.races, x.unpainted, x.result) for x in counted] == [
        (0, 0, 1, 1, 0),
        (0, 1, 1, 1, 1),
    ]
    assert of_type(events, AgesCounted) == []
    assert winners(table) == "Bob"


@pytest.mark.rule("TIE-1")
def test_nobody_unpainted_beats_any_quotient() -> None:
    table = level({**FIGURE, "painted": False}, {**FIGURE, "wysiwyg": False})
    events = table.do("end")
    assert [x.result for x in of_type(events, TieCounted)] == [1, None]
    assert winners(table) == "Bob"


@pytest.mark.rule("TIE-1")
def test_still_level_the_years_decide() -> None:
    table = level({**FIGURE, "age": 40}, {**FIGURE, "age": 41}, {**FIGURE, "painted": False})
    events = table.do("end")
    ages = [(table.name(x.side), x.ages) for x in of_type(events, AgesCounted)]
    assert (ages, winners(table)) == ([("Ann", (40,)), ("Bob", (41,))], "Bob")


@pytest.mark.rule("TIE-1")
def test_level_in_everything_they_share_the_win() -> None:
    table = level(FIGURE, FIGURE, {**FIGURE, "age": 29})
    events = table.do("end")
    (ended,) = of_type(events, Ended)
    assert winners(table) == "Ann Bob"
    assert table.names(ended.tied) == "Ann Bob Cid"


@pytest.mark.rule("TIE-1")
def test_only_what_is_not_known_is_asked() -> None:
    table = level({"painted": True, "age": 20}, {"wysiwyg": False})
    table.ask("end")
    questions = []
    for answer in ("no", "yes", 33):
        questions.append(table.asks)
        table.answer(answer)
    assert questions == [("wysiwyg", "Ann"), ("painted", "Bob"), ("age", "Bob")]
    assert winners(table) == "Bob"
    assert (table["Bob"].about.painted, table["Bob"].about.age, table["Ann"].about.wysiwyg) == (True, 33, False)


@pytest.mark.rule("TIE-1")
def test_only_those_level_at_the_top_are_asked() -> None:
    table = level({}, {}, {})
    for name, score in (("Ann", 15), ("Bob", 15), ("Cid", 14)):
        table.do("adjust", player=name, score=score, why="x")
    table.do("end", "yes", "yes", "no", "no")
    assert winners(table) == "Ann"


@pytest.mark.rule("TIE-1", "TABLE-4")
def test_figures_can_be_described_after_joining() -> None:
    table = level({}, {})
    events = table.do("describe", player="Ann", painted=False, race="Squats")
    assert [(x.painted, x.race, x.age) for x in of_type(events, Described)] == [(False, "Squats", None)]
    table.do("describe", player="Ann", wysiwyg=True, age=52)
    ann = table["Ann"]
    assert (ann.about.painted, ann.about.wysiwyg, ann.about.race, ann.about.age) == (False, True, "Squats", 52)
    assert table.refused("describe", player="Ann").code == "nothing-described"
    table.do("describe", player="Bob", painted=False, wysiwyg=False)
    table.do("end")
    assert winners(table) == "Ann"


@pytest.mark.rule("TIE-1", "TABLE-6")
@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("old", "number-not-one"),
        ("", "number-not-one"),
        ("-3", "number-not-one"),
        ("4.5", "number-not-one"),
        ("151", "number-range"),
        ("9" * 12, "number-not-one"),
    ],
)
def test_an_age_is_a_number_that_can_be(typed: str, code: str) -> None:
    question = NumberQuestion("age", "p1", "TIE-1", {}, 0, 150)
    with pytest.raises(AnswerError) as caught:
        question.parse(typed)
    assert caught.value.code == code
    with pytest.raises(AnswerError):
        question.check(typed)
    assert (question.parse(" 42 "), question.check(150), question.take([7, 8])) == (42, 150, (7, 1))


@pytest.mark.rule("TIE-1")
def test_a_tie_undone_is_asked_no_more() -> None:
    table = level({}, {})
    before = table.state
    table.do("end", "yes", "yes", "no", "no")
    table.check()
    table.session.undo()
    assert table.state == before


# ---- buildings


@pytest.mark.rule("TABLE-3", "BASE-1")
def test_broken_off_a_base_attack_goes_to_the_building_with_more_structure_left() -> None:
    table = facing("Ann Cid", BUILDINGS, arena_data=two_bases())
    table.do("penetrate", player="Ann", team="Blue", times=3)
    table.do("penetrate", player="Cid", team="Red", times=2)
    events = table.do("end", why="the last tram")
    (ended,) = of_type(events, Ended)
    assert (ended.winners, ended.by, ended.best, ended.tied) == (("Red",), "structure", 8, ())


@pytest.mark.rule("TABLE-3", "BASE-1", "TIE-1")
def test_buildings_that_are_level_leave_it_to_the_figures() -> None:
    table = facing("Ann Cid", BUILDINGS, arena_data=two_bases())
    for name, age in (("Ann", 40), ("Cid", 41)):
        table.do("describe", player=name, painted=True, wysiwyg=True, race="Orks", age=age)
    events = table.do("end", why="the last tram")
    (ended,) = of_type(events, Ended)
    assert (ended.winners, ended.by, ended.tied) == (("Blue",), "structure", ("Red", "Blue"))


@pytest.mark.rule("TABLE-3", "BASE-1")
def test_rounds_count_before_buildings() -> None:
    twice = structs.replace(BUILDINGS, win=rounds(2))
    table = facing("Ann Cid", twice, arena_data=two_bases())
    table.do("penetrate", player="Cid", team="Red", times=10)
    deploy_all(table)
    table.do("penetrate", player="Ann", team="Blue", times=9)
    (ended,) = of_type(table.do("end", why="late"), Ended)
    assert (ended.winners, ended.by, ended.best) == (("Blue",), "rounds", 1)
