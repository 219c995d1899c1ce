"""What a question asks: who does what and why, what may be typed, and what the dice may bring."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from q40k.games.quake.rules.modifiers_in_play import controller
from q40k.games.quake.rules.odds import jump_odds
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.fighting import (
    FIGHT,
    FIGHT_MATTERS,
    fight_facts,
    fight_odds,
    tally_hint,
)
from q40k.games.quake.words.labels import bonus_kind, category_name
from q40k.games.quake.words.melee import MELEE_MATTERS
from q40k.games.quake.words.names import name_of, names_of
from q40k.games.quake.words.question_texts import TEAM_TEXTS, QuestionText
from q40k.games.quake.words.special_moves import HAZARD_MATTERS, hazard_odds
from q40k.i18n.locale import N_, Locale
from q40k.kernel.questions import (
    ChoiceQuestion,
    DiceQuestion,
    NumberQuestion,
    OrderQuestion,
    Question,
    SeveralQuestion,
    TallyQuestion,
    Value,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question in words.

    `title` says who does what, `why` in one short line what for, `rule` the rule's id, `hint`
    what may be typed; `options` are the values of a choice with their labels; `odds` are lines.
    """

    title: str
    why: str
    rule: str
    hint: str
    options: tuple[tuple[Value, str], ...] = ()
    odds: tuple[str, ...] = ()


def ask(locale: Locale, state: Match, question: Question) -> Asked:
    """The question in words, with its options and odds."""
    matter = _MATTERS.get(question.key) or _plain(question)
    facts = _facts(locale, state, question)
    return Asked(
        title=locale.say(matter.title, **facts),
        why=locale.say(_why(matter, question), **facts),
        rule=question.rule,
        hint=_hint(locale, question),
        options=_options(locale, state, question, matter),
        odds=_odds(locale, state, question),
    )


def understood(asked: Asked, typed: str) -> str:
    """What was typed as the kernel reads it: the first letters of a label stand for its value.

    So "o" answers "yes" where the label says "oui". Anything else is handed on as it is.
    """
    wanted = typed.strip().casefold()
    if not wanted or any(str(value).casefold() == wanted for value, _ in asked.options):
        return typed
    fits = {str(value) for value, label in asked.options if label.casefold().startswith(wanted)}
    return fits.pop() if len(fits) == 1 else typed


# -- the facts of a question, as words -----------------------------------------------------


def _facts(locale: Locale, state: Match, question: Question) -> dict[str, Any]:
    said: dict[str, Any] = dict(question.facts)
    said["who"] = _who(locale, state, question)
    said["key"] = question.key.replace("-", " ")
    for fact in ("player", "target"):
        if fact in said:
            said[fact] = name_of(state, str(said[fact]))
    if "inches" in said:
        said["distance"] = locale.inches(float(said["inches"]))
    if "category" in said:
        said["category"] = category_name(locale, str(said["category"]))
    if "tied" in said:
        said["others"] = locale.listed(name for name in said["tied"] if name != said["who"])
    if isinstance(question, DiceQuestion):
        said["dice"] = dice_name(locale, question.dice)
    if question.key.startswith(FIGHT):
        said |= fight_facts(locale, state, question)
    return said


def _who(locale: Locale, state: Match, question: Question) -> str:
    """Who is asked; under mind control also who decides."""
    if not question.who:
        return ""
    name = name_of(state, question.who)
    by = controller(state, question.who) if question.who in state.players else None
    if by is None or isinstance(question, DiceQuestion):
        return name
    return locale.say(N_("{player} (played by {by})"), player=name, by=name_of(state, by))


def dice_name(locale: Locale, dice: tuple[int, ...]) -> str:
    """Dice by their sides: "2D6", "1D3 and 1D6"."""
    return locale.listed(f"{dice.count(sides)}D{sides}" for sides in dict.fromkeys(dice))


def _why(matter: QuestionText, question: Question) -> str:
    if question.key == "choose-portal" and question.facts.get("entered") is None:
        return N_("A 6 is a free choice: whoever stands in that portal dies.")
    if question.key == "bonus" and isinstance(question, DiceQuestion) and question.dice == (6,):
        return N_("Token {token}, {category}: the D6 names the bonus.")
    return matter.why


