"""Morale, retreat, rally and the table's corrections, in sentences."""

from fractions import Fraction

from q40k.games.epic.state import morale
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.odds import chance_to_pass
from q40k.games.epic.words.wording import commands, events, questions
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Question

WHY = {
    "break": N_("its break point is reached"),
    "contact": N_("it is in close combat, and demoralised"),
    "called": N_("the table calls it"),
}


events(
    {
        morale.Retreated: N_("{formation} goes into Retreat"),
        morale.Dispersed: N_("{formation} disperses"),
        morale.PutRight: N_("{formation} stands where the table says"),
        morale.Tested: EventText(
            {
                (False, True): N_("{formation} passes a morale test: {why}"),
                (False, False): N_("{formation} fails a morale test: {why}"),
                (True, True): N_("{formation} tests its morale ({why}): {die}, passed ({needed}+ needed)"),
                (True, False): N_("{formation} tests its morale ({why}): {die}, failed ({needed}+ needed)"),
            },
            by=lambda _state, event: (event.die is not None, event.passed),
            fields={"why": lambda locale, _state, event: event.note or locale.gettext(WHY[event.why])},
        ),
        morale.RallyTried: EventText(
            {
                (False, True): N_("{formation} rallies"),
                (False, False): N_("{formation} stays in Retreat"),
                (True, True): N_("{formation} rallies: {die}, {needed}+ needed"),
                (True, False): N_("{formation} stays in Retreat: {die}, {needed}+ needed"),
            },
            by=lambda _state, event: (event.die is not None, event.rallied),
        ),
    }
)


def _why(locale: Locale, _state: Match, question: Question) -> dict[str, str]:
    return {"why": locale.gettext(WHY[str(question.facts["why"])])}


def _morale_odds(locale: Locale, state: Match, question: Question) -> tuple[str, ...]:
    """Return the chance to pass, and what a failure means."""
    formation = state.formations[str(question.facts["formation"])]
    sentence = N_("It passes: {chance}; if it fails it goes into Retreat.")
    if formation.retreats:
        sentence = N_("It passes: {chance}; if it fails it disperses, and {number} are lost.")
    chance = locale.percent(chance_to_pass(int(question.facts["needed"])))
    return (locale.say(sentence, chance=chance, number=len(state.alive(formation.id))),)


def _chance(_state: Match, question: Question) -> Fraction:
    return chance_to_pass(int(question.facts["needed"]))


def _rally_odds(locale: Locale, _state: Match, question: Question) -> tuple[str, ...]:
    chance = locale.percent(chance_to_pass(int(question.facts["needed"])))
    return (locale.say(N_("It rallies: {chance}"), chance=chance),)


questions(
    {
        "morale": QuestionText(
            N_("{who} rolls {dice} for the morale of {formation}: {needed}+"),
            N_("Morale test: {why}."),
            facts=_why,
            odds=_morale_odds,
            chance=_chance,
        ),
        "rally": QuestionText(
            N_("{who} rolls {dice} to rally {formation}: {needed}+"),
            N_("If it fails it stays in Retreat, nothing worse."),
            odds=_rally_odds,
            chance=_chance,
        ),
    }
)


def _of_losses(locale: Locale, command: morale.Lose) -> str:
    figures = (command.figures,) if isinstance(command.figures, str) else command.figures
    return locale.join_and(figures)


commands(
    {
        morale.CallTest: CommandText(in_context("command", "morale test"), "{formation}"),
        morale.Rally: CommandText(in_context("command", "rally"), "{formation}"),
        morale.Lose: CommandText(in_context("command", "lost"), _of_losses),
        morale.PutInRetreat: CommandText(in_context("command", "into Retreat"), "{formation}"),
        morale.PutAt: CommandText(in_context("command", "places"), "{formation}"),
    }
)
