"""Corrections of the past in words: what changes, what no longer fits, what the log says of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from q40k.kernel.correcting import Misfit
from q40k.rules.changes import Change
from q40k.rules.commands import Command
from q40k.rules.state import Match
from q40k.words.cards import bonus_of, phase_name
from q40k.words.commands import tell_command
from q40k.words.questions import ask
from q40k.words.refusals import answer_error, refusal
from q40k.words.speech import N_, Speech

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


def change_line(speech: Speech, old: Match, new: Match, change: Change) -> str:
    """One thing that is otherwise: "Alice: score 30 → 15"."""
    kind, before, after = change.kind, change.before, change.after
    if kind == "winner":
        return _winner(speech, before, after)
    if (kind, bool(after)) in _BEING:
        return speech.say(_BEING[kind, bool(after)], who=change.who)
    dress = _DRESS.get(kind, _plain)
    facts = {"before": dress(speech, old, before), "after": dress(speech, new, after)}
    if kind in _KINDS:
        return speech.say(_KINDS[kind], who=change.who, **facts)
    said = kind.replace("_", " ")
    if change.who is None:
        return speech.say(N_("{what}: {before} → {after}"), what=said, **facts)
    return speech.say(N_("{who}: {what} {before} → {after}"), who=change.who, what=said, **facts)


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


def _winner(speech: Speech, before: Any, after: Any) -> str:
    if not after:
        return speech.say(N_("{who} has not won"), who=speech.listed(before))
    if not before:
        return speech.say(N_("{who} has won"), who=speech.listed(after))
    sentence = N_("{who} has won, not {other}")
    return speech.say(sentence, who=speech.listed(after), other=speech.listed(before))


def _plain(speech: Speech, _state: Match, value: Any) -> str:
    if value is None:
        return speech.pgettext("fact", "none")
    if isinstance(value, bool):
        return speech.gettext(N_("yes") if value else N_("no"))
    return str(value)


def _place(speech: Speech, _state: Match, value: Any) -> str:
    portal, near, tile, at = value
    if portal is not None:
        return speech.say(N_("in portal {portal}"), portal=portal)
    if near is not None:
        return speech.say(N_("beside portal {portal}"), portal=near)
    if tile is not None:
        return speech.say(N_("in tile {tile}"), tile=tile)
    if at is not None:
        x, y = (speech.number(float(part)) for part in at)
        return speech.say(N_("at {x}, {y}"), x=x, y=y)
    return speech.gettext(N_("in the open"))


def _bonus(speech: Speech, state: Match, value: Any) -> str:
    if value is None:
        return speech.pgettext("fact", "none")
    token, kind, spent, target = value
    name = bonus_of(speech, state, kind).split(" — ")[0]
    notes = [token, *([target] if target else [])]
    notes += [speech.pgettext("bonus", "spent")] if spent else []
    return f"{name} ({', '.join(notes)})"


_DRESS: dict[str, Callable[[Speech, Match, Any], str]] = {
    "score": lambda speech, _state, value: speech.points(value),
    "phase": lambda speech, _state, value: phase_name(speech, value),
    "order": lambda _speech, _state, value: ", ".join(value) or "–",
    "champion": lambda speech, _state, value: speech.said(value.name),
    "place": _place,
    "bonus": _bonus,
}


# -- what no longer fits -------------------------------------------------------------------


def misfit_line(speech: Speech, misfit: Misfit[Match, Command]) -> str:
    """An entry that no longer fits, why, and what was decided about it."""
    facts: dict[str, Any] = {"why": "", "asked": "", "lost": _answers(misfit.lost)}
    if misfit.refused is not None:
        facts["why"] = refusal(speech, misfit.refused.refusal)
    elif misfit.error is not None:
        facts["why"] = answer_error(speech, misfit.error)
    if misfit.question is not None:
        facts["asked"] = ask(speech, misfit.state, misfit.question).title
    what = tell_command(speech, misfit.command)
    why = speech.say(_MISFITS[misfit.code], **facts).rstrip(".")
    line = speech.say(N_("entry {entry}, {what}: {why}"), entry=misfit.entry, what=what, why=why)
    decision = _DECISIONS.get(misfit.decision)
    return f"{line} – {speech.gettext(decision)}" if decision else line


def _answers(given: tuple[Any, ...]) -> str:
    return ", ".join(answer_text(value) for value in given)


def answer_text(value: Any) -> str:
    """An answer as it was given: "4 2", "Bob"."""
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


# -- the log -------------------------------------------------------------------------------


def amended(speech: Speech, body: str, read: Callable[[str], Command]) -> str:
    """What an amendment put right, by its text in the journal."""
    note: Mapping[str, Any] = json.loads(body)
    did = note.get("did", "answer")
    facts = {name: _said(speech, did, note.get(name), read) for name in ("was", "now")}
    line = speech.say(_AMENDED[did], entry=note["entry"], **facts)
    by = note.get("by")
    return speech.say(N_("{line} (by {who})"), line=line, who=by) if by and by != "?" else line


def _said(speech: Speech, did: str, value: Any, read: Callable[[str], Command]) -> str:
    if value is None:
        return "–"
    if did == "answer":
        return answer_text(value)
    try:
        return tell_command(speech, read(value))
    except ValueError:
        return "?"


def bookmarked(speech: Speech, entry: int, name: str) -> str:
    """What the log says of a bookmark."""
    if not name:
        return speech.say(N_("bookmark at entry {entry}"), entry=entry)
    return speech.say(N_("bookmark at entry {entry}: {name}"), entry=entry, name=name)


def branch_name(speech: Speech, name: str, entry: int) -> str:
    """What a match is called that tries another way from an entry on."""
    return speech.say(N_("{name}, what if from {entry}"), name=name or "–", entry=entry)
