"""The app of a match: it connects screens, themes and language with one desk. It decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from q40k.i18n.error_texts import journal_error
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.table.context import Onward
from q40k.table.match_library import MatchLibrary
from q40k.table.settings import change_settings
from q40k.tui import themes
from q40k.tui.careful import Careful
from q40k.tui.desk import Desk
from q40k.tui.desk_screen import DeskScreen
from q40k.tui.forms import KeyPress
from q40k.tui.main import MainScreen
from q40k.tui.sound import report


class MatchApp(Careful):
    """One match on the screen. With `hall` it begins in hall mode."""

    TITLE = "q40k"
    CSS_PATH = "main.tcss"  # of the main screen: Textual reads none for a default screen
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+backslash"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "leave", show=False)]

    def __init__(self, desk: Desk, *, raising: bool = False, hall: bool = False) -> None:
        super().__init__(desk.settings.theme, raising=raising)
        self.desk = desk
        desk.ring = self._ring
        desk.report_sound = self._report_sound
        self._begin_in_hall = hall

    def on_mount(self) -> None:
        """Begin in hall mode, if requested."""
        if self._begin_in_hall:
            self.call_after_refresh(self.view, "hall")

    def _ring(self) -> None:
        """Ring the terminal's bell in place of sounds that cannot be played."""
        self.bell()

    def _report_sound(self) -> None:
        """Say whether sound plays, if that was still open."""
        if report(self.desk) and isinstance(self.screen, MainScreen):
            self.screen.show()

    async def on_unmount(self) -> None:
        """Stop all sounds."""
        await self.desk.silence()

    def get_default_screen(self) -> Screen[None]:
        """Return the main screen."""
        return MainScreen(self.desk, self.view, self.size)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Return none of Textual's own commands: the palette holds our actions."""
        return ()

    def action_leave(self) -> None:
        """Quit; the match waits as it is."""
        self.exit(0)

    async def on_event(self, event: events.Event) -> None:
        """Note each key on any screen, so that work that can wait is held back."""
        if isinstance(event, events.Key):
            for screen in self.screen_stack:
                if isinstance(screen, MainScreen):
                    screen.idle.note_key()
        await super().on_event(event)

    def view(self, action: str) -> None:
        """Do what only the app can do: open other screens, change language or theme, quit."""
        main = self.screen
        if action == "help" and isinstance(main, DeskScreen):
            self._open_help(main)
            return
        if not isinstance(main, MainScreen):
            return
        pages: dict[str, Callable[[MainScreen], None]] = {
            "log": self._open_log,
            "history": self._open_past,
            "hall": self._open_hall,
            "matches": self._open_matches,
            "season": self._open_season,
            "live": self._open_board,
            "podium": self._open_end,
            "print": self._open_prints,
            "map": lambda main: main.open_map(whole=False),
            "map-screen": lambda main: main.open_map(whole=True),
            "palette": lambda _main: self.action_command_palette(),
            "quit": lambda _main: self.action_leave(),
            "let-in": self._let_in,
            "theme": self._change_theme,
            "language": self._change_language,
            "calls": self._switch_calls,
        }
        does = self.desk.actions[action].does
        if does is not None:
            self._open(main, does(self.desk))
        elif action in pages:
            pages[action](main)

    def _let_in(self, main: MainScreen) -> None:
        self.desk.phones.let_in()
        main.show()

    def _change_theme(self, _main: MainScreen) -> None:
        self.theme = themes.next_theme(self.theme).name
        self.desk.settings = change_settings(theme=self.theme)

    def _change_language(self, _main: MainScreen) -> None:
        self.speak("en" if self.desk.locale.language == "fr" else "fr")
        self.desk.settings = change_settings(language=self.desk.locale.language)

    def _switch_calls(self, main: MainScreen) -> None:
        self.desk.settings = change_settings(calls=not self.desk.settings.calls)
        main.show()

    def _open(self, main: MainScreen, page: Screen[Any] | None) -> None:
        """Open a page above the main screen. Without a page, show the reason."""
        if page is not None:
            self.push_screen(page, lambda _left: main.show())
        main.show()

    def action_command_palette(self) -> None:
        """Find an action of the main screen by its name."""
        from q40k.tui.pages.palette import ActionPalette, SteadyPalette

        _ = self.desk.locale.gettext
        self.push_screen(SteadyPalette([ActionPalette], placeholder=_("Search for an action…")))

    def _open_help(self, screen: DeskScreen[Any]) -> None:
        from q40k.tui.pages.help import HelpScreen

        self.push_screen(HelpScreen(self.desk, screen.explain_focus()))

    def _open_log(self, main: MainScreen) -> None:
        from q40k.tui.pages.log import LogScreen

        self.push_screen(LogScreen(self.desk, main.feed.announcer), self._return_from_past)

    def _open_hall(self, main: MainScreen) -> None:
        """Open hall mode."""
        from q40k.tui.pages.hall import HallScreen

        self._open(main, HallScreen(self.desk, main.feed.announcer))

    def _open_board(self, main: MainScreen) -> None:
        """Open the page of the room's board and the phones' codes."""
        from q40k.tui.pages.live import LivePage

        self._open(main, LivePage(self.desk))

    def _open_prints(self, main: MainScreen) -> None:
        """Open the print page, if the game prints anything."""
        from q40k.tui.pages.prints import open_prints

        self._open(main, open_prints(self.desk))

    def _open_season(self, main: MainScreen) -> None:
        """Open the season of the match's library."""
        from q40k.tui.pages.season import open_season

        self._open(main, open_season(self.desk))

    def _open_matches(self, main: MainScreen) -> None:
        """List all matches of the library that holds this one."""
        from q40k.tui.pages.matches import MatchesScreen

        match_session = self.desk.match_session
        path = match_session.session.journal.path
        try:
            library = MatchLibrary(path) if path is not None else None
        except JournalError as error:
            library, self.desk.trouble = None, journal_error(self.desk.locale, error)
        if library is None:
            main.show()
            return

        def go_to(destination: Onward | None) -> None:
            library.close()
            self.desk.destination = destination
            main.ribbon.forget()  # the match may have another name
            main.show()

        self.push_screen(MatchesScreen(self.desk.locale, library, match_session.number), go_to)

    def _open_end(self, main: MainScreen) -> None:
        """Open the page of the end; the key that closes it is pressed at the desk."""
        desk, _ = self.desk, self.desk.locale.gettext
        if not desk.snapshot.status.over:
            desk.notice = _("The match is not over yet.")
            main.show()
            return

        def press_at_desk(key: KeyPress | None) -> None:
            if key is not None:
                main.enter(*key)
                return
            desk.notice = _("*: podium and medals again.")
            main.show()

        self.push_screen(main.end(), press_at_desk)

    def _open_past(self, main: MainScreen) -> None:
        from q40k.tui.pages.past import open_past

        trouble = open_past(self, self.desk, self._return_from_past)
        if trouble:
            self.desk.notice = trouble
            main.show()

    def _return_from_past(self, changed: bool | None) -> None:
        """Return from the past, and show what it changed."""
        if changed:
            self.desk.can_redo = None
            self.desk.settle()
        if isinstance(self.screen, MainScreen):
            self.screen.show()

    def speak(self, language: str) -> None:
        """Change the language, at any time."""
        self.desk.change_language(Locale(language))
        if isinstance(self.screen, MainScreen):
            self.screen.show()
