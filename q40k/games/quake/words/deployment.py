"""Sentences of deployment."""

from __future__ import annotations

from q40k.games.quake.rules.deployment import Deploy, Deployed, RunShort
from q40k.games.quake.rules.initiative import DeploymentOpened
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.wording import commands, refusals, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.wording import CommandText


@tells(DeploymentOpened)
def _deployment(locale: Locale, state: Match, _event: DeploymentOpened) -> str:
    if state.in_teams:
        sentence = N_("Deployment: the team with the lowest roll begins, then they alternate")
        return locale.gettext(sentence)
    return locale.gettext(N_("Deployment: the lowest initiative goes first"))


_SHORT = {
    "equipment": N_(
        "The arena has {there} equipment tokens for {champions} champions, where {wanted} are asked"
        " (BONUS-6)"
    ),
    "weapon": N_(
        "The arena has {there} weapon tokens for {champions} champions, where {wanted} are asked"
        " (BONUS-6)"
    ),
    "barrels": N_(
        "The arena has places for {there} barrels of {wanted}: set the others out by hand"
        " (BARREL-1)"
    ),
}


@tells(RunShort)
def _short(locale: Locale, _state: Match, event: RunShort) -> str:
    return locale.say(
        _SHORT[event.what], there=event.there, wanted=event.wanted, champions=event.champions
    )


@tells(Deployed)
def _deployed(locale: Locale, state: Match, event: Deployed) -> str:
    who = name_of(state, event.player)
    if event.portal is not None:
        sentence = N_("{player} deploys on portal {portal}")
        return locale.say(sentence, player=who, portal=event.portal)
    if event.tile is not None:
        return locale.say(N_("{player} deploys in tile {tile}"), player=who, tile=event.tile)
    return locale.say(N_("{player} deploys"), player=who)


def _of_deploy(_locale: Locale, command: Deploy) -> str:
    return f"{command.player} ({command.tile})" if command.tile else command.player


refusals(
    {
        "already-deployed": N_("{player} cannot deploy: deployment is over, or already done."),
        "not-your-deployment": N_("It is not for {player} to deploy yet, but for {active}."),
        "still-deploying": N_("Deployment is not over: {player} comes next."),
        "unknown-tile": N_("There is no tile {tile}: they go from A1 to {last}."),
        "tile-taken": N_("Tile {tile} already holds {player}."),
    },
)

commands(
    {
        Deploy: CommandText(in_context("command", "deploy"), _of_deploy),
    }
)
