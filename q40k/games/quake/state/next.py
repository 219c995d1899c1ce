"""TURN: who can do nothing more in the phase, and why."""

from typing import Literal

from q40k.games.quake.state import assault, positions, traits
from q40k.games.quake.state.acting import has_had_part, may_act
from q40k.games.quake.state.bonus import profile
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.melee import contacts_of, melee_of, melees, opponents_of
from q40k.games.quake.state.movement.second_move import kind_now
from q40k.games.quake.state.registry import Command, Event
from q40k.games.quake.state.shooting import cannot_shoot
from q40k.games.w40k3e.ground import charge_in
from q40k.kernel.commands import Name

Why = Literal["", "part-over", "no-shot", "no-charge", "fights", "nobody-near", "no-melee"]
"""Why a champion can do nothing in a phase; "" where that is unknown."""


NEARLY_IN = 2.0
"""Champions out of charge range by less are not too far: a ruler may have the last word."""


DOUBTFUL_CODES = frozenset(("heavy-moved", "ordnance-moved", "turbo"))
"""Findings the table may see differently: a move may be entered roughly."""


class Next(Command, tag="next"):
    """End the active champion's part of the phase.

    `passed` are those whose parts come next and end at once, each when its part begins.
    """

    passed: tuple[Name, ...] = ()


class PassedOver(Event, tag="passed-over"):
    """Champions are passed over in a phase, one after the other, with the reasons."""

    players: tuple[tuple[str, Why], ...]


# ---- champions that can do nothing


def why_nothing_to_do(state: Match) -> Why:
    """Return why the active champion can do nothing in the phase; "" unless entries prove it.

    In teams nobody is passed over in whose place a team-mate could do something.

    Rule: TURN-1, TEAM-3
    """
    reasons = [_why_idle(state, state.players[player]) for player in may_act(state)]
    return reasons[0] if all(reasons) else ""


def _why_idle(state: Match, player: Player) -> Why:
    """Return why a champion can use no trait, and neither shoot, charge nor fight; "" if it can.

    Rule: TURN-1, SHOOT-4, ASSAULT-2, MELEE-3
    """
    phase = state.play.phase
    if has_had_part(state, player):
        return "part-over"
    if any(flag.carrier == player.id for flag in state.flags.values()):
        return ""  # it may hand the flag over, or bring it home
    uses = (trait.use for trait in traits.usable_traits(player))
    if kind_now(state, player) is not None or any(use and phase in use.phases for use in uses):
        return ""
    if phase == "shooting":
        hindrance = cannot_shoot(state, player)
        return "no-shot" if hindrance is not None and hindrance.code not in DOUBTFUL_CODES else ""
    if phase == "assault":
        return _why_no_charge(state, player)
    return "no-melee" if phase == "melee" and _has_no_melee(state, player) else ""


def _why_no_charge(state: Match, player: Player) -> Why:
    """Return why a champion can charge nobody: it charged or shot, or all are too far.

    Fights and distances are known only for champions whose places are kept.
    """
    shot = player.turn.shot
    if player.turn.charge is not None or (shot is not None and not shot.may_charge):
        return "no-charge"
    others = [p for p in state.players.values() if p.in_play and p.id != player.id]
    if player.position.at is None or any(p.position.at is None for p in others):
        return ""
    if opponents_of(state, player.id):
        return "fights"
    if state.announces or state.flags or any(team.structure for team in state.teams.values()):
        return ""  # nothing is measured, or there is more to charge than champions
    reach = charge_in(profile(player).unit_type, player.abilities) + NEARLY_IN
    targets = [p for p in others if not state.in_teams or state.side_of(p.id) != state.side_of(player.id)]
    far = all(
        (positions.distance_between(state, player, p) or 0) > reach and not assault.trails(state, player, p)
        for p in targets
    )
    return "nobody-near" if far else ""


def _has_no_melee(state: Match, player: Player) -> bool:
    """Return whether a champion is in no melee still to be fought, and in contact with nobody.

    Without places that is known only in a phase in which melees were entered.
    """
    entered = bool(melees(state) or state.close_combat.fought)
    is_known = entered or all(p.position.at is not None for p in state.players.values() if p.in_play)
    return is_known and not melee_of(state, player.id) and not contacts_of(state, player.id)
