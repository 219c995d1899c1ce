"""Moves against buildings: their armour is penetrated."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.teams.buildings import Penetrate
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.objectives import ObjectiveMove, objective_moves
from q40k.games.quake.screen.teams.teams import DIGITS
from q40k.i18n.locale import N_
from q40k.tui.fields import Pick, by_number
from q40k.tui.forms import Form


@objective_moves(40)
def _find_buildings(state: Match, player: Player) -> Iterator[ObjectiveMove]:
    for name, team in state.teams.items():
        if team.structure and name != state.side_of(player.id):
            words, note = N_("penetrates the building of {whom}"), N_("{points} left")
            form = partial(_penetrate_building, player=player.name, team=name, left=team.structure)
            yield ObjectiveMove(
                player.name, words, note, form, {"whom": name, "points": team.structure}
            )


def _penetrate_building(desk: Desk, *, player: str, team: str, left: int) -> Form:
    _ = desk.locale.gettext
    most = min(len(DIGITS), left)
    times = yield Pick(
        _("How many times is the building of {team} penetrated?").format(team=team),
        why=_("Each time costs it a point of structure. Enter: once."),
        rule="BASE-1",
        options=by_number({times: f"×{times}" for times in range(1, most + 1)}),
    )
    return Penetrate(player=player, team=team, times=times)
