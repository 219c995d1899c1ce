"""Planted errors: a bot takes its worst move, and the study of its match should name player, entry and size.

`python -m tests.study.planted race 200` lets bots race, who now and then answer against their plan: what each answer
costs is known exactly. `python -m tests.study.planted quake 3` takes the first moments of the kept puzzles: who acts
takes the worst choice, bots play on, and all of that is studied. docs/study.md has the figures.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from math import hypot
from random import Random
from statistics import fmean
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from q40k.bots.memory import Table
from q40k.games import game as games
from q40k.games.game import Game, find
from q40k.kernel.driver import Run
from q40k.kernel.events import Refused
from q40k.lab.match_study import record_of
from q40k.study.figures import Estimate, Row, Study, second_look, work_out
from q40k.study.matches import encode_record, list_tasks
from q40k.study.playouts import Input, Record, Settings, play_tasks, read_weighing
from q40k.study.puzzles import Puzzle, read_book, state_at
from tests.games.race.playing import WHERE
from tests.games.race.study import dares
from tests.study.conftest import after_die, play_race

OFTEN = 0.15
"""How often a runner answers against its plan."""
AFTERWARDS = 2
"""So many commands of bots are studied after a planted error."""
FEW = Settings(plays=8, ahead=1, rerolls=2)
"""How those moments are studied: with half the play-outs of the quick setting."""
AT = 10_000
"""The entry of a planted error: those of its match come before it."""
SIZES = (0.02, 0.05, 0.1)


class Error(Struct, frozen=True):
    """A choice that was planted, or that a study names: what it really costs, and what the study says."""

    entry: int
    who: str
    true: float
    cost: Estimate | None
    is_planted: bool
    is_named: bool
    unsure: float = 0.0

    @property
    def has_size(self) -> bool:
        """Return whether the study is off by no more than its interval, and that of what is known."""
        cost = self.cost
        return cost is not None and abs(cost.mean - self.true) <= hypot(cost.width / 2, self.unsure)


def study_of(game: Game, record: Record, settings: Settings, place: int = 0, dice: str = "") -> Study:
    """Return the study of a match from a place on, with its second look; the play-outs may have dice of their own."""
    tasks = [task for task in list_tasks(game, record, settings) if task.place >= place]
    tasks = [replace(task, dice=dice or task.dice) for task in tasks]
    sent, sides = encode_record(record), {side: side for side in record.sides}

    def weigh(some: Sequence[Any]) -> list[Any]:
        return [read_weighing(kept) for kept in play_tasks(game, sent, some)[1]]

    weighings = weigh(tasks)
    again = second_look(tasks, work_out(record, tasks, weighings, sides, []))
    looked = dict(zip((task.place for task in again), weigh(again), strict=True))
    return work_out(record, tasks, weighings, sides, [], looked)


def compare(
    study: Study, planted: Mapping[tuple[int, str], float], true: Mapping[tuple[int, str], float], unsure: float = 0.0
) -> list[Error]:
    """Return all choices that are planted, named, or known to cost something.

    `true` are the costs that are known, but for half an interval of `unsure`.
    """
    rows: dict[tuple[int, str], Row] = {(row.entry, row.who): row for row in study.surest_rows if row.cost is not None}
    named = {(row.entry, row.who) for row in study.errors}
    places = dict.fromkeys([*planted, *true, *sorted(named)])
    return [
        Error(*at, true.get(at, 0.0), rows[at].cost if at in rows else None, at in planted, at in named, unsure)
        for at in places
    ]


# -- the dice race -----------------------------------------------------------------------------


def look_at_race(race: Game, seed: int, settings: Settings) -> list[Error]:
    """Let two bots race, who now and then answer against their plan; compare with the exact costs."""
    chance, against = Random(f"planted/{seed}"), list[bool]()

    def choose(state: Any, who: str, _dice: Random) -> str:
        against.append(chance.random() < OFTEN)
        return "yes" if dares(state, who) != against[-1] else "no"

    record = record_of(play_race(race, seed, choose))
    true = _exact_costs(race, record)
    planted = {at: cost for (at, cost), is_planted in zip(true.items(), against, strict=True) if is_planted}
    return compare(study_of(race, record, settings), planted, true)


def _exact_costs(race: Game, record: Record) -> dict[tuple[int, str], float]:
    """Return what every answer of a race cost against the other answer, by recursion over all dice."""
    costs, squares, lucky = {}, {"p1": 0, "p2": 0}, dict[str, int]()
    for group in record.groups:
        events = [event for entry in group for event in msgspec.json.decode(entry.events)]
        answers = [msgspec.json.decode(entry.body) for entry in group[1:]]
        ran = next((event for event in events if event["type"] == "ran"), None)
        if ran is None:
            lucky |= {f"p{len(lucky) + 1}": answers[0][0]} if answers else {}
            continue
        who, die = ran["runner"], answers[0][0]
        began, other = squares[who], squares["p2" if who == "p1" else "p1"]
        if len(answers) > 1:
            by_answer = {
                dare: fmean(after_die(began, began + die, other, lucky[who], n, dare) for n in range(1, 7))
                for dare in (True, False)
            }
            given = answers[1] == "yes"
            costs[group[2].seq, who] = max(0.0, by_answer[not given] - by_answer[given])
        fallen = any(event["type"] == "stumbled" for event in events)
        squares[who] = began if fallen else began + die + (answers[2][0] if len(answers) > 2 else 0)
    return costs


# -- moments of kept puzzles -------------------------------------------------------------------


def look_at_puzzle(game: Game, record: Record, puzzle: Puzzle, settings: Settings, after: int) -> list[Error]:
    """Let who acts take the worst choice of a puzzle, and bots play on; compare with what the puzzle knows of it.

    The study has dice of its own. What the choice really cost is told by the play-outs of the puzzle:
    those against the best of the alternatives that the study sees too. Return nothing if it sees none.
    """
    state, worst, seed = state_at(game, record, puzzle), puzzle.choices[-1], f"planted/{puzzle.entry}"
    table, groups = game.study.table(state, seed), list(record.groups[: puzzle.place])
    _keep_commands(table, groups)
    table.do(game.rules.read_command(worst.body))
    chance = Random(seed)
    while len(groups) <= puzzle.place + after and not game.view.status(table.state).over:
        game.study.step(table, chance, "sound")
    shown = Record(record.sides, tuple(groups))
    study = study_of(game, shown, settings, puzzle.place, seed)
    proposed = game.study.propose(state, puzzle.seat, settings.options + 1)
    bodies = {game.rules.write_command(command) for command in proposed}
    best = max((choice.chance for choice in puzzle.choices[:-1] if choice.body in bodies), default=None)
    if best is None:
        return []
    at = {(AT, puzzle.seat): best - worst.chance}
    return compare(study, at, at, worst.behind.width / 2)


def _keep_commands(table: Table[Any, Any], groups: list[tuple[Input, ...]]) -> None:
    """Add every command that a table carries out to some groups, with its answers and events."""
    rules, seqs = table.rules, count(AT)

    def do(command: Any) -> bool:
        run: Run[Any, Any] = Run(rules, table.state, command)
        try:
            events = run.start()
        except Refused:
            return False
        group = [Input(next(seqs), "command", rules.write_command(command), rules.write_events(events))]
        while run.question is not None:
            answer = run.question.check(table.answer(run.question, run.state))
            body = msgspec.json.encode(answer).decode()
            group.append(Input(next(seqs), "answer", body, rules.write_events(run.go_on(answer))))
        groups.append(tuple(group))
        table.state = run.state
        return True

    table.do = do  # type: ignore[method-assign]


def lines_of(errors: Sequence[Error]) -> Iterator[str]:
    """Yield how many planted errors of each size were named, and how many of the named ones were real."""
    for least in SIZES:
        dear = [error for error in errors if error.true >= least]
        planted = [error for error in dear if error.is_planted]
        every, own = (sum(error.is_named for error in some) for some in (dear, planted))
        yield f"choices that cost {least:.0%} or more: {every} of {len(dear)} named; planted: {own} of {len(planted)}"
    named = [error for error in errors if error.is_named]
    real = [error for error in named if error.true > 0]
    yield f"named: {len(named)}, planted {sum(error.is_planted for error in named)}, known to cost {len(real)}"
    inside = sum(error.has_size for error in real)
    off = fmean(abs(error.cost.mean - error.true) for error in real if error.cost is not None) if real else 0.0
    yield f"size: within the interval {inside} of {len(real)}, {off:.1%} off on average"


def main(arguments: Sequence[str]) -> int:
    """Print what was found."""
    game_id, number, errors = arguments[0], int(arguments[1]), list[Error]()
    if game_id == "race":
        games.add("race", WHERE)
        for seed in range(number):
            errors += look_at_race(find("race"), seed, Settings())
    else:
        game = find(game_id)
        matches = read_book(game.study.puzzles).matches
        moments = [(match.record, puzzle) for match in matches for puzzle in match.puzzles]
        for record, puzzle in moments[:number]:
            errors += look_at_puzzle(game, record, puzzle, FEW, AFTERWARDS)
    sys.stdout.write("".join(f"{line}\n" for line in lines_of(errors)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
