"""Deaths and their consequences: drop objects, lose bonuses, turn blips up."""

from q40k.games.space_hulk.state.losses import BlipCounted
from q40k.games.space_hulk.state.match import Match
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import choose_number


def ask_values_of_dead_blips(live: Live[Match], before: Match) -> Rule[None]:
    """Ask for the value of blips that have died unknown to the app, if a goal counts kills.

    Rule: SH-BLIP-9, SH-WIN-1
    """
    mission = live.state.setup.mission
    if mission is None or all(goal.by != "kill" for goal in mission.goals):
        return
    for blip in before.blips_in_play:
        now = live.state.blips[blip.id]
        if not now.present and now.value is None:
            value = yield from choose_number("stealer", "value", "SH-BLIP-9", 1, 3, blip=blip.id)
            yield BlipCounted(blip=blip.id, value=value)
