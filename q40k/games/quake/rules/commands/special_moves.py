"""Commands of movement that take dice, and of what strange bonuses let one do."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from q40k.games.quake.rules.commands.base import Base, Inches, Name, Place

Height = Annotated[float, Field(gt=0, le=500, allow_inf_nan=False)]
Into = Literal["ground", "water", "nothing"]


class Jump(Base):
    """Let oneself drop so many inches (MOVE-3).

    `three`: it rolls three dice for difficult ground, and so here; `to` is where it lands, in cm.
    """

    do: Literal["jump"] = "jump"
    player: Name
    height: Height
    to: Place | None = None
    three: bool = False


class Swim(Base):
    """Move in water, so many inches or to a place in cm, and stay in it (MOVE-4)."""

    do: Literal["swim"] = "swim"
    player: Name
    inches: Inches | None = None
    to: Place | None = None


class Leap(Base):
    """Leap over a gap, in inches (MOVE-5).

    `base` is how wide the champion's base is, in inches, where that is not what its profile says;
    `into` what it would fall into, `height` how far. `to` is where it lands, in cm.
    """

    do: Literal["leap"] = "leap"
    player: Name
    gap: Height
    base: Inches | None = None
    into: Into | None = None
    height: Height | None = None
    to: Place | None = None


class Climb(Base):
    """Climb so many inches up or down what the table agreed can be climbed (MOVE-6)."""

    do: Literal["climb"] = "climb"
    player: Name
    height: Height
    to: Place | None = None


class DeepStrike(Base):
    """Deep strike in the place of moving, with the teleporter; `to` in cm (special bonus 3)."""

    do: Literal["deep-strike"] = "deep-strike"
    player: Name
    to: Place | None = None


class Take(Base):
    """Take what the vampire likes from a victim of close combat (special bonus 6).

    A fight whose dice are entered asks for it by itself; this is for kills told to the referee.
    """

    do: Literal["take"] = "take"
    player: Name
    victim: Name
