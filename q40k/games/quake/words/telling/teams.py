"""Teams in sentences: rolls and choices, bases, buildings, portals held, hunts."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.telling.shared import Tellers, nothing
from q40k.i18n.locale import N_, Locale


def _changed(locale: Locale, state: Match, event: e.TeamChanged) -> str:
    who = name_of(state, event.player)
    if event.was is None:
        return locale.say(N_("{player} plays for {team}"), player=who, team=event.team)
    sentence = N_("{player} leaves {was} and plays for {team}")
    return locale.say(sentence, player=who, team=event.team, was=event.was)


def _rolled(locale: Locale, _state: Match, event: e.TeamRolled) -> str:
    sentence = N_("{team} rolls {dice}: {total}")
    dice = " + ".join(map(str, event.dice))
    return locale.say(sentence, team=event.team, dice=dice, total=event.total)


def _ranked(locale: Locale, _state: Match, event: e.TeamsRanked) -> str | None:
    if len(event.teams) < 2:
        return None
    return locale.say(N_("{team} has the highest roll and chooses"), team=event.teams[0])


_OPENS = {
    "movement": N_("{team} moves first"),
    "shooting": N_("{team} shoots first"),
    "assault": N_("{team} assaults first"),
}


def _first(locale: Locale, state: Match, event: e.FirstChosen) -> str:
    said = ", ".join(
        locale.say(_OPENS[phase], team=team)
        for phase, team in event.first.items()
        if phase in _OPENS
    )
    if event.player is not None:
        who = name_of(state, event.player)
        return locale.say(N_("{player} decides for this turn: {choices}"), player=who, choices=said)
    return locale.say(N_("{team} decides: {choices}"), team=event.team, choices=said)


def _bases(locale: Locale, _state: Match, event: e.BasesTaken) -> str:
    known = {team: number for team, number in event.bases.items() if number is not None}
    said = [
        locale.say(N_("{team} in base {number}"), team=team, number=number)
        for team, number in known.items()
    ]
    unknown = [team for team in event.bases if team not in known]
    if unknown:
        sentence = N_("the arena has no base for {teams}: agree on one at the table")
        said.append(locale.say(sentence, teams=locale.listed(unknown)))
    return locale.say(N_("Bases: {bases}"), bases=", ".join(said))


def _in_base(locale: Locale, state: Match, event: e.RespawnedInBase) -> str:
    back, new = N_("{player} is back in base"), N_("{player} enters the arena in base")
    sentence = new if event.entry else back
    return locale.say(sentence, player=name_of(state, event.player))


def _penetrated(locale: Locale, state: Match, event: e.Penetrated) -> str:
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


def _counted(locale: Locale, state: Match, event: e.PortalsCounted) -> str:
    parts = [
        locale.say(
            N_("{team} holds {portals} ({points} so far)"),
            team=team,
            portals=locale.listed(portals),
            points=state.teams[team].points if team in state.teams else "?",
        )
        for team, portals in event.held.items()
    ]
    if event.contested:
        portals = locale.listed(event.contested)
        parts.append(locale.say(N_("{portals} contested"), portals=portals))
    held = locale.chained(parts) if parts else locale.gettext(N_("nobody holds any"))
    return locale.say(N_("Portals: {held}"), held=held)


def _cleaners(locale: Locale, _state: Match, event: e.CleanersSet) -> str:
    if event.to_beat is None:
        return locale.say(N_("{team} cleans up, the others are the targets"), team=event.team)
    return locale.ngettext(
        "Roles are swapped: {team} cleans up and must take fewer than {turns} turn",
        "Roles are swapped: {team} cleans up and must take fewer than {turns} turns",
        event.to_beat,
    ).format(team=event.team, turns=event.to_beat)


def _leg(locale: Locale, _state: Match, event: e.LegOver) -> str:
    return locale.ngettext(
        "{team} has killed every target in {turns} turn",
        "{team} has killed every target in {turns} turns",
        event.turns,
    ).format(team=event.team, turns=event.turns)


TELLERS: Tellers = {
    e.TeamChanged: _changed,
    e.TeamRolled: _rolled,
    e.TeamsRanked: _ranked,
    e.LinedUp: nothing,
    e.FirstChosen: _first,
    e.PartEnded: nothing,
    e.BasesTaken: _bases,
    e.RespawnedInBase: _in_base,
    e.Penetrated: _penetrated,
    e.PortalsCounted: _counted,
    e.CleanersSet: _cleaners,
    e.LegOver: _leg,
}
