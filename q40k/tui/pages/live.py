"""The board for the room: whether it is served, its address, and a code for every phone."""

import os
import sqlite3
from itertools import zip_longest
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from q40k.i18n.locale import N_, with_label
from q40k.live.address import lines
from q40k.live.room import Room, seats_of
from q40k.table.folders import documents_folder
from q40k.table.settings import change_settings
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.look import clickable, style_text, wrap_parts
from q40k.tui.page import Key, Page

MARGIN = 2
"""The cells beside the text, and between a code and the keys."""


class LivePage(Page[None]):
    """One code in full, and the keys for the others."""

    KEYS = (
        Key("1", N_("this machine only"), "open_board(False)", where=("closed",)),
        Key("2", N_("everyone in the local network, with phones"), "open_board(True)", where=("closed",)),
        Key("left", N_("the next code"), "turn(-1)", shown="← →", where=("open",)),
        Key("right", "", "turn(1)", where=("open",)),
        *(Key(str(number), "", f"turn_to({number})", where=("open",)) for number in range(10)),
        Key("x", N_("end it"), "end", where=("open",)),
        Key("l", N_("this machine only"), "reopen(False)", where=("network",)),
        Key("l", N_("open it to the local network"), "reopen(True)", where=("machine",)),
        Key("e", N_("answers of phones are taken at once"), "change_wait", where=("waiting",)),
        Key("e", N_("answers of phones wait for Enter"), "change_wait", where=("at once",)),
        Key("c", N_("show chances to win on the board"), "change_chances", where=("no chances",)),
        Key("c", N_("show no chances to win on the board"), "change_chances", where=("chances",)),
        Key("r", N_("this code is worth nothing any more"), "revoke", where=("seat",)),
        Key("p", N_("print all codes of phones"), "print", where=("own",)),
        Key("k", N_("codes stay valid after the board has closed"), "keep_codes(True)", where=("ending codes",)),
        Key("k", N_("codes end with the board"), "keep_codes(False)", where=("kept codes",)),
        Key("escape,enter,space,ctrl+l", "", "leave", shown="Esc", about=N_("back")),
    )

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.shown = Static(id="live")
        self._at = 0
        self._trouble = self._notice = ""
        self._start: Worker[str] | None = None

    @property
    def room(self) -> Room | None:
        """The room, while it is open."""
        return self.desk.phones.room

    def compose(self) -> ComposeResult:
        """Yield one text."""
        yield self.shown

    def on_mount(self) -> None:
        """Show the current state."""
        self._show()

    # -- what there is to see --------------------------------------------------------------

    def _codes(self) -> list[tuple[str | None, str]]:
        """Return the seats and names that have codes: the board, and every seat for joining."""
        _ = self.desk.locale.gettext
        watching = self.desk.match_session.watching
        phones = [] if watching else seats_of(self.desk.locale, self.desk.view, self.desk.state)
        return [(None, _("the board")), *phones]

    def _shown_code(self) -> tuple[str | None, str]:
        """Return the seat and the name whose code is shown."""
        codes = self._codes()
        return codes[self._at % len(codes)]

    def _show(self) -> None:
        self.shown.update(look.lines(*self._lines()))

    def _lines(self) -> list[Content | str]:
        desk, room, _ = self.desk, self.room, self.desk.locale.gettext
        title = style_text(_("The board for everyone in the room"), "bold")
        if room is None:
            rows: list[Content | str] = [title, ""]
            if desk.match_session.session.journal.path is None:
                return [*rows, _("This match is kept nowhere, so nobody else can see it.")]
            rows += [_("Who may see the match in a browser?"), ""]
            rows += self._keys()
            if os.environ.get("Q40K_CERT"):
                rows += ["", _("It is encrypted, with the certificate named by Q40K_CERT.")]
            else:
                rows += ["", _("It is plain HTTP: who listens in the same Wi-Fi sees dice and secret orders.")]
                rows.append(_("With strangers about, use your own hotspot with a password."))
                rows.append(_("If your club has a certificate, name it in Q40K_CERT and Q40K_KEY (q40k board --help)."))
            return [*rows, "", style_text(self._trouble, "$error")] if self._trouble else rows
        if not room.url:
            return [title, "", _("The board is being opened…")]
        seat, name = self._shown_code()
        code = room.code(seat, name)
        # A phone cannot reach what only this machine sees.
        drawn = lines(code.address, dark=self.app.current_theme.dark) if room.lan else []
        notice = [style_text(self._notice, "$text-accent")] if self._notice else []
        return [style_text(name, "bold"), code.typed, *self._with_keys(drawn), *notice]

    def _with_keys(self, drawn: list[str]) -> list[Content]:
        """Return a code with the keys beside it, where they have room; else below it."""
        wide = self.app.size.width - 2 * MARGIN
        beside = wide - len(drawn[0]) - MARGIN if drawn else wide
        keys = [row for key in self._keys() for row in wrap_parts(key, beside)] if beside > 0 else []
        if not 0 < len(keys) <= len(drawn):
            return [*map(Content, drawn), *wrap_parts(Content(" · ").join(self._keys()), wide)]
        rows = zip_longest(drawn, keys, fillvalue="")
        return [Content.assemble(code, " " * MARGIN, key) for code, key in rows]

    def _keys(self) -> list[Content]:
        """Return the keys that do something now, each with what it does."""
        locale = self.desk.locale
        return [
            clickable(with_label(locale, key.text, locale.gettext(key.name)), key=key.text) for key in self.shown_keys()
        ]

    @property
    def parts(self) -> set[str]:
        """Return what the keys depend on: how the board is open, what it shows, and who looks at it."""
        room, settings = self.room, self.desk.settings
        if room is None:
            return {"closed"}
        if not room.url:
            return {"opening"}
        parts = {"open", "network" if room.lan else "machine"}
        if self._shown_code()[0] is not None:
            parts.add("seat")
        else:
            parts.add("chances" if settings.board_chances else "no chances")
        if not self.desk.match_session.watching:
            waits, kept = "waiting" if settings.phones_wait else "at once", "kept" if room.keeps_codes else "ending"
            parts |= {"own", waits, f"{kept} codes"}
        return parts

    # -- keys ------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Do what a key does, and show it."""
        event.stop()
        event.prevent_default()
        self._press(event.key)

    def on_click(self, event: events.Click) -> None:
        """Treat a click on a key's name as that key."""
        if "key" in event.style.meta:
            self._press(str(event.style.meta["key"]))

    def _press(self, key: str) -> None:
        self._notice = ""
        self.act(key)
        self._show()

    def action_leave(self) -> None:
        """Go back to the match."""
        self.dismiss(None)

    def action_turn(self, by: int) -> None:
        """Show the code before or after this one."""
        self._at = (self._at + by) % len(self._codes())

    def action_turn_to(self, number: int) -> None:
        """Show a code by its number, if there are so many."""
        if number < len(self._codes()):
            self._at = number

    def action_end(self) -> None:
        """Close the board."""
        self.desk.phones.close()

    def action_reopen(self, lan: bool) -> None:
        """Open the board anew, to the network or to this machine alone."""
        self.desk.phones.close(reopens=True)
        self.action_open_board(lan)

    def action_change_wait(self) -> None:
        """Let answers of phones wait for Enter, or no longer."""
        self.desk.settings = change_settings(phones_wait=not self.desk.settings.phones_wait)

    def action_change_chances(self) -> None:
        """Show chances to win on the board, or no longer."""
        self.desk.settings = change_settings(board_chances=not self.desk.settings.board_chances)

    def action_revoke(self) -> None:
        """Give the seat of this code a new one."""
        room, seat = self.room, self._shown_code()[0]
        if room is not None and seat is not None:
            room.inbox.revoke(room.match, seat)

    def action_keep_codes(self, keep: bool) -> None:
        """Let codes stay valid after the board has closed, or end with it."""
        if self.room is not None:
            self.room.keep_codes(keep)

    def action_print(self) -> None:
        """Print all codes of phones, which are then kept."""
        if self.room is not None:
            self._print(self.room)
            self.room.keep_codes(True)

    def _print(self, room: Room) -> None:
        """Write all codes except the board's on a sheet in the current folder."""
        from q40k.live.sheet import write

        locale = self.desk.locale
        codes = [room.code(seat, name) for seat, name in self._codes() if seat is not None]
        title = self.desk.match_session.row.name or self.desk.match_session.game.name
        try:
            path = write(locale, title, codes, documents_folder())
        except OSError as error:
            self._notice = locale.say(N_("It could not be written: {why}"), why=error.strerror)
            return
        self._notice = locale.say(N_("Written to {path}."), path=path)

    def action_open_board(self, lan: bool) -> None:
        """Start the server. A thread waits for its address."""
        session, path = self.desk.match_session, self.desk.match_session.session.journal.path
        if path is None or self._start is not None:
            return
        try:
            room = Room(Path(path), session.number, self.desk.locale.language, lan=lan)
        except (OSError, sqlite3.Error) as error:
            self._trouble = self.desk.locale.say(N_("It could not be opened: {why}"), why=error)
            return
        self._trouble, self._at = "", 0
        self.desk.phones.open(room)
        self._start = self.run_worker(room.server.address, thread=True)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show the address, or report that the board could not be served."""
        if event.worker is not self._start or event.state is not WorkerState.SUCCESS:
            return
        self._start = None
        room = self.room
        if room is not None:
            room.set_url(event.worker.result or "")
            if not room.url:
                self.desk.phones.close()
                self._trouble = self.desk.locale.gettext(N_("The board could not be served."))
        self._show()
