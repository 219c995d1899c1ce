"""The app: it wires screens, themes and language to one desk. It decides nothing."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette, Provider
from textual.screen import Screen

from q40k.games.game import find, known
from q40k.i18n.error_texts import damaged, fault, journal_error, mirror_lags, upgraded
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import printable
from q40k.table.context import Context, Onward, Prefilled
from q40k.table.faults import keep
from q40k.table.folders import compiled_folder, packs_folder
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from q40k.table.settings import set_to, settings
from q40k.tui import themes
from q40k.tui.desk import Desk
from q40k.tui.main import MainScreen

if TYPE_CHECKING:
    from pathlib import Path

    from q40k.games.game import Game
    from q40k.live.room import Room
    from q40k.packs.library import Library

FAULT = 3
"""The exit status of a fault of the program."""
BY_SIGNAL = 128
"""What a shell adds to the number of a signal that ended a program."""
CALLED = "Q40K_CALLED"
"""What was typed to open q40k, where that was not q40k itself, such as “make play”."""
ENDING_SECONDS = 10
"""So long an app may take to put the terminal back, once it is told to end."""


class Careful(App[int]):
    """An app that leaves the terminal as it was, however it ends.

    Told to end by a signal, or by Ctrl-C on whatever screen, it ends in order, with the status a
    shell gives such an end. A crash leaves no traceback on the screen: it is kept in the log of
    faults. With `raising` it goes on to whoever runs the app, as tests want it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True)
    ]

    def __init__(self, theme: str, *, raising: bool = False) -> None:
        super().__init__()
        for one in themes.THEMES:
            self.register_theme(one)
        self.theme = themes.named(theme).name
        self.raising = raising
        self.crash: tuple[Exception, str] | None = None
        self.told_to_end: int | None = None
        """The signal that ended it, if one did."""

    def on_load(self) -> None:
        """Listen to what ends a program; a closed terminal does, also under `nohup`."""
        if self.is_headless or sys.platform == "win32":
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._signalled, number)
        if sys.platform == "linux" and sys.stdin is not None and sys.stdin.isatty():
            # A closed window tells its first program alone, which need not tell us: make does not.
            gone = select.epoll()
            gone.register(sys.stdin.fileno(), 0)  # no event but a hang-up, which always is one
            loop.add_reader(gone, self._hung_up, loop, gone)

    def _hung_up(self, loop: asyncio.AbstractEventLoop, gone: select.epoll) -> None:
        """End in order when there is no terminal any more."""
        loop.remove_reader(gone)
        self._signalled(signal.SIGHUP)

    def _signalled(self, number: int) -> None:
        """End in order; where the terminal is gone that may fail, and then the system ends it."""
        if sys.platform != "win32":
            signal.alarm(ENDING_SECONDS)
        self._end(number)

    def action_interrupt(self) -> None:
        """End as interrupted; the match waits as it is."""
        self._end(signal.SIGINT)

    def _end(self, number: int) -> None:
        self.told_to_end = number
        self.exit()

    def shown(self) -> int | None:
        """Run until it ends; returns what it ended with."""
        ended = self.run()
        if sys.platform != "win32":
            signal.alarm(0)
        return ended

    @property
    def status(self) -> int:
        """The exit status of an app that was told to end, or crashed; else 0."""
        if self.crash is not None:
            return FAULT
        return BY_SIGNAL + self.told_to_end if self.told_to_end else 0

    def _handle_exception(self, error: Exception) -> None:
        """Keep a crash off the screen: the traceback goes to a file, the words to the user.

        Textual has no public hook for this. The journal already holds everything shown.
        """
        if self.raising:
            super()._handle_exception(error)
            return
        if self.crash is None:  # what bursts while all is torn down says nothing new
            self.crash = (error, keep(error))
        self.exit(FAULT)


