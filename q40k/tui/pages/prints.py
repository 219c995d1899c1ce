"""Ctrl+T: the printable pages of a match, with a picture of each, written as PDF.

Sheets, pictures and the file are made in threads, so the match can go on meanwhile.
"""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from PIL import Image
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

from q40k.i18n.error_texts import file_error
from q40k.i18n.locale import N_
from q40k.kernel.whole_file import free_name, read_path, write_whole
from q40k.live.room import SeatCode, seats_of
from q40k.packs.problems import PackError
from q40k.prints.offer import ALL, INK_LEVELS, OF_THE_SHELL, SEATS, InkLevel, Order, Prints
from q40k.prints.paper import MEASURED, PAPERS, parse_measure
from q40k.prints.picture import Pixels, draw_picture, read_pixels
from q40k.prints.sheets import Sheet, TooLarge, join_sheets
from q40k.prints.stock import Stock
from q40k.prints.writing import make_pdf, written_message
from q40k.table.folders import documents_folder
from q40k.table.settings import change_settings
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.desk_screen import DeskScreen
from q40k.tui.fields import Text
from q40k.tui.look import fit, right, style_text
from q40k.tui.map.draw import strip
from q40k.tui.map.palette import palette_of
from q40k.tui.map.pictured import Pictured
from q40k.tui.page import Key
from q40k.tui.pages.asked_line import AskingPage

LOOK_SECONDS = 0.1
"""The interval at which the progress of the threads is shown."""
WORD, PAGES = 10, 4
"""The widths of the columns of a kind and of its number of pages."""
FRAME_ROWS = 4
"""The rows of the head, the line and the keys."""
LEAST_PICTURE = 12
"""In fewer columns a page is unrecognisable."""
MOST_PATH = 1000
INKS: dict[InkLevel, str] = {
    "colour": N_("in colour"),
    "two": N_("in two inks"),
    "full": N_("plain"),
    "half": N_("plain, little ink"),
    "outline": N_("plain, outlines only"),
}
USUAL = 100.0
"""The measure of 100 mm on paper from a printer that does not scale."""


def open_prints(desk: Desk) -> Screen[None] | None:
    """Return the print screen, or None if the game prints nothing."""
    game = desk.match_session.game
    if game.prints is None:
        desk.notice = desk.locale.gettext(N_("This game has nothing to print."))
        return None
    try:
        library = desk.library
    except PackError as error:
        desk.notice = desk.words.problem(desk.locale, error.problems[0])
        return None
    return PrintScreen(desk, game.prints, library)


def _codes(desk: Desk) -> list[SeatCode]:
    """Return the codes of the seats, if the board is open to the local network."""
    room = desk.phones.room
    if room is None or not room.url or not room.lan or desk.match_session.watching:
        return []
    seats = seats_of(desk.locale, desk.view, desk.state)
    try:
        return [room.code(seat, name) for seat, name in seats]
    except sqlite3.Error:
        return []


def _board(desk: Desk) -> str:
    """Return the address of the board, if it is open to the local network."""
    room = desk.phones.room
    return room.url if room is not None and room.lan else ""


class PaperSetup(Struct, frozen=True):
    """The paper, the measure of 100 mm on paper from this printer, and the inks."""

    paper: str
    measured: float
    ink: InkLevel


class PictureKey(Struct, frozen=True):
    """The key of a picture: the page of a kind, and its size in dots."""

    on: PaperSetup
    word: str
    page: int
    size: tuple[int, int]


