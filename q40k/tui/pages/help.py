"""F1: what is here and possible now on one screen; F1 again an evening on one page; Tab all keys, with a search."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from q40k.i18n.locale import N_
from q40k.kernel.lookup import strip_accents
from q40k.tui import look
from q40k.tui.actions import GROUPS, Action
from q40k.tui.desk import Desk
from q40k.tui.look import Rows, fit
from q40k.tui.page import Page, explain_keys
from q40k.tui.pages.sheet import Sheet

HERE_ROWS = 5
"""The most rows that explain the focused panel beside the keys; Tab shows the rest."""
NOW_ROWS = 8
"""The most keys of the first page."""
MOST_COLUMNS, EDGES = 100, 6
"""The columns of the widest page, and those beside its text."""
PAGES = {
    "log:LogScreen": N_("Log"),
    "past:PastScreen": N_("History"),
    "end:EndScreen": N_("Podium and medals"),
    "study:StudyScreen": N_("Dice or choices?"),
    "live:LivePage": N_("Board and phones"),
    "prints:PrintScreen": N_("Print"),
    "matches:MatchesScreen": N_("Matches"),
    "season:SeasonScreen": N_("Season"),
    "puzzles:PuzzleScreen": N_("Puzzles"),
    "evening:EveningScreen": N_("A club’s evening"),
}
"""The pages that list their keys, by module and class, with their titles. The start has a help of its own."""


def page_keys() -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Yield the title of each page, and what it does at each of its keys. The pages are imported then."""
    for place, title in PAGES.items():
        module, _, name = place.partition(":")
        page: type[Page[Any]] = getattr(import_module(f"q40k.tui.pages.{module}"), name)
        yield title, explain_keys(page.KEYS)


