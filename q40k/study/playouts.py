"""Play-outs: what a command of a match did to everybody's chance to win, as bots play on.

Every number is a list of values, of the play-outs 0, 1, 2 and so on. A play-out of one number has the
same dice everywhere in a match: its die of a turn, a phase and a seat follows from its number and the
match. So differences between two lists are far surer than the lists themselves.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from statistics import fmean
from typing import Any, Literal

import msgspec
from msgspec import Struct

from q40k.bots.memory import Table
from q40k.games.game import Game, View, find
from q40k.kernel.driver import Run
from q40k.kernel.events import Answer, AnswerError, ChoiceQuestion, DiceQuestion, Refused
from q40k.kernel.replay import Replay, fold_journaled, replay
from q40k.study.happenings import Notes, Observer
from q40k.study.subject import Subject, Unweighable
from q40k.table.shown import standing
from q40k.tabletop.rules import Level

MOST_STEPS = 20_000
"""A play-out that takes more commands is broken off."""
MOST_ANSWERS = 4
"""So many answers to a question are compared."""
DIGITS = 5

Values = tuple[tuple[float, ...], ...]
"""The chance of each side, play-out by play-out."""
StepKind = Literal["choice", "dice", "table", "report"]
"""What changed chances: a seat's choice, dice, an entry of the table, or a report of what dice did."""


class Settings(Struct, frozen=True):
    """How a match is studied: play-outs, and how far they go.

    `ahead` are the turns after the present one that are played; then a side counts by how far it is.
    None plays to the end. `options` are the alternatives to each command that are tried. The dice of
    a command are rolled `rerolls` times more for each play-out, to know their mean.
    """

    plays: int = 40
    ahead: int | None = None
    level: Level = "straight"
    options: int = 3
    rerolls: int = 6


USUAL = Settings(ahead=2)
"""The usual setting: forty play-outs to the end of the turn after the next one."""
QUICK = Settings(plays=16, ahead=1)
"""The quick setting: sixteen play-outs to the end of the next turn."""


class Input(Struct, frozen=True):
    """A command or an answer of the journal."""

    seq: int
    kind: str
    body: str
    events: str


class Record(Struct, frozen=True):
    """A match as it is studied: its sides, and every command with its answers."""

    sides: tuple[str, ...]
    groups: tuple[tuple[Input, ...], ...]


class Task(Struct, frozen=True):
    """A command of a match to weigh, by its place in the record; after the last one, the end.

    `prefix` is the hash of the match so far, with the command and its answers. The play-outs begin
    with number `first`. `to_end` also asks for the chances after the command. `dice` is the hash that
    the dice of all play-outs of a match follow from: other matches have others, so that what is odd
    about a few play-outs is not the same in all of them.
    """

    prefix: str
    place: int
    sides: tuple[str, ...]
    settings: Settings
    to_end: bool = False
    first: int = 0
    dice: str = ""


class Step(Struct, frozen=True):
    """A step of a command: the command itself or some answers, the seat, and the last entry of it."""

    kind: StepKind
    who: str
    entry: int


class Option(Struct, frozen=True):
    """What a seat might have done at a step: a command or an answer as JSON, and what comes of it."""

    step: int
    body: str
    values: Values


class Weighing(Struct, frozen=True):
    """What a command did: its steps, the chances before each, after the last, and the alternatives.

    `before` is empty if the seat had no choice and nothing was rolled: then chances are the same as
    after the command. `after` is empty if nobody asked for it. `fault` says that the command could not
    be weighed.
    """

    steps: tuple[Step, ...] = ()
    before: tuple[Values, ...] = ()
    after: Values = ()
    options: tuple[Option, ...] = ()
    fault: bool = False


# -- tasks -------------------------------------------------------------------------------------


