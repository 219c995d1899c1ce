"""What an answer of the log was an answer to."""

from __future__ import annotations

from q40k.kernel.journal.journal import JournalError
from q40k.kernel.questions import Question
from q40k.kernel.replay import replay
from q40k.table.match_session import MatchSession

MOST_ANSWERS = 400
"""No command takes more answers than this."""


def asked(match_session: MatchSession, command: int, answer: int) -> Question | None:
    """The question an entry answered, also one taken back; None where it can no longer be told.

    `command` and `answer` are the numbers of the two entries.
    """
    known = match_session.asked
    if (command, answer) not in known:
        known[command, answer] = _asked(match_session, command, answer)
    return known[command, answer]


def _asked(match_session: MatchSession, command: int, answer: int) -> Question | None:
    session = match_session.session
    try:
        first, *later = [
            line.entry for line in match_session.lines(after=command - 1, first=MOST_ANSWERS)
        ]
        before = session.state_before(command)
    except (JournalError, ValueError):
        return None
    given = [
        entry
        for entry in later
        if entry.seq < answer
        and entry.command == command
        and entry.kind == "answer"
        and (entry.undone_by is None or entry.undone_by > answer)
    ]
    again = replay(session.rules, before, [first, *given])
    if again.failure is not None or again.run is None or again.run.question is None:
        return None
    return match_session.seen_question(again.run.state, again.run.question)
