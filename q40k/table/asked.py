"""What an answer of the log was an answer to."""

from __future__ import annotations

import json
from functools import lru_cache

from q40k.kernel.driver import Run
from q40k.kernel.events import Refused
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.questions import AnswerError, Question
from q40k.table.match_session import MatchSession

MOST_ANSWERS = 400
"""No command takes more answers than this."""


@lru_cache(maxsize=128)
def asked(match_session: MatchSession, command: int, answer: int) -> Question | None:
    """The question an entry answered, also one taken back; None where it can no longer be told.

    `command` and `answer` are the numbers of the two entries.
    """
    session = match_session.session
    try:
        first, *later = match_session.lines(after=command - 1, first=MOST_ANSWERS)
        run = Run(
            session.rules,
            session.state_before(command),
            match_session.read_command(first.entry.body),
        )
        run.start()
        for entry in (line.entry for line in later):
            stood = entry.undone_by is None or entry.undone_by > answer
            if entry.seq < answer and entry.command == command and entry.kind == "answer" and stood:
                run.answer(json.loads(entry.body))
    except (AnswerError, JournalError, Refused, RuntimeError, ValueError):
        return None
    return run.question
