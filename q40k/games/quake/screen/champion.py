"""The choice of a champion by letters or by value, with gear on request; and fair fields.

Enter takes the champion as it is, Tab opens its gear. A fair field and a home-made champion are
the last options.
"""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from msgspec.structs import replace

from q40k.games.quake.packs.champions import outfit
from q40k.games.quake.packs.library import Library, fold_text, names_of
from q40k.games.quake.packs.models import Champion
from q40k.games.quake.screen.base import Desk, GearPick
from q40k.games.quake.state.table.champion import Finding, agreed_budget, clone_figure, judge, perfect_price, verdict
from q40k.games.quake.state.table.players import awaits_consent
from q40k.games.quake.table import packs
from q40k.games.quake.table.prefilled import as_prefilled
from q40k.games.quake.words.champion import (
    army_name,
    doubt,
    finding,
    item_name,
    permission_text,
    unit_type_name,
    value_text,
)
from q40k.games.w40k3e.gear import weapon_lines
from q40k.i18n.locale import N_
from q40k.kernel.text import clean_text, is_digits
from q40k.tabletop.asking import forbid
from q40k.tui.fields import Entered, Field, Option, Outcome, Pick, Search, Text

# -- the search ----------------------------------------------------------------------------------


SHOWN = 8


LONGEST_VALUE = 4
"""A longer number is no value in points."""
LEAST_LETTERS = 2


@dataclass(frozen=True, slots=True)
class Fielded:
    """A player's choice: a champion's id and the ids of its gear; `profile` if it is home-made."""

    champion: str
    gear: tuple[str, ...] = ()
    profile: Champion | None = None

    def data(self, library: Library) -> dict[str, Any]:
        """Return the arguments for a command that fields it, with all data of a home-made one."""
        arguments: dict[str, Any] = {"champion": self.champion, "options": self.gear}
        if self.profile is None:
            return arguments
        arms = weapon_lines(self.profile.weapons, library.weapons, library.gear)
        traits = library.traits_of(self.profile)
        return arguments | {"profile": self.profile, "arms": arms, "traits": traits}


@dataclass(frozen=True, slots=True)
class Armed:
    """The champion that was marked when Tab asked for its gear."""

    champion: str


@dataclass(frozen=True, slots=True)
class HomeMade:
    """A request to make a champion of this name."""

    name: str


FAIR_FIELD = object()
"""The answer that asks for a fair field."""


class ChampionSearch(Search):
    """A search in which Tab asks for the gear of the marked champion."""

    @property
    def uses_tab(self) -> bool:
        """Return True: Tab opens the gear of the marked champion."""
        return True

    def press(self, key: str, character: str | None) -> Outcome:
        """Press a key; Tab asks for gear."""
        champions = self.choices() if key == "tab" else ()
        if champions:
            self.refuse_no_match()
            marked = champions[self.at].value
            return Entered(Armed(marked) if isinstance(marked, str) else marked)
        return Search.press(self, key, character)


def choose_champion(
    desk: Desk, title: str, player: str | None = None, room: int | None = None, usual: Fielded | None = None
) -> Generator[Field, Any, Fielded]:
    """Ask for a champion, and for its gear on request; `player` (id) already has a champion.

    `room` is what is left of the team's budget (TEAM-1), `usual` the choice of the last match.
    """
    choice = yield find_champion(desk, title, player, room, usual)
    if isinstance(choice, Armed):
        gear = yield _gear(desk, desk.library.champions[choice.champion], room)
        return Fielded(choice.champion, tuple(gear))
    if isinstance(choice, HomeMade):
        from q40k.games.quake.screen.home_made import make_at_the_table

        champion = yield from make_at_the_table(desk, choice.name)
        return Fielded(champion.id, profile=champion)
    if choice is FAIR_FIELD:
        return Fielded((yield from propose(desk)))
    return choice if isinstance(choice, Fielded) else Fielded(str(choice))


