"""TURN: a champion's part ends, and whoever can do nothing in the phase is passed over."""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.assault.charge import trails
from q40k.games.quake.rules.bonus.modifiers import profile
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.melee.contact import touching
from q40k.games.quake.rules.melee.melees import engaged, melee_of, melees
from q40k.games.quake.rules.movement.second_move import kind_now
from q40k.games.quake.rules.movement.water import stay_afloat
from q40k.games.quake.rules.positions.places import apart
from q40k.games.quake.rules.questions import find_present
from q40k.games.quake.rules.registry import command, event, rule
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.shooting.able import cannot_shoot
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.traits.using import usable
from q40k.games.quake.rules.turn.acting import following, may_act
from q40k.games.quake.rules.turn.turn import must_be_playing, pass_on
from q40k.games.w40k3e.ground import charge_in
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name

Why = Literal["", "no-shot", "no-charge", "fights", "nobody-near", "no-melee"]
"""Why a champion can do nothing in a phase; "" where nobody knows that it cannot."""
NEARLY_IN = 2.0
"""Nobody is called too far to be charged by less than that: a ruler may have the last word."""
MOVED = frozenset(("heavy-moved", "ordnance-moved", "turbo"))
"""What a table may see otherwise: a move is entered roughly, or where somebody only stands."""


@command
class Next(Command, tag="next"):
    """End the active champion's part of the phase.

    `passed` are those whose parts come next and are over with it, each as long as it is its part.
    """

    passed: tuple[Name, ...] = ()


@event
class PassedOver(Event, tag="passed-over"):
    """Champions are passed over in a phase, one after the other: who, and why."""

    players: tuple[tuple[str, Why], ...]


@rule(Next)
def next_champion(live: Live[Match], command: Next) -> Rule[None]:
    """End the active champion's part of the phase, and those of whoever is passed over.

    Rule: TURN-1, PORTAL-7, MOVE-4
    """
    yield from _end_part(live, must_be_playing(live.state))
    left = [find_present(live.state, name).id for name in command.passed]
    passed: list[tuple[str, Why]] = []
    while left and left[0] == live.state.play.active:
        player = left.pop(0)
        passed.append((player, nothing_to_do(live.state)))
        if not left or following(live.state, player) is None:
            yield PassedOver(players=tuple(passed))
            passed = []
        yield from _end_part(live, player)
    if passed:
        yield PassedOver(players=tuple(passed))


def _end_part(live: Live[Match], player: str) -> Rule[None]:
    yield from stay_afloat(live, (player,))
    yield from respawn_waiting(live)
    yield from pass_on(live, player)


# ---- who can do nothing


def nothing_to_do(state: Match) -> Why:
    """Why whoever acts can do nothing in the phase; "" unless all that is entered says so.

    In teams that act by turns nobody is passed over in whose place a team-mate could do something.

    Rule: TURN-1, TEAM-3
    """
    reasons = [_idle(state, state.players[one]) for one in may_act(state)]
    return reasons[0] if all(reasons) else ""


def _idle(state: Match, one: Player) -> Why:
    """Why a champion can do nothing: no trait is left to use, and neither shot, charge nor melee.

    Rule: SHOOT-4, ASSAULT-2, MELEE-3
    """
    phase = state.play.phase
    if any(flag.carrier == one.id for flag in state.flags.values()):
        return ""  # it may hand the flag over, or bring it home
    uses = (trait.use for trait in usable(one))
    if kind_now(state, one) is not None or any(use and phase in use.phases for use in uses):
        return ""
    if phase == "shooting":
        bar = cannot_shoot(state, one)
        return "no-shot" if bar is not None and bar.code not in MOVED else ""
    if phase == "assault":
        return _uncharging(state, one)
    return "no-melee" if phase == "melee" and _out_of_it(state, one) else ""


def _uncharging(state: Match, one: Player) -> Why:
    """Why a champion charges nobody: it has charged, or shot so that it may not; all are too far.

    Who fights, and how far somebody is, is only known of those whose places are kept.
    """
    shot = one.turn.shot
    if one.turn.charge is not None or (shot is not None and not shot.may_charge):
        return "no-charge"
    others = [p for p in state.players.values() if p.in_play and p.id != one.id]
    if one.position.at is None or any(p.position.at is None for p in others):
        return ""
    if engaged(state, one.id):
        return "fights"
    if state.announces or state.flags or any(team.structure for team in state.teams.values()):
        return ""  # nothing is measured, or there is more to charge than champions
    reach = charge_in(profile(one).unit_type, one.abilities) + NEARLY_IN
    prey = [p for p in others if not state.in_teams or state.side_of(p.id) != state.side_of(one.id)]
    far = all((apart(state, one, p) or 0) > reach and not trails(state, one, p) for p in prey)
    return "nobody-near" if far else ""


def _out_of_it(state: Match, one: Player) -> bool:
    """Whether a champion is in no melee still to be fought, and touches nobody.

    Without places that is only known in a phase in which melees were entered.
    """
    entered = bool(melees(state) or state.close_combat.fought)
    known = entered or all(p.position.at is not None for p in state.players.values() if p.in_play)
    return known and not melee_of(state, one.id) and not touching(state, one.id)
