"""Close assault: check attacker and defender, and hew doors down."""

from __future__ import annotations

from typing import Final, Literal

from q40k.games.space_hulk.board.facings import facing_towards, is_straight_ahead
from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.rules.aliens.unplaced import introduce
from q40k.games.space_hulk.rules.command import Act
from q40k.games.space_hulk.rules.losses import DoorGone
from q40k.games.space_hulk.rules.melee.fight import fight
from q40k.games.space_hulk.rules.melee.fighters import STEALER_DICE, Sides, melee_bonus
from q40k.games.space_hulk.rules.paying import (
    begin_alien_action,
    begin_marine_action,
    end_stances,
    record_alien_action,
)
from q40k.games.space_hulk.rules.places import board, cell
from q40k.games.space_hulk.rules.questions import (
    find_alien,
    find_door,
    find_marine,
    find_piece,
    forbid,
    must_be_on_board,
    names_door,
    refuse,
    roll,
    side_of,
)
from q40k.games.space_hulk.rules.registry import command, event, rule
from q40k.games.space_hulk.rules.shooting.spreading import spread_fire
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.state import Part
from q40k.packs.said import Name

HEWS: Final = 6
"""The die that breaks a door (SH-DOOR-7)."""


@command
class Assault(Act, tag="assault"):
    """Attack an enemy, or a closed door, in the square straight ahead.

    Where no places are kept, `side` is the side from which the defender is attacked. With `face` a
    defender who survives turns to the attacker.
    """

    target: Name
    side: Literal["front", "side", "rear"] | None = None
    face: bool = True


@event
class DoorHewn(Event, tag="door-hewn"):
    """A door was attacked; a chainfist needs no dice."""

    who: str
    at: str
    dice: tuple[int, ...]
    needs: int


class Meeting(Part, frozen=True):
    """Whether the defender faces the attacker, and the facing to which the defender may turn."""

    front: bool
    turn_to: Facing | None = None


@rule(Assault)
def assault(live: Live[Match], command: Assault) -> Rule[None]:
    """Attack in close assault.

    Rule: SH-MELEE-1, SH-MELEE-3, SH-MELEE-10, SH-AP-5, SH-OVERWATCH-5, SH-GUARD-5, SH1-OVERWATCH-5,
    SH1-SUSTAIN-4
    """
    yield from introduce(live, command.who)
    if not names_door(live.state, command.target):
        yield from introduce(live, command.target)
    state = live.state
    attacker = find_piece(state, command.who)
    if isinstance(attacker, Blip):
        raise forbid("SH-MELEE-1", "blips-fight-not", who=attacker.id)
    if names_door(state, command.target):
        yield from _hew_door(live, command, attacker)
        return
    defender = find_piece(state, command.target)
    if side_of(attacker) == side_of(defender):
        raise forbid("SH-MELEE-1", "friend", who=defender.id)
    if isinstance(defender, Blip):
        raise forbid("SH-MELEE-1", "blip-no-target", who=defender.id)
    meeting = yield from _find_meeting(state, attacker, defender, command)
    if isinstance(attacker, Marine):
        yield from begin_marine_action(live, command, 1)
    else:
        yield from begin_alien_action(live, command, 1)
        yield from end_stances(live, defender.id, _keeps_under_attack(live.state))
    marine_attacks = isinstance(attacker, Marine)
    sides = Sides(
        marine=find_marine(live.state, attacker.id if marine_attacks else defender.id).id,
        stealer=find_alien(live.state, defender.id if marine_attacks else attacker.id).id,
        marine_attacks=marine_attacks,
        marine_front=marine_attacks or meeting.front,
        stealer_front=meeting.front if marine_attacks else True,
    )
    yield from fight(live, sides, meeting.turn_to, face=command.face)
    if not marine_attacks:
        yield from record_alien_action(live, attacker.id)


def _keeps_under_attack(state: Match) -> tuple[Literal["guard", "aim"], ...]:
    """Return what an attack on a marine does not end.

    Rule: SH-MELEE-10, SH-GUARD-5, SH1-SUSTAIN-4
    """
    return ("guard",) if state.edition.activation_ends else ("guard", "aim")


