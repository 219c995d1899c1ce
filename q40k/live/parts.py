"""The parts of the board as HTML: who acts, the race, the feed, the table, the clock, the end.

Every sentence comes from the words of the game or the shell, every place from the game's scene.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from q40k.games.game import Seat
from q40k.geometry.scene import Scene
from q40k.i18n.briefs import Evening, evening_lines
from q40k.i18n.chapters import Chapter, brief
from q40k.i18n.locale import N_, Locale, clock_time
from q40k.i18n.scores import winners_line
from q40k.i18n.tabletop import bot_name
from q40k.i18n.width import width
from q40k.kernel.commentary import Medal
from q40k.live.follow import Point
from q40k.live.moments import moment
from q40k.report import charts
from q40k.report.drawing import drawing, ground
from q40k.report.html import safe
from q40k.report.html import table as table_of
from q40k.table import shown
from q40k.table.commentary import Announcer
from q40k.table.match_session import Line, MatchSession
from q40k.table.settings import Settings
from q40k.tabletop.colours import COLOURS

TOP, TALL = 12.0, 60.0
"""Where the lines of the race are in their drawing, in percent of its height. Turns are below."""
LEAST_APART = 12.0
"""The least distance between the numbers of two turns, in percent."""
PODIUM_RANKS, MOST_ON_PODIUM = 3, 6
"""The ranks on the podium, and how many racers may share it: equal ones stand equally high."""
LONGEST_ON_STEP = 8
"""A name with a longer word than this is written smaller on its step."""
HANDS = {"phone": N_("by phone"), "bot": N_("by the bot")}
"""The label of an entry that nobody made at the table."""


class Outcome(Struct, frozen=True):
    """The outcome of a match: its medals and statistics, and the state of the evening.

    `statistics` is what its game has counted. `times` are its entries, each with its turn.
    """

    medals: tuple[Medal, ...] = ()
    evening: Evening | None = None
    statistics: Any = None
    times: tuple[tuple[int, int], ...] = ()


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


def headline(locale: Locale, session: MatchSession) -> str:
    """Return whose part it is, in their colour, the stage of the match, and the question."""
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
    facts = "".join(f"<li>{safe(fact)}</li>" for fact in _facts(locale, session))
    title = session.row.name or status.name or session.game.name
    match = f'<p class="match">{safe(title)}</p>' if name else ""
    title_html = f'<p class="asks">{safe(worded.title)}</p>' if worded and not status.over else ""
    why_html = f'<p class="why">{safe(worded.why)}</p>' if worded and worded.why and title_html else ""
    return (
        f'<header class="{kind}">{match}'
        f'<h1 class="who">{safe(name or title)}</h1>'
        f'<ul class="facts">{facts}</ul>{title_html}{why_html}</header>'
    )


def _seat(seats: Iterable[Seat], *ids: str | None) -> Seat | None:
    return next((seat for seat in seats if seat.id in ids), None)


def _facts(locale: Locale, session: MatchSession) -> Sequence[str]:
    return session.game.words.board(locale, session.state).heading


# -- the race ------------------------------------------------------------------------------


def race(locale: Locale, session: MatchSession, before: Any) -> str:
    """Return a bar for every side, the nearest to winning first; without a race, the board."""
    ranked = shown.race_places(session.game.view, session.state, before)
    if not ranked:
        return _table(locale, session)
    rows = "".join(_row(locale, place) for place in ranked)
    title = locale.gettext(N_("The race"))
    return f'<h2>{safe(title)}</h2><ol class="bars">{rows}</ol>'


def _row(locale: Locale, place: shown.RacePlace) -> str:
    side = place.racer
    part, since = (min(1.0, max(0.0, float(share))) for share in (side.progress, place.since))
    sign = place.mark().strip()
    notes = {"!": N_("may win now"), "♛": N_("leads")}
    note = f'<span class="hidden">{safe(locale.gettext(notes[sign]))}</span>' if sign else ""
    sign_html = f'<span class="sign" aria-hidden="true">{safe(sign)}</span>{note}' if sign else ""
    fresh = f'<rect class="fresh" x="{since * 100:.1f}%" width="{(part - since) * 100:.1f}%"/>'
    bar = (
        '<svg class="bar" aria-hidden="true" preserveAspectRatio="none">'
        f'<rect class="made" width="{min(part, since) * 100:.1f}%"/>{fresh * (part > since)}</svg>'
    )
    gain = place.gain(locale)
    kind = " ".join((seat_class(side.colour), "near" * side.near, "leads" * place.leads, "falls" * (place.more < 0)))
    return (
        f'<li class="{kind.strip()}"><span class="name">{safe(side.name)}</span>{bar}'
        f'<span class="figure">{sign_html}{safe(place.figure(locale))}</span>'
        f'<span class="gain">{safe(gain)}</span></li>'
    )


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

    grid = "".join(f'<path d="M0 {height(part):.1f}H100" class="grid"/>' for part in (0.0, 0.5, 1.0))
    lines = "".join(_chart_line(points, row, side.colour, across, height) for row, side in enumerate(sides))
    marks = "".join(
        f'<text x="-1%" y="{TOP + TALL * height(part) / 100:.1f}%" dy=".35em" text-anchor="end">{part:.0%}</text>'
        for part in (0.0, 1.0)
    ) + "".join(f'<text x="{across(number):.1f}%" y="97%">{turn}</text>' for number, turn in _turn_starts(points))
    title = safe(locale.gettext(N_("The race over time")))
    return (
        f'<svg role="img" aria-label="{title}" class="race"><svg x="19%" width="79%" class="frame">'
        f'<svg y="{TOP}%" height="{TALL}%" viewBox="0 0 100 100" preserveAspectRatio="none" class="plot">{grid}{lines}'
        f"</svg>{marks}</svg></svg>"
    )


def _chart_line(
    points: Sequence[Point], side: int, colour: int, across: Callable[[int], float], height: Callable[[float], float]
) -> str:
    """Return a line that stays level until it steps up or down."""
    steps, level = [f"M0 {height(points[0].shares[side]):.1f}"], points[0].shares[side]
    for number, point in enumerate(points):
        if point.shares[side] != level:
            level = point.shares[side]
            steps.append(f"H{across(number):.2f}V{height(level):.1f}")
    return f'<path d="{"".join(steps)}H100" class="line {seat_class(colour)}"/>'


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
    if not board.rows:
        return ""
    heads = "".join(f'<th scope="col">{safe(head)}</th>' for head in board.columns)
    rows = "".join("<tr>" + "".join(f"<td>{safe(cell)}</td>" for cell in row) + "</tr>" for row in board.rows)
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


# -- the feed ------------------------------------------------------------------------------


def feed_line(
    locale: Locale, session: MatchSession, line: Line, announcer: Announcer | None, taste: Settings
) -> FeedLine | None:
    """Return a line of the feed, or None for an entry that says nothing."""
    entry, words, state = line.entry, session.game.words, session.state_of(line)
    if entry.kind in shown.MARKS:
        sign, _, text = shown.describe_mark(locale, session, line).partition(" ")
        body = f'<span class="sign" aria-hidden="true">{safe(sign)}</span> {safe(text)}'
        return FeedLine(entry.seq, f'<li id="e{entry.seq}" class="mark">{body}</li>')
    texts = words.sentences(locale, state, line.events, line.first_seq)
    announced = announcer.calls_at(entry.seq, taste) if announcer is not None else ()
    calls = tuple(words.call(locale, state, call) for call in announced)
    if not texts and not calls:
        return None
    great = session.game.view.moments.highlights
    body = "".join(
        f"<p{' class=great' * (event.type in great)}>{safe(text)}</p>" for text, event in texts.items()
    ) + "".join(f'<p class="call">{safe(call)}</p>' for call in calls)
    hand = _hand(locale, entry.hand)
    kind = ' class="gone"' if line.undone else ""
    how = next((text for text, event in texts.items() if event.type in great), "")
    shown_moment = "" if line.undone else moment(locale, session, announced, how)
    return FeedLine(entry.seq, f'<li id="e{entry.seq}"{kind}>{hand}{body}</li>', calls, shown_moment)


def _hand(locale: Locale, hand: str) -> str:
    if hand not in HANDS:
        return ""
    return f'<span class="hand">{safe(locale.gettext(HANDS[hand]))}</span>'


# -- the table, the clock ------------------------------------------------------------------


def table(locale: Locale, scene: Scene, people: str) -> str:
    """Return the table from above, with its fixed parts and its pieces."""
    return drawing(scene, locale.gettext(N_("The table from above")), ground(scene), people)


def unplaced(locale: Locale, session: MatchSession) -> str:
    """Return who is not on the map, of those who play and would be; "" if it shows nobody by name."""
    view, state = session.game.view, session.state
    placed = {piece.id for piece in view.pieces(state)}
    seats = [seat for seat in view.seats(state) if seat.present]
    absent = [seat.name for seat in seats if seat.id not in placed]
    if not absent or len(absent) == len(seats) or view.scene(state) is None:
        return ""
    text = locale.say(N_("Not on the map: {names}"), names=", ".join(absent))
    return f"<p>{safe(text)}</p>"


def clock(locale: Locale, session: MatchSession) -> str:
    """Return the clock as it is now; the page's script goes on counting."""
    now = shown.reading(session)
    if now is None:
        return ""
    running = "" if now.paused else ' data-runs="1"'
    times = "".join(
        f'<time class="{kind}" data-left="{seconds:.1f}"{running}>{safe(clock_time(seconds))}</time>'
        for kind, seconds in (("whole", now.match), ("part", now.part))
        if seconds is not None
    )
    words = shown.clock_message(locale, now)
    note = f'<p class="note">{safe(words)}</p>' if words else ""
    return f'<div class="times">{times}</div>{note}' if times or note else ""


