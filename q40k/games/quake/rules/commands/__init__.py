"""What can be asked of the referee: the commands of a match, as match scripts write them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from q40k.games.quake.rules.commands.base import (
    NAME_LENGTH,
    TEXT_LENGTH,
    Base,
    Coordinate,
    Inches,
    Name,
    Number,
    Place,
    Points,
    Reason,
    Stand,
    Text,
    clean_text,
)
from q40k.games.quake.rules.commands.fighting import Shoot
from q40k.games.quake.rules.commands.melee import Charge, Contact, Fight
from q40k.games.quake.rules.commands.placing import PlaceAt
from q40k.games.quake.rules.commands.playing import (
    Accident,
    Deploy,
    Drop,
    EndPhase,
    Kill,
    Move,
    Next,
    Pickup,
    StandIn,
    UsePortal,
)
from q40k.games.quake.rules.commands.special_moves import Climb, DeepStrike, Jump, Leap, Swim, Take
from q40k.games.quake.rules.commands.table import (
    D3,
    Adjust,
    Correct,
    Describe,
    Dice,
    End,
    Join,
    Leave,
    New,
    PlayOn,
    Rename,
    SetClock,
    Start,
)
from q40k.games.quake.rules.commands.teams import (
    Act,
    Capture,
    ChangeTeam,
    HandOver,
    HitBarrel,
    Penetrate,
    TouchFlag,
)

Command = (
    New
    | Join
    | Leave
    | Start
    | Deploy
    | Move
    | Jump
    | Swim
    | Leap
    | Climb
    | DeepStrike
    | Take
    | UsePortal
    | StandIn
    | PlaceAt
    | Pickup
    | Drop
    | Shoot
    | Contact
    | Charge
    | Fight
    | Kill
    | Accident
    | Act
    | TouchFlag
    | HandOver
    | Capture
    | Penetrate
    | HitBarrel
    | Next
    | EndPhase
    | Adjust
    | Rename
    | Correct
    | ChangeTeam
    | PlayOn
    | End
    | Describe
    | Dice
    | D3
    | SetClock
)
AnyCommand = Annotated[Command, Field(discriminator="do")]
"""Every command, told apart by `do`."""

__all__ = (
    "D3",
    "NAME_LENGTH",
    "TEXT_LENGTH",
    "Accident",
    "Act",
    "Adjust",
    "AnyCommand",
    "Base",
    "Capture",
    "ChangeTeam",
    "Charge",
    "Climb",
    "Command",
    "Contact",
    "Coordinate",
    "Correct",
    "DeepStrike",
    "Deploy",
    "Describe",
    "Dice",
    "Drop",
    "End",
    "EndPhase",
    "Fight",
    "HandOver",
    "HitBarrel",
    "Inches",
    "Join",
    "Jump",
    "Kill",
    "Leap",
    "Leave",
    "Move",
    "Name",
    "New",
    "Next",
    "Number",
    "Penetrate",
    "Pickup",
    "Place",
    "PlaceAt",
    "PlayOn",
    "Points",
    "Reason",
    "Rename",
    "SetClock",
    "Shoot",
    "Stand",
    "StandIn",
    "Start",
    "Swim",
    "Take",
    "Text",
    "TouchFlag",
    "UsePortal",
    "clean_text",
)
