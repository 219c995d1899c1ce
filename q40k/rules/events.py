"""What can come about in a match. Events hold facts and player ids, never sentences."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from q40k.kernel.telling import Event
from q40k.packs.models import Arena, BonusTables, Champion, Mod
from q40k.rules.state import Phase, Roller

Payments = dict[str, Fraction]
Stand = Literal["in", "beside"]


class MatchOpened(Event):
    """A match was laid out with this mod, arena and bonus tables; it keeps them as they are."""

    type: Literal["match-opened"] = "match-opened"
    mod: Mod
    arena: Arena
    tables: BonusTables
    seed: str
    name: str
    times_to_win: int
    points_to_win: int | None = None
    roller: Roller


class Joined(Event):
    """A player joined with a champion; `returned` when the player had left before."""

    type: Literal["joined"] = "joined"
    player: str
    name: str
    champion: Champion
    gear: tuple[str, ...] = ()
    team: str | None = None
    painted: bool | None = None
    wysiwyg: bool | None = None
    race: str | None = None
    age: int | None = None
    returned: bool = False


class Left(Event):
    """A player left; the score stays on the board (INIT-5)."""

    type: Literal["left"] = "left"
    player: str


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
    """A champion was deployed; without `at` nobody keeps its position."""

    type: Literal["deployed"] = "deployed"
    player: str
    at: tuple[float, float] | None = None
    tile: str | None = None
    portal: int | None = None


class TurnOpened(Event):
    """A new turn began."""

    type: Literal["turn-opened"] = "turn-opened"
    turn: int


class PhaseOpened(Event):
    """A phase began (TURN-1)."""

    type: Literal["phase-opened"] = "phase-opened"
    phase: Phase


class Activated(Event):
    """It is this player's part of the phase; None when nobody is there to act."""

    type: Literal["activated"] = "activated"
    player: str | None


class Moved(Event):
    """A champion moved; `spent` is all its movement of this phase so far, in inches."""

    type: Literal["moved"] = "moved"
    player: str
    to: tuple[float, float] | None = None
    portal: int | None = None
    spent: float = 0


class PortalEntered(Event):
    """A champion stepped wholly onto a portal (PORTAL-1); `spent` in inches."""

    type: Literal["portal-entered"] = "portal-entered"
    player: str
    portal: int
    spent: float


class Teleported(Event):
    """A jump came out at `exit` (PORTAL-2, 3); `die` is what was rolled."""

    type: Literal["teleported"] = "teleported"
    player: str
    entered: int
    exit: int
    die: int
    stand: Stand


class Killed(Event):
    """A champion was killed; `paid` is what each killer scored (SCORE-1, MELEE-4)."""

    type: Literal["killed"] = "killed"
    victim: str
    killers: tuple[str, ...]
    paid: Payments
    how: str | None = None
    cause: str = "kill"


class AccidentSuffered(Event):
    """A champion died by accident; `paid` is what it lost (SCORE-2, SCORE-3).

    `cause` is a word of the rules ("telefragged", "disintegrated", "nuke", "mega-bumper") or
    "told", when the game master said it: then `how` holds the words. `by` is who set it off.
    """

    type: Literal["accident"] = "accident"
    player: str
    cause: str
    paid: Payments
    how: str | None = None
    by: str | None = None
    portal: int | None = None


class TokenReturned(Event):
    """A token went back to its place (BONUS-4)."""

    type: Literal["token-returned"] = "token-returned"
    token: str
    player: str


class Respawned(Event):
    """A champion came (back) onto the table by a portal (RESPAWN-1, INIT-4)."""

    type: Literal["respawned"] = "respawned"
    player: str
    portal: int
    die: int
    stand: Stand
    entry: bool = False


class BeaconUsed(Event):
    """The beacon's holder rolls its respawn again."""

    type: Literal["beacon-used"] = "beacon-used"
    player: str
    die: int


