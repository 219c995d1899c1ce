"""Teams in sentences: rolls and choices, bases, buildings, portals held, hunts."""

from __future__ import annotations

from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.names import name_of
from q40k.words.speech import N_, Speech
from q40k.words.telling.shared import Tellers, nothing


def _changed(speech: Speech, state: Match, event: e.TeamChanged) -> str:
    who = name_of(state, event.player)
    if event.was is None:
        return speech.say(N_("{player} plays for {team}"), player=who, team=event.team)
    sentence = N_("{player} leaves {was} and plays for {team}")
    return speech.say(sentence, player=who, team=event.team, was=event.was)


def _rolled(speech: Speech, _state: Match, event: e.TeamRolled) -> str:
    sentence = N_("{team} rolls {dice}: {total}")
    dice = " + ".join(map(str, event.dice))
    return speech.say(sentence, team=event.team, dice=dice, total=event.total)


def _ranked(speech: Speech, _state: Match, event: e.TeamsRanked) -> str | None:
    if len(event.teams) < 2:
        return None
    return speech.say(N_("{team} has the highest roll and chooses"), team=event.teams[0])


_OPENS = {
    "movement": N_("{team} moves first"),
    "shooting": N_("{team} shoots first"),
    "assault": N_("{team} assaults first"),
}


def _first(speech: Speech, state: Match, event: e.FirstChosen) -> str:
    said = ", ".join(
        speech.say(_OPENS[phase], team=team)
        for phase, team in event.first.items()
        if phase in _OPENS
    )
    if event.player is not None:
        who = name_of(state, event.player)
        return speech.say(N_("{player} decides for this turn: {choices}"), player=who, choices=said)
    return speech.say(N_("{team} decides: {choices}"), team=event.team, choices=said)


def _bases(speech: Speech, _state: Match, event: e.BasesTaken) -> str:
    known = {team: number for team, number in event.bases.items() if number is not None}
    said = [
        speech.say(N_("{team} in base {number}"), team=team, number=number)
        for team, number in known.items()
    ]
    unknown = [team for team in event.bases if team not in known]
    if unknown:
        sentence = N_("the arena has no base for {teams}: agree on one at the table")
        said.append(speech.say(sentence, teams=speech.listed(unknown)))
    return speech.say(N_("Bases: {bases}"), bases=", ".join(said))


def _in_base(speech: Speech, state: Match, event: e.RespawnedInBase) -> str:
    back, new = N_("{player} is back in base"), N_("{player} enters the arena in base")
    sentence = new if event.entry else back
    return speech.say(sentence, player=name_of(state, event.player))


def _penetrated(speech: Speech, state: Match, event: e.Penetrated) -> str:
    who = name_of(state, event.player)
    if event.left == 0:
        sentence = N_("{player} brings the building of {team} down")
        return speech.say(sentence, player=who, team=event.team)
    said = speech.ngettext(
        "{player} breaks through the armour of {team}: {left} structure point left",
        "{player} breaks through the armour of {team}: {left} structure points left",
        event.left,
    ).format(player=who, team=event.team, left=event.left)
    return f"{said} (×{event.times})" if event.times > 1 else said


def _counted(speech: Speech, state: Match, event: e.PortalsCounted) -> str:
    parts = [
        speech.say(
            N_("{team} holds {portals} ({points} so far)"),
            team=team,
            portals=speech.listed(portals),
            points=state.teams[team].points if team in state.teams else "?",
        )
        for team, portals in event.held.items()
    ]
    if event.contested:
        portals = speech.listed(event.contested)
        parts.append(speech.say(N_("{portals} contested"), portals=portals))
    held = speech.chained(parts) if parts else speech.gettext(N_("nobody holds any"))
    return speech.say(N_("Portals: {held}"), held=held)


def _cleaners(speech: Speech, _state: Match, event: e.CleanersSet) -> str:
    if event.to_beat is None:
        return speech.say(N_("{team} cleans up, the others are the targets"), team=event.team)
    return speech.ngettext(
        "Roles are swapped: {team} cleans up and must take fewer than {turns} turn",
        "Roles are swapped: {team} cleans up and must take fewer than {turns} turns",
        event.to_beat,
    ).format(team=event.team, turns=event.to_beat)


def _leg(speech: Speech, _state: Match, event: e.LegOver) -> str:
    return speech.ngettext(
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
