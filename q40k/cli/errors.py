"""How a call ends that went wrong: what is said of it, and the exit status."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterable
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

import click

from q40k.cli.say import _, locale, words
from q40k.cli.streams import PIPE_CLOSED, echo, echo_text, let_go, pipe_closed, ready_streams

if TYPE_CHECKING:
    from q40k.i18n.error_texts import ErrorText
    from q40k.kernel.events import Refused
    from q40k.kernel.journal.journal import JournalError
    from q40k.kernel.questions import AnswerError, Question
    from q40k.packs.problems import PackError, Problem
    from q40k.table.script import LineRefused, ScriptError

DONE: Final = 0
REFUSED: Final = 1
MALFORMED: Final = 2
FAULT: Final = 3
INTERRUPTED: Final = 130
MOST_CHARACTERS: Final = 1_000
MOST_LINES: Final = 500
"""A failure is told in no more than so many lines of so many characters."""

_OF_THE_DISK: Final = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)
_MENDED: Final = (
    "library-gone", "library-foreign", "entry-damaged", "journal-broken", "journal-torn",
)  # fmt: skip
"""What a repair of the library may mend."""

_OF_THE_CALL: Final = ("unknown-match", "match-ambiguous")


class Failure(Exception):
    """A failure already in words: what happened, what to do, and the exit status."""

    def __init__(self, title: str, advice: str = "", status: int = REFUSED) -> None:
        super().__init__(title)
        self.title = title
        self.advice = advice
        self.status = status


def guarded(
    work: Callable[[], int | None], *, debug: bool, mend: Callable[[], int] | None = None
) -> int:
    """Do the work and return the exit status; whatever goes wrong ends in plain words.

    Where a repair would help and somebody sits at a terminal, a key does it by `mend`.
    """
    try:
        ready_streams()
        return work() or DONE
    except (KeyboardInterrupt, EOFError, click.Abort):
        return INTERRUPTED
    except click.ClickException as error:
        told = StringIO()
        error.show(told)
        echo_text("\n".join(map(_bounded, told.getvalue().splitlines())), err=True)
        return error.exit_code
    except OSError as error:
        return PIPE_CLOSED if pipe_closed(error) else _failed(error, debug, mend)
    except Exception as error:
        return _failed(error, debug, mend)
    finally:
        let_go()


def _failed(error: Exception, debug: bool, mend: Callable[[], int] | None) -> int:
    from q40k.i18n.error_texts import details, fault
    from q40k.table.faults import keep

    failure = worded(error)
    if failure is None:
        failure = _failure(fault(locale(), error, keep(error)), FAULT)
    elif debug:
        lines = (failure.advice, details(locale(), keep(error)))
        failure = Failure(failure.title, "\n".join(filter(None, lines)), failure.status)
    report(failure)
    if mend is None or getattr(error, "code", "") not in _MENDED or not _on_a_terminal():
        return failure.status
    return _mended_by_a_key(failure.status, mend, debug)


def _mended_by_a_key(status: int, mend: Callable[[], int], debug: bool) -> int:
    echo(_("R repairs it now; any other key leaves it as it is."), err=True)
    try:
        wanted = click.getchar() in ("r", "R")
    except (KeyboardInterrupt, EOFError, OSError):
        return INTERRUPTED
    return guarded(mend, debug=debug) if wanted else status


def _on_a_terminal() -> bool:
    return all(stream.isatty() for stream in (sys.stdin, sys.stderr))


def report(failure: Failure) -> None:
    """Print a failure on standard error."""
    first, *more = failure.title.splitlines() or [""]
    echo(_bounded(first), err=True)
    lines = [*more, *failure.advice.splitlines()]
    for line in lines[:MOST_LINES]:
        echo(f"  {_bounded(line)}", err=True)
    if len(lines) > MOST_LINES:
        echo(_("… and {number} lines more.", number=len(lines) - MOST_LINES), err=True)


def _bounded(line: str) -> str:
    return line if len(line) <= MOST_CHARACTERS else line[:MOST_CHARACTERS] + "…"


def worded(error: Exception) -> Failure | None:
    """An error of the table in words; None for one that is a fault of the program."""
    if isinstance(error, Failure):
        return error
    for kind, worded_so in _wordings():
        if isinstance(error, kind):
            return worded_so(error)
    return None


def _wordings() -> tuple[tuple[Any, Callable[[Any], Failure | None]], ...]:
    from q40k.kernel.events import Refused
    from q40k.kernel.journal.journal import JournalError
    from q40k.kernel.questions import AnswerError
    from q40k.packs.problems import PackError
    from q40k.table.script import LineRefused, ScriptError

    return (
        (LineRefused, _line_refused),
        (Refused, _refused),
        (AnswerError, _refused),
        (JournalError, _journal),
        (PackError, _packs),
        (ScriptError, _script),
        (UnicodeDecodeError, _not_utf8),
        (OSError, _file),
    )


def reason(error: Any) -> str:
    """Why the rules or the table refuse, in plain words."""
    from q40k.i18n.answers import answer_error
    from q40k.kernel.events import Refused
    from q40k.packs.problems import PackError

    if isinstance(error, Refused):
        return words().refuse(locale(), error.refusal)
    if isinstance(error, PackError):
        return "\n".join(problem_lines(error.problems))
    return answer_error(locale(), error)


def code_of(error: Any) -> str:
    """The word of the rules or the table for why they refuse."""
    from q40k.kernel.events import Refused
    from q40k.packs.problems import PackError

    if isinstance(error, Refused):
        return error.refusal.code
    if isinstance(error, PackError):
        return error.problems[0].code if error.problems else "pack"
    return str(error.code)


def problem_lines(problems: Iterable[Problem]) -> list[str]:
    """Every problem of packs or profiles, a line each: place, whose, what."""
    from q40k.i18n.problems import severity_name

    lines = []
    for one in problems:
        place = ":".join(str(part) for part in (one.file, one.line, one.column) if part)
        said = (place, severity_name(locale(), one.severity), one.object_id)
        lines.append(": ".join([*(part for part in said if part), words().problem(locale(), one)]))
    return lines


def _line_refused(error: LineRefused) -> Failure:
    why = reason(error.cause)
    why = f"{error.rule}: {why}" if error.rule else why
    title = _("Line {line} was refused: {why}", line=error.line, why=why)
    advice = _advice(error.cause, '"override": "…"')
    if getattr(error.cause, "code", "") == "answer-missing" and error.question is not None:
        advice = missing_answer(error.state, error.question, '"answers"')
    return Failure(_of(error.file, title), advice)


def missing_answer(state: Any, question: Question, where: str) -> str:
    """Which question an answer is missing for, and where to say it."""
    from q40k.cli.telling import asked_now

    cure = _("Say the answer in {where}, after those that are there.", where=where)
    return "\n".join((*asked_now(state, question), cure))


def _refused(error: Refused | AnswerError) -> Failure:
    from q40k.kernel.events import Refused

    rule = f"{error.refusal.rule}: " if isinstance(error, Refused) else ""
    return Failure(rule + reason(error), _advice(error, '--override "…"'))


def _advice(cause: Exception, override: str) -> str:
    from q40k.kernel.events import Refused

    if isinstance(cause, Refused) and cause.refusal.overridable:
        return _("A reason lets it pass, and is kept: add {override}", override=override)
    return ""


def _journal(error: JournalError) -> Failure:
    from q40k.i18n.error_texts import journal_error

    trouble = journal_error(locale(), error)
    advice = [trouble.what, trouble.todo]
    if error.code == "match-held":
        advice.append(f"q40k watch {error.facts['match']}")
    status = MALFORMED if error.code in _OF_THE_CALL else REFUSED
    return Failure(trouble.title, "\n".join(advice), status)


def _packs(error: PackError) -> Failure:
    title = _("These packs cannot be used:")
    advice = [*problem_lines(error.problems), _("Put them right, then see `q40k check`.")]
    return Failure(title, "\n".join(advice), MALFORMED)


def _script(error: ScriptError) -> Failure:
    from q40k.i18n.error_texts import script_error

    why = script_error(locale(), error)
    title = _("Line {line} is malformed: {why}", line=error.line, why=why)
    advice = _("`q40k schema script` describes every line.")
    return Failure(_of(error.file, title), advice, MALFORMED)


def _of(file: str, title: str) -> str:
    return f"{file}: {title}" if file else title


def _not_utf8(_error: UnicodeDecodeError) -> Failure:
    from q40k.i18n.error_texts import not_utf8

    return _failure(not_utf8(locale()), MALFORMED)


def _file(error: OSError) -> Failure | None:
    from q40k.i18n.error_texts import file_error

    trouble = file_error(locale(), error)
    status = REFUSED if error.errno in _OF_THE_DISK else MALFORMED
    return None if trouble is None else _failure(trouble, status)


def _failure(trouble: ErrorText, status: int) -> Failure:
    advice = "\n".join(line for line in (trouble.what, trouble.todo) if line)
    return Failure(trouble.title, advice, status)
