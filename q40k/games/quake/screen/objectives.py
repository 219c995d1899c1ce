"""What champions may do for the objectives of the mod; each chapter registers its moves.

@objective_moves(40)
def _find_buildings(state: Match, player: Player) -> Iterator[ObjectiveMove]: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from q40k.games.quake.rules.registry import Command
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.base import Desk, action
from q40k.games.quake.screen.forms import in_play, player_options
from q40k.games.quake.words.flags import flag_name
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick
from q40k.tui.forms import OTHER, Form


class ObjectiveMove(Struct, frozen=True):
    """Something `player` may do; `words` and `note` are templates filled with `facts`.

    `does` is the command for it, or a form that asks for the rest.
    """

    player: str
    words: str
    note: str
    does: Command | Callable[[Desk], Form]
    facts: Mapping[str, object] = {}


Finder = Callable[[Match, Player], Iterator[ObjectiveMove]]

_FINDERS: dict[int, Finder] = {}


def objective_moves(at: int) -> Callable[[Finder], Finder]:
    """Register a finder of moves; `at` is their place in the menu. Raises ValueError."""

    def register(finder: Finder) -> Finder:
        if at in _FINDERS:
            raise ValueError(f"two kinds of move at {at}")
        _FINDERS[at] = finder
        return finder

    return register


def find_objective_moves(state: Match, player: str | None = None) -> tuple[ObjectiveMove, ...]:
    """Return the objective moves of `player`, by default the active one."""
    who = state.play.active if player is None else player
    if not state.running or state.outcome.over or who is None or not state.players[who].in_play:
        return ()
    champion = state.players[who]
    return tuple(
        move for _at, finder in sorted(_FINDERS.items()) for move in finder(state, champion)
    )


def _move_text(desk: Desk, move: ObjectiveMove) -> tuple[str, str]:
    """Return a move in a line, and its note."""
    _ = desk.locale.gettext
    facts = dict(move.facts)
    if "flag" in facts:
        facts["flag"] = flag_name(desk.locale, desk.state, str(facts["flag"]))
    words, note = _(move.words).format(**facts), _(move.note).format(**facts)
    return f"{move.player} {words}", note


@action(
    "objective",
    "play",
    key="o",
    at=190,
    bar=0,
    name=N_("Objective"),
    help=N_(
        "What the mod is about: take, return, hand over or bring home a flag, penetrate a"
        " building, hit a barrel."
    ),
    when=lambda state: state.play.active is not None and bool(find_objective_moves(state)),
)
def objective(desk: Desk) -> Form:
    """Ask what the active champion does for the objectives (O); Tab picks another champion."""
    _ = desk.locale.gettext
    who = desk.state.play.active
    while True:
        moves = find_objective_moves(desk.state, who)
        name = desk.state.players[who].name if who else "?"
        options = tuple(
            Option(str(n), move, *_move_text(desk, move)) for n, move in enumerate(moves, 1)
        )
        chosen = yield Pick(
            _("{name} and the objectives").format(name=name),
            hint=_("number; Enter: the marked one"),
            other=_("another champion"),
            options=options,
        )
        if chosen is not OTHER:
            break
        name = yield Pick(
            _("Who?"),
            hint=_("number or first letters"),
            options=player_options(desk, in_play(desk)),
        )
        player = desk.state.player_named(name)
        who = player.id if player else who
    if isinstance(chosen.does, Command):
        return chosen.does
    return (yield from chosen.does(desk))
