"""Commands of team play and of barrels."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from q40k.games.quake.rules.commands.base import Base, Name, Text


class ChangeTeam(Base):
    """Move a player to another team (TEAM-1)."""

    do: Literal["team"] = "team"
    player: Name
    team: Name


class Act(Base):
    """Say which champion of the team whose part it is acts now (TEAM-3)."""

    do: Literal["act"] = "act"
    player: Name


class TouchFlag(Base):
    """A champion moves over a flag, named by its id or by the team whose it is (FLAG-1, 3, 5)."""

    do: Literal["flag"] = "flag"
    player: Name
    flag: Text | None = None


class HandOver(Base):
    """Two team-mates in contact exchange the flag instead of shooting (FLAG-4)."""

    do: Literal["hand-over"] = "hand-over"
    player: Name
    to: Name


class Capture(Base):
    """A champion has brought a flag into its own base."""

    do: Literal["capture"] = "capture"
    player: Name


class Penetrate(Base):
    """A champion penetrates the armour of a team's building, so many times."""

    do: Literal["penetrate"] = "penetrate"
    player: Name
    team: Name
    times: Annotated[int, Field(ge=1, le=100)] = 1


class HitBarrel(Base):
    """A champion hit a barrel (BARREL-2)."""

    do: Literal["barrel"] = "barrel"
    player: Name
    barrel: Text
