"""Choosing a champion: found by letters or by value, with gear if it is wanted.

The gear costs no key when nobody wants any: Enter takes the champion as it is, Tab opens its gear.
Neither does what stands last in the list: a fair field, or a champion of one's own.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from q40k.games.quake.packs.champions import outfit
from q40k.games.quake.packs.library import Library
from q40k.games.quake.packs.models import Champion
from q40k.games.quake.packs.search import called, folded
from q40k.games.quake.rules.champion import (
    Finding,
    agreed_budget,
    clone_figure,
    judge,
    perfect_price,
    verdict,
)
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.champion.gear import GearPick
from q40k.games.quake.table.choosing import (
    WITHIN,
    admitted_champions,
    affordable_first,
    find_similar,
    nearest_first,
    still_proposed,
)
from q40k.games.quake.table.prefilled import as_prefilled
from q40k.games.quake.table.recent import recent
from q40k.games.quake.words.champion import army_name, unit_type_name, value_text
from q40k.games.quake.words.packs.champions import finding, item_name, permission_text
from q40k.games.w40k3e.gear import weapon_lines
from q40k.i18n.locale import N_
from q40k.kernel.text import clean_text
from q40k.tui.fields import Entered, Field, Option, Outcome, Search

SHOWN = 8


LEAST_LETTERS = 2


@dataclass(frozen=True, slots=True)
class Fielded:
    """What a player fields: a champion's id, the ids of its gear; `profile` if it is made up."""

    champion: str
    gear: tuple[str, ...] = ()
    profile: Champion | None = None

    def data(self, library: Library) -> dict[str, Any]:
        """What a command that fields it holds; who is made up brings all its data along."""
        said: dict[str, Any] = {"champion": self.champion, "options": self.gear}
        if self.profile is None:
            return said
        arms = weapon_lines(self.profile.weapons, library.weapons, library.gear)
        traits = library.traits_of(self.profile)
        return said | {"profile": self.profile, "arms": arms, "traits": traits}


@dataclass(frozen=True, slots=True)
class Armed:
    """The champion that was marked when Tab asked for its gear."""

    champion: str


@dataclass(frozen=True, slots=True)
class HomeMade:
    """A champion of one's own shall be made, of this name."""

    name: str


FAIR_FIELD = object()
"""A fair field was asked for."""


class ChampionSearch(Search):
    """A search whose Tab takes the marked champion and asks for its gear."""

    @property
    def uses_tab(self) -> bool:
        """Tab opens the gear of the champion that is marked."""
        return True

    def press(self, key: str, character: str | None) -> Outcome:
        """As any search; Tab asks for gear."""
        found = self.choices() if key == "tab" else ()
        if found:
            marked = found[self.at].value
            return Entered(Armed(marked) if isinstance(marked, str) else marked)
        return Search.press(self, key, character)


def fielded(
    desk: Desk,
    title: str,
    player: str | None = None,
    room: int | None = None,
    usual: Fielded | None = None,
) -> Generator[Field, Any, Fielded]:
    """Ask for a champion, and for its gear if Tab wants some; `player` (id) has one already.

    `room` is what is left of its team's budget (TEAM-1), `usual` what was fielded last time.
    """
    taken = yield find_champion(desk, title, player, room, usual)
    if isinstance(taken, Armed):
        gear = yield _gear(desk, desk.library.champions[taken.champion], room)
        return Fielded(taken.champion, tuple(gear))
    if isinstance(taken, HomeMade):
        from q40k.games.quake.screen.champion.making import make

        champion = yield from make(desk, taken.name)
        return Fielded(champion.id, profile=champion)
    if taken is FAIR_FIELD:
        from q40k.games.quake.screen.champion.fairness import propose

        return Fielded((yield from propose(desk)))
    return taken if isinstance(taken, Fielded) else Fielded(str(taken))


def find_champion(
    desk: Desk,
    title: str,
    player: str | None = None,
    room: int | None = None,
    usual: Fielded | None = None,
) -> Search:
    """A champion found by a few letters of its army, unit or weapon, or by a value.

    Without letters the `usual` one comes first, then those used last. A number finds those worth
    about so much, in an order of chance, so that Enter takes a random one. Where everyone fields
    the same figure, that one comes first of all; so does whoever is proposed by a fair field.
    """
    _ = desk.locale.gettext
    library = desk.library  # read here, where packs that cannot be read are told about
    most = agreed_budget(desk.state) if room is None else room

    @lru_cache(maxsize=64)
    def options(typed: str) -> list[Option]:
        found = affordable_first(_welcome_first(desk, library, typed, most), most)
        first = [*_first(desk, player), *_as_before(desk, usual)] if not typed else []
        last = _last(desk, typed, player)
        listed = [*first, *_listed(desk, found[:SHOWN], most)]
        return [*listed[: SHOWN - len(last)], *last]

    return ChampionSearch(
        title,
        why=_("letters of the unit, the army or a weapon; or points, for one by chance"),
        rule="CHAMPION-1",
        hint=_("↑ ↓ mark, Enter takes, Tab adds gear"),
        notes=_terms(desk, room),
        find=options,
    )


