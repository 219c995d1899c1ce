"""Who sits at the table: opening a match, joining, putting entries right (TABLE-1 to 6)."""

from fractions import Fraction
from typing import Any

import pytest

from q40k.games.quake.packs.models import RoundsWin
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.score import Kill
from q40k.games.quake.state.table.corrections import Rename
from q40k.games.quake.state.table.initiative import InitiativeRolled, OrderSet
from q40k.games.quake.state.table.opening import Overridden
from q40k.games.quake.state.table.players import Join
from q40k.kernel.commands import InvalidValue
from q40k.kernel.events import AnswerError, DiceQuestion
from q40k.kernel.text import clean_text
from q40k.tabletop.rules import BotSeat
from tests.games.quake.rules.playing import (
    Table,
    arena,
    bonus_tables,
    champion,
    chiefs,
    deathmatch,
    of_type,
    seat_players,
    standing,
    start_table,
)

# ---- laying out


def packs(**changes: Any) -> dict[str, Any]:
    return {
        "mod": "deathmatch",
        "mod_data": deathmatch(),
        "arena_data": arena(),
        "tables_data": bonus_tables(),
        **changes,
    }


def bare() -> Table:
    """A table on which nothing is laid out yet."""
    table = Table()
    table.session.undo()
    return table


@pytest.mark.rule("ARENA-2", "ARENA-3")
def test_a_match_keeps_what_it_is_played_with() -> None:
    table = Table(name="Friday", seed=42)
    state = table.state
    assert state.setup.mod == deathmatch()
    assert state.setup.arena is not None
    assert [p.number for p in state.setup.arena.portals] == [1, 2, 3, 4, 5]
    assert (state.setup.arena.tiles, state.setup.seed, state.setup.name) == (9, "42", "Friday")
    assert sorted(state.tokens) == ["E1", "E2", "S1", "W1", "W2"]


@pytest.mark.rule("TABLE-2")
def test_a_match_needs_its_packs() -> None:
    refusal = bare().refused("new", mod="deathmatch")
    assert (refusal.rule, refusal.code) == ("TABLE-2", "no-packs")


@pytest.mark.rule("TABLE-2")
def test_what_cannot_be_refereed_is_refused_plainly() -> None:
    refusal = bare().refused("new", **packs(mod_data=deathmatch(win=RoundsWin())))
    assert (refusal.code, refusal.facts["clash"]) == ("mod-clash", "mod-no-round-winner")
    refusal = bare().refused("new", **packs(addons=("barrel-frensy",)))
    assert (refusal.code, refusal.facts["addons"]) == ("unknown-addon", ("barrel-frensy",))
    refusal = bare().refused("new", **packs(options={"times_to_win": 5, "rouns": 3}))
    assert (refusal.code, refusal.facts["options"]) == ("unknown-option", ("rouns",))


@pytest.mark.rule("TABLE-2")
@pytest.mark.parametrize(
    ("do", "arguments"),
    [
        ("join", {"player": "Ann", "champion": "x"}),
        ("start", {}),
        ("next", {}),
        ("adjust", {"player": "Ann", "score": 1, "why": "x"}),
        ("d3", {"on_d6": True}),
    ],
)
def test_nothing_comes_before_the_match_is_laid_out(do: str, arguments: dict[str, Any]) -> None:
    refusal = bare().refused(do, **arguments)
    assert (refusal.rule, refusal.code) == ("TABLE-2", "no-match")


# ---- champions


@pytest.mark.rule("CHAMPION-1")
def test_any_figure_of_one_wound_may_enter() -> None:
    table = seat_players("Ann")
    table.join("Bob", points=1, t=2, unit_type="beast")
    refusal = table.refused("join", player="Cid", champion="nobody")
    assert (refusal.rule, refusal.code) == ("CHAMPION-1", "no-champion")


