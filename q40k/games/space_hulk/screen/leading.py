"""The program as a player: keys of the bot that leads the marines, and the automaton."""

from time import monotonic

from q40k.games.space_hulk.bot import leading
from q40k.games.space_hulk.bot.reasons import choice_text
from q40k.games.space_hulk.screen.base import Desk, action
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.opening import Lead
from q40k.games.space_hulk.state.solo.automaton import Alien
from q40k.i18n.locale import N_

# -- keys ----------------------------------------------------------------------------------


@action(
    "bot-leads",
    "table",
    key="f8",
    name=N_("The bot leads on / off"),
    when=lambda state: state.setup.layout is not None,
    help=N_(
        "The bot leads the marines by itself from now on, or your hands do; alone, the whole match"
        " plays itself. Space hurries it, Escape stops it."
    ),
)
def bot_leads(desk: Desk) -> Lead:
    """F8: the bot leads the marines, or hands do."""
    if leading.is_leading(desk.state):
        return Lead(leads="nobody")
    desk.partner.begin()
    return Lead(leads="marines")


@action(
    "bot",
    "play",
    key="comma m",
    name=N_("The bot"),
    when=leading.marines_have_move,
    help=N_("The bot leads the marines: it does one thing for them, where a board is kept."),
)
def bot(desk: Desk) -> None:
    """, m: the bot does one thing for the marines, by what their player may know."""
    choice = leading.propose(desk.match_session.session.state)
    if choice is None:
        desk.notice = desk.locale.gettext(N_("The bot knows nothing to do."))
    else:
        desk.bots.carry_out(leading.as_move(choice))


# -- solo play -------------------------------------------------------------------------------


def program_acts(state: Match) -> bool:
    """Return whether it is the Genestealers' turn and the program plays it."""
    theirs = state.play.phase in ("stealer-reinforcement", "stealer-action")
    return state.options.solo and theirs and not _must_turn_up(state)


def _must_turn_up(state: Match) -> bool:
    """Return whether the player must turn up a blip first."""
    return state.conversion is not None and not state.conversion.own


action.add(
    "alien",
    "play",
    key="A",
    bar=0,
    name=N_("Genestealers act"),
    when=program_acts,
    usual=lambda state: state.window is None,
    help=N_("Alone: the program does its next thing as the Genestealers; Space as well."),
    command=Alien,
)


@action(
    "hint",
    "play",
    key="comma u",
    name=N_("Hint"),
    when=lambda state: state.options.solo and leading.marines_have_move(state),
    help=N_("Alone: what the bot would do, and how often nobody falls in play-outs of this turn."),
)
def show_hint(desk: Desk) -> None:
    """, u: the bot's choice and its chances."""
    hint = leading.find_hint(desk.match_session.session.state, monotonic)
    if hint is None:
        desk.notice = desk.locale.gettext(N_("The bot knows nothing to do."))
        return
    done = choice_text(desk.locale, hint.choice)
    desk.notice = desk.locale.say(
        N_("The bot would: {done}. Nobody falls this turn: {share} ({many} play-outs)."),
        done=done,
        share=desk.locale.percent(hint.unhurt / hint.many),
        many=hint.many,
    )
