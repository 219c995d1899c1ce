"""The librarian's powers, in sentences."""

from __future__ import annotations

from q40k.games.space_hulk.rules.librarian import BarrierRaised, Power, PowerUsed, StormRolled
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.words.names import with_dice
from q40k.games.space_hulk.words.wording import commands, questions, refusals, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText
from q40k.kernel.questions import Question

POWERS = {"prescience": N_("prescience"), "force-barrier": N_("force barrier"), "psychic-storm": N_("psychic storm")}


@tells(PowerUsed)
def _used(locale: Locale, _state: Match, event: PowerUsed) -> str:
    power = locale.gettext(POWERS[event.power])
    sentence = N_("{who}: {power}, for {psi} psi")
    return locale.say(sentence, who=event.who, power=power, psi=event.psi)


@tells(BarrierRaised)
def _barrier(locale: Locale, _state: Match, event: BarrierRaised) -> str:
    if event.at is None:
        return locale.gettext(N_("A force barrier stands"))
    return locale.say(N_("A force barrier stands on {at}"), at=event.at)


@tells(StormRolled)
def _storm(locale: Locale, _state: Match, event: StormRolled) -> str:
    dice = with_dice(event.targets, event.dice)
    return locale.say(N_("In the storm, dead on {needs}+: {dice}"), needs=event.needs, dice=dice)


def _targets(_locale: Locale, _state: Match, question: Question) -> dict[str, str]:
    facts = question.facts
    return {"targets": ", ".join(facts["targets"]), "needs": str(facts["needs"])}


questions(
    {
        "storm": QuestionText(
            N_("A die for each in the storm"), N_("Dead on {needs} or more, in this order: {targets}."), facts=_targets
        )
    }
)
refusals(
    {
        "no-librarian": N_("{who} is no librarian."),
        "one-power": N_("One power in a turn, and it is used."),
        "psi-short": N_("{who} has {left} psi points left; this costs {cost}."),
        "nothing-spent": N_("No command point is spent yet."),
        "barrier-where": N_("A square is needed for the barrier."),
        "square-not-free": N_("{at} is not free."),
    }
)


def _of_power(locale: Locale, command: Power) -> str:
    what = locale.gettext(POWERS[command.power])
    where = command.target or command.section or command.at or ""
    return f"{command.who}: {what} {where}".strip()


commands({Power: CommandText(in_context("command", "power"), _of_power)})
