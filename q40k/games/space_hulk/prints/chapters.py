"""The turn in words for print: the part of both editions, and the part of each edition."""

from q40k.games.space_hulk.packs.missions import EditionId
from q40k.i18n.locale import N_

Chapter = tuple[str, tuple[str, ...]]

_BOTH: tuple[Chapter, ...] = (
    (
        N_("A turn"),
        (
            N_("Marines: draw points, act. Genestealers: reinforcements, act. End phase."),
            N_(
                "One piece at a time; points left over are lost. Command points go to any marine at"
                " any moment of his turn."
            ),
        ),
    ),
    (
        N_("Squares and sight"),
        (
            N_("Diagonal steps: not between two squares that are both blocked."),
            N_("Marines shoot into the front arc: as far forward as sideways, or farther."),
            N_(
                "A line is blocked by wall, piece, closed door or fire in a square it crosses; at a"
                " corner only by both squares."
            ),
            N_("A blip may not come into sight, beside a marine, or onto an object. In sight it is turned up at once."),
        ),
    ),
    (
        N_("Fire"),
        (
            N_("The flamer burns a whole section in sight within 12: one die each, dead on 2+."),
            N_("Nobody enters a burning section, nothing is seen through it. It burns until the end phase."),
        ),
    ),
    (
        N_("Close assault"),
        (
            N_(
                "Straight ahead, 1 point. Both roll, the higher kills; attacked from side or rear"
                " the defender hurts nobody, but may turn."
            ),
            N_("A closed door is broken on a 6."),
        ),
    ),
    (
        N_("Entries"),
        (
            N_(
                "At most three blips at an entry. With a marine within six steps of it, what was put"
                " there this turn waits."
            ),
        ),
    ),
)
_FOURTH = (
    N_("4th edition"),
    (
        N_(
            "End phase: the goals; the counter is shown, and who has spent more has lost; overwatch,"
            " jams, guard, flames and the barrier come off."
        ),
        N_(
            "With a sergeant the counter may be drawn again, once. A marine’s turn of 90° or step"
            " carries a free shot; a stealer’s step a free turn of 90°."
        ),
        N_(
            "Reaction to a stealer in sight: first one action of any marine, by command points;"
            " then overwatch, as many as are named, within 12."
        ),
        N_(
            "A double on overwatch jams a storm bolter. Missed, and the next standing shot at the"
            " same target needs one less, unless he does anything else before, it leaves his sight"
            " or another stealer acts."
        ),
        N_(
            "Guard: one of his own dice again. Sword: one die of the enemy again. Shield: the enemy"
            " one die less. All to the front but guard."
        ),
        N_("Moving on within the fire: roll for each burning square, dead on 2+."),
        N_("A chainfist needs no die against a door. An open door is safe from shots and blows."),
        N_("A reloaded cannon explodes on three equal dice: he dies, and all in his section on 4+."),
        N_("Alpha: for a blip of three, once; two hits to kill it; to its front best and worst die."),
        N_(
            "Librarian, 20 points: one power a turn: prescience 1, barrier within 12 for 2, storm"
            " within 6 for 3 (one 2+, or a section 4+ each); axe +1 for each point."
        ),
        N_("Ladder top: on a 1 he falls, and kills anyone below."),
    ),
)
_FIRST = (
    N_("1st edition"),
    (
        N_(
            "End phase: flames and overwatch come off; the counter is shown, and who has spent more "
            "has lost; the goals. The timer also runs while the counter is drawn."
        ),
        N_("No second draw. Marines see to the sides, too, and shoot to the front."),
        N_(
            "Overwatch must shoot at every action within 12, always on a 6, before command points;"
            " these are for a marine who sees the stealer."
        ),
        N_("A double on overwatch jams and ends overwatch; the jam stays until it is cleared."),
        N_("Standing shots at the same target: 6, 5+, 4+, 3+. Any other act, or another marine’s activation, ends it."),
        N_("A stealer’s quarter turn is free, a second in a row costs 1. A shot goes with a step, not with a turn."),
        N_(
            "A flamer may be blown up for 1 point: all in its section goes, also doors. Moving within "
            "a fire needs no roll."
        ),
        N_("The sergeant adds 1 on every side, and against doors."),
    ),
)


def chapters(edition: EditionId) -> tuple[Chapter, ...]:
    """Return headings with their lines.

    Rule: SH-TURN-1, SH1-TURN-1, SH-END-1, SH1-END-3, SH-LIB-5, SH-FIRE-3, SH1-FIRE-3
    """
    return (*_BOTH, _FIRST if edition == "1" else _FOURTH)
