"""The main screen: everything a game master needs between two rolls."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.widget import Widget
from textual.worker import Worker, WorkerState

from q40k.i18n.error_texts import damage_notice
from q40k.kernel.garbage import collect_in_portions, collect_now
from q40k.kernel.journal.history import INPUTS
from q40k.kernel.journal.journal import Entry, JournalError
from q40k.kernel.journal.soundness import Soundness, check_in_background
from q40k.packs.problems import PackError
from q40k.table.match_session import Damage
from q40k.tui.board import Board
from q40k.tui.clock import RIBBON_COLUMNS, ClockFace, Flash
from q40k.tui.desk import Desk
from q40k.tui.desk_screen import WATCH_SECONDS, DeskScreen, Idle
from q40k.tui.headline import MIDDLING
from q40k.tui.panels import CARD_ROWS, LARGE, LEAST_CARD_ROWS, MAP_FROM, Banner, Below, Card, Feed, KeyBar, Ribbon
from q40k.tui.sound import clip_of_calls
from q40k.tui.steady import Column, Row

if TYPE_CHECKING:
    from q40k.tui.map.screen import MapPane
    from q40k.tui.pages.end import Closing, EndScreen
    from q40k.tui.pages.lobby import LobbyPane

AHEAD_SECONDS = 0.02
"""How long after the picture work is done that a later key would wait for."""
MAP_OPENS_FROM = 150
"""The columns from which it opens even if no places are kept."""
CARD_FEED_ROWS = 9
"""The rows that a card below a board leaves to the feed once it grows."""
PROMPT_ROWS = 9
"""The rows of most questions, also among two dozen players on a wide screen."""
LEAST_ROWS = 4
"""The rows that low letters of the banner leave to it."""
ROOMY_ROWS, ROOMY_FEED_ROWS = 5, 6
"""The rows it keeps on a high screen that has so many for the feed: most questions need no more."""
CLOCK_ROWS = 3
"""The height of the clock where there is room."""
AT_ONCE = 200
"""So many entries are checked within one frame; a longer match is checked while nobody types."""
WALKING = ("up", "down", "pageup", "pagedown", "home", "end")
"""The keys that walk the panels."""
CLOSING = "closing"
"""The group of workers that compute the end of a match."""
LARGE_FROM = 110
"""The columns from which the banner's letters are five rows high."""
BANNER_FROM = 20
"""The screen rows from which the number that is needed is always large."""
BANNER_FEED_ROWS = 6
"""The rows of the feed that must be visible beside a banner."""
HIGH = 28
"""The screen rows from which the prompt may keep rows it does not need now."""
LOBBY_PROMPT_ROWS, LOW_PROMPT_ROWS = 12, 6
"""The rows that the lobby leaves to the prompt, so that little jumps; fewer on a low screen."""
LOBBY_FEED_ROWS, LOW_FEED_ROWS = 5, 3
"""The visible rows of the feed below a lobby that does not tell all; fewer on a low screen."""
FEED_ROWS = 2
"""The rows of the feed that are always visible, including its border."""