class TokenTaken(Event):
    """A token was picked up and its kind rolled (BONUS-1); `kind` such as "equipment-35"."""

    type: Literal["token-taken"] = "token-taken"
    player: str
    token: str
    kind: str


class BonusChosen(Event):
    """The holder chose its kind from the list."""

    type: Literal["bonus-chosen"] = "bonus-chosen"
    player: str
    kind: str


class BonusSpent(Event):
    """The bonus has done what it does and stays beside its holder (BONUS-7)."""

    type: Literal["bonus-spent"] = "bonus-spent"
    player: str


class MindControlled(Event):
    """The holder controls another player's champion too."""

    type: Literal["mind-controlled"] = "mind-controlled"
    player: str
    target: str


class Thrown(Event):
    """The mega bumper threw a champion this many inches."""

    type: Literal["thrown"] = "thrown"
    player: str
    inches: int
    dice: tuple[int, ...]


class NukeRolled(Event):
    """The nuke's hit on one champion: the die and what it needed to wound."""

    type: Literal["nuke-rolled"] = "nuke-rolled"
    picker: str
    player: str
    die: int
    needed: int


class Wounded(Event):
    """A champion lost a wound and lives on."""

    type: Literal["wounded"] = "wounded"
    player: str
    left: int


class VortexDrags(Event):
    """The vortex drags every other champion 6 in towards its holder."""

    type: Literal["vortex-drags"] = "vortex-drags"
    player: str


class StandSet(Event):
    """The game master said which portal a champion stands in, or none (PORTAL-6)."""

    type: Literal["stand-set"] = "stand-set"
    player: str
    portal: int | None


class Adjusted(Event):
    """The game master changed a score, and why."""

    type: Literal["adjusted"] = "adjusted"
    player: str
    score: Fraction
    why: str


class Renamed(Event):
    """A player's name was put right."""

    type: Literal["renamed"] = "renamed"
    player: str
    name: str
    was: str


class ChampionCorrected(Event):
    """A champion entered wrongly was put right; `paid` corrects what its deaths had paid."""

    type: Literal["champion-corrected"] = "champion-corrected"
    player: str
    champion: Champion
    gear: tuple[str, ...] = ()
    total: int | None = None
    paid: Payments


class Won(Event):
    """The match was won (SCORE-4); `over` are all who reached the goal in this action."""

    type: Literal["won"] = "won"
    winner: str
    over: tuple[str, ...]
    times: Fraction


class PlayedOn(Event):
    """The table plays on after the win."""

    type: Literal["played-on"] = "played-on"


class RollerSet(Event):
    """Who rolls a player's dice, or the table's, by default."""

    type: Literal["roller-set"] = "roller-set"
    player: str | None
    roller: Roller


class D3Typed(Event):
    """Whether a D3 is typed as the D6 it was rolled on."""

    type: Literal["d3-typed"] = "d3-typed"
    on_d6: bool


class Overridden(Event):
    """The game master passed a refusal, with a reason that is kept."""

    type: Literal["overridden"] = "overridden"
    rule: str
    code: str
    facts: dict[str, Any]
    reason: str


AnyEvent = Annotated[
    MatchOpened
    | Joined
    | Left
    | InitiativeRolled
    | RolledOff
    | OrderSet
    | OrderChosen
    | DeploymentOpened
    | Deployed
    | TurnOpened
    | PhaseOpened
    | Activated
    | Moved
    | PortalEntered
    | Teleported
    | Killed
    | AccidentSuffered
    | TokenReturned
    | Respawned
    | BeaconUsed
    | TokenTaken
    | BonusChosen
    | BonusSpent
    | MindControlled
    | Thrown
    | NukeRolled
    | Wounded
    | VortexDrags
    | StandSet
    | Adjusted
    | Renamed
    | ChampionCorrected
    | Won
    | PlayedOn
    | RollerSet
    | D3Typed
    | Overridden,
    Field(discriminator="type"),
]
"""Every kind of event, told apart by `type`."""