def _found(desk: Desk, library: Library, typed: str, most: int | None) -> Sequence[Champion]:
    if typed.isascii() and typed.isdigit() and len(typed) <= 4:
        return _near(desk, int(typed), most)
    if typed:
        return library.find_champions(typed) or find_similar(library, typed)
    proposed = still_proposed(as_prefilled(desk.prefilled).field, _at_the_table(desk))[:1]
    lately = [library.champions[one] for one in recent() if one in library.champions]
    first = [library.champions[one] for one in proposed if one in library.champions]
    return list({one.id: one for one in (*first, *lately, *library.champions.values())}.values())


def _welcome_first(desk: Desk, library: Library, typed: str, most: int | None) -> list[Champion]:
    """Those the mod keeps out come last, unless just they were named: Enter takes one that may."""
    named = folded(typed)

    def kept_out(one: Champion) -> bool:
        return named not in map(folded, called(one)) and bool(_against(desk, one))

    return sorted(_found(desk, library, typed, most), key=kept_out)


def _against(desk: Desk, one: Champion) -> list[Finding]:
    """What the mod has against a champion; that everyone fields another is told elsewhere."""
    findings = _findings(desk, one, ())
    return [f for f in findings if f.answer == "no" and f.rule not in ("CHAMPION-5", "CHAMPION-6")]


def _listed(desk: Desk, found: Iterable[Champion], most: int | None) -> list[Option]:
    said = desk.locale.name_of
    return [Option("", one.id, said(one.name), _note(desk, one, most)) for one in found]


def _at_the_table(desk: Desk) -> list[str]:
    return [player.champion.id for player in desk.state.players.values() if player.present]


def _first(desk: Desk, player: str | None) -> list[Option]:
    """The figure everyone fields, gear and all, where there is one (CHAMPION-6)."""
    _ = desk.locale.gettext
    figure = clone_figure(desk.state, without=player)
    if figure is None:
        return []
    whose = next(one for one in desk.state.players.values() if one.id != player)
    names = [desk.locale.name_of(whose.champion.name)]
    names += [item_name(desk.locale, desk.library, item) for item in figure.gear]
    taken = Fielded(figure.champion.id, figure.gear, whose.champion)
    note = _("{points} · what everyone fields").format(points=whose.champion.points)
    return [Option("", taken, " + ".join(names), note)]


def _as_before(desk: Desk, usual: Fielded | None) -> list[Option]:
    """What somebody fielded last time, gear and all, where the packs still know it."""
    champion = desk.library.champions.get(usual.champion) if usual else None
    if usual is None or champion is None or clone_figure(desk.state) is not None:
        return []
    names = [desk.locale.name_of(champion.name)]
    names += [item_name(desk.locale, desk.library, item) for item in usual.gear]
    note = desk.locale.gettext(N_("as last time"))
    return [Option("", usual, " + ".join(names), f"{champion.points} · {note}")]


def _last(desk: Desk, typed: str, player: str | None) -> list[Option]:
    """What is offered after the champions: a fair field, or one of one's own."""
    _ = desk.locale.gettext
    name = clean_text(typed)
    if len(name) >= LEAST_LETTERS and not name.isdigit():
        label = _("a champion of your own: {name}").format(name=name)
        return [Option("", HomeMade(name), label, _("home-made, kept for next time"))]
    if typed or player is not None or clone_figure(desk.state) is not None:
        return []
    label = _("a fair field…")
    return [Option("", FAIR_FIELD, label, _("for all who are still without a champion"))]


def _terms(desk: Desk, room: int | None) -> tuple[str, ...]:
    """What the match has agreed on champions, or what is left of a team's budget."""
    _ = desk.locale.gettext
    if room is not None:
        return (_("left for the team: {points}").format(points=value_text(desk.locale, room)),)
    budget = agreed_budget(desk.state)
    if budget is None:
        return ()
    return (_("budget: {points}").format(points=value_text(desk.locale, budget)),)


