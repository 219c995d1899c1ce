"""Champions in words: profiles, values, findings of the rules, cards, what a mod refuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from q40k.games.quake.packs.models import Champion, Squad, Weapon
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.parts import About
from q40k.games.quake.state.table.champion import Finding
from q40k.games.quake.state.table.corrections import ChampionCorrected, Correct
from q40k.games.quake.state.table.players import Join
from q40k.games.quake.words.traits import trait_line
from q40k.games.quake.words.wording import WORDS, certainty_name, commands, name_of, questions, refusals, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText

if TYPE_CHECKING:
    from q40k.games.quake.packs.library import Library

_UNIT_TYPES = {
    "infantry": N_("infantry"),
    "jump_infantry": N_("jump infantry"),
    "bike": N_("bike"),
    "jetbike": N_("jetbike"),
    "beast": N_("beast"),
    "cavalry": N_("cavalry"),
    "jet_pack": N_("jet pack"),
    "terminator": N_("Terminator"),
    "drone": N_("drone"),
    "swarm": N_("swarm"),
    "monstrous_creature": N_("monstrous creature"),
    "other": N_("other"),
}


_ARMIES = {
    "chaos-space-marines": N_("Chaos Space Marines"),
    "daemonhunters": N_("Daemonhunters"),
    "dark-eldar": N_("Dark Eldar"),
    "eldar": N_("Eldar"),
    "home-made": N_("home-made"),
    "imperial-guard": N_("Imperial Guard"),
    "necrons": N_("Necrons"),
    "orks": N_("Orks"),
    "space-marines": N_("Space Marines"),
    "tau": N_("Tau"),
    "tyranids": N_("Tyranids"),
    "witch-hunters": N_("Witch Hunters"),
}


def unit_type_name(locale: Locale, unit_type: str) -> str:
    """Return the name of a unit type."""
    return locale.gettext(_UNIT_TYPES.get(unit_type, unit_type))


def army_name(locale: Locale, army: str) -> str:
    """Return the name of an army, or its id if only a pack knows it."""
    return locale.gettext(_ARMIES[army]) if army in _ARMIES else army


STATS = {
    "ws": in_context("profile", "WS"),
    "bs": in_context("profile", "BS"),
    "s": in_context("profile", "S"),
    "t": in_context("profile", "T"),
    "w": in_context("profile", "W"),
    "i": in_context("profile", "I"),
    "a": in_context("profile", "A"),
    "ld": in_context("profile", "Ld"),
    "sv": in_context("profile", "Sv"),
    "inv": in_context("profile", "Inv"),
}
"""The names of the characteristics by their fields, in the order of a profile."""

WORDS.abbreviate(
    {
        STATS["ws"]: N_("weapon skill"),
        STATS["bs"]: N_("ballistic skill"),
        STATS["s"]: N_("strength"),
        STATS["t"]: N_("toughness"),
        STATS["w"]: N_("wounds"),
        STATS["i"]: N_("initiative"),
        STATS["a"]: N_("attacks"),
        STATS["ld"]: N_("leadership"),
        STATS["sv"]: N_("save"),
        STATS["inv"]: N_("invulnerable save"),
        in_context("profile", "AP"): N_("armour piercing"),
    }
)


def stat_name(locale: Locale, stat: str) -> str:
    """Return a characteristic's name as profiles write it: "WS", "Ld", "Inv"."""
    return locale.pgettext(*STATS[stat])


def _stat_text(stat: str, value: int | None) -> str:
    """Return the value of a characteristic: "4", "3+", or "-" for no save."""
    if stat in ("sv", "inv"):
        return f"{value}+" if value else "-"
    return str(value)


def characteristic(locale: Locale, stat: str, value: int) -> str:
    """Return one characteristic by its field's name: "WS 4", "Sv 2+"."""
    return f"{stat_name(locale, stat)} {_stat_text(stat, value)}"


def characteristics_of(locale: Locale, champion: Champion) -> list[tuple[str, str]]:
    """Return the characteristics with their names: WS 4, BS 4 … Sv 3+, and Inv 5+ if it has one."""
    values = {stat: getattr(champion, stat) for stat in STATS if stat != "inv" or champion.inv}
    return [(stat_name(locale, stat), _stat_text(stat, value)) for stat, value in values.items()]


