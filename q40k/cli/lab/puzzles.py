"""`q40k puzzles`: one moment, some choices, which of them is right and why."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

import click
from click.core import ParameterSource
from msgspec import Struct, to_builtins

from q40k.cli.base import Answer, Option, bad_value, json_option, number_option, verb
from q40k.cli.errors import DONE, MALFORMED, Failure
from q40k.cli.files import file_exists_failure, file_option, force_option
from q40k.cli.lab.calls import count_cores, engine_options, explain_faults, open_shelf, show_games, stop_politely
from q40k.cli.open import game_option, open_library
from q40k.cli.say import N_, _, echo, echo_lines, locale, remark, speak_of
from q40k.cli.telling import board_of
from q40k.cli.texts import table
from q40k.games.game import Game
from q40k.kernel.text import is_digits
from q40k.lab.puzzle_book import kept_puzzles, make_book, own_puzzles, puzzles_of_book
from q40k.study.posing import PosedPuzzle, SourcedPuzzle, pose
from q40k.study.puzzles import NoBook, OtherRules, write_book
from q40k.tui.map.legend import legend
from q40k.tui.map.palette import MONO
from q40k.tui.map.parts import parts_of_screen
from q40k.tui.map.still import draw_still

MAP_COLUMNS, MAP_ROWS, LEAST_ROWS = 78, 22, 8
"""The size of the map of a puzzle, in characters, and its least height: the whole question fits the terminal."""
AROUND_MAP = 3
"""The lines of a question beside what heads it, its map, legend and choices."""


@verb(
    game_option(),
    file_option(["--book"], N_("Only puzzles of this file."), exists=True),
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
    file_option(
        ["make", "--make"], N_("Let bots play short matches, and keep the puzzles that are found in this file.")
    ),
    number_option(["number", "--number"], N_("How many are made."), 1, 1000, default=50),
    force_option(),
    *engine_options(),
    json_option(N_("Print all of them as JSON, with the answers.")),
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
) -> int | Answer:
    """Show puzzles, or make some."""
    speak_of(game.id)
    if make is not None:
        if make.exists() and not force:  # said before bots play for hours
            raise file_exists_failure(make)
        return _make(game, make, number, cores, cluster, shelf, force=force)
    named = click.get_current_context().get_parameter_source("game") is not ParameterSource.DEFAULT
    puzzles_asked = [each for each in _chosen_puzzles(book, own) if not named or each.game.id == game.id]
    if not puzzles_asked:
        hint = _("`q40k study MATCH` studies a match. With few play-outs few moments are clear enough for a puzzle.")
        raise Failure(_("There are no such puzzles."), hint)
    if first > len(puzzles_asked):
        raise bad_value("--first", _("A number from 1 to {most}.", most=len(puzzles_asked)))
    if as_json_:
        return Answer([_as_data(each) for each in puzzles_asked], ())
    tally = Tally()
    for place, each in enumerate(puzzles_asked[first - 1 :], first):
        heading = _("Puzzle {place} of {number}", place=place, number=len(puzzles_asked))
        if not _ask(heading, each, tally, is_last=place == len(puzzles_asked)):
            break
    if tally.answered:
        echo(_("{right} of {number} right.", right=tally.right, number=tally.answered))
    return DONE


class Tally(Struct):
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
    remark(_("Written to {path}.", path=path))
    return DONE


def _chosen_puzzles(book: Path | None, own: bool | None) -> Iterator[SourcedPuzzle]:
    """Yield the puzzles of a file, or one's own and then those that come along. Raises Failure, OSError."""
    try:
        if book is not None:
            yield from puzzles_of_book(book)
            return
        if own is not False:
            with open_library() as library:
                yield from own_puzzles(library)
        if own is not True:
            yield from kept_puzzles()
    except NoBook as error:
        raise Failure(_("{path} is no file of puzzles.", path=error.args[0]), "", MALFORMED) from error


# -- asking --------------------------------------------------------------------------------


