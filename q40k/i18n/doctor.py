"""The findings of the doctor and the results of a repair, in words."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from q40k.i18n.error_texts import journal_error
from q40k.i18n.locale import N_, Locale
from q40k.kernel.journal.journal import JournalError
from q40k.packs.shipped import read_shipped

_FORGET = N_("`q40k doctor --forget` stops the reports of what is lost for good.")


class _Finding(Struct):
    code: str
    what: str
    todo: str = ""


@cache
def _findings() -> dict[str, _Finding]:
    groups = read_shipped(Path(__file__).with_suffix(".texts.yaml"), dict[str, list[_Finding]])
    return {finding.code: finding for finding in groups["findings"]}


def finding(locale: Locale, code: str, facts: Mapping[str, Any]) -> tuple[str, str]:
    """Return what was found, and what to do about it ("" if nothing)."""
    error = facts.get("error")
    if code not in _findings() and isinstance(error, JournalError):
        trouble = journal_error(locale, error)
        return f"{trouble.title}: {trouble.what}", trouble.todo
    text = _findings()[code]
    what = text.what
    shown = {key: value for key, value in facts.items() if key != "error"}
    if "unread" in facts:  # its other lines are used
        what = N_("{path} is damaged: {detail}")
        shown["detail"] = locale.plural(
            "{number} line of {lines} cannot be read",
            "{number} lines of {lines} cannot be read",
            facts["unread"],
            lines=facts["lines"],
        )
    return locale.say(what, **shown), locale.say(text.todo, **shown) if text.todo else ""


def lost_for_good(locale: Locale) -> str:
    """Return how to stop reports of what no repair can bring back."""
    return locale.say(_FORGET)


def recovered_decisions(locale: Locale, kept: int, lost: int) -> str:
    """Return what a repair recovered of the decisions about the season."""
    text = (
        N_("The season: {kept} decisions are back; {lost} are lost.")
        if lost
        else N_("The season: {kept} decisions are back.")
    )
    return locale.say(text, kept=kept, lost=lost)


def recovered_line(locale: Locale, number: int, name: str, kept: int, lost: int, gap: bool) -> str:
    """Return what a repair recovered of a match."""
    facts = {"number": number, "name": name or "-", "kept": kept, "lost": lost}
    if gap:
        return locale.say(
            N_(
                "Match {number}, “{name}”: {kept} entries are back; {lost} in the middle are lost,"
                " but not where the match stands: it can be played on."
            ),
            **facts,
        )
    if lost and not kept:
        return locale.say(N_("Match {number}, “{name}”: {lost} entries are lost."), **facts)
    if lost:
        return locale.say(
            N_(
                "Match {number}, “{name}”: the first {kept} entries are back; {lost} later ones"
                " hang on something that is lost, and stay in the damaged file."
            ),
            **facts,
        )
    return locale.say(N_("Match {number}, “{name}”: {kept} entries are back."), **facts)
