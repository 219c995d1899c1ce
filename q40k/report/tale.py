"""The content of a report as data: the race, what decided it, every sentence, every position."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, pairwise
from operator import sub
from typing import Any

from msgspec import Struct

from q40k.games.game import Game, Racer, Seat, View
from q40k.geometry.scene import Area, Mark, Piece
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import N_, Locale
from q40k.kernel.commentary import Step
from q40k.kernel.events import Event
from q40k.kernel.journal import history
from q40k.kernel.journal.journal import Entry
from q40k.report.causes import Cause, describe_cause, find_causes
from q40k.report.drawing import name_of_piece, radius_of
from q40k.table.commentary import calls_by_entry, medals, walk
from q40k.table.luck import Report as Luck
from q40k.table.luck import answered_entries, luck_of_answers
from q40k.table.match_session import MatchSession
from q40k.table.outcomes import Entrant
from q40k.table.shown import Odds, Shares, standing

ALIKE = 1e-9
"""Chances that differ by no more are the same."""


class Swing(Struct, frozen=True):
    """The greatest change of a side's chance to win, from `was` to `then`."""

    side: str
    was: float
    then: float

    @property
    def size(self) -> float:
        """The size of the change, up or down."""
        return abs(self.then - self.was)


def swing(sides: Sequence[Racer], was: Odds, then: Odds) -> Swing | None:
    """Return the greatest change of a chance; a gain comes before an equal loss."""
    if was is then or not sides:
        return None
    change = list(map(sub, then, was))
    won, lost = max(change), min(change)
    most = change.index(won if won > -lost - ALIKE else lost)
    return Swing(sides[most].name, was[most], then[most]) if change[most] else None


def describe_swing(locale: Locale, swing: Swing, cause: Cause | None = None) -> str:
    """Return a change of a chance: "Ann 12 % → 21 % · die of Ann: 5", with as many digits as needed."""
    digits = next((n for n in range(2) if 100 * swing.size >= 10**-n), 2)
    was, then = (locale.percent(share, digits) for share in (swing.was, swing.then))
    change = locale.say(N_("{name} {was} → {then}"), name=swing.side, was=was, then=then)
    return change if cause is None else f"{change} · {describe_cause(locale, cause)}"


class RaceStep(Struct, frozen=True):
    """The race after an entry, what the entry changed, and what each great event of it changed.

    If no great event changed the race, `turned` is the first event that did, if any.
    """

    turn: int
    shares: Shares
    odds: Odds = ()
    swing: Swing | None = None
    swings: tuple[tuple[Event, Swing], ...] = ()
    turned: Event | None = None


def race_steps(view: View, walked: Sequence[Step[Any]], sides: Sequence[Racer]) -> Iterator[RaceStep]:
    """Yield the race between some sides, entry by entry; what the sides begin with is no change of the first entry."""
    race, great = _Race(view, sides), view.moments.highlights
    for step in walked:
        before, swings, turned, had_begun = race.odds, [], None, race.has_begun
        for transition in step.transitions:
            if transition.event.type in great:
                was = race.at(transition.before)
                changed = swing(sides, was, race.at(transition.after))
                if changed is not None and had_begun:
                    swings.append((transition.event, changed))
        odds, changed = race.at(step.state), None
        if odds is not before and had_begun:
            if not swings:
                odds_then = [before, *(race.at(transition.after) for transition in step.transitions)]
                changes = zip(step.transitions, pairwise(odds_then), strict=True)
                turned = next((transition.event for transition, (was, now) in changes if now != was), None)
            changed = swing(sides, before, odds)
        turn = view.status(step.state).turn
        yield RaceStep(turn, race.shares, odds, changed, tuple(swings), turned)


