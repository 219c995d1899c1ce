"""The odds that are shown before dice are those of the very command: every throw of it is carried out.

Dice of one question are taken in any order, so each combination is thrown once and counted as often as it can fall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random
from typing import Any

import pytest

from q40k.games.space_hulk.state.game import HulkRules
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.melee import Assault, Fought, fight_terms
from q40k.games.space_hulk.state.movement.steps import Step
from q40k.games.space_hulk.state.odds import guard_choices, parry_choices, volley_odds
from q40k.games.space_hulk.state.reactions import React, find_shooters
from q40k.games.space_hulk.state.registry import Command
from q40k.games.space_hulk.state.shooting.aim import plan_shot
from q40k.games.space_hulk.state.shooting.firing import Jammed, Shoot
from q40k.games.space_hulk.state.shooting.flames import Flame
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.driver import Run
from q40k.kernel.events import DiceQuestion, Event, Question
from q40k.table.match_session import MatchSession
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import UNITS, new, ready, to_stealers
from tests.games.space_hulk.rules.test_by_the_digest import hall as sectioned
from tests.games.space_hulk.rules.test_hindrance import hall

ENGLISH = Locale("en")
Throw = tuple[tuple[Event, ...], Fraction]
"""The events of a command, and the chance of these dice."""
Chooses = Callable[[Match, Question], Any]


@cache
def combinations(dice: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Every throw of these dice, in whatever order, with its chance."""
    (sides,) = set(dice)
    every = []
    for faces in combinations_with_replacement(range(1, sides + 1), len(dice)):
        ways = factorial(len(dice)) // prod(factorial(many) for many in Counter(faces).values())
        every.append((faces, Fraction(ways, sides ** len(dice))))
    return tuple(every)


def throws(state: Match, command: Command, chooses: Chooses, answers: tuple[Any, ...] = ()) -> Iterator[Throw]:
    """Every throw of a command, carried out by the rules; a person chooses by `chooses`."""
    run: Run[Match, Command] = Run(HulkRules(), state, command)
    events = list(run.start())
    for answer in answers:
        events += run.answer(answer)
    question = run.question
    if question is None:
        yield tuple(events), Fraction(1)
    elif isinstance(question, DiceQuestion):
        for faces, chance in combinations(question.dice):
            for match, share in throws(state, command, chooses, (*answers, faces)):
                yield match, chance * share
    else:
        yield from throws(state, command, chooses, (*answers, chooses(state, question)))


def shown_odds(state: Match, command: Command) -> tuple[str, ...]:
    """The odds that are shown before the first dice of a command."""
    run: Run[Match, Command] = Run(HulkRules(), state, command)
    run.start()
    assert run.question is not None
    return WORDS.ask(ENGLISH, run.state, run.question).odds


def share(every: list[Throw], happens: Callable[[tuple[Event, ...]], bool]) -> str:
    """How often something happens, as it is shown."""
    return ENGLISH.percent(sum((chance for events, chance in every if happens(events)), Fraction(0)))


def kills(who: str) -> Callable[[tuple[Event, ...]], bool]:
    """Whether a piece dies, or a door goes."""
    return lambda events: any(
        (event.type == "killed" and event.who == who) or (event.type == "door-gone" and event.at == who)  # type: ignore[attr-defined]
        for event in events
    )


def begin(lay_out: dict[str, Any], places: dict[str, Any], doors: str = "") -> MatchSession:
    """A match in the marine action phase with these pieces."""
    return ready(lay_out, doors, None, **places)


def nothing(_state: Match, _question: Question) -> Any:
    raise AssertionError("nobody has a choice here")


def for_his_life(state: Match, question: Question) -> Any:
    """What is best for the marine's life, then for the stealer's death; psi points are kept."""
    if question.key == "psi":
        return 0
    facts, terms = question.facts, fight_terms(state, question.facts["sides"]).replace(psi=0)
    if question.key == "parry":
        choices = parry_choices(terms, facts["dice"], facts["his"])
    else:
        choices = guard_choices(terms, facts["theirs"], facts["dice"])
    return min(range(len(choices)), key=lambda place: (choices[place].stealer, -choices[place].marine))


