"""What a conversation turns aside to: a walk through the past, and the correction of an entry."""

import re
from collections.abc import Callable
from typing import Any, Protocol

from q40k.i18n.amending import branch_name
from q40k.i18n.error_texts import journal_error
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import is_digits
from q40k.table.context import Onward
from q40k.table.history import History, add_bookmark, branch
from q40k.talk.entry import Typist
from q40k.talk.news import News
from q40k.talk.prompting import Detail, open_lines, spoken
from q40k.tui.desk import Desk
from q40k.tui.fields import Field
from q40k.tui.pages.amender import Amender

_BECOMES = re.compile(r"(?<!\d) → ")
"""The sign between what was so and what is so now; between numbers the voice says it."""


def error_lines(desk: Desk, error: JournalError) -> list[str]:
    """Return what went wrong with the record, and what can be done."""
    text = journal_error(desk.locale, error)
    return [f"{text.title}. {text.what}", text.todo]


class Aside(Protocol):
    """Something that hears the lines in place of the match until it is over."""

    @property
    def is_over(self) -> bool:
        """Whether the conversation goes back to what was before."""

    def lines(self, detail: Detail) -> list[str]:
        """Return where it stands."""

    def ask(self, question: str, detail: Detail) -> list[str] | None:
        """Return the answer to a question, "" asks what is open; None leaves it to the match."""

    def hear(self, line: str) -> list[str]:
        """Take a line; return what it says of the line itself, before it says where it stands."""

    def press_named(self, key: str) -> list[str]:
        """Take a key that no line can type."""


class Correcting:
    """The correction of one entry: the same stages, questions and preview as on the screen."""

    def __init__(self, desk: Desk, number: int) -> None:
        """Open an entry. Raises JournalError if it cannot be corrected."""
        self.amender = Amender(desk, number)
        self.typist = Typist(self)

    @property
    def field(self) -> Field | None:
        """The open field."""
        return self.amender.desk.field

    @property
    def locale(self) -> Locale:
        """The language of the desk."""
        return self.amender.locale

    @property
    def is_over(self) -> bool:
        """Whether the correction was kept or dropped."""
        return self.amender.stage == "end"

    @property
    def is_kept(self) -> bool:
        """Whether the match is another one now."""
        return self.is_over and self.amender.ended is None

    def press(self, key: str, character: str | None) -> None:
        """Press a key at the correction, and replay what follows from it."""
        self.amender.press(key, character)
        while self.amender.stage == "replay":
            self.amender.pump()

    def press_named(self, key: str) -> list[str]:
        """Press a key that no line can type."""
        self.press(key, " " if key == "space" else None)
        return []

    def hear(self, line: str) -> list[str]:
        """Take a line: an answer, or the key of an action that enters something anew."""
        if self.field is not None:
            self.typist.answer(line)
        elif not line.strip() and self._is_stopped():
            self.press("escape", None)
        else:
            for character in line or "\r":
                self.press("enter" if character == "\r" else character, character)
        return []

    def ask(self, question: str, detail: Detail) -> list[str] | None:
        """Return the open question in full, or a list of offers as it was heard."""
        return None if question else self.lines(detail if self.typist.offers is not None else "full")

    def _is_stopped(self) -> bool:
        """Return whether a refusal or a trouble is open."""
        return self.amender.desk.refused is not None or self.amender.desk.trouble is not None

    def lines(self, detail: Detail) -> list[str]:
        """Return where the correction stands."""
        amender, _ = self.amender, self.amender.locale.gettext
        if self.is_over:
            kept = _("It is put right.") if amender.ended is None else _("Everything is left as it was.")
            return [kept]
        if amender.stage == "preview":
            now = _("now")
            texts = [spoken(_BECOMES.sub(f", {now} ", text)) for text in amender.lines if text]
            keep = _("Enter keeps it, /back leaves everything as it was.")
            return [*texts, keep, *([amender.desk.trouble.what] if amender.desk.trouble else [])]
        notice = [amender.desk.notice] if amender.desk.notice else []
        if self.field is None and not self._is_stopped():
            ask = _("Type it with the keys of the match, as it should have been; /back leaves everything as it was.")
            return [spoken(amender.title), *notice, ask]
        typist = self.typist
        return [spoken(amender.title), *notice, *open_lines(amender.desk, detail, typist.offers, typist.take_refusal())]


