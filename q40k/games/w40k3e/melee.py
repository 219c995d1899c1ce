"""Plan close combat: who strikes when, how often, what each blow needs, and grenades against hulls.

Source: w40k3e 2, 8 and 10
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.w40k3e import charts, gear, shooting
from q40k.games.w40k3e.damage import Blow, modify_strength, plan_damage
from q40k.games.w40k3e.figures import Fighter, Hull
from q40k.games.w40k3e.modifiers import Modifier, Modifiers
from q40k.games.w40k3e.plans import AUTOMATIC, Attack, Count, Penetration, Reason, Test, reason
from q40k.games.w40k3e.profiles import Weapon

MELEE = "w40k3e 8"
EXTRA_TAGS = {
    "one-extra-attack-hits-on-4plus",
    "one-attack-hits-on-4plus",
    "one-extra-attack-at-double-initiative-hits-on-4plus",
    "one-extra-attack-end-of-phase",
    "one-extra-attack",
    "fired-on-charge-before-blows",
}
"""Lines that are never fought with, but add a blow of their own."""

FIGHTS_TAGS = {"or-power-weapon-in-melee", "power-weapon-in-melee", "counts-as-two-ccw"}
"""Guns that are also close-combat weapons; so is every pistol."""

CARRIED_TAGS = {"counts-as-extra-ccw-even-two-handed", "counts-as-two-ccw-plus-1-attack"}
"""Lines that give their extra blow with any weapon their bearer fights with."""

HEROES = ("independent-character", "special")
"""Roles that are immune to effects on plain figures (`hits-lesser-on`)."""

FIRST, LAST = 100, -100
"""Added to the order of those who strike before or after everybody else."""


class Round(Struct, frozen=True):
    """Hold the circumstances of one fighter's blows in one round of close combat.

    `charging`: it charged this turn. `charged`: its target charged it. `into_cover`: it charged a
    target in cover. `fired`: its burna fired this turn, and is no power weapon now. `mode`
    "two-handed" swings a sword with both hands. `enemy_kit` holds the weapons of its target that
    affect it (a lash whip).
    """

    charging: bool = False
    charged: bool = False
    into_cover: bool = False
    fired: bool = False
    mode: str = ""
    enemy_kit: tuple[Weapon, ...] = ()


PLAIN = Round()
"""Nobody has charged, and nothing is unusual."""


class Blows(Struct, frozen=True):
    """Hold blows that one fighter strikes at the same moment.

    Greater `order` strikes first, equal order together (`initiative_steps`). `initiative` is the
    number to show. `main`: the fighter's own attacks, which it may split; the others are extra
    blows of gear. `striker` and `target` are ids for the caller.
    """

    weapon: str
    initiative: int
    order: int
    attack: Attack
    main: bool = True
    striker: str = ""
    target: str = ""
    reasons: tuple[Reason, ...] = ()

    def between(self, striker: str, target: str) -> Blows:
        """Return the blows with the ids of striker and target."""
        return replace(self, striker=striker, target=target)

    def with_attacks(self, number: int) -> Blows:
        """Return only `number` of the blows; the others go to another target."""
        why = reason("attacks-split", MELEE, attacks=number)
        return replace(self, attack=self.attack.with_count(number, why))


class MeleePlan(Struct, frozen=True):
    """Hold everything one fighter strikes at one target in a round.

    `findings` explain why it may not fight with the weapon. `one_use`: the weapon is spent
    afterwards.
    """

    blows: tuple[Blows, ...]
    findings: tuple[Reason, ...] = ()
    one_use: bool = False

    @property
    def allowed(self) -> bool:
        """Tell whether it may fight with the weapon."""
        return not self.findings


def fights(weapon: Weapon) -> bool:
    """Tell whether a figure can choose to fight with this line."""
    if EXTRA_TAGS & set(weapon.tags):
        return False
    if weapon.type in ("melee", "pistol"):
        return weapon.range_in != "template"
    return bool(FIGHTS_TAGS & set(weapon.tags))


def melee_plan(
    striker: Fighter,
    weapon: Weapon | None,
    target: Fighter | Hull,
    now: Round = PLAIN,
    *,
    carried: Sequence[Weapon] = (),
) -> MeleePlan:
    """Plan the blows of `striker` with `weapon` (None: bare hands) against `target`.

    `carried` is every line the fighter has (`gear.weapon_lines`): a second weapon adds a blow, and
    some gear strikes automatically.
    """
    findings: tuple[Reason, ...] = ()
    if weapon is not None and not fights(weapon):
        findings = (reason("not-in-melee", MELEE),)
    own = own_modifiers(striker, weapon, now)
    mods = Modifiers.holding(own, "melee", charging=now.charging)
    enemy = Modifiers(tuple(modifier for line in now.enemy_kit for modifier in gear.weapon_modifiers(line, "melee")))
    main = _main_blows(striker, weapon, target, now, mods, enemy, carried)
    extra = tuple(
        _extra_blow(striker, line, target, now)
        for line in carried
        if EXTRA_TAGS & set(line.tags) and (line.type != "other" or now.charging)
    )
    one_use = weapon is not None and "one-use" in weapon.tags and now.charging
    sure = _automatic_hits(striker, mods, target)
    return MeleePlan((main, *extra, *sure), findings, one_use)


def initiative_steps(blows: Iterable[Blows]) -> tuple[tuple[Blows, ...], ...]:
    """Return blows in the order they are struck; those in one step are simultaneous.

    Source: w40k3e 8
    """
    steps: dict[int, list[Blows]] = {}
    for group in blows:
        steps.setdefault(group.order, []).append(group)
    return tuple(tuple(steps[order]) for order in sorted(steps, reverse=True))


def own_modifiers(striker: Fighter, weapon: Weapon | None, now: Round) -> tuple[Modifier, ...]:
    """Return the modifiers of the fighter and of its weapon, with and without a charge."""
    if weapon is None:
        return striker.modifiers
    tags = list(gear.weapon_modifiers(weapon, "melee"))
    if "not-both-same-turn" in weapon.tags and now.fired:
        tags = [modifier for modifier in tags if modifier.effect != "ignores-armour"]
    if "one-use" in weapon.tags and not now.charging:
        tags = []
    if "two-handed-mode-acts-as-power-fist" in weapon.tags and now.mode == "two-handed":
        tags.append(Modifier("initiative-set", 1, weapon.id, "melee"))
    tags += _rank_modifiers(striker, weapon)
    return (*striker.modifiers, *tags)


def _rank_modifiers(striker: Fighter, weapon: Weapon) -> list[Modifier]:
    """Return the modifiers of a weapon that is stronger in the hands of higher ranks."""
    modifiers = []
    leads = striker.role in ("independent-character", "special")
    serves = striker.role == "squad-character" or striker.unit_type == "terminator"
    if "force-weapon-for-brother-captain-and-above" in weapon.tags and leads:
        modifiers.append(Modifier("psychic-test", 0, weapon.id, "melee"))
    if "power-weapon-for-justicar-and-terminator" in weapon.tags and (leads or serves):
        modifiers.append(Modifier("ignores-armour", 0, weapon.id, "melee"))
    return modifiers


# ---- the fighter's own blows ----------------------------------------------------------------


def _main_blows(
    striker: Fighter,
    weapon: Weapon | None,
    target: Fighter | Hull,
    now: Round,
    mods: Modifiers,
    enemy: Modifiers,
    carried: Sequence[Weapon],
) -> Blows:
    count = _attacks(striker, weapon, target, now, mods, enemy, carried)
    plain, why = _strength(striker, weapon, now)
    strength, more = modify_strength(plain, mods)
    label = weapon.id if weapon is not None else ""
    base = Attack(label=label, count=count, hit=_hit(striker, target, mods))
    monstrous = striker.unit_type == "monstrous_creature"
    if monstrous and mods.first("ignores-armour") is None:
        mods = Modifiers((*mods.of, Modifier("ignores-armour", 0, MELEE)))
    blow = Blow(strength, scope="melee", monstrous=monstrous, reasons=(*why, *more))
    attack = plan_damage(base, blow, mods, target, psyker=striker)
    initiative, order, why = _order(striker, target, now, mods)
    return Blows(label, initiative, order, attack, reasons=why)


def _hit(striker: Fighter, target: Fighter | Hull, mods: Modifiers) -> Test:
    """Compare WS with WS; a building is hit automatically."""
    if isinstance(target, Hull):
        return Test(AUTOMATIC, reasons=(reason("automatic-hit", "w40k3e 10"),))
    defence = Modifiers.holding(target.modifiers, "melee")
    ws, against = striker.ws, target.ws
    why: list[Reason] = []
    for modifier in mods.all("ws"):
        ws += modifier.value
        why.append(reason("ws-by", modifier.source, by=modifier.value, ws=ws))
    for modifier in defence.all("ws"):
        against += modifier.value
    for modifier in defence.all("enemy-ws-halved"):
        if modifier.value == 0 or striker.s <= modifier.value:
            ws = (ws + 1) // 2
            why.append(reason("ws-halved", modifier.source, ws=ws))
            break
    needed = charts.to_hit_melee(ws, against)
    why.append(reason("ws", "w40k3e 2", ws=ws, against=against, needed=needed))
    lesser = target.role not in HEROES and target.unit_type != "monstrous_creature"
    fixed = mods.least("hits-on") or (mods.least("hits-lesser-on") if lesser else None)
    if fixed is not None:
        needed = fixed.value
        why = [reason("hits-on", fixed.source, needed=needed)]
    return shooting.finish_hit_test(needed, why, mods, defence)


def _attacks(
    striker: Fighter,
    weapon: Weapon | None,
    target: Fighter | Hull,
    now: Round,
    mods: Modifiers,
    enemy: Modifiers,
    carried: Sequence[Weapon],
) -> Count:
    """Return A, +1 on the charge, +1 for a second weapon, and what gear changes."""
    number = striker.a
    dice: tuple[int, ...] = ()
    if mods.first("attacks-by-ws") is not None and isinstance(target, Fighter):
        number = _attacks_by_ws(number, target)
    why = [reason("attacks", MELEE, attacks=number)]
    foe = () if isinstance(target, Hull) else target.modifiers
    theirs = Modifiers((*enemy.of, *Modifiers.holding(foe, "melee", charging=now.charged).of))
    if now.charging:
        denied = theirs.first("no-charge-bonus") or mods.first("no-own-charge-bonus")
        rolled = mods.greatest("charge-attacks-dice")
        if denied is not None:
            why.append(reason("no-charge-bonus", denied.source))
        elif rolled is not None:
            dice = (rolled.value,)
            why.append(reason("charge-attacks-rolled", rolled.source, sides=rolled.value))
        else:
            number += 1
            why.append(reason("charge-attack", MELEE, attacks=1))
    second = _second_weapon(weapon, mods, carried)
    bound = theirs.first("enemy-no-second-weapon")
    if second is not None and bound is not None:
        why.append(reason("no-second-weapon", bound.source))
    elif second is not None:
        number += 1
        why.append(second)
    for modifier in mods.all("attacks"):
        number += modifier.value
        why.append(reason("more-attacks", modifier.source, attacks=modifier.value))
    for modifier in theirs.all("enemy-attacks"):
        number = max(1, number + modifier.value)
        why.append(reason("fewer-attacks", modifier.source, attacks=-modifier.value))
    return Count(number, dice, reasons=tuple(why))


def _attacks_by_ws(attacks: int, target: Fighter) -> int:
    """Return 5 attacks against WS 5 and more, 2 against WS 2 and less, else `attacks`."""
    if target.ws >= 5:
        return 5
    return 2 if target.ws <= 2 else attacks


def _second_weapon(weapon: Weapon | None, mods: Modifiers, carried: Sequence[Weapon]) -> Reason | None:
    """Return the reason for one more blow with a second weapon: never more than one."""
    for line in carried:
        for tag in line.tags:
            if tag in CARRIED_TAGS and gear.TAG_MODIFIERS[tag]:
                return reason("second-weapon", line.id, attacks=1)
    pair = mods.first("second-weapon")
    if pair is not None:
        return reason("pair", pair.source, attacks=1)
    if weapon is None or not _one_handed(weapon):
        return None
    others = [line for line in carried if line is not weapon and line.id != weapon.id]
    second = next((line for line in others if _one_handed(line)), None)
    if second is None or "lightning-claw" in (weapon.id, second.id):
        return None  # a claw needs another claw, and a pair is a line of its own
    return reason("second-weapon", second.id, attacks=1)


def _one_handed(weapon: Weapon) -> bool:
    """Tell whether the weapon leaves a hand free, or fits the other hand."""
    none = {"two-handed", "no-bonus", "plus-1-attack-included"} & set(weapon.tags)
    return fights(weapon) and weapon.type in ("melee", "pistol") and not none


def _strength(striker: Fighter, weapon: Weapon | None, now: Round) -> tuple[int, tuple[Reason, ...]]:
    """Return the strength of a blow: the user's own, increased or doubled; at most 10."""
    own = reason("strength", MELEE, strength=striker.s)
    line = "user" if weapon is None or weapon.type == "pistol" else weapon.s
    source = MELEE if weapon is None else weapon.id
    if weapon is not None and weapon.type not in ("melee", "pistol", "other"):
        line = "user"  # a gun held by the other end
    if isinstance(line, int):
        return line, (reason("strength", source, strength=line),)
    two_handed = now.mode == "two-handed" and "x2" in line
    if line == "x2" or two_handed:
        strength = charts.cap_strength(striker.s * 2)
        return strength, (own, reason("strength-times", source, times=2, strength=strength))
    by = line.split()[0]
    if by.startswith("+") and (now.charging or "charge" not in line):
        strength = charts.cap_strength(striker.s + int(by))
        return strength, (own, reason("strength-by", source, by=int(by), strength=strength))
    return striker.s, (own,)


