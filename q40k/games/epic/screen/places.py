"""Fields that ask for positions, typed or pointed at, and what the rules say of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from q40k.games.epic.rules.command import Command
from q40k.games.epic.rules.game import EpicRules
from q40k.games.epic.rules.state import Match
from q40k.games.epic.screen.base import Desk
from q40k.games.epic.table.layout import Place, landmarks
from q40k.games.epic.table.places_said import read_spot
from q40k.games.epic.words.places import place_error
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_
from q40k.kernel.driver import Run
from q40k.kernel.events import Refused
from q40k.kernel.questions import Question
from q40k.tui.map.fields import WARN, SpotField

Tell = Callable[[Spot], tuple[str, ...]]


def spot_field(desk: Desk, title: str, start: Spot | None, tell: Tell, **more: Any) -> SpotField:
    """Return a field that asks for a position; steps such as “5 north” begin at `start`."""
    state, locale = desk.state, desk.locale
    size, spots = state.scenario.size_cm, landmarks(state)
    return SpotField(
        title,
        hint=locale.gettext(N_("60,45 · 5 north · 5 B: 5 cm towards B · arrows (Shift: 5 cm)")),
        size=size,
        start=start,
        read=lambda typed: read_spot(typed, size, start, spots),
        word=lambda error: place_error(locale, error),
        tell=lambda way: tell(way[-1]),
        **more,
    )


def keeps_places(state: Match) -> bool:
    """Return whether the table keeps any position."""
    return any(figure.position.at is not None for figure in state.figures.values())


def warnings_for(desk: Desk, command: Command) -> tuple[str, ...]:
    """Return what the rules would refuse about a command, in words; nothing is done."""
    run: Run[Match, Command] = Run(EpicRules(), desk.state, command)
    try:
        run.start()
    except Refused as error:
        return (WARN + desk.words.refuse(desk.locale, error.refusal),)
    return _first_question(desk, run.question)


def _first_question(desk: Desk, question: Question | None) -> tuple[str, ...]:
    """Return what a command would ask first: the ground test."""
    if question is None or question.key != "ground":
        return ()
    return (WARN + desk.words.ask(desk.locale, desk.state, question).title,)


def outline_of(places: tuple[Place, ...]) -> tuple[Spot, ...]:
    """Return the outline of a formation in these positions."""
    from q40k.games.epic.table.scene import hull

    return hull([(x, y) for x, y, _facing in places])