class MainScreen(DeskScreen[None]):
    """Ribbon, board, card, prompt, feed and keys; all keys go to the desk."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (112, "-wide"), (150, "-broad")]  # noqa: RUF012 - as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]  # noqa: RUF012
    AUTO_FOCUS = "#prompt"
    BLANK = True  # its parts cover it

    def __init__(self, desk: Desk, view: Callable[[str], None], size: Size) -> None:
        """Make the screen for a size: if only Textual's first look told it, all styles would be read twice."""
        super().__init__(desk, view)
        for cells, breakpoints in zip(size, (self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS), strict=True):
            self.add_class(max(breakpoint for breakpoint in breakpoints if breakpoint[0] <= cells)[1], update=False)
        self.head = Row(id="head")
        self.ribbon = Ribbon(desk)
        self.below = Below(desk)
        self.clock = ClockFace(desk)
        self.flash = Flash(desk)
        self.banner = Banner(desk)
        self.lobby: LobbyPane | None = None
        self.top = Row(id="top")
        self.board = desk.screen.make_board(desk)
        self.card = Card(desk)
        self.feed = Feed(desk)
        self.keys = KeyBar(desk)
        self.body = Row(id="body")
        self.middle = Column(id="middle")
        self.pane: MapPane | None = None
        self.idle = Idle(self)
        self._card_rows = CARD_ROWS  # the most that a card has needed; it does not shrink, so nothing jumps
        self._shown = 0  # the newest entry that is shown
        self._listening = False  # whether the announcer has read the match
        self._weighed_head = 0  # the entry at which the end was computed
        self._end_report: Closing | None = None  # the computed end
        self._was_over: bool | None = None  # as it was shown last

    def compose(self) -> ComposeResult:
        """Yield the panels from top to bottom."""
        with self.head:
            with Column(id="where"):
                yield self.ribbon
                yield self.below
            yield self.clock
        yield self.flash
        with self.body, Column(id="left"):
            yield self.banner
            with self.top:
                yield self.board
                yield self.card
            with self.middle:
                yield self.prompt
                yield self.feed
        yield self.keys

    def on_unmount(self) -> None:
        """Drop the work that is half done."""
        self.idle.drop()

    def on_mount(self) -> None:
        """Show the match; a watcher looks for news."""
        self.show()
        if self.desk.match_session.watching:
            self.set_interval(WATCH_SECONDS, self._look_for_news)
        else:
            self.desk.phones.on_room_change = self.follow_events
        self.call_after_refresh(self._load_after_paint)

    def _load_after_paint(self) -> None:
        """Do what could wait until the match is on the screen.

        The packs are read, since the card may need their names, and so are the words that no line
        on the screen needed. The garbage collection was put off at the start. Objects that exist
        now are kept out of it; new ones are collected in small portions.
        """
        self.desk.words.read_all()
        if not self.desk.match_session.watching:
            self.desk.match_session.session.rules.load()
        at_start = not self.desk.has_packs
        if at_start:
            with suppress(PackError):  # a form that needs them shows the error
                self.desk.library  # noqa: B018 - read for its effect
            self._show_card()
        collect_in_portions(started=at_start)
        if self.desk.settings.sound and not self.desk.match_session.watching:
            self.desk.sounds.begin()  # a watcher at the same machine would be an echo
        self._check_match()

    def _check_match(self) -> None:
        """Check the whole match: only its end was read to open it."""
        work = self._check_entries()
        if self.desk.match_session.head > AT_ONCE:
            self.idle.do(work)
            return
        for _ in work:
            pass

    def _check_entries(self) -> Generator[None, None, None]:
        """Check every entry, then let the announcer hear the valid ones, unless one is missing."""
        match_session = self.desk.match_session
        path, entries = match_session.session.journal.path, []
        if path is None or match_session.damage is not None:
            with suppress(JournalError):
                entries = match_session.inputs()
                yield from self._announce_entries(entries, match_session.head)
            return
        steps, head = check_in_background(path, match_session.number), 0
        try:
            while True:
                entry = next(steps)
                head = entry.seq
                if entry.undone_by is None and entry.kind in INPUTS:
                    entries.append(entry)
                yield
        except StopIteration as end:
            soundness: Soundness = end.value
        except JournalError:  # the next command shows the error
            return
        finally:
            steps.close()
        if soundness.is_sound:
            yield from self._announce_entries(entries, head)
        else:
            self._report_damage(soundness)

    def _announce_entries(self, entries: Sequence[Entry], head: int) -> Generator[None, None, None]:
        """Let the announcer hear entries; `head` is the newest entry of the journal then."""
        announcer = self.feed.announcer
        announcer.read((), head)
        for entry in entries:
            announcer.hear((entry,))
            yield
        self._show_calls()

    def _report_damage(self, soundness: Soundness) -> None:
        """Show what is damaged; the announcer stays silent in such a match."""
        self.desk.match_session.note_damage(Damage(soundness.entry, frozenset(soundness.damaged), cut=False))
        self.desk.trouble = None
        self.desk.notice = damage_notice(self.desk.locale, soundness.entry, cut=False)
        self.show()

    def _show_calls(self) -> None:
        """Show the calls of the lines already shown, and how the turn began."""
        self._listening = True
        self.desk.run_guarded(self.feed.show_again, settle=False)
        self.board.show(self.desk.state, self._turn_began())

    def expects_events(self) -> bool:
        """Return whether there is a room, or the program plays for anybody."""
        return self.desk.phones.room is not None or super().expects_events()

    def check_events(self) -> None:
        """Handle the answers of phones, or what the program does automatically."""
        phones = self.desk.phones
        if self.desk.check_phones():
            self.show()
        else:
            super().check_events()
        if phones.rings:
            phones.rings = False
            self.app.bell()

    def _look_for_news(self) -> None:
        """Show what is new, also what hall mode has read before."""
        if self.desk.look_for_news() or self.desk.match_session.head != self._shown:
            self.show()

    def show(self) -> None:
        """Show the present state."""
        desk = self.desk
        if desk.destination is not None:
            self.app.exit(0)
            return
        if self.app.screen is self:
            desk.act_automatically()
        state, locale = desk.state, desk.locale
        self._shown = desk.match_session.head
        follow_ups = desk.match_session.follow_ups
        follow_ups.run(lambda: desk.run_guarded(self._hear_news, settle=False))
        self.ribbon.show(state)
        self.below.show(state)
        self._show_clock()
        self.board.show(state, self._turn_began())
        self._show_card()
        desk.run_guarded(lambda: self.feed.show(locale), settle=False)
        self._prepare_end()
        self.prompt.show()
        self._show_lobby()
        self._show_map()
        self._share_rows()
        if desk.field is None and not desk.match_session.watching:
            self.set_timer(AHEAD_SECONDS, self._work_ahead)
        self.keys.show(typing=desk.field is not None)
        self._open_end()
        self.follow_events()

    def _show_lobby(self) -> None:
        """Show the lobby while the match is being set up."""
        field = self.desk.field
        choices = field.choices() if field is not None else ()
        marked = choices[field.at].value if field is not None and choices else None
        lobby = self.desk.screen.lobby(self.desk, self.desk.state, marked)
        self.set_class(lobby is not None, "-lobby")
        self.set_class(lobby is not None and lobby.replaces_feed, "-told")
        if lobby is not None:
            self.below.display = False  # the lobby says more
            if self.lobby is None:
                from q40k.tui.pages.lobby import LobbyPane  # late: most matches are taken up

                self.lobby = LobbyPane(self.desk)
                self.mount(self.lobby, before=self.top)
        if self.lobby is not None:
            self.lobby.show(lobby)

    def _hear_news(self) -> None:
        """Let the announcer hear new entries, and play its calls. Raises JournalError."""
        if not self._listening:
            return
        announcer, desk = self.feed.announcer, self.desk
        announcer.catch_up(desk.match_session)
        clip = clip_of_calls(desk.match_session.game, desk.settings, announcer.fresh)
        if clip is not None:
            desk.sounds.play(clip, desk.settings.volume)

    def _turn_began(self) -> Any | None:
        """Return the state at the start of the turn, or None until the match has been read."""
        return self.feed.announcer.turn_began if self._listening else None

    def _work_ahead(self) -> None:
        """Do what a later key would wait for: collect garbage, compute the odds of the next question."""
        collect_now()
        desk = self.desk
        if desk.field is None and desk.screen.can_think_ahead(desk.state):
            desk.screen.think_ahead(desk)

    def _is_over(self) -> bool:
        return self.desk.snapshot.status.over

    def _prepare_end(self) -> None:
        """Compute luck, medals and the evening in the background, once a match is over."""
        desk = self.desk
        head = desk.match_session.head if self._is_over() else 0
        if head == self._weighed_head:
            return
        self._weighed_head, self.prompt.luck, self._end_report = head, None, None
        self.workers.cancel_group(self, CLOSING)
        if not head:
            return
        from q40k.tui.pages.end import compute_closing

        match_session, state, entries = desk.match_session, desk.state, []
        with suppress(JournalError):  # the next command shows the error
            entries = match_session.inputs()
        game, number = match_session.game, match_session.number
        path = match_session.session.journal.path
        self.run_worker(lambda: compute_closing(game, state, entries, path, number), thread=True, group=CLOSING)

    def _open_end(self) -> None:
        """Open the page of the end when the match has just ended, or a finished match is opened."""
        ended, self._was_over = self._is_over() and not self._was_over, self._is_over()
        if ended and self.desk.field is None and self.desk.refused is None:
            self.run_view("podium")

    def end(self) -> EndScreen:
        """Return the page of the end, with what is known so far."""
        from q40k.tui.pages.end import EndScreen

        return EndScreen(self.desk, self.feed.announcer, self._end_report)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show the computed end."""
        worker = event.worker
        if worker.group == CLOSING and event.state is WorkerState.SUCCESS and worker.result:
            self._end_report = worker.result
            from q40k.tui.pages.end import EndScreen
            from q40k.tui.pages.luck import luck_in_a_line

            if worker.result.report is not None:
                self.prompt.luck = partial(luck_in_a_line, self.desk, worker.result.report)
            self.prompt.show()
            self._share_rows()

            for page in self.app.screen_stack:
                if isinstance(page, EndScreen):
                    page.show_closing(worker.result)

    def on_resize(self, _event: events.Resize) -> None:
        """Share the rows anew: the prompt wraps differently now."""
        self._show_map()
        self._show_clock()
        self._share_rows()

    def _show_clock(self) -> None:
        """Show the clock as large as it fits, and leave the ribbon its part."""
        rows = CLOCK_ROWS if self.size.height >= HIGH else 1
        self.clock.show(rows, self.size.width - RIBBON_COLUMNS)

    def _share_rows(self) -> None:
        """Give the board and the card their rows, as long as the whole prompt is visible.

        The prompt takes what it needs from the feed, whose newest lines stay where they are.
        """
        clock = self.clock.columns
        self.ribbon.styles.margin = (0, clock, 0, 0)
        beside = clock if self.clock.rows > 1 else 0  # a low clock does not cover the line below
        self.below.styles.margin = (0, beside, 0, 0)
        below = self.below.rows(self.size.width - beside) if self.below.display else 0
        head = max(1 + below, self.clock.rows * self.clock.display)
        self.head.styles.height = head
        height = self.size.height - head - 1  # the keys take one row
        if self.lobby is not None and self.has_class("-lobby"):
            self._share_with_lobby(self.lobby, height)
            return
        self.middle.styles.height, self.prompt.styles.height = "1fr", "auto"
        mapped, beside_board = self._map_width(), self.has_class("-board")
        width, board_rows = self.size.width - mapped, len(self.board.seats()) + 1
        if mapped and (below_board := len(self.board.below())):
            board_rows += below_board + 1
        top_rows = board_rows + CARD_ROWS if mapped else height if beside_board else max(CARD_ROWS, board_rows)
        if not mapped and not beside_board and self.card.size.width:
            most = height if self.size.height >= HIGH else CARD_ROWS + 3
            top_rows = max(top_rows, min(self.card.rows(self.card.content_size.width + 2), most))
        loud, prompt_rows = self.prompt.loud, self.prompt.rows(width)
        height -= self._show_banner(height - top_rows, prompt_rows, width)
        if self.prompt.loud != loud:
            prompt_rows = self.prompt.rows(width)
        is_roomy = self.size.height >= HIGH and height - top_rows >= ROOMY_ROWS + ROOMY_FEED_ROWS
        desk, least = self.desk, ROOMY_ROWS if is_roomy else 2
        if mapped and not (desk.screen.bar_names_keys or desk.field or desk.snapshot.question):
            least = max(least, prompt_rows + (not desk.notice))  # a row for a message, so that nothing jumps
        self.prompt.styles.min_height = least
        prompt_rows = max(least, prompt_rows)
        if mapped:
            self._card_rows = max(self._card_rows, self.card.rows(width))
            usual_rows = max(prompt_rows, PROMPT_ROWS)
            top_rows = max(top_rows, min(board_rows + self._card_rows, height - usual_rows - CARD_FEED_ROWS))
        top_rows = max(1, min(top_rows, height - prompt_rows - FEED_ROWS))
        self.top.styles.height = top_rows
        self.board.styles.height = min(board_rows, max(1, top_rows - LEAST_CARD_ROWS)) if mapped else "100%"

    def _share_with_lobby(self, lobby: LobbyPane, height: int) -> None:
        """Give the lobby the rows that the prompt leaves, and move the prompt seldom."""
        self.banner.styles.height = 0
        self.prompt.loud = True
        needed = self.prompt.rows(self.size.width)
        is_high = self.size.height >= HIGH
        least, feed = (LOBBY_PROMPT_ROWS, LOBBY_FEED_ROWS) if is_high else (LOW_PROMPT_ROWS, LOW_FEED_ROWS)
        usual_rows = min(least, height - lobby.needs)
        self.prompt.styles.height = prompt = max(3, needed, usual_rows)
        feed = 0 if self.has_class("-told") else feed
        self.middle.styles.height = prompt + feed
        lobby.lay_out(self.size.width, height - prompt - feed)

    def _show_banner(self, height: int, prompt_rows: int, width: int) -> int:
        """Show the banner if prompt and feed leave enough of so many rows; return its rows.

        Low letters take the rows that the prompt does not need now. The board shows the race already.
        """
        large = height - max(prompt_rows, PROMPT_ROWS) - BANNER_FEED_ROWS
        low = height - max(prompt_rows, LEAST_ROWS) - FEED_ROWS
        spare = large if large >= LARGE and self.size.width >= LARGE_FROM else min(low, MIDDLING)
        if self.banner.is_needed and self.size.height >= BANNER_FROM:
            spare = max(spare, MIDDLING)  # the board gives way to the number that is needed
        rows = self.banner.show(self.desk.state, width, spare)
        self.banner.styles.height = rows
        if self.prompt.loud == bool(rows):
            self.prompt.loud = not rows
            self.prompt.show()
        return rows

    def on_clock_face_called(self, message: ClockFace.Called) -> None:
        """Call the time across the screen."""
        self.flash.call(message.now, self.head.size.height)

    def on_clock_face_widened(self, _message: ClockFace.Widened) -> None:
        """Share the rows anew: the clock has another size."""
        self._share_rows()

    # -- the map -----------------------------------------------------------------------------

    def _map_width(self) -> int:
        """Return the columns of a map from top to bottom."""
        return self.pane.columns if self.pane is not None and self.has_class("-mapped") else 0

    def _show_map(self) -> None:
        """Show the map where there is room, if places are kept or it was opened; it stays until it is closed."""
        desk = self.desk
        opens = desk.asks_places or self.size.width >= MAP_OPENS_FROM or self.has_class("-mapped")
        shown = desk.screen.has_map(desk.state) and desk.map_opened is not False and opens
        shown = shown and not self.has_class("-lobby")
        whole = self.size.width >= MAP_FROM
        self.set_class(shown and whole, "-mapped")
        self.set_class(shown and not whole and desk.screen.map_leads, "-board")
        home = self.body if self.has_class("-mapped") else self.top if self.has_class("-board") else None
        if self.pane is None and home is None:
            return
        from q40k.tui.map.screen import MapPane, house_pane

        self.pane = house_pane(self.pane, home, lambda: MapPane(desk))
        if self.pane is not None and home is not None:
            self.pane.fit(self.size.width, whole=whole)
            self.pane.show()

    def open_map(self, *, whole: bool) -> None:
        """Open the map beside the feed, focus it, or close it; `whole` opens its own screen."""
        from q40k.tui.map.screen import MapScreen

        if not self.desk.screen.has_map(self.desk.state):
            return
        beside = self.size.width >= MAP_FROM or self.desk.screen.map_leads
        if whole or not beside or self.has_class("-lobby"):
            self.desk.map_opened = True
            self.app.push_screen(MapScreen(self.desk, self.run_view), self._return_from_map)
            return
        shown = self.pane is not None and self.pane.display
        focused = self.pane is not None and self.pane.view.has_focus
        self.desk.map_opened = not (shown and focused)
        self.show()
        if self.desk.map_opened and self.pane is not None:
            self.pane.view.focus()
        else:
            self.prompt.focus()

    def _return_from_map(self, action: str | None) -> None:
        """Return from the map's own screen, perhaps with an action for the app."""
        self.show()
        if action is not None:
            self.run_view(action)

    def _show_card(self) -> None:
        state = self.desk.state
        question = self.desk.snapshot.question
        self.card.show(state, self.board.card_seat(question.who if question else None))

    # -- keys and clicks -------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Give every key to the desk, except those that move the focus or walk the panels."""
        key = event.key
        if self.desk.is_demo:
            event.stop()
            self.app.exit(0)
            return
        focused = self.focused
        has_field = self.desk.field is not None
        if key == "tab" and not (self.desk.field and self.desk.field.uses_tab):
            return
        if key == "shift+tab":
            return
        if (self.pane is not None and self.pane.take_key(key, event.character)) or self._walk_seats(key):
            event.stop()
            event.prevent_default()
            return
        walks = key in WALKING
        chooses = has_field or self.desk.screen.uses_arrows(self.desk.state)
        points = self.pane is not None and focused is self.pane.view
        if walks and (not chooses or not (points or focused is self.prompt)):
            return
        event.stop()
        event.prevent_default()
        if key == "escape" and not has_field and self.desk.trouble is None:
            self.board.mark(None)
            if self.desk.is_lesson and self.desk.refused is None:
                self.app.exit(0)
                return
        self.enter(key, event.character, None if self.app.is_headless else event.time)

    def _walk_seats(self, key: str) -> bool:
        """Scroll the players of the lobby, or mark another one on the board, from the prompt; return whether it did."""
        if self.lobby is not None and self.has_class("-lobby"):
            return self.lobby.scroll_seats(key)
        is_idle = self.desk.field is None and self.focused is self.prompt
        if key not in WALKING or not is_idle or self.desk.screen.uses_arrows(self.desk.state):
            return False
        self.board.walk(key)
        return True

    def show_outcome(self, action: str | None) -> None:
        """Show what the desk has done, and give the remaining action to the app."""
        super().show_outcome(action)
        if action is not None:
            self.run_view(action)

    def on_board_marked(self, _message: Board.Marked) -> None:
        """Show the marked card."""
        self._show_card()

    def explain_focus(self) -> str:
        """Return what F1 says of the focused panel; in the lobby also of the match."""
        explain = getattr(self._panel(), "explain", self.prompt.explain)
        about = self.lobby.explain() if self.lobby is not None else ""
        return "\n\n".join(filter(None, (str(explain()), about)))

    def _panel(self) -> Widget:
        return self.focused or self.prompt
