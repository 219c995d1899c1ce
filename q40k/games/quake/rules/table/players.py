"""Players joining and leaving the table."""

from typing import Annotated, Any

from msgspec import Meta

from q40k.games.quake.packs.models import Champion, Names, Trait, Weapon
from q40k.games.quake.packs.personalities import Personality
from q40k.games.quake.rules import deployment, flag_carrying, initiative, respawn, rounds
from q40k.games.quake.rules.bonus.tokens import drop_token
from q40k.games.quake.rules.champion import HOME_MADE, agreed_budget, clone_figure, judge
from q40k.games.quake.rules.questions import find_present, forbid, must_be_open, refuse
from q40k.games.quake.rules.registry import Command, Event, Place, Stand, fold, rule
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.games.quake.rules.teams.teams import take_place, team_for
from q40k.games.quake.rules.turn.acting import Activated
from q40k.kernel.commands import Name, Text
from q40k.kernel.events import Live, Rule
from q40k.tabletop.rules import BotSeat


class Join(Command, tag="join"):
    """Enter a player with a champion: an id, or an inline profile.

    `consent`: whether the opponents agree to a figure of no official codex, which is noted; it is
    not asked if left out. `profile`, `arms` and `traits` are the data: the figure, the profiles of
    all its weapons, and its abilities beyond its profile. `bot` plays the champion if it is given;
    `nature` is the data of its personality.
    """

    player: Name
    champion: str | dict[str, Any]
    options: tuple[str, ...] = ()
    team: Name | None = None
    painted: bool | None = None
    based: bool | None = None
    wysiwyg: bool | None = None
    race: Text | None = None
    age: Annotated[int, Meta(ge=0, le=150)] | None = None
    stand: Stand = "beside"
    at: Place | None = None
    consent: bool | None = None
    bot: BotSeat | None = None
    profile: Champion | None = None
    arms: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    nature: Personality | None = None


class Leave(Command, tag="leave"):
    """A player leaves (INIT-5)."""

    player: Name


class HandSeatOver(Command, tag="seat"):
    """Hand a player's seat to a bot, or to people if no `bot` is given (TABLE-8).

    `nature` is the data of the bot's personality.
    """

    player: Name
    bot: BotSeat | None = None
    nature: Personality | None = None


class Joined(Event, tag="joined"):
    """A player joined with a champion; `returned` if the player had left before."""

    player: str
    name: str
    champion: Champion
    gear: tuple[str, ...] = ()
    arms: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    team: str | None = None
    painted: bool | None = None
    wysiwyg: bool | None = None
    race: str | None = None
    age: int | None = None
    returned: bool = False
    based: bool | None = None
    bot: BotSeat | None = None
    nature: Personality | None = None


class Consented(Event, tag="consented"):
    """The opponents agreed to a figure of no official codex, for the whole match (CHAMPION-1)."""

    champion: str
    name: Names


class Left(Event, tag="left"):
    """A player left; the score stays on the board (INIT-5)."""

    player: str


class SeatHandedOver(Event, tag="seat-handed-over"):
    """A seat was handed to a bot, or to people if `bot` is None (TABLE-8)."""

    player: str
    bot: BotSeat | None = None
    nature: Personality | None = None


@fold(Joined)
def _joined(state: Match, event: Joined) -> Match:
    fields: dict[str, Any] = {
        "champion": event.champion,
        "gear": event.gear,
        "arms": event.arms,
        "traits": event.traits,
        "team": event.team,
        "painted": event.painted,
        "based": event.based,
        "wysiwyg": event.wysiwyg,
        "race": event.race or event.champion.race,
        "age": event.age,
        "bot": event.bot,
        "nature": event.nature,
        "wounds": event.champion.w,
    }
    players = dict(state.players)
    if event.returned:
        before = players[event.player]
        fielded = int(before.own_value)
        players[event.player] = before.replace(**fields, present=True, placed=False, fielded=fielded)
    else:
        newcomer = Player(event.player, event.name, event.champion)
        players[event.player] = newcomer.replace(**fields)
    # What an earlier champion of this player earned is settled; a correction does not change it.
    shares = {victim: owed for victim, owed in state.shares.items() if victim != event.player}
    return state.replace(players=players, shares=shares)


@fold(SeatHandedOver)
def _handed_over(state: Match, event: SeatHandedOver) -> Match:
    return change_player(state, event.player, bot=event.bot, nature=event.nature or state.players[event.player].nature)


@fold(Consented)
def _consented(state: Match, event: Consented) -> Match:
    return state.replace(consented=(*state.setup.consented, event.champion))


@fold(Left)
def _left(state: Match, event: Left) -> Match:
    state = change_player(
        state, event.player, present=False, placed=False, alive=True, at=None, portal=None,
        level=None, near=None, tile=None, streak=0, beacon=False, out=False,
    )  # fmt: skip
    return state.replace(waiting=tuple(p for p in state.play.waiting if p != event.player))


