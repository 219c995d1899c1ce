"""Let the bots play a match of the library on without a screen, and ask what they weighed."""

from collections.abc import Callable
from typing import Any

from q40k.bots.bot import HAND, LEVELS, Bot, Move
from q40k.bots.memory import plain_answer
from q40k.games.game import Seat, View
from q40k.kernel.events import DiceQuestion, Question
from q40k.kernel.replay import replay
from q40k.kernel.session import Session
from q40k.table.match_session import MatchSession


def seed_of(session: Session[Any, Any]) -> str:
    """Return the seed of a bot's decision at the newest entry of a session."""
    return f"{session.rules.seed(session.state)}/{session.head}"


def decision_for(
    bot: Bot[Any, Any], view: View, session: Session[Any, Any], seat: str
) -> Callable[[], Move[Any] | None]:
    """Return the function that decides for a seat in the present position of a session."""
    state, question, seed = session.state, session.question, seed_of(session)
    player = _seat(view, state, seat).bot
    assert player is not None
    return lambda: bot.decide(state, question, seat, player.level, player.personality or "", seed)


def advice_for(
    bot: Bot[Any, Any], session: Session[Any, Any], seat: str, most: int
) -> Callable[[], tuple[Move[Any], ...]]:
    """Return the function that weighs for people what a seat may do now: the best few at the highest level."""
    state, seed = session.state, seed_of(session)
    return lambda: bot.weigh(state, None, seat, LEVELS[-1], "", seed)[:most]


def _seat(view: View, state: Any, id: str) -> Seat:
    return next(seat for seat in view.seats(state) if seat.id == id)


class Waits(Exception):
    """The bots cannot go on: people have the move, or the table is asked."""


def play_on(match_session: MatchSession, library: Callable[[], Any]) -> Move[Any] | None:
    """Make the next move of a bot, or roll and answer for a table of bots; return the move.

    Dice of bots are rolled by the app. Raises Waits, Refused, JournalError, PackError.
    """
    game, session = match_session.game, match_session.session
    bot, view, question = game.bot, game.view, session.question
    if bot is None or view.status(session.state).over:
        raise Waits
    seats = [seat for seat in view.seats(session.state) if seat.present]
    if question is not None and not _is_asked(question.who, seats):
        raise Waits
    if isinstance(question, DiceQuestion):
        match_session.roll()
        return None
    seat = bot.seat_to_move(view, session.state, question)
    move = decision_for(bot, view, session, seat)() if seat is not None else None
    if move is None and question is None:
        raise Waits
    if move is None or move.command is None:
        assert question is not None
        match_session.give(plain_answer(question) if move is None else move.answer, hand=HAND)
        return move
    command, packs = move.command, game.packs
    if packs.needs_packs(command):
        command = packs.complete(library(), match_session.state, command)
    match_session.do(command, hand=HAND)
    return move


def _is_asked(who: str | None, seats: list[Seat]) -> bool:
    """Return whether a bot is asked; the table is one of bots if nobody else sits there."""
    candidates = [seat for seat in seats if seat.id == who] or seats
    return all(seat.bot is not None for seat in candidates)


def bot_has_move(match_session: MatchSession) -> bool:
    """Return whether the seat that acts or is asked now is one of a bot."""
    bot, view, session = match_session.game.bot, match_session.game.view, match_session.session
    seat = bot.seat_to_move(view, session.state, session.question) if bot is not None else None
    return seat is not None and _seat(view, session.state, seat).bot is not None


def last_entry(match_session: MatchSession) -> int | None:
    """Return the last standing entry of a bot, or None if no bot has done anything. Raises JournalError."""
    return max((written.seq for written in match_session.inputs() if written.hand == HAND), default=None)


def weigh_entry(
    match_session: MatchSession, entry: int | None
) -> tuple[Any, Question | None, tuple[Move[Any], ...]] | None:
    """Return what a bot weighed before an entry of its own, and state and question then; or what it weighs now.

    The dice of a bot's command stand for the command. Return None if the entry is no standing entry
    of a bot, or if no bot has the move now. Raises JournalError.
    """
    game, session = match_session.game, match_session.session
    bot, view = game.bot, game.view
    if bot is None:
        return None
    if entry is None:
        state, question, seed = session.state, session.question, seed_of(session)
        seat = bot.seat_to_move(view, state, question)
    else:
        inputs = {written.seq: written for written in match_session.inputs()}
        written = inputs.get(entry)
        if written is not None and written.hand != HAND:
            written = inputs.get(written.command)
        if written is None or written.hand != HAND:
            return None
        entry = written.seq
        state = session.state_before(entry)
        question = None
        if written.kind == "answer":
            before = [earlier for seq, earlier in inputs.items() if written.command <= seq < entry]
            question = replay(session.rules, session.state_before(written.command), before).run_or_raise().question
        seed = f"{session.rules.seed(state)}/{entry - 1}"
        seat = bot.seat_to_move(view, state, question)
    player = _seat(view, state, seat).bot if seat is not None else None
    if seat is None or player is None:
        return None
    return state, question, bot.weigh(state, question, seat, player.level, player.personality or "", seed)
