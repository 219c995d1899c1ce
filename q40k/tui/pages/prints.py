"""Ctrl+T: what can be printed of the match, with a picture of each page, written as PDF.

Sheets, pictures and the file are made in threads beside the screen: the match can go on meanwhile.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from q40k.games.game import load
from q40k.i18n.error_texts import file_error
from q40k.i18n.locale import N_
from q40k.kernel.journal.file_guard import free_name
from q40k.kernel.whole_file import write_whole
from q40k.live.room import seats_of
from q40k.packs.problems import PackError
from q40k.prints.offer import ALL, OF_THE_SHELL, SEATS, Order, Prints
from q40k.prints.paper import MEASURED, PAPERS, measure_of
from q40k.prints.stock import Stock
from q40k.table.settings import set_to
from q40k.tui import look
from q40k.tui.fields import Text
from q40k.tui.look import fit, right, styled
from q40k.tui.main import MainScreen
from q40k.tui.pages.asked_line import AskingPage
from q40k.tui.steady import Steady

if TYPE_CHECKING:
    from q40k.prints.picture import Pixels
    from q40k.prints.sheets import Sheet
    from q40k.tui.desk import Desk

LOOK_SECONDS: Final = 0.1
"""So often the screen shows how far the threads are."""
WORD, PAGES = 10, 4
"""The columns of a kind's word, and of how many pages it takes."""
LEAST_PICTURE: Final = 12
"""In fewer columns nothing of a page can be told."""
MOST_PATH: Final = 1000
USUAL: Final = 100.0
"""What 100 mm measure, printed by a printer that does not scale."""


def opened(desk: Desk) -> Screen[None] | None:
    """The page of what can be printed; None of a game that has nothing to print."""
    game = desk.match_session.game
    if not game.prints:
        desk.notice = desk.locale.gettext(N_("This game has nothing to print."))
        return None
    try:
        library = desk.library
    except PackError as error:
        desk.notice = desk.words.problem(desk.locale, error.problems[0])
        return None
    return PrintScreen(desk, load(game.prints), library)


def _codes(desk: Desk) -> list[tuple[str, str]]:
    """The names and addresses of the seats, while the board is open to the local network."""
    room = desk.phones.room
    if room is None or not room.url or not room.lan or desk.match_session.watching:
        return []
    seats = seats_of(desk.locale, desk.view, desk.state)
    try:
        return [(name, room.address(seat)) for seat, name in seats]
    except sqlite3.Error:
        return []


class On(Struct, frozen=True):
    """What is printed on: the paper, and what 100 mm measure when the printer has printed them."""

    paper: str
    measured: float


class Wanted(Struct, frozen=True):
    """A picture that is wanted: of which page of what, in so many dots."""

    on: On
    word: str
    page: int
    size: tuple[int, int]


