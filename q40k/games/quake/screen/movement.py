"""Forms for moves: to a place or by inches, and the moves that take dice."""

import re
from collections.abc import Callable
from functools import partial

from q40k.games.quake.screen.base import Desk, action, actor, moving, player_options, read_inches, springing
from q40k.games.quake.screen.fights import move_line
from q40k.games.quake.screen.positions import spot_field
from q40k.games.quake.state.bonus import DeepStrike
from q40k.games.quake.state.match import Player
from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.movement.second_move import SecondMove, inches_left, scouts
from q40k.games.quake.state.movement.special_moves import Climb, Jump, Leap, Swim
from q40k.games.quake.state.odds import MoveOdds, odds_of_jump, odds_of_leap
from q40k.games.quake.state.questions import find_present
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, Telling, Text
from q40k.tui.forms import Form


@action(
    "move",
    "play",
    key="m",
    bar=6,
    at=145,
    name=N_("Move"),
    help=N_(
        "Note how far the active champion moved; it leaves the portal it stood in. In other phases:"
        " a run, or another second move that a trait allows."
    ),
    when=lambda state: moving(state) or springing(state),
)
def move(desk: Desk) -> Form:
    """Ask where the active champion moves, or how many inches (M); Enter: not measured."""
    _ = desk.locale.gettext
    if not moving(desk.state):
        return (yield from _second_move(desk))
    if desk.asks_places:
        return (yield from move_there(desk))
    player = desk.state.players[desk.state.play.active or ""]
    inches = yield Text(
        _("How many inches did {name} move?").format(name=player.name),
        why=_("It leaves the portal it stands in. Enter: not measured.")
        if player.position.portal is not None
        else _("Enter: not measured."),
        rule="MOVE-1",
        may_be_empty=True,
        read=read_inches,
    )
    return Move(player=player.name, inches=inches)


@action(
    "scout-move",
    "play",
    key="comma m",
    name=N_("Scouts"),
    help=N_("Before anybody begins the first turn, a champion that scouts makes its free move."),
    when=lambda state: bool(scouts(state)),
)
def scout(desk: Desk) -> Form:
    """Ask which champion makes its free move, and where it goes (comma, M)."""
    _ = desk.locale.gettext
    player = yield Pick(
        _("Who scouts ahead?"),
        rule="TRAIT-1",
        options=player_options(desk, [player.id for player in scouts(desk.state)]),
    )
    return (yield from _second_move(desk, player))


def _second_move(desk: Desk, name: str | None = None) -> Form:
    """Ask for a second move: its die first, if any, then its path where places are kept."""
    state, locale = desk.state, desk.locale
    _ = locale.gettext
    player = find_present(state, name) if name else state.players[state.play.active or ""]
    inches = inches_left(state, player)
    if inches is None or player.position.at is None:
        return SecondMove(player=player.name)
    from q40k.games.quake.screen.place_notes import move_notes

    answer = yield spot_field(
        desk,
        _("Where does {name} go?").format(name=player.name),
        player,
        lambda path: move_notes(locale, state, player, path),
        why=_("{inches} at most. Space adds a corner to its way.").format(inches=locale.inches(inches)),
        rule="TRAIT-1",
        bends=True,
        reach_in=0.0 if state.announces else inches,
    )
    return SecondMove(player=player.name, to=answer.at, path=answer.corners)


_INCHES = r"(?i)(\d{1,3}(?:[.,]\d{1,3})?) ?(in|inch|inches|ps|po|pouces?|[\"”″])?"


def _read_inches_alone(typed: str) -> float | None:
    """Read a number of inches: 4, 4.5, 4,5 in; None for anything else.

    A comma without a unit separates coordinates.
    """
    match = re.fullmatch(_INCHES, typed.strip())
    if match is None or ("," in match[1] and not match[2]):
        return None
    try:
        return read_inches(match[1])
    except ValueError:
        return None


def move_there(desk: Desk) -> Form:
    """Ask where the active champion moves, or how many inches; Enter: not measured."""
    from q40k.games.quake.screen.place_notes import move_notes, movement_left

    state, locale = desk.state, desk.locale
    player = state.players[state.play.active or ""]
    _ = locale.gettext
    answer = yield spot_field(
        desk,
        _("Where does {name} move?").format(name=player.name),
        player,
        lambda path: move_notes(locale, state, player, path),
        why=_("Space adds a corner to its way. Inches alone, or just Enter: no place is noted."),
        rule="MOVE-1",
        bends=True,
        may_be_empty=True,
        plain=_read_inches_alone,
        reach_in=0.0 if state.announces else max(0.0, movement_left(state, player)),
    )
    if isinstance(answer, float):
        return Move(player=player.name, inches=answer)
    if answer is None:
        return Move(player=player.name)
    return Move(player=player.name, to=answer.at, path=answer.corners)


