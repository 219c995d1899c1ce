"""A second move in a turn, by a trait: a run instead of shooting, a jump instead of a charge.

Fleet of foot runs in the shooting phase. Jet packs and jetbikes of some codexes move again in the
assault phase. Others spring out of a fight. Scouts move before the first turn. Portals work in the
movement phase only, and for none of these.
"""

from typing import Final, Literal

from msgspec import Struct, structs

from q40k.games.quake.rules import damage, parts, positions, respawn
from q40k.games.quake.rules.melee.contact import contacts_of, melee_of
from q40k.games.quake.rules.movement.ground import ground_to
from q40k.games.quake.rules.movement.move import advance, declare, fall_short, must_be_clear, shorten_flight
from q40k.games.quake.rules.movement.paths import PlannedMove, plan_move
from q40k.games.quake.rules.questions import find_present, forbid, must_be_started, refuse, roll
from q40k.games.quake.rules.registry import Angle, Command, Event, Inches, Level, Place, Waypoints, fold, rule
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.games.quake.rules.turn.acting import first_to_act, must_be_active
from q40k.games.quake.rules.turn.turn import TurnOpened
from q40k.games.w40k3e.modifiers import MoveEffect
from q40k.games.w40k3e.traits import greatest, has
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Rule

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


@fold(SecondMoveBegun)
def _begun(state: Match, event: SecondMoveBegun) -> Match:
    return change_player(state, event.player, second=event.effect, until=event.until)


class FreeMoveMade(Event, tag="free-move-made"):
    """A scout has made its free move, which counts neither as movement nor as having moved."""

    player: str


@fold(FreeMoveMade)
def _free_move_made(state: Match, event: FreeMoveMade) -> Match:
    fresh = {"spent": 0.0, "until": 0.0, "limit": None, "tested": False, "swum": False, "moved": False}
    return change_player(state, event.player, **fresh)


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


