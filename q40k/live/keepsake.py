"""A seat's card after the match, as one picture to keep: place, counts, luck, medals, nemesis, the turning point."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from q40k.games.game import Seat
from q40k.i18n.locale import N_, Locale
from q40k.i18n.scores import luck_in_a_word
from q40k.i18n.width import wrap
from q40k.live.html import texts
from q40k.live.parts import Outcome, turning_text
from q40k.table import shown
from q40k.table.match_session import MatchSession
from q40k.tabletop.colours import seat_colour

WIDE, MARGIN, GAP = 520, 32, 12
IN_A_ROW = 3
"""So many counts stand side by side."""
MOST_LINES = 4
"""A longer text ends after so many lines."""
INK, SOFT, CALL = "#f4f1e8", "#aeb2ba", "#f5bd4f"
LETTER = 0.56
"""The width of a letter, as a part of its height, that room is kept for."""


class Text(Struct, frozen=True):
    """A line of the picture: where it begins, how high its letters are, and its colour."""

    x: float
    y: float
    size: float
    colour: str
    words: str
    bold: bool = False


def keepsake(locale: Locale, session: MatchSession, seat: str, outcome: Outcome | None) -> str:
    """Return the picture of a seat once the match is over and its outcome is known; "" before."""
    game, state = session.game, session.state
    owner = next((s for s in game.view.seats(state) if s.id == seat), None)
    if owner is None or outcome is None or not game.view.status(state).over:
        return ""
    lines = list(_lines(locale, session, owner, outcome))
    high = lines[-1].y + MARGIN
    label = ". ".join(line.words for line in lines)
    return texts(locale).keepsake(lines, (WIDE, f"{high:.0f}"), seat_colour(owner.colour), label, owner.name)


def _lines(locale: Locale, session: MatchSession, owner: Seat, outcome: Outcome) -> Iterator[Text]:
    """Yield the lines of the picture from top to bottom."""
    name = owner.name
    y = 96.0
    yield Text(MARGIN, y, _fit(name, 72), INK, name, bold=True)
    title = " · ".join(filter(None, (session.row.name or session.game.name, session.row.created[:10])))
    for words, colour in ((_place(locale, session, owner, outcome), CALL), (title, SOFT)):
        y += 40
        yield Text(MARGIN, y, _fit(words, 26), colour, words)
    column = (WIDE - 2 * MARGIN) / IN_A_ROW
    counts = list(_counts(locale, session, owner, outcome))
    for number, (label, count) in enumerate(counts):
        x = MARGIN + column * (number % IN_A_ROW)
        y += 0 if number % IN_A_ROW else 92
        yield Text(x, y, 46 if len(count) < 8 else 26, INK, count, bold=True)
        yield Text(x, y + 26, _fit(label, 19, column - GAP), SOFT, label)
    y += 28 * bool(counts)
    for heading, words in _paragraphs(locale, session, owner, outcome):
        y += 56
        yield Text(MARGIN, y, 28, CALL, heading, bold=True)
        for line in wrap(words, int((WIDE - 2 * MARGIN) / (LETTER * 24)))[:MOST_LINES]:
            y += 32
            yield Text(MARGIN, y, 24, INK, line)
    yield Text(WIDE - MARGIN - 56, y + 48, 22, SOFT, "q40k")


def _fit(words: str, size: float, room: float = WIDE - 2 * MARGIN) -> float:
    """Return the size of letters at which words fit into a room; at most `size`."""
    return min(size, room / (LETTER * max(len(words), 1)))


def _place(locale: Locale, session: MatchSession, owner: Seat, outcome: Outcome) -> str:
    """Return the place, the score and what was fielded: "Place 2 · 12/15 · Ork Nob"."""
    view, state = session.game.view, session.state
    winners = view.status(state).winners
    places = shown.winners_first(shown.race_places(view.race(state)), winners)
    ranks = shown.ranks([place.racer for place in places], winners)
    own = next(((rank, place) for rank, place in zip(ranks, places, strict=True) if place.racer.side == owner.id), None)
    entrant = next((e for e in outcome.entrants if e.player == owner.name), None)
    figure = locale.name_of(entrant.figure_name) if entrant is not None and entrant.figure_name is not None else ""
    score = (locale.say(N_("Place {place}"), place=own[0]), own[1].figure(locale)) if own is not None else ()
    return " · ".join(filter(None, (*score, figure)))


def _counts(locale: Locale, session: MatchSession, owner: Seat, outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Yield what was counted for the seat, and its luck."""
    game = session.game
    entrant = next((e for e in outcome.entrants if e.player == owner.name), None)
    words = locale.of(game.words.locales)
    if entrant is not None and game.results is not None:
        yield from ((words.gettext(count.name), str(entrant.counts.get(count.id, 0))) for count in game.results.counts)
    luck = next((luck for luck in outcome.luck if luck.player == owner.id), None)
    if luck is not None and luck.tests:
        yield locale.gettext(N_("Luck")), luck_in_a_word(locale, luck.swing, luck.tests)


def _paragraphs(locale: Locale, session: MatchSession, owner: Seat, outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Yield the medals of the seat, who killed it most often, and the turning point, each with its title."""
    game, state = session.game, session.state
    names: dict[str, Any] = {seat.id: seat.name for seat in game.view.seats(state)}
    yield from (game.words.medal(locale, state, medal, names) for medal in outcome.medals if owner.id in medal.sides)
    if game.statistics is not None and outcome.statistics is not None:
        rival = game.statistics.nemesis(outcome.statistics, owner.id)
        if rival is not None:
            who, number = names.get(rival[0], rival[0]), rival[1]
            words = locale.plural("killed by {name} {number} time", "killed by {name} {number} times", number, name=who)
            yield locale.gettext(N_("Nemesis")), words
    turning: Sequence[str] = [turning_text(locale, session, outcome.turning)] if outcome.turning is not None else ()
    yield from ((locale.gettext(N_("The turning point")), words) for words in turning if words)
