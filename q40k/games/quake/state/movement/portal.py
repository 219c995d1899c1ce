"""PORTALS: stepping onto one, as a command."""

from q40k.games.quake.state.match import Match
from q40k.games.quake.state.registry import Command, Inches, Number, Place, Stand
from q40k.kernel.commands import Name


class UsePortal(Command, tag="portal"):
    """Step onto a portal, having moved so many inches since the last jump (PORTAL-1 to 7).

    With `continues` the jumper's movement is not over, and the champions it telefragged wait. `at`
    is where it comes out, in cm.
    """

    player: Name
    portal: Number
    moved: Inches | None = None
    stand: Stand = "in"
    at: Place | None = None
    continues: bool = False

    def keeps_moving(self, state: Match) -> bool:
        """Let the dead wait while the movement of a jumper that lives goes on.

        Rule: PORTAL-7
        """
        jumper = state.player_named(self.player)
        return self.continues and jumper is not None and jumper.in_play
