"""The end of a failed call: its message, and the exit status."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from io import StringIO
from typing import TYPE_CHECKING, Any

import click

from q40k.cli import say
from q40k.cli.base import bad_value
from q40k.kernel.events import AnswerError, Question, Refused
from q40k.packs.problems import PackError, Problem

if TYPE_CHECKING:
    from q40k.i18n.error_texts import ErrorText
    from q40k.kernel.journal.journal import JournalError
    from q40k.table.script import LineRefused, ScriptError

DONE = 0
REFUSED = 1
MALFORMED = 2
FAULT = 3
INTERRUPTED = 130
MOST_CHARACTERS = 1_000
MOST_LINES = 500
"""A failure is printed in at most so many lines of so many characters."""

_DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)
_REPAIRABLE = ("library-gone", "library-foreign", "entry-damaged", "journal-broken", "journal-torn", "record-damaged")
"""The errors that a repair of the library may fix."""

_CALL_ERRORS = ("unknown-match", "match-ambiguous")


class Failure(Exception):
    """A failure in words: what happened, what to do, and the exit status."""

    def __init__(self, title: str, advice: str = "", status: int = REFUSED) -> None:
        super().__init__(title)
        self.title = title
        self.advice = advice
        self.status = status


def run_guarded(work: Callable[[], int | None], *, debug: bool, mend: Callable[[], int] | None = None) -> int:
    """Do the work and return the exit status; print every error in plain words.

    If a repair may help and a terminal is there, a key press runs `mend`.
    """
    try:
        say.prepare_streams()
        return work() or DONE
    except (KeyboardInterrupt, EOFError, click.Abort):
        return INTERRUPTED
    except click.ClickException as error:
        output = StringIO()
        error.show(output)
        say.echo_text("\n".join(map(_cut_line, output.getvalue().splitlines())), err=True)
        return error.exit_code
    except OSError as error:
        return say.PIPE_CLOSED if say.pipe_closed(error) else _report_error(error, debug, mend)
    except Exception as error:
        return _report_error(error, debug, mend)
    finally:
        say.release_streams()


def _report_error(error: Exception, debug: bool, mend: Callable[[], int] | None) -> int:
    from q40k.i18n.error_texts import details, fault
    from q40k.table.faults import log_fault

    failure = failure_of(error)
    if failure is None:
        failure = _to_failure(fault(say.locale(), error, log_fault(error)), FAULT)
    elif debug:
        lines = (failure.advice, details(say.locale(), log_fault(error)))
        failure = Failure(failure.title, "\n".join(filter(None, lines)), failure.status)
    report(failure)
    if mend is None or getattr(error, "code", "") not in _REPAIRABLE or not say.on_a_terminal("stdin", "stderr"):
        return failure.status
    return _offer_repair(failure.status, mend, debug)


def _offer_repair(status: int, mend: Callable[[], int], debug: bool) -> int:
    say.echo(say._("r repairs it now; any other key leaves it as it is."), err=True)
    try:
        is_confirmed = click.getchar() in ("r", "R")
    except (KeyboardInterrupt, EOFError, OSError):
        return INTERRUPTED
    return run_guarded(mend, debug=debug) if is_confirmed else status


def report(failure: Failure) -> None:
    """Print a failure on standard error."""
    first, *more = failure.title.splitlines() or [""]
    say.echo(_cut_line(first), err=True)
    lines = [*more, *failure.advice.splitlines()]
    for line in lines[:MOST_LINES]:
        say.echo(f"  {_cut_line(line)}", err=True)
    if len(lines) > MOST_LINES:
        say.echo(say._("… and {number} lines more.", number=len(lines) - MOST_LINES), err=True)


def _cut_line(line: str) -> str:
    return line if len(line) <= MOST_CHARACTERS else line[:MOST_CHARACTERS] + "…"


def failure_of(error: Exception) -> Failure | None:
    """Return the failure for an error of the table; None for a fault of the program."""
    if isinstance(error, Failure):
        return error
    for kind, make_failure in _failure_makers():
        if isinstance(error, kind):
            return make_failure(error)
    return None


def _failure_makers() -> tuple[tuple[Any, Callable[[Any], Failure | None]], ...]:
    from q40k.kernel.events import AnswerError, Refused
    from q40k.kernel.journal.journal import JournalError
    from q40k.packs.problems import PackError
    from q40k.table.script import LineRefused, ScriptError

    return (
        (LineRefused, _line_failure),
        (Refused, _refusal_failure),
        (AnswerError, _refusal_failure),
        (JournalError, _journal_failure),
        (PackError, _pack_failure),
        (ScriptError, _script_failure),
        (UnicodeDecodeError, _encoding_failure),
        (OSError, _file_failure),
    )


def reason(error: Any) -> str:
    """Return in plain words why the rules or the table refuse."""
    from q40k.i18n.questions import answer_error
    from q40k.kernel.events import Refused
    from q40k.packs.problems import PackError

    if isinstance(error, Refused):
        return say.words().refuse(say.locale(), error.refusal)
    if isinstance(error, PackError):
        return "\n".join(problem_lines(error.problems))
    return answer_error(say.locale(), error)


def code_of(error: Any) -> str:
    """Return the code for why the rules or the table refuse."""
    from q40k.kernel.events import Refused
    from q40k.packs.problems import PackError

    if isinstance(error, Refused):
        return error.refusal.code
    if isinstance(error, PackError):
        return error.problems[0].code if error.problems else "pack"
    return str(error.code)


def problem_lines(problems: Iterable[Problem]) -> list[str]:
    """Return every problem of packs or profiles, one a line: place, severity, object, message."""
    from q40k.i18n.problems import severity_name

    lines = []
    for problem in problems:
        place = ":".join(str(part) for part in (problem.file, problem.line, problem.column) if part)
        parts = (place, severity_name(say.locale(), problem.severity), problem.object_id)
        lines.append(": ".join([*(part for part in parts if part), say.words().problem(say.locale(), problem)]))
    return lines


def _line_failure(error: LineRefused) -> Failure:
    why = reason(error.cause)
    why = f"{error.rule}: {why}" if error.rule else why
    title = say._("Line {line} was refused: {why}", line=error.line, why=why)
    advice = _override_advice(error.cause, '"override": "…"')
    if getattr(error.cause, "code", "") == "answer-missing" and error.question is not None:
        advice = missing_answer_advice(error.state, error.question, '"answers"')
    return Failure(_with_file(error.file, title), advice)


def missing_answer_advice(state: Any, question: Question, where: str) -> str:
    """Return the question that lacks an answer, and where to put the answer."""
    from q40k.cli.texts import question_lines

    cure = say._("Say the answer in {where}, after those that are there.", where=where)
    return "\n".join((*question_lines(state, question), cure))


def _refusal_failure(error: Refused | AnswerError) -> Failure:
    from q40k.kernel.events import Refused

    rule = f"{error.refusal.rule}: " if isinstance(error, Refused) else ""
    return Failure(rule + reason(error), _override_advice(error, '--override "…"'))


def _override_advice(cause: Exception, override: str) -> str:
    from q40k.kernel.events import Refused

    if isinstance(cause, Refused) and cause.refusal.overridable:
        return say._("A reason lets it pass, and is kept: add {override}", override=override)
    return ""


def _journal_failure(error: JournalError) -> Failure:
    from q40k.i18n.error_texts import journal_error

    trouble = journal_error(say.locale(), error)
    advice = [trouble.what, trouble.todo]
    if error.code == "match-held":
        advice.append(f"q40k watch {error.facts['match']}")
    status = MALFORMED if error.code in _CALL_ERRORS else REFUSED
    return Failure(trouble.title, "\n".join(advice), status)


def _pack_failure(error: PackError) -> Failure:
    title = say._("These packs cannot be used:")
    advice = [*problem_lines(error.problems), say._("Put them right, then see `q40k check`.")]
    return Failure(title, "\n".join(advice), MALFORMED)


def _script_failure(error: ScriptError) -> Failure:
    from q40k.i18n.error_texts import script_error

    why = script_error(say.locale(), error)
    title = say._("Line {line} is malformed: {why}", line=error.line, why=why)
    advice = say._("`q40k schema script` describes every line.")
    return Failure(_with_file(error.file, title), advice, MALFORMED)


def _with_file(file: str, title: str) -> str:
    return f"{file}: {title}" if file else title


def _encoding_failure(_error: UnicodeDecodeError) -> Failure:
    from q40k.i18n.error_texts import not_utf8

    return _to_failure(not_utf8(say.locale()), MALFORMED)


def _file_failure(error: OSError) -> Failure | None:
    from q40k.i18n.error_texts import file_error
    from q40k.table.folders import log_folder

    if error.filename is None and error.errno in _DISK_ERRORS:  # while a file was written, its name is unknown
        error.filename = str(log_folder().parent)
    trouble = file_error(say.locale(), error)
    status = REFUSED if error.errno in _DISK_ERRORS else MALFORMED
    return None if trouble is None else _to_failure(trouble, status)


def _to_failure(trouble: ErrorText, status: int) -> Failure:
    advice = "\n".join(line for line in (trouble.what, trouble.todo) if line)
    return Failure(trouble.title, advice, status)


def add_nearest(message: str, nearest: str | None) -> str:
    """Return a message about an unknown id, with the nearest one if there is any."""
    return message if nearest is None else message + " " + say._("The nearest is {id}.", id=nearest)


def find_in_packs(library: Any, kind: str, id: str, unknown: str, hint: str) -> Any:
    """Return the pack object of that id. Raises click.BadParameter: `unknown`, with the nearest."""
    objects = library.of_kind(kind)
    if id not in objects:
        raise bad_value(hint, add_nearest(unknown, library.nearest(kind, id)))
    return objects[id]
