"""Buildings of teams."""

from __future__ import annotations

from q40k.games.quake.rules.buildings import Penetrate, Penetrated
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.wording import commands, refusals, tells
from q40k.i18n.locale import N_, Locale, meant
from q40k.i18n.wording import CommandText


@tells(Penetrated)
def _penetrated(locale: Locale, state: Match, event: Penetrated) -> str:
    who = name_of(state, event.player)
    if event.left == 0:
        sentence = N_("{player} brings the building of {team} down")
        return locale.say(sentence, player=who, team=event.team)
    said = locale.ngettext(
        "{player} breaks through the armour of {team}: {left} structure point left",
        "{player} breaks through the armour of {team}: {left} structure points left",
        event.left,
    ).format(player=who, team=event.team, left=event.left)
    return f"{said} (×{event.times})" if event.times > 1 else said


def _of_penetration(_locale: Locale, command: Penetrate) -> str:
    whom = f"{command.player} > {command.team}"
    return f"{whom} (×{command.times})" if command.times > 1 else whom


refusals(
    {
        "no-building": N_("{team} has no building here."),
        "building-down": N_("The building of {team} is down already."),
        "own-building": N_("That is the building of {player}’s own team."),
    },
)

commands(
    {
        Penetrate: CommandText(meant("command", "building"), _of_penetration),
    }
)
