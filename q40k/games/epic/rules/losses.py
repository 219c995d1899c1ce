"""Saves, hits and losses: who is taken off the table, and which break points are reached."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from q40k.games.epic.packs.profiles import NO_SAVE
from q40k.games.epic.rules.questions import roll_one
from q40k.games.epic.rules.registry import Event, fold
from q40k.games.epic.rules.state import Match, Switches
from q40k.kernel.events import Live, Rule

Cause = Literal["shot", "fight", "ground", "wreck", "dispersed", "hand"]


class Lost(Event, tag="lost"):
    """Figures are destroyed and taken off the table; `why` is the table's own reason."""

    figures: tuple[str, ...]
    cause: Cause
    why: str = ""


class HitTaken(Event, tag="hit-taken"):
    """A vehicle has taken a hit and survives; `left` are the hits it has left."""

    figure: str
    left: int


class Demoralised(Event, tag="demoralised"):
    """A formation has reached its break point (EE-MORALE-1); a test is due."""

    formation: str
    lost: int
    of: int


@fold(Lost)
def _lost(state: Match, event: Lost) -> Match:
    change: dict[str, object] = {"alive": False, "hits": 0, "aboard": None}
    contacts = tuple(pair for pair in state.contacts if not set(pair) & set(event.figures))
    return state.with_figures(dict.fromkeys(event.figures, change)).replace(contacts=contacts)


@fold(HitTaken)
def _hit_taken(state: Match, event: HitTaken) -> Match:
    return state.with_figures({event.figure: {"hits": event.left}})


@fold(Demoralised)
def _demoralised(state: Match, event: Demoralised) -> Match:
    due = not state.formations[event.formation].officers
    return state.with_formation(event.formation, demoralised=True, due=due)


def break_point(figures: int) -> int:
    """Return how many of so many figures a formation loses before it breaks: half, rounded up.

    Rule: EE-MORALE-1
    """
    return (figures + 1) // 2


def lose(live: Live[Match], figures: Iterable[str], cause: Cause, why: str = "") -> Rule[None]:
    """Take figures off the table and find formations that reach their break point.

    A formation that is wiped out has nobody left to test; officers never test.

    Rule: EE-SAVE-4, EE-MORALE-1, EE-MORALE-4
    """
    destroyed = tuple(dict.fromkeys(f for f in figures if live.state.figures[f].life.alive))
    if not destroyed:
        return
    yield Lost(figures=destroyed, cause=cause, why=why)
    living = Counter([model.formation for model in live.state.figures.values() if model.life.alive])
    for formation in live.state.formations.values():
        if formation.nerve.demoralised:
            continue
        of = len(formation.figures)
        lost = of - living[formation.id]
        if break_point(of) <= lost < of:
            yield Demoralised(formation=formation.id, lost=lost, of=of)


def take_hit(live: Live[Match], figure: str, cause: Cause) -> Rule[None]:
    """Take an unsaved hit: one of a figure's hits, or with the last one its life.

    Rule: EE-SAVE-4, EE-VEHICLE-3
    """
    remaining = live.state.figures[figure].life.hits - 1
    if remaining > 0:
        yield HitTaken(figure=figure, left=remaining)
    else:
        yield from lose(live, (figure,), cause)


# -- saves ---------------------------------------------------------------------------------


class SaveRolled(Event, tag="save-rolled"):
    """A figure has tried to save a hit; a `needed` of 7 or more is no save and no die."""

    figure: str
    needed: int
    saved: bool
    die: int | None = None


@fold(SaveRolled)
def _save_rolled(state: Match, _event: SaveRolled) -> Match:
    return state


def save_needed(switches: Switches, save: int, modifier: int = 0, facing: int = 0, bonus: int = 0) -> int:
    """Return the least die that saves: worse by weapon and facing, better by cover.

    A natural 1 fails. The table may play without that; then a need of 1 or less is a certain save.

    Rule: EE-SAVE-1, EE-SAVE-2, EE-SAVE-3
    """
    needed = save + abs(modifier) + facing - bonus
    least = 2 if switches.natural_one == "fails" else 1
    return min(NO_SAVE, max(least, needed))


def certain_save(needed: int) -> bool | None:
    """Return whether a save surely succeeds or surely fails; None if it takes a die.

    Rule: EE-SAVE-3
    """
    if needed >= NO_SAVE:
        return False
    return True if needed <= 1 else None


def roll_plain_save(live: Live[Match], figure: str, key: str) -> Rule[bool]:
    """Roll a save that no weapon, facing or cover changes.

    Rule: EE-TERRAIN-5, EE-TRANSPORT-5
    """
    state = live.state
    needed = save_needed(state.switches, state.profile(figure).save)
    saved, die = certain_save(needed), None
    if saved is None:
        die = yield from roll_one(
            state.side_of(figure), key, "EE-SAVE-1", figure=figure, needed=needed, needs=(needed,)
        )
        saved = die >= needed
    yield SaveRolled(figure=figure, needed=needed, saved=saved, die=die)
    return saved
