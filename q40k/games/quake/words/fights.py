"""Sentences of attacks by the 3rd edition: results, reasons, workings, questions for dice."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from q40k.games.quake.state.bonus import arms_of
from q40k.games.quake.state.damage import Struck, Why, Working
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.melee import Blow
from q40k.games.quake.words import champion, traits, wording
from q40k.i18n.locale import N_, Locale, with_label, write_minus
from q40k.i18n.questions import QuestionText
from q40k.kernel.events import Event, Question, TallyQuestion, Value
from q40k.packs.shipped import coded_sentences

# -- gear, and what strikes without being a weapon -----------------------------------------


GEAR: dict[str, str] = {
    "conceal": N_("Conceal (psychic power)"),
    "crushing-blow": N_("Crushing blow (exarch power)"),
    "disruption-fields": N_("Disruption fields"),
    "emp-grenades": N_("EMP grenades"),
    "fast-shot": N_("Fast shot (exarch power)"),
    "flesh-hooks": N_("Flesh hooks"),
    "frag-grenades": N_("Frag grenades"),
    "frag-stikkbombz": N_("Frag stikkbombz"),
    "furious-charge": N_("Furious charge (veteran skill)"),
    "haywire-grenades": N_("Haywire grenades"),
    "krak-grenades": N_("Krak grenades"),
    "krak-stikkbombz": N_("Krak stikkbombz"),
    "master-crafted": N_("Master-crafted weapon"),
    "melta-bombs": N_("Melta bombs"),
    "more-dakka": N_("More dakka (kustom job)"),
    "photon-grenades": N_("Photon grenades"),
    "plasma-and-haywire-grenades": N_("Plasma and haywire grenades"),
    "plasma-grenades": N_("Plasma grenades"),
    "shadow-field": N_("Shadow field"),
    "shootier": N_("Shootier (kustom job)"),
    "storm-shield": N_("Storm shield"),
    "tank-hunter": N_("Tank hunter (exarch power)"),
    "tank-hunters": N_("Tank hunters (veteran skill)"),
    "tankbusta-bombz": N_("Tankbusta bombz"),
    "thunder-hammer-and-storm-shield": N_("Thunder hammer and storm shield"),
    "tormentor-helm": N_("Tormentor helm"),
    "toxic-sacs": N_("Toxin sacs"),
}
"""Gear that counts in a fight, as the codexes name it; a match keeps gear by its id only."""
STRIKES: dict[str, str] = {
    "MOVE-3": N_("the fall"),
    "MOVE-5": N_("the fall"),
    "BARREL-2": N_("the explosion"),
    "BARREL-3": N_("the plasma"),
    "BARREL-5": N_("the napalm"),
    "BARREL-6": N_("the vortex"),
    "w40k3e 6": N_("the warp"),
    "w40k3e 7": N_("the ground"),
}
"""Names of hits that nobody aims, by the rule that causes them."""


def gear_name(locale: Locale, name: str) -> str | None:
    """Return the name of gear by its id; None for unknown gear."""
    return locale.gettext(GEAR[name]) if name in GEAR else None


def strike_name(locale: Locale, label: str) -> str | None:
    """Return the name of what strikes, by the label of its plan; None if it is unknown."""
    if label in STRIKES:
        return locale.gettext(STRIKES[label])
    return gear_name(locale, label)


# -- results: hits, wounds, saves ----------------------------------------------------------


def hits(locale: Locale, number: int) -> str:
    """Return a number of hits: "a miss", "1 hit", "3 hits"."""
    if number == 0:
        return locale.gettext(N_("a miss"))
    return locale.plural("{number} hit", "{number} hits", number)


def penetrations(locale: Locale, number: int) -> str:
    """Return how often an armour is pierced, which is at least once."""
    return locale.plural("the armour is pierced once", "the armour is pierced {number} times", number)


def attack_result(locale: Locale, result: Struck) -> str:
    """Return what an attack did to one champion: "2 hits, 1 wound, saved"."""
    if result.told:
        return locale.gettext(N_("dead"))
    parts = [hits(locale, result.hits)]
    if result.hits and not result.wounds:
        harmless = any(why.code == "hits-nothing" for why in result.why)
        parts.append(locale.gettext(N_("no wound is possible") if harmless else N_("no wound")))
    elif result.wounds:
        parts.append(locale.plural("{number} wound", "{number} wounds", result.wounds))
        parts.append(_saves_text(locale, result))
    return ", ".join(parts)


def _saves_text(locale: Locale, result: Struck) -> str:
    """Return how many wounds were not saved, and how many of those a trait or a bonus ignored."""
    saved = _count_passed(result, "save", "save-again")
    failed = max(result.unsaved, result.wounds - saved) if result.steps else result.unsaved
    if not failed:
        return locale.ngettext("saved", "all saved", result.wounds)
    text = locale.ngettext("not saved", "none saved", result.wounds)
    if failed < result.wounds:
        text = locale.say(N_("{number} not saved"), number=failed)
    if ignored := failed - result.unsaved + _count_passed(result, "no-pain"):
        how_many = locale.gettext(N_("ignored"))
        if result.wounds > 1:
            how_many = locale.plural("{number} ignored", "{number} ignored", ignored)
        text = f"{text}, {how_many}"
    return text


def _count_passed(result: Struck, *kinds: str) -> int:
    """Return how many dice of these kinds passed."""
    return sum(step.passed for step in result.steps if step.kind in kinds)


# -- reasons for a number, by the codes of the 3rd edition ---------------------------------


class _Facts(dict[str, Any]):
    """Facts for a sentence; a missing one reads 0, which every format can show."""

    def __missing__(self, name: str) -> int:
        return 0


def reason(locale: Locale, why: Why) -> str:
    """Return one reason in a few words: "BS 4", "AP 3 goes through armour 3+"."""
    sentence = coded_sentences(wording.SENTENCES, "reasons").get(why.code)
    if sentence is None:
        return why.code.replace("-", " ")
    facts: Mapping[str, Any] = why.facts
    if "unit_type" in facts:
        facts = {**facts, "unit_type": champion.unit_type_name(locale, str(facts["unit_type"]))}
    return write_minus(locale.gettext(sentence).format_map(_Facts(facts)))


def distinct_reasons(reasons: Sequence[Why]) -> list[Why]:
    """Return the reasons, less each strength that is also compared with a toughness."""
    compared = {why.facts.get("strength") for why in reasons if why.code == "strength-toughness"}
    return [why for why in reasons if why.code != "strength" or why.facts.get("strength") not in compared]


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
        name = traits.trait_name(locale, player.abilities, source)
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


# -- workings: each roll with its number needed, its reasons and rule ----------------------


KINDS: dict[str, str] = {
    "cast": N_("psychic test"),
    "count": N_("how many"),
    "hit": N_("to hit"),
    "hit-again": N_("to hit, again"),
    "hit-more": N_("another hit"),
    "hot": N_("does it burn"),
    "wound": N_("to wound"),
    "wound-again": N_("to wound, again"),
    "ap": N_("AP"),
    "save": N_("save"),
    "save-again": N_("save, again"),
    "no-pain": N_("no pain"),
    "rise": N_("the last wound"),
    "trial": N_("2D6 test"),
    "penetrate": N_("armour penetration"),
    "penetrate-again": N_("armour penetration, again"),
    "spot": N_("spotting"),
}
SAVES: dict[str, str] = {
    "armour": N_("armour save"),
    "cover": N_("cover save"),
    "invulnerable": N_("invulnerable save"),
}


@wording.WORDS.unfolds
def unfold_event(locale: Locale, state: Match, event: Event) -> tuple[str, ...]:
    """Return an event of a fight as lines, one for each roll; nothing if it rolled nothing.

    The rolls of several victims are listed under their names.
    """
    lines = [working_line(locale, state, working) for working in getattr(event, "steps", ())]
    if isinstance(event, Blow) and event.why:
        why = " · ".join(reason_with_source(locale, state, reason) for reason in event.why)
        lines.insert(0, locale.say(N_("blows: {why}"), why=why))
    victims: list[Struck] = list(getattr(event, "victims", ()))
    if (single := getattr(event, "struck", None)) is not None:
        victims.append(single)
    for victim in victims:
        rolls = [working_line(locale, state, working) for working in victim.steps]
        if victim.why:
            why = " · ".join(reason_with_source(locale, state, reason) for reason in victim.why)
            rolls.append(locale.say(N_("without a roll: {why}"), why=why))
        who = wording.name_of(state, victim.player)
        lines += [with_label(locale, who, roll) for roll in rolls] if len(victims) > 1 else rolls
        if victim.told:
            lines.append(locale.say(N_("{who}: dead, by the table’s word"), who=who))
    return tuple(lines)


def working_line(locale: Locale, state: Match, working: Working) -> str:
    """Return one roll as a line: "to hit, Alice: 3 5 · 4+ · 1 of 2 · BS 3 [w40k3e 1]"."""
    parts = [wording.dice_text(working.dice or ()), _needed_text(locale, working), _passed_text(locale, working)]
    parts += [reason_with_source(locale, state, why) for why in working.why]
    purpose = kind_name(locale, working.kind, working.subject)
    who = f", {wording.name_of(state, working.by)}" if working.by else ""
    return with_label(locale, f"{purpose}{who}", " · ".join(filter(None, parts)))


def kind_name(locale: Locale, kind: str, subject: str = "") -> str:
    """Return what a roll is for: "to hit", "armour save"."""
    if kind.startswith("save") and subject in SAVES:
        return locale.gettext(SAVES[subject])
    return locale.gettext(KINDS.get(kind, kind))


def _needed_text(locale: Locale, working: Working) -> str:
    if working.at_most:
        return locale.say(N_("{needed} at most"), needed=working.needed)
    if working.summed and working.kind != "spot":
        return ""
    return f"{working.needed}+" if working.needed else ""


def _passed_text(locale: Locale, working: Working) -> str:
    if working.summed:
        return locale.say(N_("total {total}"), total=working.passed)
    return locale.say(N_("{passed} of {count}"), passed=working.passed, count=working.count)


# -- questions for dice --------------------------------------------------------------------


def _facts(locale: Locale, state: Match, question: Question) -> dict[str, Any]:
    """Return the facts of a fight's dice as words: weapon, foe, save, number needed and why."""
    facts: Mapping[str, Any] = question.facts
    weapon = weapon_name(locale, state, facts.get("attacker"), str(facts.get("label") or ""))
    target = facts.get("target")
    return {
        "weapon": weapon or locale.gettext(N_("bare hands")),
        "foe": wording.name_of(state, str(target)) if target else locale.gettext(N_("the target")),
        "save": kind_name(locale, str(facts.get("kind", "")), str(facts.get("subject", ""))),
        "what": _needed_with_reasons(locale, state, question),
    }


