"""The corrections of the table, in sentences."""

from q40k.games.space_hulk.state import corrections
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.words.wording import commands, events, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.wording import CommandText, EventText

NUMBERS = {"ap": N_("{value} action points"), "ammo": N_("{value} shots"), "psi": N_("{value} psi points")}
STATES = {
    "reloaded": (N_("reloaded"), N_("not reloaded")),
    "overwatch": (N_("on overwatch"), N_("not on overwatch")),
    "guard": (N_("on guard"), N_("not on guard")),
    "jammed": (N_("jammed"), N_("not jammed")),
}


events(
    {
        corrections.PutRight: EventText(
            {
                None: N_("The table says: {who} is on {at}"),
                ...: N_("The table says: {who} is on {at}, facing {facing}"),
            },
            by="facing",
        ),
        corrections.PlacesKept: EventText(
            {True: N_("From now on the board is kept"), False: N_("From now on the board is not kept")}, by="keep"
        ),
    }
)


@tells(corrections.MarineSet)
def _set(locale: Locale, _state: Match, event: corrections.MarineSet) -> str:
    parts = [
        locale.say(sentence, value=getattr(event, name))
        for name, sentence in NUMBERS.items()
        if getattr(event, name) is not None
    ]
    parts += [
        locale.gettext(yes if getattr(event, name) else no)
        for name, (yes, no) in STATES.items()
        if getattr(event, name) is not None
    ]
    sentence = N_("The table says: {who}, {said}")
    return locale.say(sentence, who=event.who, said=locale.join_and(parts))


def _kept_or_not(locale: Locale, command: corrections.KeepPlaces) -> str:
    return locale.gettext(N_("yes")) if command.keep else locale.gettext(N_("no"))


commands(
    {
        corrections.Kill: CommandText(in_context("command", "loss"), "{who}"),
        corrections.Leave: CommandText(in_context("command", "off the board"), "{who}"),
        corrections.PutStealer: CommandText(in_context("command", "stealer"), "{name} {at}"),
        corrections.PutAt: CommandText(in_context("command", "place"), "{who} {at} {facing}"),
        corrections.SetMarine: CommandText(in_context("command", "put right"), "{who}"),
        corrections.SetDoor: CommandText(in_context("command", "door as it stands"), "{at} {now}"),
        corrections.KeepPlaces: CommandText(in_context("command", "board kept"), _kept_or_not),
        corrections.Spend: CommandText(in_context("command", "command points"), "{points}"),
    }
)
