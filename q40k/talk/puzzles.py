"""Puzzles by ear: a moment of a match, some choices, and what speaks for and against each after the answer."""

from collections.abc import Iterator

from q40k.games.game import folder_of
from q40k.i18n.locale import N_, Locale, with_label
from q40k.i18n.wording import unfold_lines
from q40k.kernel.lookup import find_typed
from q40k.kernel.text import is_digits
from q40k.study.posing import PosedPuzzle, SourcedPuzzle, pose
from q40k.study.puzzles import OtherRules
from q40k.table.settings import settings
from q40k.talk.prompting import Detail, plain_lines
from q40k.talk.speech import Speech
from q40k.tui.look import without_rules
from q40k.tui.map.parts import parts_of_screen

LEAVES = ("q", "back")


class Puzzles:
    """Asks one puzzle after the other, and counts those answered rightly."""

    def __init__(self, locale: Locale, puzzles: Iterator[SourcedPuzzle]) -> None:
        self._locale = locale
        self._puzzles = puzzles
        self._speech = Speech(locale, {})
        self._posed: PosedPuzzle | None = None
        self._origin = ""
        self._is_answered = False
        self._place = self._right = self._answered = 0
        self.is_over = False
        self._pose_next()

    def _pose_next(self) -> None:
        """Pose the next puzzle that asks something."""
        self._posed, self._is_answered = None, False
        for sourced in self._puzzles:
            self._locale = self._locale.of(folder_of(sourced.game.id) / "locales")
            try:
                self._posed = pose(sourced, self._locale)
            except OtherRules:
                continue
            if self._posed is not None:
                self._speech = Speech(self._locale, sourced.game.words.abbreviations(self._locale))
                self._origin = f"{sourced.game.name}, {sourced.origin_text(self._locale)}"
                self._place += 1
                return

    def lines(self, _detail: Detail) -> list[str]:
        """Return the puzzle with its choices, or after the answer what comes next."""
        locale, posed = self._locale, self._posed
        if posed is None:
            return [locale.gettext(N_("There are no puzzles here."))]
        if self._is_answered:
            return [locale.gettext(N_("Enter: the next puzzle. /back leaves."))]
        place = locale.say(N_("Puzzle {place}: {origin}"), place=self._place, origin=self._origin)
        question = locale.say(N_("{name}: which choice has the best chance to win?"), name=posed.seat_name)
        choices = (with_label(locale, str(number), name) for number, name in enumerate(posed.names, 1))
        ask = N_("?s says who stands there, ?t where, ?c and a name reads a card. A number answers; /back leaves.")
        return self._plain(place, question, *choices, locale.gettext(ask))

    def press_named(self, key: str) -> list[str]:
        """Take a key that no line can type: Escape leaves."""
        return self.hear("q" if key == "escape" else "")

    def hear(self, line: str) -> list[str]:
        """Take a number, Enter after an answer, or q; return the verdict, or at the end how many were right."""
        typed, posed = line.strip(), self._posed
        if posed is not None and self._is_answered and typed.casefold() not in LEAVES:
            self._pose_next()
            posed = self._posed
            self.is_over = posed is None
            return self._tally(N_("That was the last one: {right} of {number} right.")) if self.is_over else []
        self.is_over = typed.casefold() in LEAVES or posed is None
        if posed is None or self.is_over:
            return self._tally(N_("{right} of {number} right")) if self._answered else []
        number = int(typed) if is_digits(typed) and len(typed) == 1 else 0
        if not 0 < number <= len(posed.choices):
            return [self._locale.say(N_("A number from 1 to {most}."), most=len(posed.choices))]
        self._is_answered = True
        self._answered, self._right = self._answered + 1, self._right + posed.choices[number - 1].is_right
        verdict = self._plain(posed.verdict(self._locale, number - 1))
        return [*verdict, *self._reasons(posed), *self._tally(N_("{right} of {number} right"))]

    def _tally(self, sentence: str) -> list[str]:
        return [self._locale.say(sentence, right=self._right, number=self._answered)]

    def _reasons(self, posed: PosedPuzzle) -> Iterator[str]:
        """Yield what speaks for or against each choice."""
        right, wrong = N_("{number}, right"), N_("{number}, not the best")
        for number, choice in enumerate(posed.choices):
            head = self._locale.say(right if choice.is_right else wrong, number=number + 1)
            reason = with_label(self._locale, head, posed.reason(self._locale, number))
            yield from self._plain(f"{reason}. {' '.join(posed.consequences(self._locale, number))}")

    def ask(self, question: str, detail: Detail) -> list[str] | None:
        """Return the board, the table or a card of the moment; anything else repeats the puzzle."""
        posed, letter, name = self._posed, question[:1].casefold(), question[1:].strip()
        if posed is None or letter not in ("s", "t", "c"):
            return self.lines(detail)
        words, state = posed.game.words, posed.state
        if letter == "s":
            board = words.board(self._locale, state)
            return self._plain(*board.heading, *board.sentences)
        if letter == "t":
            return self._plain(*parts_of_screen(posed.game.screen).overview(self._locale, state))
        seats = [(seat.name, seat.id) for seat in posed.game.view.seats(state)]
        ids = find_typed(name, seats) if name else [posed.puzzle.seat]
        return self._plain(*(line for id in ids[:1] for line in unfold_lines(words.card(self._locale, state, id))))

    def _plain(self, *texts: str) -> list[str]:
        lines = [without_rules(line) for line in plain_lines(*texts)]
        return list(map(self._speech.say, lines)) if settings().speech else lines
