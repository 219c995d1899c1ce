"""Puzzles: a moment of a match with some choices, each with its chance to win. Right is what comes near the best.

A choice whose chance lies so near the border that it may be either is left out. Puzzles come from
studies of one's own matches, or from short matches of bots, kept in a book: those are played to the end of the
match with new dice before they are kept.
"""

import lzma
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from q40k.bots.bot import Move
from q40k.bots.memory import is_legal
from q40k.games.game import Game
from q40k.i18n.locale import Locale
from q40k.kernel.replay import fold_journaled
from q40k.kernel.whole_file import read_bounded, write_whole
from q40k.study.consequences import Consequence, explain
from q40k.study.figures import Estimate, estimate, link_up
from q40k.study.happenings import Notes
from q40k.study.matches import dice_of
from q40k.study.playouts import Playouts, Record, Settings, Task, Weighing

RIGHT = 0.02
"""A choice is right if it comes within so much of a victory of the best."""
CLEAR = 0.1
"""In the first looks two choices are so much worse than the best, or there is no puzzle."""
LEAST_CHOICES, LEAST_WRONG = 3, 2
"""A puzzle has so many choices, and so many of them are wrong."""
PROPOSED = 12
"""So many choices of a sound bot are looked at, of which a few are weighed."""
FINAL = Settings(plays=96, ahead=1, rerolls=2)
"""The play-outs that weigh a puzzle."""
FIRST = Settings(plays=2, ahead=0, rerolls=0)
"""The first look goes to the end of the turn: most moments go no further."""
LOOKS = (FIRST, *(replace(FINAL, plays=plays) for plays in (6, 30, FINAL.plays)))
"""The looks at a moment, always with new dice: few play-outs where choices are alike, many where they differ."""
ENOUGH = 30
"""A look with so many play-outs may be the last, if it leaves no choice in doubt."""
TO_THE_END = (24, 72)
"""So many play-outs then go on to the end of the match: a few first, as many choices fail at once."""
MOST_TEXT, MOST_MEMORY = 100_000_000, 200_000_000
"""A book unpacked has at most so many bytes, and unpacking it takes at most so many."""
MOST_OF_MATCH = 5
"""One match gives at most so many puzzles, and one turn of it only one."""


class Choice(Struct, frozen=True):
    """A command as JSON, the chance to win with it, how far it is behind the best, and what explains that."""

    body: str
    chance: float
    behind: Estimate
    consequences: tuple[Consequence, ...] = ()

    @property
    def is_right(self) -> bool:
        """Return whether it comes near enough to the best."""
        return self.behind.mean <= RIGHT

    @property
    def shown_chance(self) -> float:
        """Return the chance, at least 0 and at most 1: what first dice score above their mean is taken off."""
        return min(max(self.chance, 0.0), 1.0)


class Puzzle(Struct, frozen=True):
    """A moment of a match: the place of its command in the record, who acts, and the choices.

    `plays` are the play-outs that weighed it.
    """

    place: int
    entry: int
    seat: str
    side: str
    choices: tuple[Choice, ...]
    plays: int


class PuzzleMatch(Struct, frozen=True):
    """A match with the puzzles that it gives."""

    record: Record
    puzzles: tuple[Puzzle, ...] = ()


class Book(Struct, frozen=True):
    """Kept puzzles of a game."""

    game: str
    matches: tuple[PuzzleMatch, ...]

    def __len__(self) -> int:
        return sum(len(match.puzzles) for match in self.matches)


# -- making ------------------------------------------------------------------------------------


def puzzles_of_record(game: Game, record: Record) -> PuzzleMatch:
    """Return a match up to its last puzzle: moments of it in which choices matter, weighed with new dice."""
    puzzles: list[Puzzle] = []
    state, turn = game.rules.blank(), 0
    for place, group in enumerate(record.groups):
        status = game.view.status(state)
        if status.is_laid_out and not status.over and status.turn != turn and len(puzzles) < MOST_OF_MATCH:
            looked = (_look_for_puzzle(game, record, state, place, seat) for seat in status.active)
            puzzle = next(filter(None, looked), None)
            if puzzle is not None:
                puzzles.append(puzzle)
                turn = status.turn
        state = fold_journaled(game.rules, state, group)
    end = puzzles[-1].place + 1 if puzzles else 0
    return PuzzleMatch(Record(record.sides, record.groups[:end]), tuple(puzzles))