class MatchApp(Careful):
    """One match on the screen. `first` is the screen to begin with, the main one by default."""

    TITLE = "q40k"
    CSS_PATH = "main.tcss"  # of the main screen: Textual reads none for a default screen
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+backslash"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "leave", show=False)]

    @staticmethod
    def _commands() -> type[Provider]:
        from q40k.tui.pages.palette import Actions

        return Actions

    COMMANDS = {_commands}  # noqa: RUF012 - as Textual declares it

    def __init__(self, desk: Desk, *, raising: bool = False, hall: bool = False) -> None:
        super().__init__(desk.settings.theme, raising=raising)
        self.desk = desk
        desk.ring = self._ring
        self._begin_in_hall = hall

    def on_mount(self) -> None:
        """Begin in hall mode, if that is wanted."""
        if self._begin_in_hall:
            self.call_after_refresh(self.view, "hall")

    def _ring(self) -> None:
        """Ring the terminal's bell, for what nothing can play."""
        self.bell()

    async def on_unmount(self) -> None:
        """Silence."""
        await self.desk.hush()

    def get_default_screen(self) -> Screen[None]:
        """The main screen."""
        return MainScreen(self.desk, self.view)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """None of Textual's own: the palette holds our actions, in our languages."""
        del screen
        return ()

    def action_leave(self) -> None:
        """Quit; the match waits as it is."""
        self.exit(0)

    async def on_event(self, event: events.Event) -> None:
        """A key on whatever screen holds back what can wait."""
        if isinstance(event, events.Key):
            for screen in self.screen_stack:
                if isinstance(screen, MainScreen):
                    screen.idle.typed()
        await super().on_event(event)

    def view(self, action: str) -> None:
        """Do what only the app can: other screens, language, theme, quit."""
        main = self.screen
        if not isinstance(main, MainScreen):
            return
        pages: dict[str, Callable[[MainScreen], None]] = {
            "help": self._help, "log": self._read_log, "history": self._walk, "hall": self._hall,
            "matches": self._list_matches, "live": self._open_board,
            "podium": self._end_of_match, "print": self._open_prints,
        }  # fmt: skip
        does = self.desk.actions[action].does
        if does is not None:
            opened: Screen[Any] | None = does(self.desk)
            if opened is not None:
                self.push_screen(opened, lambda _left: main.show())
            main.show()
        elif action == "quit":
            self.exit(0)
        elif action == "let-in":
            self.desk.phones.let_in()
            main.show()
        elif action in pages:
            pages[action](main)
        elif action in ("map", "map-screen"):
            main.open_map(whole=action == "map-screen")
        elif action == "palette":
            _ = self.desk.locale.gettext
            self.push_screen(CommandPalette(placeholder=_("Search for an action…")))
        elif action == "theme":
            self.theme = themes.following(self.theme).name
            self.desk.settings = set_to(theme=self.theme)
        elif action == "language":
            self.speak("en" if self.desk.locale.language == "fr" else "fr")
            self.desk.settings = set_to(language=self.desk.locale.language)
        elif action == "calls":
            self.desk.settings = set_to(calls=not self.desk.settings.calls)
            main.show()

    def _help(self, main: MainScreen) -> None:
        from q40k.tui.pages.help import HelpScreen

        self.push_screen(HelpScreen(self.desk, main.explained()))

    def _read_log(self, main: MainScreen) -> None:
        from q40k.tui.pages.log import LogScreen

        self.push_screen(LogScreen(self.desk, main.feed.announcer), self._seen)

    def _hall(self, main: MainScreen) -> None:
        """Show what all look at; the key that leaves it is done at the desk."""
        from q40k.tui.pages.hall import HallScreen

        def left(key: tuple[str, str | None] | None) -> None:
            main.show()
            if key is not None:
                main.enter(*key)

        self.push_screen(HallScreen(self.desk, main.feed.announcer), left)

    def _open_board(self, main: MainScreen) -> None:
        """The board of the room, and the codes of phones."""
        from q40k.tui.pages.live import LivePage

        self.push_screen(LivePage(self.desk), lambda _left: main.show())

    def _open_prints(self, main: MainScreen) -> None:
        """What can be printed of the match."""
        from q40k.tui.pages.prints import opened

        page = opened(self.desk)
        if page is None:
            main.show()
        else:
            self.push_screen(page, lambda _left: main.show())

    def _list_matches(self, main: MainScreen) -> None:
        """All matches of the library in which this one is."""
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

        def chosen(onward: Onward | None) -> None:
            library.close()
            self.desk.onward = onward
            main.show()

        self.push_screen(MatchesScreen(self.desk.locale, library, match_session.number), chosen)

    def _end_of_match(self, main: MainScreen) -> None:
        """Show what the match comes to; the key that leaves it is done at the desk."""
        desk, _ = self.desk, self.desk.locale.gettext
        if not desk.view.status(desk.state).over:
            desk.notice = _("The match is not over yet.")
            main.show()
            return

        def left(key: tuple[str, str | None] | None) -> None:
            if key is not None:
                main.enter(*key)
                return
            desk.notice = _("*: podium and medals again.")
            main.show()

        self.push_screen(main.end(), left)

    def _walk(self, main: MainScreen) -> None:
        from q40k.tui.pages.past import open_past

        trouble = open_past(self, self.desk, self._seen)
        if trouble:
            self.desk.notice = trouble
            main.show()

    def _seen(self, changed: bool | None) -> None:
        """Back from the past: show what it changed."""
        if changed:
            self.desk.redoes = None
            self.desk.settle()
        if isinstance(self.screen, MainScreen):
            self.screen.show()

    def speak(self, language: str) -> None:
        """Change the language, in the middle of anything."""
        self.desk.change_language(Locale(language))
        if isinstance(self.screen, MainScreen):
            self.screen.show()


