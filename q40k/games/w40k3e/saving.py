"""Work out which saves a target has against a hit, and why it lacks the others."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.modifiers import Modifier, Modifiers
from q40k.games.w40k3e.plans import Reroll, Save, SaveKind, Saves, Test
from q40k.games.w40k3e.reasons import Reason, reason

SECTION = "w40k3e 4"
_BY_RANK: dict[SaveKind, int] = {"armour": 0, "cover": 1, "invulnerable": 2}


class Armour(Struct, frozen=True):
    """Hold an armour save after the effects of gear and of the attacker's weapon."""

    value: int
    reasons: tuple[Reason, ...]


class Piercing(Struct, frozen=True):
    """Hold what a hit does to saves: its AP and the kinds it ignores, each with its reason."""

    ap: int | None
    melee: bool
    ignored: tuple[tuple[SaveKind, Reason], ...]
    worse_cover: Modifier | None = None

    @classmethod
    def of(cls, ap: int | Literal["D6"] | None, mods: Modifiers, scope: str) -> Piercing:
        """Read a weapon's AP and modifiers. An AP of D6 is rolled for each wound."""
        ignored: list[tuple[SaveKind, Reason]] = []
        if (every := mods.first("ignores-saves")) is not None:
            why = reason("ignores-saves", every.source)
            ignored += [("armour", why), ("cover", why), ("invulnerable", why)]
        if (modifier := mods.first("ignores-armour")) is not None:
            ignored.append(("armour", reason("ignores-armour", modifier.source)))
        if (modifier := mods.first("ignores-cover")) is not None:
            ignored.append(("cover", reason("ignores-cover", modifier.source)))
        if (modifier := mods.first("ignores-invulnerable")) is not None:
            ignored.append(("invulnerable", reason("ignores-invulnerable", modifier.source)))
        worse = mods.greatest("cover-worse")
        return cls(ap if isinstance(ap, int) else None, scope == "melee", tuple(ignored), worse)

    @property
    def armour_stands(self) -> bool:
        """Tell whether the weapon allows armour saves at all, apart from its AP."""
        return self.ignoring("armour") is None

    def ignoring(self, kind: SaveKind) -> Reason | None:
        """Return why saves of `kind` do not count, or None if they do."""
        return dict(reversed(self.ignored)).get(kind)


def armour_of(target: Fighter, defence: Modifiers, attack: Modifiers) -> Armour | None:
    """Return the target's armour save: its own or a better one from gear, improved, then limited.

    Source: w40k3e 4
    """
    value = target.sv
    why = [] if value is None else [reason("armour", SECTION, save=value)]
    worn = defence.least("save-set")
    if worn is not None and (value is None or worn.value < value):
        value = worn.value
        why = [reason("armour-set", worn.source, save=value)]
    for modifier in defence.all("save-better"):
        if value is not None and value > 2:
            value = max(2, value - modifier.value)
            why.append(reason("armour-better", modifier.source, by=modifier.value, save=value))
    worst = attack.greatest("save-at-best")
    if worst is not None and value is not None and value < worst.value:
        value = worst.value
        why.append(reason("armour-at-best", worst.source, save=value))
    return None if value is None else Armour(value, tuple(why))


def saves_of(
    target: Fighter, armour: Armour | None, defence: Modifiers, piercing: Piercing
) -> Saves:
    """Return every save the target can take against one wound, best first, and why not the others.

    Source: w40k3e 4
    """
    again = defence.first("reroll-saves")
    reroll: Reroll = "none" if again is None else "failures"
    after = () if again is None else (reason("reroll-saves", again.source),)
    options: list[Save] = []
    denied: list[Reason] = []

    def offer(
        kind: SaveKind, value: int, why: tuple[Reason, ...], source: str, *, breaks: bool = False
    ) -> None:
        denial = _denial(kind, value, piercing)
        if denial is not None:
            denied.append(denial)
            return
        test = Test(value, "none" if breaks else reroll, (*why, *(() if breaks else after)))
        options.append(Save(kind, test, source, breaks))

    if armour is not None:
        offer("armour", armour.value, armour.reasons, SECTION)
    cover = cover_of(defence, piercing)
    if cover is not None:
        offer("cover", cover.value, cover.reasons, cover.source)
    for modifier in _invulnerable(target, defence):
        breaks = modifier.effect == "breaking-invulnerable"
        why = reason("breaks" if breaks else "invulnerable", modifier.source, save=modifier.value)
        offer("invulnerable", modifier.value, (why,), modifier.source, breaks=breaks)
    options.sort(key=lambda save: (save.test.needed, save.breaks, _BY_RANK[save.kind]))
    return Saves(tuple(options), tuple(dict.fromkeys(denied)))


class Cover(Struct, frozen=True):
    """Hold a cover save after the effects of traits and of the attacker."""

    value: int
    source: str
    reasons: tuple[Reason, ...]


def cover_of(defence: Modifiers, piercing: Piercing) -> Cover | None:
    """Return the best cover save, improved by the target's traits, then worsened by the attacker's.

    A trait that gives a cover save does not also improve it.
    """
    better = defence.greatest("cover-better")
    covers = []
    for modifier in defence.all("cover"):
        value, why = modifier.value, [reason("cover", modifier.source, save=modifier.value)]
        if better is not None and modifier.source != better.source:
            value = max(2, value - better.value)
            why.append(reason("cover-better", better.source, by=better.value, save=value))
        covers.append(Cover(value, modifier.source, tuple(why)))
    best = min(covers, key=lambda cover: cover.value, default=None)
    worse = piercing.worse_cover
    if best is None or worse is None:
        return best
    value = best.value + worse.value
    if value > 6:
        return None
    why = [*best.reasons, reason("cover-worse", worse.source, by=worse.value, save=value)]
    return Cover(value, best.source, tuple(why))


def _invulnerable(target: Fighter, defence: Modifiers) -> list[Modifier]:
    """Return the best lasting invulnerable save, and the breaking one if there is any."""
    lasting = list(defence.all("invulnerable"))
    if target.inv is not None:
        lasting.insert(0, Modifier("invulnerable", target.inv, SECTION))
    if (shield := defence.first("armour-is-invulnerable")) is not None:
        worn = armour_of(target, defence, Modifiers())
        lasting += [] if worn is None else [Modifier("invulnerable", worn.value, shield.source)]
    best = min(lasting, key=lambda modifier: modifier.value, default=None)
    breaking = defence.least("breaking-invulnerable")
    return [modifier for modifier in (best, breaking) if modifier is not None]


def _denial(kind: SaveKind, value: int, piercing: Piercing) -> Reason | None:
    ignored = piercing.ignoring(kind)
    if ignored is not None:
        return ignored
    if kind == "cover" and piercing.melee:
        return reason("melee-no-cover", SECTION)
    if kind == "armour" and piercing.ap is not None and piercing.ap <= value:
        return reason("ap", SECTION, ap=piercing.ap, save=value)
    return None
