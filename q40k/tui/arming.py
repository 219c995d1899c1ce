"""Choosing a champion: found by letters or by value, with gear if it is wanted.

The gear costs no key when nobody wants any: Enter takes the champion as it is, Tab opens its gear.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from q40k.packs.champions import outfit
from q40k.packs.models import Champion
from q40k.rules.champion import Finding, judge, perfect_price, verdict
from q40k.table.choosing import WITHIN, nearest_first, welcome
from q40k.table.recent import recent
from q40k.tui.fields import Field, Given, Move, Option, Outcome, Search, Several
from q40k.words.cards import army_name, unit_type_name, value
from q40k.words.champions import answer_name, finding, item_name

if TYPE_CHECKING:
    from q40k.tui.desk import Desk

SHOWN = 8
Fielded = tuple[str, tuple[str, ...]]
"""A champion's id and the ids of its gear."""


@dataclass(frozen=True, slots=True)
class Armed:
    """The champion that was marked when Tab asked for its gear."""

    champion: str


@dataclass(slots=True)
class ChampionSearch(Search):
    """A search whose Tab takes the marked champion and asks for its gear."""

    @property
    def takes_tab(self) -> bool:
        """Tab opens the gear of the champion that is marked."""
        return True

    def press(self, key: str, character: str | None) -> Outcome:
        """As any search; Tab asks for gear."""
        found = self.choices() if key == "tab" else ()
        if found:
            return Given(Armed(found[self.at].value))
        return Search.press(self, key, character)


@dataclass(slots=True)
class GearPick(Several):
    """Gear picked item by item; price and verdict follow each pick. Enter ends, with or without.

    The arrows mark an item, which Enter then takes; nothing is marked to begin with.
    """

    listed: bool = True
    chosen: int = -1
    price: Callable[[Sequence[str]], tuple[str, tuple[str, ...]]] = lambda _picked: ("", ())

    def press(self, key: str, character: str | None) -> Outcome:
        """As picking several; whatever was picked or taken back changes the price."""
        found = self.choices()
        if key in ("up", "down") and found:
            step = 1 if key == "down" else -1
            self.chosen = (max(self.at, 0 if key == "up" else -1) + step) % len(found)
            return Move.CHANGED
        if key == "enter" and found and (self.at >= 0 or self.buffer):
            return self.pick(found[max(self.at, 0)])
        if key == "enter" and not self.buffer:
            return Given(list(self.picked))
        self.chosen = -1
        came = Several.press(self, key, character)
        self.reprice()
        return came

    @property
    def at(self) -> int:
        """Which item is marked; -1 when none is."""
        return min(self.chosen, len(self.choices()) - 1)

    def pick(self, option: Option) -> Outcome:
        """Pick an item."""
        came = Several.pick(self, option)
        self.chosen = -1
        self.reprice()
        return came

    def reprice(self) -> None:
        """Work price and verdict out again."""
        self.why, self.notes = self.price(self.picked)


def fielded(desk: Desk, title: str) -> Generator[Field, Any, Fielded]:
    """Ask for a champion, and for its gear if Tab wants some."""
    taken = yield find_champion(desk, title)
    if not isinstance(taken, Armed):
        return str(taken), ()
    gear = yield _gear(desk, desk.library.champions[taken.champion])
    return taken.champion, tuple(gear)


def find_champion(desk: Desk, title: str) -> Search:
    """A champion found by a few letters of its army, unit or weapon, or by a value.

    Without letters those used last come first. A number finds those worth about so much, in an
    order of chance, so that Enter takes a random one.
    """
    _ = desk.speech.gettext
    library = desk.library
    lately = [library.champions[one] for one in recent() if one in library.champions]

    def found(typed: str) -> Sequence[Champion]:
        if typed.isascii() and typed.isdigit() and len(typed) <= 4:
            return _near(desk, int(typed))
        if typed:
            return library.find_champions(typed)
        return list({one.id: one for one in (*lately, *library.champions.values())}.values())

    def options(typed: str) -> list[Option]:
        said = desk.speech.said
        return [
            Option("", one.id, said(one.name), _note(desk, one)) for one in found(typed)[:SHOWN]
        ]

    return ChampionSearch(
        title,
        why=_("letters of the unit, the army or a weapon; or points, for one by chance"),
        rule="CHAMPION-1",
        hint=_("↑ ↓ mark, Enter takes, Tab adds gear"),
        find=options,
    )


