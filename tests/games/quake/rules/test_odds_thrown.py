"""The odds shown are those of the very command: every way its dice can fall is played out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from q40k.games.quake.state.assault import Charge, Charged, plan_charge
from q40k.games.quake.state.bonus import fighter
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.melee import Fight, worthwhile
from q40k.games.quake.state.movement.portal import UsePortal
from q40k.games.quake.state.movement.special_moves import Jump, Leap
from q40k.games.quake.state.odds import (
    charge_odds,
    drop_odds,
    duel_odds_of_round,
    jump_odds,
    leap_odds,
    odds_of_melee,
    shot_odds,
    thing_odds,
)
from q40k.games.quake.state.portals import Teleported
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.shooting import Shoot, ShotTerms
from q40k.geometry.space import base_radius_cm, to_inches
from q40k.kernel.driver import Run
from q40k.kernel.events import Answer, ChoiceQuestion, DiceQuestion, Event, Question, TallyQuestion
from tests.games.quake.rules.in_teams import with_barrels
from tests.games.quake.rules.playing import Table, champion, deathmatch
from tests.games.w40k3e.fighting import weapon

GAME = Quake()
SITUATIONS = int(os.environ.get("Q40K_SITUATIONS", "40"))
"""So many random situations of each kind; 500 take minutes."""
THROWS = int(os.environ.get("Q40K_THROWS", "600"))
KINDS = ("infantry", "infantry", "jump_infantry", "bike", "jetbike", "cavalry", "beast")
ARMS = tuple(map(weapon, ("boltgun", "plasma-gun", "flamer", "power-fist", "chainsword")))

Choose = Callable[[ChoiceQuestion], Answer]
Ending = tuple[Match, list[Event]]


def first_option(question: ChoiceQuestion) -> Answer:
    return question.options[0]


def all_endings(
    state: Match, command: Command, until: type[Event], choose: Choose = first_option
) -> Iterator[tuple[Fraction, Ending]]:
    """Yield every ending of a command with its chance: up to the first event of a kind, or a death."""
    waiting: list[tuple[Fraction, tuple[Answer, ...]]] = [(Fraction(1), ())]
    while waiting:
        chance, answers = waiting.pop()
        run: Run[Match, Any] = Run(GAME, state, command)
        events = run.start()
        for answer in answers:
            events += run.answer(answer)
        question = run.question
        if question is None or any(
            isinstance(event, until) or event.type in ("accident", "killed") for event in events
        ):
            yield chance, (run.state, events)
            continue
        options = list(answers_to(question, choose))
        waiting += [(chance * share, (*answers, answer)) for share, answer in options]


def answers_to(question: Question, choose: Choose) -> Iterator[tuple[Fraction, Answer]]:
    if isinstance(question, DiceQuestion):
        share = Fraction(1, prod(question.dice))
        for dice in product(*(range(1, sides + 1) for sides in question.dice)):
            yield share, dice
    else:
        assert isinstance(question, ChoiceQuestion), question
        yield Fraction(1), choose(question)


def table_of(dice: Random, **profile: Any) -> Table:
    """Two champions whose place nobody keeps, in a match in which both may act; Ann first."""
    figure = champion(
        t=dice.choice((3, 4, 5)),
        sv=dice.choice((3, 4, 6)),
        inv=dice.choice((None, None, 4)),
        w=dice.choice((1, 1, 2)),
        unit_type=dice.choice(KINDS),
        **profile,
    )
    table = Table()
    table.do("join", player="Ann", champion="x", profile=figure, arms=ARMS, override="as agreed")
    prey = champion(t=dice.choice((3, 4)), sv=dice.choice((3, 5)), i=dice.choice((3, 4)))
    table.do("join", player="Bob", champion="x", profile=prey, arms=ARMS)
    table.do("start", 6, 1)
    table.do("deploy", player="Bob")
    table.do("deploy", player="Ann")
    return table


def dead(ending: Ending, player: str = "p1") -> bool:
    return any(getattr(event, "player", None) == player and event.type == "accident" for event in ending[1])


@pytest.mark.rule("ASSAULT-2", "MOVE-2", "PORTAL-9")
@pytest.mark.parametrize("seed", range(SITUATIONS))
def test_charges_arrive_and_kill_as_often_as_shown(seed: int) -> None:
    dice = Random(seed)
    table = table_of(dice)
    table.do("end-phase")
    table.do("end-phase")
    command = Charge(
        player="Ann",
        target="Bob",
        distance=dice.choice((0.0, 2.5, 4.0, 5.5, 6.0, 9.0)),
        difficult=dice.random() < 0.7,
        dangerous=dice.random() < 0.3,
        three=dice.random() < 0.2,
    )
    plan = plan_charge(table.state, table["Ann"], command)
    shown = charge_odds(table.state, plan)
    assert shown is not None
    if plan.is_too_far:
        assert shown.short == 1
        return
    done = dies = Fraction(0)
    for chance, ending in all_endings(table.state, command, Charged):
        dies += chance if dead(ending) else 0
        done += chance if any(isinstance(e, Charged) and e.reached for e in ending[1]) else 0
    assert (done, dies, 1 - done - dies) == (shown.done, shown.dies, shown.short)


@pytest.mark.rule("MOVE-3", "MOVE-5")
@pytest.mark.parametrize("seed", range(SITUATIONS // 4))
def test_jumps_and_leaps_end_as_often_as_shown(seed: int) -> None:
    dice = Random(seed)
    table = table_of(dice)
    figure, height = fighter(table.state, table["Ann"]), dice.randint(1, 6)
    command: Command = Jump(player="Ann", height=height, override="a flyer jumps too")
    shown = drop_odds(figure, height)
    if seed % 2:
        wide = 2 * to_inches(base_radius_cm(table["Ann"].champion.base_mm))
        depth, gap = dice.randint(1, 5), dice.choice((1, 2, 3, 4))
        command = Leap(player="Ann", gap=gap, height=depth)
        shown = leap_odds(figure, gap, wide, depth)
    dies = falls = Fraction(0)
    for chance, ending in all_endings(table.state, command, Teleported):
        dies += chance if dead(ending) else 0
        falls += chance if not dead(ending) and any(event.type == "fell" for event in ending[1]) else 0
    assert (dies, falls, 1 - dies - falls) == (shown.dies, shown.falls, shown.done)


@pytest.mark.rule("PORTAL-2", "PORTAL-4", "BONUS-1")
@pytest.mark.parametrize("beacon", [False, True])
def test_a_jump_kills_as_often_as_shown_with_a_beacon_too(beacon: bool) -> None:
    table = table_of(Random(1))
    state = table.state
    if beacon:
        state = state.replace(players={**state.players, "p1": state.players["p1"].replace(beacon=True)})
    shown = jump_odds(state, "p1", 2)

    def again(question: ChoiceQuestion) -> Answer:
        """Roll again only where it would disintegrate; on a 6 go anywhere else."""
        if question.key == "beacon":
            return "yes" if question.facts["die"] == 2 else "no"
        return next(option for option in question.options if option != "2")

    exits: dict[int, Fraction] = {}
    dies = Fraction(0)
    for chance, ending in all_endings(state, UsePortal(player="Ann", portal=2), Teleported, again):
        dies += chance if dead(ending) else 0
        for event in ending[1]:
            if isinstance(event, Teleported) and event.die < 6:
                exits[event.exit] = exits.get(event.exit, Fraction(0)) + chance
    assert dies == shown.dies == (Fraction(1, 36) if beacon else Fraction(1, 6))
    assert {exit_.portal: exit_.chance for exit_ in shown.exits if not exit_.dies} == exits
    assert shown.free == 1 - dies - sum(exits.values())


# ---- shots and fights have too many dice to play out: they are thrown


def throw(
    state: Match, command: Command, dice: Random, until: int = 60, ends: tuple[str, ...] = ("killed", "accident")
) -> list[Event]:
    """Carry a command out with dice of chance, up to the first event of these kinds."""
    run: Run[Match, Any] = Run(GAME, state, command)
    events = run.start()
    while run.question is not None and until:
        question, until = run.question, until - 1
        if isinstance(question, DiceQuestion | TallyQuestion):
            answer: Answer = tuple(dice.randint(1, sides) for sides in question.dice)
        else:
            assert isinstance(question, ChoiceQuestion), question
            answer = question.options[0]
        events += run.answer(answer)
        if any(event.type in ends for event in events):
            break
    return events


def holds(shown: Fraction, times: int) -> bool:
    """Return whether a share of throws agrees with a chance: within four standard errors."""
    share, chance = times / THROWS, float(shown)
    return bool(abs(share - chance) <= 4 * max(chance * (1 - chance) / THROWS, 0.25 / THROWS**2) ** 0.5 + 1e-9)


@pytest.mark.rule("SHOOT-2", "SHOOT-3", "SHOOT-4")
@pytest.mark.parametrize("seed", range(SITUATIONS // 5))
def test_shots_kill_as_often_as_shown(seed: int) -> None:
    dice = Random(seed)
    table = table_of(dice)
    table.do("end-phase")
    gun = dice.choice(ARMS[:2])
    cover, distance, dark = dice.choice((None, 4, 5)), dice.choice((5.0, 11.0, 20.0)), dice.random() < 0.3
    terms = ShotTerms(distance_in=distance, in_cover=cover, dark=dark)
    shown = shot_odds(table.state, table["Ann"], gun, table["Bob"], terms)
    command = Shoot(player="Ann", target="Bob", weapon=gun.id, distance=distance, in_cover=cover, dark=dark)
    kills = burns = 0
    for _ in range(THROWS):
        events = throw(table.state, command, dice)
        kills += any(event.type == "killed" and getattr(event, "victim", "") == "p2" for event in events)
        burns += any(event.type == "accident" and getattr(event, "player", "") == "p1" for event in events)
    assert holds(shown.kills, kills)
    assert holds(shown.burns, burns)


@pytest.mark.rule("PORTAL-8", "ASSAULT-2", "MELEE-2")
@pytest.mark.parametrize("where", ["open", "portal"])
def test_a_fight_foreseen_is_the_fight_that_follows_the_charge(where: str) -> None:
    """The odds before a charge count the cover of a target in a portal, as the charge does."""
    table = table_of(Random(3), i=3)
    if where == "portal":
        table.do("stand", player="Bob", portal=3)
    table.do("end-phase")
    table.do("end-phase")
    foreseen = duel_odds_of_round(table.state, "p1", "p2")
    table.do("charge", player="Ann", target="Bob", distance=3)
    assert table["Ann"].turn.charge.into_cover is (where == "portal")
    following = odds_of_melee(table.state, ("p1", "p2"))
    assert following is not None
    assert following.dies == foreseen.dies


@pytest.mark.rule("MELEE-2", "MELEE-4")
@pytest.mark.parametrize("seed", range(SITUATIONS // 10))
def test_fights_kill_as_often_as_shown(seed: int) -> None:
    dice = Random(seed)
    table = table_of(dice, i=dice.choice((3, 4, 5)), a=dice.choice((1, 2)))
    table.do("end-phase")
    table.do("end-phase")
    table.do("charge", player="Ann", target="Bob", distance=0.0)
    table.do("end-phase")
    state = table.state
    shown = odds_of_melee(state, ("p1", "p2"))
    assert shown is not None
    best = {
        p.name: worthwhile(state, p, (state.players[other],))[0]
        for p, other in ((table["Ann"], "p2"), (table["Bob"], "p1"))
    }
    weapons = {name: grip.weapon.id for name, grip in best.items() if grip.weapon is not None}
    died = dict.fromkeys(("p1", "p2"), 0)
    for _ in range(THROWS):
        events = throw(state, Fight(melee="Ann", weapons=weapons), dice, ends=("melee-joined", "respawned"))
        for event in events:
            if event.type in ("killed", "accident"):
                died[str(getattr(event, "victim", None) or getattr(event, "player", ""))] += 1
    for player, times in died.items():
        assert holds(shown.dies[player], times), player


@pytest.mark.rule("BARREL-2", "SHOOT-1")
def test_barrels_are_struck_as_often_as_shown() -> None:
    dice = Random(5)
    table = Table(
        mod_data=deathmatch(rules=("respawn", "barrels", "victory-points")), arena_data=with_barrels((30, 30))
    )
    for name in ("Ann", "Bob"):
        table.do("join", player=name, champion="x", profile=champion(), arms=ARMS)
    table.do("start", 6, 1)
    table.do("deploy", player="Bob")
    table.do("deploy", player="Ann")
    table.do("end-phase")
    state, gun = table.state, ARMS[0]
    barrel = next(iter(state.barrels.values()))
    shown = thing_odds(state, table["Ann"], gun, barrel, ShotTerms(distance_in=11.0))
    strikes = 0
    for _ in range(THROWS):
        events = throw(
            state,
            Shoot(player="Ann", target=barrel.id, weapon=gun.id, distance=11.0),
            dice,
            ends=("barrel-exploded", "barrel-doubled"),
        )
        strikes += any(event.type.startswith("barrel-") for event in events)
    assert holds(shown.strikes, strikes)
