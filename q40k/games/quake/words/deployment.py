"""Sentences of initiative, the order of play, and deployment."""

from q40k.games.quake.state.match import Match
from q40k.games.quake.state.table.deployment import Deploy, Deployed, RunShort
from q40k.games.quake.state.table.initiative import DeploymentOpened, InitiativeRolled, OrderChosen, OrderSet, RolledOff
from q40k.games.quake.words.wording import commands, events, name_of, of_player_and, questions, refusals, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText

events(
    {
        InitiativeRolled: N_("{player} rolls {die}: initiative {total}"),
        OrderSet: EventText(N_("Order of play: {players}"), fields={"players": "ranking"}),
        OrderChosen: EventText(N_("{player} decides the order of play: {players}"), fields={"players": "order"}),
        RunShort: EventText(
            {
                "equipment": N_(
                    "The arena has {there} equipment tokens; {champions} champions need {wanted} (BONUS-6)"
                ),
                "weapon": N_("The arena has {there} weapon tokens; {champions} champions need {wanted} (BONUS-6)"),
                "barrels": N_(
                    "The arena has places for {there} barrels of {wanted}: set the others out by hand (BARREL-1)"
                ),
            },
            by="what",
        ),
    }
)


@tells(RolledOff)
def _rolled_off(locale: Locale, state: Match, event: RolledOff) -> str:
    rolls = zip(event.players, event.dice, strict=False)
    text = ", ".join(f"{name_of(state, player)} {die}" for player, die in rolls)
    return locale.say(N_("Roll-off: {rolls}"), rolls=text)


questions(
    {
        "initiative": QuestionText(
            N_("{who} rolls {dice}: initiative"),
            N_("Ld {ld} + I {i} + the die; the highest acts first, all match long."),
        ),
        "roll-off": QuestionText(
            N_("{who} rolls {dice}: roll-off"), N_("Tied at {total} with {others}; the highest goes first.")
        ),
    }
)


# -- deployment ----------------------------------------------------------------------------


@tells(DeploymentOpened)
def _deployment(locale: Locale, state: Match, _event: DeploymentOpened) -> str:
    if state.in_teams:
        sentence = N_("Deployment: the team with the lowest roll begins, then they alternate")
        return locale.gettext(sentence)
    return locale.gettext(N_("Deployment: the lowest initiative goes first"))


@tells(Deployed)
def _deployed(locale: Locale, state: Match, event: Deployed) -> str:
    who = name_of(state, event.player)
    if event.portal is not None:
        sentence = N_("{player} deploys on portal {portal}")
        return locale.say(sentence, player=who, portal=event.portal)
    if event.tile is not None:
        return locale.say(N_("{player} deploys in tile {tile}"), player=who, tile=event.tile)
    return locale.say(N_("{player} deploys"), player=who)


refusals(
    {
        "already-deployed": N_("{player} cannot deploy: deployment is over, or already done."),
        "not-your-deployment": N_("It is not for {player} to deploy yet, but for {active}."),
        "still-deploying": N_("Deployment is not over: {player} comes next."),
        "unknown-tile": N_("There is no tile {tile}: they go from A1 to {last}."),
        "tile-taken": N_("Tile {tile} already holds {player}."),
    }
)

commands({Deploy: CommandText(in_context("command", "deploy"), of_player_and("tile"))})
