"""The look of events in the feed: kills stand out, turns and phases are drawn as rules."""

from __future__ import annotations

from q40k.games.quake.rules.bonus.tokens import TokenTaken
from q40k.games.quake.rules.damage import AccidentSuffered, Killed
from q40k.games.quake.rules.ending import Ended
from q40k.games.quake.rules.objectives.objective import Won
from q40k.games.quake.rules.portals.jumping import Teleported
from q40k.games.quake.rules.respawn import Respawned
from q40k.games.quake.rules.rounds import RoundOpened, RoundWon
from q40k.games.quake.rules.turn.next import PassedOver
from q40k.games.quake.rules.turn.turn import PhaseOpened, TurnOpened
from q40k.games.quake.screen.teams.sides import BESIDE, IN_PORTAL
from q40k.kernel.events import Event
from q40k.tui import look
from q40k.tui.look import Beat

_TELEFRAG = Beat("⊗", "$loss", pays=True)
_BEATS: dict[type[Event], Beat] = {
    Killed: Beat("✖", "bold", pays=True),
    AccidentSuffered: Beat(look.DEAD, "$loss", pays=True),
    Respawned: Beat(BESIDE, look.MUTED),
    Teleported: Beat(IN_PORTAL),
    TokenTaken: Beat("◆"),
    TurnOpened: Beat(style="bold", across=True),
    RoundOpened: Beat(style="bold", across=True),
    PhaseOpened: Beat(style=look.MUTED, across=True),
    PassedOver: Beat(style=look.MUTED),
    RoundWon: Beat("★", "bold"),
    Won: Beat("★", "bold"),
    Ended: Beat("★", "bold"),
}


def beat(event: Event) -> Beat:
    """Return the look of an event; a telefrag differs from other accidents."""
    if isinstance(event, AccidentSuffered) and event.cause == "telefragged":
        return _TELEFRAG
    return _BEATS.get(type(event), Beat())
