"""What each bonus token brought to its holder: kills, saves and points, while it lasted.

Everything is counted from the events; nothing is stored.
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
from q40k.kernel.calls import Transition

WARD = "ward"
"""The effect of a bonus that ignores failed saves."""


class TokenUse(Struct):
    """A token that a player took at journal entry `entry`, its `kind`, and what it brought.

    It lasts until it is spent or returned, at entry `until` (None: to the end). `turns` counts the
    first and the last turn. Its own effect counts even after it is spent: a nuke kills after that.
    `saves` are the saves it made, `points` all that its holder won and lost by kills and accidents.
    `fatal`: its own effect killed its holder.
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


class TokenUses(Struct):
    """Every use of a token, the oldest first; `held` maps each player to its present token."""

    uses: list[TokenUse] = field(default_factory=list)
    held: dict[str, TokenUse] = field(default_factory=dict)

    def count_event(self, transition: Transition[Match], seq: int) -> None:
        """Count what an event of the entry `seq` brought."""
        handler = _HANDLERS.get(type(transition.event))
        if handler is not None:
            handler(self, transition, seq)

    def close(self, turn: int) -> None:
        """End all uses in this turn: the match ends, or is viewed."""
        for use in self.held.values():
            _end_use(use, None, turn)

    def find_active(self, player: str, cause: str, state: Match) -> TokenUse | None:
        """Return the token at work for a player: it lasts, or its own effect is the cause."""
        use = self.held.get(player)
        if use is None or use.until is None or _is_own_effect(use, cause, state):
            return use
        return None


def _is_own_effect(use: TokenUse, cause: str, state: Match) -> bool:
    """Whether the cause of a death is the token's own effect."""
    tables = state.setup.tables
    return tables is not None and cause.removesuffix("-lost") == tables.kind(use.kind).effect


def _end_use(use: TokenUse, seq: int | None, turn: int) -> None:
    """End a use at this entry and turn, unless it has ended."""
    if use.until is None:
        use.until, use.turns = seq, max(turn, 1) - use.turn + 1


def _count_pickup(tokens: TokenUses, transition: Transition[Match], seq: int) -> None:
    event = transition.event
    assert isinstance(event, TokenTaken)
    turn = max(transition.after.play.turn, 1)
    use = TokenUse(event.player, event.token, event.kind, seq, turn)
    tokens.uses.append(use)
    tokens.held[event.player] = use


def _change_kind(tokens: TokenUses, transition: Transition[Match], _seq: int) -> None:
    event = transition.event
    assert isinstance(event, BonusChosen)
    if event.player in tokens.held:
        tokens.held[event.player].kind = event.kind


def _count_spending(tokens: TokenUses, transition: Transition[Match], seq: int) -> None:
    event, state = transition.event, transition.after
    assert isinstance(event, BonusSpent)
    use = tokens.held.get(event.player)
    if use is None:
        return
    tables = state.setup.tables
    if tables is not None and any(m.effect == WARD for m in tables.kind(use.kind).modifiers):
        use.saves += 1
    _end_use(use, seq, state.play.turn)


def _end_returned_use(tokens: TokenUses, transition: Transition[Match], seq: int) -> None:
    event = transition.event
    assert isinstance(event, TokenReturned)
    use = tokens.held.pop(event.player, None)
    if use is not None:
        _end_use(use, seq, transition.after.play.turn)


def _end_all_uses(tokens: TokenUses, transition: Transition[Match], seq: int) -> None:
    """End all uses: a new round returns every token."""
    for use in tokens.held.values():
        _end_use(use, seq, transition.before.play.turn)
    tokens.held.clear()


def _count_kill(tokens: TokenUses, transition: Transition[Match], _seq: int) -> None:
    event = transition.event
    assert isinstance(event, Killed)
    for killer in event.killers:
        use = tokens.find_active(killer, event.cause, transition.before)
        if use is not None:
            use.kills += 1
            use.points += event.paid.get(killer, Fraction(0))


def _count_accident(tokens: TokenUses, transition: Transition[Match], _seq: int) -> None:
    event = transition.event
    assert isinstance(event, AccidentSuffered)
    for name, paid in event.paid.items():
        use = tokens.find_active(name, event.cause, transition.before)
        if use is not None:
            use.points += paid
    use = tokens.find_active(event.player, event.cause, transition.before)
    if use is not None and _is_own_effect(use, event.cause, transition.before):
        use.fatal = True


def _count_nuke_cost(tokens: TokenUses, transition: Transition[Match], _seq: int) -> None:
    event = transition.event
    assert isinstance(event, NukePaid)
    use = tokens.find_active(event.picker, "nuke", transition.before)
    if use is not None:
        use.points += event.paid.get(event.picker, Fraction(0))


def _count_saves(tokens: TokenUses, transition: Transition[Match], _seq: int) -> None:
    """Count the saves a token made possible, by the reasons that each roll gives."""
    for struck in _STRUCK[type(transition.event)](transition.event):
        use = tokens.held.get(struck.player)
        if use is not None:
            use.saves += sum(
                step.passed
                for step in struck.steps
                if step.kind in ("save", "save-again")
                and any(reason.source == use.kind for reason in step.why)
            )


_STRUCK: Mapping[type, Callable[[Any], Iterable[Struck]]] = {
    Shot: lambda event: event.victims,
    Blow: lambda event: (event.struck,) if event.struck is not None else (),
    Harmed: lambda event: (event.struck,),
    Fell: lambda event: (event.struck,),
}
_HANDLERS: Mapping[type, Callable[[TokenUses, Transition[Match], int], None]] = {
    TokenTaken: _count_pickup,
    BonusChosen: _change_kind,
    BonusSpent: _count_spending,
    TokenReturned: _end_returned_use,
    RoundOpened: _end_all_uses,
    Killed: _count_kill,
    AccidentSuffered: _count_accident,
    NukePaid: _count_nuke_cost,
    **dict.fromkeys(_STRUCK, _count_saves),
}
