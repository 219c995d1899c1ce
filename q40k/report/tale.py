"""What a report tells, as data: the race, what decided it, every sentence, who stood where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from msgspec import Struct

from q40k.games.game import Game, Racer, Seat, View
from q40k.games.game import load as loaded
from q40k.geometry.scene import Area, Mark, Piece
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import Locale
from q40k.kernel.calls import Step
from q40k.kernel.events import Event
from q40k.kernel.journal import history
from q40k.kernel.journal.journal import Entry
from q40k.report.chances import Raced, Shares, Swing, raced
from q40k.report.drawing import radius_of
from q40k.table.announcer import called
from q40k.table.luck import Report as Luck
from q40k.table.luck import luck
from q40k.table.match_session import MatchSession
from q40k.table.medals import medals
from q40k.table.story import walk

MOST_MOMENTS = 5
"""So many moments are told as those that decided it."""


class Said(Struct, frozen=True):
    """A sentence, the rolls behind it, and by how much a kill changed a chance to win."""

    words: str
    rolls: tuple[str, ...] = ()
    swing: Swing | None = None


class Beat(Struct, frozen=True):
    """An entry: when, what is said of it with the rolls behind, what was called, who had made what.

    `shares` are parts of the goal, by side, the very same object as long as nobody makes any;
    `great` is the sentence that matters most. `moved` is who stands elsewhere than before: (id,
    letters, x, y, colour, radius) in cm, or the id alone of who stands nowhere any more. `lying`
    is what lies on the table, the very same object as long as it is the same.
    """

    seq: int
    at: str
    turn: int
    said: tuple[Said, ...]
    calls: tuple[str, ...]
    shares: tuple[float, ...]
    great: str = ""
    moved: tuple[tuple[Any, ...], ...] = ()
    lying: tuple[Area | Mark, ...] = ()


class Moment(Struct, frozen=True):
    """What changed the chances most: the entry, its sentence, and whose chance."""

    seq: int
    said: str
    swing: Swing


class Tale(Struct, frozen=True):
    """Everything a report tells.

    `ending` is the sentence by which it ended. `gone` are those who have left and do not count in
    the race any more. `medals` are titles, what each was won by, and who came next; `entries` are
    none as long as any is a secret.
    """

    name: str
    played: str
    state: Any
    sides: tuple[Racer, ...]
    winners: tuple[str, ...]
    over: bool
    ending: str
    gone: tuple[str, ...]
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
    race = list(raced(view, walked, sides))
    beats = tuple(_beats(game, locale, state, walked, race, firsts))
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
        ending=_ending(view, walked, beats),
        gone=tuple(_gone(view.seats(state), sides)),
        turns=status.turn,
        began=entries[0].at if entries else "",
        ended=entries[-1].at if entries else "",
        beats=beats,
        leads=tuple(_leads(beats, sides)),
        moments=_moments(beats, race),
        medals=tuple(
            (*words.medal(locale, state, one, names), words.runner_up(locale, state, one, names))
            for one in won
        ),
        chapters=chapters,
        data=data,
        luck=weighed,
        entries=() if match_session.keeps_secrets else tuple(entries),
    )


def _ending(view: View, walked: Sequence[Step[Any]], beats: Sequence[Beat]) -> str:
    """The last sentence of the entry by which the match was over; "" as long as it is not."""
    ending = ""
    for step, beat in zip(reversed(walked), reversed(beats), strict=True):
        if not view.status(step.state).over:
            break
        ending = beat.said[-1].words if beat.said else ""
    return ending


def _gone(seats: Iterable[Seat], sides: Iterable[Racer]) -> Iterator[str]:
    """Who played for themselves and has left."""
    racing, seats = {one.side for one in sides}, tuple(seats)
    alone = any(seat.id in racing for seat in seats)
    return (seat.name for seat in seats if alone and not seat.present and seat.id not in racing)


def _figures(
    game: Game, locale: Locale, state: Any, walked: Iterable[Step[Any]]
) -> tuple[tuple[Chapter, ...], dict[str, Any]]:
    if not game.figures:
        return (), {}
    known = loaded(game.figures)
    counted = known.count(walked)
    return known.chapters(locale, state, counted), known.data(state, counted)


def _beats(
    game: Game, locale: Locale, state: Any, walked: Sequence[Step[Any]], race: Iterable[Raced],
    firsts: Mapping[int, int],
) -> Iterable[Beat]:  # fmt: skip
    words, view, announced = game.words, game.view, called(game, walked)
    moved, lying = _moved(view, walked), _lying(view, walked)
    for step, now, elsewhere, lies in zip(walked, race, moved, lying, strict=True):
        seq = step.entry.seq
        events = [one.event for one in step.told]
        told = words.sentences(locale, state, events, firsts.get(seq, seq))
        swings = {id(event): swing for event, swing in now.swings}
        said = tuple(
            Said(text, words.unfold(locale, state, event), swings.get(id(event)))
            for text, event in told.items()
        )
        calls = tuple(words.call(locale, state, one) for one in announced.get(seq, ()))
        great = _greatest(told, view.moments.great, now.turned)
        at, shares = step.entry.at, now.shares
        yield Beat(seq, at, now.turn, said, calls, shares, great, elsewhere, lies)


def _lying(view: View, walked: Iterable[Step[Any]]) -> Iterator[tuple[Area | Mark, ...]]:
    """What lies on the table after each entry."""
    known: tuple[Area | Mark, ...] = ()
    before: Any = None
    for step in walked:
        if before is None or not view.same_lying(before, step.state):
            lies = view.lying(step.state)
            known = known if lies == known else lies
        before = step.state
        yield known


_LOOK = attrgetter("at", "letters", "colour", "rim")
"""What of a piece the replay draws."""


def _moved(view: View, walked: Iterable[Step[Any]]) -> Iterator[tuple[tuple[Any, ...], ...]]:
    """Who stands elsewhere after each entry than before it; who stands nowhere any more is last."""
    known: dict[str, Piece] = {}
    before: Any = None
    for step in walked:
        state = step.state
        if before is None:
            others: Mapping[str, Piece | None] = {one.id: one for one in view.pieces(state)}
        else:
            others = view.pieces_moved(known, before, state)
        before = state
        if not others:
            yield ()
            continue
        moved, gone = [], []
        for id, piece in others.items():
            if piece is None:
                del known[id]
                gone.append((id,))
                continue
            was, known[id] = known.get(id), piece
            if was is None or (_LOOK(was) != _LOOK(piece) and _drawn(was) != _drawn(piece)):
                moved.append(_drawn(piece))
        yield (*moved, *sorted(gone))


def _greatest(told: dict[str, Event], great: Sequence[str], turned: Event | None) -> str:
    """The sentence that tells a great moment of the game, or how the race turned; or the last."""
    said = (text for text, event in told.items() if event.type in great or event is turned)
    return next(said, next(reversed(told), ""))


def _drawn(piece: Piece) -> tuple[Any, ...]:
    """All that the replay draws of a piece."""
    (x, y), radius = piece.at, round(radius_of(piece), 2)
    return piece.id, piece.letters, round(x, 1), round(y, 1), piece.colour, radius


def _leads(beats: Iterable[Beat], sides: Sequence[Racer]) -> Iterable[tuple[int, str]]:
    """Every time somebody took the lead alone: the entry, and who."""
    leader: str = ""
    shares: Shares = ()
    for beat in beats:
        if beat.shares is shares:
            continue
        shares = beat.shares
        most = max(shares, default=0.0)
        if most > 0 and shares.count(most) == 1:
            first = sides[shares.index(most)]
            if first.side != leader:
                leader = first.side
                yield beat.seq, first.name


def _moments(beats: Iterable[Beat], race: Iterable[Raced]) -> tuple[Moment, ...]:
    """The entries that changed somebody's chance most, the greatest first."""
    found = [
        Moment(beat.seq, beat.great, now.swing)
        for beat, now in zip(beats, race, strict=True)
        if now.swing is not None and beat.said
    ]
    found.sort(key=lambda one: -one.swing.size)
    return tuple(found[:MOST_MOMENTS])
