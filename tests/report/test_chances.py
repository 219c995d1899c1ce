"""The plain model of who may win, and whose chance something changed."""

from __future__ import annotations

import pytest

from q40k.games.game import Racer
from q40k.games.quake.game import GAME
from q40k.report.tale import chances, race_steps, swing
from q40k.table.commentary import steps
from tests.table.golden import MATCHES
from tests.table.scripts import begun, line, play

SIDES = (Racer("p1", "Ann"), Racer("p2", "Bob"))


def test_the_chance_to_win_is_that_of_the_plain_model() -> None:
    assert chances((0, 0)) == (0.5, 0.5)
    assert chances((0.5, 0)) == pytest.approx((0.8, 0.2))
    assert chances((1, 0.99)) == (1, 0)
    assert chances((1.5, 1, 0)) == (1, 0, 0), "who is beyond the goal, not who reached it too"
    assert chances((1, 1, 0)) == (0.5, 0.5, 0)
    assert sum(chances((0.3, -0.2, 0.7, 0))) == pytest.approx(1)


def test_a_change_is_told_of_whom_it_changed_most_and_of_the_winner_of_two() -> None:
    won = swing(SIDES, chances((0.0, 0.0)), chances((0.5, 0.0)))
    assert won is not None
    assert (won.side, won.was) == ("Ann", 0.5)
    assert won.then == pytest.approx(0.8)
    three = (*SIDES, Racer("p3", "Cid"))
    lost = swing(three, chances((0.5, 0.0, 0.0)), chances((0.0, 0.0, 0.0)))
    assert lost is not None
    assert lost.side == "Ann"
    assert lost.then < lost.was
    stood = (0.2, 0.1)
    assert swing(SIDES, stood, stood) is None
    assert swing((), (), ()) is None


def test_every_kill_has_its_own_change_also_where_one_entry_kills_twice() -> None:
    match_session = play([
        *begun("Ann", "Bob", "Cid"),
        line("kill", 2, player="Ann", victim="Bob"),
        line("kill", 3, player="Ann", victim="Cid"),
    ])  # fmt: skip
    sides = GAME.view.race(match_session.state)
    found = list(race_steps(GAME.view, list(steps(GAME, match_session.inputs())), sides))
    swings = [one for entry in found for _event, one in entry.swings]
    assert [one.side for one in swings] == ["Ann", "Ann"]
    assert swings[0].was == pytest.approx(1 / 3)
    assert swings[0].then == pytest.approx(swings[1].was)
    assert swings[1].then == pytest.approx(chances(found[-1].shares)[0])


def test_a_round_that_is_won_turns_the_race_and_the_next_does_not_begin_it_anew() -> None:
    with (MATCHES / "capture-the-flag.jsonl").open(encoding="utf-8") as lines:
        match_session = play(lines)
    sides = GAME.view.race(match_session.state)
    found = list(race_steps(GAME.view, list(steps(GAME, match_session.inputs())), sides))
    turned = [entry.turned for entry in found if entry.turned is not None]
    assert turned
    assert {one.type for one in turned} <= {"flag-captured", "round-won", "won"}
    before = found[0].shares
    for entry in found:
        assert all(now >= was for was, now in zip(before, entry.shares, strict=True))
        before = entry.shares
