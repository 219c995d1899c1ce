"""BARREL FRENZY: barrels hit, exploding, doubling, burning, and setting each other off."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games.quake.packs.models import Arena
from q40k.games.quake.state.barrels import BarrelExploded
from q40k.kernel.events import AnswerError, SeveralQuestion
from tests.games.quake.rules.in_teams import CHAMPIONS, facing, team_mod, with_barrels
from tests.games.quake.rules.playing import Table, arena, of_type

FRENZY = ("barrel-frenzy",)


def frenzy(names: str = "Ann Bob Cid", *, where: Arena | None = None, barrels: int = 3) -> Table:
    """A deathmatch with barrels, in turn 1, in the order of the names."""
    laid = {"arena_data": where or arena(), "options": {"barrels_each": barrels}}
    table = Table(addons=FRENZY, **laid)
    for place, name in enumerate(names.split()):
        table.join(name, i=9 - place)
    table.do("start", *[1] * len(names.split()))
    while table.state.play.phase == "deployment":
        table.do("deploy", player=table.active)
    return table


@pytest.mark.rule("BARREL-1")
@pytest.mark.parametrize(("each", "count"), [(3, 9), (10, 30)])
def test_three_to_ten_barrels_for_each_champion(each: int, count: int) -> None:
    assert len(frenzy(barrels=each).state.barrels) == count
    with pytest.raises(Exception, match="bad-option"):
        frenzy(barrels=11)


@pytest.mark.rule("BARREL-1")
def test_the_arenas_own_barrels_come_first_and_keep_their_places() -> None:
    table = frenzy("Ann", where=with_barrels((10, 10), (50, 50)))
    assert [(b.id, b.at) for b in table.state.barrels.values()] == [("K1", (10, 10)), ("K2", (50, 50)), ("K3", None)]


@pytest.mark.rule("BARREL-1")
def test_any_mod_may_have_them_and_there_is_no_other_addon() -> None:
    assert len(facing("Ann Cid", CHAMPIONS, addons=FRENZY).state.barrels) == 6
    ruled = team_mod("portals", "respawn", "victory-points", "barrels")
    assert len(facing("Ann Cid", ruled).state.barrels) == 6
    with pytest.raises(Exception, match="unknown-addon"):
        Table(addons=("balloons",))
    assert facing("Ann Cid").refused("barrel", player="Ann", barrel="K1").code == "no-barrels"


@pytest.mark.rule("BARREL-2")
@pytest.mark.parametrize("die", [1, 5])
def test_one_to_five_is_an_explosion_and_the_barrel_is_gone(die: int) -> None:
    table = frenzy()
    events = table.do("barrel", die, [], [], player="Ann", barrel="k3")
    assert of_type(events, BarrelExploded)[0].explosion == "ordnance"
    assert "K3" not in table.state.barrels
    refusal = table.refused("barrel", player="Ann", barrel="K3")
    assert (refusal.code, refusal.facts["barrel"]) == ("unknown-barrel", "K3")


@pytest.mark.rule("BARREL-2", "BARREL-3", "BARREL-5", "BARREL-6")
@pytest.mark.parametrize(("die", "explosion"), [(1, "plasma"), (3, "plasma"), (5, "napalm"), (6, "vortex")])
def test_a_six_is_weird(die: int, explosion: str) -> None:
    table = frenzy()
    events = table.do("barrel", 6, die, [], [], player="Ann", barrel="K3")
    assert of_type(events, BarrelExploded)[0].explosion == explosion


@pytest.mark.rule("BARREL-4")
def test_a_weird_four_makes_two_of_it() -> None:
    table = frenzy("Ann", where=with_barrels((10, 10)))
    events = table.do("barrel", 6, 4, player="Ann", barrel="K1")
    assert not of_type(events, BarrelExploded)
    assert sorted(table.state.barrels) == ["K1", "K2", "K3", "K4"]
    assert table.state.barrels["K4"].at == (10, 10)


@pytest.mark.rule("BARREL-5")
def test_napalm_stays_for_the_match() -> None:
    table = frenzy()
    table.do("barrel", 6, 5, [], [], player="Ann", barrel="K1")
    assert table.state.barrels["K1"].burning
    assert table.refused("barrel", player="Ann", barrel="K1").code == "barrel-burns"
    events = table.do("barrel", 1, [], [], player="Ann", barrel="K2")
    assert table.state.barrels["K1"].burning
    assert "K1" not in str(events)


@pytest.mark.rule("BARREL-7", "SCORE-1", "SCORE-2")
def test_its_dead_are_the_shooters_kills_and_its_own_death_an_accident() -> None:
    table = frenzy()
    events = table.do("barrel", 2, ["Bob", "Ann"], [], 3, 4, player="Ann", barrel="K1")
    assert table.story(events) == ["Ann killed Bob", "Ann barrel", "Bob back by 3", "Ann back by 4"]
    assert table.scores == {"Ann": 0, "Bob": 0, "Cid": 0}
    assert (table["Ann"].score.kills, table["Ann"].score.accidents) == (1, 1)


@pytest.mark.rule("BARREL-7", "RESPAWN-1")
def test_barrels_caught_explode_in_their_turn_and_the_dead_wait_for_the_end() -> None:
    table = frenzy()
    events = table.do(
        "barrel", 1, ["Cid"], ["K5", "K2"], 1, [], ["K9"], 6, 6, ["Bob"], [], 3, [], [], 2, 4, player="Ann", barrel="K1"
    )
    assert [event.barrel for event in of_type(events, BarrelExploded)] == ["K1", "K5", "K2", "K9"]
    assert table.story(events)[-2:] == ["Cid back by 2", "Bob back by 4"]
    assert sorted(table.state.barrels) == ["K3", "K4", "K6", "K7", "K8"]
    table.check()


@pytest.mark.rule("BARREL-7")
def test_with_places_known_the_template_finds_what_it_touches_nearest_first() -> None:
    table = frenzy("Ann", where=with_barrels((30, 30), (35, 30), (27, 30), (40, 30)))
    assert sorted(table.state.barrels) == ["K1", "K2", "K3"]
    events = table.do("barrel", 1, [], 2, [], 3, [], player="Ann", barrel="K1")
    assert [event.barrel for event in of_type(events, BarrelExploded)] == ["K1", "K3", "K2"]


@pytest.mark.rule("BARREL-7")
def test_a_barrels_edge_under_the_template_is_enough_and_one_that_only_meets_it_is_not() -> None:
    for away, caught in ((7.3, ["K1", "K2"]), (7.35, ["K1"])):  # 6.35 cm, and 1 cm of a barrel
        table = frenzy("Ann", where=with_barrels((30, 30), (30 + away, 30), (55, 55)))
        events = table.do("barrel", 1, [], *[1, []][: 2 * len(caught) - 2], player="Ann", barrel="K1")
        assert [event.barrel for event in of_type(events, BarrelExploded)] == caught


@pytest.mark.rule("BARREL-2")
def test_only_those_whose_base_the_template_may_touch_are_asked_for() -> None:
    table = frenzy("Ann Bob", where=with_barrels((30, 30)), barrels=3)
    table.do("move", player="Ann", to=(30, 37.5), inches=2)
    table.do("next")
    table.do("move", player="Bob", to=(33, 38), inches=2)
    table.ask("barrel", 1, player="Ann", barrel="K1")
    question = table.question
    assert isinstance(question, SeveralQuestion)
    assert question.options == ("Ann",)


@pytest.mark.rule("BARREL-7", "TEAM-4")
def test_a_mate_killed_by_a_barrel_costs_the_team_its_value() -> None:
    table = facing("Ann+Bob Cid", addons=FRENZY)
    table.do("barrel", 1, ["Bob"], [], 3, player="Ann", barrel="K1")
    assert table.state.score_of("Red") == -15


@pytest.mark.rule("BARREL-5")
def test_napalm_and_gaps_outlast_a_round() -> None:
    table = facing("Ann Cid", CHAMPIONS, addons=FRENZY)
    table.do("barrel", 6, 5, [], ["K2"], 1, ["Cid"], [], player="Ann", barrel="K1")
    assert table.state.rounds.round == 2
    assert table.state.barrels["K1"].burning
    assert "K2" not in table.state.barrels


# ---- the question for several at once

SEVERAL = SeveralQuestion("barrel-victims", None, "BARREL-7", {}, ("Ann", "Anton", "Bob"))


@pytest.mark.parametrize(
    ("typed", "answer"), [("", ()), ("bob", ("Bob",)), ("b, ann", ("Bob", "Ann")), (" , ", ()), ("ANTON", ("Anton",))]
)
def test_names_are_typed_with_commas_and_nothing_means_nobody(typed: str, answer: tuple[str, ...]) -> None:
    assert SEVERAL.parse(typed) == answer


@pytest.mark.parametrize(
    ("typed", "code"), [("an", "choice-ambiguous"), ("zoe", "choice-unknown"), ("bob, bob", "order-twice")]
)
def test_what_names_nobody_or_somebody_twice_is_no_answer(typed: str, code: str) -> None:
    with pytest.raises(AnswerError) as raised:
        SEVERAL.parse(typed)
    assert raised.value.code == code


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(SEVERAL.options), unique=True))
def test_a_script_gives_a_list_as_one_answer(names: list[str]) -> None:
    assert SEVERAL.take([names, 5]) == (tuple(names), 1)
    with pytest.raises(AnswerError):
        SEVERAL.check([*names, "Zoe"])
    with pytest.raises(AnswerError, match="several-no-list"):
        SEVERAL.check("Ann")