class Left(Struct, frozen=True):
    """How a match was left: with which status, where it goes on, and with which board."""

    status: int
    onward: Onward | None = None
    room: Room | None = None


def packs(context: Context, game: Game) -> Library:
    """The shipped packs of a game and the user's own. Raises PackError."""
    own = packs_folder(game.id)
    extra = (own,) if own.is_dir() else ()
    library: Library = game.packs.library((*extra, *context.pack_folders), cache=compiled_folder())
    return library


def run(
    match_session: MatchSession,
    library: Library | Callable[[], Library],
    context: Context,
    prefilled: Prefilled | None,
    notice: str = "",
    *,
    hall: bool = False,
    room: Room | None = None,
) -> Left:
    """Show a match until the game master leaves it, at first with a notice.

    The board of the match before, if there was one, shows this one from now on.
    """
    locale = Locale(context.language)
    desk = Desk(match_session, library, locale, prefilled, ask_dice=prefilled is not None)
    desk.settings = settings()
    desk.notice = notice
    if room is not None:
        desk.phones.open(room)
    app = MatchApp(desk, hall=hall)
    try:
        app.shown()
    finally:
        if desk.phones.room is not None and desk.view.status(desk.state).over:
            desk.phones.room.forget()
        match_session.close()
    if app.status or desk.onward is None:
        say(farewell(app, match_session, locale))
        return Left(app.status, room=desk.phones.room)
    return Left(app.status, desk.onward, desk.phones.room)


def say(lines: Iterable[str]) -> None:
    """Print lines below a screen that has closed; the terminal may be gone."""
    with suppress(OSError):
        for line in lines:
            sys.stderr.write(printable(line) + "\n")
        sys.stderr.flush()


def farewell(app: MatchApp, match_session: MatchSession, locale: Locale) -> list[str]:
    """What is said below the screen when it has closed: how to come back."""
    _ = locale.gettext
    if app.crash is not None:
        trouble = fault(locale, *app.crash, match_session.number)
        return [trouble.title, trouble.what, trouble.todo]
    if not app.desk.opened or match_session.watching:
        return []
    called = os.environ.get(CALLED)
    waits = (
        _("The match waits: {command}, then Tab").format(command=called)
        if called
        else _("The match waits: q40k resume {number}").format(number=match_session.number)
    )
    folder = match_session.mirror_lags
    return [waits] if folder is None else [waits, mirror_lags(locale, folder)]


def upgraded_notice(context: Context, kept: Path | None) -> str:
    """What is said of a library that was brought up to date, with its backup; else nothing."""
    return "" if kept is None else upgraded(Locale(context.language), kept)


