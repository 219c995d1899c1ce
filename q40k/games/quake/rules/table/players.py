"""Let players join, leave and hand over."""

from q40k.games.quake.packs.models import Champion
from q40k.games.quake.rules import respawn
from q40k.games.quake.rules.damage import drop_token
from q40k.games.quake.rules.flags import drop_flags
from q40k.games.quake.rules.table import deployment, initiative
from q40k.games.quake.rules.teams import take_place, team_for
from q40k.games.quake.state.acting import Activated
from q40k.games.quake.state.flags import place_of_death
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.objectives import rounds
from q40k.games.quake.state.questions import find_present
from q40k.games.quake.state.registry import rule
from q40k.games.quake.state.table import players
from q40k.games.quake.state.table.champion import agreed_budget, clone_figure, judge
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, refuse


@rule(players.Join)
def join(live: Live[Match], command: players.Join) -> Rule[None]:
    """Enter a player; after the start it rolls its place and enters at once, as a respawn does.

    In rounds it is deployed with the others while deployment goes on. Where the dead do not come
    back it waits for the next round. A player who left and comes back keeps initiative, place and
    score.

    Rule: CHAMPION-1, CHAMPION-2, CHAMPION-5, CHAMPION-6, TEAM-1, ARENA-2, INIT-3, INIT-4, INIT-5
    """
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
    yield players.Joined(
        player=player,
        name=returning.name if returning else command.player,
        champion=champion,
        gear=command.options,
        team=team,
        returned=returning is not None,
        **{name: getattr(command, name) for name in players.TAKEN_OVER},
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
    yield from respawn.arrive(live, player, command.at or command.stand, entry=True)
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


def _note_consent(live: Live[Match], champion: Champion, consent: bool | None) -> Rule[None]:
    """Note the opponents' consent once, and refuse a champion they do not want.

    Rule: CHAMPION-1
    """
    if consent is None or not players.awaits_consent(live.state, champion):
        return
    if not consent:
        yield from refuse("CHAMPION-1", "no-consent", champion=champion.name)
    yield players.Consented(champion=champion.id, name=champion.name)


def _refuse_full_table(live: Live[Match]) -> Rule[None]:
    state = live.state
    present = sum(p.present for p in state.players.values())
    if present >= state.arena.tiles:
        yield from refuse("ARENA-2", "table-full", present=present, tiles=state.arena.tiles)


@rule(players.Leave)
def leave(live: Live[Match], command: players.Leave) -> Rule[None]:
    """Take a player out: champion off, token home, flag dropped; the score stays on the board.

    The active champion's movement ends with it, so those who waited for that come back.

    Rule: INIT-5, BONUS-4, FLAG-2, PORTAL-7
    """
    player = find_present(live.state, command.player)
    yield from drop_token(live, player.id)
    yield from drop_flags(live, player.id, place_of_death(live.state, player))
    yield players.Left(player=player.id)
    if live.state.play.phase == "deployment" and live.state.order:
        yield from deployment.deploy_next(live)
    elif live.state.play.active == player.id:
        if live.state.play.waiting or not live.state.order:
            yield Activated(player=None)
        yield from respawn.settle(live)


@rule(players.HandSeatOver)
def hand_seat_over(live: Live[Match], command: players.HandSeatOver) -> Rule[None]:
    """Hand a seat over in the middle of a match; champion, score and place stay as they are.

    Rule: TABLE-8
    """
    player = find_present(live.state, command.player)
    if player.bot == command.bot:
        raise forbid("TABLE-8", "already-bot" if command.bot else "already-people", player=player.id)
    yield players.SeatHandedOver(player=player.id, bot=command.bot, nature=command.nature)
