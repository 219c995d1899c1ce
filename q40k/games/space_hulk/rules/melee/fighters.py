"""What a fighter brings to a close assault: dice, what is taken of them, bonuses, specials."""

from __future__ import annotations

from collections.abc import Sequence

from q40k.games.space_hulk.rules.state import Marine, Match
from q40k.kernel.state import Part

STEALER_DICE = 3


class Sides(Part, frozen=True):
    """A marine and a stealer who fight: who attacks, and which of them fights to the front."""

    marine: str
    stealer: str
    marine_attacks: bool = False
    marine_front: bool = True
    stealer_front: bool = True


class Terms(Part, frozen=True):
    """The dice of both, and what the marine adds and may do.

    `sums` says that the stealer adds its best and its worst die.
    """

    stealer_dice: int
    marine_dice: int
    bonus: int = 0
    parry: bool = False
    guard: bool = False
    psi: int = 0
    sums: bool = False


def terms(state: Match, sides: Sides) -> Terms:
    """What both bring to a fight.

    Rule: SH-MELEE-2, SH-MELEE-3, SH-WEAPON-1, SH-WEAPON-2, SH-WEAPON-3, SH-WEAPON-4, SH-WEAPON-5,
    SH-WEAPON-6, SH-SERGEANT-1, SH-LIB-1, SH-LIB-4, SH-ALPHA-5, SH-GUARD-4, SH1-MELEE-3
    """
    marine, stealer = state.marines[sides.marine], state.stealers[sides.stealer]
    melee, front = marine.kind.melee, sides.marine_front
    shield = "storm-shield" in melee and front
    if sides.marine_attacks and state.options.shield_only_in_defence:
        shield = False
    return Terms(
        stealer_dice=STEALER_DICE - shield,
        marine_dice=2 if "lightning-claws" in melee and front else 1,
        bonus=bonus(state, marine, front=front),
        parry="power-sword" in melee and front,
        guard=marine.stance.guard,
        psi=(marine.arms.psi or 0) if "force-axe" in melee and front else 0,
        sums=stealer.alpha and sides.stealer_front,
    )


def bonus(state: Match, marine: Marine, *, front: bool) -> int:
    """What a marine adds to his best die.

    Rule: SH-WEAPON-3, SH-WEAPON-6, SH-SERGEANT-1, SH-LIB-1, SH1-MELEE-3
    """
    kind = marine.kind
    found = 0
    if front or (kind.sergeant and state.edition.bonus_all_round):
        found += kind.sergeant or kind.librarian
    if front:
        found += ("lightning-claws" in kind.melee) + ("thunder-hammer" in kind.melee)
    return found


def stealer_score(dice: Sequence[int], *, sums: bool) -> int:
    """What a stealer's dice come to: the best; of the Alpha's front the best and the worst.

    Rule: SH-MELEE-2, SH-ALPHA-5
    """
    if not sums:
        return max(dice)
    return sum(dice) if len(dice) < STEALER_DICE else max(dice) + min(dice)