def _needed_with_reasons(locale: Locale, state: Match, question: Question) -> str:
    """Return the number needed and why, in one sentence: "3+: BS 4, misses are rolled again."."""
    facts = question.facts
    least = facts.get("needed")
    why = [_reason(locale, state, cause, least) for cause in distinct_reasons(facts.get("why", ()))]
    text = ", ".join(dict.fromkeys(why))
    head = ""
    if least and isinstance(question, TallyQuestion):
        if facts.get("at_most"):
            head = locale.say(N_("{needed} at most"), needed=least)
        elif not question.summed:
            head = f"{least}+"
    sentence = with_label(locale, head, text) if head and text else head or text
    return f"{sentence}." if sentence else ""


COVERS: dict[str, str] = {"PORTAL-8": N_("cover from the portal"), "MOVE-4": N_("cover from the water")}
"""Cover behind the number that it needs, by the rule that gives it."""


def _reason(locale: Locale, state: Match, why: Any, needed: Any) -> str:
    text = reason(locale, why)
    if why.code in SAVES and dict(why.facts).get("save") == needed:
        sentences = COVERS if why.code == "cover" else {}
        text = locale.gettext(sentences.get(why.source, SAVES[why.code]))
    is_bonus = why.source.startswith(("equipment-", "weapon-", "special-"))
    return f"{text} ({source_name(locale, state, why.source)})" if is_bonus else text


