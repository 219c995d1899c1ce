"""What phones send, at the desk: an answer is taken, refused, or waits for Enter.

Phones only propose. What is taken goes the way of everything typed, by the journal's own hand for
it; dice a phone asks for are rolled here, when it is taken. Who types first at the desk wins.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec import Struct

from q40k.i18n.answers import answer_error, answer_text
from q40k.i18n.locale import N_
from q40k.kernel.events import Refused
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.questions import AnswerError
from q40k.tui.actions import Actions
from q40k.tui.fields import Field, Text
from q40k.tui.forms import FormDesk

if TYPE_CHECKING:
    from q40k.kernel.questions import Question
    from q40k.live.inbox import Became, Post
    from q40k.live.room import Room

PHONE: Final = "phone"
"""Whose hand it was, in the journal."""
SEEN_SECONDS: Final = 0.6
"""So long a proposal must have been on the screen before Enter takes it: it may be typed ahead."""


class PhoneDesk(FormDesk[Any, Any], Protocol):
    """The desk as what comes from phones sees it."""

    field: Field | None
    taken: str
    actions: Actions
    refused: tuple[Refused, Any] | None

    @property
    def entering(self) -> bool:
        """Whether a form is open, or a refusal is to be read."""

    def paste(self, text: str) -> None:
        """Type words into the open field."""


class Guest(Struct):
    """Somebody who is being let in: the wish, the seats there were, why it did not go on."""

    post: Post
    before: frozenset[str]
    why: str = ""


class Phones:
    """What the phones of a match have sent, as far as it is not decided."""

    def __init__(self, desk: PhoneDesk) -> None:
        self._desk = desk
        self.room: Room | None = None
        self.proposed: Post | None = None  # an answer that waits for Enter
        self._since = 0.0
        self.wishes: list[Post] = []  # who waits to be let in
        self._guest: Guest | None = None  # for whom the form to join is open
        self._held = False  # whether an answer that nobody asked for waits until nothing is entered
        self.rings = False  # whether the referee was just called
        self.turned: Callable[[], None] = lambda: None  # hears that the room was opened or closed

    def open(self, room: Room) -> None:
        """Heed the phones of a room from now on."""
        self.room = room
        room.turn_to(self._desk.match_session.number)
        self.turned()

    def close(self) -> None:
        """Close the room, if there is one: nobody is heeded any more."""
        room, self.room = self.room, None
        if room is not None:
            room.close()
            self.turned()

    def look(self) -> bool:
        """Look at what was sent; True when there is anything to show."""
        room = self.room
        if room is None or self._desk.match_session.watching:
            return False
        self._see_to_the_guest()
        try:
            if not (room.news() or self._outdated()):
                return False
            posts = room.inbox.waiting(room.match)
        except sqlite3.Error:  # it is looked at again
            return False
        self.proposed, self._held = None, False
        guest = None if self._guest is None else self._guest.post.id
        self.wishes = [one for one in posts if one.kind == "join" and one.id != guest]
        for post in posts:
            if post.kind == "call":
                self._called(post)
            elif post.kind == "answer":
                self._answer(post)
        if self.wishes:
            self._wished(self.wishes[0])
        return bool(posts)

    def _outdated(self) -> bool:
        """Whether what waits answers what is no longer asked, or may be taken by now."""
        if self._held:
            return self._idle()
        return self.proposed is not None and not self._may_be_taken(self.proposed)

    def _idle(self) -> bool:
        """Whether nothing is asked and nothing half entered at the desk."""
        return self._desk.match_session.question is None and not self._desk.entering

    def _question(self, post: Post) -> Question | None:
        """What an answer answers: what is asked, or may be said unasked; None when it is late."""
        session, desk = self._desk.match_session, self._desk
        if post.unasked:
            found = desk.view.unasked(desk.state, post.seat)
            return None if found is None else found[1]
        question = session.question
        asked = question is not None and question.who == post.seat and session.head == post.head
        return question if asked else None

    def _may_be_taken(self, post: Post) -> bool:
        """Whether an answer fits, and interrupts nobody at the desk."""
        question = self._question(post)
        if question is None or not post.unasked:
            return question is not None
        return self._idle() or self._desk.match_session.question == question

    # -- answers ---------------------------------------------------------------------------

    def _answer(self, post: Post) -> None:
        if self._question(post) is None:
            self._became(post, "late")
        elif not self._may_be_taken(post):
            self._held = True
        elif self._desk.settings.phones_wait:
            self.proposed, self._since = post, monotonic()
            self._desk.notice = self.said(post)
        else:
            self.take(post)

    def said(self, post: Post) -> str:
        """What a phone proposes, and which keys decide on it; of a secret, dots."""
        _, question = self._desk.locale.gettext, self._question(post)
        given = "•••" if question is not None and question.secret else answer_text(post.body)
        what = _("the app’s dice") if post.body is None else given
        said = _("{name}’s phone says: {what} · Enter takes it, Delete refuses it")
        return said.format(name=self._name(post.seat), what=what)

    def _name(self, seat: str) -> str:
        seats = self._desk.view.seats(self._desk.state)
        return next((one.name for one in seats if one.id == seat), "?")

    def take(self, post: Post) -> None:
        """Take an answer, as if it had been typed."""
        desk, session, why = self._desk, self._desk.match_session, [""]

        def act() -> None:
            try:
                if post.unasked and session.question is None:
                    self._say_unasked(post)
                elif post.body is None:
                    session.roll(hand=PHONE)
                else:
                    session.give(post.body, hand=PHONE)
            except AnswerError as error:
                why[0] = answer_error(desk.locale, error)
                raise
            except Refused as refused:
                why[0] = desk.words.refuse(desk.locale, refused.refusal)
                raise
            except JournalError:
                why[0] = desk.locale.gettext(N_("it could not be kept"))
                raise

        asked = desk.field.title if desk.field is not None else ""
        done = desk.guarded(act)
        if done and post.body is None:
            why[0] = self._rolled(post)
        self._became(post, "taken" if done else "refused", why[0])
        self.proposed = None
        if done and asked:
            said = desk.locale.say(N_("{name}, by phone"), name=self._name(post.seat))
            desk.taken = f"{said} · {asked}" if session.question is not None else ""

    def _say_unasked(self, post: Post) -> None:
        """Let the rules ask what a phone has answered, and answer; nothing is left half done.

        Raises AnswerError, Refused, JournalError.
        """
        desk, session = self._desk, self._desk.match_session
        found = desk.view.unasked(desk.state, post.seat)
        if found is None:
            raise AnswerError("answer-missing")
        session.do(found[0], hand=PHONE)
        try:
            session.give(post.body, hand=PHONE)
        except AnswerError:
            session.undo()
            raise

    def _rolled(self, post: Post) -> str:
        """What the app has rolled for a phone, as the phone shows it."""
        session = self._desk.match_session
        with suppress(JournalError, ValueError):
            entries = session.session.journal.entries(session.number, after=post.head, first=1)
            return " ".join(str(die) for die in json.loads(entries[0].body))
        return ""

    def _became(self, post: Post, became: Became, why: str = "") -> None:
        if self.room is not None:
            with suppress(sqlite3.Error):
                self.room.inbox.settle(post.id, became, why)

    def press(self, key: str) -> bool:
        """Take a key that decides on what waits; False when it means something else."""
        post, one = self.proposed, self._desk.field
        if post is None or (one is not None and one.buffer) or key not in ("enter", "delete"):
            return False
        if not self._may_be_taken(post) or monotonic() - self._since < SEEN_SECONDS:
            return False
        self._desk.notice = ""
        if key == "enter":
            self.take(post)
        else:
            self._became(post, "refused")
            self.proposed = None
        return True

    # -- calls and wishes ------------------------------------------------------------------

    def _called(self, post: Post) -> None:
        self._became(post, "taken")
        said = N_("{name} calls the referee!")
        self._desk.notice = self._desk.locale.say(said, name=self._name(post.seat))
        self.rings = True

    def _wished(self, post: Post) -> None:
        name, plays = post.body
        if "join" not in self._desk.actions:
            why = self._desk.locale.gettext(N_("nobody joins this game once it is laid out"))
            for one in self.wishes:
                self._became(one, "refused", why)
            self.wishes = []
            said = N_("{name} wished to join; their phone says: {why}.")
            self._desk.notice = self._desk.locale.say(said, name=name, why=why)
            return
        said = N_("{name} wishes to join ({plays}). Ctrl+O lets them in.")
        self._desk.notice = self._desk.locale.say(said, name=name, plays=plays or "?")

    def let_in(self) -> None:
        """Let in who has wished to join first: the form to join, with what they said typed in.

        The wish is granted once they have a seat, and refused once the form is left without.
        """
        desk, _ = self._desk, self._desk.locale.gettext
        self._see_to_the_guest()
        if not self.wishes or self._guest is not None:
            desk.notice = _("Nobody waits to be let in.")
            return
        if desk.match_session.question is not None:
            desk.notice = _("First answer the question, or press Escape.")
            return
        if not isinstance(desk.field, Text):  # in the set-up the name is asked for already
            desk.perform("join")
        if not isinstance(desk.field, Text):
            desk.notice = _("Nobody can join just now.")
            return
        post = self.wishes.pop(0)
        name, plays = post.body
        self._guest = Guest(post, self._seats())
        desk.paste(name)
        desk.press("enter", "\r")
        if plays:
            desk.paste(plays)
        self._see_to_the_guest()

    def _seats(self) -> frozenset[str]:
        return frozenset(one.id for one in self._desk.view.seats(self._desk.state))

    def _see_to_the_guest(self) -> None:
        """Tell who is being let in what became of it, once that is known."""
        guest, desk = self._guest, self._desk
        if guest is None:
            return
        if not self._seats() <= guest.before:
            self._became(guest.post, "taken")
        elif desk.entering or desk.match_session.question is not None:
            if desk.refused is not None:
                guest.why = desk.words.refuse(desk.locale, desk.refused[0].refusal)
            elif desk.field is not None:
                guest.why = desk.field.error or guest.why
            return
        else:
            self._became(guest.post, "refused", guest.why)
        self._guest = None
