"""Commands that play match scripts or import matches: run, import, do."""

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import IO, Any

from q40k.care.joining import JoinResult, Outcome, find_missing, is_library, may_lack_log
from q40k.cli.base import Argument, Call, Option, bad_value, flag, json_option, packs_option, verb, whole_option
from q40k.cli.complete import complete_files
from q40k.cli.errors import MALFORMED, Failure
from q40k.cli.open import match_argument, open_library, open_match, show_match_progress
from q40k.cli.problems import code_of, reason
from q40k.cli.say import N_, _, echo, echo_json, echo_lines, locale, naming_stream, ngettext, remark, speak_of, words
from q40k.cli.telling import board, feed, open_question, sentences
from q40k.games.game import DEFAULT, Game, find, manifest
from q40k.i18n.questions import read_typed
from q40k.kernel.text import clean_text, text_encoding
from q40k.kernel.whole_file import read_path
from q40k.season.record import Joined, join_decisions
from q40k.table.folders import LIBRARY, compiled_folder
from q40k.table.match_library import MatchLibrary, now, temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import (
    MOST_CHARACTERS,
    MOST_IN_ALL,
    MOST_LINES,
    LineRefused,
    ScriptError,
    ScriptLine,
    identity_in,
    packs_in,
    play_line,
    read_script,
    write_script,
)


@contextmanager
def open_script(path: str) -> Iterator[Iterator[str]]:
    """Open a script and give its lines; "-" is standard input. Raises OSError."""
    # Bytes that are not UTF-8 become surrogates, so that the error can name their line.
    if path == "-":
        text = io.TextIOWrapper(sys.stdin.buffer, encoding=_encoding(sys.stdin.buffer), errors="surrogateescape")
        try:
            yield _text_lines(text, _("standard input"))
        finally:
            text.detach()  # standard input stays open
        return
    with (
        read_path(path).open("rb") as file,
        io.TextIOWrapper(file, encoding=_encoding(file), errors="surrogateescape") as text,
        naming_file(path),
    ):
        yield _text_lines(text, path)


def _encoding(stream: Any) -> str:
    """Return the encoding of a stream of bytes by its first ones, which it can be asked for without taking them."""
    try:
        return text_encoding(stream.peek(2) if hasattr(stream, "peek") else b"")
    except OSError:  # a closed stream: reading it says so
        return text_encoding(b"")


@contextmanager
def naming_file(path: str) -> Iterator[None]:
    """Let an error in a script's line name the file."""

    try:
        yield
    except (ScriptError, LineRefused) as error:
        if path != "-":
            error.file = path
        raise


def _text_lines(file: IO[str], name: str) -> Iterator[str]:
    """Yield the lines of a file, up to the first that is too long or too many for `read_script`."""

    characters = 0
    with naming_stream(name):
        for number, line in enumerate(iter(lambda: file.readline(MOST_CHARACTERS + 2), "")):
            yield line
            characters += len(line)
            if len(line) > MOST_CHARACTERS + 1 or characters > MOST_IN_ALL or number > MOST_LINES:
                return


def _library_of(call: Call) -> Callable[[str], Any]:
    """Return a function that gives the packs of a game by its id. Those of the default game are
    read now.

    Raises PackError, as the function does.
    """
    usual = call.library()
    return cache(lambda id: usual if id == DEFAULT else call.library(game=find(id)))


def no_lines() -> Failure:
    """Return the failure for a script without a line to play."""
    title = _("There is no line to play.")
    first = manifest().first_line
    return Failure(title, _("The first line lays out a match: {line}", line=first), MALFORMED)


def file_argument() -> Argument:
    """Return the argument that names a match script."""
    return Argument(["file"], metavar=N_("FILE"), shell_complete=complete_files)


def narrate(match_session: MatchSession, since: int, head: str = "") -> None:
    """Print on standard error what happened after an entry."""
    for line in match_session.lines(after=since):
        for sentence in sentences(match_session.state, line.events, line.first_seq):
            remark(head + sentence)


def print_state(match_session: MatchSession, as_data: bool, refused: LineRefused | None = None) -> None:
    """Print the state of a match on standard output; as data with the line that was `refused`."""
    if as_data:
        view, state, question = match_session.game.view, match_session.state, match_session.question
        data = view.as_json(state, question, feed(match_session)) | {"error": None}
        if refused is not None:
            open_question = None
            if refused.question is not None:
                open_question = view.as_json(refused.state, refused.question, [])["asks"]
            data["error"] = {
                "line": refused.line,
                "rule": refused.rule,
                "code": code_of(refused.cause),
                "message": reason(refused.cause),
                "asks": open_question,
            }
        echo_json(data)
        return
    echo_lines(board(match_session))


