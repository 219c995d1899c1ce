"""The forms of the editor: the mission, its goals, pieces, names, levels and its file."""

import re
from collections.abc import Mapping
from typing import Any, get_args

from msgspec.structs import replace

from q40k.games.space_hulk.editor import files, painting, picture, placing
from q40k.games.space_hulk.editor.work import Work, section_letters
from q40k.games.space_hulk.packs.missions import SQUADS, By, Goal, Hint, Mission, Moment, Squad, Unit
from q40k.games.space_hulk.screen.editor.hand import Hand, Leaving
from q40k.games.space_hulk.words.missions import goal_line
from q40k.games.space_hulk.words.names import EDITION_NAMES, SIDES, unit_name
from q40k.i18n.locale import N_
from q40k.kernel.events import AnswerError
from q40k.kernel.text import is_digits
from q40k.kernel.whole_file import read_path
from q40k.packs.base import Names, is_id
from q40k.tui.fields import Option, Pick, Search, Several, Text, by_number, fitting
from q40k.tui.forms import Form

NO_NOTES: Mapping[Any, str] = {}
MOST = {"starting_blips": 22, "blips_per_turn": 22, "turn_limit": 99, "count": 60}
SQUAD_NAMES: dict[Squad, str] = {
    "squad-sword": N_("squad with power sword and flamer"),
    "squad-hammer": N_("squad with thunder hammer and cannon"),
    "squad-1st": N_("squad of the 1st edition"),
}
GOAL_TEXTS: dict[By, str] = {
    "leave": N_("marines leave the board"),
    "bar": N_("marines can no longer leave"),
    "carry-out": N_("an object is carried out"),
    "survive": N_("marines stand at the end of a turn"),
    "kill": N_("stealers are dead"),
    "burn": N_("sections have burnt"),
    "hold": N_("marines hold squares or a section"),
    "wipe-out": N_("no marine is left"),
    "outlast": N_("a turn is over"),
}
USUAL_GOALS: dict[str, tuple[By, ...]] = {
    "marine": ("leave", "survive", "kill", "burn", "carry-out", "hold"),
    "stealer": ("wipe-out", "outlast", "bar"),
}
"""The usual goals of each side; it may have the others also."""
MOMENTS: dict[Moment, str] = {
    "setup": N_("marines are placed"),
    "draw": N_("points are to be drawn"),
    "first": N_("nobody has acted yet"),
    "move": N_("the piece that acts may go on"),
    "watch": N_("two points are left"),
    "shoot": N_("a stealer is in sight"),
    "jam": N_("a bolter is jammed"),
    "spent": N_("the piece that acts has no points left"),
    "alien": N_("the Genestealers’ turn"),
    "react": N_("somebody may react"),
    "blip": N_("a blip must be turned up"),
    "end": N_("the end phase"),
}
MOST_HINTS = 40
THINGS = {"cat": N_("C.A.T."), "artefact": N_("artefact"), "dead-marine": N_("fallen marine")}


def _pick(hand: Hand, title: str, labels: dict[Any, str], notes: Mapping[Any, str] = NO_NOTES) -> Form:
    """Ask for one of some values by number; the labels are translated."""
    say = hand.locale.gettext
    options = by_number({value: say(label) for value, label in labels.items()}, notes)
    return (yield Pick(say(title), options=options))


def _number(hand: Hand, title: str, current: int | None, least: int, most: int) -> Form:
    """Ask for a number within bounds; Enter keeps the present one."""
    say = hand.locale.say
    hint = say(N_("{least} to {most}"), least=least, most=most)
    if current is not None:
        hint = say(N_("{least} to {most}; Enter: {now}"), least=least, most=most, now=current)

    def read(typed: str) -> int:
        if not is_digits(typed):
            raise AnswerError("number-not-one", typed=typed)
        if not least <= int(typed) <= most:
            raise AnswerError("number-range", got=int(typed), least=least, most=most)
        return int(typed)

    return (
        yield Text(
            hand.locale.gettext(title), hint=hint, read=read, most=4, may_be_empty=current is not None, empty=current
        )
    )


