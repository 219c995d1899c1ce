"""A game's sentences, registered chapter by chapter."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from q40k.i18n.locale import Locale
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText, Wording
from q40k.kernel.events import ChoiceQuestion, DiceQuestion, Event, Refusal

LOCALE = Locale("en")


class Rolled(Event, tag="rolled"):
    die: int


@dataclass(frozen=True)
class Roll:
    player: str


def wording() -> Wording[str]:
    return Wording("tests.i18n.chapters", Path(__file__).parent / "locales")


def test_an_event_is_told_as_its_chapter_says() -> None:
    words = wording()

    @words.tells(Rolled)
    def _tell_roll(_locale: Locale, state: str, event: Rolled) -> str:
        return f"{state} rolls {event.die}"

    assert words.tell(LOCALE, "Ann", Rolled(die=4)) == "Ann rolls 4"
    assert words.event_kinds == {Rolled}


def test_a_plain_event_is_told_by_a_table_of_its_fields() -> None:
    words = wording()
    words.dress_events({"who": lambda _locale, state, die: f"{state}’s die {die}", "die": lambda *_: "never"})
    by_value = {1: "{who} is lost", ...: "{who} stays at {twice}"}
    words.events(
        {
            Rolled: EventText(
                by_value, by="die", fields={"who": "die", "twice": lambda _locale, _state, event: 2 * event.die}
            )
        }
    )
    sentences = [words.tell(LOCALE, "Ann", Rolled(die=die)) for die in (1, 4)]
    assert sentences == ["Ann’s die 1 is lost", "Ann’s die 4 stays at 8"]
    assert words.event_texts[Rolled].sentences == ("{who} is lost", "{who} stays at {twice}")
    with pytest.raises(ValueError, match="worded twice"):
        words.events({Rolled: "{die} again"})


def test_two_events_of_an_entry_that_say_the_same_are_told_once() -> None:
    words = wording()

    @words.tells(Rolled)
    def _tell_roll(_locale: Locale, state: str, event: Rolled) -> str | None:
        return f"{state} rolls {event.die}" if event.die else None

    sentences = words.sentences(LOCALE, "Ann", [Rolled(die=n) for n in (4, 0, 4, 5)])
    assert list(sentences) == ["Ann rolls 4", "Ann rolls 5"]


def test_what_is_worded_twice_is_refused() -> None:
    words = wording()
    words.silent(Rolled)
    with pytest.raises(ValueError, match="worded twice"):
        words.silent(Rolled)
    words.refusals({"no": "No."})
    with pytest.raises(ValueError, match="no"):
        words.refusals({"no": "Never."})


def test_a_question_is_filled_in_and_a_key_without_words_says_what_is_the_matter() -> None:
    words = wording()
    words.questions({"die": QuestionText("{who} rolls {dice}", lambda q: q.rule, odds=lambda *_: ("even",))})
    asking = words.ask(LOCALE, "", DiceQuestion("die", "Ann", "R-1", dice=(6, 6)))
    assert (asking.title, asking.why, asking.odds) == ("Ann rolls 2D6", "R-1", ("even",))
    other = words.ask(LOCALE, "", ChoiceQuestion("which-way", options=("left", "right")))
    assert (other.title, other.why) == ("The table chooses", "The matter: which way")


def test_a_refusal_has_variants_and_facts_of_its_own() -> None:
    words = wording()
    words.refusals(
        {"far": "{who} is far.", "far/by": "{who} is {inches} away{more}."},
        variants={"far": lambda facts: "/by" if facts.get("inches") else ""},
        facts={"far": lambda _locale, facts: {"more": f" from {facts['goal']}"}},
    )
    words.dress({"inches": Locale.inches})
    near, far = {"who": "Ann", "goal": "Bob"}, {"who": "Ann", "inches": 4.5, "goal": "Bob"}
    assert words.refuse(LOCALE, Refusal("R-1", "far", near)) == "Ann is far."
    assert words.refuse(LOCALE, Refusal("R-1", "far", far)) == "Ann is 4.5 in away from Bob."
    other = Refusal("R-1", "not-so", {"nearest": "so"})
    assert words.refuse(LOCALE, other) == "The rules do not allow it: not so."


def test_a_command_has_a_line() -> None:
    words = wording()
    words.commands({Roll: CommandText(("", "roll"), lambda _locale, roll: str(roll.player))})
    assert words.command(LOCALE, Roll("Ann")) == "roll: Ann"
    assert words.command_kinds == {Roll}
