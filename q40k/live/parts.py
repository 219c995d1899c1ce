"""The parts of the board as HTML: who acts, the race, the feed, the table, the clock, the end.

Every sentence comes from the words of the game or the shell, every place from the game's scene.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from q40k.games.game import Seat, View
from q40k.geometry.scene import Scene
from q40k.i18n.briefs import Evening, evening_lines
from q40k.i18n.chapters import brief
from q40k.i18n.locale import N_, Locale, clock_time
from q40k.i18n.scores import winners_line
from q40k.i18n.tabletop import bot_name
from q40k.i18n.width import width
from q40k.kernel.commentary import Medal, Step
from q40k.kernel.events import Event
from q40k.live.drawn_code import draw_code
from q40k.live.follow import Chances, Point
from q40k.live.html import texts
from q40k.live.moments import moment
from q40k.live.room import SeatCode
from q40k.report import charts
from q40k.report.drawing import drawing, ground
from q40k.report.tale import Swing, describe_swing, race_steps
from q40k.season.league import LeagueStanding
from q40k.season.league_wording import brief_chapter
from q40k.table import shown
from q40k.table.commentary import Announcer
from q40k.table.luck import Luck
from q40k.table.match_session import Line, MatchSession
from q40k.table.outcomes import Entrant
from q40k.table.settings import Settings
from q40k.tabletop.colours import COLOURS

TOP, TALL = 12.0, 60.0
"""Where the lines of the race are in their drawing, in percent of its height. Turns are below."""
LEAST_APART = 12.0
"""The least distance between the numbers of two turns, in percent."""
PODIUM_RANKS, MOST_ON_PODIUM = 3, 6
"""The ranks on the podium, and how many racers may share it: equal ones stand equally high."""
STEP = 0.05
"""Chances to win are told in such steps: no model here knows them better."""
BIG_SWING = 0.1
"""A chance that one entry changes by as much is marked."""
LONGEST_ON_STEP = 8
"""A name with a longer word than this is written smaller on its step."""
HANDS = {"phone": N_("by phone"), "bot": N_("by the bot")}
"""The label of an entry that nobody made at the table."""


PHONES = {"there": N_("phone connected"), "asked": N_("we wait for this phone"), "away": N_("phone away")}
"""How a seat's phone is."""


class Turning(Struct, frozen=True):
    """The event that changed somebody's chance to win most: its entry, the event, and the change."""

    seq: int
    event: Event
    swing: Swing


