"""The defaults of `GameScreen`: what the panels show of a game that brings nothing of its own."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from textual.content import Content

from q40k.geometry.scene import Scene
from q40k.i18n.race import winners_line
from q40k.table import colours
from q40k.tui import look
from q40k.tui.forms import AnyDesk
from q40k.tui.look import Rows, link_keys, style_text


class RibbonText(Struct, frozen=True):
    """The first row: the title, the turn in words, and the steps of a turn.

    Each step is a word, and whether it is the running one.
    """

    title: str
    turn: str = ""
    steps: tuple[tuple[str, bool], ...] = ()


class Lobby(Struct, frozen=True):
    """The table before the match begins.

    `title` and `about` (paragraphs) say what is played. `seats` is a row for each seat: its name,
    its force, its worth. `missing` says what is missing before the match can begin, or that nothing
    is. `marked` describes the marked choice. `scene` is the table, with a `caption`. The feed is
    shown below unless the lobby `replaces_feed`.
    """

    title: str
    about: tuple[str, ...] = ()
    seats: tuple[tuple[Content, str, str], ...] = ()
    missing: tuple[Content, ...] = ()
    marked: tuple[Content | str, ...] = ()
    scene: Scene | None = None
    caption: str = ""
    replaces_feed: bool = False


def lobby(desk: AnyDesk, state: Any, _marked: Any = None) -> Lobby | None:
    """Return what is played and by whom, until the first turn or anybody's part begins."""
    status = desk.view.status(state)
    if status.turn or status.active or status.over or status.phase not in ("", "setup"):
        return None
    game, played = desk.match_session.game, desk.view.scenario_name(state)
    about = game.manifest.about
    numbered = enumerate((seat for seat in desk.view.seats(state) if seat.present), 1)
    return Lobby(
        title=desk.locale.name_of(played) if played else game.name,
        about=(desk.locale.gettext(about),) if about else (),
        seats=tuple(
            (style_text(f"{number:>2} {seat.name}", colour(desk, state, seat.id)), "", "")
            for number, seat in numbered
        ),
        scene=desk.view.scene(state),
    )


def ribbon(desk: AnyDesk, state: Any) -> RibbonText:
    """Return the name of the match, its turn and its phase."""
    _ = desk.locale.gettext
    status = desk.view.status(state)
    turn = _("Turn {turn}").format(turn=status.turn) if status.turn else ""
    steps = ((_(status.phase), True),) if status.phase else ()
    return RibbonText(desk.match_session.row.name or "q40k", turn, steps)


def colour(desk: AnyDesk, state: Any, seat: str) -> str:
    """Return the colour of a seat, by its number."""
    entry = next((s for s in desk.view.seats(state) if s.id == seat), None)
    return look.ink(colours.colour(entry.colour)) if entry is not None else ""


def card(desk: AnyDesk, state: Any, seat: str) -> Content:
    """Return the name of a seat in its colour."""
    name = next((s.name for s in desk.view.seats(state) if s.id == seat), "")
    return style_text(name, f"bold {colour(desk, state, seat)}")


def idle_rows(desk: AnyDesk) -> Rows:
    """Return who has won, or whose part it is; and the keys of play that make sense."""
    locale, state = desk.locale, desk.state
    _ = locale.gettext
    status = desk.view.status(state)
    names = {seat.id: seat.name for seat in desk.view.seats(state)}
    rows: Rows = []
    if status.over:
        rows.append(style_text(winners_line(locale, status.winners), "bold"))
    elif status.active:
        rows.append(style_text(locale.join_and(names[seat] for seat in status.active), "bold"))
    keys = [
        action
        for action in desk.valid_actions()
        if action.group in ("play", "table") and len(action.key) == 1
    ]
    if keys:
        rows.append(
            link_keys(" · ".join(f"{action.key_in(locale)} {_(action.name)}" for action in keys))
        )
    return rows


def explain_card(desk: AnyDesk, _seat: str | None = None) -> str:
    """Return what F1 says of the card."""
    _ = desk.locale.gettext
    return _("Who acts now, or who is marked on the board.")
