"""What a question asks: who does what and why, what may be typed, and what the dice may bring."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from q40k.games.quake.rules.modifiers_in_play import controller
from q40k.games.quake.rules.odds import jump_odds
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.labels import bonus_kind, category_name
from q40k.games.quake.words.names import name_of, names_of
from q40k.games.quake.words.wording import WORDS, questions
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import QuestionText
from q40k.kernel.questions import DiceQuestion, Question, Value


@WORDS.facts
def facts(locale: Locale, state: Match, question: Question) -> dict[str, Any]:
    """What most questions say: who is asked, whom it is about, how far."""
    given = question.facts
    who = _who(locale, state, question)
    said: dict[str, Any] = {"who": who}
    said |= {
        fact: name_of(state, str(given[fact])) for fact in ("player", "target") if fact in given
    }
    if "inches" in given:
        said["distance"] = locale.inches(float(given["inches"]))
    if "category" in given:
        said["category"] = category_name(locale, str(given["category"]))
    if "tied" in given:
        said["others"] = locale.listed(name for name in given["tied"] if name != who)
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
    if player is not None and player.bonus is not None and state.setup.tables is not None:
        category = player.bonus.kind.partition("-")[0]
        return bonus_kind(locale, state.setup.tables.kind(f"{category}-{value}"))
    return locale.said(question.facts.get("names", {}).get(value, str(value)))


def _portal_label(locale: Locale, state: Match, question: Question, value: Value) -> str:
    if value == question.facts.get("entered"):
        return locale.say(N_("portal {portal}: disintegrated for sure"), portal=value)
    there = tuple(p for p in state.occupants(int(value)) if p != question.who)
    if not there:
        return locale.say(N_("portal {portal}"), portal=value)
    victims = locale.listed(names_of(state, there))
    return locale.say(N_("portal {portal}: telefrags {victims}"), portal=value, victims=victims)


def _why_choose_portal(question: Question) -> str:
    if question.facts.get("entered") is None:
        return N_("A 6 is a free choice: whoever stands in that portal dies.")
    return N_("A 6 is a free choice; portal {entered}, just entered, is death.")


def _why_bonus(question: Question) -> str:
    if isinstance(question, DiceQuestion) and question.dice == (6,):
        return N_("Token {token}, {category}: the D6 names the bonus.")
    return N_("Token {token}, {category}: first the D3, then the D6.")


# -- odds ----------------------------------------------------------------------------------


def _portal_die(locale: Locale, state: Match, question: Question) -> tuple[str, ...]:
    if question.who not in state.players:
        return ()
    return portal_odds(locale, state, question.who, question.facts.get("entered"))


def _nuke_odds(locale: Locale, _state: Match, question: Question) -> tuple[str, ...]:
    chance = Fraction(7 - int(question.facts["needed"]), 6)
    return (locale.say(N_("{chance} wounds"), chance=locale.chance(chance)),)


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


questions(
    {
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
            odds=_portal_die,
        ),
        "entry-portal": QuestionText(
            N_("{who} rolls {dice}: enters by which portal?"),
            N_("Whoever stands in that portal dies; no danger for the newcomer."),
            odds=_portal_die,
        ),
        "jump-portal": QuestionText(
            N_("{who} rolls {dice}: out by which portal?"),
            N_("In by portal {entered}; out by the same one is death."),
            odds=_portal_die,
        ),
        "choose-portal": QuestionText(
            N_("{who} rolls a 6: which portal?"),
            _why_choose_portal,
            _portal_label,
        ),
        "beacon": QuestionText(
            N_("{who} has a beacon: roll again?"),
            N_("The die shows {die}; 1 to 5 is the portal, 6 a free choice."),
            _beacon_label,
        ),
        "bonus": QuestionText(
            N_("{who} rolls {dice}: which bonus?"),
            _why_bonus,
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
            odds=_nuke_odds,
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
)
