"""The changes a correction of the past makes, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.bonus import bonus_kind_line
from q40k.games.quake.words.turn import phase_name
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.kernel.correcting import Change

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


@WORDS.changes
def change_line(locale: Locale, old: Match, new: Match, change: Change) -> str:
    """Return one difference between two states: "Alice: score 30 → 15"."""
    kind, before, after = change.kind, change.before, change.after
    if kind == "winner":
        return _winner(locale, before, after)
    if (kind, bool(after)) in _BEING:
        return locale.say(_BEING[kind, bool(after)], who=change.who)
    dress = _DRESS.get(kind, _plain)
    facts = {"before": dress(locale, old, before), "after": dress(locale, new, after)}
    if kind in _KINDS:
        return locale.say(_KINDS[kind], who=change.who, **facts)
    description = kind.replace("_", " ")
    if change.who is None:
        return locale.say(N_("{what}: {before} → {after}"), what=description, **facts)
    return locale.say(
        N_("{who}: {what} {before} → {after}"), who=change.who, what=description, **facts
    )


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
        return locale.say(N_("{who} has not won"), who=locale.join_and(before))
    if not before:
        return locale.say(N_("{who} has won"), who=locale.join_and(after))
    sentence = N_("{who} has won, not {other}")
    return locale.say(sentence, who=locale.join_and(after), other=locale.join_and(before))


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
    name = bonus_kind_line(locale, state, kind).split(" — ")[0]
    notes = [token, *([target] if target else [])]
    notes += [locale.pgettext("bonus", "spent")] if spent else []
    return f"{name} ({', '.join(notes)})"


_DRESS: dict[str, Callable[[Locale, Match, Any], str]] = {
    "score": lambda locale, _state, value: locale.points(value),
    "phase": lambda locale, _state, value: phase_name(locale, value),
    "order": lambda _locale, _state, value: ", ".join(value) or "–",
    "champion": lambda locale, _state, value: locale.name_of(value.name),
    "place": _place,
    "bonus": _bonus,
}