# -- the end, and between matches ----------------------------------------------------------


def end(locale: Locale, session: MatchSession | None, outcome: Outcome | None) -> str:
    """Return the outcome of a match and the state of the evening; "" while it is played."""
    if session is None:
        waits = locale.gettext(N_("Nothing is played yet."))
        return f'<p class="wait">{safe(waits)}</p>'
    status = session.game.view.status(session.state)
    if status.is_laid_out and not status.over:
        return ""
    html = _podium(locale, session, status.winners) if status.over else ""
    if outcome is None:
        return html
    names = {seat.id: seat.name for seat in session.game.view.seats(session.state)}
    words = session.game.words
    awarded = [words.medal(locale, session.state, medal, names) for medal in outcome.medals]
    medals = "".join(f"<div><dt>{safe(title)}</dt><dd>{safe(how)}</dd></div>" for title, how in awarded)
    lines = evening_lines(locale, outcome.evening) if outcome.evening is not None else []
    honours = "".join(f'<p class="evening">{safe(line)}</p>' for line in lines)
    honours += f'<dl class="medals">{medals}</dl>' if medals else ""
    return html + (f'<div class="honours" tabindex="0">{honours}</div>' if honours else "")


def statistics(locale: Locale, session: MatchSession, outcome: Outcome | None) -> str:
    """Return the statistics of a finished match that are read at a glance: lives, brief tables."""
    counter = session.game.statistics
    if outcome is None or outcome.statistics is None or counter is None:
        return ""
    return "".join(
        f"<h2>{safe(chapter.title)}</h2>{_lives(chapter, outcome.times) if chapter.lanes else ''}"
        f"{''.join(map(table_of, chapter.tables))}"
        for chapter in brief(counter.chapters(locale, session.state, outcome.statistics))
    )