@rule(Join)
def join(live: Live[Match], command: Join) -> Rule[None]:
    """Enter a player; after the start it rolls its place and enters at once, as a respawn does.

    In rounds it is deployed with the others while deployment goes on. Where the dead do not come
    back it waits for the next round. A player who left and comes back keeps initiative, place and
    score.

    Rule: CHAMPION-1, CHAMPION-2, CHAMPION-5, CHAMPION-6, TEAM-1, ARENA-2, INIT-3, INIT-4, INIT-5
    """
    must_be_open(live.state)
    state = live.state
    returning = state.player_named(command.player)
    if returning is not None and returning.present:
        raise forbid("TABLE-1", "name-taken", name=returning.name)
    champion = command.profile
    if champion is None:
        raise forbid("CHAMPION-1", "no-champion", champion=str(command.champion))
    yield from refuse_bad_champion(live, champion, command.options, returning)
    yield from _note_consent(live, champion, command.consent)
    team = yield from team_for(live, command.team, champion.points, returning)
    yield from _refuse_full_table(live)
    player = returning.id if returning else f"p{len(state.players) + 1}"
    yield Joined(
        player=player,
        name=returning.name if returning else command.player,
        champion=champion,
        gear=command.options,
        arms=command.arms,
        traits=command.traits,
        team=team,
        painted=command.painted,
        based=command.based,
        wysiwyg=command.wysiwyg,
        race=command.race,
        age=command.age,
        returned=returning is not None,
        bot=command.bot,
        nature=command.nature,
    )
    if state.play.phase == "setup":
        return
    if live.state.in_teams:
        yield from take_place(live)
    elif live.state.players[player].initiative is None:
        total = yield from initiative.roll_initiative(live, player)
        yield from initiative.place_newcomer(live, player, total)
    if rounds.in_rounds(live.state) and rounds.must_wait(live.state, player):
        yield rounds.RoundAwaited(player=player)
        return
    if rounds.in_rounds(live.state) and live.state.play.phase == "deployment":
        if live.state.play.active is None:
            yield from deployment.deploy_next(live)
        return
    waited = live.state.play.waiting
    yield from respawn.arrive(live, player, command.at or command.stand, entry=True)
    yield from respawn.respawn_newly_dead(live, waited)
    if live.state.play.active is None:
        yield from _begin_again(live, player)


def _begin_again(live: Live[Match], player: str) -> Rule[None]:
    """Let a newcomer carry on where everyone had left."""
    if live.state.play.phase == "deployment":
        yield from deployment.deploy_next(live)
    else:
        yield Activated(player=player)


def refuse_bad_champion(
    live: Live[Match], champion: Champion, gear: tuple[str, ...], player: Player | None
) -> Rule[None]:
    """Refuse a champion that a rule forbids; the table decides what is unknown.

    Rule: CHAMPION-1, CHAMPION-2, CHAMPION-3, CHAMPION-5, CHAMPION-6, CHAMPION-7, CHAMPION-8
    """
    state = live.state
    clone = clone_figure(state, without=player.id if player else None)
    budget = agreed_budget(state)
    for finding in judge(champion, gear, state.mod, budget=budget, clone_of=clone):
        if finding.answer == "no":
            yield from refuse(finding.rule, finding.code, **finding.facts)


def awaits_consent(state: Match, champion: Champion) -> bool:
    """Return whether opponents must still agree to a figure of no official codex.

    Rule: CHAMPION-1
    """
    unofficial = not champion.official or champion.army == HOME_MADE
    return unofficial and champion.id not in state.setup.consented


def _note_consent(live: Live[Match], champion: Champion, consent: bool | None) -> Rule[None]:
    """Note the opponents' consent once, and refuse a champion they do not want.

    Rule: CHAMPION-1
    """
    if consent is None or not awaits_consent(live.state, champion):
        return
    if not consent:
        yield from refuse("CHAMPION-1", "no-consent", champion=champion.name)
    yield Consented(champion=champion.id, name=champion.name)


def _refuse_full_table(live: Live[Match]) -> Rule[None]:
    state = live.state
    present = sum(p.present for p in state.players.values())
    if present >= state.arena.tiles:
        yield from refuse("ARENA-2", "table-full", present=present, tiles=state.arena.tiles)


@rule(Leave)
def leave(live: Live[Match], command: Leave) -> Rule[None]:
    """Take a player out: champion off, token home, flag dropped; the score stays on the board.

    The active champion's movement ends with it, so those who waited for that come back.

    Rule: INIT-5, BONUS-4, FLAG-2, PORTAL-7
    """
    must_be_open(live.state)
    player = find_present(live.state, command.player)
    yield from drop_token(live, player.id)
    yield from flag_carrying.drop_flags(live, player.id, flag_carrying.place_of_death(live.state, player))
    yield Left(player=player.id)
    if live.state.play.phase == "deployment" and live.state.order:
        yield from deployment.deploy_next(live)
    elif live.state.play.active == player.id:
        if live.state.play.waiting or not live.state.order:
            yield Activated(player=None)
        yield from respawn.respawn_waiting(live)


@rule(HandSeatOver)
def hand_seat_over(live: Live[Match], command: HandSeatOver) -> Rule[None]:
    """Hand a seat over in the middle of a match; champion, score and place stay as they are.

    Rule: TABLE-8
    """
    must_be_open(live.state)
    player = find_present(live.state, command.player)
    if player.bot == command.bot:
        raise forbid("TABLE-8", "already-bot" if command.bot else "already-people", player=player.id)
    yield SeatHandedOver(player=player.id, bot=command.bot, nature=command.nature)