def _ask(heading: str, asked: SourcedPuzzle, tally: Tally, *, is_last: bool) -> bool:
    """Ask a puzzle and tell the answer; return whether somebody wants the next one."""
    game = asked.game
    speak_of(game.id)
    heading = f"{heading} · {game.name} · {asked.origin_text(locale())}"
    try:
        posed = pose(asked, locale())
    except OtherRules:
        echo(heading)
        echo(_("It was made by other rules, and those of today cannot read it: it is left out."))
        echo()
        return True
    if posed is None:
        return True
    moment = _("before entry {entry}", entry=asked.puzzle.entry)
    echo(f"{heading}, {moment}" if asked.is_own else heading)
    head = game.words.board(locale(), posed.state).heading
    rows = get_terminal_size().lines - len(head) - len(posed.names) - AROUND_MAP
    echo_lines((*head, *_map_lines(game, posed.state, rows)))
    echo(_("{name}: which choice has the best chance to win?", name=posed.seat_name))
    for number, name in enumerate(posed.names, 1):
        echo(f"  {number}  {name}")
    picked = _read_number(posed)
    if picked is None:
        return False
    tally.answered, tally.right = tally.answered + 1, tally.right + posed.choices[picked - 1].is_right
    echo()
    echo_lines((posed.verdict(locale(), picked - 1), *_answer_lines(posed, is_own=asked.is_own)))
    echo()
    return is_last or _goes_on()


def _read_number(posed: PosedPuzzle) -> int | None:
    """Return the number that somebody types; None at the end of the input, or for q. Show who stands there for i."""
    most = len(posed.choices)
    while True:
        try:
            text = _("Number; i: who stands there; q: stop")
            typed = str(click.prompt(text, default="", show_default=False)).strip().casefold()
        except (click.Abort, EOFError):
            return None
        if typed in ("q", "quit"):
            return None
        if typed == "i":
            echo_lines(
                (*board_of(posed.state, None), *(line for card in posed.cards(locale()) for line in ("", *card)))
            )
            continue
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


def _answer_lines(posed: PosedPuzzle, *, is_own: bool) -> Iterator[str]:
    """Yield every choice with its chance, how far it is behind, what speaks for it and what follows; the best first."""
    rows, whys = [], []
    for number, choice in sorted(enumerate(posed.choices), key=lambda pair: -pair[1].chance):
        half = _percent((choice.behind.high - choice.behind.low) / 2)
        behind = f"{_percent(-choice.behind.mean)} ± {half}" if choice.behind.mean else ""
        mark = "✓" if choice.is_right else "×"
        rows.append([mark, str(number + 1), _percent(choice.shown_chance), behind, posed.reason(locale(), number)])
        whys.append((number, " ".join(posed.consequences(locale(), number))))
    yield from table(["", "", _("Chance"), _("Against the best"), _("Choice")], rows, right=(1, 2, 3))
    yield ""
    for number, why in whys:
        yield from click.wrap_text(f"{number + 1}  {why}", 78, "", "   ").splitlines()
    yield ""
    how = (
        N_(
            "Bots played on from each choice {plays} times with the same dice, as far as the study went; then a side"
            " counts by how it stands. ± is the 95 % interval of the difference."
        )
        if is_own
        else N_(
            "Bots played on from each choice {plays} times with the same dice, to the end of the match."
            " ± is the 95 % interval of the difference."
        )
    )
    yield from click.wrap_text(_(how, plays=posed.puzzle.plays), 78).splitlines()


def _percent(share: float) -> str:
    return locale().percent(share, 1)


def _map_lines(game: Game, state: Any, rows: int) -> list[str]:
    """Return the map in characters with its legend, in about so many rows; nothing without one."""
    scene = game.view.scene(state)
    if scene is None:
        return []
    samples = legend(scene, parts_of_screen(game.screen).legend(locale(), state), MONO, MAP_COLUMNS).plain.splitlines()
    cells = draw_still(scene, MAP_COLUMNS, max(LEAST_ROWS, min(MAP_ROWS, rows - len(samples))), MONO)
    drawn = "\n".join("".join(cell.char for cell in row).rstrip() for row in cells).strip("\n").splitlines()
    return [*drawn, *samples]


def _as_data(asked: SourcedPuzzle) -> dict[str, Any]:
    puzzle = to_builtins(asked.puzzle)
    data: dict[str, Any] = {"game": asked.game.id, "from": asked.origin_text(locale()), **puzzle}
    for choice, own in zip(data["choices"], asked.puzzle.choices, strict=True):
        choice["is_right"] = own.is_right
    return data