def profile(locale: Locale, champion: Champion) -> str:
    """Return a profile in one line: "WS 4 BS 4 S 4 T 4 W 1 I 4 A 1 Ld 8 Sv 3+ Inv 5+"."""
    return " ".join(f"{name} {figure}" for name, figure in characteristics_of(locale, champion))


def value_text(locale: Locale, points: int) -> str:
    """Return a champion's value: "15 points"."""
    return locale.plural("{points} point", "{points} points", points, points=points)


def champion_line(locale: Locale, champion: Champion) -> str:
    """Return a champion and its value: "Space Marine (15 points)"."""
    return f"{locale.name_of(champion.name)} ({value_text(locale, champion.points)})"


# -- findings, weapons, the card -----------------------------------------------------------


_FINDINGS: Mapping[str, str] = {
    "one-wound": N_("One wound, as it should be."),
    "several-wounds": N_("{wounds} wounds: this mod takes champions with one."),
    "special-character": N_("A special character: this mod takes none."),
    "chief-fight": N_("Special characters and several wounds are welcome in this mod."),
    "any-figure": N_("Any champion at all is welcome in this mod."),
    "home-made": N_("Home-made: the table decides."),
    "any-gear": N_("{option}: any equipment and any trait of any codex."),
    "not-an-option": N_("{option}: not among its options."),
    "whole-squad": N_("{option}: the whole squad may have it."),
    "squad-unknown": N_("{option}: how many of the squad may have it is not known; the table decides."),
    "squad-share": N_("{option}: of a squad of at least {least}, {may} may have it; half is {half}."),
    "armoury": N_("{option}: from the armoury, which it may use."),
    "own-option": N_("{option}: an option of its own."),
    "budget/yes": N_("{points} points for a budget of {budget}: {left} left."),
    "budget/no": N_("{points} points for a budget of {budget}: {left} too many."),
    "no-budget": N_("{points} points; the budget was not given."),
    "clone/yes": N_("The champion that everyone fields: {figure}."),
    "clone/no": N_("Not the champion that everyone fields: {figure}."),
    "no-clone": N_("The champion that everyone fields was not given."),
}
_TYPES = {
    "pistol": N_("pistol"),
    "rapid_fire": N_("rapid fire"),
    "assault": N_("assault"),
    "heavy": N_("heavy"),
    "ordnance": N_("ordnance"),
    "melee": N_("close combat"),
    "other": N_("other"),
}
_ROLES = {
    "rank-and-file": N_("rank and file"),
    "squad-character": N_("squad character"),
    "independent-character": N_("independent character"),
    "special": N_("special character"),
}


def finding(locale: Locale, result: Finding, library: Library) -> str:
    """Return a finding of a rule, with its arithmetic, in a sentence."""
    code = result.code
    if code in ("budget", "clone"):
        code = f"{code}/{result.answer}"
    facts: dict[str, Any] = dict(result.facts)
    if "option" in facts:
        facts["option"] = item_name(locale, library, facts["option"])
    if "half" in facts:
        facts["half"] = locale.number(facts["half"])
    sentence = locale.say(_FINDINGS[code], **facts)
    sure = facts.get("certainty")
    return f"{sentence} ({certainty_name(locale, sure)})" if sure in ("medium", "low") else sentence


_ANSWERS = {
    "yes": in_context("finding", "yes"),
    "no": in_context("finding", "no"),
    "unknown": in_context("finding", "not known"),
}


def answer_name(locale: Locale, answer: str) -> str:
    """Return a finding's answer in a word."""
    return locale.pgettext(*_ANSWERS[answer])


def permission_text(locale: Locale, answer: str, rule: str = "") -> str:
    """Return whether something is allowed, in a word or two, with the rule that decides it."""
    words = {"yes": N_("allowed"), "no": N_("not allowed"), "unknown": N_("perhaps allowed")}
    text = locale.gettext(words[answer])
    return f"{text} ({rule})" if rule else text


