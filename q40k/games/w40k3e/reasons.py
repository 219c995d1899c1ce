"""Hold the reasons for the numbers of a plan: codes and facts, worded elsewhere.

Every number of a plan carries its reasons, in the order in which they were applied.
"""

from __future__ import annotations

from msgspec import Struct

Fact = int | str

CODES: dict[str, tuple[str, ...]] = {
    # how well it hits
    "bs": ("bs", "needed"),
    "ws": ("ws", "against", "needed"),
    "bs-by": ("by", "bs"),
    "ws-by": ("by", "ws"),
    "ws-halved": ("ws",),
    "hits-on": ("needed",),
    "hit-only-on": ("needed",),
    "automatic-hit": (),
    "hits-given": ("hits",),
    "reroll-hits": (),
    "reroll-one-hit": (),
    "hits-again": ("most",),
    "gets-hot": ("save",),
    "jams": ("ones",),
    # how many
    "shots": ("shots",),
    "shots-rolled": ("dice", "sides", "plus"),
    "rapid-fire-close": ("shots", "within"),
    "pistol-standing": ("shots",),
    "charge-wanted": ("shots",),
    "shots-by-attacks": ("attacks",),
    "shots-by-choice": ("shots",),
    "more-shots": ("shots",),
    "shots-most": ("shots",),
    "attacks": ("attacks",),
    "charge-attack": ("attacks",),
    "charge-attacks-rolled": ("sides",),
    "no-charge-bonus": (),
    "no-second-weapon": (),
    "second-weapon": ("attacks",),
    "pair": ("attacks",),
    "more-attacks": ("attacks",),
    "fewer-attacks": ("attacks",),
    "extra-attack": ("attacks",),
    "attacks-split": ("attacks",),
    "grenade-once": (),
    # how hard it strikes
    "strength-toughness": ("strength", "toughness", "needed"),
    "strength": ("strength",),
    "strength-by": ("by", "strength"),
    "strength-times": ("times", "strength"),
    "toughness-by": ("by", "toughness"),
    "against-leadership": ("strength", "ld"),
    "no-leadership": (),
    "wounds-on": ("needed",),
    "wounded-only-on": ("needed",),
    "ignores-shots-below": ("strength",),
    "hits-ignored": ("hits",),
    "wounds-cost": ("wounds",),
    "gauss": ("needed",),
    "reroll-wounds": (),
    "rending": (),
    "six-pierces": ("ap",),
    "two-wound-rolls": ("rolls",),
    "instant-death": ("strength", "toughness"),
    "six-slays": (),
    "wound-slays": (),
    "hit-slays": (),
    "psychic-test": ("ld",),
    "leadership-test": ("ld",),
    "stuns": (),
    # what may save
    "armour": ("save",),
    "armour-set": ("save",),
    "armour-better": ("by", "save"),
    "armour-at-best": ("save",),
    "cover": ("save",),
    "cover-better": ("by", "save"),
    "cover-worse": ("by", "save"),
    "invulnerable": ("save",),
    "breaks": ("save",),
    "ap": ("ap", "save"),
    "ap-set": ("ap",),
    "ap-better": ("by", "ap"),
    "ap-near": ("ap", "within"),
    "ap-rolled": ("sides",),
    "ignores-armour": (),
    "ignores-cover": (),
    "ignores-invulnerable": (),
    "ignores-saves": (),
    "melee-no-cover": (),
    "reroll-saves": (),
    "ward": ("failures",),
    "no-pain": ("needed",),
    "rises": ("needed",),
    # range, movement, order
    "range": ("range",),
    "range-doubled": ("range",),
    "range-halved": ("range",),
    "moved-range": ("range",),
    "steady": (),
    "steady-type": ("unit_type",),
    "no-charge-after": ("type",),
    "initiative": ("initiative",),
    "initiative-by": ("by", "initiative"),
    "initiative-set": ("initiative",),
    "initiative-double": ("initiative",),
    "strikes-first": (),
    "strikes-last": (),
    "cover-first": (),
    "grenades-together": (),
    "grenades-in-order": (),
    # buildings and vehicles
    "penetration": ("strength", "av"),
    "penetration-dice": ("dice", "keep"),
    "glances-on-six": (),
    "strength-none": (),
    "penetration-by": ("by", "strength"),
    "lance": ("av",),
    "melta": (),
    "ordnance": (),
    "penetration-table": ("glances", "penetrates"),
    "no-effect-on-vehicles": (),
    # findings: why it may not be done
    "out-of-range": ("distance", "range"),
    "heavy-moved": (),
    "ordnance-moved": (),
    "melee-only": (),
    "not-in-melee": (),
    "hits-nothing": (),
}
"""Every code a plan can carry, with the names of its facts."""

FINDINGS = (
    "out-of-range",
    "heavy-moved",
    "ordnance-moved",
    "melee-only",
    "not-in-melee",
    "hits-nothing",
    "no-effect-on-vehicles",
)
"""The codes a plan's `findings` can hold."""


class Reason(Struct, frozen=True):
    """Hold one step of an argument: a code of `CODES`, its facts, and the source of the rule.

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
