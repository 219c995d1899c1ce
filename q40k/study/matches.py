"""From a match to its tasks: everything that is weighed of it, one task for each command."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from q40k.games.game import Game
from q40k.kernel.journal.journal import Entry
from q40k.kernel.replay import fold_journaled, group_by_command
from q40k.study.playouts import Input, Record, Settings, Task


def make_record(game: Game, state: Any, entries: Iterable[Entry]) -> Record:
    """Return a match as it is studied, from its standing inputs, oldest first."""
    sides = tuple(racer.side for racer in game.view.race(state))
    groups = tuple(
        tuple(Input(entry.seq, entry.kind, entry.body, entry.events) for entry in group.inputs)
        for group in group_by_command(entries)
        if group.entry.kind == "command"
    )
    return Record(sides, groups)


def list_tasks(game: Game, record: Record, settings: Settings) -> tuple[Task, ...]:
    """Return the tasks of a match from its first command in play on; the last one is its end.

    Where bots look only some turns ahead, they look to the same turn after a command as before it: a command
    that ends a turn asks for its own chances afterwards, because those before the next command look a turn further.
    """
    return tuple(_tasks(game, record, settings))


def _tasks(game: Game, record: Record, settings: Settings) -> Iterator[Task]:
    view, state, digest, dice = game.view, game.rules.blank(), b"", dice_of(record)
    is_begun = False
    for place, group in enumerate(record.groups):
        before = view.status(state)
        is_begun = is_begun or (before.is_laid_out and bool(before.active))
        state = fold_journaled(game.rules, state, group)
        digest = _digest(digest, group)
        if is_begun and not before.over:
            turns_over = settings.ahead is not None and view.status(state).turn != before.turn
            to_end = turns_over or game.study.has_secrets
            yield Task(digest.hex(), place, record.sides, settings, to_end, dice=dice)
    if is_begun:
        yield Task(digest.hex(), len(record.groups), record.sides, settings, dice=dice)


def dice_of(record: Record) -> str:
    """Return the hash that the dice of all play-outs of a match follow from: that of its first command."""
    return _digest(b"", record.groups[0]).hex() if record.groups else ""


def _digest(before: bytes, group: Sequence[Input]) -> bytes:
    texts = (part for entry in group for part in (entry.body, entry.events))
    return blake2b(before + "\0".join(texts).encode(), digest_size=12).digest()


def encode_record(record: Record) -> bytes:
    """Return a record as it is sent to the processes that play."""
    return msgspec.json.encode(record)
