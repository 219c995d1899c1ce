"""TEAMS: their players, their rolls and choices, and what each team starts with."""

from fractions import Fraction

from q40k.games.quake.packs.models import Mod, TeamsOf
from q40k.games.quake.rules import flag_carrying, parts
from q40k.games.quake.rules import initiative as acting
from q40k.games.quake.rules.objectives.objective import steps_of
from q40k.games.quake.rules.questions import choose, find_present, forbid, must_be_open, refuse, roll
from q40k.games.quake.rules.registry import Command, Event, fold, rule
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.games.quake.rules.teams.bases import BasesTaken
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Rule


class ChangeTeam(Command, tag="team"):
    """Move a player to another team (TEAM-1)."""

    player: Name
    team: Name


class TeamChanged(Event, tag="team-changed"):
    """A player now plays for another team."""

    player: str
    team: str
    was: str | None = None


class TeamRolled(Event, tag="team-rolled"):
    """A team rolled its 2D6 (TEAM-2)."""

    team: str
    dice: tuple[int, ...]
    total: int


class TeamsRanked(Event, tag="teams-ranked"):
    """The teams by their rolls, the highest first; `totals` are the first rolls (TEAM-2).

    `structure` is the points of each team's building, None without buildings.
    """

    teams: tuple[str, ...]
    totals: dict[str, int]
    structure: int | None = None


class LinedUp(Event, tag="lined-up"):
    """The players of all teams in turn, as a list shows them."""

    ranking: tuple[str, ...]


class FirstChosen(Event, tag="first-chosen"):
    """The team that opens each phase (TEAM-2).

    With a `player` its bonus chose the teams, for one turn: in matches of older rules.
    """

    first: dict[str, str]
    team: str | None = None
    player: str | None = None


@fold(TeamChanged)
def _team_changed(state: Match, event: TeamChanged) -> Match:
    return change_player(state, event.player, team=event.team)


@fold(TeamsRanked)
def _teams_ranked(state: Match, event: TeamsRanked) -> Match:
    teams = {name: parts.Team(name, event.totals.get(name, 0), structure=event.structure) for name in event.teams}
    return state.replace(teams=teams)


@fold(LinedUp)
def _lined_up(state: Match, event: LinedUp) -> Match:
    return state.replace(ranking=event.ranking)


@fold(FirstChosen)
def _first_chosen(state: Match, event: FirstChosen) -> Match:
    if event.player is not None:
        return state.replace(first_now=event.first)
    return state.replace(first=event.first)


CHOSEN = ("movement", "shooting", "assault")
"""The phases whose opening team is chosen; close combat follows the assault (TEAM-2, TEAM-5)."""


def teams_of(mod: Mod) -> TeamsOf:
    """Return how many teams a mod has, and how large they are."""
    return mod.teams or TeamsOf()


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
    team = next((name for name in existing if name.casefold() == team_name.casefold()), team_name)
    if team not in existing:
        yield from _refuse_new_team(state, team, existing)
    yield from _refuse_over_budget(state, team, points, player)
    return team


def _refuse_new_team(state: Match, team: str, existing: tuple[str, ...]) -> Rule[None]:
    if state.play.phase != "setup":
        raise forbid("TEAM-1", "no-new-team", team=team, teams=existing)
    most = teams_of(state.mod).most
    if len(_with_players(state)) >= most:
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


@rule(ChangeTeam)
def change_team(live: Live[Match], command: ChangeTeam) -> Rule[None]:
    """Move a player to another team; once the match has started only by agreement.

    A flag it carries goes back to its start.

    Rule: TEAM-1
    """
    must_be_open(live.state)
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
        yield from flag_carrying.send_flags_home(live, player.id)
    yield TeamChanged(player=player.id, team=team, was=player.team)
    if state.play.phase != "setup":
        yield LinedUp(ranking=acting.alternating_order(live.state))


def take_place(live: Live[Match]) -> Rule[None]:
    """Put a newcomer to a team into the list; teams have no initiative.

    Rule: TEAM-3
    """
    yield LinedUp(ranking=acting.alternating_order(live.state))


# ---- the start


def line_up(live: Live[Match]) -> Rule[None]:
    """Rank the teams by their rolls, give them what they start with, and let the best choose.

    Rule: TEAM-1, TEAM-2, BASE-1, FLAG-1
    """
    yield from _refuse_small_teams(live.state)
    totals, ranked = yield from _rank(live)
    mod = live.state.mod
    structure = mod.parameters.structure_points if mod.has("structures") else None
    yield TeamsRanked(teams=ranked, totals=totals, structure=structure)
    yield LinedUp(ranking=acting.alternating_order(live.state))
    if mod.has("bases"):
        yield BasesTaken(bases=_bases(live.state))
    if mod.has("flags"):
        yield from flag_carrying.place_flags(live)
    first = yield from _choose_first(ranked)
    yield FirstChosen(team=ranked[0], first=first)
    for steps in steps_of(mod):
        yield from steps.begin(live)


def _with_players(state: Match) -> tuple[str, ...]:
    """Return the teams with somebody at the table, in the order of their first players."""
    return tuple(t for t in state.sides if any(state.players[p].present for p in state.members(t)))


def missing_players(state: Match) -> tuple[int, dict[str, int]]:
    """Return how many teams are missing before the start, and how many players in each team.

    Rule: TEAM-1
    """
    sizes, teams = teams_of(state.mod), _with_players(state)
    least = 2 if state.mod.has("hunt") else sizes.least
    present = {team: sum(state.players[p].present for p in state.members(team)) for team in teams}
    short = {team: sizes.players - count for team, count in present.items()}
    return max(0, least - len(teams)), {team: missing for team, missing in short.items() if missing > 0}


def _refuse_small_teams(state: Match) -> Rule[None]:
    sizes, teams = teams_of(state.mod), _with_players(state)
    if state.mod.has("hunt") and len(teams) != 2:
        raise forbid("TEAM-1", "two-teams", teams=teams, count=len(teams))
    if len(teams) < sizes.least:
        count = len(teams)
        yield from refuse("TEAM-1", "too-few-teams", teams=teams, count=count, least=sizes.least)
    for team in teams:
        present = sum(state.players[p].present for p in state.members(team))
        if present < sizes.players:
            least = sizes.players
            yield from refuse("TEAM-1", "team-too-small", team=team, players=present, least=least)


def _rank(live: Live[Match]) -> Rule[tuple[dict[str, int], tuple[str, ...]]]:
    """Roll 2D6 for each team; those tied roll again. Return the first totals and the ranked teams.

    Rule: TEAM-2
    """
    first: dict[str, int] = {}
    ranked: list[str] = []
    groups = [_with_players(live.state)]
    while groups:
        group = groups.pop(0)
        if len(group) < 2:
            ranked += group
            continue
        rolled: dict[str, int] = {}
        for team in group:
            facts = {"team": team, "again": bool(first)}
            dice = yield from roll(live, None, "team-roll", "TEAM-2", (6, 6), **facts)
            rolled[team] = sum(dice)
            yield TeamRolled(team=team, dice=dice, total=sum(dice))
        first = first or rolled
        totals = sorted(set(rolled.values()), reverse=True)
        groups = [tuple(t for t in group if rolled[t] == total) for total in totals] + groups
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
    teams = [team for team in state.sides if team in state.teams]
    return {team: numbers[i] if i < len(numbers) else None for i, team in enumerate(teams)}
