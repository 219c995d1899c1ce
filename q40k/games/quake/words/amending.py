"""Corrections of the past in words: what changes, what no longer fits, what the log says of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from q40k.games.quake.rules.commands import Command
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.state_diff import Change
from q40k.games.quake.words.commands import tell_command
from q40k.games.quake.words.labels import bonus_of, phase_name
from q40k.games.quake.words.questions import ask
from q40k.games.quake.words.refusals import answer_error, refusal
from q40k.i18n.locale import N_, Locale
from q40k.kernel.correcting import Misfit

_KINDS: dict[str, str] = {
    "turn": N_("turn: {before} → {after}"),
    "phase": N_("phase: {before} → {after}"),
    "active": N_("whose part it is: {before} → {after}"),
    "order": N_("order of play: {before} → {after}"),
    "score": N_("{who}: score {before} → {after}"),
    "kills": N_("{who}: kills {before} → {after}"),
    "deaths": N_("{who}: deaths {before} → {after}"),
    "accidents": N_("{who}: accidents {before} → {after}"),
    "streak": N_("{who}: kills in a row {before} → {after}"),
    "wounds": N_("{who}: wounds {before} → {after}"),
    "initiative": N_("{who}: initiative {before} → {after}"),
    "place": N_("{who}: {before} → {after}"),
    "bonus": N_("{who}: bonus {before} → {after}"),
    "champion": N_("{who}: champion {before} → {after}"),
    "name": N_("{before} is called {after}"),
}
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


# -- what changes --------------------------------------------------------------------------


def change_line(locale: Locale, old: Match, new: Match, change: Change) -> str:
    """One thing that is otherwise: "Alice: score 30 → 15"."""
    kind, before, after = change.kind, change.before, change.after
    if kind == "winner":
        return _winner(locale, before, after)
    if (kind, bool(after)) in _BEING:
        return locale.say(_BEING[kind, bool(after)], who=change.who)
    dress = _DRESS.get(kind, _plain)
    facts = {"before": dress(locale, old, before), "after": dress(locale, new, after)}
    if kind in _KINDS:
        return locale.say(_KINDS[kind], who=change.who, **facts)
    said = kind.replace("_", " ")
    if change.who is None:
        return locale.say(N_("{what}: {before} → {after}"), what=said, **facts)
    return locale.say(N_("{who}: {what} {before} → {after}"), who=change.who, what=said, **facts)


_BEING: dict[tuple[str, bool], str] = {
    ("over", True): N_("the match is over"),
    ("over", False): N_("the match goes on"),
    ("joins", False): N_("{who} is in the match"),
    ("lacks", False): N_("{who} never joined"),
    ("alive", True): N_("{who} is alive"),
    ("alive", False): N_("{who} is dead"),
    ("present", True): N_("{who} has not left"),
    ("present", False): N_("{who} has left"),
    ("placed", True): N_("{who} is on the table"),
    ("placed", False): N_("{who} is not on the table"),
}


def _winner(locale: Locale, before: Any, after: Any) -> str:
    if not after:
        return locale.say(N_("{who} has not won"), who=locale.listed(before))
    if not before:
        return locale.say(N_("{who} has won"), who=locale.listed(after))
    sentence = N_("{who} has won, not {other}")
    return locale.say(sentence, who=locale.listed(after), other=locale.listed(before))


def _plain(locale: Locale, _state: Match, value: Any) -> str:
    if value is None:
        return locale.pgettext("fact", "none")
    if isinstance(value, bool):
        return locale.gettext(N_("yes") if value else N_("no"))
    return str(value)


def _place(locale: Locale, _state: Match, value: Any) -> str:
    portal, near, tile, at = value
    if portal is not None:
        return locale.say(N_("in portal {portal}"), portal=portal)
    if near is not None:
        return locale.say(N_("beside portal {portal}"), portal=near)
    if tile is not None:
        return locale.say(N_("in tile {tile}"), tile=tile)
    if at is not None:
        x, y = (locale.number(float(part)) for part in at)
        return locale.say(N_("at {x}, {y}"), x=x, y=y)
    return locale.gettext(N_("in the open"))


def _bonus(locale: Locale, state: Match, value: Any) -> str:
    if value is None:
        return locale.pgettext("fact", "none")
    token, kind, spent, target = value
    name = bonus_of(locale, state, kind).split(" — ")[0]
    notes = [token, *([target] if target else [])]
    notes += [locale.pgettext("bonus", "spent")] if spent else []
    return f"{name} ({', '.join(notes)})"


_DRESS: dict[str, Callable[[Locale, Match, Any], str]] = {
    "score": lambda locale, _state, value: locale.points(value),
    "phase": lambda locale, _state, value: phase_name(locale, value),
    "order": lambda _locale, _state, value: ", ".join(value) or "–",
    "champion": lambda locale, _state, value: locale.said(value.name),
    "place": _place,
    "bonus": _bonus,
}


# -- what no longer fits -------------------------------------------------------------------


def misfit_line(locale: Locale, misfit: Misfit[Match, Command]) -> str:
    """An entry that no longer fits, why, and what was decided about it."""
    facts: dict[str, Any] = {"why": "", "asked": "", "lost": _answers(misfit.lost)}
    if misfit.refused is not None:
        facts["why"] = refusal(locale, misfit.refused.refusal)
    elif misfit.error is not None:
        facts["why"] = answer_error(locale, misfit.error)
    if misfit.question is not None:
        facts["asked"] = ask(locale, misfit.state, misfit.question).title
    what = tell_command(locale, misfit.command)
    why = locale.say(_MISFITS[misfit.code], **facts).rstrip(".")
    line = locale.say(N_("entry {entry}, {what}: {why}"), entry=misfit.entry, what=what, why=why)
    decision = _DECISIONS.get(misfit.decision)
    return f"{line} – {locale.gettext(decision)}" if decision else line


def _answers(given: tuple[Any, ...]) -> str:
    return ", ".join(answer_text(value) for value in given)


def answer_text(value: Any) -> str:
    """An answer as it was given: "4 2", "Bob"."""
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


# -- the log -------------------------------------------------------------------------------


def amended(locale: Locale, body: str, read: Callable[[str], Command]) -> str:
    """What an amendment put right, by its text in the journal."""
    note: Mapping[str, Any] = json.loads(body)
    did = note.get("did", "answer")
    facts = {name: _said(locale, did, note.get(name), read) for name in ("was", "now")}
    line = locale.say(_AMENDED[did], entry=note["entry"], **facts)
    by = note.get("by")
    return locale.say(N_("{line} (by {who})"), line=line, who=by) if by and by != "?" else line


def _said(locale: Locale, did: str, value: Any, read: Callable[[str], Command]) -> str:
    if value is None:
        return "–"
    if did == "answer":
        return answer_text(value)
    try:
        return tell_command(locale, read(value))
    except ValueError:
        return "?"


def bookmarked(locale: Locale, entry: int, name: str) -> str:
    """What the log says of a bookmark."""
    if not name:
        return locale.say(N_("bookmark at entry {entry}"), entry=entry)
    return locale.say(N_("bookmark at entry {entry}: {name}"), entry=entry, name=name)


def branch_name(locale: Locale, name: str, entry: int) -> str:
    """What a match is called that tries another way from an entry on."""
    return locale.say(N_("{name}, what if from {entry}"), name=name or "–", entry=entry)