class HelpScreen(Sheet):
    """Help on three pages: the focused panel and the keys of now; an evening (F1); all keys, with a search (Tab).

    Letters search the page of all keys. Escape and Enter close any page, F1 any but the first, q the first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "dismiss_none", show=False),
        Binding("f1", "evening", show=False),
        Binding("tab", "turn", show=False),
    ]

    def __init__(self, desk: Desk, explained: str) -> None:
        super().__init__(desk.locale)
        self.desk = desk
        self.explained = explained
        self.shows_all = False
        self.shows_evening = False
        self.searched = ""
        self._evening = desk.screen.evening_card(desk.locale)
        self._columns = MOST_COLUMNS - EDGES  # to which the first page is cut

    def text(self) -> Content:
        """Return the text of the page."""
        if self.shows_evening:
            return look.lines(*self._evening_rows())
        return look.lines(*(self._all() if self.shows_all else self._here()))

    # -- keys ------------------------------------------------------------------------------

    def action_turn(self) -> None:
        """Turn to the page of all keys, or from it to the first."""
        self.shows_all, self.shows_evening, self.searched = not self.shows_all, False, ""
        self._show()

    def action_evening(self) -> None:
        """Turn from the first page to an evening on one page, if the game has it; else close the help."""
        if self.shows_all or self.shows_evening or not self._evening:
            self.dismiss(None)
            return
        self.shows_evening = True
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Search for what is typed on the second page; close the first with q or ?."""
        if not self.shows_all:
            if event.key in ("q", "Q", "question_mark"):
                event.stop()
                self.dismiss(None)
            return
        if event.key == "backspace":
            self.searched = self.searched[:-1]
        elif event.character is not None and event.character.isprintable():
            self.searched += event.character
        else:
            return
        event.stop()
        event.prevent_default()
        self._show()

    def compose(self) -> ComposeResult:
        """Yield the text, cut to the present width."""
        self._columns = min(MOST_COLUMNS, self.app.size.width * 9 // 10) - EDGES
        yield from super().compose()

    def on_mount(self) -> None:
        """Import the pages whose keys are listed while the first page is read."""
        self.run_worker(lambda: list(page_keys()), thread=True)

    def on_resize(self) -> None:
        """Cut the text to the new width."""
        self._columns = min(MOST_COLUMNS, self.app.size.width * 9 // 10) - EDGES
        self._show()

    def _show(self) -> None:
        self.query_one("#sheet Static", Static).update(self.text())
        self.query_one(VerticalScroll).scroll_home(animate=False)

    # -- the pages -------------------------------------------------------------------------

    def _here(self) -> Rows:
        """Return the first page: the focused panel, and the keys used most now."""
        _ = self.locale.gettext
        desk = self.desk
        explained = Content(self.explained).wrap(self._columns)
        if desk.field is None and len(explained) > HERE_ROWS:
            explained = [*explained[: HERE_ROWS - 1], Content("…")]
        rows: Rows = [Content.styled(_("Here"), "bold"), *explained, ""]
        rows.append(Content.styled(_("Possible now"), "bold"))
        if desk.field is not None:
            rows.append(_("Answer what is asked; Escape goes back."))
        else:
            now = [action for action in desk.usual_actions() if not action.only_shows]
            first = sorted(now, key=lambda action: (action.bar < 0, action.bar))[:NOW_ROWS]
            rows += [self._line(action) for action in now if action in first]
        evening = [_("F1: an evening")] if self._evening else []
        rows += ["", " · ".join([*evening, _("Tab: all keys, a search"), _("Esc: back")])]
        return rows

    def _evening_rows(self) -> Rows:
        """Return an evening on one page: what to type from the set-up to the end."""
        _ = self.locale.gettext
        rows: Rows = []
        for head, lines in self._evening:
            rows.append(Content.styled(head, "bold"))
            for key, words in lines:
                wrapped = Content(words).wrap(self._columns - 5)
                rows.append(Content.assemble((fit(key or "•", 5), "bold $accent"), wrapped[0]))
                rows += [Content.assemble("     ", line) for line in wrapped[1:]]
            rows.append("")
        rows.append(_("Tab: all keys, a search · Esc: back"))
        return rows

    def _line(self, action: Action) -> Content:
        """Return an action in one row: its key, its name, the first sentence of its help."""
        _ = self.locale.gettext
        key, name = fit(action.key_in(self.locale), 8), _(action.name)
        about = _(action.help).partition(". ")[0].rstrip(".")
        room = self._columns - 8 - cell_len(name) - 3
        return Content.assemble((key, "bold $accent"), (name, "bold"), (f"   {fit(about, room).rstrip()}", look.MUTED))

    def _all(self) -> Rows:
        """Return the second page: the focused panel, then all keys, or those that fit the search."""
        _ = self.locale.gettext
        search = Content.assemble((_("Search:"), look.MUTED), " ", (self.searched, "bold"), "▏")
        rows: Rows = [search, ""]
        if not self.searched:
            rows += [Content.styled(_("Here"), "bold"), self.explained, ""]
        for group, title in GROUPS.items():
            actions = [action for action in self.desk.actions if action.group == group]
            matching = [
                action for action in actions if self._fits(action.key_in(self.locale), _(action.name), _(action.help))
            ]
            if matching:
                rows += [Content.styled(_(title), "bold"), *map(self._explain, matching), ""]
        for title, keys in page_keys():
            explained = [(look.key_name(self.locale, key), " / ".join(map(_, about))) for key, about in keys.items()]
            if fitting := [(key, about) for key, about in explained if self._fits(key, about)]:
                shown = [Content.assemble((fit(key, 9), "bold $accent"), about) for key, about in fitting]
                rows += [Content.styled(_(title), "bold"), *shown, ""]
        rows.append(_("Tab: only now · Esc: back"))
        return rows

    def _explain(self, action: Action) -> Content:
        _ = self.locale.gettext
        key = (fit(action.key_in(self.locale), 9), "bold $accent")
        return Content.assemble(key, (_(action.name), "bold"), (" — " + _(action.help), ""))

    def _fits(self, key: str, *texts: str) -> bool:
        """Return whether a key or words of the texts about it fit the search."""
        words = strip_accents(" ".join(texts))
        return key == self.searched or all(part in words for part in strip_accents(self.searched).split())
