"""A club's evening from the first screen: join one, or take the next match of this table."""

from collections.abc import Callable
from contextlib import suppress

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from q40k.evening import table
from q40k.evening.wire import MOST_TABLES, Next, Refused, refusal_text
from q40k.i18n.error_texts import journal_error
from q40k.i18n.locale import N_, Locale
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.kernel.text import is_digits
from q40k.table.context import Onward
from q40k.table.match_library import MatchLibrary
from q40k.tui import look
from q40k.tui.fields import Text
from q40k.tui.look import style_text
from q40k.tui.page import Key
from q40k.tui.pages.asked_line import AskingPage


class EveningScreen(AskingPage[Onward | None]):
    """Says what the hall gives this table to play, and takes it with Enter. Returns where to go, or None."""

    CSS_PATH = "views.tcss"
    AUTO_FOCUS = None
    KEYS = (
        Key("enter", N_("play it"), "play", shown="Enter"),
        Key("a", N_("ask again"), "ask"),
        Key("j", N_("join another hall"), "join"),
        Key("escape", N_("back"), "leave", shown="Esc"),
    )

    def __init__(self, locale: Locale, library: MatchLibrary) -> None:
        super().__init__()
        self.locale, self.library = locale, library
        self.notice = self._typed = ""
        self._next: Next | None = None
        self._begun: MatchRow | None = None
        self._before: table.Membership | None = None  # what this laptop was before it joined
        self.body = Static(id="chapter")
        self.line = Static(id="said")
        self.keys = Static(id="keys-of")

    def compose(self) -> ComposeResult:
        """Yield the parts from top to bottom."""
        yield self.body
        yield self.line
        yield self.keys

    def on_mount(self) -> None:
        """Ask the hall, or for the hall."""
        if table.read_membership(self.library.path) is None:
            self.action_join()
        else:
            self.action_ask()
        self.show()

    def on_resize(self, _event: events.Resize) -> None:
        """Show everything again at the new size."""
        self.show()

    def show(self) -> None:
        """Show the pairing, the notice, the line that is asked for, and the keys."""
        _, membership = self.locale.gettext, table.read_membership(self.library.path)
        rows: list[Content | str] = [style_text(_("A club’s evening"), "bold $accent"), ""]
        if membership is not None:
            message = N_("This is table {table} of {league}.")
            rows += [self.locale.say(message, table=membership.table, league=membership.league), ""]
        if self._next is not None and (pairing := self._next.pairing) is not None:
            place = _("Round {round}, table {table}: {players}")
            rows.append(
                place.format(round=pairing.round, table=pairing.table, players=self.locale.join_and(pairing.players))
            )
        elif self._next is not None:
            rows.append(table.nothing_to_play(self.locale, self._next))
        elif self._begun is not None:
            rows.append(_("Begun here, and not over: {match}").format(match=self._begun.name))
        else:
            rows.append(_("The hall’s laptop says an address and a word: q40k evening open"))
        self.body.update(look.lines(*rows))
        self.line.update(self.asked.render_line(self.notice))
        self.keys.update(self.key_line(self.locale, self.size.width - 4))

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)

    # -- what the hall says ------------------------------------------------------------------

    def action_join(self) -> None:
        """Ask for the hall."""
        self._ask_for_hall(N_("Address, word, number of this table"))

    def _ask_for_hall(self, message: str) -> None:
        """Ask for the hall; what was typed last is there still."""
        title = self.locale.gettext(message)
        self.asked.ask(Text(title, buffer=self._typed, may_be_empty=True, empty="", most=120), self._join)
        self.show()

    def _join(self, text: str) -> None:
        self._typed, parts = text, text.split()
        if len(parts) != 3 or not is_digits(parts[2]) or not 1 <= int(parts[2]) <= MOST_TABLES:
            self._ask_for_hall(N_("Type three things, such as: http://192.168.1.5:8040 kmpzra 3"))
            return
        address, word, number = parts
        url = address if "://" in address else f"http://{address}"
        self._before = table.read_membership(self.library.path)
        self._call(lambda: self._join_and_ask(url, word, int(number)))

    def _join_and_ask(self, url: str, word: str, number: int) -> Next:
        return table.next_pairing(table.join(self.library.path, url, word, number))

    def action_ask(self) -> None:
        """Ask the hall what is played next."""
        membership = table.read_membership(self.library.path)
        if membership is not None:
            self._call(lambda: table.send_and_ask(self.library.path, membership))

    def _call(self, ask: Callable[[], Next]) -> None:
        """Ask the hall in a thread."""
        self.notice = self.locale.gettext(N_("Asking the hall…"))
        self.run_worker(ask, thread=True, exclusive=True, exit_on_error=False)
        self.show()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show what the hall has said."""
        if event.state is WorkerState.SUCCESS:
            self._next, self.notice = event.worker.result, self._say_what_stays()
        elif event.state is WorkerState.ERROR:
            self._explain(event.worker.error)
        self.show()

    def _say_what_stays(self) -> str:
        before, membership = self._before, table.read_membership(self.library.path)
        self._before = None
        with suppress(JournalError):
            return table.left_behind(self.locale, self.library, before, membership) if membership else ""
        return ""

    def _explain(self, error: BaseException | None) -> None:
        """Say why the hall gives nothing; a match that was begun here goes on without it."""
        self._next, self._begun = None, None
        if isinstance(error, Refused):
            self.notice = refusal_text(self.locale, error.refusal)
            return
        if isinstance(error, JournalError):
            self.notice = journal_error(self.locale, error).title
            return
        self.notice = self.locale.gettext(N_("The hall does not answer. What is played here is sent later."))
        if (membership := table.read_membership(self.library.path)) is not None:
            with suppress(JournalError):
                self._begun = table.find_begun(self.library, membership)

    def action_play(self) -> None:
        """Go to the match that the hall gave."""
        membership, pairing = table.read_membership(self.library.path), self._next.pairing if self._next else None
        if membership is None or pairing is None:
            if self._begun is not None:
                self.dismiss(Onward(match=self._begun.id))
            return
        try:
            self.dismiss(table.onward(self.library, membership, pairing))
        except Refused as refused:
            self._explain(refused)
        except OSError as error:
            self.notice = str(error)
        self.show()