def _order(
    striker: Fighter, target: Fighter | Hull, now: Round, mods: Modifiers
) -> tuple[int, int, tuple[Reason, ...]]:
    """Return the initiative to show, the order to strike in, and why."""
    initiative = striker.i
    why = [reason("initiative", MELEE, initiative=initiative)]
    for modifier in (*mods.all("initiative"), *_target_modifiers(target).all("enemy-initiative")):
        initiative = max(1, initiative + modifier.value)
        why.append(reason("initiative-by", modifier.source, by=modifier.value, initiative=initiative))
    slow, late = mods.least("initiative-set"), mods.first("strikes-last")
    if slow is not None:
        why.append(reason("initiative-set", slow.source, initiative=slow.value))
        initiative = slow.value
    if late is not None:
        why.append(reason("strikes-last", late.source))
    if slow is not None or late is not None:
        return initiative, initiative + (LAST if late else 0), tuple(why)
    if (swift := mods.first("strikes-first")) is not None and (now.charging or now.charged):
        why.append(reason("strikes-first", swift.source))
        covered = now.into_cover and isinstance(target, Fighter)
        return initiative, _order_into_cover(target, mods) if covered else FIRST, tuple(why)
    if not (now.charging and now.into_cover) or isinstance(target, Hull):
        return initiative, initiative, tuple(why)
    grenades = mods.greatest("assault-grenades")
    if grenades is None:
        why.append(reason("cover-first", MELEE))
        return initiative, initiative + LAST, tuple(why)
    if grenades.value == 1:
        why.append(reason("grenades-together", grenades.source))
        return initiative, _defender_initiative(target, mods), tuple(why)
    why.append(reason("grenades-in-order", grenades.source))
    return initiative, initiative, tuple(why)


