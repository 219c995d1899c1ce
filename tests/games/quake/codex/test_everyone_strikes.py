"""Every champion of the codexes fights others, die by die, and what comes of it is lawful."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.packs.library import load
from q40k.games.quake.state.assault import Charge
from q40k.games.quake.state.damage import Killed
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.melee import Blow, Fight, melees
from q40k.games.quake.state.odds import duel_odds_of_round
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.table.deployment import Deploy, Start
from q40k.games.quake.state.table.opening import New
from q40k.games.quake.state.table.players import Join
from q40k.games.quake.state.traits import Daunted
from q40k.games.quake.state.turn import EndPhase
from q40k.games.quake.table.packs import resolve
from q40k.games.w40k3e.ground import needs_difficult_test
from q40k.kernel.driver import Run
from q40k.kernel.events import ChoiceQuestion, DiceQuestion, Event, NumberQuestion

LIBRARY = load()
GAME = Quake()
CHAMPIONS = sorted(LIBRARY.champions)
FOES = 2
"""So many others each champion charges, spread over all of the codexes."""
TABLE = structs.replace(LIBRARY.arenas["classic-60"], size=(1000, 1000))


def play(state: Match, command: Command, chance: Random) -> tuple[Match, list[Event]]:
    """The state after a command and what was told, everything answered by chance."""
    run = Run(GAME, state, command)
    events = run.start()
    while run.question is not None:
        question: Any = run.question
        if isinstance(question, DiceQuestion):
            events += run.answer(tuple(chance.randint(1, sides) for sides in question.dice))
        elif isinstance(question, ChoiceQuestion):
            events += run.answer(chance.choice(question.options))
        else:
            assert isinstance(question, NumberQuestion), question
            events += run.answer(chance.randint(question.least, question.most))
    return run.state, events


@pytest.fixture(scope="module")
def empty_table() -> Match:
    """A match that nobody has joined yet."""
    new = resolve(LIBRARY, New(mod="deathmatch-pro", arena="classic-60", seed=1, options={"points_to_win": 100_000}))
    return play(GAME.blank(), new.replace(arena_data=TABLE), Random(1))[0]


@cache
def joining(name: str) -> Command:
    return resolve(LIBRARY, Join(player=name[:30], champion=name))


def at_assault(state: Match, names: Sequence[str], chance: Random) -> Match:
    """These champions at a table, each in play, in the assault phase."""
    for name in names:
        state, _ = play(state, joining(name), chance)
    state, _ = play(state, Start(), chance)
    while state.play.phase == "deployment":
        active = state.players[state.play.active or ""].name
        state, _ = play(state, Deploy(player=active), chance)
    for _ in range(2):
        state, _ = play(state, EndPhase(), chance)
    return state


def pairs() -> Iterator[tuple[str, str]]:
    step = len(CHAMPIONS) // FOES
    for place, name in enumerate(CHAMPIONS):
        for turn in range(FOES):
            other = CHAMPIONS[(place + 1 + turn * step) % len(CHAMPIONS)]
            if other != name:
                yield name, other


@pytest.mark.rule("MELEE-2", "MELEE-4", "ASSAULT-2", "SCORE-1")
def test_everyone_fights_others_with_every_die(empty_table: Match) -> None:
    chance = Random("brawl")
    deaths = 0
    for first, second in pairs():
        charge = Charge(player=first[:30], target=second[:30], override="wherever it stands")
        state, events = play(at_assault(empty_table, (first, second), chance), charge, chance)
        state, _ = play(state, EndPhase(), chance)
        before = {p.id: p for p in state.players.values()}
        if not melees(state):
            charger = state.player_named(first[:30])
            assert charger is not None
            is_daunted = any(isinstance(event, Daunted) for event in events)
            assert is_daunted or needs_difficult_test(charger.traits, difficult=False), first
            continue
        (melee,) = melees(state)
        state, blow_events = play(state, Fight(), chance)
        blows = [event for event in blow_events if isinstance(event, Blow)]
        killed = [event for event in blow_events if isinstance(event, Killed)]
        where = f"{first} charges {second}"
        assert {p.player for b in blows if (p := b.struck)} <= set(melee), where
        assert blows or all(before[p].champion.a == 0 for p in melee), where
        for event in killed:
            assert event.victim in melee, where
            assert sum(event.paid.values()) == before[event.victim].value, where
        assert melees(state) == (), where
        deaths += len(killed)
    assert deaths > len(CHAMPIONS)


@pytest.mark.rule("MELEE-2")
def test_the_odds_of_every_fight_add_up(empty_table: Match) -> None:
    everybody = at_assault(empty_table, CHAMPIONS, Random(1))
    for number, (first, second) in enumerate(pairs()):
        if number % 7:
            continue
        a, b = everybody.player_named(first[:30]), everybody.player_named(second[:30])
        assert a is not None
        assert b is not None
        odds = duel_odds_of_round(everybody, a.id, b.id)
        assert sum(odds.together.values()) == 1, f"{first} and {second}"
        assert all(0 <= chance <= 1 for chance in odds.dies.values())
