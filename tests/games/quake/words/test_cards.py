"""Short words: phases, places, profiles, bonuses, goals."""

from fractions import Fraction
from typing import get_args

import pytest
from msgspec import structs

from q40k.games.quake.packs.models import Category, RuleName, UnitType
from q40k.games.quake.packs.mods import Measure
from q40k.games.quake.state.bonus import BonusSpent, MindControlled, TokenTaken
from q40k.games.quake.state.damage import Killed
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.movement.move import Moved
from q40k.games.quake.state.objectives.objective import OBJECTIVES
from q40k.games.quake.state.parts import Phase
from q40k.games.quake.state.positions import StandSet
from q40k.games.quake.state.respawn import Respawned
from q40k.games.quake.state.score import Adjusted
from q40k.games.quake.state.table.deployment import Deployed
from q40k.games.quake.state.table.players import Joined, Left
from q40k.games.quake.words import bonus, champion, damage, positions, table, turn
from q40k.games.quake.words.objectives import objective as progress
from q40k.games.quake.words.objectives.objective import amount_text, option_names, rule_names
from q40k.i18n.locale import Locale
from q40k.i18n.tabletop import roller_name
from q40k.kernel.events import Event

from .conftest import MARINE, OPENED, told_match


@pytest.mark.parametrize("phase", [*get_args(Phase), "over"])
def test_every_phase_has_a_name(phase: str, english: Locale, french: Locale) -> None:
    assert turn.phase_name(english, phase) != turn.phase_name(french, phase)
    if phase != "over":
        assert turn.phase_within(english, phase) != turn.phase_within(french, phase)


def test_every_word_of_the_packs_has_a_name() -> None:
    assert set(bonus._CATEGORIES) == set(get_args(Category))
    assert set(champion._UNIT_TYPES) == set(get_args(UnitType))
    assert {*table._RULES, *rule_names()} == {*get_args(RuleName), "rounds"}
    assert not set(table._RULES) & set(rule_names())


@pytest.mark.parametrize("by", get_args(Measure))
def test_everything_a_mod_is_played_for_has_words(english: Locale, by: Measure) -> None:
    objective = OBJECTIVES[by]
    assert amount_text(english, by, Fraction(2))
    assert set(objective.options) <= set(option_names())


def test_names_in_french(french: Locale) -> None:
    assert bonus.category_name(french, "equipment") == "équipement"
    assert champion.unit_type_name(french, "bike") == "moto"
    assert table.rule_name(french, "sudden-death") == "mort subite"
    assert roller_name(french, "app") == "l’appli lance"
    assert roller_name(french, "hand") == "vrais dés"


@pytest.mark.parametrize(
    ("event", "sentence", "in_french"),
    [
        (StandSet(player="p1", portal=3), "in portal 3", "dans le portail 3"),
        (Respawned(player="p1", portal=3, die=3, stand="beside"), "beside portal 3", "au bord du portail 3"),
        (Killed(victim="p1", killers=("p2",), paid={}), "dead", "au tapis"),
        (Left(player="p1"), "left", "a quitté"),
        (Deployed(player="p1", tile="A1"), "in tile A1", "sur la dalle A1"),
        (Moved(player="p1"), "", ""),
    ],
    ids=lambda value: getattr(value, "type", None),
)
def test_where_a_champion_is(
    event: Event, sentence: str, in_french: str, match: Match, english: Locale, french: Locale
) -> None:
    player = told_match(match, event).players["p1"]
    assert positions.where(english, player) == sentence
    assert positions.where(french, player) == in_french


def test_whoever_has_not_deployed_waits(english: Locale) -> None:
    state = told_match(Match(), OPENED, Joined(player="p1", name="Alice", champion=MARINE))
    assert positions.where(english, state.players["p1"]) == "waiting"


def test_the_card_tells_the_bonus(match: Match, english: Locale, french: Locale) -> None:
    assert bonus.bonus_line(english, match, "p1") == bonus.bonus_name(english, match, "p1") == ""
    held = told_match(match, TokenTaken(player="p1", token="S1", kind="special-5"))
    assert bonus.bonus_line(english, held, "p1") == "Thing 5 — Does 5"
    assert bonus.bonus_name(french, held, "p1") == "Truc 5"
    control = told_match(held, MindControlled(player="p1", target="p2"), BonusSpent(player="p1"))
    assert bonus.bonus_line(english, control, "p1") == "Thing 5 — Does 5 (controls Bob, spent)"
    assert bonus.bonus_line(french, control, "p1") == "Truc 5 — Fait 5 (contrôle Bob, épuisé)"


def test_profiles(english: Locale, french: Locale) -> None:
    assert champion.profile(english, MARINE) == "WS 4 BS 4 S 4 T 4 W 1 I 4 A 1 Ld 8 Sv 3+ Inv 5+"
    assert champion.profile(french, MARINE) == "CC 4 CT 4 F 4 E 4 PV 1 I 4 A 1 Cd 8 Svg 3+ Inv 5+"
    bare = structs.replace(MARINE, sv=None, inv=None)
    assert champion.profile(english, bare).endswith("Ld 8 Sv -")


def test_values(english: Locale, french: Locale) -> None:
    assert champion.champion_line(english, MARINE) == "Space Marine (15 points)"
    assert champion.champion_line(french, MARINE) == "Space Marine en français (15 pts)"
    assert champion.value_text(english, 1) == "1 point"


def test_goals(match: Match, english: Locale, french: Locale) -> None:
    result = told_match(match, Adjusted(player="p1", score=Fraction(57, 2), why="test"))
    assert progress.goal_progress(english, result, "p1") == "×3.4 of ×10"
    assert progress.goal_progress(french, result, "p1") == "×3,4 sur ×10"
    by_points = result.replace(points_to_win=200)
    assert progress.goal_progress(english, by_points, "p1") == "51 of 200"


def test_streaks(english: Locale, french: Locale) -> None:
    streaks = [damage.streak(english, number) for number in range(10)]
    assert streaks[:3] == ["", "", ""]
    assert streaks[3] == "on a roll: 3 in a row"
    assert streaks[5] == "rampage: 5 in a row"
    assert streaks[9] == "unstoppable: 9 in a row"
    assert damage.streak(french, 5) == "carnage\u00a0: 5 d’affilée"
