"""Odds are exact, and those of the figures' page."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.melee import Sides, Terms, fight_terms
from q40k.games.space_hulk.state.odds import (
    FightOdds,
    answer_odds,
    door_odds,
    fight_odds,
    flames_odds,
    guard_odds,
    parry_odds,
    shot_odds,
    volley_odds,
)
from q40k.games.space_hulk.state.shooting.aim import plan_shot
from q40k.i18n.locale import Locale
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import new, ready, to_stealers
from tests.games.space_hulk.screen.test_desk import desk_of, press


@pytest.mark.rule("SH-SHOOT-2", "SH-ALPHA-3", "SH-JAM-1", "SH-CANNON-5")
def test_shots() -> None:
    for dice, needs, hits, kill in (
        (2, 6, 1, "11/36"),
        (2, 5, 1, "5/9"),
        (2, 4, 1, "3/4"),
        (2, 3, 1, "8/9"),
        (3, 5, 1, "19/27"),
        (3, 4, 1, "7/8"),
        (2, 6, 2, "1/36"),
        (2, 5, 2, "1/9"),
        (3, 5, 2, "7/27"),
        (3, 4, 2, "1/2"),
    ):
        assert shot_odds(dice, needs, hits).kill == Fraction(kill)
    assert shot_odds(2, 6).alike == Fraction(1, 6)
    assert (shot_odds(2, 6).both, shot_odds(2, 5).both) == (Fraction(1, 36), Fraction(1, 18))
    assert shot_odds(3, 5).alike == Fraction(1, 36)


@pytest.mark.rule("SH-MELEE-2", "SH-GUARD-4", "SH-ALPHA-5", "SH-WEAPON-3", "SH-WEAPON-6")
def test_fights() -> None:
    for term, stealer, equal, marine in (
        (Terms(3, 1), "95/144", "1/6", "25/144"),
        (Terms(3, 1, bonus=1), "40/81", "215/1296", "49/144"),
        (Terms(2, 1, bonus=2), "29/108", "4/27", "7/12"),
        (Terms(3, 2, bonus=1), "181/648", "1495/7776", "4109/7776"),
        (Terms(3, 1, sums=True), "127/144", "1/16", "1/18"),
        (Terms(3, 1, bonus=1, sums=True), "7/9", "5/48", "17/144"),
        (Terms(2, 1, bonus=2, sums=True), "5/8", "25/216", "7/27"),
        (Terms(3, 2, bonus=1, sums=True), "1283/1944", "131/864", "1465/7776"),
        # Rolling losses again leaves 239/864 equal; a draw of ones is worth another roll, too.
        (Terms(3, 1, guard=True), "3667/7776", "2146/7776", "1963/7776"),
    ):
        odds = fight_odds(term)
        assert (odds.stealer, odds.equal, odds.marine) == tuple(map(Fraction, (stealer, equal, marine)))
    plain, parried = fight_odds(Terms(3, 1, bonus=1)), fight_odds(Terms(3, 1, bonus=1, parry=True))
    both = fight_odds(Terms(3, 1, bonus=1, parry=True, guard=True))
    assert plain.stealer > parried.stealer > both.stealer
    assert fight_odds(Terms(3, 1, bonus=1), 6).stealer == 0


@pytest.mark.rule("SH-WEAPON-4", "SH-GUARD-4")
def test_fights_of_which_some_dice_lie() -> None:
    for term in (Terms(3, 1), Terms(2, 2, bonus=1, guard=True), Terms(3, 1, parry=True, guard=True)):
        every = [answer_odds(term, theirs) for theirs in product(range(1, 7), repeat=term.stealer_dice)]
        assert sum(odds.marine for odds in every) / len(every) == fight_odds(term).marine
    assert answer_odds(Terms(3, 1), (5, 1, 2)) == FightOdds(Fraction(4, 6), Fraction(1, 6), Fraction(1, 6))
    again = Terms(3, 1, parry=True, guard=True)
    assert parry_odds(again.replace(guard=False), (2, 2), (4,)).stealer == Fraction(2, 6), "on a 5 or 6"
    assert guard_odds(again, (5, 2, 2), ()) == FightOdds(Fraction(4, 6), Fraction(1, 6), Fraction(1, 6))


@pytest.mark.rule("SH-OVERWATCH-4", "SH-FLAMER-3", "SH-DOOR-7", "SH-DOOR-8", "SH1-DOOR-7")
def test_volleys_flames_and_doors() -> None:
    match = ready(Bolt1="I5 E", Bolt2="I3 E", Claw="J5 E", Chain="J3 E", S1="K6 S")
    state: Match = match.state
    shots = [plan_shot(state, state.marines[name], "S1", "overwatch") for name in ("Bolt1", "Bolt2")]
    assert volley_odds(shots) == 1 - Fraction(25, 36) ** 2
    assert flames_odds(3) == (Fraction(5, 2), Fraction(125, 216))
    for name, share in (("Bolt1", "1/6"), ("Claw", "11/36"), ("Chain", "1")):
        assert door_odds(state, state.marines[name]) == Fraction(share)
    assert door_odds(state, state.stealers["S1"]) == Fraction(91, 216)
    first: Match = ready(new(edition="1"), Sarge="E4 E").state
    assert door_odds(first, first.marines["Sarge"]) == Fraction(1, 3)


def test_odds_stand_beside_the_dice_before_they_fall() -> None:
    match = ready(Bolt1="E4 E", S1="G4 W")
    desk = press(desk_of(match), "s")
    assert desk.field is not None
    assert desk.field.notes == ("destroyed 31%",)
    fight = to_stealers(ready(Libra="D4 E", S1="E4 W"))
    desk = press(desk_of(fight, "fr"), "a")
    assert desk.field is not None
    assert len(desk.field.notes) == 3, "with psi points beside it"
    match = ready(doors="H4", Bolt1="G4 E", Cannon="E4 E", S1="J4 W")
    go_on(match, line("overwatch", who="Bolt1"), line("end-turn"))
    desk = press(desk_of(match), "fk")
    assert desk.field is not None
    assert desk.field.notes == ("destroyed 31% · jams 17%",)


def test_the_terms_of_a_fight_are_those_the_odds_are_of() -> None:
    match = ready(Hammer="D4 E", S1="E4 W")
    assert fight_terms(match.state, Sides("Hammer", "S1")) == Terms(2, 1, bonus=2)
    rear = Sides("Hammer", "S1", marine_front=False)
    assert fight_terms(match.state, rear) == Terms(3, 1)
    assert Locale("fr").percent(fight_odds(Terms(2, 1, bonus=2)).marine) != ""
