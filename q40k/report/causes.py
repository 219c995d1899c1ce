"""Whose die or whose choice an entry of the journal was."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, Literal

from msgspec import Struct
from msgspec.json import decode

from q40k.games.game import Game, View
from q40k.i18n.locale import N_, Locale
from q40k.kernel.events import DiceQuestion
from q40k.kernel.journal.journal import Entry
from q40k.kernel.replay import CommandGroup, group_by_command, replay


class Cause(Struct, frozen=True):
    """The cause of an entry: dice or a choice, and whose; `who` is "" for the whole table.

    `dice` are empty if they are secret, or if somebody only entered how many passed.
    """

    kind: Literal["dice", "choice"]
    who: str = ""
    dice: tuple[int, ...] = ()


def describe_cause(locale: Locale, cause: Cause) -> str:
    """Return the cause in words: "Ann’s dice: 3, 5"."""
    dice = ", ".join(map(str, cause.dice))
    if cause.kind == "choice":
        message = N_("{who}’s choice") if cause.who else N_("entered for the table")
    elif len(cause.dice) == 1:
        message = N_("{who}’s die: {dice}") if cause.who else N_("the table’s die: {dice}")
    elif dice:
        message = N_("{who}’s dice: {dice}") if cause.who else N_("the table’s dice: {dice}")
    else:
        message = N_("{who}’s dice") if cause.who else N_("the table’s dice")
    return locale.say(message, who=cause.who, dice=dice)


def find_causes(
    game: Game, entries: Iterable[Entry], states_before: Sequence[Any], wanted: Set[int], names: Mapping[str, str]
) -> Iterator[tuple[int, Cause]]:
    """Yield the causes of the `wanted` entries (seqs), each with its seq.

    `names` are the names of seats by their id. An entry has no cause if the rules no longer ask
    the question that it answers.
    """
    start = 0
    for group in group_by_command(entries):
        places = [place for place, entry in enumerate(group.inputs) if entry.seq in wanted]
        if places and group.entry.kind == "command":
            yield from _causes_of_group(game, group, states_before[start], places, names)
        start += len(group.inputs)


def _causes_of_group(
    game: Game, group: CommandGroup, before: Any, places: Sequence[int], names: Mapping[str, str]
) -> Iterator[tuple[int, Cause]]:
    answered = replay(game.rules, before, group.inputs).answered if any(places) else ()
    for place in places:
        seq = group.inputs[place].seq
        if not place:
            yield seq, Cause("choice", _commander(game.view, before, group.entry, names))
        elif place <= len(answered):
            question, answer = answered[place - 1].question, answered[place - 1].answer
            who = question.who or ""
            who = names.get(who, who)
            if not isinstance(question, DiceQuestion):
                yield seq, Cause("choice", who)
            elif isinstance(answer, tuple) and not question.secret:
                yield seq, Cause("dice", who, tuple(map(int, answer)))
            else:
                yield seq, Cause("dice", who)


def _commander(view: View, before: Any, entry: Entry, names: Mapping[str, str]) -> str:
    """Return who gave a command: the player it names, or the only player who acts."""
    command = decode(entry.body)
    seats = {**{name: name for name in names.values()}, **names}
    for field in ("player", "side"):
        if (named := str(command.get(field, ""))) in seats:
            return seats[named]
    active = view.status(before).active
    return seats.get(active[0], active[0]) if len(active) == 1 else ""
