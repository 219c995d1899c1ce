"""What every bonus token brought whoever took it: kills, saves and points, as long as it lasted.

All of it is counted from what was told; nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct, field

from q40k.games.quake.rules.bonus.instant import NukePaid
from q40k.games.quake.rules.bonus.tokens import BonusChosen, BonusSpent, TokenReturned, TokenTaken
from q40k.games.quake.rules.damage.damage import Harmed
from q40k.games.quake.rules.damage.deaths import AccidentSuffered, Killed
from q40k.games.quake.rules.damage.rolling import Struck
from q40k.games.quake.rules.melee.fight import Blow
from q40k.games.quake.rules.movement.fall import Fell
from q40k.games.quake.rules.rounds import RoundOpened
from q40k.games.quake.rules.shooting.shot import Shot
from q40k.games.quake.rules.state import Match
from q40k.kernel.calls import Told

WARD = "ward"
"""The effect of a bonus that lets failed saves count for nothing."""


class Brought(Struct):
    """A token that somebody took: of what `kind`, at which `entry`, and what it brought.

    It lasts until it is spent or gone: up to entry `until` (None: to the end), so many `turns`, the
    first and the last of them counted. What it does by itself counts though it is spent by then: a
    nuke kills behind that. `saves` are those it made, `points` all that its holder won and lost by
    kills and accidents. `fatal`: it was the death of its holder.
    """

    player: str
    token: str
    kind: str
    entry: int
    turn: int
    until: int | None = None
    turns: int = 0
    kills: int = 0
    saves: int = 0
    points: Fraction = Fraction(0)
    fatal: bool = False


class Tokens(Struct):
    """All tokens that were `taken`, the oldest first, and who has which of them at its side now."""

    taken: list[Brought] = field(default_factory=list)
    held: dict[str, Brought] = field(default_factory=dict)

    def heed(self, told: Told[Match], seq: int) -> None:
        """Count what an event of that entry brought."""
        heed = _HEEDED.get(type(told.event))
        if heed is not None:
            heed(self, told, seq)

    def close(self, turn: int) -> None:
        """The match ends, or is looked at, in this turn."""
        for one in self.held.values():
            _last(one, None, turn)

    def of(self, player: str, cause: str, state: Match) -> Brought | None:
        """The token that is at work for a player: one that lasts, or one that does this itself."""
        one = self.held.get(player)
        if one is None or one.until is None or _own(one, cause, state):
            return one
        return None


def _own(one: Brought, cause: str, state: Match) -> bool:
    """Whether a death has the very effect of a token as its cause."""
    tables = state.setup.tables
    return tables is not None and cause.removesuffix("-lost") == tables.kind(one.kind).effect


def _last(one: Brought, seq: int | None, turn: int) -> None:
    """It has lasted, up to this entry and turn."""
    if one.until is None:
        one.until, one.turns = seq, max(turn, 1) - one.turn + 1


def _taken(tokens: Tokens, told: Told[Match], seq: int) -> None:
    event = told.event
    assert isinstance(event, TokenTaken)
    turn = max(told.after.play.turn, 1)
    one = Brought(event.player, event.token, event.kind, seq, turn)
    tokens.taken.append(one)
    tokens.held[event.player] = one


def _chosen(tokens: Tokens, told: Told[Match], _seq: int) -> None:
    event = told.event
    assert isinstance(event, BonusChosen)
    if event.player in tokens.held:
        tokens.held[event.player].kind = event.kind


def _spent(tokens: Tokens, told: Told[Match], seq: int) -> None:
    event, state = told.event, told.after
    assert isinstance(event, BonusSpent)
    one = tokens.held.get(event.player)
    if one is None:
        return
    tables = state.setup.tables
    if tables is not None and any(m.effect == WARD for m in tables.kind(one.kind).modifiers):
        one.saves += 1
    _last(one, seq, state.play.turn)


def _returned(tokens: Tokens, told: Told[Match], seq: int) -> None:
    event = told.event
    assert isinstance(event, TokenReturned)
    one = tokens.held.pop(event.player, None)
    if one is not None:
        _last(one, seq, told.after.play.turn)


def _all_home(tokens: Tokens, told: Told[Match], seq: int) -> None:
    """A round has begun."""
    for one in tokens.held.values():
        _last(one, seq, told.before.play.turn)
    tokens.held.clear()


def _killed(tokens: Tokens, told: Told[Match], _seq: int) -> None:
    event = told.event
    assert isinstance(event, Killed)
    for killer in event.killers:
        one = tokens.of(killer, event.cause, told.before)
        if one is not None:
            one.kills += 1
            one.points += event.paid.get(killer, Fraction(0))


def _accident(tokens: Tokens, told: Told[Match], _seq: int) -> None:
    event = told.event
    assert isinstance(event, AccidentSuffered)
    for name, paid in event.paid.items():
        one = tokens.of(name, event.cause, told.before)
        if one is not None:
            one.points += paid
    one = tokens.of(event.player, event.cause, told.before)
    if one is not None and _own(one, event.cause, told.before):
        one.fatal = True


def _nuke_paid(tokens: Tokens, told: Told[Match], _seq: int) -> None:
    event = told.event
    assert isinstance(event, NukePaid)
    one = tokens.of(event.picker, "nuke", told.before)
    if one is not None:
        one.points += event.paid.get(event.picker, Fraction(0))


def _saved(tokens: Tokens, told: Told[Match], _seq: int) -> None:
    """Saves that were as good as they were by a token, as the workings of an attack say."""
    for struck in _STRUCK[type(told.event)](told.event):
        one = tokens.held.get(struck.player)
        if one is not None:
            one.saves += sum(
                step.passed
                for step in struck.steps
                if step.kind in ("save", "save-again")
                and any(why.source == one.kind for why in step.why)
            )


_STRUCK: Mapping[type, Callable[[Any], Iterable[Struck]]] = {
    Shot: lambda event: event.victims,
    Blow: lambda event: (event.struck,) if event.struck is not None else (),
    Harmed: lambda event: (event.struck,),
    Fell: lambda event: (event.struck,),
}
_HEEDED: Mapping[type, Callable[[Tokens, Told[Match], int], None]] = {
    TokenTaken: _taken,
    BonusChosen: _chosen,
    BonusSpent: _spent,
    TokenReturned: _returned,
    RoundOpened: _all_home,
    Killed: _killed,
    AccidentSuffered: _accident,
    NukePaid: _nuke_paid,
    **dict.fromkeys(_STRUCK, _saved),
}
