"""A whole match that the program plays against itself, in a journal to watch."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.bot.balance import ALONE
from q40k.games.space_hulk.bot.leading import HAND, Reply, next_move
from q40k.games.space_hulk.packs.missions import EditionId
from q40k.games.space_hulk.rules.marines import StartMatch
from q40k.games.space_hulk.rules.opening import New
from q40k.packs.library import Library
from q40k.table.match_session import MatchSession

MOST_MOVES: Final = 20_000


def play_alone(
    match: MatchSession, library: Library, mission: str, edition: EditionId, seed: int
) -> None:
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
