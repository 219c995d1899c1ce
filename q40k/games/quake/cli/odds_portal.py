"""Print the odds of a portal die: of a jump through a portal, or of a respawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from q40k.cli.columns import table
from q40k.cli.errors import DONE
from q40k.cli.matches import as_json
from q40k.cli.say import _, locale
from q40k.cli.streams import echo, echo_text

if TYPE_CHECKING:
    from q40k.games.quake.rules.state import Match


def tell_portal(state: Match, player: str, entered: int | None, *, as_data: bool) -> int:
    """Print what each face of the die brings; `entered` is None for a respawn.

    Rule: PORTAL-2, PORTAL-4, PORTAL-6
    """
    from q40k.games.quake.rules.odds import jump_odds
    from q40k.games.quake.table.portal_odds import odds_data

    if as_data:
        echo_text(as_json({"portal": entered, **odds_data(state, player, entered)}))
        return DONE
    odds = jump_odds(state, player, entered)
    rows = []
    for exit_ in odds.exits:
        what = _("nobody is hurt")
        if exit_.dies:
            what = _("disintegrated: an accident")
        elif exit_.telefrags:
            names = locale().join_and(state.players[p].name for p in exit_.telefrags)
            what = _("telefrags {names}", names=names)
        rows.append(
            [_("portal {portal}", portal=exit_.portal), locale().chance(exit_.chance), what]
        )
    rows.append([_("any portal"), locale().chance(odds.free), _("a 6: its owner chooses")])
    for line in table([_("Out by"), _("Chance"), _("What")], rows):
        echo(line)
    return DONE