def _near(desk: Desk, points: int) -> list[Champion]:
    """Those worth about so much whom the mod welcomes; the near ones shuffled for this player."""
    assert desk.state.mod is not None
    champions = nearest_first(welcome(desk.library, desk.state.mod), points)
    near = [one for one in champions if abs(one.points - points) <= WITHIN]
    Random(f"{desk.state.seed}/{len(desk.state.players)}/{points}").shuffle(near)
    return [*near, *(one for one in champions if one not in near)]


def _note(desk: Desk, one: Champion) -> str:
    army = army_name(desk.speech, one.army)
    note = f"{one.points} · {army} · {unit_type_name(desk.speech, one.unit_type)}"
    if desk.state.mod is not None:
        against = [f for f in judge(one, (), desk.state.mod) if f.answer == "no"]
        note += "".join(f" · {f.rule} {answer_name(desk.speech, f.answer)}" for f in against[:1])
    return note


def _gear(desk: Desk, champion: Champion) -> GearPick:
    _ = desk.speech.gettext
    prices = _prices(desk, champion)

    def price(picked: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        built = outfit(desk.library, champion, {item: prices[item] for item in picked})
        findings = _findings(desk, built, picked)
        told = f"{value(desk.speech, built.points)} · {answer_name(desk.speech, verdict(findings))}"
        doubts = [f for f in findings if f.answer != "yes"]
        lines = [f"{f.rule} · {finding(desk.speech, f, desk.library)}" for f in doubts]
        return told, tuple(lines)

    options = tuple(
        Option(
            str(number),
            item,
            item_name(desk.speech, desk.library, item),
            _item_note(desk, champion, item, points),
        )
        for number, (item, points) in enumerate(prices.items(), 1)
    )
    one = GearPick(
        _("{champion}: which gear?").format(champion=desk.speech.said(champion.name)),
        rule=_rule(desk, champion),
        hint=_("number or letters, ↑ ↓ mark, Backspace takes back, Enter ends"),
        options=options,
        price=price,
    )
    one.reprice()
    return one


def _rule(desk: Desk, champion: Champion) -> str:
    if desk.state.mod is not None and desk.state.mod.has("perfect-fighter"):
        return "CHAMPION-8"
    return "CHAMPION-2" if champion.role in (None, "rank-and-file") else "CHAMPION-3"


def _prices(desk: Desk, champion: Champion) -> dict[str, int]:
    """What may be bought and for how much; everything there is, for a perfect fighter."""
    prices = dict(champion.options)
    mod, library = desk.state.mod, desk.library
    if mod is not None and mod.has("perfect-fighter"):
        for item in (*library.weapons, *library.gear):
            found = perfect_price(champion, item, library.champions.values())
            if found is not None and item not in champion.weapons:
                prices.setdefault(item, found.points)
    return prices


def _findings(desk: Desk, built: Champion, gear: Sequence[str]) -> tuple[Finding, ...]:
    return judge(built, gear, desk.state.mod) if desk.state.mod is not None else ()


def _item_note(desk: Desk, champion: Champion, item: str, points: int) -> str:
    about = [f for f in _findings(desk, champion, [item]) if f.facts.get("option") == item]
    answers = [f"{f.rule} {answer_name(desk.speech, f.answer)}" for f in about]
    return " · ".join([f"+{points}", *answers])