class PagePicture(Steady):
    """A page in half characters, two dots to each."""

    def __init__(self) -> None:
        super().__init__(id="page")
        self._dots: Pixels = []

    def show(self, dots: Pixels) -> None:
        """Show another picture; nothing while it is being drawn."""
        if dots is not self._dots:
            self._dots = dots
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row: the upper dots as letters, the lower ones as their ground."""
        ground = Segment(" " * self.size.width, self.rich_style)
        if not self._dots or 2 * y >= len(self._dots):
            return Strip([ground], self.size.width)
        upper = self._dots[2 * y]
        lower = self._dots[2 * y + 1] if 2 * y + 1 < len(self._dots) else upper
        cells = [
            Segment("▀", Style(color=Color.from_rgb(*high), bgcolor=Color.from_rgb(*low)))
            for high, low in zip(upper, lower, strict=True)
        ]
        left = max(0, self.size.width - len(cells)) // 2
        blank = Segment(" " * left, self.rich_style)
        return Strip([blank, *cells]).adjust_cell_length(self.size.width, self.rich_style)


class PrintScreen(AskingPage[None]):
    """The kinds, the page that is looked at, and where it is written to."""

    CSS_PATH = "views.tcss"
    AUTO_FOCUS = None

    def __init__(self, desk: Desk, offer: Prints, library: object) -> None:
        super().__init__()
        self.desk, self.offer = desk, offer
        self.locale = desk.locale
        self.kinds = {
            ALL: OF_THE_SHELL[ALL],
            **offer.about,
            SEATS: OF_THE_SHELL[SEATS],
        }
        self.words = tuple(self.kinds)
        self.codes = _codes(desk)
        self.at = self.page = 0
        self.paper, self.measured = desk.settings.paper, desk.settings.measured
        self._state, self._library = desk.state, library
        self.notice = ""
        self._stocks: dict[On, Stock] = {}
        self._sheets: dict[tuple[On, str], list[Sheet]] = {}
        self._too_large: set[tuple[On, str]] = set()
        self._pictures: dict[Wanted, Pixels] = {}
        self._busy = self._gone = False
        self._writing: Writing | None = None
        self.head = Static(id="head")
        self.list = Static(id="print-kinds")
        self.about = Static(id="print-about")
        self.picture = PagePicture()
        self.said = Static(id="said")
        self.keys = Static(id="keys-of")

    def compose(self) -> ComposeResult:
        """The kinds at the left, the page at the right."""
        yield self.head
        with Horizontal(id="prints"):
            with Vertical(id="print-left"):
                yield self.list
                yield self.about
            yield self.picture
        yield self.said
        yield self.keys

    def on_mount(self) -> None:
        """Begin with the picture of the first kind, then count the pages of the others."""
        self.set_interval(LOOK_SECONDS, self._look)
        self.call_after_refresh(self.show)

    def on_unmount(self) -> None:
        """Make nothing more; what is being written is written."""
        self._gone = True

    # -- what is made beside the screen ----------------------------------------------------

    @property
    def word(self) -> str:
        """The kind that is marked."""
        return self.words[self.at]

    @property
    def on(self) -> On:
        """What it is to be printed on."""
        return On(self.paper, self.measured)

    def _of(self, word: str) -> list[Sheet] | None:
        """The sheets of a kind, as far as they are made."""
        return self._sheets.get((self.on, word))

    @property
    def _wanted(self) -> Wanted | None:
        """The picture that is wanted now; None while its sheets are not made, or without any."""
        size = (self.picture.size.width, self.picture.size.height * 2)
        if not self._of(self.word) or size[0] < LEAST_PICTURE:
            return None
        return Wanted(self.on, self.word, self.page, size)

    def _next(self) -> Wanted | tuple[On, str] | None:
        """What is to be made next: the picture that is looked at, then sheets, the marked first."""
        picture = self._wanted
        if picture is not None and picture not in self._pictures:
            return picture
        for word in (self.word, *self.words):
            if (self.on, word) not in self._sheets:
                return self.on, word
        return None

    def _go_on(self) -> None:
        if not self._busy and self._next() is not None:
            self._busy = True
            self.run_worker(self._make, thread=True)

    def _make(self) -> None:
        """In a thread: make one thing after the other; it touches nothing on the screen."""
        from q40k.prints.picture import pixels
        from q40k.prints.sheets import TooLarge

        while not self._gone and (missing := self._next()) is not None:
            if isinstance(missing, Wanted):
                sheets, on = self._sheets[missing.on, missing.word], missing.on
                self._pictures[missing] = pixels(
                    sheets[missing.page], PAPERS[on.paper], self.locale, missing.size,
                    (missing.page + 1, len(sheets)), measured=on.measured,
                )  # fmt: skip
                continue
            try:
                self._sheets[missing] = self._made(*missing)
            except TooLarge:
                self._too_large.add(missing)
                self._sheets[missing] = []

    def _made(self, on: On, word: str) -> list[Sheet]:
        if on not in self._stocks:
            order = Order(self.locale, PAPERS[on.paper], self._state, self._library, on.measured)
            self._stocks[on] = Stock(self.offer, order)
        stock = self._stocks[on]
        if word == ALL:
            every = [*stock.evening(), SEATS]
            return [sheet for one in every for sheet in self._made(on, one)]
        return stock.sheets(word) if word != SEATS else self._coded(on)

    def _coded(self, on: On) -> list[Sheet]:
        """The codes of phones to cut out; none while the board is closed."""
        from q40k.live.sheet import sheets

        if not self.codes:
            return []
        session = self.desk.match_session
        title = session.row.name or session.game.name
        return sheets(title, self.codes, PAPERS[on.paper].frame(on.measured))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """All that was wanted is made; a key may have wanted more meanwhile."""
        if event.state in (WorkerState.SUCCESS, WorkerState.ERROR, WorkerState.CANCELLED):
            self._busy = False
            self.show()

    def _look(self) -> None:
        if self._busy or self._writing is not None:
            self.show()

    # -- showing ---------------------------------------------------------------------------

    def show(self) -> None:
        """Show how it stands, and have made what is missing."""
        if self._gone:
            return
        _, sheets = self.locale.gettext, self._of(self.word)
        self.page = min(self.page, max(0, len(sheets or ()) - 1))
        played = self.desk.view.played(self.desk.state)
        what = [self.desk.match_session.game.name, *([self.locale.said(played)] if played else [])]
        scaled = "" if self.measured == USUAL else _("corrected for {measured} mm")
        scaled = scaled.format(measured=self.locale.number(self.measured))
        told = " · ".join(filter(None, [_("To print"), *what, PAPERS[self.paper].name, scaled]))
        self.head.update(styled(fit(told, self.size.width - 2), "bold"))
        self.list.update(look.lines(*(self._row(word) for word in self.words)))
        self.about.update(look.lines(*self._told()))
        picture = self._wanted
        self.picture.show(self._pictures.get(picture, []) if picture is not None else [])
        self.said.update(self._said())
        keys = (("Enter", _("write it")), ("↑↓", _("what")), ("←→", _("page")),
                ("P", _("A4 or Letter")), ("M", _("measured")), ("Esc", _("back")))  # fmt: skip
        self.keys.update(look.keycaps(keys, self.size.width))
        self._go_on()

    def _row(self, word: str) -> Content:
        width = max(WORD + PAGES + 4, self.list.size.width)
        about = fit(self._about(word), max(0, width - WORD - PAGES - 4))
        sheets, here = self._of(word), word == self.word
        pages = "…" if sheets is None else str(len(sheets)) if sheets else "–"
        row = Content.assemble(
            "❯ " if here else "  ", (fit(word, WORD), "bold"), " ", (about, look.MUTED),
            right(pages, PAGES + 1),
        )  # fmt: skip
        return look.clickable(row.stylize("reverse") if here else row, kind=word)

    def _about(self, word: str) -> str:
        return self.locale.gettext(self.kinds[word])

    def _told(self) -> list[Content | str]:
        """What the marked kind is, and how many pages it takes."""
        _, sheets = self.locale.gettext, self._of(self.word)
        rows: list[Content | str] = ["", self._about(self.word), ""]
        if sheets is None:
            return [*rows, styled(_("The pages are being laid out…"), look.MUTED)]
        if (self.on, self.word) in self._too_large:
            said = _("It does not fit on {paper}.").format(paper=PAPERS[self.paper].name)
            return [*rows, styled(said, "$error")]
        if not sheets:
            return [*rows, styled(_("There is nothing of it to print yet."), look.MUTED)]
        number = len(sheets)
        count = self.locale.ngettext("{number} page", "{number} pages", number)
        shown = _("page {page}: {title}").format(page=self.page + 1, title=sheets[self.page].title)
        return [*rows, styled(count.format(number=number), "bold"), styled(shown, look.MUTED)]

    def _said(self) -> Content:
        notice, writing = self.notice, self._writing
        if writing is not None:
            words = N_("Writing page {page} of {number}…")
            notice = self.locale.say(words, page=writing.page, number=len(writing.sheets))
        return self.asked.shown(notice)

    def on_resize(self, _event: events.Resize) -> None:
        """The picture has another size now."""
        self._pictures.clear()
        self.call_after_refresh(self.show)

    # -- keys and clicks -------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """A click on a kind marks it."""
        meta = event.style.meta
        if "kind" in meta and self.asked.line is None:
            self.at, self.page = self.words.index(meta["kind"]), 0
            self.show()

    def act(self, key: str) -> None:
        """Do what a key means."""
        self.notice = ""
        turns, pages = {"up": -1, "down": 1}, {"left": -1, "right": 1}
        if key in ("escape", "esc", "q", "ctrl+t"):
            self._gone = True
            self.dismiss(None)
            return
        if key in turns:
            self.at, self.page = (self.at + turns[key]) % len(self.words), 0
        elif key in ("home", "end"):
            self.at, self.page = 0 if key == "home" else len(self.words) - 1, 0
        elif key in pages:
            number = len(self._of(self.word) or ())
            self.page = (self.page + pages[key]) % number if number else 0
        elif key.lower() == "p":
            self.paper = "letter" if self.paper == "a4" else "a4"
            self.desk.settings = set_to(paper=self.paper)
        elif key.lower() == "m":
            title = self.locale.gettext(N_("What do 100 mm of a printed ruler measure, in mm?"))
            self._ask(title, self.locale.number(self.measured), self._correct)
        elif key == "enter" and self._writing is None and self._of(self.word):
            path = free_name(Path.cwd() / f"q40k-{self.word}.pdf")
            self._ask(self.locale.gettext(N_("Write it to")), str(path), self._write)
        self.show()

    def _ask(self, title: str, proposed: str, answered: Callable[[str], None]) -> None:
        """Ask for a line of words."""
        self.asked.ask(Text(title, buffer=proposed, most=MOST_PATH), answered)

    def _correct(self, said: str) -> None:
        """Print for a printer that scales, from now on."""
        measured = measure_of(said)
        if measured is not None:
            self.measured = measured
            self.desk.settings = set_to(measured=measured)
        else:
            least, most = MEASURED
            words = N_("It is a number from {least} to {most}.")
            self.notice = self.locale.say(words, least=round(least), most=round(most))

    # -- writing ---------------------------------------------------------------------------

    def _write(self, said: str) -> None:
        """Write the marked kind, in a thread of the app: it goes on when this page is left."""
        sheets = self._of(self.word)
        if not sheets:
            return
        path = Path(said).expanduser().absolute()
        path = path / f"q40k-{self.word}.pdf" if path.is_dir() else path
        writing = self._writing = Writing(self, path, sheets, self.on)
        self.app.run_worker(writing.run, thread=True)

    def written(self, said: str) -> None:
        """Say what became of it: here, or at the desk, where the page was left."""
        self._writing = None
        if not self._gone:
            self.notice = said
            self.show()
            return
        self.desk.notice = said
        if isinstance(self.app.screen, MainScreen):
            self.app.screen.show()


class Writing:
    """A file that is being written."""

    def __init__(self, screen: PrintScreen, path: Path, sheets: list[Sheet], printed: On) -> None:
        self.sheets, self.page = sheets, 1
        self._screen, self._path, self._on = screen, path, printed
        self._app = screen.app

    def run(self) -> None:
        """In a thread: draw it, keep it, and let the screen say so."""
        from q40k.prints.writing import told, written

        locale = self._screen.locale

        def progress(number: int) -> None:
            self.page = number

        try:
            paper, measured = PAPERS[self._on.paper], self._on.measured
            made = written(self.sheets, paper, locale, measured=measured, progress=progress)
            write_whole(self._path, made.data, replace=False)
            parts = [told(locale, self._path, len(self.sheets)), made.warned(locale)]
        except OSError as error:
            text = file_error(locale, error)
            parts = [text.title, text.todo] if text is not None else [str(error)]
        with suppress(RuntimeError):  # the app has ended meanwhile; the file is there
            self._app.call_from_thread(self._screen.written, " ".join(filter(None, parts)))
