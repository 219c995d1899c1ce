"""Roll the dice of a close assault in their order, and kill the loser."""

from __future__ import annotations

from typing import Any

from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.rules.losses import kill_event
from q40k.games.space_hulk.rules.melee.fighters import Sides, Terms, fight_terms, stealer_score
from q40k.games.space_hulk.rules.questions import number, roll, roll_one
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class Fought(Event, tag="fought"):
    """A close assault was fought. The dice are the final ones; `parried` and `rerolled` are dice
    replaced.

    `beaten` is the piece that dies, None for nobody.
    """

    attacker: str
    defender: str
    stealer_dice: tuple[int, ...]
    marine_dice: tuple[int, ...]
    stealer_score: int
    marine_score: int
    bonus: int = 0
    psi: int = 0
    parried: int | None = None
    rerolled: int | None = None
    front: bool = True
    beaten: str | None = None


@event
class Faced(Event, tag="faced"):
    """A defender who was attacked from side or rear has turned to face the attacker."""

    who: str
    facing: Facing | None


@fold(Fought)
def _fought(state: Match, event: Fought) -> Match:
    marine = event.attacker if event.attacker in state.marines else event.defender
    psi = state.marines[marine].arms.psi
    return state.with_marine(marine, psi=None if psi is None else max(0, psi - event.psi))


@fold(Faced)
def _faced(state: Match, event: Faced) -> Match:
    return state.with_piece(event.who, facing=event.facing)


def fight(live: Live[Match], sides: Sides, turn_to: Facing | None, *, face: bool) -> Rule[None]:
    """Fight: roll both sides' dice, parry, guard, add psi points, then compare.

    Rule: SH-MELEE-2, SH-MELEE-4, SH-MELEE-5, SH-MELEE-6, SH-MELEE-7, SH-MELEE-8, SH1-MELEE-7
    """
    terms = fight_terms(live.state, sides)
    theirs, his, parried, rerolled = yield from _roll_dice(sides, terms)
    psi = 0
    theirs_make, his_make = stealer_score(theirs, sums=terms.sums), max(his) + terms.bonus
    if terms.psi:
        psi = yield from number(
            "marine", "psi", "SH-LIB-4", terms.psi,
            who=sides.marine, stealer=theirs_make, marine=his_make,
        )  # fmt: skip
        his_make += psi
    ahead = his_make - theirs_make
    attacker, defender = (sides.marine, sides.stealer)
    front, attack = sides.stealer_front, ahead
    if not sides.marine_attacks:
        attacker, defender = sides.stealer, sides.marine
        front, attack = sides.marine_front, -ahead
    beaten = defender if attack > 0 else attacker if attack < 0 and front else None
    yield Fought(
        attacker=attacker, defender=defender, stealer_dice=theirs, marine_dice=his,
        stealer_score=theirs_make, marine_score=his_make, bonus=terms.bonus, psi=psi,
        parried=parried, rerolled=rerolled, front=front, beaten=beaten,
    )  # fmt: skip
    if beaten is not None:
        yield kill_event(live.state, beaten, "assault")
    elif not front and face:
        yield Faced(who=defender, facing=turn_to)


def _roll_dice(
    sides: Sides, terms: Terms
) -> Rule[tuple[tuple[int, ...], tuple[int, ...], int | None, int | None]]:
    """Roll the dice of both; return them with the parried and the rerolled die replaced.

    Rule: SH-MELEE-8, SH-WEAPON-4, SH-GUARD-4
    """
    facts: dict[str, Any] = {"who": sides.marine, "stealer": sides.stealer}
    theirs = yield from roll(
        "stealer", "stealer-dice", "SH-MELEE-2", terms.stealer_dice, sides=sides, **facts
    )
    his = yield from roll("marine", "marine-dice", "SH-MELEE-2", terms.marine_dice, **facts)
    parried = rerolled = None
    if terms.parry:
        place = yield from number(
            "marine", "parry", "SH-WEAPON-4", len(theirs), dice=theirs, his=his, **facts
        )
        if place:
            parried = theirs[place - 1]
            die = yield from roll_one("stealer", "parry-die", "SH-WEAPON-4", **facts)
            theirs = (*theirs[: place - 1], die, *theirs[place:])
    if terms.guard:
        place = yield from number(
            "marine", "guard", "SH-GUARD-4", len(his), dice=his, theirs=theirs, **facts
        )
        if place:
            rerolled = his[place - 1]
            die = yield from roll_one("marine", "guard-die", "SH-GUARD-4", **facts)
            his = (*his[: place - 1], die, *his[place:])
    return theirs, his, parried, rerolled
