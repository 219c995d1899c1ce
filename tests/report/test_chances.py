"""The plain model of who may win, and whose chance something changed."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from q40k.games.game import Racer, Status
from q40k.games.quake.game import GAME
from q40k.i18n.locale import Locale
from q40k.report.causes import Cause, describe_cause
from q40k.report.chances import draw_bands, flag_places, turn_places
from q40k.report.tale import Beat, race_steps, swing, tale
from q40k.table.commentary import steps
from q40k.table.shown import standing
from tests.games.golden import DEMO, matches_of
from tests.games.race.view import RaceView
from tests.table.scripts import line, opening_lines, play

SIDES = (Racer("p1", "Ann"), Racer("p2", "Bob"))


def odds(*shares: float) -> tuple[float, ...]:
    """The chances of sides of a game without a model of its own, by the parts of their goals."""
    racers = tuple(Racer(f"p{n}", f"p{n}", n, Fraction(share).limit_denominator(100)) for n, share in enumerate(shares))
    return tuple(standing(Racing(racers), None).values())


class Racing(RaceView):
    """A view that knows a race and nothing else."""

    def __init__(self, racers: tuple[Racer, ...], *winners: str, over: bool = False) -> None:
        self._racers, self._winners, self._over = racers, winners, over or bool(winners)

    def race(self, state: Any) -> tuple[Racer, ...]:
        return self._racers

    def status(self, state: Any) -> Status:
        return Status(is_laid_out=True, turn=1, over=self._over, winners=self._winners)


def test_the_chance_to_win_is_that_of_the_plain_model() -> None:
    assert odds(0, 0) == (0.5, 0.5)
    assert odds(0.5, 0) == pytest.approx((0.8, 0.2))
    assert sum(odds(0.3, -0.2, 0.7, 0)) == pytest.approx(1)
    racers = (Racer("p0", "Ann", 0, Fraction(1)), Racer("p1", "Bob", 1, Fraction(99, 100)), Racer("p2", "Cid"))
    assert standing(Racing(racers, "Ann"), None) == {"p0": 1, "p1": 0, "p2": 0}, "who has won"
    assert standing(Racing(racers, "Bob", "Cid"), None) == {"p0": 0, "p1": 0.5, "p2": 0.5}, "victory is shared"
    drawn = standing(Racing(racers, over=True), None)
    assert list(drawn.values()) == [1 / 3] * 3, "nobody falls to nothing in a draw"


def test_a_change_is_told_of_whom_it_changed_most_and_of_the_winner_of_two() -> None:
    won = swing(SIDES, odds(0.0, 0.0), odds(0.5, 0.0))
    assert won is not None
    assert (won.side, won.was) == ("Ann", 0.5)
    assert won.then == pytest.approx(0.8)
    three = (*SIDES, Racer("p3", "Cid"))
    lost = swing(three, odds(0.5, 0.0, 0.0), odds(0.0, 0.0, 0.0))
    assert lost is not None
    assert lost.side == "Ann"
    assert lost.then < lost.was
    stood = (0.2, 0.1)
    assert swing(SIDES, stood, stood) is None
    assert swing((), (), ()) is None


def test_every_kill_has_its_own_change_also_where_one_entry_kills_twice() -> None:
    match_session = play(
        [
            *opening_lines("Ann", "Bob", "Cid"),
            line("kill", 2, player="Ann", victim="Bob"),
            line("kill", 3, player="Ann", victim="Cid"),
        ]
    )
    sides = GAME.view.race(match_session.state)
    results = list(race_steps(GAME.view, list(steps(GAME, match_session.inputs())), sides))
    swings = [swing for entry in results for _event, swing in entry.swings]
    assert [swing.side for swing in swings] == ["Ann", "Ann"]
    assert swings[0].was == pytest.approx(1 / 3)
    assert swings[0].was < swings[0].then == pytest.approx(swings[1].was)
    assert swings[1].was < swings[1].then == pytest.approx(results[-1].odds[0])


def test_what_everybody_begins_with_is_no_moment_of_the_match() -> None:
    with (matches_of("quake") / "chain.jsonl").open(encoding="utf-8") as lines:
        match_session = play(lines)  # champions of unequal value, of whom nobody has equal chances
    results = list(
        race_steps(GAME.view, list(steps(GAME, match_session.inputs())), GAME.view.race(match_session.state))
    )
    first = next(entry for entry in results if entry.turn)
    assert len(set(first.odds)) > 1
    assert (first.swing, first.swings, first.turned) == (None, (), None)
    assert "deploys" not in " ".join(moment.sentence for moment in tale(match_session, Locale("en")).moments)


def test_a_round_that_is_won_turns_the_race_and_the_next_does_not_begin_it_anew() -> None:
    with (matches_of("quake") / "capture-the-flag.jsonl").open(encoding="utf-8") as lines:
        match_session = play(lines)
    sides = GAME.view.race(match_session.state)
    results = list(race_steps(GAME.view, list(steps(GAME, match_session.inputs())), sides))
    turned = [entry.turned for entry in results if entry.turned is not None]
    assert turned
    of_flags = {"flag-taken", "flag-dropped", "flag-returned", "flag-captured"}
    assert {event.type for event in turned} <= of_flags | {"round-won", "won"}
    before = results[0].shares
    for entry in results:
        assert all(now >= was for was, now in zip(before, entry.shares, strict=True))
        before = entry.shares


def test_a_band_is_as_high_as_the_chance_and_together_they_fill_the_picture() -> None:
    beats = [Beat(1, "", 1, (), (), (), odds=(0.5, 0.5)), Beat(2, "", 1, (), (), (), odds=(0.75, 0.25))]
    drawn = draw_bands(beats, list(enumerate(SIDES)))
    upper, lower = re.findall(r'<path d="([^"]*)" class="c', drawn)
    assert upper == "M0 0H1000V400H0Z", "the second reaches the top all the time"
    assert lower == "M0 200H1000V100H1000V400H0Z"


def test_numbers_on_the_graph_have_room() -> None:
    beats = [Beat(seq, "", 1 + seq // 10, (), (), ()) for seq in range(101)]
    seqs = [100, 99, 98, 3, 2]
    places = flag_places(beats, seqs)
    assert {seq: place for seq, (place, _room) in places.items()} == {seq: float(seq) for seq in seqs}
    rooms = sorted(room for _place, room in places.values())
    assert rooms[0] >= 0
    assert rooms[-1] <= 100
    assert all(right - left >= 6 for left, right in pairwise(rooms))
    assert [turn for _place, turn in turn_places(beats)] == list(range(1, 12))


def test_a_swing_says_whose_die_or_whose_choice_it_was() -> None:
    english = Locale("en")
    with DEMO.open(encoding="utf-8") as lines:
        evening = tale(play(lines), english)
    causes = {beat.seq: beat.cause for beat in evening.beats}
    assert causes[378] == Cause("dice", "Sophie", (5,)), "the die of the nuke that killed her"
    assert causes[382] == Cause("dice", "Sophie", (6,)), "the die of the nuke that killed Karim"
    assert Cause("choice", "Sophie") in causes.values()
    assert evening.moments[0].cause == causes[evening.moments[0].seq]
    swung = [beat for beat in evening.beats if any(sentence.swing for sentence in beat.sentences)]
    assert len(swung) > 50
    assert all(beat.cause for beat in swung)
    assert describe_cause(english, Cause("dice", "Ann", (5,))) == "die of Ann: 5"
    assert describe_cause(english, Cause("dice", "Ann", (5, 2))) == "dice of Ann: 5, 2"
    assert describe_cause(english, Cause("choice")) == "entered for the table"


def test_who_joins_late_loses_no_chance_before_and_decides_nothing_by_joining() -> None:
    """Inès joins the demo's match in its second turn: until then her part of the chances stands still."""
    with DEMO.open(encoding="utf-8") as lines:
        evening = tale(play(lines), Locale("en"))
    late = [side.name for side in evening.sides].index("Inès")
    first = next(beat.seq for beat in evening.beats if any("Inès joins" in line.words for line in beat.sentences))
    before = {beat.odds[late] for beat in evening.beats if beat.odds and beat.seq < first}
    assert before == {1 / len(evening.sides)}
    assert all(sum(beat.odds) == pytest.approx(1) for beat in evening.beats)
    assert not any("joins" in moment.sentence or "deploys" in moment.sentence for moment in evening.moments)