# -- run -----------------------------------------------------------------------------------


@verb(
    file_argument(),
    json_option(N_("Print the final state as JSON, and no story.")),
    flag(["-q", "--quiet"], N_("Tell no story, print only the end.")),
    whole_option(N_("Open what is sealed in a record that was changed.")),
    packs_option(),
)
def run(call: Call, file: str, as_json_: bool, quiet: bool, whole: bool) -> None:
    """Play a script."""

    with open_script(file) as script:
        match_session, library = None, _library_of(call)
        try:
            for line in read_script(script, whole=whole):
                if match_session is None:
                    match_session = temporary_match(line.game)
                    speak_of(line.game.id)
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


# -- import --------------------------------------------------------------------------------

OUTCOMES: dict[Outcome, str] = {
    "taken": N_("Taken in as match {match}: {name}"),
    "further": N_("Brought up to date: match {match}, {name}"),
    "behind": N_("Played further here: match {match}, {name}"),
    "otherwise": N_("Different here and there, and left as it is here: match {match}, {name}"),
    "damaged": N_("Damaged there, and left out: {name}"),
    "binned": N_("In the bin there, and left out: {name}"),
    "erased": N_("Erased here, and left out: {name}"),
    "open": N_("Open here just now, and left as it is: match {match}, {name}"),
}
"""The messages for matches of another library. A match that is the same gets none."""


@verb(
    file_argument(),
    Option(["--name"], metavar=N_("NAME"), help=N_("Give the match this name.")),
    flag(["again", "--again"], N_("Make another match of a script whose match is here.")),
    whole_option(N_("Take in a match in progress with its secrets, to go on with it.")),
    packs_option(),
)
def import_(call: Call, file: str, name: str | None, again: bool, whole: bool) -> None:
    """Import a script or a library."""
    source = _library_path(file)
    if source is None:
        _import_script(call, file, name, again, whole)
        return
    if name is not None:
        raise bad_value("--name", _("the matches of a library have their names."))
    with open_library() as library:
        if source.resolve() == library.path.resolve():
            raise bad_value(_("FILE"), _("this is the library itself."))
        _report_lost_tail(source)  # before it is opened, which makes a log
        decisions: list[Joined] = []
        outcomes = library.join(
            source, show_match_progress, lambda other: decisions.append(join_decisions(library, other, source))
        )
    _report_import(outcomes)
    _report_decisions(*decisions)
    _settle_leagues(library.path)


def _library_path(file: str) -> Path | None:
    """Return the file of a library, or None if `file` is not one. Raises OSError."""

    path = read_path(file)
    if file == "-":
        return None
    if path.is_dir():
        path = path / LIBRARY
        if not path.exists():
            raise bad_value(_("FILE"), _("there is no {name} in that folder.", name=LIBRARY))
    return path if path.is_file() and is_library(path) else None


def _report_import(outcomes: list[JoinResult]) -> None:
    for outcome in outcomes:
        if outcome.outcome == "taken":
            echo(str(outcome.match))
        if outcome.outcome != "same":
            message = _(OUTCOMES[outcome.outcome], match=outcome.match, name=outcome.name or "–")
            remark(message)
    same = sum(outcome.outcome == "same" for outcome in outcomes)
    if same:
        remark(
            ngettext("{number} match is here already, just so.", "{number} matches are here already, just so.", same)
        )
    if not outcomes:
        remark(_("There is no match in that library."))


def _report_lost_tail(source: Path) -> None:
    """Say if a library was longer than its file: the log beside it, with its newest entries, was not brought along."""
    if may_lack_log(source):
        message = _(
            "This file alone may not be the whole library: its newest entries may be in {log}, which was not brought"
            " along. `q40k backup --to` makes one file of everything.",
            log=f"{source.name}-wal",
        )
        remark(message)
    for held, missing in find_missing(source):
        message = _(
            "Match {match}, “{name}”, had {missing} entries more there: {log} holds them, and was not brought along.",
            match=held.number,
            name=held.name or "-",
            missing=missing,
            log=f"{source.name}-wal",
        )
        remark(message)


def _report_decisions(joined: Joined) -> None:
    summary = ngettext(
        "{number} decision about the season was taken in.",
        "{number} decisions about the season were taken in.",
        joined.taken,
    )
    omissions = ngettext(
        "{number} decision about the season was left out: here something else was decided about it.",
        "{number} decisions about the season were left out: here something else was decided about them.",
        joined.left,
    )
    for text, number in ((summary, joined.taken), (omissions, joined.left)):
        if number:
            remark(text)


