"""The problems of a board or a mission, in plain words."""

from __future__ import annotations

from q40k.games.space_hulk.words.names import FACINGS
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_
from q40k.i18n.problems import ProblemTexts

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
            "level-twice": N_("A level stands twice."),
            "off-board": N_("There is no floor on {square}."),
            "no-door-there": N_("There is no door on {square}."),
            "label-twice": N_("The id {id} stands twice."),
            "opens-inside": N_("{id} does not lead outside: there is floor beyond."),
            "goal-lacks": N_("A goal by “{by}” needs: {field}."),
            "rows-or-pieces": N_("A board is made of levels, or of pieces that are laid."),
            "doors-in-rows": N_("Where a board has rows, its doors are letters in them: D."),
            "piece-letter": N_("A piece is made of . and #, with + and # around: not “{letter}”."),
            "joint-off": N_("A + lies beside no floor: it goes straight beyond a square."),
            "piece-torn": N_("A piece needs floor that hangs together."),
            "piece-beyond": N_("{piece} lies too far out: {most} columns and rows at most."),
            "pieces-overlap": N_("{square} is taken: {piece} from {at} lies there."),
            "not-joined": N_(
                "{square} touches {other} ({piece}) by a wall: leave a gap, or join open sides."
            ),
            "joint-open": N_(
                "{square} is open to the {side}: lay a piece, an entry or an exit there."
            ),
            "piece-apart": N_("Nothing leads from the first piece to this one ({piece})."),
            "beyond-box": N_("More than the box holds ({what}): {got}, and it holds {most}."),
            "start-twice": N_("Two marines are to stand on {square}."),
            "no-floor": N_("The board has no floor."),
            "nothing-wins": N_("Nothing wins: no goal is said."),
            "no-exits": N_("There is no exit: nobody can leave, though a goal says so."),
            "no-entries": N_("There is no entry: no alien can come in."),
            "starts-count": N_("Places to start from: {got}; marines: {wanted}."),
            "no-such-exit": N_("There is no exit {id} on this board."),
            "no-such-section": N_("There is no section {section} on this board."),
            "no-such-object": N_("There is no object {id} in this mission."),
        },
        kinds={
            "pieces": N_("board piece"),
            "boards": N_("board"),
            "missions": N_("mission"),
        },
        facts={
            "what": lambda locale, facts: locale.gettext(_BOX[str(facts["what"])]),
            "side": lambda locale, facts: locale.pgettext(*FACINGS[str(facts["side"])]),
        },
    )
)
