"""Sentences of the buildings of teams."""

from __future__ import annotations

from fractions import Fraction

from q40k.games.quake.packs.models import Mod
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.teams.buildings import Penetrate, Penetrated
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.objectives.objective import RuleWords, register_rule_words
from q40k.games.quake.words.rounds import register_round_won
from q40k.games.quake.words.wording import commands, refusals, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.wording import CommandText


@tells(Penetrated)
def _penetrated(locale: Locale, state: Match, event: Penetrated) -> str:
    who = name_of(state, event.player)
    if event.left == 0:
        sentence = N_("{player} brings the building of {team} down")
        return locale.say(sentence, player=who, team=event.team)
    text = locale.ngettext(
        "{player} breaks through the armour of {team}: {left} structure point left",
        "{player} breaks through the armour of {team}: {left} structure points left",
        event.left,
    ).format(player=who, team=event.team, left=event.left)
    return f"{text} (×{event.times})" if event.times > 1 else text


def _of_penetration(_locale: Locale, command: Penetrate) -> str:
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


register_round_won(
    "structures", N_("No other building stands: {side} wins round {round} ({wins} won so far)")
)
register_rule_words(
    "structures",
    RuleWords(
        name=N_("structures"),
        short=lambda locale, _mod: locale.gettext(N_("buildings")),
        set_up=_set_up,
        wins_round=_wins_round,
        to_win=_to_win,
        amount=_amount,
        options={
            "armour": N_("armour of the buildings"),
            "structure_points": N_("structure points of the buildings"),
        },
    ),
)

refusals(
    {
        "no-building": N_("{team} has no building here."),
        "building-down": N_("The building of {team} is down already."),
        "own-building": N_("That is the building of {player}’s own team."),
    },
)

commands(
    {
        Penetrate: CommandText(in_context("command", "building"), _of_penetration),
    }
)
