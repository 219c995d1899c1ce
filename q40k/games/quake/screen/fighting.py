"""The forms of close combat and of hard moves: charge, fight, contact, jump, leap, swim, climb."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from q40k.games.quake.rules.assault.charge import Charge, trails
from q40k.games.quake.rules.assault.odds import charge_odds
from q40k.games.quake.rules.bonus.modifiers import fighter
from q40k.games.quake.rules.bonus.teleporter import DeepStrike
from q40k.games.quake.rules.melee.contact import Contact, in_contact, touching
from q40k.games.quake.rules.melee.fight import Fight
from q40k.games.quake.rules.melee.melees import next_melees
from q40k.games.quake.rules.movement.climb import Climb
from q40k.games.quake.rules.movement.jump import Jump
from q40k.games.quake.rules.movement.leap import Leap
from q40k.games.quake.rules.movement.move import Move
from q40k.games.quake.rules.movement.odds import MoveOdds, drop_odds, leap_odds
from q40k.games.quake.rules.movement.swim import Swim
from q40k.games.quake.rules.questions import forbid
from q40k.games.quake.rules.shooting.line_of_fire import setting
from q40k.games.quake.rules.state import Player
from q40k.games.quake.screen.base import Desk, acting, action, during, moving, running
from q40k.games.quake.screen.forms import in_play, player_options, read_inches
from q40k.games.quake.screen.weighing import Weighed, move_line
from q40k.games.w40k3e.ground import charge_in
from q40k.i18n.locale import N_
from q40k.kernel.events import Refused
from q40k.tui.fields import Field, Option, Pick, Several, Telling, Text
from q40k.tui.forms import OTHER, Form


def _actor(desk: Desk, title: str, rule: str) -> Generator[Field, Any, Player]:
    """The active champion; where there is none, whoever is named."""
    state = desk.state
    if state.play.active is not None and state.players[state.play.active].in_play:
        return state.players[state.play.active]
    name = yield Pick(
        title,
        rule=rule,
        hint=desk.locale.gettext(N_("number or first letters")),
        options=player_options(desk, in_play(desk)),
    )
    player = state.named(name)
    assert player is not None
    return player


# -- charge ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Run:
    """What the table says of the way of a charge."""

    distance: float | None = None
    difficult: bool = False
    dangerous: bool = False
    three: bool = False
    cover: bool | None = None


@action(
    "charge",
    "play",
    key="c",
    at=115,
    bar=0,
    name=N_("Charge"),
    help=N_("The active champion charges somebody; Tab says how far and over what ground."),
    when=acting,
    usual=during("assault"),
)
def charge(desk: Desk) -> Form:
    """C: whom the active champion charges; Tab says how far and over what ground."""
    _ = desk.locale.gettext
    player = yield from _actor(desk, _("Who charges?"), "ASSAULT-2")
    run = Run()
    while True:
        got = yield _prey(desk, player, run)
        if got is not OTHER:
            break
        run = yield _way(desk, player, run)
    return Charge(
        player=player.name,
        target=got,
        distance=run.distance,
        difficult=run.difficult,
        dangerous=run.dangerous,
        three=run.three,
        cover=run.cover,
    )


def _prey(desk: Desk, player: Player, run: Run) -> Weighed:
    _ = desk.locale.gettext
    state = desk.state
    side = state.side_of(player.id)
    foes = [p for p in in_play(desk, [player.id]) if not state.in_teams or state.side_of(p) != side]
    flags = [flag for flag in state.flags.values() if flag.carrier is None]
    teams = [t for t, team in state.teams.items() if team.structure and t != side]
    shot = player.turn.shot.target if player.turn.shot is not None else None
    names = {state.players[p].name: p for p in foes}

    def tell(name: str) -> tuple[str, ...]:
        other = state.players[names[name]] if name in names else None
        return charge_line(desk, player, other, run)

    options = [
        *player_options(desk, foes, partial(_distance, desk, player)),
        *(Option("", flag.id, flag.id, _("flag")) for flag in flags),
        *(Option("", team, team, _("building")) for team in teams),
    ]
    return Weighed(
        _("{name} charges…").format(name=player.name),
        why=_("It fights in the close-combat phase."),
        rule="ASSAULT-2",
        hint=_("number or first letters"),
        other=_("distance, ground, cover"),
        options=tuple(options),
        chosen=foes.index(shot) if shot in foes else 0,
        tell=tell,
    )


def _distance(desk: Desk, player: Player, other: Player) -> str:
    """How far somebody is, as far as places or contacts say."""
    _ = desk.locale.gettext
    if in_contact(desk.state, player.id, other.id):
        return _("in contact")
    if trails(desk.state, player, other):
        return _("just left it")
    far = setting(desk.state, player, other).distance_in
    return "" if far is None else desk.locale.inches(far)


def charge_line(desk: Desk, player: Player, other: Player | None, run: Run) -> tuple[str, ...]:
    """How far a charge goes, and its chance where that is a matter of dice."""
    _ = desk.locale.gettext
    kind = player.champion.unit_type
    far = run.distance
    if far is None and other is not None:
        far = setting(desk.state, player, other).distance_in
    reach = _("charges {inches} at most").format(inches=desk.locale.inches(charge_in(kind)))
    if far is None:
        return (reach,)
    odds = charge_odds(kind, far, difficult=run.difficult, three=run.three)
    if odds.done in (0, 1):
        return (reach, *(() if odds.done else (_("! too far"),)))
    return (reach, *move_line(desk.locale, odds))


def _way(desk: Desk, player: Player, run: Run) -> Telling:
    _ = desk.locale.gettext

    def tell(typed: str) -> tuple[str, ...]:
        try:
            return charge_line(desk, player, None, read_run(typed, run))
        except (ValueError, Refused):
            return ()

    return Telling(
        _("How far, and over what ground?"),
        why=_(
            "Enter alone: as it was. Difficult ground asks for dice; the best is how far it gets."
        ),
        rule="ASSAULT-2",
        hint=_(
            "5 d x c: 5 in, difficult, dangerous, the target in cover · d3: difficult, three dice"
        ),
        notes=tell(""),
        read=lambda typed: read_run(typed, run),
        may_be_empty=True,
        empty=run,
        tell=tell,
    )


def read_run(typed: str, run: Run) -> Run:
    """The words on the way of a charge: inches, d (d3: three dice), x, c.

    Raises ValueError, Refused.
    """
    for word in typed.casefold().split():
        if word in ("d", "d3"):
            run = replace(run, difficult=True, three=word == "d3")
        elif word == "x":
            run = replace(run, dangerous=True)
        elif word == "c":
            run = replace(run, cover=True)
        elif word[0].isdigit():
            run = replace(run, distance=read_inches(word))
        else:
            raise forbid("ASSAULT-2", "charge-terms", typed=word)
    return run


# -- fight -------------------------------------------------------------------------------------


@action(
    "fight",
    "play",
    key="i",
    at=120,
    bar=0,
    name=N_("Into close combat"),
    help=N_("The melee next in order is fought: highest initiative first, blow by blow."),
    when=running,
    usual=during("melee"),
)
def fight(desk: Desk) -> Form:
    """I: fight the melee next in order; picked only where the rules leave a choice."""
    _ = desk.locale.gettext
    state = desk.state
    waiting = next_melees(state)
    if len(waiting) < 2:
        return Fight()
    labels = [desk.locale.listed(state.players[p].name for p in one) for one in waiting]
    which = yield Pick(
        _("Which melee is fought?"),
        rule="TEAM-5",
        hint=_("number; Enter: the marked one"),
        options=tuple(
            Option(str(n), state.players[one[0]].name, label)
            for n, (one, label) in enumerate(zip(waiting, labels, strict=True), 1)
        ),
    )
    return Fight(melee=which)


@action(
    "contact",
    "play",
    key="C",
    at=180,
    name=N_("Contact"),
    help=N_("Say who stands base to base with whom, where no places are kept."),
    when=running,
)
def contact(desk: Desk) -> Form:
    """Shift+C: who touches whom, where no places are kept."""
    _ = desk.locale.gettext
    state = desk.state
    among = in_play(desk)
    who = yield Pick(
        _("Who is in contact?"),
        rule="DIFF-2",
        hint=_("number or first letters; Enter: the marked one"),
        options=player_options(desk, among),
        chosen=among.index(state.play.active) if state.play.active in among else 0,
    )
    player = state.named(who)
    assert player is not None
    now = [state.players[p].name for p in touching(state, player.id)]
    others = yield Several(
        _("{name} touches whom?").format(name=who),
        why=_("All of them; nobody: it stands alone. Now: {names}").format(
            names=desk.locale.listed(now) if now else "–"
        ),
        rule="DIFF-2",
        hint=_("numbers, then Enter"),
        options=player_options(desk, in_play(desk, [player.id])),
        nobody=True,
    )
    return Contact(player=who, others=tuple(others))


# -- hard moves --------------------------------------------------------------------------------


@action(
    "hard-move",
    "play",
    key="J",
    at=175,
    name=N_("Jump, leap, swim, climb"),
    help=N_("The moves that take dice, and difficult or dangerous ground; odds before the roll."),
    when=moving,
)
def hard_move(desk: Desk) -> Form:
    """Shift+J: the moves that take dice, each a few keys."""
    _ = desk.locale.gettext
    player = yield from _actor(desk, _("Who moves?"), "MOVE-2")
    ways: tuple[tuple[str, str, Callable[[Desk, Player], Form]], ...] = (
        (_("jumps down"), "MOVE-3", _jump),
        (_("leaps over a gap"), "MOVE-5", _leap),
        (_("swims"), "MOVE-4", _swim),
        (_("climbs"), "MOVE-6", _climb),
        (_("crosses difficult ground"), "MOVE-2", partial(_cross, difficult=True)),
        (_("crosses dangerous ground"), "MOVE-2", partial(_cross, dangerous=True)),
    )
    options = [Option(str(n), do, label, rule) for n, (label, rule, do) in enumerate(ways, 1)]
    if desk.state.holds(player.id, "teleporter"):
        options.append(Option("7", None, _("drops by teleporter"), "BONUS-1"))
    if any(barrel.burning for barrel in desk.state.barrels.values()):
        through = partial(_cross, napalm=True)
        options.append(Option("8", through, _("crosses burning napalm"), "BARREL-5"))
    form = yield Pick(
        _("{name}…").format(name=player.name),
        rule="MOVE-2",
        hint=_("number or first letters"),
        options=tuple(options),
    )
    if form is None:
        return DeepStrike(player=player.name)
    chosen: Callable[[Desk, Player], Form] = form
    return (yield from chosen(desk, player))


def read_height(text: str) -> float:
    """Inches as typed, more than none. Raises ValueError."""
    inches = read_inches(text)
    if not inches:
        raise ValueError(text)
    return inches


def _inches(desk: Desk, title: str, rule: str, odds: Callable[[float], MoveOdds] | None) -> Text:
    """Inches to type; the odds follow what is typed."""
    if odds is None:
        return Text(title, rule=rule, read=read_height)

    def tell(typed: str) -> tuple[str, ...]:
        try:
            return move_line(desk.locale, odds(read_height(typed)))
        except ValueError:
            return ()

    return Telling(title, rule=rule, read=read_height, tell=tell)


def _jump(desk: Desk, player: Player) -> Form:
    _ = desk.locale.gettext
    figure = fighter(desk.state, player)
    title = _("How many inches down does {name} jump?").format(name=player.name)
    height = yield _inches(desk, title, "MOVE-3", partial(drop_odds, figure))
    return Jump(player=player.name, height=height)


def _leap(desk: Desk, player: Player) -> Form:
    _ = desk.locale.gettext
    figure = fighter(desk.state, player)
    wide = base_in(player)
    title = _("How many inches wide is the gap?")
    gap = yield _inches(desk, title, "MOVE-5", lambda inches: leap_odds(figure, inches, wide))
    down = yield Telling(
        _("How deep is it, in inches?"),
        why=_("Enter alone: asked only if it falls."),
        rule="MOVE-5",
        read=read_height,
        may_be_empty=True,
        tell=lambda typed: _depth_line(desk, player, gap, typed),
    )
    return Leap(player=player.name, gap=gap, height=down)


def base_in(player: Player) -> float:
    """How wide a champion's base is, in inches."""
    from q40k.geometry.units import base_radius_cm, to_inches

    return 2 * to_inches(base_radius_cm(player.champion.base_mm))


