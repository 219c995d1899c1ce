"""Plan a shot: check its target, and drop the bonus of sustained fire."""

from q40k.games.space_hulk.state.match import Marine, Match
from q40k.games.space_hulk.state.shooting.aim import Shot, in_sight
from q40k.kernel.events import Rule
from q40k.tabletop.asking import forbid, refuse


def must_be_able_to_fire(state: Match, marine: Marine, shot: Shot) -> Rule[None]:
    """Refuse a marine who cannot shoot, or a target out of sight, arc or range.

    Rule: SH-SHOOT-1, SH-SHOOT-5, SH-JAM-3, SH-CANNON-2, SH-LOS-6, SH1-SHOOT-1, SH1-LOS-1
    """
    if marine.stance.jammed:
        raise forbid("SH-JAM-3", "jammed", who=marine.id)
    if marine.arms.ammo == 0:
        raise forbid("SH-CANNON-2", "no-ammunition", who=marine.id)
    stealer = state.stealers.get(shot.target)
    if stealer is not None and stealer.lurking.entry is not None:
        raise forbid("SH-LOS-7", "off-board", who=stealer.id)
    if not in_sight(state, marine, shot.target):
        is_seen = in_sight(state, marine, shot.target, to_fire=False)
        refusal = ("SH1-SHOOT-1", "not-in-arc") if is_seen else ("SH-SHOOT-1", "not-in-sight")
        yield from refuse(*refusal, who=marine.id, target=shot.target)
