"""A mission in words: its board in letters, its goals, the problems of its packs."""

from collections.abc import Iterator

from q40k.games.space_hulk.packs.boards import Layout
from q40k.games.space_hulk.packs.missions import SQUADS, Goal, Mission
from q40k.games.space_hulk.words.names import FACINGS, SIDES, unit_name
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.i18n.problems import ProblemTexts

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
            (N_("entries: {names}"), [f"{opening.id} ({opening.square})" for opening in layout.entries]),
            (N_("exits: {names}"), [f"{opening.id} ({opening.square})" for opening in layout.exits]),
            (N_("ladders: {names}"), [f"{ladder.top} - {ladder.foot}" for ladder in layout.ladders]),
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
        count=goal.count,
        exit=goal.exit or "-",
        object=goal.object,
        turn=goal.turn,
        sections=", ".join((*goal.sections, *goal.squares)),
    )
    side = locale.gettext(SIDES[goal.side])
    return locale.say(N_("{side} win if {goal}"), side=side, goal=text)


# -- problems of packs -----------------------------------------------------------------------


_BOX = {
    "corridor": N_("corridors"),
    "room": N_("rooms"),
    "crossing": N_("crossings"),
    "t-junction": N_("T-junctions"),
    "bend": N_("bends"),
    "dead-end": N_("dead ends"),
    "corridor-end": N_("corridor ends"),
    "large-crossing": N_("large crossings"),
    "refuse-chute": N_("refuse chutes"),
    "boarding-torpedo": N_("boarding torpedoes"),
    "torpedo-ramp": N_("torpedo ramps"),
    "turbo-lift": N_("turbo-lifts"),
    "turbo-lift-entrance": N_("turbo-lift entrances"),
    "doors": N_("doors"),
    "entries": N_("entries"),
    "ladders": N_("ladders"),
    "generators": N_("force-field generators"),
}

WORDS.problems(
    ProblemTexts(
        sentences={
            "sections-rows": N_("There are {wanted} rows, and {got} rows of sections."),
            "row-length": N_("Row {row} must be {wanted} letters long, and is {got}."),
            "row-letter": N_("A row is made of # . and D, not of “{letter}”."),
            "section-shape": N_("Row {row} of the sections has its walls elsewhere."),
            "section-torn": N_("The section {section} lies in two parts: take another letter."),
            "level-twice": N_("A level is listed twice."),
            "off-board": N_("There is no floor on {square}."),
            "no-door-there": N_("There is no door on {square}."),
            "label-twice": N_("The id {id} is used twice."),
            "opens-inside": N_("{id} does not lead outside: there is floor beyond."),
            "goal-lacks": N_("A goal by “{by}” needs: {field}."),
            "rows-or-pieces": N_("A board is made of levels, or of pieces that are laid."),
            "doors-in-rows": N_("Where a board has rows, its doors are letters in them: D."),
            "piece-letter": N_("A piece is made of . and #, with + and # around: not “{letter}”."),
            "joint-off": N_("A + lies beside no floor: it goes straight beyond a square."),
            "piece-torn": N_("A piece needs floor that hangs together."),
            "piece-beyond": N_("{piece} lies too far out: {most} columns and rows at most."),
            "pieces-overlap": N_("{square} is taken: {piece} from {at} lies there."),
            "not-joined": N_("{square} touches {other} ({piece}) by a wall: leave a gap, or join open sides."),
            "joint-open": N_("{square} is open to the {side}: lay a piece, an entry or an exit there."),
            "piece-apart": N_("Nothing leads from the first piece to this one ({piece})."),
            "beyond-box": N_("More than the box holds ({what}): {got}, and it holds {most}."),
            "start-twice": N_("Two marines are to stand on {square}."),
            "start-on-door": N_("A marine is to stand on {square}, where a closed door is."),
            "start-on-generator": N_("A marine is to stand on {square}, where a generator is."),
            "no-floor": N_("The board has no floor."),
            "nothing-wins": N_("Nobody can win: no goal is set."),
            "no-exits": N_("There is no exit: nobody can leave, though a goal says so."),
            "no-entries": N_("There is no entry: no alien can come in."),
            "starts-count": N_("Places to start from: {got}; marines: {wanted}."),
            "no-such-exit": N_("There is no exit {id} on this board."),
            "no-such-section": N_("There is no section {section} on this board."),
            "no-such-object": N_("There is no object {id} in this mission."),
        },
        kinds={"pieces": N_("board piece"), "boards": N_("board"), "missions": N_("mission")},
        facts={
            "what": lambda locale, facts: locale.gettext(_BOX[str(facts["what"])]),
            "side": lambda locale, facts: locale.pgettext(*FACINGS[str(facts["side"])]),
        },
    )
)
