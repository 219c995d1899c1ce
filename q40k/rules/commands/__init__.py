"""What can be asked of the referee: the commands of a match, as match scripts write them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from q40k.rules.commands.base import (
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
from q40k.rules.commands.playing import (
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
from q40k.rules.commands.table import (
    D3,
    Adjust,
    Correct,
    Dice,
    Join,
    Leave,
    New,
    PlayOn,
    Rename,
    Start,
)

Command = (
    New
    | Join
    | Leave
    | Start
    | Deploy
    | Move
    | UsePortal
    | StandIn
    | Pickup
    | Drop
    | Kill
    | Accident
    | Next
    | EndPhase
    | Adjust
    | Rename
    | Correct
    | PlayOn
    | Dice
    | D3
)
AnyCommand = Annotated[Command, Field(discriminator="do")]
"""Every command, told apart by `do`."""

__all__ = (
    "D3",
    "NAME_LENGTH",
    "TEXT_LENGTH",
    "Accident",
    "Adjust",
    "AnyCommand",
    "Base",
    "Command",
    "Coordinate",
    "Correct",
    "Deploy",
    "Dice",
    "Drop",
    "EndPhase",
    "Inches",
    "Join",
    "Kill",
    "Leave",
    "Move",
    "Name",
    "New",
    "Next",
    "Number",
    "Pickup",
    "Place",
    "PlayOn",
    "Points",
    "Reason",
    "Rename",
    "Stand",
    "StandIn",
    "Start",
    "Text",
    "UsePortal",
    "clean_text",
)
