"""Shots by keys alone: targets, weapons, distance, three depths of dice, another save."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from q40k.games.quake.screen.fights import Tally, Weighed, unfold_last_fight, unfold_question
from q40k.games.quake.state.positions import StandIn
from q40k.games.quake.state.table.corrections import Correct
from q40k.kernel.events import TallyQuestion
from q40k.tui.desk import Desk
from q40k.tui.fields import Telling
from tests.games.quake.screen.table import active, field, idle, player, playing, press
from tests.games.quake.screen.test_desk_mods import in_teams

FIGURE: dict[str, Any] = {
    "name": "Veteran",
    "ws": 4,
    "bs": 4,
    "s": 4,
    "t": 4,
    "w": 1,
    "i": 4,
    "a": 1,
    "ld": 8,
    "sv": 3,
    "points": 15,
    "weapons": ["boltgun", "slugga"],
}


def becomes(desk: Desk, who: str, **changes: Any) -> None:
    """Let a player field a figure of the tests' own."""
    desk.do(Correct(player=who, champion={**FIGURE, **changes}))
    assert idle(desk), desk.notice


@pytest.fixture
def desk() -> Desk:
    """Four players in the first shooting phase; Alice, a marine with a boltgun, acts."""
    desk = playing()
    press(desk, "e")
    assert desk.state.play.phase == "shooting"
    assert active(desk).name == "Alice"
    return desk


def asked_words(desk: Desk) -> tuple[str, str]:
    """Whom the rules ask for what."""
    question = desk.match_session.question
    assert question is not None
    return desk.state.players[question.who or ""].name, question.key


# -- target, weapon, distance ------------------------------------------------------------------


@pytest.mark.rule("SHOOT-1")
def test_a_shot_is_s_the_target_enter_and_the_dice(desk: Desk) -> None:
    press(desk, "s2\n")
    assert asked_words(desk) == ("Alice", "fight-hit")
    press(desk, "4")
    assert asked_words(desk) == ("Alice", "fight-wound")
    press(desk, "5")
    assert asked_words(desk) == ("Bob", "respawn-portal")
    press(desk, "3")
    assert idle(desk)
    assert (player(desk, "Alice").score.kills, player(desk, "Bob").position.near) == (1, 3)


def test_each_target_has_its_chance_to_die_beside_it_and_the_likeliest_is_marked(desk: Desk) -> None:
    press(desk, "s")
    current = field(desk)
    assert isinstance(current, Weighed)
    notes = {option.label: option.note for option in current.choices()}
    assert notes == {"Dédé": "† 11%", "Chloé": "† 44%", "Bob": "† 33%"}
    assert current.choices()[current.at].label == "Chloé"
    assert current.notes == ("Boltgun", "hits 67%", "wounds 44%", "kills 44%")
    press(desk, "bo")
    assert field(desk).notes[-1] == "kills 33%"


@pytest.mark.rule("SHOOT-4")
def test_a_shot_that_cannot_wound_says_so_beside_its_odds_and_is_fired(desk: Desk) -> None:
    becomes(desk, "Bob", t=9)
    press(desk, "s2")
    assert field(desk).notes == ("hits 67%", "wounds 0%", "kills 0%", "⚠ cannot hurt the target")
    press(desk, "\n4")
    assert idle(desk)
    assert player(desk, "Bob").in_play


@pytest.mark.rule("SHOOT-4")
def test_a_weapon_is_asked_for_only_if_there_are_several_and_the_best_is_marked(desk: Desk) -> None:
    becomes(desk, "Alice", weapons=["slugga", "boltgun"])
    press(desk, "s3")
    current = field(desk)
    assert current.title == "Alice fires what at Chloé?"
    assert current.choices()[current.at].label == "Slugga"  # twice, standing still
    pistol = current.notes
    desk.press("down", None)
    assert current.choices()[current.at].label == "Boltgun"
    assert current.notes[-1] == "kills 44%"
    desk.press("up", None)
    assert current.notes == pistol
    press(desk, "\n")
    assert "Slugga" in field(desk).title


