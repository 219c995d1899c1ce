"""Deaths and returns as events."""

from typing import Literal

from q40k.games.space_hulk.state.match import Blip, Match, Stealer
from q40k.games.space_hulk.state.registry import Event

Cause = Literal["shot", "flame", "fire", "assault", "explosion", "storm", "fall", "self-destruct", "hand", "convert"]


class Killed(Event, tag="killed"):
    """A piece is destroyed. A blip is turned up then; `value` is set if it is known."""

    who: str
    by: Cause
    value: int | None = None

    def fold(self, state: Match) -> Match:
        """Take a piece off the board, leave its objects on its square, and end fire at it.

        Rule: SH-OBJECT-2, SH-BLIP-9, SH-CONVERT-6
        """
        piece = state.piece(self.who)
        things = {
            id: item.replace(carrier=None, at=piece.position.at) if item.carrier == piece.id else item
            for id, item in state.things.items()
        }
        state = state.with_piece(self.who, alive=False).replace(things=things)
        state = state.without_aims(lambda aim: aim.target == self.who)
        if isinstance(piece, Stealer):
            state = state.replace(kills=state.tally.kills + 1)
        if isinstance(piece, Blip):
            state = state.with_blip(piece.id, value=self.value or piece.value)
            worth = self.value or 1
            up = dict(state.pile.up)
            up[self.value or 0] = up.get(self.value or 0, 0) + 1
            state = state.replace(kills=state.tally.kills + worth, up=up)
        return state.replace(active=None) if state.play.active == self.who else state


class DoorGone(Event, tag="door-gone"):
    """A door is destroyed for good."""

    at: str
    by: Cause

    def fold(self, state: Match) -> Match:
        state = state.without_aims(lambda aim: aim.target == self.at)
        return state.replace(doors={**state.doors, self.at: "gone"})


class BlipCounted(Event, tag="blip-counted"):
    """The table turns up a blip that died unrevealed: it counts its number of stealers."""

    blip: str
    value: int

    def fold(self, state: Match) -> Match:
        """Replace the single kill of an unknown blip by the number of its stealers.

        Rule: SH-BLIP-9
        """
        up = {**state.pile.up, 0: state.pile.up.get(0, 1) - 1}
        up[self.value] = up.get(self.value, 0) + 1
        kills = state.tally.kills + self.value - 1
        turned_up = {value: n for value, n in up.items() if n}
        return state.with_blip(self.blip, value=self.value).replace(up=turned_up, kills=kills)


def kill_event(state: Match, who: str, by: Cause) -> Killed:
    """Return the event of a destroyed piece; a blip that the app has dealt shows its value.

    Rule: SH-BLIP-9, SH-ALPHA-1
    """
    piece = state.piece(who)
    return Killed(who=who, by=by, value=piece.value if isinstance(piece, Blip) else None)
