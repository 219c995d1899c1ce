"""Water: who swims, who was halted."""

from q40k.games.quake.state import damage, positions
from q40k.games.quake.state.match import Match, Player, change_player
from q40k.games.quake.state.movement.ground import limit_movement
from q40k.games.quake.state.registry import Event


class Swam(Event, tag="swam"):
    """A champion in the water rolled its die: so many inches, or drowning on a 1 (MOVE-4).

    `after` is how many inches it walks to the water in this move.
    """

    player: str
    die: int
    after: float = 0

    def fold(self, state: Match) -> Match:
        state = limit_movement(state, self.player, self.after + self.die)
        return change_player(state, self.player, in_water=True, swum=True)


class Halted(Event, tag="halted"):
    """A champion moves no more in this movement phase."""

    player: str

    def fold(self, state: Match) -> Match:
        return change_player(state, self.player, halted=True)


def is_swimming(state: Match, player: Player) -> bool:
    """Return whether a champion is in water: it swam or walked in, or its place is in it.

    Rule: MOVE-4
    """
    at, level = player.position.at, player.position.level
    return player.movement.in_water or (at is not None and positions.in_water(state, at, level))


# -- falls --------------------------------------------------------------------------------


class Fell(Event, tag="fell"):
    """A champion fell so many inches, with the hit it took (MOVE-3, MOVE-5)."""

    player: str
    inches: float
    struck: damage.Struck