def test_distance_is_asked_only_where_it_changes_the_shot_and_the_odds_follow(desk: Desk) -> None:
    press(desk, "s3")
    current = field(desk)
    assert isinstance(current, Telling)
    assert current.notes[-1] == "kills 44%"
    press(desk, "10")
    assert current.notes[-1] == "kills 69%"
    press(desk, "\n")
    question = desk.match_session.question
    assert isinstance(question, TallyQuestion)
    assert len(question.dice) == 2


def test_nothing_is_refused_for_a_range_nobody_told(desk: Desk) -> None:
    becomes(desk, "Alice", weapons=["slugga"])
    press(desk, "s3")
    assert asked_words(desk) == ("Alice", "fight-hit")


def test_how_a_target_lies_can_be_told_first_and_changes_all_odds(desk: Desk) -> None:
    press(desk, "s\t")
    press(desk, "c4\n")
    notes = {option.label: option.note for option in field(desk).choices()}
    assert notes == {"Dédé": "† 11%", "Chloé": "† 22%", "Bob": "† 17%"}
    press(desk, "3\n64")
    assert asked_words(desk) == ("Chloé", "fight-save")
    assert "4+: cover save" in field(desk).why


def test_words_on_distance_that_nobody_understands_stay_to_be_put_right(desk: Desk) -> None:
    press(desk, "s3far\n")
    assert "far" in field(desk).error
    assert field(desk).buffer == "far"
    press(desk, "\b\b\b30\n")
    assert desk.refused is not None
    assert desk.refused[0].refusal.code == "out-of-range"
    press(desk, "o\n")
    assert asked_words(desk) == ("Alice", "fight-hit")


@pytest.mark.rule("TURN-1")
@pytest.mark.parametrize("key", ["s", "c", "i"])
def test_what_belongs_to_another_phase_is_refused_at_its_key(key: str) -> None:
    desk = playing()
    press(desk, key)
    assert desk.refused is not None, "nothing is asked before"
    assert desk.refused[0].refusal.rule == "TURN-1"
    press(desk, "k")
    assert field(desk).title == "Alice kills…", "the next key does what it says"


@pytest.mark.rule("TURN-1")
def test_a_shot_in_another_phase_is_overruled_before_its_target_is_asked() -> None:
    desk = playing()
    press(desk, "so")
    assert field(desk).title == "Overrule, because…"
    press(desk, "a free shot\n")
    assert field(desk).title == "Alice shoots at…"
    press(desk, "\x1b")
    assert field(desk).title == "Overrule, because…", "one step back"
    press(desk, "\n2\n")
    assert asked_words(desk) == ("Alice", "fight-hit")
    command = desk.match_session.command
    assert command is not None
    assert command.override == "the table agrees"


def test_escape_goes_one_step_back_everywhere(desk: Desk) -> None:
    press(desk, "s3")
    press(desk, "12\n")
    press(desk, "45")
    assert asked_words(desk) == ("Alice", "fight-wound")
    press(desk, "\x1b")
    assert asked_words(desk) == ("Alice", "fight-hit")
    press(desk, "\x1b")
    assert idle(desk)
    press(desk, "s3")
    press(desk, "\x1b")
    assert field(desk).title == "Alice shoots at…"
    press(desk, "\x1b")
    assert idle(desk)


def test_undo_takes_the_whole_shot_back(desk: Desk) -> None:
    press(desk, "s3\n")
    press(desk, "66")
    press(desk, "2")
    assert player(desk, "Alice").score.kills == 1
    press(desk, "u")
    assert (player(desk, "Alice").score.kills, player(desk, "Alice").turn.shot) == (0, None)
    press(desk, "y")
    assert player(desk, "Alice").score.kills == 1


@pytest.mark.rule("DIFF-2")
def test_who_else_is_under_a_template_is_asked_once_it_has_hit_and_nobody_is_enter(desk: Desk) -> None:
    becomes(desk, "Alice", weapons=["frag-launcher"])
    press(desk, "s3")
    assert asked_words(desk) == ("Alice", "fight-hit")
    press(desk, "6")
    assert desk.match_session.question is not None
    assert desk.match_session.question.key == "under-template"
    press(desk, "2\n")
    assert asked_words(desk) == ("Alice", "fight-wound")
    press(desk, "d")
    assert "Bob" in field(desk).title
    press(desk, "0")
    assert asked_words(desk) == ("Chloé", "respawn-portal")
    press(desk, "2")
    assert idle(desk)
    assert (player(desk, "Chloé").score.deaths, player(desk, "Bob").score.deaths) == (1, 0)