def find_champion(
    desk: Desk, title: str, player: str | None = None, room: int | None = None, usual: Fielded | None = None
) -> Search:
    """Return a search for a champion by letters of its army, unit or weapon, or by value.

    Without letters the `usual` choice comes first, then recent ones. A number finds champions of
    about that value in random order, so Enter takes a random one. The figure that everyone fields
    precedes all others, and so does a proposal of a fair field.
    """
    _ = desk.locale.gettext
    library = desk.library  # read here, where a broken pack is reported
    most = agreed_budget(desk.state) if room is None else room

    @lru_cache(maxsize=64)
    def options(typed: str) -> list[Option]:
        champions = packs.affordable_first(_welcome_first(desk, library, typed, most), most)
        first = [*_first(desk, player), *_as_before(desk, usual)] if not typed else []
        last = _last(desk, typed, player)
        rows = [*first, *_options(desk, champions[:SHOWN], most, is_near=_is_near(library, typed))]
        return [*rows[: SHOWN - len(last)], *last]

    return ChampionSearch(
        title,
        why=_("Letters of the unit, the army or a weapon; or points, for a random champion."),
        rule="CHAMPION-1",
        hint=_("↑ ↓ mark, Enter takes, Tab adds gear"),
        notes=_terms(desk, room),
        find=options,
        names=tuple(
            f"{desk.locale.name_of(champion.name)}, {army_name(desk.locale, champion.army)}"
            for champion in library.champions.values()
        ),
    )


def _matches(desk: Desk, library: Library, typed: str, most: int | None) -> Sequence[Champion]:
    if is_digits(typed) and len(typed) <= LONGEST_VALUE:
        return _near(desk, int(typed), most)
    if typed:
        return library.find_champions(typed) or packs.find_similar(library, typed)
    proposed = packs.still_proposed(as_prefilled(desk.prefilled).field, _at_the_table(desk))[:1]
    recently = [library.champions[id] for id in packs.recent() if id in library.champions]
    first = [library.champions[id] for id in proposed if id in library.champions]
    return list({champion.id: champion for champion in (*first, *recently, *library.champions.values())}.values())


def _is_near(library: Library, typed: str) -> bool:
    """Return whether what a word finds is only spelled nearly so."""
    is_number = is_digits(typed) and len(typed) <= LONGEST_VALUE
    return bool(typed) and not is_number and not library.find_champions(typed)


def _welcome_first(desk: Desk, library: Library, typed: str, most: int | None) -> list[Champion]:
    """Sort champions the mod excludes to the end, unless exactly one of them is named."""
    text = fold_text(typed)

    def kept_out(champion: Champion) -> bool:
        return text not in map(fold_text, names_of(champion)) and bool(_against(desk, champion))

    return sorted(_matches(desk, library, typed, most), key=kept_out)


def _against(desk: Desk, champion: Champion) -> list[Finding]:
    """Return the mod's objections to a champion, except CHAMPION-5 and CHAMPION-6."""
    findings = _findings(desk, champion, ())
    return [f for f in findings if f.answer == "no" and f.rule not in ("CHAMPION-5", "CHAMPION-6")]


def _options(desk: Desk, champions: Iterable[Champion], most: int | None, *, is_near: bool = False) -> list[Option]:
    name_of = desk.locale.name_of
    return [Option("", c.id, name_of(c.name), _note(desk, c, most), is_near=is_near) for c in champions]


def _at_the_table(desk: Desk) -> list[str]:
    return [player.champion.id for player in desk.state.players.values() if player.present]


def _first(desk: Desk, player: str | None) -> list[Option]:
    """Return the figure that everyone fields, with its gear, if there is one (CHAMPION-6)."""
    _ = desk.locale.gettext
    figure = clone_figure(desk.state, without=player)
    if figure is None:
        return []
    owner = next(other for other in desk.state.players.values() if other.id != player)
    names = [desk.locale.name_of(owner.champion.name)]
    names += [item_name(desk.locale, desk.library, item) for item in figure.gear]
    choice = Fielded(figure.champion.id, figure.gear, owner.champion)
    note = _("{points} · what everyone fields").format(points=owner.champion.points)
    return [Option("", choice, " + ".join(names), note)]


def _as_before(desk: Desk, usual: Fielded | None) -> list[Option]:
    """Return the choice of the last match, if the packs still have it."""
    champion = desk.library.champions.get(usual.champion) if usual else None
    if usual is None or champion is None or clone_figure(desk.state) is not None:
        return []
    names = [desk.locale.name_of(champion.name)]
    names += [item_name(desk.locale, desk.library, item) for item in usual.gear]
    note = desk.locale.gettext(N_("as last time"))
    return [Option("", usual, " + ".join(names), f"{champion.points} · {note}")]


def _last(desk: Desk, typed: str, player: str | None) -> list[Option]:
    """Return the options after the champions: a fair field, or a home-made champion."""
    _ = desk.locale.gettext
    name = clean_text(typed)
    if len(name) >= LEAST_LETTERS and not is_digits(name):
        label = _("a champion of your own: {name}").format(name=name)
        return [Option("", HomeMade(name), label, _("home-made, kept for next time"), is_besides=True)]
    if typed or player is not None or clone_figure(desk.state) is not None:
        return []
    label = _("a fair field…")
    return [Option("", FAIR_FIELD, label, _("for all who are still without a champion"), is_besides=True)]


