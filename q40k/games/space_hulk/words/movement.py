"""Steps, turns, doors, ladders and objects, in sentences."""

from fractions import Fraction

from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.movement.doors import Door, DoorMoved
from q40k.games.space_hulk.state.movement.objects import Dropped, HandedOver, Pass, PickedUp
from q40k.games.space_hulk.state.movement.steps import Climbed, Left, Moved, Step, Turn, Turned
from q40k.games.space_hulk.words.wording import commands, events, questions, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText

HOW = {
    "forward": N_("{who} steps forward"),
    "backward": N_("{who} steps back"),
    "sideways": N_("{who} steps aside"),
    "ladder": N_("{who} climbs along the ladder"),
    "entering": N_("{who} comes onto the board"),
}


@tells(Moved)
def _tell_move(locale: Locale, _state: Match, event: Moved) -> str:
    if event.at is None:
        return locale.say(HOW[event.how], who=event.who)
    if event.how == "entering":
        return locale.say(N_("{who} comes in on {at}"), who=event.who, at=event.at)
    return locale.say(N_("{who} steps to {at}"), who=event.who, at=event.at)


events(
    {
        Left: EventText(N_("{who} leaves the board by {exit}"), fields={"exit": "by"}),
        Turned: EventText({None: N_("{who} turns"), ...: N_("{who} faces {facing}")}, by="facing"),
        Climbed: EventText(
            {True: N_("{who} rolls {die} and falls down"), False: N_("{who} rolls {die} and keeps hold")}, by="fell"
        ),
        PickedUp: N_("{who} picks up {object}"),
        Dropped: N_("{who} leaves {object} behind"),
        HandedOver: N_("{who} hands {object} to {to}"),
        DoorMoved: EventText(
            {
                (False, True): N_("The door on {at} is open"),
                (False, False): N_("The door on {at} is closed"),
                (True, True): N_("{who} opens the door on {at}"),
                (True, False): N_("{who} closes the door on {at}"),
            },
            by=lambda _state, event: (bool(event.who), event.open),
        ),
    }
)


def _of_step(_locale: Locale, command: Step) -> str:
    return f"{command.who} {command.to or command.dir or ''}".strip()


questions(
    {
        "ladder": QuestionText(
            N_("{who}: on the top of the ladder"),
            N_("On a 1 the marine falls to the foot."),
            chance=lambda _state, _question: Fraction(5, 6),
        ),
        "fire": QuestionText(
            N_("{who}: on through the fire"), N_("Dead on 2 or more."), chance=lambda _state, _question: Fraction(1, 6)
        ),
    }
)
commands(
    {
        Step: CommandText(in_context("command", "step"), _of_step),
        Turn: CommandText(in_context("command", "turn"), "{who} {facing}"),
        Door: CommandText(in_context("command", "door"), "{who} {at}"),
        Pass: CommandText(in_context("command", "hand over"), "{who} > {to}: {object}"),
    }
)
