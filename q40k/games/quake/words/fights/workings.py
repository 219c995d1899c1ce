"""The workings of a fight: each roll with its dice, the number needed, the reasons, the rule."""

from __future__ import annotations

from q40k.games.quake.rules.damage import Struck, Working
from q40k.games.quake.rules.melee.fight import Blow
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.fights.reasons import reason_with_source
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
        who = name_of(state, victim.player)
        lines += [with_label(locale, who, roll) for roll in rolls] if len(victims) > 1 else rolls
        if victim.told:
            lines.append(locale.say(N_("{who}: dead, said the table"), who=who))
    return tuple(lines)


def working_line(locale: Locale, state: Match, working: Working) -> str:
    """Return one roll as a line: "to hit, Alice: 3 5 · 4+ · 1 of 2 · BS 3 [w40k3e 1]"."""
    parts = [_dice_text(working), _needed_text(locale, working), _passed_text(locale, working)]
    parts += [reason_with_source(locale, state, why) for why in working.why]
    purpose = kind_name(locale, working.kind, working.subject)
    who = f", {name_of(state, working.by)}" if working.by else ""
    return with_label(locale, f"{purpose}{who}", " · ".join(filter(None, parts)))


def kind_name(locale: Locale, kind: str, subject: str = "") -> str:
    """Return what a roll is for: "to hit", "armour save"."""
    if kind.startswith("save") and subject in SAVES:
        return locale.gettext(SAVES[subject])
    return locale.gettext(KINDS.get(kind, kind))


def _dice_text(working: Working) -> str:
    return " ".join(map(str, working.dice)) if working.dice is not None else ""


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
