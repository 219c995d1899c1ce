"""Sentences of team bases."""

from __future__ import annotations

from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.teams.bases import BasesTaken, RespawnedInBase
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.wording import refusals, tells
from q40k.i18n.locale import N_, Locale


@tells(BasesTaken)
def _bases(locale: Locale, _state: Match, event: BasesTaken) -> str:
    numbered = {team: number for team, number in event.bases.items() if number is not None}
    clauses = [
        locale.say(N_("{team} in base {number}"), team=team, number=number)
        for team, number in numbered.items()
    ]
    unknown = [team for team in event.bases if team not in numbered]
    if unknown:
        sentence = N_("the arena has no base for {teams}: agree on one at the table")
        clauses.append(locale.say(sentence, teams=locale.join_and(unknown)))
    return locale.say(N_("Bases: {bases}"), bases=", ".join(clauses))


@tells(RespawnedInBase)
def _in_base(locale: Locale, state: Match, event: RespawnedInBase) -> str:
    back, new = N_("{player} is back in base"), N_("{player} enters the arena in base")
    sentence = new if event.entry else back
    return locale.say(sentence, player=name_of(state, event.player))


refusals(
    {
        "not-in-base": N_("({x}, {y}) is not in base {base}, that of {player}’s team."),
        "tile-not-in-base": N_("Tile {tile} has no part in base {base}, that of {player}’s team."),
    },
)