@pytest.mark.rule("CHAMPION-1", "CHAMPION-7")
def test_wounds_and_fame_are_for_the_chief_fight() -> None:
    table = seat_players("Ann")
    refusal = table.refused("join", player="Cid", champion="x", profile=champion(w=2))
    assert (refusal.rule, refusal.code, refusal.overridable) == ("CHAMPION-1", "several-wounds", True)
    refusal = table.refused("join", player="Cid", champion="x", profile=champion(special=True))
    assert (refusal.rule, refusal.code) == ("CHAMPION-7", "special-character")
    events = table.do("join", player="Cid", champion="x", profile=champion(w=2, special=True), override="agreed")
    assert [x.code for x in of_type(events, Overridden)] == ["several-wounds", "special-character"]
    for rule in ("chief-fight", "perfect-fighter"):
        table = Table(mod_data=deathmatch(rules=(rule, "respawn", "victory-points")))
        table.do("join", player="Cid", champion="x", profile=champion(w=2, special=True))
        assert table["Cid"].life.wounds == 2


@pytest.mark.rule("CHAMPION-1", "TABLE-4")
def test_a_correction_is_held_to_the_same_rules() -> None:
    table = start_table("Ann Bob")
    refusal = table.refused("correct", player="Ann", champion="x", profile=champion(w=2))
    assert refusal.code == "several-wounds"
    assert table.refused("correct", player="Ann", champion="nobody").code == "no-champion"


# ---- names (TABLE-1)


@pytest.mark.rule("TABLE-1")
def test_a_name_is_one_players_whatever_its_capitals() -> None:
    table = seat_players("Ann Éric")
    for name in ("ann", " ANN ", "éRIC"):
        refusal = table.refused("join", player=name, champion="x", profile=champion())
        assert (refusal.rule, refusal.code) == ("TABLE-1", "name-taken")
    table.do("start", 1, 1)
    assert table.refused("deploy", player="ANNE").facts == {"name": "ANNE", "nearest": "Ann"}
    table.do("deploy", player="ÉRIC")


@pytest.mark.rule("TABLE-1")
def test_a_wrong_name_is_put_right_everywhere_and_nothing_is_lost() -> None:
    table = start_table("Ann Bob")
    table.do("kill", 1, player="Ann", victim="Bob")
    (renamed,) = table.do("rename", player="Ann", to="Anna")
    assert (renamed.was, renamed.name) == ("Ann", "Anna")
    assert (table["Anna"].score.points, table.order, table.active) == (15, "Anna Bob", "Anna")
    assert table.refused("rename", player="Anna", to="bob").code == "name-taken"
    assert table.refused("kill", player="Ann", victim="Bob").facts["nearest"] == "Anna"
    table.do("rename", player="anna", to="ANNA")  # only its capitals
    table.check()


@pytest.mark.rule("TABLE-1", "TABLE-3")
def test_a_name_may_be_put_right_even_after_the_win() -> None:
    table = start_table("Ann Bob", table=Table(options={"times_to_win": 1}))
    table.do("kill", 1, player="Ann", victim="Bob")
    table.do("rename", player="Ann", to="Anna")
    assert table.names(table.state.outcome.winner) == "Anna"


@pytest.mark.rule("TABLE-1")
@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("A\u200bnn", "Ann"),  # a space of no width
        ("Ann\x1b[31m", "Ann[31m"),  # what would colour the terminal
        ("Ann\nBob", "Ann Bob"),
        ("E\u0301ric", "\u00c9ric"),  # two characters that show as one
        ("Zo\u00eb \u0410\u043d\u043d\u0430", "Zo\u00eb \u0410\u043d\u043d\u0430"),
    ],
)
def test_a_name_holds_nothing_that_a_terminal_would_obey(typed: str, kept: str) -> None:
    assert clean_text(typed) == kept
    assert Rename(player="x", to=typed).to == kept


@pytest.mark.rule("TABLE-1")
@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "x" * 31])
def test_a_name_is_neither_empty_nor_endless(typed: str) -> None:
    with pytest.raises(InvalidValue):
        Join(player=typed, champion="x")


# ---- corrections (TABLE-4)


@pytest.mark.rule("TABLE-4", "SCORE-1", "SCORE-2", "MELEE-4")
def test_a_champion_put_right_is_as_if_it_had_been_right_all_along() -> None:
    def play(first: int, later: int | None) -> dict[str, Fraction]:
        table = Table()
        table.join("Ann", i=9)
        table.join("Bob", i=8)
        table.join("Vic", points=first, i=7)
        table.do("start", 1, 1, 1)
        for name in ("Vic", "Bob", "Ann"):
            table.do("deploy", player=name)
        table.do("kill", 1, player="Ann", victim="Vic")
        table.do("kill", 1, player=["Ann", "Bob"], victim="Vic")
        table.do("accident", 1, player="Vic")
        table.do("kill", 1, player="Vic", victim="Bob")
        if later is not None:
            table.do("correct", player="Vic", champion="x", profile=champion(later, i=7))
        table.do("kill", 1, player=["Bob", "Ann"], victim="Vic")
        table.check()
        return table.scores

    right = play(25, None)
    assert right == {"Ann": 25 + Fraction(25), "Bob": 25, "Vic": -25 + 15}
    assert play(14, 25) == right
    assert play(26, 25) == right