def _look_for_puzzle(game: Game, record: Record, state: Any, place: int, seat: str) -> Puzzle | None:
    """Return the puzzle of a moment: choices that ever more play-outs leave, each time with new dice."""
    side = game.study.side(state, seat)
    values: dict[str, list[float]] = {body: [] for body in _candidates(game, state, seat)}
    if side not in record.sides or not values:
        return None
    task, at, first = Task("", place, record.sides, FINAL, dice=dice_of(record)), record.sides.index(side), 0
    for look in LOOKS:
        bodies = _still_promising(values, look.plays)
        if not bodies:
            return None
        playouts = Playouts(game, state, replace(task, settings=look, first=first), seat)
        first += look.plays
        values = {body: [v[at] for v in playouts.values(game.rules.read_command(body))] for body in bodies}
        choices = clear_choices(values) if look.plays >= ENOUGH else ()
        if len(choices) == len(bodies) or (choices and look.plays == FINAL.plays):
            puzzle = Puzzle(place, record.groups[place][0].seq, seat, side, choices, look.plays)
            return play_to_the_end(game, record, state, puzzle, first)
    return None


def play_to_the_end(game: Game, record: Record, state: Any, puzzle: Puzzle, first: int) -> Puzzle | None:
    """Return a puzzle with the chances of matches played to their end; None if it does not hold.

    It holds if what seemed best is so far ahead of two other choices that it is by two standard errors. The play-outs
    begin with number `first`: with other numbers they have new dice. Choices that are left in doubt are left out.
    After the first play-outs a choice counts as one that may be behind if it is within a standard error of it.
    """
    at, best = record.sides.index(puzzle.side), puzzle.choices[0].body
    task = Task("", puzzle.place, record.sides, FINAL, dice=dice_of(record))
    values: dict[str, list[float]] = {choice.body: [] for choice in puzzle.choices}
    notes: dict[str, list[Notes]] = {choice.body: [] for choice in puzzle.choices}
    for plays in TO_THE_END:
        settings = replace(FINAL, plays=plays, ahead=None)
        playouts = Playouts(game, state, replace(task, settings=settings, first=first), puzzle.seat)
        first += plays
        for body, own in values.items():
            more, more_notes = playouts.values_with_notes(game.rules.read_command(body))
            own += [v[at] for v in more]
            notes[body] += more_notes
        behind = [_behind(values[best], own) for own in values.values()]
        if sum(each.mean + each.width / 4 > RIGHT for each in behind) < LEAST_WRONG:
            return None
    choices = clear_choices(values, best)
    if not choices or not any(choice.body == best for choice in choices):
        return None
    return replace(puzzle, choices=_with_consequences(choices, values, notes), plays=len(values[best]))


def _with_consequences(
    choices: Sequence[Choice], values: Mapping[str, Sequence[float]], notes: Mapping[str, Sequence[Notes]]
) -> tuple[Choice, ...]:
    """Return the choices with what explains them: wrong ones against the best, right ones against the wrong ones."""
    wrong = [choice.body for choice in choices if not choice.is_right]
    return tuple(
        replace(
            choice, consequences=explain(choice.body, wrong if choice.is_right else [choices[0].body], values, notes)
        )
        for choice in choices
    )


def _candidates(game: Game, state: Any, seat: str) -> list[str]:
    """Return five commands of a seat as JSON: three that a sound bot likes, and two that it likes less.

    Return nothing if the choice is not the seat's.
    """
    commands = list(_distinct(game, state, seat, game.study.propose(state, seat, PROPOSED)))
    if not commands or game.study.chooser(game.view, state, commands[0]) != seat:
        return []
    middle = len(commands) // 2
    few = [*commands[:3], *commands[max(3, middle) : middle + 1], *commands[max(3, middle + 1) :][-1:]]
    return [game.rules.write_command(command) for command in few]


