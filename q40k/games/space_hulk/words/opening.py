"""The start of a match, its marines, its options and the bot's lead, in sentences."""

from q40k.games.space_hulk.state import opening
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.words.names import EDITION_NAMES
from q40k.games.space_hulk.words.wording import WORDS, commands, events, refusals, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.tabletop import REFUSALS, of_roller
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Refusal

events(
    {
        opening.MarineJoined: EventText(
            {None: N_("{who} joins: {unit}"), ...: N_("{who} stands on {at}: {unit}")}, by="at", fields={"who": "name"}
        ),
        opening.RollerSet: EventText(
            {"app": N_("From now on the app rolls for everyone"), ...: N_("From now on hands roll")}, by="roller"
        ),
        opening.LeadSet: EventText(
            {"marines": N_("From now on the bot leads the marines"), ...: N_("From now on hands lead the marines")},
            by="leads",
        ),
    }
)


@tells(opening.Opened)
def _opened(locale: Locale, _state: Match, event: opening.Opened) -> str:
    mission, edition = event.setup.mission, event.setup.edition_id
    assert mission is not None
    return locale.say(
        N_("Space Hulk is laid out: “{mission}”, {edition}"),
        mission=locale.name_of(mission.name),
        edition=locale.gettext(EDITION_NAMES[edition]),
    )


@tells(opening.Doubted)
def _doubted(locale: Locale, _state: Match, event: opening.Doubted) -> str:
    why = WORDS.refuse(locale, Refusal(event.rule, event.code, {"who": event.who, **event.facts}))
    return locale.say(N_("In haste, to be settled ({rule}): {why}"), rule=event.rule, why=why)


@tells(opening.DoubtsSettled)
def _settled(locale: Locale, _state: Match, event: opening.DoubtsSettled) -> str:
    sentence = locale.ngettext("{many} doubt is settled", "{many} doubts are settled", event.many)
    return sentence.format(many=event.many)


def _of_match(_locale: Locale, command: opening.New) -> str:
    return f"{command.name} ({command.mission})" if command.name else command.mission


def _of_lead(locale: Locale, command: opening.Lead) -> str:
    marines, none = in_context("bot leads", "the marines"), in_context("bot leads", "nobody")
    return locale.pgettext(*(marines if command.leads == "marines" else none))


refusals(REFUSALS)
commands(
    {
        opening.New: CommandText(in_context("command", "new match"), _of_match),
        opening.JoinMarine: CommandText(in_context("command", "marine"), "{name} {at}"),
        opening.StartMatch: CommandText(in_context("command", "start")),
        opening.Dice: CommandText(in_context("command", "dice"), of_roller),
        opening.SettleDoubts: CommandText(in_context("command", "doubts settled")),
        opening.Lead: CommandText(in_context("command", "the bot leads"), _of_lead),
    }
)
