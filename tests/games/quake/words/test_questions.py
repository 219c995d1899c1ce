"""Every question the rules ask is asked in words, with what may be typed and what may come."""

from typing import Any

import pytest

from q40k.games.quake.state.bonus import MindControlled, TokenTaken
from q40k.games.quake.state.damage import Killed
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.positions import StandSet
from q40k.games.quake.words.portals import portal_odds
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.i18n.questions import read_typed
from q40k.kernel.events import ChoiceQuestion, DiceQuestion, NumberQuestion, OrderQuestion, Question, SeveralQuestion

from .conftest import told_match
from .sources import keys_asked

YES_NO = ("yes", "no")
PORTALS = (1, 2, 3, 4, 5)


def dice(key: str, *sides: int, **facts: Any) -> DiceQuestion:
    return DiceQuestion(key, "p1", "RULE-1", facts, sides or (6,))


def choice(key: str, who: str | None, options: tuple[str | int, ...], **facts: Any) -> Question:
    return ChoiceQuestion(key, who, "RULE-1", facts, options)


SAMPLES: tuple[Question, ...] = (
    dice("initiative", fixed=12, ld=8, i=4),
    choice("painted", "p1", YES_NO),
    choice("wysiwyg", "p1", YES_NO),
    NumberQuestion("races", None, "RULE-1", {"side": "Reds"}, 1, 4),
    NumberQuestion("age", "p1", "RULE-1", {}, 0, 150),
    dice("roll-off", tied=("Alice", "Bob", "Chloé"), total=16),
    dice("respawn-portal", entered=None),
    dice("entry-portal", entered=None),
    dice("jump-portal", entered=2),
    choice("choose-portal", "p1", PORTALS, entered=2),
    choice("choose-portal", "p1", PORTALS, entered=None),
    dice("spotting", 6, 6, target="p2", needed=6, away=18.0),
    choice("spotted", None, YES_NO, target="p2", inches=18.0),
    SeveralQuestion("sees", None, "RULE-1", {"player": "p1"}, ("Bob", "Chloé", "unknown")),
    NumberQuestion("how-far", None, "RULE-1", {"player": "p1", "target": "p2"}, 0, 34),
    choice("wants", None, ("within", "seen", "unseen", "unknown"), player="p1", target="p2", within=6),
    choice("wants-charge", None, ("within", "unseen", "unknown"), player="p1", target="p2", within=6),
    SeveralQuestion("under-template", None, "RULE-1", {"target": "p2"}, ("Bob", "Chloé")),
    choice("beacon", "p1", YES_NO, die=3),
    dice("bonus", 3, 6, token="E1", category="equipment"),
    dice("bonus", 6, token="S1", category="special"),
    choice("choose-bonus", "p1", ("11", "35"), names={}),
    dice("mega-bumper", 6, 6, 6),
    dice("harmless-bumper", 6, 6, 6),
    choice("bumper-path", None, YES_NO, player="p1", inches=11),
    dice("difficult-ground", 6, 6),
    dice("danger-dangerous"),
    dice("danger-landing"),
    dice("danger-mount"),
    dice("jump", 6, 6, inches=4),
    dice("swim"),
    dice("run"),
    dice("drugs", 6, 6),
    choice("psychic-hood", "p1", YES_NO, player="p2"),
    dice("psychic-use", 6, 6, needed=8),
    dice("leadership-use", 6, 6, needed=8),
    dice("inert"),
    dice("rush"),
    dice("rush-inches"),
    dice("rot"),
    dice("doctor"),
    dice("mind", ld=8),
    dice("ward-power", needed=2),
    dice("ward-warp", needed=4),
    dice("second-jump", 6, 6),
    dice("spring-back"),
    dice("break-away", 6, 6, 6),
    dice("leap", 6, 6, 6, inches=4),
    dice("leap-edge"),
    choice("fall-into", None, ("ground", "water", "nothing"), player="p1"),
    NumberQuestion("fall-height", None, "RULE-1", {"player": "p1"}, 0, 500),
    SeveralQuestion("under-charge", None, "RULE-1", {}, ("Alice", "Bob")),
    SeveralQuestion("under-spores", None, "RULE-1", {}, ("Alice", "Bob")),
    dice("direction", 12),
    dice("deep-strike", 6, 6),
    dice("scatter", inches=7),
    choice("deep-strike-room", None, YES_NO, player="p1", inches=7),
    choice("finished", "p1", YES_NO),
    choice("d3-read", None, ("d3", "d6")),
    SeveralQuestion(
        "vampirism",
        "p1",
        "RULE-1",
        {"target": "p2", "offer": {"ws": 5, "frag-grenades": None}},
        ("ws", "frag-grenades"),
    ),
    dice("charge-ground", 6, 6, reach=6),
    choice("charge-arrives", "p1", YES_NO, inches=4, goal="Bob"),
    choice("melee-weapon", "p1", ("power-sword", "bolt-pistol", "great-axe/two-handed")),
    choice("melee-victim", "p1", ("Bob", "Chloé", "split"), attacks=3, split="split"),
    DiceQuestion("charge-attacks", "p1", "RULE-1", {"more": 3}, (6,)),
    NumberQuestion("melee-split", "p1", "RULE-1", {"goal": "Bob", "attacks": 3}, 0, 3),
    choice("nuke-nearest", None, ("Alice", "Bob")),
    dice("nuke-wound", target="p2", needed=2),
    choice("mind-control", "p1", ("Bob", "Chloé")),
    OrderQuestion("order-of-play", "p1", "RULE-1", {}, ("Alice", "Bob", "Chloé")),
    DiceQuestion("team-roll", None, "RULE-1", {"team": "Red"}, (6, 6)),
    choice("first-movement", None, ("Red", "Blue"), team="Red"),
    choice("first-shooting", None, ("Red", "Blue"), team="Red"),
    choice("first-assault", None, ("Red", "Blue"), team="Red"),
    choice("cleaners", None, ("Red", "Blue"), team="Red"),
    dice("barrel", barrel="K1"),
    dice("barrel-weird", barrel="K1"),
    SeveralQuestion("under-barrel", None, "RULE-1", {"barrel": "K1"}, ("Alice", "Bob")),
    SeveralQuestion("partly-under", None, "RULE-1", {"barrel": "K1"}, ("Alice", "Bob")),
    SeveralQuestion("barrel-victims", None, "RULE-1", {"barrel": "K1"}, ("Alice", "Bob")),
    SeveralQuestion("touched-barrels", None, "RULE-1", {"caught": ()}, ("K2", "K3")),
    SeveralQuestion("barrels-caught", "p1", "RULE-1", {"barrel": "K1"}, ("K2", "K3")),
)
UNKNOWN: tuple[Question, ...] = (
    dice("new-thing", 6, 6),
    DiceQuestion("new-thing", None, "RULE-1"),
    choice("new-thing", "p1", YES_NO),
    choice("new-thing", None, ("a", "b")),
    NumberQuestion("new-thing", "p1", "RULE-1", {}, 0, 9),
    NumberQuestion("new-thing", None, "RULE-1", {}, 0, 9),
    OrderQuestion("new-thing", "p1", "RULE-1", {}, ("a", "b")),
    OrderQuestion("new-thing", None, "RULE-1", {}, ("a", "b")),
    SeveralQuestion("new-thing", "p1", "RULE-1", {}, ("a", "b")),
    SeveralQuestion("new-thing", None, "RULE-1", {}, ("a", "b")),
)


