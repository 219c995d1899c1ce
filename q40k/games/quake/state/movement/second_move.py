"""A second move in a turn, by a trait: who may make which."""

from typing import Final, Literal

from msgspec import Struct

from q40k.games.quake.state import parts
from q40k.games.quake.state.acting import first_to_act
from q40k.games.quake.state.match import Match, Player, change_player
from q40k.games.quake.state.registry import Angle, Command, Event, Inches, Level, Place, Waypoints, fold
from q40k.games.quake.state.turn import TurnOpened
from q40k.games.w40k3e.modifiers import MoveEffect
from q40k.games.w40k3e.traits import greatest, has
from q40k.kernel.commands import Name

Instead = Literal["shot", "charge", "nothing"]


class Kind(Struct, frozen=True):
    """A kind of second move: its phase, what it replaces, whether it starts from contact.

    `dice`: the trait's value is rolled as so many D6 ("many"), or as one die of so many sides
    ("one"); with "none" the value is the inches. `asks` is the key of that question. `own_part`:
    only in the champion's own part of the phase.
    """

    effect: MoveEffect
    phase: parts.Phase
    instead: Instead
    dice: Literal["one", "many", "none"]
    asks: str = ""
    from_contact: bool = False
    own_part: bool = True


FREE_MOVE: Final = "free-move"


KINDS = (
    Kind("fleet", "shooting", "shot", "one", asks="run"),
    Kind("assault-move", "assault", "charge", "none"),
    Kind("warp-jump", "assault", "charge", "many", asks="second-jump"),
    Kind("jump-back", "assault", "nothing", "one", asks="spring-back", from_contact=True, own_part=False),
    Kind("hit-and-run", "melee", "nothing", "many", asks="break-away", from_contact=True, own_part=False),
    Kind(FREE_MOVE, "movement", "nothing", "none", own_part=False),
)


class SecondMove(Command, tag="second-move"):
    """Move once more in a turn, as a trait lets the champion: run, jump, spring out of a fight.

    The dice are rolled first, unless they are known. Then it goes to a place in cm, through those
    of `path`, or so many inches, no farther than they allow; more than is known to be left is
    refused. Without either, a champion whose place is kept waits for the same command to say where;
    any other goes the whole distance. `level`, `angle` and `napalm` are those of a move.
    """

    player: Name
    to: Place | None = None
    path: Waypoints | None = None
    inches: Inches | None = None
    level: Level | None = None
    angle: Angle | None = None
    napalm: bool = False


class SecondMoveBegun(Event, tag="second-move-begun"):
    """A champion moves once more by this effect of a trait, at most `inches`, by the `dice`.

    `until` adds the movement it has spent before.
    """

    player: str
    effect: str
    inches: float
    until: float
    dice: tuple[int, ...] = ()

    def fold(self, state: Match) -> Match:
        return change_player(state, self.player, second=self.effect, until=self.until)


class FreeMoveMade(Event, tag="free-move-made"):
    """A scout has made its free move, which counts neither as movement nor as having moved."""

    player: str

    def fold(self, state: Match) -> Match:
        fresh = {"spent": 0.0, "until": 0.0, "limit": None, "tested": False, "swum": False, "moved": False}
        return change_player(state, self.player, **fresh)


@fold(TurnOpened)
def _turn_opened(state: Match, _event: TurnOpened) -> Match:
    players = {
        name: player.replace(second=None, until=0.0) if player.turn.second else player
        for name, player in state.players.items()
    }
    return state.replace(players=players)


def kind_now(state: Match, player: Player) -> Kind | None:
    """Return how a champion may move once more in the running phase; None if it may not.

    Rule: TRAIT-1
    """
    kinds = (k for k in KINDS if k.phase == state.play.phase and has(player.abilities, k.effect))
    return next((k for k in kinds if k.effect != FREE_MOVE or _may_scout(state, player)), None)


def _may_scout(state: Match, player: Player) -> bool:
    """Return whether a free move is left, and nobody has begun the first turn."""
    if player.turn.second == FREE_MOVE and not player.turn.until:
        return False
    if state.play.turn != 1 or state.team_play.acted or state.play.active != first_to_act(state):
        return False
    others = (other for other in state.players.values() if other.turn.second != FREE_MOVE)
    return not any(other.turn.moved or other.movement.spent for other in others)


def scouts(state: Match) -> tuple[Player, ...]:
    """Return the champions who may make a free move now, in the order of play."""
    if state.play.phase != "movement" or state.outcome.over:
        return ()
    players = (state.players[name] for name in state.order)
    return tuple(p for p in players if p.in_play and (kind := kind_now(state, p)) and kind.effect == FREE_MOVE)


def inches_left(state: Match, player: Player) -> float | None:
    """Return how far its second move may still go, in inches; None before its dice are rolled."""
    kind = kind_now(state, player)
    if kind is None:
        return None
    if player.turn.second == kind.effect:
        return max(0.0, player.turn.until - player.movement.spent)
    return float(greatest(player.abilities, kind.effect)) if kind.dice == "none" else None
