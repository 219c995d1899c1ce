"""Hold the effects of gear, traits and bonuses: the modifiers of a plan.

A modifier tells what it changes, by how much, and where it comes from. The plans apply the ones
that concern them. The same list holds modifiers of the attack and of the defence.
"""

from collections.abc import Iterable
from operator import attrgetter
from typing import Literal, Self

from msgspec import Struct

Scope = Literal["any", "shooting", "melee"]

AttackEffect = Literal[
    "ws",  # +value to weapon skill
    "bs",  # +value to ballistic skill
    "strength",  # +value to strength, at most 10
    "attacks",  # +value blows in close combat
    "second-weapon",  # one more blow for a second weapon, however it is carried
    "initiative",  # +value
    "initiative-set",  # strikes at value
    "shots",  # +value shots
    "shots-most",  # at most value shots
    "range-double",
    "range-half",
    "blast",  # the weapon uses the 3 in marker
    "large-blast",  # the weapon uses the 5 in marker
    "steady",  # fires as if it had not moved
    "steady-heavy",  # the same for heavy weapons only
    "steady-rapid-fire",  # the same for rapid fire weapons only
    "charges-after-shots",  # may charge whatever it has fired
    "hits-on",  # hits on value+, whatever the skill
    "reroll-hits",  # every miss again
    "reroll-one-hit",  # one miss again
    "wounds-on",  # wounds on value+, whatever the toughness
    "reroll-wounds",
    "ap-better",  # AP better by value (5 becomes 4); none stays none
    "ap-set",  # AP value, whatever it was
    "ignores-armour",
    "ignores-cover",
    "ignores-invulnerable",
    "ignores-saves",  # all of them
    "save-at-best",  # armour saves no better than value+
    "rending",
    "six-pierces",  # a to-hit 6 ignores armour
    "six-slays",  # a to-wound 6 that is not saved slays
    "wound-slays",  # any unsaved wound slays
    "gauss",  # a to-wound 6 wounds whatever the toughness
    "two-wound-rolls",  # each hit rolls to wound `value` times
    "hits-again",  # each hit rolls to hit once more, up to `value` hits
    "gets-hot",  # a to-hit 1 wounds the attacker
    "jams",  # `value` to-hit 1s in one volley jam the weapon
    "psychic-test",  # a wounded survivor is slain by a passed psychic test
    "leadership-test",  # a wounded survivor is slain by failing its Leadership
    "stuns",  # a wounded survivor does not strike until the end of the next assault phase
    "against-leadership",  # S `value` against Leadership in the place of toughness
    "hit-slays",  # one hit is enough: no to-wound roll, no save
    "penetration",  # +value to armour penetration
    "penetration-dice",  # `value` D6 added up
    "strength-times",  # strength times `value` against armour
    "strength-none",  # no strength against armour: the die alone
    "six-glances",  # a penetration 6 is a glancing hit at least
    "glances-on-six",  # against armour only a 6 counts, as a glancing hit
    "glances-from",  # against armour `value`+ is a glancing hit, a 6 penetrates
    "lance",  # armour above 12 counts as 12
    "melta",  # another D6 of penetration within half range
    "no-effect-on-vehicles",
    "enemy-attacks",  # +value (mostly -1) to the blows of who fights it, never below one
    "no-charge-bonus",  # who charges it has no attack for the charge
    "assault-grenades",  # charging into cover: 1 strikes together (frag), 2 in order (plasma)
    "attacks-by-ws",  # A 5 against WS 5 and more, A 2 against WS 2 and less
    "hits-lesser-on",  # hits on value+, but heroes and monsters by skill
    "strikes-last",  # after everybody, whatever the initiative
    "strikes-first",  # in the round of a charge, before everybody, whatever the initiative
    "charge-attacks-dice",  # a D`value` of attacks for the charge, in the place of one
    "no-own-charge-bonus",  # no attack for its own charge
    "auto-hit",  # a blow more that hits by itself, at S `value`
    "auto-hit-initiative",  # when such a blow falls, if not at its own initiative
    "assault-type",  # pistols and rapid fire weapons are assault weapons of `value` shots
    "ap-near",  # AP `value` within 12 in, one better within 6 in
    "cover-worse",  # the target's cover save worse by value; 6+ becomes none
    "wounds-cost",  # each unsaved wound takes `value` wounds
    "enemy-initiative",  # +value (mostly -1) to who fights it, never below 1
    "enemy-ws-halved",  # who fights it has WS halved, rounded up; value: up to this S (0: always)
    "enemy-no-second-weapon",  # who fights it has no attack for a second weapon
]
DefenceEffect = Literal[
    "hit-only-on",  # hit on value+ at best
    "wounded-only-on",  # wounded on value+ at best
    "toughness",  # +value
    "invulnerable",  # an invulnerable save of value+
    "breaking-invulnerable",  # the same, lost with the first save it fails
    "armour-is-invulnerable",  # an invulnerable save as good as its armour save
    "cover",  # a cover save of value+ (not in close combat)
    "save-set",  # an armour save of value+, unless it has a better one
    "save-better",  # armour save better by value, never below 2+
    "reroll-saves",
    "ward",  # the first `value` failed saves count for nothing
    "no-pain",  # each wound is ignored on value+
    "no-instant-death",
    "no-force-slay",  # a force weapon is no more than a power weapon
    "cover-better",  # cover found elsewhere better by value, never below 2+
    "blast-wounds-cost",  # each unsaved wound under a template or marker takes `value` wounds
    "ignores-shots-below",  # shots weaker than S `value` do not wound
    "hits-ignored",  # the first `value` hits count for nothing
    "rises",  # the last wound gone: on `value`+ it stays with one
    "rises-always",  # even of what kills outright, or of blows past armour
]
MoveEffect = Literal[
    "move",  # `value` inches in the movement phase
    "fleet",  # a run of a D6 in the place of shooting
    "assault-move",  # `value` inches in the assault phase in the place of a charge
    "warp-jump",  # `value` D6 inches in the place of a charge; a double loses it
    "jump-back",  # in contact, a D`value` inches away as the assault phase opens; a 1: none
    "hit-and-run",  # in contact, `value` D6 inches away as the close-combat phase ends
    "free-move",  # `value` inches after the deployment, before the first turn
    "turbo",  # up to `value` inches, and then neither shot nor charge
    "charge-distance",  # charges `value` inches
    "difficult-dice",  # rolls `value` dice in difficult ground
    "difficult-more",  # goes `value` inches further there than the best die
    "ignores-difficult",  # difficult ground is no hindrance
    "dies-in-difficult",  # a move that ends in difficult ground kills it
    "always-difficult",  # every walk and every charge is one through difficult ground
    "deploys-last",  # is deployed after everybody without this
    "dark-zone",  # counts as standing in a dark zone
    "spotting-dice",  # whoever shoots at it spots it first, with `value` dice
    "spotting-factor",  # spots on its own dice times `value` inches
    "in-cover-when-charged",  # who charges it charges into cover
    "no-shot",  # does not shoot
    "no-charge",  # does not charge
    "climbs-anything",  # climbs what others cannot
    "near-ld-most",  # others within 12 in have Ld `value` at most
    "near-ld-less",  # others within 12 in have Ld less by `value`
    "daunts",  # whoever would shoot at it or charge it passes a Leadership test first
    "no-leadership",  # takes no Leadership test, and what is aimed at its Leadership does nothing
    "powers-fail-on",  # a power of the mind aimed at it fails on `value`+
    "powers-contested",  # who aims a power at it is not lower on D6 + Ld
    "powers-opposed",  # opposes a power that has passed its test: undone by who is higher on D6 + Ld
    "answers-wounds",  # all blows struck, a hit of S `value` for each wound it took from them
    "perils-ignored-on",  # a peril of the warp is ignored on `value`+
    "both-pistols",  # fires two pistols in one shooting phase
]
"""Effects on movement, sight and minds, and after a melee: no plan of an attack reads these."""