# -- close assault -------------------------------------------------------------------------


def fights() -> Iterator[Any]:
    """Random fights: arms, side, guard, Alpha, edition, who attacks."""
    dice = Random(48)
    for number in range(30):
        edition = dice.choice("441")
        kinds = ["Bolt", "Flame", "Sarge"] if edition == "1" else [kind for kind in UNITS if kind != "Sarge"]
        facts = {
            "kind": dice.choice(kinds),
            "edition": edition,
            "is_alpha": edition == "4" and dice.random() < 0.3,
            "on_guard": edition == "4" and dice.random() < 0.4,
            "marine_attacks": dice.random() < 0.4,
            "side": dice.choice(["front", "front", "rear"]),
        }
        yield pytest.param(facts, id=f"{number}-" + "-".join(map(str, facts.values())))


@pytest.mark.rule("SH-MELEE-2", "SH-WEAPON-4", "SH-GUARD-4", "SH-ALPHA-5", "SH1-MELEE-3")
@pytest.mark.parametrize("facts", fights())
def test_the_odds_of_a_fight_are_those_of_all_its_throws(facts: dict[str, Any]) -> None:
    lay_out = hall(["....."] * 5) | {"edition": facts["edition"]}
    kind, alien = facts["kind"], "Alpha" if facts["is_alpha"] else "S1"
    faces = facts["side"] == "front"
    away, to = ("E", "W") if faces else ("W", "E")
    marine_faces, alien_faces = ("E", to) if facts["marine_attacks"] else (away, "W")
    match = begin(lay_out, {f"{kind}1": f"B3 {marine_faces}", alien: f"C3 {alien_faces}"})
    if facts["on_guard"]:
        go_on(match, line("set", who=f"{kind}1", guard=True))
    if not facts["marine_attacks"]:
        to_stealers(match)
    pair = (f"{kind}1", alien) if facts["marine_attacks"] else (alien, f"{kind}1")
    state, command = match.session.state, Assault(who=pair[0], target=pair[1])
    scores: dict[str, Fraction] = {"stealer": Fraction(0), "equal": Fraction(0), "marine": Fraction(0)}
    for events, chance in throws(state, command, for_his_life):
        (fought,) = (event for event in events if isinstance(event, Fought))
        ahead = fought.marine_score - fought.stealer_score
        scores["marine" if ahead > 0 else "stealer" if ahead < 0 else "equal"] += chance
    assert sum(scores.values()) == 1
    texts = {name: ENGLISH.percent(chance) for name, chance in scores.items()}
    assert shown_odds(state, command)[0] == (
        f"stealer higher {texts['stealer']} · equal {texts['equal']} · marine higher {texts['marine']}"
    )


@pytest.mark.rule("SH-DOOR-7", "SH-DOOR-8", "SH1-DOOR-7")
@pytest.mark.parametrize(
    ("edition", "kind"),
    [("4", "Bolt"), ("4", "Claw"), ("4", "Sword"), ("4", "S"), ("1", "Bolt"), ("1", "Sarge"), ("1", "S")],
)
def test_the_odds_of_hewing_a_door_are_those_of_all_its_throws(kind: str, edition: str) -> None:
    match = begin(new(edition=edition), {f"{kind}1": "G4 E", "Flame2": "A4 E"})
    if kind == "S":
        to_stealers(match)
    state, command = match.session.state, Assault(who=f"{kind}1", target="H4")
    every = list(throws(state, command, nothing))
    assert shown_odds(state, command) == (f"broken {share(every, kills('H4'))}",)


# -- shots and fire ------------------------------------------------------------------------


