"""The turn, its clock, its command points and its end, in sentences."""

from q40k.games.space_hulk.state import turn
from q40k.games.space_hulk.state.activation import Activate, Activated, AimLost, AlienActed, Paid, StanceEnded
from q40k.games.space_hulk.state.ending import CounterShown, EndMatch, EndPhase, MarkersOff, MatchEnded
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.words.names import SIDES, seat_name
from q40k.games.space_hulk.words.wording import commands, events, questions, refusals, silent, tells
from q40k.i18n.locale import N_, Facts, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Question, Value

silent(Activated, Paid, AlienActed, turn.TimerStopped, turn.WindowClosed)
PHASES = {
    "setup": N_("Set-up"),
    "marine-command": N_("Command phase"),
    "marine-action": N_("Marine actions"),
    "stealer-reinforcement": N_("Reinforcements"),
    "stealer-action": N_("Genestealer actions"),
    "end": N_("End phase"),
}
GOALS = {
    "leave": N_("enough marines have left"),
    "bar": N_("not enough marines can leave any more"),
    "carry-out": N_("the object is off the board"),
    "survive": N_("marines have survived"),
    "kill": N_("enough stealers are dead"),
    "burn": N_("all that was to burn has burnt"),
    "hold": N_("the place is held"),
    "wipe-out": N_("no marine is left"),
    "nobody-left": N_("no marine is left"),
    "outlast": N_("the time of the mission is over"),
    "points": N_("more command points were spent than the counter shows"),
    "table": N_("the goal of the mission is met"),
    "hand": N_("the table says so"),
}


def phase_name(locale: Locale, phase: str) -> str:
    """Return the name of a phase."""
    return locale.gettext(PHASES.get(phase, phase))


events(
    {
        turn.TurnOpened: N_("Turn {turn}"),
        turn.PhaseOpened: EventText(PHASES, by="phase"),
        turn.BellRung: EventText(
            {True: N_("The sand has run out; an action that was begun is finished"), False: N_("The sand has run out")},
            by="begun",
        ),
        turn.TimerStarted: EventText(N_("The timer is turned: {time}"), fields={"time": "seconds"}),
        turn.TimeGiven: N_("{seconds} seconds more"),
        turn.ClockHeld: EventText({"": N_("The clock is stopped"), ...: N_("The clock is stopped: {why}")}, by="why"),
        turn.ClockGoesOn: N_("The clock goes on"),
        turn.PointsSpent: EventText(
            {"": N_("Command points spent: {points}"), ...: N_("Command points for {who}: {points}")}, by="who"
        ),
        turn.PointBack: N_("A command point comes back"),
        StanceEnded: EventText(
            {True: N_("{who} is on guard no more"), False: N_("{who} is on overwatch no more")}, by="guard"
        ),
        AimLost: EventText(
            {True: N_("{who} lets the free shot go"), False: N_("{who} has no sustained fire any more")}, by="owed"
        ),
        CounterShown: N_("The counter shows {value}; spent: {spent}"),
        turn.CounterDrawn: EventText(
            {
                (True, False): N_("The counter is drawn again"),
                (True, True): N_("Drawn again: {value}"),
                (False, False): N_("A command point counter is drawn"),
                (False, True): N_("Command points: {value}"),
            },
            by=lambda _state, event: (event.again, event.value is not None),
        ),
    }
)


@tells(MarkersOff)
def _markers(locale: Locale, _state: Match, event: MarkersOff) -> str:
    parts = []
    for sentence, names in (
        (N_("overwatch {names}"), event.overwatch),
        (N_("guard {names}"), event.guard),
        (N_("jams {names}"), event.jams),
        (N_("fire {names}"), event.fires),
    ):
        if names:
            parts.append(locale.say(sentence, names=", ".join(names)))
    if event.barrier:
        parts.append(locale.gettext(N_("the force barrier")))
    if not parts:
        return locale.gettext(N_("No marker comes off the board"))
    return locale.say(N_("Take off the board: {markers}"), markers=locale.join_clauses(parts))


@tells(MatchEnded)
def _ended(locale: Locale, state: Match, event: MatchEnded) -> str:
    why = locale.gettext(GOALS.get(event.met, event.met))
    if not event.winners:
        return locale.say(N_("A draw: {why}"), why=why)
    who = seat_name(state, event.winners[0])
    return locale.say(N_("Victory for {who}: {why}"), who=who, why=why)


def _side(locale: Locale, _state: Match, _question: Question, value: Value) -> str:
    if value == "none":
        return locale.gettext(N_("nobody"))
    if value == "both":
        return locale.gettext(N_("both sides"))
    return locale.gettext(SIDES[str(value)])


questions(
    {
        "counter": QuestionText(N_("The command point counter"), N_("Unseen: Space lets the app draw it.")),
        "again": QuestionText(N_("Draw again?"), N_("The second counter counts, even if it is lower.")),
        "begun": QuestionText(
            N_("The sand has run out: was it begun?"),
            N_("What was announced in time is finished; else the Genestealers are on."),
        ),
        "counter-shown": QuestionText(
            N_("What does the command point counter show?"), N_("It goes back into the cup.")
        ),
        "goals": QuestionText(
            N_("Who has met the goals of the mission?"), N_("As the mission book says."), label=_side
        ),
    }
)


def _phases(locale: Locale, facts: Facts) -> dict[str, str]:
    return {name: phase_name(locale, str(facts.get(name))) for name in ("phase", "wanted")}


refusals(facts={"wrong-phase": _phases, "other-phase": _phases})


def _winner(locale: Locale, command: EndMatch) -> str:
    return locale.gettext(SIDES[command.winner]) if command.winner else ""


commands(
    {
        Activate: CommandText(in_context("command", "activate"), "{who}"),
        turn.Draw: CommandText(in_context("command", "draw a counter")),
        turn.EndTurn: CommandText(in_context("command", "end of the turn")),
        turn.TimeUp: CommandText(in_context("command", "time is up")),
        turn.Pause: CommandText(in_context("command", "clock"), "{why}"),
        turn.GiveTime: CommandText(in_context("command", "give time"), "{seconds} s"),
        EndPhase: CommandText(in_context("command", "end phase")),
        EndMatch: CommandText(in_context("command", "end of the match"), _winner),
    }
)
