"""Plan a shot: whether it may be fired, how many shots, and what each needs.

Source: w40k3e 1 and 6
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.w40k3e.charts import cap_strength, to_hit
from q40k.games.w40k3e.damage import Blow, armour_of, modify_strength, plan_damage, wounds_plan
from q40k.games.w40k3e.figures import Fighter, Hull
from q40k.games.w40k3e.gear import weapon_modifiers
from q40k.games.w40k3e.modifiers import Modifier, Modifiers
from q40k.games.w40k3e.plans import AUTOMATIC, IMPOSSIBLE, Attack, Count, Reason, Reroll, Test, Trial, reason
from q40k.games.w40k3e.profiles import Weapon
from q40k.kernel.text import is_digits

TYPES = "w40k3e 6"
Shape = Literal["", "blast", "large-blast", "ordnance", "flame"]
STEADY_TYPES = ("bike", "jetbike", "monstrous_creature", "terminator")
"""Unit types that move and fire heavy weapons."""

FLAME_IN = 8
"""The length of the flame template."""

MOVED_RAPID_FIRE_IN = 12


class Aim(Struct, frozen=True):
    """Hold the circumstances of a shot.

    `distance_in` is in inches, None if nobody measured: then no shot is out of range, and close
    range is not assumed. `close` is the table's word, without a distance, that the target is within
    12 in (rapid fire) or half range (melta). `moved`: the shooter has moved. `charging`: it wants
    to charge later, so its pistol fires once. `hits` were counted already (figures under a
    template, or a marker that hit). `to_hit` replaces the test against BS (partly under a marker:
    4+). `shots` is the number for a weapon whose line leaves it open. `only_hits`: stop once the
    marker has hit.
    """

    distance_in: float | None = None
    close: bool = False
    moved: bool = False
    charging: bool = False
    hits: int | None = None
    to_hit: int | None = None
    shots: int | None = None
    only_hits: bool = False


STEADY = Aim()
"""Nobody measured or moved."""


class ShootingPlan(Struct, frozen=True):
    """Hold one weapon's fire at one target.

    A plan with `findings` may not be fired, but `attack` still tells what it would need. A harmless
    shot is no finding: `attack.warnings` tell it. `shape` is the template or marker to lay.
    `range_in` is the range after every change, None for the flame template. `may_charge`: the
    shooter may charge afterwards. `reasons` explain that and the range.
    """

    weapon: str
    attack: Attack
    shape: Shape = ""
    range_in: float | None = None
    may_charge: bool = True
    findings: tuple[Reason, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def allowed(self) -> bool:
        """Tell whether the shot may be fired."""
        return not self.findings


def shooting_plan(shooter: Fighter, weapon: Weapon, target: Fighter | Hull, aim: Aim = STEADY) -> ShootingPlan:
    """Plan the fire of `shooter` with `weapon` at `target`.

    Modifiers are those of the shooter and the target; cover is a modifier of the target. For a
    marker, plan the aimed shot with `only_hits`, then a plan with `hits=1` for each figure under
    it. For a flame template, plan each figure under it: it is hit without a roll.
    """
    mods = _modifiers_in_force(shooter, weapon)
    weapon = _with_assault_type(weapon, mods)
    shape = _shape(weapon, mods)
    range_in, why_range = _range(weapon, mods)
    steady, why_steady = _is_steady(shooter, weapon, mods)
    moved = aim.moved and not steady
    count, reach = _shots(weapon, shooter, mods, aim, moved=moved, range_in=range_in)
    findings = _findings(weapon, aim, reach, moved=moved)
    base = Attack(label=weapon.id, count=count, hits=aim.hits, only_hits=aim.only_hits)
    base = _add_hit_test(base, shooter, weapon, target, mods, aim, shape)
    if "psychic" in weapon.tags and aim.hits is None:
        why = (reason("psychic-test", weapon.id, ld=shooter.ld),)
        base = replace(base, cast=Trial("attacker", shooter.ld, "", psychic=True, reasons=why))
    strength, why_strength = _strength(weapon, shooter)
    strength, more = modify_strength(strength, mods)
    ap, why_ap = _ap(weapon, mods, aim)
    base = replace(base, reasons=(*base.reasons, *why_ap))
    blow = Blow(
        strength,
        ap,
        half_range=_is_half_range(aim, range_in),
        ordnance=weapon.type == "ordnance",
        template=shape != "",
        reasons=(*why_strength, *more),
    )
    attack = plan_damage(base, blow, mods, target, psyker=shooter)
    may_charge, why_charge = _may_charge(weapon, count, mods)
    return ShootingPlan(
        weapon.id,
        attack,
        shape,
        range_in,
        may_charge,
        tuple(findings),
        (*why_range, *why_steady, *reach.reasons, *why_charge),
    )


def _modifiers_in_force(shooter: Fighter, weapon: Weapon) -> Modifiers:
    """Collect the modifiers of shooter and weapon; a flame template ignores cover (w40k3e 4)."""
    tags = weapon_modifiers(weapon, "shooting")
    if weapon.range_in == "template":
        tags = (*tags, Modifier("ignores-cover", 0, "w40k3e 4"))
    return Modifiers.holding((*shooter.modifiers, *tags), "shooting")


def _with_assault_type(weapon: Weapon, mods: Modifiers) -> Weapon:
    """Turn a pistol or rapid fire weapon with the `assault-type` effect into an assault weapon."""
    change = mods.greatest("assault-type")
    if change is None or weapon.type not in ("pistol", "rapid_fire"):
        return weapon
    return replace(weapon, type="assault", shots=change.value)


def _shape(weapon: Weapon, mods: Modifiers) -> Shape:
    if weapon.range_in == "template":
        return "flame"
    if weapon.type == "ordnance":
        return "ordnance"
    if "large-blast" in weapon.tags or mods.first("large-blast"):
        return "large-blast"
    return "blast" if "blast" in weapon.tags or mods.first("blast") else ""


def _range(weapon: Weapon, mods: Modifiers) -> tuple[float | None, tuple[Reason, ...]]:
    """Return the weapon's range in inches, with a long or short barrel."""
    if not isinstance(weapon.range_in, int):
        return None, ()
    length: float = weapon.range_in
    why = [reason("range", TYPES, range=weapon.range_in)]
    for modifier in mods.all("range-double", "range-half"):
        double = modifier.effect == "range-double"
        length = length * 2 if double else length / 2
        why.append(reason("range-doubled" if double else "range-halved", modifier.source, range=f"{length:g}"))
    return length, tuple(why)


