"""Answers and requests from phones at the desk: they are taken, refused, or wait for Enter.

Phones only propose. A taken answer is written like a typed one, with the journal's own mark of the
hand. Dice that a phone asks for are rolled here, when it is taken. Whoever types first at the desk
wins.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from q40k.i18n.locale import N_
from q40k.i18n.questions import answer_error, answer_text
from q40k.kernel.events import AnswerError, Question, Refused
from q40k.kernel.journal.journal import JournalError
from q40k.packs.problems import PackError
from q40k.tui.fields import Text
from q40k.tui.forms import AnyDesk

if TYPE_CHECKING:
    from q40k.lab.match_study import StudyJob
    from q40k.live.inbox import Became, Post
    from q40k.live.room import Room
    from q40k.table.codes import Parcel

PHONE = "phone"
"""The name of the hand in the journal."""
SEEN_SECONDS = 0.6
"""How long what a phone or a bot brought must be visible before a key answers it; keys may be typed ahead."""


class Guest(Struct):
    """A person who is being let in: the request, the earlier seats, why the form did not go on."""

    post: Post
    before: frozenset[str]
    why: str = ""


class Phones:
    """The undecided answers and requests of a match's phones."""

    def __init__(self, desk: AnyDesk) -> None:
        self._desk = desk
        self.room: Room | None = None
        self.proposed: Post | None = None  # an answer that waits for Enter
        self._proposed_at = 0.0
        self.wishes: list[Post] = []  # requests to be let in
        self.packs: list[Post] = []  # codes that phones brought
        self._parcel: tuple[Post, Parcel] | None = None  # the code that Enter takes in
        self._guest: Guest | None = None  # the person whose join form is open
        self.study: StudyJob | None = None  # the study of the match that a phone wished for
        self._studied_head = 0  # the newest entry of the match that is studied
        self._curious: list[Post] = []  # who waits for it
        self._waits_for_idle = False  # an unasked answer waits for the end of an entry
        self.rings = False  # whether the referee was just called
        self.on_room_change: Callable[[], None] = lambda: None  # after a room opened or closed

    def open(self, room: Room) -> None:
        """Handle the phones of a room from now on."""
        self.room = room
        room.show_match(self._desk.match_session.number)
        self.on_room_change()

    def close(self, *, reopens: bool = False) -> None:
        """Close the room, if there is one; its codes stay if it `reopens` at once."""
        room, self.room = self.room, None
        if self.study is not None:
            self.study.stop()
        if room is not None:
            room.close(reopens=reopens)
            self.on_room_change()

    def check_inbox(self) -> bool:
        """Handle what phones sent; return whether there is anything to show."""
        room = self.room
        if room is not None and room.has_stopped():
            self._restart_board(room)
            return True
        if room is None or self._desk.match_session.watching:
            return False
        self._update_guest()
        self._update_study()
        try:
            if not (room.has_news() or self._is_outdated()):
                return False
            posts = room.inbox.waiting(room.match)
        except sqlite3.Error:  # the next look tries again
            return False
        self.proposed, self._waits_for_idle = None, False
        guest = None if self._guest is None else self._guest.post.id
        self.wishes = [p for p in posts if p.kind == "join" and p.id != guest]
        self.packs = [p for p in posts if p.kind == "pack"]
        handlers = {"call": self._announce_call, "answer": self._answer, "study": self._begin_study}
        for post in posts:
            if post.kind in handlers:
                handlers[post.kind](post)
        if self.wishes:
            self._announce_wish(self.wishes[0])
        elif self.packs and self._parcel is None:
            self._desk.notice = self._desk.locale.gettext(N_("A phone brings a code. Ctrl+O shows what it holds."))
        return bool(posts)

    def _restart_board(self, room: Room) -> None:
        """Start a board again whose process has ended, and say so; phones and pages come back automatically."""
        locale = self._desk.locale
        try:
            if room.restart():
                self._desk.notice = locale.gettext(N_("The board had stopped; it starts again at the same address."))
                return
            why = locale.gettext(N_("it stops again and again"))
        except OSError as error:
            why = error.strerror or str(error)
        self.close(reopens=True)
        message = N_("The board has stopped: {why}. Ctrl+L opens it again; the codes stay the same.")
        self._desk.notice = locale.say(message, why=why)

    def _is_outdated(self) -> bool:
        """Return whether a waiting answer is late now, or may be taken by now."""
        if self._waits_for_idle:
            return self._is_idle()
        return self.proposed is not None and not self._is_acceptable(self.proposed)

    def _is_idle(self) -> bool:
        """Return whether nothing is asked and nothing is half entered at the desk."""
        return self._desk.snapshot.question is None and not self._desk.is_entering

    def _question(self, post: Post) -> Question | None:
        """Return the question that an answer answers, asked or unasked; None when it is late."""
        session, desk = self._desk.match_session, self._desk
        if post.is_early:
            unasked = desk.view.early_question(desk.state, post.seat)
            return None if unasked is None else unasked[1]
        question = session.question
        fits = question is not None and question.who == post.seat and session.head == post.head
        return question if fits else None

    def _is_acceptable(self, post: Post) -> bool:
        """Return whether an answer fits, and interrupts nobody at the desk."""
        question = self._question(post)
        if question is None or not post.is_early:
            return question is not None
        return self._is_idle() or self._desk.snapshot.question == question

    # -- answers ---------------------------------------------------------------------------

    def _answer(self, post: Post) -> None:
        if self._question(post) is None:
            self._settle_post(post, "late")
        elif not self._is_acceptable(post):
            self._waits_for_idle = True
        elif self._desk.settings.phones_wait:
            self.proposed, self._proposed_at = post, monotonic()
            self._desk.notice = self.describe_proposal(post)
        else:
            self.take(post)

    def describe_proposal(self, post: Post) -> str:
        """Return what a phone proposes, and the keys that decide on it; dots for a secret."""
        _, question = self._desk.locale.gettext, self._question(post)
        answer = "•••" if question is not None and question.secret else answer_text(post.body)
        proposal = _("the app’s dice") if post.body is None else answer
        message = _("{name}’s phone says: {what} · Enter takes it, Delete refuses it")
        return message.format(name=self._name(post.seat), what=proposal)

    def _name(self, seat: str) -> str:
        seats = self._desk.snapshot.seats
        return next((entry.name for entry in seats if entry.id == seat), "?")

    def take(self, post: Post) -> None:
        """Take an answer as if it had been typed."""
        desk, session, reason = self._desk, self._desk.match_session, [""]

        def act() -> None:
            try:
                if post.is_early and session.question is None:
                    self._give_unasked(post)
                elif post.body is None:
                    session.roll(hand=PHONE)
                else:
                    session.give(post.body, hand=PHONE)
            except AnswerError as error:
                reason[0] = answer_error(desk.locale, error)
                raise
            except Refused as refused:
                reason[0] = desk.words.refuse(desk.locale, refused.refusal)
                raise
            except JournalError:
                reason[0] = desk.locale.gettext(N_("it could not be kept"))
                raise

        title = desk.field.title if desk.field is not None else ""
        succeeded = desk.run_guarded(act)
        if succeeded and post.body is None:
            reason[0] = self._rolled_text(post)
        self._settle_post(post, "taken" if succeeded else "refused", reason[0])
        self.proposed = None
        if succeeded and title:
            sender = desk.locale.say(N_("{name}, by phone"), name=self._name(post.seat))
            desk.last_dice = f"{sender} · {title}" if session.question is not None else ""

    def _give_unasked(self, post: Post) -> None:
        """Let the rules ask what a phone has answered, and answer; undo if it is invalid.

        Raises AnswerError, Refused, JournalError.
        """
        desk, session = self._desk, self._desk.match_session
        unasked = desk.view.early_question(desk.state, post.seat)
        if unasked is None:
            raise AnswerError("answer-missing")
        session.do(unasked[0], hand=PHONE)
        try:
            session.give(post.body, hand=PHONE)
        except AnswerError:
            session.undo()
            raise

    def _rolled_text(self, post: Post) -> str:
        """Return what the app has rolled for a phone, as the phone shows it."""
        session = self._desk.match_session
        with suppress(JournalError, ValueError):
            entries = session.session.journal.entries(session.number, after=post.head, first=1)
            return " ".join(str(die) for die in json.loads(entries[0].body))
        return ""

    def _settle_post(self, post: Post, became: Became, why: str = "") -> None:
        if self.room is not None:
            with suppress(sqlite3.Error):
                self.room.inbox.settle(post.id, became, why)

    def press(self, key: str) -> bool:
        """Handle a key that decides on a proposal; return False if it means something else."""
        if self._parcel is not None:
            return self._decide_on_parcel(key)
        post, field = self.proposed, self._desk.field
        if post is None or (field is not None and field.buffer) or key not in ("enter", "delete"):
            return False
        if not self._is_acceptable(post) or monotonic() - self._proposed_at < SEEN_SECONDS:
            return False
        self._desk.notice = ""
        if key == "enter":
            self.take(post)
        else:
            self._settle_post(post, "refused")
            self.proposed = None
        return True

    # -- calls and wishes ------------------------------------------------------------------

    def _announce_call(self, post: Post) -> None:
        self._settle_post(post, "taken")
        message = N_("{name} calls the referee!")
        self._desk.notice = self._desk.locale.say(message, name=self._name(post.seat))
        self.rings = True

    def _announce_wish(self, post: Post) -> None:
        name, plays = post.body
        if "join" not in self._desk.actions:
            reason = self._desk.locale.gettext(N_("nobody joins this game once it is laid out"))
            for wish in self.wishes:
                self._settle_post(wish, "refused", reason)
            self.wishes = []
            message = N_("{name} wished to join; their phone says: {why}.")
            self._desk.notice = self._desk.locale.say(message, name=name, why=reason)
            return
        message = N_("{name} wishes to join ({plays}). Ctrl+O lets them in.")
        self._desk.notice = self._desk.locale.say(message, name=name, plays=plays or "?")

    def let_in(self) -> None:
        """Let in the first person who asked to join: open the join form with their entries.

        The request is granted once they have a seat, and refused if the form is left without one. If nobody waits,
        the first code that a phone brought is shown.
        """
        desk, _ = self._desk, self._desk.locale.gettext
        self._update_guest()
        if self.packs and not self.wishes:
            self._show_parcel(self.packs[0])
            return
        if not self.wishes or self._guest is not None:
            desk.notice = _("Nobody waits to be let in.")
            return
        if desk.snapshot.question is not None:
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
        self._update_guest()

    # -- what decided the match --------------------------------------------------------------

    def current_study(self) -> StudyJob | None:
        """Return the study of the match as it is now; None if there is none or it was stopped."""
        study = self.study if self._studied_head == self._desk.match_session.head else None
        return study if study is not None and (study.page is not None or study.is_running) else None

    def _begin_study(self, post: Post) -> None:
        """Let bots play the match on in the background, unless they do so already."""
        from q40k.lab.match_study import StudyJob

        desk = self._desk
        session, path = desk.match_session, desk.match_session.session.journal.path
        if session.game.study is None or path is None or not desk.snapshot.status.over:
            self._settle_post(post, "refused", desk.locale.gettext(N_("the match is not over")))
        elif all(post.id != waiting.id for waiting in self._curious):
            if self.current_study() is None:
                self.study, self._studied_head = StudyJob(path, session.number, desk.locale), session.head
            self._curious.append(post)
            message = N_("{name} asks by phone what decided it: bots play the match on.")
            by_seat = desk.locale.say(message, name=self._name(post.seat))
            somebody = N_("Somebody asks by the table’s code what decided it: bots play the match on.")
            desk.notice = by_seat if post.seat else desk.locale.gettext(somebody)

    def _update_study(self) -> None:
        """Report to phones how far the study is, or what it says to each of them."""
        study, locale = self.study, self._desk.locale
        if study is None or not self._curious:
            return
        if study.is_running:
            if study.progress is not None:
                text = locale.say(
                    N_("{place} of {number} commands"), place=study.progress.finished, number=study.progress.number
                )
                self._tell_curious("waits", lambda _seat: text)
            return
        if study.page is None:
            self._tell_curious("refused", lambda _seat: locale.gettext(N_("bots cannot play this match on")))
        else:
            from q40k.study.tables import seat_summary

            page = study.page
            self._tell_curious("taken", lambda seat: seat_summary(locale, page.study, page.words, seat))
        self._curious = []

    def _tell_curious(self, became: Became, text_for: Callable[[str], str]) -> None:
        """Settle the posts of those who wait for a study, if there is anything new to tell."""
        for place, post in enumerate(self._curious):
            text = text_for(post.seat)
            if (post.became, post.why) != (became, text):
                self._settle_post(post, became, text)
                self._curious[place] = replace(post, became=became, why=text)

    # -- codes that phones bring -----------------------------------------------------------

    def _show_parcel(self, post: Post) -> None:
        """Say what a code holds, and which keys decide on it; refuse it if it cannot be taken in."""
        from q40k.table.codes import open_code

        locale, why = self._desk.locale, ""
        try:
            parcel = open_code(str(post.body))
        except (PackError, OSError):
            why = locale.gettext(N_("it holds nothing that can be taken in"))
        else:
            self._parcel, self._proposed_at = (post, parcel), monotonic()
            if parcel.taken:
                why = locale.say(N_("these ids are in use here already: {ids}"), ids=", ".join(parcel.taken))
        if why:
            self._parcel = None
            self._settle_pack(post, "refused", why)
            self._desk.notice = locale.say(N_("The code of a phone is refused: {why}."), why=why)
            return
        ids = [f"{kind}: {', '.join(own)}" for kind, own in parcel.contents.objects.items()]
        message = N_("{game} · {what} · Enter takes it in, Delete refuses it, any other key leaves it for later")
        self._desk.notice = locale.say(message, game=parcel.game.name, what=" · ".join(ids))

    def _decide_on_parcel(self, key: str) -> bool:
        """Take in the code that was shown, or refuse it; any other key leaves it, and means what it always means."""
        assert self._parcel is not None
        post, parcel = self._parcel
        if key == "enter" and monotonic() - self._proposed_at < SEEN_SECONDS:
            return True
        self._parcel = None
        if key not in ("enter", "delete"):
            return False
        desk = self._desk
        if key == "delete":
            self._settle_pack(post, "refused")
            desk.notice = ""
        else:
            self._take_in(post, parcel)
        return True

    def _take_in(self, post: Post, parcel: Parcel) -> None:
        from q40k.table.codes import take_in

        desk = self._desk
        try:
            path = take_in(parcel)
        except OSError as error:
            desk.notice = desk.locale.say(N_("It could not be written: {why}."), why=error.strerror or str(error))
            self._settle_pack(post, "refused", desk.locale.gettext(N_("it could not be kept")))
            return
        if parcel.game is desk.match_session.game:
            desk.read_packs_again()
        self._settle_pack(post, "taken")
        desk.notice = desk.locale.say(N_("Written to {path}."), path=path)

    def _settle_pack(self, post: Post, became: Became, why: str = "") -> None:
        self._settle_post(post, became, why)
        self.packs = [other for other in self.packs if other.id != post.id]

    def _seats(self) -> frozenset[str]:
        return frozenset(seat.id for seat in self._desk.snapshot.seats)

    def _update_guest(self) -> None:
        """Report to the guest's phone what became of the request, once that is known."""
        guest, desk = self._guest, self._desk
        if guest is None:
            return
        if not self._seats() <= guest.before:
            self._settle_post(guest.post, "taken")
        elif desk.is_entering or desk.snapshot.question is not None:
            if desk.refused is not None:
                guest.why = desk.words.refuse(desk.locale, desk.refused[0].refusal)
            elif desk.field is not None:
                guest.why = desk.field.error or guest.why
            return
        else:
            self._settle_post(guest.post, "refused", guest.why)
        self._guest = None
