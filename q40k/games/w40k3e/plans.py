"""Plans: what an attack needs, why, and in what order.

The resolver (`resolving`) asks for the dice a plan describes, and the odds (`odds`) are worked out
by walking the same resolver, so that they cannot disagree.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.w40k3e.reasons import Reason

AUTOMATIC = 1
IMPOSSIBLE = 7

Reroll = Literal["none", "failures", "one"]


class Test(Struct, frozen=True):
    """A roll of one D6: the least that passes, what is rolled again, and why.

    `needed` is 2 to 6; 1 passes without a roll, 7 cannot pass.
    """

    __test__ = False  # pytest would collect it
    needed: int
    reroll: Reroll = "none"
    reasons: tuple[Reason, ...] = ()

    @property
    def rolled(self) -> bool:
        """Whether dice decide."""
        return AUTOMATIC < self.needed < IMPOSSIBLE


class Count(Struct, frozen=True):
    """How many shots or blows: `fixed` plus the sum of `dice` (sides), at most `most`."""

    fixed: int = 1
    dice: tuple[int, ...] = ()
    most: int | None = None
    reasons: tuple[Reason, ...] = ()

    def of(self, rolled: int = 0) -> int:
        """The number when the dice show `rolled` together."""
        number = max(0, self.fixed + rolled)
        return number if self.most is None else min(number, self.most)


SaveKind = Literal["armour", "cover", "invulnerable"]


class Save(Struct, frozen=True):
    """One save that may be taken; `breaks`: it is lost with the first one failed."""

    kind: SaveKind
    test: Test
    source: str = ""
    breaks: bool = False


class Saves(Struct, frozen=True):
    """The saves a target may choose from, best first, and why others are not among them.

    One save is taken per wound: the first of `options`, unless the owner chose otherwise.
    """

    options: tuple[Save, ...] = ()
    denied: tuple[Reason, ...] = ()

    @property
    def taken(self) -> Save | None:
        """The save that is rolled."""
        return self.options[0] if self.options else None

    @property
    def fallback(self) -> Save | None:
        """The save that is rolled once a breaking one is lost."""
        return next((save for save in self.options if not save.breaks), None)

    def choosing(self, kind: str) -> Saves:
        """The same with the save of `kind` taken, if there is one."""
        chosen = tuple(save for save in self.options if save.kind == kind)
        rest = tuple(save for save in self.options if save.kind != kind)
        return replace(self, options=chosen + rest)


class Trial(Struct, frozen=True):
    """A 2D6 test against Leadership: who rolls, and what slays the victim.

    `slays_on` "pass": a force weapon's wielder slays by passing; "fail": the victim dies of
    failing; "": nobody, it only lets a power of the mind go on. `psychic`: a 2 or a 12 brings
    the perils down on the roller.
    """

    by: Literal["attacker", "target"]
    needed: int
    slays_on: Literal["pass", "fail", ""]
    psychic: bool = False
    reasons: tuple[Reason, ...] = ()


class Penetration(Struct, frozen=True):
    """Strength against the armour of a vehicle or building.

    `dice` D6 are added up or the highest is kept (`keep`), for each hit. `six_glances`: a die of
    6 is a glancing hit at least. `six_again`: a 6 adds another D6 (rending). `table` replaces
    strength and armour: for each face 0 nothing, 1 glancing, 2 penetrating. `structure`: the
    points left, each penetrating hit costing one; None has none.
    """

    av: int
    strength: int
    dice: int = 1
    keep: Literal["sum", "highest"] = "sum"
    six_glances: bool = False
    six_again: bool = False
    table: tuple[int, int, int, int, int, int] | None = None
    structure: int | None = None
    reasons: tuple[Reason, ...] = ()

    def result(self, rolled: int, *, six: bool = False) -> int:
        """0 nothing, 1 glancing, 2 penetrating, for dice that come to `rolled`."""
        if self.table is not None:
            return self.table[rolled - 1]
        total = self.strength + rolled
        if total > self.av:
            return 2
        return 1 if total == self.av or (self.six_glances and six) else 0


class Attack(Struct, frozen=True):
    """A number of identical shots or blows of one attacker at one target.

    `hit` and `wound` are rolled for each, then the target's save; against a `hull` the armour is
    penetrated instead. `label` names the weapon. `six_hits`: what a to-hit 6 does: it wounds and
    ignores armour ("rending"), or only ignores armour ("pierces"). `six_slays`: a to-wound 6 slays
    if it is not saved. `hits_again`: each hit rolls to hit once more, until there are so many.
    `ap_below`: for each wound a D6 is rolled, and armour does not save when it shows this or
    less (an AP of D6). `saves_pierced` are the saves when armour is out of it. `slays`: any
    unsaved wound kills; `hit_slays`: any hit does. `hot`: the attacker's save against each
    to-hit 1. `jams`: so many 1s in one volley jam the weapon. `wounds` and `ward` are the target's
    wounds left and failed saves it may ignore; `own_wounds` the attacker's. `wounds_cost` is what
    an unsaved wound takes, `hits_ignored` the hits that count for nothing, `rises` the roll of who
    stays with one wound when the last is gone. `hits` are hits that
    need no roll, in the place of all others. `only_hits`: stop when the hits are known (a marker
    whose victims are worked out one by one). `cast`: the psychic test without which nothing
    happens.
    """

    label: str = ""
    cast: Trial | None = None
    count: Count = Count()
    hit: Test = Test(AUTOMATIC)
    hits: int | None = None
    six_hits: Literal["", "rending", "pierces"] = ""
    hits_again: int = 0
    only_hits: bool = False
    hot: Test | None = None
    jams: int = 0
    wound: Test = Test(AUTOMATIC)
    rolls_per_hit: int = 1
    six_slays: bool = False
    ap_below: int | None = None
    saves: Saves = Saves()
    saves_pierced: Saves = Saves()
    no_pain: Test | None = None
    slays: bool = False
    hit_slays: bool = False
    stuns: bool = False
    trials: tuple[Trial, ...] = ()
    hull: Penetration | None = None
    wounds: int = 1
    ward: int = 0
    wounds_cost: int = 1
    hits_ignored: int = 0
    rises: Test | None = None
    own_wounds: int = 1
    strength: int = 0
    ap: int | None = None
    reasons: tuple[Reason, ...] = ()

    def choosing(self, kind: str) -> Attack:
        """The same attack with the target's save of `kind` taken."""
        return replace(
            self,
            saves=self.saves.choosing(kind),
            saves_pierced=self.saves_pierced.choosing(kind),
        )

    def numbering(self, number: int, *reasons: Reason) -> Attack:
        """The same attack with exactly `number` shots or blows (MELEE: a split)."""
        return replace(self, count=Count(number, reasons=(*self.count.reasons, *reasons)))

    def against(self, *, wounds: int, ward: int) -> Attack:
        """The same attack on a target with these wounds and ignored saves left."""
        return replace(self, wounds=wounds, ward=ward)
