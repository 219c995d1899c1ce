"""How often a chance comes true: `python -m q40k.lab.calibration quake 100` plays short matches of bots to their end.

At the beginning of every turn the chances of all sides are noted, as the report and the study give them; each tenth
of them is compared with what was won. The positions of a match are one observation. The board shows these chances to
a power (`Moments.chances_power`): the first half of the matches fits it, and the second shows how it came true.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import log
from random import Random
from typing import NamedTuple

from q40k.games.game import Game, find
from q40k.lab.figures import share_by_seeds
from q40k.study.playouts import MOST_STEPS
from q40k.table.match_library import temporary_match
from q40k.table.script import play_line, read_script
from q40k.table.shown import temper

FIRST_MATCH = 20_000
"""Matches of lower numbers are those that puzzles were made of."""
TENTHS = 10
LEAST = 1e-6


class Noted(NamedTuple):
    """The chance that a side of a match had at the beginning of a turn, and what of the victory it got.

    `turn` and `match` say which chances belong together.
    """

    match: int
    chance: float
    won: float
    turn: int = 0


def play(game: Game, number: int) -> Iterator[Noted]:
    """Play a short match of sound bots; yield the chances of every turn, unless it is broken off."""
    match_session, library = temporary_match(game), game.packs.library()
    script = [json.dumps(line) for line in game.study.short_match(number)]
    for line in read_script(script, None):
        play_line(match_session, lambda: library, line)
    view, subject = game.view, game.study
    table = subject.table(match_session.session.state, f"calibration/{number}")
    noted: list[dict[str, float]] = []
    turn = 0
    for step in range(MOST_STEPS):
        status = view.status(table.state)
        if status.over:
            names = {racer.side: racer.name for racer in view.race(table.state)}
            winners = [side for side, name in names.items() if name in status.winners]
            share = {side: 1 / len(winners) if side in winners else 0.0 for side in names} if winners else {}
            for at, chances in enumerate(noted if winners else ()):
                yield from (Noted(number, chance, share.get(side, 0.0), at) for side, chance in chances.items())
            return
        if status.turn > turn:
            turn = status.turn
            noted.append(dict(subject.standing(view, table.state)))
        subject.step(table, Random(f"{number}/{step}"), "sound")


def temper_all(noted: Sequence[Noted], power: float) -> list[Noted]:
    """Return the same positions with their chances to a power."""
    return [
        Noted(match, chance, won, turn)
        for (match, turn), sides in groupby(noted, key=lambda each: (each.match, each.turn))
        for chance, won in _temper(list(sides), power)
    ]


def _temper(sides: Sequence[Noted], power: float) -> Iterator[tuple[float, float]]:
    tempered = temper({str(number): max(each.chance, LEAST) for number, each in enumerate(sides)}, power)
    return zip(tempered.values(), (each.won for each in sides), strict=True)


def fit_power(noted: Sequence[Noted]) -> float:
    """Return the power of 0 to 2, to a hundredth, at which what was won is least surprising."""
    return min(range(201), key=lambda power: log_loss(temper_all(noted, power / 100))) / 100


def log_loss(noted: Sequence[Noted]) -> float:
    """Return how surprising what was won is, on average."""
    return -sum(each.won * log(max(each.chance, LEAST)) for each in noted) / max(len(noted), 1)


def calibration_lines(noted: Sequence[Noted], matches: int) -> Iterator[str]:
    """Yield the table of tenths, and how far the chances are off as a whole."""
    yield "| chance | positions | chance on average | won | 95 % interval |"
    yield "|---|---|---|---|---|"
    tenths: dict[int, list[Noted]] = defaultdict(list)
    for each in noted:
        tenths[min(int(each.chance * TENTHS), TENTHS - 1)].append(each)
    for tenth, of_tenth in sorted(tenths.items()):
        share = share_by_seeds((each.match, each.won) for each in of_tenth)
        mean = sum(each.chance for each in of_tenth) / len(of_tenth)
        low, high = tenth * 100 // TENTHS, (tenth + 1) * 100 // TENTHS
        interval = f"{share.low:.0%} to {share.high:.0%}"
        yield f"| {low} to {high} % | {len(of_tenth)} | {mean:.1%} | {share.share:.1%} | {interval} |"
    brier = sum((each.chance - each.won) ** 2 for each in noted) / max(len(noted), 1)
    finished = len({each.match for each in noted})
    yield ""
    error = f"mean square of the error {brier:.3f}, log loss {log_loss(noted):.3f}"
    yield f"{finished} of {matches} matches had a winner; {error}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the calibration of a game's chances."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("matches", type=int, nargs="?", default=100)
    options = parser.parse_args(arguments)
    game = find(options.game)
    numbers = range(FIRST_MATCH, FIRST_MATCH + options.matches)
    noted = [each for number in numbers for each in play(game, number)]
    middle = FIRST_MATCH + options.matches // 2
    fitting, checked = ([each for each in noted if (each.match < middle) == is_first] for is_first in (True, False))
    power = fit_power(fitting)
    lines = [
        *calibration_lines(noted, options.matches),
        f"\nfitted power of all: {fit_power(noted):.2f}; to the first half: {power:.2f}. With it, the second half:\n",
        *calibration_lines(temper_all(checked, power), options.matches // 2),
    ]
    for line in lines:
        sys.stdout.write(f"{line}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
