"""The panel beside the board: the square, the contents of the mission, the faults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from textual.content import Content

from q40k.games.space_hulk.editor.placing import items_on
from q40k.games.space_hulk.packs.boards import DOOR
from q40k.games.space_hulk.packs.missions import SQUADS
from q40k.games.space_hulk.screen.editor.hand import Hand
from q40k.games.space_hulk.words.missions import goal_line
from q40k.games.space_hulk.words.names import facing_name, unit_name
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_
from q40k.tui import look
from q40k.tui.look import clickable, fit, style_text

MOST_FAULTS: Final = 4
"""The most faults shown at a time; N goes through all of them."""
HEADS: Final = {
    "entries": N_("entry {id}, {side}"),
    "exits": N_("exit {id}, {side}"),
    "ladders": N_("ladder {id}: {top} – {foot}"),
    "objects": N_("object {id}"),
}


def head(hand: Hand, width: int) -> Content:
    """Return the mission, its file, the level, and whether it is saved."""
    say, work = hand.locale.say, hand.work
    parts = [hand.locale.name_of(work.mission.name)]
    if len(work.numbers()) > 1 or hand.level != 1:
        parts.append(say(N_("level {number}"), number=hand.level))
    parts.append(work.mission.id)
    state = N_("saved") if hand.bench.opened.text else N_("new")
    if hand.bench.is_unsaved:
        state = N_("not saved")
    title = " " + say(N_("Mission editor: {mission}"), mission=" · ".join(dict.fromkeys(parts)))
    right = f"{hand.locale.gettext(state)} "
    room = max(0, width - len(right))
    return Content.assemble((fit(title, room), "bold"), (right, look.MUTED))


def panel(hand: Hand) -> Content:
    """Return everything in the panel."""
    return look.lines(*_square(hand), "", *_faults(hand), "", *_contents(hand))


def _square(hand: Hand) -> Iterator[Content | str]:
    """Yield the square under the cursor, or the number of marked squares."""
    say, work, cell = hand.locale.say, hand.work, hand.cell
    if hand.mark is not None:
        (west, low), (right, high) = hand.corners
        wide, height = abs(right - west) + 1, abs(high - low) + 1
        yield style_text(say(N_("{wide} by {high} squares marked"), wide=wide, high=height), "bold")
        return
    rows = work.rows(hand.bench.pieces)
    squares = {
        there: (letter, section)
        for level in rows.levels
        for there, letter, section in level.cells()
    }
    if cell not in squares:
        yield style_text(say(N_("wall")), "bold")
        return
    letter, section = squares[cell]
    name = work.name(cell)
    yield style_text(say(N_("{square}, section {section}"), square=name, section=section), "bold")
    things = list(items_on(work, cell))
    if letter == DOOR:
        locked = any(kind == "locked" for kind, _item in things)
        yield say(N_("door that nobody opens by hand")) if locked else say(N_("door"))
    for kind, item in things:
        if kind == "start":
            yield _starter(hand, work.mission.start.index(item))
        elif kind == "generators":
            yield say(N_("force-field generator"))
        elif kind in HEADS:
            facts = {name: getattr(item, name) for name in item.__struct_fields__}
            facts["side"] = facing_name(hand.locale, facts.get("side"))
            yield say(HEADS[kind], **facts)


def _starter(hand: Hand, place: int) -> str:
    """Return the marine who starts at a place: the squads first, then the others."""
    units = _units(hand)
    name = unit_name(hand.locale, units[place]) if place < len(units) else "?"
    looks = facing_name(hand.locale, hand.work.mission.start[place].facing)
    sentence = N_("marine {number}, looks {side}: {name}")
    return hand.locale.say(sentence, number=place + 1, side=looks, name=name)


def _units(hand: Hand) -> list[str]:
    mission = hand.work.mission
    squads = mission.squads_1st if mission.editions == ("1",) else mission.squads
    return [*(unit for squad in squads for unit in SQUADS[squad]), *mission.units]


def _faults(hand: Hand) -> Iterator[Content | str]:
    """Yield the faults in plain words."""
    faults = hand.bench.faults
    if not faults:
        yield style_text(hand.locale.gettext(N_("Nothing is wrong.")), "$success")
        return
    sentence = hand.locale.ngettext(
        "{number} thing is wrong", "{number} things are wrong", len(faults)
    )
    yield clickable(style_text(sentence.format(number=len(faults)) + " (N)", "bold"), key="n")
    first = max(0, min(hand.fault, len(faults) - MOST_FAULTS))
    for place, fault in enumerate(faults[first : first + MOST_FAULTS], first):
        here = place == hand.fault
        sign = ("▸" if here else "!" if fault.is_error else "·") + " "
        style = "bold " if here else ""
        words = WORDS.problem(hand.locale, fault.problem)
        yield style_text(sign + words, style + ("$error" if fault.is_error else look.MUTED))
    if len(faults) > MOST_FAULTS:
        yield style_text(f"  ↑ {first} · ↓ {len(faults) - first - MOST_FAULTS}", look.MUTED)


def _contents(hand: Hand) -> Iterator[Content | str]:
    """Yield the contents of the mission, each with the key that adds more."""
    say, work = hand.locale.say, hand.work
    rows = work.rows(hand.bench.pieces)
    squares = [letter for level in rows.levels for _, letter, _ in level.cells()]
    mission, board = work.mission, work.board
    counts: list[tuple[str, str, str, bool]] = [
        ("F", N_("squares"), str(len(squares)), bool(squares)),
        ("D", N_("doors"), str(squares.count(DOOR)), True),
        ("E", N_("entries"), str(len(board.entries)), bool(board.entries)),
        ("X", N_("exits"), str(len(board.exits)), True),
        ("M", N_("marines placed"), f"{len(mission.start)}/{len(_units(hand))}",
         bool(mission.start)),
        ("G", N_("goals"), str(len(mission.goals)), bool(mission.goals or mission.text)),
    ]  # fmt: skip
    for key, name, count, enough in counts:
        words = say(N_("{what}: {count}"), what=say(name), count=count)
        style = "" if enough else "bold $warning"
        cap = Content.assemble((f"{key} ", "bold $accent"), (words, style))
        yield clickable(cap, key=key.lower())
    blips = f"{_many(mission.starting_blips)} + {_many(mission.blips_per_turn)}"
    cap = Content.assemble(("I ", "bold $accent"), say(N_("blips: {many} a turn"), many=blips))
    yield clickable(cap, key="i")
    if mission.turn_limit is not None:
        yield say(N_("  turns: {number}"), number=mission.turn_limit)
    for goal in mission.goals:
        yield style_text(f"  {goal_line(hand.locale, goal)}", look.MUTED)


def _many(number: int | None) -> str:
    return "?" if number is None else str(number)
