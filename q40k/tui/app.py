"""From screen to screen: the first screen, a match, the next match, until one leads nowhere."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from q40k.evening.evenings import membership_file
from q40k.games.game import MOST_BOTS, Game, find
from q40k.i18n.error_texts import damage_notice, fault, journal_error, safety_notices, upgrade_notice
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import printable
from q40k.table.context import Context, Onward, Prefilled
from q40k.table.folders import read_packs
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.settings import settings
from q40k.table.side_files import notices
from q40k.tui.careful import Careful

if TYPE_CHECKING:
    from q40k.evening.table import OutboxProcess
    from q40k.live.room import Room
    from q40k.packs.library import Library
    from q40k.tui.match_app import MatchApp
    from q40k.tui.pages.start import StartScreen
    from q40k.tui.rule_lesson import RuleLesson


CALLED = "Q40K_CALLED"
"""The environment variable with the command that opened q40k, such as “make play”."""


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
    rule_lesson: RuleLesson | None = None,
    demo: bool = False,
) -> MatchExit:
    """Show a match until the game master leaves it, at first with a notice.

    The board of the match before, if there is one, shows this match from now on. A `lesson` says
    what to do next, and leads nowhere; so does a `demo`, which bots play until a key.
    """
    from q40k.tui.desk import Desk  # late: the first screen needs neither
    from q40k.tui.match_app import MatchApp

    locale = Locale(context.language)
    desk = Desk(match_session, library, locale, prefilled, ask_dice=prefilled is not None)
    desk.settings = settings()
    desk.notice = notice
    if room is not None:
        desk.phones.open(room)
    if lesson:
        desk.is_lesson, desk.rule_lesson = True, rule_lesson
        if rule_lesson is None:
            desk.screen.begin_lesson(desk)
    if demo:
        desk.is_demo = True
        desk.partner.begin()
    app = MatchApp(desk, hall=hall)
    outbox = _open_outbox(match_session)
    try:
        app.run_to_end()
    finally:
        if outbox is not None:
            outbox.close()
        if desk.phones.room is not None and desk.snapshot.status.over:
            desk.phones.room.keep_codes(False)  # printed ones end with their match
        match_session.close()
    if app.status or desk.destination is None or lesson or demo:
        say(farewell(app, match_session, locale))
        return MatchExit(app.status, room=desk.phones.room, language=desk.locale.language)
    return MatchExit(app.status, desk.destination, desk.phones.room, desk.locale.language)


def _open_outbox(match_session: MatchSession) -> OutboxProcess | None:
    """Start what sends a match of a club's evening to the hall, if it is one of its matches."""
    path = match_session.session.journal.path
    if path is None or match_session.watching or not membership_file(path).exists():
        return None
    from q40k.evening.table import OutboxProcess  # late: few matches are of an evening

    with suppress(OSError):
        return OutboxProcess(path)
    return None


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
    return [waits, *safety_notices(locale, match_session.mirror, match_session.follow_ups.log)]


def library_notice(context: Context, library: MatchLibrary) -> str:
    """Return what to say about a library: its upgrade, and what is wrong beside it; "" if all is well."""
    locale = Locale(context.language)
    upgraded = [] if library.kept is None else [upgrade_notice(locale, library.kept)]
    return " ".join([*upgraded, *notices(locale, library)])


def play_match(context: Context, library: MatchLibrary, match: int, watch: bool = False, hall: bool = False) -> int:
    """Resume or watch a match of an open library, and go on to the matches it leads to; return the exit status.

    The library is closed with its match; `hall` begins in hall mode. Raises JournalError, and PackError when the
    match is not laid out yet.
    """
    return _go_on(context, _resume_match(context, library, match, watch, hall))


def play_new(context: Context, prefilled: Prefilled, game: Game | None = None) -> int:
    """Begin a match, and go on to the matches it leads to. Values not prefilled are asked for.

    Raises JournalError, PackError.
    """
    return _go_on(context, _start_match(context, prefilled, game or find()))


