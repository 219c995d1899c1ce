"""TEAMS: roll for them, let them choose, take bases, hit buildings."""

from fractions import Fraction

from q40k.games.quake.packs.arena import TILE_CM, tiles
from q40k.games.quake.packs.models import TeamBase
from q40k.games.quake.rules.flags import place_flags, send_flags_home
from q40k.games.quake.rules.objectives.objective import steps_of
from q40k.games.quake.rules.objectives.rounds import win_round
from q40k.games.quake.rules.positions import refuse_each
from q40k.games.quake.rules.questions import rank_by_rolls, roll
from q40k.games.quake.state import positions, teams
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.questions import find_present
from q40k.games.quake.state.registry import rule
from q40k.games.quake.state.table.initiative import alternating_order
from q40k.geometry.outlines import within
from q40k.geometry.space import Spot
from q40k.kernel.events import Live, Rule
from q40k.kernel.text import fold_name
from q40k.tabletop.asking import choose, forbid, refuse


def home_spot(state: Match, player: Player, zone: TeamBase | None) -> Spot | None:
    """Return a free place near the middle of a team's base, when places are kept.

    Rule: BASE-1
    """
    if zone is None or not positions.keeps_positions(state, player):
        return None
    from q40k.games.quake.arena.deployment import room_in

    return room_in(positions.positions_of(state), zone.polygon, positions.base_of(player), player.id)


def must_lie_in_base(state: Match, player: Player, at: Spot | None) -> Rule[None]:
    """Refuse a place outside the team's zone; the centre of the champion's base decides.

    Rule: BASE-1
    """
    zone = teams.zone_of(state, player.id)
    if at is not None and zone is not None and not within(at, zone.polygon):
        x, y = at
        yield from refuse("BASE-1", "not-in-base", player=player.name, x=x, y=y, base=zone.number)


def must_deploy_in_base(state: Match, player: Player, at: Spot | None, tile: str | None) -> Rule[None]:
    """Refuse a place outside the team's zone, or a tile that does not overlap it.

    Rule: BASE-1, DEPLOY-1
    """
    zone = teams.zone_of(state, player.id)
    if at is not None:
        yield from must_lie_in_base(state, player, at)
    elif zone is not None and tile is not None and tile not in _tiles_of(zone, state.arena.size):
        base = zone.number
        yield from refuse("BASE-1", "tile-not-in-base", player=player.name, tile=tile, base=base)


def _tiles_of(zone: TeamBase, size: tuple[int, int]) -> frozenset[str]:
    """Return the tiles that overlap a zone, tested by the centres of squares of 1 cm."""
    columns = size[0] // TILE_CM
    names = tiles(size)
    overlapping = set()
    for place, name in enumerate(names):
        left, low = place % columns * TILE_CM, place // columns * TILE_CM
        squares = ((left + x + 0.5, low + y + 0.5) for x in range(TILE_CM) for y in range(TILE_CM))
        if any(within(square, zone.polygon) for square in squares):
            overlapping.add(name)
    return frozenset(overlapping)


def arrive_in_base(live: Live[Match], player: str, at: Spot | None, *, entry: bool = False) -> Rule[None]:
    """Bring a champion (back) anywhere into its team's base, as its owner likes, without a die.

    Rule: BASE-1, INIT-4
    """
    state, champion = live.state, live.state.players[player]
    yield from must_lie_in_base(state, champion, at)
    if at is None:
        at = home_spot(state, champion, teams.zone_of(state, player))
    else:
        yield from refuse_each(
            positions.standing_obstacles(
                state, champion, at, positions.floor_height(state, at), champion.position.angle, "BASE-1"
            )
        )
    wet = at is not None and positions.in_water(state, at)
    yield teams.RespawnedInBase(player=player, at=at, entry=entry, in_water=wet)


