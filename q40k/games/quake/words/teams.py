"""Sentences of teams: who plays for whom, their bases and their buildings."""

from fractions import Fraction

from q40k.games.quake.packs.models import Mod
from q40k.games.quake.state import teams
from q40k.games.quake.state.match import Match
from q40k.games.quake.words.objectives.objective import RuleWords, register_rule_words
from q40k.games.quake.words.wording import commands, events, name_of, of_player_to, questions, refusals, silent, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText

# -- sides: who plays for whom, rolls and choices ------------------------------------------


events(
    {
        teams.TeamChanged: EventText(
            {None: N_("{player} plays for {team}"), ...: N_("{player} leaves {was} and plays for {team}")}, by="was"
        ),
        teams.RespawnedInBase: EventText(
            {False: N_("{player} is back in base"), True: N_("{player} enters the arena in base")}, by="entry"
        ),
    }
)


@tells(teams.TeamRolled)
def _rolled(locale: Locale, _state: Match, event: teams.TeamRolled) -> str:
    sentence = N_("{team} rolls {dice}: {total}")
    dice = " + ".join(map(str, event.dice))
    return locale.say(sentence, team=event.team, dice=dice, total=event.total)


@tells(teams.TeamsRanked)
def _ranked(locale: Locale, _state: Match, event: teams.TeamsRanked) -> str | None:
    if len(event.teams) < 2:
        return None
    return locale.say(N_("{team} has the highest roll and chooses"), team=event.teams[0])


_OPENS = {
    "movement": N_("{team} moves first"),
    "shooting": N_("{team} shoots first"),
    "assault": N_("{team} assaults first"),
}


@tells(teams.FirstChosen)
def _first(locale: Locale, state: Match, event: teams.FirstChosen) -> str:
    choices = ", ".join(locale.say(_OPENS[phase], team=team) for phase, team in event.first.items() if phase in _OPENS)
    if event.player is not None:
        who = name_of(state, event.player)
        return locale.say(N_("{player} decides for this turn: {choices}"), player=who, choices=choices)
    return locale.say(N_("{team} decides: {choices}"), team=event.team, choices=choices)


silent(teams.LinedUp)

questions(
    {
        "team-roll": QuestionText(
            N_("{team} rolls {dice}"),
            N_("The highest team chooses who moves, shoots and assaults first; ties roll again."),
        ),
        "first-movement": QuestionText(
            N_("{team} chooses: which team moves first?"), N_("Then the teams alternate, one champion at a time.")
        ),
        "first-shooting": QuestionText(
            N_("{team} chooses: which team shoots first?"),
            N_("Then the teams alternate; it may be another one than in the movement phase."),
        ),
        "first-assault": QuestionText(
            N_("{team} chooses: which team assaults first?"), N_("Melees are fought in the same order of teams.")
        ),
    }
)

refusals(variants={"team-needed": lambda facts: "" if facts.get("teams") else "/none"})

commands({teams.ChangeTeam: CommandText(in_context("command", "team"), of_player_to("team"))})


# -- bases ---------------------------------------------------------------------------------


@tells(teams.BasesTaken)
def _bases(locale: Locale, _state: Match, event: teams.BasesTaken) -> str:
    numbered = {team: number for team, number in event.bases.items() if number is not None}
    clauses = [locale.say(N_("{team} in base {number}"), team=team, number=number) for team, number in numbered.items()]
    unknown = [team for team in event.bases if team not in numbered]
    if unknown:
        sentence = N_("the arena has no base for {teams}: agree on one at the table")
        clauses.append(locale.say(sentence, teams=locale.join_and(unknown)))
    return locale.say(N_("Bases: {bases}"), bases=", ".join(clauses))


# -- buildings -----------------------------------------------------------------------------


@tells(teams.Penetrated)
def _penetrated(locale: Locale, state: Match, event: teams.Penetrated) -> str:
    who = name_of(state, event.player)
    if event.left == 0:
        sentence = N_("{player} brings the building of {team} down")
        return locale.say(sentence, player=who, team=event.team)
    text = locale.plural(
        "{player} breaks through the armour of {team}: {left} structure point left",
        "{player} breaks through the armour of {team}: {left} structure points left",
        event.left,
        player=who,
        team=event.team,
        left=event.left,
    )
    return f"{text} (×{event.times})" if event.times > 1 else text


def _of_penetration(_locale: Locale, command: teams.Penetrate) -> str:
    whom = f"{command.player} → {command.team}"
    return f"{whom} (×{command.times})" if command.times > 1 else whom


def _set_up(locale: Locale, mod: Mod) -> str:
    return locale.say(
        N_("A building stands in each base: armour {armour} all round, structure {points}."),
        armour=mod.parameters.armour,
        points=mod.parameters.structure_points,
    )


def _wins_round(locale: Locale, _mod: Mod) -> str:
    return locale.gettext(N_("Destroying every other building wins the round."))


def _to_win(locale: Locale, state: Match, side: str) -> str:
    """Return which buildings a side still has to destroy."""
    standing = [team for team in state.teams.values() if team.structure and team.name != side]
    if not standing:
        return locale.gettext(N_("destroy every other building"))
    buildings = locale.join_and(f"{team.name} ({team.structure})" for team in standing)
    return locale.say(N_("destroy the buildings of {teams}"), teams=buildings)


def _amount(locale: Locale, best: Fraction) -> str:
    return locale.say(N_("structure {points}"), points=best)


register_rule_words(
    "structures",
    RuleWords(
        name=N_("structures"),
        short=lambda locale, _mod: locale.gettext(N_("buildings")),
        set_up=_set_up,
        wins_round=_wins_round,
        to_win=_to_win,
        amount=_amount,
        options={"armour": N_("armour of the buildings"), "structure_points": N_("structure points of the buildings")},
    ),
)


commands({teams.Penetrate: CommandText(in_context("command", "building"), _of_penetration)})
