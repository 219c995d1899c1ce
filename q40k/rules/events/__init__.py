"""What can come about in a match. Events hold facts and player ids, never sentences.

A chapter a module; whoever adds an event adds its class there, and its fold in the same chapter
of `folds`.
"""

from __future__ import annotations

from typing import Annotated, Any, Union

from pydantic import Field

from q40k.kernel.telling import Event
from q40k.rules.events.dying import AccidentSuffered, Killed, NukeRolled, Payments, Wounded
from q40k.rules.events.moving import (
    BeaconUsed,
    Moved,
    PortalEntered,
    Respawned,
    Stand,
    StandSet,
    Teleported,
    Thrown,
)
from q40k.rules.events.order import (
    Activated,
    Deployed,
    DeploymentOpened,
    InitiativeRolled,
    OrderChosen,
    OrderSet,
    PhaseOpened,
    RolledOff,
    TurnOpened,
)
from q40k.rules.events.rounds import (
    Eliminated,
    LifeLost,
    RoundAwaited,
    RoundDrawn,
    RoundOpened,
    RoundWon,
)
from q40k.rules.events.table import (
    Adjusted,
    ChampionCorrected,
    D3Typed,
    Joined,
    Left,
    MatchOpened,
    Overridden,
    Renamed,
    RollerSet,
)
from q40k.rules.events.tokens import (
    BonusChosen,
    BonusSpent,
    MindControlled,
    TokenReturned,
    TokenTaken,
    VortexDrags,
)
from q40k.rules.events.winning import PlayedOn, Won

EVENTS: tuple[type[Event], ...] = (
    MatchOpened,
    Joined,
    Left,
    Adjusted,
    Renamed,
    ChampionCorrected,
    RollerSet,
    D3Typed,
    Overridden,
    InitiativeRolled,
    RolledOff,
    OrderSet,
    OrderChosen,
    DeploymentOpened,
    Deployed,
    TurnOpened,
    PhaseOpened,
    Activated,
    Moved,
    PortalEntered,
    Teleported,
    Respawned,
    BeaconUsed,
    Thrown,
    StandSet,
    Killed,
    AccidentSuffered,
    NukeRolled,
    Wounded,
    TokenReturned,
    TokenTaken,
    BonusChosen,
    BonusSpent,
    MindControlled,
    VortexDrags,
    RoundOpened,
    LifeLost,
    Eliminated,
    RoundAwaited,
    RoundWon,
    RoundDrawn,
    Won,
    PlayedOn,
)
"""Every kind of event."""

AnyEvent: Any = Annotated[Union[EVENTS], Field(discriminator="type")]  # noqa: UP007 - a tuple of types
"""Any event, told apart by `type`."""

__all__ = (
    "EVENTS",
    "AccidentSuffered",
    "Activated",
    "Adjusted",
    "AnyEvent",
    "BeaconUsed",
    "BonusChosen",
    "BonusSpent",
    "ChampionCorrected",
    "D3Typed",
    "Deployed",
    "DeploymentOpened",
    "Eliminated",
    "InitiativeRolled",
    "Joined",
    "Killed",
    "Left",
    "LifeLost",
    "MatchOpened",
    "MindControlled",
    "Moved",
    "NukeRolled",
    "OrderChosen",
    "OrderSet",
    "Overridden",
    "Payments",
    "PhaseOpened",
    "PlayedOn",
    "PortalEntered",
    "Renamed",
    "Respawned",
    "RolledOff",
    "RollerSet",
    "RoundAwaited",
    "RoundDrawn",
    "RoundOpened",
    "RoundWon",
    "Stand",
    "StandSet",
    "Teleported",
    "Thrown",
    "TokenReturned",
    "TokenTaken",
    "TurnOpened",
    "VortexDrags",
    "Won",
    "Wounded",
)
