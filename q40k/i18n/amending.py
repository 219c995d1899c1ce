"""Undo, redo and corrections in words: what was undone or corrected, and what no longer fits."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import answer_error, answer_text
from q40k.i18n.wording import Wording
from q40k.kernel.amending import Misfit
from q40k.kernel.events import DiceQuestion, Question

S = TypeVar("S")

_MISFITS: dict[str, str] = {
    "refused": N_("the rules refuse it now: {why}"),
    "answer": N_("the answer no longer fits: {why}"),
    "other-question": N_("something else is asked now: {asked}"),
    "more-questions": N_("something more is asked now: {asked}"),
    "left-over": N_("answers are left over: {lost}"),
}
_DECISIONS: dict[str, str] = {
    "asked": N_("asked again"),
    "rolled": N_("rolled anew by the app"),
    "dropped": N_("dropped"),
    "overruled": N_("overruled"),
    "open": N_("the table is asked"),
}
_AMENDED: dict[str, str] = {
    "answer": N_("entry {entry} put right: {was} → {now}"),
    "command": N_("entry {entry} put right: {was} → {now}"),
    "remove": N_("entry {entry} taken out: {was}"),
    "insert": N_("put in before entry {entry}: {now}"),
}


# -- undo and redo -------------------------------------------------------------------------


_UNDO = (N_("Undone: {commands}"), N_("(takes back {dice})"), N_("Taken back: {what}"))
_REDO = (N_("Redone: {commands}"), N_("(gives back {dice})"), N_("Given back: {what}"))


def undo_or_redo_sentence(
    locale: Locale,
    words: Wording[S],
    commands: Sequence[Any],
    dice: Iterable[Sequence[int]],
    state: S | None = None,
    *,
    redo: bool = False,
) -> str:
    """Return what an undo took back, or a `redo` gave back; dice that were rolled meanwhile are named."""
    rolled = _dice_text(locale, dice)
    undone, also, only_rolled = _REDO if redo else _UNDO
    if not commands:
        return locale.say(only_rolled, what=rolled or locale.gettext(N_("an answer")))
    sentence = locale.say(undone, commands=_commands_text(locale, words, commands, state))
    return f"{sentence} {locale.say(also, dice=rolled)}" if rolled else sentence


def _commands_text(locale: Locale, words: Wording[S], commands: Sequence[Any], state: S | None) -> str:
    parts = (words.command_parts(locale, command, state) for command in commands)
    return " · ".join(", ".join(filter(None, part)) for part in parts)


def _dice_text(locale: Locale, dice: Iterable[Sequence[int]]) -> str:
    faces = [die for roll in dice for die in roll]
    if not faces:
        return ""
    faces_text = " ".join(map(str, faces))
    return locale.ngettext("the die {dice}", "the dice {dice}", len(faces)).format(dice=faces_text)


# -- what no longer fits -------------------------------------------------------------------


def misfit_line(locale: Locale, words: Wording[S], misfit: Misfit[S, Any]) -> str:
    """Return the line of an entry that no longer fits: why, and the decision about it."""
    lost = ", ".join(answer_text(value) for value in misfit.lost)
    facts: dict[str, Any] = {"why": "", "asked": "", "lost": lost}
    if misfit.refused is not None:
        facts["why"] = words.refuse(locale, misfit.refused.refusal)
    elif misfit.error is not None:
        facts["why"] = answer_error(locale, misfit.error)
    if misfit.question is not None:
        facts["asked"] = words.ask(locale, misfit.state, misfit.question).title
    what = words.command(locale, misfit.command, misfit.state)
    why = locale.say(_MISFITS[misfit.code], **facts).rstrip(".")
    line = locale.say(N_("entry {entry}, {what}: {why}"), entry=misfit.entry, what=what, why=why)
    decision = _DECISIONS.get(misfit.decision)
    return f"{line} – {locale.gettext(decision)}" if decision else line


def misfit_lines(locale: Locale, words: Wording[S], misfits: Iterable[Misfit[S, Any]]) -> list[str]:
    """Return the dice that a correction needed and got, then what no longer fits, under a heading."""
    dice: Counter[str] = Counter()
    others = []
    for misfit in misfits:
        question = misfit.question if misfit.code in ("more-questions", "other-question") else None
        if isinstance(question, DiceQuestion) and misfit.decision in ("asked", "rolled"):
            dice[misfit.decision] += len(question.dice)
        else:
            others.append(misfit_line(locale, words, misfit))
    lines = []
    if by_hand := dice["asked"]:
        lines.append(
            locale.plural(
                "One more die was needed; you gave it.", "{number} more dice were needed; you gave them.", by_hand
            )
        )
    if by_app := dice["rolled"]:
        lines.append(
            locale.plural(
                "One more die was needed; the app rolled it.",
                "{number} more dice were needed; the app rolled them.",
                by_app,
            )
        )
    return [*lines, *([locale.gettext(N_("What no longer fits:")), *others] if others else [])]


def open_question(
    locale: Locale, words: Wording[S], state: S, question: Question | None, misfits: Iterable[Misfit[S, Any]]
) -> list[str]:
    """Return the line that says what a correction leaves open; none if a misfit's own line says it."""
    if question is None:
        return []
    title = words.ask(locale, state, question).title
    questions = [(m.state, m.question) for m in misfits if m.decision == "open"]
    if any(other is not None and words.ask(locale, then, other).title == title for then, other in questions):
        return []
    return [locale.say(N_("Asked then: {title}"), title=title)]


# -- the log -------------------------------------------------------------------------------


def amendment_line(locale: Locale, words: Wording[Any], body: str, read: Callable[[str], Any]) -> str:
    """Return what an amendment corrected, by its text in the journal.

    `read` reads a command's text.
    """
    note: Mapping[str, Any] = json.loads(body)
    did = note.get("did", "answer")
    facts = {name: _value_text(locale, words, did, note.get(name), read) for name in ("was", "now")}
    line = locale.say(_AMENDED[did], entry=note["entry"], **facts)
    by = note.get("by")
    return locale.say(N_("{line} (by {who})"), line=line, who=by) if by and by != "?" else line


def _value_text(locale: Locale, words: Wording[Any], did: str, value: Any, read: Callable[[str], Any]) -> str:
    if value is None:
        return "–"
    if did == "answer":
        return answer_text(value)
    try:
        return words.command(locale, read(value))
    except ValueError:
        return "?"


def bookmark_line(locale: Locale, entry: int, name: str) -> str:
    """Return the line of the log for a bookmark."""
    if not name:
        return locale.say(N_("bookmark at entry {entry}"), entry=entry)
    return locale.say(N_("bookmark at entry {entry}: {name}"), entry=entry, name=name)


def branch_name(locale: Locale, name: str, entry: int) -> str:
    """Return the name of a branch that starts at an entry."""
    return locale.say(N_("{name}, what if from {entry}"), name=name or "–", entry=entry)
