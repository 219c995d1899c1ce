"""The main screen: everything a game master needs between two rolls."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import ComposeResult
from textual.widget import Widget
from textual.worker import Worker, WorkerState

from q40k.i18n.error_texts import damaged
from q40k.kernel.garbage import settle
from q40k.kernel.journal.history import INPUTS
from q40k.kernel.journal.journal import Entry, JournalError
from q40k.kernel.journal.soundness import Soundness, looking_through
from q40k.packs.problems import PackError
from q40k.table.match_session import Damage
from q40k.tui.board import Board
from q40k.tui.clock import RIBBON_COLUMNS, ClockFace
from q40k.tui.desk import Desk
from q40k.tui.desk_screen import AROUND_SECONDS, WATCH_SECONDS, DeskScreen
from q40k.tui.feed import Feed
from q40k.tui.headline.banner import Banner
from q40k.tui.headline.flash import Flash
from q40k.tui.idle import Again, Idle
from q40k.tui.panels import Below, Card, KeyBar, Ribbon
from q40k.tui.prompt import Prompt
from q40k.tui.sound.heard import of_calls
from q40k.tui.steady import Column, Row

if TYPE_CHECKING:
    from q40k.tui.map.pane import MapPane
    from q40k.tui.pages.end import Closing, EndScreen
    from q40k.tui.pages.lobby import LobbyPane

AHEAD_SECONDS = 0.02
"""So long after its picture the odds are worked out that may be asked for next."""
MAP_FROM = 120
"""From so many columns on there is room for the map beside the feed."""
CARD_ROWS = 9
"""A card is rarely higher; the board may be."""
PROMPT_ROWS = 9
"""What most questions take, also among two dozen players on a wide screen."""
LEAST_ROWS = 6
"""What it keeps on a high screen also below a board that has to be scrolled."""
CLOCK_ROWS = 3
"""How high the clock is where there is room."""
AT_ONCE = 200
"""So many entries are looked through within a frame; more of them while nobody types."""
CLOSING = "closing"
"""The group of workers that weigh what a match comes to."""
BANNER_FEED_ROWS = 6
"""What of the feed must be seen beside a banner."""
HIGH = 28
"""From so many rows on the prompt may keep rows it does not need now."""
LOBBY_PROMPT_ROWS, LOW_PROMPT_ROWS = 12, 8
"""What the lobby leaves to what is asked, so that little jumps; less on a low screen."""
LOBBY_FEED_ROWS = 5
"""What is seen of a feed below a lobby that does not tell all."""
FEED_ROWS = 2
"""What of the feed is seen in any case, its border counted."""


class MainScreen(DeskScreen[None]):
    """Ribbon, board, card, prompt, feed and keys; all keys go to the desk.

    `view` does what only the app can: it is told the id of an action.
    """

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (112, "-wide"), (150, "-broad")]  # noqa: RUF012 - as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]  # noqa: RUF012
    AUTO_FOCUS = "#prompt"

    def __init__(self, desk: Desk, view: Callable[[str], None]) -> None:
        super().__init__(desk)
        self.run_view = view
        self.head = Row(id="head")
        self.ribbon = Ribbon(desk)
        self.below = Below(desk)
        self.clock = ClockFace(desk)
        self.flash = Flash(desk)
        self.banner = Banner(desk)
        self.lobby: LobbyPane | None = None
        self.top = Row(id="top")
        self.board = desk.screen.board(desk)
        self.card = Card(desk)
        self.prompt = Prompt(desk)
        self.feed = Feed(desk, desk.screen)
        self.keys = KeyBar(desk)
        self.middle = Row(id="middle")
        self.pane: MapPane | None = None
        self.idle = Idle(self)
        self._around = Again(self, AROUND_SECONDS, self._look_around)
        self._shown = 0  # the newest entry that is shown
        self._listening = False  # whether the announcer has read what was before
        self._weighed = 0  # the entry at whose end the match was weighed
        self._came_to: Closing | None = None  # what came of that
        self._was_over: bool | None = None  # as it was shown last

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        with self.head:
            with Column(id="where"):
                yield self.ribbon
                yield self.below
            yield self.clock
        yield self.flash
        yield self.banner
        with self.top:
            yield self.board
            yield self.card
        with self.middle, Column(id="left"):
            yield self.prompt
            yield self.feed
        yield self.keys

    def on_unmount(self) -> None:
        """Leave what is half looked through."""
        self.idle.drop()

    def on_mount(self) -> None:
        """Show the match; a watcher looks for news."""
        self.show()
        if self.desk.match_session.watching:
            self.set_interval(WATCH_SECONDS, self._look_for_news)
        else:
            self.desk.phones.turned = self._heed
        self.call_after_refresh(self._painted)

    def _painted(self) -> None:
        """Do what could wait until the match was on the screen.

        The packs are read: the card may name things by them; and the words that no line on the
        screen needed. Whoever started q40k has put off the collection of garbage: what is there now
        stays, and is not looked through again; what comes is collected in small portions.
        """
        self.desk.words.read_all()
        started = not self.desk.stocked
        if started:
            with suppress(PackError):  # it is said when something of them is looked for
                self.desk.library  # noqa: B018 - read for its effect
            self._show_card()
        settle(started=started)
        if self.desk.settings.sound and not self.desk.match_session.watching:
            self.desk.sounds.begin()  # whoever looks on at the same machine would be an echo
        self._look_through()

    def _look_through(self) -> None:
        """Look at the whole match: only its end was looked at to open it."""
        work = self._looking()
        if self.desk.match_session.head > AT_ONCE:
            self.idle.do(work)
            return
        for _ in work:
            pass

    def _looking(self) -> Generator[None, None, None]:
        """Look at every entry, then let the announcer hear those that stand; not one with a gap."""
        match_session = self.desk.match_session
        path, entries = match_session.session.journal.path, []
        if path is None or match_session.damage is not None:
            with suppress(JournalError):
                entries = match_session.inputs()
                yield from self._listening_to(entries, match_session.head)
            return
        steps, head = looking_through(path, match_session.number), 0
        try:
            while True:
                entry = next(steps)
                head = entry.seq
                if entry.undone_by is None and entry.kind in INPUTS:
                    entries.append(entry)
                yield
        except StopIteration as end:
            found: Soundness = end.value
        except JournalError:  # it is said as soon as anything is entered
            return
        finally:
            steps.close()
        if found.well:
            yield from self._listening_to(entries, head)
        else:
            self._say_damaged(found)

    def _listening_to(self, entries: Sequence[Entry], head: int) -> Generator[None, None, None]:
        """Let the announcer hear entries, the newest of the journal being `head` then."""
        announcer = self.feed.announcer
        announcer.read((), head)
        for entry in entries:
            announcer.hear((entry,))
            yield
        self._heard()

    def _say_damaged(self, found: Soundness) -> None:
        """Say what is damaged; of such a match nothing is called out."""
        self.desk.match_session.note_damage(
            Damage(found.entry, frozenset(found.damaged), cut=False)
        )
        self.desk.trouble = None
        self.desk.notice = damaged(self.desk.locale, found.entry, cut=False)
        self.show()

    def _heard(self) -> None:
        """Show what was called in the lines that are shown already, and how the turn began."""
        self._listening = True
        self.desk.guarded(self.feed.again, settle=False)
        self.board.show(self.desk.state, self._turn_began())

    def _heed(self) -> None:
        """Look around as long as there is a room with phones, or the program leads anybody."""
        desk = self.desk
        wanted = desk.phones.room is not None or desk.screen.leads(desk.state)
        self._around.as_long_as(wanted and not desk.match_session.watching)

    def _look_around(self) -> None:
        phones = self.desk.phones
        if phones.look() or (self.app.screen is self and self.desk.go_on()):
            self.show()
        if phones.rings:
            phones.rings = False
            self.app.bell()

    def _look_for_news(self) -> None:
        """Show what is new, also what hall mode has come upon before."""
        if self.desk.look() or self.desk.match_session.head != self._shown:
            self.show()

    def show(self) -> None:
        """Show the state as it is now."""
        desk = self.desk
        if desk.onward is not None:
            self.app.exit(0)
            return
        if self.app.screen is self:
            desk.go_on()
        state, locale = desk.state, desk.locale
        self._shown = desk.match_session.head
        desk.guarded(self._hear_news, settle=False)
        self.ribbon.show(state)
        self.below.show(state)
        self._show_clock()
        self.board.show(state, self._turn_began())
        self._show_card()
        desk.guarded(lambda: self.feed.show(locale), settle=False)
        self._weigh()
        self.prompt.show()
        self._show_lobby()
        self._show_map()
        self._share_rows()
        if desk.field is None and not desk.match_session.watching and desk.screen.foresees(state):
            self.set_timer(AHEAD_SECONDS, self._think_ahead)
        self.keys.show(
            [action for action in desk.valid() if action.usual(state)],
            typing=desk.field is not None,
        )
        self._show_the_end()
        self._heed()

    def _show_lobby(self) -> None:
        """Show the lobby as long as the match is being set up."""
        one = self.desk.field
        found = one.choices() if one is not None else ()
        marked = found[one.at].value if one is not None and found else None
        lobby = self.desk.screen.lobby(self.desk, self.desk.state, marked)
        self.set_class(lobby is not None, "-lobby")
        self.set_class(lobby is not None and lobby.told, "-told")
        if lobby is not None:
            self.below.display = False  # the lobby says it, and more
            if self.lobby is None:
                from q40k.tui.pages.lobby import LobbyPane

                self.lobby = LobbyPane(self.desk)
                self.mount(self.lobby, before=self.top)
        if self.lobby is not None:
            self.lobby.show(lobby)

    def _hear_news(self) -> None:
        """Let the announcer hear what is new, and others what it calls. Raises JournalError."""
        if not self._listening:
            return
        announcer, desk = self.feed.announcer, self.desk
        announcer.catch_up(desk.match_session)
        clip = of_calls(desk.match_session.game, desk.settings, announcer.fresh)
        if clip is not None:
            desk.sounds.play(clip, desk.settings.volume)

    def _turn_began(self) -> Any | None:
        """The state as its turn began, once the match has been read."""
        return self.feed.announcer.turn_began if self._listening else None

    def _think_ahead(self) -> None:
        """Have ready what may be asked for next."""
        if self.desk.field is None:
            self.desk.screen.think_ahead(self.desk)

    def _over(self) -> bool:
        return self.desk.view.status(self.desk.state).over

    def _weigh(self) -> None:
        """Once a match is over, weigh luck, medals and the evening in the background."""
        desk = self.desk
        head = desk.match_session.head if self._over() else 0
        if head == self._weighed:
            return
        self._weighed, self.prompt.luck, self._came_to = head, None, None
        self.workers.cancel_group(self, CLOSING)
        if not head:
            return
        from q40k.tui.pages.end import closing

        match_session, state, entries = desk.match_session, desk.state, []
        with suppress(JournalError):  # it is said as soon as anything is entered
            entries = match_session.inputs()
        game, number = match_session.game, match_session.number
        path = match_session.session.journal.path
        self.run_worker(
            lambda: closing(game, state, entries, path, number), thread=True, group=CLOSING
        )

    def _show_the_end(self) -> None:
        """Show what the match comes to, as it has just ended."""
        ended, self._was_over = self._over() and self._was_over is False, self._over()
        if ended and self.desk.field is None and self.desk.refused is None:
            self.run_view("podium")

    def end(self) -> EndScreen:
        """The page of the end, with what is known so far."""
        from q40k.tui.pages.end import EndScreen

        return EndScreen(self.desk, self.feed.announcer, self._came_to)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The end has been weighed."""
        worker = event.worker
        if worker.group == CLOSING and event.state is WorkerState.SUCCESS and worker.result:
            self._came_to = worker.result
            self.prompt.luck = worker.result.report
            self.prompt.show()
            self._share_rows()
            from q40k.tui.pages.end import EndScreen

            for page in self.app.screen_stack:
                if isinstance(page, EndScreen):
                    page.weighed(worker.result)

    def on_resize(self, _event: events.Resize) -> None:
        """The prompt wraps otherwise now."""
        self._show_map()
        self._show_clock()
        self._share_rows()

    def _show_clock(self) -> None:
        """Show the clock as large as there is room for, and leave the ribbon its part."""
        rows = CLOCK_ROWS if self.size.height >= HIGH else 1
        self.clock.show(rows, self.size.width - RIBBON_COLUMNS)

    def _share_rows(self) -> None:
        """Give the board and the card what they need, as long as the whole prompt is seen.

        With rows to spare the prompt keeps its height, so that nothing jumps at a question.
        """
        clock = self.clock.columns
        self.ribbon.styles.margin = (0, clock, 0, 0)
        beside = clock if self.clock.rows > 1 else 0  # a low clock leaves the line below alone
        self.below.styles.margin = (0, beside, 0, 0)
        below = self.below.rows(self.size.width - beside) if self.below.display else 0
        head = max(1 + below, self.clock.rows * self.clock.display)
        self.head.styles.height = head
        height = self.size.height - head - 1  # and the keys
        if self.lobby is not None and self.has_class("-lobby"):
            self._share_with_lobby(self.lobby, height)
            return
        self.middle.styles.height = "1fr"
        wanted = max(CARD_ROWS, len(self.board.seats()) + 1)
        loud, mapped = self.prompt.loud, self._map_width()
        asked = self.prompt.rows(self.size.width - mapped)
        height -= self._show_banner(height - wanted - max(asked, PROMPT_ROWS) - BANNER_FEED_ROWS)
        if self.prompt.loud != loud:
            asked = self.prompt.rows(self.size.width - mapped)
        spared = FEED_ROWS + (2 if height >= HIGH else 5)
        steady = min(PROMPT_ROWS, height - wanted - spared)
        if height >= HIGH:
            steady = max(steady, PROMPT_ROWS if mapped else LEAST_ROWS)
        asked = max(3, steady, asked)
        self.prompt.styles.height = asked
        self.top.styles.height = max(1, min(wanted, height - asked - FEED_ROWS))

    def _share_with_lobby(self, lobby: LobbyPane, height: int) -> None:
        """Give the lobby what the prompt leaves; who comes and goes moves the prompt as seldom."""
        self.banner.styles.height = 0
        self.prompt.loud = True
        asked = self.prompt.rows(self.size.width)
        least = LOBBY_PROMPT_ROWS if self.size.height >= HIGH else LOW_PROMPT_ROWS
        steady = min(least, height - lobby.needs)
        self.prompt.styles.height = prompt = max(3, asked, steady)
        feed = 0 if self.has_class("-told") else LOBBY_FEED_ROWS
        self.middle.styles.height = prompt + feed
        lobby.lay(self.size.width, height - prompt - feed)

    def _show_banner(self, spare: int) -> int:
        """Show the banner where board, prompt and feed leave it rows to spare; returns its own."""
        rows = self.banner.show(self.desk.state, self.size.width, spare, self.board.places.values())
        self.banner.styles.height = rows
        if self.prompt.loud == bool(rows):
            self.prompt.loud = not rows
            self.prompt.show()
        return rows

    def on_clock_face_called(self, message: ClockFace.Called) -> None:
        """Call the time across the screen."""
        self.flash.call(message.now, self.head.size.height)

    def on_clock_face_widened(self, _message: ClockFace.Widened) -> None:
        """The clock says more or less than before."""
        self._share_rows()

    # -- the map -----------------------------------------------------------------------------

    def _map_width(self) -> int:
        """How many columns the map takes now."""
        return self.pane.columns if self.pane is not None and self.pane.display else 0

    def _show_map(self) -> None:
        """Show the map where there is room: when somebody's place is kept, or it was opened."""
        desk = self.desk
        wanted = self.size.width >= MAP_FROM and desk.screen.has_map(desk.state)
        if self.pane is None and not (wanted and desk.mapped is not False and desk.places):
            return
        from q40k.tui.map.pane import MapPane

        if self.pane is None:
            self.pane = MapPane(desk)
            self.middle.mount(self.pane)
        shown = wanted and desk.mapped is not False and desk.places
        self.pane.display = shown and not self.has_class("-lobby")
        if self.pane.display:
            self.pane.fit(self.size.width)
            self.pane.show()

    def open_map(self, *, whole: bool) -> None:
        """Open the map beside the feed, give it the keys, or close it; else on its own screen."""
        from q40k.tui.map.screen import MapScreen

        if not self.desk.screen.has_map(self.desk.state):
            return
        if whole or self.size.width < MAP_FROM or self.has_class("-lobby"):
            self.desk.mapped = True
            self.app.push_screen(MapScreen(self.desk), self._map_left)
            return
        shown = self.pane is not None and self.pane.display
        focused = self.pane is not None and self.pane.view.has_focus
        self.desk.mapped = not (shown and focused)
        self.show()
        if self.desk.mapped and self.pane is not None:
            self.pane.view.focus()
        else:
            self.prompt.focus()

    def _map_left(self, action: str | None) -> None:
        """Back from the map's own screen, perhaps with something only this one can do."""
        self.show()
        if action is not None:
            self.run_view(action)

    def _show_card(self) -> None:
        state = self.desk.state
        asked = self.desk.match_session.question
        self.card.show(state, self.board.shown(asked.who if asked else None))

    # -- keys and clicks -------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Every key goes to the desk, but for moving the focus and walking the panels."""
        key = event.key
        focused = self.focused
        asking = self.desk.field is not None
        if key == "tab" and not (self.desk.field and self.desk.field.takes_tab):
            return
        if key == "shift+tab":
            return
        if self.pane is not None and self.pane.takes(key, event.character):
            event.stop()
            event.prevent_default()
            return
        walking = key in ("up", "down", "pageup", "pagedown", "home", "end")
        choosing = asking or self.desk.screen.arrows(self.desk.state)
        pointing = self.pane is not None and focused is self.pane.view
        if walking and (not choosing or not (pointing or focused is self.prompt)):
            return
        event.stop()
        event.prevent_default()
        if key == "escape" and not asking and self.desk.trouble is None:
            self.board.mark(None)
        self.enter(key, event.character, None if self.app.is_headless else event.time)

    def left(self, action: str | None) -> None:
        """Show what the desk has done; what is left is for the app."""
        super().left(action)
        if action is not None:
            self.run_view(action)

    def on_board_marked(self, _message: Board.Marked) -> None:
        """Show the marked card."""
        self._show_card()

    def explained(self) -> str:
        """What F1 says of the focused panel; in the lobby also what is played."""
        explain = getattr(self._panel(), "explain", self.prompt.explain)
        played = self.lobby.explain() if self.lobby is not None else ""
        return "\n\n".join(filter(None, (str(explain()), played)))

    def _panel(self) -> Widget:
        return self.focused or self.prompt
