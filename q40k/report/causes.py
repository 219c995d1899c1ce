"""Whose die or whose choice an entry of the journal was."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.json import decode

from q40k.games.game import View
from q40k.i18n.locale import N_, Locale
from q40k.kernel.events import DiceQuestion
from q40k.kernel.journal.journal import Entry
from q40k.kernel.replay import AnsweredQuestion


class Cause(Struct, frozen=True):
    """The cause of an entry: dice or a choice, and whose; `who` is "" for the whole table.

    `dice` are empty if they are secret, or if somebody only entered how many passed.
    """

    kind: Literal["dice", "choice"]
    who: str = ""
    dice: tuple[int, ...] = ()


def describe_cause(locale: Locale, cause: Cause) -> str:
    """Return the cause in words: "dice of Ann: 3, 5"."""
    dice = ", ".join(map(str, cause.dice))
    if cause.kind == "choice":
        message = N_("chosen by {who}") if cause.who else N_("entered for the table")
    elif len(cause.dice) == 1:
        message = N_("die of {who}: {dice}") if cause.who else N_("the table’s die: {dice}")
    elif dice:
        message = N_("dice of {who}: {dice}") if cause.who else N_("the table’s dice: {dice}")
    else:
        message = N_("dice of {who}") if cause.who else N_("the table’s dice")
    return locale.say(message, who=cause.who, dice=dice)


def find_causes(
    view: View,
    entries: Iterable[Entry],
    states_before: Iterable[Any],
    answered: Mapping[int, AnsweredQuestion[Any]],
    names: Mapping[str, str],
) -> Iterator[tuple[int, Cause]]:
    """Yield the causes of some entries, each with its seq.

    `answered` are the questions by the seqs of their answers, `names` those of seats by their id. An entry has no cause
    if the rules no longer ask the question that it answers.
    """
    for entry, before in zip(entries, states_before, strict=True):
        if entry.kind == "command":
            yield entry.seq, Cause("choice", _commander(view, before, entry, names))
        elif entry.seq in answered:
            yield entry.seq, _cause_of_answer(answered[entry.seq], names)


def _cause_of_answer(asked: AnsweredQuestion[Any], names: Mapping[str, str]) -> Cause:
    question, answer = asked.question, asked.answer
    who = names.get(question.who or "", question.who or "")
    if not isinstance(question, DiceQuestion):
        return Cause("choice", who)
    if isinstance(answer, tuple) and not question.secret:
        return Cause("dice", who, tuple(map(int, answer)))
    return Cause("dice", who)


def _commander(view: View, before: Any, entry: Entry, names: Mapping[str, str]) -> str:
    """Return who gave a command: the player it names, or the only player who acts."""
    command = decode(entry.body)
    seats = {**{name: name for name in names.values()}, **names}
    for field in ("player", "side"):
        if (named := str(command.get(field, ""))) in seats:
            return seats[named]
    active = view.status(before).active
    return seats.get(active[0], active[0]) if len(active) == 1 else ""
