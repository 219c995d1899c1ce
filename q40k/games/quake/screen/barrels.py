"""Moves against barrels: a champion hits one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from q40k.games.quake.rules.barrels import HitBarrel
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.objectives import ObjectiveMove, objective_moves
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, id_keys
from q40k.tui.forms import Form


@objective_moves(60)
def _find_barrel_hits(state: Match, player: Player) -> Iterator[ObjectiveMove]:
    if any(not barrel.burning for barrel in state.barrels.values()):
        form = partial(_hit_barrel, player=player.name)
        yield ObjectiveMove(player.name, N_("hits a barrel"), "BARREL-2", form)


def _hit_barrel(desk: Desk, *, player: str) -> Form:
    _ = desk.locale.gettext
    intact = [b.id for b in desk.state.barrels.values() if not b.burning]
    barrel = yield Pick(
        _("{name} hits which barrel?").format(name=player),
        rule="BARREL-2",
        hint=_("number, or the barrel’s letters and Enter"),
        options=tuple(map(Option, id_keys(intact), intact, intact)),
    )
    return HitBarrel(player=player, barrel=barrel)
