"""INITIATIVE: the order of play, and its roll-offs as events."""

from q40k.games.quake.state.acting import may_act
from q40k.games.quake.state.match import Match, change_player
from q40k.games.quake.state.registry import Event
from q40k.games.w40k3e.traits import has


class InitiativeRolled(Event, tag="initiative-rolled"):
    """Ld + I + 1D6 (INIT-1)."""

    player: str
    die: int
    total: int

    def fold(self, state: Match) -> Match:
        return change_player(state, self.player, die=self.die, initiative=self.total)


class RolledOff(Event, tag="rolled-off"):
    """Players tied on initiative rolled a die each (INIT-2, INIT-3)."""

    players: tuple[str, ...]
    dice: tuple[int, ...]


class OrderSet(Event, tag="order-set"):
    """The order of play, highest first (INIT-1 to 3)."""

    ranking: tuple[str, ...]

    def fold(self, state: Match) -> Match:
        return state.replace(ranking=self.ranking)


class OrderChosen(Event, tag="order-chosen"):
    """The holder of a bonus decided the order of play of this turn."""

    player: str
    order: tuple[str, ...]

    def fold(self, state: Match) -> Match:
        return state.replace(chosen=self.order)


# -- the order of deployment --------------------------------------------------------------


class DeploymentOpened(Event, tag="deployment-opened"):
    """Deployment begins, lowest initiative first (DEPLOY-1)."""

    def fold(self, state: Match) -> Match:
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


def may_act_or_deploy(state: Match) -> tuple[str, ...]:
    """Return the players who may act now, or be placed while champions are set up."""
    if state.play.phase == "deployment":
        return may_deploy_now(state)
    return may_act(state) if state.running else ()


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
