"""The bot leads the marines by itself, at a pace one can follow; who plays hurries or stops it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from q40k.games.space_hulk.bot.choice import Choice, in_words
from q40k.games.space_hulk.bot.leading import HAND, Reply, actor, its_move, leads, next_move
from q40k.games.space_hulk.bot.partner import marines_move, proposal
from q40k.games.space_hulk.rules.leading import Lead
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.screen.base import Desk, action, choose_piece
from q40k.i18n.locale import N_
from q40k.tui.look import Rows, link_keys, style_text

WATCHED: Final = "bot watched"
"""Under this name the desk keeps how far the bot has been followed."""
PACE: Final = 1.5
"""So many seconds lie between two things the bot does, so that they can be followed."""
UNTOLD: Final = ("pass", "aliens", "turn-over")
"""What needs no line: the log says it, or nothing is done."""


class Watched(Struct):
    """How far the bot has been followed: the newest entry, and since when it is there.

    `mine` is whether it had the move then: whoever enters something nevertheless stops it.
    """

    head: int
    since: float
    mine: bool
    stands: bool = False
    hurried: bool = False


def whole(desk: Desk) -> Match:
    """The state with all that is in it; the bot itself looks at no more than its player may."""
    state: Match = desk.match_session.session.state
    return state


def by_itself(desk: Desk, now: float) -> bool:
    """Do what is due; `now` is in seconds of any clock. True where anything was done."""
    if not leads(whole(desk)):
        desk.memory.pop(WATCHED, None)
        return False
    watched, done = _follow(desk, now), False
    while not watched.stands and not desk.is_entering:
        move = _due(desk, watched, now)
        if move is None:
            break
        if not _carried_out(desk, move):
            watched.stands = True
            break
        watched.head, watched.since = desk.match_session.head, now
        watched.mine, watched.hurried, done = _mine(desk), False, True
    return done


def _mine(desk: Desk) -> bool:
    return desk.match_session.question is None and its_move(whole(desk))


def _follow(desk: Desk, now: float) -> Watched:
    """How far it has come. It stands where a hand was at work in its turn, or took back anything.

    So it does in a match that is opened again.
    """
    head, mine = desk.match_session.head, _mine(desk)
    watched: Watched | None = desk.memory.get(WATCHED)
    if watched is None:
        watched = desk.memory[WATCHED] = Watched(head, now, mine, stands=mine)
    elif watched.head != head:
        by_hand = mine and (watched.mine or desk.match_session.can_redo)
        stands = watched.stands or by_hand
        watched = desk.memory[WATCHED] = Watched(head, now, mine, stands)
    return watched


def _due(desk: Desk, watched: Watched, now: float) -> Choice | Reply | None:
    """What is to be done now. Nobody waits for a reaction, but where the bot plays all alone."""
    state, question = whole(desk), desk.match_session.question
    waited = watched.hurried or now - watched.since >= PACE
    if question is None and not state.pending and not waited:
        return None
    found = next_move(state, question)
    if waited or isinstance(found, Reply) or not state.options.solo:
        return found
    return found if found is not None and found.why == "pass" else None


def _carried_out(desk: Desk, move: Choice | Reply) -> bool:
    """Do it as by a hand of its own, and say what and why."""
    session, said = desk.match_session, desk.notice
    if isinstance(move, Reply):
        answer = move.answer
        done = desk.run_guarded(lambda: session.give(answer, hand=HAND))
    else:
        command = move.command
        who = actor(command)
        if who is not None:
            choose_piece(desk, who)
        done = desk.run_guarded(lambda: session.do(command, hand=HAND))
        if move.why not in UNTOLD:
            said = desk.locale.say(N_("The bot: {done}"), done=in_words(desk.locale, move))
    if done:
        desk.notice = said
    return done


# -- keys ----------------------------------------------------------------------------------


def takes(desk: Desk, key: str) -> bool:
    """Space hurries the bot, or lets it go on; Escape stops it at once."""
    watched: Watched | None = desk.memory.get(WATCHED)
    if watched is None or desk.is_entering or not _mine(desk):
        return False
    if key == "space":
        watched.stands, watched.hurried = False, True
        return True
    if key == "escape" and not watched.stands:
        watched.stands, desk.notice = True, ""
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
    if leads(desk.state):
        return Lead(leads="nobody")
    desk.memory[WATCHED] = Watched(0, 0.0, mine=False)
    return Lead(leads="marines")


@action(
    "bot", "play", key="M", name=N_("The bot"), when=marines_move,
    help=N_("The bot leads the marines: it does one thing for them, where a board is kept."),
)  # fmt: skip
def bot(desk: Desk) -> None:
    """Shift+M: the bot does one thing for the marines, by what their player may know."""
    found = proposal(whole(desk))
    if found is None:
        desk.notice = desk.locale.gettext(N_("The bot knows nothing to do."))
    else:
        _carried_out(desk, found)


# -- what is said --------------------------------------------------------------------------


def playing(desk: Desk) -> bool:
    """Whether it has the move and goes on by itself."""
    watched: Watched | None = desk.memory.get(WATCHED)
    return watched is not None and not watched.stands and _mine(desk)


def rows(desk: Desk) -> Rows:
    """Who has the move, and which keys hurry and stop it; nothing where hands have it."""
    if desk.memory.get(WATCHED) is None or not _mine(desk):
        return []
    _ = desk.locale.gettext
    if not playing(desk):
        stands = N_("The bot stands still.")
        keys = N_("Space: it goes on · Shift+M: one thing · F8: your hands lead")
        return [style_text(_(stands), "bold"), link_keys(_(keys))]
    keys = N_("Space: at once · Esc: it stops · F8: your hands lead")
    return [style_text(_("The bot is playing."), "bold"), link_keys(_(keys))]
