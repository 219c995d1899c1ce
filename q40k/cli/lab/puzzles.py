"""`q40k puzzles`: one moment, some choices, which of them is right and why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from msgspec import to_builtins

from q40k.cli.base import Option, bad_value, json_option, verb
from q40k.cli.errors import DONE, MALFORMED, REFUSED, Failure
from q40k.cli.files import file_exists_failure, force_option
from q40k.cli.lab.calls import count_cores, engine_options, explain_faults, open_shelf, show_games, stop_politely
from q40k.cli.open import game_option, open_library
from q40k.cli.say import N_, _, as_json, echo, echo_text, locale, speak_of
from q40k.cli.telling import board_of
from q40k.cli.texts import table
from q40k.games.game import Game, find, manifests
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import is_digits
from q40k.lab.puzzle_book import find_own_puzzles, make_book
from q40k.study.puzzles import (
    NoBook,
    OtherRules,
    choice_name,
    choice_reasons,
    read_book,
    shuffled,
    state_at,
    write_book,
)
from q40k.tui.map.draw import Painter
from q40k.tui.map.palette import MONO
from q40k.tui.map.port import Port

if TYPE_CHECKING:
    from q40k.study.playouts import Record
    from q40k.study.puzzles import Puzzle

MAP_COLUMNS, MAP_ROWS, LEAST_ROWS = 78, 22, 8
"""The size of the map of a puzzle, in characters, and its least height: the whole question fits the terminal."""
AROUND_MAP = 5
"""The lines of a question beside its heading, map, board and choices."""


@verb(
    game_option(),
    Option(
        ["--book"],
        type=click.Path(dir_okay=False, exists=True, path_type=Path),
        metavar=N_("FILE"),
        help=N_("Only puzzles of this file."),
    ),
    Option(
        ["own", "--own/--kept"], default=None, help=N_("Only those of your own matches, or only those that come along.")
    ),
    Option(
        ["first", "--first"],
        type=click.IntRange(1),
        default=1,
        metavar=N_("NUMBER"),
        help=N_("The puzzle to begin with."),
    ),
    Option(
        ["make", "--make"],
        type=click.Path(dir_okay=False, path_type=Path),
        metavar=N_("FILE"),
        help=N_("Let bots play short matches, and keep the puzzles that are found in this file."),
    ),
    Option(
        ["number", "--number"],
        type=click.IntRange(1, 1000),
        default=50,
        show_default=True,
        metavar=N_("NUMBER"),
        help=N_("How many are made."),
    ),
    force_option(),
    *engine_options(),
    json_option(N_("Print all of them as JSON, with the answers.")),
    details=N_(
        "Each is a moment of a match with some choices. Right is every choice whose chance to win"
        " comes within 2 % of the best, as bots play on. First come those of your own matches"
        " that `q40k study` has studied, then those of matches of bots that come along with q40k."
    ),
    examples=(
        ("q40k puzzles --game space-hulk --kept", N_("those of Space Hulk that come along")),
        ("q40k puzzles --make puzzles.json.xz --number 50", N_("let bots make new ones")),
    ),
)
def puzzles(
    game: Game,
    book: Path | None,
    own: bool | None,
    first: int,
    make: Path | None,
    number: int,
    force: bool,
    cores: int | None,
    cluster: str | None,
    shelf: Path | None,
    as_json_: bool,
) -> int:
    """Show puzzles, or make some."""
    speak_of(game.id)
    if make is not None:
        if make.exists() and not force:  # said before bots play for hours
            raise file_exists_failure(make)
        return _make(game, make, number, cores, cluster, shelf, force=force)
    named = click.get_current_context().get_parameter_source("game") is not ParameterSource.DEFAULT
    asked = [each for each in _chosen_puzzles(book, own) if not named or each[0].id == game.id]
    if not asked:
        hint = _("`q40k study MATCH` studies a match. With few play-outs few moments are clear enough for a puzzle.")
        raise Failure(_("There are no such puzzles."), hint, REFUSED)
    if first > len(asked):
        raise bad_value("--first", _("A number from 1 to {most}.", most=len(asked)))
    if as_json_:
        echo_text(as_json([_as_data(*each) for each in asked]))
        return DONE
    tally = Tally()
    for place, each in enumerate(asked[first - 1 :], first):
        heading = _("Puzzle {place} of {number}", place=place, number=len(asked))
        if not _ask(heading, *each, tally, is_last=place == len(asked)):
            break
    if tally.answered:
        echo(_("{right} of {number} right.", right=tally.right, number=tally.answered))
    return DONE


@dataclass
class Tally:
    """How many puzzles were answered, and how many rightly."""

    answered: int = 0
    right: int = 0


def _make(
    game: Game, path: Path, number: int, cores: int | None, cluster: str | None, shelf: Path | None, *, force: bool
) -> int:
    """Make a book of puzzles. Raises Failure, OSError."""

    if game.study is None or not game.study.short_match(0):
        raise Failure(_("Bots of {game} play no matches for puzzles.", game=game.name), "", MALFORMED)
    with closing(open_shelf(shelf)) as kept, explain_faults(cluster):
        try:
            book = make_book(game, kept, number, count_cores(cores), cluster, show_games)
        except KeyboardInterrupt:
            return stop_politely()
    write_book(path, book, force=force)
    echo(_("Written to {path}.", path=path), err=True)
    return DONE


Asked = tuple[Game, str, "Record", "Puzzle"]
"""A puzzle with its game, where it comes from, and its match."""


def _chosen_puzzles(book: Path | None, own: bool | None) -> Iterator[Asked]:
    """Yield the puzzles of a file, or one's own and then those that come along. Raises Failure, OSError."""
    if book is not None:
        yield from _puzzles_of_book(book)
        return
    if own is not False:
        yield from _own_puzzles()
    for manifest in manifests() if own is not True else ():
        study = find(manifest.id).study
        if study is not None and study.puzzles.exists():
            yield from _puzzles_of_book(study.puzzles)