def _plain(question: Question) -> QuestionText:
    """The wording of a key that has none of its own."""
    if isinstance(question, DiceQuestion):
        title = N_("{who} rolls {dice}") if question.who else N_("The table rolls {dice}")
    elif isinstance(question, NumberQuestion):
        title = N_("{who}: how many?") if question.who else N_("The table: how many?")
    elif isinstance(question, SeveralQuestion):
        title = N_("{who} chooses any") if question.who else N_("The table chooses any")
    elif isinstance(question, OrderQuestion):
        title = N_("{who} decides the order") if question.who else N_("The table decides the order")
    else:
        title = N_("{who} chooses") if question.who else N_("The table chooses")
    return QuestionText(title, N_("The matter: {key}"))


def _hint(locale: Locale, question: Question) -> str:
    if isinstance(question, SeveralQuestion | OrderQuestion):
        any_of = N_("names with commas, or nothing")
        all_of = N_("names with commas; those not named follow as they are")
        return locale.gettext(any_of if isinstance(question, SeveralQuestion) else all_of)
    if isinstance(question, NumberQuestion):
        sentence = N_("a number, {least} to {most}")
        return locale.say(sentence, least=question.least, most=question.most)
    if isinstance(question, ChoiceQuestion) and all(isinstance(o, int) for o in question.options):
        return locale.say(N_("1 to {most}"), most=len(question.options))
    if not isinstance(question, DiceQuestion):
        return locale.gettext(N_("the first letters are enough"))
    hint = _how_many(locale, question)
    if 3 not in question.dice:
        return hint
    as_d6, as_d3 = N_("{hint}; the D3 as the D6 it was rolled on"), N_("{hint}; the D3 as 1 to 3")
    return locale.say(as_d6 if question.halved else as_d3, hint=hint)


def _how_many(locale: Locale, question: DiceQuestion) -> str:
    hint = _dice_to_type(locale, question)
    if isinstance(question, TallyQuestion):
        return tally_hint(locale, question, hint)
    return hint


def _dice_to_type(locale: Locale, question: DiceQuestion) -> str:
    if len(question.dice) == 1:
        return locale.say(N_("1 to {most}"), most=question.most(0))
    digits = [min(3 - place % 3, question.most(place)) for place in range(len(question.dice))]
    spaced, together = (mark.join(map(str, digits)) for mark in (" ", ""))
    sentence = N_("{number} dice, such as {spaced} or {together}")
    return locale.say(sentence, number=len(digits), spaced=spaced, together=together)


# -- options -------------------------------------------------------------------------------


def _options(
    locale: Locale, state: Match, question: Question, matter: QuestionText
) -> tuple[tuple[Value, str], ...]:
    if isinstance(question, OrderQuestion):
        return tuple((item, item) for item in question.items)
    if not isinstance(question, ChoiceQuestion | SeveralQuestion):
        return ()
    label = matter.labels or _label
    return tuple((value, label(locale, state, question, value)) for value in question.options)


def _label(locale: Locale, _state: Match, _question: Question, value: Value) -> str:
    if value in ("yes", "no"):
        return locale.gettext(N_("yes")) if value == "yes" else locale.gettext(N_("no"))
    return str(value)


def _bumper_label(locale: Locale, _state: Match, _question: Question, value: Value) -> str:
    if value == "yes":
        return locale.gettext(N_("yes: death by accident"))
    return locale.gettext(N_("no: a free flight, unhurt"))


def _beacon_label(locale: Locale, _state: Match, question: Question, value: Value) -> str:
    if value == "yes":
        return locale.gettext(N_("yes: roll again"))
    return locale.say(N_("no: keep the {die}"), die=question.facts.get("die", "?"))


def _bonus_label(locale: Locale, state: Match, question: Question, value: Value) -> str:
    player = state.players.get(question.who or "")
    if player is not None and player.bonus is not None and state.tables is not None:
        category = player.bonus.kind.partition("-")[0]
        return bonus_kind(locale, state.tables.kind(f"{category}-{value}"))
    return locale.said(question.facts.get("names", {}).get(value, str(value)))


def _portal_label(locale: Locale, state: Match, question: Question, value: Value) -> str:
    if value == question.facts.get("entered"):
        return locale.say(N_("portal {portal}: disintegrated for sure"), portal=value)
    there = tuple(p for p in state.occupants(int(value)) if p != question.who)
    if not there:
        return locale.say(N_("portal {portal}"), portal=value)
    victims = locale.listed(names_of(state, there))
    return locale.say(N_("portal {portal}: telefrags {victims}"), portal=value, victims=victims)


# -- odds ----------------------------------------------------------------------------------

_PORTAL_DICE = ("respawn-portal", "entry-portal", "jump-portal")


