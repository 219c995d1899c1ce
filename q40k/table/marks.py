"""What entries of the journal say that tell no event: undo, redo, correction, bookmark."""

from __future__ import annotations

import json
from typing import Final

from q40k.i18n.amending import amended, bookmarked
from q40k.i18n.answers import counted
from q40k.i18n.locale import N_, Locale
from q40k.kernel.questions import TallyQuestion
from q40k.table.asked import asked
from q40k.table.match_session import Line, MatchSession

MARKS: Final = ("undo", "redo", "amend", "bookmark")
"""The kinds of entries that are no inputs."""


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
