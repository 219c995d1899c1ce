"""Sentences of the table: players, mod, dice, renames, overrulings and deployment."""

from q40k.games.quake.state.match import Match
from q40k.games.quake.state.questions import D3, D3Typed, RollerSet
from q40k.games.quake.state.table.corrections import Rename, Renamed
from q40k.games.quake.state.table.deployment import Deploy, Deployed, RunShort, Start
from q40k.games.quake.state.table.initiative import DeploymentOpened, InitiativeRolled, OrderChosen, OrderSet, RolledOff
from q40k.games.quake.state.table.opening import MatchOpened, New, Overridden
from q40k.games.quake.state.table.players import Consented, HandSeatOver, Join, Joined, Leave, Left, SeatHandedOver
from q40k.games.quake.words import wording
from q40k.games.quake.words.champion import champion_line, of_champion
from q40k.games.quake.words.objectives.objective import find_win_words, rule_names
from q40k.games.quake.words.packs.problems import clash
from q40k.games.quake.words.wording import commands, events, name_of, of_player_and, questions, tells
from q40k.i18n.locale import N_, Facts, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.tabletop import REFUSALS, of_roller
from q40k.i18n.wording import CommandText, EventText
from q40k.tabletop.rules import Dice


@wording.tells(MatchOpened)
def _tell_opening(locale: Locale, _state: Match, event: MatchOpened) -> str:
    return find_win_words(event.mod.win.by).opening(locale, event)


@wording.tells(Joined)
def _tell_joining(locale: Locale, state: Match, event: Joined) -> str:
    line = champion_line(locale, event.champion)
    back, new = N_("{player} is back with {champion}"), N_("{player} joins with {champion}")
    sentence = back if event.returned else new
    is_known = event.player in state.players  # false once the joining is undone
    who = wording.name_of(state, event.player) if is_known else event.name
    text = locale.say(sentence, player=who, champion=line)
    if event.team and state.in_teams:
        text = f"{text}, {event.team}"
    return f"{text} ({wording.name_bot(locale, event.bot, event.nature)})" if event.bot else text


wording.events(
    {
        Consented: EventText(
            N_("The table agrees to {champion}, who is in no official codex"), fields={"champion": "name"}
        ),
        SeatHandedOver: EventText(
            {None: N_("People play {player} again"), ...: N_("From now on a bot plays {player} ({bot})")},
            by="bot",
            fields={"bot": lambda locale, _state, event: wording.name_bot(locale, event.bot, event.nature)},
        ),
        Left: N_("{player} leaves; the score stays on the board"),
        Renamed: N_("{was} is now called {name}"),
        D3Typed: EventText(
            {True: N_("A D3 is typed as the D6 it was rolled on"), False: N_("A D3 is typed as 1 to 3")}, by="on_d6"
        ),
        Overridden: N_("The game master overrules {rule}: {reason}"),
        RollerSet: EventText(
            {
                ("app", False): N_("From now on the app rolls for everyone"),
                ("hand", False): N_("From now on everyone rolls real dice"),
                ("app", True): N_("From now on the app rolls for {player}"),
                ("hand", True): N_("From now on {player} rolls real dice"),
            },
            by=lambda _state, event: (event.roller, event.player is not None),
        ),
    }
)

_RULES = {
    "budget": N_("budget"),
    "clone": N_("clone"),
    "chief-fight": N_("chief fight"),
    "perfect-fighter": N_("perfect fighter"),
    "portals": N_("portals"),
    "bonus": N_("bonus tokens"),
    "respawn": N_("respawn"),
    "sudden-death": N_("sudden death"),
    "victory-points": N_("victory points"),
    "bases": N_("team bases"),
    "barrels": N_("barrels"),
    "announce": N_("announce, then measure"),
    "rounds": N_("rounds"),
}


def rule_name(locale: Locale, rule: str) -> str:
    """Return the name of one of the rules a mod plays by."""
    return locale.gettext((_RULES | rule_names()).get(rule, rule))


def _of_match(_locale: Locale, command: New) -> str:
    return f"{command.name} ({command.mod})" if command.name else command.mod


def _of_seat(locale: Locale, command: HandSeatOver) -> str:
    to = locale.gettext(N_("people")) if command.bot is None else wording.name_bot(locale, command.bot, command.nature)
    return f"{command.player} → {to}"


def _of_d3(locale: Locale, command: D3) -> str:
    return locale.gettext(N_("on a D6") if command.on_d6 else N_("1 to 3"))


def _clash(locale: Locale, facts: Facts) -> dict[str, str]:
    return {"clash": clash(locale, str(facts["clash"]), facts["facts"])}


wording.questions(
    {
        "d3-read": QuestionText(
            N_("How does this table roll a D3?"),
            N_("Asked once; r changes it. Of a D6, 1-2 are 1, 3-4 are 2, 5-6 are 3."),
            {"d3": N_("1 to 3, as it shows"), "d6": N_("a D6, to be halved: 1 to 6, as it shows")},
        )
    }
)


wording.refusals(REFUSALS, facts={"mod-clash": _clash, "bad-option": lambda _locale, facts: {"got": str(facts["got"])}})

wording.commands(
    {
        New: CommandText(in_context("command", "new match"), _of_match),
        Join: CommandText(in_context("command", "join"), of_champion),
        HandSeatOver: CommandText(in_context("command", "seat"), _of_seat),
        Leave: CommandText(in_context("command", "leave"), wording.of_player),
        Start: CommandText(in_context("command", "start")),
        Rename: CommandText(in_context("command", "name"), wording.of_player_to("to")),
        Dice: CommandText(in_context("command", "dice"), of_roller),
        D3: CommandText(in_context("command", "a D3 is typed"), _of_d3),
    }
)


# ---- deployment


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


events(
    {
        DeploymentOpened: EventText(
            {
                True: N_("Deployment: the team with the lowest roll begins, then they alternate"),
                False: N_("Deployment: the lowest initiative goes first"),
            },
            by=lambda state, _event: state.in_teams,
        ),
        Deployed: EventText(
            {
                "portal": N_("{player} deploys on portal {portal}"),
                "tile": N_("{player} deploys in tile {tile}"),
                "": N_("{player} deploys"),
            },
            by=lambda _state, event: "portal" if event.portal is not None else "tile" if event.tile is not None else "",
        ),
    }
)


commands({Deploy: CommandText(in_context("command", "deploy"), of_player_and("tile"))})
