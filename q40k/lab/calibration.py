"""How often a chance comes true: `python -m q40k.lab.calibration quake 1000` plays matches of bots to their end.

The chances are those of the board, the report and the study: how a side stands (`View.prospects`), by the weights of
its game (`Moments.chances_weights`). They are noted at the beginning of every turn and a few times within it. One
half of the matches, drawn by lot, fits weights; the other half shows how the chances came true, with the weights
fitted just now and with the game's own. The positions of a match are one observation.
"""

import argparse
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import chain
from math import log
from random import Random
from typing import NamedTuple

import numpy as np

from q40k.games.game import find
from q40k.geometry.arrays import Floats
from q40k.lab.figures import fit_logit, share_by_seeds
from q40k.packs.library import Library
from q40k.study.playouts import MOST_STEPS
from q40k.table.match_library import temporary_match
from q40k.table.script import play_line, read_script
from q40k.table.shown import weigh

FIRST_MATCH = 20_000
"""Matches of lower numbers are those that puzzles were made of."""
STEPS_APART = 15
"""Within a turn a position is noted after so many commands."""
TENTHS = 10
LEAST = 1e-6
PRIOR = 0.01
"""The precision of a weight before any match."""


class Position(NamedTuple):
    """A position of a match: what speaks for each side, and what of the victory it got."""

    match: int
    prospects: Mapping[str, tuple[float, ...]]
    won: Mapping[str, float]


class Noted(NamedTuple):
    """The chance of a side in a position of a match, and what of the victory it got."""

    match: int
    chance: float
    won: float


@cache
def _library(game_id: str) -> Library:
    library: Library = find(game_id).packs.library()
    return library


def play(game_id: str, number: int) -> list[Position]:
    """Play a match of bots; return positions of it, or nothing if nobody wins."""
    game = find(game_id)
    match_session = temporary_match(game)
    for line in read_script([json.dumps(line) for line in game.study.any_match(number)], None):
        play_line(match_session, lambda: _library(game_id), line)
    view, subject = game.view, game.study
    table = subject.table(match_session.session.state, f"calibration/{number}")
    noted: list[Mapping[str, tuple[float, ...]]] = []
    last = (0, 0)
    for step in range(MOST_STEPS):
        status = view.status(table.state)
        if status.over:
            sides = {racer.side: racer.name for racer in view.race(table.state)}
            won = {side: float(name in status.winners) for side, name in sides.items()}
            total = sum(won.values())
            won = {side: share / total for side, share in won.items()} if total else {}
            return [Position(number, prospects, won) for prospects in noted if won.keys() == prospects.keys()]
        if status.turn and (status.turn != last[0] or step - last[1] >= STEPS_APART):
            last = (status.turn, step)
            noted.append(view.prospects(table.state))
        subject.step(table, Random(f"{number}/{step}"), "sound")
    return []


# -- fitting -----------------------------------------------------------------------------------


def fit_weights(positions: Sequence[Position]) -> tuple[Floats, Floats]:
    """Return the weights at which what was won is least surprising, and their standard errors by matches."""
    size = len(next(iter(positions[0].prospects.values())))
    shape = (len(positions), max(len(each.prospects) for each in positions))
    design, won, present = np.zeros((*shape, size)), np.zeros(shape), np.zeros(shape)
    for row, each in enumerate(positions):
        sides = len(each.prospects)
        design[row, :sides] = list(each.prospects.values())
        won[row, :sides] = [each.won[side] for side in each.prospects]
        present[row, :sides] = 1.0
    weights, curvature, chances = fit_logit(design, won, present, PRIOR * np.eye(size))
    slopes = np.einsum("gs,gsk->gk", won - chances, design)
    matches = {match: number for number, match in enumerate(dict.fromkeys(each.match for each in positions))}
    of_matches = np.zeros((len(matches), size))
    np.add.at(of_matches, [matches[each.match] for each in positions], slopes)
    inverse = np.linalg.inv(curvature)
    return weights, np.sqrt(np.diag(inverse @ of_matches.T @ of_matches @ inverse))


def note_chances(positions: Sequence[Position], weights: Sequence[float]) -> list[Noted]:
    """Return the chance of every side in every position by some weights."""
    return [
        Noted(each.match, chance, each.won[side])
        for each in positions
        for side, chance in weigh(each.prospects, weights).items()
    ]


# -- the tables --------------------------------------------------------------------------------


def log_loss(noted: Sequence[Noted]) -> float:
    """Return how surprising what was won is, on average of the victories."""
    surprise = -sum(each.won * log(max(each.chance, LEAST)) for each in noted)
    return surprise / max(sum(each.won for each in noted), LEAST)


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


def is_for_fit(match: int) -> bool:
    """Return whether a match is of the half that fits weights. By lot, as missions and armies take turns by number."""
    return Random(f"half/{match}").random() < 1 / 2


def report_lines(positions: Sequence[Position], own: Sequence[float], numbers: Sequence[int]) -> Iterator[str]:
    """Yield the weights that fit, and how chances came true in the other half with them and with the game's own."""
    fitting, checked = ([each for each in positions if is_for_fit(each.match) == so] for so in (True, False))
    for name, half in (("all matches", positions), ("one half of them", fitting)):
        weights, errors = fit_weights(half)
        fitted = ", ".join(f"{weight:.2f} ± {1.96 * error:.2f}" for weight, error in zip(weights, errors, strict=True))
        yield f"weights that fit {name}: {fitted}"
    yield "\nwith the latter, the other half, fitted to none of it:\n"
    others = sum(not is_for_fit(number) for number in numbers)
    yield from calibration_lines(note_chances(checked, [float(weight) for weight in weights]), others)
    yield f"\nwith the game's own weights ({', '.join(f'{weight:g}' for weight in own)}), the same matches:\n"
    yield from calibration_lines(note_chances(checked, own), others)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the weights and the calibration of a game's chances."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("matches", type=int, nargs="?", default=100)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    numbers = range(FIRST_MATCH, FIRST_MATCH + options.matches)
    with ProcessPoolExecutor(options.cores) as pool:
        positions = list(chain.from_iterable(pool.map(partial(play, options.game), numbers, chunksize=4)))
    for line in report_lines(positions, find(options.game).view.moments.chances_weights, numbers):
        sys.stdout.write(f"{line}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
