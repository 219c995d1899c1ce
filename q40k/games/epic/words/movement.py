"""Moves, dangerous ground and transports, in sentences; and why typed text is no position."""

from q40k.games.epic.state import ground, movement, room, transport
from q40k.games.epic.state.match import Match
from q40k.games.epic.words.names import cm, terrain_name
from q40k.games.epic.words.wording import WORDS, commands, events, questions, silent, tells
from q40k.geometry.space import PlaceError
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText

silent(movement.Stopped, room.StoodApart)


@tells(movement.Moved)
def _tell_move(locale: Locale, _state: Match, event: movement.Moved) -> str:
    far = max(event.spent.values(), default=0.0) if event.places else event.cm
    if far is None:
        return locale.say(N_("{formation} moves"), formation=event.formation)
    if not far:
        return locale.say(N_("{formation} stays where it is"), formation=event.formation)
    return locale.say(N_("{formation} moves {cm}"), formation=event.formation, cm=cm(locale, round(far, 1)))


events(
    {
        transport.CapacitySaid: N_("The table says that {figure} carries {capacity}"),
        transport.Boarded: EventText(
            {True: N_("{figures} aboard {transport}"), False: N_("{figures} get on {transport}")}, by="free"
        ),
        transport.GotOff: N_("{figures} get off {transport}"),
        transport.ThrownOut: N_("{figures} crawl out of {transport}, and do nothing more in this phase"),
        ground.GroundTested: EventText(
            {
                0: N_("{figure} tests dangerous ground ({terrain}): {die}, it goes on"),
                1: N_("{figure} tests dangerous ground ({terrain}): 1, then {second}, it is stuck"),
                2: N_("{figure} tests dangerous ground ({terrain}): 1, then 1, it is stuck, and hit"),
            },
            by=lambda _state, event: 0 if event.die != 1 else 1 if event.second != 1 else 2,
            fields={"terrain": lambda locale, _state, event: terrain_name(locale, event.terrain)},
        ),
    }
)


questions(
    {
        "ground": QuestionText(N_("{figure} in dangerous ground ({terrain}): {dice}"), N_("On a 1 it is stuck.")),
        "ground-again": QuestionText(N_("{figure} is stuck ({terrain}): {dice}"), N_("On a second 1 it takes a hit.")),
        "capacity": QuestionText(N_("How many figures does {figure} carry?")),
    }
)
WORDS.dress(
    {
        "terrain": lambda locale, kind: terrain_name(locale, str(kind)),
        **dict.fromkeys(
            ("cm", "most", "left", "bottom", "right", "top"), lambda locale, length: locale.number(float(length))
        ),
    }
)
commands({movement.Move: CommandText(in_context("command", "move"), "{formation}")})


# -- typed positions -----------------------------------------------------------------------


_ERRORS = {
    "place-unreadable": N_("“{said}” is not a place: type 60,45, or 5 north."),
    "no-thing": N_("Nothing here is called {said}."),
    "no-start": N_("It has no place yet: type one, such as 60,45."),
    "outside": N_("{x}, {y} is not on the table of {width} × {height} cm."),
}


def place_error(locale: Locale, error: PlaceError) -> str:
    """Return why typed text is no position."""
    facts = {name: locale.number(fact) if isinstance(fact, float) else fact for name, fact in error.facts.items()}
    return locale.say(_ERRORS[error.code], **facts)