Effect = AttackEffect | DefenceEffect | MoveEffect


class Modifier(Struct, frozen=True):
    """Hold one change to the numbers of a plan.

    `source` becomes the source of the reasons it causes: a bonus ("equipment-25"), a rule id
    ("PORTAL-8") or a gear's id. `charging`: it holds only in the round of its bearer's charge.
    """

    effect: Effect
    value: int = 0
    source: str = ""
    scope: Scope = "any"
    charging: bool = False


_value_of = attrgetter("value")


class Modifiers(Struct, frozen=True):
    """Hold the modifiers that apply in one situation."""

    of: tuple[Modifier, ...] = ()

    @classmethod
    def holding(cls, given: Iterable[Modifier], scope: Scope, *, charging: bool = False) -> Self:
        """Select the modifiers that hold in `scope`; those for a charge only if `charging`."""
        return cls(
            tuple(
                modifier
                for modifier in given
                if modifier.scope in ("any", scope) and (charging or not modifier.charging)
            )
        )

    def all(self, *effects: Effect) -> tuple[Modifier, ...]:
        """Return every modifier with one of these effects, in order."""
        return tuple([modifier for modifier in self.of if modifier.effect in effects]) if self.of else ()

    def first(self, effect: Effect) -> Modifier | None:
        """Return the first modifier with this effect."""
        for modifier in self.of:  # asked tens of thousands of times in a game of bots
            if modifier.effect == effect:
                return modifier
        return None

    def least(self, effect: Effect) -> Modifier | None:
        """Return the modifier with the smallest value: the best of saves."""
        return min(self.all(effect), key=_value_of, default=None)

    def greatest(self, effect: Effect) -> Modifier | None:
        """Return the modifier with the greatest value: the hardest of conditions."""
        return max(self.all(effect), key=_value_of, default=None)