def _import_script(call: Call, file: str, name: str | None, again: bool, whole: bool) -> None:
    """Play a script on a throw-away match, and keep it."""

    with open_script(file) as script:
        packs = _library_of(call)
        texts = list(script)
        lines = list(read_script(texts, whole=whole))
    if not lines:
        raise no_lines()
    identity = "" if again else identity_in(texts[0])
    game = lines[0].game
    speak_of(game.id)
    trial = _play_on_trial(file, lines, packs, game)
    stem = "" if file == "-" else read_path(file).stem
    match_name = clean_text(name or "") or game.view.status(trial.state).name or clean_text(stem)
    with open_library() as library:
        number = _number_in_library(library, identity, trial)
        if number:
            echo(str(number))
            remark(_("It is here already: match {match}.", match=number))
            return
        if any(line.sealed for line in lines) and not whole:
            title = _("This record is of a match in progress, with its secrets sealed.")
            advice = _("q40k run shows it. --whole takes it in with all secrets, to go on with the match.")
            raise Failure(title, advice)
        number, entries = library.adopt(trial, match_name, identity), trial.head
        library.remember_packs(number, packs_in(texts))
        _settle_leagues(library.path)
    echo(str(number))
    message = ngettext(
        "Imported as match {match}, “{name}”: {number} entry.",
        "Imported as match {match}, “{name}”: {number} entries.",
        entries,
        match=number,
        name=match_name,
    )
    remark(message)


def _play_on_trial(file: str, lines: list[ScriptLine], packs: Any, game: Game) -> MatchSession:

    library, trial = partial(packs, game.id), temporary_match(game, now)
    with naming_file(file):
        for line in lines:
            play_line(trial, library, line)
    return trial


def _number_in_library(library: MatchLibrary, identity: str, trial: MatchSession) -> int:
    """Return the number of the same match in the library, or 0 if it is not there.

    Raises Failure if the library has another version of it.
    """

    row = next((match for match in library.matches() if identity and match.identity == identity), None)
    if row is None:
        return 0
    packs = trial.game.packs.library(cache=compiled_folder())
    with closing(library.open(row.id, watch=True)) as existing:
        same = existing.game.id == trial.game.id and list(write_script(existing, packs)) == list(
            write_script(trial, packs, identity=identity)
        )
    if not same:
        title = _("This match is here already, in a different state: match {match}.", match=row.id)
        advice = _("--again makes another match of the file.")
        raise Failure(title, advice)
    return row.id


# -- do ------------------------------------------------------------------------------


@verb(
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
)
def do(call: Call, match: str, line: str | None, answers: tuple[str, ...], as_json_: bool) -> None:
    """Carry out lines on a kept match."""
    with open_match(match, watch=False) as match_session:
        was_over = match_session.snapshot.status.over
        since = match_session.head
        try:
            for text in answers:
                match_session.type(_typed_answer(match_session, text))
            if line is not None or not answers:
                carry_out(call, match_session, _lines(line, match_session.game))
        finally:
            if not as_json_:
                narrate(match_session, since)
        finish(match_session, as_json_)
        if match_session.snapshot.status.over and not was_over:
            _settle_leagues(match_session.session.journal.path)


def _settle_leagues(path: Path | None) -> None:
    from q40k.season.season import settle_leagues  # loaded late: `do` seldom ends a match

    settle_leagues(path)


def _typed_answer(match_session: MatchSession, text: str) -> str:

    if match_session.question is None:
        return text
    return read_typed(words().ask(locale(), match_session.state, match_session.question), text)


def _lines(line: str | None, game: Game) -> list[ScriptLine]:
    if line is not None and line != "-":
        return late_lines(line.splitlines(), game)
    with open_script("-") as script:
        return late_lines(script, game)


def late_lines(lines: Iterable[str], game: Game) -> list[ScriptLine]:
    """Return lines for a match that is already laid out: the first need not be `new`."""

    return list(read_script(lines, game))


def carry_out(call: Call, match_session: MatchSession, lines: Iterable[ScriptLine]) -> None:
    """Carry out lines; a refused line is taken back. Raises LineRefused, Failure."""

    library = cache(partial(call.library, game=match_session.game))
    for line in lines:
        if match_session.question is not None and line.command is not None:
            advice = "\n".join(open_question(match_session))
            title = _("Line {line} must wait: the match asks something.", line=line.number)
            raise Failure(title, advice)
        play_line(match_session, library, line)


def finish(match_session: MatchSession, as_data: bool) -> None:
    """Print what a match asks now, or with `as_data` its whole state."""
    if as_data:
        print_state(match_session, True)
        return
    echo_lines(open_question(match_session))
