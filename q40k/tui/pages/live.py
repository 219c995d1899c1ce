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

from q40k.i18n.locale import N_
from q40k.kernel.text import is_digits
from q40k.live.address import lines
from q40k.live.room import Room, seats_of
from q40k.table.folders import documents_folder
from q40k.table.settings import change_settings
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.look import link_keys, style_text, wrap_parts
from q40k.tui.page import Page

MARGIN = 2
"""The cells beside the text, and between a code and the keys."""
LEAVES = ("escape", "enter", "space", "ctrl+l")


class LivePage(Page[None]):
    """One code in full, and the keys for the others."""

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
            rows.append(link_keys(_("1: this machine only")))
            rows.append(link_keys(_("2: everyone in the local network, with phones")))
            if os.environ.get("Q40K_CERT"):
                rows += ["", _("It is encrypted, with the certificate named by Q40K_CERT.")]
            else:
                rows += ["", _("It is plain HTTP: who listens in the same Wi-Fi sees dice and secret orders.")]
                rows.append(_("With strangers about, use your own hotspot with a password."))
                rows.append(_("If your club has a certificate, name it in Q40K_CERT and Q40K_KEY (q40k board --help)."))
            return [*rows, "", style_text(self._trouble, "$error")] if self._trouble else rows
        if not room.url:
            return [title, "", _("The board is being opened…")]
        codes = self._codes()
        seat, name = codes[self._at % len(codes)]
        code = room.code(seat, name)
        # A phone cannot reach what only this machine sees.
        drawn = lines(code.address, dark=self.app.current_theme.dark) if room.lan else []
        notice = [style_text(self._notice, "$text-accent")] if self._notice else []
        return [style_text(name, "bold"), code.typed, *self._with_keys(drawn, self._keys(room, seat)), *notice]

    def _with_keys(self, drawn: list[str], texts: list[str]) -> list[Content]:
        """Return a code with the keys beside it, where they have room; else below it."""
        wide = self.app.size.width - 2 * MARGIN
        beside = wide - len(drawn[0]) - MARGIN if drawn else wide
        keys = [row for text in texts for row in wrap_parts(link_keys(text), beside)] if beside > 0 else []
        if not 0 < len(keys) <= len(drawn):
            return [*map(Content, drawn), link_keys(" · ".join(texts))]
        rows = zip_longest(drawn, keys, fillvalue="")
        return [Content.assemble(code, " " * MARGIN, key) for code, key in rows]

    def _keys(self, room: Room, seat: str | None) -> list[str]:
        _ = self.desk.locale.gettext
        waits = self.desk.settings.phones_wait
        texts = [_("← →: the next code"), _("x: end it")]
        texts.append(_("l: this machine only") if room.lan else _("l: open it to the local network"))
        if not self.desk.match_session.watching:
            at_once = _("e: answers of phones are taken at once")
            texts.append(_("e: answers of phones wait for Enter") if not waits else at_once)
        shows, hides = _("c: show chances to win on the board"), _("c: show no chances to win on the board")
        chances = hides if self.desk.settings.board_chances else shows
        texts.append(chances if seat is None else _("r: this code is worth nothing any more"))
        if not self.desk.match_session.watching:
            texts.append(_("p: print all codes of phones"))
            stay, end = _("k: codes stay valid after the board has closed"), _("k: codes end with the board")
            texts.append(end if room.keeps_codes else stay)
        return texts

    # -- keys ------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Open or close the board, or go to another code."""
        event.stop()
        event.prevent_default()
        key, room, self._notice = event.key.lower(), self.room, ""
        if key in LEAVES:
            self.dismiss(None)
        elif room is None and key in ("1", "2"):
            self._open(lan=key == "2")
        elif room is not None and room.url:
            self._press(key, room)
        self._show()

    def _press(self, key: str, room: Room) -> None:
        codes = self._codes()
        if key in ("left", "right"):
            self._at = (self._at + (1 if key == "right" else -1)) % len(codes)
        elif is_digits(key) and int(key) < len(codes):
            self._at = int(key)
        elif key == "x":
            self.desk.phones.close()
        elif key == "l":
            lan = not room.lan
            self.desk.phones.close(reopens=True)
            self._open(lan=lan)
        elif key == "p":
            self._print(room)
            room.keep_codes(True)
        elif key == "k":
            room.keep_codes(not room.keeps_codes)
        elif key == "e":
            self.desk.settings = change_settings(phones_wait=not self.desk.settings.phones_wait)
        elif key == "c":
            self.desk.settings = change_settings(board_chances=not self.desk.settings.board_chances)
        elif key == "r" and (seat := codes[self._at][0]) is not None:
            room.inbox.revoke(room.match, seat)

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

    def _open(self, *, lan: bool) -> None:
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