def read_weighing(encoded: bytes) -> Weighing:
    """Return a weighing from the form in which it is kept. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(encoded, type=Weighing)


def play_tasks(game: Game, record: bytes, tasks: Iterable[Task]) -> tuple[float, tuple[bytes, ...]]:
    """Weigh some commands of a match; return the seconds of processor time, and the weighings as kept."""
    begin = time.process_time()
    states = _walk(game.id, record)
    encoded = tuple(msgspec.json.encode(weigh(game, *states[task.place], task)) for task in tasks)
    return time.process_time() - begin, encoded


@lru_cache(maxsize=2)
def _walk(game_id: str, record: bytes) -> list[tuple[Any, tuple[Input, ...]]]:
    """Return the state before each command with the command and its answers, and the last state."""
    rules = find(game_id).rules
    state, walked = rules.blank(), []
    for group in msgspec.json.decode(record, type=Record).groups:
        walked.append((state, group))
        state = fold_journaled(rules, state, group)
    return [*walked, (state, ())]


# -- weighing ----------------------------------------------------------------------------------


def weigh(game: Game, state: Any, group: Sequence[Input], task: Task) -> Weighing:
    """Weigh a command with its answers from the state before it."""
    try:
        if not group:
            return Weighing(before=(Playouts(game, state, task).values(),))
        replayed: Replay[Any, Any] = replay(game.rules, state, group)
        seat = game.study.chooser(game.view, state, replayed.run_or_raise().command)
        return _weigh_group(Playouts(game, state, task, seat), group, task, replayed)
    except (Unweighable, Refused, AnswerError):
        return Weighing(fault=True)


def _weigh_group(playouts: Playouts, group: Sequence[Input], task: Task, replayed: Replay[Any, Any]) -> Weighing:
    run = replayed.run_or_raise()
    steps, prefixes = _find_steps(playouts, group, replayed)
    before, options = list[Values](), list[Option]()
    for number, prefix in enumerate(prefixes):
        if steps[number].kind == "choice":
            options += _find_options(playouts, number, steps[number].who, run.command, prefix, replayed)
        if number == 0 and len(steps) == 1 and not options and not task.to_end and playouts.is_forced(run.command):
            return Weighing(tuple(steps))
        before.append(playouts.values(run.command, prefix) if number else playouts.values())
    after = playouts.values_at(run.state) if task.to_end else ()
    return Weighing(tuple(steps), tuple(before), after, tuple(options))


def _find_steps(
    playouts: Playouts, group: Sequence[Input], replayed: Replay[Any, Any]
) -> tuple[list[Step], list[tuple[Answer, ...]]]:
    """Return the steps of a command, and the answers given before each."""
    run, subject, seat = replayed.run_or_raise(), playouts.subject, playouts.seat
    seats = [seat.id for seat in playouts.game.view.seats(run.state)]
    is_report = subject.is_report(playouts.state, run.command)
    kind: StepKind = "table" if seat is None else "report" if is_report else "choice"
    answers: tuple[Answer, ...] = ()
    steps, prefixes = [Step(kind, seat or "", group[0].seq)], [answers]
    for entry, answered in zip(group[1:], replayed.answered, strict=False):
        question = answered.question
        chooses = subject.is_choice(seats, question)
        if chooses or steps[-1].kind == "choice":
            steps.append(Step("choice" if chooses else "dice", (question.who or "") if chooses else "", entry.seq))
            prefixes.append(answers)
        else:
            steps[-1] = msgspec.structs.replace(steps[-1], entry=entry.seq)
        answers = (*answers, answered.answer)
    if subject.has_secrets and kind == "choice" and len(steps) == 1:
        steps.append(Step("dice", "", group[-1].seq))
        prefixes.append(answers)
    return steps, prefixes


def _find_options(
    playouts: Playouts, step: int, seat: str, command: Any, prefix: tuple[Answer, ...], replayed: Replay[Any, Any]
) -> list[Option]:
    """Return what a seat might have done at a step; nothing if it had no choice."""
    rules, most = playouts.rules, playouts.settings.options
    options: list[Option] = []
    if not seat:
        return options
    if step == 0:
        own = rules.write_command(command)
        proposed = playouts.subject.propose(playouts.state, seat, most + 1)
        written = {rules.write_command(other): other for other in proposed}
        for body, other in [pair for pair in written.items() if pair[0] != own][:most]:
            options.append(Option(step, body, playouts.values(other, ())))
        return options
    answered = replayed.answered[len(prefix)]
    if isinstance(answered.question, ChoiceQuestion):
        others = [answer for answer in answered.question.options if answer != answered.answer]
        for answer in others[:MOST_ANSWERS]:
            body = msgspec.json.encode(answer).decode()
            options.append(Option(step, body, playouts.values(command, (*prefix, answer))))
    return options


class Playouts:
    """What comes of a state as bots play on; everything is worked out once.

    `turn` is that from which the settings count how far play-outs go, if it is not the turn of the state.
    """

    def __init__(self, game: Game, state: Any, task: Task, seat: str | None = None, turn: int | None = None) -> None:
        self.game = game
        self.rules = game.rules
        self.subject: Subject = game.study
        self.state = state
        self.seat = seat
        self.settings = task.settings
        self._task = task
        self._turn = game.view.status(state).turn if turn is None else turn
        self._sides = task.sides
        self._dice = task.dice
        self._numbers = range(task.first, task.first + task.settings.plays)
        self._memory: dict[tuple[str, tuple[Answer, ...], int], tuple[float, ...]] = {}
        self._observers: list[Observer] | None = None

    def values(self, command: Any = None, prefix: tuple[Answer, ...] = ()) -> Values:
        """Return the chances after a command and some of its answers; without a command, those of the state."""
        return tuple(self._value(command, prefix, number) for number in self._numbers)

    def values_with_notes(self, command: Any) -> tuple[Values, list[Notes]]:
        """Return the chances after a command, and what happens in each play-out."""
        observers: list[Observer] = []
        self._observers = observers
        values = tuple(self._play_on(self._guess(n), self._seed(n), command, ()) for n in self._numbers)
        self._observers = None
        return values, [observer.notes for observer in observers]

    def values_at(self, state: Any) -> Values:
        """Return the chances of a later state as bots play on to the same turn as from here."""
        return Playouts(self.game, state, self._task, self.seat, self._turn).values()

    def is_forced(self, command: Any) -> bool:
        """Return whether bots would give this command in every play-out."""
        if self.seat is None or self.subject.has_secrets:
            return False
        return all(self.choose(self.state, number) == command for number in self._numbers)

    def choose(self, state: Any, number: int) -> Any | None:
        """Return the command that bots give first in a play-out; None if `Subject.step` alone knows."""
        status = self.game.view.status(state)
        place = (status.turn, status.phase, status.active)
        return self.subject.choose(state, Random(f"{self._seed(number)}/{place}/choice"), self.settings.level)

    def _seed(self, number: int) -> str:
        return f"{self._dice}/play/{number}"

    def _value(self, command: Any, prefix: tuple[Answer, ...], number: int) -> tuple[float, ...]:
        seed, state = self._seed(number), self._guess(number)
        if command is None:
            if self.game.view.status(state).over:
                return self._standing(state)
            command = self.choose(state, number)
        if command is None:
            return self._play_on(state, seed, None, ())
        key = (self.rules.write_command(command), prefix, number)
        if key not in self._memory:
            self._memory[key] = self._play_on(state, seed, command, prefix)
        return self._memory[key]

    def _guess(self, number: int) -> Any:
        return self.subject.guess(self.state, self.seat, Random(f"{self._dice}/guess/{number}"))

    def _play_on(self, state: Any, seed: str, command: Any, prefix: tuple[Answer, ...]) -> tuple[float, ...]:
        """Let bots play on after a command, as far as the settings say; return everybody's chance there.

        What the first dice scored at once is replaced by its mean over more rolls.
        """
        course = _Course(self.game.view, self.subject.table(state, seed), seed, self._turn, self.settings.ahead)
        if self._observers is not None:
            self._observers.append(Observer(self.game.view, course.table, self.subject.happenings))
        surplus: tuple[float, ...] = ()
        try:
            surplus = self._play_first_dice(course, command, prefix)
            while course.goes_on():
                self.subject.step(course.table, course.chance, self.settings.level)
        except (Unweighable, Refused):
            if course.table.state is self.state:
                raise
        if self._observers is not None:
            self._observers[-1].note_race()
        value = self._standing(course.table.state)
        return tuple(round(v - s, DIGITS) for v, s in zip(value, surplus, strict=True)) if surplus else value

    def _play_first_dice(self, course: _Course, command: Any, prefix: tuple[Answer, ...]) -> tuple[float, ...]:
        """Play a command, and on to the first dice; return what they scored at once above their mean.

        Without further rolls that mean is unknown: then play only the command and return nothing. Nobody's
        dice are not rolled again: those of an automaton may be all of its turn.
        """
        rerolls, table = self.settings.rerolls, course.table
        while (command is not None or rerolls) and course.goes_on():
            if command is None:
                command = self.subject.choose(table.state, course.chance, self.settings.level)
            if command is None:
                self.subject.step(table, course.chance, self.settings.level)
                continue
            before, is_of_seat = table.state, self.subject.chooser(self.game.view, table.state, command) != ""
            if self._carry_out(table, command, prefix) and rerolls:
                if not is_of_seat:
                    return ()
                means = self._roll_again(before, command, prefix, course.seed_here)
                return tuple(s - m for s, m in zip(self._standing(table.state), means, strict=True))
            command, prefix = None, ()
        return ()

    def _carry_out(self, table: Table[Any, Any], command: Any, prefix: Sequence[Answer]) -> bool:
        """Carry out a command with its first answers; return whether dice decided the rest."""
        run: Run[Any, Any] = Run(table.rules, table.state, command)
        events = run.start()
        for answer in prefix:
            events += run.answer(answer)
        rolls = False
        while run.question is not None:
            rolls = rolls or isinstance(run.question, DiceQuestion)
            events += run.answer(table.answer(run.question, run.state))
        table.watch(events)
        table.state = run.state
        return rolls

    def _roll_again(self, state: Any, command: Any, prefix: Sequence[Answer], seed: str) -> tuple[float, ...]:
        """Return what a command scores at once, on average over more rolls of its dice."""
        rolled = []
        for again in range(self.settings.rerolls):
            table = self.subject.table(state, f"reroll/{seed}/{again}")
            self._carry_out(table, command, prefix)
            rolled.append(self._standing(table.state))
        return tuple(fmean(side) for side in zip(*rolled, strict=True))

    def _standing(self, state: Any) -> tuple[float, ...]:
        chances = standing(self.game.view, state)
        return tuple(round(chances.get(side, 0.0), DIGITS) for side in self._sides)


class _Course:
    """The course of a play-out: its match in memory, and its chance.

    Dice begin anew where another seat acts, the chance of choices with every command: so the same commands follow
    from a state whether a play-out begins there or comes there.
    """

    def __init__(self, view: View, table: Table[Any, Any], seed: str, turn: int, ahead: int | None) -> None:
        self.table = table
        self.chance = Random()
        self.seed_here = seed
        self._view = view
        self._seed = seed
        self._turn = turn
        self._turns_left = ahead
        self._steps_left = MOST_STEPS
        self._place: Any = None

    def goes_on(self) -> bool:
        """Return whether another command is played; give it the chance of its turn, phase and seat."""
        status = self._view.status(self.table.state)
        self._steps_left -= 1
        if self._turns_left is not None and status.turn != self._turn:
            self._turns_left -= 1
        self._turn = status.turn
        if status.over or self._steps_left < 0 or (self._turns_left is not None and self._turns_left < 0):
            return False
        place = (status.turn, status.phase, status.active)
        if place != self._place:
            self._place, self.seed_here = place, f"{self._seed}/{place}"
            self.table.dice.seed(self.seed_here)
        self.chance.seed(f"{self.seed_here}/choice")
        return True