@rule(SecondMove)
def second_move(live: Live[Match], command: SecondMove) -> Rule[None]:
    """Make a second move: a run, a jump, a spring out of contact, a scout's free move.

    No ground slows any but the scout.

    What is longer than its fixed inches, or than its dice where they lie there, is refused as in
    any move. What the dice of this very command leave short stops on its way.

    Rule: TRAIT-1, MOVE-1, MOVE-2, PORTAL-1
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    kind = kind_now(live.state, player)
    if kind is None:
        raise forbid("TRAIT-1", "no-second-move", player=player.name)
    if not player.in_play:
        raise forbid("TURN-1", "not-on-table", player=player.name)
    if kind.own_part:
        yield from must_be_active(live, player, kind.phase)
    has_begun = player.turn.second == kind.effect
    if not has_begun:
        yield from _refuse_to_begin(live, player, kind)
    elif player.turn.until - player.movement.spent < 1e-6:
        yield from refuse("TRAIT-1", "has-moved-again", player=player.name)
    planned, inches = yield from _declare_move(live, player, command)
    too_far = _is_too_far(live.state, player, inches)
    comes_short = too_far and planned.path is not None and live.state.announces
    if too_far and not comes_short:
        left = inches_left(live.state, player)
        yield from refuse("MOVE-1", "too-far-again", player=player.name, inches=inches, left=left)
    if has_begun or (yield from _begin(live, player, kind)):
        whole = too_far and not comes_short
        yield from _go(live, player.id, planned, inches, command, whole=whole, may_fall=comes_short)
        if kind.effect == FREE_MOVE and live.state.players[player.id].movement.spent:
            yield FreeMoveMade(player=player.id)


def _declare_move(live: Live[Match], player: Player, command: SecondMove) -> Rule[tuple[PlannedMove, float | None]]:
    """Return the planned move and its inches; None inches if they are not said yet.

    Rule: MOVE-1, MOVE-2
    """
    if command.to is None and not command.path and command.inches is None:
        return PlannedMove(), None
    planned = plan_move(live.state, player, command.to, command.path, level=command.level, angle=command.angle)
    inches = yield from declare(live, player, planned.to, command.inches, planned)
    yield from must_be_clear(live.state, player, planned, inches)
    yield from _refuse_portal(live, player, planned)
    return planned, inches


def _is_too_far(state: Match, player: Player, inches: float | None) -> bool:
    """Return whether these are more inches than are known to be left before any dice."""
    remaining = inches_left(state, player)
    return inches is not None and remaining is not None and inches > remaining + 1e-6


def _refuse_to_begin(live: Live[Match], player: Player, kind: Kind) -> Rule[None]:
    """Refuse a second move beside what it replaces, or one that contact forbids.

    Rule: TRAIT-1, FLAG-4
    """
    state = live.state
    near = contacts_of(state, player.id)
    if kind.from_contact and not near:
        yield from refuse("TRAIT-1", "not-in-contact-now", player=player.name)
    if not kind.from_contact and near and kind.effect != FREE_MOVE:
        others = tuple(state.players[p].name for p in near)
        yield from refuse("TRAIT-1", "held-by-contact", player=player.name, others=others)
    if kind.effect == "hit-and-run" and melee_of(state, player.id):
        yield from refuse("TRAIT-1", "fights-first", player=player.name)
    if kind.instead == "shot" and player.turn.shot is not None:
        yield from refuse("TRAIT-1", "shot-before-run", player=player.name)
    if kind.instead == "shot" and any(player.id in f.sharers for f in state.flags.values()):
        yield from refuse("FLAG-4", "gave-the-flag", player=player.name)
    if kind.instead == "charge" and player.turn.charge is not None:
        yield from refuse("TRAIT-1", "charged-before-jump", player=player.name)


def _begin(live: Live[Match], player: Player, kind: Kind) -> Rule[bool]:
    """Roll the distance; return whether the champion goes anywhere.

    Rule: TRAIT-1, SCORE-2
    """
    value = greatest(player.abilities, kind.effect)
    dice: tuple[int, ...] = ()
    if kind.dice != "none":
        sides = (value,) if kind.dice == "one" else (6,) * value
        dice = yield from roll(live, player.id, kind.asks, "TRAIT-1", sides)
    inches = float(sum(dice)) if dice else float(value)
    if kind.effect == "jump-back" and dice == (1,):
        inches = 0.0
    until = round(player.movement.spent + inches, 6)
    yield SecondMoveBegun(player=player.id, effect=kind.effect, inches=inches, until=until, dice=dice)
    if kind.effect == "warp-jump" and len(set(dice)) < len(dice):
        yield from damage.die_by_accident(live, player.id, "warp-jump")
        yield from respawn.respawn_waiting(live)
        return False
    return inches > 0


def _go(
    live: Live[Match],
    who: str,
    planned: PlannedMove,
    inches: float | None,
    command: SecondMove,
    *,
    whole: bool,
    may_fall: bool,
) -> Rule[None]:
    """Go as far as the dice allow; a champion whose place is kept waits for the table.

    With `whole` it goes all of its way, by the table's word. `may_fall`: it was announced too far,
    and falls if it flies.

    Rule: TRAIT-1, MOVE-1, MOVE-2
    """
    player = live.state.players[who]
    remaining = player.turn.until - player.movement.spent
    if inches is None and player.position.kept:
        return
    flown = planned.path if may_fall and planned.path is not None and planned.path.flies else None
    if flown is not None:
        planned = shorten_flight(live.state, player, flown, remaining)
        inches = min(remaining, planned.path.inches if planned.path else 0.0)
    ground = ground_to(live.state, player, planned.to, planned.between, heights=planned.heights)
    yield from advance(
        live,
        who,
        remaining if inches is None else inches,
        planned,
        ground if player.turn.second == FREE_MOVE else structs.replace(ground, difficult=False),
        napalm=command.napalm,
        still=command.inches == 0,
        most=None if whole else remaining,
        short=flown is not None,
        through_portals=False,
    )
    if flown is not None:
        yield from fall_short(live, player, flown, "beside")


def _refuse_portal(live: Live[Match], player: Player, planned: PlannedMove) -> Rule[None]:
    """Refuse to end wholly on a portal, except in Domination: it could not be used.

    Rule: PORTAL-1
    """
    mod = live.state.setup.mod
    if planned.to is None or mod is None or mod.has("domination"):
        return
    portal = positions.portal_at(live.state, player, planned.to, planned.angle)
    if portal is not None:
        yield from refuse("PORTAL-1", "ends-on-portal", player=player.name, portal=portal)
