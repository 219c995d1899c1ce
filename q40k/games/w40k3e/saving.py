"""Which saves a target has against a hit, and why it lacks the others."""

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
    """An armour save as gear and the attacker's weapon leave it."""

    value: int
    reasons: tuple[Reason, ...]


class Piercing(Struct, frozen=True):
    """What a hit does to saves: its AP and which kinds it ignores, with the reason for each."""

    ap: int | None
    melee: bool
    ignored: tuple[tuple[SaveKind, Reason], ...]
    worse_cover: Modifier | None = None

    @classmethod
    def of(cls, ap: int | Literal["D6"] | None, mods: Modifiers, scope: str) -> Piercing:
        """The piercing of a weapon's AP and modifiers. An AP of D6 is rolled for each wound."""
        ignored: list[tuple[SaveKind, Reason]] = []
        if (every := mods.first("ignores-saves")) is not None:
            why = reason("ignores-saves", every.source)
            ignored += [("armour", why), ("cover", why), ("invulnerable", why)]
        if (one := mods.first("ignores-armour")) is not None:
            ignored.append(("armour", reason("ignores-armour", one.source)))
        if (one := mods.first("ignores-cover")) is not None:
            ignored.append(("cover", reason("ignores-cover", one.source)))
        if (one := mods.first("ignores-invulnerable")) is not None:
            ignored.append(("invulnerable", reason("ignores-invulnerable", one.source)))
        worse = mods.greatest("cover-worse")
        return cls(ap if isinstance(ap, int) else None, scope == "melee", tuple(ignored), worse)

    @property
    def armour_stands(self) -> bool:
        """Whether the weapon leaves armour saves at all (its AP apart)."""
        return self.ignoring("armour") is None

    def ignoring(self, kind: SaveKind) -> Reason | None:
        """Why saves of `kind` do not count, if they do not."""
        return dict(reversed(self.ignored)).get(kind)


def armour_of(target: Fighter, defence: Modifiers, attack: Modifiers) -> Armour | None:
    """The target's armour save: its own or a better one worn, improved, and then held down.

    Source: w40k3e 4
    """
    value = target.sv
    why = [] if value is None else [reason("armour", SECTION, save=value)]
    worn = defence.least("save-set")
    if worn is not None and (value is None or worn.value < value):
        value = worn.value
        why = [reason("armour-set", worn.source, save=value)]
    for one in defence.all("save-better"):
        if value is not None and value > 2:
            value = max(2, value - one.value)
            why.append(reason("armour-better", one.source, by=one.value, save=value))
    worst = attack.greatest("save-at-best")
    if worst is not None and value is not None and value < worst.value:
        value = worst.value
        why.append(reason("armour-at-best", worst.source, save=value))
    return None if value is None else Armour(value, tuple(why))


def saves_of(
    target: Fighter, armour: Armour | None, defence: Modifiers, piercing: Piercing
) -> Saves:
    """Every save the target may take against one wound, best first, and why not the others.

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
        barred = _barred(kind, value, piercing)
        if barred is not None:
            denied.append(barred)
            return
        test = Test(value, "none" if breaks else reroll, (*why, *(() if breaks else after)))
        options.append(Save(kind, test, source, breaks))

    if armour is not None:
        offer("armour", armour.value, armour.reasons, SECTION)
    cover = cover_of(defence, piercing)
    if cover is not None:
        offer("cover", cover.value, cover.reasons, cover.source)
    for one in _invulnerable(target, defence):
        breaks = one.effect == "breaking-invulnerable"
        why = reason("breaks" if breaks else "invulnerable", one.source, save=one.value)
        offer("invulnerable", one.value, (why,), one.source, breaks=breaks)
    options.sort(key=lambda save: (save.test.needed, save.breaks, _BY_RANK[save.kind]))
    return Saves(tuple(options), tuple(dict.fromkeys(denied)))


class Cover(Struct, frozen=True):
    """A cover save as traits and the attacker leave it."""

    value: int
    source: str
    reasons: tuple[Reason, ...]


def cover_of(defence: Modifiers, piercing: Piercing) -> Cover | None:
    """The best cover: what is found improved by who hides well, then spoilt by who aims well.

    A cover that a figure has by itself is not improved by what the same trait says of ruins.
    """
    better = defence.greatest("cover-better")
    found = []
    for one in defence.all("cover"):
        value, why = one.value, [reason("cover", one.source, save=one.value)]
        if better is not None and one.source != better.source:
            value = max(2, value - better.value)
            why.append(reason("cover-better", better.source, by=better.value, save=value))
        found.append(Cover(value, one.source, tuple(why)))
    best = min(found, key=lambda one: one.value, default=None)
    worse = piercing.worse_cover
    if best is None or worse is None:
        return best
    value = best.value + worse.value
    if value > 6:
        return None
    why = [*best.reasons, reason("cover-worse", worse.source, by=worse.value, save=value)]
    return Cover(value, best.source, tuple(why))


def _invulnerable(target: Fighter, defence: Modifiers) -> list[Modifier]:
    """The best lasting invulnerable save, and one that breaks if there is any."""
    lasting = list(defence.all("invulnerable"))
    if target.inv is not None:
        lasting.insert(0, Modifier("invulnerable", target.inv, SECTION))
    if (made := defence.first("armour-is-invulnerable")) is not None:
        worn = armour_of(target, defence, Modifiers())
        lasting += [] if worn is None else [Modifier("invulnerable", worn.value, made.source)]
    best = min(lasting, key=lambda one: one.value, default=None)
    breaking = defence.least("breaking-invulnerable")
    return [one for one in (best, breaking) if one is not None]


def _barred(kind: SaveKind, value: int, piercing: Piercing) -> Reason | None:
    ignored = piercing.ignoring(kind)
    if ignored is not None:
        return ignored
    if kind == "cover" and piercing.melee:
        return reason("melee-no-cover", SECTION)
    if kind == "armour" and piercing.ap is not None and piercing.ap <= value:
        return reason("ap", SECTION, ap=piercing.ap, save=value)
    return None