@rule(teams.Penetrate)
def penetrate(live: Live[Match], command: teams.Penetrate) -> Rule[None]:
    """Penetrate a team's building: each time costs it a point of structure.

    This is bookkeeping, in any phase and by any champion on the table. A team that destroys all the
    others' buildings wins.

    Rule: BASE-1
    """
    state = live.state
    player = find_present(state, command.player)
    team = state.team_named(command.team)
    if team is None or state.teams[team].structure is None:
        buildings = tuple(t for t, other in state.teams.items() if other.structure is not None)
        raise forbid("BASE-1", "no-building", team=command.team, teams=buildings)
    if not player.in_play:
        raise forbid("BASE-1", "not-on-table", player=player.name)
    remaining = state.teams[team].structure or 0
    if remaining == 0:
        raise forbid("BASE-1", "building-down", team=team)
    if team == state.side_of(player.id):
        yield from refuse("BASE-1", "own-building", player=player.name, team=team)
    yield from pierce(live, player.id, team, command.times)


def pierce(live: Live[Match], player: str, team: str, times: int) -> Rule[None]:
    """Take structure points off a building, which may fall.

    Rule: BASE-1
    """
    remaining = max(0, (live.state.teams[team].structure or 0) - times)
    yield teams.Penetrated(player=player, team=team, times=times, left=remaining)
    yield from _check_last_building(live)


def _check_last_building(live: Live[Match]) -> Rule[None]:
    standing = [t for t, building in live.state.teams.items() if building.structure]
    if len(standing) == 1:
        yield from win_round(live, standing[0], "structures")


CHOSEN = ("movement", "shooting", "assault")
"""The phases whose opening team is chosen; close combat follows the assault (TEAM-2, TEAM-5)."""


# ---- the players' teams


def team_for(live: Live[Match], text: str | None, points: int, player: Player | None = None) -> Rule[str | None]:
    """Return the team a champion of so many points enters, under the name it has.

    Rule: TEAM-1
    """
    state = live.state
    if not state.in_teams:
        return text
    team_name = text or (player.team if player else None)
    existing = state.sides if state.play.phase == "setup" else tuple(state.teams)
    if not team_name:
        raise forbid("TEAM-1", "team-needed", teams=existing)
    team = next((name for name in existing if fold_name(name) == fold_name(team_name)), team_name)
    if team not in existing:
        yield from _refuse_new_team(state, team, existing)
    yield from _refuse_over_budget(state, team, points, player)
    return team


def _refuse_new_team(state: Match, team: str, existing: tuple[str, ...]) -> Rule[None]:
    if state.play.phase != "setup":
        raise forbid("TEAM-1", "no-new-team", team=team, teams=existing)
    most = teams.teams_of(state.mod).most
    if len(teams.with_players(state)) >= most:
        yield from refuse("TEAM-1", "too-many-teams", team=team, most=most, teams=existing)


def _refuse_over_budget(state: Match, team: str, points: int, player: Player | None) -> Rule[None]:
    budget = state.mod.parameters.budget
    if budget is None or not state.mod.has("budget"):
        return
    others = (state.players[p] for p in state.members(team) if not player or p != player.id)
    total = points + sum((member.value for member in others if member.present), Fraction(0))
    if total > budget:
        over = total - budget
        yield from refuse("TEAM-1", "team-budget", team=team, points=int(total), budget=budget, over=int(over))


def stay_within_budget(live: Live[Match], player: Player, points: int) -> Rule[None]:
    """Refuse a corrected champion that does not fit into its team's budget.

    Rule: TEAM-1
    """
    if live.state.in_teams and player.team is not None:
        yield from _refuse_over_budget(live.state, player.team, points, player)


@rule(teams.ChangeTeam)
def change_team(live: Live[Match], command: teams.ChangeTeam) -> Rule[None]:
    """Move a player to another team; once the match has started only by agreement.

    A flag it carries goes back to its start.

    Rule: TEAM-1
    """
    state = live.state
    if not state.in_teams:
        raise forbid("TEAM-1", "no-teams")
    player = find_present(state, command.player)
    team = yield from team_for(live, command.team, player.champion.points, player)
    assert team is not None
    if team == player.team:
        raise forbid("TEAM-1", "same-team", player=player.name, team=team)
    if state.play.phase != "setup":
        yield from refuse("TEAM-1", "teams-are-set", player=player.name, team=team)
        yield from send_flags_home(live, player.id)
    yield teams.TeamChanged(player=player.id, team=team, was=player.team)
    if state.play.phase != "setup":
        yield teams.LinedUp(ranking=alternating_order(live.state))