def _lives(chapter: Chapter, times: Sequence[tuple[int, int]]) -> str:
    start = min((span.start for lane in chapter.lanes for span in lane.spans), default=0)
    entries = [entry for entry in times if entry[0] >= start]
    points = [Point(turn, ()) for _seq, turn in entries]
    return charts.lives_chart(chapter.lanes, points, [seq for seq, _turn in entries], chapter.title)


def _podium(locale: Locale, session: MatchSession, winners: Sequence[str]) -> str:
    """Return the podium, each place as high as its rank, and the list of all other racers."""
    race = shown.winners_first(shown.race_places(session.game.view, session.state), winners)
    ranked = list(zip(shown.ranks([place.racer for place in race], winners), race, strict=True))
    most = sum(1 for rank, _place in ranked[:MOST_ON_PODIUM] if rank <= PODIUM_RANKS)
    steps = "".join(_podium_step(locale, rank, place, f" step{rank}") for rank, place in ranked[:most])
    others = "".join(_podium_step(locale, rank, place) for rank, place in ranked[most:])
    podium = f'<ol class="podium">{steps}</ol>' if steps else ""
    return f'<div class="places">{podium}<ol class="others">{others}</ol></div>' if podium else ""


def _podium_step(locale: Locale, rank: int, place: shown.RacePlace, step: str = "") -> str:
    side = place.racer
    long = " long" * (max(map(width, side.name.split()), default=0) > LONGEST_ON_STEP)
    return (
        f'<li class="{seat_class(side.colour)}{step}"><b>{rank}</b><span class="name{long}">{safe(side.name)}</span>'
        f'<span class="figure">{safe(place.figure(locale))}</span></li>'
    )
