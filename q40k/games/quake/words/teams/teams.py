"""Sentences of teams: who plays for whom, rolls and choices."""

from __future__ import annotations

from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.teams.teams import (
    ChangeTeam,
    FirstChosen,
    LinedUp,
    TeamChanged,
    TeamRolled,
    TeamsRanked,
)
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.wording import commands, questions, refusals, silent, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText


@tells(TeamChanged)
def _changed(locale: Locale, state: Match, event: TeamChanged) -> str:
    who = name_of(state, event.player)
    if event.was is None:
        return locale.say(N_("{player} plays for {team}"), player=who, team=event.team)
    sentence = N_("{player} leaves {was} and plays for {team}")
    return locale.say(sentence, player=who, team=event.team, was=event.was)


@tells(TeamRolled)
def _rolled(locale: Locale, _state: Match, event: TeamRolled) -> str:
    sentence = N_("{team} rolls {dice}: {total}")
    dice = " + ".join(map(str, event.dice))
    return locale.say(sentence, team=event.team, dice=dice, total=event.total)


@tells(TeamsRanked)
def _ranked(locale: Locale, _state: Match, event: TeamsRanked) -> str | None:
    if len(event.teams) < 2:
        return None
    return locale.say(N_("{team} has the highest roll and chooses"), team=event.teams[0])


_OPENS = {
    "movement": N_("{team} moves first"),
    "shooting": N_("{team} shoots first"),
    "assault": N_("{team} assaults first"),
}


@tells(FirstChosen)
def _first(locale: Locale, state: Match, event: FirstChosen) -> str:
    choices = ", ".join(
        locale.say(_OPENS[phase], team=team)
        for phase, team in event.first.items()
        if phase in _OPENS
    )
    if event.player is not None:
        who = name_of(state, event.player)
        return locale.say(
            N_("{player} decides for this turn: {choices}"), player=who, choices=choices
        )
    return locale.say(N_("{team} decides: {choices}"), team=event.team, choices=choices)


def _of_team(_locale: Locale, command: ChangeTeam) -> str:
    return f"{command.player} → {command.team}"


silent(LinedUp)

questions(
    {
        "team-roll": QuestionText(
            N_("{team} rolls {dice}"),
            N_("The highest team chooses who moves, shoots and assaults first; ties roll again."),
        ),
        "first-movement": QuestionText(
            N_("{team} chooses: which team moves first?"),
            N_("Then the teams alternate, one champion at a time."),
        ),
        "first-shooting": QuestionText(
            N_("{team} chooses: which team shoots first?"),
            N_("Then the teams alternate; it may be another one than in the movement phase."),
        ),
        "first-assault": QuestionText(
            N_("{team} chooses: which team assaults first?"),
            N_("Melees are fought in the same order of teams."),
        ),
    }
)

refusals(
    {
        "team-needed": N_("This mod is played in teams: say which one. There are: {teams}."),
        "team-needed/none": N_("This mod is played in teams: say which one."),
        "no-teams": N_("Teams play no part in this mod."),
        "no-new-team": N_("No team can be added any more. There are: {teams}."),
        "too-many-teams": N_(
            "{team} would be one team too many: {most} at most. There are: {teams}."
        ),
        "too-few-teams": N_("{count} team for a mod that needs {least} at least."),
        "team-too-small": N_(
            "{team} has {players} champions; this mod needs {least} a team at least."
        ),
        "team-budget": N_("{team} would cost {points} points, {over} over its budget of {budget}."),
        "teams-are-set": N_("The match has started: teams are no longer changed."),
        "same-team": N_("{player} already plays for {team}."),
        "other-team": N_("It is not for {player} to act now, but for somebody of {team}."),
    },
    variants={
        "team-needed": lambda facts: "" if facts.get("teams") else "/none",
    },
)

commands(
    {
        ChangeTeam: CommandText(in_context("command", "team"), _of_team),
    }
)
