"""Errors planted in matches of bots: now and then a bot takes its worst move, and a study should find it.

`python -m tests.study.planted quake 12 FILE` plays so many duels, studies each with the quick setting, and adds a line
for each to a file; it goes on where it was stopped. Then it prints what was found. docs/study.md has the figures.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from q40k.games.game import Game, find
from q40k.lab.match_study import record_of
from q40k.study.figures import Estimate, Study, estimate, find_cost, link_up, second_look, work_out
from q40k.study.matches import encode_record, list_tasks
from q40k.study.playouts import QUICK, Record, Settings, Task, play_tasks, read_weighing
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script

OFTEN = 0.08
"""How often a bot takes the worst of the moves it thought of."""
PROPOSED = 12
MOST_COMMANDS = 200
TRUE = replace(QUICK, plays=128)
"""The play-outs, with other dice, that say what a planted error really cost."""


class Planted(Struct, frozen=True):
    """A planted error: its entry, who made it, what it cost by dice of its own, and what the study says of it."""

    entry: int
    who: str
    true: Estimate
    study: Estimate | None
    is_named: bool


class Match(Struct, frozen=True):
    """A match with its planted errors, and the other choices that the study names: what they really cost."""

    number: int
    commands: int
    planted: tuple[Planted, ...]
    others: tuple[Estimate, ...]


def play_with_errors(game: Game, number: int) -> tuple[MatchSession, dict[int, str]]:
    """Play a short match of sound bots, some of whose moves are the worst; return it with their entries and seats."""
    match_session, library, chance = temporary_match(game), game.packs.library(), Random(f"planted/{number}")
    for line in read_script([json.dumps(line) for line in game.study.short_match(number)], None):
        play_line(match_session, lambda: library, line)
    table, planted = game.study.table(match_session.state, f"planted/{number}"), dict[int, str]()
    for _ in range(MOST_COMMANDS):
        state = match_session.state
        status = game.view.status(state)
        if status.over:
            break
        command, seat = game.study.choose(state, chance, "sound"), next(iter(status.active), "")
        if seat and chance.random() < OFTEN and game.study.chooser(game.view, state, command) == seat:
            proposed = game.study.propose(state, seat, PROPOSED)
            if len(proposed) > 2:
                command, planted[match_session.head + 1] = proposed[-1], seat
        match_session.do(command)
        while match_session.session.question is not None:
            match_session.give(table.answer(match_session.session.question, match_session.state))
    return match_session, planted


def study_of(game: Game, record: Record, settings: Settings) -> tuple[Study, tuple[Task, ...]]:
    """Return the study of a match with its second look, and its tasks."""
    tasks, sent, sides = list_tasks(game, record, settings), encode_record(record), {s: s for s in record.sides}

    def weigh(some: Sequence[Task]) -> list[Any]:
        return [read_weighing(kept) for kept in play_tasks(game, sent, some)[1]]

    weighings = weigh(tasks)
    again = second_look(tasks, work_out(record, tasks, weighings, sides, []))
    looked = dict(zip((task.place for task in again), weigh(again), strict=True))
    return work_out(record, tasks, weighings, sides, [], looked), tasks


def true_cost(game: Game, record: Record, task: Task) -> Estimate:
    """Return what a choice cost, by many play-outs with other dice."""
    task = replace(task, settings=TRUE, first=10_000, to_end=True)
    weighing = read_weighing(play_tasks(game, encode_record(record), [task])[1][0])
    link = next(link_up([task, task], [weighing, weighing]))
    return estimate(find_cost(link, record.sides.index(link.who)))


def look_for_planted(game: Game, number: int) -> Match:
    """Play a match, study it, and compare what the study names with what was planted."""
    match_session, planted = play_with_errors(game, number)
    record = record_of(match_session)
    study, tasks = study_of(game, record, QUICK)
    by_place = {task.place: task for task in tasks}
    rows = {(row.entry, row.who): row for row in study.rows if row.cost is not None}
    named = {(row.entry, row.who) for row in study.errors}
    places = {group[0].seq: place for place, group in enumerate(record.groups)}
    looked = []
    for entry, who in planted.items():
        row, task = rows.get((entry, who)), by_place.get(places[entry])
        if task is not None:
            cost = true_cost(game, record, task)
            looked.append(Planted(entry, who, cost, None if row is None else row.cost, (entry, who) in named))
    others = [row for row in study.errors if (row.entry, row.who) not in planted.items()]
    costs = tuple(true_cost(game, record, by_place[row.place]) for row in others if not row.step)
    return Match(number, len(record.groups), tuple(looked), costs)


def lines_of(matches: Sequence[Match]) -> Iterator[str]:
    """Yield what was found of errors of each size, and how many of the named choices were errors."""
    planted = [error for match in matches for error in match.planted]
    yield f"{len(matches)} matches, {sum(m.commands for m in matches)} commands, {len(planted)} planted"
    for least in (0.02, 0.05, 0.1, 0.2):
        dear = [error for error in planted if error.true.mean >= least]
        named = [error for error in dear if error.is_named]
        yield f"cost {least:.0%} or more: {len(named)} of {len(dear)} named"
    named = [error for error in planted if error.is_named]
    inside = [e for e in named if e.study is not None and e.study.low <= e.true.high and e.true.low <= e.study.high]
    if named:
        off = fmean(abs(e.study.mean - e.true.mean) for e in named if e.study is not None)
        yield f"named: intervals of study and count meet in {len(inside)} of {len(named)}, {off:.1%} apart on average"
    others = [cost for match in matches for cost in match.others]
    real = sum(cost.low > 0 for cost in others)
    yield f"other choices named: {len(others)}, of which {real} certainly cost something by dice of their own"


def main(arguments: Sequence[str]) -> int:
    """Play what is missing, and print the figures."""
    game, number, path = find(arguments[0]), int(arguments[1]), Path(arguments[2])
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    matches = [msgspec.json.decode(line, type=Match) for line in lines]
    for match in range(len(matches), number):
        matches.append(look_for_planted(game, match))
        with path.open("a", encoding="utf-8") as kept:
            kept.write(msgspec.json.encode(matches[-1]).decode() + "\n")
    sys.stdout.write("".join(f"{line}\n" for line in lines_of(matches)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
