"""Why the rules, the table or a pack refuse, in plain words."""

from collections.abc import Iterable, Sequence
from typing import Any

from q40k.cli import say
from q40k.cli.base import Answer
from q40k.cli.errors import DONE, REFUSED
from q40k.i18n.problems import severity_name
from q40k.i18n.questions import answer_error
from q40k.kernel.events import Refused
from q40k.packs.problems import PackError, Problem


def reason(error: Any) -> str:
    """Return in plain words why the rules or the table refuse."""
    if isinstance(error, Refused):
        return say.words().refuse(say.locale(), error.refusal)
    if isinstance(error, PackError):
        return "\n".join(problem_lines(error.problems))
    return answer_error(say.locale(), error)


def code_of(error: Any) -> str:
    """Return the code for why the rules or the table refuse."""
    if isinstance(error, Refused):
        return error.refusal.code
    if isinstance(error, PackError):
        return error.problems[0].code if error.problems else "pack"
    return str(error.code)


def answer_problems(problems: Sequence[Problem], lines: Iterable[str], data: Any = None) -> Answer:
    """Return what a check found: its lines or data, how many problems, and the exit status that follows."""
    wrong = sum(problem.severity == "error" for problem in problems)
    counts = [say.ngettext("{number} problem", "{number} problems", wrong)]
    if warned := len(problems) - wrong:
        counts.append(say.ngettext("{number} warning", "{number} warnings", warned))
    return Answer(data, lines, REFUSED if wrong else DONE, ", ".join(counts))


def problem_lines(problems: Iterable[Problem]) -> list[str]:
    """Return every problem of packs or profiles, one a line: place, severity, object, message."""
    lines = []
    for problem in problems:
        place = ":".join(str(part) for part in (problem.file, problem.line, problem.column) if part)
        parts = (place, severity_name(say.locale(), problem.severity), problem.object_id)
        lines.append(": ".join([*(part for part in parts if part), say.words().problem(say.locale(), problem)]))
    return lines
