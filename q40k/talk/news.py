"""What has happened in a match, line by line: the news since the last look, and the last lines."""

from contextlib import suppress

from q40k.i18n.locale import N_, with_label
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.lookup import strip_accents
from q40k.table.commentary import Announcer
from q40k.table.match_session import Line
from q40k.table.shown import MARKS, describe_input, describe_mark
from q40k.talk.prompting import spoken
from q40k.tui.desk import Desk
from q40k.tui.phones import PHONE

MOST_NEWS = 60
"""The most new entries told at once: the newest."""
SEARCHED = 2000
"""The number of newest lines that are searched for a word."""


class News:
    """The story of the match at a desk; `catch_up` tells what is new."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.head = desk.match_session.head
        self.announcer = Announcer(desk.match_session.game)
        self._hears = False

    def begin_to_hear(self) -> None:
        """Let the announcer read the match: from now on its calls are told also."""
        if not self._hears and self.desk.match_session.damage is None:
            self._hears = True
            with suppress(JournalError):  # the next command says what is wrong
                self.announcer.read(self.desk.match_session.inputs(), self.desk.match_session.head)

    def catch_up(self) -> list[str]:
        """Return the sentences of all entries since the last look. Marks of undo are left out."""
        match_session = self.desk.match_session
        head = match_session.head
        if head == self.head:
            return []
        lines: list[Line] = []
        with suppress(JournalError):
            if self._hears:
                self.announcer.catch_up(match_session)
            lines = match_session.lines(MOST_NEWS, after=self.head)
        self.head = head
        return [text for line in lines if line.entry.kind not in MARKS and not line.undone for text in self.tell(line)]

    def tell(self, line: Line) -> list[str]:
        """Return the sentences of an entry, and what the announcer called."""
        desk = self.desk
        if line.entry.kind in MARKS:
            return [spoken(describe_mark(desk.locale, desk.match_session, line))]
        state = desk.match_session.state_of(line)
        texts = list(desk.words.sentences(desk.locale, state, line.events, line.first_seq))
        if texts and line.entry.hand == PHONE:
            texts[0] = with_label(desk.locale, desk.locale.gettext(N_("by phone")), texts[0])
        calls = self.announcer.calls_at(line.entry.seq, desk.settings)
        return [spoken(text) for text in (*texts, *(desk.words.call(desk.locale, state, call) for call in calls))]

    def with_number(self, line: Line) -> list[str]:
        """Return the sentences of an entry after its number, or its input without any; an undone entry says so."""
        desk, texts = self.desk, self.tell(line)
        if not texts:
            texts = [spoken(describe_input(desk.locale, desk.match_session, line))]
            if line.entry.kind == "answer":
                answer = desk.locale.gettext(N_("{command}: answer {answer}"))
                texts[0] = answer.format(command=self._command(line.entry.command), answer=texts[0])
        if line.undone and line.entry.kind not in MARKS:
            texts[0] = desk.locale.gettext(N_("taken back: {what}")).format(what=texts[0])
        return [f"{line.entry.seq}. {texts[0]}", *texts[1:]]

    def _command(self, seq: int) -> str:
        """Return the command that an answer belongs to."""
        try:
            line = self.desk.match_session.lines(after=seq - 1, first=1)[0]
        except JournalError:
            return "?"
        return spoken(describe_input(self.desk.locale, self.desk.match_session, line))

    def last(self, most: int, word: str = "", *, whole: bool = False) -> list[str]:
        """Return the last lines, oldest first: those with a word, all of the `whole` log, or those with a sentence."""
        whole = whole or bool(word)
        try:
            lines = self.desk.match_session.lines(SEARCHED if word else max(most, 1) * 3, undone=whole)
        except JournalError:
            return []
        chosen: list[list[str]] = []
        sought = strip_accents(word)
        for line in reversed(lines):
            if len(chosen) == most:
                break
            texts = self.with_number(line)
            if sought in strip_accents(" ".join(texts)) and (whole or self.tell(line)):
                chosen.append(texts)
        return [text for texts in reversed(chosen) for text in texts]
