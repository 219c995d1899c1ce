"""Close assault: roll for attacker and defender, guard and parry, hew doors down."""

from typing import Any, Literal

from q40k.games.space_hulk.board import facing_towards
from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.rules import activation, conversion
from q40k.games.space_hulk.rules.shooting.flames import spread_fire
from q40k.games.space_hulk.state import losses, melee, questions
from q40k.games.space_hulk.state.match import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.state.places import board, cell, is_ahead
from q40k.games.space_hulk.state.registry import rule
from q40k.games.space_hulk.state.shooting.firing import OVERWATCH_AP
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import choose_number, forbid, refuse, roll, roll_one


def fight(live: Live[Match], sides: melee.Sides, turn_to: Facing | None, *, face: bool) -> Rule[None]:
    """Fight: roll both sides' dice, parry, guard, add psi points, then compare.

    Rule: SH-MELEE-2, SH-MELEE-4, SH-MELEE-5, SH-MELEE-6, SH-MELEE-7, SH-MELEE-8, SH1-MELEE-7
    """
    terms = melee.fight_terms(live.state, sides)
    theirs, his, parried, rerolled = yield from _roll_dice(sides, terms)
    psi = 0
    theirs_make, his_make = melee.stealer_score(theirs, sums=terms.sums), max(his) + terms.bonus
    if terms.psi:
        psi = yield from choose_number(
            "marine", "psi", "SH-LIB-4", 0, terms.psi, who=sides.marine, stealer=theirs_make, marine=his_make
        )
        his_make += psi
    ahead = his_make - theirs_make
    attacker, defender = (sides.marine, sides.stealer)
    front, attack = sides.stealer_front, ahead
    if not sides.marine_attacks:
        attacker, defender = sides.stealer, sides.marine
        front, attack = sides.marine_front, -ahead
    beaten = defender if attack > 0 else attacker if attack < 0 and front else None
    yield melee.Fought(
        attacker=attacker,
        defender=defender,
        stealer_dice=theirs,
        marine_dice=his,
        stealer_score=theirs_make,
        marine_score=his_make,
        bonus=terms.bonus,
        psi=psi,
        parried=parried,
        rerolled=rerolled,
        front=front,
        beaten=beaten,
    )
    if beaten is not None:
        yield losses.kill_event(live.state, beaten, "assault")
    elif not front and face:
        yield melee.Faced(who=defender, facing=turn_to)


def _roll_dice(
    sides: melee.Sides, terms: melee.Terms
) -> Rule[tuple[tuple[int, ...], tuple[int, ...], int | None, int | None]]:
    """Roll the dice of both; return them with the parried and the rerolled die replaced.

    Rule: SH-MELEE-8, SH-WEAPON-4, SH-GUARD-4
    """
    facts: dict[str, Any] = {"who": sides.marine, "stealer": sides.stealer, "sides": sides}
    theirs = yield from roll("stealer", "stealer-dice", "SH-MELEE-2", terms.stealer_dice, **facts)
    his = yield from roll("marine", "marine-dice", "SH-MELEE-2", terms.marine_dice, theirs=theirs, **facts)
    parried = rerolled = None
    if terms.parry:
        place = yield from choose_number(
            "marine", "parry", "SH-WEAPON-4", 0, len(theirs), dice=theirs, his=his, **facts
        )
        if place:
            parried = theirs[place - 1]
            others = (*theirs[: place - 1], *theirs[place:])
            die = yield from roll_one("stealer", "parry-die", "SH-WEAPON-4", others=others, his=his, **facts)
            theirs = (*theirs[: place - 1], die, *theirs[place:])
    if terms.guard:
        place = yield from choose_number("marine", "guard", "SH-GUARD-4", 0, len(his), dice=his, theirs=theirs, **facts)
        if place:
            rerolled = his[place - 1]
            others = (*his[: place - 1], *his[place:])
            die = yield from roll_one("marine", "guard-die", "SH-GUARD-4", theirs=theirs, others=others, **facts)
            his = (*his[: place - 1], die, *his[place:])
    return theirs, his, parried, rerolled


@rule(melee.Assault)
def assault(live: Live[Match], command: melee.Assault) -> Rule[None]:
    """Attack in close assault.

    Rule: SH-MELEE-1, SH-MELEE-3, SH-MELEE-10, SH-AP-5, SH-OVERWATCH-5, SH-GUARD-5, SH1-OVERWATCH-5,
    SH1-SUSTAIN-4
    """
    yield from conversion.introduce(live, command.who)
    if not questions.names_door(live.state, command.target):
        yield from conversion.introduce(live, command.target)
    state = live.state
    attacker = questions.find_piece(state, command.who)
    if isinstance(attacker, Blip):
        raise forbid("SH-MELEE-1", "blips-fight-not", who=attacker.id)
    if questions.names_door(state, command.target):
        yield from _hew_door(live, command, attacker)
        return
    defender = questions.find_piece(state, command.target)
    if questions.side_of(attacker) == questions.side_of(defender):
        raise forbid("SH-MELEE-1", "friend", who=defender.id)
    if isinstance(defender, Blip):
        raise forbid("SH-MELEE-1", "blip-no-target", who=defender.id)
    meeting = yield from _find_meeting(state, attacker, defender, command)
    yield from activation.begin_action(live, command, 1)
    if isinstance(attacker, Stealer):
        yield from activation.end_stances(live, defender.id, _keeps_under_attack(live.state))
    marine_attacks = isinstance(attacker, Marine)
    sides = melee.Sides(
        marine=questions.find_marine(live.state, attacker.id if marine_attacks else defender.id).id,
        stealer=questions.find_alien(live.state, defender.id if marine_attacks else attacker.id).id,
        marine_attacks=marine_attacks,
        marine_front=marine_attacks or meeting.front,
        stealer_front=meeting.front if marine_attacks else True,
    )
    yield from fight(live, sides, meeting.turn_to, face=command.face)
    if not marine_attacks:
        yield from activation.record_alien_action(live, attacker.id)


