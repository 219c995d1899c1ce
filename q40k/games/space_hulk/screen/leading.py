"""The program as a player: the bot leads the marines, the automaton the Genestealers.

The bot moves at a pace to follow; keys hurry or stop it.
"""

from time import monotonic

from msgspec import Struct

from q40k.bots.bot import HAND
from q40k.games.space_hulk.bot import leading
from q40k.games.space_hulk.bot.choices import Choice, choice_text
from q40k.games.space_hulk.rules.opening import Lead
from q40k.games.space_hulk.rules.solo.automaton import Alien
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.screen.base import Desk, action, choose_piece
from q40k.i18n.locale import N_
from q40k.tui.look import Rows, link_keys, style_text

WATCHED = "bot watched"
"""The key in the desk's memory for how far the bot has been followed."""
PACE = 1.5
"""The seconds between two moves of the bot."""
UNTOLD = ("pass", "aliens", "turn-over")
"""Moves that need no line, as the log has it or nothing is done."""


class Watched(Struct):
    """How far the bot has been followed: the newest entry and the time since then.

    `mine` is whether the bot had the move then; an entry by hand in its turn stops it.
    """

    head: int
    since: float
    mine: bool
    is_stopped: bool = False
    is_hurried: bool = False


def full_state(desk: Desk) -> Match:
    """Return the full state; the bot itself uses only what its player may know."""
    state: Match = desk.match_session.session.state
    return state


def act_automatically(desk: Desk, now: float) -> bool:
    """Make the bot's due moves and return whether there was one; `now` is in seconds."""
    if not leading.is_leading(full_state(desk)):
        desk.memory.pop(WATCHED, None)
        return False
    watched, done = _follow(desk, now), False
    while not watched.is_stopped and not desk.is_entering:
        move = _due(desk, watched, now)
        if move is None:
            break
        if not _carry_out(desk, move):
            watched.is_stopped = True
            break
        watched.head, watched.since = desk.match_session.head, now
        watched.mine, watched.is_hurried, done = _has_move(desk), False, True
    return done


def _has_move(desk: Desk) -> bool:
    return desk.snapshot.question is None and leading.has_move(full_state(desk))


def _follow(desk: Desk, now: float) -> Watched:
    """Return how far the bot has been followed. An entry or undo by hand in its turn stops it.

    It is also stopped in a match that is opened again.
    """
    head, has_the_move = desk.match_session.head, _has_move(desk)
    watched: Watched | None = desk.memory.get(WATCHED)
    if watched is None:
        watched = desk.memory[WATCHED] = Watched(head, now, has_the_move, is_stopped=has_the_move)
    elif watched.head != head:
        by_hand = has_the_move and (watched.mine or desk.match_session.can_redo)
        is_stopped = watched.is_stopped or by_hand
        watched = desk.memory[WATCHED] = Watched(head, now, has_the_move, is_stopped)
    return watched


def _due(desk: Desk, watched: Watched, now: float) -> Choice | leading.Reply | None:
    """Return the move that is due now. Only in solo play the bot waits before it declines a
    reaction.
    """
    state, question = full_state(desk), desk.snapshot.question
    is_time = watched.is_hurried or now - watched.since >= PACE
    if question is None and not state.pending and not is_time:
        return None
    move = leading.next_move(state, question)
    if is_time or isinstance(move, leading.Reply) or not state.options.solo:
        return move
    return move if move is not None and move.why == "pass" else None


def _carry_out(desk: Desk, move: Choice | leading.Reply) -> bool:
    """Make a move as a hand of its own, and say what and why."""
    session, message = desk.match_session, desk.notice
    if isinstance(move, leading.Reply):
        answer = move.answer
        done = desk.run_guarded(lambda: session.give(answer, hand=HAND))
    else:
        command = move.command
        who = leading.actor(command)
        if who is not None:
            choose_piece(desk, who)
        done = desk.run_guarded(lambda: session.do(command, hand=HAND))
        if move.why not in UNTOLD:
            message = desk.locale.say(N_("The bot: {done}"), done=choice_text(desk.locale, move))
    if done:
        desk.notice = message
    return done


# -- keys ----------------------------------------------------------------------------------


