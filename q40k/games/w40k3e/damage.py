"""Work out what a hit does: to wound, instant death and saves, or the armour of a hull.

Shots, blows, falls and explosions share it.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.w40k3e import plans
from q40k.games.w40k3e.charts import cap_strength, instant_death, to_wound
from q40k.games.w40k3e.figures import Fighter, Hull
from q40k.games.w40k3e.modifiers import AttackEffect, Modifier, Modifiers, Scope

SAVES = "w40k3e 4"
_BY_RANK: dict[plans.SaveKind, int] = {"armour": 0, "cover": 1, "invulnerable": 2}


class Armour(Struct, frozen=True):
    """Hold an armour save after the effects of gear and of the attacker's weapon."""

    value: int
    reasons: tuple[plans.Reason, ...]


class Piercing(Struct, frozen=True):
    """Hold what a hit does to saves: its AP and the kinds it ignores, each with its reason."""

    ap: int | None
    melee: bool
    ignored: tuple[tuple[plans.SaveKind, plans.Reason], ...]
    worse_cover: Modifier | None = None

    @classmethod
    def of(cls, ap: int | Literal["D6"] | None, mods: Modifiers, scope: str) -> Piercing:
        """Read a weapon's AP and modifiers. An AP of D6 is rolled for each wound."""
        ignored: list[tuple[plans.SaveKind, plans.Reason]] = []
        if (every := mods.first("ignores-saves")) is not None:
            why = plans.reason("ignores-saves", every.source)
            ignored += [("armour", why), ("cover", why), ("invulnerable", why)]
        for kind in _BY_RANK:
            if (modifier := mods.first(_IGNORES[kind])) is not None:
                ignored.append((kind, plans.reason(_IGNORES[kind], modifier.source)))
        worse = mods.greatest("cover-worse")
        return cls(ap if isinstance(ap, int) else None, scope == "melee", tuple(ignored), worse)

    @property
    def armour_stands(self) -> bool:
        """Tell whether the weapon allows armour saves at all, apart from its AP."""
        return self.ignoring("armour") is None

    def ignoring(self, kind: plans.SaveKind) -> plans.Reason | None:
        """Return why saves of `kind` do not count, or None if they do."""
        return dict(reversed(self.ignored)).get(kind)


def armour_of(target: Fighter, defence: Modifiers, attack: Modifiers) -> Armour | None:
    """Return the target's armour save: its own or a better one from gear, improved, then limited.

    Source: w40k3e 4
    """
    value = target.sv
    why = [] if value is None else [plans.reason("armour", SAVES, save=value)]
    worn = defence.least("save-set")
    if worn is not None and (value is None or worn.value < value):
        value = worn.value
        why = [plans.reason("armour-set", worn.source, save=value)]
    for modifier in defence.all("save-better"):
        if value is not None and value > 2:
            value = max(2, value - modifier.value)
            why.append(plans.reason("armour-better", modifier.source, by=modifier.value, save=value))
    worst = attack.greatest("save-at-best")
    if worst is not None and value is not None and value < worst.value:
        value = worst.value
        why.append(plans.reason("armour-at-best", worst.source, save=value))
    return None if value is None else Armour(value, tuple(why))


def saves_of(target: Fighter, armour: Armour | None, defence: Modifiers, piercing: Piercing) -> plans.Saves:
    """Return every save the target can take against one wound, best first, and why not the others.

    Source: w40k3e 4
    """
    again = defence.first("reroll-saves")
    reroll: plans.Reroll = "none" if again is None else "failures"
    after = () if again is None else (plans.reason("reroll-saves", again.source),)
    options: list[plans.Save] = []
    denied: list[plans.Reason] = []

    def offer(
        kind: plans.SaveKind, value: int, why: tuple[plans.Reason, ...], source: str, *, breaks: bool = False
    ) -> None:
        denial = _denial(kind, value, piercing)
        if denial is not None:
            denied.append(denial)
            return
        test = plans.Test(value, "none" if breaks else reroll, (*why, *(() if breaks else after)))
        options.append(plans.Save(kind, test, source, breaks))

    if armour is not None:
        offer("armour", armour.value, armour.reasons, SAVES)
    cover = cover_of(defence, piercing)
    if cover is not None:
        offer("cover", cover.value, cover.reasons, cover.source)
    for modifier in _invulnerable(target, defence):
        breaks = modifier.effect == "breaking-invulnerable"
        why = plans.reason("breaks" if breaks else "invulnerable", modifier.source, save=modifier.value)
        offer("invulnerable", modifier.value, (why,), modifier.source, breaks=breaks)
    options.sort(key=lambda save: (save.test.needed, save.breaks, _BY_RANK[save.kind]))
    return plans.Saves(tuple(options), tuple(dict.fromkeys(denied)))


