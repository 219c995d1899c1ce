"""Who acts, and who may: by initiative, or team by team."""

from msgspec.structs import replace

from q40k.games.quake.state.match import PHASES, Match, Player
from q40k.games.quake.state.parts import Phase
from q40k.games.quake.state.registry import REGISTRY, Command, Event
from q40k.kernel.commands import Name
from q40k.tabletop.rules import NothingChanged

REGISTRY.event(NothingChanged)


class Act(Command, tag="act"):
    """Say which champion of the active team acts now (TEAM-3)."""

    player: Name


class Activated(Event, tag="activated"):
    """A player's part of the phase begins; None if nobody is there to act."""

    player: str | None

    def fold(self, state: Match) -> Match:
        return replace(state, play=replace(state.play, active=self.player, thrown=None))


class PartEnded(Event, tag="part-ended"):
    """A champion has had its part of the phase (TEAM-3)."""

    player: str

    def fold(self, state: Match) -> Match:
        if self.player in state.team_play.acted:
            return state
        return state.replace(acted=(*state.team_play.acted, self.player))


def first_to_act(state: Match) -> str | None:
    """Return who opens a phase; None if nobody is on the table.

    Rule: TURN-1, TEAM-3, TEAM-5, BONUS-1
    """
    if not state.alternates:
        return next((p for p in state.order if state.players[p].in_play), None)
    sides = state.sides
    opening = opening_team(state)
    start = sides.index(opening) if opening in sides else 0
    return _first_of(state, (*sides[start:], *sides[:start]))


def opening_team(state: Match) -> str | None:
    """Return the team that was chosen to open the running phase.

    Close combat is opened by the team that opened the assault.

    Rule: TEAM-2, TEAM-3, TEAM-5
    """
    phase = "assault" if state.play.phase == "melee" else state.play.phase
    return state.team_play.first_now.get(phase) or state.team_play.first.get(phase)


def next_to_act(state: Match, player: str) -> str | None:
    """Return who acts after `player`; None if the phase is over.

    Teams alternate, each with any champion that has not acted; a team with none left waits. Where a
    bonus decides the order of play, it counts for every champion, in any team.

    Rule: TURN-1, TURN-2, TEAM-3, BONUS-1
    """
    if not state.alternates:
        players, acted = state.players, state.team_play.acted
        remaining = (p for p in state.after(player) if players[p].in_play and p not in acted)
        return next(remaining, None)
    sides = state.sides
    place = sides.index(state.side_of(player)) + 1
    return _first_of(state, (*sides[place:], *sides[:place]))


def next_after_active(state: Match) -> str | None:
    """Return who acts after the active champion: in this phase, else first in the next one.

    Returns None while champions are set up.

    Rule: TURN-1, TURN-2, TEAM-3
    """
    active = state.play.active
    if active is None or not state.running or state.outcome.over:
        return None
    acted = state.replace(acted=(*state.team_play.acted, active))
    player = next_to_act(acted, active)
    if player is None:
        phase = PHASES[(PHASES.index(state.play.phase) + 1) % len(PHASES)]
        player = first_to_act(state.replace(phase=phase, acted=()))
    return player if player != active else None


def may_act(state: Match) -> tuple[str, ...]:
    """Return everyone who may act now, the active champion first.

    In teams they are all members of the active team that have not acted in this phase.

    Rule: TURN-1, TEAM-3
    """
    if state.play.active is None:
        return ()
    if not state.alternates:
        return (state.play.active,)
    mates = _ready(state, state.side_of(state.play.active))
    return (state.play.active, *(p for p in mates if p != state.play.active))


def has_begun(state: Match, player: str) -> bool:
    """Return whether a champion has begun its part of this phase, so that no team-mate may step in.

    A move from a place that nobody knows spends no inches, and is one all the same.

    Rule: TEAM-3, TURN-1
    """
    champion, phase = state.players[player], state.play.phase
    if phase == "movement":
        return bool(champion.movement.spent) or champion.turn.moved or champion.movement.came_by is not None
    if phase in phase_of_second(champion):
        return True
    if phase == "shooting":
        exchanged = any(player in flag.sharers for flag in state.flags.values())
        return exchanged or champion.turn.shot is not None
    return phase == "assault" and champion.turn.charge is not None


def has_had_part(state: Match, player: Player) -> bool:
    """Return whether a champion has died in its own part of this phase: that part is over.

    Rule: TURN-1, MOVE-3
    """
    return player.turn.part_over is not None and player.turn.part_over == state.play.phase


def find_stand_in(state: Match, player: str) -> str | None:
    """Return the team-mate who acts for a champion that left and had not begun, if there is one.

    Rule: TEAM-3
    """
    if not state.alternates or has_begun(state, player):
        return None
    return next(iter(_ready(state, state.side_of(player))), None)


def _ready(state: Match, team: str) -> tuple[str, ...]:
    players, acted = state.players, state.team_play.acted
    return tuple(p for p in state.members(team) if players[p].in_play and p not in acted)


def _first_of(state: Match, teams: tuple[str, ...]) -> str | None:
    return next((ready[0] for team in teams if (ready := _ready(state, team))), None)


_SECOND: dict[str, Phase] = {
    "fleet": "shooting",
    "assault-move": "assault",
    "warp-jump": "assault",
    "jump-back": "assault",
    "hit-and-run": "melee",
    "free-move": "movement",
}


def phase_of_second(player: Player) -> tuple[Phase, ...]:
    """Return the phase of its second move this turn, if any: there it picks up what it passes.

    Rule: BONUS-1, FLAG-1, TRAIT-1
    """
    second = player.turn.second
    return () if second is None else (_SECOND[second],)
