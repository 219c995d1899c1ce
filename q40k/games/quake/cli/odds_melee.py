"""Print the odds of a round of close combat: one figure charges another, or they fight on."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from q40k.cli.columns import table
from q40k.cli.errors import DONE
from q40k.cli.matches import as_json
from q40k.cli.say import _, locale
from q40k.cli.streams import echo, echo_text

if TYPE_CHECKING:
    from q40k.games.quake.rules.state import Match


def tell_melee(
    state: Match, attacker: str, target: str, *, charging: bool, into_cover: bool, as_data: bool
) -> int:
    """Print the chances that each dies in the round, and that both do."""
    from q40k.games.quake.rules.odds import duel_odds_of_round

    odds = duel_odds_of_round(state, attacker, target, charging=charging, into_cover=into_cover)
    both = odds.together.get(frozenset((attacker, target)), Fraction(0))
    neither = odds.together.get(frozenset(), Fraction(0))
    first, second = odds.dies[attacker], odds.dies[target]
    chances = {"kills": second, "dies": first, "both": both, "neither": neither}
    if as_data:
        percent = {key: round(100 * float(chance), 2) for key, chance in chances.items()}
        exact = {key: str(chance) for key, chance in chances.items()}
        echo_text(as_json({"charging": charging, **exact, "percent": percent}))
        return DONE
    names = {name: state.players[name].name for name in (attacker, target)}
    rows = [
        [_("{name} dies (the target)", name=names[target]), locale().chance(second)],
        [_("{name} dies (the attacker)", name=names[attacker]), locale().chance(first)],
        [_("both of them"), locale().chance(both)],
        [_("neither of them"), locale().chance(neither)],
    ]
    for line in table([_("What"), _("Chance")], rows):
        echo(line)
    return DONE
