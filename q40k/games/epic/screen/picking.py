"""What the forms share: picking sides, formations and fights by a number."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any

from q40k.games.epic.rules.state import Formation, Match
from q40k.games.epic.screen.base import Desk
from q40k.games.epic.words.names import formation_type, order_name
from q40k.i18n.locale import N_, Locale
from q40k.tui.fields import UNSHIFTED, Field, Number, Option, Outcome, Pick


class Count(Number):
    """A number with a proposal: the first typed digit replaces it."""

    untouched: bool = True

    def take(self, key: str, character: str | None) -> Outcome:
        """Take typed digits; Enter gives the number."""
        digit = UNSHIFTED.get(character or "", character or "")
        if self.untouched and len(digit) == 1 and digit in "0123456789":
            self.buffer, self.after_caret = "", 0
        self.untouched = False
        return Number.take(self, key, character)


def standing_line(locale: Locale, state: Match, formation: Formation) -> str:
    """Return a formation in a few words: living figures, order, morale."""
    parts = [f"{len(state.alive(formation.id))}/{len(formation.figures)}"]
    if formation.orders.order is not None:
        parts.append(order_name(locale, formation.orders.order))
    if formation.nerve.demoralised:
        parts.append(locale.gettext(N_("demoralised")))
    return " · ".join(parts)


ONE_KEY, TWO_KEYS = 9, 18


def number_options(
    labels: Mapping[Any, str], notes: Mapping[Any, str] | None = None
) -> tuple[Option, ...]:
    """Return numbered options of which no number begins another, so that none needs Enter.

    The first nine have one digit. Those up to eighteen have a nought in front. With more options
    all have two digits.
    """
    many, texts = len(labels), notes or {}
    keys = [f"{n:02}" for n in range(1, many + 1)]
    if many <= TWO_KEYS:
        keys = [str(n) if n <= ONE_KEY else f"0{n - ONE_KEY}" for n in range(1, many + 1)]
    return tuple(
        Option(key, value, label, texts.get(value, ""))
        for key, (value, label) in zip(keys, labels.items(), strict=True)
    )


def pick_formation(
    desk: Desk, title: str, among: Iterable[str], *, always: bool = False,
    more: Mapping[str, str] | None = None,
) -> Generator[Field, Any, Any]:  # fmt: skip
    """Ask for one of some formations, by number; a single one is not asked unless `always`.

    `more` is added to what is said of each formation.
    """
    ids, state, locale = tuple(among), desk.state, desk.locale
    if len(ids) == 1 and not always:
        return ids[0]
    formations = {id: state.formations[id] for id in ids}
    labels = {
        id: f"{id} {formation_type(locale, formation)}" for id, formation in formations.items()
    }
    notes = {id: standing_line(locale, state, formation) for id, formation in formations.items()}
    for id, words in (more or {}).items():
        notes[id] += f" · {words}"
    return (yield Pick(locale.gettext(title), options=number_options(labels, notes)))


def living_formations(state: Match, side: str | None = None) -> tuple[str, ...]:
    """Return the formations with living figures, of one side or of both."""
    return tuple(
        id
        for id, formation in state.formations.items()
        if state.alive(id) and (side is None or formation.side == side)
    )


def enemies_of(state: Match, formation: str) -> tuple[str, ...]:
    """Return the enemy formations with figures on the table."""
    mine = state.formations[formation].side
    return tuple(
        id for id, other in state.formations.items() if other.side != mine and state.standing(id)
    )
