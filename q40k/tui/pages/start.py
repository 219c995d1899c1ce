"""The first screen: learn, play, go on with the last match, change the language, quit."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import ClassVar

from msgspec import Struct
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from q40k.games.game import Manifest, folder_of, manifests, name_of
from q40k.i18n.briefs import branch_of, moment, standing
from q40k.i18n.locale import N_, Locale, with_label
from q40k.kernel.journal.journal import MatchRow
from q40k.table.briefs import Briefs
from q40k.table.context import Onward
from q40k.table.match_library import MatchLibrary
from q40k.table.settings import change_settings
from q40k.table.shelf import Shelf
from q40k.tui import look
from q40k.tui.headline import dots, middling
from q40k.tui.look import style_text
from q40k.tui.page import Key, Page
from q40k.tui.pages.match_look import MatchLook
from q40k.tui.pages.sheet import Sheet

LANGUAGES = {"en": "fr", "fr": "en"}
"""The language to which each one changes."""
EDGES = 10
"""The columns beside the text of a choice."""
LANGUAGE_NAMES = {"en": "English", "fr": "Français"}


class Choice(Struct, frozen=True):
    """A line to choose: its title, what it does in one line, and the act, or None if it is not possible.

    `game` is the id of the game to which it leads.
    """

    title: str
    about: str
    act: Callable[[], None] | None
    game: str = ""


class StartScreen(Page[None]):
    """Five choices; learning and playing lead to a list of games. It calls `leave` with where to go."""

    KEYS = (
        *(Key(str(digit), "", f"choose({digit})") for digit in range(1, 10)),
        Key("enter", N_("take it"), "choose(0)", shown="Enter"),
        Key("f1,question_mark", N_("help"), "help"),
        Key("f2", N_("Français"), "language"),
        Key("m,f12", N_("all matches"), "all"),
        Key("n", "", "play"),
        Key("e", N_("a club’s evening"), "evening"),
        Key("escape", N_("back"), "back", shown="Esc"),
        Key("q,f10", N_("quit"), "leave"),
    )

    def __init__(
        self, locale: Locale, library: MatchLibrary, leave: Callable[[Onward | None], None], notice: str = ""
    ) -> None:
        super().__init__()
        self.notice = notice
        self.leave = leave
        self.locale = locale
        self.library = library
        self.match_look = MatchLook()
        self._list: Callable[[], Iterable[Choice]] = self._first_choices
        self._choices: list[Choice] = []

    def compose(self) -> ComposeResult:
        """Yield the title, the notice, the choices and the keys."""
        yield Static(look.lines(*middling(dots("q40k") or ())).stylize("$accent"), id="title")
        yield Static(style_text(self.notice, "italic $text-accent"), id="notice")
        with Horizontal(id="beside"):
            yield OptionList()
            yield self.match_look
        yield Static(id="hint")

    def on_mount(self) -> None:
        """Show the choices, with the last match marked if there is one."""
        self.match_look.fits()
        self.look()
        self.query_one(OptionList).highlighted = 2 if self._choices[2].act is not None else 0

    def look(self) -> None:
        """Show the current choices."""
        self.query_one("#hint", Static).update(self.key_line(self.locale, self.size.width - 4))
        self.query_one("#notice", Static).display = bool(self.notice)
        options = self.query_one(OptionList)
        options.clear_options()
        self._choices = list(self._list())
        options.add_options(
            Option(self._render_choice(number, choice), disabled=choice.act is None)
            for number, choice in enumerate(self._choices, 1)
        )
        options.highlighted = 0

    def _render_choice(self, number: int, choice: Choice) -> Content:
        """Return a choice: its number and title, what it does, and a blank line."""
        title = Content.assemble((f"{number} ", "bold $accent"), (choice.title, "bold"))
        width = self.size.width // (2 if self.match_look.display else 1)
        about = style_text(choice.about, look.MUTED).wrap(max(20, width - EDGES))
        return look.lines(title, *(Content.assemble("  ", line) for line in about), "")

    # -- the choices -----------------------------------------------------------------------

    def _first_choices(self) -> Iterator[Choice]:
        _, other = self.locale.gettext, LANGUAGE_NAMES[LANGUAGES[self.locale.language]]
        learn = _("The keys and the first rules, at a match that only teaches.")
        yield Choice(_("Learn (ten minutes)"), learn, self.action_learn)
        yield Choice(_("Play"), _("A new match, or bots that play one before your eyes."), self.action_play)
        yield self._last_match()
        yield Choice(other, _("Change the language, here and from now on."), self.action_language)
        yield Choice(_("Quit"), _("Every match waits as it is."), self.action_leave)

    def _last_match(self) -> Choice:
        """Return the choice that leads to the last match."""
        _, shelf = self.locale.gettext, Shelf(self.library)
        rows = shelf.playable_rows()
        if not rows:
            return Choice(_("Go on with the last match"), _("There is none yet."), None)
        row = rows[0]

        def go_on() -> None:
            self.leave(Onward(match=row.id))

        return Choice(_("Go on with “{name}”").format(name=row.name or row.id), self._brief(shelf, row), go_on)

    def _brief(self, shelf: Shelf, row: MatchRow) -> str:
        """Return a match in a line: what is played, by whom, how it stands, when it was played last."""
        briefs = Briefs(self.library)
        brief = briefs.brief_of(row)
        briefs.keep()
        parts = [name_of(row.game)]
        if brief is not None and brief.played is not None:
            parts.append(self.locale.name_of(brief.played))
        if (origin := shelf.origin(row)) is not None:
            parts.append(branch_of(self.locale, origin.match, origin.entry))
        if brief is not None:
            parts += [self.locale.join_and(brief.seats)] if brief.seats else []
            parts.append(standing(self.locale, brief))
        return " · ".join([*parts, moment(row.touched)])

    def _lessons(self) -> Iterator[Choice]:
        _ = self.locale.gettext
        for game in manifests():
            if game.has_lesson:
                yield self._of_game(game, game.name, lesson=True)
        about = _("A moment of a match, some choices: which is best? Of your own studied matches, and of bots.")
        yield Choice(_("Puzzles"), about, self.action_puzzles)

    def _games(self) -> Iterator[Choice]:
        _ = self.locale.gettext
        for game in manifests():
            yield self._of_game(game, game.name)
        for game in manifests():
            if game.has_match_of_bots:
                watch = _("Watch bots play {game}").format(game=game.name)
                yield self._of_game(game, watch, _("Until a key. Nothing is kept."), demo=True)

    def _of_game(
        self, game: Manifest, title: str, about: str = "", *, lesson: bool = False, demo: bool = False
    ) -> Choice:
        """Return the choice that leads to a new match of a game, its lesson, or its match of bots."""
        about = about or self.locale.of(folder_of(game.id) / "locales").gettext(game.about)
        onward = Onward(game=game.id, lesson=lesson, demo=demo)

        def go() -> None:
            self.leave(onward)

        return Choice(title, about, go, game=game.id)

    # -- beside the choices ----------------------------------------------------------------

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the marked match or game beside the choices."""
        self._show_beside(event.option_index)

    def on_resize(self, _event: events.Resize) -> None:
        """Show what is marked, and the keys, at the new size."""
        self.query_one("#hint", Static).update(self.key_line(self.locale, self.size.width - 4))
        self._show_beside(self.query_one(OptionList).highlighted or 0)

    def _show_beside(self, index: int) -> None:
        """Show the last match, or what a game is about."""
        if not self.match_look.fits() or index >= len(self._choices):
            return
        if self._list == self._first_choices:
            rows = Shelf(self.library).playable_rows() if index == 2 else []
            if rows:
                self.match_look.show_match(self.locale, self.library, rows[0], [])
            else:
                self.match_look.show_text([])
        else:
            self.match_look.show_game(self.locale, self._choices[index].game)

    # -- keys ------------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do the chosen line."""
        self.action_choose(event.option_index + 1)

    def on_click(self, event: events.Click) -> None:
        """Do what the clicked key does."""
        self.press_named(event)

    def action_choose(self, number: int) -> None:
        """Do a line by its number; 0 is the marked one."""
        index = number - 1 if number else self.query_one(OptionList).highlighted
        act = self._choices[index].act if index is not None and index < len(self._choices) else None
        if act is not None:
            act()

    def action_learn(self) -> None:
        """List the games that have a lesson."""
        self._open(self._lessons)

    def action_puzzles(self) -> None:
        """Show puzzles: one's own, then those that come along."""
        from q40k.lab.puzzle_book import all_puzzles
        from q40k.tui.pages.puzzles import PuzzleScreen

        self.app.push_screen(PuzzleScreen(self.locale, partial(all_puzzles, self.library.path)))

    def action_play(self) -> None:
        """List the games."""
        self._open(self._games)

    def _open(self, choices: Callable[[], Iterable[Choice]]) -> None:
        """Show other choices; a single one is taken at once."""
        self._list = choices
        self.look()
        if len(self._choices) == 1:
            self.action_choose(1)

    def action_back(self) -> None:
        """Go back to the first choices, or leave."""
        if self._list == self._first_choices:
            self.action_leave()
        else:
            self._list = self._first_choices
            self.look()

    def action_language(self) -> None:
        """Speak the other language from now on."""
        language = change_settings(language=LANGUAGES[self.locale.language]).language
        self.locale = Locale(language)
        self.look()

    def action_help(self) -> None:
        """Explain what can be done here."""
        self.app.push_screen(StartHelp(self.locale, self._choices))

    def action_all(self) -> None:
        """Show all matches."""
        from q40k.tui.pages.matches import MatchesScreen

        self.app.push_screen(MatchesScreen(self.locale, self.library), self._leave_for)

    def action_evening(self) -> None:
        """Join a club's evening, or take the next match of this table."""
        from q40k.tui.pages.evening import EveningScreen

        self.app.push_screen(EveningScreen(self.locale, self.library), self._leave_for)

    def _leave_for(self, onward: Onward | None) -> None:
        """Leave for a match, or show what there is."""
        if onward is not None:
            self.leave(onward)
        else:
            self.look()

    def action_leave(self) -> None:
        """Quit."""
        self.leave(None)


class StartHelp(Sheet):
    """What can be done at the first screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,f1,question_mark", "dismiss_none", show=False)]

    def __init__(self, locale: Locale, choices: Iterable[Choice]) -> None:
        super().__init__(locale)
        self._choices = tuple(choices)

    def text(self) -> Content:
        """Return the choices, the keys, and what waits in a match."""
        _ = self.locale.gettext
        keys = [f"{look.key_name(self.locale, key.text)} {_(key.name)}" for key in StartScreen.KEYS if key.name]
        return look.lines(
            style_text(_("Here"), "bold"),
            _("↑ ↓ mark a line, Enter chooses it; a digit chooses at once."),
            "",
            *(
                with_label(self.locale, f"{number} {choice.title}", choice.about)
                for number, choice in enumerate(self._choices, 1)
            ),
            "",
            style_text(_("Keys"), "bold"),
            " · ".join(keys),
            "",
            _("In a match F1 explains what is asked, and Escape takes one step back."),
            "",
            _("Escape closes this page."),
        )
