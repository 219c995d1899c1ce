"""The automaton on boards and positions at random: it always acts or says why not, and is fair."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games import game as games
from q40k.games.space_hulk.bot.playing import RULES
from q40k.games.space_hulk.packs.boards import Entry, Layout, Level
from q40k.games.space_hulk.packs.missions import EditionId, Mission, Start
from q40k.games.space_hulk.state.blips import PutBlip
from q40k.games.space_hulk.state.conversion import BlipRevealed
from q40k.games.space_hulk.state.corrections import PutStealer, SetDoor
from q40k.games.space_hulk.state.losses import Killed
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.movement.steps import Moved
from q40k.games.space_hulk.state.opening import JoinMarine, New, StartMatch
from q40k.games.space_hulk.state.places import Eyes, cell
from q40k.games.space_hulk.state.registry import Command
from q40k.games.space_hulk.state.solo.automaton import Alien
from q40k.kernel.driver import Run
from q40k.kernel.events import Event
from q40k.kernel.replay import verify
from q40k.packs.base import Names
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from tests.games.space_hulk.rules.at_random import answer, do, offered_command
from tests.games.space_hulk.rules.test_random_play import holds

NAMES = Names(en="x", fr="x")
WIDE, HIGH = 13, 9
FACINGS = "NESW"


def a_board(dice: Random) -> Layout:
    """Corridors and rooms dug at random, all of one piece, with doors and two to four entries."""
    floor = {(WIDE // 2, HIGH // 2)}
    while len(floor) < 45:
        x, y = dice.choice(sorted(floor))
        dx, dy = dice.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        for n in range(dice.randint(1, 5)):
            if 0 < x + n * dx < WIDE - 1 and 0 < y + n * dy < HIGH - 1:
                floor.add((x + n * dx, y + n * dy))
    doors = set(dice.sample(sorted(floor), 4))
    rows, sections = [], []
    for y in range(HIGH - 1, -1, -1):
        letters = ("D" if (x, y) in doors else "." if (x, y) in floor else "#" for x in range(WIDE))
        rows.append("".join(letters))
        part = (chr(ord("a") + x // 4 + 4 * (y // 3)) if (x, y) in floor else "#" for x in range(WIDE))
        sections.append("".join(part))
    entries: list[Entry] = []
    for x, y in dice.sample(sorted(floor - doors), 12):
        for side, (dx, dy) in zip(FACINGS, [(0, 1), (1, 0), (0, -1), (-1, 0)], strict=True):
            if (x + dx, y + dy) not in floor and len(entries) < 4:
                square = f"{chr(ord('A') + x)}{y + 1}"
                entries.append(Entry(id=f"E{len(entries) + 1}", square=square, side=side))  # type: ignore[arg-type] # a facing
                break
    level = Level(rows=tuple(rows), sections=tuple(sections))
    return Layout(id="x", name=NAMES, levels=(level,), entries=tuple(entries))


def a_match(dice: Random, edition: EditionId) -> MatchSession:
    """A solo match on it: three or four marines, aliens here and there, as far as turn one."""
    layout = a_board(dice)
    many = dice.randint(1, 4)
    mission = Mission(
        id="x",
        name=NAMES,
        board="x",
        editions=("4", "1"),
        blips_per_turn=dice.randint(1, 3),
        starting_blips=dice.randint(0, 2),
        turn_limit=6,
        alpha=dice.random() < 0.5,
        start=(Start(at="A1", facing="N"),),
    )
    match = temporary_match(games.find("space-hulk"))
    options = {"solo": True, "cp": "app", "blips": "app", "timer": "off"}
    new = New(
        mission="x",
        edition=edition,
        seed=dice.randrange(999),
        dice="app",
        options=options,
        mission_data=mission,
        board_data=layout,
    )
    match.do(new)
    level = layout.levels[0]
    squares = [f"{chr(ord('A') + c[1])}{c[2] + 1}" for c, letter, _s in level.cells() if letter == "."]
    dice.shuffle(squares)
    units = ["terminator-bolter", "terminator-flamer"]
    units += ["sergeant-sword", "terminator-claws"] if edition == "4" else ["sergeant-bolter"]
    for n in range(many):
        unit = dice.choice(units)
        match.do(JoinMarine(name=f"M{n}", unit=unit, at=squares.pop(), facing=dice.choice(FACINGS)))  # type: ignore[arg-type] # a unit
    for at in dice.sample(sorted(match.session.state.doors), 2):
        match.do(SetDoor(at=at, now="open"))
    for _ in range(dice.randint(0, 4)):
        match.do(PutStealer(at=squares.pop(), facing=dice.choice(FACINGS)))  # type: ignore[arg-type] # a facing
    if dice.random() < 0.7:
        for n in range(dice.randint(1, 3)):
            do(match, PutBlip(name=f"B{n + 1}", at=squares.pop()), dice)
    do(match, StartMatch(), dice)
    return match


def keeps_out_of_sight(before: Match, match: MatchSession, head: int) -> None:
    """No alien has stepped from out of sight into it since an entry, unless it charged."""
    state = before
    events = [event for line in match.lines(after=head) for event in line.events]
    assert events, "it always does something, or says why not"
    for event in events:
        if isinstance(event, Moved) and event.at is not None:
            solo = state.solo
            if event.who in (*state.stealers, *state.blips) and event.who not in solo.heedless:
                here, eyes = cell(state, event.who), Eyes(state)
                if here is not None:
                    eyes = eyes.with_squares(clear={here})
                assert eyes.ground is not None
                there = eyes.ground.cell(event.at)
                assert there is not None
                unseen = here is None or not eyes.seers(here)
                assert not (unseen and eyes.seers(there)), f"{event.who} steps into sight"
        state = match.session.rules.fold(state, event)


def knows_no_secret(state: Match) -> None:
    """What the program does next is the same, whatever lies under the blips."""
    other = state
    for blip in state.blips_in_play:
        other = other.with_blip(blip.id, value=4 - (blip.value or 1))
    events = [_until_revealed(of) for of in (state, other)]
    assert events[0] == events[1]


def _until_revealed(state: Match) -> list[Event]:
    """What is told when the program does its next thing, until a blip is turned up or drawn."""
    dice = Random(5)
    run: Run[Match, Command] = Run(RULES, state, Alien())
    events = run.start()
    while (question := run.question) is not None and question.key != "blip-value":
        events = events + run.answer(answer(question, dice))
    shown = (BlipRevealed, Killed)
    first = next((n for n, event in enumerate(events) if isinstance(event, shown)), len(events))
    return events[:first]


@pytest.mark.rule("SOLO-MOVE-3", "SOLO-TURN-4", "SOLO-TURN-5", "SOLO-TABLE-2")
@pytest.mark.parametrize("edition", ["4", "1"])
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_it_acts_or_says_why_not_ends_its_turn_and_stays_out_of_sight(edition: EditionId, seed: int) -> None:
    dice = Random(seed)
    match = a_match(dice, edition)
    for _ in range(150):
        state: Match = match.session.state
        if state.outcome.over or state.play.turn > 4:
            break
        theirs = state.play.phase in ("stealer-reinforcement", "stealer-action")
        placing = state.conversion is not None and not state.conversion.own
        if theirs and not placing and (state.window is None or dice.random() < 0.5):
            knows_no_secret(state)
            head = match.head
            do(match, Alien(), dice)
            keeps_out_of_sight(state, match, head)
        else:
            do(match, offered_command(state, dice), dice)
        holds(match)
    session = match.session
    assert verify(session.rules, match.inputs()).differs_at is None