def _target_modifiers(target: Fighter | Hull) -> Modifiers:
    """Return the modifiers of a target for those who fight it."""
    return Modifiers.holding(target.modifiers, "melee")


def _order_into_cover(target: Fighter | Hull, mods: Modifiers) -> int:
    """Return when swift blows into cover fall: first of all if the target is swift, else with the
    target.
    """
    if isinstance(target, Hull):
        return FIRST
    return FIRST if _target_modifiers(target).first("strikes-first") else _defender_initiative(target, mods)


def _defender_initiative(target: Fighter, mods: Modifiers) -> int:
    """Return the initiative at which a target that has not charged strikes back."""
    changes = (*_target_modifiers(target).all("initiative"), *mods.all("enemy-initiative"))
    return max(1, target.i + sum(modifier.value for modifier in changes))


# ---- blows of gear --------------------------------------------------------------------------


def _extra_blow(striker: Fighter, line: Weapon, target: Fighter | Hull, now: Round) -> Blows:
    """Return the blow that a line adds automatically."""
    tags = set(line.tags)
    slaying = (modifier for modifier in striker.modifiers if modifier.effect == "hit-slays")
    mods = Modifiers.holding((*slaying, *gear.weapon_modifiers(line, "melee")), "melee", charging=now.charging)
    strength, why = _strength(striker, line, now)
    count = Count(1, reasons=(reason("extra-attack", line.id, attacks=1),))
    base = Attack(label=line.id, count=count)
    if isinstance(target, Fighter):
        defence = Modifiers.holding(target.modifiers, "melee")
        if {"one-extra-attack", "one-extra-attack-end-of-phase"} & tags:
            base = replace(base, hit=_hit(striker, target, mods))
        elif "fired-on-charge-before-blows" in tags:
            base = replace(base, hit=shooting.hit_test(striker, mods, defence))
        else:
            four = [reason("hits-on", line.id, needed=4)]
            base = replace(base, hit=shooting.finish_hit_test(4, four, mods, defence))
    blow = Blow(strength, line.ap, scope="melee", reasons=why)
    attack = plan_damage(base, blow, mods, target, psyker=striker)
    initiative, order, when = _extra_blow_order(striker, tags)
    return Blows(line.id, initiative, order, attack, main=False, reasons=when)