class _Race:
    """The race in one state after the other: its `shares`, and everybody's `odds`.

    Both stay the same objects while nothing changes.
    """

    def __init__(self, view: View, sides: Sequence[Racer]) -> None:
        self._view, self._sides = view, [side.side for side in sides]
        self._state: Any = None
        self._race: tuple[Racer, ...] = ()
        self._made: dict[str, float] = {}
        self.shares: Shares = (0.0,) * len(sides)
        self.odds: Odds = (1 / max(1, len(sides)),) * len(sides)

    @property
    def has_begun(self) -> bool:
        """Whether the first turn has begun."""
        return self._state is not None

    def at(self, state: Any) -> Odds:
        """Return everybody's chance in a state; before the first turn nobody has scored."""
        if state is self._state or (self._state is None and not self._view.status(state).turn):
            return self.odds
        view, last, before, self._state = self._view, self._race, self._state, state
        if before is not None and view.same_race(before, state):
            return self.odds
        self._race = view.race(state) if before is None else view.race_after(last, before, state)
        if before is None or self._race is not last:
            self.shares = self._shares(last)
        odds = self._share_out(standing(view, state))
        if odds != self.odds:
            self.odds = odds
        return self.odds

    def _share_out(self, chances: Mapping[str, float]) -> Odds:
        """Return the chances of the sides alone: who has not joined yet keeps its part, who left later has none."""
        pairs = [(chances.get(side), odds) for side, odds in zip(self._sides, self.odds, strict=True)]
        absent = sum([odds for chance, odds in pairs if chance is None])
        total = sum([chance for chance, _odds in pairs if chance is not None])
        scale = (1 - absent) / total if total else 0.0
        return tuple([chance * scale if chance is not None else odds for chance, odds in pairs])

    def _shares(self, last: tuple[Racer, ...]) -> Shares:
        """Return everybody's share; compute only those that changed since `last`."""
        race = self._race
        others = [(was, racer) for was, racer in zip(last, race, strict=False) if was is not racer]
        if len(last) == len(race) and all(was.side == racer.side for was, racer in others):
            self._made.update([(racer.side, racer.share) for _was, racer in others])
        else:
            self._made = {racer.side: racer.share for racer in race}
        shares = self._made
        return tuple([shares.get(side, 0.0) for side in self._sides])


# -- the tale --------------------------------------------------------------------------------------

MOST_MOMENTS = 5
"""How many deciding moments are reported."""
LEAST_SWING = 0.0005
"""A smaller change of a chance decides nothing; it would read as none."""


class Sentence(Struct, frozen=True):
    """A sentence, the rolls it reports, and how its event changed a chance to win."""

    words: str
    rolls: tuple[str, ...] = ()
    swing: Swing | None = None


class Beat(Struct, frozen=True):
    """An entry: its time, its sentences, the calls at it, and the shares after it.

    `shares` are parts of the goal and `odds` chances to win, by side, the same objects while nothing
    changes. If a chance changed, `cause` says whose die or choice it was. `great` is the sentence
    that matters most. `moved` are the pieces that changed: their look (id, letters, colour, radius,
    emblem, shape, facing) and their place, in cm, or only the id of a piece that is gone.
    `ground_cover` is the same object while nothing changes.
    """

    seq: int
    at: str
    turn: int
    sentences: tuple[Sentence, ...]
    calls: tuple[str, ...]
    shares: tuple[float, ...]
    great: str = ""
    moved: tuple[tuple[Any, ...], ...] = ()
    ground_cover: tuple[Area | Mark, ...] = ()
    odds: Odds = ()
    cause: Cause | None = None


class Moment(Struct, frozen=True):
    """A moment that changed the chances most: the entry, its sentence, the swing, and its cause."""

    seq: int
    sentence: str
    swing: Swing
    cause: Cause | None = None


