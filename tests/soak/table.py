"""A match in a library file: what is entered, taken back, copied, killed, and opened again."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from q40k.care.backup import back_up
from q40k.i18n.error_texts import journal_error
from q40k.i18n.questions import answer_error
from q40k.kernel.events import AnswerError, DiceQuestion, Event, Question, Refused
from q40k.kernel.journal.journal import JournalError
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from tests.silence import check_not_silent
from tests.soak.games import game_of
from tests.soak.holding import check_words
from tests.soak.ideas import STRANGE, Said
from tests.soak.random_game import NOT_ENTERED, typed_answer

FILE = "matches.sqlite3"


class Table:
    """A match of one game in a folder, and the library file it lies in."""

    def __init__(self, folder: Path, variant: str, seed: int, game: str = "quake", *, path: Path | None = None) -> None:
        """Lay out a match in a new library, or in that at `path`."""
        self.folder, self.variant, self.seed = folder, variant, seed
        self.game = game_of(game)
        self.done: Counter[str] = Counter()
        self.lives = 0
        self.told: list[Event] = []
        self._ticks = 0
        self.match = 0
        self.path = path or folder / "0" / FILE
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._open()
        self.match_session = self._silence(self.match_library.begin(f"evening {seed}", self.game.game))
        self.match = self.match_session.number
        self.game.lay_out(self, variant, Random(f"{variant} {seed}"))

    # -- the table ---------------------------------------------------------------------------

    def _open(self) -> None:
        self.match_library = MatchLibrary(self.path, self._clock)

    def _clock(self) -> str:
        """The time of day, on a machine whose clock is set back and forth."""
        self._ticks += 1
        hour = Random(f"clock {self.seed} {self._ticks // 7}").randrange(24)
        return f"2026-05-01T{hour:02}:{self._ticks % 60:02}:00+02:00"

    def _silence(self, match_session: MatchSession) -> MatchSession:
        """The match session without a backup in the background, by a stopwatch that is no clock."""
        self.match_library.journal.after_write = None
        match_session._stopwatch = lambda: float(self._ticks)
        match_session._read_at = float(self._ticks)
        return match_session

    def _sit_down(self, match: int | None = None) -> None:
        self.match = match or self.match
        self.match_session = self._silence(self.match_library.open(self.match))

    @property
    def state(self) -> Any:
        """The state of the match, with its secrets."""
        return self.match_session.session.state

    @property
    def question(self) -> Question | None:
        """What the rules wait for."""
        return self.match_session.session.question

    def screen(self) -> tuple[str, str, int]:
        """All that must come back: the state to the last byte, the question, the last entry."""
        return self.game.rules.write_state(self.state), repr(self.question), self.match_session.head

    def close(self) -> None:
        """End the evening."""
        self.match_session.close()
        self.match_library.close()

    # -- what is entered ---------------------------------------------------------------------

    def enter(self, said_then: Said) -> None:
        """Enter a command. Raises one of NOT_ENTERED."""
        command = self.game.complete(said_then, self.state)
        head, before = self.match_session.head, self.match_session.session.state
        self.told += self.match_session.do(command)
        if self.question is None:
            check_not_silent(self.match_session, head, before)
        for locale in self.game.locales:
            check_words(self.game.words.command(locale, command))

    def play(self, dice: Random) -> None:
        """One input: an answer, or a command; the rules may refuse it."""
        if self.match_session.snapshot.status.over and self.game.resumes > dice.random():
            for _ in range(5):
                self.match_session.undo()
            self._keep_the_match()
        question = self.question
        if question is not None:
            with self._refusals():
                self.answer(question, dice)
            return
        for _ in range(3):
            refused, head = self.done["refused"], self.match_session.head
            with self._refusals():
                self.enter(self.game.command(self.state, dice))
            if self.done["refused"] == refused or self.match_session.head != head:
                return

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """What the rules refuse leaves everything as it was, and they say why.

        A place that was named beforehand may turn out wrong when the die has chosen the portal;
        then the question stays open.
        """
        before = self.screen()
        try:
            yield
        except Refused as refused:
            self.done["refused"] += 1
            for locale in self.game.locales:
                check_words(self.game.words.refuse(locale, refused.refusal))
        except NOT_ENTERED:
            self.done["refused"] += 1
        else:
            return
        assert self.screen() == before or self.question is not None

    def answer(self, question: Question, dice: Random) -> None:
        """Answer by a value, by text, or by the app's dice. Raises AnswerError."""
        value = self.game.answer(question, self.state, dice)
        text = typed_answer(question, value)
        if isinstance(question, DiceQuestion) and dice.random() < 0.3:
            self.told += self.match_session.roll()
        elif text is None or dice.random() < 0.5:
            self.told += self.match_session.give(value)
        else:
            self.told += self.match_session.type(text)

    def wrong(self, dice: Random) -> None:
        """Wrong input changes nothing, and it can be said why."""
        before = self.screen()
        try:
            if self.question is not None:
                self.told += self.match_session.type(dice.choice(STRANGE))
            else:
                self.enter(self.game.nonsense(self.state, dice))
        except AnswerError as error:
            for locale in self.game.locales:
                check_words(answer_error(locale, error))
        except Refused as refused:
            for locale in self.game.locales:
                check_words(self.game.words.refuse(locale, refused.refusal))
            if self.question is not None:
                return  # it was a command after all, and a die of the app's met its refusal
        except NOT_ENTERED:
            pass
        else:
            return  # it happened to fit
        assert self.screen() == before

    # -- back and forth ----------------------------------------------------------------------

    def _keep_the_match(self) -> None:
        """Give back what laid out the match, if that was taken back."""
        while not self.match_session.snapshot.status.is_laid_out and self.match_session.redo() is not None:
            pass

    def undo(self, dice: Random) -> None:
        """Undo some commands; redone, all is as it was."""
        before = self.screen()[:2]
        number = 1 + dice.randrange(3)
        moved = sum(self.match_session.undo() is not None for _ in range(number))
        if dice.random() < 0.6:
            for _ in range(moved):
                assert self.match_session.redo() is not None
            assert self.screen()[:2] == before, "undone and redone it is another match"
        self._keep_the_match()

    def redo(self, _dice: Random) -> None:
        """Redo what was undone."""
        self.match_session.redo()

    def back(self, dice: Random) -> None:
        """Take back the last inputs, one by one."""
        for _ in range(1 + dice.randrange(2)):
            self.match_session.step_back()
            self._keep_the_match()

    # -- the process, the files --------------------------------------------------------------

    def kill(self, _dice: Random) -> None:
        """The process is gone: what lies on the disk at this moment is all there is."""
        before = self.screen()
        self.lives += 1
        target = self.folder / str(self.lives) / FILE
        target.parent.mkdir(parents=True)
        for suffix in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{self.path}{suffix}", f"{target}{suffix}")
        self._leave()
        self._move_in(target)
        assert self.screen() == before, "something that was shown is gone"

    def _leave(self) -> None:
        """Go without closing anything in order."""
        assert self.match_session._lock is not None
        self.match_session._lock.release()
        self.match_library.close()

    def _move_in(self, path: Path) -> None:
        old, self.path = self.path.parent, path
        if old.parent == self.folder:
            shutil.rmtree(old)
        self._open()
        self._sit_down()

    def reopen(self, _dice: Random) -> None:
        """Close the match and open it again, in mid-question too."""
        before = self.screen()
        self.match_session.close()
        self.match_library.close()
        self._open()
        self._sit_down()
        assert self.screen() == before

    def restore(self, _dice: Random) -> None:
        """A backup made now is the match; the evening goes on with it."""
        before = self.screen()
        self.lives += 1
        target = self.folder / str(self.lives) / FILE
        target.parent.mkdir(parents=True)
        back_up(self.path, target)
        self._leave()
        self._move_in(target)
        assert self.screen() == before

    def forget(self, _dice: Random) -> None:
        """Snapshots are only there for speed."""
        before = self.screen()
        with self.match_library.journal.transaction() as write:
            write.execute("DELETE FROM snapshots")
        assert self.match_session._lock is not None
        self.match_session._lock.release()
        self._sit_down()
        assert self.screen() == before

    def watch(self, _dice: Random) -> None:
        """A second program may watch and not write; it sees the same."""
        other = MatchLibrary(self.path, lambda: "then")
        with closing(other):
            with pytest.raises(JournalError) as caught:
                other.open(self.match)
            assert caught.value.code == "match-held"
            for locale in self.game.locales:
                check_words(journal_error(locale, caught.value).title)
            watching = other.open(self.match, watch=True)
            assert watching.state == self.match_session.state
            assert repr(watching.question) == repr(self.match_session.question)
            assert watching.refresh() is False
