"""All matches: the list, the archive and the bin; to open one, name it, put it away or back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from q40k.games.game import DEFAULT, name_of
from q40k.i18n.briefs import Brief, branch_of, moment, standing
from q40k.i18n.error_texts import journal_error
from q40k.i18n.locale import N_, Locale
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.kernel.journal.match_lock import MatchLock
from q40k.kernel.text import clean_text
from q40k.table.briefs import Briefs
from q40k.table.context import Onward
from q40k.table.match_library import MatchLibrary, now
from q40k.table.shelf import Part, Shelf, archive, delete, empty, restore
from q40k.tui import look
from q40k.tui.fields import Text
from q40k.tui.look import fit, right, styled
from q40k.tui.pages.asked_line import AskingPage

PARTS: tuple[Part, ...] = ("list", "archive", "bin")
NAMES: dict[Part, str] = {"list": N_("Matches"), "archive": N_("Archive"), "bin": N_("Bin")}
WIDE = 110
"""From so many columns on there is room for what is played, and for the players."""
NUMBER, WHEN = 4, 16
"""The columns of a number and of a moment."""
LEAST = 44
"""So narrow are the rows at least; a narrower screen cuts them."""
BRIEF_SECONDS = 0.01
"""So long after one match was looked at the next one is: a key waits for none of it."""
_OPEN = ("Enter", N_("go on"))
_NAME, _AWAY, _BACK = ("R", N_("rename")), ("A", N_("archive")), ("A", N_("back on the list"))
_GONE, _UNDO = ("D", N_("delete")), ("U", N_("undo"))
_SEASON, _NEXT, _LEAVE = ("S", N_("season")), ("Tab", N_("next")), ("Esc", N_("back"))
KEYS: dict[Part, tuple[tuple[str, str], ...]] = {
    "list": (_OPEN, ("N", N_("new")), _NAME, _AWAY, _GONE, _UNDO, _SEASON, _NEXT, _LEAVE),
    "archive": (_OPEN, _NAME, _BACK, _GONE, _UNDO, _SEASON, _NEXT, _LEAVE),
    "bin": (("Enter", N_("take out")), ("X", N_("empty the bin")), _UNDO, _SEASON, _NEXT, _LEAVE),
}
"""What the keys do in each list."""


class Columns(NamedTuple):
    """What stands in the columns of a row."""

    number: str
    name: str
    what: str
    stands: str
    players: str
    when: str


class Rows(OptionList, can_focus=False):
    """The rows: the screen takes the keys, and a click takes a row."""


class MatchesScreen(AskingPage[Onward | None]):
    """The matches of a library. Gives where to go on, or nothing.

    `playing` is the number of the match that is open here.
    """

    CSS_PATH = "views.tcss"
    AUTO_FOCUS = None

    def __init__(self, locale: Locale, library: MatchLibrary, playing: int = 0) -> None:
        super().__init__()
        self.locale = locale
        self.library = library
        self.playing = playing
        self.part: Part = "list"
        self.notice = ""
        self._back: list[Callable[[], None]] = []  # what U would do, the newest last
        self._briefs = Briefs(library)
        self._known: dict[int, Brief | None] = {}
        self._shelf = Shelf(library)
        self._rows: list[MatchRow] = []
        self._gone = False
        self._shown = 0  # the number of the match that is marked
        self.head = Static(id="head")
        self.names = Static(id="names")
        self.list = Rows()
        self.detail = Static(id="about")
        self.line = Static(id="said")
        self.keys = Static(id="keys-of")

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield self.head
        yield self.names
        yield self.list
        yield self.detail
        yield self.line
        yield self.keys

    def on_mount(self) -> None:
        """Show the list; what is not known of a match yet comes by and by."""
        self.look()

    # -- showing ---------------------------------------------------------------------------

    def look(self, keep: int | None = None) -> None:
        """Show how the matches stand now; the match `keep`, or the row there was, stays marked."""
        marked, place = keep or self._marked_number, self.list.highlighted or 0
        self._shelf = Shelf(self.library)
        self._rows = self._shelf.rows(self.part)
        for row in self._rows:
            if row.id not in self._known and (known := self._briefs.known(row)) is not None:
                self._known[row.id] = known
        numbers = [row.id for row in self._rows]
        at = numbers.index(marked) if marked in numbers else min(place, len(numbers) - 1)
        self._shown = numbers[at] if numbers else 0
        self.list.clear_options()
        self.list.add_options(Option(self._prompt(row), id=str(row.id)) for row in self._rows)
        if numbers:
            self.list.highlighted = at
        self.show()
        self._find_out()

    def show(self) -> None:
        """Show all but the rows."""
        _ = self.locale.gettext
        heads = []
        for part in PARTS:
            name, count = _(NAMES[part]), len(self._shelf.rows(part))
            here = part == self.part
            heads.append((f" {name} {count} ", "bold reverse" if here else look.MUTED))
        self.head.update(Content.assemble(*heads))
        names = Columns(
            "#", _("name"), _("what"), _("how it stands"), _("players"), _("played last")
        )
        self.names.update(styled(" " + self._columns(names), look.MUTED))
        self.detail.update(look.lines(*self._about()))
        self.line.update(self.asked.shown(self.notice))
        keys = [(key, _(words)) for key, words in KEYS[self.part]]
        self.keys.update(look.keycaps(keys, self.size.width))

    def on_resize(self, _event: events.Resize) -> None:
        """The columns are others now."""
        self.look()

    def _columns(self, row: Columns) -> str:
        """The columns of a row: as many as fit."""
        width = max(LEAST, self.size.width - 5)
        room = width - NUMBER - WHEN - 6
        parts = [row.name, row.stands]
        if width >= WIDE:
            room -= 4
            parts = [row.name, row.what, row.stands, row.players]
        each, rest = divmod(room, len(parts))
        shown = [fit(part, each + (place < rest)) for place, part in enumerate(parts)]
        return "  ".join([right(row.number, NUMBER), *shown, fit(row.when, WHEN)])

    def _prompt(self, row: MatchRow) -> Content:
        one = self._known.get(row.id)
        mark = "↳ " if self._shelf.place(row).of else ""
        text = self._columns(
            Columns(
                number=str(row.id),
                name=mark + (row.name or "–"),
                what=" · ".join(self._what(row)[-1:]),
                stands=standing(self.locale, one) if one is not None else "…",
                players=", ".join(one.seats) if one is not None else "",
                when=moment(row.touched),
            )
        )
        style = "bold $text-accent" if row.id == self.playing else ""
        here = "❯" if row.id == self._shown else " "
        number = NUMBER + 1
        return Content.assemble(here, (text[:number], look.MUTED), (text[number:], style))

    def _what(self, row: MatchRow) -> list[str]:
        """The game, and what of it is played."""
        one = self._known.get(row.id)
        played = self.locale.said(one.played) if one is not None and one.played else ""
        return [name_of(row.game), *([played] if played else [])]

    def _about(self) -> list[Content | str]:
        """All there is to say of the marked match."""
        row, _ = self._marked, self.locale.gettext
        if row is None:
            none = {
                "list": _("There is no match yet. N begins one."),
                "archive": _("There is nothing in the archive."),
                "bin": _("There is nothing in the bin."),
            }
            return [styled(none[self.part], look.MUTED)]
        one = self._known.get(row.id)
        what = self._what(row)
        rows: list[Content | str] = [
            Content.assemble((row.name or "–", "bold"), "  ", (" · ".join(what), look.MUTED))
        ]
        if one is not None:
            seats = self.locale.listed(one.seats) if one.seats else _("nobody at the table")
            rows.append(Content.assemble(seats, (f" · {standing(self.locale, one)}", "")))
        facts = [
            _("begun {when}").format(when=moment(row.created)),
            self.locale.ngettext("{number} entry", "{number} entries", row.entries).format(
                number=row.entries
            ),
        ]
        origin = self._shelf.origin(row)
        if origin is not None:
            facts.append(branch_of(self.locale, origin.match, origin.entry))
        if row.id == self.playing:
            facts.append(_("open here"))
        return [*rows, styled(" · ".join(facts), look.MUTED)]

    def _find_out(self) -> None:
        """Look at the next match of which nothing is known yet, after the keys that wait."""
        row = next((one for one in self._rows if one.id not in self._known), None)
        if row is None or self._gone:
            return
        self._known[row.id] = self._briefs.of(row)
        self.list.replace_option_prompt_at_index(self._rows.index(row), self._prompt(row))
        if row.id == self._marked_number:
            self.show()
        self.set_timer(BRIEF_SECONDS, self._find_out)

    @property
    def _marked(self) -> MatchRow | None:
        at = self.list.highlighted
        return self._rows[at] if at is not None and at < len(self._rows) else None

    @property
    def _marked_number(self) -> int:
        return self._marked.id if self._marked is not None else 0

    # -- keys and clicks -------------------------------------------------------------------

    def act(self, key: str) -> None:
        """Do what a key means."""
        self.notice = ""
        moves = {
            "up": self.list.action_cursor_up, "down": self.list.action_cursor_down,
            "pageup": self.list.action_page_up, "pagedown": self.list.action_page_down,
            "home": self.list.action_first, "end": self.list.action_last,
        }  # fmt: skip
        acts: dict[str, Callable[[], None]] = {
            "enter": self._open, "n": self._new, "r": self._rename, "a": self._archive,
            "d": self._delete, "delete": self._delete, "u": self._take_back, "x": self._empty,
            "s": self._season, "ctrl+r": self._season,
            "tab": partial(self._turn, 1), "right": partial(self._turn, 1),
            "left": partial(self._turn, -1), "shift+tab": partial(self._turn, -1),
            "escape": self._leave, "esc": self._leave, "q": self._leave, "f12": self._leave,
        }  # fmt: skip
        if key in moves:
            moves[key]()
        elif (act := acts.get(key.lower())) is not None:
            try:
                act()
            except JournalError as error:
                text = journal_error(self.locale, error)
                self.notice = f"{text.title}: {text.what}"
        if not self._gone:
            self.show()

    def on_option_list_option_highlighted(self, _event: OptionList.OptionHighlighted) -> None:
        """Mark the match that is marked now, and tell of it."""
        before, self._shown = self._shown, self._marked_number
        for at, row in enumerate(self._rows):
            if row.id in (before, self._shown):
                self.list.replace_option_prompt_at_index(at, self._prompt(row))
        self.show()

    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """A click takes a match."""
        self.enter("enter", None)

    # -- what can be done ------------------------------------------------------------------

    def _open(self) -> None:
        """Go on in the marked match; or take it out of the bin."""
        row, _ = self._marked, self.locale.gettext
        if row is None:
            return
        if self.part == "bin":
            restore(self.library, row)
            self._done(_("“{name}” is back.").format(name=row.name or "–"),
                       partial(delete, self.library, row, now()))  # fmt: skip
        elif row.id == self.playing:
            self._go(None)
        else:
            self.library.game_of(row.id)
            lock = MatchLock(self.library.path.parent, row.id)
            lock.take()
            lock.drop()
            self._go(Onward(match=row.id))

    def _new(self) -> None:
        self._go(Onward(game=self._marked.game if self._marked is not None else DEFAULT))

    def _rename(self) -> None:
        row, _ = self._marked, self.locale.gettext
        if row is None:
            return

        def call(name: str) -> None:
            clean = clean_text(name)
            if clean:
                self.library.journal.rename(row.id, clean)
                before = partial(self.library.journal.rename, row.id, row.name)
                self._done(_("It is now called “{name}”.").format(name=clean), before)

        self._ask(_("Name"), call, row.name)

    def _archive(self) -> None:
        row, _ = self._marked, self.locale.gettext
        if row is None or self.part == "bin":
            return
        away = self.part == "list"
        archive(self.library, row, away=away)
        said = _("“{name}” is in the archive.") if away else _("“{name}” is on the list again.")
        self._done(said.format(name=row.name or "–"),
                   partial(archive, self.library, row, away=not away))  # fmt: skip

    def _delete(self) -> None:
        row, _ = self._marked, self.locale.gettext
        if row is None or self.part == "bin":
            return
        if row.id == self.playing:
            self.notice = _("It is open here: go on in another one first.")
            return
        delete(self.library, row, now())
        self._done(_("“{name}” is in the bin. U takes it out again.").format(name=row.name or "–"),
                   partial(restore, self.library, row))  # fmt: skip

    def _empty(self) -> None:
        """Erase what is in the bin, once that is said in so many words."""
        _, count = self.locale.gettext, len(self._rows)
        if self.part != "bin" or not count:
            return
        yes = _("yes")

        def erase(said: str) -> None:
            if said.casefold() == yes:
                number = empty(self.library)
                self._back.clear()
                told = self.locale.ngettext("{number} match erased.", "{number} matches erased.",
                                            number)  # fmt: skip
                self._done(told.format(number=number), None)

        ask = self.locale.ngettext(
            "Erase {number} match for good? Type “{yes}”",
            "Erase {number} matches for good? Type “{yes}”",
            count,
        )
        self._ask(ask.format(number=count, yes=yes), erase)

    def _take_back(self) -> None:
        _ = self.locale.gettext
        if not self._back:
            self.notice = _("There is nothing to take back.")
            return
        self._back.pop()()
        self.look()
        self.notice = _("Taken back.")

    def _season(self) -> None:
        """All finished matches together; back from there the list is as it was."""
        from q40k.tui.pages.season import SeasonScreen  # the season is worked out for few

        self.app.push_screen(SeasonScreen(self.locale, self.library.path))

    def _turn(self, by: int) -> None:
        """Go to the next part."""
        self.part = PARTS[(PARTS.index(self.part) + by) % len(PARTS)]
        self.look()

    def _leave(self) -> None:
        self._go(None)

    def _go(self, onward: Onward | None) -> None:
        """Leave, and keep what was found out: whoever opened the library closes it now."""
        self._gone = True
        self._briefs.keep()
        self.dismiss(onward)

    def _ask(self, title: str, answered: Callable[[str], None], said: str = "") -> None:
        def heard(typed: str) -> None:
            try:
                answered(typed)
            except JournalError as error:
                self.notice = journal_error(self.locale, error).title

        self.asked.ask(Text(title, buffer=said, may_be_empty=True, empty="", most=60), heard)

    def _done(self, said: str, back: Callable[[], None] | None) -> None:
        """Show what was done, and keep how to take it back."""
        if back is not None:
            self._back.append(back)
        self.look()
        self.notice = said