# -- three depths ------------------------------------------------------------------------------


def near(desk: Desk, target: str = "3") -> Tally:
    """A shot with two dice, from near by."""
    press(desk, f"s{target}")
    press(desk, "9\n")
    current = field(desk)
    assert isinstance(current, Tally)
    return current


@pytest.mark.parametrize(
    ("keys", "wounds"), [("34", 2), ("+", 2), ("=2", 2), ("=1", 1), ("16", 1), ("= 1", 1), ("=1\n", 1)]
)
def test_hits_may_be_dice_or_their_count(desk: Desk, keys: str, wounds: int) -> None:
    near(desk)
    press(desk, keys)
    question = desk.match_session.question
    assert isinstance(question, TallyQuestion)
    assert question.key == "fight-wound"
    assert len(question.dice) == wounds


@pytest.mark.parametrize("keys", ["0", "=0", "12", "à"])
def test_none_that_passes_is_one_key_and_ends_the_shot(desk: Desk, keys: str) -> None:
    near(desk)
    press(desk, keys)
    assert idle(desk)
    assert player(desk, "Alice").turn.shot is not None


@pytest.mark.rule("SCORE-1")
@pytest.mark.parametrize("keys", ["d", "+d", "+=1d", "m", "+M"])
def test_a_shot_may_be_finished_by_dead_or_mort_at_any_point(desk: Desk, keys: str) -> None:
    near(desk, "4")
    press(desk, keys)
    assert asked_words(desk) == ("Dédé", "respawn-portal")
    press(desk, "4")
    assert player(desk, "Alice").score.points == player(desk, "Dédé").value


def test_the_depth_is_mixed_at_will(desk: Desk) -> None:
    near(desk, "4")
    press(desk, "=2")
    press(desk, "44")
    assert asked_words(desk) == ("Dédé", "fight-save")
    press(desk, "1")
    press(desk, "6")
    assert asked_words(desk) == ("Dédé", "respawn-portal")


def test_what_no_die_shows_and_a_count_that_cannot_be_are_said_at_once(desk: Desk) -> None:
    current = near(desk)
    press(desk, "7")
    assert "1" in current.error
    assert "6" in current.error
    press(desk, "=3")
    assert field(desk).error
    assert field(desk).buffer == "=", "what was typed before stays"
    press(desk, "\b35")
    assert asked_words(desk) == ("Alice", "fight-wound")


def test_a_half_typed_count_is_kept_like_half_typed_dice(desk: Desk) -> None:
    near(desk)
    press(desk, "=")
    desk.settle()
    current = field(desk)
    assert isinstance(current, Tally)
    assert current.counting
    press(desk, "1")
    assert asked_words(desk) == ("Alice", "fight-wound")


def test_the_app_rolls_with_space(desk: Desk) -> None:
    near(desk)
    press(desk, " ")
    assert not desk.notice
    assert desk.match_session.question is None or asked_words(desk)[1] != "fight-hit"


# -- saves -------------------------------------------------------------------------------------


@pytest.mark.rule("SHOOT-1")
def test_the_owner_of_the_target_saves_and_tab_takes_another_save(desk: Desk) -> None:
    becomes(desk, "Bob", name="Wych", inv=5)
    press(desk, "s2\n")
    press(desk, "65")
    assert asked_words(desk) == ("Bob", "fight-save")
    assert field(desk).other == "another save (invulnerable save)"
    press(desk, "\t")
    assert "invulnerable" in field(desk).title
    press(desk, "\t")
    assert "armour" in field(desk).title
    press(desk, "\x1b")
    assert "invulnerable" in field(desk).title
    press(desk, "4")
    assert asked_words(desk) == ("Bob", "respawn-portal")


def test_there_is_no_other_save_where_there_is_only_one(desk: Desk) -> None:
    press(desk, "s4\n65")
    assert asked_words(desk) == ("Dédé", "fight-save")
    assert not field(desk).uses_tab


# -- what came of it ---------------------------------------------------------------------------