def _terms(desk: Desk, room: int | None) -> tuple[str, ...]:
    """Return the agreed budget, or what is left of a team's."""
    _ = desk.locale.gettext
    if room is not None:
        return (_("left for the team: {points}").format(points=value_text(desk.locale, room)),)
    budget = agreed_budget(desk.state)
    if budget is None:
        return ()
    return (_("budget: {points}").format(points=value_text(desk.locale, budget)),)


def _near(desk: Desk, points: int, budget: int | None) -> list[Champion]:
    """Return admitted champions by closeness in value, with the near ones shuffled."""
    champions = packs.nearest_first(packs.admitted_champions(desk.library, desk.state.mod, budget=budget), points)
    near = [champion for champion in champions if abs(champion.points - points) <= packs.WITHIN]
    Random(f"{desk.state.setup.seed}/{len(desk.state.players)}/{points}").shuffle(near)
    return [*near, *(champion for champion in champions if champion not in near)]


def _note(desk: Desk, champion: Champion, budget: int | None) -> str:
    _ = desk.locale.gettext
    army = army_name(desk.locale, champion.army)
    findings = _findings(desk, champion, ())
    against = [f for f in findings if f.answer == "no" and f.rule != "CHAMPION-6"]
    # the objection comes first: a narrow screen cuts off the end
    refused = "".join(f" · {permission_text(desk.locale, f.answer, f.rule)}" for f in against[:1])
    points = _("{value} pts").format(value=champion.points)
    note = (
        f"{points}{refused} · {army} · {unit_type_name(desk.locale, champion.unit_type)}{doubt(desk.locale, champion)}"
    )
    if budget is not None and champion.points <= budget:
        note += " · " + _("{points} left").format(points=budget - champion.points)
    if champion.id in packs.still_proposed(as_prefilled(desk.prefilled).field, _at_the_table(desk))[:1]:
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
        summary = f"{value_text(desk.locale, built.points)} · {answer}"
        doubts = [f for f in findings if f.answer != "yes" or f.rule == "CHAMPION-5"]
        lines = [f"{f.rule} · {finding(desk.locale, f, desk.library)}" for f in doubts]
        if room is not None:
            rest = value_text(desk.locale, room - built.points)
            lines.append("TEAM-1 · " + _("left for the team: {points}").format(points=rest))
        return summary, tuple(lines)

    options = tuple(
        Option(str(number), item, item_name(desk.locale, desk.library, item), _item_note(desk, champion, item, points))
        for number, (item, points) in enumerate(prices.items(), 1)
    )
    field = GearPick(
        _("{champion}: which gear?").format(champion=desk.locale.name_of(champion.name)),
        rule=_rule(desk, champion),
        hint=_("number or letters, ↑ ↓ mark, Backspace takes back, Enter ends"),
        options=options,
        price=price,
    )
    field.update_notes()
    return field


def _rule(desk: Desk, champion: Champion) -> str:
    if desk.state.setup.mod is not None and desk.state.setup.mod.has("perfect-fighter"):
        return "CHAMPION-8"
    return "CHAMPION-2" if champion.role in (None, "rank-and-file") else "CHAMPION-3"


def _prices(desk: Desk, champion: Champion) -> dict[str, int]:
    """Return the prices of available gear; a perfect fighter may buy everything."""
    prices = dict(champion.options)
    mod, library = desk.state.setup.mod, desk.library
    if mod is not None and mod.has("perfect-fighter"):
        everyone, own = library.champions.values(), library.traits_of(champion)
        owned = {*champion.weapons, *(trait.id for trait in own)}
        trait_ids = (trait.id for trait in library.traits.values() if trait.acts)
        for item in (*library.weapons, *library.gear, *trait_ids):
            price_there = perfect_price(champion, item, everyone, library.traits)
            if price_there is not None and item not in owned:
                prices.setdefault(item, price_there.points)
    return prices


def _findings(desk: Desk, built: Champion, gear: Sequence[str]) -> tuple[Finding, ...]:
    if desk.state.setup.mod is None:
        return ()
    findings = judge(built, gear, desk.state.setup.mod, budget=agreed_budget(desk.state))
    teams = desk.state.in_teams  # a team's budget is not the champion's own (TEAM-1)
    return tuple(f for f in findings if not (teams and f.rule == "CHAMPION-5"))