class Past:
    """A walk through the past of a match. Its words are the letters of the screen, and whole words."""

    def __init__(
        self, desk: Desk, news: News, score_lines: Callable[[Any], list[str]], correct: Callable[[str], list[str]]
    ) -> None:
        """Begin at the newest entry. Raises JournalError."""
        self.desk = desk
        self.news = news
        self._score_lines = score_lines
        self._correct = correct
        self.history = History(desk.match_session)
        self.is_over = False
        self.notice = ""
        self._warned_of: int | None = None  # the entry where a branch would know secrets
        self._branched: int | None = None

    def help(self) -> list[str]:
        """Return the words that walk and do something here."""
        _ = self.desk.locale.gettext
        return [
            _("Enter: one entry on; /left: one back; a number: to that entry; j 3: to turn 3."),
            _("t, k, b: to the next turn, great moment, bookmark; T, K, B: to the one before."),
            _("m and a name: mark this entry; w: try another way from here; o: open that match; a: put it right."),
            _("s: the scores then; /back: to the present."),
        ]

    def ask(self, question: str, detail: Detail) -> list[str] | None:
        """Return the moment, and what can be done here."""
        return None if question else [*self.lines(detail), *self.help()]

    def press_named(self, key: str) -> list[str]:
        """Take a key that no line can type."""
        return self.hear("back" if key == "escape" else key)

    def lines(self, _detail: Detail) -> list[str]:
        """Return the moment: its entry, its turn, what happened."""
        _, history = self.desk.locale.gettext, self.history
        place = _("PAST {entry} of {last}") if not history.at_end else _("NOW {entry} of {last}")
        ribbon = self.desk.screen.ribbon(self.desk, history.state)
        steps = [name for name, running in ribbon.steps if running]
        where = place.format(entry=history.entry, last=history.stops[-1])
        marks = [mark.name for mark in history.bookmarks if mark.entry == history.entry]
        notice = [self.notice] if self.notice else []
        return [
            ", ".join(filter(None, (where, spoken(ribbon.turn), *steps, *marks))),
            *self.news.with_number(history.line),
            *notice,
        ]

    def hear(self, line: str) -> list[str]:
        """Take a line."""
        word, _space, rest = line.strip().partition(" ")
        history, _ = self.history, self.desk.locale.gettext
        self.notice = ""
        walks: dict[str, Callable[[], bool]] = {
            "": lambda: history.step(1),
            "right": lambda: history.step(1),
            "left": lambda: history.step(-1),
            "t": lambda: history.go_to_next_turn(1),
            "T": lambda: history.go_to_next_turn(-1),
            "k": lambda: history.go_to_moment(1),
            "K": lambda: history.go_to_moment(-1),
            "b": lambda: history.go_to_bookmark(1),
            "B": lambda: history.go_to_bookmark(-1),
        }
        if word == "s":
            return self._score_lines(history.state)
        if word == "a":
            return self._correct(str(history.entry))
        if word in walks:
            self.notice = "" if walks[word]() else _("There is none further that way.")
        elif is_digits(word):
            self._try(lambda: history.go_to(int(word[:9])))
        elif word == "j":
            is_played = is_digits(rest) and history.go_to_turn(int(rest[:9]))
            self.notice = "" if is_played else _("That turn was never played.")
        elif word == "m" and rest and not self.desk.match_session.watching:
            self._try(lambda: add_bookmark(self.desk.match_session, history.entry, rest))
        elif word == "w":
            self._branch()
        elif word == "o" and self._branched is not None:
            self.desk.destination, self.is_over = Onward(match=self._branched), True
        elif word in ("q", "back", "esc"):
            self.is_over = True
        else:
            self.notice = " ".join(self.help())
        return []

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except JournalError as error:
            self.notice = " ".join(error_lines(self.desk, error))

    def _branch(self) -> None:
        """Begin a match that goes on from here; warn first if it would know secrets."""
        _, match_session, entry = self.desk.locale.gettext, self.desk.match_session, self.history.entry
        whole = match_session.is_open_with_secrets
        if whole and self._warned_of != entry:
            self._warned_of = entry
            self.notice = _("A branch knows what is still secret here. w again begins it all the same.")
            return

        def begin() -> None:
            name = branch_name(self.desk.locale, match_session.row.name, entry)
            self._branched = number = branch(match_session, entry, name, whole=whole)
            message = _("Match {number} goes on from there. o opens it now; else q40k resume {number}")
            self.notice = message.format(number=number)

        self._try(begin)