@pytest.fixture
def held_match(match: Match) -> Match:
    return told_match(match, TokenTaken(player="p1", token="E1", kind="equipment-36"))


def test_there_is_a_sample_of_every_question() -> None:
    assert {sample.key for sample in SAMPLES} == keys_asked()


@pytest.mark.parametrize("question", [*SAMPLES, *UNKNOWN], ids=lambda q: str(q.key))
def test_every_question_is_asked_in_both_languages(
    question: Question, held_match: Match, english: Locale, french: Locale
) -> None:
    in_english, in_french = WORDS.ask(english, held_match, question), WORDS.ask(french, held_match, question)
    assert in_english.rule == in_french.rule == "RULE-1"
    assert in_english.title != in_french.title
    assert in_english.why != in_french.why
    for worded in (in_english, in_french):
        words = (worded.title, worded.why, worded.hint, *worded.odds, *(w for _, w in worded.options))
        for word in words:
            assert word.strip() == word != ""
            assert not set("{}") & set(word)
            assert "p1" not in word
            assert "p2" not in word
        assert ("Alice" in worded.title) == (question.who == "p1" or "player" in question.facts)
        assert len(worded.why) <= 80


@pytest.mark.parametrize("question", SAMPLES, ids=lambda q: str(q.key))
def test_every_question_has_words_of_its_own(question: Question, held_match: Match, english: Locale) -> None:
    assert not WORDS.ask(english, held_match, question).why.startswith("The matter")


def test_an_unknown_question_still_reads_well(match: Match, english: Locale) -> None:
    sentences = [(a.title, a.why) for a in (WORDS.ask(english, match, question) for question in UNKNOWN)]
    assert [title for title, _ in sentences] == [
        "Alice rolls 2D6",
        "The table rolls 1D6",
        "Alice chooses",
        "The table chooses",
        "Alice: how many?",
        "The table: how many?",
        "Alice decides the order",
        "The table decides the order",
        "Alice chooses any",
        "The table chooses any",
    ]
    assert {why for _, why in sentences} == {"The matter: new thing"}