def _puzzles_of_book(path: Path) -> Iterator[Asked]:
    """Yield the puzzles of a book. Raises Failure, OSError."""

    try:
        book = read_book(path)
    except NoBook as error:
        raise Failure(_("{path} is no file of puzzles.", path=path), "", MALFORMED) from error
    for match in book.matches:
        for puzzle in match.puzzles:
            yield find(book.game), _("from a match of bots"), match.record, puzzle


def _own_puzzles() -> Iterator[Asked]:
    """Yield the puzzles of the matches of the library that were studied. Raises Failure."""

    with open_library() as library:
        for row in library.matches():
            try:
                match_session = library.open(row.id, watch=True)
            except JournalError:
                continue
            try:
                own = find_own_puzzles(match_session)
                origin = _("match {number}, {name}", number=row.id, name=row.name or match_session.game.name)
            finally:
                match_session.close()
            if own is not None:
                yield from ((match_session.game, origin, own.record, puzzle) for puzzle in own.puzzles)


# -- asking --------------------------------------------------------------------------------


def _ask(heading: str, game: Game, origin: str, record: Record, puzzle: Puzzle, tally: Tally, *, is_last: bool) -> bool:
    """Ask a puzzle and tell the answer; return whether somebody wants the next one."""

    speak_of(game.id)
    heading = f"{heading} · {game.name} · {origin}"
    try:
        state = state_at(game, record, puzzle)
    except OtherRules:
        echo(heading)
        echo(_("It was made by other rules, and those of today cannot read it: it is left out."))
        echo()
        return True
    seats = {seat.id: seat.name for seat in game.view.seats(state)}
    is_own = bool(record.groups[puzzle.place][0].body)  # of kept matches only the events are kept
    moment = _("before entry {entry}", entry=puzzle.entry)
    choices = shuffled(puzzle)
    read = game.rules.read_command
    names = [choice_name(game, locale(), state, puzzle.seat, read(choice.body)) for choice in choices]
    if len(set(names)) < len(names):
        return True  # nobody could tell two of its choices apart
    echo(f"{heading}, {moment}" if is_own else heading)
    board = board_of(state, None)
    rows = get_terminal_size().lines - len(board) - len(names) - AROUND_MAP
    for line in (*board, "", *_map_lines(game, state, rows)):
        echo(line)
    echo(_("{name}: which choice has the best chance to win?", name=seats.get(puzzle.seat, puzzle.seat)))
    for number, name in enumerate(names, 1):
        echo(f"  {number}  {name}")
    picked = _read_number(len(choices))
    if picked is None:
        return False
    choice = choices[picked - 1]
    tally.answered, tally.right = tally.answered + 1, tally.right + choice.is_right
    echo()
    behind = _percent(choice.behind.mean)
    echo(_("Right.") if choice.is_right else _("Not the best: it comes {behind} behind.", behind=behind))
    for line in _answer_lines(game, state, puzzle):
        echo(line)
    echo()
    return is_last or _goes_on()


