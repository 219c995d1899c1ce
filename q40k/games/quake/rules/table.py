"""Who sits at the table: opening a match, joining, leaving, putting entries right."""

from __future__ import annotations

from fractions import Fraction

from q40k.games.quake.packs.combinations import clashes
from q40k.games.quake.packs.models import Champion, ScoreWin
from q40k.games.quake.rules import commands as c
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.agreeing import agreed, with_addons
from q40k.games.quake.rules.carrying import drop_flags
from q40k.games.quake.rules.champion import agreed_budget, clone_figure, judge
from q40k.games.quake.rules.initiative import place_newcomer, roll_initiative
from q40k.games.quake.rules.questions import find, find_present, forbid, must_be_open, refuse
from q40k.games.quake.rules.respawn import arrive, drop_token, respawn_newly_dead, respawn_waiting
from q40k.games.quake.rules.rounds import in_rounds, must_wait
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.teams import stay_within_budget, take_place, team_for
from q40k.games.quake.rules.turn import deploy_next
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def new(live: Live[Match], command: c.New) -> Rule[None]:
    """Lay out a match with its mod, arena and tables; the mod is kept as the options make it.

    Rule: ARENA-2, ARENA-3, SCORE-4, CHAMPION-5, SUDDEN-1
    """
    if live.state.setup.mod is not None:
        raise forbid("TABLE-2", "already-open")
    mod, arena, tables = command.mod_data, command.arena_data, command.tables_data
    if mod is None or arena is None or tables is None:
        raise forbid("TABLE-2", "no-packs")
    mod = with_addons(mod, command.addons)
    meaningless = next(clashes(mod), None)
    if meaningless is not None:
        code, facts = meaningless.code, dict(meaningless.facts)
        raise forbid("TABLE-2", "mod-clash", mod=mod.name, clash=code, facts=facts)
    mod = agreed(mod, command.options)
    yield e.MatchOpened(
        mod=mod,
        arena=arena,
        tables=tables,
        seed=str(command.seed if command.seed is not None else ""),
        name=command.name,
        times_to_win=mod.win.times if isinstance(mod.win, ScoreWin) else 10,
        points_to_win=command.options.get("points_to_win"),
        roller=command.dice,
    )


def join(live: Live[Match], command: c.Join) -> Rule[None]:
    """Enter a player; after the start it rolls its place and comes in as a respawn does, at once.

    In rounds it is deployed with the others while that goes on, and where the dead do not come
    back it waits for the next round. A player who left and comes back keeps initiative, place and
    score.

    Rule: CHAMPION-1, CHAMPION-2, CHAMPION-5, CHAMPION-6, TEAM-1, ARENA-2, INIT-3, INIT-4, INIT-5
    """
    must_be_open(live.state)
    state = live.state
    known = state.named(command.player)
    if known is not None and known.present:
        raise forbid("TABLE-1", "name-taken", name=known.name)
    champion = command.profile
    if champion is None:
        raise forbid("CHAMPION-1", "no-champion", champion=str(command.champion))
    yield from _may_enter(live, champion, command.options, known)
    team = yield from team_for(live, command.team, champion.points, known)
    yield from _room_for_one(live)
    player = known.id if known else f"p{len(state.players) + 1}"
    yield e.Joined(
        player=player,
        name=known.name if known else command.player,
        champion=champion,
        gear=command.options,
        arms=command.arms,
        team=team,
        painted=command.painted,
        wysiwyg=command.wysiwyg,
        race=command.race,
        age=command.age,
        returned=known is not None,
    )
    if state.play.phase == "setup":
        return
    if live.state.in_teams:
        yield from take_place(live)
    elif live.state.players[player].initiative is None:
        total = yield from roll_initiative(live, player)
        yield from place_newcomer(live, player, total)
    if in_rounds(live.state) and must_wait(live.state, player):
        yield e.RoundAwaited(player=player)
        return
    if in_rounds(live.state) and live.state.play.phase == "deployment":
        if live.state.play.active is None:
            yield from deploy_next(live)
        return
    waited = live.state.play.waiting
    yield from arrive(live, player, command.at or command.stand, entry=True)
    yield from respawn_newly_dead(live, waited)
    if live.state.play.active is None:
        yield from _begin_again(live, player)


def _begin_again(live: Live[Match], player: str) -> Rule[None]:
    """Everyone had left: the newcomer carries on where they stopped."""
    if live.state.play.phase == "deployment":
        yield from deploy_next(live)
    else:
        yield e.Activated(player=player)


