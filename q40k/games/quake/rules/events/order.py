"""The order of play: initiative, deployment, turns and phases."""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.parts import Phase
from q40k.kernel.events import Event


class InitiativeRolled(Event):
    """Ld + I + 1D6 (INIT-1)."""

    type: Literal["initiative-rolled"] = "initiative-rolled"
    player: str
    die: int
    total: int


class RolledOff(Event):
    """Players tied on initiative rolled a die each (INIT-2, INIT-3)."""

    type: Literal["rolled-off"] = "rolled-off"
    players: tuple[str, ...]
    dice: tuple[int, ...]


class OrderSet(Event):
    """The order of play, highest first (INIT-1 to 3)."""

    type: Literal["order-set"] = "order-set"
    ranking: tuple[str, ...]


class OrderChosen(Event):
    """The holder of a bonus decided the order of play of this turn."""

    type: Literal["order-chosen"] = "order-chosen"
    player: str
    order: tuple[str, ...]


class DeploymentOpened(Event):
    """Deployment begins, lowest initiative first (DEPLOY-1)."""

    type: Literal["deployment-opened"] = "deployment-opened"


class Deployed(Event):
    """A champion was deployed; without `at` nobody keeps its position.

    `level` is how high it stands, in inches, None on top of what can be climbed; `angle` where
    its base points, None as before. `in_water`: it stands in water (MOVE-4).
    """

    type: Literal["deployed"] = "deployed"
    player: str
    at: tuple[float, float] | None = None
    tile: str | None = None
    portal: int | None = None
    level: float | None = None
    angle: float | None = None
    in_water: bool = False


class TurnOpened(Event):
    """A new turn began; `contacts` are the pairs that stood in contact then (DIFF-8)."""

    type: Literal["turn-opened"] = "turn-opened"
    turn: int
    contacts: tuple[tuple[str, str], ...] = ()


class PhaseOpened(Event):
    """A phase began (TURN-1)."""

    type: Literal["phase-opened"] = "phase-opened"
    phase: Phase


class Activated(Event):
    """It is this player's part of the phase; None when nobody is there to act."""

    type: Literal["activated"] = "activated"
    player: str | None