def role_name(locale: Locale, role: str | None) -> str:
    """Return a figure's role in its squad; "" if it is unknown."""
    return locale.gettext(_ROLES[role]) if role else ""


def item_name(locale: Locale, library: Library, item: str) -> str:
    """Return the name of a weapon, other gear or a trait, or its id if no pack knows it."""
    entry = library.weapons.get(item) or library.gear.get(item) or library.traits.get(item)
    return locale.name_of(entry.name) if entry else item


def weapon_characteristics(locale: Locale, weapon: Weapon) -> tuple[str, str, str, str]:
    """Return a weapon's range, strength, AP and type, as a codex prints them."""
    if weapon.range_in == "template":
        reach = locale.pgettext("range", "template")
    elif weapon.range_in == "melee":
        reach = locale.pgettext("range", "melee")
    else:
        reach = locale.inches(weapon.range_in)
    strength = locale.pgettext("strength", "user") if weapon.s == "user" else str(weapon.s)
    kind = locale.gettext(_TYPES[weapon.type])
    if weapon.shots is not None and weapon.type not in ("pistol", "rapid_fire", "melee"):
        kind = f"{kind} {weapon.shots}"
    return reach, strength, str(weapon.ap or "-"), kind


def weapon_lines_of(library: Library, item: str) -> list[Weapon]:
    """Return the weapon lines of an item: its own, or those of gear that fires several."""
    if item in library.weapons:
        return [library.weapons[item]]
    gear = library.gear.get(item)
    return [library.weapons[line] for line in gear.lines if line in library.weapons] if gear else []


def _base(locale: Locale, champion: Champion) -> str:
    """Return the base: its diameter, or the width and length of an oval one."""
    width, length = champion.base_mm, champion.base_length_mm
    if length is None:
        return locale.say(N_("base {size} mm"), size=width)
    return locale.say(N_("base {width} × {length} mm"), width=width, length=length)


def headline(locale: Locale, champion: Champion) -> str:
    """Return a champion in a line: points, army, unit type, movement, base, role."""
    parts = [
        value_text(locale, champion.points),
        army_name(locale, champion.army),
        unit_type_name(locale, champion.unit_type),
        locale.inches(champion.move_inches),
        _base(locale, champion),
        role_name(locale, champion.role),
    ]
    return " · ".join(part for part in parts if part) + doubt(locale, champion)


def doubt(locale: Locale, champion: Champion) -> str:
    """Return “ · doubtful” for a champion whose figures are of a low certainty; "" for all others."""
    return f" · {certainty_name(locale, 'low')}" if champion.certainty == "low" else ""


def card(locale: Locale, champion: Champion, library: Library) -> list[str]:
    """Return a champion's card: value, profile, weapons, traits, options, squad, source."""
    names = [locale.name_of(champion.name), champion.id]
    lines = [" · ".join(names)]
    if champion.aka:
        lines.append(", ".join(champion.aka))
    lines += [headline(locale, champion), profile(locale, champion), ""]
    lines.append(locale.gettext(N_("Weapons and gear")))
    for item in champion.weapons:
        lines += _item_lines(locale, library, item)
    traits = library.traits_of(champion)
    if traits:
        lines += ["", locale.gettext(N_("Traits"))]
        lines += [f"  {trait_line(locale, trait)}" for trait in traits]
    if champion.options:
        lines += ["", locale.gettext(N_("Options"))]
        lines += [_option(locale, champion, library, item) for item in champion.options]
    if champion.squad is not None and champion.squad.least is not None:
        lines += ["", _squad(locale, champion.squad)]
    doubts = doubts_line(locale, champion)
    if doubts:
        lines += ["", doubts]
    if champion.source:
        source = " + ".join(filter(None, (champion.source, champion.second_source)))
        sure = certainty_name(locale, champion.certainty)
        text = N_("Source: {source} ({certainty})")
        lines += ["", locale.say(text, source=source, certainty=sure)]
    return lines


_DOUBTS = {
    "base": N_("the size of its base is a guess"),
    "profile": N_("the sources also print other figures"),
    "leadership": N_("its Leadership is a guess"),
    "rolled": N_("its codex rolls some figures: the average is given here"),
    "borrowed": N_("some figures are those of another champion"),
    "points": N_("the sources also print another price"),
    "shared-points": N_("its codex has this price for several figures"),
    "weapons": N_("what it carries is from memory"),
    "powers": N_("some of what its codex gives it is left to the table"),
    "companions": N_("its codex does not let it come alone"),
}


