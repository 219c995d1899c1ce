"""What went wrong, as a failure in words: loaded when something goes wrong."""

import errno
from collections.abc import Callable
from typing import Any

from q40k.cli import say
from q40k.cli.errors import FAULT, MALFORMED, REFUSED, Failure
from q40k.cli.problems import problem_lines, reason
from q40k.cli.telling import question_lines
from q40k.i18n.error_texts import ErrorText, details, fault, file_error, journal_error, not_utf8, script_error
from q40k.kernel.events import AnswerError, Question, Refused
from q40k.kernel.journal.journal import JournalError
from q40k.packs.problems import PackError
from q40k.table.faults import log_fault
from q40k.table.folders import log_folder
from q40k.table.script import LineRefused, ScriptError

_DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)
_CALL_ERRORS = ("unknown-match", "match-ambiguous")


def failure_for(error: Exception, *, debug: bool) -> Failure:
    """Return the failure for any error; a fault of the program is logged."""
    failure = failure_of(error)
    if failure is None:
        return _to_failure(fault(say.locale(), error, log_fault(error)), FAULT)
    if not debug:
        return failure
    lines = (failure.advice, details(say.locale(), log_fault(error)))
    return Failure(failure.title, "\n".join(filter(None, lines)), failure.status)


def failure_of(error: Exception) -> Failure | None:
    """Return the failure for an error of the table; None for a fault of the program."""
    if isinstance(error, Failure):
        return error
    for kind, make_failure in _FAILURES:
        if isinstance(error, kind):
            return make_failure(error)
    return None


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
    cure = say._("Say the answer in {where}, after those that are there.", where=where)
    return "\n".join((*question_lines(state, question), cure))


def _refusal_failure(error: Refused | AnswerError) -> Failure:
    rule = f"{error.refusal.rule}: " if isinstance(error, Refused) else ""
    return Failure(rule + reason(error), _override_advice(error, '--override "…"'))


def _override_advice(cause: Exception, override: str) -> str:
    if isinstance(cause, Refused) and cause.refusal.overridable:
        return say._("A reason lets it pass, and is kept: add {override}", override=override)
    return ""


def _journal_failure(error: JournalError) -> Failure:
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
    why = script_error(say.locale(), error)
    title = say._("Line {line} is malformed: {why}", line=error.line, why=why)
    advice = say._("`q40k schema script` describes every line.")
    return Failure(_with_file(error.file, title), advice, MALFORMED)


def _with_file(file: str, title: str) -> str:
    return f"{file}: {title}" if file else title


def _encoding_failure(_error: UnicodeDecodeError) -> Failure:
    return _to_failure(not_utf8(say.locale()), MALFORMED)


def _file_failure(error: OSError) -> Failure | None:
    if error.filename is None and error.errno in _DISK_ERRORS:  # while a file was written, its name is unknown
        error.filename = str(log_folder().parent)
    trouble = file_error(say.locale(), error)
    status = REFUSED if error.errno in _DISK_ERRORS else MALFORMED
    return None if trouble is None else _to_failure(trouble, status)


def _to_failure(trouble: ErrorText, status: int) -> Failure:
    advice = "\n".join(line for line in (trouble.what, trouble.todo) if line)
    return Failure(trouble.title, advice, status)


_FAILURES: tuple[tuple[Any, Callable[[Any], Failure | None]], ...] = (
    (LineRefused, _line_failure),
    (Refused, _refusal_failure),
    (AnswerError, _refusal_failure),
    (JournalError, _journal_failure),
    (PackError, _pack_failure),
    (ScriptError, _script_failure),
    (UnicodeDecodeError, _encoding_failure),
    (OSError, _file_failure),
)