def _still_promising(values: Mapping[str, Sequence[float]], plays: int) -> list[str]:
    """Return the choices that the next look weighs; none if they are too few, or look too much alike so far."""
    ordered = sorted(values, key=lambda body: -fmean(values[body] or [0.0]))
    is_first = not any(values.values())
    if len(ordered) < LEAST_CHOICES or not (is_first or _may_be_clear(values[ordered[0]], values[ordered[-2]])):
        return []
    return [*ordered[:2], *ordered[2:][-2:]] if plays >= ENOUGH else ordered


def _behind(best: Sequence[float], other: Sequence[float]) -> Estimate:
    return estimate([b - o for b, o in zip(best, other, strict=True)])


def _may_be_clear(best: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether all play-outs would probably show that a choice is wrong."""
    behind = _behind(best, other)
    return behind.mean > max(CLEAR, RIGHT + behind.width / 2 * sqrt(len(best) / FINAL.plays))


def _distinct(game: Game, state: Any, seat: str, commands: Sequence[Any]) -> Iterator[Any]:
    """Yield the commands that have a name of their own."""
    names = set()
    for command in commands:
        name = choice_name(game, Locale("en"), state, seat, command)
        if name not in names:
            yield command
        names.add(name)


def clear_choices(values: Mapping[str, Sequence[float]], chosen: str = "") -> tuple[Choice, ...]:
    """Return the choices that are certainly right or wrong, best first; none if they make no puzzle.

    `chosen` is the best by an earlier look; without it the best is that of these values.
    """
    if not values:
        return ()
    best = values[chosen] if chosen else max(values.values(), key=fmean)
    choices = [Choice(body, round(fmean(own), 4), _behind(best, own)) for body, own in values.items()]
    clear = [choice for choice in choices if choice.behind.high <= RIGHT or choice.behind.low > RIGHT]
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
            puzzles.append(Puzzle(link.task.place, group[0].seq, link.who, side, choices, len(link.after)))
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


def shuffle_choices(puzzle: Puzzle) -> list[Choice]:
    """Return the choices in an order that does not tell the best, the same every time."""
    choices = list(puzzle.choices)
    Random(f"{puzzle.entry}/{puzzle.choices[0].body}").shuffle(choices)
    return choices


# -- in words ----------------------------------------------------------------------------------


class OtherRules(ValueError):
    """The rules of today cannot read a puzzle, or refuse one of its choices."""


def state_at(game: Game, record: Record, puzzle: Puzzle) -> Any:
    """Return the state of a puzzle, before the command of its match. Raises OtherRules."""
    state, read = game.rules.blank(), game.rules.read_command
    try:
        for group in record.groups[: puzzle.place]:
            state = fold_journaled(game.rules, state, group)
        if all(is_legal(game.rules, state, read(choice.body)) for choice in puzzle.choices):
            return state
    except (ValueError, LookupError, AttributeError, TypeError) as error:  # whatever a fold of today stumbles over
        raise OtherRules(game.id) from error
    raise OtherRules(game.id)


def choice_name(game: Game, locale: Locale, state: Any, seat: str, command: Any) -> str:
    """Return a choice in words, without what a bot thinks of it."""
    return game.words.move(locale, state, Move(seat, command)) or game.words.command(locale, command, state)


def weighed_moves(game: Game, state: Any, seat: str) -> dict[str, Move[Any]]:
    """Return the moves that a sound bot thinks of, with its reasons, by the command as JSON."""
    moves = game.bot.weigh(state, None, seat, "sound", "", "study") if game.bot is not None else ()
    return {
        game.rules.write_command(move.command): replace(move, is_silent=False)
        for move in reversed(moves)
        if move.command is not None
    }
