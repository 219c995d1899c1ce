"""Finding players and champions by name, and what a match must be for a command."""

from q40k.games.quake.state.match import Match, Player, change_player
from q40k.games.quake.state.registry import REGISTRY, Command, Event, Stage
from q40k.tabletop.asking import check_open, forbid, forbid_unknown
from q40k.tabletop.rules import Dice, Roller

REGISTRY.command(Dice)


class D3Typed(Event, tag="d3-typed"):
    """Whether a D3 is typed as the D6 it was rolled on."""

    on_d6: bool

    def fold(self, state: Match) -> Match:
        return state.replace(d3_on_d6=self.on_d6)


def find_player(state: Match, name: str) -> Player:
    """Return the player of that name, present or not. Raises Refused (TABLE-1)."""
    player = state.player_named(name)
    if player is not None:
        return player
    raise forbid_unknown("TABLE-1", "unknown-player", name, (p.name for p in state.players.values()))


def find_present(state: Match, name: str) -> Player:
    """Return the player of that name, who has not left. Raises Refused (INIT-5)."""
    player = find_player(state, name)
    if not player.present:
        raise forbid("INIT-5", "player-left", player=player.name)
    return player


def find_on_table(state: Match, name: str, rule_id: str = "TURN-1") -> Player:
    """Return the player of that name, whose champion is on the table. Raises Refused."""
    player = find_present(state, name)
    if not player.in_play:
        raise forbid(rule_id, "not-on-table", player=player.name)
    return player


def must_be_in_stage(state: Match, stage: Stage) -> None:
    """Refuse what comes before its stage of a match, or after the match is won (TABLE-2, TABLE-3)."""
    if stage == "always":
        return
    check_open(state.setup.mod, state.outcome.over, "TABLE-2", "TABLE-3")
    if stage == "started" and state.play.phase == "setup":
        raise forbid("TABLE-2", "not-started")


# -- who rolls, and how a D3 is typed -----------------------------------------------------


class D3(Command, tag="d3"):
    """Say how a D3 is typed: as 1 to 3, or as the D6 it was rolled on."""

    on_d6: bool
    stage = "always"


class RollerSet(Event, tag="roller-set"):
    """Who rolls a player's dice, or the table's, by default."""

    player: str | None
    roller: Roller

    def fold(self, state: Match) -> Match:
        if self.player is not None:
            return change_player(state, self.player, roller=self.roller)
        players = {name: player.replace(roller=None) for name, player in state.players.items()}
        return state.replace(roller=self.roller, players=players)
