"""Sentences of the reasons for the numbers of a fight, by the codes of the 3rd edition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from q40k.games.quake.rules.bonus.modifiers import arms_of
from q40k.games.quake.rules.damage import Why
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.champion import unit_type_name
from q40k.games.quake.words.fights.gear_names import gear_name, strike_name
from q40k.games.quake.words.packs.traits import trait_name
from q40k.i18n.locale import N_, Locale

REASONS: dict[str, str] = {
    "bs": N_("BS {bs}"),
    "ws": N_("WS {ws} against {against}"),
    "bs-by": N_("BS {by:+}"),
    "ws-by": N_("WS {by:+}"),
    "ws-halved": N_("WS halved: {ws}"),
    "hits-on": N_("hits on {needed}+"),
    "hit-only-on": N_("hit only on {needed}+"),
    "automatic-hit": N_("hits without a roll"),
    "hits-given": N_("{hits} hits without a roll"),
    "reroll-hits": N_("misses are rolled again"),
    "reroll-one-hit": N_("one miss is rolled again"),
    "hits-again": N_("each hit may hit again, up to {most}"),
    "gets-hot": N_("each 1 burns the shooter"),
    "jams": N_("{ones} 1s jam the weapon"),
    "shots": N_("{shots} shots"),
    "shots-rolled": N_("{dice}D{sides} shots"),
    "rapid-fire-close": N_("rapid fire within {within} in: {shots} shots"),
    "pistol-standing": N_("a pistol standing still: {shots} shots, no charge"),
    "charge-wanted": N_("a charge is meant: {shots} shots"),
    "shots-by-attacks": N_("as many shots as attacks: {attacks}"),
    "shots-by-choice": N_("{shots} shots, as chosen"),
    "more-shots": N_("{shots:+} shots"),
    "shots-most": N_("{shots} shots at most"),
    "attacks": N_("A {attacks}"),
    "charge-attack": N_("{attacks:+} A for the charge"),
    "charge-attacks-rolled": N_("a D{sides} of attacks for the charge"),
    "no-second-weapon": N_("no attack for a second weapon"),
    "no-charge-bonus": N_("no attack for the charge"),
    "second-weapon": N_("{attacks:+} A for a second weapon"),
    "pair": N_("{attacks:+} A for the pair"),
    "more-attacks": N_("{attacks:+} A"),
    "fewer-attacks": N_("{attacks:+} A"),
    "extra-attack": N_("{attacks:+} A of its own"),
    "attacks-split": N_("{attacks} of the attacks"),
    "grenade-once": N_("one grenade in the place of all attacks"),
    "strength-toughness": N_("S {strength} against T {toughness}"),
    "strength": N_("S {strength}"),
    "strength-by": N_("S {by:+}: {strength}"),
    "strength-times": N_("S ×{times}: {strength}"),
    "toughness-by": N_("T {by:+}: {toughness}"),
    "against-leadership": N_("S {strength} against Ld {ld}"),
    "no-leadership": N_("nothing that is aimed at its Leadership harms it"),
    "wounds-on": N_("wounds on {needed}+"),
    "wounded-only-on": N_("wounded only on {needed}+"),
    "ignores-shots-below": N_("shots below S {strength} do nothing"),
    "hits-ignored": N_("hits that count for nothing: {hits}"),
    "wounds-cost": N_("an unsaved wound takes {wounds} wounds"),
    "gauss": N_("a {needed} always wounds"),
    "reroll-wounds": N_("failed wounds are rolled again"),
    "rending": N_("a 6 to hit wounds, past armour"),
    "six-pierces": N_("a 6 to hit goes past armour"),
    "two-wound-rolls": N_("{rolls} rolls to wound for each hit"),
    "instant-death": N_("S {strength} is twice T {toughness}: one wound kills"),
    "six-slays": N_("a 6 to wound kills"),
    "wound-slays": N_("one wound kills"),
    "hit-slays": N_("one hit kills"),
    "psychic-test": N_("psychic test, Ld {ld}"),
    "leadership-test": N_("Leadership test, Ld {ld}"),
    "stuns": N_("whoever survives a wound is stunned"),
    "armour": N_("armour {save}+"),
    "armour-set": N_("armour {save}+ worn"),
    "armour-better": N_("armour better by {by}: {save}+"),
    "armour-at-best": N_("armour {save}+ at best"),
    "cover": N_("cover {save}+"),
    "cover-better": N_("cover better by {by}: {save}+"),
    "cover-worse": N_("cover worse by {by}: {save}+"),
    "invulnerable": N_("invulnerable {save}+"),
    "breaks": N_("invulnerable {save}+ until it fails once"),
    "ap": N_("AP {ap} goes through armour {save}+"),
    "ap-set": N_("AP {ap}"),
    "ap-better": N_("AP better by {by}: {ap}"),
    "ap-near": N_("AP {ap} within {within} in"),
    "ap-rolled": N_("AP is a D{sides}, rolled for each wound"),
    "ignores-armour": N_("no armour save"),
    "ignores-cover": N_("no cover save"),
    "ignores-invulnerable": N_("no invulnerable save"),
    "ignores-saves": N_("no save of any kind"),
    "melee-no-cover": N_("no cover in close combat"),
    "reroll-saves": N_("failed saves are rolled again"),
    "ward": N_("the first failed save counts for nothing (×{failures})"),
    "no-pain": N_("wounds ignored on {needed}+"),
    "rises": N_("the last wound gone, it stays with one on {needed}+"),
    "range": N_("range {range} in"),
    "range-doubled": N_("range doubled: {range} in"),
    "range-halved": N_("range halved: {range} in"),
    "moved-range": N_("moved: {range} in at most"),
    "steady": N_("fires as if it stood still"),
    "steady-type": N_("{unit_type}: fires as if it stood still"),
    "no-charge-after": N_("no charge after this shot"),
    "initiative": N_("I {initiative}"),
    "initiative-by": N_("I {by:+}: {initiative}"),
    "initiative-set": N_("strikes at I {initiative}"),
    "initiative-double": N_("I doubled: {initiative}"),
    "strikes-first": N_("strikes first"),
    "strikes-last": N_("strikes last"),
    "cover-first": N_("who is in cover strikes first"),
    "grenades-together": N_("frag grenades: all strike together"),
    "grenades-in-order": N_("plasma grenades: the usual order, in spite of cover"),
    "penetration": N_("S {strength} + D6 against armour {av}"),
    "penetration-dice": N_("{dice} dice of penetration"),
    "glances-on-six": N_("only a 6 glances"),
    "strength-none": N_("the die alone, without strength"),
    "penetration-by": N_("penetration {by:+}: {strength}"),
    "lance": N_("armour counts as {av}"),
    "melta": N_("melta: one more die within half range"),
    "ordnance": N_("ordnance: the better of two dice"),
    "penetration-table": N_("{glances}+ glances, {penetrates}+ penetrates"),
    "no-effect-on-vehicles": N_("no effect on buildings and vehicles"),
    "out-of-range": N_("{distance} in away, range {range} in"),
    "heavy-moved": N_("a heavy weapon does not move and fire"),
    "ordnance-moved": N_("ordnance does not move and fire"),
    "melee-only": N_("for close combat only"),
    "not-in-melee": N_("not in close combat"),
    "hits-nothing": N_("cannot hurt the target"),
}
"""Every code a plan may carry; facts fill the braces."""


class _Facts(dict[str, Any]):
    """Facts for a sentence; a missing one reads 0, which every format can show."""

    def __missing__(self, name: str) -> int:
        return 0


def reason(locale: Locale, why: Why) -> str:
    """Return one reason in a few words: "BS 4", "AP 3 goes through armour 3+"."""
    sentence = REASONS.get(why.code)
    if sentence is None:
        return why.code.replace("-", " ")
    facts: Mapping[str, Any] = why.facts
    if "unit_type" in facts:
        facts = {**facts, "unit_type": unit_type_name(locale, str(facts["unit_type"]))}
    return locale.gettext(sentence).format_map(_Facts(facts))


def distinct_reasons(reasons: Sequence[Why]) -> list[Why]:
    """Return the reasons, less each strength that is also compared with a toughness."""
    compared = {why.facts.get("strength") for why in reasons if why.code == "strength-toughness"}
    return [
        why
        for why in reasons
        if why.code != "strength" or why.facts.get("strength") not in compared
    ]


def reason_with_source(locale: Locale, state: Match, why: Why) -> str:
    """Return a reason with its source: "BS +1 [Targeter]", "cover 5+ [PORTAL-8]"."""
    text, source = reason(locale, why), source_name(locale, state, why.source)
    return f"{text} [{source}]" if source else text


def source_name(locale: Locale, state: Match, source: str) -> str:
    """Return the name of a number's source: a rule's id, a bonus, a weapon, scenery."""
    category, _, number = source.partition("-")
    if state.setup.tables is not None and category in ("equipment", "weapon", "special"):
        table = state.setup.tables.table(category)  # type: ignore[arg-type]
        if number in table:
            return locale.name_of(table[number].name)
    for player in state.players.values():
        for weapon in player.arms:
            if weapon.id == source:
                return locale.name_of(weapon.name)
        name = trait_name(locale, player.abilities, source)
        if name is not None:
            return name
    if state.setup.arena is not None:
        for piece in state.setup.arena.scenery:
            if piece.id == source:
                return locale.name_of(piece.name)
    return gear_name(locale, source) or source


def weapon_name(locale: Locale, state: Match, player: str | None, weapon: str) -> str:
    """Return the name of a weapon or of anything else that strikes.

    An unknown weapon is named by its id; "" remains "".
    """
    owner = state.players.get(player or "")
    arms = arms_of(state, owner) if owner else ()
    others = (arm for other in state.players.values() for arm in other.arms)
    owned = next((arm for arm in (*arms, *others) if arm.id == weapon), None)
    if owned:
        return locale.name_of(owned.name)
    name = source_name(locale, state, weapon)  # a bonus, such as the demolition charge
    return strike_name(locale, weapon) or (name if name != weapon else weapon.replace("-", " "))
