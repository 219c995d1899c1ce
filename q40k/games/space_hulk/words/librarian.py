"""The librarian's powers, in sentences."""

from fractions import Fraction

from q40k.games.space_hulk.state.librarian import BarrierRaised, Power, PowerUsed, StormRolled
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.words.names import die_of_each
from q40k.games.space_hulk.words.wording import WORDS, commands, events, questions
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Question

POWERS = {"prescience": N_("prescience"), "force-barrier": N_("force barrier"), "psychic-storm": N_("psychic storm")}


events(
    {
        PowerUsed: N_("{who}: {power}, for {psi} psi"),
        BarrierRaised: EventText(
            {None: N_("A force barrier stands"), ...: N_("A force barrier stands on {at}")}, by="at"
        ),
        StormRolled: EventText(N_("In the storm, dead on {needs}+: {dice}"), fields={"dice": die_of_each}),
    }
)
WORDS.dress_events({"power": lambda locale, _state, power: locale.gettext(POWERS[power])})


def _targets(_locale: Locale, _state: Match, question: Question) -> dict[str, str]:
    facts = question.facts
    return {"targets": ", ".join(facts["targets"]), "needs": str(facts["needs"])}


questions(
    {
        "storm": QuestionText(
            N_("A die for each in the storm"),
            N_("Dead on {needs} or more, in this order: {targets}."),
            facts=_targets,
            chance=lambda _state, question: Fraction(7 - int(question.facts["needs"]), 6),
        )
    }
)


def _of_power(locale: Locale, command: Power) -> str:
    what = locale.gettext(POWERS[command.power])
    where = command.target or command.section or command.at or ""
    return f"{command.who}: {what} {where}".strip()


commands({Power: CommandText(in_context("command", "power"), _of_power)})
