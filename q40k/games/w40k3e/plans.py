"""Hold plans: what an attack needs, why, and in what order.

The resolver (`resolving`) asks for the dice of a plan. The odds (`odds`) use the same resolver, so
the two always agree. Every number of a plan carries its reasons: codes and facts, in the order in
which they were applied. They are worded elsewhere.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

Fact = int | str

WARNINGS = ("hits-nothing", "no-effect-on-vehicles")
"""The codes of an attack that does nothing to its target. It may be made all the same."""


class Reason(Struct, frozen=True):
    """Hold one step of an argument: a code, its facts, and the source of the rule.

    `source` is a section of the 3rd edition ("w40k3e 6"), a rule id, a bonus ("weapon-15") or the
    id of a weapon or gear.
    """

    code: str
    facts: tuple[tuple[str, Fact], ...] = ()
    source: str = "w40k3e"

    def fact(self, name: str) -> Fact:
        """Return one fact by its name. Raises KeyError."""
        return dict(self.facts)[name]


def reason(code: str, source: str = "w40k3e", /, **facts: Fact) -> Reason:
    """Return a reason with its facts by name."""
    return Reason(code, tuple(facts.items()), source)


# -- plans -----------------------------------------------------------------------------------------


AUTOMATIC = 1
IMPOSSIBLE = 7

Reroll = Literal["none", "failures", "one"]


class Test(Struct, frozen=True):
    """Hold a roll of one D6: the lowest result that passes, the reroll, and why.

    `needed` is 2 to 6; 1 passes without a roll, 7 cannot pass.
    """

    __test__ = False  # pytest would collect it
    needed: int
    reroll: Reroll = "none"
    reasons: tuple[Reason, ...] = ()

    @property
    def rolled(self) -> bool:
        """Tell whether dice decide."""
        return AUTOMATIC < self.needed < IMPOSSIBLE


class Count(Struct, frozen=True):
    """Hold the number of shots or blows: `fixed` plus the sum of `dice` (sides), at most `most`."""

    fixed: int = 1
    dice: tuple[int, ...] = ()
    most: int | None = None
    reasons: tuple[Reason, ...] = ()

    def of(self, rolled: int = 0) -> int:
        """Return the number for a dice sum of `rolled`."""
        number = max(0, self.fixed + rolled)
        return number if self.most is None else min(number, self.most)


SaveKind = Literal["armour", "cover", "invulnerable"]


class Save(Struct, frozen=True):
    """Hold one save the target may take; `breaks`: it is lost with the first failure."""

    kind: SaveKind
    test: Test
    source: str = ""
    breaks: bool = False


class Saves(Struct, frozen=True):
    """Hold the saves a target can choose from, best first, and why others are denied.

    The target takes one save per wound: the first of `options`, unless its owner chose another.
    """

    options: tuple[Save, ...] = ()
    denied: tuple[Reason, ...] = ()

    @property
    def preferred(self) -> Save | None:
        """Return the save that is rolled."""
        return self.options[0] if self.options else None

    @property
    def fallback(self) -> Save | None:
        """Return the save that is rolled once a breaking one is lost."""
        return next((save for save in self.options if not save.breaks), None)

    def prefer(self, kind: str) -> Saves:
        """Return a copy in which the save of `kind`, if there is one, comes first."""
        chosen = tuple(save for save in self.options if save.kind == kind)
        rest = tuple(save for save in self.options if save.kind != kind)
        return replace(self, options=chosen + rest)


class Trial(Struct, frozen=True):
    """Hold a 2D6 test against Leadership: who rolls, and whose result kills the target.

    With `slays_on` "pass" a force weapon's wielder kills by passing; with "fail" the victim dies by
    failing; with "" nobody dies, it only lets a psychic power go on. `psychic`: a 2 or a 12 brings
    the perils of the warp on the roller.
    """

    by: Literal["attacker", "target"]
    needed: int
    slays_on: Literal["pass", "fail", ""]
    psychic: bool = False
    reasons: tuple[Reason, ...] = ()


class Penetration(Struct, frozen=True):
    """Hold the strength of a hit against the armour of a vehicle or building.

    For each hit, `dice` D6 are added up or the highest is kept (`keep`). `six_glances`: a 6 is at
    least a glancing hit. `six_again`: a 6 adds another D6 (rending). `table` replaces strength and
    armour: for each face 0 nothing, 1 glancing, 2 penetrating. `structure` is the points left; each
    penetrating hit costs one. None means the hull has none.
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
        """Return 0 (nothing), 1 (glancing) or 2 (penetrating) for dice that total `rolled`."""
        if self.table is not None:
            return self.table[rolled - 1]
        total = self.strength + rolled
        if total > self.av:
            return 2
        return 1 if total == self.av or (self.six_glances and six) else 0


class Attack(Struct, frozen=True):
    """Hold a number of identical shots or blows of one attacker against one target.

    Each rolls `hit` and `wound`, then the target saves; against a `hull` it penetrates armour
    instead. `label` names the weapon. `six_hits` is what a to-hit 6 does: wound and ignore armour
    ("rending"), or only ignore armour ("pierces"). `six_slays`: a to-wound 6 kills unless it is
    saved. `hits_again`: each hit rolls to hit again, up to this many. `ap_below`: each wound rolls
    a D6, and armour does not save if it shows this or less (an AP of D6). `saves_pierced` are the
    saves without armour. `slays`: any unsaved wound kills; `hit_slays`: any hit does. `hot` is the
    attacker's save against each to-hit 1. `jams`: this many 1s in one volley jam the weapon.
    `wounds` and `ward` are the target's wounds left and the failed saves it may ignore; `burn` is
    what follows for the attacker when its weapon burns it. `wounds_cost` is the wounds lost for an
    unsaved one, `hits_ignored` the hits that do not count, `rises` the roll to stay with one wound
    after losing the last; `rises_always`: also when killed outright. `hits` replaces all other hits
    and needs no roll. `only_hits`: stop after the hits (a marker whose victims are resolved one by
    one). `cast` is the psychic test without which nothing happens.
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
    rises_always: bool = False
    burn: Attack | None = None
    strength: int = 0
    ap: int | None = None
    reasons: tuple[Reason, ...] = ()

    @property
    def warnings(self) -> tuple[Reason, ...]:
        """Return why the attack does nothing to its target; empty if it can harm it."""
        if self.only_hits:
            return ()
        reasons = self.reasons if self.hull is None else self.hull.reasons
        return tuple(reason for reason in reasons if reason.code in WARNINGS)

    def prefer_save(self, kind: str) -> Attack:
        """Return the attack with the target's save of `kind` first."""
        return replace(self, saves=self.saves.prefer(kind), saves_pierced=self.saves_pierced.prefer(kind))

    def with_count(self, number: int, *reasons: Reason) -> Attack:
        """Return the attack with exactly `number` shots or blows (MELEE: a split)."""
        return replace(self, count=Count(number, reasons=(*self.count.reasons, *reasons)))

    def against(self, *, wounds: int, ward: int) -> Attack:
        """Return the attack on a target with these wounds and ignored saves left."""
        return replace(self, wounds=wounds, ward=ward)