class Cover(Struct, frozen=True):
    """Hold a cover save after the effects of traits and of the attacker."""

    value: int
    source: str
    reasons: tuple[plans.Reason, ...]


def cover_of(defence: Modifiers, piercing: Piercing) -> Cover | None:
    """Return the best cover save, improved by the target's traits, then worsened by the attacker's.

    A trait that gives a cover save does not also improve it.
    """
    better = defence.greatest("cover-better")
    covers = []
    for modifier in defence.all("cover"):
        value, why = modifier.value, [plans.reason("cover", modifier.source, save=modifier.value)]
        if better is not None and modifier.source != better.source:
            value = max(2, value - better.value)
            why.append(plans.reason("cover-better", better.source, by=better.value, save=value))
        covers.append(Cover(value, modifier.source, tuple(why)))
    best = min(covers, key=lambda cover: cover.value, default=None)
    worse = piercing.worse_cover
    if best is None or worse is None:
        return best
    value = best.value + worse.value
    if value > 6:
        return None
    why = [*best.reasons, plans.reason("cover-worse", worse.source, by=worse.value, save=value)]
    return Cover(value, best.source, tuple(why))


def _invulnerable(target: Fighter, defence: Modifiers) -> list[Modifier]:
    """Return the best lasting invulnerable save, and the breaking one if there is any."""
    lasting = list(defence.all("invulnerable"))
    if target.inv is not None:
        lasting.insert(0, Modifier("invulnerable", target.inv, SAVES))
    if (shield := defence.first("armour-is-invulnerable")) is not None:
        worn = armour_of(target, defence, Modifiers())
        lasting += [] if worn is None else [Modifier("invulnerable", worn.value, shield.source)]
    best = min(lasting, key=lambda modifier: modifier.value, default=None)
    breaking = defence.least("breaking-invulnerable")
    return [modifier for modifier in (best, breaking) if modifier is not None]


def _denial(kind: plans.SaveKind, value: int, piercing: Piercing) -> plans.Reason | None:
    ignored = piercing.ignoring(kind)
    if ignored is not None:
        return ignored
    if kind == "cover" and piercing.melee:
        return plans.reason("melee-no-cover", SAVES)
    if kind == "armour" and piercing.ap is not None and piercing.ap <= value:
        return plans.reason("ap", SAVES, ap=piercing.ap, save=value)
    return None


# -- wounds and armour -----------------------------------------------------------------------------


SECTIONS = {"wound": "w40k3e 3", "death": "w40k3e 5", "hull": "w40k3e 10", "special": "w40k3e 6"}


class Blow(Struct, frozen=True):
    """Hold one hit's strength and AP, before the target is known.

    `strength` None has no number (a poisoned needle): it wounds on a fixed roll and causes no
    instant death. `template`: it comes from a template or marker. `reasons` explain the strength.
    """

    strength: int | None
    ap: int | Literal["D6"] | None = None
    scope: Scope = "shooting"
    monstrous: bool = False
    half_range: bool = False
    ordnance: bool = False
    template: bool = False
    reasons: tuple[plans.Reason, ...] = ()