def _keeps_under_attack(state: Match) -> tuple[Literal["guard", "aim"], ...]:
    """Return what an attack on a marine does not end.

    Rule: SH-MELEE-10, SH-GUARD-5, SH1-SUSTAIN-4
    """
    return ("guard",) if state.edition.activation_ends else ("guard", "aim")


def _find_meeting(
    state: Match, attacker: Marine | Stealer, defender: Marine | Stealer, command: melee.Assault
) -> Rule[melee.Meeting]:
    """Refuse a defender who is not straight ahead; return whether the defender faces the attacker.

    Rule: SH-MELEE-1, SH-MELEE-3, SH-MELEE-9, SH-ENTRY-6, SH-LADDER-2, SH1-ENTRY-6
    """
    questions.must_be_on_board(defender)
    if isinstance(attacker, Stealer) and attacker.lurking.entry is not None:
        return (yield from _meeting_at_entry(state, attacker, defender))
    ground, here, there = board(state), cell(state, attacker.id), cell(state, defender.id)
    if ground is None or here is None or there is None:
        return melee.Meeting(command.side in (None, "front"))
    if ground.ladders.get(here) == there:
        return melee.Meeting(True)
    if not is_ahead(state, attacker, there):
        yield from refuse("SH-MELEE-1", "not-ahead", who=attacker.id, target=defender.id)
    back = facing_towards(here[1] - there[1], here[2] - there[2])
    return melee.Meeting(defender.position.facing == back, back)


def _meeting_at_entry(state: Match, attacker: Stealer, defender: Marine | Stealer) -> Rule[melee.Meeting]:
    """Return how a stealer at an entry meets a marine on its first square.

    Rule: SH-ENTRY-6, SH1-ENTRY-6
    """
    if not state.options.assault_from_entry:
        raise forbid("SH-ENTRY-6", "no-assault-from-entry", who=attacker.id)
    ground, there = board(state), cell(state, defender.id)
    entry = attacker.lurking.entry
    if ground is None or there is None or entry is None:
        return melee.Meeting(True)
    if entry not in ground.entries or ground.first_square(entry) != there:
        yield from refuse("SH-ENTRY-6", "not-on-first-square", who=attacker.id, target=defender.id)
        return melee.Meeting(True)
    side = ground.entries[entry].side
    return melee.Meeting(defender.position.facing == side, side)


def _hew_door(live: Live[Match], command: melee.Assault, attacker: Marine | Stealer) -> Rule[None]:
    """Hew a closed door down: a natural 6 on any die; a chainfist needs none.

    Rule: SH-DOOR-7, SH-DOOR-8, SH-DOOR-10, SH-WEAPON-2, SH1-DOOR-7
    """
    state = live.state
    questions.must_be_on_board(attacker)
    at = questions.find_door(state, command.target)
    if state.doors.get(at, "closed") != "closed":
        code = "door-gone" if state.doors[at] == "gone" else "door-open"
        raise forbid("SH-DOOR-10", code, at=at)
    ground = board(state)
    if ground is not None and not is_ahead(state, attacker, ground.cell(at)):
        yield from refuse("SH-DOOR-7", "door-not-ahead", who=attacker.id, at=at)
    yield from activation.begin_action(live, command, 1)
    dice, needs = melee.door_dice(live.state, attacker)
    results = yield from roll(
        questions.side_of(attacker), "door-dice", "SH-DOOR-7", dice, who=attacker.id, at=at, needs=needs
    )
    yield melee.DoorHewn(who=attacker.id, at=at, dice=results, needs=needs)
    if dice == 0 or max(results) >= needs:
        yield losses.DoorGone(at=at, by="assault")
        yield from spread_fire(live, at)
    if isinstance(attacker, Stealer):
        yield from activation.record_alien_action(live, attacker.id)


@rule(melee.Guard)
def guard(live: Live[Match], command: melee.Guard) -> Rule[None]:
    """Go on guard, with any weapon; overwatch ends.

    Rule: SH-GUARD-1, SH-GUARD-2, SH-JAM-3, SH-AP-5
    """
    questions.must_be_in_edition(live.state, "guard")
    marine = questions.find_marine(live.state, command.who)
    if marine.stance.guard:
        yield from refuse("SH-GUARD-1", "on-guard-already", who=marine.id)
    yield from activation.begin_marine_action(live, command, OVERWATCH_AP)
    yield melee.OnGuard(who=marine.id)