def doubts_line(locale: Locale, champion: Champion) -> str:
    """Return what is unsure about a champion, and whether its opponents must agree to it; "" if nothing is."""
    texts = [locale.gettext(_DOUBTS[doubt]) for doubt in champion.doubts]
    if champion.certainty == "low" and champion.second_source is None:
        texts.append(locale.gettext(N_("no second source has all its figures")))
    if not champion.official:
        texts.insert(0, locale.gettext(N_("in no official codex: the table has to agree")))
    return locale.say(N_("Unsure: {doubts}"), doubts="; ".join(texts)) if texts else ""


def _item_lines(locale: Locale, library: Library, item: str) -> Iterable[str]:
    lines = weapon_lines_of(library, item)
    if not lines:
        yield f"  {item_name(locale, library, item)}"
    for weapon in lines:
        yield f"  {weapon_line(locale, weapon)}"


def weapon_line(locale: Locale, weapon: Weapon) -> str:
    """Return a weapon in a line: "Boltgun · 24 in · S 4 · AP 5 · rapid fire"."""
    reach, strength, ap, kind = weapon_characteristics(locale, weapon)
    s, pierces = locale.pgettext("profile", "S"), locale.pgettext("profile", "AP")
    return f"{locale.name_of(weapon.name)} · {reach} · {s} {strength} · {pierces} {ap} · {kind}"


def _option(locale: Locale, champion: Champion, library: Library, item: str) -> str:
    line = f"  +{champion.options[item]:<3} {item_name(locale, library, item)} ({item})"
    may = champion.squad.takes.get(item) if champion.squad else None
    if may == "all":
        return line + " · " + locale.gettext(N_("the whole squad"))
    if may is not None:
        return line + " · " + locale.say(N_("{may} of the squad"), may=may)
    return line


def _squad(locale: Locale, squad: Squad) -> str:
    return locale.say(
        N_("Squad: at least {least} ({certainty})"),
        least=squad.least,
        certainty=certainty_name(locale, squad.certainty),
    )


# -- at the table ---------------------------------------------------------------------------


@tells(ChampionCorrected)
def _corrected(locale: Locale, state: Match, event: ChampionCorrected) -> str:
    sentence = N_("Champion put right: {player} plays {champion}")
    line = champion_line(locale, event.champion)
    parts = [locale.say(sentence, player=name_of(state, event.player), champion=line)]
    if event.total is not None:
        parts.append(locale.say(N_("initiative {total}"), total=event.total))
    parts += [f"{name_of(state, p)} {locale.signed_points(paid)}" for p, paid in event.paid.items()]
    return ", ".join(parts)


def ticks(locale: Locale, about: About) -> str:
    """Return what the table said of a figure as three ticks; "" if it said nothing.

    Rule: TIE-1, BONUS-1
    """
    checks = (
        (about.painted if about.finished is None else about.finished, N_("six colours")),
        (about.based if about.finished is None else about.finished, N_("base")),
        (about.wysiwyg, N_("as it looks")),
    )
    if all(tick is None for tick, _name in checks):
        return ""
    signs = {True: "✓", False: "✗", None: "?"}
    return " · ".join(f"{signs[tick]} {locale.gettext(name)}" for tick, name in checks)


def of_champion(locale: Locale, command: Join | Correct) -> str:
    """Return the player whose champion a command sets, and the champion."""
    if command.profile is not None:
        return f"{command.player} ({locale.name_of(command.profile.name)})"
    champion = command.champion
    return f"{command.player} ({champion})" if isinstance(champion, str) else command.player


questions(
    {
        "finished": QuestionText(
            N_("{who}: is the figure painted and based?"), N_("Fewer than six colours, or no base: one hit kills.")
        )
    }
)

refusals(variants={"unknown-gear": lambda facts: "/option" if facts.get("option") else ""})

commands({Correct: CommandText(in_context("command", "champion"), of_champion)})