class Outcome(Struct, frozen=True):
    """The outcome of a match: its medals and statistics, and the state of the evening.

    `statistics` is what its game has counted. `times` are its entries, each with its turn. `turning` is
    its turning point, `luck` that of the seats, `entrants` the results of the players, `leagues` those it may
    count for.
    """

    medals: tuple[Medal, ...] = ()
    evening: Evening | None = None
    statistics: Any = None
    times: tuple[tuple[int, int], ...] = ()
    turning: Turning | None = None
    luck: tuple[Luck, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    leagues: tuple[LeagueStanding, ...] = ()


class FeedLine(Struct, frozen=True):
    """A line of the feed: its entry, its HTML, the calls about it, and the moment for a whole screen."""

    seq: int
    html: str
    calls: tuple[str, ...] = ()
    moment: str = ""


def seat_class(number: int) -> str:
    """Return the CSS class of a seat's colour, by its number."""
    return f"c{number % len(COLOURS)}"


# -- who acts ------------------------------------------------------------------------------


def headline(locale: Locale, session: MatchSession, phones: Mapping[str, int]) -> str:
    """Return whose part it is, in their colour, the stage of the match, the question, and the seats' phones."""
    view, state = session.game.view, session.state
    status, seats = view.status(state), view.seats(state)
    question = session.question
    worded = session.game.words.ask(locale, state, question) if question is not None else None
    actor = _seat(seats, question.who if question else None) or _seat(seats, *status.active)
    name, kind = (actor.name, seat_class(actor.colour)) if actor else ("", "")
    if actor is not None and actor.bot is not None:
        name = f"{name} ({bot_name(locale, actor.bot)})"
    if status.over:
        name, kind = winners_line(locale, status.winners), "won"
    title = session.row.name or status.name or session.game.name
    asks, why = (worded.title, worded.why) if worded and not status.over else ("", "")
    facts = [fact for fact in session.game.words.board(locale, state).heading if fact != name]
    phone_states = _phones(locale, session, phones)
    return texts(locale).headline(kind, title * bool(name), name or title, facts, asks, why, phone_states)


def _phones(locale: Locale, session: MatchSession, phones: Mapping[str, int]) -> list[tuple[str, str, str]]:
    """Return each seat whose phone was ever there: its CSS classes, its name, and how its phone is."""
    seat_asked = session.question.who if session.question is not None else None
    seats = []
    for seat in session.game.view.seats(session.state):
        if seat.id not in phones or not seat.present:
            continue
        kind = "away" if not phones[seat.id] else "asked" if seat.id == seat_asked else "there"
        seats.append((f"{seat_class(seat.colour)} {kind}", seat.name, locale.gettext(PHONES[kind])))
    return seats


def _seat(seats: Iterable[Seat], *ids: str | None) -> Seat | None:
    return next((seat for seat in seats if seat.id in ids), None)


# -- the race ------------------------------------------------------------------------------


def race(locale: Locale, session: MatchSession, before: Any) -> str:
    """Return a bar for every side, the nearest to winning first; without a race, the board."""
    view = session.game.view
    ranked = shown.race_places(view.race(session.state), () if before is None else view.race(before))
    if not ranked:
        return _table(locale, session)
    notes = {shown.NEAR: locale.gettext(N_("may win now")), shown.LEADS: locale.gettext(N_("leads"))}
    return texts(locale).race(ranked, notes, locale)


def odds(locale: Locale, session: MatchSession, chances: Chances) -> str:
    """Return everybody's chance to win as a thin line, the greatest first; a great change of one is marked."""
    rows, start = [], 0.0
    racers = sorted(session.game.view.race(session.state), key=lambda racer: -chances.now.get(racer.side, 0.0))
    for racer in racers if chances.now else ():
        chance, swing = chances.now.get(racer.side, 0.0), chances.swing.get(racer.side, 0.0)
        words = locale.percent(round(chance / STEP) * STEP, 0)
        change = f"{'▲' if swing > 0 else '▼'} {100 * abs(swing):.0f}" if abs(swing) >= BIG_SWING else ""
        rows.append((seat_class(racer.colour), racer.name, words, f"{100 * start:.1f}", f"{100 * chance:.1f}", change))
        start += chance
    return texts(locale).odds(rows) if rows else ""


def chart(locale: Locale, session: MatchSession, points: Sequence[Point]) -> str:
    """Return the race over time; `points` has the sides in the game's order.

    The lines take the size of the page, the letters do not: they stay readable from afar.
    """
    sides = session.game.view.race(session.state)
    if not sides or len(points) < 2:
        return ""
    shares = [share for point in points for share in point.shares]
    low, high = min(0.0, *shares), max(1.0, *shares)

    def height(share: float) -> float:
        return 100 * (high - share) / (high - low)

    def across(number: int) -> float:
        return 100 * number / (len(points) - 1)

    grid = [f"{height(part):.1f}" for part in (0.0, 0.5, 1.0)]
    lines = [
        (seat_class(side.colour), charts.step_path((across(at), height(p.shares[row])) for at, p in enumerate(points)))
        for row, side in enumerate(sides)
    ]
    marks = [(f"{TOP + TALL * height(part) / 100:.1f}", locale.percent(part)) for part in (0.0, 1.0)]
    turns = [(f"{across(number):.1f}", turn) for number, turn in _turn_starts(points)]
    return texts(locale).chart(grid, lines, {"top": TOP, "tall": TALL, "marks": marks}, turns)


def _turn_starts(points: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """Yield where turns begin, and their numbers, if there is room for the number."""
    turn, free = 0, 0.0
    for number, point in enumerate(points):
        at = 100 * number / (len(points) - 1)
        if point.turn > turn and at >= free:
            yield number, point.turn
            free = at + LEAST_APART
        turn = point.turn or turn


def _table(locale: Locale, session: MatchSession) -> str:
    """Return the board as the game words it."""
    board = session.game.words.board(locale, session.state)
    return texts(locale).board(board) if board.rows else ""


# -- the feed ------------------------------------------------------------------------------


def feed_line(
    locale: Locale, session: MatchSession, line: Line, announcer: Announcer | None, taste: Settings
) -> FeedLine | None:
    """Return a line of the feed, or None for an entry that says nothing."""
    entry, words, state = line.entry, session.game.words, session.state_of(line)
    if entry.kind in shown.MARKS:
        sign, _, text = shown.describe_mark(locale, session, line).partition(" ")
        return FeedLine(entry.seq, str(texts(locale).mark(entry.seq, sign, text)))
    sentences = words.sentences(locale, state, line.events, line.first_seq)
    announced = announcer.calls_at(entry.seq, taste) if announcer is not None else ()
    calls = tuple(words.call(locale, state, call) for call in announced)
    if not sentences and not calls:
        return None
    great = session.game.view.moments.highlights
    hand = locale.gettext(HANDS.get(entry.hand, ""))
    lines = [(text, event.type in great) for text, event in sentences.items()]
    html = texts(locale).line(entry.seq, line.undone, hand, lines, calls)
    how = next((text for text, event in sentences.items() if event.type in great), "")
    shown_moment = "" if line.undone else moment(locale, session, announced, how)
    return FeedLine(entry.seq, str(html), calls, shown_moment)


# -- the table, the clock ------------------------------------------------------------------


def table(locale: Locale, scene: Scene, people: str) -> str:
    """Return the table from above, with its fixed parts and its pieces."""
    return drawing(scene, locale.gettext(N_("The table from above")), ground(scene), people)


def people_off_map(locale: Locale, session: MatchSession) -> str:
    """Return who is not on the map, of those who play and would be; "" if it shows nobody by name."""
    view, state = session.game.view, session.state
    placed = {piece.id for piece in view.pieces(state)}
    seats = [seat for seat in view.seats(state) if seat.present]
    absent = [seat.name for seat in seats if seat.id not in placed]
    if not absent or len(absent) == len(seats) or view.scene(state) is None:
        return ""
    return texts(locale).unplaced(", ".join(absent))


def clock(locale: Locale, session: MatchSession) -> str:
    """Return the clock as it is now; the page's script goes on counting."""
    now = shown.reading(session)
    if now is None:
        return ""
    times = [
        (kind, f"{seconds:.1f}", not now.paused, clock_time(seconds))
        for kind, seconds in (("whole", now.match), ("part", now.part))
        if seconds is not None
    ]
    words = shown.clock_message(locale, now)
    return texts(locale).clock(times, words) if times or words else ""


# -- the end, and between matches ----------------------------------------------------------


def end(locale: Locale, session: MatchSession | None, outcome: Outcome | None) -> str:
    """Return the outcome of a match and the state of the evening; "" before its end."""
    if session is None:
        return texts(locale).wait()
    status = session.game.view.status(session.state)
    if not status.over:
        return ""
    html = _podium(locale, session, status.winners)
    if outcome is None:
        return html
    names = {seat.id: seat.name for seat in session.game.view.seats(session.state)}
    words = session.game.words
    awarded = [words.medal(locale, session.state, medal, names) for medal in outcome.medals]
    lines = evening_lines(locale, outcome.evening) if outcome.evening is not None else []
    turning = turning_text(locale, session, outcome.turning) if outcome.turning is not None else ""
    return html + (texts(locale).honours(turning, lines, awarded) if turning or lines or awarded else "")


def lobby(locale: Locale, session: MatchSession, outcome: Outcome | None, code: SeatCode | None) -> str:
    """Return who takes part in a match before its first turn, the evening so far, and the code by which others join."""
    status = session.game.view.status(session.state)
    if status.turn or status.over:
        return ""
    seats = [(seat_class(seat.colour), seat.name) for seat in session.game.view.seats(session.state) if seat.present]
    lines = evening_lines(locale, outcome.evening) if outcome is not None and outcome.evening is not None else []
    return texts(locale).lobby(seats, lines, draw_code(locale, code.address) if code is not None else "", code)


def find_turning_point(view: View, state: Any, walked: Sequence[Step[Any]]) -> Turning | None:
    """Return the turning point of a match from all its steps, or None if no chance ever changed."""
    most: Turning | None = None
    for step, now in zip(walked, race_steps(view, walked, view.race(state)), strict=True):
        for event, swing in now.swings or ((now.turned, now.swing),):
            if event is not None and swing is not None and (most is None or swing.size > most.swing.size):
                most = Turning(step.entry.seq, event, swing)
    return most


def turning_text(locale: Locale, session: MatchSession, turning: Turning) -> str:
    """Return the turning point in a sentence, with what it changed; "" if it has no sentence."""
    sentences = session.game.words.sentences(locale, session.state, [turning.event], turning.seq)
    sentence = next(iter(sentences), "")
    return f"{sentence} · {describe_swing(locale, turning.swing)}" if sentence else ""


def statistics(locale: Locale, session: MatchSession, outcome: Outcome | None) -> str:
    """Return what is read at a glance after a match: its leagues, the lives, brief tables."""
    counter = session.game.statistics
    if outcome is None:
        return ""
    chapters = [brief_chapter(locale, league) for league in outcome.leagues]
    if outcome.statistics is not None and counter is not None:
        chapters += brief(counter.chapters(locale, session.state, outcome.statistics))
    return texts(locale).statistics([(chapter, charts.lives_chart(chapter, outcome.times)) for chapter in chapters])


def _podium(locale: Locale, session: MatchSession, winners: Sequence[str]) -> str:
    """Return the podium, each place as high as its rank, and the list of all other racers."""
    race = shown.winners_first(shown.race_places(session.game.view.race(session.state)), winners)
    ranked = list(zip(shown.ranks([place.racer for place in race], winners), race, strict=True))
    most = sum(1 for rank, _place in ranked[:MOST_ON_PODIUM] if rank <= PODIUM_RANKS)
    is_long = [max(map(width, place.racer.name.split()), default=0) > LONGEST_ON_STEP for _rank, place in ranked]
    steps = [(rank, place, long) for (rank, place), long in zip(ranked, is_long, strict=True)]
    return texts(locale).podium(steps[:most], steps[most:], locale) if most else ""