def _find_meeting(
    state: Match, attacker: Marine | Stealer, defender: Marine | Stealer, command: Assault
) -> Rule[Meeting]:
    """Refuse a defender who is not straight ahead; return whether the defender faces the attacker.

    Rule: SH-MELEE-1, SH-MELEE-3, SH-MELEE-9, SH-ENTRY-6, SH-LADDER-2, SH1-ENTRY-6
    """
    must_be_on_board(defender)
    if isinstance(attacker, Stealer) and attacker.lurking.entry is not None:
        return (yield from _meeting_at_entry(state, attacker, defender))
    ground, here, there = board(state), cell(state, attacker.id), cell(state, defender.id)
    if ground is None or here is None or there is None:
        return Meeting(command.side in (None, "front"))
    if ground.ladders.get(here) == there:
        return Meeting(True)
    dx, dy = there[1] - here[1], there[2] - here[2]
    facing = attacker.position.facing
    if here[0] != there[0] or facing is None or not is_straight_ahead(facing, dx, dy):
        yield from refuse("SH-MELEE-1", "not-ahead", who=attacker.id, target=defender.id)
    back = facing_towards(-dx, -dy)
    return Meeting(defender.position.facing == back, back)


def _meeting_at_entry(state: Match, attacker: Stealer, defender: Marine | Stealer) -> Rule[Meeting]:
    """Return how a stealer at an entry meets a marine on its first square.

    Rule: SH-ENTRY-6, SH1-ENTRY-6
    """
    if not state.options.assault_from_entry:
        raise forbid("SH-ENTRY-6", "no-assault-from-entry", who=attacker.id)
    ground, there = board(state), cell(state, defender.id)
    entry = attacker.lurking.entry
    if ground is None or there is None or entry is None:
        return Meeting(True)
    if entry not in ground.entries or ground.first_square(entry) != there:
        yield from refuse("SH-ENTRY-6", "not-on-first-square", who=attacker.id, target=defender.id)
        return Meeting(True)
    side = ground.entries[entry].side
    return Meeting(defender.position.facing == side, side)


def _hew_door(live: Live[Match], command: Assault, attacker: Marine | Stealer) -> Rule[None]:
    """Hew a closed door down: a natural 6 on any die; a chainfist needs none.

    Rule: SH-DOOR-7, SH-DOOR-8, SH-DOOR-10, SH-WEAPON-2, SH1-DOOR-7
    """
    state = live.state
    must_be_on_board(attacker)
    at = find_door(state, command.target)
    if state.doors.get(at, "closed") != "closed":
        code = "door-gone" if state.doors[at] == "gone" else "door-open"
        raise forbid("SH-DOOR-10", code, at=at)
    ground, here = board(state), cell(state, attacker.id)
    there = None if ground is None else ground.cell(at)
    facing = attacker.position.facing
    if here is not None and there is not None and facing is not None:
        is_ahead = is_straight_ahead(facing, there[1] - here[1], there[2] - here[2])
        if here[0] != there[0] or not is_ahead:
            yield from refuse("SH-DOOR-7", "door-not-ahead", who=attacker.id, at=at)
    if isinstance(attacker, Marine):
        yield from begin_marine_action(live, command, 1)
    else:
        yield from begin_alien_action(live, command, 1)
    dice, needs = door_dice(live.state, attacker)
    results = yield from roll(
        side_of(attacker), "door-dice", "SH-DOOR-7", dice, who=attacker.id, at=at, needs=needs
    )
    yield DoorHewn(who=attacker.id, at=at, dice=results, needs=needs)
    if dice == 0 or max(results) >= needs:
        yield DoorGone(at=at, by="assault")
        yield from spread_fire(live, at)
    if isinstance(attacker, Stealer):
        yield from record_alien_action(live, attacker.id)


def door_dice(state: Match, attacker: Marine | Stealer) -> tuple[int, int]:
    """Return how many dice a figure rolls against a door, and the number that one of them must
    show.

    Rule: SH-DOOR-7, SH-DOOR-8, SH1-DOOR-7
    """
    if isinstance(attacker, Stealer):
        return STEALER_DICE, HEWS
    if "chainfist" in attacker.kind.melee:
        return 0, HEWS
    dice = 2 if "lightning-claws" in attacker.kind.melee else 1
    off = melee_bonus(state, attacker, front=True) if state.edition.door_bonus else 0
    return dice, HEWS - off