def _chance_of_a_die(_state: Match, question: Question) -> Fraction | None:
    """Return the chance of each die to pass, or None if no number is needed."""
    least = question.facts.get("needed")
    if not isinstance(question, TallyQuestion) or question.summed or not least:
        return None
    faces = least if question.facts.get("at_most") else 7 - least
    return Fraction(max(0, min(6, faces)), 6)


def _odds(locale: Locale, state: Match, question: Question) -> tuple[str, ...]:
    """Return the chance of each die to pass, of at least one, and of all."""
    each = _chance_of_a_die(state, question)
    if each is None or not isinstance(question, TallyQuestion):
        return ()
    if len(question.dice) == 1:
        return (locale.say(N_("{chance} passes"), chance=locale.percent(each)),)
    at_least_one = 1 - (1 - each) ** len(question.dice)
    every = each ** len(question.dice)
    sentence = N_("each {each}, one at least {one}, all {every}")
    chances = {"each": each, "one": at_least_one, "every": every}
    return (locale.say(sentence, **{name: locale.percent(share) for name, share in chances.items()}),)


def _other_save(locale: Locale, _state: Match, _question: Question, save: Value) -> str:
    """Return the name of another save, which is the only answer other than dice."""
    return kind_name(locale, "save", str(save))


def _title_of_wound(question: Question) -> str:
    """Return the title of a roll to wound: of an attacker, of a fall, of something that strikes without one."""
    if question.facts.get("attacker"):
        return N_("{who} rolls {dice} to wound {foe} ({weapon})")
    if question.facts.get("label") in ("MOVE-3", "MOVE-5"):
        return N_("{foe} has fallen: {dice} to wound.")
    return N_("{weapon} strikes {foe}: {dice} to wound")