class Tale(Struct, frozen=True):
    """Everything in a report.

    `ending` is the sentence that ended the match. `leavers` are the players who left and no longer
    count in the race. `medals` are their titles, how each was won, and the runner-up. `entrants` are
    the results of the players, where the game tells them. `entries` are
    empty while any of them is secret. `number` is that of the match in its library.
    """

    name: str
    played: str
    state: Any
    sides: tuple[Racer, ...]
    winners: tuple[str, ...]
    over: bool
    ending: str
    leavers: tuple[str, ...]
    turns: int
    began: str
    ended: str
    beats: tuple[Beat, ...]
    leads: tuple[tuple[int, str], ...]
    moments: tuple[Moment, ...]
    medals: tuple[tuple[str, str, str], ...]
    entrants: tuple[Entrant, ...]
    chapters: tuple[Chapter, ...]
    data: dict[str, Any]
    luck: Luck
    entries: tuple[Entry, ...]
    number: int


def tale(match_session: MatchSession, locale: Locale) -> Tale:
    """Return everything a report tells of a match. Raises JournalError."""
    game, entries = match_session.game, match_session.inputs()
    states_before, walked = [], []
    for before, step in walk(game, entries):
        states_before.append(before)
        walked.append(step)
    state = match_session.state
    view, words, status = game.view, game.words, game.view.status(state)
    sides = view.race(state)
    journal, match = match_session.session.journal, match_session.number
    firsts = history.original_numbers(journal, match, 0, match_session.head)
    race = list(race_steps(view, walked, sides))
    names = {seat.id: seat.name for seat in view.seats(state)}
    swung = [bool(now.swing or now.swings) for now in race]
    answered = list(answered_entries(game.rules, entries, states_before))
    questions = {entry.seq: question for entry, question in answered}
    moments = compress(entries, swung), compress(states_before, swung)
    causes = dict(find_causes(view, *moments, questions, names))
    beats = tuple(_beats(game, locale, state, walked, race, firsts, causes))
    statistics = game.statistics
    counts = statistics.count(walked) if statistics is not None else None
    luck = luck_of_answers(game, state, answered)
    won = medals(game, walked, luck)
    played = view.scenario_name(state)
    return Tale(
        name=match_session.row.name or status.name,
        played=locale.name_of(played) if played else game.name,
        state=state,
        sides=sides,
        winners=status.winners,
        over=status.over,
        ending=_ending(view, walked, beats),
        leavers=tuple(_leavers(view.seats(state), sides)),
        turns=status.turn,
        began=entries[0].at if entries else "",
        ended=entries[-1].at if entries else "",
        beats=beats,
        leads=tuple(_leads(beats, sides)),
        moments=_moments(beats, race),
        medals=tuple(
            (*words.medal(locale, state, medal, names), words.runner_up(locale, state, medal, names)) for medal in won
        ),
        entrants=game.results.entrants(state, lambda: counts) if game.results is not None else (),
        chapters=statistics.chapters(locale, state, counts) if statistics is not None else (),
        data=statistics.data(state, counts) if statistics is not None else {},
        luck=luck,
        entries=() if match_session.keeps_secrets else tuple(entries),
        number=match,
    )


def _ending(view: View, walked: Sequence[Step[Any]], beats: Sequence[Beat]) -> str:
    """Return the last sentence of the entry that ended the match, or ""."""
    ending = ""
    for step, beat in zip(reversed(walked), reversed(beats), strict=True):
        if not view.status(step.state).over:
            break
        ending = beat.sentences[-1].words if beat.sentences else ""
    return ending


def _leavers(seats: Iterable[Seat], sides: Iterable[Racer]) -> Iterator[str]:
    """Yield the names of players who played for themselves and left."""
    racing, seats = {side.side for side in sides}, tuple(seats)
    alone = any(seat.id in racing for seat in seats)
    return (seat.name for seat in seats if alone and not seat.present and seat.id not in racing)


