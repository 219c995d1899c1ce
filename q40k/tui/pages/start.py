"""The first screen of a bare `q40k`: continue the last match, start one, or see all matches."""

from collections.abc import Iterator
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from q40k.games.game import DEFAULT, manifests, name_of
from q40k.i18n.briefs import Brief, branch_of, moment, standing
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import MatchRow
from q40k.table.briefs import Briefs
from q40k.table.context import Onward
from q40k.table.match_library import MatchLibrary
from q40k.table.shelf import Shelf
from q40k.tui import look
from q40k.tui.headline import dots, middling
from q40k.tui.look import style_text
from q40k.tui.page import Page
from q40k.tui.pages.match_look import MatchLook

ALL = "all"
"""The option that shows all matches. Other options have the ids of a game, or LAST."""
LAST = "last"
LEARN, WATCH = "learn ", "watch "
"""The begins of options that open the lesson, or a match of bots, of the game with the id after it."""
MOST_NAMED = 30
"""How many of the matches played last are named beside the options."""


class StartScreen(Page[Onward | None]):
    """The last match, a new match of each game, and all matches. Returns where to go."""

    CSS_PATH = "views.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", show=False),
        Binding("m,f12", "all", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(self, locale: Locale, library: MatchLibrary, notice: str = "") -> None:
        super().__init__()
        self.notice = notice
        self.locale = locale
        self.library = library
        self.match_look = MatchLook()

    def compose(self) -> ComposeResult:
        """Yield the title, the notice, the options and the keys."""
        yield Static(look.lines(*middling(dots("q40k") or ())).stylize("$accent"), id="title")
        yield Static(style_text(self.notice, "italic $text-accent"), id="notice")
        with Horizontal(id="beside"):
            yield OptionList()
            yield self.match_look
        yield Static(id="hint")

    def on_mount(self) -> None:
        """Show the options."""
        self.look()

    def look(self) -> None:
        """Show the current options."""
        _ = self.locale.gettext
        keys = (("Enter", _("take it")), ("n", _("new")), ("m", _("all matches")), ("q", _("quit")))
        self.query_one("#hint", Static).update(look.keycaps(keys, self.size.width - 4))
        self.query_one("#notice", Static).display = bool(self.notice)
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(self._options())
        options.highlighted = 0

    def _options(self) -> Iterator[Option]:
        _, shelf = self.locale.gettext, Shelf(self.library)
        rows = shelf.playable_rows()
        if rows:
            briefs = Briefs(self.library)
            brief = briefs.brief_of(rows[0])
            briefs.keep()
            yield Option(self._last(shelf, rows[0], brief), id=LAST)
        for game in manifests():
            new = _("A new match of {game}").format(game=game.name)
            yield Option(look.lines("", style_text(new, "bold")), id=game.id)
        for game in manifests():
            if game.has_lesson:
                learn = _("Learn {game} in ten minutes")
                yield Option(look.lines("", style_text(learn.format(game=game.name), "bold")), id=LEARN + game.id)
        for game in manifests():
            if game.has_match_of_bots:
                watch = _("Watch bots play {game}, until a key")
                yield Option(look.lines("", style_text(watch.format(game=game.name), "bold")), id=WATCH + game.id)
        every = [row for part in ("list", "archive", "bin") for row in shelf.rows(part)]
        if every:
            text = self.locale.ngettext("All matches: {number}", "All matches: {number}", len(every))
            yield Option(look.lines("", style_text(text.format(number=len(every)), "bold")), id=ALL)

    def _last(self, shelf: Shelf, row: MatchRow, brief: Brief | None) -> Content:
        """Return the last match in three lines."""
        _ = self.locale.gettext
        head = _("Go on with “{name}”").format(name=row.name or row.id)
        what = [name_of(row.game)]
        if brief is not None and brief.played is not None:
            what.append(self.locale.name_of(brief.played))
        origin = shelf.origin(row)
        if origin is not None:
            what.append(branch_of(self.locale, origin.match, origin.entry))
        rows = [style_text(head, "bold"), style_text("  " + " · ".join(what), look.MUTED)]
        if brief is not None:
            seats = f"{self.locale.join_and(brief.seats)} · " if brief.seats else ""
            rows.append(style_text(f"  {seats}{standing(self.locale, brief)}", look.MUTED))
        rows.append(style_text("  " + moment(row.touched), look.MUTED))
        return look.lines(*rows)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the marked match or game beside the options."""
        self._show_beside(event.option.id or DEFAULT)

    def on_resize(self, _event: events.Resize) -> None:
        """Show what is marked at the new size."""
        option = self.query_one(OptionList).highlighted_option
        self._show_beside((option.id if option is not None else None) or DEFAULT)

    def _show_beside(self, marked: str) -> None:
        """Show the last match, what a game is about, or the matches played last."""
        if not self.match_look.fits():
            return
        rows = Shelf(self.library).rows()
        if marked == LAST:
            self.match_look.show_match(self.locale, self.library, rows[0], [])
        elif marked == ALL:
            names = (f"{moment(row.touched)}  {row.name or row.id} · {name_of(row.game)}" for row in rows[:MOST_NAMED])
            self.match_look.show_text([*names])
        else:
            self.match_look.show_game(self.locale, marked.rpartition(" ")[2])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to the selected option."""
        chosen = event.option.id or DEFAULT
        if chosen == ALL:
            self.action_all()
        elif chosen.startswith(LEARN):
            self.dismiss(Onward(game=chosen.removeprefix(LEARN), lesson=True))
        elif chosen.startswith(WATCH):
            self.dismiss(Onward(game=chosen.removeprefix(WATCH), demo=True))
        elif chosen == LAST:
            self.dismiss(Onward(match=Shelf(self.library).playable_rows()[0].id))
        else:
            self.dismiss(Onward(game=chosen))

    def on_click(self, event: events.Click) -> None:
        """Treat a click on a key's name as that key."""
        acts = {
            "enter": self.query_one(OptionList).action_select,
            "n": self.action_new,
            "m": self.action_all,
            "q": self.action_leave,
        }
        act = acts.get(event.style.meta.get("key", ""))
        if act is not None:
            act()

    def action_new(self) -> None:
        """Start a new match."""
        self.dismiss(Onward(game=DEFAULT))

    def action_all(self) -> None:
        """Show all matches."""
        from q40k.tui.pages.matches import MatchesScreen

        def on_closed(onward: Onward | None) -> None:
            if onward is not None:
                self.dismiss(onward)
            else:
                self.look()

        self.app.push_screen(MatchesScreen(self.locale, self.library), on_closed)

    def action_leave(self) -> None:
        """Quit."""
        self.dismiss(None)