def _names(hand: Hand, what: str, current: Names | None) -> Form:
    """Ask for a text in both languages; without a French text the English one is used."""
    say = hand.locale.say
    english = yield Text(
        say(N_("{what}, in English"), what=what), buffer="" if current is None else current.en, most=400
    )
    french = yield Text(
        say(N_("{what}, in French"), what=what),
        most=400,
        may_be_empty=True,
        empty=english,
        buffer="" if current is None or current.fr == current.en else current.fr,
        hint=say(N_("Enter: as in English")),
    )
    return Names(en=english, fr=french)


def _change_mission(hand: Hand, **changes: Any) -> None:
    hand.do(lambda work: replace(work, mission=replace(work.mission, **changes)))


# -- the mission ---------------------------------------------------------------------------


def mission(hand: Hand) -> Form:
    """Change the mission: its name, marines, blips, length and so on."""
    current, say = hand.work.mission, hand.locale.gettext
    topics = {
        "name": N_("name"),
        "about": N_("story"),
        "marines": N_("marines"),
        "starting_blips": N_("blips at the start"),
        "blips_per_turn": N_("blips in each turn"),
        "turn_limit": N_("number of turns"),
        "editions": N_("editions"),
        "alpha": N_("the Alpha"),
        "text": N_("a goal in words"),
    }
    notes = _mission_notes(hand, current)
    what = yield from _pick(hand, N_("The mission: what do you want to set?"), topics, notes)
    if what == "name":
        names = yield from _names(hand, say(N_("Name")), current.name)
        hand.do(
            lambda work: replace(
                work,
                mission=replace(work.mission, name=names),
                board=replace(work.board, name=names) if work.board.id == work.mission.id else work.board,
            )
        )
    elif what in ("about", "text"):
        title = N_("Story") if what == "about" else N_("What wins, in words")
        _change_mission(hand, **{what: (yield from _names(hand, say(title), getattr(current, what)))})
    elif what == "marines":
        yield from _marines(hand, current)
    elif what in MOST:
        least = 1 if what == "turn_limit" else 0
        title = say(topics[what])
        got = yield from _limit(hand, what, title.capitalize(), getattr(current, what), least)
        _change_mission(hand, **{what: got})
    elif what == "editions":
        both = {("4",): EDITION_NAMES["4"], ("1",): EDITION_NAMES["1"], ("4", "1"): N_("both")}
        _change_mission(hand, editions=(yield from _pick(hand, N_("Which edition?"), both)))
    else:
        may = {None: N_("as the table agrees"), True: N_("there"), False: N_("not there")}
        _change_mission(hand, alpha=(yield from _pick(hand, N_("Is the Alpha there?"), may)))


def _mission_notes(hand: Hand, current: Mission) -> dict[str, str]:
    """Return the present settings of the mission, in short."""
    notes = {
        "name": hand.locale.name_of(current.name),
        "about": "" if current.about is None else "✓",
        "text": "" if current.text is None else "✓",
        "marines": str(sum(len(SQUADS[squad]) for squad in current.squads) + len(current.units)),
        "editions": ", ".join(current.editions),
    }
    numbers = {name: getattr(current, name) for name in MOST if hasattr(current, name)}
    return notes | {name: str(value) for name, value in numbers.items() if value is not None}


def _limit(hand: Hand, what: str, title: str, current: int | None, least: int) -> Form:
    """Ask for a number, or for no limit of turns."""
    if what == "turn_limit":
        choices = {True: N_("so many turns"), False: N_("without an end")}
        if not (yield from _pick(hand, N_("How long does it go?"), choices)):
            return None
    return (yield from _number(hand, title, current, least, MOST[what]))


def _marines(hand: Hand, current: Mission) -> Form:
    """Ask for squads, or for marines one by one."""
    how = {
        **{("squads", id): SQUAD_NAMES[id] for id in get_args(Squad)},
        ("units", ""): N_("marines one by one"),
        ("vip", ""): N_("whom the goals name"),
    }
    kind, squad = yield from _pick(hand, N_("Which marines?"), how)
    if kind == "vip":
        _change_mission(hand, vip=tuple((yield _units(hand, N_("Whom do the goals name?")))))
        return
    if kind == "units":
        units = tuple((yield _units(hand, N_("Which marines, in the order of their places?"))))
        _change_mission(hand, units=units, squads=(), squads_1st=())
        return
    field = "squads_1st" if squad == "squad-1st" else "squads"
    present = getattr(current, field)
    place = 1
    if present or current.units:
        place = yield from _pick(
            hand, N_("In the place of those there are?"), {1: N_("in their place"), 2: N_("beside them")}
        )
    if place == 2:
        _change_mission(hand, **{field: (*present, squad)})
    else:
        _change_mission(hand, **{field: (squad,), "units": ()})