def _beats(
    game: Game,
    locale: Locale,
    state: Any,
    walked: Sequence[Step[Any]],
    race: Iterable[RaceStep],
    firsts: Mapping[int, int],
    causes: Mapping[int, Cause],
) -> Iterable[Beat]:
    words, view, announced = game.words, game.view, calls_by_entry(game, walked)
    moved, covers = _moved_pieces(view, walked), _ground_cover(view, walked)
    for step, now, pieces, cover in zip(walked, race, moved, covers, strict=True):
        seq = step.entry.seq
        events = [transition.event for transition in step.transitions]
        sentences = words.sentences(locale, state, events, firsts.get(seq, seq))
        swings = {id(event): swing for event, swing in now.swings or ((now.turned, now.swing),)}
        details = tuple(
            [
                Sentence(text, words.unfold(locale, state, event), swings.get(id(event)))
                for text, event in sentences.items()
            ]
        )
        calls = tuple([words.call(locale, state, call) for call in announced.get(seq, ())])
        great = _greatest(sentences, view.moments.highlights, now.turned)
        at, shares = step.entry.at, now.shares
        yield Beat(seq, at, now.turn, details, calls, shares, great, pieces, cover, now.odds, causes.get(seq))


def _ground_cover(view: View, walked: Iterable[Step[Any]]) -> Iterator[tuple[Area | Mark, ...]]:
    """Yield what covers the ground after each entry."""
    last: tuple[Area | Mark, ...] = ()
    before: Any = None
    for step in walked:
        if before is None or not view.same_ground_cover(before, step.state):
            cover = view.ground_cover(step.state)
            last = last if cover == last else cover
        before = step.state
        yield last


TURN = 15
"""The replay draws facings to so many degrees."""


def _moved_pieces(view: View, walked: Iterable[Step[Any]]) -> Iterator[tuple[tuple[Any, ...], ...]]:
    """Yield the pieces that changed by each entry; those that are gone come last."""
    pieces, looks = dict[str, Piece](), dict[str, tuple[Any, ...]]()
    before: Any = None
    for step in walked:
        state = step.state
        if before is None:
            others: Mapping[str, Piece | None] = {p.id: p for p in view.pieces(state)}
        else:
            others = view.changed_pieces(pieces, before, state)
        before = state
        if not others:
            yield ()
            continue
        moved, removed = [], []
        for id, piece in others.items():
            if piece is None:
                del pieces[id], looks[id]
                removed.append(((id,),))
                continue
            if id in pieces and pieces[id] == piece:
                continue
            pieces[id], look = piece, _look(piece)
            if looks.get(id) != look:
                looks[id] = look
                moved.append(look)
        yield (*moved, *sorted(removed))


def _greatest(sentences: dict[str, Event], great: Sequence[str], turned: Event | None) -> str:
    """Return the sentence of a great moment of the game, or of the race's turn; or the last one."""
    candidates = (text for text, event in sentences.items() if event.type in great or event is turned)
    return next(candidates, next(reversed(sentences), ""))


def _look(piece: Piece) -> tuple[Any, ...]:
    """Return everything that the replay draws of a piece: its look, and its place."""
    (x, y), radius = piece.at, round(radius_of(piece), 2)
    turn = None if piece.facing is None else round(piece.facing / TURN) * TURN % 360
    look = piece.id, name_of_piece(piece), piece.colour, radius, piece.emblem, piece.shape, turn
    return look, round(x, 1), round(y, 1)


def _leads(beats: Iterable[Beat], sides: Sequence[Racer]) -> Iterable[tuple[int, str]]:
    """Yield every time somebody took the lead alone: the entry, and the name."""
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


def _moments(beats: Iterable[Beat], race: Iterable[RaceStep]) -> tuple[Moment, ...]:
    """Return the entries that changed somebody's chance most, the greatest first."""
    moments = [
        Moment(beat.seq, beat.great, now.swing, beat.cause)
        for beat, now in zip(beats, race, strict=True)
        if now.swing is not None and now.swing.size >= LEAST_SWING and beat.sentences
    ]
    moments.sort(key=lambda moment: -moment.swing.size)
    return tuple(moments[:MOST_MOMENTS])
