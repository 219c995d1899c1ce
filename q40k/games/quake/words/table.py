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
from q40k.games.quake.words.wording import commands, events, name_of, of_player_and, questions, refusals, tells
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


wording.refusals(
    {
        **REFUSALS,
        "no-draft": N_("No arena of {size} can be made. A size is given as 80x80."),
        "no-consent": N_("The others do not agree to {champion}, who is in no official codex."),
        "unknown-player": N_("Nobody here is called “{name}”."),
        "player-left": N_("{player} has left the table."),
        "name-taken": N_("{name} is already at the table: take another name."),
        "name-seated": N_(
            "{name} is already at the table: take another name. Escape, then {key} hands the seat to a bot, or back."
        ),
        "table-full": N_("{present} champions for {tiles} tiles: the table is full."),
        "no-packs": N_("The match lacks the data of its mod, its arena or its bonus tables."),
        "already-started": N_("The match has already started."),
        "not-started": N_("The match has not started yet."),
        "nobody-joined": N_("Nobody has joined yet: a match needs players."),
        "match-over": N_("The match is won. Play on first to go further."),
        "unknown-personality": N_("No pack knows the personality {said}."),
        "already-bot": N_("This bot plays {player} already."),
        "already-people": N_("People play {player} already."),
        "not-over": N_("The match is not over yet, so it goes on anyway."),
        "mod-not-refereed": N_("{mod} cannot be refereed yet: it needs {missing}."),
        "mod-clash": N_("{mod} cannot be played so. {clash}"),
        "addon-not-refereed": N_("These add-ons cannot be refereed yet: {addons}."),
        "unknown-option": N_("This mod has no option {options}. It has: {known}."),
        "no-options": N_("This mod has no options; {options} is none."),
        "bad-option": N_("{option} must be {least} to {most}, not {got}."),
        "unknown-mod": N_("No pack knows the mod {said}."),
        "unknown-arena": N_("No pack knows the arena {said}."),
        "no-bases": N_(
            "{arena} has no bases, and {mod} plays from them. Arenas with bases: {arenas}."
            " A table that lays out its own gives that as the reason."
        ),
        "no-flag": N_(
            "{arena} has no flag half-way, and {mod} plays for it. Arenas with one: {arenas}."
            " A table that sets up its own gives that as the reason."
        ),
        "unknown-addon": N_("There is no add-on {addons}. There are: {known}."),
    },
    facts={"mod-clash": _clash, "bad-option": lambda _locale, facts: {"got": str(facts["got"])}},
)

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