def _units(hand: Hand, title: str) -> Several:
    """Ask for marines in an order, with repetitions."""
    labels = {unit: unit_name(hand.locale, unit) for unit in get_args(Unit)}
    return RepeatedChoice(hand.locale.gettext(title), options=by_number(labels), nobody=True, listed=True)


class RepeatedChoice(Several):
    """A choice of several options, each any number of times."""

    def choices(self) -> tuple[Option, ...]:
        """Return all options that fit the typed text."""
        return tuple(fitting(self.options, self.buffer))


def lesson(hand: Hand) -> Form:
    """Change the hints to newcomers at a moment of the game."""
    say, hints = hand.locale.gettext, hand.work.mission.lesson
    places = {hint.when: place for place, hint in reversed(list(enumerate(hints)))}
    labels = {when: say(label) for when, label in MOMENTS.items()}
    options = by_number(labels, dict.fromkeys(places, "✓"))
    when: Moment = yield Pick(say(N_("A lesson: at which moment is something said?")), options=options)
    place = places.get(when, len(hints))
    hint_now = hints[place] if when in places else None
    if hint_now is not None:
        what = {"change": N_("say something else"), "away": N_("say nothing")}
        title = hand.locale.name_of(hint_now.say)
        if (yield from _pick(hand, title, what)) == "away":
            _change_mission(hand, lesson=(*hints[:place], *hints[place + 1 :]))
            return
    elif len(hints) >= MOST_HINTS:
        hand.say(N_("A lesson has {most} hints at most."), bad=True, most=MOST_HINTS)
        return
    text = yield from _names(hand, say(N_("What is said")), None if hint_now is None else hint_now.say)
    _change_mission(hand, lesson=(*hints[:place], Hint(when=when, say=text), *hints[place + 1 :]))


# -- goals -----------------------------------------------------------------------------------


def goals(hand: Hand) -> Form:
    """Change the goals: add, replace or remove one."""
    current, say = hand.work.mission.goals, hand.locale.gettext
    if not current:
        yield from _goal(hand, None)
        return
    labels = {place: goal_line(hand.locale, goal) for place, goal in enumerate(current)}
    options = (*by_number(labels), Option("+", None, say(N_("one more"))))
    place = yield Pick(say(N_("What wins?")), options=options)
    if place is None:
        yield from _goal(hand, None)
        return
    what = {"change": N_("make it another"), "away": N_("take it away")}
    if (yield from _pick(hand, labels[place], what)) == "change":
        yield from _goal(hand, place)
    else:
        _change_mission(hand, goals=(*current[:place], *current[place + 1 :]))


def _goal(hand: Hand, place: int | None) -> Form:
    """Ask for a goal: its side, its kind, and when it decides."""
    current = hand.work.mission.goals
    side = yield from _pick(hand, N_("Who wins by it?"), dict(SIDES))
    kinds = dict.fromkeys((*USUAL_GOALS[side], *GOAL_TEXTS))
    by: By = yield from _pick(hand, N_("By what?"), {kind: GOAL_TEXTS[kind] for kind in kinds})
    facts: dict[str, Any] = {"side": side, "by": by}
    if by in ("leave", "bar", "survive", "kill", "hold"):
        facts["count"] = yield from _number(hand, N_("How many?"), 2, 1, MOST["count"])
    if by in ("leave", "bar", "carry-out"):
        facts["exit"] = yield from _exit(hand)
    if by == "carry-out":
        ids = {item.id: item.id for item in hand.work.mission.objects}
        facts["object"] = (yield from _pick(hand, N_("Which object?"), ids)) if ids else None
    if by in ("survive", "outlast"):
        turns = hand.work.mission.turn_limit or 8
        facts["turn"] = yield from _number(hand, N_("After which turn?"), turns, 1, 99)
    if by in ("burn", "hold"):
        facts |= yield from _where(hand, squares=by == "hold")
    when = {
        "": N_("in the end phase"),
        "at_once": N_("as soon as it is so"),
        "fallback": N_("where the others have met nothing"),
    }
    if word := (yield from _pick(hand, N_("When does it decide?"), when)):
        facts[word] = True
    goal = Goal(**facts)
    others = current if place is None else (*current[:place], *current[place + 1 :])
    at = len(current) if place is None else place
    _change_mission(hand, goals=(*others[:at], goal, *others[at:]))


