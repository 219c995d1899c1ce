"""Objects: where they lie and who carries them."""

from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.registry import Act, Event, Place
from q40k.kernel import commands


class Pass(Act, tag="pass"):
    """Hand an object to a figure of one's own side in the square straight ahead."""

    object: Place
    to: commands.Name


class PickedUp(Event, tag="picked-up"):
    """A figure has picked up an object."""

    who: str
    object: str

    def fold(self, state: Match) -> Match:
        return _change_object(state, self.object, at=None, carrier=self.who)


class Dropped(Event, tag="dropped"):
    """A figure has left an object behind."""

    who: str
    object: str
    at: str | None

    def fold(self, state: Match) -> Match:
        return _change_object(state, self.object, at=self.at, carrier=None)


class HandedOver(Event, tag="handed-over"):
    """An object has changed hands."""

    who: str
    to: str
    object: str

    def fold(self, state: Match) -> Match:
        return _change_object(state, self.object, carrier=self.to)


def _change_object(state: Match, id: str, **changes: object) -> Match:
    return state.replace(things={**state.things, id: state.things[id].replace(**changes)})