def _extra_blow_order(striker: Fighter, tags: set[str]) -> tuple[int, int, tuple[Reason, ...]]:
    if "fired-on-charge-before-blows" in tags:
        return striker.i, striker.i + FIRST, (reason("strikes-first", MELEE),)
    if "one-extra-attack-end-of-phase" in tags:
        return striker.i, striker.i + 2 * LAST, (reason("strikes-last", MELEE),)
    if "one-extra-attack-at-double-initiative-hits-on-4plus" in tags:
        twice = striker.i * 2
        return twice, twice, (reason("initiative-double", MELEE, initiative=twice),)
    if "initiative-plus-2" in tags:
        soon = striker.i + 2
        return soon, soon, (reason("initiative-by", MELEE, by=2, initiative=soon),)
    return striker.i, striker.i, (reason("initiative", MELEE, initiative=striker.i),)


def _automatic_hits(striker: Fighter, mods: Modifiers, target: Fighter | Hull) -> tuple[Blows, ...]:
    """Return the blows of gear that hit automatically, each with its own strength."""
    soon = mods.greatest("auto-hit-initiative")
    when = striker.i if soon is None else soon.value
    blows = []
    for modifier in mods.all("auto-hit"):
        strength = reason("strength", modifier.source, strength=modifier.value)
        count = Count(1, reasons=(reason("extra-attack", modifier.source, attacks=1),))
        base = Attack(label=modifier.source, count=count)
        blow = Blow(modifier.value, scope="melee", reasons=(strength,))
        attack = plan_damage(base, blow, Modifiers(), target, psyker=striker)
        why = (reason("initiative", modifier.source, initiative=when),)
        blows.append(Blows(modifier.source, when, when, attack, main=False, reasons=why))
    return tuple(blows)


