"""What each fighter brings to a close assault: dice, bonuses, special weapons."""

from __future__ import annotations

from collections.abc import Sequence

from q40k.games.space_hulk.rules.state import Marine, Match
from q40k.kernel.state import Part

STEALER_DICE = 3


class Sides(Part, frozen=True):
    """A marine and a stealer who fight: which of them attacks, and which fights to the front."""

    marine: str
    stealer: str
    marine_attacks: bool = False
    marine_front: bool = True
    stealer_front: bool = True


class Terms(Part, frozen=True):
    """The dice of both fighters, and the marine's bonuses and options.

    `sums`: the stealer adds its best and its worst die.
    """

    stealer_dice: int
    marine_dice: int
    bonus: int = 0
    parry: bool = False
    guard: bool = False
    psi: int = 0
    sums: bool = False


def fight_terms(state: Match, sides: Sides) -> Terms:
    """Return what both fighters bring to a fight.

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
        bonus=melee_bonus(state, marine, front=front),
        parry="power-sword" in melee and front,
        guard=marine.stance.guard,
        psi=(marine.arms.psi or 0) if "force-axe" in melee and front else 0,
        sums=stealer.alpha and sides.stealer_front,
    )


def melee_bonus(state: Match, marine: Marine, *, front: bool) -> int:
    """Return what a marine adds to his best die.

    Rule: SH-WEAPON-3, SH-WEAPON-6, SH-SERGEANT-1, SH-LIB-1, SH1-MELEE-3
    """
    kind = marine.kind
    total = 0
    if front or (kind.sergeant and state.edition.bonus_all_round):
        total += kind.sergeant or kind.librarian
    if front:
        total += ("lightning-claws" in kind.melee) + ("thunder-hammer" in kind.melee)
    return total


def stealer_score(dice: Sequence[int], *, sums: bool) -> int:
    """Return the score of a stealer's dice: the best; for the Alpha's front, the best plus the
    worst.

    Rule: SH-MELEE-2, SH-ALPHA-5
    """
    if not sums:
        return max(dice)
    return sum(dice) if len(dice) < STEALER_DICE else max(dice) + min(dice)
