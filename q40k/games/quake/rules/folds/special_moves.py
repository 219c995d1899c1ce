"""What tests, jumps, swims, falls and the stranger bonuses change."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.shared import Folds, as_it_was, changed
from q40k.games.quake.rules.state import Match
from q40k.geometry.spots import Spot


def _at_most(state: Match, player: str, inches: float) -> Match:
    """A champion moves so many inches more at most."""
    known = state.players[player]
    limit = round(known.movement.spent + inches, 6)
    return changed(
        state,
        player,
        limit=limit if known.movement.limit is None else min(known.movement.limit, limit),
    )


def _tested(state: Match, event: e.GroundTested) -> Match:
    return changed(_at_most(state, event.player, event.most), event.player, tested=True)


def _swam(state: Match, event: e.Swam) -> Match:
    state = _at_most(state, event.player, event.after + event.die)
    return changed(state, event.player, in_water=True, swum=True)


def _gone(
    state: Match,
    player: str,
    spent: float,
    to: Spot | None,
    portal: int | None,
    level: float | None = None,
) -> Match:
    known = state.players[player]
    kept = to is not None and (known.position.kept or to != known.position.at)
    return changed(
        state, player, at=to, portal=portal, near=None, tile=None, spent=spent, moved=True,
        in_water=False, level=level, kept=kept,
    )  # fmt: skip


def _jumped(state: Match, event: e.Jumped) -> Match:
    return _gone(state, event.player, event.spent, event.to, event.portal, event.level)


def _leapt(state: Match, event: e.Leapt) -> Match:
    return _gone(state, event.player, event.spent, event.to, event.portal)


def _climbed(state: Match, event: e.Climbed) -> Match:
    return _gone(state, event.player, event.spent, event.to, None, event.level)


def _halted(state: Match, event: e.Halted) -> Match:
    return changed(state, event.player, halted=True)


def _deep_struck(state: Match, event: e.DeepStruck) -> Match:
    spent = state.players[event.player].movement.spent
    state = _gone(state, event.player, spent, event.to, event.portal)
    return changed(state, event.player, halted=True)


def _feasted(state: Match, event: e.Feasted) -> Match:
    held = state.players[event.player].bonus
    if held is None:
        return state
    taken = held.replace(
        figures={**held.figures, **event.figures},
        kit=(*held.kit, *event.kit),
        arms=(*held.arms, *event.arms),
    )
    return changed(state, event.player, bonus=taken)


def _judged(state: Match, event: e.Judged) -> Match:
    return changed(state, event.player, finished=event.finished)


FOLDS: Folds = {
    e.GroundTested: _tested,
    e.DangerTested: as_it_was,
    e.Jumped: _jumped,
    e.Leapt: _leapt,
    e.Swam: _swam,
    e.Climbed: _climbed,
    e.Fell: as_it_was,
    e.Halted: _halted,
    e.Harmed: as_it_was,
    e.DeepStruck: _deep_struck,
    e.Feasted: _feasted,
    e.Judged: _judged,
}