def play_onward(context: Context, destination: Onward) -> int:
    """Go to a match or begin one, and go on from there; return the exit status. Raises JournalError, PackError."""
    return _go_on(context, MatchExit(0, destination))


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
                    game = find(destination.game)
                    is_demo, rule = destination.demo, destination.rule
                    ended = _play_demo(context, game) if is_demo else _play_lesson(context, game, rule)
                    if not ended.status:
                        ended = _show_start(replace(context, language=ended.language))
                elif destination.start:
                    ended = _show_start(context)
                elif destination.match is not None:
                    match_library = MatchLibrary(context.library_path)
                    ended = _resume_match(context, match_library, destination.match, room=room)
                else:
                    ended = _start_match(
                        context, destination.prefilled, find(destination.game), room, destination.identity
                    )
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
    match_library: MatchLibrary,
    match: int,
    watch: bool = False,
    hall: bool = False,
    *,
    room: Room | None = None,
) -> MatchExit:
    """Resume or watch a match, and close its library; the packs are read after its first picture."""
    with closing(match_library):
        match_session = match_library.open(match, watch=watch, whole=False)
        game, notice = match_session.game, library_notice(context, match_library)
        if match_session.damage is not None:
            entry, cut = match_session.damage.entry, match_session.damage.cut
            notice = f"{notice} {damage_notice(Locale(context.language), entry, cut)}".strip()
        if not game.view.status(match_session.state).is_laid_out and not watch:
            library = read_packs(context, game)
            return run(match_session, library, context, Prefilled(), notice, room=room)
        return run(match_session, lambda: read_packs(context, game), context, None, notice, hall=hall, room=room)


def _start_match(
    context: Context, prefilled: Prefilled, game: Game, room: Room | None = None, identity: str = ""
) -> MatchExit:
    library = read_packs(context, game)
    with closing(MatchLibrary(context.library_path)) as match_library:
        match_session = match_library.begin(prefilled.name, game, identity)
        notice = library_notice(context, match_library)
        return run(match_session, library, context, prefilled, notice, room=room)


def play_lesson(context: Context, game: str, rule: str = "") -> int:
    """Teach the keys of a game, or a rule of it, then go on to the first screen; return the exit status.

    Raises PackError.
    """
    return _go_on(context, MatchExit(0, Onward(game=game, lesson=True, rule=rule)))


def _play_lesson(context: Context, game: Game, rule: str = "") -> MatchExit:
    """Teach the keys of a game, or a rule of it, in a match that nothing keeps. Raises PackError."""
    packs = read_packs(context, game)
    if not rule:
        return run(temporary_match(game), packs, context, game.screen.lesson_options(), lesson=True)
    from q40k.table.examples import find_example, play_up_to  # late: few lessons are of a rule
    from q40k.tui.rule_lesson import RuleLesson

    match_session, line = play_up_to(find_example(rule), game, lambda: packs)
    lesson = RuleLesson(rule, match_session, match_session.head, line)
    return run(match_session, packs, context, None, lesson=True, rule_lesson=lesson)


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
        kept = library_notice(context, match_library)
        app = StartApp(locale, match_library, f"{notice} {kept}".strip())
        app.run_to_end()
    if app.crash is not None:
        trouble = fault(locale, *app.crash)
        say([trouble.title, trouble.what, trouble.todo])
    return MatchExit(app.status, None if app.status else app.chosen, language=app.language)


class StartApp(Careful):
    """The start screen as an app."""

    CSS_PATH = "pages/views.tcss"  # of the start screen: Textual reads none for a default screen
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, locale: Locale, library: MatchLibrary, notice: str = "") -> None:
        from q40k.tui.pages.start import StartScreen  # late: a match that is taken up needs none

        super().__init__(settings().theme)
        self._start = StartScreen(locale, library, self._leave, notice)
        self.chosen: Onward | None = None

    @property
    def language(self) -> str:
        """The language that was spoken last."""
        return self._start.locale.language

    def get_default_screen(self) -> StartScreen:
        """Return the start screen."""
        return self._start

    def _leave(self, chosen: Onward | None) -> None:
        self.chosen = chosen
        self.exit()