def _exit(hand: Hand) -> Form:
    """Ask for an exit or any; without exits any is meant."""
    ids = {exit.id: exit.id for exit in hand.work.board.exits}
    if not ids:
        return None
    return (yield from _pick(hand, N_("By which exit?"), {**ids, None: N_("any")}))


def _where(hand: Hand, *, squares: bool) -> Form:
    """Ask for sections or squares; the marked ones are offered."""
    work, level = hand.work, hand.level
    rows = work.rows(hand.bench.pieces)
    floor = {cell: letter for plane in rows.levels for cell, _, letter in plane.cells()}
    several = len(rows.levels) > 1
    here = floor.get(hand.cell, "")
    default = f"{level}:{here}" if here and several else here
    if squares and hand.mark is not None:
        cells = (picture.cell_at(work, level, at) for at in hand.marked)
        default = " ".join(work.name(cell) for cell in cells if cell in floor)
    title = N_("Which sections or squares?") if squares else N_("Which sections?")
    hint = N_("such as: a b, or B2 B3") if squares else N_("such as: a b")
    typed = yield Text(hand.locale.gettext(title), buffer=default, hint=hand.locale.gettext(hint))
    words = typed.replace(",", " ").split()
    named = [word.upper() for word in words if re.fullmatch(r"([1-9]:)?[A-Za-z]{1,2}[1-9][0-9]?", word)]
    if not squares:
        return {"sections": tuple(word[:4] for word in words)}
    return {"squares": tuple(named), "sections": tuple(word[:4] for word in words if word.upper() not in named)}


# -- pieces, names, levels -----------------------------------------------------------------


def piece(hand: Hand) -> Form:
    """Ask for the piece to lay at the cursor."""
    labels = {id: hand.locale.name_of(entry.name) for id, entry in hand.bench.pieces.items()}

    def find(typed: str) -> tuple[Option, ...]:
        needle = typed.casefold()
        return tuple(
            Option("", id, label, id) for id, label in labels.items() if needle in label.casefold() or needle in id
        )

    title = hand.locale.say(N_("Which piece has its south-western square here?"))
    id = yield Search(title, find=find, hint=hand.locale.gettext(N_("r turns it afterwards")))
    hand.do(lambda work: placing.lay(work, id, hand.cell, "N", hand.bench.pieces))


def section(hand: Hand) -> Form:
    """Ask for the letter of a section: of the marked squares, or of the piece."""
    corner, opposite = hand.corners
    letter = yield Text(
        hand.locale.gettext(N_("Which letter has this section?")),
        most=1,
        may_be_empty=True,
        hint=hand.locale.gettext(N_("Enter: the next free one")),
    )
    if letter is not None and not (letter.isascii() and letter.isalnum()):
        hand.say(N_("A section is called by a letter or a digit."), bad=True)
    elif hand.work.of_pieces:
        free = letter or next(section_letters(hand.work))
        hand.do(lambda work: placing.set_letter(work, hand.cell, free, hand.bench.pieces))
    else:
        hand.do(lambda work: painting.paint_section(work, hand.level, corner, opposite, letter))


def object_(hand: Hand) -> Form:
    """Ask for the object to place at the cursor."""
    kind = yield from _pick(hand, N_("What lies here?"), dict(THINGS))
    hand.do(lambda work: placing.place_object(work, hand.cell, kind, hand.bench.pieces))