class PagePicture(Pictured):
    """A page as a picture, or else in half characters, two dots each."""

    def __init__(self) -> None:
        super().__init__("page")
        self._image: Image.Image | None = None
        self._dots: Pixels = []
        self._cells: list[Strip] = []

    @property
    def dots_of_cell(self) -> tuple[int, int]:
        """The dots that a character shows, across and down."""
        layer = self.find_layer(plain=palette_of(self.app).plain)
        return (1, 2) if layer is None else layer.cell

    def show(self, image: Image.Image | None) -> None:
        """Show another picture, or nothing while it is drawn."""
        if image is not self._image:
            self._image = image
            self.paint_again()

    def paint_again(self) -> None:
        """Paint the page."""
        self._dots, self._cells = [], []
        layer, image = self.find_layer(plain=palette_of(self.app).plain), self._image
        if image is not None and layer is None:
            self._dots = read_pixels(image)
        elif image is not None and layer is not None:
            palette, (wide, high) = palette_of(self.app), layer.cell
            page = Image.new("RGB", (self.size.width * wide, self.size.height * high), palette.beyond)
            page.paste(image, ((page.width - image.width) // 2, 0))
            rows = layer.take(page, page.size)
            if layer.graphics.protocol == "kitty":
                self._send_rows(rows)
            self._cells = [strip(row) for row in layer.make_cells(palette)]
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one row: the upper dots as letters, the lower ones as their ground."""
        if y < len(self._cells):
            return self._cells[y]
        ground = Segment(" " * self.size.width, self.rich_style)
        if not self._dots or 2 * y >= len(self._dots):
            return Strip([ground], self.size.width)
        upper = self._dots[2 * y]
        lower = self._dots[2 * y + 1] if 2 * y + 1 < len(self._dots) else upper
        cells = [
            Segment("▀", Style(color=Color.from_rgb(*high), bgcolor=Color.from_rgb(*low)))
            for high, low in zip(upper, lower, strict=True)
        ]
        margin = max(0, self.size.width - len(cells)) // 2
        blank = Segment(" " * margin, self.rich_style)
        return Strip([blank, *cells]).adjust_cell_length(self.size.width, self.rich_style)


class PrintScreen(AskingPage[None]):
    """The kinds of pages, a picture of the current page, and the path to write to."""

    CSS_PATH = "views.tcss"
    AUTO_FOCUS = None
    KEYS = (
        Key("enter", N_("write it"), "write", shown="Enter"),
        Key("down", N_("what"), "mark(1)", shown="↑↓"),
        Key("up", "", "mark(-1)"),
        Key("home", "", "mark_at(0)"),
        Key("end", "", "mark_at(-1)"),
        Key("right", N_("page"), "turn(1)", shown="←→"),
        Key("left", "", "turn(-1)"),
        Key("p", N_("A4 or Letter"), "change_paper"),
        Key("m", N_("measured"), "measure"),
        Key("i", N_("inks"), "change_ink"),
        Key("escape,q,ctrl+t", N_("back"), "leave", shown="Esc"),
    )

    def __init__(self, desk: Desk, offer: Prints, library: object) -> None:
        super().__init__()
        self.desk, self.offer = desk, offer
        self.locale = desk.locale
        self.kinds = {ALL: OF_THE_SHELL[ALL], **offer.about, SEATS: OF_THE_SHELL[SEATS]}
        self.words = tuple(self.kinds)
        self.codes, self._board = _codes(desk), _board(desk)
        self.at = self.page = 0
        self.paper, self.measured, self.ink = desk.settings.paper, desk.settings.measured, desk.settings.ink
        self._state, self._library = desk.state, library
        self.notice = ""
        self._stocks: dict[PaperSetup, Stock] = {}
        self._sheets: dict[tuple[PaperSetup, str], list[Sheet]] = {}
        self._too_large: set[tuple[PaperSetup, str]] = set()
        self._pictures: dict[PictureKey, Image.Image] = {}
        self._busy = self._is_left = False
        self._folder = Path()  # where a name without a folder is written
        self._jobs_begun = 0
        self._writing: Writing | None = None
        self._shown_progress = (0, 0)
        self.head = Static(id="head")
        self.list = Static(id="print-kinds")
        self.about = Static(id="print-about")
        self.picture = PagePicture()
        self.said = Static(id="said")
        self.keys = Static(id="keys-of")

    def compose(self) -> ComposeResult:
        """Yield the kinds at the left, the page at the right."""
        yield self.head
        with Horizontal(id="prints"):
            with Vertical(id="print-left"):
                yield self.list
                yield self.about
            yield self.picture
        yield self.said
        yield self.keys

    def on_mount(self) -> None:
        """Draw the picture of the first kind, then count the pages of the others."""
        self.set_interval(LOOK_SECONDS, self._look)
        self.call_after_refresh(self.show)

    def on_unmount(self) -> None:
        """Stop the work, except writing a file."""
        self._is_left = True

    # -- what is made beside the screen ----------------------------------------------------

    @property
    def word(self) -> str:
        """The marked kind."""
        return self.words[self.at]

    @property
    def on(self) -> PaperSetup:
        """The current paper and measure."""
        return PaperSetup(self.paper, self.measured, self.ink)

    def _sheets_of(self, word: str) -> list[Sheet] | None:
        """Return the sheets of a kind, or None if they are not made yet."""
        return self._sheets.get((self.on, word))

    @property
    def _current_picture(self) -> PictureKey | None:
        """The picture to show; None while its sheets are not made, or without sheets."""
        columns, rows = self.picture.size
        if not self._sheets_of(self.word) or columns < LEAST_PICTURE:
            return None
        across, down = self.picture.dots_of_cell
        size = (columns * across, rows * down)
        return PictureKey(self.on, self.word, self.page, size)

    def _next(self) -> PictureKey | tuple[PaperSetup, str] | None:
        """Return the next job: the current picture, then sheets, those of the marked kind first."""
        picture = self._current_picture
        if picture is not None and picture not in self._pictures:
            return picture
        for word in (self.word, *self.words):
            if (self.on, word) not in self._sheets:
                return self.on, word
        return None

    def _start_worker(self) -> None:
        if not self._busy and self._next() is not None:
            self._busy = True
            self.run_worker(self._make, thread=True)

    def _make(self) -> None:
        """Do one job after another. This runs in a thread, so it does not touch the screen."""
        while not self._is_left and (missing := self._next()) is not None:
            self._jobs_begun += 1
            if isinstance(missing, PictureKey):
                sheets, on = self._sheets[missing.on, missing.word], missing.on
                self._pictures[missing] = draw_picture(
                    sheets[missing.page],
                    PAPERS[on.paper],
                    self.locale,
                    missing.size,
                    (missing.page + 1, len(sheets)),
                    measured=on.measured,
                )
                continue
            try:
                self._sheets[missing] = self._make_sheets(*missing)
            except TooLarge:
                self._too_large.add(missing)
                self._sheets[missing] = []

    def _make_sheets(self, on: PaperSetup, word: str) -> list[Sheet]:
        if on not in self._stocks:
            order = Order(self.locale, PAPERS[on.paper], self._state, self._library, on.measured, on.ink, self._board)
            self._stocks[on] = Stock(self.offer, order)
        stock = self._stocks[on]
        if word == ALL:
            every = [*stock.evening_kinds(), SEATS]
            sheets = (sheet for kind in every for sheet in self._make_sheets(on, kind))
            return join_sheets(sheets, PAPERS[on.paper].frame(on.measured))
        return stock.sheets(word) if word != SEATS else self._make_code_sheets(on)

    def _make_code_sheets(self, on: PaperSetup) -> list[Sheet]:
        """Return the sheets with the codes of phones; none while the board is closed."""
        from q40k.live.sheet import sheets

        if not self.codes:
            return []
        session = self.desk.match_session
        title = session.row.name or session.game.name
        return sheets(title, self.codes, PAPERS[on.paper].frame(on.measured))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show the result. A key may have added jobs meanwhile."""
        if event.state in (WorkerState.SUCCESS, WorkerState.ERROR, WorkerState.CANCELLED):
            self._busy = False
            self.show()

    def _look(self) -> None:
        progress = self._jobs_begun, self._writing.page if self._writing is not None else 0
        if progress != self._shown_progress:
            self._shown_progress = progress
            self.show()

    # -- showing ---------------------------------------------------------------------------

    def show(self) -> None:
        """Show the current state, and start the missing jobs."""
        if self._is_left:
            return
        _, sheets = self.locale.gettext, self._sheets_of(self.word)
        self.page = min(self.page, max(0, len(sheets or ()) - 1))
        played = self.desk.view.scenario_name(self.desk.state)
        what = [self.desk.match_session.game.name, *([self.locale.name_of(played)] if played else [])]
        scaled = "" if self.measured == USUAL else _("corrected for {measured} mm")
        scaled = scaled.format(measured=self.locale.number(self.measured))
        title = " · ".join(filter(None, [_("To print"), *what, PAPERS[self.paper].name, _(INKS[self.ink]), scaled]))
        self.head.update(style_text(fit(title, self.size.width - 2), "bold"))
        self.list.update(look.lines(*(self._row(word) for word in self.words)))
        self.about.update(look.lines(*self._description()))
        picture = self._current_picture
        self.picture.show(self._pictures.get(picture) if picture is not None else None)
        self.said.update(self._status_line())
        self.keys.update(self.key_line(self.locale, self.size.width))
        self._start_worker()

    def _row(self, word: str) -> Content:
        width = max(WORD + PAGES + 4, self.list.size.width)
        about = fit(self._about(word), max(0, width - WORD - PAGES - 4))
        sheets, here = self._sheets_of(word), word == self.word
        pages = "…" if sheets is None else str(len(sheets)) if sheets else "–"
        row = Content.assemble(
            "❯ " if here else "  ", (fit(word, WORD), "bold"), " ", (about, look.MUTED), right(pages, PAGES + 1)
        )
        return look.clickable(row.stylize("reverse") if here else row, kind=word)

    def _about(self, word: str) -> str:
        return self.locale.gettext(self.kinds[word])

    def _description(self) -> list[Content | str]:
        """Return the description of the marked kind, and its number of pages."""
        _, sheets = self.locale.gettext, self._sheets_of(self.word)
        rows: list[Content | str] = ["", self._about(self.word), ""]
        if sheets is None:
            return [*rows, style_text(_("The pages are being laid out…"), look.MUTED)]
        if (self.on, self.word) in self._too_large:
            message = _("It does not fit on {paper}.").format(paper=PAPERS[self.paper].name)
            return [*rows, style_text(message, "$error")]
        if not sheets:
            return [*rows, style_text(_("There is nothing of it to print yet."), look.MUTED)]
        number = len(sheets)
        count = self.locale.ngettext("{number} page", "{number} pages", number)
        return [*rows, style_text(count.format(number=number), "bold"), *self._page_rows(sheets, len(rows) + 1)]

    def _page_rows(self, sheets: list[Sheet], above: int) -> list[Content | str]:
        """Return the titles of the pages around the one that is shown, as many as there is room for."""
        room = max(1, self.size.height - FRAME_ROWS - len(self.words) - above)
        first = max(0, min(self.page - room // 2, len(sheets) - room))
        shown = list(enumerate(sheets))[first : first + room]
        return [
            Content.assemble(
                "❯ " if number == self.page else "  ",
                style_text(f"{right(str(number + 1), 2)} {sheet.title}", "bold" if number == self.page else look.MUTED),
            )
            for number, sheet in shown
        ]

    def _status_line(self) -> Content:
        notice, writing = self.notice, self._writing
        if writing is not None:
            words = N_("Writing page {page} of {number}…")
            notice = self.locale.say(words, page=writing.page, number=len(writing.sheets))
        return self.asked.render_line(notice)

    def on_resize(self, _event: events.Resize) -> None:
        """Draw the picture again at the new size."""
        self._pictures.clear()
        self.call_after_refresh(self.show)

    # -- keys and clicks -------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Mark the clicked kind."""
        meta = event.style.meta
        if "kind" in meta and self.asked.line is None:
            self.action_mark_at(self.words.index(meta["kind"]))
            self.show()

    def act(self, key: str) -> None:
        """Do the action of a key."""
        self.notice = ""
        super().act(key)
        self.show()

    def action_leave(self) -> None:
        """Go back to the match."""
        self._is_left = True
        self.dismiss(None)

    def action_mark(self, by: int) -> None:
        """Mark the kind above or below."""
        self.action_mark_at(self.at + by)

    def action_mark_at(self, at: int) -> None:
        """Mark a kind by its number; numbers go round."""
        self.at, self.page = at % len(self.words), 0

    def action_turn(self, by: int) -> None:
        """Turn to another page of the marked kind."""
        number = len(self._sheets_of(self.word) or ())
        self.page = (self.page + by) % number if number else 0

    def action_change_paper(self) -> None:
        """Take the other paper, and keep that as a setting."""
        self.paper = "letter" if self.paper == "a4" else "a4"
        self.desk.settings = change_settings(paper=self.paper)

    def action_change_ink(self) -> None:
        """Take the next level of ink, and keep that as a setting."""
        self.ink = INK_LEVELS[(INK_LEVELS.index(self.ink) + 1) % len(INK_LEVELS)]
        self.desk.settings = change_settings(ink=self.ink)

    def action_measure(self) -> None:
        """Ask what the printer makes of 100 mm."""
        title = self.locale.gettext(N_("What do 100 mm of a printed ruler measure, in mm?"))
        self._ask(title, self.locale.number(self.measured), self._correct)

    def action_write(self) -> None:
        """Ask for the file, unless there is nothing to write or another file is being written."""
        if self._writing is None and self._sheets_of(self.word):
            self._ask_where()

    def _ask_where(self) -> None:
        """Ask for the file; a free name among the documents is proposed."""
        try:
            self._folder = documents_folder()
            path = free_name(self._folder / f"q40k-{self.word}.pdf")
        except OSError as error:
            self.notice = self.locale.say(N_("It could not be written: {why}"), why=error.strerror or error)
            return
        self._ask(self.locale.gettext(N_("Write it to")), str(path), self._write)

    def _ask(self, title: str, proposed: str, on_answer: Callable[[str], None]) -> None:
        self.asked.ask(Text(title, buffer=proposed, most=MOST_PATH), on_answer)

    def _correct(self, text: str) -> None:
        """Save the measure of a printer that scales."""
        measured = parse_measure(text)
        if measured is not None:
            self.measured = measured
            self.desk.settings = change_settings(measured=measured)
        else:
            least, most = MEASURED
            words = N_("It is a number from {least} to {most}.")
            self.notice = self.locale.say(words, least=round(least), most=round(most))

    # -- writing ---------------------------------------------------------------------------

    def _write(self, text: str) -> None:
        """Write the marked kind in a thread of the app. It goes on if this screen is closed."""
        sheets = self._sheets_of(self.word)
        if not sheets:
            return
        path = self._folder / read_path(text)
        path = path / f"q40k-{self.word}.pdf" if path.is_dir() else path
        writing = self._writing = Writing(self, path, sheets, self.on)
        self.app.run_worker(writing.run, thread=True)

    def report_written(self, message: str) -> None:
        """Report the result of writing: here, or at the desk if the screen is closed."""
        self._writing = None
        if not self._is_left:
            self.notice = message
            self.show()
            return
        self.desk.notice = message
        if isinstance(self.app.screen, DeskScreen):
            self.app.screen.show()


class Writing:
    """A file that is being written."""

    def __init__(self, screen: PrintScreen, path: Path, sheets: list[Sheet], printed: PaperSetup) -> None:
        self.sheets, self.page = sheets, 1
        self._screen, self._path, self._on = screen, path, printed
        self._app = screen.app

    def run(self) -> None:
        """Draw the pages, write the file, and report the result. This runs in a thread."""
        locale = self._screen.locale

        def progress(number: int) -> None:
            self.page = number

        try:
            paper, measured = PAPERS[self._on.paper], self._on.measured
            pdf = make_pdf(self.sheets, paper, locale, measured=measured, progress=progress)
            write_whole(self._path, pdf.data, replace=False)
            parts = [written_message(locale, self._path, len(self.sheets)), pdf.missing_warning(locale)]
        except OSError as error:
            text = file_error(locale, error)
            parts = [text.title, text.todo] if text is not None else [str(error)]
        with suppress(RuntimeError):  # the app has ended; the file is written
            self._app.call_from_thread(self._screen.report_written, " ".join(filter(None, parts)))
