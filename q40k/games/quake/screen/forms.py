"""Fields and options that the forms of several chapters share."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from fractions import Fraction
from typing import Any

from q40k.games.quake.rules.questions import forbid
from q40k.games.quake.rules.state import Player
from q40k.games.quake.rules.table.corrections import Rename
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.words.positions import where
from q40k.i18n.locale import N_, Locale
from q40k.kernel.lookup import strip_accents
from q40k.packs.base import InvalidValue
from q40k.tui.fields import EntryError, Field, Option, Pick

_POINTS = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{1,6}|/0*[1-9][0-9]{0,5})?", re.ASCII)

MOST_INCHES = 500


def number(player: Player) -> str:
    """Return the number a player is picked by: its place in the order of joining."""
    return player.id[1:]


def player_options(
    desk: Desk, among: Sequence[str], note: Callable[[Player], str] | None = None
) -> tuple[Option, ...]:
    """List players to pick, by number, in the order of play."""
    players = [desk.state.players[p] for p in among]
    return tuple(
        Option(number(p), p.name, p.name, note(p) if note else where(desk.locale, p))
        for p in players
    )


def in_play(desk: Desk, without: Sequence[str] = ()) -> list[str]:
    """List the players on the table in the order of play, except `without`."""
    return [p for p in desk.state.order if desk.state.players[p].in_play and p not in without]


def active_name(desk: Desk) -> str | None:
    """Return the name of the active player."""
    active = desk.state.play.active
    return desk.state.players[active].name if active else None


def portal_options(desk: Desk) -> tuple[Option, ...]:
    """List the five portals, each with the players that stand in it."""
    _ = desk.locale.gettext
    options = []
    for portal_number in range(1, 6):
        there = [desk.state.players[p].name for p in desk.state.occupants(portal_number)]
        label = _("portal {number}").format(number=portal_number)
        options.append(Option(str(portal_number), portal_number, label, ", ".join(there)))
    return tuple(options)


def who_rolls(locale: Locale, title: str, usual: str = "hand") -> Pick:
    """Ask whether hands or the app roll; Enter takes the usual answer."""
    _ = locale.gettext
    return Pick(
        title,
        rule="TABLE-5",
        options=(
            Option("1", "hand", _("real dice"), _("typed; Space lets the app roll one")),
            Option("2", "app", _("the app’s dice"), _("from the match’s seed")),
        ),
        chosen=1 if usual == "app" else 0,
    )


def read_name(text: str) -> str:
    """Read a player's name. Raises EntryError."""
    try:
        return Rename(player="x", to=text).to
    except InvalidValue as wrong:
        raise EntryError(wrong.code) from wrong


def new_name(desk: Desk) -> Callable[[str], str]:
    """Return a reader for the name of a new player. It raises EntryError, Refused.

    A player that has left and comes back is also recognised without accents.
    """

    def read(text: str) -> str:
        name = read_name(text)
        player = desk.state.player_named(name)
        if player is not None and player.present:
            raise forbid("TABLE-1", "name-taken", name=player.name)
        absent = [p.name for p in desk.state.players.values() if not p.present]
        alike = [
            name_there for name_there in absent if strip_accents(name_there) == strip_accents(name)
        ]
        return alike[0] if player is None and len(alike) == 1 else name

    return read


def new_names(desk: Desk) -> Callable[[str], tuple[str, ...]]:
    """Return a reader for one or more such names, separated by commas.

    It raises EntryError, Refused.
    """
    read_one = new_name(desk)

    def read(text: str) -> tuple[str, ...]:
        names: dict[str, str] = {}
        for part in filter(str.strip, text.split(",")):
            name = read_one(part)
            if name.casefold() in names:
                raise forbid("TABLE-1", "name-taken", name=name)
            names[name.casefold()] = name
        return tuple(names.values()) or (read_one(text),)

    return read


def read_inches(text: str) -> float:
    """Read inches typed with a point or a comma. Raises EntryError."""
    try:
        inches = float(text.replace(",", ".").rstrip(' "”'))
    except ValueError:
        raise EntryError("no-inches") from None
    if not 0 <= inches <= MOST_INCHES:
        raise EntryError("no-inches")
    return inches


def read_points(text: str) -> Fraction:
    """Read points as typed: 15, -7.5, 7,5, 20/3. Raises EntryError."""
    typed = text.replace(",", ".").replace(" ", "")
    if not _POINTS.fullmatch(typed):
        raise EntryError("no-points")
    return Fraction(typed)


def actor(desk: Desk, title: str, rule: str) -> Generator[Field, Any, Player]:
    """Return the active champion; ask for a player if none is active."""
    state = desk.state
    if state.play.active is not None and state.players[state.play.active].in_play:
        return state.players[state.play.active]
    name = yield Pick(
        title,
        rule=rule,
        hint=desk.locale.gettext(N_("number or first letters")),
        options=player_options(desk, in_play(desk)),
    )
    player = state.player_named(name)
    assert player is not None
    return player
