"""All matches: the list, the archive and the bin, to open, rename, archive, delete and restore
them.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from q40k.games.game import DEFAULT, name_of
from q40k.i18n.briefs import Brief, branch_of, journey_text, moment, standing
from q40k.i18n.error_texts import journal_error
from q40k.i18n.locale import N_, Locale
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.kernel.journal.match_lock import MatchLock
from q40k.kernel.text import clean_text
from q40k.table.briefs import Briefs
from q40k.table.context import Onward
from q40k.table.match_library import MatchLibrary, now
from q40k.table.shelf import Section, Shelf, archive, delete, empty_bin, restore
from q40k.tui import look
from q40k.tui.fields import Text
from q40k.tui.look import fit, right, style_text
from q40k.tui.page import Key
from q40k.tui.pages.asked_line import AskingPage
from q40k.tui.pages.match_look import MatchLook

PARTS: tuple[Section, ...] = ("list", "archive", "bin")
NAMES: dict[Section, str] = {"list": N_("Matches"), "archive": N_("Archive"), "bin": N_("Bin")}
WIDE = 110
"""From this many columns the rows show the scenario and the time of day."""
NUMBER, WHEN, DAY = 4, 16, 11
"""The widths of the columns of the number and the date, with the time and without it."""
LEAST_PART = 13
"""The least width of a name, and of how a match stands; what they do not need is the players’."""
LEAST = 44
"""The least width of the rows; a narrower screen cuts them."""
BRIEF_SECONDS = 0.01
"""The pause between reading two matches, so that keys are handled."""


class Columns(NamedTuple):
    """The columns of a row."""

    number: str
    name: str
    what: str
    standing: str
    players: str
    when: str


class Rows(OptionList, can_focus=False):
    """The rows. The screen handles the keys, and a click selects a row."""


class MatchesScreen(AskingPage[Onward | None]):
    """The matches of a library. Returns where to go, or None.

    `playing` is the number of the match that is open.
    """

    CSS_PATH = "views.tcss"
    AUTO_FOCUS = None
    KEYS = (
        Key("enter", N_("go on"), "open", shown="Enter", where=("list", "archive")),
        Key("enter", N_("take out"), "open", shown="Enter", where=("bin",)),
        Key("n", N_("new"), "new", where=("list",)),
        Key("r", N_("rename"), "rename", where=("list", "archive")),
        Key("a", N_("archive"), "archive", where=("list",)),
        Key("a", N_("back on the list"), "archive", where=("archive",)),
        Key("d,delete", N_("delete"), "delete", where=("list", "archive")),
        Key("x", N_("empty the bin"), "empty", where=("bin",)),
        Key("u", N_("undo"), "take_back"),
        Key("s,ctrl+r", N_("season"), "season"),
        Key("tab,right", N_("next"), "turn(1)", shown="Tab"),
        Key("shift+tab,left", "", "turn(-1)"),
        Key("escape,q,f12", N_("back"), "leave", shown="Esc"),
        *(
            Key(key, "", f"move('{how}')")
            for key, how in (
                ("up", "cursor_up"),
                ("down", "cursor_down"),
                ("pageup", "page_up"),
                ("pagedown", "page_down"),
                ("home", "first"),
                ("end", "last"),
            )
        ),
    )
    part: Section = "list"

    def __init__(self, locale: Locale, library: MatchLibrary, playing: int = 0) -> None:
        super().__init__()
        self.locale = locale
        self.library = library
        self.playing = playing
        self.notice = ""
        self._undo_stack: list[Callable[[], None]] = []  # the undo actions of U, the newest last
        self._briefs = Briefs(library)
        self._briefs_by_id: dict[int, Brief | None] = {}
        self._shelf = Shelf(library)
        self._rows: list[MatchRow] = []
        self._is_left = False
        self._shown = 0  # the number of the marked match
        self.head = Static(id="head")
        self.names = Static(id="names")
        self._longest = (0, 0)
        self.list = Rows()
        self.match_look = MatchLook()
        self.detail = Static(id="about")
        self.line = Static(id="said")
        self.keys = Static(id="keys-of")

    def compose(self) -> ComposeResult:
        """Yield the parts from top to bottom."""
        yield self.head
        yield self.names
        with Horizontal(id="beside"):
            yield self.list
            yield self.match_look
        yield self.detail
        yield self.line
        yield self.keys

    def on_mount(self) -> None:
        """Show the list; the briefs are completed step by step."""
        self.look()

    # -- showing ---------------------------------------------------------------------------

    def look(self, keep: int | None = None) -> None:
        """Show the current matches. The match `keep`, or the current row, stays marked."""
        marked, old_index = keep or self._marked_number, self.list.highlighted or 0
        self._shelf = Shelf(self.library)
        self._rows = self._shelf.rows(self.part)
        for row in self._rows:
            if row.id not in self._briefs_by_id and (brief := self._briefs.find_kept(row)) is not None:
                self._briefs_by_id[row.id] = brief
        self._longest = self._measure()
        numbers = [row.id for row in self._rows]
        index = numbers.index(marked) if marked in numbers else min(old_index, len(numbers) - 1)
        self._shown = numbers[index] if numbers else 0
        self.list.clear_options()
        self.list.add_options(Option(self._prompt(row), id=str(row.id)) for row in self._rows)
        if numbers:
            self.list.highlighted = index
        self.show()
        self._read_next_brief()

    def show(self) -> None:
        """Show everything except the rows."""
        _ = self.locale.gettext
        heads = []
        for part in PARTS:
            name, count = _(NAMES[part]), len(self._shelf.rows(part))
            is_open = part == self.part
            heads.append((f" {name} {count} ", "bold reverse" if is_open else look.MUTED))
        self.head.update(Content.assemble(*heads))
        names = Columns("#", _("name"), _("what"), _("how it stands"), _("players"), _("played last"))
        self.names.update(style_text(" " + self._columns(names), look.MUTED))
        self._show_details()
        self.line.update(self.asked.render_line(self.notice))
        self.keys.update(self.key_line(self.locale, self.size.width))

    def _show_details(self) -> None:
        """Show the marked match beside the list, or in a few lines below it on a smaller screen."""
        rows, row = self._about(), self._marked
        self.detail.display = not self.match_look.fits()
        if self.detail.display:
            self.detail.update(look.lines(*rows))
        elif row is None:
            self.match_look.show_text(rows)
        else:
            self.match_look.show_match(self.locale, self.library, row, rows)

    def on_resize(self, _event: events.Resize) -> None:
        """Show everything again at the new size."""
        self.look()

    def _columns(self, row: Columns) -> str:
        """Return the columns of a row that fit, as text."""
        width = max(LEAST, self.size.width // (2 if self.match_look.fits() else 1) - 5)
        when = WHEN if width >= WIDE else DAY
        is_cut = width < WIDE and row.number != "#"
        parts = [row.name, *([row.what] if width >= WIDE else []), row.players, row.standing]
        room = width - NUMBER - when - 2 - 2 * len(parts)
        longest_name, longest_standing = self._longest
        stands = min(max(LEAST_PART, longest_standing), room // 2)
        name = min(max(LEAST_PART, longest_name), room * 3 // 10)
        what = (room - stands - name) // 2 if width >= WIDE else 0
        widths = [name, *([what] if what else []), room - stands - name - what, stands]
        shown = [fit(part, columns) for part, columns in zip(parts, widths, strict=True)]
        return "  ".join(
            [right(row.number, NUMBER), *shown, fit(row.when.partition(" ")[0] if is_cut else row.when, when)]
        )

    def _measure(self) -> tuple[int, int]:
        """Return the columns of the longest name, and of the longest known text of how a match stands."""
        briefs = ((row, self._briefs_by_id.get(row.id)) for row in self._rows)
        standings = (cell_len(self._standing(row, brief)) for row, brief in briefs if brief is not None)
        return max((cell_len(row.name or "") for row in self._rows), default=0), max(standings, default=0)

    def _prompt(self, row: MatchRow) -> Content:
        brief = self._briefs_by_id.get(row.id)
        mark = "↳ " if self._shelf.place(row).of else ""
        text = self._columns(
            Columns(
                number=str(row.id),
                name=mark + (row.name or "–"),
                what=" · ".join(self._what(row)[-1:]),
                standing=self._standing(row, brief) if brief is not None else "…",
                players=", ".join(brief.seats) if brief is not None else "",
                when=moment(row.touched),
            )
        )
        style = "bold $text-accent" if row.id == self.playing else ""
        here = "❯" if row.id == self._shown else " "
        number = NUMBER + 1
        return Content.assemble(here, (text[:number], look.MUTED), (text[number:], style))

    def _standing(self, row: MatchRow, brief: Brief) -> str:
        """Return how a match stands; where it is first, if it is not here."""
        journey = self._shelf.journeys.get(row.identity)
        where = [journey_text(self.locale, journey)] if journey is not None else []
        return " · ".join([*where, standing(self.locale, brief)])

    def _what(self, row: MatchRow) -> list[str]:
        """Return the game and the scenario of a match."""
        brief = self._briefs_by_id.get(row.id)
        played = self.locale.name_of(brief.played) if brief is not None and brief.played else ""
        return [name_of(row.game), *([played] if played else [])]

    def _about(self) -> list[Content | str]:
        """Return the details of the marked match."""
        row, _ = self._marked, self.locale.gettext
        if row is None:
            none = {
                "list": _("There is no match yet. n begins one."),
                "archive": _("There is nothing in the archive."),
                "bin": _("There is nothing in the bin."),
            }
            return [style_text(none[self.part], look.MUTED)]
        brief = self._briefs_by_id.get(row.id)
        what = self._what(row)
        rows: list[Content | str] = [Content.assemble((row.name or "–", "bold"), "  ", (" · ".join(what), look.MUTED))]
        if brief is not None:
            seats = self.locale.join_and(brief.seats) if brief.seats else _("nobody at the table")
            rows.append(Content.assemble(seats, (f" · {self._standing(row, brief)}", "")))
        facts = [
            _("begun {when}").format(when=moment(row.created)),
            self.locale.ngettext("{number} entry", "{number} entries", row.entries).format(number=row.entries),
        ]
        origin = self._shelf.origin(row)
        if origin is not None:
            facts.append(branch_of(self.locale, origin.match, origin.entry))
        if row.id == self.playing:
            facts.append(_("open here"))
        return [*rows, style_text(" · ".join(facts), look.MUTED)]

    def _read_next_brief(self) -> None:
        """Read the next match without a brief, after the keys that wait."""
        row = next((candidate for candidate in self._rows if candidate.id not in self._briefs_by_id), None)
        if row is None or self._is_left:
            return
        self._briefs_by_id[row.id] = self._briefs.brief_of(row)
        self.list.replace_option_prompt_at_index(self._rows.index(row), self._prompt(row))
        if row.id == self._marked_number:
            self.show()
        self.set_timer(BRIEF_SECONDS, self._read_next_brief)

    @property
    def _marked(self) -> MatchRow | None:
        at = self.list.highlighted
        return self._rows[at] if at is not None and at < len(self._rows) else None

    @property
    def _marked_number(self) -> int:
        return self._marked.id if self._marked is not None else 0

    # -- keys and clicks -------------------------------------------------------------------

    def act(self, key: str) -> None:
        """Do the action of a key."""
        self.notice = ""
        try:
            super().act(key)
        except JournalError as error:
            text = journal_error(self.locale, error)
            self.notice = f"{text.title}: {text.what}"
        if not self._is_left:
            self.show()

    def on_option_list_option_highlighted(self, _event: OptionList.OptionHighlighted) -> None:
        """Mark the new row, and show its details."""
        before, self._shown = self._shown, self._marked_number
        for at, row in enumerate(self._rows):
            if row.id in (before, self._shown):
                self.list.replace_option_prompt_at_index(at, self._prompt(row))
        self.show()

    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Open the clicked match."""
        self.enter("enter", None)

    # -- what can be done ------------------------------------------------------------------

    def action_open(self) -> None:
        """Open the marked match, or restore it from the bin."""
        row, _ = self._marked, self.locale.gettext
        if row is None:
            return
        if self.part == "bin":
            restore(self.library, row)
            self._report_done(
                _("“{name}” is back.").format(name=row.name or "–"), partial(delete, self.library, row, now())
            )
        elif row.id == self.playing:
            self._go(None)
        else:
            self.library.game_of(row.id)
            self.library.must_be_here(row.id)
            lock = MatchLock(self.library.path.parent, row.id)
            lock.acquire()
            lock.release()
            self._go(Onward(match=row.id))

    def action_move(self, how: str) -> None:
        """Mark another row, by an action of the list."""
        getattr(self.list, f"action_{how}")()

    def action_new(self) -> None:
        """Begin a match."""
        self._go(Onward(game=self._marked.game if self._marked is not None else DEFAULT))

    def action_rename(self) -> None:
        """Ask for another name."""
        row, _ = self._marked, self.locale.gettext
        if row is None:
            return

        def call(name: str) -> None:
            clean = clean_text(name)
            if clean:
                self.library.journal.rename(row.id, clean)
                before = partial(self.library.journal.rename, row.id, row.name)
                self._report_done(_("It is now called “{name}”.").format(name=clean), before)

        self._ask(_("Name"), call, row.name)

    def action_archive(self) -> None:
        """Put the marked match into the archive, or back on the list."""
        row, _ = self._marked, self.locale.gettext
        if row is None or self.part == "bin":
            return
        to_archive = self.part == "list"
        archive(self.library, row, away=to_archive)
        message = _("“{name}” is in the archive.") if to_archive else _("“{name}” is on the list again.")
        self._report_done(
            message.format(name=row.name or "–"), partial(archive, self.library, row, away=not to_archive)
        )

    def action_delete(self) -> None:
        """Put the marked match into the bin."""
        row, _ = self._marked, self.locale.gettext
        if row is None or self.part == "bin":
            return
        if row.id == self.playing:
            self.notice = _("It is open here: go on in another one first.")
            return
        delete(self.library, row, now())
        self._report_done(
            _("“{name}” is in the bin. u takes it out again.").format(name=row.name or "–"),
            partial(restore, self.library, row),
        )

    def action_empty(self) -> None:
        """Empty the bin after an explicit confirmation."""
        _, count = self.locale.gettext, len(self._rows)
        if self.part != "bin" or not count:
            return
        yes = _("yes")

        def erase(answer: str) -> None:
            if answer.casefold() == yes:
                number = empty_bin(self.library)
                self._undo_stack.clear()
                message = self.locale.ngettext("{number} match erased.", "{number} matches erased.", number)
                self._report_done(message.format(number=number), None)

        question = self.locale.ngettext(
            "Erase {number} match for good? Type “{yes}”", "Erase {number} matches for good? Type “{yes}”", count
        )
        self._ask(question.format(number=count, yes=yes), erase)

    def action_take_back(self) -> None:
        """Undo what was done last here."""
        _ = self.locale.gettext
        if not self._undo_stack:
            self.notice = _("There is nothing to take back.")
            return
        self._undo_stack.pop()()
        self.look()
        self.notice = _("Taken back.")

    def action_season(self) -> None:
        """Show the season of all finished matches."""
        from q40k.tui.pages.season import SeasonScreen  # loaded late, because few players use it

        self.app.push_screen(SeasonScreen(self.locale, self.library.path))

    def action_turn(self, by: int) -> None:
        """Go to another list."""
        self.part = PARTS[(PARTS.index(self.part) + by) % len(PARTS)]
        self.look()

    def action_leave(self) -> None:
        """Go back."""
        self._go(None)

    def _go(self, onward: Onward | None) -> None:
        """Close the screen, and save the briefs. The caller closes the library."""
        self._is_left = True
        self._briefs.keep()
        self.dismiss(onward)

    def _ask(self, title: str, on_answer: Callable[[str], None], proposed: str = "") -> None:
        def handle_answer(typed: str) -> None:
            try:
                on_answer(typed)
            except JournalError as error:
                self.notice = journal_error(self.locale, error).title

        self.asked.ask(Text(title, buffer=proposed, may_be_empty=True, empty="", most=60), handle_answer)

    def _report_done(self, message: str, undo: Callable[[], None] | None) -> None:
        """Show what was done, and keep its undo action."""
        if undo is not None:
            self._undo_stack.append(undo)
        self.look()
        self.notice = message
