"""A match in a library file: what is entered, taken back, copied, killed, and opened again."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from pydantic import ValidationError

from q40k.kernel.asking import AnswerError, DiceQuestion, Question
from q40k.kernel.backup import back_up
from q40k.kernel.journal import JournalError
from q40k.kernel.telling import Event, Refused
from q40k.packs.problems import PackError
from q40k.rules.commands import Command
from q40k.rules.state import Match
from q40k.table.resolve import resolve
from q40k.table.shelf import Shelf
from q40k.table.sitting import Sitting
from q40k.words.commands import tell_command
from q40k.words.refusals import answer_error, refusal
from q40k.words.troubles import journal_error
from tests.rules.playing import said_at_table
from tests.soak import mods
from tests.soak.holding import GAME, SPEECHES, said
from tests.soak.ideas import STRANGE, Ideas, Said, answer, typed
from tests.table.scripts import library

FILE = "matches.sqlite3"


class Table:
    """A match of one mod in a folder, and the library file it lies in."""

    def __init__(self, folder: Path, mod: str, seed: int, *, path: Path | None = None) -> None:
        """Lay out a match in a new library, or in that at `path`."""
        self.folder, self.mod, self.seed = folder, mod, seed
        self.done: Counter[str] = Counter()
        self.lives = 0
        self.told: list[Event] = []
        self._ticks = 0
        self.match = 0
        self.path = path or folder / "0" / FILE
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._open()
        self.sitting = self._seated(self.shelf.begin(f"evening {seed}"))
        self.match = self.sitting.number
        self._lay_out()

    # -- the table ---------------------------------------------------------------------------

    def _open(self) -> None:
        self.shelf = Shelf(self.path, self._clock)

    def _clock(self) -> str:
        """The time of day, on a machine whose clock is set back and forth."""
        self._ticks += 1
        hour = Random(f"clock {self.seed} {self._ticks // 7}").randrange(24)
        return f"2026-05-01T{hour:02}:{self._ticks % 60:02}:00+02:00"

    def _seated(self, sitting: Sitting) -> Sitting:
        """The sitting without a backup in the background, by a stopwatch that is no clock."""
        self.shelf.journal.after_write = None
        sitting._stopwatch = lambda: float(self._ticks)
        sitting._read_at = float(self._ticks)
        return sitting

    def _sit_down(self, match: int | None = None) -> None:
        self.match = match or self.match
        self.sitting = self._seated(self.shelf.open(self.match))

    def _lay_out(self) -> None:
        dice = Random(f"{self.mod} {self.seed}")
        self._say(mods.laid_out(self.mod, dice))
        for place in range(dice.randint(2, 4)):
            ideas = Ideas(self.state, dice)
            who: Said = {**ideas.join(), "player": ("Ann", "Bob", "Chloé", "Dmitri")[place]}
            if self.state.in_teams:
                who["team"] = ("Red", "Blue")[place % 2]
            with suppress(Refused, PackError):
                self._say(who)
        if dice.random() < 0.8:
            self._begin(dice)

    def _begin(self, dice: Random) -> None:
        """Roll for the order of play and deploy; most evenings are past that."""
        with suppress(Refused, PackError):
            self._say({"do": "start"})
        for _ in range(40):
            with suppress(Refused, AnswerError):
                if self.question is not None:
                    self._answer(self.question, dice)
                elif self.state.phase != "deployment":
                    return
                else:
                    self._say(Ideas(self.state, dice).deploy())

    @property
    def state(self) -> Match:
        """The state of the match."""
        return self.sitting.state

    @property
    def question(self) -> Question | None:
        """What the rules wait for."""
        return self.sitting.question

    def screen(self) -> tuple[str, str, int]:
        """All that must come back: the state to the last byte, the question, the last entry."""
        return GAME.write_state(self.state), repr(self.question), self.sitting.head

    def close(self) -> None:
        """End the evening."""
        self.sitting.close()
        self.shelf.close()

    # -- what is entered ---------------------------------------------------------------------

    def _command(self, given: Said, state: Match | None = None) -> Command:
        """A command with its packs' data. Raises ValidationError, Refused, PackError."""
        return resolve(library(), said_at_table(given), (state or self.state).mod)

    def _say(self, given: Said) -> None:
        command = self._command(given)
        self.told += self.sitting.do(command)
        for speech in SPEECHES:
            said(tell_command(speech, command))

    def play(self, dice: Random) -> None:
        """One input: an answer, or a command; the rules may refuse it."""
        question = self.question
        if question is not None:
            with self._refusals():
                self._answer(question, dice)
            return
        for _ in range(3):
            refused, head = self.done["refused"], self.sitting.head
            with self._refusals():
                self._say(Ideas(self.state, dice).command())
            if self.done["refused"] == refused or self.sitting.head != head:
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
            for speech in SPEECHES:
                said(refusal(speech, refused.refusal))
        except PackError:
            self.done["refused"] += 1
        else:
            return
        assert self.screen() == before or self.question is not None

    def _answer(self, question: Question, dice: Random) -> None:
        value = answer(question, dice)
        text = typed(question, value)
        if isinstance(question, DiceQuestion) and dice.random() < 0.3:
            self.told += self.sitting.roll()
        elif text is None or dice.random() < 0.5:
            self.told += self.sitting.give(value)
        else:
            self.told += self.sitting.type(text)

    def wrong(self, dice: Random) -> None:
        """Wrong input changes nothing, and it can be said why."""
        before = self.screen()
        try:
            if self.question is not None:
                self.told += self.sitting.type(dice.choice(STRANGE))
            else:
                self._say(Ideas(self.state, dice).nonsense())
        except AnswerError as error:
            for speech in SPEECHES:
                said(answer_error(speech, error))
        except Refused as refused:
            for speech in SPEECHES:
                said(refusal(speech, refused.refusal))
            if self.question is not None:
                return  # it was a command after all, and a die of the app's met its refusal
        except (ValidationError, PackError):
            pass
        else:
            return  # it happened to fit
        assert self.screen() == before

    # -- back and forth ----------------------------------------------------------------------

    def _keep_the_match(self) -> None:
        """Give back what laid out the match, if that was taken back."""
        while self.state.mod is None and self.sitting.redo() is not None:
            pass

    def undo(self, dice: Random) -> None:
        """Undo some commands; redone, all is as it was."""
        before = self.screen()[:2]
        number = 1 + dice.randrange(3)
        moved = sum(self.sitting.undo() is not None for _ in range(number))
        if dice.random() < 0.6:
            for _ in range(moved):
                assert self.sitting.redo() is not None
            assert self.screen()[:2] == before, "undone and redone it is another match"
        self._keep_the_match()

    def redo(self, _dice: Random) -> None:
        """Redo what was undone."""
        self.sitting.redo()

    def back(self, dice: Random) -> None:
        """Take back the last inputs, one by one."""
        for _ in range(1 + dice.randrange(2)):
            self.sitting.step_back()
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
        assert self.sitting._pen is not None
        self.sitting._pen.drop()
        self.shelf.close()

    def _move_in(self, path: Path) -> None:
        old, self.path = self.path.parent, path
        if old.parent == self.folder:
            shutil.rmtree(old)
        self._open()
        self._sit_down()

    def reopen(self, _dice: Random) -> None:
        """Close the match and open it again, in mid-question too."""
        before = self.screen()
        self.sitting.close()
        self.shelf.close()
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
        with self.shelf.journal._writing() as db:
            db.execute("DELETE FROM snapshots")
        assert self.sitting._pen is not None
        self.sitting._pen.drop()
        self._sit_down()
        assert self.screen() == before

    def watch(self, _dice: Random) -> None:
        """A second program may watch and not write; it sees the same."""
        other = Shelf(self.path, lambda: "then")
        with closing(other):
            with pytest.raises(JournalError) as caught:
                other.open(self.match)
            assert caught.value.code == "match-held"
            for speech in SPEECHES:
                said(journal_error(speech, caught.value).title)
            watching = other.open(self.match, watch=True)
            assert watching.state == self.state
            assert repr(watching.question) == repr(self.question)
            assert watching.refresh() is False