def _is_steady(shooter: Fighter, weapon: Weapon, mods: Modifiers) -> tuple[bool, tuple[Reason, ...]]:
    if (modifier := mods.first("steady")) is not None:
        return True, (reason("steady", modifier.source),)
    if weapon.type == "rapid_fire" and (modifier := mods.first("steady-rapid-fire")) is not None:
        return True, (reason("steady", modifier.source),)
    if weapon.type != "heavy":
        return False, ()
    if (modifier := mods.first("steady-heavy")) is not None:
        return True, (reason("steady", modifier.source),)
    if shooter.unit_type in STEADY_TYPES:
        return True, (reason("steady-type", TYPES, unit_type=shooter.unit_type),)
    return False, ()


class _Reach(Struct, frozen=True):
    """Hold how far this fire reaches: 12 in for a rapid fire weapon that moved."""

    inches: float | None
    reasons: tuple[Reason, ...] = ()


def _shots(
    weapon: Weapon, shooter: Fighter, mods: Modifiers, aim: Aim, *, moved: bool, range_in: float | None
) -> tuple[Count, _Reach]:
    """Return how many shots, and how far they reach."""
    fixed, dice, why = _shots_of_line(weapon, shooter, aim)
    reach = _Reach(range_in)
    if weapon.type == "rapid_fire":
        near = aim.close if aim.distance_in is None else aim.distance_in <= MOVED_RAPID_FIRE_IN
        if moved:
            if range_in is not None and range_in > MOVED_RAPID_FIRE_IN:
                moved_why = reason("moved-range", TYPES, range=MOVED_RAPID_FIRE_IN)
                reach = _Reach(MOVED_RAPID_FIRE_IN, (moved_why,))
        elif near:
            fixed *= 2
            within = MOVED_RAPID_FIRE_IN
            why = [reason("rapid-fire-close", TYPES, shots=fixed, within=within)]
    elif weapon.type == "pistol" and not moved and range_in is not None:
        if aim.charging:
            why = [reason("charge-wanted", TYPES, shots=fixed)]
        else:
            fixed *= 2
            why = [reason("pistol-standing", TYPES, shots=fixed)]
    for modifier in mods.all("shots"):
        fixed += modifier.value
        why.append(reason("more-shots", modifier.source, shots=modifier.value))
    most = mods.least("shots-most")
    if most is not None:
        why.append(reason("shots-most", most.source, shots=most.value))
    cap = None if most is None else most.value
    if not dice and cap is not None:
        fixed = min(fixed, cap)
    return Count(fixed, dice, cap, tuple(why)), reach