def _may_enter(
    live: Live[Match], champion: Champion, gear: tuple[str, ...], player: Player | None
) -> Rule[None]:
    """Refuse what a rule says no to; what is not known is for the table to say.

    Rule: CHAMPION-1, CHAMPION-2, CHAMPION-3, CHAMPION-5, CHAMPION-6, CHAMPION-7, CHAMPION-8
    """
    state = live.state
    assert state.setup.mod is not None
    clone = clone_figure(state, without=player.id if player else None)
    budget = agreed_budget(state)
    for found in judge(champion, gear, state.setup.mod, budget=budget, clone_of=clone):
        if found.answer == "no":
            yield from refuse(found.rule, found.code, **found.facts)


def _room_for_one(live: Live[Match]) -> Rule[None]:
    state = live.state
    assert state.setup.arena is not None
    present = sum(p.present for p in state.players.values())
    if present >= state.setup.arena.tiles:
        yield from refuse("ARENA-2", "table-full", present=present, tiles=state.setup.arena.tiles)


def leave(live: Live[Match], command: c.Leave) -> Rule[None]:
    """A player leaves: champion off, token home, flag dropped, the score stays on the board.

    The active champion's movement is over with it, so whoever waited for that comes back.

    Rule: INIT-5, BONUS-4, FLAG-2, PORTAL-7
    """
    must_be_open(live.state)
    player = find_present(live.state, command.player)
    yield from drop_token(live, player.id)
    yield from drop_flags(live, player.id, player.position.at)
    yield e.Left(player=player.id)
    if live.state.play.phase == "deployment" and live.state.order:
        yield from deploy_next(live)
    elif live.state.play.active == player.id:
        if live.state.play.waiting or not live.state.order:
            yield e.Activated(player=None)
        yield from respawn_waiting(live)


def rename(live: Live[Match], command: c.Rename) -> Rule[None]:
    """Put a name right, everywhere it is shown.

    Rule: TABLE-1
    """
    player = find(live.state, command.player)
    other = live.state.named(command.to)
    if other is not None and other.id != player.id:
        raise forbid("TABLE-1", "name-taken", name=other.name)
    yield e.Renamed(player=player.id, name=command.to, was=player.name)


def describe(live: Live[Match], command: c.Describe) -> Rule[None]:
    """Note what TIE-1 counts: painted, WYSIWYG, race, age.

    Rule: TIE-1, TABLE-4
    """
    player = find(live.state, command.player)
    said = {
        name: getattr(command, name)
        for name in ("painted", "wysiwyg", "race", "age")
        if getattr(command, name) not in (None, "")
    }
    if not said and command.finished is None:
        raise forbid("TABLE-4", "nothing-described", player=player.name)
    if said:
        yield e.Described(player=player.id, **said)
    if command.finished is not None:
        yield e.Judged(player=player.id, finished=command.finished)


def correct(live: Live[Match], command: c.Correct) -> Rule[None]:
    """Put a champion right as if it had been so all along.

    What its deaths paid and cost is corrected by the difference of the values; its initiative by
    that of Ld + I, with a new place (and roll-offs) when it changes.

    Rule: TABLE-4, INIT-1, INIT-3, SCORE-1, SCORE-2
    """
    must_be_open(live.state)
    player = find(live.state, command.player)
    champion = command.profile
    if champion is None:
        raise forbid("CHAMPION-1", "no-champion", champion=str(command.champion))
    yield from _may_enter(live, champion, command.options, player)
    yield from stay_within_budget(live, player, champion.points)
    total = None
    if player.die is not None:
        total = champion.ld + champion.i + player.die
    yield e.ChampionCorrected(
        player=player.id,
        champion=champion,
        gear=command.options,
        arms=command.arms,
        total=total,
        paid=_back_pay(live.state, player, champion),
    )
    if total is not None and total != player.initiative:
        yield from place_newcomer(live, player.id, total)
        if live.state.play.phase == "deployment":
            yield from deploy_next(live)


def _back_pay(state: Match, player: Player, champion: Champion) -> e.Payments:
    difference = Fraction(champion.points) - player.value
    owed = state.shares.get(player.id, {})
    return {name: share * difference for name, share in owed.items() if share * difference}


def dice(live: Live[Match], command: c.Dice) -> Rule[None]:
    """Say who rolls a player's dice by default, or everyone's.

    Rule: TABLE-5
    """
    player = find(live.state, command.player).id if command.player else None
    yield e.RollerSet(player=player, roller=command.by)


def d3(live: Live[Match], command: c.D3) -> Rule[None]:
    """Say how a D3 is typed.

    Rule: TABLE-5
    """
    if live.state.setup.mod is None:
        raise forbid("TABLE-2", "no-match")
    yield e.D3Typed(on_d6=command.on_d6)
