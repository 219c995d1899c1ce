"""Who gets on and off in a move, however the table said it."""

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


def riders(
    state: Match,
    formation: Formation,
    board: str | tuple[str, ...] | dict[str, str] | None,
    leave: bool | tuple[str, ...],
) -> Riders:
    """What is meant by `board` and `leave` of a move. Raises Refused.

    Rule: EE-TRANSPORT-1
    """
    boards = _boards(state, formation, board)
    leaves = _leaves(state, formation, leave)
    ridden = {one: transport for transport, figures in boards.items() for one in figures}
    _must_concern(formation, ridden)
    ridden |= {one: on for one in leaves if (on := state.figures[one].position.aboard)}
    _must_concern(formation, {one: ridden.get(one) for one in leaves})
    carried = {state.figures[one].position.aboard for one in leaves} - {None}
    carriers = {state.figures[one].formation for one in (*boards, *carried) if one is not None}
    return Riders(boards, leaves, frozenset(carriers))


def _must_concern(formation: Formation, ridden: Mapping[str, str | None]) -> None:
    """Refuse figures, each with its transport, of which neither is the formation's."""
    for figure, transport in ridden.items():
        if figure not in formation.figures and transport not in formation.figures:
            facts = {"figure": figure, "formation": formation.id}
            raise forbid("EE-TRANSPORT-1", "not-of-formation", **facts)


def _boards(
    state: Match, formation: Formation, said: str | tuple[str, ...] | dict[str, str] | None
) -> dict[str, tuple[str, ...]]:
    if said is None:
        return {}
    if isinstance(said, dict):
        found: dict[str, tuple[str, ...]] = {}
        for one, transport in said.items():
            where = find_figure(state, transport)
            found[where] = (*found.get(where, ()), *find_figures(state, (one,)))
        return found
    if isinstance(said, str):
        return {find_figure(state, said): state.alive(formation.id)}
    own = [f for f in state.standing(formation.id) if state.has(f, "transport")]
    if len(own) != 1:
        raise forbid("EE-TRANSPORT-1", "which-transport", formation=formation.id)
    return {own[0]: find_figures(state, said)}


def _leaves(state: Match, formation: Formation, said: bool | tuple[str, ...]) -> tuple[str, ...]:
    if not said:
        return ()
    if isinstance(said, tuple):
        return find_figures(state, said)
    own = tuple(f for f in state.alive(formation.id) if state.figures[f].position.aboard)
    carried = [p for f in state.standing(formation.id) for p in state.passengers(f)]
    if not (own or carried):
        raise forbid("EE-TRANSPORT-2", "nobody-aboard", formation=formation.id)
    return own or tuple(carried)
