"""Who is in base contact: where places are known the bases say so, elsewhere the table."""

from __future__ import annotations

from itertools import combinations

from q40k.games.quake.rules.positions import base_of
from q40k.games.quake.rules.state import Match, Player


def in_contact(state: Match, one: str, other: str) -> bool:
    """Whether two champions on the table are in base contact.

    Rule: DIFF-2, DIFF-5
    """
    a, b = state.players[one], state.players[other]
    if one == other or not (a.in_play and b.in_play):
        return False
    if a.position.at is not None and b.position.at is not None:
        return _bases_meet(a, b)
    return (one, other) in state.close_combat.contacts or (
        other,
        one,
    ) in state.close_combat.contacts


def touching(state: Match, player: str) -> tuple[str, ...]:
    """Everyone in contact with a champion, in the order of play.

    Rule: DIFF-2
    """
    return tuple(other for other in state.order if in_contact(state, player, other))


def pairs(state: Match) -> tuple[tuple[str, str], ...]:
    """Every pair in contact, each in the order of play.

    Rule: DIFF-2, DIFF-8
    """
    here = [p for p in state.order if state.players[p].in_play]
    if (
        not state.close_combat.contacts
        and sum(state.players[p].position.at is not None for p in here) < 2
    ):
        return ()
    return tuple(pair for pair in combinations(here, 2) if in_contact(state, *pair))


def _bases_meet(one: Player, other: Player) -> bool:
    from q40k.geometry.bases import CONTACT_CM, HAIR_CM, gap_cm

    assert one.position.at is not None
    assert other.position.at is not None
    gap = gap_cm(base_of(one), one.position.at, base_of(other), other.position.at)
    return gap <= CONTACT_CM + HAIR_CM
