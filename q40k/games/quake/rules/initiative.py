"""INITIATIVE: who acts when, the roll-offs, latecomers and leavers."""

from q40k.games.quake.rules.questions import roll
from q40k.games.quake.rules.registry import Event, fold
from q40k.games.quake.rules.state import Match, change_player
from q40k.games.w40k3e.traits import has
from q40k.kernel.events import Live, Rule


class InitiativeRolled(Event, tag="initiative-rolled"):
    """Ld + I + 1D6 (INIT-1)."""

    player: str
    die: int
    total: int


class RolledOff(Event, tag="rolled-off"):
    """Players tied on initiative rolled a die each (INIT-2, INIT-3)."""

    players: tuple[str, ...]
    dice: tuple[int, ...]


class OrderSet(Event, tag="order-set"):
    """The order of play, highest first (INIT-1 to 3)."""

    ranking: tuple[str, ...]


class OrderChosen(Event, tag="order-chosen"):
    """The holder of a bonus decided the order of play of this turn."""

    player: str
    order: tuple[str, ...]


@fold(InitiativeRolled)
def _initiative_rolled(state: Match, event: InitiativeRolled) -> Match:
    return change_player(state, event.player, die=event.die, initiative=event.total)


@fold(OrderSet)
def _order_set(state: Match, event: OrderSet) -> Match:
    return state.replace(ranking=event.ranking)


@fold(OrderChosen)
def _order_chosen(state: Match, event: OrderChosen) -> Match:
    return state.replace(chosen=event.order)


def roll_initiative(live: Live[Match], player: str) -> Rule[int]:
    """Roll Ld + I + 1D6, once for the whole match.

    Rule: INIT-1
    """
    profile = live.state.players[player].champion
    fixed = profile.ld + profile.i
    (die,) = yield from roll(live, player, "initiative", "INIT-1", fixed=fixed, ld=profile.ld, i=profile.i)
    yield InitiativeRolled(player=player, die=die, total=fixed + die)
    return fixed + die


def rank_all(live: Live[Match]) -> Rule[None]:
    """Roll for everyone in order of joining; roll off ties, the highest first.

    Rule: INIT-1, INIT-2
    """
    players = tuple(p.id for p in live.state.players.values() if p.present)
    totals: dict[str, int] = {}
    for player in players:
        totals[player] = yield from roll_initiative(live, player)
    ranking: list[str] = []
    for total in sorted(set(totals.values()), reverse=True):
        tied = tuple(p for p in players if totals[p] == total)
        ranking += yield from roll_off(live, tied, total)
    yield OrderSet(ranking=tuple(ranking))


def roll_off(live: Live[Match], tied: tuple[str, ...], total: int) -> Rule[list[str]]:
    """Rank the players tied at `total`: a D6 each, rolled again by those still tied.

    Rule: INIT-2
    """
    ranked: list[str] = []
    groups = [tied]  # the highest first; equal dice add another group, without limit
    while groups:
        group = groups.pop(0)
        if len(group) < 2:
            ranked += group
            continue
        names = tuple(live.state.players[p].name for p in group)
        rolled: dict[str, int] = {}
        for player in group:
            (rolled[player],) = yield from roll(live, player, "roll-off", "INIT-2", tied=names, total=total)
        yield RolledOff(players=group, dice=tuple(rolled.values()))
        faces = sorted(set(rolled.values()), reverse=True)
        groups = [tuple(p for p in group if rolled[p] == face) for face in faces] + groups
    return ranked


def place_newcomer(live: Live[Match], player: str, total: int) -> Rule[None]:
    """Insert a newcomer into the order of play; nobody else's place changes.

    A newcomer tied with placed players rolls off against each of them, from the top. It takes the
    place above the first one it beats.

    Rule: INIT-3
    """
    state = live.state
    ranking = [p for p in state.ranks.ranking if p != player]
    place = len(ranking)
    for index, placed in enumerate(ranking):
        theirs = state.players[placed].initiative or 0
        if theirs < total:
            place = index
            break
        if theirs == total and state.players[placed].present:
            better = yield from roll_off(live, (player, placed), total)
            if better[0] == player:
                place = index
                break
    yield OrderSet(ranking=(*ranking[:place], player, *ranking[place:]))


# -- the order of deployment --------------------------------------------------------------


class DeploymentOpened(Event, tag="deployment-opened"):
    """Deployment begins, lowest initiative first (DEPLOY-1)."""


@fold(DeploymentOpened)
def _deployment_opened(state: Match, _event: DeploymentOpened) -> Match:
    return state.replace(phase="deployment")


def next_to_deploy(state: Match) -> str | None:
    """Return who deploys next; None when everyone has.

    The lowest initiative goes first; champions that come up unseen go after everybody else. Teams
    alternate, beginning with the lowest roll: next is the team with the fewest champions on the
    table.

    Rule: DEPLOY-1, TEAM-2, TRAIT-1
    """
    waiting = [p for p in reversed(state.order) if _can_deploy(state, p)]
    waiting.sort(key=lambda p: has(state.players[p].traits, "deploys-last"))
    if not waiting or not state.in_teams:
        return next(iter(waiting), None)
    teams = dict.fromkeys(state.side_of(p) for p in waiting)

    def priority(team: str) -> tuple[int, int]:
        placed = sum(state.players[p].life.placed for p in state.members(team))
        return placed, _from_lowest(state).index(team)

    return may_deploy(state, min(teams, key=priority))[0]


def may_deploy(state: Match, team: str) -> tuple[str, ...]:
    """Return who of a team may deploy: within it there is no order.

    Rule: TEAM-3
    """
    return tuple(p for p in state.members(team) if _can_deploy(state, p))


def may_deploy_now(state: Match) -> tuple[str, ...]:
    """Return everyone who may deploy now: the active champion, or any of its team.

    Rule: DEPLOY-1, TEAM-3
    """
    if state.play.active is None or not state.in_teams:
        return () if state.play.active is None else (state.play.active,)
    return may_deploy(state, state.side_of(state.play.active))


def alternating_order(state: Match) -> tuple[str, ...]:
    """Return the players of all teams in turn: the first of each, then the second of each.

    The team with the highest roll comes first; within a team, the first to join.
    """
    teams = [state.members(team) for team in reversed(_from_lowest(state))]
    longest = max(map(len, teams), default=0)
    return tuple(team[i] for i in range(longest) for team in teams if i < len(team))


def _from_lowest(state: Match) -> tuple[str, ...]:
    """Return the teams as their rolls ranked them, the lowest first."""
    ranked = [team for team in state.teams if team in state.sides]
    return (*(team for team in state.sides if team not in ranked), *reversed(ranked))


def _can_deploy(state: Match, player: str) -> bool:
    candidate = state.players[player]
    return candidate.present and not candidate.life.placed and not candidate.life.out
