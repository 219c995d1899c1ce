"""What can be chosen can be heard before it is chosen."""

from __future__ import annotations

import pytest

from q40k.table.settings import change_settings
from q40k.tui.fields import Pick
from tests.talk.test_room import last_answer, talk_of

CHOICES = {"quake": ((), ("1",)), "epic": ((), ("1", "1", "a", "Ann")), "space-hulk": ((),)}
"""Of each game, the lines that lead to each question of the set-up whose choices come from the packs."""
OWN = ("Your own mission", "Votre propre mission")
"""A choice that stands for what the table has."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", CHOICES)
def test_every_choice_of_the_set_up_has_a_card(game: str, language: str) -> None:
    for lines in CHOICES[game]:
        talk = talk_of(game, language)
        last_answer(talk, *lines)
        field = talk.desk.field
        assert isinstance(field, Pick)
        assert len(field.options) > 1, field.title
        for option in field.options:
            if option.label not in OWN:
                answer = talk.hear(f"?c {option.label}")
                assert len(answer) > 1, (option.label, answer)
                assert answer[0].startswith(option.label), "its card begins with its name"
        assert talk.desk.field is field


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_champion_of_the_catalogue_has_a_card(language: str) -> None:
    talk = talk_of("quake", language)
    for champion in talk.desk.library.champions.values():
        answer = talk.hear(f"?c {talk.desk.locale.name_of(champion.name)}")
        assert str(champion.points) in " ".join(answer), champion.id


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", CHOICES)
def test_everything_of_the_packs_has_a_card_by_its_id(game: str, language: str) -> None:
    talk = talk_of(game, language)
    talk.desk.settings = change_settings(speech=False)
    entries = list(talk.desk.screen.catalogue(talk.desk))
    names = [entry.names[0] for entry in entries]
    assert len(entries) > 10
    for entry in entries:
        card = " ".join(talk.hear(f"?c {entry.names[1]}"))
        assert any(name in card for name in names if name in entry.names or names.count(name) > 1), entry.names


def test_a_near_miss_of_a_card_is_a_question() -> None:
    assert talk_of().hear("?c guardain defender") == [
        "Nothing is called “guardain defender”. Did you mean Guardian Defender?"
    ]
    assert talk_of().hear("?c zzzz") == ["Nothing is known of that."]


def test_an_arrow_says_the_marked_choice_and_its_place_alone() -> None:
    talk = talk_of()
    assert talk.hear("/down") == ["2: Champion of champions, everyone alone, 1 life, 3 rounds, 2 of 12"]
    assert talk.hear("?c")[0].startswith("Champion of champions: ")
    assert talk.hear("?")[-3:-1] != talk.hear("/down")
    assert talk.hear("")[0] == "Which arena?"


def test_a_word_that_means_several_cards_names_them() -> None:
    assert talk_of().hear("?c guard")[0].startswith("“guard” may be: ")