def _item_note(desk: Desk, champion: Champion, item: str, points: int) -> str:
    findings = [f for f in _findings(desk, champion, [item]) if f.facts.get("option") == item]
    answers = [permission_text(desk.locale, f.answer, f.rule) for f in findings]
    return " · ".join([f"+{points}", *answers])


# -- a fair field --------------------------------------------------------------------------------


USUAL = 4
"""The default number of players for whom a field is proposed."""


def propose(desk: Desk) -> Generator[Field, Any, str]:
    """Ask for the number of champions, draw until a field is accepted, return the first id.

    The others are kept on the desk and proposed to the next players.
    """
    number, near = yield _ask_how_many(desk)
    chance = Random(f"{desk.state.setup.seed}/{len(desk.state.players)}/{number}/{near}")
    while True:
        field = packs.fair_field(_candidates(desk), number, chance, near=near)
        chance.shuffle(field)
        if (yield _ask_field(desk, field)):
            break
    first, *others = (champion.id for champion in field)
    desk.prefilled = replace(as_prefilled(desk.prefilled), field=tuple(others))
    return first


def _candidates(desk: Desk) -> list[Champion]:
    """Return the champions the mod admits, without those at the table or needing consent."""
    state = desk.state
    ids = {player.champion.id for player in state.players.values() if player.present}
    everyone = packs.admitted_champions(desk.library, state.mod, budget=agreed_budget(state))
    return [champion for champion in everyone if champion.id not in ids and not awaits_consent(state, champion)]


def _average_value(desk: Desk) -> int | None:
    """Return the average value of the champions at the table."""
    points = [p.champion.points for p in desk.state.players.values() if p.present]
    return round(sum(points) / len(points)) if points else None


def _ask_how_many(desk: Desk) -> Text:
    _ = desk.locale.gettext
    candidates, average = _candidates(desk), _average_value(desk)
    count = sum(player.present for player in desk.state.players.values())
    usual = max(1, USUAL - count)

    def read(typed: str) -> tuple[int, int | None]:
        words = typed.split()
        if len(words) > 2 or not all(is_digits(w) and len(w) < 5 for w in words):
            raise ValueError(typed)
        number = int(words[0])
        near = int(words[1]) if len(words) == 2 else average
        if number < 1 or not packs.fair_field(candidates, number, Random(0), near=near):
            raise forbid("CHAMPION-1", "no-field", count=number, within=packs.WITHIN)
        return number, near

    why = _("Each within {within} points of the others. Enter: {number}.")
    return Text(
        _("How many are still without a champion, this one counted?"),
        why=why.format(within=packs.WITHIN, number=usual),
        hint=_("or with the points they should be near: 4 20"),
        rule="CHAMPION-1",
        read=read,
        may_be_empty=True,
        empty=str(usual),
    )


def _ask_field(desk: Desk, field: list[Champion]) -> Pick:
    _ = desk.locale.gettext
    lines = [f"{desk.locale.name_of(champion.name)} {champion.points}" for champion in field]
    return Pick(
        _("A fair field, in the order of joining"),
        why=_("Each is proposed to the next who joins, and may be left for another."),
        notes=tuple(lines),
        options=(Option("1", True, _("take it")), Option("2", False, _("draw again"))),
    )


def buy_for_bot(desk: Desk, name: str, figure: Fielded, room: int | None) -> Generator[Field, Any, Fielded]:
    """Offer what the bot of a perfect fighter without gear would buy, within the budget; return the figure with it.

    `room` is what is left of the budget of its team.

    Rule: CHAMPION-8
    """
    state, locale = desk.state, desk.locale
    if figure.gear or figure.profile is not None or not state.mod.has("perfect-fighter"):
        return figure
    from q40k.games.quake.bot.buying import buy_gear

    library = desk.library
    foes = [p.champion.id for p in state.players.values() if p.present and p.champion.id in library.champions]
    gear = buy_gear(library, state.mod.id, figure.champion, foes, agreed_budget(state) if room is None else room)
    if not gear:
        return figure
    names = locale.join_and(item_name(locale, library, item) for item in gear)
    buys: bool = yield Pick(
        locale.say(N_("{name} would buy: {gear}"), name=name, gear=names),
        why=locale.gettext(N_("It wins more than it costs here. Tab on a champion chooses other gear.")),
        rule="CHAMPION-8",
        options=(Option("1", True, locale.gettext(N_("buy it"))), Option("2", False, locale.gettext(N_("no gear")))),
    )
    return Fielded(figure.champion, gear) if buys else figure
