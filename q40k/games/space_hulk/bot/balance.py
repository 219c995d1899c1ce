"""How missions weigh: the plain bot leads the marines against the automaton, game after game.

A game is known by its number, so the same call brings the same figures, however many cores play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt
from multiprocessing import Pool
from typing import Final

from msgspec import Struct

from q40k.games.space_hulk.bot.plain import play
from q40k.games.space_hulk.bot.playing import Table
from q40k.games.space_hulk.packs.boards import Layout
from q40k.games.space_hulk.packs.missions import EditionId, Mission
from q40k.games.space_hulk.rules.opening import New

CHUNK: Final = 5
"""Games that a core takes at a time."""
ALONE: Final = {"solo": True, "cp": "app", "blips": "app", "timer": "off"}


class Job(Struct, frozen=True):
    """A game to be played: its mission and board, its edition, its number."""

    mission: Mission
    board: Layout
    edition: EditionId
    seed: int


class Result(Struct, frozen=True):
    """How a game ended: what it is worth to the marines, by what, after how many turns."""

    worth: float
    met: str
    turns: int


class Figures(Struct, frozen=True):
    """What many games come to: wins, draws and losses of the marines, turns on average.

    `off` is how far chance may have the share of wins off (one standard deviation); `met` says by
    what how many games were decided.
    """

    games: int
    won: int
    drawn: int
    lost: int
    turns: float
    met: dict[str, int]

    @property
    def share(self) -> float:
        """The share of games that the marines win."""
        return self.won / self.games

    @property
    def off(self) -> float:
        """How far chance may have the share off."""
        return sqrt(self.share * (1 - self.share) / self.games)


def begin(job: Job) -> Table:
    """A match laid out for the bot and the automaton, all dice by the game's number."""
    table = Table(job.seed)
    table.do(
        New(
            mission=job.mission.id, edition=job.edition, seed=job.seed, dice="app",
            options=dict(ALONE), mission_data=job.mission, board_data=job.board,
        )
    )  # fmt: skip
    return table


def played(job: Job) -> Result:
    """A whole game."""
    table = begin(job)
    play(table)
    state = table.state
    winners = state.outcome.winners
    worth = 0.5 if not winners else float(winners[0] == "marine")
    return Result(worth, state.outcome.met, state.play.turn)


def games(
    mission: Mission, board: Layout, many: int, edition: EditionId = "4", cores: int = 1
) -> Iterator[Result]:
    """The results of so many games of a mission, in the order of their numbers."""
    jobs = (Job(mission, board, edition, seed) for seed in range(many))
    if cores == 1:
        yield from map(played, jobs)
        return
    with Pool(cores) as pool:
        yield from pool.imap(played, jobs, CHUNK)


def figures(results: Iterable[Result]) -> Figures:
    """What some games come to."""
    several = list(results)
    met: dict[str, int] = {}
    for one in several:
        met[one.met] = met.get(one.met, 0) + 1
    return Figures(
        games=len(several),
        won=sum(one.worth == 1 for one in several),
        drawn=sum(one.worth == 0.5 for one in several),
        lost=sum(one.worth == 0 for one in several),
        turns=sum(one.turns for one in several) / len(several),
        met=dict(sorted(met.items())),
    )
