"""The hand that draws: the cursor, the marked squares, the open form. It knows no Textual."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from q40k.games.space_hulk.editor.bench import Bench, Edit, Fault, Faulty
from q40k.games.space_hulk.editor.files import Changed, Opened
from q40k.games.space_hulk.editor.painting import rectangle
from q40k.games.space_hulk.editor.picture import At, bounds, cell_at, on_plane
from q40k.games.space_hulk.editor.work import NotHere, Work
from q40k.games.space_hulk.packs.boards import Cell, cell_of
from q40k.games.space_hulk.packs.pieces import LARGEST
from q40k.i18n.error_texts import file_error
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import answer_error
from q40k.kernel.events import AnswerError
from q40k.tui.fields import Entered, Move, Option, Several, read_value
from q40k.tui.forms import Form, OpenForm
from q40k.tui.map.fields import arrow_step

_WHY = {
    "no-floor": N_("There is no floor here."),
    "of-pieces": N_(
        "This board is laid of pieces: p lays one, Delete takes one away. Shift+P makes squares of them, to be painted."
    ),
    "of-rows": N_("This board is painted: pieces go on an empty one."),
    "no-letters": N_("There are no letters left for one more section."),
    "too-large": N_("A level has {most} columns and rows at most."),
    "too-many-levels": N_("There are {most} levels at most."),
    "too-many-pieces": N_("There are {most} pieces at most."),
    "too-many-starts": N_("There are {most} marines at most."),
    "last-level": N_("This is the only level."),
    "no-side": N_("There is no wall beside this square: ways in and out lie at the rim."),
    "nobody": N_("No marine starts here."),
    "no-piece": N_("No piece lies here."),
    "one-level": N_("A ladder joins two levels: go to the other one, then l there."),
}


def edit_problem(locale: Locale, problem: NotHere) -> str:
    """Return why an edit is not possible at a place."""
    return locale.say(_WHY[problem.code], **problem.facts)


# -- the hand --------------------------------------------------------------------------------


class Leaving(Struct, frozen=True):
    """How the editor ends: to play the mission, alone or not, or without a match."""

    play: bool = False
    solo: bool = False


class Hand:
    """The cursor and the keys of one editor."""

    def __init__(self, bench: Bench, locale: Locale, folders: tuple[Path, ...] = ()) -> None:
        self.locale = locale
        self.folders = folders
        self.notice = ""
        self.bad = False
        self.entry: OpenForm | None = None
        self._must = False
        self.leaving: Leaving | None = None
        self.take_up(bench)

    def take_up(self, bench: Bench) -> None:
        """Work at another bench."""
        self.bench = bench
        first = next((cell_of(start.at) for start in bench.work.mission.start), None)
        self.level = min(bench.work.numbers(), default=1) if first is None else first[0]
        self.mark: At | None = None
        self.ladder: Cell | None = None
        self.fault = -1
        self.cursor: At = self._middle()

    def open_anew(self, opened: Opened) -> None:
        """Work on another mission."""
        self.bench.close()
        self.take_up(Bench(opened, self.folders))

    def _middle(self) -> At:
        starts = (cell_of(start.at) for start in self.work.mission.start)
        at = next((start for start in starts if start is not None and start[0] == self.level), None)
        if at is not None:
            return on_plane(self.work, at)
        bounds = self.bounds()
        if bounds is None:
            return 0, 0
        (west, low), (right, high) = bounds
        return (west + right) // 2, (low + high) // 2

    # -- what is pointed at ----------------------------------------------------------------

    @property
    def work(self) -> Work:
        """The present work."""
        return self.bench.work

    @property
    def cell(self) -> Cell:
        """The square under the cursor, below 0 if it has no name yet."""
        return cell_at(self.work, self.level, self.cursor)

    @property
    def corners(self) -> tuple[At, At]:
        """The corners of the marked squares on the level, or the square under the cursor twice."""
        start = cell_at(self.work, self.level, self.mark or self.cursor)
        return start[1:], self.cell[1:]

    @property
    def marked(self) -> list[At]:
        """The marked squares on the plane."""
        return [] if self.mark is None else rectangle(self.mark, self.cursor)

    def bounds(self) -> tuple[At, At] | None:
        """Return the first and last squares of the visible level; None without floor."""
        return bounds(self.work, self.level, self.bench.pieces)

    def point(self, at: At) -> None:
        """Put the cursor somewhere within the largest board."""
        bounds = self.bounds()
        (west, low), (right, high) = bounds or ((-LARGEST // 2,) * 2, (LARGEST // 2,) * 2)
        most = LARGEST - 1
        self.cursor = (min(max(at[0], right - most), west + most), min(max(at[1], high - most), low + most))

    def step(self, key: str) -> bool:
        """Move the cursor by a key and return whether it was an arrow."""
        by = arrow_step(key, 1)
        if by is None:
            return False
        self.point((self.cursor[0] + round(by[0]), self.cursor[1] + round(by[1])))
        return True

    def climb(self, by: int) -> None:
        """Go to the next level up or down, if there is one."""
        numbers = sorted({*self.work.numbers(), self.level})
        place = numbers.index(self.level) + by
        if 0 <= place < len(numbers):
            self.level, self.mark = numbers[place], None
        else:
            self.say(N_("There is no further level: v adds one."))

    def next_fault(self) -> Fault | None:
        """Go to the square of the next fault and return the fault."""
        faults = self.bench.faults
        if not faults:
            self.say(N_("Nothing is wrong."))
            return None
        self.fault = (self.fault + 1) % len(faults)
        fault = faults[self.fault]
        if fault.cell is not None:
            self.level = fault.cell[0]
            self.mark = None
            self.cursor = on_plane(self.work, fault.cell)
        return fault

    # -- doing -----------------------------------------------------------------------------

    def say(self, sentence: str, *, bad: bool = False, **facts: Any) -> None:
        """Show a message below the board."""
        self.notice, self.bad = self.locale.say(sentence, **facts), bad

    def do(self, edit: Edit) -> bool:
        """Apply an edit and return whether the work changed."""
        try:
            changed = self.bench.do(edit)
        except NotHere as problem:
            self.notice, self.bad = edit_problem(self.locale, problem), True
            return False
        self.mark = None
        self.after_change()
        return changed

    def after_change(self) -> None:
        """Keep the changed work as a draft."""
        self.fault = -1
        if self.level not in self.work.numbers() and not self.work.of_pieces:
            self.level = self.work.numbers()[0]
        try:
            self.bench.keep()
        except OSError as error:
            self.report_error(error, N_("The work cannot be kept aside: {why}"))

    def save(self) -> bool:
        """Write the mission into its file and return whether that was done; report it."""
        try:
            loses = self.bench.save()
        except Faulty:
            message = N_("Kept as a draft, not among the missions: faults: {count}. n shows them.")
            if not self.bench.is_in_draft:
                message = N_("Not saved; faults: {count}. n shows them.")
            self.say(message, bad=True, count=self.bench.error_count)
        except Changed as error:
            self.say(
                N_(
                    "{path} is not as it was read: somebody has changed it meanwhile. Nothing was"
                    " written; A saves under another name."
                ),
                bad=True,
                path=error.path,
            )
        except OSError as error:
            message = N_("Not saved: {why} The work is kept as a draft.")
            if not self.bench.is_in_draft:
                message = N_("Not saved: {why} It is kept nowhere: q asks for another folder.")
            self.report_error(error, message)
        else:
            message = N_("Saved in {path}.")
            if loses:
                message = N_("Saved in {path}; comments within this mission or its board are lost.")
            self.say(message, path=self.bench.opened.path)
            return True
        return False

    def report_error(self, error: OSError, sentence: str) -> None:
        """Show why something could not be written."""
        explained = file_error(self.locale, error)
        why = str(error) if explained is None else f"{explained.title} {explained.todo}".strip()
        self.say(sentence, bad=True, why=why)

    def ask(self, make: Callable[[], Form], *, must: bool = False) -> None:
        """Open a form; Escape does not leave a form that `must` be done."""
        self.entry, self._must = OpenForm(make), must
        self.entry.begin()
        self._settle()

    def press_field(self, key: str, character: str | None) -> None:
        """Give a key to the open form. Escape goes back a field, and out of the form."""
        if self.entry is None or (field := self.entry.field) is None:
            return
        outcome = field.press_and_explain(key, character, self.locale)
        if outcome is Move.BACK and not (self.entry.answers or self._must):
            self.entry = None
        elif outcome is Move.BACK:
            self.entry.take_back()
        elif isinstance(outcome, Entered):
            try:
                value = read_value(field, outcome.value)
            except AnswerError as error:
                field.error = answer_error(self.locale, error)
            else:
                self.entry.give(value)
        self._settle()

    def take_option(self, option: Option) -> None:
        """Take a clicked option."""
        if self.entry is None:
            return
        if isinstance(self.entry.field, Several):
            self.entry.field.pick(option)
        else:
            self.entry.give(option.value)
        self._settle()

    def _settle(self) -> None:
        if self.entry is not None and self.entry.field is None:
            self.entry = None