def rename_item(hand: Hand) -> Form:
    """Ask for another name of an entry, an exit or an object."""
    kinds: tuple[placing.Kind, ...] = ("entries", "exits", "objects")
    here = [(kind, item.id) for kind, item in placing.items_on(hand.work, hand.cell) if kind in kinds]
    if not here:
        hand.say(N_("No entry, exit or object is here."), bad=True)
        return
    kind, old = here[0]
    if len(here) > 1:
        labels = {pair: pair[1] for pair in here}
        kind, old = yield from _pick(hand, N_("Which one?"), labels)
    title = hand.locale.say(N_("Name of {id}?"), id=old)
    new = yield Text(title, most=12, read=_label, hint="N1, EAST, CAT")
    hand.do(lambda work: placing.rename(work, kind, old, new))


def _label(typed: str) -> str:
    """Return typed text as an id: capitals, digits, hyphens."""
    label = re.sub(r"[^A-Z0-9-]+", "-", typed.upper()).strip("-")
    if not label:
        raise AnswerError("nothing-fits", typed=typed)
    return label


def levels(hand: Hand) -> Form:
    """Add a level or remove this one."""
    what = {"add": N_("one more, above all others"), "away": N_("take this level away")}
    if (yield from _pick(hand, N_("Levels"), what)) == "away":
        hand.do(lambda work: painting.remove_level(work, hand.level))
        return
    if hand.work.of_pieces:
        hand.level = max(hand.work.numbers()) + 1
        return

    def add(work: Work) -> Work:
        work, hand.level = painting.add_level(work)
        return work

    hand.do(add)


# -- the file ------------------------------------------------------------------------------


def other_id(hand: Hand) -> Form:
    """Go on under another id, in a new file."""
    while True:
        id = yield Text(
            hand.locale.gettext(N_("Under which id is the mission saved?")),
            most=60,
            hint=hand.locale.gettext(N_("small letters, digits and hyphens")),
        )
        if not is_id(id):
            hand.say(N_("An id is made of small letters, digits and hyphens."), bad=True)
        elif hand.bench.is_taken(id):
            hand.say(N_("There is already a mission {id}."), bad=True, id=id)
        else:
            hand.bench.copy_as(id)
            hand.save()
            return


def play(hand: Hand) -> Form:
    """Save the mission and begin a match of it."""
    if hand.bench.error_count:
        hand.say(N_("It cannot be played yet; faults: {count}. n shows them."), bad=True, count=hand.bench.error_count)
        return
    who = {False: N_("a player"), True: N_("the program: you play alone")}
    solo = yield from _pick(hand, N_("Who plays the Genestealers?"), who)
    if not hand.bench.is_unsaved or hand.save():
        hand.leaving = Leaving(play=True, solo=solo)


def confirm_loss(hand: Hand) -> Form:
    """Confirm leaving with work that is kept nowhere, or keep it in another folder."""
    title = N_("The work could not be kept: it is lost if you leave now.")
    if hand.bench.is_second_window:
        title = N_("Another window has this file open: your work is kept nowhere.")
    ways = {
        "stay": N_("stay: A saves it under another name"),
        "elsewhere": N_("keep it in another folder, and leave"),
        "leave": N_("leave, it is lost"),
    }
    way = yield from _pick(hand, title, dict(ways))
    if way == "elsewhere":
        yield from _save_elsewhere(hand)
    if way != "stay":
        hand.leaving = Leaving()


def _save_elsewhere(hand: Hand) -> Form:
    """Ask for a folder until the work is kept in it."""
    say = hand.locale.gettext
    while True:
        typed = yield Text(say(N_("In which folder?")), most=400, hint=say(N_("such as /media/stick")))
        folder = read_path(typed)
        if not folder.is_dir():
            hand.say(N_("There is no folder {path}."), bad=True, path=folder)
            continue
        try:
            hand.bench.save_elsewhere(folder)
        except files.Changed as error:
            hand.say(N_("There is already a file {path}."), bad=True, path=error.path)
        except OSError as error:
            hand.report_error(error, N_("Not saved: {why}"))
        else:
            return


def offer_draft(hand: Hand, draft: files.Draft) -> Form:
    """Offer the unsaved draft of this mission."""
    when = draft.when[:16].replace("T", " ")
    title = hand.locale.say(N_("Work of {when} on this mission was not saved."), when=when)
    what = {True: N_("go on with it"), False: N_("leave it, begin anew")}
    if (yield from _pick(hand, title, what)):
        hand.open_anew(files.resume_draft(draft))
    else:
        files.drop_draft(hand.bench.opened.path)