@pytest.mark.rule("TABLE-4", "INIT-1", "INIT-3")
def test_a_correction_moves_the_champion_to_its_right_place_with_the_die_it_rolled() -> None:
    table = start_table("Ann Bob Cid")  # 19, 18, 17: a one each
    events = table.do("correct", player="Cid", champion="x", profile=champion(ld=10, i=9))
    assert of_type(events, InitiativeRolled) == []
    assert (table["Cid"].initiative, table.order) == (20, "Cid Ann Bob")
    table.do("correct", 1, 6, player="Cid", champion="x", profile=champion(ld=8, i=9))
    assert (table["Cid"].initiative, table.order) == (18, "Ann Bob Cid")


@pytest.mark.rule("TABLE-4", "INIT-1")
def test_a_correction_that_changes_no_initiative_changes_no_place() -> None:
    table = start_table("Ann Bob")
    events = table.do("correct", player="Ann", champion="x", profile=champion(40, i=10))
    assert of_type(events, OrderSet) == []
    assert (table["Ann"].value, table.order) == (40, "Ann Bob")


@pytest.mark.rule("TABLE-4", "CHAMPION-7")
def test_a_correction_heals_no_wound() -> None:
    table = chiefs()
    table.join("Ann", w=3, t=6)
    table.join("Bob", w=3, t=6)
    table.do("start", 5, 1)
    table.do("deploy", player="Bob")
    table.do("deploy", player="Ann")
    table.do("pickup", 3, 6, "Ann", 2, player="Ann", token="W1")
    assert table["Ann"].life.wounds == 2
    table.do("correct", player="Ann", champion="x", profile=champion(40, w=3, t=6))
    assert table["Ann"].life.wounds == 2
    table.do("correct", player="Ann", champion="x", profile=champion(40, w=1, t=6))
    assert table["Ann"].life.wounds == 1


@pytest.mark.rule("TABLE-4")
def test_a_correction_before_the_start_is_a_correction_and_no_more() -> None:
    table = seat_players("Ann Bob")
    table.do("correct", player="Ann", champion="x", profile=champion(40))
    assert (table["Ann"].value, table["Ann"].initiative) == (40, None)


@pytest.mark.rule("TABLE-4", "INIT-5")
def test_what_an_earlier_champion_of_a_player_earned_is_settled() -> None:
    table = start_table("Ann Bob")
    table.do("kill", 1, player="Ann", victim="Bob")
    table.do("leave", player="Bob")
    table.join("Bob", 2, points=40)
    table.do("kill", 1, player="Ann", victim="Bob")
    table.do("correct", player="Bob", champion="x", profile=champion(41, i=9))
    assert table["Ann"].score.points == 15 + 41


@pytest.mark.rule("TABLE-4")
def test_a_corrected_value_is_the_goal_too() -> None:
    table = start_table("Ann Bob", table=Table(options={"times_to_win": 2}))
    table.do("kill", 1, player="Ann", victim="Bob")
    events = table.do("correct", player="Ann", champion="x", profile=champion(7, i=10))
    assert [table.name(event.winner) for event in of_type(events, Won)] == ["Ann"]


@pytest.mark.rule("TABLE-4")
def test_everything_can_be_taken_back_and_given_back() -> None:
    table = standing("Ann Bob Cid", Bob=2, Cid=3)
    table.do("portal", 2, 3, 1, player="Ann", portal=1)
    table.do("rename", player="Bob", to="Rob")
    table.do("correct", player="Cid", champion="x", profile=champion(22, i=8))
    seen = [table.state]
    while table.session.undo():
        seen.append(table.state)
    assert table.state == Quake().blank()
    assert table.session.undo() is None
    for state in reversed(seen[:-1]):
        assert table.session.redo() is not None
        assert table.state == state
    assert table.session.redo() is None
    table.check()