@pytest.mark.rule("SH-SHOOT-2", "SH-ALPHA-3", "SH-SUSTAIN-2", "SH1-SUSTAIN-2", "SH-DOOR-5")
@pytest.mark.parametrize(
    ("edition", "kind", "target"),
    [
        *(("4", kind, target) for kind in ("Bolt", "Cannon") for target in ("S1", "Alpha", "H4")),
        *(("1", "Bolt", target) for target in ("S1", "H4")),
    ],
)
@pytest.mark.parametrize("misses", [0, 1, 2])
def test_the_odds_of_a_shot_are_those_of_all_its_throws(edition: str, kind: str, target: str, misses: int) -> None:
    others = {} if target == "H4" else {target: "G4 W"}
    match = begin(new(edition=edition), {f"{kind}1": "D4 E", "Bolt9": "A4 W", **others})
    for _ in range(misses):
        go_on(match, line("shoot", *[1, 2, 1][: 3 if kind == "Cannon" else 2], who=f"{kind}1", target=target))
    state, command = match.session.state, Shoot(who=f"{kind}1", target=target)
    every = list(throws(state, command, nothing))
    assert shown_odds(state, command) == (f"destroyed {share(every, kills(target))}",)


@pytest.mark.rule("SH-OVERWATCH-4", "SH-JAM-1", "SH-ALPHA-3")
@pytest.mark.parametrize("alien", ["S1", "Alpha"])
def test_the_odds_of_overwatch_are_those_of_all_its_throws(alien: str) -> None:
    match = begin(new(), {"Bolt1": "G4 E", "Cannon2": "D4 E", alien: "L4 W"}, "H4")
    go_on(match, line("overwatch", who="Bolt1"), line("overwatch", who="Cannon2"))
    to_stealers(match)
    go_on(match, line("step", who=alien, to="K4"))
    state = match.session.state
    window = state.window
    assert window is not None
    for shooters in (("Bolt1",), find_shooters(state, window)):
        command = React(overwatch=shooters)
        every = list(throws(state, command, nothing))
        shots = [plan_shot(state, state.marines[who], alien, "overwatch") for who in shooters]
        assert ENGLISH.percent(volley_odds(shots)) == share(every, kills(alien)), "as the screen shows beside them"
        if shooters == ("Bolt1",):
            jams = share(every, lambda events: any(isinstance(event, Jammed) for event in events))
            assert shown_odds(state, command) == (f"destroyed {share(every, kills(alien))} · jams {jams}",)


@pytest.mark.rule("SH-FLAMER-3", "SH-ALPHA-4")
@pytest.mark.parametrize("many", [1, 2, 3])
def test_the_odds_of_flames_are_those_of_all_their_throws(many: int) -> None:
    places = {f"S{number}": f"{'FGH'[number - 1]}1 W" for number in range(1, many + 1)}
    match = begin(sectioned(["........"], ["aaabbbbb"]), {"Flame1": "A1 E", **places})
    state, command = match.session.state, Flame(who="Flame1", target="S1")
    every = list(throws(state, command, nothing))
    dead = [(sum(event.type == "killed" for event in events), chance) for events, chance in every]
    mean = sum(number * chance for number, chance in dead)
    whole = ENGLISH.percent(sum((chance for number, chance in dead if number == many), Fraction(0)))
    assert shown_odds(state, command) == (f"On average {ENGLISH.number(float(mean))} die; all of them: {whole}",)


@pytest.mark.rule("SH-LADDER-4", "SH-FIRE-3")
def test_the_chances_of_a_ladder_are_those_of_all_its_throws() -> None:
    match = ready(new("down-the-shaft"), Chain="2:C3 E")
    state, command = match.session.state, Step(who="Chain", to="2:D3")
    every = list(throws(state, command, nothing))
    run: Run[Match, Command] = Run(HulkRules(), state, command)
    run.start()
    assert run.question is not None
    holds = share(every, lambda events: any(event.type == "climbed" and not event.fell for event in events))  # type: ignore[attr-defined]
    assert WORDS.ask(ENGLISH, state, run.question).chance == holds
