"""Saves, hits and losses: take figures off the table."""

from collections import Counter
from collections.abc import Iterable

from q40k.games.epic.state import losses
from q40k.games.epic.state.match import Match
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import roll_one


def lose(live: Live[Match], figures: Iterable[str], cause: losses.Cause, why: str = "") -> Rule[None]:
    """Take figures off the table and find formations that reach their break point.

    A formation that is wiped out has nobody left to test; officers never test.

    Rule: EE-SAVE-4, EE-MORALE-1, EE-MORALE-4
    """
    destroyed = tuple(dict.fromkeys(f for f in figures if live.state.figures[f].life.alive))
    if not destroyed:
        return
    yield losses.Lost(figures=destroyed, cause=cause, why=why)
    living = Counter([model.formation for model in live.state.figures.values() if model.life.alive])
    for formation in live.state.formations.values():
        if formation.nerve.demoralised:
            continue
        of = len(formation.figures)
        lost = of - living[formation.id]
        if losses.break_point(of) <= lost < of:
            yield losses.Demoralised(formation=formation.id, lost=lost, of=of)


def take_hit(live: Live[Match], figure: str, cause: losses.Cause) -> Rule[None]:
    """Take an unsaved hit: one of a figure's hits, or with the last one its life.

    Rule: EE-SAVE-4, EE-VEHICLE-3
    """
    remaining = live.state.figures[figure].life.hits - 1
    if remaining > 0:
        yield losses.HitTaken(figure=figure, left=remaining)
    else:
        yield from lose(live, (figure,), cause)


def roll_plain_save(live: Live[Match], figure: str, key: str) -> Rule[bool]:
    """Roll a save that no weapon, facing or cover changes.

    Rule: EE-TERRAIN-5, EE-TRANSPORT-5
    """
    state = live.state
    needed = losses.save_needed(state.switches, state.profile(figure).save)
    saved, die = losses.certain_save(needed), None
    if saved is None:
        die = yield from roll_one(
            state.side_of(figure), key, "EE-SAVE-1", figure=figure, needed=needed, needs=(needed,)
        )
        saved = die >= needed
    yield losses.SaveRolled(figure=figure, needed=needed, saved=saved, die=die)
    return saved