# ---- dice (TABLE-5)


@pytest.mark.rule("TABLE-5")
def test_who_rolls_is_said_for_the_table_and_for_each_player() -> None:
    table = seat_players("Ann Bob")
    game = Quake()

    def rollers() -> tuple[str, ...]:
        return tuple(game.roller(table.state, table[n].id) for n in ("Ann", "Bob"))

    assert (game.roller(table.state, None), rollers()) == ("hand", ("hand", "hand"))
    table.do("dice", by="app", player="Ann")
    assert (game.roller(table.state, None), rollers()) == ("hand", ("app", "hand"))
    table.do("dice", by="app")
    assert rollers() == ("app", "app")
    table.do("dice", by="hand", player="Bob")
    assert rollers() == ("app", "hand")
    table.do("dice", by="hand")
    assert rollers() == ("hand", "hand")


@pytest.mark.rule("TABLE-5")
def test_the_app_may_roll_for_everyone_from_the_beginning() -> None:
    table = Table(dice="app")
    assert Quake().roller(table.state, None) == "app"


@pytest.mark.rule("TABLE-5")
def test_any_single_question_may_be_rolled_by_hand_or_app() -> None:
    table = seat_players("Ann Bob")
    table.ask("start")
    table.session.roll()
    table.session.type("3")
    assert 1 <= (table["Ann"].die or 0) <= 6
    assert table["Bob"].die == 3


@pytest.mark.rule("TABLE-5")
def test_a_d3_is_typed_as_one_to_three() -> None:
    table = start_table("Ann")
    table.ask("pickup", player="Ann", token="E1")
    with pytest.raises(AnswerError) as caught:
        table.session.answer([4, 6])  # a hand may type it: it was rolled on a D6
    assert caught.value.code == "dice-range"
    table.session.type("3 5")
    held = table["Ann"].bonus
    assert held is not None
    assert held.kind == "equipment-35"


@pytest.mark.rule("TABLE-5")
@pytest.mark.parametrize(("read", "kind"), [("d3", "35"), ("d6", "25")])
def test_a_table_that_wants_it_is_asked_once_how_it_reads_a_d3(read: str, kind: str) -> None:
    table = start_table("Ann Bob", table=Table(d3="ask"))
    table.ask("pickup", player="Ann", token="E1")
    assert table.question is not None
    assert (table.question.key, table.question.who) == ("d3-read", None)
    table.session.answer(read)
    table.session.type("3 5")
    held = table["Ann"].bonus
    assert held is not None
    assert held.kind == f"equipment-{kind}"
    table.do("next")
    table.ask("pickup", player="Bob", token="E2")
    assert table.question is not None
    assert table.question.key == "bonus"


@pytest.mark.rule("TABLE-5")
@pytest.mark.parametrize("arguments", [{"do": "dice", "by": "app"}, {"do": "d3", "on_d6": True}])
def test_nobody_is_asked_for_a_d3_of_the_app_or_where_it_was_said(arguments: dict[str, Any]) -> None:
    table = start_table("Ann", table=Table(d3="ask"))
    table.do(**arguments)
    table.ask("pickup", player="Ann", token="E1")
    assert table.question is not None
    assert table.question.key == "bonus"


@pytest.mark.rule("TABLE-5")
@pytest.mark.parametrize(("typed", "d3"), zip("123456", (1, 1, 2, 2, 3, 3), strict=True))
def test_or_as_the_d6_it_was_rolled_on(typed: str, d3: int) -> None:
    table = start_table("Ann")
    table.do("d3", on_d6=True)
    table.ask("pickup", player="Ann", token="E1")
    assert isinstance(table.question, DiceQuestion)
    assert table.question.halved
    table.session.type(f"{typed} 5")
    held = table["Ann"].bonus
    assert held is not None
    assert held.kind == f"equipment-{d3}5"
    table.check()


# ---- answers (TABLE-6)


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize("answer", [0, 7, -1, "4", None, [1, 2], 2.0, True])
def test_an_answer_fits_its_question_or_is_not_taken(answer: Any) -> None:
    table = start_table("Ann Bob")
    table.ask("kill", player="Ann", victim="Bob")
    before, question = table.session.head, table.question
    with pytest.raises(AnswerError):
        table.session.answer(answer)
    assert (table.session.head, table.question) == (before, question)
    table.answer(3)


