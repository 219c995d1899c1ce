"""The app: it connects screens, themes and language with one desk. It decides nothing."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from msgspec import Struct
from msgspec.structs import replace
from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from q40k.games.game import MOST_BOTS, Game, find
from q40k.i18n.error_texts import damage_notice, fault, journal_error, safety_notices, upgrade_notice
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import printable
from q40k.packs.library import Library
from q40k.table.context import Context, Onward, Prefilled
from q40k.table.faults import log_fault
from q40k.table.folders import read_packs
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.settings import change_settings, settings
from q40k.tui import themes
from q40k.tui.desk import Desk
from q40k.tui.desk_screen import DeskScreen
from q40k.tui.forms import KeyPress
from q40k.tui.main import MainScreen
from q40k.tui.map.graphics import Graphics, TerminalAnswer, listen

if TYPE_CHECKING:
    from rich.console import RenderableType

    from q40k.live.room import Room
    from q40k.tui.map.pictured import Pictured


FAULT = 3
"""The exit status of a fault of the program."""
BY_SIGNAL = 128
"""A shell adds this to the number of the signal that ended a program."""
CALLED = "Q40K_CALLED"
"""The environment variable with the command that opened q40k, such as “make play”."""
ENDING_SECONDS = 10
"""How long an app may take to restore the terminal when it has to end."""


class Careful(App[int]):
    """An app that restores the terminal, however it ends.

    On a signal, or on Ctrl-C on any screen, it ends in order, with the exit status a shell expects.
    A crash leaves no traceback on the screen: it is kept in the log of faults. With `raising` it is
    raised to the caller, as tests need it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(self, theme: str, *, raising: bool = False) -> None:
        super().__init__()
        self.animation_level = "none"  # nothing slides or fades: it costs time, and makes some people ill
        for choice in themes.THEMES:
            self.register_theme(choice)
        self.theme = themes.find_theme(theme).name
        self.raising = raising
        self.crash: tuple[Exception, str] | None = None
        self.end_signal: int | None = None
        """The signal that ended the app, or None."""
        self.graphics: Graphics | None = None
        """How the terminal shows pictures, or None until it has said so."""

    def on_load(self) -> None:
        """Handle the signals that end a program; `cli.hang_up` sends one when the terminal closes."""
        if self.is_headless or sys.platform == "win32":
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._end_by_signal, number)

    def _end_by_signal(self, number: int) -> None:
        """End in order. Without a terminal that may fail; then the system ends the program."""
        if sys.platform != "win32":
            signal.alarm(ENDING_SECONDS)
        self._end(number)

    async def on_event(self, event: events.Event) -> None:
        """Read a capital on a page as its small letter, unless the page has a meaning for it."""
        if isinstance(event, events.Key) and event.key.isupper() and not isinstance(self.screen, DeskScreen):
            bound = self.screen.active_bindings
            if event.key not in bound and event.key.lower() in bound:
                event.key = event.key.lower()
        await super().on_event(event)

    def action_interrupt(self) -> None:
        """End as interrupted; the match waits as it is."""
        self._end(signal.SIGINT)

    def _end(self, number: int) -> None:
        self.end_signal = number
        self.exit()

    def run_to_end(self) -> int | None:
        """Run until it ends, and return its result."""
        listen()
        ended = self.run()
        if sys.platform != "win32":
            signal.alarm(0)
        return ended

    @property
    def status(self) -> int:
        """The exit status of an app that was ended by a signal, or crashed; else 0."""
        if self.crash is not None:
            return FAULT
        return BY_SIGNAL + self.end_signal if self.end_signal else 0

    def on_terminal_answer(self, message: TerminalAnswer) -> None:
        """Draw open maps in pixels, if the terminal shows pictures."""
        self.graphics = message.graphics
        if self.graphics is not None:
            for view in self._pictures(self.screen):
                view.paint_again()

    def _pictures(self, screen: Screen[Any]) -> Iterable[Pictured]:
        """Return the pictures of a screen; most screens have none, and need not load them."""
        return cast("Iterable[Pictured]", screen.query("Pictured"))

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Show a part of a screen, and send again what it covers of a picture.

        Textual has no public hook for this.
        """
        super()._display(screen, renderable)
        if self.graphics is not None and screen is self.screen:
            for view in self._pictures(screen):
                view.show_again(renderable)

    def _handle_exception(self, error: Exception) -> None:
        """Write the traceback of a crash to a file instead of the screen.

        Textual has no public hook for this. The journal already holds everything shown.
        """
        if self.raising:
            super()._handle_exception(error)
            return
        if self.crash is None:  # errors during the shutdown add nothing
            self.crash = (error, log_fault(error))
        self.exit(FAULT)


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
        from q40k.tui.sound import report

        if report(self.desk) and isinstance(self.screen, MainScreen):
            self.screen.show()

    async def on_unmount(self) -> None:
        """Stop all sounds."""
        await self.desk.silence()

    def get_default_screen(self) -> Screen[None]:
        """Return the main screen."""
        return MainScreen(self.desk, self.view)

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
        }
        does = self.desk.actions[action].does
        if does is not None:
            self._open(main, does(self.desk))
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
            self.action_command_palette()
        elif action == "theme":
            self.theme = themes.next_theme(self.theme).name
            self.desk.settings = change_settings(theme=self.theme)
        elif action == "language":
            self.speak("en" if self.desk.locale.language == "fr" else "fr")
            self.desk.settings = change_settings(language=self.desk.locale.language)
        elif action == "calls":
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


class MatchExit(Struct, frozen=True):
    """How a match was left: with which exit status, where to go next, with which room, in which language."""

    status: int
    destination: Onward | None = None
    room: Room | None = None
    language: str = ""


def run(
    match_session: MatchSession,
    library: Library | Callable[[], Library],
    context: Context,
    prefilled: Prefilled | None,
    notice: str = "",
    *,
    hall: bool = False,
    room: Room | None = None,
    lesson: bool = False,
    demo: bool = False,
) -> MatchExit:
    """Show a match until the game master leaves it, at first with a notice.

    The board of the match before, if there is one, shows this match from now on. A `lesson` says
    what to do next, and leads nowhere; so does a `demo`, which bots play until a key.
    """
    locale = Locale(context.language)
    desk = Desk(match_session, library, locale, prefilled, ask_dice=prefilled is not None)
    desk.settings = settings()
    desk.notice = notice
    if room is not None:
        desk.phones.open(room)
    if lesson:
        desk.is_lesson = True
        desk.screen.begin_lesson(desk)
    if demo:
        desk.is_demo = True
        desk.partner.begin()
    app = MatchApp(desk, hall=hall)
    try:
        app.run_to_end()
    finally:
        if desk.phones.room is not None and desk.snapshot.status.over:
            desk.phones.room.forget()
        match_session.close()
    if app.status or desk.destination is None or lesson or demo:
        say(farewell(app, match_session, locale))
        return MatchExit(app.status, room=desk.phones.room, language=desk.locale.language)
    return MatchExit(app.status, desk.destination, desk.phones.room, desk.locale.language)


def say(lines: Iterable[str]) -> None:
    """Print lines below a screen that has closed; the terminal may be closed."""
    with suppress(OSError):
        for line in lines:
            sys.stderr.write(printable(line) + "\n")
        sys.stderr.flush()


def farewell(app: MatchApp, match_session: MatchSession, locale: Locale) -> list[str]:
    """Return the lines below the closed screen: how to come back."""
    _ = locale.gettext
    if app.crash is not None:
        trouble = fault(locale, *app.crash, match_session.number)
        return [trouble.title, trouble.what, trouble.todo]
    if not app.desk.is_laid_out or match_session.watching or app.desk.is_lesson or app.desk.is_demo:
        return []
    called = os.environ.get(CALLED)
    waits = (
        _("The match waits: {command}, then Enter").format(command=called)
        if called
        else _("The match waits: q40k resume {number}").format(number=match_session.number)
    )
    return [waits, *safety_notices(locale, match_session.mirror_lags, match_session.follow_ups.log)]


def upgraded_notice(context: Context, kept: Path | None) -> str:
    """Return a notice about an upgraded library and its backup, or "" without an upgrade."""
    return "" if kept is None else upgrade_notice(Locale(context.language), kept)


def play_match(context: Context, match: int, watch: bool = False, kept: Path | None = None, hall: bool = False) -> int:
    """Resume or watch a match, and go on to the matches it leads to; return the exit status.

    `kept` is the backup of a library that was upgraded on the way here; `hall` begins in hall mode.
    Raises JournalError, and PackError when the match is not laid out yet.
    """
    return _go_on(context, _resume_match(context, match, watch, kept, hall))


def play_new(context: Context, prefilled: Prefilled, game: Game | None = None) -> int:
    """Begin a match, and go on to the matches it leads to. Values not prefilled are asked for.

    Raises JournalError, PackError.
    """
    return _go_on(context, _start_match(context, prefilled, game or find()))


def _go_on(context: Context, ended: MatchExit) -> int:
    """Go on from match to match until one leads nowhere; return the exit status.

    A match that cannot be opened leads back to the start screen.
    """
    room = ended.room
    try:
        while ended.destination is not None:
            destination, context = ended.destination, replace(context, language=ended.language or context.language)
            try:
                if destination.lesson or destination.demo:
                    begin = _play_lesson if destination.lesson else _play_demo
                    ended = begin(context, find(destination.game))
                    if not ended.status:
                        ended = _show_start(replace(context, language=ended.language))
                elif destination.start:
                    ended = _show_start(context)
                elif destination.match is not None:
                    ended = _resume_match(context, destination.match, room=room)
                else:
                    ended = _start_match(context, destination.prefilled, find(destination.game), room)
                room = ended.room
            except JournalError as error:
                text = journal_error(Locale(context.language), error)
                ended = _show_start(context, f"{text.title}: {text.what}")
        return ended.status
    finally:
        if room is not None:
            room.close()


def _resume_match(
    context: Context,
    match: int,
    watch: bool = False,
    kept: Path | None = None,
    hall: bool = False,
    *,
    room: Room | None = None,
) -> MatchExit:
    """Resume or watch a match; the packs are read after its first picture."""
    with closing(MatchLibrary(context.library_path)) as match_library:
        match_session = match_library.open(match, watch=watch, whole=False)
        game, notice = match_session.game, upgraded_notice(context, kept or match_library.kept)
        if match_session.damage is not None:
            entry, cut = match_session.damage.entry, match_session.damage.cut
            notice = f"{notice} {damage_notice(Locale(context.language), entry, cut)}".strip()
        if not game.view.status(match_session.state).is_laid_out and not watch:
            library = read_packs(context, game)
            return run(match_session, library, context, Prefilled(), notice, room=room)
        return run(match_session, lambda: read_packs(context, game), context, None, notice, hall=hall, room=room)


def _start_match(context: Context, prefilled: Prefilled, game: Game, room: Room | None = None) -> MatchExit:
    library = read_packs(context, game)
    with closing(MatchLibrary(context.library_path)) as match_library:
        match_session = match_library.begin(prefilled.name, game)
        notice = upgraded_notice(context, match_library.kept)
        return run(match_session, library, context, prefilled, notice, room=room)


def play_lesson(context: Context, game: Game) -> int:
    """Teach the keys of a game, then go on to the first screen; return the exit status. Raises PackError."""
    return _go_on(context, MatchExit(0, Onward(game=game.id, lesson=True)))


def _play_lesson(context: Context, game: Game) -> MatchExit:
    """Teach the keys of a game in a match that nothing keeps. Raises PackError."""
    options = game.screen.lesson_options()
    return run(temporary_match(game), read_packs(context, game), context, options, lesson=True)


def play_demo(context: Context, game: Game, bots: int = MOST_BOTS) -> int:
    """Let bots play a match that nothing keeps, until a key; return the exit status. Raises PackError."""
    return _play_demo(context, game, bots).status


def _play_demo(context: Context, game: Game, bots: int = MOST_BOTS) -> MatchExit:
    """Let bots play a match that nothing keeps, until a key. Raises PackError."""
    from q40k.table.script import play_line, read_script

    record = game.demo
    assert record is not None
    assert record.bots is not None
    script = record.bots(bots)
    match_session, library = temporary_match(game), read_packs(context, game)
    for line in read_script(json.dumps(line) for line in script):
        play_line(match_session, lambda: library, line)
    return run(match_session, library, context, None, demo=True)


def play_start(context: Context) -> int:
    """Offer to learn, to play, or to go on with the last match. Raises JournalError, PackError."""
    return _go_on(context, _show_start(context))


def _show_start(context: Context, notice: str = "") -> MatchExit:
    """Show the start screen, and return where it leads. Raises JournalError."""
    locale = Locale(context.language)
    with closing(MatchLibrary(context.library_path)) as match_library:
        kept = upgraded_notice(context, match_library.kept)
        app = StartApp(locale, match_library, f"{notice} {kept}".strip())
        app.run_to_end()
    if app.crash is not None:
        trouble = fault(locale, *app.crash)
        say([trouble.title, trouble.what, trouble.todo])
    return MatchExit(app.status, None if app.status else app.chosen, language=app.language)


class StartApp(Careful):
    """The start screen as an app."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, locale: Locale, library: MatchLibrary, notice: str = "") -> None:
        super().__init__(settings().theme)
        from q40k.tui.pages.start import StartScreen

        self._start = StartScreen(locale, library, notice)
        self.chosen: Onward | None = None

    @property
    def language(self) -> str:
        """The language that was spoken last."""
        return self._start.locale.language

    def on_mount(self) -> None:
        """Open the start screen, and end with its answer."""
        self.push_screen(self._start, self._take)

    def _take(self, chosen: Onward | None) -> None:
        self.chosen = chosen
        self.exit()