def _odds(locale: Locale, state: Match, question: Question) -> tuple[str, ...]:
    if question.key in _PORTAL_DICE and question.who in state.players:
        return portal_odds(locale, state, question.who, question.facts.get("entered"))
    if question.key == "nuke-wound":
        chance = Fraction(7 - int(question.facts["needed"]), 6)
        return (locale.say(N_("{chance} wounds"), chance=locale.chance(chance)),)
    return fight_odds(locale, question) or hazard_odds(locale, question)


def portal_odds(
    locale: Locale, state: Match, player: str, entered: int | None = None
) -> tuple[str, ...]:
    """What the portal die may bring, line by line: death, telefrags, the free choice."""
    odds = jump_odds(state, player, entered)
    lines = []
    for way in odds.exits:
        if way.dies:
            sentence = N_("{chance} dies in portal {portal}")
            lines.append(locale.say(sentence, chance=way.chance, portal=way.portal))
        elif way.telefrags:
            victims = locale.listed(names_of(state, way.telefrags))
            sentence = N_("{chance} telefrags {victims} ({portal})")
            lines.append(
                locale.say(sentence, chance=way.chance, victims=victims, portal=way.portal)
            )
    if not lines:
        lines.append(locale.gettext(N_("no danger to anyone")))
    return (*lines, locale.gettext(N_("6 chooses")))


_MATTERS: dict[str, QuestionText] = {
    **TEAM_TEXTS,
    **FIGHT_MATTERS,
    **HAZARD_MATTERS,
    **MELEE_MATTERS,
    "initiative": QuestionText(
        N_("{who} rolls {dice}: initiative"),
        N_("Ld {ld} + I {i} + the die; the highest acts first, all match long."),
    ),
    "roll-off": QuestionText(
        N_("{who} rolls {dice}: roll-off"),
        N_("Tied at {total} with {others}; the highest goes first."),
    ),
    "respawn-portal": QuestionText(
        N_("{who} rolls {dice}: back by which portal?"),
        N_("Whoever stands in that portal dies; coming back is no danger."),
    ),
    "entry-portal": QuestionText(
        N_("{who} rolls {dice}: enters by which portal?"),
        N_("Whoever stands in that portal dies; no danger for the newcomer."),
    ),
    "jump-portal": QuestionText(
        N_("{who} rolls {dice}: out by which portal?"),
        N_("In by portal {entered}; out by the same one is death."),
    ),
    "choose-portal": QuestionText(
        N_("{who} rolls a 6: which portal?"),
        N_("A 6 is a free choice; portal {entered}, just entered, is death."),
        _portal_label,
    ),
    "beacon": QuestionText(
        N_("{who} has a beacon: roll again?"),
        N_("The die shows {die}; 1 to 5 is the portal, 6 a free choice."),
        _beacon_label,
    ),
    "bonus": QuestionText(
        N_("{who} rolls {dice}: which bonus?"),
        N_("Token {token}, {category}: first the D3, then the D6."),
    ),
    "choose-bonus": QuestionText(
        N_("{who} chooses a bonus"),
        N_("The token lets its holder choose from the whole list."),
        _bonus_label,
    ),
    "mega-bumper": QuestionText(
        N_("{who} rolls {dice}: how far does the mega bumper throw?"),
        N_("In a random direction; whoever meets an obstacle dies."),
    ),
    "bumper-path": QuestionText(
        N_("{player} flies {distance}: anything in the way?"),
        N_("A wall, a champion, a portal, any obstacle: an accidental death."),
        _bumper_label,
    ),
    "nuke-nearest": QuestionText(
        N_("Nuke: who stands nearest to the token?"),
        N_("The nearest takes the hit; if it dies, the next nearest does."),
    ),
    "nuke-wound": QuestionText(
        N_("{who} rolls {dice}: does the nuke wound {target}?"),
        N_("Strength 10, no save of any kind: {needed}+ wounds."),
    ),
    "painted": QuestionText(
        N_("{who}: is the figure painted?"),
        N_("Six colours make a painted figure; TIE-1 counts them."),
    ),
    "wysiwyg": QuestionText(
        N_("{who}: does the figure show what it carries?"),
        N_("TIE-1 counts the WYSIWYG figures, too."),
    ),
    "races": QuestionText(
        N_("{side}: how many different races?"),
        N_("TIE-1 multiplies by them."),
    ),
    "age": QuestionText(
        N_("{who}: how old?"),
        N_("Still level: the side with more years wins."),
    ),
    "mind-control": QuestionText(
        N_("{who} controls another champion: whose?"),
        N_("Its holder plays that champion too, for as long as it lives."),
    ),
    "order-of-play": QuestionText(
        N_("{who} decides the order of play"),
        N_("For this turn only; the token decides again next turn."),
    ),
}