def modify_strength(strength: int | None, mods: Modifiers) -> tuple[int | None, tuple[plans.Reason, ...]]:
    """Return a strength with its modifiers, at most 10, and the reasons."""
    why: list[plans.Reason] = []
    for modifier in mods.all("strength"):
        if strength is not None:
            strength = cap_strength(strength + modifier.value)
            why.append(plans.reason("strength-by", modifier.source, by=modifier.value, strength=strength))
    return strength, tuple(why)


def plan_damage(
    base: plans.Attack, blow: Blow, mods: Modifiers, target: Fighter | Hull, *, psyker: Fighter | None
) -> plans.Attack:
    """Return `base` with everything that follows a hit: wound and saves, or armour penetration.

    `mods` are the attacker's modifiers that hold; the target brings its own. `psyker` takes the
    test of a force weapon.
    """
    if isinstance(target, Hull):
        return replace(base, hull=penetration(blow, mods, target), strength=blow.strength or 0)
    defence = Modifiers.holding(target.modifiers, blow.scope)
    wound = wound_test(blow, mods, target, defence)
    armour = armour_of(target, defence, mods)
    piercing = Piercing.of(blow.ap, mods, blow.scope)
    death = _instant_death(blow, mods, target, defence)
    slays = mods.first("wound-slays")
    outright = death is not None or slays is not None
    reasons = list(base.reasons)
    if death is not None:
        reasons.append(death)
    if slays is not None:
        reasons.append(plans.reason("wound-slays", slays.source))
    spared = defence.all("hits-ignored")
    reasons += [plans.reason("hits-ignored", modifier.source, hits=modifier.value) for modifier in spared]
    if (cost := _wounds_cost(mods, blow, defence)) > 1:
        dear = (*mods.all("wounds-cost"), *defence.all("blast-wounds-cost"))
        reasons.append(plans.reason("wounds-cost", dear[0].source, wounds=cost))
    ward = sum(modifier.value for modifier in defence.all("ward"))
    if ward:
        reasons.append(plans.reason("ward", defence.all("ward")[0].source, failures=ward))
    attack = replace(
        base,
        wound=wound,
        saves=saves_of(target, armour, defence, piercing),
        saves_pierced=saves_of(target, None, defence, piercing),
        ap_below=armour.value if blow.ap == "D6" and armour and piercing.armour_stands else None,
        no_pain=_no_pain_test(defence, piercing, blow, outright=outright),
        slays=outright,
        trials=() if outright else _trials(mods, target, psyker, defence),
        wounds_cost=cost,
        hits_ignored=sum(modifier.value for modifier in spared),
        rises=_rise_test(defence, piercing, blow, outright=outright),
        rises_always=defence.first("rises-always") is not None,
        wounds=target.w,
        ward=ward,
        strength=blow.strength or 0,
        ap=blow.ap if isinstance(blow.ap, int) else None,
    )
    return _add_special_effects(attack, mods, reasons)


def _add_special_effects(attack: plans.Attack, mods: Modifiers, reasons: list[plans.Reason]) -> plans.Attack:
    """Apply rending, 6s that kill, two rolls per hit and hammers that stun; say what harms nobody."""
    changes: dict[str, object] = {}
    if (rends := mods.first("rending")) is not None:
        changes["six_hits"] = "rending"
        reasons.append(plans.reason("rending", rends.source))
    elif (pierces := mods.first("six-pierces")) is not None:
        changes["six_hits"] = "pierces"
        reasons.append(plans.reason("six-pierces", pierces.source, ap=pierces.value))
    if (slaying := mods.first("six-slays")) is not None:
        changes["six_slays"] = True
        reasons.append(plans.reason("six-slays", slaying.source))
    if (twice := mods.first("two-wound-rolls")) is not None:
        changes["rolls_per_hit"] = twice.value
        reasons.append(plans.reason("two-wound-rolls", twice.source, rolls=twice.value))
    if (stuns := mods.first("stuns")) is not None:
        changes["stuns"] = True
        reasons.append(plans.reason("stuns", stuns.source))
    if (at_once := mods.first("hit-slays")) is not None:
        changes["hit_slays"] = True
        reasons.append(plans.reason("hit-slays", at_once.source))
    if attack.wound.needed >= plans.IMPOSSIBLE and rends is None and at_once is None:
        reasons.append(plans.reason("hits-nothing", SECTIONS["wound"]))
    return replace(attack, **changes, reasons=tuple(reasons))


