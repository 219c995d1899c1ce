"""What was entered, in words: undo, redo, corrections, bookmarks, and what an answer answered."""

from __future__ import annotations

import json
from typing import Final

from q40k.i18n.amending import amended, bookmarked
from q40k.i18n.answers import counted
from q40k.i18n.locale import N_, Locale
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.questions import Question, TallyQuestion
from q40k.kernel.replay import replay
from q40k.table.match_session import Line, MatchSession

MARKS: Final = ("undo", "redo", "amend", "bookmark")
"""The kinds of entries that are no inputs."""
MOST_ANSWERS = 400
"""No command takes more answers than this."""


def marked(locale: Locale, match_session: MatchSession, line: Line) -> str:
    """What such an entry says behind its sign: what an undo took back, a correction put right."""
    entry, words = line.entry, match_session.game.words
    if entry.kind == "amend":
        return f"✎ {amended(locale, words, entry.body, match_session.read_command)}"
    if entry.kind == "bookmark":
        return f"⚑ {bookmarked(locale, entry.command, entry.body)}"
    moved = match_session.lines(after=line.entry.command - 1, first=1)[0]
    correction = moved.entry.kind == "amend"
    say = marked if correction else entered
    what = say(locale, match_session, moved)
    if line.entry.kind == "undo":
        return locale.say(N_("↶ taken back: {what}"), what=what)
    return locale.say(N_("↷ given back: {what}"), what=what)


def entered(locale: Locale, match_session: MatchSession, line: Line) -> str:
    """What was entered in a line: the command in short, or the answer as it was given."""
    if line.entry.kind == "command":
        command, state = match_session.read_command(line.entry.body), match_session.state
        return match_session.game.words.command(locale, command, state, line.events)
    given = json.loads(line.entry.body)
    counts = TallyQuestion.counts(given) is not None
    if counts or match_session.keeps_secrets:
        question = asked(match_session, line.entry.command, line.entry.seq)
        if question is not None and question.secret:
            return locale.gettext(N_("an answer"))
        if counts and isinstance(question, TallyQuestion):
            return counted(locale, given, summed=question.summed)
    return " ".join(map(str, given)) if isinstance(given, list) else str(given)


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
