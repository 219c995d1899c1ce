"""Moves: only what the table need know is typed: dangerous ground, who gets on and off."""

from __future__ import annotations

from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.rules.ground.terrain import TABLE, effect
from q40k.games.epic.rules.movement.move import Entry, Move
from q40k.games.epic.rules.offers import to_move
from q40k.games.epic.screen.base import Desk, action
from q40k.games.epic.screen.picking import pick_formation
from q40k.games.epic.words.names import terrain_name
from q40k.i18n.locale import N_
from q40k.tui.fields import Number, Option, Pick
from q40k.tui.forms import Form


@action(
    "move", "play", key="m", bar=0, name=N_("Move"), when=lambda state: bool(to_move(state)),
    help=N_("A formation meets dangerous ground, or gets on or off. Other moves need no key."),
)  # fmt: skip
def move(desk: Desk) -> Form:
    """M: what a formation's move brings with it."""
    _ = desk.locale.gettext
    formation = yield from pick_formation(desk, N_("Which formation moves?"), to_move(desk.state))
    what = yield Pick(_("What is there to say?"), options=tuple(_whats(desk, formation)))
    if what == "leave":
        return Move(formation=formation, leave=True)
    if what == "board":
        transports = [
            one for one in desk.state.formations.values()
            if one.side == desk.state.formations[formation].side
            and any(desk.state.has(f, "transport") for f in desk.state.standing(one.id))
        ]  # fmt: skip
        ids = tuple(one.id for one in transports if one.id != formation)
        return Move(
            formation=formation,
            board=(yield from pick_formation(desk, N_("On which transport?"), ids)),
        )
    return (yield from _ground(desk, formation))


def _whats(desk: Desk, formation: str) -> list[Option]:
    _, state = desk.locale.gettext, desk.state
    found = [Option("1", "ground", _("dangerous ground"))]
    mine = state.formations[formation].side
    carried = any(state.figures[f].position.aboard for f in state.alive(formation))
    carries = any(state.passengers(f) for f in state.standing(formation))
    if carried or carries:
        found.append(Option("2", "leave", _("they get off")))
    if any(
        state.has(f, "transport")
        for one in state.of_side(mine) if one.id != formation
        for f in state.standing(one.id)
    ):  # fmt: skip
        found.append(Option("3", "board", _("they get on")))
    return found


def _ground(desk: Desk, formation: str) -> Form:
    """Which ground, and how many of the formation meet it."""
    _, state = desk.locale.gettext, desk.state
    figures = state.standing(formation)
    kinds: list[TerrainKind] = [
        kind for kind in TABLE
        if any(effect(state.profile(f), kind) == "dangerous" for f in figures)
    ]  # fmt: skip
    options = tuple(
        Option(str(n), kind, terrain_name(desk.locale, kind)) for n, kind in enumerate(kinds, 1)
    )
    kind = yield Pick(_("Which ground?"), options=options)
    many = len(figures)
    if many > 1:
        many = yield Number(_("How many of them?"), buffer=str(many))
    enters = tuple(Entry(figure=f, terrain=kind) for f in figures[:many])
    return Move(formation=formation, enters=enters)
