"""PORTALS: jumps as events, and what stepping back costs."""

from q40k.games.quake.state.match import Match, Player, change_player, stand_at
from q40k.games.quake.state.registry import Event, Stand
from q40k.games.quake.state.respawn import arrival_changes


class PortalEntered(Event, tag="portal-entered"):
    """A champion stepped wholly onto a portal (PORTAL-1); `spent` in inches.

    `left` are the inches it had before. In older matches `far` is how many inches away its kept
    place was, if that was more: a portal out of reach is refused now.
    `over` are tokens and flags it passed over (BONUS-1, FLAG-1).
    """

    player: str
    portal: int
    spent: float
    far: float | None = None
    left: float = 0
    over: tuple[str, ...] = ()

    def fold(self, state: Match) -> Match:
        return change_player(
            state,
            self.player,
            **stand_at(None, self.portal),
            spent=self.spent,
            moved=True,
            in_water=False,
            over=(*state.players[self.player].movement.over, *self.over),
        )


class Teleported(Event, tag="teleported"):
    """A champion came out of a portal at `exit` (PORTAL-2, 3); `die` is the roll.

    `at` is where, in cm, when places are kept. `in_water`: it stands in water there.
    """

    player: str
    entered: int
    exit: int
    die: int
    stand: Stand
    at: tuple[float, float] | None = None
    in_water: bool = False

    def fold(self, state: Match) -> Match:
        changes = arrival_changes(state, self.exit, self.stand, self.at)
        spent = state.players[self.player].movement.spent
        return change_player(
            state, self.player, **changes, came_by=self.exit, arrived_at=spent, tested=False, in_water=self.in_water
        )


STEP_BACK_INCHES = 3.0


def step_back_price(player: Player) -> float:
    """Return the inches a champion still owes to use the portal it arrived by again.

    Rule: PORTAL-5
    """
    return max(0.0, STEP_BACK_INCHES - (player.movement.spent - player.movement.arrived_at))
