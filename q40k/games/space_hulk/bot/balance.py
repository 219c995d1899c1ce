"""The balance of missions: the bot leads the marines against the automaton in many games.

Each game has a seed, so the same call brings the same figures on any number of cores.
"""

from collections.abc import Iterable, Iterator
from math import sqrt
from multiprocessing import Pool

from msgspec import Struct

from q40k.bots.bot import HAND
from q40k.games.space_hulk.bot.leading import Reply, next_move
from q40k.games.space_hulk.bot.playing import Table, play
from q40k.games.space_hulk.packs.boards import Layout
from q40k.games.space_hulk.packs.missions import EditionId, Mission
from q40k.games.space_hulk.rules.opening import New, StartMatch
from q40k.packs.library import Library
from q40k.table.match_session import MatchSession

CHUNK = 5
"""Games that a core takes at a time."""
ALONE = {"solo": True, "cp": "app", "blips": "app", "timer": "off"}


class Job(Struct, frozen=True):
    """A game to play: its mission and board, its edition, its seed."""

    mission: Mission
    board: Layout
    edition: EditionId
    seed: int


class Result(Struct, frozen=True):
    """The end of a game: its score for the marines, what decided it, its number of turns."""

    worth: float
    met: str
    turns: int


class Figures(Struct, frozen=True):
    """The results of many games: the marines' wins, draws and losses, and the mean of turns.

    `off` is the standard deviation of the share of wins. `met` counts the games by what decided
    them.
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
        """The standard deviation of the share of wins."""
        return sqrt(self.share * (1 - self.share) / self.games)


def lay_out(job: Job) -> Table:
    """Lay out a match for the bot and the automaton, with all dice from the game's seed."""
    table = Table(job.seed)
    table.do(
        New(
            mission=job.mission.id, edition=job.edition, seed=job.seed, dice="app",
            options=dict(ALONE), mission_data=job.mission, board_data=job.board,
        )
    )  # fmt: skip
    return table


def play_game(job: Job) -> Result:
    """Play a whole game."""
    table = lay_out(job)
    play(table)
    state = table.state
    winners = state.outcome.winners
    worth = 0.5 if not winners else float(winners[0] == "marine")
    return Result(worth, state.outcome.met, state.play.turn)


def play_games(
    mission: Mission, board: Layout, count: int, edition: EditionId = "4", cores: int = 1
) -> Iterator[Result]:
    """Play a number of games of a mission and yield the results in the order of their seeds."""
    jobs = (Job(mission, board, edition, seed) for seed in range(count))
    if cores == 1:
        yield from map(play_game, jobs)
        return
    with Pool(cores) as pool:
        yield from pool.imap(play_game, jobs, CHUNK)


def summarise(results: Iterable[Result]) -> Figures:
    """Sum up the results of some games."""
    finished = list(results)
    met: dict[str, int] = {}
    for result in finished:
        met[result.met] = met.get(result.met, 0) + 1
    return Figures(
        games=len(finished),
        won=sum(result.worth == 1 for result in finished),
        drawn=sum(result.worth == 0.5 for result in finished),
        lost=sum(result.worth == 0 for result in finished),
        turns=sum(result.turns for result in finished) / len(finished),
        met=dict(sorted(met.items())),
    )


# -- a recorded match ------------------------------------------------------------------------


MOST_MOVES = 20_000


def play_alone(match: MatchSession, library: Library, mission: str, edition: EditionId, seed: int) -> None:
    """Lay a mission out in an empty match and play it to its end; equal seeds play equally."""
    options = {**ALONE, "bot": "marines"}
    new = New(mission=mission, edition=edition, seed=seed, dice="app", options=options)
    packs = match.game.packs
    match.do(packs.complete(library, match.session.state, new), hand=HAND)
    match.do(StartMatch(), hand=HAND)
    for _ in range(MOST_MOVES):
        move = next_move(match.session.state, match.session.question)
        if move is None:
            break
        if isinstance(move, Reply):
            match.give(move.answer, hand=HAND)
        else:
            match.do(move.command, hand=HAND)
    assert match.state.outcome.over, "the bot always knows something to do"
