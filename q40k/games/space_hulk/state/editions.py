"""Every difference between the two editions, as data.

Each field names the rule of the 4th edition and the rule of the 1st that replaces it.
"""

from typing import Literal

from q40k.games.space_hulk.packs.missions import EditionId
from q40k.kernel.state import Part

WindowStep = Literal["cp", "overwatch"]


Subject = Literal["guard", "reload", "power", "ladder", "alpha", "self-destruct", "drop"]


class Edition(Part, frozen=True, kw_only=True):
    """The rules of one edition, where it differs from the other.

    subjects        what its book has besides the common rules (SH1-BOX-1)
    without         the rule that refuses any other subject
    minus_for_sergeants   seconds less on the clock for each sergeant missing (SH1-TIMER-4)
    timer_first     the clock starts before the counter is drawn (SH-TURN-2, SH1-TURN-2)
    redraws         how often a sergeant may have the counter drawn again (SH-CP-3, SH1-CP-3)
    seer_acts       points in the stealer turn are for a marine who sees (SH-CP-8, SH1-CP-8)
    steps           the order in a reaction window (SH-REACT-1, SH1-REACT-1)
    moved_shot_turn a quarter turn also allows a shot (SH-AP-5, SH1-AP-6)
    half_turn       the cost of a marine's half turn; None: it is no action (SH-AP-6, SH1-AP-5)
    alien_side      the cost of a stealer's step sideways (SH-AP-5, SH1-AP-5)
    alien_turn      the cost of its quarter turn (SH-MOVE-3, SH1-MOVE-3)
    turn_in_step    a stealer's quarter turn belongs to its step (SH-MOVE-3)
    sees_beside     sight reaches to the sides (SH-LOS-1, SH1-LOS-1)
    sustained       how much less the shots after misses need (SH-SUSTAIN-2, SH1-SUSTAIN-2)
    moved_founds    a shot on the move starts the bonus (SH-SUSTAIN-5, SH1-SUSTAIN-5)
    others_end      another stealer's action ends it (SH-SUSTAIN-4, SH1-SUSTAIN-4)
    activation_ends another marine's activation ends it (SH1-SUSTAIN-4)
    bonus_lasts     it lasts into the stealer turn (SH-SUSTAIN-6, SH1-SUSTAIN-6)
    watch_sustained it counts on overwatch (SH-SUSTAIN-3, SH1-SUSTAIN-3)
    must_watch      overwatch shots are compulsory (SH-OVERWATCH-2, SH1-OVERWATCH-2)
    watch_doors     closing doors draw overwatch shots (SH-DOOR-6, SH1-DOOR-6)
    one_reaction    a marine who got points cannot shoot on overwatch then (SH-REACT-3, SH1-REACT-3)
    jam_ends        the end phase removes a jam (SH-JAM-4, SH1-JAM-7)
    jam_ends_watch  a jam ends overwatch for good (SH-JAM-5, SH1-JAM-5)
    own_section     the flamer may burn its own section (SH-FLAMER-2, SH1-FLAMER-2)
    burnt_survive   a second step in the fire needs no die roll (SH-FIRE-3, SH1-FIRE-3)
    fire_converts   a blip in fire is converted, not destroyed (SH-FIRE-5, SH1-FIRE-5)
    fire_spreads    a destroyed door lets the fire through (SH-FIRE-6, SH1-FIRE-6)
    bonus_all_round the sergeant's +1 counts on every side (SH-SERGEANT-1, SH1-MELEE-3)
    door_bonus      it counts against doors (SH-DOOR-7, SH1-DOOR-7)
    placing_reacts  placing a stealer opens a window (SH-CONVERT-8, SH1-CONVERT-8)
    counter_first   overspending is checked before the goals (SH-END-2, SH1-END-3)
    stealers        how many may be in play (SH-CONVERT-6, SH1-BOX-2)
    stealers_wait   how many may wait at an entry (SH-ENTRY-4, SH1-ENTRY-4)
    """

    id: EditionId
    subjects: tuple[Subject, ...]
    without: str
    minus_for_sergeants: int = 0
    timer_first: bool = False
    redraws: int = 0
    seer_acts: bool = False
    steps: tuple[WindowStep, WindowStep] = ("cp", "overwatch")
    moved_shot_turn: bool = False
    half_turn: int | None = None
    alien_side: int = 1
    alien_turn: int = 1
    turn_in_step: bool = False
    sees_beside: bool = False
    sustained: tuple[int, ...] = (0, 1)
    moved_founds: bool = False
    others_end: bool = False
    activation_ends: bool = False
    bonus_lasts: bool = False
    watch_sustained: bool = False
    must_watch: bool = False
    watch_doors: bool = False
    one_reaction: bool = False
    jam_ends: bool = False
    jam_ends_watch: bool = False
    own_section: bool = False
    burnt_survive: bool = False
    fire_converts: bool = False
    fire_spreads: bool = False
    bonus_all_round: bool = False
    door_bonus: bool = False
    placing_reacts: bool = False
    counter_first: bool = False
    stealers: int = 22
    stealers_wait: int | None = None


FOURTH = Edition(
    id="4",
    subjects=("guard", "reload", "power", "ladder", "alpha"),
    without="SH-AP-5",
    redraws=1,
    moved_shot_turn=True,
    turn_in_step=True,
    moved_founds=True,
    others_end=True,
    bonus_lasts=True,
    watch_sustained=True,
    watch_doors=True,
    one_reaction=True,
    jam_ends=True,
    own_section=True,
    placing_reacts=True,
)


FIRST = Edition(
    id="1",
    subjects=("self-destruct", "drop"),
    without="SH1-BOX-1",
    minus_for_sergeants=30,
    timer_first=True,
    seer_acts=True,
    steps=("overwatch", "cp"),
    half_turn=2,
    alien_side=2,
    alien_turn=0,
    sees_beside=True,
    sustained=(0, 1, 2, 3),
    activation_ends=True,
    must_watch=True,
    jam_ends_watch=True,
    burnt_survive=True,
    fire_converts=True,
    fire_spreads=True,
    bonus_all_round=True,
    door_bonus=True,
    counter_first=True,
    stealers=20,
    stealers_wait=3,
)


EDITIONS: dict[EditionId, Edition] = {"4": FOURTH, "1": FIRST}