def take_place(live: Live[Match]) -> Rule[None]:
    """Put a newcomer to a team into the list; teams have no initiative.

    Rule: TEAM-3
    """
    yield teams.LinedUp(ranking=alternating_order(live.state))


# ---- the start


def line_up(live: Live[Match]) -> Rule[None]:
    """Rank the teams by their rolls, give them what they start with, and let the best choose.

    Rule: TEAM-1, TEAM-2, BASE-1, FLAG-1
    """
    yield from _refuse_small_teams(live.state)
    totals, ranked = yield from _rank(live)
    mod = live.state.mod
    structure = mod.parameters.structure_points if mod.has("structures") else None
    yield teams.TeamsRanked(teams=ranked, totals=totals, structure=structure)
    yield teams.LinedUp(ranking=alternating_order(live.state))
    if mod.has("bases"):
        yield teams.BasesTaken(bases=_bases(live.state))
    if mod.has("flags"):
        yield from place_flags(live)
    first = yield from _choose_first(ranked)
    yield teams.FirstChosen(team=ranked[0], first=first)
    for steps in steps_of(mod):
        yield from steps.begin(live)


def _refuse_small_teams(state: Match) -> Rule[None]:
    sizes, sides = teams.teams_of(state.mod), teams.with_players(state)
    if state.mod.has("hunt") and len(sides) != 2:
        raise forbid("TEAM-1", "two-teams", teams=sides, count=len(sides))
    if len(sides) < sizes.least:
        count = len(sides)
        yield from refuse("TEAM-1", "too-few-teams", teams=sides, count=count, least=sizes.least)
    for team in sides:
        present = sum(state.players[p].present for p in state.members(team))
        if present < sizes.players:
            least = sizes.players
            yield from refuse("TEAM-1", "team-too-small", team=team, players=present, least=least)


def _rank(live: Live[Match]) -> Rule[tuple[dict[str, int], tuple[str, ...]]]:
    """Roll 2D6 for each team; those tied roll again. Return the first totals and the ranked teams.

    Rule: TEAM-2
    """
    first: dict[str, int] = {}

    def roll_for(group: tuple[str, ...]) -> Rule[dict[str, int]]:
        nonlocal first
        rolled: dict[str, int] = {}
        for team in group:
            facts = {"team": team, "again": bool(first)}
            dice = yield from roll(live, None, "team-roll", "TEAM-2", (6, 6), **facts)
            rolled[team] = sum(dice)
            yield teams.TeamRolled(team=team, dice=dice, total=sum(dice))
        first = first or rolled
        return rolled

    ranked = yield from rank_by_rolls(teams.with_players(live.state), roll_for)
    return first, tuple(ranked)


def _choose_first(ranked: tuple[str, ...]) -> Rule[dict[str, str]]:
    best = ranked[0]
    if len(ranked) < 2:
        return dict.fromkeys(CHOSEN, best)
    moves = yield from choose(None, "first-movement", "TEAM-2", ranked, team=best)
    shoots = yield from choose(None, "first-shooting", "TEAM-2", ranked, team=best)
    assaults = yield from choose(None, "first-assault", "TEAM-2", ranked, team=best)
    return dict(zip(CHOSEN, (moves, shoots, assaults), strict=True))


def _bases(state: Match) -> dict[str, int | None]:
    """Give each team a base, in the order of their first players, if the arena has enough.

    Rule: BASE-1
    """
    numbers = sorted(base.number for base in state.arena.bases)
    sides = [side for side in state.sides if side in state.teams]
    return {side: numbers[i] if i < len(numbers) else None for i, side in enumerate(sides)}