def wound_test(blow: Blow, mods: Modifiers, target: Fighter, defence: Modifiers) -> plans.Test:
    """Return what a hit needs to wound, with every reason.

    Source: w40k3e 3 and 6
    """
    why = list(blow.reasons)
    needed = _wound_chart(blow, mods, target, defence, why)
    if (gauss := mods.first("gauss")) is not None and needed > 6:
        needed = 6
        why.append(plans.reason("gauss", gauss.source, needed=6))
    if (fixed := mods.least("wounds-on")) is not None:
        needed = fixed.value
        why.append(plans.reason("wounds-on", fixed.source, needed=needed))
    if (hard := defence.greatest("wounded-only-on")) is not None and needed < hard.value:
        needed = hard.value
        why.append(plans.reason("wounded-only-on", hard.source, needed=needed))
    reroll: plans.Reroll = "none"
    if (again := mods.first("reroll-wounds")) is not None:
        reroll = "failures"
        why.append(plans.reason("reroll-wounds", again.source))
    return plans.Test(needed, reroll, tuple(why))


def _wound_chart(blow: Blow, mods: Modifiers, target: Fighter, defence: Modifiers, why: list[plans.Reason]) -> int:
    if (mind := mods.first("against-leadership")) is not None:
        if (none := defence.first("no-leadership")) is not None:
            why.append(plans.reason("no-leadership", none.source))
            return plans.IMPOSSIBLE
        why.append(plans.reason("against-leadership", mind.source, strength=mind.value, ld=target.ld))
        return to_wound(mind.value, target.ld) or plans.IMPOSSIBLE
    if blow.strength is None:
        return plans.IMPOSSIBLE
    weak = defence.greatest("ignores-shots-below")
    if weak is not None and blow.strength < weak.value:
        why.append(plans.reason("ignores-shots-below", weak.source, strength=weak.value))
        return plans.IMPOSSIBLE
    toughness = target.t
    for modifier in defence.all("toughness"):
        toughness = cap_strength(toughness + modifier.value)
        why.append(plans.reason("toughness-by", modifier.source, by=modifier.value, toughness=toughness))
    needed = to_wound(blow.strength, toughness) or plans.IMPOSSIBLE
    why.append(
        plans.reason(
            "strength-toughness", SECTIONS["wound"], strength=blow.strength, toughness=toughness, needed=needed
        )
    )
    return needed


def _instant_death(blow: Blow, mods: Modifiers, target: Fighter, defence: Modifiers) -> plans.Reason | None:
    if blow.strength is None or mods.first("against-leadership") is not None:
        return None
    toughness = target.toughness_for_death
    if not instant_death(blow.strength, toughness) or defence.first("no-instant-death"):
        return None
    return plans.reason("instant-death", SECTIONS["death"], strength=blow.strength, toughness=toughness)


def _no_pain_test(defence: Modifiers, piercing: Piercing, blow: Blow, *, outright: bool) -> plans.Test | None:
    """Return the roll to ignore a wound (w40k3e 8).

    There is none if the wound kills outright, or if a blow ignores armour.
    """
    modifier = defence.least("no-pain")
    past = blow.scope == "melee" and not piercing.armour_stands
    if modifier is None or outright or past:
        return None
    return plans.Test(modifier.value, reasons=(plans.reason("no-pain", modifier.source, needed=modifier.value),))


def _rise_test(defence: Modifiers, piercing: Piercing, blow: Blow, *, outright: bool) -> plans.Test | None:
    """Return the roll to stay with a last wound.

    There is none if the wound kills outright, or if a blow ignores armour, unless `rises-always`.
    """
    modifier = defence.least("rises")
    past = blow.scope == "melee" and not piercing.armour_stands
    if modifier is None or ((outright or past) and defence.first("rises-always") is None):
        return None
    return plans.Test(modifier.value, reasons=(plans.reason("rises", modifier.source, needed=modifier.value),))


