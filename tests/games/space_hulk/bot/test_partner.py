"""The bot as a partner at the desk: it leads the marines, and gives hints."""

from __future__ import annotations

import re
from itertools import count
from random import Random

from q40k.games.space_hulk.bot.leading import LEAST, MOST, find_hint, guess_state
from tests.games.scripted import go_on, json_state, line
from tests.games.space_hulk.playing import marine, new, ready, to_stealers
from tests.games.space_hulk.screen.test_desk import desk_of, press
from tests.games.space_hulk.solo.alone import alone, solo_match


def test_a_key_lets_the_bot_do_one_thing_for_the_marines() -> None:
    desk = desk_of(ready(new(cp="app"), "H4 L4", 1, Bolt1="E4 E", S1="P4 W"))
    press(desk, ",m")
    waits = desk.match_session.question is not None
    assert waits or marine(desk.match_session, "Bolt1")["ap"] < 4, desk.notice


def test_two_who_both_want_stealers_let_it_react_and_end_its_turn() -> None:
    match = ready(new(cp="app"), "H4 L4", 1, Bolt1="G4 E", S1="N4 W")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    go_on(match, line("step", who="S1", dir="forward"))
    desk = desk_of(match)
    press(desk, ",m11")
    fired = [e for line in match.lines() for e in line.events if e.type == "fired"]
    assert len(fired) == 1, desk.notice


def test_a_hint_says_what_the_bot_would_do_and_what_comes_of_it() -> None:
    match = alone(solo_match(rows=["." * 12]), Bolt1="A1 E", S1="L1 W")
    go_on(match, line("end-turn", override="so far"), line("end-phase", 6), line("draw"))
    desk = desk_of(match)
    before = match.session.state
    press(desk, ",u")
    headline = re.search(r"Nobody falls this turn: ([0-9]+)% \(([0-9]+) play-outs\)", desk.notice)
    assert headline is not None, desk.notice
    assert LEAST <= int(headline[2]) <= MOST
    assert int(headline[1]) <= 100
    assert match.session.state == before, "nothing is done by it"


def test_a_hint_takes_no_longer_than_its_time_and_is_the_same_again() -> None:
    match = alone(solo_match(rows=["." * 12]), Bolt1="A1 E", S1="L1 W")
    go_on(match, line("end-turn", override="so far"), line("end-phase", 6), line("draw"))
    state = match.session.state
    slow, quick = count(0, 10), count(0, 0)
    hint = find_hint(state, lambda: float(next(slow)))
    assert hint is not None
    assert hint.many == LEAST, "the clock has run out"
    assert find_hint(state, lambda: float(next(quick))) == find_hint(state, lambda: 0.0)


def test_what_lies_under_blips_is_guessed_not_known() -> None:
    lay_out = solo_match(rows=["." * 12], options={"blips": "app"})
    match = alone(lay_out, Bolt1="A1 W")
    go_on(match, line("blip", name="B1", entry="FAR", override="x", answers=[1]))
    values = {guess_state(match.session.state, Random(n)).blips["B1"].value for n in range(20)}
    assert values == {1, 2, 3}
    assert json_state(match)["blips"]["B1"]["entry"] == "FAR"