def _read_number(most: int) -> int | None:
    """Return the number that somebody types; None at the end of the input, or for q."""
    while True:
        try:
            typed = str(click.prompt(_("Number, or q to stop"), default="", show_default=False)).strip()
        except (click.Abort, EOFError):
            return None
        if typed.casefold() in ("q", "quit"):
            return None
        if is_digits(typed) and 1 <= int(typed) <= most:
            return int(typed)
        echo(_("A number from 1 to {most}.", most=most))


def _goes_on() -> bool:
    """Return whether somebody wants the next puzzle, which would push the answer off a small screen."""
    try:
        typed = str(click.prompt(_("Enter: the next one; q: stop"), default="", show_default=False, prompt_suffix=" "))
    except (click.Abort, EOFError):
        return False
    echo()
    return typed.strip().casefold() not in ("q", "quit")


def _answer_lines(game: Game, state: Any, puzzle: Puzzle) -> Iterator[str]:
    """Yield every choice with its chance, how far it is behind, and what speaks for it."""

    reasons = choice_reasons(game, locale(), state, puzzle.seat)
    rows = []
    for choice in puzzle.choices:
        name = choice_name(game, locale(), state, puzzle.seat, game.rules.read_command(choice.body))
        half = _percent((choice.behind.high - choice.behind.low) / 2)
        behind = f"{_percent(-choice.behind.mean)} ± {half}" if choice.behind.mean else ""
        rows.append(
            [
                "✓" if choice.is_right else "×",
                _percent(min(max(choice.chance, 0.0), 1.0)),
                behind,
                reasons.get(choice.body) or name,
            ]
        )
    yield from table(["", _("Chance"), _("Against the best"), _("Choice")], rows, right=(1, 2))
    yield from click.wrap_text(
        _(
            "Bots played on from each choice {plays} times with the same dice, to the end of the next turn; then a side"
            " counts by how far it is. ± is the 95 % interval of the difference.",
            plays=puzzle.plays,
        ),
        78,
    ).splitlines()


def _percent(share: float) -> str:
    return locale().percent(share, 1)


def _map_lines(game: Game, state: Any, rows: int) -> list[str]:
    """Return the map in characters, in about so many rows; nothing without one."""
    scene = game.view.scene(state)
    if scene is None:
        return []

    port = Port(scene.size, MAP_COLUMNS, max(LEAST_ROWS, min(MAP_ROWS, rows)), square_cm=scene.square_cm)
    cells = Painter().draw(scene, port, MONO)
    return "\n".join("".join(cell.char for cell in row).rstrip() for row in cells).strip("\n").splitlines()


def _as_data(game: Game, origin: str, _record: Record, puzzle: Puzzle) -> dict[str, Any]:

    data: dict[str, Any] = {"game": game.id, "from": origin, **to_builtins(puzzle)}
    for choice, own in zip(data["choices"], puzzle.choices, strict=True):
        choice["is_right"] = own.is_right
    return data
