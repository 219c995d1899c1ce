"""Close assault: who attacks whom, from where; and doors hewn down."""

from __future__ import annotations

from typing import Final, Literal

from q40k.games.space_hulk.board.facings import straight_ahead, towards
from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.rules.aliens.unplaced import introduce
from q40k.games.space_hulk.rules.command import Act
from q40k.games.space_hulk.rules.losses import DoorGone
from q40k.games.space_hulk.rules.melee.fight import fight
from q40k.games.space_hulk.rules.melee.fighters import STEALER_DICE, Sides, bonus
from q40k.games.space_hulk.rules.paying import (
    alien_acted,
    alien_acts,
    ends_by_acting,
    marine_acts,
)
from q40k.games.space_hulk.rules.places import board, cell
from q40k.games.space_hulk.rules.questions import (
    find,
    find_alien,
    find_door,
    find_marine,
    forbid,
    must_be_on_board,
    names_door,
    refuse,
    roll,
    side_of,
)
from q40k.games.space_hulk.rules.registry import command, event, rule
from q40k.games.space_hulk.rules.shooting.spreading import spread
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.state import Part
from q40k.packs.said import Name

HEWS: Final = 6
"""What breaks a door (SH-DOOR-7)."""


@command
class Assault(Act, tag="assault"):
    """A figure attacks an enemy, or a closed door, in the square straight ahead.

    `side` says from where the defender is attacked, where no places are kept; `face` whether a
    defender who is not beaten turns to the attacker.
    """

    target: Name
    side: Literal["front", "side", "rear"] | None = None
    face: bool = True


@event
class DoorHewn(Event, tag="door-hewn"):
    """A door was attacked; no dice where a chainfist did it."""

    who: str
    at: str
    dice: tuple[int, ...]
    needs: int


class Meeting(Part, frozen=True):
    """How two figures meet: whether the defender faces the attacker, or how he would turn to."""

    front: bool
    turn_to: Facing | None = None


@rule(Assault)
def assault(live: Live[Match], command: Assault) -> Rule[None]:
    """Attack in close assault.

    Rule: SH-MELEE-1, SH-MELEE-3, SH-MELEE-10, SH-AP-5, SH-OVERWATCH-5, SH-GUARD-5,
    SH1-OVERWATCH-5, SH1-SUSTAIN-4
    """
    yield from introduce(live, command.who)
    if not names_door(live.state, command.target):
        yield from introduce(live, command.target)
    state = live.state
    attacker = find(state, command.who)
    if isinstance(attacker, Blip):
        raise forbid("SH-MELEE-1", "blips-fight-not", who=attacker.id)
    if names_door(state, command.target):
        yield from _hew(live, command, attacker)
        return
    defender = find(state, command.target)
    if side_of(attacker) == side_of(defender):
        raise forbid("SH-MELEE-1", "friend", who=defender.id)
    if isinstance(defender, Blip):
        raise forbid("SH-MELEE-1", "blip-no-target", who=defender.id)
    met = yield from _meet(state, attacker, defender, command)
    if isinstance(attacker, Marine):
        yield from marine_acts(live, command, 1)
    else:
        yield from alien_acts(live, command, 1)
        yield from ends_by_acting(live, defender.id, _kept(live.state))
    mine = isinstance(attacker, Marine)
    sides = Sides(
        marine=find_marine(live.state, attacker.id if mine else defender.id).id,
        stealer=find_alien(live.state, defender.id if mine else attacker.id).id,
        marine_attacks=mine,
        marine_front=mine or met.front,
        stealer_front=met.front if mine else True,
    )
    yield from fight(live, sides, met.turn_to, face=command.face)
    if not mine:
        yield from alien_acted(live, attacker.id)


def _kept(state: Match) -> tuple[Literal["guard", "aim"], ...]:
    """What an attack on a marine does not end.

    Rule: SH-MELEE-10, SH-GUARD-5, SH1-SUSTAIN-4
    """
    return ("guard",) if state.edition.activation_ends else ("guard", "aim")


def _meet(
    state: Match, attacker: Marine | Stealer, defender: Marine | Stealer, command: Assault
) -> Rule[Meeting]:
    """Refuse who does not stand straight ahead; say whether the defender faces the attacker.

    Rule: SH-MELEE-1, SH-MELEE-3, SH-MELEE-9, SH-ENTRY-6, SH-LADDER-2, SH1-ENTRY-6
    """
    must_be_on_board(defender)
    if isinstance(attacker, Stealer) and attacker.lurking.entry is not None:
        return (yield from _from_entry(state, attacker, defender))
    ground, here, there = board(state), cell(state, attacker.id), cell(state, defender.id)
    if ground is None or here is None or there is None:
        return Meeting(command.side in (None, "front"))
    if ground.ladders.get(here) == there:
        return Meeting(True)
    dx, dy = there[1] - here[1], there[2] - here[2]
    facing = attacker.position.facing
    if here[0] != there[0] or facing is None or not straight_ahead(facing, dx, dy):
        yield from refuse("SH-MELEE-1", "not-ahead", who=attacker.id, target=defender.id)
    back = towards(-dx, -dy)
    return Meeting(defender.position.facing == back, back)


def _from_entry(state: Match, attacker: Stealer, defender: Marine | Stealer) -> Rule[Meeting]:
    """A stealer at an entry attacks a marine on its first square.

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


def _hew(live: Live[Match], command: Assault, attacker: Marine | Stealer) -> Rule[None]:
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
        ahead = straight_ahead(facing, there[1] - here[1], there[2] - here[2])
        if here[0] != there[0] or not ahead:
            yield from refuse("SH-DOOR-7", "door-not-ahead", who=attacker.id, at=at)
    if isinstance(attacker, Marine):
        yield from marine_acts(live, command, 1)
    else:
        yield from alien_acts(live, command, 1)
    dice, needs = door_dice(live.state, attacker)
    shown = yield from roll(
        side_of(attacker), "door-dice", "SH-DOOR-7", dice, who=attacker.id, at=at, needs=needs
    )
    yield DoorHewn(who=attacker.id, at=at, dice=shown, needs=needs)
    if dice == 0 or max(shown) >= needs:
        yield DoorGone(at=at, by="assault")
        yield from spread(live, at)
    if isinstance(attacker, Stealer):
        yield from alien_acted(live, attacker.id)


def door_dice(state: Match, attacker: Marine | Stealer) -> tuple[int, int]:
    """How many dice a figure rolls against a door, and what one of them must show.

    Rule: SH-DOOR-7, SH-DOOR-8, SH1-DOOR-7
    """
    if isinstance(attacker, Stealer):
        return STEALER_DICE, HEWS
    if "chainfist" in attacker.kind.melee:
        return 0, HEWS
    dice = 2 if "lightning-claws" in attacker.kind.melee else 1
    off = bonus(state, attacker, front=True) if state.edition.door_bonus else 0
    return dice, HEWS - off