def test_a_jump_shows_its_odds(match: Match, english: Locale, french: Locale) -> None:
    question = dice("jump-portal", entered=2)
    odds = WORDS.ask(english, match, question).odds
    assert odds == ("1/6 dies in portal 2", "1/6 telefrags Bob (4)", "6 chooses")
    assert WORDS.ask(english, match, question).chance == "83%", "to live"
    assert WORDS.ask(french, match, question).odds == (
        "1/6\u00a0: mort au portail 2",
        "1/6\u00a0: téléfrag sur Bob (4)",
        "6\u00a0: au choix",
    )


def test_a_respawn_kills_nobody_but_those_in_the_way(match: Match, english: Locale) -> None:
    died = told_match(match, Killed(victim="p1", killers=("p2",), paid={}))
    odds = WORDS.ask(english, died, dice("respawn-portal", entered=None)).odds
    assert odds == ("1/6 telefrags Bob (4)", "6 chooses")
    assert WORDS.ask(english, died, dice("respawn-portal", entered=None)).chance == "33%", "on a 4 or a 6"
    alone = told_match(died, StandSet(player="p2", portal=None))
    assert portal_odds(english, alone, "p1") == ("no danger to anyone", "6 chooses")
    assert WORDS.ask(english, alone, dice("respawn-portal", entered=None)).chance == "", "nobody to telefrag"


def test_everyone_in_a_portal_is_named(match: Match, english: Locale) -> None:
    crowd = told_match(match, StandSet(player="p3", portal=4))
    assert "1/6 telefrags Bob and Chloé (4)" in portal_odds(english, crowd, "p1", 2)


def test_a_free_choice_says_what_each_portal_brings(match: Match, english: Locale) -> None:
    options = dict(WORDS.ask(english, match, choice("choose-portal", "p1", PORTALS, entered=2)).options)
    assert options == {
        1: "portal 1",
        2: "portal 2: disintegrated for sure",
        3: "portal 3",
        4: "portal 4: telefrags Bob",
        5: "portal 5",
    }


def test_a_nuke_shows_its_chance(match: Match, english: Locale) -> None:
    asking = WORDS.ask(english, match, dice("nuke-wound", target="p2", needed=2))
    assert asking.title == "Alice rolls 1D6: does the nuke wound Bob?"
    assert asking.odds == ("83% wounds",)


def test_a_list_to_choose_from_says_what_each_does(held_match: Match, french: Locale) -> None:
    question = choice("choose-bonus", "p1", ("11", "35"), names={})
    assert WORDS.ask(french, held_match, question).options[1] == ("35", "Truc 35 — Fait 35")


def test_those_tied_are_named_but_for_who_rolls(match: Match, english: Locale) -> None:
    asking = WORDS.ask(english, match, dice("roll-off", tied=("Alice", "Bob", "Chloé"), total=16))
    assert asking.why == "Tied at 16 with Bob and Chloé; the highest goes first."


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        (dice("initiative", fixed=12, ld=8, i=4), "1 to 6"),
        (dice("mega-bumper", 6, 6, 6), "3 dice, such as 3 2 1 or 321"),
        (dice("bonus", 3, 6, token="E1", category="weapon"), "the D3 as 1 to 3"),
        (
            DiceQuestion("bonus", "p1", "B", {"token": "E1", "category": "weapon"}, (3, 6), True),
            "the D3 as the D6 it was rolled on",
        ),
        (choice("choose-portal", "p1", PORTALS, entered=2), "1 to 5"),
        (choice("mind-control", "p1", ("Bob",)), "the first letters are enough"),
    ],
)
def test_hints_say_what_may_be_typed(question: Question, hint: str, match: Match, english: Locale) -> None:
    asking = WORDS.ask(english, match, question)
    assert asking.hint.endswith(hint)
    if "such as" in asking.hint:
        example = asking.hint.partition("such as ")[2].partition(" or ")[0]
        assert question.parse(example)


def test_labels_may_be_typed_instead_of_values(match: Match, french: Locale) -> None:
    asking = WORDS.ask(french, match, choice("bumper-path", None, YES_NO, player="p1", inches=11))
    assert read_typed(asking, "o") == read_typed(asking, " OUI") == "yes"
    assert read_typed(asking, "n") == "no"
    assert read_typed(asking, "yes") == "yes"
    assert read_typed(asking, "zut") == "zut"
    assert read_typed(asking, "") == ""
    portals = WORDS.ask(french, match, choice("choose-portal", "p1", PORTALS, entered=2))
    assert read_typed(portals, "portail") == "portail"
    assert read_typed(portals, "3") == "3"


def test_under_mind_control_the_holder_is_asked_for_the_other(match: Match, english: Locale, french: Locale) -> None:
    held = told_match(
        match, TokenTaken(player="p2", token="S1", kind="special-5"), MindControlled(player="p2", target="p1")
    )
    question = choice("choose-portal", "p1", PORTALS, entered=2)
    assert WORDS.ask(english, held, question).title == "Alice (played by Bob) rolls a 6: which portal?"
    assert "Alice (Bob aux commandes)" in WORDS.ask(french, held, question).title
    assert "Bob" not in WORDS.ask(english, held, dice("jump-portal", entered=2)).title
