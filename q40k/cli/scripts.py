"""Commands that play match scripts, or take matches in: run, import, do."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from q40k.cli.base import Argument, Call, Option, bad_value, command, packs_option
from q40k.cli.complete import files
from q40k.cli.errors import DONE, MALFORMED, REFUSED, Failure, code_of, reason
from q40k.cli.matches import as_json, json_option
from q40k.cli.open import match as opened_match
from q40k.cli.open import match_argument, match_library
from q40k.cli.say import N_, _, about, ngettext, words
from q40k.cli.streams import echo, echo_progress, echo_text, naming_stream
from q40k.cli.telling import board, feed, open_question, sentences
from q40k.games.game import DEFAULT, find, manifest

if TYPE_CHECKING:
    from q40k.games.game import Game
    from q40k.kernel.care.joining import Joined, What
    from q40k.table.match_library import MatchLibrary
    from q40k.table.match_session import MatchSession
    from q40k.table.script import LineRefused, ScriptLine


@contextmanager
def opened(path: str) -> Iterator[Iterator[str]]:
    """The lines of a script to read; "-" is standard input. Raises OSError."""
    # What is not UTF-8 comes through as surrogates: the line that holds it is then named.
    if path == "-":
        text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="surrogateescape")
        try:
            yield _text_lines(text, _("standard input"))
        finally:
            text.detach()  # standard input stays open
        return
    with Path(path).open(encoding="utf-8", errors="surrogateescape") as file, naming(path):
        yield _text_lines(file, path)


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Let what is wrong with a line of a script name the file."""
    from q40k.table.script import LineRefused, ScriptError

    try:
        yield
    except (ScriptError, LineRefused) as error:
        if path != "-":
            error.file = path
        raise


def _text_lines(file: IO[str], name: str) -> Iterator[str]:
    """The lines of a file; one beyond all measure comes in pieces instead of filling memory."""
    from q40k.table.script import MOST_CHARACTERS

    with naming_stream(name):
        yield from iter(lambda: file.readline(MOST_CHARACTERS + 2), "")


def _library_of(call: Call) -> Callable[[str], Any]:
    """What gives the packs of a game by its id; those of the usual one are read at once.

    Raises PackError, as what it gives does.
    """
    usual = call.library()
    return cache(lambda id: usual if id == DEFAULT else call.library(game=find(id)))


def no_lines() -> Failure:
    """The failure of a script without a line to play."""
    title = _("There is no line to play.")
    first = manifest().first_line
    return Failure(title, _("The first line lays out a match: {line}", line=first), MALFORMED)


def file_argument() -> Argument:
    """The argument that names a match script."""
    return Argument(["file"], metavar=N_("FILE"), shell_complete=files)


def narrate(match_session: MatchSession, since: int, head: str = "") -> None:
    """Tell on standard error what came about after an entry."""
    for line in match_session.lines(after=since):
        for sentence in sentences(match_session.state, line.events, line.told_as):
            echo(head + sentence, err=True)


def print_state(
    match_session: MatchSession, as_data: bool, refused: LineRefused | None = None
) -> None:
    """Print where a match stands on standard output; as data with the line that was `refused`."""
    if as_data:
        view, state, question = match_session.game.view, match_session.state, match_session.question
        data = view.as_json(state, question, feed(match_session)) | {"error": None}
        if refused is not None:
            asks = None
            if refused.question is not None:
                asks = view.as_json(refused.state, refused.question, [])["asks"]
            data["error"] = {
                "line": refused.line,
                "rule": refused.rule,
                "code": code_of(refused.cause),
                "message": reason(refused.cause),
                "asks": asks,
            }
        echo_text(as_json(data))
        return
    for line in board(match_session):
        echo(line)


# -- run -----------------------------------------------------------------------------------


@command(
    "run",
    N_(
        "Play a match script on a throw-away match, and print where it ends.\n\n"
        "Standard output is the board, or with --json the state; the story goes to standard"
        " error. Exit status: 0 played, 1 a line was refused, 2 the file or the call is"
        " malformed."
    ),
    file_argument(),
    json_option(N_("Print the final state as JSON, and no story.")),
    Option(["-q", "--quiet"], is_flag=True, help=N_("Tell no story, print only the end.")),
    packs_option(),
    examples=(
        ("q40k run match.jsonl", N_("play it and see the board")),
        ("q40k export 3 | q40k run - --json", N_("the end of match 3, as data")),
    ),
)
def run(call: Call, file: str, as_json_: bool, quiet: bool) -> int:
    """Play a script."""
    from q40k.table.match_library import throw_away
    from q40k.table.script import LineRefused, play_line, read_script

    with opened(file) as script:
        match_session, library = None, _library_of(call)
        try:
            for line in read_script(script):
                if match_session is None:
                    match_session = throw_away(line.game)
                    about(line.game.id)
                since = match_session.head
                play_line(match_session, partial(library, line.game.id), line)
                if not (quiet or as_json_):
                    narrate(match_session, since)
        except LineRefused as refused:
            if match_session is not None:
                print_state(match_session, as_json_, refused)
            raise
        if match_session is None:
            raise no_lines()
    print_state(match_session, as_json_)
    return DONE