@pytest.mark.rule("TABLE-6")
def test_no_answer_is_taken_where_nothing_is_asked() -> None:
    table = start_table("Ann")
    with pytest.raises(AnswerError) as caught:
        table.session.answer(3)
    assert caught.value.code == "no-question"
    with pytest.raises(AnswerError) as caught:
        table.session.type("3")
    assert caught.value.code == "no-question"
    with pytest.raises(AnswerError) as caught:
        table.session.roll()
    assert caught.value.code == "nothing-to-roll"


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize(("typed", "chosen"), [("b", "Bob"), ("BOB", "Bob"), ("chl", "Chloé"), ("cha", "Chad")])
def test_a_name_is_chosen_by_its_first_letters(typed: str, chosen: str) -> None:
    table = start_table("Ann Bob Chloé Chad")
    table.ask("pickup", 5, player="Ann", token="S1")
    with pytest.raises(AnswerError) as caught:
        table.session.type("ch")
    assert caught.value.code == "choice-ambiguous"
    table.session.type(typed)
    held = table["Ann"].bonus
    assert held is not None
    assert table.name(held.target) == chosen


# ---- overrides


@pytest.mark.rule("TABLE-4")
def test_a_reason_is_kept_with_what_it_overrode() -> None:
    table = start_table("Ann Bob")
    events = table.do("move", player="Bob", inches=2, override="  he was\tfirst  ")
    (passed,) = of_type(events, Overridden)
    assert (passed.rule, passed.code, passed.reason) == ("TURN-1", "not-active", "he was first")
    assert passed.facts == {"player": "Bob", "active": "Ann"}


@pytest.mark.rule("TABLE-4")
def test_a_reason_for_nothing_leaves_no_trace() -> None:
    table = start_table("Ann Bob")
    events = table.do("move", player="Ann", inches=2, override="just in case")
    assert of_type(events, Overridden) == []
    with pytest.raises(InvalidValue):
        Kill(player="Ann", victim="Bob", override="  ")


# ---- bots (TABLE-8)


SHARP = {"level": "sharp", "personality": "camper"}


@pytest.mark.rule("TABLE-8")
def test_a_bot_sits_down_like_anybody() -> None:
    table = Table()
    table.join("Ann")
    (joined,) = table.do("join", player="Ranger", champion="x", profile=champion(), bot=SHARP)
    assert joined.bot == BotSeat(level="sharp", personality="camper")
    assert (table["Ann"].bot, table["Ranger"].bot) == (None, joined.bot)


@pytest.mark.rule("TABLE-8")
def test_a_seat_is_handed_to_a_bot_and_back_as_it_is() -> None:
    table = start_table("Ann Bob")
    before = table["Ann"]
    table.do("seat", player="Ann", bot={"level": "straight"})
    assert table["Ann"] == before.replace(bot=BotSeat(level="straight"))
    refusal = table.refused("seat", player="Ann", bot={"level": "straight"})
    assert (refusal.rule, refusal.code) == ("TABLE-8", "already-bot")
    table.do("seat", player="Ann", bot={"level": "sound"})
    table.do("seat", player="Ann")
    assert table["Ann"] == before
    assert table.refused("seat", player="Ann").code == "already-people"
    table.do("leave", player="Ann")
    assert table.refused("seat", player="Ann", bot={}).code == "player-left"


@pytest.mark.rule("TABLE-8")
def test_whoever_comes_back_is_no_bot_unless_said() -> None:
    table = start_table("Ann Bob")
    table.do("seat", player="Ann", bot={})
    table.do("leave", player="Ann")
    table.do("join", 3, player="Ann", champion="x", profile=champion())
    assert table["Ann"].bot is None


@pytest.mark.rule("TABLE-5", "TABLE-8")
def test_the_app_rolls_for_a_bot_unless_hands_do() -> None:
    table = start_table("Ann Bob")
    roller = table.session.rules.roller
    table.do("seat", player="Ann", bot={})
    ann, bob = table["Ann"].id, table["Bob"].id
    assert [roller(table.state, who) for who in (ann, bob, None)] == ["app", "hand", "hand"]
    table.do("dice", by="hand", player="Ann")
    assert roller(table.state, ann) == "hand"