# -- grenades against hulls ------------------------------------------------------------------------


HULLS = "w40k3e 10"
_STRENGTH = {"frag": (4, 1), "krak": (6, 1), "tankbusta": (6, 2), "melta": (8, 2)}
_TABLES = {"haywire": (0, 1, 1, 1, 1, 2), "emp": (0, 0, 0, 1, 1, 2)}


def grenades_of(striker: Fighter) -> tuple[str, ...]:
    """Return the ids of gear in its kit that can be used against a hull."""
    return tuple(item for item in striker.kit if item in gear.GRENADES)


def grenade_plan(striker: Fighter, gear_id: str, hull: Hull) -> Attack:
    """Plan one grenade or bomb against a hull: it hits automatically and penetrates armour.

    Raises KeyError for gear that is no grenade.
    """
    kind = gear.GRENADES[gear_id]
    mods = Modifiers.holding(striker.modifiers, "melee")
    count = Count(1, reasons=(reason("grenade-once", HULLS),))
    if kind in _TABLES:
        table = _TABLES[kind]
        least = table.index(1) + 1
        why = reason("penetration-table", gear_id, glances=least, penetrates=6)
        plan = Penetration(hull.av, 0, table=table, structure=hull.structure, reasons=(why,))
        return Attack(label=gear_id, count=count, hull=plan)
    strength, dice = _STRENGTH[kind]
    reasons: list[Reason] = [reason("strength", gear_id, strength=strength)]
    for modifier in mods.all("penetration"):
        strength += modifier.value
        reasons.append(reason("penetration-by", modifier.source, by=modifier.value, strength=strength))
    if dice > 1:
        reasons.append(reason("penetration-dice", gear_id, dice=dice, keep="sum"))
    reasons.append(reason("penetration", HULLS, strength=strength, av=hull.av))
    plan = Penetration(hull.av, strength, dice=dice, structure=hull.structure, reasons=tuple(reasons))
    return Attack(label=gear_id, count=count, hull=plan, strength=strength)