@action(
    "hard-move",
    "play",
    key="comma j",
    at=175,
    name=N_("Jump, leap, swim, climb"),
    help=N_("The moves that take dice, and difficult or dangerous ground; odds before the roll."),
    when=moving,
)
def hard_move(desk: Desk) -> Form:
    """Ask which of the moves that take dice is made (, j)."""
    _ = desk.locale.gettext
    player = yield from actor(desk, _("Who moves?"), "MOVE-2")
    moves: tuple[tuple[str, str, Callable[[Desk, Player], Form]], ...] = (
        (_("jumps down"), "MOVE-3", _jump),
        (_("leaps over a gap"), "MOVE-5", _leap),
        (_("swims"), "MOVE-4", _swim),
        (_("climbs"), "MOVE-6", _climb),
        (_("crosses difficult ground"), "MOVE-2", partial(_cross, difficult=True)),
        (_("crosses dangerous ground"), "MOVE-2", partial(_cross, dangerous=True)),
    )
    options = [Option(str(n), form_of, label, rule) for n, (label, rule, form_of) in enumerate(moves, 1)]
    if desk.state.holds(player.id, "teleporter"):
        options.append(Option("7", None, _("drops by teleporter"), "BONUS-1"))
    if any(barrel.burning for barrel in desk.state.barrels.values()):
        through = partial(_cross, napalm=True)
        options.append(Option("8", through, _("crosses burning napalm"), "BARREL-5"))
    form = yield Pick(
        _("{name}…").format(name=player.name), rule="MOVE-2", hint=_("number or first letters"), options=tuple(options)
    )
    if form is None:
        return DeepStrike(player=player.name)
    chosen: Callable[[Desk, Player], Form] = form
    return (yield from chosen(desk, player))


def read_height(text: str) -> float:
    """Read inches greater than zero. Raises ValueError."""
    inches = read_inches(text)
    if not inches:
        raise ValueError(text)
    return inches


def _inches(desk: Desk, title: str, rule: str, odds: Callable[[float], MoveOdds] | None) -> Text:
    """Ask for inches; the odds follow what is typed."""
    if odds is None:
        return Text(title, rule=rule, read=read_height)

    def note(typed: str) -> tuple[str, ...]:
        try:
            return move_line(desk.locale, odds(read_height(typed)))
        except ValueError:
            return ()

    return Telling(title, rule=rule, read=read_height, tell=note)


def _jump(desk: Desk, player: Player) -> Form:
    _ = desk.locale.gettext
    title = _("How many inches down does {name} jump?").format(name=player.name)
    height = yield _inches(desk, title, "MOVE-3", partial(odds_of_jump, desk.state, player))
    return Jump(player=player.name, height=height)


def _leap(desk: Desk, player: Player) -> Form:
    _ = desk.locale.gettext
    title = _("How many inches wide is the gap?")
    gap = yield _inches(desk, title, "MOVE-5", partial(odds_of_leap, desk.state, player))
    down = yield Telling(
        _("How deep is it, in inches?"),
        why=_("Enter: asked only if it falls."),
        rule="MOVE-5",
        read=read_height,
        may_be_empty=True,
        tell=lambda typed: _depth_line(desk, player, gap, typed),
    )
    return Leap(player=player.name, gap=gap, height=down)


def _depth_line(desk: Desk, player: Player, gap: float, typed: str) -> tuple[str, ...]:
    try:
        depth = read_height(typed) if typed else None
    except ValueError:
        return ()
    return move_line(desk.locale, odds_of_leap(desk.state, player, gap, depth))


def _swim(desk: Desk, player: Player) -> Form:
    _ = desk.locale.gettext
    title, why = _("How many inches does {name} swim?"), _("1D6 is the most; a 1 drowns. Enter: not measured.")
    inches = yield Text(title.format(name=player.name), why=why, rule="MOVE-4", may_be_empty=True, read=read_inches)
    return Swim(player=player.name, inches=inches)


def _climb(desk: Desk, player: Player) -> Form:
    _ = desk.locale.gettext
    title = _("How many inches up does {name} climb?").format(name=player.name)
    height = yield _inches(desk, title, "MOVE-6", None)
    return Climb(player=player.name, height=height)


def _cross(desk: Desk, player: Player, **ground: bool) -> Form:
    _ = desk.locale.gettext
    title, why = _("How many inches does {name} want to move?"), _("Enter: not measured.")
    inches = yield Text(title.format(name=player.name), why=why, rule="MOVE-2", may_be_empty=True, read=read_inches)
    command = Move(player=player.name, inches=inches)
    return command.replace(**ground)
