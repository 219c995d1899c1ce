"""The board in words: each marine with what lies ahead, beside and behind him, then the aliens."""

from collections.abc import Iterator

from q40k.games.space_hulk.board import Board, columns_and_rows
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.state import offers
from q40k.games.space_hulk.state.match import Marine, Match
from q40k.games.space_hulk.state.places import board, cell, eyes_of, pieces_by_square
from q40k.games.space_hulk.words.names import facing_name, unit_name
from q40k.i18n.locale import N_, Locale, with_label

WAYS = ((N_("ahead"), (1, 0)), (N_("to the right"), (0, 1)), (N_("behind"), (-1, 0)), (N_("to the left"), (0, -1)))
"""The directions from a marine: their words, and the step ahead and to the right."""


def board_sentences(locale: Locale, state: Match) -> Iterator[str]:
    """Yield the board from each marine outward, then where the aliens are and who sees them."""
    ground = board(state)
    if ground is None:
        return
    for marine in state.marines.values():
        here = cell(state, marine.id)
        if here is not None:
            yield _marine_sentence(locale, ground, marine, here)
            yield from _ways(locale, state, ground, marine, here)
            yield from _list_seen(locale, state, ground, marine, here)
    yield from _aliens(locale, state, ground)
    for name, door in state.doors.items():
        if door in ("open", "closed"):
            sentence = N_("open door {square}") if door == "open" else N_("closed door {square}")
            yield locale.say(sentence, square=name)
    for sentence, openings in (
        (N_("entries: {names}"), ground.entries.values()),
        (N_("exits: {names}"), ground.exits.values()),
    ):
        if openings:
            yield locale.say(sentence, names=", ".join(f"{opening.id} {opening.square}" for opening in openings))


def _marine_sentence(locale: Locale, ground: Board, marine: Marine, here: Cell) -> str:
    sentence = N_("{unit}, on {square}, section {section}, faces {facing}, {ap} AP")
    if marine.stance.overwatch:
        sentence = N_("{unit}, on {square}, section {section}, faces {facing}, {ap} AP, on overwatch")
    facts = {
        "unit": unit_name(locale, marine.unit),
        "square": ground.name(here),
        "section": ground.section(here),
        "facing": facing_name(locale, marine.position.facing),
        "ap": marine.acts.ap,
    }
    return with_label(locale, marine.id, locale.say(sentence, **facts))


def _ways(locale: Locale, state: Match, ground: Board, marine: Marine, here: Cell) -> Iterator[str]:
    """Yield a sentence for each direction that leads anywhere: how far, past which doors, to what."""
    if marine.position.facing is None:
        return
    for words, (ahead, right) in WAYS:
        columns, rows = columns_and_rows(marine.position.facing, ahead, right)
        text = _corridor(locale, state, ground, here, (columns, rows))
        if text:
            yield with_label(locale, locale.gettext(words), text)


def _corridor(locale: Locale, state: Match, ground: Board, here: Cell, step: tuple[int, int]) -> str:
    """Return what a straight line over the floor leads along; "" if there is no floor."""
    pieces, parts, length, there = pieces_by_square(state), list[str](), 0, here
    while True:
        there = (there[0], there[1] + step[0], there[2] + step[1])
        if not ground.is_floor(there):
            break
        length += 1
        name = ground.name(there)
        door = state.doors.get(name)
        facts = {"square": name, "number": length}
        if door in ("open", "closed"):
            sentence = N_("open door {square}") if door == "open" else N_("closed door {square}")
            parts.append(locale.say(sentence, **facts))
        if there in pieces:
            parts.append(locale.say(N_("{piece} on {square}"), piece=pieces[there], **facts))
    if not length:
        return ""
    end = ground.name((there[0], there[1] - step[0], there[2] - step[1]))
    far = locale.plural("{number} square, to {square}", "{number} squares, to {square}", length, square=end)
    return ", ".join((far, *parts))


def _list_seen(locale: Locale, state: Match, ground: Board, marine: Marine, here: Cell) -> Iterator[str]:
    """Yield whom a marine sees, and the squares between."""
    seen = []
    for other in (alien.id for alien in state.aliens_in_play):
        there = cell(state, other)
        if there is not None and marine in eyes_of(state).seers(there):
            squares = ground.route_length(here, there)
            far = "" if squares is None else " " + locale.plural("{number} square", "{number} squares", squares)
            seen.append(f"{other}{far}")
    if seen:
        yield locale.say(N_("sees {names}"), names=locale.join_and(seen))


def _aliens(locale: Locale, state: Match, ground: Board) -> Iterator[str]:
    """Yield every alien: its square and who sees it, or the entry where it waits."""
    for alien in state.aliens_in_play:
        other, entry, there = alien.id, alien.lurking.entry, cell(state, alien.id)
        if there is None:
            if entry is not None:
                yield with_label(locale, other, locale.say(N_("waits at entry {entry}"), entry=entry))
            continue
        names = offers.find_seers(state, other)
        sentence = N_("on {square}, section {section}, seen by {names}")
        if not names:
            sentence = N_("on {square}, section {section}, seen by nobody")
        facts = {"square": ground.name(there), "section": ground.section(there), "names": locale.join_and(names)}
        yield with_label(locale, other, locale.say(sentence, **facts))
