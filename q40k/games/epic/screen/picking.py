"""What the forms share: picking sides, formations and fights by a number."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any

from q40k.games.epic.rules.state import Formation, Match
from q40k.games.epic.screen.base import Desk
from q40k.games.epic.words.names import order_name, what_it_is
from q40k.i18n.locale import N_, Locale
from q40k.tui.fields import UNSHIFTED, Field, Number, Option, Outcome, Pick


class Count(Number):
    """A number with one proposed: the first digit that is typed takes its place."""

    untouched: bool = True

    def take(self, key: str, character: str | None) -> Outcome:
        """Digits are typed; Enter gives the number."""
        digit = UNSHIFTED.get(character or "", character or "")
        if self.untouched and len(digit) == 1 and digit in "0123456789":
            self.buffer, self.after_caret = "", 0
        self.untouched = False
        return Number.take(self, key, character)


def standing_line(locale: Locale, state: Match, one: Formation) -> str:
    """A formation in a few words: how many live, its order, its morale."""
    parts = [f"{len(state.alive(one.id))}/{len(one.figures)}"]
    if one.orders.order is not None:
        parts.append(order_name(locale, one.orders.order))
    if one.nerve.demoralised:
        parts.append(locale.gettext(N_("demoralised")))
    return " · ".join(parts)


ONE_KEY, TWO_KEYS = 9, 18


def numbered(
    labels: Mapping[Any, str], notes: Mapping[Any, str] | None = None
) -> tuple[Option, ...]:
    """Options by their numbers, none of which begins another, so that none needs Enter.

    The first nine have a digit, those up to eighteen a nought before it; more have two digits all.
    """
    many, found = len(labels), notes or {}
    keys = [f"{n:02}" for n in range(1, many + 1)]
    if many <= TWO_KEYS:
        keys = [str(n) if n <= ONE_KEY else f"0{n - ONE_KEY}" for n in range(1, many + 1)]
    return tuple(
        Option(key, value, label, found.get(value, ""))
        for key, (value, label) in zip(keys, labels.items(), strict=True)
    )


def pick_formation(
    desk: Desk, title: str, among: Iterable[str], *, always: bool = False,
    more: Mapping[str, str] | None = None,
) -> Generator[Field, Any, Any]:  # fmt: skip
    """One of some formations, by its number; the only one is not asked, unless `always`.

    `more` is said of a formation besides how it stands.
    """
    ids, state, locale = tuple(among), desk.state, desk.locale
    if len(ids) == 1 and not always:
        return ids[0]
    formations = {id: state.formations[id] for id in ids}
    labels = {id: f"{id} {what_it_is(locale, one)}" for id, one in formations.items()}
    notes = {id: standing_line(locale, state, one) for id, one in formations.items()}
    for id, words in (more or {}).items():
        notes[id] += f" · {words}"
    return (yield Pick(locale.gettext(title), options=numbered(labels, notes)))


def living(state: Match, side: str | None = None) -> tuple[str, ...]:
    """The formations that have anybody left, of one side or of both."""
    return tuple(
        id
        for id, one in state.formations.items()
        if state.alive(id) and (side is None or one.side == side)
    )


def enemies_of(state: Match, formation: str) -> tuple[str, ...]:
    """The enemy formations with anybody on the table."""
    mine = state.formations[formation].side
    return tuple(
        id for id, one in state.formations.items() if one.side != mine and state.standing(id)
    )
