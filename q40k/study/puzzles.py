"""Puzzles: a moment of a match with some choices, each with its chance to win. Right is what comes near the best.

A choice whose chance lies so near the border that it may be either is left out. Puzzles come from
studies of one's own matches, or from short matches of bots, kept in a book.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import msgspec
from msgspec import Struct

from q40k.bots.bot import Move
from q40k.games.game import Game
from q40k.i18n.locale import Locale
from q40k.kernel.replay import fold_journaled
from q40k.kernel.whole_file import read_bounded, write_whole
from q40k.study.figures import Estimate, estimate, link_up
from q40k.study.matches import dice_of
from q40k.study.playouts import Playouts, Record, Settings, Task, Weighing

RIGHT = 0.02
"""A choice is right if it comes within so much of a victory of the best."""
CLEAR = 0.05
"""In a first look two choices are so much worse than the best, or there is no puzzle."""
LEAST_CHOICES, LEAST_WRONG = 3, 2
"""A puzzle has so many choices, and so many of them are wrong."""
PROPOSED = 12
"""So many choices of a sound bot are looked at, of which a few are weighed."""
SCREEN, FINAL = Settings(plays=4, ahead=1, rerolls=2), Settings(plays=16, ahead=1, rerolls=2)
"""The play-outs by which a puzzle is chosen, and those with new dice by which it is weighed."""
MOST_TEXT, MOST_MEMORY = 100_000_000, 200_000_000
"""A book unpacked has at most so many bytes, and unpacking it takes at most so many."""
MOST_OF_MATCH = 6
"""One match gives at most so many puzzles."""


class Choice(Struct, frozen=True):
    """A command as JSON, the chance to win with it, and how far it is behind the best."""

    body: str
    chance: float
    behind: Estimate

    @property
    def is_right(self) -> bool:
        """Return whether it comes near enough to the best."""
        return self.behind.mean <= RIGHT


class Puzzle(Struct, frozen=True):
    """A moment of a match: the place of its command in the record, who acts, and the choices."""

    place: int
    entry: int
    seat: str
    side: str
    choices: tuple[Choice, ...]


class PuzzleMatch(Struct, frozen=True):
    """A match with the puzzles that it gives."""

    record: Record
    puzzles: tuple[Puzzle, ...] = ()


class Book(Struct, frozen=True):
    """Kept puzzles of a game, and the play-outs that weighed them."""

    game: str
    settings: Settings
    matches: tuple[PuzzleMatch, ...]

    def __len__(self) -> int:
        return sum(len(match.puzzles) for match in self.matches)


# -- making ------------------------------------------------------------------------------------


def puzzles_of_record(game: Game, record: Record) -> PuzzleMatch:
    """Return a match up to its last puzzle: moments of it in which choices matter, weighed with new dice."""
    puzzles: list[Puzzle] = []
    state = game.rules.blank()
    for place, group in enumerate(record.groups):
        before, state = state, fold_journaled(game.rules, state, group)
        puzzle = _look_for_puzzle(game, record, before, place) if len(puzzles) < MOST_OF_MATCH else None
        puzzles += [puzzle] if puzzle is not None else []
    end = puzzles[-1].place + 1 if puzzles else 0
    return PuzzleMatch(Record(record.sides, record.groups[:end]), tuple(puzzles))


def _look_for_puzzle(game: Game, record: Record, state: Any, place: int) -> Puzzle | None:
    status, subject, group = game.view.status(state), game.study, record.groups[place]
    if not (status.is_laid_out and status.active) or status.over:
        return None
    if not any(racer.share for racer in game.view.race(state)):  # the first moves of a match decide little
        return None
    command = game.rules.read_command(group[0].body)
    seat = subject.chooser(game.view, state, command)
    if not seat or subject.is_report(state, command):
        return None
    side = subject.side(state, seat)
    commands = list(_distinct(game, state, seat, subject.propose(state, seat, PROPOSED)))
    if side not in record.sides or len(commands) < LEAST_CHOICES:
        return None
    at, middle = record.sides.index(side), len(commands) // 2
    commands = [*commands[:3], *commands[max(3, middle) : middle + 1], *commands[max(3, middle + 1) :][-1:]]

    def weigh(settings: Settings, first: int, bodies: Sequence[str]) -> dict[str, list[float]]:
        playouts = Playouts(
            game, state, Task("", place, record.sides, settings, first=first, dice=dice_of(record)), seat
        )
        read = game.rules.read_command
        return {body: [values[at] for values in playouts.values(read(body))] for body in bodies}

    screened = weigh(SCREEN, 0, [game.rules.write_command(command) for command in commands])
    ordered = sorted(screened, key=lambda body: -fmean(screened[body]))
    if fmean(screened[ordered[0]]) - fmean(screened[ordered[-2]]) < CLEAR:
        return None
    choices = clear_choices(weigh(FINAL, SCREEN.plays, [*ordered[:2], *ordered[2:][-2:]]))
    return Puzzle(place, group[0].seq, seat, side, choices) if choices else None


def _distinct(game: Game, state: Any, seat: str, commands: Sequence[Any]) -> Iterator[Any]:
    """Yield the commands that have a name of their own."""
    names = set()
    for command in commands:
        name = choice_name(game, Locale("en"), state, seat, command)
        if name not in names:
            yield command
        names.add(name)


def clear_choices(values: Mapping[str, Sequence[float]]) -> tuple[Choice, ...]:
    """Return the choices that are certainly right or wrong, best first; none if they make no puzzle."""
    if not values:
        return ()
    best = max(values.values(), key=fmean)
    choices = [
        Choice(body, round(fmean(own), 4), estimate([b - o for b, o in zip(best, own, strict=True)]))
        for body, own in values.items()
    ]
    clear = [choice for choice in choices if choice.is_right or choice.behind.low > RIGHT]
    wrong = sum(not choice.is_right for choice in clear)
    is_puzzle = len(clear) >= LEAST_CHOICES and wrong >= LEAST_WRONG
    return tuple(sorted(clear, key=lambda choice: choice.behind.mean)) if is_puzzle else ()


def puzzles_of_study(
    record: Record, tasks: Sequence[Task], weighings: Sequence[Weighing], sides_of: Mapping[str, str]
) -> PuzzleMatch:
    """Return the puzzles of a match that was studied, from the same figures."""
    puzzles = []
    for link in link_up(tasks, weighings):
        side = sides_of.get(link.who, "")
        if link.step or link.kind != "choice" or side not in record.sides:
            continue
        at, group = record.sides.index(side), record.groups[link.task.place]
        values = {option.body: [v[at] for v in option.values] for option in link.options}
        choices = clear_choices(values | {group[0].body: [v[at] for v in link.after]}) if values else ()
        if choices:
            puzzles.append(Puzzle(link.task.place, group[0].seq, link.who, side, choices))
    return PuzzleMatch(record, tuple(puzzles))


# -- the book ----------------------------------------------------------------------------------


def write_book(path: Path, book: Book, *, force: bool = False) -> None:
    """Write a book whole or not at all; `force` replaces a file. Raises OSError, FileExistsError."""
    write_whole(path, lzma.compress(msgspec.json.encode(book), preset=9), replace=force)


class NoBook(ValueError):
    """A file that holds no puzzles."""


def read_book(path: Path) -> Book:
    """Return the puzzles of a file, which may be a stranger's. Raises NoBook, OSError (EFBIG for a larger one)."""
    unpacker = lzma.LZMADecompressor(memlimit=MOST_MEMORY)
    try:
        text = unpacker.decompress(read_bounded(path), max_length=MOST_TEXT)
        if not unpacker.eof:
            raise NoBook(path)
        return msgspec.json.decode(text, type=Book)
    except (lzma.LZMAError, msgspec.MsgspecError) as error:
        raise NoBook(path) from error


def shuffled(puzzle: Puzzle) -> list[Choice]:
    """Return the choices in an order that does not tell the best, the same every time."""
    choices = list(puzzle.choices)
    Random(f"{puzzle.entry}/{puzzle.choices[0].body}").shuffle(choices)
    return choices


# -- in words ----------------------------------------------------------------------------------


def state_at(game: Game, record: Record, place: int) -> Any:
    """Return the state before a command of a match."""
    state = game.rules.blank()
    for group in record.groups[:place]:
        state = fold_journaled(game.rules, state, group)
    return state


def choice_name(game: Game, locale: Locale, state: Any, seat: str, command: Any) -> str:
    """Return a choice in words, without what a bot thinks of it."""
    return game.words.move(locale, state, Move(seat, command)) or game.words.command(locale, command, state)


def choice_reasons(game: Game, locale: Locale, state: Any, seat: str) -> dict[str, str]:
    """Return what moves a sound bot to its choices, by the command as JSON: a sentence for each."""
    if game.bot is None:
        return {}
    moves = game.bot.weigh(state, None, seat, "sound", "", "study")
    return {
        game.rules.write_command(move.command): game.words.move(locale, state, move)
        for move in reversed(moves) if move.command is not None
    }  # fmt: skip
