"""The odds that are shown before dice are those of the very command: thrown by the rules, share for share.

It is thrown 2,000 times, or as often as THROWS says (`THROWS=20000`, a minute of processor time). A share may differ
from its chance by four and a half standard deviations: by luck that happens once in 150,000 shares.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from math import sqrt
from random import Random
from typing import Any

import pytest

from q40k.games.epic.screen.assault import wins_text
from q40k.games.epic.state import morale
from q40k.games.epic.state.game import EpicRules
from q40k.games.epic.state.losses import Lost
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.melee import Fight
from q40k.games.epic.state.registry import Command
from q40k.games.epic.state.shooting import Fired, Shoot, Shot
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.i18n.questions import WordedQuestion
from q40k.kernel.driver import Run
from q40k.kernel.events import Event
from tests.games.epic.playing import B, M, charge, formation, ready, run, to_assault, to_rally, to_shooting
from tests.games.scripted import go_on, line

ENGLISH = Locale("en")
THROWS = int(os.environ.get("THROWS", "2000"))
DEVIATIONS = 4.5
ROUNDED = 0.005 + 1e-9
"""What a shown percentage is rounded by."""


def throw_command(state: Match, command: Command, seed: int) -> Iterator[list[Event]]:
    """The events of a command for so many throws of all its dice."""
    dice = Random(seed)
    for _ in range(THROWS):
        attempt: Run[Match, Command] = Run(EpicRules(), state, command)
        events = list(attempt.start())
        while (question := attempt.question) is not None:
            sides: tuple[int, ...] = question.dice  # type: ignore[attr-defined]
            events += attempt.answer(tuple(dice.randint(1, faces) for faces in sides))
        yield events


def first_question(state: Match, command: Command) -> WordedQuestion:
    """What is asked and shown before the first dice of a command."""
    attempt: Run[Match, Command] = Run(EpicRules(), state, command)
    attempt.start()
    assert attempt.question is not None
    return WORDS.ask(ENGLISH, attempt.state, attempt.question)


def percents(text: str) -> list[float]:
    """The percentages in a text, as shares."""
    return [int(number) / 100 for number in re.findall(r"(\d+)%", text)]


def agrees(shown: float, happened: int) -> None:
    """Refuse a share of the throws that is too far from a shown percentage."""
    chance = happened / THROWS
    spread = sqrt(max(chance * (1 - chance), 1 / THROWS) / THROWS)
    assert abs(chance - shown) <= DEVIATIONS * spread + ROUNDED, (shown, chance)


def count(every: list[list[Event]], happens: Callable[[list[Event]], bool]) -> int:
    """In how many throws something happens."""
    return sum(happens(events) for events in every)


def losses(events: list[Event], formation: str) -> int:
    """How many figures of a formation are destroyed by fire."""
    lost = (event for event in events if isinstance(event, Lost) and event.cause == "shot")
    return sum(figure.startswith(f"{formation}/") for event in lost for figure in event.figures)


# -- volleys -------------------------------------------------------------------------------


def volleys() -> Iterator[Any]:
    """Random volleys: who fires at whom, on which order, through what, from which side."""
    dice = Random(49)
    for number in range(8):
        facts = {
            "shooter": dice.choice(["marine-tactical", "marine-devastator", "marine-land-raider"]),
            "target": dice.choice(["ork-boy", "ork-nob", "ork-battlewagon"]),
            "order": dice.choice(["advance", "charge", "first-fire"]),
            "terrain": dice.choice([None, "wood", "building", "fortification"]),
            "facing": dice.choice([None, "side", "rear"]),
        }
        yield pytest.param(facts, number, id=f"{number}-" + "-".join(map(str, facts.values())))


@pytest.mark.rule("EE-SHOOT-5", "EE-SHOOT-8", "EE-SHOOT-10", "EE-SAVE-1", "EE-SAVE-4", "EE-COVER-1", "EE-VEHICLE-1")
@pytest.mark.parametrize(("facts", "seed"), volleys())
def test_the_odds_of_a_volley_are_those_of_its_throws(facts: dict[str, Any], seed: int) -> None:
    attackers, defenders = formation("A", "T", facts["shooter"], 3), formation("B", "O", facts["target"], 3)
    state: Match = to_shooting(ready(attackers, defenders), T=facts["order"]).state
    weapons = [weapon.id for weapon in state.troop("T/1").weapons]
    weapons = weapons if state.profile("T/1").vehicle else weapons[:1]
    shots = tuple(
        Shot(figures="T", target="O", weapon=weapon, terrain=facts["terrain"], facing=facts["facing"])
        for weapon in weapons
    )
    command = Shoot(formation="T", shots=shots)
    every = list(throw_command(state, command, seed))
    fired = next(event for event in every[0] if isinstance(event, Fired))
    if all(aim.fails for aim in fired.aims):
        assert count(every, lambda events: losses(events, "O") > 0) == 0, "in vain, and no dice asked"
        return
    question = first_question(state, command)
    mean, share = re.match(r"On average ([\d.]+) destroyed; one at least: (\d+)%", question.odds[0]).groups()  # type: ignore[union-attr]
    agrees(int(share) / 100, count(every, lambda events: losses(events, "O") > 0))
    numbers = [losses(events, "O") for events in every]
    average = sum(numbers) / THROWS
    spread = sqrt(max(sum((number - average) ** 2 for number in numbers), 1) / THROWS / THROWS)
    assert abs(average - float(mean)) <= DEVIATIONS * spread + 0.051, (mean, average)


# -- fights --------------------------------------------------------------------------------


@pytest.mark.rule("EE-MELEE-1", "EE-MELEE-3", "EE-MELEE-7")
@pytest.mark.parametrize(("kind", "many"), [("ork-boy", 1), ("ork-boy", 2), ("ork-nob", 1), ("ork-nob", 3)])
def test_the_odds_of_a_fight_are_those_of_its_throws(kind: str, many: int) -> None:
    match = to_assault(ready(M, formation("B", "O", kind, 4)), first="B", O="charge")
    go_on(match, charge("O", *(run(f"O/{n}", "M/1") for n in range(1, many + 1))), line("next"), line("next"))
    against = tuple(f"O/{n}" for n in range(1, many + 1))
    state: Match = match.state
    command = Fight(one="M/1", against=against)
    every = list(throw_command(state, command, many))
    dead = [{figure for event in events if isinstance(event, Lost) for figure in event.figures} for events in every]
    shares = [percents(text)[0] for text in first_question(state, command).odds]
    agrees(shares[0], sum("O/1" in fallen for fallen in dead))
    all_beaten = sum("M/1" not in fallen for fallen in dead)
    agrees(shares[-1], all_beaten)
    agrees(percents(wins_text(ENGLISH, state, "M/1", against))[0], all_beaten)


# -- morale --------------------------------------------------------------------------------


@pytest.mark.rule("EE-MORALE-3", "EE-RALLY-2", "EE-RETREAT-1")
def test_the_odds_of_morale_and_rallies_are_those_of_their_throws() -> None:
    match = ready(M, B)
    command: Command = morale.CallTest(formation="B")
    state: Match = match.state
    every = list(throw_command(state, command, 1))
    question = first_question(state, command)
    passed = count(every, lambda events: any(isinstance(event, morale.Tested) and event.passed for event in events))
    agrees(percents(question.odds[0])[0], passed)
    agrees(percents(question.chance)[0], passed)
    go_on(match, line("retreat", formation="B"))
    state = to_rally(match).state
    command = morale.Rally(formation="B")
    every = list(throw_command(state, command, 2))
    rallied = count(
        every, lambda events: any(isinstance(event, morale.RallyTried) and event.rallied for event in events)
    )
    agrees(percents(first_question(state, command).odds[0])[0], rallied)