# -- import --------------------------------------------------------------------------------

WENT: Final[dict[What, str]] = {
    "taken": N_("Taken in as match {match}: {name}"),
    "further": N_("Brought up to date: match {match}, {name}"),
    "behind": N_("Played further here: match {match}, {name}"),
    "otherwise": N_("Otherwise here and there, and left as it is here: match {match}, {name}"),
    "damaged": N_("Damaged there, and left out: {name}"),
    "binned": N_("In the bin there, and left out: {name}"),
    "erased": N_("Erased here, and left out: {name}"),
    "open": N_("Open here just now, and left as it is: match {match}, {name}"),
}
"""What became of a match of another library; of one that is the same nothing is said."""


@command(
    "import",
    N_(
        "Take matches in: one of a script, and print its number; or all of another library.\n\n"
        "A match is known by an identity of its own, which a record and a library keep: one that is"
        " here is not taken in twice. A script is played on a throw-away match, which is kept when"
        " it is whole: a file that is refused, or a laptop that dies meanwhile, leaves nothing"
        " behind. Of another laptop’s library (its file, or the folder in which it lies) the"
        " matches come that are not here; one that went on there is brought up to that."
    ),
    file_argument(),
    Option(["--name"], metavar=N_("NAME"), help=N_("Call the match so.")),
    Option(["again", "--again"], is_flag=True,
           help=N_("Make another match of a script whose match is here.")),
    packs_option(),
    examples=(
        ("q40k import friday.jsonl", N_("take in a match that was exported elsewhere")),
        ('q40k import friday.jsonl --name "Friday"', N_("under another name")),
        ("q40k import /media/stick/matches.sqlite3", N_("the matches of another laptop")),
    ),
)  # fmt: skip
def import_(call: Call, file: str, name: str | None, again: bool) -> int:
    """Import a script or a library."""
    other = _library(file)
    if other is None:
        return _script(call, file, name, again)
    if name is not None:
        raise bad_value("--name", _("the matches of a library have their names."))
    with match_library() as kept:
        if other.resolve() == kept.path.resolve():
            raise bad_value(_("FILE"), _("this is the library itself."))

        def progress(place: int, number: int) -> None:
            if sys.stderr.isatty():
                said = _("Looking at match {place} of {number}…", place=place, number=number)
                echo_progress(said)

        found = kept.join(other, progress)
    _tell(found)
    return DONE


def _library(file: str) -> Path | None:
    """The file of a library, if that is what is meant. Raises OSError."""
    from q40k.kernel.care.joining import is_library
    from q40k.table.folders import LIBRARY

    path = Path(file)
    if file == "-":
        return None
    if path.is_dir():
        path = path / LIBRARY
        if not path.exists():
            raise bad_value(_("FILE"), _("there is no {name} in that folder.", name=LIBRARY))
    return path if path.is_file() and is_library(path) else None


def _tell(found: list[Joined]) -> None:
    for one in found:
        if one.what == "taken":
            echo(str(one.match))
        if one.what != "same":
            echo(_(WENT[one.what], match=one.match, name=one.name or "–"), err=True)
    same = sum(one.what == "same" for one in found)
    if same:
        echo(
            ngettext(
                "{number} match is here already, just so.",
                "{number} matches are here already, just so.",
                same,
            ),
            err=True,
        )
    if not found:
        echo(_("There is no match in that library."), err=True)


def _script(call: Call, file: str, name: str | None, again: bool) -> int:
    """Play a script on a throw-away match, and keep it."""
    from q40k.kernel.text import clean_text
    from q40k.table.script import identity_in, read_script

    with opened(file) as script:
        packs = _library_of(call)
        texts = list(script)
        lines = list(read_script(texts))
    if not lines:
        raise no_lines()
    identity = "" if again else identity_in(texts[0])
    game = lines[0].game
    about(game.id)
    trial = _trial(file, lines, packs, game)
    stem = "" if file == "-" else Path(file).stem
    called = clean_text(name or "") or game.view.status(trial.state).name or clean_text(stem)
    with match_library() as kept:
        number = _held(kept, identity, trial)
        if number:
            echo(str(number))
            echo(_("It is here already: match {match}.", match=number), err=True)
            return DONE
        number, entries = kept.take_in(trial, called, identity), trial.head
    echo(str(number))
    told = ngettext(
        "Imported as match {match}, “{name}”: {number} entry.",
        "Imported as match {match}, “{name}”: {number} entries.",
        entries,
        match=number,
        name=called,
    )
    echo(told, err=True)
    return DONE


