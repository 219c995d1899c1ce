"""A puzzle as it is posed to somebody: its moment, its choices in words, and what speaks for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from q40k.bots.bot import Move
from q40k.games.game import Game
from q40k.i18n.locale import N_, Locale
from q40k.study.playouts import Record
from q40k.study.puzzles import Choice, Puzzle, choice_name, shuffled, state_at, weighed_moves


class SourcedPuzzle(Struct, frozen=True):
    """A puzzle with its game, its match, and where that comes from: a sentence and its facts."""

    game: Game
    record: Record
    puzzle: Puzzle
    origin: str
    facts: dict[str, Any] = {}

    def origin_text(self, locale: Locale) -> str:
        """Return where the match comes from."""
        return locale.say(self.origin, **self.facts)

    @property
    def is_own(self) -> bool:
        """Return whether it is of one's own match: of kept ones only the events are kept."""
        return bool(self.record.groups[self.puzzle.place][0].body)


class PosedPuzzle(Struct, frozen=True):
    """A puzzle whose moment was found: the state, its choices in the order shown, their moves and names."""

    game: Game
    puzzle: Puzzle
    state: Any
    choices: tuple[Choice, ...]
    moves: tuple[Move[Any], ...]
    names: tuple[str, ...]

    @property
    def seat_name(self) -> str:
        """Return the name of who chooses."""
        names = {seat.id: seat.name for seat in self.game.view.seats(self.state)}
        return names.get(self.puzzle.seat, self.puzzle.seat)

    def reason(self, locale: Locale, number: int) -> str:
        """Return a choice with what moves a sound bot to it; without a reason its name."""
        move = self.moves[number]
        return (self.game.words.move(locale, self.state, move) if move.why else "") or self.names[number]

    def verdict(self, locale: Locale, picked: int) -> str:
        """Return whether the choice somebody picked is right, or how far it comes behind the best."""
        own = self.choices[picked]
        if own.is_right:
            return locale.gettext(N_("Right."))
        return locale.say(N_("Not the best: it comes {behind} behind."), behind=locale.percent(own.behind.mean, 1))


def pose(sourced: SourcedPuzzle, locale: Locale) -> PosedPuzzle | None:
    """Return a puzzle as it is posed; None where it asks nothing. Raises OtherRules.

    It asks nothing where nobody could tell two choices apart, and where the right one is the likeliest shot.
    """
    game, puzzle = sourced.game, sourced.puzzle
    state = state_at(game, sourced.record, puzzle)
    choices = tuple(shuffled(puzzle))
    weighed = weighed_moves(game, state, puzzle.seat)
    read = game.rules.read_command
    moves = tuple(weighed.get(choice.body) or Move(puzzle.seat, read(choice.body)) for choice in choices)
    names = tuple(choice_name(game, locale, state, puzzle.seat, move.command) for move in moves)
    if len(set(names)) < len(names) or _is_likeliest_shot(choices, moves):
        return None
    return PosedPuzzle(game, puzzle, state, choices, moves, names)


def _is_likeliest_shot(choices: Sequence[Choice], moves: Sequence[Move[Any]]) -> bool:
    """Return whether every choice names its chance to kill, and a right one the highest."""
    kills = [move.expects.get("kills", -1.0) for move in moves]
    best = max(choices, key=lambda choice: choice.chance)
    return min(kills) >= 0 and kills[choices.index(best)] == max(kills)
