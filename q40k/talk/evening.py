"""An evening of matches as a conversation: which match, then line by line until it is left."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from msgspec import Struct

from q40k.games.game import Game, UnknownGame, find, manifests
from q40k.i18n.error_texts import damage_notice, journal_error, safety_notices, upgrade_notice
from q40k.i18n.locale import N_, Locale
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import printable
from q40k.table.context import Context, Onward, Prefilled
from q40k.table.folders import read_packs
from q40k.table.match_library import MatchLibrary
from q40k.table.settings import settings
from q40k.table.side_files import notices
from q40k.talk.ears import Ears

if TYPE_CHECKING:
    from q40k.table.match_session import MatchSession
    from q40k.talk.prompting import Detail

Say = Callable[[Iterable[str]], None]


class Manner(Struct, frozen=True):
    """How is talked: in how much detail, how calls of the command line are made, how lines are said."""

    detail: Detail
    verbs: Callable[[Sequence[str]], bool]
    say: Say


def say_lines(lines: Iterable[str]) -> None:
    """Print lines at once; codes that a terminal would obey are shown as a mark. Raises OSError."""
    for line in lines:
        for part in line.split("\n"):
            sys.stdout.write(printable(part) + "\n")
    sys.stdout.flush()


def talk(context: Context, manner: Manner, onward: Onward | None) -> int:
    """Talk at a match and at those it leads to; without one ask which. Return the exit status.

    Raises JournalError, PackError.
    """
    locale = Locale(context.language)
    ears = _Evening(context, manner, locale)
    try:
        return ears.talk(onward)
    except KeyboardInterrupt:
        manner.say(["", *ears.farewell()])
        return 130


class _Evening:
    """The matches of an evening; the lines typed ahead go on with the next one."""

    def __init__(self, context: Context, manner: Manner, locale: Locale) -> None:
        self._context, self._manner, self._locale = context, manner, locale
        self._watch: Callable[[], list[str]] = list
        self._lines = Ears(self._tell_news, self._is_secret).lines()
        self._session: MatchSession | None = None

    def _tell_news(self) -> None:
        lines = self._watch()
        if lines:
            self._manner.say(lines)

    def _is_secret(self) -> bool:
        """Return whether nobody else may read the answer that is typed."""
        question = self._session.question if self._session is not None else None
        return question is not None and question.secret

    def farewell(self) -> list[str]:
        """Return the last line: how to come back."""
        session, _ = self._session, self._locale.gettext
        if session is None or session.watching or not session.snapshot.status.is_laid_out:
            return []
        waits = _("The match waits: q40k talk {number}").format(number=session.number)
        return [waits, *safety_notices(self._locale, session.mirror, session.follow_ups.log)]

    def talk(self, onward: Onward | None) -> int:
        """Go from match to match until one leads nowhere, or the input ends."""
        while True:
            onward = onward or self._ask_match()
            if onward is None:
                return 0
            try:
                onward = self._talk_at(onward)
            except JournalError as error:
                text = journal_error(self._locale, error)
                self._manner.say([f"{text.title}. {text.what}", text.todo])
                onward = self._ask_match()
            if onward is None:
                return 0

    def _ask_match(self) -> Onward | None:
        """Ask which match, until a line names one; None when the input ends or Q is typed."""
        from q40k.talk.pages import match_lines

        _ = self._locale.gettext
        with closing(MatchLibrary(self._context.library_path)) as library:
            lines, notice = match_lines(self._locale, library), self._notices(library)
        games = [f"{game.id}: {game.name}" for game in manifests()]
        ask = _(
            "Which match? Its number or its name goes on with it; {games} begins one; “puzzles” asks some;"
            " ? lists all again; Q leaves."
        )
        prompt = ask.format(games=self._locale.join_or(game.id for game in manifests()))
        self._manner.say([*notice, *lines, *games, prompt])
        for line in self._lines:
            typed = line.strip()
            if typed.casefold() in ("q", "/quit"):
                return None
            if typed.startswith("?"):
                self._manner.say([*lines, *games, prompt])
                continue
            if typed.casefold() in ("puzzles", _("puzzles")):
                self._ask_puzzles()
                self._manner.say([prompt])
                continue
            with suppress(UnknownGame):
                return Onward(game=find(typed).id)
            try:
                with closing(MatchLibrary(self._context.library_path)) as library:
                    return Onward(match=library.find(typed or None).id)
            except JournalError as error:
                self._manner.say([self._why_no_match(error, typed), prompt])
        return None

    def _ask_puzzles(self) -> None:
        """Ask puzzles until they are left, or the input ends."""
        from q40k.lab.puzzle_book import all_puzzles
        from q40k.talk.puzzles import Puzzles

        puzzles, detail = Puzzles(self._locale, all_puzzles(self._context.library_path)), self._manner.detail
        self._manner.say(puzzles.lines(detail))
        for line in self._lines:
            typed = line.strip()
            if typed.startswith("?"):
                self._manner.say(puzzles.ask(typed[1:], detail) or [])
                continue
            self._manner.say(puzzles.hear(typed.removeprefix("/")))
            if puzzles.is_over:
                return
            self._manner.say(puzzles.lines(detail))

    def _why_no_match(self, error: JournalError, typed: str) -> str:
        """Return why a line leads to no match; without any match no word could."""
        if typed and error.code == "no-matches":
            return self._locale.say(N_("Not understood: {why}"), why=self._locale.quote(typed))
        text = journal_error(self._locale, error)
        return f"{text.title}. {text.what}"

    def _talk_at(self, onward: Onward) -> Onward | None:
        """Talk at one match until it is left. Raises JournalError, PackError."""
        with closing(MatchLibrary(self._context.library_path)) as library:
            if onward.match is not None:
                row = next((row for row in library.matches() if row.id == onward.match), None)
                if row is not None:  # the first line comes before the rules are loaded
                    self._manner.say([self._title(row.name, row.id)])
                self._session = session = library.open(onward.match, whole=False)
            else:
                self._session = session = library.begin(onward.prefilled.name, find(onward.game))
                self._manner.say([self._title(onward.prefilled.name or session.game.name, session.number)])
            notice = self._notices(library)
            if session.damage is not None:
                notice.append(damage_notice(self._locale, session.damage.entry, session.damage.cut))
            try:
                destination = self._lead(session, onward, notice)
                last = self.farewell() if destination is None else []
            finally:
                self._watch = list
                session.close()
        self._manner.say(last)
        self._session = None
        return destination

    def _notices(self, library: MatchLibrary) -> list[str]:
        """Return what to say about a library: its upgrade, and what is wrong beside it."""
        upgraded = [] if library.kept is None else [upgrade_notice(self._locale, library.kept)]
        return [*upgraded, *notices(self._locale, library)]

    def _title(self, name: str, number: int) -> str:
        _ = self._locale.gettext
        return _("Match {number}: {name}").format(number=number, name=name or "-") + ". " + _("?h helps.")

    def _lead(self, session: MatchSession, onward: Onward, notice: list[str]) -> Onward | None:
        """Open the desk of a match and talk at it; return where it leads."""
        from q40k.talk.room import TableTalk
        from q40k.tui.desk import Desk

        game: Game = session.game
        fresh = onward.match is None or (not session.watching and not session.snapshot.status.is_laid_out)
        prefilled = onward.prefilled if onward.match is None else (Prefilled() if fresh else None)
        desk = Desk(
            session, lambda: read_packs(self._context, game), self._locale, prefilled, ask_dice=prefilled is not None
        )
        desk.settings = settings()
        desk.ring = lambda: None
        room = TableTalk(desk, self._manner.detail, self._manner.verbs)
        self._manner.say([*notice, *room.greeting()])
        self._watch = room.watch
        room.news.begin_to_hear()
        try:
            for line in self._lines:
                self._manner.say(room.hear(line))
                if room.is_over or desk.destination is not None:
                    break
            return desk.destination
        finally:
            self._locale = desk.locale
            board = desk.phones.room
            if board is not None:
                desk.phones.close()
