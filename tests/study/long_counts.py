"""The long counts of docs/study.md: luck over many races, planted errors in matches of Quake 40K.

`python -m tests.study.long_counts luck 2000` and `… planted 10`; both print their figures. The tests do the
same with small numbers.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from q40k.bots.bot import HAND
from q40k.bots.playing import play_on
from q40k.games import game as games
from q40k.games.game import Game
from q40k.lab.match_study import record_of
from q40k.study.figures import Estimate, estimate, find_cost, link_up
from q40k.study.matches import encode_record, list_tasks
from q40k.study.playouts import Playouts, Record, Settings, Weighing, play_tasks, read_weighing
from q40k.study.puzzles import state_at
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script
from tests.games.race.playing import WHERE
from tests.study.conftest import mean_luck

CULPRIT = "p1"
"""The seat whose bot errs: Ann’s."""
PROPOSED = 12
"""An error is the last of so many moves that a sound bot would think of."""


class Planted(NamedTuple):
    """A match in which a bot erred, and the entries of its errors."""

    match_session: MatchSession
    errors: tuple[int, ...]


class Planting(NamedTuple):
    """What a study says of an error: who erred where, at what cost; and the cost by other dice."""

    who: str
    entry: int
    cost: Estimate
    other: Estimate


def plant_errors(game: Game, number: int, every: int, most: int) -> Planted:
    """Play a short match of straight bots; after the first score Ann’s takes the worst move every so many moments."""
    library, match_session, chance = game.packs.library(), temporary_match(game), Random(number)
    lines = [
        json.dumps(line | ({"bot": {"level": "straight"}} if line["do"] == "join" else {}))
        for line in game.study.short_match(number)
    ]
    for line in read_script(lines, None):
        play_line(match_session, lambda: library, line)
    errors: list[int] = []
    while match_session.head < 400 and len(errors) < most and not game.view.status(match_session.state).over:
        state = match_session.session.state
        can_err = match_session.question is None and game.view.status(state).active == (CULPRIT,)
        has_scored = any(racer.share for racer in game.view.race(state))
        moves = game.study.propose(state, CULPRIT, PROPOSED) if can_err and has_scored else ()
        if len(moves) > 2 and not chance.randrange(every):
            errors.append(match_session.head + 1)
            match_session.do(moves[-1], hand=HAND)
        else:
            play_on(match_session, lambda: library)
    return Planted(match_session, tuple(errors))


def weigh_errors(game: Game, planted: Planted, settings: Settings) -> list[Planting]:
    """Study the planted errors alone, and weigh each with other dice another way."""
    record = record_of(planted.match_session)
    tasks = [
        replace(task, to_end=True)
        for task in list_tasks(game, record, settings)
        if task.place < len(record.groups) and record.groups[task.place][0].seq in planted.errors
    ]
    weighings = [read_weighing(kept) for kept in play_tasks(game, encode_record(record), tasks)[1]]
    found = []
    for task, weighing in zip(tasks, weighings, strict=True):
        links = link_up([task, task], [weighing, Weighing()])
        link = next(link for link in links if link.step == 0 and link.kind == "choice")
        side = record.sides.index(link.who)
        best = max(link.options, key=lambda option: sum(values[side] for values in option.values))
        other = _weigh_again(game, record, task.place, best.body, replace(settings, plays=2 * settings.plays))
        found.append(Planting(link.who, link.entry, estimate(find_cost(link, side)), other))
    return found


def _weigh_again(game: Game, record: Record, place: int, better: str, settings: Settings) -> Estimate:
    """Return by how much a move is better than the one that was made, by dice that no study has seen."""
    state, group = state_at(game, record, place), record.groups[place]
    seat = game.view.status(state).active[0]
    tasks = list_tasks(game, record, settings)
    playouts = Playouts(game, state, replace(tasks[0], first=10_000), seat)
    side = record.sides.index(game.study.side(state, seat))
    values = [playouts.values(game.rules.read_command(body)) for body in (better, group[0].body)]
    return estimate([best[side] - made[side] for best, made in zip(*values, strict=True)])


def main(arguments: Sequence[str]) -> int:
    """Print the figures of a count."""
    what, number = arguments[0], int(arguments[1])
    lines: list[Any] = []
    if what == "luck":
        games.add("race", WHERE)
        luck = mean_luck(games.find("race"), range(number))
        lines.append(f"{number} races: mean luck {luck.mean:+.4f} ({luck.low:+.4f} to {luck.high:+.4f})")
    else:
        game, settings = games.find("quake"), Settings(plays=32, ahead=1)
        for match in range(number):
            planted = plant_errors(game, match, 3, 3)
            lines += [f"match {match}: {planting}" for planting in weigh_errors(game, planted, settings)]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
