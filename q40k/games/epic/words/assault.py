"""Assault moves and close combat, in sentences."""

from collections.abc import Sequence

from q40k.games.epic.state import assault, melee
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.odds import survival_chance
from q40k.games.epic.words.names import cm
from q40k.games.epic.words.wording import commands, events, joins, questions, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Question


@tells(assault.Ran)
def _tell_run(locale: Locale, _state: Match, event: assault.Ran) -> str | None:
    if event.target is not None:
        return None
    if event.cm is None:
        return locale.say(N_("{figure} moves"), figure=event.figure)
    return locale.say(N_("{figure} moves {cm}"), figure=event.figure, cm=cm(locale, event.cm))


events(
    {
        assault.ContactMade: EventText(N_("{charger} engages {target}"), fields={"charger": "one", "target": "other"}),
        assault.MovedOff: EventText(N_("{figure} is not pinned, and leaves {others}"), fields={"others": "left"}),
        assault.TerrorMet: N_("{figure} frightens {formation}: the table may call a test (t)"),
        melee.RoundOpened: N_("Those still in contact fight on"),
    }
)


@joins(assault.ContactMade)
def _tell_contacts(locale: Locale, _state: Match, events: Sequence[assault.ContactMade]) -> str:
    pairs = (locale.say(N_("{charger} with {target}"), charger=event.one, target=event.other) for event in events)
    return locale.say(N_("Engaged: {pairs}"), pairs=", ".join(pairs))


@tells(melee.Fought)
def _tell_fight(locale: Locale, _state: Match, event: melee.Fought) -> str:
    facts = {"fighter": event.one, "opponent": event.other, "mine": event.totals[0], "theirs": event.totals[1]}
    if event.winner is None:
        return locale.say(N_("{fighter} {mine} against {opponent} {theirs}: a tie, again"), **facts)
    sentence = N_("{fighter} {mine} against {opponent} {theirs}: {winner} wins")
    return locale.say(sentence, winner=event.winner, **facts)


def _factor(locale: Locale, _state: Match, question: Question) -> dict[str, str]:
    return {"factor": locale.signed_points(int(question.facts["factor"]))}


def _duel_odds(locale: Locale, _state: Match, question: Question) -> tuple[str, ...]:
    """Return the chance of the first to roll; the second knows what was rolled."""
    facts = question.facts
    if facts.get("against") is None:
        return ()
    mine, theirs, dice = int(facts["factor"]), tuple(facts["theirs"]), int(facts["against"])
    chances = [survival_chance(mine, theirs[:1], dice), survival_chance(mine, theirs, dice)]
    sentences = [N_("{figure} wins: {chance}"), N_("against all of them: {chance}")]
    return tuple(
        locale.say(sentence, figure=facts["figure"], chance=locale.percent(chance))
        for sentence, chance in zip(sentences[: len(theirs)], chances, strict=False)
    )


questions(
    {
        "fight": QuestionText(
            N_("{who} rolls {dice} for {figure}, {factor}"),
            N_("Close combat against {other}: the higher total destroys the lower."),
            facts=_factor,
            odds=_duel_odds,
        )
    }
)


def _of_fight(locale: Locale, command: melee.Fight) -> str:
    against = (command.against,) if isinstance(command.against, str) else command.against
    return f"{command.one} > {locale.join_and(against)}"


commands(
    {
        assault.Charge: CommandText(in_context("command", "charge"), "{formation}"),
        melee.Fight: CommandText(in_context("command", "fight"), _of_fight),
        melee.FightDuels: CommandText(in_context("command", "all fights of one against one")),
    }
)
