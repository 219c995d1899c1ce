"""Whether the bot leads the marines, in sentences."""

from __future__ import annotations

from q40k.games.space_hulk.rules.opening import Lead, LeadSet
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.words.wording import commands, refusals, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.wording import CommandText


@tells(LeadSet)
def _set(locale: Locale, _state: Match, event: LeadSet) -> str:
    bot, hands = (
        N_("From now on the bot leads the marines"),
        N_("From now on hands lead the marines"),
    )
    return locale.gettext(bot if event.leads == "marines" else hands)


def _whom(locale: Locale, command: Lead) -> str:
    marines, nobody = in_context("bot leads", "the marines"), in_context("bot leads", "nobody")
    return locale.pgettext(*(marines if command.leads == "marines" else nobody))


refusals({"bot-needs-a-board": N_("The bot leads marines only on a board: this mission has none.")})
commands({Lead: CommandText(in_context("command", "the bot leads"), _whom)})