def _near(desk: Desk, points: int, budget: int | None) -> list[Champion]:
    """Those worth about so much whom the mod welcomes; the near ones shuffled for this player."""
    assert desk.state.setup.mod is not None
    champions = nearest_first(
        admitted_champions(desk.library, desk.state.setup.mod, budget=budget), points
    )
    near = [one for one in champions if abs(one.points - points) <= WITHIN]
    Random(f"{desk.state.setup.seed}/{len(desk.state.players)}/{points}").shuffle(near)
    return [*near, *(one for one in champions if one not in near)]


def _note(desk: Desk, one: Champion, budget: int | None) -> str:
    _ = desk.locale.gettext
    army = army_name(desk.locale, one.army)
    findings = _findings(desk, one, ())
    against = [f for f in findings if f.answer == "no" and f.rule != "CHAMPION-6"]
    # what is against it comes before what a narrow screen cuts off
    refused = "".join(f" · {permission_text(desk.locale, f.answer, f.rule)}" for f in against[:1])
    note = f"{one.points}{refused} · {army} · {unit_type_name(desk.locale, one.unit_type)}"
    if budget is not None and one.points <= budget:
        note += " · " + _("{points} left").format(points=budget - one.points)
    if one.id in still_proposed(as_prefilled(desk.prefilled).field, _at_the_table(desk))[:1]:
        note += " · " + _("fair field")
    return note


def _gear(desk: Desk, champion: Champion, room: int | None = None) -> GearPick:
    _ = desk.locale.gettext
    prices = _prices(desk, champion)

    def price(picked: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        built = outfit(desk.library, champion, {item: prices[item] for item in picked})
        findings = _findings(desk, built, picked)
        over = room is not None and built.points > room
        answer = permission_text(desk.locale, "no" if over else verdict(findings))
        told = f"{value_text(desk.locale, built.points)} · {answer}"
        doubts = [f for f in findings if f.answer != "yes" or f.rule == "CHAMPION-5"]
        lines = [f"{f.rule} · {finding(desk.locale, f, desk.library)}" for f in doubts]
        if room is not None:
            left = value_text(desk.locale, room - built.points)
            lines.append("TEAM-1 · " + _("left for the team: {points}").format(points=left))
        return told, tuple(lines)

    options = tuple(
        Option(
            str(number),
            item,
            item_name(desk.locale, desk.library, item),
            _item_note(desk, champion, item, points),
        )
        for number, (item, points) in enumerate(prices.items(), 1)
    )
    one = GearPick(
        _("{champion}: which gear?").format(champion=desk.locale.name_of(champion.name)),
        rule=_rule(desk, champion),
        hint=_("number or letters, ↑ ↓ mark, Backspace takes back, Enter ends"),
        options=options,
        price=price,
    )
    one.update_notes()
    return one


def _rule(desk: Desk, champion: Champion) -> str:
    if desk.state.setup.mod is not None and desk.state.setup.mod.has("perfect-fighter"):
        return "CHAMPION-8"
    return "CHAMPION-2" if champion.role in (None, "rank-and-file") else "CHAMPION-3"


def _prices(desk: Desk, champion: Champion) -> dict[str, int]:
    """What may be bought and for how much; everything there is, for a perfect fighter."""
    prices = dict(champion.options)
    mod, library = desk.state.setup.mod, desk.library
    if mod is not None and mod.has("perfect-fighter"):
        everyone, own = library.champions.values(), library.traits_of(champion)
        had = {*champion.weapons, *(trait.id for trait in own)}
        sold = (trait.id for trait in library.traits.values() if trait.acts)
        for item in (*library.weapons, *library.gear, *sold):
            found = perfect_price(champion, item, everyone, library.traits)
            if found is not None and item not in had:
                prices.setdefault(item, found.points)
    return prices


def _findings(desk: Desk, built: Champion, gear: Sequence[str]) -> tuple[Finding, ...]:
    if desk.state.setup.mod is None:
        return ()
    found = judge(built, gear, desk.state.setup.mod, budget=agreed_budget(desk.state))
    teams = desk.state.in_teams  # whose budgets are no champion's own (TEAM-1)
    return tuple(f for f in found if not (teams and f.rule == "CHAMPION-5"))


def _item_note(desk: Desk, champion: Champion, item: str, points: int) -> str:
    about = [f for f in _findings(desk, champion, [item]) if f.facts.get("option") == item]
    answers = [permission_text(desk.locale, f.answer, f.rule) for f in about]
    return " · ".join([f"+{points}", *answers])
