"""The acts of one alien, as events."""

from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.solo.order import Finished


def finished_event(state: Match, who: str) -> Finished | None:
    """Return the event that ends the acts of an alien that is dead or has no points; else None."""
    piece = state.piece(who)
    if not piece.present:
        return Finished(who=who, why="dead")
    return Finished(who=who, why="acted") if piece.acts.ap <= 0 else None
