"""Questions and refusals of charges and melees."""

from __future__ import annotations

from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.reasons import weapon_name
from q40k.games.quake.words.wording import questions, refusals
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import QuestionText
from q40k.kernel.questions import Question, Value


def _arm_label(locale: Locale, state: Match, question: Question, value: Value) -> str:
    weapon, _, mode = str(value).partition("/")
    said = weapon_name(locale, state, question.who, weapon)
    return locale.say(N_("{weapon}, in both hands"), weapon=said) if mode else said


def _victim_label(locale: Locale, _state: Match, question: Question, value: Value) -> str:
    if value == question.facts.get("split"):
        return locale.gettext(N_("split the attacks"))
    return str(value)


def _arrival_label(locale: Locale, _state: Match, _question: Question, value: Value) -> str:
    if value == "yes":
        return locale.gettext(N_("yes: base to base"))
    return locale.gettext(N_("no: it stops on the way"))


questions(
    {
        "charge-ground": QuestionText(
            N_("{who} rolls {dice}: a charge through difficult ground"),
            N_("The best die is how far it gets, in inches; what was declared stands."),
        ),
        "charge-arrives": QuestionText(
            N_("{who} gets {distance} far: is that enough to reach {goal}?"),
            N_("From base to base, around what is in the way."),
            _arrival_label,
        ),
        "melee-weapon": QuestionText(
            N_("{who} fights with what?"),
            N_("The first hurts most; others strike sooner, or do more to somebody else."),
            _arm_label,
        ),
        "melee-victim": QuestionText(
            N_("{who} strikes whom? Attacks: {attacks}"),
            N_("Anyone in the melee, in contact or not; the attacks may be split."),
            _victim_label,
        ),
        "melee-split": QuestionText(
            N_("{who}: how many attacks on {goal}?"),
            N_("{attacks} are left; whoever is named last gets the rest."),
        ),
    }
)
refusals(
    {
        "touches-itself": N_("{player} cannot be in contact with itself."),
        "places-say": N_(
            "{player} and {other}: their places say otherwise. Put them right instead."
        ),
        "charge-too-far": N_("{target} is {inches} away, and {player} charges {reach} at most."),
        "charges-itself": N_("{player} cannot charge itself."),
        "has-charged": N_("{player} has already charged this turn."),
        "in-a-fight": N_("{player} fights {others}: it may leave in its next movement phase."),
        "charges-a-friend": N_("{target} plays for the same team as {player}."),
        "no-charge-after-shot": N_("{player} fired {weapon} this turn: no charge after that."),
        "shot-at-another": N_("{player} shot at {was}: it may charge nobody else this turn."),
        "shot-at-another/thing": N_(
            "{player} shot at something else: it charges nobody this turn."
        ),
        "no-melee": N_("There is no melee left to fight."),
        "melee-fought": N_("{player} has already fought in this phase."),
        "not-in-a-melee": N_("{player} is in no melee."),
        "melee-not-next": N_("First comes the melee of {first}."),
        "cannot-fight-with": N_("{player} cannot fight with {weapon}."),
        "not-in-this-melee": N_("{player} is not in this melee."),
        "split-sum": N_("{player} has {attacks} attacks to split, not {number}."),
    },
    variants={"shot-at-another": lambda facts: "/thing" if facts.get("was") is None else ""},
)
