"""The workings of a fight: each roll with its numbers, what they needed, why, and the rule."""

from __future__ import annotations

from q40k.games.quake.rules.damage.rolling import Struck, Working
from q40k.games.quake.rules.melee.fight import Blow
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.fights.reasons import sourced
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.i18n.sentences import with_label
from q40k.kernel.events import Event

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


@WORDS.unfolds
def unfolded(locale: Locale, state: Match, event: Event) -> tuple[str, ...]:
    """An event of a fight as lines, one a roll; nothing for events that rolled nothing.

    The rolls of several victims stand under their names.
    """
    lines = [step(locale, state, one) for one in getattr(event, "steps", ())]
    if isinstance(event, Blow) and event.why:
        why = " · ".join(sourced(locale, state, one) for one in event.why)
        lines.insert(0, locale.say(N_("blows: {why}"), why=why))
    victims: list[Struck] = list(getattr(event, "victims", ()))
    if (alone := getattr(event, "struck", None)) is not None:
        victims.append(alone)
    for victim in victims:
        rolls = [step(locale, state, one) for one in victim.steps]
        if victim.why:
            why = " · ".join(sourced(locale, state, one) for one in victim.why)
            rolls.append(locale.say(N_("without a roll: {why}"), why=why))
        who = name_of(state, victim.player)
        lines += [with_label(locale, who, one) for one in rolls] if len(victims) > 1 else rolls
        if victim.told:
            lines.append(locale.say(N_("{who}: dead, said the table"), who=who))
    return tuple(lines)


def step(locale: Locale, state: Match, one: Working) -> str:
    """One roll: "to hit, Alice: 3 5 · 4+ · 1 of 2 · BS 3 [w40k3e 1]"."""
    parts = [_rolled(one), _needed(locale, one), _passed(locale, one)]
    parts += [sourced(locale, state, why) for why in one.why]
    said = kind_name(locale, one.kind, one.subject)
    who = f", {name_of(state, one.by)}" if one.by else ""
    return with_label(locale, f"{said}{who}", " · ".join(filter(None, parts)))


def kind_name(locale: Locale, kind: str, subject: str = "") -> str:
    """What a roll is for: "to hit", "armour save"."""
    if kind.startswith("save") and subject in SAVES:
        return locale.gettext(SAVES[subject])
    return locale.gettext(KINDS.get(kind, kind))


def _rolled(one: Working) -> str:
    return " ".join(map(str, one.dice)) if one.dice is not None else ""


def _needed(locale: Locale, one: Working) -> str:
    if one.at_most:
        return locale.say(N_("{needed} at most"), needed=one.needed)
    if one.summed and one.kind != "spot":
        return ""
    return f"{one.needed}+" if one.needed else ""


def _passed(locale: Locale, one: Working) -> str:
    if one.summed:
        return locale.say(N_("total {total}"), total=one.passed)
    return locale.say(N_("{passed} of {count}"), passed=one.passed, count=one.count)
