"""The turn: the draw of points, its end, the bell, the end phase, the clock."""

from q40k.games.space_hulk.screen.base import Desk, action, marines_act, pay_by_points, pays_points
from q40k.games.space_hulk.screen.leading import program_acts
from q40k.games.space_hulk.state.ending import EndMatch, EndPhase
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.opening import SettleDoubts
from q40k.games.space_hulk.state.turn import Draw, EndTurn, GiveTime, Pause, TimeUp
from q40k.i18n.locale import N_
from q40k.tui.fields import Number, Option, Pick, Text
from q40k.tui.forms import Form, yes_or_no

action.add(
    "draw",
    "play",
    key="w",
    bar=0,
    name=N_("Draw points"),
    when=lambda state: state.play.phase == "marine-command" and state.conversion is None,
    help=N_("A command point counter is drawn; then the timer is turned and the marines act."),
    command=Draw,
)


def can_end_turn(state: Match) -> bool:
    """Return whether a turn can end."""
    return state.play.phase in ("marine-action", "stealer-reinforcement", "stealer-action")


action.add(
    "end-turn",
    "play",
    key="e",
    bar=2,
    name=N_("End turn"),
    when=can_end_turn,
    usual=lambda state: not program_acts(state),
    redirect=lambda state: "end-phase" if state.play.phase == "end" else None,
    help=N_("The player has done everything there is to do."),
    command=EndTurn,
)


action.add(
    "end-phase",
    "play",
    key="comma e",
    shown="e",
    bar=2,
    name=N_("End phase"),
    when=lambda state: state.play.phase == "end",
    help=N_("Goals, the counter, all markers off the board; then the next turn."),
    command=EndPhase,
)


@action(
    "time-up",
    "play",
    key="t",
    bar=10,
    name=N_("Time is up"),
    when=lambda state: state.play.phase == "marine-action" and not state.play.finishing,
    usual=lambda state: state.timer.length is not None,
    help=N_("The sand has run out: was an action begun that is still to be entered?"),
)
def time_up(desk: Desk) -> Form:
    """t: the sand has run out."""
    title = desk.locale.gettext(N_("Was an action begun that is still to be entered?"))
    return TimeUp(begun=(yield Pick(title, options=yes_or_no(desk.locale))))


@action(
    "points",
    "play",
    key="c",
    bar=6,
    name=N_("With command points"),
    when=marines_act,
    help=N_("The next action is paid in command points."),
)
def toggle_points(desk: Desk) -> None:
    """c: pay the next action in command points, or not."""
    pays = not pays_points(desk)
    pay_by_points(desk, pays)
    on, off = N_("The next action is paid in command points."), N_("Action points again.")
    desk.notice = desk.locale.gettext(on if pays else off)


@action(
    "pause",
    "table",
    key="z",
    bar=13,
    name=N_("Clock"),
    when=lambda state: state.timer.length is not None,
    help=N_("Stop the clock, for a reason; the same key starts it again."),
)
def pause(desk: Desk) -> Form:
    """z: the clock stands, or goes on."""
    if desk.state.timer.held is not None:
        return Pause()
    why = yield Text(desk.locale.gettext(N_("Why is the clock stopped?")), may_be_empty=True, empty="")
    return Pause(why=why)


@action(
    "give-time",
    "right",
    key="comma d",
    name=N_("Give time"),
    when=lambda state: state.timer.length is not None,
    help=N_("The marine player gets seconds back. An undo gives none."),
)
def give_time(desk: Desk) -> Form:
    """, d: seconds back."""
    return GiveTime(
        seconds=(yield Number(desk.locale.gettext(N_("How many seconds?")), buffer="15", least=1, most=600))
    )


def has_doubts(state: Match) -> bool:
    """Return whether actions taken in haste are to be settled, after the bell."""
    return bool(state.doubts) and state.play.phase != "marine-action"


action.add(
    "settle",
    "right",
    key="D",
    bar=1,
    name=N_("Doubts settled"),
    when=has_doubts,
    help=N_("What was taken as allowed in haste has been talked over."),
    command=SettleDoubts,
)


def has_begun(state: Match) -> bool:
    """Return whether the first turn has begun."""
    return state.play.turn > 0


@action(
    "end",
    "right",
    key="comma x",
    name=N_("End the match"),
    when=has_begun,
    help=N_("The players stop, and say who has won."),
)
def end(desk: Desk) -> Form:
    """, x: stop here."""
    _ = desk.locale.gettext
    names = desk.state.setup.names
    options = (Option("1", "marine", names[0]), Option("2", "stealer", names[1]), Option("0", None, _("nobody")))
    return EndMatch(winner=(yield Pick(_("Who has won?"), options=options)))
