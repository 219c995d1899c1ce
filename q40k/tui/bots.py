"""The bots at a desk: they think beside the keys, move at their pace, and say what they do."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from msgspec.structs import replace
from textual.content import Content

from q40k.bots.bot import HAND, Bot, Move
from q40k.bots.partner import Led, Partner, Thinker
from q40k.bots.playing import advice_for, decision_for
from q40k.geometry.scene import NOTHING, Line, Overlay
from q40k.i18n.locale import N_
from q40k.i18n.tabletop import chances_text
from q40k.tui.forms import AnyDesk
from q40k.tui.look import Rows, link_keys, style_text

DOTS = 3
"""The most dots behind a name that thinks."""
BEST = 3
"""How many moves a hint names."""


class Bots(Led):
    """The bots that have a seat in the match of a desk."""

    def __init__(self, desk: AnyDesk) -> None:
        self._desk = desk
        self.partner = desk.partner = Partner(self)
        self._thinker = Thinker()
        self._position: tuple[Any, Any, int] | None = None
        self._since = 0.0  # when it began to think
        self._mover: tuple[Any, str | None] | None = None
        self._adviser = Thinker()
        self._advice: tuple[tuple[Any, Any, int], str] | None = None  # what is weighed for people: where, for whom
        self.is_unshown = False
        """Whether a turn has begun that will be shown as a whole."""
        self._has_asked = False
        self._trail: tuple[Overlay, tuple[str, ...], int] = (NOTHING, (), -1)  # who acted then, and the newest entry
        self._teller = ""
        """The seat whose move was told last."""

    @property
    def _bot(self) -> Bot[Any, Any] | None:
        bot: Bot[Any, Any] | None = self._desk.match_session.game.bot
        return bot

    # -- the table, for the partner --------------------------------------------------------

    @property
    def head(self) -> int:
        """Return the number of the newest entry of the match."""
        return self._desk.match_session.head

    @property
    def can_redo(self) -> bool:
        """Return whether the newest entry is an undo."""
        return self._desk.match_session.can_redo

    @property
    def is_busy(self) -> bool:
        """Return whether a form, a refusal or a trouble is open."""
        return self._desk.is_entering

    @property
    def has_asked(self) -> bool:
        """Return whether the bot that has the move asked for what is entered now."""
        return self._has_asked

    def is_led(self) -> bool:
        """Return whether a bot has any seat in an unfinished match."""
        snapshot = self._desk.snapshot
        if snapshot.status.over or self._desk.match_session.watching:
            return False
        return any(seat.bot is not None and seat.present for seat in snapshot.seats) and self._bot is not None

    def has_move(self) -> bool:
        """Return whether a bot acts, or is asked."""
        return self.seat() is not None

    def seat(self) -> str | None:
        """Return the seat of the bot that has the move, or None."""
        desk, snapshot = self._desk, self._desk.snapshot
        if self._mover is None or self._mover[0] is not snapshot:
            seat, session = None, desk.match_session.session
            if self.is_led() and (bot := self._bot) is not None:
                seat = bot.seat_to_move(desk.view, session.state, session.question)
            self._mover = (snapshot, seat)
        return self._mover[1]

    def find_move(self) -> Move[Any] | None:
        """Return the next move of the bot that has it; None while it thinks."""
        position, seat = self._now(), self.seat()
        bot, session = self._bot, self._desk.match_session.session
        assert bot is not None
        assert seat is not None
        form = self._desk.match_session.game.screen.form_before_bot(self._desk, seat)
        if form is not None and not self._desk.is_demo:
            self._has_asked = True
            self._desk.open_form(form)
            return None
        self._has_asked = False
        if not self._thinker.has_decided(position):
            if not self._thinker.is_thinking:
                self._since = monotonic()
            decision = decision_for(bot, self._desk.view, session, seat)
            self._thinker.think(position, decision, at_once=bot.is_quick)
        if not self._thinker.has_decided(position):
            return None
        move: Move[Any] | None = self._thinker.decision
        return move

    def _now(self) -> tuple[Any, Any, int]:
        """Return what a decision is about; the same object as long as nothing changes."""
        session = self._desk.match_session.session
        position = self._position
        if position is None or position[0] is not session.state or position[2] != session.head:
            position = self._position = (session.state, session.question, session.head)
        return position

    def carry_out(self, move: Move[Any]) -> bool:
        """Make a move, say what it is and show it on the map; return False if it is refused."""
        desk, session = self._desk, self._desk.match_session
        text = "" if move.is_silent else desk.words.move(desk.locale, desk.state, move)
        before = {piece.id: piece.at for piece in desk.view.pieces(desk.state)}
        places, kept = session.game.screen.show_places(desk.state, move), self.trail
        desk.match_session.game.screen.follow_move(desk, move)
        act: Callable[[], object]
        if move.command is None:
            act = lambda: session.give(move.answer, hand=HAND)  # noqa: E731 (one of two)
        else:
            act = lambda: session.do(self._whole(move.command), hand=HAND)  # noqa: E731
        notice = desk.notice
        if not desk.run_guarded(act):
            return False
        desk.notice = text or notice
        trail = self._draw_trail(before, move, places) if text else NOTHING
        if not trail.lines and move.seat == self._teller:  # it goes on where it went: its path stays in view
            trail = kept
        self._trail, self._teller = (trail, desk.snapshot.status.active, self.head), move.seat
        return True

    def _whole(self, command: Any) -> Any:
        """Return a command with the pack data that it names."""
        desk, packs = self._desk, self._desk.match_session.game.packs
        return packs.complete(desk.library, desk.state, command) if packs.needs_packs(command) else command

    @property
    def trail(self) -> Overlay:
        """What the last move did on the map, until people enter something when its turn is over.

        Lines show where figures went and who is aimed at, and the game shows the places that the words name.
        """
        overlay, active, head = self._trail
        is_its_turn = self._teller in active and active == self._desk.snapshot.status.active  # people may answer it
        return overlay if head == self.head or (is_its_turn and not self.can_redo) else NOTHING

    def _draw_trail(self, before: dict[str, Any], move: Move[Any], places: Overlay) -> Overlay:
        after = {piece.id: piece.at for piece in self._desk.view.pieces(self._desk.state)}
        way = {line.points[0]: line for line in places.lines if line.style == "path"}
        lines = [line for line in places.lines if line.style != "path"]
        for piece, at in after.items():
            if before.get(piece, at) != at:
                path = way.get(before[piece]) if piece == move.seat else None
                lines.append(Line((before[piece], at), "path") if path is None or path.points[-1] != at else path)
        if move.target in before and move.seat in after:
            lines.append(Line((after[move.seat], before[move.target]), "shot"))
        return replace(places, lines=tuple(lines))

    def pace(self, move: Move[Any]) -> float:
        """Return the seconds to wait after a move; the game says if people must push figures.

        With reduced motion a bot makes all moves of its turn at once.
        """
        return 0.0 if self._is_in_turn(move.seat) else float(self._desk.match_session.game.screen.pace(move))

    def _is_in_turn(self, seat: str | None) -> bool:
        """Return whether motion is reduced, and a seat that has just moved still has the move."""
        return self._desk.settings.reduced_motion and seat is not None and self.seat() == seat

    # -- keys and rows ---------------------------------------------------------------------

    def act(self, now: float) -> bool:
        """Make the moves that are due at `now`, in seconds, ask, or tell a hint; return whether there is news to show.

        With reduced motion the turn of a bot is shown as a whole.
        """
        mover, field = self.seat(), self._desk.field
        led = self.partner.lead(now)
        self.is_unshown = self.is_unshown or led
        goes_on = self._is_in_turn(mover) and self.partner.is_playing and (led or self._thinker.is_thinking)
        if self.is_unshown and not goes_on:
            self.is_unshown = False
            return True
        return self._tell_advice() or self._desk.field is not field

    # -- hints for people ------------------------------------------------------------------

    @property
    def is_advising(self) -> bool:
        """Whether a hint is being weighed."""
        return self._advice is not None

    def advise(self, seat: str) -> None:
        """Begin to weigh what a seat may do for the people who play it; the best is told once it is known."""
        desk = self._desk
        self._advice = (self._now(), seat)
        desk.notice = desk.locale.say(N_("The bot weighs what {player} can do …"), player=self._name(seat))

    def _tell_advice(self) -> bool:
        """Put the hint into the notice once it is known, unless the match has gone on; return whether it is."""
        advice, desk = self._advice, self._desk
        if advice is None or (bot := self._bot) is None:
            return False
        position, seat = advice
        if position is not self._now():
            self._advice = None
            return False
        if not self._adviser.has_decided(advice):
            weigh = advice_for(bot, desk.match_session.session, seat, BEST)
            self._adviser.think(advice, weigh, at_once=bot.is_quick)
        if not self._adviser.has_decided(advice):
            return False
        self._advice = None
        desk.notice = self._hint(seat, self._adviser.decision)
        return True

    def _hint(self, seat: str, moves: tuple[Move[Any], ...]) -> str:
        """Return the best moves of a seat, a line each, with the chances of each and what it is worth."""
        desk, locale = self._desk, self._desk.locale
        lines = [locale.say(N_("The best for {player}:"), player=self._name(seat))]
        for place, move in enumerate(moves, 1):
            deed = desk.words.move(locale, desk.state, move)
            chances = [text for text in chances_text(locale, move.expects) if text not in deed]
            worth = locale.say(N_("worth {share} of a victory"), share=locale.percent(move.worth, 1))
            lines.append(f"{place}  " + " · ".join((deed, *chances, worth)))
        return "\n".join(lines)

    def _name(self, seat: str | None) -> str:
        return next((entry.name for entry in self._desk.snapshot.seats if entry.id == seat), "")

    @property
    def is_thinking(self) -> bool:
        """Whether a bot that has the move thinks."""
        return self._thinker.is_thinking and self.partner.is_playing

    def accepts_key(self, key: str) -> bool:
        """Take Space, which hurries or restarts a bot, or Escape, which stops it."""
        is_accepted = self.partner.accepts_key(key)
        if is_accepted and key == "escape":
            self._desk.notice = ""
        return is_accepted

    @property
    def about(self) -> str:
        """Whether the bot that has the move plays or stands still, in a sentence; empty if people have the move."""
        stands, plays = N_("{player} stands still: a bot plays it."), N_("{player} is played by a bot.")
        if not (self.partner.waits_for_key or self.partner.is_playing):
            return ""
        return self._desk.locale.say(stands if self.partner.waits_for_key else plays, player=self._name(self.seat()))

    def rows(self) -> Rows:
        """Return that a bot has the move, and its keys; nothing if people have the move."""
        locale, text = self._desk.locale, self.about
        if not text:
            return []
        waits, plays = N_("Space: it goes on · hands may act for it"), N_("Space: at once · Esc: it stops")
        keys = link_keys(locale.gettext(waits if self.partner.waits_for_key else plays))
        if self.is_thinking:
            still = self._desk.settings.reduced_motion
            dots = "." * (DOTS if still else 1 + int(monotonic() - self._since) % DOTS)
            text = locale.say(N_("{player} thinks{dots}"), player=self._name(self.seat()), dots=dots)
        if self._desk.is_demo and not self.partner.waits_for_key:
            keys = Content(locale.gettext(N_("Any key ends the demo.")))
        return [style_text(text, "bold"), keys]
