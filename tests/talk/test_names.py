"""Whatever is typed by name has a list to be heard: `?n`, in the language of the table."""

from __future__ import annotations

import pytest

from q40k.talk.room import TableTalk
from tests.talk.test_facts import desk_after
from tests.talk.test_room import last_answer, talk_of

AIRLOCK = ("2", "4", "1", "1", "Shift S", "2", "w")
"""Space Hulk to the first marine's action."""


def at_kept(game: str, part: float, language: str = "en") -> TableTalk:
    """The conversation at a kept match after a part of its lines."""
    return TableTalk(desk_after(game, part, language), "usual", lambda _words: False)


@pytest.mark.parametrize(("language", "champion"), [("en", "Slugga Boy, Orks"), ("fr", "Boy Kikoup’, Orks")])
def test_champions_are_listed_and_a_word_leaves_fewer(language: str, champion: str) -> None:
    talk = talk_of("quake", language)
    last_answer(talk, "1", "1", "1", "", "Ann")
    assert len(talk.hear("?n")) > 40
    assert champion in talk.hear("?n ork")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_places_of_quake_are_listed_by_champions_portals_and_tiles(language: str) -> None:
    talk = at_kept("quake", 1.0, language)
    last_answer(talk, "w", "1")
    names = talk.hear("?n")
    assert {"Bob", "A1", "C3"} <= set(names)
    assert any(name.endswith(" 3") for name in names), "portals"
    assert talk.hear("A1")[0].startswith("Ann")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_figures_of_epic_are_listed_in_the_language_and_taken_by_that_name(language: str) -> None:
    talk = talk_of("epic", language)
    last_answer(talk, "1", "1", "a", "Ann", "1", "f", "1", "M")
    names = talk.hear("?n")
    name = {"en": "Tactical Marine", "fr": "Marine Tactique"}[language]
    assert name in names
    assert not [other for other in names if other == other.lower()], "no ids"
    assert name in talk.hear(f"5 {name}")[0]


@pytest.mark.parametrize(
    ("language", "edge", "ahead"), [("en", "north", "forward-left"), ("fr", "nord", "avant-gauche")]
)
def test_directions_and_squares_are_words_of_the_language(language: str, edge: str, ahead: str) -> None:
    epic = at_kept("epic", 0.7, language)
    last_answer(epic, "p", "2")
    assert any(edge in name for name in epic.hear("?n"))
    hulk = talk_of("space-hulk", language)
    last_answer(hulk, *AIRLOCK, "5", "n")
    assert {ahead, "D4", "F4"} <= set(hulk.hear("?n"))


@pytest.mark.parametrize(("language", "ahead"), [("en", "forward"), ("fr", "avant")])
def test_a_step_is_typed_in_the_language(language: str, ahead: str) -> None:
    hulk = talk_of("space-hulk", language)
    last_answer(hulk, *AIRLOCK, "5", "n", ahead)
    assert hulk.desk.state.marines["Bolt3"].position.at == "F4"
