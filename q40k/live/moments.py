"""Moments: what an announcer calls out that fills a viewer's whole screen for two seconds."""

from collections.abc import Sequence

from q40k.i18n.locale import Locale
from q40k.kernel.commentary import Call
from q40k.live.html import texts
from q40k.report.drawing import seat_class
from q40k.table.match_session import MatchSession
from q40k.tabletop.colours import seat_colour

LONG_NAME = 10
"""Longer names are written smaller."""


def moment(locale: Locale, session: MatchSession, calls: Sequence[Call], how: str) -> str:
    """Return the most important of some calls that are worth a whole screen; "" if none is.

    Others of the same side are named beside it. `how` says what has happened; without it the
    announcer's own words are shown.
    """
    game, state = session.game, session.state
    great = [call for call in calls if call.kind in game.view.moments.whole_screen]
    if not great:
        return ""
    call, words = great[0], game.words
    other = "victim dead" if call.kind in game.view.moments.deaths else "victim"
    titles = " · ".join(words.call_title(locale, other.kind) for other in great if other.side == call.side)
    names = [_name(session, side, kind) for side, kind in ((call.side, "who"), (call.other, other))]
    return str(texts(locale).moment(_colour(session, call.side), titles, names, how or words.call(locale, state, call)))


def _name(session: MatchSession, side: str, kind: str) -> tuple[str, str]:
    """Return the name of a side and its CSS classes; the name is "" for nobody."""
    name = session.game.words.side_name(session.state, side) if side else ""
    size = " long" if len(name) > LONG_NAME else ""
    return name, f"{kind}{size} {_colour(session, side)}"


def _colour(session: MatchSession, side: str) -> str:
    """Return the CSS class of a side's colour, or of a piece's; "" if it has none."""
    view, state = session.game.view, session.state
    numbers = {seat.id: seat.colour for seat in view.seats(state)}
    numbers |= {racer.side: racer.colour for racer in view.race(state)}
    if side in numbers:
        return seat_class(seat_colour(numbers[side]))
    return next((seat_class(piece.colour) for piece in view.pieces(state) if piece.id == side), "")
