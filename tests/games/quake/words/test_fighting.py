"""Fights in words: what is asked and why, what came of it, and the workings line by line."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.quake.state.damage import Why
from q40k.games.quake.words.fights import KINDS, reason
from q40k.games.quake.words.wording import SENTENCES, WORDS
from q40k.i18n.locale import Locale
from q40k.packs.shipped import coded_sentences
from tests.games.quake.rules.bonus_kinds import book, takes
from tests.games.quake.rules.playing import Table, said_at_table
from tests.games.quake.rules.shooting import gunners, shot
from tests.games.w40k3e.codes import CODES, FINDINGS

EN, FR = Locale("en"), Locale("fr", WORDS.locales)


def question_words(table: Table, locale: Locale = EN) -> tuple[str, str]:
    assert table.question is not None
    asking = WORDS.ask(locale, table.state, table.question)
    return asking.title, asking.why


@pytest.mark.parametrize("locale", [EN, FR], ids=["en", "fr"])
def test_every_reason_of_the_third_edition_has_words(locale: Locale) -> None:
    assert set(coded_sentences(SENTENCES, "reasons")) == set(CODES)
    for code, names in CODES.items():
        facts: dict[str, int | str] = dict.fromkeys(names, 3)
        if "unit_type" in facts:
            facts["unit_type"] = "terminator"
        sentence = reason(locale, Why(code=code, facts=facts, source="w40k3e"))
        assert sentence, code
        assert "{" not in sentence, code


def test_every_kind_of_roll_has_a_name_and_a_question() -> None:
    rolled = set(KINDS) - {"spot"}
    assert {f"fight-{kind}" for kind in rolled} <= WORDS.question_texts.keys()


def test_a_question_says_who_rolls_what_for_what_what_is_needed_and_why() -> None:
    table = gunners("Ann Bob")
    table.ask("shoot", player="Ann", target="Bob", weapon="heavy-bolter", distance=20)
    assert question_words(table) == ("Ann rolls 3D6 to hit Bob (Heavy bolter)", "3+: BS 4.")
    table.answer(3, 3, 1)
    assert question_words(table) == ("Ann rolls 2D6 to wound Bob (Heavy bolter)", "3+: S 5 against T 4.")
    table.answer(3, 3)
    assert question_words(table) == ("Bob rolls 2D6: armour save", "3+: armour save.")
    assert question_words(table, FR)[0] == "Bob lance 2D6\xa0: sauvegarde d’armure"


def test_a_question_says_the_chances_and_what_may_be_typed() -> None:
    table = gunners("Ann Bob")
    table.ask("shoot", player="Ann", target="Bob", weapon="heavy-bolter")
    assert table.question is not None
    asking = WORDS.ask(EN, table.state, table.question)
    assert asking.odds == ("each 67%, one at least 96%, all 30%",)
    assert "dead" in asking.hint
    assert "=1" in asking.hint


def test_the_line_of_a_shot() -> None:
    table = gunners("Ann Bob")
    events = table.do("shoot", 3, 2, 6, 4, 1, 5, player="Ann", target="Bob", weapon="heavy-bolter", distance=20)
    assert WORDS.tell(EN, table.state, shot(events)) == ("Ann shoots at Bob (Heavy bolter): 2 hits, 1 wound, saved")
    assert WORDS.tell(FR, table.state, shot(events)) == (
        "Ann tire sur Bob (Bolter lourd)\xa0: 2 touches, 1 blessure, sauvegardée"
    )


@pytest.mark.rule("TRAIT-1")
@pytest.mark.parametrize(
    ("traits", "dice", "english", "french"),
    [
        (
            "feel-no-pain",
            (6, 6, 1, 4),
            "1 hit, 1 wound, not saved, ignored",
            "1 touche, 1 blessure, non sauvegardée, ignorée",
        ),
        ("feel-no-pain", (6, 6, 1, 3, 2), "1 hit, 1 wound, not saved", "1 touche, 1 blessure, non sauvegardée"),
        ("well-be-back", (6, 6, 1, 4), "1 hit, 1 wound, not saved", "1 touche, 1 blessure, non sauvegardée"),
        ("well-be-back", (6, 6, 3), "1 hit, 1 wound, saved", "1 touche, 1 blessure, sauvegardée"),
    ],
)
def test_a_failed_save_is_said_where_a_trait_held(traits: str, dice: Any, english: str, french: str) -> None:
    table = gunners("Ann Bob", Bob={"traits": traits, "sv": 3})
    events = table.do("shoot", *dice, player="Ann", target="Bob", weapon="boltgun", distance=20)
    assert WORDS.tell(EN, table.state, shot(events)) == f"Ann shoots at Bob (Boltgun): {english}"
    assert WORDS.tell(FR, table.state, shot(events)) == f"Ann tire sur Bob (Bolter)\xa0: {french}"


@pytest.mark.rule("TRAIT-1", "BONUS-1")
def test_of_several_wounds_it_is_said_how_many_were_ignored() -> None:
    table = gunners("Ann Bob", ("heavy-bolter",), table=book(), Bob={"sv": 3, "traits": "feel-no-pain"})
    for _ in range(3):
        table.do("end-phase")
    table.do("next")
    takes(table, "equipment-23", who="Bob")
    table.do("end-phase")
    events = table.do("shoot", 6, 6, 6, 6, 6, 6, 1, 1, 3, 6, player="Ann", target="Bob", distance=20)
    assert WORDS.tell(EN, table.state, shot(events)) == (
        "Ann shoots at Bob (Heavy bolter): 3 hits, 3 wounds, 2 not saved, 2 ignored"
    )


@pytest.mark.rule("SHOOT-4")
def test_a_hit_that_can_wound_nobody_says_so() -> None:
    table = gunners("Ann Bob", Bob={"t": 9})
    events = table.do("shoot", 3, player="Ann", target="Bob", weapon="boltgun", distance=20)
    assert WORDS.tell(EN, table.state, shot(events)) == "Ann shoots at Bob (Boltgun): 1 hit, no wound is possible"
    assert WORDS.tell(FR, table.state, shot(events)) == (
        "Ann tire sur Bob (Bolter)\xa0: 1 touche, aucune blessure n’est possible"
    )
    assert WORDS.unfold(EN, table.state, shot(events))[-1] == (
        "without a roll: S 4 [Boltgun] · S 4 against T 9 [w40k3e 3] · cannot hurt the target [w40k3e 3]"
    )


def test_the_line_of_a_template_names_everybody_under_it() -> None:
    table = gunners("Ann Bob Cid", ["missile-launcher-frag"])
    events = table.do("shoot", 3, 4, 5, 1, player="Ann", target="Bob", also=["Cid"])
    assert WORDS.tell(EN, table.state, shot(events)) == (
        "Ann shoots at Bob (Missile launcher (frag)): Bob: 1 hit, 1 wound, saved, Cid: 1 hit, no wound"
    )


def test_a_shot_unfolds_into_its_rolls() -> None:
    table = gunners("Ann Bob")
    table.ask("shoot", 3, 5, player="Ann", target="Bob", weapon="plasma-gun", distance=20, in_cover=5)
    events = table.answer(3)
    assert WORDS.unfold(EN, table.state, shot(events)) == (
        "to hit, Ann: 3 · 3+ · 1 of 1 · BS 4 [w40k3e 1]",
        "to wound, Ann: 5 · 2+ · 1 of 1 · S 7 [Plasma gun] · S 7 against T 4 [w40k3e 3]",
        "cover save, Bob: 3 · 5+ · 0 of 1 · cover 5+ [ARENA-5]",
        "without a roll: AP 2 goes through armour 3+ [w40k3e 4]",
    )


def test_a_death_that_was_told_is_unfolded_as_told() -> None:
    table = gunners("Ann Bob")
    events = table.do("shoot", "dead", 2, player="Ann", target="Bob", weapon="plasma-gun")
    assert WORDS.unfold(EN, table.state, shot(events))[-1] == "Bob: dead, by the table’s word"


@pytest.mark.parametrize("locale", [EN, FR], ids=["en", "fr"])
def test_what_a_weapon_cannot_do_is_said_in_words(locale: Locale) -> None:
    table = gunners("Ann Bob", ["boltgun", "heavy-bolter", "close-combat-weapon"])
    for gun, sentence in (
        ("boltgun", {"distance": 25}),
        ("heavy-bolter", {"moved": True}),
        ("close-combat-weapon", {}),
        ("boltgnu", {}),
    ):
        why = table.refused("shoot", player="Ann", target="Bob", weapon=gun, **sentence)
        words = WORDS.refuse(locale, why)
        assert "{" not in words
        assert why.code not in words
    assert set(FINDINGS) - {"not-in-melee"} <= {"out-of-range", "heavy-moved", "ordnance-moved", "melee-only"}


def test_the_command_is_named_in_the_log() -> None:
    arguments = {"do": "shoot", "player": "Ann", "target": "Bob", "weapon": "boltgun"}
    assert WORDS.command(EN, said_at_table(arguments)) == "shot: Ann → Bob (boltgun)"