def _wounds_cost(mods: Modifiers, blow: Blow, defence: Modifiers) -> int:
    """Return how many wounds an unsaved wound takes."""
    costs = [modifier.value for modifier in mods.all("wounds-cost")]
    if blow.template:
        costs += [modifier.value for modifier in defence.all("blast-wounds-cost")]
    return max(costs, default=1)


def _trials(mods: Modifiers, target: Fighter, psyker: Fighter | None, defence: Modifiers) -> tuple[plans.Trial, ...]:
    trials = []
    force = mods.first("psychic-test") if defence.first("no-force-slay") is None else None
    if force is not None and psyker is not None:
        why = (plans.reason("psychic-test", force.source, ld=psyker.ld),)
        trials.append(plans.Trial("attacker", psyker.ld, "pass", psychic=True, reasons=why))
    dire = mods.first("leadership-test")
    spared = defence.first("no-leadership") is not None
    if dire is not None and target.several and not spared:
        why = (plans.reason("leadership-test", dire.source, ld=target.ld),)
        trials.append(plans.Trial("target", target.ld, "fail", reasons=why))
    return tuple(trials)


def penetration(blow: Blow, mods: Modifiers, hull: Hull) -> plans.Penetration:
    """Return what a hit needs against the armour of a vehicle or building.

    Source: w40k3e 6 and 10
    """
    why = list(blow.reasons)
    av = hull.av
    if (lance := mods.first("lance")) is not None and av > 12:
        av = 12
        why.append(plans.reason("lance", lance.source, av=av))
    table = _penetration_table(mods, why, poison=blow.strength is None)
    strength, dice, keep = _strength_and_dice(blow, mods, why)
    if table is None:
        why.append(plans.reason("penetration", SECTIONS["hull"], strength=strength, av=av))
    glancing = mods.first("six-glances")
    if glancing is not None:
        why.append(plans.reason("gauss", glancing.source, needed=6))
    again = mods.first("rending")
    if again is not None:
        why.append(plans.reason("rending", again.source))
    return plans.Penetration(
        av,
        strength,
        dice=dice,
        keep=keep,
        six_glances=glancing is not None,
        six_again=again is not None and table is None and dice == 1,
        table=table,
        structure=hull.structure,
        reasons=tuple(why),
    )


def _strength_and_dice(
    blow: Blow, mods: Modifiers, why: list[plans.Reason]
) -> tuple[int, int, Literal["sum", "highest"]]:
    """Return the strength against armour, and the dice added to it."""
    strength, dice = blow.strength or 0, 1
    keep: Literal["sum", "highest"] = "sum"
    if (times := mods.first("strength-times")) is not None:
        strength *= times.value
        why.append(plans.reason("strength-times", times.source, times=times.value, strength=strength))
    if (none := mods.first("strength-none")) is not None:
        strength = 0
        why.append(plans.reason("strength-none", none.source))
    for modifier in mods.all("penetration"):
        strength += modifier.value
        why.append(plans.reason("penetration-by", modifier.source, by=modifier.value, strength=strength))
    melta = mods.first("melta") if blow.half_range else None
    more = mods.greatest("penetration-dice")
    if melta is not None:
        dice = 2
        why.append(plans.reason("melta", melta.source))
    elif more is not None or blow.monstrous:
        dice = more.value if more is not None else 2
        source = more.source if more is not None else SECTIONS["hull"]
        why.append(plans.reason("penetration-dice", source, dice=dice, keep="sum"))
    elif blow.ordnance:
        dice, keep = 2, "highest"
        why.append(plans.reason("ordnance", SECTIONS["hull"]))
    return strength, dice, keep


