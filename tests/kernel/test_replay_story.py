"""Whether a match tells the same story, also when its events have learnt to say more since."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from q40k.games.quake.game import GAME
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.positions import StandSet
from q40k.kernel.events import Event
from q40k.kernel.replay import events_match

WON = Won(winner="p1", over=("p1",), points=Fraction(40), reached={"p1": Fraction(2)})


def written_story(*events: Event) -> str:
    return GAME.rules.write_events(events)


def test_what_only_sentences_need_may_be_missing_in_an_old_event() -> None:
    kept = '[{"type":"won","winner":"p1","over":["p1"]}]'
    assert events_match(GAME.rules, [WON], kept)


@pytest.mark.parametrize(
    "other", [replace(WON, points=Fraction(45)), replace(WON, winner="p2"), StandSet(player="p1", portal=3)]
)
def test_what_it_did_say_is_compared(other: Event) -> None:
    assert events_match(GAME.rules, [WON], written_story(WON))
    assert not events_match(GAME.rules, [other], written_story(WON))


def test_a_new_fact_that_changes_the_match_is_a_difference() -> None:
    kept = '[{"type":"stand-set","player":"p1","portal":3}]'
    assert events_match(GAME.rules, [StandSet(player="p1", portal=3)], kept)
    assert not events_match(GAME.rules, [StandSet(player="p1", portal=3, at=(1.0, 2.0))], kept)


def test_an_event_more_or_less_is_a_difference() -> None:
    assert not events_match(GAME.rules, [WON, WON], written_story(WON))
    assert not events_match(GAME.rules, [], written_story(WON))
