"""What the forms share: picking sides, formations and fights by a number."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from q40k.games.epic.rules.state import Formation, Match
from q40k.games.epic.screen.base import Desk
from q40k.games.epic.words.names import order_name
from q40k.i18n.locale import N_, Locale
from q40k.tui.fields import Field, Option, Pick


def standing_line(locale: Locale, state: Match, one: Formation) -> str:
    """A formation in a few words: how many live, its order, its morale."""
    parts = [f"{len(state.alive(one.id))}/{len(one.figures)}"]
    if one.orders.order is not None:
        parts.append(order_name(locale, one.orders.order))
    if one.nerve.demoralised:
        parts.append(locale.gettext(N_("demoralised")))
    return " · ".join(parts)


def pick_formation(
    desk: Desk, title: str, among: Iterable[str], other: str = ""
) -> Generator[Field, Any, Any]:
    """One of some formations, by its number; the only one is not asked."""
    ids = tuple(among)
    if len(ids) == 1 and not other:
        return ids[0]
    state = desk.state
    options = tuple(
        Option(str(n), id, id, standing_line(desk.locale, state, state.formations[id]))
        for n, id in enumerate(ids, 1)
    )
    return (yield Pick(desk.locale.gettext(title), options=options, other=other))


def living(state: Match, side: str | None = None) -> tuple[str, ...]:
    """The formations that have anybody left, of one side or of both."""
    return tuple(
        id
        for id, one in state.formations.items()
        if state.alive(id) and (side is None or one.side == side)
    )


def enemies_of(state: Match, formation: str) -> tuple[str, ...]:
    """The enemy formations with anybody on the table."""
    mine = state.formations[formation].side
    return tuple(
        id for id, one in state.formations.items() if one.side != mine and state.standing(id)
    )
