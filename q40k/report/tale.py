"""What a report tells, as data: the race, what decided it, every sentence, who stood where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from q40k.games.game import Game, Racer, View
from q40k.games.game import load as loaded
from q40k.geometry.scene import Piece
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import Locale
from q40k.kernel.calls import Step
from q40k.kernel.events import Event
from q40k.kernel.journal import history
from q40k.kernel.journal.journal import Entry
from q40k.report.drawing import radius_of
from q40k.table.announcer import called
from q40k.table.luck import Report as Luck
from q40k.table.luck import luck
from q40k.table.match_session import MatchSession
from q40k.table.medals import medals
from q40k.table.story import walk

LEAST_LEFT = 0.02
"""Nobody is counted as nearer to winning than this, in parts of the goal, until it has won."""
MOST_MOMENTS = 5
"""So many moments are told as those that decided it."""


class Beat(Struct, frozen=True):
    """An entry: when, what is said of it with the rolls behind, what was called, who had made what.

    `shares` are parts of the goal, by side, the very same object as long as nobody makes any;
    `great` is the sentence that matters most. `moved` is who stands elsewhere than before: (id,
    letters, x, y, colour, radius) in cm, or the id alone of who stands nowhere any more.
    """

    seq: int
    at: str
    turn: int
    said: tuple[tuple[str, tuple[str, ...]], ...]
    calls: tuple[str, ...]
    shares: tuple[float, ...]
    great: str = ""
    moved: tuple[tuple[Any, ...], ...] = ()


class Moment(Struct, frozen=True):
    """What changed the chances most: the entry, whose chance, from what to what."""

    seq: int
    said: str
    side: str
    was: float
    then: float


class Tale(Struct, frozen=True):
    """Everything a report tells.

    `medals` are titles, what each was won by, and who came next; `entries` are none as long as
    any is a secret.
    """

    name: str
    played: str
    state: Any
    sides: tuple[Racer, ...]
    winners: tuple[str, ...]
    over: bool
    turns: int
    began: str
    ended: str
    beats: tuple[Beat, ...]
    leads: tuple[tuple[int, str], ...]
    moments: tuple[Moment, ...]
    medals: tuple[tuple[str, str, str], ...]
    chapters: tuple[Chapter, ...]
    data: dict[str, Any]
    luck: Luck
    entries: tuple[Entry, ...]


def tale(match_session: MatchSession, locale: Locale) -> Tale:
    """Everything there is to tell of a match. Raises JournalError."""
    game, entries = match_session.game, match_session.inputs()
    stood, walked = [], []
    for before, step in walk(game, entries):
        stood.append(before)
        walked.append(step)
    state = match_session.state
    view, words, status = game.view, game.words, game.view.status(state)
    sides = view.race(state)
    journal, match = match_session.session.journal, match_session.number
    firsts = history.firsts(journal, match, 0, match_session.head)
    beats = tuple(_beats(game, locale, state, walked, sides, firsts))
    chapters, data = _figures(game, locale, state, walked)
    weighed = luck(game, state, entries, stood)
    names = {seat.id: seat.name for seat in view.seats(state)}
    won = medals(game, walked, weighed)
    played = view.played(state)
    return Tale(
        name=match_session.row.name or status.name,
        played=locale.said(played) if played else game.name,
        state=state,
        sides=sides,
        winners=status.winners,
        over=status.over,
        turns=status.turn,
        began=entries[0].at if entries else "",
        ended=entries[-1].at if entries else "",
        beats=beats,
        leads=tuple(_leads(beats, sides)),
        moments=_moments(beats, sides),
        medals=tuple(
            (*words.medal(locale, state, one, names), words.runner_up(locale, state, one, names))
            for one in won
        ),
        chapters=chapters,
        data=data,
        luck=weighed,
        entries=() if match_session.keeps_secrets else tuple(entries),
    )


def _figures(
    game: Game, locale: Locale, state: Any, walked: Iterable[Step[Any]]
) -> tuple[tuple[Chapter, ...], dict[str, Any]]:
    if not game.figures:
        return (), {}
    known = loaded(game.figures)
    counted = known.count(walked)
    return known.chapters(locale, state, counted), known.data(state, counted)


def _beats(
    game: Game, locale: Locale, state: Any, walked: Sequence[Step[Any]], sides: Sequence[Racer],
    firsts: Mapping[int, int],
) -> Iterable[Beat]:  # fmt: skip
    words, view, announced = game.words, game.view, called(game, walked)
    raced, moved = _raced(view, walked, sides), _moved(view, walked)
    for step, (turn, shares), elsewhere in zip(walked, raced, moved, strict=True):
        seq = step.entry.seq
        events = [one.event for one in step.told]
        told = words.sentences(locale, state, events, firsts.get(seq, seq))
        said = tuple((text, words.unfold(locale, state, event)) for text, event in told.items())
        calls = tuple(words.call(locale, state, one) for one in announced.get(seq, ()))
        great = _greatest(told, view.moments.great)
        yield Beat(seq, step.entry.at, turn, said, calls, shares, great, elsewhere)


def _raced(
    view: View, walked: Iterable[Step[Any]], sides: Sequence[Racer]
) -> Iterator[tuple[int, tuple[float, ...]]]:
    """The turn after each entry, and what part of its goal every side had made."""
    none: tuple[float, ...] = (0.0,) * len(sides)
    known: tuple[Racer, ...] = ()
    shares, before = none, None
    for step in walked:
        turn, state = view.status(step.state).turn, step.state
        if not turn:  # before the first one nobody is on the way
            shares, before = none, None
        else:
            race = view.race(state) if before is None else view.race_after(known, before, state)
            if before is None or race is not known:
                made = {one.side: one.share for one in race}
                shares = tuple(made.get(one.side, 0.0) for one in sides)
            known, before = race, state
        yield turn, shares


def _moved(view: View, walked: Iterable[Step[Any]]) -> Iterator[tuple[tuple[Any, ...], ...]]:
    """Who stands elsewhere after each entry than before it."""
    known: tuple[Piece, ...] = ()
    before: Any = None
    stood: dict[str, Piece] = {}
    shown: dict[str, tuple[Any, ...]] = {}
    for step in walked:
        state = step.state
        pieces = view.pieces(state) if before is None else view.pieces_after(known, before, state)
        moved: list[tuple[Any, ...]] = []
        if pieces is not known:
            here = {one.id: one for one in pieces}
            drawn = [_drawn(one) for one in pieces if stood.get(one.id) is not one]
            moved += [one for one in drawn if shown.get(one[0]) != one]
            gone = [id for id in stood if id not in here]
            shown.update({one[0]: one for one in moved} | dict.fromkeys(gone, ()))
            moved += [(id,) for id in gone]
            stood = here
        yield tuple(moved)
        known, before = pieces, state


def _greatest(told: dict[str, Event], great: Sequence[str]) -> str:
    """The sentence that tells a great moment of the game, or else the last one."""
    said = (text for text, event in told.items() if event.type in great)
    return next(said, next(reversed(told), ""))


def _drawn(piece: Piece) -> tuple[Any, ...]:
    """All that the replay draws of a piece."""
    (x, y), radius = piece.at, round(radius_of(piece), 2)
    return piece.id, piece.letters, round(x, 1), round(y, 1), piece.colour, radius


def _leads(beats: Iterable[Beat], sides: Sequence[Racer]) -> Iterable[tuple[int, str]]:
    """Every time somebody took the lead alone: the entry, and who."""
    leader = ""
    for beat in beats:
        most = max(beat.shares, default=0.0)
        first = [side for side, share in zip(sides, beat.shares, strict=True) if share == most]
        if most > 0 and len(first) == 1 and first[0].side != leader:
            leader = first[0].side
            yield beat.seq, first[0].name


def chances(shares: Sequence[float]) -> list[float]:
    """Everybody's chance to win, by how little is left to their goal.

    The plain model that the page explains: a chance is as great as one over the square of what is
    left, so who has half as much left wins four times as often. It knows no dice and no figures.
    """
    if any(share >= 1 for share in shares):
        won = [float(share >= 1) for share in shares]
        return [one / sum(won) for one in won]
    weights = [1 / max(1 - share, LEAST_LEFT) ** 2 for share in shares]
    total = sum(weights)
    return [one / total for one in weights]


def _moments(beats: Sequence[Beat], sides: Sequence[Racer]) -> tuple[Moment, ...]:
    """The entries that changed somebody's chance most, the greatest first."""
    found = []
    before, shares = chances([0.0] * len(sides)), None
    for beat in beats:
        if not sides:
            break
        if beat.shares is shares:  # nobody has made anything
            continue
        shares = beat.shares
        now = chances(shares)
        change = [then - was for was, then in zip(before, now, strict=True)]
        most = max(range(len(sides)), key=lambda one: abs(change[one]))
        if change[most] and beat.said:
            found.append(Moment(beat.seq, beat.great, sides[most].name, before[most], now[most]))
        before = now
    found.sort(key=lambda one: -abs(one.then - one.was))
    return tuple(found[:MOST_MOMENTS])
