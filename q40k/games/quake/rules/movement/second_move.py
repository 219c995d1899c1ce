"""A second move in a turn, by a trait: run instead of shooting, jump instead of charging."""

from msgspec import structs

from q40k.games.quake.rules import damage
from q40k.games.quake.rules.acting import must_be_active
from q40k.games.quake.rules.movement.move import advance, declare, must_be_clear
from q40k.games.quake.rules.questions import roll
from q40k.games.quake.state import positions
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.melee import contacts_of, melee_of
from q40k.games.quake.state.movement.move import plan_walk
from q40k.games.quake.state.movement.paths import PlannedMove, plan_move
from q40k.games.quake.state.movement.second_move import (
    FREE_MOVE,
    FreeMoveMade,
    Kind,
    SecondMove,
    SecondMoveBegun,
    inches_left,
    kind_now,
)
from q40k.games.quake.state.questions import find_present
from q40k.games.quake.state.registry import rule
from q40k.games.w40k3e.traits import greatest
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, refuse


@rule(SecondMove)
def second_move(live: Live[Match], command: SecondMove) -> Rule[None]:
    """Make a second move: a run, a jump, a spring out of contact, a scout's free move.

    No ground slows any but the scout.

    What is longer than its fixed inches, or than its dice where they lie there, is refused as in
    any move. What the dice of this very command leave short stops on its way.

    Rule: TRAIT-1, MOVE-1, MOVE-2, PORTAL-1
    """
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
        remaining = inches_left(live.state, player)
        yield from refuse("MOVE-1", "too-far-again", player=player.name, inches=inches, left=remaining)
    if has_begun or (yield from _begin(live, player, kind)):
        whole = too_far and not comes_short
        yield from _go(live, live.state.players[player.id], planned, inches, command, whole=whole, falls=comes_short)
        if kind.effect == FREE_MOVE and live.state.players[player.id].movement.spent:
            yield FreeMoveMade(player=player.id)


def _declare_move(live: Live[Match], player: Player, command: SecondMove) -> Rule[tuple[PlannedMove, float | None]]:
    """Return the planned move and its inches; None inches if they are not said yet.

    Rule: MOVE-1, MOVE-2
    """
    if command.to is None and not command.path and command.inches is None:
        return PlannedMove(), None
    planned = plan_move(live.state, player, command.to, command.path, level=command.level, angle=command.angle)
    inches = yield from declare(live, player, planned, command.inches)
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
        return False
    return inches > 0


def _go(
    live: Live[Match],
    player: Player,
    planned: PlannedMove,
    inches: float | None,
    command: SecondMove,
    *,
    whole: bool,
    falls: bool,
) -> Rule[None]:
    """Go as far as the dice allow; a champion whose place is kept waits for the table.

    With `whole` it goes all of its way, by the table's word. `falls`: it was announced too far, and
    falls if it flies.

    Rule: TRAIT-1, MOVE-1, MOVE-2
    """
    remaining = player.turn.until - player.movement.spent
    if inches is None and player.position.kept:
        return
    inches = remaining if inches is None else inches
    walk = plan_walk(live.state, player, planned, inches, None if whole else remaining, falls=falls)
    ground = walk.ground if player.turn.second == FREE_MOVE else structs.replace(walk.ground, difficult=False)
    walk = structs.replace(walk, ground=ground, napalm=command.napalm, still=command.inches == 0)
    yield from advance(live, player.id, walk)


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
