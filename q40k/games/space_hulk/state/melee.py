"""Close assault: who fights whom with which dice."""

from collections.abc import Sequence
from typing import Literal

from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.state.match import Marine, Match, Stealer
from q40k.games.space_hulk.state.registry import Act, Event
from q40k.kernel.commands import Name
from q40k.kernel.state import Part

# -- the fighters --------------------------------------------------------------------------


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


# -- the fight -----------------------------------------------------------------------------


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

    def fold(self, state: Match) -> Match:
        marine = self.attacker if self.attacker in state.marines else self.defender
        psi = state.marines[marine].arms.psi
        return state.with_marine(marine, psi=None if psi is None else max(0, psi - self.psi))


class Faced(Event, tag="faced"):
    """A defender who was attacked from side or rear has turned to face the attacker."""

    who: str
    facing: Facing | None

    def fold(self, state: Match) -> Match:
        return state.with_piece(self.who, facing=self.facing)


# -- the attack ----------------------------------------------------------------------------


HEWS = 6
"""The die that breaks a door (SH-DOOR-7)."""


class Assault(Act, tag="assault"):
    """Attack an enemy, or a closed door, in the square straight ahead.

    Where no places are kept, `side` is the side from which the defender is attacked. With `face` a
    defender who survives turns to the attacker.
    """

    target: Name
    side: Literal["front", "side", "rear"] | None = None
    face: bool = True


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


# -- guard ---------------------------------------------------------------------------------


class Guard(Act, tag="guard"):
    """Put a marine on guard."""


class OnGuard(Event, tag="on-guard"):
    """A marine is on guard."""

    who: str

    def fold(self, state: Match) -> Match:
        return state.with_marine(self.who, guard=True, overwatch=False, watched=False)