def accepts_key(desk: Desk, key: str) -> bool:
    """Take Space, which hurries or restarts the bot, or Escape, which stops it."""
    watched: Watched | None = desk.memory.get(WATCHED)
    if watched is None or desk.is_entering or not _has_move(desk):
        return False
    if key == "space":
        watched.is_stopped, watched.is_hurried = False, True
        return True
    if key == "escape" and not watched.is_stopped:
        watched.is_stopped, desk.notice = True, ""
        return True
    return False


@action(
    "bot-leads", "table", key="f8", name=N_("The bot leads on / off"),
    when=lambda state: state.setup.layout is not None,
    help=N_(
        "The bot leads the marines by itself from now on, or your hands do; alone, the whole match"
        " plays itself. Space hurries it, Escape stops it."
    ),
)  # fmt: skip
def bot_leads(desk: Desk) -> Lead:
    """F8: the bot leads the marines, or hands do."""
    if leading.is_leading(desk.state):
        return Lead(leads="nobody")
    desk.memory[WATCHED] = Watched(0, 0.0, mine=False)
    return Lead(leads="marines")


@action(
    "bot", "play", key="M", name=N_("The bot"), when=leading.marines_have_move,
    help=N_("The bot leads the marines: it does one thing for them, where a board is kept."),
)  # fmt: skip
def bot(desk: Desk) -> None:
    """Shift+M: the bot does one thing for the marines, by what their player may know."""
    move = leading.propose(full_state(desk))
    if move is None:
        desk.notice = desk.locale.gettext(N_("The bot knows nothing to do."))
    else:
        _carry_out(desk, move)


# -- the rows --------------------------------------------------------------------------------


def is_playing(desk: Desk) -> bool:
    """Return whether the bot has the move and goes on automatically."""
    watched: Watched | None = desk.memory.get(WATCHED)
    return watched is not None and not watched.is_stopped and _has_move(desk)


def rows(desk: Desk) -> Rows:
    """Return that the bot has the move, and its keys; nothing if hands have the move."""
    if desk.memory.get(WATCHED) is None or not _has_move(desk):
        return []
    _ = desk.locale.gettext
    if not is_playing(desk):
        stands = N_("The bot stands still.")
        keys = N_("Space: it goes on · Shift+M: one thing · F8: your hands lead")
        return [style_text(_(stands), "bold"), link_keys(_(keys))]
    keys = N_("Space: at once · Esc: it stops · F8: your hands lead")
    return [style_text(_("The bot is playing."), "bold"), link_keys(_(keys))]


# -- solo play -------------------------------------------------------------------------------


def program_acts(state: Match) -> bool:
    """Return whether it is the Genestealers' turn and the program plays it."""
    theirs = state.play.phase in ("stealer-reinforcement", "stealer-action")
    return state.options.solo and theirs and not _must_turn_up(state)


def _must_turn_up(state: Match) -> bool:
    """Return whether the player must turn up a blip first."""
    return state.conversion is not None and not state.conversion.own


@action(
    "alien", "play", key="A", bar=0, name=N_("Genestealers act"), when=program_acts,
    usual=lambda state: state.window is None,
    help=N_("Alone: the program does its next thing as the Genestealers; Space as well."),
)  # fmt: skip
def alien(_desk: Desk) -> Alien:
    """Shift+A: a blip arrives, or an alien acts."""
    return Alien()


@action(
    "hint", "play", key="U", name=N_("Hint"),
    when=lambda state: state.options.solo and leading.marines_have_move(state),
    help=N_("Alone: what the bot would do, and how often nobody falls in play-outs of this turn."),
)  # fmt: skip
def show_hint(desk: Desk) -> None:
    """Shift+U: the bot's choice and its chances."""
    hint = leading.find_hint(desk.match_session.session.state, monotonic)
    if hint is None:
        desk.notice = desk.locale.gettext(N_("The bot knows nothing to do."))
        return
    done = choice_text(desk.locale, hint.choice)
    desk.notice = desk.locale.say(
        N_("The bot would: {done}. Nobody falls this turn: {share} ({many} play-outs)."),
        done=done, share=desk.locale.percent(hint.unhurt / hint.many), many=hint.many,
    )  # fmt: skip
