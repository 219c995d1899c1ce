"""Questions about jumps, swims, leaps, hard ground and strange bonuses."""

from __future__ import annotations

from fractions import Fraction

from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.gear_names import thing_name
from q40k.games.quake.words.labels import profile_figure
from q40k.games.quake.words.wording import questions
from q40k.games.w40k3e.distribution import dice_best
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import QuestionText
from q40k.kernel.questions import DiceQuestion, Question, Value


def _into_label(locale: Locale, _state: Match, _question: Question, value: Value) -> str:
    words = {
        "ground": N_("ground: a fall"),
        "water": N_("water: death by accident"),
        "nothing": N_("nothing at all: death by accident"),
    }
    return locale.gettext(words[str(value)])


def _room_label(locale: Locale, _state: Match, _question: Question, value: Value) -> str:
    if value == "yes":
        return locale.gettext(N_("yes: it stands there"))
    return locale.gettext(N_("no: death by accident"))


def _prey_label(locale: Locale, state: Match, question: Question, value: Value) -> str:
    figure = question.facts.get("offer", {}).get(value)
    if figure is not None:
        return profile_figure(locale, str(value), figure)
    victim = state.players.get(str(question.facts.get("target", "")))
    for arm in victim.arms if victim else ():
        if arm.id == value:
            return locale.said(arm.name)
    return thing_name(locale, str(value)) or str(value)


def hazard_odds(locale: Locale, _state: Match, question: Question) -> tuple[str, ...]:
    """The chances of a die against danger, in a line."""
    if not isinstance(question, DiceQuestion):
        return ()
    if question.key == "jump":
        need = float(question.facts["inches"])
        safe = sum((p for best, p in dice_best(len(question.dice)) if best >= need), Fraction(0))
        return (locale.say(N_("{chance} lands safely"), chance=locale.chance(safe)),)
    chances = {
        "swim": (N_("{chance} drowns"), Fraction(1, 6)),
        "leap-edge": (N_("{chance} hangs on"), Fraction(1, 2)),
        "deep-strike": (N_("{chance} dies"), Fraction(1, 36)),
        "danger-landing": (N_("{chance} dies"), Fraction(1, 6)),
        "danger-mount": (N_("{chance} dies"), Fraction(1, 6)),
    }
    if question.key not in chances:
        return ()
    sentence, chance = chances[question.key]
    return (locale.say(sentence, chance=locale.chance(chance)),)


questions(
    {
        "difficult-ground": QuestionText(
            N_("{who} rolls {dice}: difficult ground"),
            N_("The best die is how far it still gets, in inches; what was declared stands."),
        ),
        "danger-dangerous": QuestionText(
            N_("{who} rolls {dice}: dangerous ground"),
            N_("A 1 is a wound without armour save."),
        ),
        "danger-landing": QuestionText(
            N_("{who} rolls {dice}: a landing in difficult ground"),
            N_("A 1 is a crash: death by accident."),
            odds=hazard_odds,
        ),
        "danger-mount": QuestionText(
            N_("{who} rolls {dice}: a ride through difficult ground"),
            N_("A 1 is a crash: death by accident."),
            odds=hazard_odds,
        ),
        "jump": QuestionText(
            N_("{who} rolls {dice}: down {distance}"),
            N_("The best die must reach the height; else it falls."),
            odds=hazard_odds,
        ),
        "swim": QuestionText(
            N_("{who} rolls {dice}: swimming"),
            N_("So many inches at most; on a 1 it drowns."),
            odds=hazard_odds,
        ),
        "leap": QuestionText(
            N_("{who} rolls {dice}: a leap of {distance}"),
            N_("The best die must carry the whole base across."),
        ),
        "leap-edge": QuestionText(
            N_("{who} rolls {dice}: does it hang on?"),
            N_("Only a part of the base got across: 4+ hangs on, else it falls."),
            odds=hazard_odds,
        ),
        "fall-into": QuestionText(
            N_("{player} falls: into what?"),
            N_("Ground hurts by the inches fallen; water and the void are death."),
            _into_label,
        ),
        "fall-height": QuestionText(
            N_("{player} falls: how many inches?"),
            N_("They are the strength of the hit."),
        ),
        "under-charge": QuestionText(
            N_("The demolition charge goes off: who is under the template?"),
            N_("The ordnance template, centred on the token; a part of a base is enough."),
        ),
        "direction": QuestionText(
            N_("{who} rolls {dice}: which direction?"),
            N_("As on a clock face: 12 is up the table, 3 to the right."),
        ),
        "deep-strike": QuestionText(
            N_("{who} rolls {dice}: deep strike"),
            N_("So many inches off, unless it is on target; a double 1 is death."),
            odds=hazard_odds,
        ),
        "scatter": QuestionText(
            N_("{who} rolls {dice}: does it scatter?"),
            N_("1 or 2 is on target; else it comes down {distance} off."),
        ),
        "deep-strike-room": QuestionText(
            N_("{player} comes down {distance} off: is there room?"),
            N_("Off the table, on a base or in something impassable it is lost."),
            _room_label,
        ),
        "finished": QuestionText(
            N_("{who}: is the figure painted and based?"),
            N_("Fewer than six colours, or no base: one hit kills."),
        ),
        "vampirism": QuestionText(
            N_("{who} takes from {target}: what?"),
            N_("Anything that is better than its own; nothing is nothing."),
            _prey_label,
        ),
    }
)