def _shots_of_line(weapon: Weapon, shooter: Fighter, aim: Aim) -> tuple[int, tuple[int, ...], list[Reason]]:
    """Return the shots of the weapon's own line: a number, the attacks, or dice."""
    shots = weapon.shots
    if isinstance(shots, int):
        return shots, (), [reason("shots", weapon.id, shots=shots)]
    if shots == "A":
        return shooter.a, (), [reason("shots-by-attacks", weapon.id, attacks=shooter.a)]
    number, _, sides = (shots or "").upper().partition("D")
    if is_digits(sides) and (is_digits(number) or not number):
        dice = (int(sides),) * int(number or 1)
        why = reason("shots-rolled", weapon.id, dice=len(dice), sides=int(sides), plus=0)
        return 0, dice, [why]
    chosen = aim.shots or 1
    return chosen, (), [reason("shots-by-choice", weapon.id, shots=chosen)]


def _findings(weapon: Weapon, aim: Aim, reach: _Reach, *, moved: bool) -> list[Reason]:
    findings = []
    if weapon.range_in == "melee":
        findings.append(reason("melee-only", TYPES))
    if moved and weapon.type == "heavy":
        findings.append(reason("heavy-moved", TYPES))
    if moved and weapon.type == "ordnance":
        findings.append(reason("ordnance-moved", TYPES))
    limit = FLAME_IN if weapon.range_in == "template" else reach.inches
    if aim.distance_in is not None and limit is not None and aim.distance_in > limit:
        findings.append(reason("out-of-range", TYPES, distance=f"{aim.distance_in:g}", range=f"{limit:g}"))
    return findings


def _add_hit_test(
    base: Attack, shooter: Fighter, weapon: Weapon, target: Fighter | Hull, mods: Modifiers, aim: Aim, shape: Shape
) -> Attack:
    """Add the to-hit test, and what its 1s and 6s do."""
    sure = shape == "ordnance" or "auto-hit" in weapon.tags
    if shape == "flame" or (sure and aim.to_hit is None):
        return replace(base, hit=Test(AUTOMATIC, reasons=(reason("automatic-hit", TYPES),)))
    defence = Modifiers.holding(target.modifiers, "shooting")
    attack = replace(base, hit=hit_test(shooter, mods, defence, aim.to_hit))
    if (hot := mods.first("gets-hot")) is not None:
        armour = armour_of(shooter, Modifiers.holding(shooter.modifiers, "shooting"), Modifiers())
        save = armour.value if armour else IMPOSSIBLE
        why = (reason("gets-hot", hot.source, save=save),)
        attack = replace(
            attack, hot=Test(save, reasons=why), burn=wounds_plan(1, shooter, hot.source, failed=save < IMPOSSIBLE)
        )
    if (jams := mods.first("jams")) is not None:
        attack = replace(
            attack, jams=jams.value, reasons=(*attack.reasons, reason("jams", jams.source, ones=jams.value))
        )
    if (again := mods.first("hits-again")) is not None:
        attack = replace(
            attack,
            hits_again=again.value,
            reasons=(*attack.reasons, reason("hits-again", again.source, most=again.value)),
        )
    return attack


