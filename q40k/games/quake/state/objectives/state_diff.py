"""The differences between two states of one match: what a correction of the past changes."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from q40k.games.quake.state.match import Match, Player
from q40k.kernel.amending import Change
from q40k.kernel.state import Record, flatten

_OF_PLAYER = {
    "points": "score",
    **{
        name: name
        for name in ("kills", "deaths", "accidents", "streak", "alive", "present", "placed", "wounds", "initiative")
    },
}
"""The fields of a player that are always compared, each with the kind of its change."""


_UNREPORTED = frozenset(
    {*_OF_PLAYER, "id", "name", "gear", "die", "came_by", "arrived_at", "spent", "beacon", "roller", "at",
     "charge", "building", "stunned", "limit", "tested", "halted", "in_water", "swum", "finished",
     "portal", "near", "tile", "bonus", "champion", "moved", "broken", "kept", "level", "angle",
     "fielded", "second", "until", "based", "using",
     "under", "used", "gifts", "bot"}
)  # fmt: skip


_UNREPORTED_OF_MATCH = frozenset(
    {"mod", "arena", "tables", "seed", "players", "tokens", "shares", "waiting", "chosen",
     "contacts", "thrown",
     "ranking", "sightings", "played_on", "last_death", "roller", "d3_on_d6", "winner", "over", "turn", "phase",
     "active"}
)  # fmt: skip


def changes(old: Match, new: Match) -> tuple[Change, ...]:
    """Return every difference between two states, what matters most first.

    The `kind` of a change is one of these words, or the name of a field of the state: `winner`,
    `over`, `turn`, `phase`, `active`, `order`, `joins` and `lacks` (a player who is in only one of
    the states), `champion`, `score`, `kills`, `deaths`, `accidents`, `streak`, `initiative`,
    `alive`, `present`, `placed`, `wounds`, `place` (portal, near, tile, spot) and `bonus` (token,
    kind, spent, target).

    Rule: TABLE-4
    """
    return (*_of_match(old, new), *_of_players(old, new))


def _of_match(old: Match, new: Match) -> Iterator[Change]:
    if _sides(old, old.outcome.winner) != _sides(new, new.outcome.winner):
        yield Change("winner", None, _sides(old, old.outcome.winner), _sides(new, new.outcome.winner))
    then, now = flatten(old), flatten(new)
    for kind in ("over", "turn", "phase"):
        if then[kind] != now[kind]:
            yield Change(kind, None, then[kind], now[kind])
    active = _name(old, old.play.active), _name(new, new.play.active)
    if active[0] != active[1]:
        yield Change("active", None, *active)
    order = _names(old, old.order), _names(new, new.order)
    if order[0] != order[1]:
        yield Change("order", None, *order)
    yield from _others(old, new, None, _UNREPORTED_OF_MATCH)


def _of_players(old: Match, new: Match) -> Iterator[Change]:
    old_players = _match_players(old, new)
    for now in new.players.values():
        then = old_players.get(now.id)
        if then is None:
            yield Change("joins", now.name)
            continue
        if then.name != now.name:
            yield Change("name", now.name, then.name, now.name)
        yield from _of_player(old, new, then, now)
    matched_ids = {then.id for then in old_players.values()}
    for then in old.players.values():
        if then.id not in matched_ids:
            yield Change("lacks", then.name)


def _match_players(old: Match, new: Match) -> dict[str, Player]:
    """Return the old player for each new player's id: by name, else by id."""
    by_name = {player.name: player for player in old.players.values()}
    matches = {p.id: by_name[p.name] for p in new.players.values() if p.name in by_name}
    used = {player.id for player in matches.values()}
    for player in new.players.values():
        if player.id not in matches and player.id in old.players and player.id not in used:
            matches[player.id] = old.players[player.id]
    return matches


def _of_player(old: Match, new: Match, then: Player, now: Player) -> Iterator[Change]:
    if (then.champion, then.gear) != (now.champion, now.gear):
        yield Change("champion", now.name, then.champion, now.champion)
    before, after = flatten(then), flatten(now)
    for name, kind in _OF_PLAYER.items():
        if before[name] != after[name]:
            yield Change(kind, now.name, before[name], after[name])
    if _place(then) != _place(now):
        yield Change("place", now.name, _place(then), _place(now))
    if _bonus(old, then) != _bonus(new, now):
        yield Change("bonus", now.name, _bonus(old, then), _bonus(new, now))
    yield from _others(then, now, now.name, _UNREPORTED)


def _others(then: Record, now: Record, who: str | None, unreported: frozenset[str]) -> Iterator[Change]:
    """Yield changes of plain fields that have no kind of their own."""
    old_fields = flatten(then)
    for name, after in flatten(now).items():
        before = old_fields[name]
        if name not in unreported and before != after and _plain(before) and _plain(after):
            yield Change(name, who, before, after)


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool | Fraction)


def _place(player: Player) -> tuple[Any, ...]:
    return (player.position.portal, player.position.near, player.position.tile, player.position.at)


def _bonus(state: Match, player: Player) -> tuple[Any, ...] | None:
    held = player.bonus
    if held is None:
        return None
    return (held.token, held.kind, held.spent, _name(state, held.target))


def _name(state: Match, player: str | None) -> str | None:
    return state.players[player].name if player in state.players else None


def _names(state: Match, players: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(state.players[player].name for player in players)


def _sides(state: Match, sides: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(state.side_name(side) for side in sides)


def changed_players(old: Match, new: Match) -> list[tuple[Player, Player]] | None:
    """Return each changed player before and after; None if somebody joined or left.

    Only object identities are compared: a whole match is walked this way.
    """
    then, now = old.players, new.players
    if then is now:
        return []
    if then.keys() != now.keys():
        return None
    return [(old, new) for old, new in zip(then.values(), now.values(), strict=True) if old is not new]
