"""What was entered, in words: undo, redo, corrections, bookmarks, and answers."""

from __future__ import annotations

import json
from typing import Final

from q40k.i18n.amending import amendment_line, bookmark_line
from q40k.i18n.answers import count_text
from q40k.i18n.locale import N_, Locale
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.questions import Question, TallyQuestion
from q40k.kernel.replay import replay
from q40k.table.match_session import Line, MatchSession

MARKS: Final = ("undo", "redo", "amend", "bookmark")
"""The kinds of entries that are no inputs."""
MOST_ANSWERS = 400
"""No command takes more answers than this."""


def describe_mark(locale: Locale, match_session: MatchSession, line: Line) -> str:
    """Return the text of such an entry, with its sign: what was undone, corrected or bookmarked."""
    entry, words = line.entry, match_session.game.words
    if entry.kind == "amend":
        return f"✎ {amendment_line(locale, words, entry.body, match_session.read_command)}"
    if entry.kind == "bookmark":
        return f"⚑ {bookmark_line(locale, entry.command, entry.body)}"
    target = match_session.lines(after=line.entry.command - 1, first=1)[0]
    correction = target.entry.kind == "amend"
    say = describe_mark if correction else describe_input
    text = say(locale, match_session, target)
    if line.entry.kind == "undo":
        return locale.say(N_("↶ taken back: {what}"), what=text)
    return locale.say(N_("↷ given back: {what}"), what=text)


def describe_input(locale: Locale, match_session: MatchSession, line: Line) -> str:
    """Return what was entered in a line: the command in short, or the answer as it was given."""
    if line.entry.kind == "command":
        command, state = match_session.read_command(line.entry.body), match_session.state
        return match_session.game.words.command(locale, command, state, line.events)
    answer = json.loads(line.entry.body)
    counts = TallyQuestion.counts(answer) is not None
    if counts or match_session.keeps_secrets:
        question = find_question(match_session, line.entry.command, line.entry.seq)
        if question is not None and question.secret:
            return locale.gettext(N_("an answer"))
        if counts and isinstance(question, TallyQuestion):
            return count_text(locale, answer, summed=question.summed)
    return " ".join(map(str, answer)) if isinstance(answer, list) else str(answer)


def find_question(match_session: MatchSession, command: int, answer: int) -> Question | None:
    """Return the question that an entry answered, even if undone; None if it is unknown.

    `command` and `answer` are the numbers of the two entries.
    """
    cache = match_session.asked
    if (command, answer) not in cache:
        cache[command, answer] = _replay_question(match_session, command, answer)
    return cache[command, answer]


def _replay_question(match_session: MatchSession, command: int, answer: int) -> Question | None:
    session = match_session.session
    try:
        first, *later = [line.entry for line in match_session.lines(after=command - 1, first=MOST_ANSWERS)]
        before = session.state_before(command)
    except (JournalError, ValueError):
        return None
    earlier = [
        entry
        for entry in later
        if entry.seq < answer
        and entry.command == command
        and entry.kind == "answer"
        and (entry.undone_by is None or entry.undone_by > answer)
    ]
    again = replay(session.rules, before, [first, *earlier])
    if again.failure is not None or again.run is None or again.run.question is None:
        return None
    return match_session.mask_question(again.run.state, again.run.question)
