"""Special weapons and powers: flamer, cannon, psychic powers."""

from q40k.games.space_hulk.screen.base import Desk, action, find_actor, marines_act, pick, prepare, square_names
from q40k.games.space_hulk.state import offers, places, units
from q40k.games.space_hulk.state.librarian import Power, PowerName
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.shooting.firing import Reload
from q40k.games.space_hulk.state.shooting.flames import Flame, SelfDestruct
from q40k.games.space_hulk.words.librarian import POWERS
from q40k.i18n.locale import N_
from q40k.tui.fields import Pick, Text, by_number
from q40k.tui.forms import Form


def _section_pieces(desk: Desk, *, others: bool = False) -> Form:
    """Ask for the pieces in a section, if no places are kept."""
    title = N_("Who else is in the section?") if others else N_("Who is in the section?")
    state = desk.state
    names = tuple(piece.id for piece in state.pieces_in_play)
    text = yield Text(desk.locale.gettext(title), hint="S1 S2 B1", may_be_empty=True, empty="", names=names)
    return tuple(text.replace(",", " ").split())


def has_gun(state: Match, gun: units.Gun) -> bool:
    """Return whether a marine on the board has that gun."""
    return any(marine.kind.gun == gun for marine in state.marines_in_play)


@action(
    "flame",
    "play",
    key="x",
    bar=2,
    name=N_("Flame"),
    when=lambda state: marines_act(state) and has_gun(state, "heavy-flamer"),
    help=N_("The heavy flamer burns the section of a stealer or of a square."),
)
def flame(desk: Desk) -> Form:
    """x: flame a section."""
    _, state = desk.locale.gettext, desk.state
    flamers = [marine.id for marine in state.marines_in_play if marine.kind.gun == "heavy-flamer"]
    who = find_actor(desk)
    who = who if who in flamers else flamers[0]
    near = offers.flame_targets(state, state.marines[who])
    if places.board(state) is None:
        return (yield from prepare(desk, Flame(who=who, pieces=(yield from _section_pieces(desk))), 2))
    title = _("Which stealer, or which square?")
    friends = {name: _friends_beside(state, name) for name in near}
    near = tuple(sorted(near, key=lambda name: len(friends[name])))
    squares = offers.flame_squares(state, state.marines[who])
    hint = " ".join((*(_with_friends(desk, name, friends[name]) for name in near), *squares))
    # Enter burns no friend: only the name of a target beside whom no marine stands is already there.
    buffer = near[0] if near and not friends[near[0]] else ""
    text = yield Text(title, hint=hint, buffer=buffer, names=(*near, *squares))
    stealers = {stealer.id.casefold(): stealer.id for stealer in state.stealers_in_play}
    if text.casefold() in stealers:
        return (yield from prepare(desk, Flame(who=who, target=stealers[text.casefold()]), 2))
    return (yield from prepare(desk, Flame(who=who, square=text), 2))


def _friends_beside(state: Match, stealer: str) -> tuple[str, ...]:
    """Return the marines in the section of a stealer: a flame burns them as well (SH-FLAMER-3)."""
    ground, there = places.board(state), places.cell(state, stealer)
    if ground is None or there is None:
        return ()
    squares = ((marine.id, places.cell(state, marine.id)) for marine in state.marines_in_play)
    return tuple(id for id, at in squares if at is not None and ground.section(at) == ground.section(there))


def _with_friends(desk: Desk, stealer: str, friends: tuple[str, ...]) -> str:
    """Return the name of a target, and which friends would burn with it."""
    if not friends:
        return stealer
    return desk.locale.say(N_("{target} (friend: {names})"), target=stealer, names=", ".join(friends))


@action(
    "self-destruct",
    "play",
    key="comma q",
    name=N_("Blow up the flamer"),
    when=lambda state: (
        "self-destruct" in state.edition.subjects and marines_act(state) and has_gun(state, "heavy-flamer")
    ),
    help=N_("A flamer is blown up, with all in its section (1st edition)."),
)
def self_destruct(desk: Desk) -> Form:
    """, q: blow a flamer up."""
    flamers = [marine.id for marine in desk.state.marines_in_play if marine.kind.gun == "heavy-flamer"]
    who = yield from pick(desk, N_("Whose flamer?"), flamers)
    pieces = () if places.board(desk.state) is not None else (yield from _section_pieces(desk, others=True))
    return (yield from prepare(desk, SelfDestruct(who=who, pieces=pieces), 1))


@action(
    "reload",
    "play",
    key="comma i",
    name=N_("Reload"),
    when=lambda state: marines_act(state) and has_gun(state, "assault-cannon"),
    help=N_("The assault cannon is reloaded, for four points, once."),
)
def reload(desk: Desk) -> Form:
    """, i: reload the cannon."""
    who = next(marine.id for marine in desk.state.marines_in_play if marine.kind.gun == "assault-cannon")
    return (yield from prepare(desk, Reload(who=who), 4))


@action(
    "power",
    "play",
    key="p",
    bar=6,
    name=N_("Power"),
    when=lambda state: (
        state.play.phase == "marine-action" and any(marine.kind.librarian for marine in state.marines_in_play)
    ),
    help=N_("The librarian uses a power: one in each turn."),
)
def power(desk: Desk) -> Form:
    """p: a psychic power."""
    _, state = desk.locale.gettext, desk.state
    who = next(marine.id for marine in state.marines_in_play if marine.kind.librarian)
    options = by_number({name: _(text) for name, text in POWERS.items()})
    kind: PowerName = yield Pick(_("Which power?"), options=options)
    if kind == "prescience" or (kind == "force-barrier" and places.board(state) is None):
        return Power(who=who, power=kind)
    if kind == "force-barrier":
        at = yield Text(_("On which square?"), names=square_names(state))
        return Power(who=who, power=kind, at=at)
    if places.board(state) is None:
        pieces = yield from _section_pieces(desk)
        if len(pieces) == 1:
            return Power(who=who, power=kind, target=pieces[0])
        return Power(who=who, power=kind, pieces=pieces)
    names = tuple(alien.id for alien in state.aliens_in_play)
    answer = yield Text(_("Which alien, or which section?"), names=names)
    aliens = {name.casefold(): name for name in names}
    if answer.casefold() in aliens:
        return Power(who=who, power=kind, target=aliens[answer.casefold()])
    return Power(who=who, power=kind, section=answer)