def _penetration_table(
    mods: Modifiers, why: list[plans.Reason], *, poison: bool
) -> tuple[int, int, int, int, int, int] | None:
    """Return the table of a weapon whose die alone decides against armour, or that does nothing to
    it.
    """
    if (from_ := mods.first("glances-from")) is not None:
        why.append(plans.reason("penetration-table", from_.source, glances=from_.value, penetrates=6))
        least = from_.value
        results = [1 if shown >= least else 0 for shown in range(1, 6)]
        return (results[0], results[1], results[2], results[3], results[4], 2)
    if (six := mods.first("glances-on-six")) is not None:
        why.append(plans.reason("glances-on-six", six.source))
        return (0, 0, 0, 0, 0, 1)
    useless = mods.first("no-effect-on-vehicles")
    fixed: Modifier | None = mods.first("wounds-on")
    if useless is None and poison and mods.first("strength-none") is None:
        useless = fixed or Modifier("no-effect-on-vehicles", source=SECTIONS["special"])
    if useless is None:
        return None
    why.append(plans.reason("no-effect-on-vehicles", useless.source))
    return (0, 0, 0, 0, 0, 0)


# -- hits that nobody aims -------------------------------------------------------------------------


NoSave = Literal["armour", "cover", "invulnerable", "all"]
_IGNORES: dict[NoSave, AttackEffect] = {
    "armour": "ignores-armour",
    "cover": "ignores-cover",
    "invulnerable": "ignores-invulnerable",
    "all": "ignores-saves",
}


def hit_plan(
    strength: int,
    target: Fighter | Hull,
    source: str,
    *,
    ap: int | None = None,
    hits: int = 1,
    to_hit: int = plans.AUTOMATIC,
    wounds_on: int | None = None,
    no_save: tuple[NoSave, ...] = (),
    slays: bool = False,
    ordnance: bool = False,
    scope: Scope = "any",
) -> plans.Attack:
    """Plan `hits` hits of `strength`, such as a fall or a barrel.

    `to_hit` is the lowest roll that hits: 1 needs no roll, 4 is for a figure partly under a marker.
    `wounds_on` is the lowest roll that wounds, whatever the toughness.
    `no_save` names the saves that do not count. `slays`: a hit kills without a roll. `source` is
    the rule it comes from. With `scope` "shooting", defences against shooting help. A strength
    above 10 counts as 10; one below 1 does nothing.
    """
    mods = [Modifier(_IGNORES[kind], 0, source) for kind in no_save]
    if slays:
        mods.append(Modifier("hit-slays", 0, source))
    if wounds_on is not None:
        mods.append(Modifier("wounds-on", wounds_on, source))
    why = (plans.reason("hits-given", source, hits=hits),)
    hit = plans.Test(to_hit, reasons=(plans.reason("hits-on", source, needed=to_hit),))
    base = plans.Attack(label=source, count=plans.Count(hits if strength > 0 else 0, reasons=why))
    if to_hit > plans.AUTOMATIC:
        base = replace(base, hit=hit)
    strength = cap_strength(strength)
    strength_why = (plans.reason("strength", source, strength=strength),)
    blow = Blow(strength, ap, scope, ordnance=ordnance, template=ordnance, reasons=strength_why)
    return plan_damage(base, blow, Modifiers(tuple(mods)), target, psyker=None)


def wounds_plan(
    wounds: int, target: Fighter, source: str, *, no_save: tuple[NoSave, ...] = ("all",), failed: bool = False
) -> plans.Attack:
    """Plan wounds that are already certain: what the target's traits make of them, and its saves.

    `no_save` names the saves that do not count, by default all. `failed`: a save against each wound
    has failed already, and those that the target ignores do not count.
    """
    attack = hit_plan(1, target, source, no_save=no_save)
    sure = tuple(why for why in attack.reasons if why.code != "hits-nothing")
    ignored = attack.ward if failed else 0
    return replace(attack, wound=plans.Test(plans.AUTOMATIC), hits=wounds, hits_ignored=ignored, reasons=sure)


def perils_plan(psyker: Fighter) -> plans.Attack:
    """Plan the perils of the warp: a S6 hit without armour save (w40k3e 6, from memory)."""
    return hit_plan(6, psyker, "w40k3e 6", no_save=("armour", "cover"))
