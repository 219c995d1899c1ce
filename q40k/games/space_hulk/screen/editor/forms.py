"""What the editor asks: the mission’s name, marines, blips and turns; what wins; pieces; names."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from typing import Any, Final, get_args

from msgspec.structs import replace

from q40k.games.space_hulk.editor import laying, painting, placing
from q40k.games.space_hulk.editor.keeping import Draft, drop_draft
from q40k.games.space_hulk.editor.opening import taken_up
from q40k.games.space_hulk.editor.picture import cell_at
from q40k.games.space_hulk.editor.work import Work, section_letters
from q40k.games.space_hulk.packs.missions import (
    SQUADS,
    By,
    Goal,
    Hint,
    Mission,
    Moment,
    Squad,
    Unit,
)
from q40k.games.space_hulk.screen.editor.hand import Form, Hand, Leaving
from q40k.games.space_hulk.words.missions import goal_line
from q40k.games.space_hulk.words.names import EDITIONS, SIDES, unit_name
from q40k.i18n.locale import N_
from q40k.kernel.questions import AnswerError
from q40k.packs.base import Names, is_id
from q40k.tui.fields import Field, Option, Pick, Search, Several, Text, by_number, fitting

Asked = Generator[Field, Any, Any]
NO_NOTES: Final[Mapping[Any, str]] = {}
MOST: Final = {"starting_blips": 22, "blips_per_turn": 22, "turn_limit": 99, "count": 60}
SQUAD_NAMES: Final[dict[Squad, str]] = {
    "squad-sword": N_("squad with power sword and flamer"),
    "squad-hammer": N_("squad with thunder hammer and cannon"),
    "squad-1st": N_("squad of the 1st edition"),
}
WAYS: Final[dict[By, str]] = {
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
MEANT: Final[dict[str, tuple[By, ...]]] = {
    "marine": ("leave", "survive", "kill", "burn", "carry-out", "hold"),
    "stealer": ("wipe-out", "outlast", "bar"),
}
"""By what each side usually wins; it may win by the others, too."""
MOMENTS: Final[dict[Moment, str]] = {
    "setup": N_("marines are placed"),
    "draw": N_("points are to be drawn"),
    "first": N_("nobody has acted yet"),
    "move": N_("who acts may go on"),
    "watch": N_("two points are left"),
    "shoot": N_("a stealer is in sight"),
    "jam": N_("a bolter is jammed"),
    "spent": N_("who acts has no points left"),
    "alien": N_("the Genestealers’ turn"),
    "react": N_("somebody may react"),
    "blip": N_("a blip must be turned up"),
    "end": N_("the end phase"),
}
MOST_HINTS: Final = 40
THINGS: Final = {
    "cat": N_("C.A.T."), "artefact": N_("artefact"), "dead-marine": N_("fallen marine"),
}  # fmt: skip


def _pick(
    hand: Hand, title: str, labels: dict[Any, str], notes: Mapping[Any, str] = NO_NOTES
) -> Asked:
    """One of some things, by number; the labels are said in the language of the hand."""
    say = hand.locale.gettext
    options = by_number({value: say(label) for value, label in labels.items()}, notes)
    return (yield Pick(say(title), options=options))


def _number(hand: Hand, title: str, now: int | None, least: int, most: int) -> Asked:
    """A number within bounds; Enter alone keeps what it is now."""
    say = hand.locale.say
    hint = say(N_("{least} to {most}"), least=least, most=most)
    if now is not None:
        hint = say(N_("{least} to {most}; Enter alone: {now}"), least=least, most=most, now=now)

    def read(typed: str) -> int:
        if not typed.isascii() or not typed.isdigit():
            raise AnswerError("number-not-one", typed=typed)
        if not least <= int(typed) <= most:
            raise AnswerError("number-range", got=int(typed), least=least, most=most)
        return int(typed)

    return (
        yield Text(
            hand.locale.gettext(title), hint=hint, read=read, most=4,
            may_be_empty=now is not None, empty=now,
        )
    )  # fmt: skip


def _names(hand: Hand, what: str, now: Names | None) -> Asked:
    """A text in both languages; the French one is as the English, if nothing else is said."""
    say = hand.locale.say
    english = yield Text(
        say(N_("{what}, in English"), what=what), buffer="" if now is None else now.en, most=400
    )
    french = yield Text(
        say(N_("{what}, in French"), what=what), most=400, may_be_empty=True, empty=english,
        buffer="" if now is None or now.fr == now.en else now.fr,
        hint=say(N_("Enter alone: as in English")),
    )  # fmt: skip
    return Names(en=english, fr=french)


def _changes(hand: Hand, **said: Any) -> None:
    hand.do(lambda work: replace(work, mission=replace(work.mission, **said)))


# -- the mission ---------------------------------------------------------------------------


def mission(hand: Hand) -> Form:
    """What the mission is called, who takes part, how many blips come, how long it goes."""
    now, say = hand.work.mission, hand.locale.gettext
    asked = {
        "name": N_("name"), "about": N_("story"), "marines": N_("marines"),
        "starting_blips": N_("blips at the start"), "blips_per_turn": N_("blips in each turn"),
        "turn_limit": N_("number of turns"), "editions": N_("editions"),
        "alpha": N_("the Alpha"), "text": N_("a goal in words"),
    }  # fmt: skip
    notes = _as_it_is(hand, now)
    what = yield from _pick(hand, N_("The mission: what is to be said?"), asked, notes)
    if what == "name":
        names = yield from _names(hand, say(N_("Name")), now.name)
        hand.do(
            lambda work: replace(
                work,
                mission=replace(work.mission, name=names),
                board=replace(work.board, name=names)
                if work.board.id == work.mission.id
                else work.board,
            )
        )
    elif what in ("about", "text"):
        title = N_("Story") if what == "about" else N_("What wins, in words")
        _changes(hand, **{what: (yield from _names(hand, say(title), getattr(now, what)))})
    elif what == "marines":
        yield from _marines(hand, now)
    elif what in MOST:
        least = 1 if what == "turn_limit" else 0
        title = say(asked[what])
        got = yield from _limit(hand, what, title.capitalize(), getattr(now, what), least)
        _changes(hand, **{what: got})
    elif what == "editions":
        both = {("4",): EDITIONS["4"], ("1",): EDITIONS["1"], ("4", "1"): N_("both")}
        _changes(hand, editions=(yield from _pick(hand, N_("Which edition?"), both)))
    else:
        may = {None: N_("as the table agrees"), True: N_("there"), False: N_("not there")}
        _changes(hand, alpha=(yield from _pick(hand, N_("Is the Alpha there?"), may)))


def _as_it_is(hand: Hand, now: Mission) -> dict[str, str]:
    """What is said of the mission so far, in short."""
    said = {
        "name": hand.locale.name_of(now.name),
        "about": "" if now.about is None else "✓",
        "text": "" if now.text is None else "✓",
        "marines": str(sum(len(SQUADS[one]) for one in now.squads) + len(now.units)),
        "editions": ", ".join(now.editions),
    }
    numbers = {one: getattr(now, one) for one in MOST if hasattr(now, one)}
    return said | {one: str(many) for one, many in numbers.items() if many is not None}


def _limit(hand: Hand, what: str, title: str, now: int | None, least: int) -> Asked:
    """A number, or for the turns none."""
    if what == "turn_limit":
        says = {True: N_("so many turns"), False: N_("without an end")}
        if not (yield from _pick(hand, N_("How long does it go?"), says)):
            return None
    return (yield from _number(hand, title, now, least, MOST[what]))


def _marines(hand: Hand, now: Mission) -> Form:
    """The squads, or marines one by one."""
    how = {
        **{("squads", one): SQUAD_NAMES[one] for one in get_args(Squad)},
        ("units", ""): N_("marines one by one"),
        ("vip", ""): N_("whom the goals name"),
    }  # fmt: skip
    kind, squad = yield from _pick(hand, N_("Which marines?"), how)
    if kind == "vip":
        _changes(hand, vip=tuple((yield _units(hand, N_("Whom do the goals name?")))))
        return
    if kind == "units":
        units = tuple((yield _units(hand, N_("Which marines, in the order of their places?"))))
        _changes(hand, units=units, squads=(), squads_1st=())
        return
    field = "squads_1st" if squad == "squad-1st" else "squads"
    have = getattr(now, field)
    several = 1
    if have or now.units:
        several = yield from _pick(
            hand, N_("In the place of those there are?"),
            {1: N_("in their place"), 2: N_("beside them")},
        )  # fmt: skip
    if several == 2:
        _changes(hand, **{field: (*have, squad)})
    else:
        _changes(hand, **{field: (squad,), "units": ()})


def _units(hand: Hand, title: str) -> Several:
    """Marines in an order; the same one may come more than once."""
    labels = {unit: unit_name(hand.locale, unit) for unit in get_args(Unit)}
    return Again(hand.locale.gettext(title), options=by_number(labels), nobody=True, listed=True)


class Again(Several):
    """Some of the options, each as often as it is wanted."""

    def choices(self) -> tuple[Option, ...]:
        """All options that fit what is typed."""
        return tuple(fitting(self.options, self.buffer))


def lesson(hand: Hand) -> Form:
    """What newcomers are told at a moment of the game."""
    say, now = hand.locale.gettext, hand.work.mission.lesson
    places = {one.when: place for place, one in reversed(list(enumerate(now)))}
    labels = {when: say(label) for when, label in MOMENTS.items()}
    options = by_number(labels, dict.fromkeys(places, "✓"))
    when: Moment = yield Pick(
        say(N_("A lesson: at which moment is something said?")), options=options
    )
    place = places.get(when, len(now))
    known = now[place] if when in places else None
    if known is not None:
        what = {"change": N_("say something else"), "away": N_("say nothing")}
        title = hand.locale.name_of(known.say)
        if (yield from _pick(hand, title, what)) == "away":
            _changes(hand, lesson=(*now[:place], *now[place + 1 :]))
            return
    elif len(now) >= MOST_HINTS:
        hand.say(N_("A lesson has {most} hints at most."), bad=True, most=MOST_HINTS)
        return
    text = yield from _names(hand, say(N_("What is said")), None if known is None else known.say)
    _changes(hand, lesson=(*now[:place], Hint(when=when, say=text), *now[place + 1 :]))


# -- what wins -----------------------------------------------------------------------------


def goals(hand: Hand) -> Form:
    """What wins: a goal more, one changed or taken away."""
    now, say = hand.work.mission.goals, hand.locale.gettext
    if not now:
        yield from _goal(hand, None)
        return
    labels = {place: goal_line(hand.locale, one) for place, one in enumerate(now)}
    options = (*by_number(labels), Option("+", None, say(N_("one more"))))
    place = yield Pick(say(N_("What wins?")), options=options)
    if place is None:
        yield from _goal(hand, None)
        return
    what = {"change": N_("make it another"), "away": N_("take it away")}
    if (yield from _pick(hand, labels[place], what)) == "change":
        yield from _goal(hand, place)
    else:
        _changes(hand, goals=(*now[:place], *now[place + 1 :]))


def _goal(hand: Hand, place: int | None) -> Form:
    """A goal: whose, by what, and when it decides."""
    now = hand.work.mission.goals
    side = yield from _pick(hand, N_("Who wins by it?"), dict(SIDES))
    ways = dict.fromkeys((*MEANT[side], *WAYS))
    by: By = yield from _pick(hand, N_("By what?"), {one: WAYS[one] for one in ways})
    said: dict[str, Any] = {"side": side, "by": by}
    if by in ("leave", "bar", "survive", "kill", "hold"):
        said["count"] = yield from _number(hand, N_("How many?"), 2, 1, MOST["count"])
    if by in ("leave", "bar", "carry-out"):
        said["exit"] = yield from _exit(hand)
    if by == "carry-out":
        ids = {one.id: one.id for one in hand.work.mission.objects}
        said["object"] = (yield from _pick(hand, N_("Which object?"), ids)) if ids else None
    if by in ("survive", "outlast"):
        turns = hand.work.mission.turn_limit or 8
        said["turn"] = yield from _number(hand, N_("After which turn?"), turns, 1, 99)
    if by in ("burn", "hold"):
        said |= yield from _where(hand, squares=by == "hold")
    when = {
        "": N_("in the end phase"), "at_once": N_("as soon as it is so"),
        "fallback": N_("where the others have met nothing"),
    }  # fmt: skip
    if word := (yield from _pick(hand, N_("When does it decide?"), when)):
        said[word] = True
    goal = Goal(**said)
    kept = now if place is None else (*now[:place], *now[place + 1 :])
    at = len(now) if place is None else place
    _changes(hand, goals=(*kept[:at], goal, *kept[at:]))


def _exit(hand: Hand) -> Asked:
    """An exit, or any; where there is none, any is meant."""
    ids = {one.id: one.id for one in hand.work.board.exits}
    if not ids:
        return None
    return (yield from _pick(hand, N_("By which exit?"), {**ids, None: N_("any")}))


def _where(hand: Hand, *, squares: bool) -> Asked:
    """Sections, or squares: those that are marked are offered."""
    work, level = hand.work, hand.level
    rows = work.rows(hand.bench.pieces)
    floor = {cell: one for plane in rows.levels for cell, _, one in plane.cells()}
    several = len(rows.levels) > 1
    here = floor.get(hand.cell, "")
    shown = f"{level}:{here}" if here and several else here
    if squares and hand.mark is not None:
        cells = (cell_at(work, level, at) for at in hand.marked)
        shown = " ".join(work.name(cell) for cell in cells if cell in floor)
    title = N_("Which sections or squares?") if squares else N_("Which sections?")
    hint = N_("such as: a b, or B2 B3") if squares else N_("such as: a b")
    words = yield Text(hand.locale.gettext(title), buffer=shown, hint=hand.locale.gettext(hint))
    said = words.replace(",", " ").split()
    named = [one.upper() for one in said if re.fullmatch(r"([1-9]:)?[A-Za-z]{1,2}[1-9][0-9]?", one)]
    if not squares:
        return {"sections": tuple(one[:4] for one in said)}
    return {
        "squares": tuple(named),
        "sections": tuple(one[:4] for one in said if one.upper() not in named),
    }


# -- pieces, names, levels -----------------------------------------------------------------


def piece(hand: Hand) -> Form:
    """Which piece is laid at the cursor."""
    labels = {id: hand.locale.name_of(one.name) for id, one in hand.bench.pieces.items()}

    def find(typed: str) -> tuple[Option, ...]:
        wanted = typed.casefold()
        return tuple(
            Option("", id, label, id)
            for id, label in labels.items()
            if wanted in label.casefold() or wanted in id
        )

    title = hand.locale.say(N_("Which piece has its south-western square here?"))
    id = yield Search(title, find=find, hint=hand.locale.gettext(N_("R turns it afterwards")))
    hand.do(lambda work: laying.lay(work, id, hand.cell, "N", hand.bench.pieces))


def section(hand: Hand) -> Form:
    """The letter of a section: of what is marked, or of the piece."""
    one, other = hand.corners
    letter = yield Text(
        hand.locale.gettext(N_("Which letter has this section?")), most=1, may_be_empty=True,
        hint=hand.locale.gettext(N_("Enter alone: the next free one")),
    )  # fmt: skip
    if letter is not None and not (letter.isascii() and letter.isalnum()):
        hand.say(N_("A section is called by a letter or a digit."), bad=True)
    elif hand.work.of_pieces:
        free = letter or next(section_letters(hand.work))
        hand.do(lambda work: laying.letter(work, hand.cell, free, hand.bench.pieces))
    else:
        hand.do(lambda work: painting.section(work, hand.level, one, other, letter))


def object_(hand: Hand) -> Form:
    """Which object lies at the cursor."""
    kind = yield from _pick(hand, N_("What lies here?"), dict(THINGS))
    hand.do(lambda work: placing.thing(work, hand.cell, kind, hand.bench.pieces))


def called(hand: Hand) -> Form:
    """What an entry, an exit or an object is called."""
    kinds: tuple[placing.Kind, ...] = ("entries", "exits", "objects")
    here = [
        (kind, one.id) for kind, one in placing.standing(hand.work, hand.cell) if kind in kinds
    ]  # fmt: skip
    if not here:
        hand.say(N_("No entry, exit or object is here."), bad=True)
        return
    kind, old = here[0]
    if len(here) > 1:
        labels = {pair: pair[1] for pair in here}
        kind, old = yield from _pick(hand, N_("Which one?"), labels)
    title = hand.locale.say(N_("What is {id} called?"), id=old)
    new = yield Text(title, most=12, read=_label, hint="N1, EAST, CAT")
    hand.do(lambda work: placing.rename(work, kind, old, new))


def _label(typed: str) -> str:
    """A name as entries, exits and objects have it: capitals, digits, hyphens."""
    label = re.sub(r"[^A-Z0-9-]+", "-", typed.upper()).strip("-")
    if not label:
        raise AnswerError("nothing-fits", typed=typed)
    return label


def levels(hand: Hand) -> Form:
    """One level more, or this one away."""
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
    """Go on under another id, in a file of its own."""
    while True:
        id = yield Text(
            hand.locale.gettext(N_("Under which id is the mission saved?")), most=60,
            hint=hand.locale.gettext(N_("small letters, digits and hyphens")),
        )  # fmt: skip
        if not is_id(id):
            hand.say(N_("An id is made of small letters, digits and hyphens."), bad=True)
        elif hand.bench.taken(id):
            hand.say(N_("There is already a mission {id}."), bad=True, id=id)
        else:
            hand.bench.copy_as(id)
            hand.save()
            return


def play(hand: Hand) -> Form:
    """Save the mission and begin a match of it."""
    if hand.bench.hindered:
        hand.say(
            N_("It cannot be played yet; faults: {count}. N shows them."),
            bad=True, count=hand.bench.hindered,
        )  # fmt: skip
        return
    who = {False: N_("a player"), True: N_("the program: you play alone")}
    solo = yield from _pick(hand, N_("Who plays the Genestealers?"), who)
    if not hand.bench.unsaved or hand.save():
        hand.leaving = Leaving(play=True, solo=solo)


def loses_work(hand: Hand) -> Form:
    """The work of a second window is not saved, and no draft keeps it: leave all the same?"""
    title = N_("Another window has this file open: your work is kept nowhere.")
    if (yield from _pick(hand, title, {False: N_("stay: A saves it under another name"),
                                       True: N_("leave, it is lost")})):  # fmt: skip
        hand.leaving = Leaving()


def offered(hand: Hand, draft: Draft) -> Form:
    """Work on this mission that was not saved is there."""
    when = draft.when[:16].replace("T", " ")
    title = hand.locale.say(N_("Work of {when} on this mission was not saved."), when=when)
    what = {True: N_("go on with it"), False: N_("leave it, begin anew")}
    if (yield from _pick(hand, title, what)):
        hand.open_anew(taken_up(draft))
    else:
        drop_draft(hand.bench.opened.path)