def hit_test(shooter: Fighter, mods: Modifiers, defence: Modifiers, instead: int | None = None) -> Test:
    """Return what a shot needs to hit, with every reason.

    Source: w40k3e 1
    """
    bs = shooter.bs
    why: list[Reason] = []
    for modifier in mods.all("bs"):
        bs += modifier.value
        why.append(reason("bs-by", modifier.source, by=modifier.value, bs=bs))
    needed = to_hit(bs)
    why.append(reason("bs", "w40k3e 1", bs=bs, needed=needed))
    if (fixed := mods.least("hits-on")) is not None:
        needed = fixed.value
        why = [reason("hits-on", fixed.source, needed=needed)]
    if instead is not None:
        needed = instead
        why = [reason("hits-on", TYPES, needed=needed)]
    return finish_hit_test(needed, why, mods, defence)


def finish_hit_test(needed: int, why: list[Reason], mods: Modifiers, defence: Modifiers) -> Test:
    """Finish a to-hit test: apply a target that is hard to hit, and rerolls."""
    if (hard := defence.greatest("hit-only-on")) is not None and needed < hard.value:
        needed = hard.value
        why.append(reason("hit-only-on", hard.source, needed=needed))
    reroll: Reroll = "none"
    if (again := mods.first("reroll-hits")) is not None:
        reroll = "failures"
        why.append(reason("reroll-hits", again.source))
    elif (single := mods.first("reroll-one-hit")) is not None:
        reroll = "one"
        why.append(reason("reroll-one-hit", single.source))
    return Test(needed, reroll, tuple(why))


def _strength(weapon: Weapon, shooter: Fighter) -> tuple[int | None, tuple[Reason, ...]]:
    """Return the strength of the weapon's line: a number, the user's, or None."""
    if isinstance(weapon.s, int):
        return weapon.s, (reason("strength", weapon.id, strength=weapon.s),)
    text = weapon.s.upper().replace(" ", "")
    if "vehicle-2xs-d6" in weapon.tags or text in ("S", "USER"):
        return shooter.s, (reason("strength", weapon.id, strength=shooter.s),)
    if text.startswith("S") and is_digits(text[1:].lstrip("+-")):
        by = int(text[1:])
        strength = cap_strength(shooter.s + by)
        return strength, (reason("strength-by", weapon.id, by=by, strength=strength),)
    return None, ()


def _ap(weapon: Weapon, mods: Modifiers, aim: Aim) -> tuple[int | Literal["D6"] | None, tuple[Reason, ...]]:
    """Return the AP after every change, and why."""
    ap = weapon.ap
    why = []
    fixed = mods.least("ap-set")
    if fixed is not None:
        ap = fixed.value
        why.append(reason("ap-set", fixed.source, ap=ap))
    near = mods.least("ap-near")
    within = _close_range(aim) if near is not None else None
    if near is not None and within is not None:
        close = near.value if within == MOVED_RAPID_FIRE_IN else near.value - 1
        if not (isinstance(ap, int) and ap <= close):
            ap = close
            why.append(reason("ap-near", near.source, ap=ap, within=within))
    for modifier in mods.all("ap-better"):
        if isinstance(ap, int):
            ap = max(1, ap - modifier.value)
            why.append(reason("ap-better", modifier.source, by=modifier.value, ap=ap))
    return ap, tuple(why)


def _close_range(aim: Aim) -> int | None:
    """Return 6 or 12 in if the target is known to be that near, else None."""
    if aim.distance_in is None:
        return MOVED_RAPID_FIRE_IN if aim.close else None
    if aim.distance_in <= MOVED_RAPID_FIRE_IN / 2:
        return MOVED_RAPID_FIRE_IN // 2
    return MOVED_RAPID_FIRE_IN if aim.distance_in <= MOVED_RAPID_FIRE_IN else None


def _is_half_range(aim: Aim, range_in: float | None) -> bool:
    if aim.distance_in is None or range_in is None:
        return aim.close
    return aim.distance_in <= range_in / 2


def _may_charge(weapon: Weapon, count: Count, mods: Modifiers) -> tuple[bool, tuple[Reason, ...]]:
    """Tell whether the shooter may charge after this fire."""
    if mods.first("charges-after-shots") is not None:
        return True, ()
    standing = any(why.code == "pistol-standing" for why in count.reasons)
    fired_twice = weapon.type == "pistol" and standing and count.of() > 1
    if weapon.type in ("rapid_fire", "heavy", "ordnance") or fired_twice:
        return False, (reason("no-charge-after", TYPES, type=weapon.type),)
    return True, ()
