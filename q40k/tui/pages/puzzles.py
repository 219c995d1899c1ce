"""Puzzles: a moment on the map and some choices; which of them is best, and what speaks for each."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static
from textual.worker import get_current_worker

from q40k.geometry.scene import Line, Overlay
from q40k.i18n.chapters import Chapter, Table
from q40k.i18n.locale import N_, Locale
from q40k.i18n.width import wrap
from q40k.study.posing import PosedPuzzle, SourcedPuzzle, pose
from q40k.study.puzzles import OtherRules
from q40k.tui import look
from q40k.tui.look import Rows, style_text
from q40k.tui.map.legend import legend
from q40k.tui.map.palette import palette_of
from q40k.tui.map.parts import parts_of_screen
from q40k.tui.map.still import StillMap
from q40k.tui.page import Key, Page
from q40k.tui.pages.chapters import chapter_rows, widest

SOME = 2
"""So many puzzles are looked up before the first is shown; the rest while somebody thinks."""
ROOMY = 30
"""From so many rows on every choice is explained after the answer; below, the right one and the marked one."""


class PuzzleScreen(Page[None]):
    """One puzzle after the other, with a count of those answered rightly."""

    CSS_PATH = "views.tcss"
    KEYS = (
        Key("1", N_("choose"), "pick(0)", shown="1–5"),
        *(Key(str(digit), "", f"pick({digit - 1})") for digit in range(2, 6)),
        Key("up", "", "mark(-1)"),
        Key("down", N_("look at a choice"), "mark(1)", shown="↑ ↓"),
        Key("enter", N_("choose it, then the next one"), "enter", shown="Enter"),
        Key("i", N_("who stands there, then each profile"), "board"),
        Key("escape,q", N_("back"), "leave", shown="Esc"),
    )

    def __init__(self, locale: Locale, find: Callable[[], Iterator[SourcedPuzzle]]) -> None:
        super().__init__()
        self.locale = locale
        self._find = find
        self._waiting: list[SourcedPuzzle] = []
        self._is_whole = False
        self._place = 0
        self.posed: PosedPuzzle | None = None
        self.marked = 0
        self.picked: int | None = None
        self.right = self.answered = 0
        self._shown = 0  # the map, who stands there, then a card of each seat
        self._head = Static(id="head")
        self._map = StillMap()
        self._board = Static(id="puzzle-board")
        self._legend = Static(id="puzzle-legend")
        self._choices = Static(id="puzzle-choices")
        self._keys = Static(id="keys-of")

    def compose(self) -> ComposeResult:
        """Yield the parts from top to bottom."""
        yield self._head
        yield self._map
        yield self._board
        yield self._legend
        yield self._choices
        yield self._keys

    def on_mount(self) -> None:
        """Look the puzzles up while the page says so."""
        self.run_worker(self._look_up, thread=True, exit_on_error=False)  # what cannot be read is left out
        self.show()

    def _look_up(self) -> None:
        worker = get_current_worker()
        try:
            for sourced in self._find():
                if worker.is_cancelled:
                    return  # somebody has left the page
                self._waiting.append(sourced)
                if len(self._waiting) == SOME:
                    self.app.call_from_thread(self._begin)
        finally:
            self._is_whole = True
            if not worker.is_cancelled:
                self.app.call_from_thread(self._begin)

    def _begin(self) -> None:
        if self.posed is None:
            self._next()
        self.show()

    def _next(self) -> None:
        """Pose the next puzzle that asks something."""
        self.posed, self.marked, self.picked, self._shown = None, 0, None, 0
        while self.posed is None and self._place < len(self._waiting):
            self._place += 1
            try:
                self.posed = pose(self._waiting[self._place - 1], self._words)
            except OtherRules:
                continue

    @property
    def _words(self) -> Locale:
        """The language, with the words of the game that the puzzle is of."""
        from q40k.games.game import folder_of

        place = max(1, self._place)
        return self.locale.of(folder_of(self._waiting[place - 1].game.id) / "locales") if self._waiting else self.locale

    # -- showing ---------------------------------------------------------------------------

    def on_resize(self, _event: events.Resize) -> None:
        """Show everything again at the new size."""
        self.show()

    def show(self) -> None:
        """Show the puzzle, or why there is none."""
        _, width = self.locale.gettext, max(20, self.size.width - 2)
        self._keys.update(self.key_line(self.locale, self.size.width))
        has_puzzle = self.posed is not None
        self._map.display = self._legend.display = has_puzzle and not self._shown
        self._board.display = has_puzzle and bool(self._shown)
        self._choices.display = self._shown < 2  # a card may be long
        if self.posed is None:
            self._head.update(style_text(_(N_("Puzzles")), "bold"))
            self._choices.update(look.lines(*map(style_text, wrap(self._why_none(), width))))
            return
        sourced = self._waiting[self._place - 1]
        tally = self.locale.say(N_("{right} of {number} right"), right=self.right, number=self.answered)
        title = self.locale.say(N_("Puzzle {place} of {number}"), place=self._place, number=len(self._waiting))
        about = f"  {sourced.game.name} · {sourced.origin_text(self.locale)} · {tally}"
        self._head.update(Content.assemble((title, "bold"), (about, look.MUTED)))
        state, screen = self.posed.state, self.posed.game.screen
        scene = self.posed.game.view.scene(state)
        self._map.show(scene, self._overlay(self.posed))
        if scene is not None:
            samples = parts_of_screen(screen).legend(self._words, state)
            self._legend.update(legend(scene, samples, palette_of(self.app), width))
        self._board.update(look.lines(*self._board_rows(self.posed, width)))
        self._choices.update(look.lines(*self._choice_rows(self.posed, width)))

    def _why_none(self) -> str:
        if not self._is_whole:
            return self.locale.gettext(N_("The puzzles are looked up…"))
        if self.answered:
            message = N_("That was the last one: {right} of {number} right.")
            return self.locale.say(message, right=self.right, number=self.answered)
        return self.locale.gettext(N_("There are no puzzles here."))

    def _overlay(self, posed: PosedPuzzle) -> Overlay:
        """Return what shows the marked choice on the map: where the figure goes, and at whom it aims."""
        move = posed.moves[self.marked]
        places: Overlay = posed.game.screen.show_places(posed.state, move)
        at = {piece.id: piece.at for piece in posed.game.view.pieces(posed.state)}
        if move.target in at and move.seat in at:
            return Overlay(places.lit, lines=(*places.lines, Line((at[move.seat], at[move.target]), "shot")))
        return places

    def _board_rows(self, posed: PosedPuzzle, width: int) -> Rows:
        """Return who stands there, as a table or where that is too wide in sentences; or a card."""
        if self._shown > 1:
            name, *lines = list(posed.cards(self._words))[self._shown - 2]
            return [style_text(name, "bold"), *(style_text(row) for line in lines for row in wrap(line, width))]
        board = posed.game.words.board(self._words, posed.state)
        rows = chapter_rows(Chapter("", (Table(board.columns, board.rows, board.figures),)), width)
        if widest(rows) > width:
            rows = [style_text(row) for sentence in board.sentences for row in wrap(sentence, width)]
        return [*map(style_text, board.heading), *rows]

    def _choice_rows(self, posed: PosedPuzzle, width: int) -> Iterator[Content]:
        locale = self._words
        question = locale.say(N_("{name}: which choice has the best chance to win?"), name=posed.seat_name)
        if self.picked is not None:
            question = posed.verdict(locale, self.picked)
        yield style_text(question, "bold")
        for number, choice in enumerate(posed.choices):
            style = "bold $accent" if number == self.marked else ""
            mark, text = str(number + 1), posed.names[number]
            if self.picked is not None:
                mark, text = ("✓" if choice.is_right else "×"), posed.reason(locale, number)
            first, *more = wrap(text, width - 4) or [""]
            yield Content.assemble((f"{mark} ", "bold $accent"), (first, style))
            yield from (Content.assemble("  ", (line, style)) for line in more)
            is_marked = number == self.marked
            if self.picked is not None and (is_marked or choice.is_right or self.size.height >= ROOMY):
                sentences = posed.consequences(locale, number)
                why = " ".join(sentences if is_marked else sentences[:1])
                yield from (Content.assemble("  ", (line, look.MUTED)) for line in wrap(why, width - 4))

    # -- keys ------------------------------------------------------------------------------

    def shown_keys(self) -> list[Key]:
        """Return the keys, with as many digits as there are choices."""
        choose, *others = super().shown_keys()
        return [replace(choose, shown=f"1–{len(self.posed.choices)}") if self.posed else choose, *others]

    def on_click(self, event: events.Click) -> None:
        """Do what the clicked key does."""
        self.press_named(event)

    def action_mark(self, step: int) -> None:
        """Mark the next choice, and show it on the map."""
        if self.posed is not None:
            self.marked = (self.marked + step) % len(self.posed.choices)
            self.show()

    def action_enter(self) -> None:
        """Choose the marked choice; after an answer, go on to the next puzzle."""
        if self.picked is not None:
            self._next()
            self.show()
        else:
            self.action_pick(self.marked)

    def action_board(self) -> None:
        """Show who stands there in place of the map, then the card of each seat, then the map again."""
        if self.posed is not None:
            self._shown = (self._shown + 1) % (2 + len(self.posed.game.view.seats(self.posed.state)))
            self.show()

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)

    def action_pick(self, number: int) -> None:
        """Choose, and tell what is right."""
        posed = self.posed
        if posed is None or self.picked is not None or not 0 <= number < len(posed.choices):
            return
        self.picked = self.marked = number
        self.answered, self.right = self.answered + 1, self.right + posed.choices[number].is_right
        self.show()
