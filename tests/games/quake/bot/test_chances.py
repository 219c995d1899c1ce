"""The memory of odds: what is worked out anew and what is remembered agree, in any order."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games.quake.bot.chances import Memory
from q40k.games.quake.state.match import Held, Match, change_player
from q40k.games.quake.state.parts import About
from q40k.games.quake.state.shooting import guns
from tests.games.quake.bot.test_choices import stand

LIBRARIAN, WRATH = "sm-librarian", "special-2"
SEATS = ("p1", "p2", "p3")
STILL, WALKS, BOOSTS = (False, 0.0, False, True), (True, 3.0, False, True), (True, 20.0, False, True)
COMES_NEAR, IS_UNPAINTED = (False, 0.0, True, True), (False, 0.0, False, False)
DEEDS = (STILL, WALKS, BOOSTS, COMES_NEAR, IS_UNPAINTED)
"""Whether a champion has moved, how far it went, whether it is near to the others, and whether it is painted."""
FIELDS = {
    "one that jinks as it moves": ("de-hellion", "space-marine", "eldar-guardian"),
    "one that boosts": ("de-reaver", "eldar-howling-banshee", "eldar-guardian"),
    "one beside whom minds fail": (LIBRARIAN, "dh-assassin-culexus", "eldar-guardian"),
}


def field_of(names: tuple[str, ...]) -> Match:
    """Three champions far from one another; without a psyker the first holds the wrath of the painters."""
    places = ((10.0, 10.0), (20.0, 70.0), (90.0, 20.0))
    champions = {name: (champion, at) for name, champion, at in zip(("Ann", "Bob", "Cid"), names, places, strict=True)}
    mod = "deathmatch-pro" if LIBRARIAN in names else "deathmatch"
    state = stand(mod, "depot-100", "shooting", None, **champions)
    return state if LIBRARIAN in names else change_player(state, "p1", bonus=Held(token="S1", kind=WRATH))


def after(state: Match, deeds: list[tuple[bool, float, bool, bool]]) -> Match:
    """Return a match after each champion's deeds."""
    for number, (seat, (moved, inches, near, painted)) in enumerate(zip(SEATS, deeds, strict=True)):
        at = (10.0 + 10 * number, 10.0) if near else state.players[seat].position.at
        spent = inches if moved else 0.0
        state = change_player(state, seat, moved=moved, spent=spent, at=at, about=About(painted=painted))
    return state


def odds_in(memory: Memory, state: Match) -> list[object]:
    """Return what a memory tells of every shot and every fight."""
    pairs = [(state.players[a], state.players[b]) for a, b in permutations(SEATS, 2)]
    fires = [memory.fire(state, a, gun, b, moved=False) for a, b in pairs for gun in guns(state, a)]
    return [*fires, *(memory.duel(state, a, b) for a, b in pairs)]


@pytest.mark.parametrize("names", FIELDS.values(), ids=FIELDS)
def test_odds_do_not_depend_on_what_was_worked_out_before(names: tuple[str, ...]) -> None:
    start = field_of(names)

    @settings(max_examples=10, deadline=None, database=None, derandomize=True)
    @given(st.lists(st.lists(st.sampled_from(DEEDS), min_size=3, max_size=3), min_size=1, max_size=3))
    def check(turns: list[list[tuple[bool, float, bool, bool]]]) -> None:
        warm = Memory()
        for deeds in ([STILL] * 3, [WALKS] * 3, *turns):
            state = after(start, deeds)
            assert odds_in(warm, state) == odds_in(Memory(), state)

    check()


@pytest.mark.parametrize(
    ("names", "deed"),
    [
        (FIELDS["one that jinks as it moves"], WALKS),
        (FIELDS["one that boosts"], BOOSTS),
        (FIELDS["one beside whom minds fail"], COMES_NEAR),
        (FIELDS["one that boosts"], IS_UNPAINTED),
    ],
    ids=["jinks", "boosts", "minds", "wrath"],
)
def test_these_deeds_change_odds(names: tuple[str, ...], deed: tuple[bool, float, bool, bool]) -> None:
    start = field_of(names)
    before, now = after(start, [STILL] * 3), after(start, [deed] * 3)
    assert odds_in(Memory(), before) != odds_in(Memory(), now)