def play_match(
    context: Context,
    match: int,
    watch: bool = False,
    kept: Path | None = None,
    hall: bool = False,
) -> int:
    """Resume or watch a match, and go on wherever that leads; returns the status.

    `kept` is the backup of a library that was brought up to date on the way here; `hall` begins in
    hall mode. Raises JournalError, and PackError when the match is not laid out yet.
    """
    return _go_on(context, _taken_up(context, match, watch, kept, hall))


def play_new(context: Context, prefilled: Prefilled, game: Game | None = None) -> int:
    """Begin a match, and go on wherever that leads; what was not said is asked.

    Raises JournalError, PackError.
    """
    return _go_on(context, _begun(context, prefilled, game or find()))


def _go_on(context: Context, left: Left) -> int:
    """From match to match, until somebody goes nowhere from one; returns the status.

    What cannot be opened leads back to the start.
    """
    room = left.room
    try:
        while left.onward is not None:
            onward = left.onward
            try:
                if onward.match is not None:
                    left = _taken_up(context, onward.match, room=room)
                else:
                    left = _begun(context, onward.said, find(onward.game), room)
                room = left.room
            except JournalError as error:
                text = journal_error(Locale(context.language), error)
                left = _offered(context, f"{text.title}: {text.what}")
        return left.status
    finally:
        if room is not None:
            room.close()


def _taken_up(
    context: Context,
    match: int,
    watch: bool = False,
    kept: Path | None = None,
    hall: bool = False,
    room: Room | None = None,
) -> Left:
    """A match taken up or watched; the packs are read behind its first picture."""
    with closing(MatchLibrary(context.library_path)) as match_library:
        match_session = match_library.open(match, watch=watch, whole=False)
        game, notice = match_session.game, upgraded_notice(context, kept or match_library.kept)
        if match_session.damage is not None:
            entry, cut = match_session.damage.entry, match_session.damage.cut
            notice = f"{notice} {damaged(Locale(context.language), entry, cut)}".strip()
        if not game.view.status(match_session.state).opened and not watch:
            library = packs(context, game)
            return run(match_session, library, context, Prefilled(), notice, room=room)
        return run(
            match_session, lambda: packs(context, game), context, None, notice, hall=hall, room=room
        )


def _begun(context: Context, prefilled: Prefilled, game: Game, room: Room | None = None) -> Left:
    library = packs(context, game)
    with closing(MatchLibrary(context.library_path)) as match_library:
        match_session = match_library.begin(prefilled.name, game)
        notice = upgraded_notice(context, match_library.kept)
        return run(match_session, library, context, prefilled, notice, room=room)


def play_start(context: Context) -> int:
    """Offer the last match, a new one, or all there are. Raises JournalError, PackError."""
    with closing(MatchLibrary(context.library_path)) as match_library:
        nothing = not match_library.matches()
    if nothing and len(known()) == 1:
        return play_new(context, Prefilled())
    return _go_on(context, _offered(context))


def _offered(context: Context, notice: str = "") -> Left:
    """The start screen, and where it leads. Raises JournalError."""
    locale = Locale(context.language)
    with closing(MatchLibrary(context.library_path)) as match_library:
        kept = upgraded_notice(context, match_library.kept)
        app = StartApp(locale, match_library, f"{notice} {kept}".strip())
        app.shown()
    if app.crash is not None:
        trouble = fault(locale, *app.crash)
        say([trouble.title, trouble.what, trouble.todo])
    return Left(app.status, None if app.status else app.chosen)


class StartApp(Careful):
    """The start screen on its own."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, locale: Locale, library: MatchLibrary, notice: str = "") -> None:
        super().__init__(settings().theme)
        from q40k.tui.pages.start import StartScreen

        self._start = StartScreen(locale, library, notice)
        self.chosen: Onward | None = None

    def on_mount(self) -> None:
        """Ask, and end with the answer."""
        self.push_screen(self._start, self._take)

    def _take(self, chosen: Onward | None) -> None:
        self.chosen = chosen
        self.exit()