def _trial(file: str, lines: list[ScriptLine], packs: Any, game: Game) -> MatchSession:
    from q40k.table.match_library import now, throw_away
    from q40k.table.script import play_line

    library, trial = partial(packs, game.id), throw_away(game, now)
    with naming(file):
        for line in lines:
            play_line(trial, library, line)
    return trial


def _held(library: MatchLibrary, identity: str, trial: MatchSession) -> int:
    """The number of the match that a record is of, if it is here just so; 0 if it is not here.

    Raises Failure when it stands otherwise here.
    """
    from q40k.table.folders import compiled_folder
    from q40k.table.script import write_script

    row = next((one for one in library.matches() if identity and one.identity == identity), None)
    if row is None:
        return 0
    packs = trial.game.packs.library(cache=compiled_folder())
    held = library.open(row.id, watch=True)
    try:
        same = held.game.id == trial.game.id and list(write_script(held, packs)) == list(
            write_script(trial, packs)
        )
    finally:
        held.close()
    if not same:
        title = _("This match is here already, and stands otherwise: match {match}.", match=row.id)
        advice = _("--again makes another match of the file.")
        raise Failure(title, advice, REFUSED)
    return row.id


# -- do ------------------------------------------------------------------------------


@command(
    "do",
    N_(
        "Carry out script lines on a match that is kept.\n\n"
        "The lines come from the call or from standard input. A line that is refused leaves"
        " nothing behind; the lines before it stand. --answer answers what a match asks right"
        " now, as it would be typed at the table."
    ),
    match_argument(),
    Argument(["line"], metavar=N_("[LINE]"), required=False),
    Option(
        ["answers", "-a", "--answer"],
        multiple=True,
        metavar=N_("TEXT"),
        help=N_("Answer the open question; may be given several times."),
    ),
    json_option(N_("Print the state as JSON afterwards.")),
    packs_option(),
    examples=(
        ("""q40k do 3 '{"do": "undo"}'""", N_("take the last entry back")),
        ("q40k do 3 -a 4", N_("match 3 waits for a die: it shows 4")),
    ),
)
def do(call: Call, match: str, line: str | None, answers: tuple[str, ...], as_json_: bool) -> int:
    """Carry out lines on a kept match."""
    with opened_match(match, watch=False) as match_session:
        since = match_session.head
        try:
            for text in answers:
                match_session.type(_understood(match_session, text))
            if line is not None or not answers:
                carry_out(call, match_session, _lines(line, match_session.game))
        finally:
            if not as_json_:
                narrate(match_session, since)
        finish(match_session, as_json_)
    return DONE


def _understood(match_session: MatchSession, text: str) -> str:
    from q40k.cli.say import locale
    from q40k.i18n.questions import understood

    if match_session.question is None:
        return text
    return understood(words().ask(locale(), match_session.state, match_session.question), text)


def _lines(line: str | None, game: Game) -> list[ScriptLine]:
    if line is not None and line != "-":
        return late_lines(line.splitlines(), game)
    with opened("-") as script:
        return late_lines(script, game)


def late_lines(lines: Iterable[str], game: Game) -> list[ScriptLine]:
    """Lines for a match that is laid out already: the first need not be `new`."""
    from q40k.table.script import read_script

    return list(read_script(lines, game))


def carry_out(call: Call, match_session: MatchSession, lines: Iterable[ScriptLine]) -> None:
    """Carry out lines; a refused one is taken back. Raises LineRefused, Failure."""
    from q40k.table.script import play_line

    library = cache(partial(call.library, game=match_session.game))
    for line in lines:
        if match_session.question is not None and line.command is not None:
            asked = "\n".join(open_question(match_session))
            title = _("Line {line} must wait: the match asks something.", line=line.number)
            raise Failure(title, asked, REFUSED)
        play_line(match_session, library, line)


def finish(match_session: MatchSession, as_data: bool) -> None:
    """Print what a match asks now, or with `as_data` its whole state."""
    if as_data:
        print_state(match_session, True)
        return
    for text in open_question(match_session):
        echo(text)


COMMANDS = {"run": run, "import": import_, "do": do}
