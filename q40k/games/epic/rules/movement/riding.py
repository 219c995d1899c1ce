"""Who gets on and off during a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from q40k.games.epic.rules.questions import find_figure, find_figures, forbid
from q40k.games.epic.rules.state import Formation, Match


class Riders(NamedTuple):
    """The figures that get on, by transport; those that get off; the formations that carry."""

    boards: Mapping[str, tuple[str, ...]]
    leaves: tuple[str, ...]
    carriers: frozenset[str]


def find_riders(
    state: Match,
    formation: Formation,
    board: str | tuple[str, ...] | dict[str, str] | None,
    leave: bool | tuple[str, ...],
) -> Riders:
    """Return what `board` and `leave` of a move mean. Raises Refused.

    Rule: EE-TRANSPORT-1
    """
    boards = _boards(state, formation, board)
    leaves = _leaves(state, formation, leave)
    ridden = {rider: transport for transport, figures in boards.items() for rider in figures}
    _must_concern(formation, ridden)
    ridden |= {rider: on for rider in leaves if (on := state.figures[rider].position.aboard)}
    _must_concern(formation, {rider: ridden.get(rider) for rider in leaves})
    carried = {state.figures[rider].position.aboard for rider in leaves} - {None}
    carriers = {
        state.figures[transport].formation
        for transport in (*boards, *carried)
        if transport is not None
    }
    return Riders(boards, leaves, frozenset(carriers))


def _must_concern(formation: Formation, ridden: Mapping[str, str | None]) -> None:
    """Refuse figures and transports if neither belongs to the formation."""
    for figure, transport in ridden.items():
        if figure not in formation.figures and transport not in formation.figures:
            facts = {"figure": figure, "formation": formation.id}
            raise forbid("EE-TRANSPORT-1", "not-of-formation", **facts)


def _boards(
    state: Match, formation: Formation, board: str | tuple[str, ...] | dict[str, str] | None
) -> dict[str, tuple[str, ...]]:
    if board is None:
        return {}
    if isinstance(board, dict):
        boards: dict[str, tuple[str, ...]] = {}
        for rider, transport in board.items():
            where = find_figure(state, transport)
            boards[where] = (*boards.get(where, ()), *find_figures(state, (rider,)))
        return boards
    if isinstance(board, str):
        return {find_figure(state, board): state.alive(formation.id)}
    own = [f for f in state.standing(formation.id) if state.has(f, "transport")]
    if len(own) != 1:
        raise forbid("EE-TRANSPORT-1", "which-transport", formation=formation.id)
    return {own[0]: find_figures(state, board)}


def _leaves(state: Match, formation: Formation, leave: bool | tuple[str, ...]) -> tuple[str, ...]:
    if not leave:
        return ()
    if isinstance(leave, tuple):
        return find_figures(state, leave)
    own = tuple(f for f in state.alive(formation.id) if state.figures[f].position.aboard)
    carried = [p for f in state.standing(formation.id) for p in state.passengers(f)]
    if not (own or carried):
        raise forbid("EE-TRANSPORT-2", "nobody-aboard", formation=formation.id)
    return own or tuple(carried)
