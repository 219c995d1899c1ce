"""A shot: the command for it, and the event that records it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from q40k.games.quake.rules.changing import change_player
from q40k.games.quake.rules.command import Command, Inches, Place, SaveKind
from q40k.games.quake.rules.damage.rolling import Struck, Workings
from q40k.games.quake.rules.parts import Fired
from q40k.games.quake.rules.registry import command, event, fold
from q40k.games.quake.rules.state import Match
from q40k.kernel.checking import CleanedBy
from q40k.kernel.events import Event
from q40k.packs.base import FINITE, InvalidValue
from q40k.packs.said import Name, Text


def _check_cover(save: int) -> int:
    if save == 1:
        raise InvalidValue("greater_than_equal", "Input should be greater than or equal to 2, or 0")
    return save


CoverSave = Annotated[int, Meta(ge=0, le=6), CleanedBy(_check_cover)]
"""A cover save of so much or more; 0 is no cover."""


@command
class Shoot(Command, tag="shoot"):
    """Fire a weapon at a champion, a barrel or a team's building (SHOOT-1 to 4).

    `weapon` is the id or the name of one the champion carries; it may be left out if it carries
    only one. `distance` in inches, `in_cover` (the cover save, 0 for none) and `dark` (a dark zone)
    are the table's word, where no position is kept or instead of what the positions give. `close`:
    without a distance, the target is within 12 in (a melta: half range). `moved` and `charging`
    concern the shooter; moves left out are known. `save` is the save the target's owner takes
    instead of the best. `inside` are those who come back in their portal, not beside it, if they
    die of the shot (RESPAWN-1).

    For a template: `also` names the others under it ("ask" asks the table). `at` is where the
    marker is in cm, `angle` where a flame points (0 is to the right, 90 up). `shots` is the number
    for a weapon whose profile leaves it open.
    """

    player: Name
    target: Name
    weapon: Text | None = None
    distance: Inches | None = None
    in_cover: CoverSave | None = None
    dark: bool = False
    close: bool = False
    moved: bool | None = None
    charging: bool = False
    save: SaveKind | None = None
    inside: tuple[Name, ...] = ()
    also: tuple[Name, ...] | Literal["ask"] | None = None
    at: Place | None = None
    angle: Annotated[float, Meta(ge=-360, le=360), FINITE] | None = None
    shots: Annotated[int, Meta(ge=1, le=20)] | None = None


@event
class Shot(Event, tag="shot"):
    """A champion fired a weapon at a champion, a barrel or a team's building.

    `steps` are rolls that concern no single victim: the spotting test, whether a marker hits, the
    penetration of a building. Each of `victims` has its own. `shape` is the template used, "" for
    none. `unseen`: the target stayed in the dark, and the shot is lost. `burns` are wounds of the
    shooter by its own weapon, `perils` attacks of the warp on it. `jammed`: the weapon fires no
    more. `may_charge`: the shooter may still charge this turn. `short`: the shot was announced
    before it was measured, and is out of range (MOVE-2).
    """

    shooter: str
    weapon: str
    target: str | None = None
    barrel: str | None = None
    building: str | None = None
    shape: str = ""
    distance_in: float | None = None
    unseen: bool = False
    shots: int = 0
    hits: int = 0
    penetrating: int = 0
    steps: Workings = ()
    victims: tuple[Struck, ...] = ()
    burns: int = 0
    perils: int = 0
    jammed: bool = False
    may_charge: bool = True
    short: bool = False


@fold(Shot)
def _shot(state: Match, event: Shot) -> Match:
    shooter = state.players[event.shooter]
    jammed = shooter.life.jammed
    if event.jammed and event.weapon not in jammed:
        jammed = (*jammed, event.weapon)
    again = shooter.turn.shot is not None
    fired = Fired(event.weapon, event.target, event.may_charge, again)
    return change_player(state, event.shooter, shot=fired, jammed=jammed)


RULE = "SHOOT-1"
