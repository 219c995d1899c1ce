"""The odds of a round of close combat, worked out from the blows that will be struck."""

from __future__ import annotations

from functools import lru_cache

from q40k.games.quake.rules.melee.blows import plan, worthwhile
from q40k.games.quake.rules.melee.melees import victims_of
from q40k.games.quake.rules.parts import ChargeMade
from q40k.games.quake.rules.state import Match
from q40k.games.w40k3e.melee import Blows, initiative_steps
from q40k.games.w40k3e.odds import MeleeOdds, Standing, melee_odds

MOST_FIGHTERS = 3
"""With more fighters the sets of dead are too many to work out while somebody waits."""


def odds_of_melee(state: Match, members: tuple[str, ...]) -> MeleeOdds | None:
    """Return each fighter's chance to die in the coming round, all with their best weapon.

    Each strikes whom it charged, else the first of its foes. Returns None for a melee of more than
    `MOST_FIGHTERS`, or one without a fight.

    Rule: MELEE-2, MELEE-4
    """
    if not 2 <= len(members) <= MOST_FIGHTERS:
        return None
    blows: list[Blows] = []
    wards = dict.fromkeys(members, 0)
    for name in members:
        striker = state.players[name]
        victims = victims_of(state, name, members)
        if not victims:
            continue
        charged = striker.turn.charge.target if striker.turn.charge else None
        victim = state.players[charged if charged in victims else victims[0]]
        grip = worthwhile(state, striker, (victim,))[0]
        struck = plan(state, striker, grip, victim)[0]
        blows += struck
        wards[victim.id] = max(wards[victim.id], *(blow.attack.ward for blow in struck))
    players = state.players
    standing = tuple(
        (p, Standing(players[p].life.wounds, wards[p], players[p].turn.stunned >= state.play.turn))
        for p in members
    )
    return _odds(initiative_steps(blows), standing)


def duel_odds_of_round(
    state: Match, player: str, other: str, *, charging: bool = True, into_cover: bool = False
) -> MeleeOdds:
    """Return the odds of the round that would follow if `player` charged `other` now.

    Without `charging` they fight on, nobody with the bonus. Both take their best weapon.

    Rule: ASSAULT-2, MELEE-2, MELEE-4
    """
    players = dict(state.players)
    charge = ChargeMade(other, into_cover) if charging else None
    players[player] = players[player].replace(charge=charge)
    players[other] = players[other].replace(charge=None)
    odds = odds_of_melee(state.replace(players=players), (player, other))
    assert odds is not None
    return odds


@lru_cache(maxsize=256)
def _odds(
    steps: tuple[tuple[Blows, ...], ...], standing: tuple[tuple[str, Standing], ...]
) -> MeleeOdds:
    return melee_odds(steps, dict(standing))