@pytest.mark.rule("SHOOT-1", "PORTAL-6", "SCORE-1")
def test_a_shot_kills_and_the_dead_telefrags_on_its_way_back(desk: Desk) -> None:
    desk.do(StandIn(player="Dédé", portal=4))
    press(desk, "s3\n65")
    assert asked_words(desk) == ("Chloé", "respawn-portal")
    press(desk, "4")
    assert asked_words(desk) == ("Dédé", "respawn-portal")
    press(desk, "2")
    assert idle(desk)
    assert player(desk, "Alice").score.points == player(desk, "Chloé").value
    assert player(desk, "Dédé").score.points == -player(desk, "Dédé").value


def test_the_last_fight_unfolds_into_its_rolls_with_numbers_and_sources(desk: Desk) -> None:
    assert unfold_last_fight(desk.locale, desk.match_session) == []
    near(desk, "4")
    press(desk, "=1")
    press(desk, "5")
    press(desk, "2")
    press(desk, "3")
    fights = unfold_last_fight(desk.locale, desk.match_session)
    shot, rolls = fights[0]
    assert shot.startswith("Alice shoots at Dédé (Boltgun)")
    assert "to hit, Alice: 3+ · 1 of 2 · BS 4 [w40k3e 1]" in rolls
    assert any(roll.startswith("to wound, Alice: 5 · 4+ · 1 of 1") for roll in rolls)
    assert any(roll.startswith("armour save, Dédé: 2 · 3+ · 0 of 1") for roll in rolls)


def test_f1_unfolds_the_reasons_of_the_question_and_what_was_rolled_before_it(desk: Desk) -> None:
    assert unfold_question(desk) == ()
    near(desk, "4")
    assert unfold_question(desk)[0] == "Alice: to hit [SHOOT-1]"
    press(desk, "36")
    press(desk, "=1")
    lines = unfold_question(desk)
    assert lines[0] == "Dédé: armour save [SHOOT-1]"
    assert "armour 3+ [w40k3e 4]" in lines
    assert lines[-2].startswith("to hit, Alice: 3 6 · 3+ · 2 of 2")
    assert lines[-1].startswith("to wound, Alice: 4+ · 1 of 2")


# -- odds ---------------------------------------------------------------------------------------


def test_odds_are_exact_as_long_as_they_can_be_read() -> None:
    from q40k.games.quake.screen.fights import chance
    from q40k.i18n.locale import Locale

    chances = {share: chance(Locale("en"), share) for share in (Fraction(1, 9), Fraction(1), Fraction(0))}
    assert list(chances.values()) == ["11%", "100%", "0%"]
    assert chance(Locale("en"), Fraction(1235, 7776)) == "16%"
    assert chance(Locale("en"), Fraction(1, 7776)) == "< 1%"


# -- things ------------------------------------------------------------------------------------


@pytest.mark.rule("BARREL-2")
def test_a_barrel_has_its_chance_beside_it_and_each_weapon_its_own() -> None:
    desk = playing(("Ann", "Bob"), addons=("barrel-frenzy",), options={"barrels_each": 3})
    press(desk, "e")
    becomes(desk, "Ann", weapons=["boltgun", "frag-launcher"], bs=3)
    press(desk, "s")
    current = field(desk)
    assert isinstance(current, Weighed)
    notes = {option.label: option.note for option in current.choices()}
    barrels = [name for name in notes if name in desk.state.barrels]
    assert [notes[name] for name in barrels] == ["barrel 50%"] * 6
    press(desk, barrels[0])
    assert field(desk).notes == ("sets it off 50%",)
    press(desk, "\n")
    assert field(desk).notes == ("sets it off 50%",)
    press(desk, "1")
    assert asked_words(desk) == ("Ann", "fight-hit")


@pytest.mark.rule("BASE-1")
def test_a_building_says_how_likely_it_is_penetrated() -> None:
    desk = in_teams("base-attack")
    while desk.state.play.phase != "shooting":
        press(desk, "e")
    shooter = active(desk)
    becomes(desk, shooter.name, weapons=["demolisher"], bs=4)
    press(desk, "s")
    notes = [option.note for option in field(desk).choices()]
    assert "building 22%" in notes  # it hits on 3+, then 6 and the die must pass 10
    other = next(team for team in desk.state.teams if team != desk.state.side_of(shooter.id))
    press(desk, other)
    assert field(desk).notes[0] == "penetrates 22%"