def _depth_line(desk: Desk, player: Player, gap: float, typed: str) -> tuple[str, ...]:
    try:
        deep = read_height(typed) if typed else None
    except ValueError:
        return ()
    odds = leap_odds(fighter(desk.state, player), gap, base_in(player), deep)
    return move_line(desk.locale, odds)


def _swim(desk: Desk, player: Player) -> Form:
    _ = desk.locale.gettext
    inches = yield Text(
        _("How many inches does {name} swim?").format(name=player.name),
        why=_("1D6 is the most; a 1 drowns. Enter: not measured."),
        rule="MOVE-4",
        may_be_empty=True,
        read=read_inches,
    )
    return Swim(player=player.name, inches=inches)


def _climb(desk: Desk, player: Player) -> Form:
    _ = desk.locale.gettext
    title = _("How many inches up does {name} climb?").format(name=player.name)
    height = yield _inches(desk, title, "MOVE-6", None)
    return Climb(player=player.name, height=height)


def _cross(desk: Desk, player: Player, **ground: bool) -> Form:
    _ = desk.locale.gettext
    inches = yield Text(
        _("How many inches does {name} want to move?").format(name=player.name),
        why=_("Enter: not measured."),
        rule="MOVE-2",
        may_be_empty=True,
        read=read_inches,
    )
    return Move.model_validate({"player": player.name, "inches": inches, **ground})
