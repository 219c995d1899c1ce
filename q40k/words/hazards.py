"""Questions about jumps, swims, leaps, hard ground and strange bonuses."""

from __future__ import annotations

from fractions import Fraction

from q40k.kernel.asking import DiceQuestion, Question, Value
from q40k.rules.state import Match
from q40k.wh40k.distribution import dice_best
from q40k.words.cards import profile_figure
from q40k.words.matters import Matter
from q40k.words.speech import N_, Speech
from q40k.words.things import thing_name


def _into_label(speech: Speech, _state: Match, _question: Question, value: Value) -> str:
    words = {
        "ground": N_("ground: a fall"),
        "water": N_("water: death by accident"),
        "nothing": N_("nothing at all: death by accident"),
    }
    return speech.gettext(words[str(value)])


def _room_label(speech: Speech, _state: Match, _question: Question, value: Value) -> str:
    if value == "yes":
        return speech.gettext(N_("yes: it stands there"))
    return speech.gettext(N_("no: death by accident"))


def _prey_label(speech: Speech, state: Match, question: Question, value: Value) -> str:
    figure = question.facts.get("offer", {}).get(value)
    if figure is not None:
        return profile_figure(speech, str(value), figure)
    victim = state.players.get(str(question.facts.get("target", "")))
    for arm in victim.arms if victim else ():
        if arm.id == value:
            return speech.said(arm.name)
    return thing_name(speech, str(value)) or str(value)


HAZARD_MATTERS: dict[str, Matter] = {
    "difficult-ground": Matter(
        N_("{who} rolls {dice}: difficult ground"),
        N_("The best die is how far it still gets, in inches; what was declared stands."),
    ),
    "danger-dangerous": Matter(
        N_("{who} rolls {dice}: dangerous ground"),
        N_("A 1 is a wound without armour save."),
    ),
    "danger-landing": Matter(
        N_("{who} rolls {dice}: a landing in difficult ground"),
        N_("A 1 is a crash: death by accident."),
    ),
    "danger-mount": Matter(
        N_("{who} rolls {dice}: a ride through difficult ground"),
        N_("A 1 is a crash: death by accident."),
    ),
    "jump": Matter(
        N_("{who} rolls {dice}: down {distance}"),
        N_("The best die must reach the height; else it falls."),
    ),
    "swim": Matter(
        N_("{who} rolls {dice}: swimming"),
        N_("So many inches at most; on a 1 it drowns."),
    ),
    "leap": Matter(
        N_("{who} rolls {dice}: a leap of {distance}"),
        N_("The best die must carry the whole base across."),
    ),
    "leap-edge": Matter(
        N_("{who} rolls {dice}: does it hang on?"),
        N_("Only a part of the base got across: 4+ hangs on, else it falls."),
    ),
    "fall-into": Matter(
        N_("{player} falls: into what?"),
        N_("Ground hurts by the inches fallen; water and the void are death."),
        _into_label,
    ),
    "fall-height": Matter(
        N_("{player} falls: how many inches?"),
        N_("They are the strength of the hit."),
    ),
    "under-charge": Matter(
        N_("The demolition charge goes off: who is under the template?"),
        N_("The ordnance template, centred on the token; a part of a base is enough."),
    ),
    "direction": Matter(
        N_("{who} rolls {dice}: which direction?"),
        N_("As on a clock face: 12 is up the table, 3 to the right."),
    ),
    "deep-strike": Matter(
        N_("{who} rolls {dice}: deep strike"),
        N_("So many inches off, unless it is on target; a double 1 is death."),
    ),
    "scatter": Matter(
        N_("{who} rolls {dice}: does it scatter?"),
        N_("1 or 2 is on target; else it comes down {distance} off."),
    ),
    "deep-strike-room": Matter(
        N_("{player} comes down {distance} off: is there room?"),
        N_("Off the table, on a base or in something impassable it is lost."),
        _room_label,
    ),
    "finished": Matter(
        N_("{who}: is the figure painted and based?"),
        N_("Fewer than six colours, or no base: one hit kills."),
    ),
    "vampirism": Matter(
        N_("{who} takes from {target}: what?"),
        N_("Anything that is better than its own; nothing is nothing."),
        _prey_label,
    ),
}


def hazard_odds(speech: Speech, question: Question) -> tuple[str, ...]:
    """The chances of a die against danger, in a line."""
    if not isinstance(question, DiceQuestion):
        return ()
    if question.key == "jump":
        need = float(question.facts["inches"])
        safe = sum((p for best, p in dice_best(len(question.dice)) if best >= need), Fraction(0))
        return (speech.say(N_("{chance} lands safely"), chance=speech.chance(safe)),)
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
    return (speech.say(sentence, chance=speech.chance(chance)),)