def _dice(title: str | Callable[[Question], str]) -> QuestionText:
    """Return the question of a fight's dice, with the number needed, the reasons and the odds."""
    return QuestionText(
        title, N_("{what}"), label=_other_save, facts=_facts, odds=_odds, chance=_chance_of_a_die, matter="{save}"
    )


wording.questions(
    {
        "fight-cast": _dice(N_("{who} rolls {dice}: psychic test ({weapon})")),
        "fight-count": _dice(N_("{who} rolls {dice}: how many shots? ({weapon})")),
        "fight-hit": _dice(N_("{who} rolls {dice} to hit {foe} ({weapon})")),
        "fight-hit-again": _dice(N_("{who} rolls {dice} again to hit {foe} ({weapon})")),
        "fight-hit-more": _dice(N_("{who} rolls {dice} for another hit on {foe} ({weapon})")),
        "fight-hot": _dice(N_("{who} rolls {dice}: does the weapon burn? ({weapon})")),
        "fight-wound": _dice(_title_of_wound),
        "fight-wound-again": _dice(N_("{who} rolls {dice} again to wound {foe} ({weapon})")),
        "fight-ap": _dice(N_("{who} rolls {dice}: the AP of each wound ({weapon})")),
        "fight-save": _dice(N_("{who} rolls {dice}: {save}")),
        "fight-save-again": _dice(N_("{who} rolls {dice} again: {save}")),
        "fight-rise": _dice(N_("{who} rolls {dice}: does it stay with a last wound?")),
        "fight-no-pain": _dice(N_("{who} rolls {dice}: are the wounds ignored?")),
        "fight-trial": _dice(N_("{who} rolls {dice}: a test against Ld")),
        "fight-penetrate": _dice(N_("{who} rolls {dice}: armour penetration ({weapon})")),
        "fight-penetrate-again": _dice(N_("{who} rolls {dice} more: armour penetration ({weapon})")),
    }
)
