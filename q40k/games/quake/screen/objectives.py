"""What champions may do for the objectives of the mod: flags, barrels and buildings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct

from q40k.games.quake.screen.base import Desk, action, in_play, player_options
from q40k.games.quake.screen.teams import DIGITS
from q40k.games.quake.state.barrels import HitBarrel
from q40k.games.quake.state.flags import Capture, HandOver, TouchFlag, carried_flags
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.teams import Penetrate
from q40k.games.quake.words.flags import flag_name
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, by_number, id_keys
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
    """Register a finder of moves at a place of the menu. Raises ValueError if the place is taken."""

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
    return tuple(move for _at, finder in sorted(_FINDERS.items()) for move in finder(state, champion))


def _move_text(desk: Desk, move: ObjectiveMove) -> tuple[str, str]:
    """Return a move in a line, and its note."""
    _ = desk.locale.gettext
    facts = dict(move.facts)
    if "flag" in facts:
        facts["flag"] = flag_name(desk.locale, desk.state, str(facts["flag"]))
    words, note = _(move.words).format(**facts), _(move.note).format(**facts)
    return f"{move.player} {words}", note


def _first_passed(desk: Desk, who: str | None, moves: Sequence[ObjectiveMove]) -> int:
    """Return the place of the first move about a flag that the champion passed over, or 0."""
    passed = desk.state.players[who].movement.over if who else ()
    return next((n for n, move in enumerate(moves) if move.facts.get("flag") in passed), 0)


@action(
    "objective",
    "play",
    key="o",
    at=190,
    bar=4,
    name=N_("Objective"),
    help=N_("What the mod is about: take, return, hand over or bring home a flag, penetrate a building, hit a barrel."),
    when=lambda state: state.play.active is not None and bool(find_objective_moves(state)),
)
def objective(desk: Desk) -> Form:
    """Ask what the active champion does for the objectives (O); Tab picks another champion."""
    _ = desk.locale.gettext
    who = desk.state.play.active
    while True:
        moves = find_objective_moves(desk.state, who)
        name = desk.state.players[who].name if who else "?"
        options = tuple(Option(str(n), move, *_move_text(desk, move)) for n, move in enumerate(moves, 1))
        chosen = yield Pick(
            _("{name} and the objectives").format(name=name),
            hint=_("number; Enter: the marked one"),
            other=_("another champion"),
            options=options,
            chosen=_first_passed(desk, who, moves),
        )
        if chosen is not OTHER:
            break
        name = yield Pick(_("Who?"), hint=_("number or first letters"), options=player_options(desk, in_play(desk)))
        player = desk.state.player_named(name)
        who = player.id if player else who
    if isinstance(chosen.does, Command):
        return chosen.does
    return (yield from chosen.does(desk))


# -- flags ---------------------------------------------------------------------------------------


@objective_moves(10)
def _find_touches(state: Match, player: Player) -> Iterator[ObjectiveMove]:
    if state.play.phase not in ("movement", "assault"):
        return
    team = state.side_of(player.id)
    for flag in state.flags.values():
        if flag.carrier is not None or (flag.at_home and flag.team == team):
            continue
        rule = "FLAG-3"
        if flag.at_home:
            rule = "FLAG-1"
            words = N_("takes {flag}")
        elif flag.team is None or (flag.fell == team and flag.team != team):
            words = N_("picks up {flag}")
        else:
            words = N_("touches {flag}: it goes home")
        touch = TouchFlag(player=player.name, flag=flag.id)
        yield ObjectiveMove(player.name, words, rule, touch, {"flag": flag.id})


@objective_moves(20)
def _find_handovers(state: Match, player: Player) -> Iterator[ObjectiveMove]:
    flags = carried_flags(state, player.id)
    if state.play.phase != "shooting" or not flags:
        return
    for mate in state.members(state.side_of(player.id)):
        receiver = state.players[mate]
        if mate != player.id and receiver.in_play and mate not in state.team_play.acted:
            words = N_("hands {flag} over to {whom}")
            handover = HandOver(player=player.name, to=receiver.name)
            yield ObjectiveMove(player.name, words, "FLAG-4", handover, {"flag": flags[0], "whom": receiver.name})


@objective_moves(30)
def _find_captures(state: Match, player: Player) -> Iterator[ObjectiveMove]:
    """Yield the capture of the champion, then those of other carriers."""
    others = (state.players[id] for id in state.order if id != player.id)
    for carrier in (player, *others):
        flags = carried_flags(state, carrier.id)
        team = state.side_of(carrier.id)
        own_flag_away = any(f.team == team and not f.at_home for f in state.flags.values())
        if flags and not own_flag_away:
            words = N_("brings {flag} home: round won")
            capture = Capture(player=carrier.name)
            yield ObjectiveMove(carrier.name, words, "FLAG-1", capture, {"flag": flags[0]})


# -- buildings -----------------------------------------------------------------------------------


@objective_moves(40)
def _find_buildings(state: Match, player: Player) -> Iterator[ObjectiveMove]:
    for name, team in state.teams.items():
        if team.structure and name != state.side_of(player.id):
            words, note = N_("penetrates the building of {whom}"), N_("{points} left")
            form = partial(_penetrate_building, player=player.name, team=name, left=team.structure)
            yield ObjectiveMove(player.name, words, note, form, {"whom": name, "points": team.structure})


def _penetrate_building(desk: Desk, *, player: str, team: str, left: int) -> Form:
    _ = desk.locale.gettext
    most = min(len(DIGITS), left)
    times = yield Pick(
        _("How many times is the building of {team} penetrated?").format(team=team),
        why=_("Each time costs it a point of structure. Enter: once."),
        rule="BASE-1",
        options=by_number({times: f"×{times}" for times in range(1, most + 1)}),
    )
    return Penetrate(player=player, team=team, times=times)


# -- barrels -------------------------------------------------------------------------------------


@objective_moves(60)
def _find_barrel_hits(state: Match, player: Player) -> Iterator[ObjectiveMove]:
    if any(not barrel.burning for barrel in state.barrels.values()):
        form = partial(_hit_barrel, player=player.name)
        yield ObjectiveMove(player.name, N_("hits a barrel"), "BARREL-2", form)


def _hit_barrel(desk: Desk, *, player: str) -> Form:
    _ = desk.locale.gettext
    intact = [b.id for b in desk.state.barrels.values() if not b.burning]
    barrel = yield Pick(
        _("{name} hits which barrel?").format(name=player),
        rule="BARREL-2",
        hint=_("number, or the barrel’s letters and Enter"),
        options=tuple(map(Option, id_keys(intact), intact, intact)),
    )
    return HitBarrel(player=player, barrel=barrel)
