"""What the table hears of orders, objectives and transports: nothing before it is public, and all of it then."""

from __future__ import annotations

import pytest

from q40k.talk.room import TableTalk
from tests.games.epic.playing import RHINO, B, M, give, ready, to_movement
from tests.games.epic.screen.test_desk import desk_of, press
from tests.games.scripted import go_on, line
from tests.talk.test_facts import desk_after


def spoken_rows(talk: TableTalk) -> str:
    """Scores, cards, the table and the last lines, by ear."""
    return "\n".join(text for question in ("?s", "?c A", "?c B", "?c M", "?t", "?l 20") for text in talk.hear(question))


@pytest.mark.rule("EE-ORDER-9")
def test_an_order_is_worded_by_every_page_once_it_is_public_and_never_before() -> None:
    match = give(ready(M, B), M="charge", B="first-fire")
    talk = TableTalk(desk_of(match), "usual", lambda _words: False)
    before = spoken_rows(talk)
    assert "has given orders" in before
    assert not any(order in before for order in ("Charge", "First Fire"))
    talk.hear("w")
    talk.hear("1")
    after = spoken_rows(talk)
    assert all(order in after for order in ("5 out of 5, Charge", "M of A: Charge", "B of B: First Fire"))


@pytest.mark.rule("EE-WIN-3")
@pytest.mark.parametrize(("language", "sentence"), [("en", "hill: B (counts 2 at the end)"), ("fr", "à la fin")])
def test_an_objective_of_the_end_says_that_it_counts_then(language: str, sentence: str) -> None:
    talk = TableTalk(desk_after("epic", 0.7, language), "usual", lambda _words: False)
    assert any(sentence in text for text in talk.hear("?s"))


@pytest.mark.rule("EE-TRANSPORT-3")
def test_who_gets_off_is_named_where_it_is_chosen() -> None:
    match = to_movement(ready(RHINO, M, B))
    go_on(match, line("move", formation="M", board="R/1"))
    talk = TableTalk(press(desk_of(match), ""), "usual", lambda _words: False)
    lines = [*talk.hear("m"), *talk.hear("1")]
    assert any("M/1, 2, 3, 4 and 5 get off" in text for text in lines), lines
    assert any("aboard R/1" in text or "R/1" in text for text in talk.hear("?c M")), "its card says where they are"
