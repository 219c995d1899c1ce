"""A mission in lines of text: its board in letters, its marines, blips and goals."""

from __future__ import annotations

from collections.abc import Iterator

from q40k.games.space_hulk.packs.boards import Layout
from q40k.games.space_hulk.packs.missions import SQUADS, Goal, Mission
from q40k.games.space_hulk.words.names import SIDES, unit_name
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_, Locale

GOALS = {
    "leave": N_("{count} marines leave the board ({exit})"),
    "bar": N_("{count} marines can no longer leave the board ({exit})"),
    "carry-out": N_("{object} leaves the board ({exit})"),
    "survive": N_("{count} marines stand at the end of turn {turn}"),
    "kill": N_("{count} stealers are dead"),
    "burn": N_("these sections have burnt: {sections}"),
    "hold": N_("{count} marines hold {sections}"),
    "wipe-out": N_("no marine is left on the board"),
    "outlast": N_("turn {turn} is over"),
}


GOALS_FOR_ONE = {
    "leave": N_("a marine leaves the board ({exit})"),
    "bar": N_("a marine can no longer leave the board ({exit})"),
    "survive": N_("a marine stands at the end of turn {turn}"),
    "kill": N_("a stealer is dead"),
    "hold": N_("a marine holds {sections}"),
}
"""The sentences of GOALS for a count of one."""


def mission_lines(locale: Locale, mission: Mission, layout: Layout | None) -> Iterator[str]:
    """Yield a mission line by line, as the command line shows it."""
    locale = locale.of(WORDS.locales)
    yield locale.name_of(mission.name)
    for text in (mission.about, mission.text):
        if text is not None:
            yield locale.name_of(text)
    if layout is not None:
        yield ""
        yield from board_lines(layout)
        yield ""
        for sentence, ids in (
            (
                N_("entries: {names}"),
                [f"{opening.id} ({opening.square})" for opening in layout.entries],
            ),
            (
                N_("exits: {names}"),
                [f"{opening.id} ({opening.square})" for opening in layout.exits],
            ),
            (
                N_("ladders: {names}"),
                [f"{ladder.top} - {ladder.foot}" for ladder in layout.ladders],
            ),
        ):
            if ids:
                yield locale.say(sentence, names=", ".join(ids))
    yield from _marines(locale, mission)
    facts = {
        "start": "?" if mission.starting_blips is None else mission.starting_blips,
        "turn": "?" if mission.blips_per_turn is None else mission.blips_per_turn,
    }
    yield locale.say(N_("blips: {start} at the start, {turn} in each turn"), **facts)
    for goal in mission.goals:
        yield goal_line(locale, goal)


def board_lines(layout: Layout) -> Iterator[str]:
    """Yield a board in letters, with its sections, row numbers and column letters."""
    for level in layout.levels:
        height = len(level.rows)
        if len(layout.levels) > 1:
            yield f"{level.number}:"
        for place, (row, sections) in enumerate(zip(level.rows, level.sections, strict=True)):
            yield f"{height - place:>3} {row}   {sections}"
        letters = (chr(ord("A") + n % 26) for n in range(len(level.rows[0])))
        yield f"    {''.join(letters)}"


def _marines(locale: Locale, mission: Mission) -> Iterator[str]:
    units = [unit for squad in mission.squads for unit in SQUADS[squad]]
    for place, unit in enumerate((*units, *mission.units)):
        name = unit_name(locale, unit)
        if place < len(mission.start):
            start = mission.start[place]
            yield f"{start.at} {start.facing}  {name}"
        else:
            yield name


def goal_line(locale: Locale, goal: Goal) -> str:
    """Return what a side has to do to win."""
    text = locale.say(
        GOALS_FOR_ONE.get(goal.by, GOALS[goal.by]) if goal.count == 1 else GOALS[goal.by],
        count=goal.count, exit=goal.exit or "-", object=goal.object, turn=goal.turn,
        sections=", ".join((*goal.sections, *goal.squares)),
    )  # fmt: skip
    side = locale.gettext(SIDES[goal.side])
    return locale.say(N_("{side} win: {goal}"), side=side, goal=text)
