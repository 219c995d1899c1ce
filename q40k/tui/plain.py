"""What the panels show of a game that brings nothing of its own for them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from textual.content import Content

from q40k.geometry.scene import Scene
from q40k.i18n.race import won
from q40k.table import colours
from q40k.tui import look
from q40k.tui.forms import AnyDesk
from q40k.tui.look import Rows, keyed, styled


class RibbonText(Struct, frozen=True):
    """The first row: what is played, the turn in words, and the steps of a turn.

    Each step is a word, and whether it is the running one.
    """

    title: str
    turn: str = ""
    steps: tuple[tuple[str, bool], ...] = ()


class Lobby(Struct, frozen=True):
    """The table before the match has begun.

    `title` and `about` (paragraphs) say what is played. `seats` is a row for everybody at the
    table: who, what is fielded, for how much. `missing` is what is missing before one can begin, or
    that nothing is; `marked` tells of what is being chosen. `scene` is the table, with a `caption`.
    Unless it is all `told` here, the feed is seen below.
    """

    title: str
    about: tuple[str, ...] = ()
    seats: tuple[tuple[Content, str, str], ...] = ()
    missing: tuple[Content, ...] = ()
    marked: tuple[Content | str, ...] = ()
    scene: Scene | None = None
    caption: str = ""
    told: bool = False


def lobby(desk: AnyDesk, state: Any, _marked: Any = None) -> Lobby | None:
    """What is played and who sits at the table, until the first turn or anybody's part begins."""
    status = desk.view.status(state)
    if status.turn or status.active or status.over or status.phase not in ("", "setup"):
        return None
    game, played = desk.match_session.game, desk.view.played(state)
    about = game.manifest.about
    numbered = enumerate((seat for seat in desk.view.seats(state) if seat.present), 1)
    return Lobby(
        title=desk.locale.said(played) if played else game.name,
        about=(desk.locale.gettext(about),) if about else (),
        seats=tuple(
            (styled(f"{number:>2} {seat.name}", colour(desk, state, seat.id)), "", "")
            for number, seat in numbered
        ),
        scene=desk.view.scene(state),
    )


def ribbon(desk: AnyDesk, state: Any) -> RibbonText:
    """The name of the match, its turn and what is played."""
    _ = desk.locale.gettext
    status = desk.view.status(state)
    turn = _("Turn {turn}").format(turn=status.turn) if status.turn else ""
    steps = ((_(status.phase), True),) if status.phase else ()
    return RibbonText(desk.match_session.row.name or "q40k", turn, steps)


def colour(desk: AnyDesk, state: Any, seat: str) -> str:
    """The colour of a seat, by its number."""
    found = next((one for one in desk.view.seats(state) if one.id == seat), None)
    return look.ink(colours.colour(found.colour)) if found is not None else ""


def card(desk: AnyDesk, state: Any, seat: str) -> Content:
    """The name of a seat in its colour."""
    name = next((one.name for one in desk.view.seats(state) if one.id == seat), "")
    return styled(name, f"bold {colour(desk, state, seat)}")


def idle(desk: AnyDesk) -> Rows:
    """Who has won, or whose part it is; and the keys of play that make sense."""
    locale, state = desk.locale, desk.state
    _ = locale.gettext
    status = desk.view.status(state)
    names = {seat.id: seat.name for seat in desk.view.seats(state)}
    rows: Rows = []
    if status.over:
        rows.append(styled(won(locale, status.winners), "bold"))
    elif status.active:
        rows.append(styled(locale.listed(names[one] for one in status.active), "bold"))
    keys = [one for one in desk.valid() if one.group in ("play", "table") and len(one.key) == 1]
    if keys:
        rows.append(keyed(" · ".join(f"{one.key_in(locale)} {_(one.name)}" for one in keys)))
    return rows


def card_explained(desk: AnyDesk, _seat: str | None = None) -> str:
    """What F1 says of the card."""
    _ = desk.locale.gettext
    return _("Who acts now, or who is marked on the board.")
