"""Parse champions and players of a call: "space-marine+flamer", NAME=CHAMPION+GEAR."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, get_args

from msgspec import Struct
from msgspec.structs import replace

from q40k.cli.base import bad_value
from q40k.cli.errors import add_nearest
from q40k.cli.say import _, locale
from q40k.games.quake.packs.library import Kind, Library, fold_text, names_of
from q40k.games.quake.state.table.opening import apply_options, with_addons
from q40k.games.quake.words.wording import WORDS
from q40k.kernel.events import Refused
from q40k.kernel.lookup import nearest
from q40k.kernel.text import is_digits
from q40k.tabletop.rules import BotSeat, Level

if TYPE_CHECKING:
    from q40k.games.quake.packs.models import Champion, Mod
    from q40k.games.quake.table.prefilled import Prefilled

MOST_SHOWN = 6


class Picked(Struct, frozen=True):
    """Hold a player, the ids of its champion and gear, and its team if there are teams."""

    name: str
    champion: str
    gear: tuple[str, ...]
    team: str = ""


@contextmanager
def explain_refusal(hint: str) -> Iterator[None]:
    """Make a click.BadParameter of a refusal; `hint` names the parameter."""
    try:
        yield
    except Refused as refused:
        raise bad_value(hint, WORDS.refuse(locale(), refused.refusal)) from refused


def pick(library: Library, text: str, hint: str, mod: Mod | None) -> Picked:
    """Parse NAME=CHAMPION+GEAR for a match of `mod`; `hint` names the parameter.

    In a mod of teams, NAME@TEAM names the player's team. A perfect fighter may have any gear of any
    codex (CHAMPION-8). Raises click.BadParameter with the nearest words.
    """
    name, equals, rest = text.rpartition("=")
    if not equals or not name.strip() or not rest.partition("+")[0].strip():
        raise bad_value(hint, _("“{said}” is not NAME=CHAMPION.", said=text))
    team = ""
    if mod is not None and mod.in_teams:
        name, _at, team = name.partition("@")
    outfitted = figure(library, rest, mod, hint)
    if outfitted.unpaid:
        raise bad_value(hint, no_gear(library, outfitted.built.id, outfitted.unpaid[0]))
    return Picked(name.strip(), outfitted.built.id, outfitted.gear, team.strip())


def split_bot(library: Library, text: str) -> tuple[str, BotSeat]:
    """Return a player without its bot, and the bot: "Ann=guardian", sharp, camper.

    Raises click.BadParameter for an unknown level or personality.
    """

    player, *rest = text.split(":")
    level, personality = [word.strip().casefold() for word in (*rest, "", "")[:2]]
    levels: tuple[Level, ...] = get_args(Level)
    if level and level not in levels:
        sentence = _("There is no level “{said}”: {levels}.", said=level, levels=", ".join(levels))
        raise bad_value("--bot", sentence)
    if personality and personality not in library.personalities:
        sentence = _("There is no personality “{said}”.", said=personality)
        raise bad_value("--bot", add_nearest(sentence, nearest(personality, library.personalities)))
    chosen: Level = next((option for option in levels if option == level), "sound")
    return player, BotSeat(chosen, personality or None)


def named_champion(library: Library, text: str, hint: str) -> str:
    """Return the id of the champion that an id or a few letters mean. Raises click.BadParameter."""
    if text in library.champions:
        return text
    champions = library.find_champions(text)
    matching = [champion.id for champion in champions]
    exact = [champion.id for champion in champions if _is_called(champion, text)]
    if len(matching) == 1 or len(exact) == 1:
        return (exact or matching)[0]
    if matching:
        shown = ", ".join(matching[:MOST_SHOWN]) + (", …" if len(matching) > MOST_SHOWN else "")
        raise bad_value(hint, _("“{said}” fits several champions: {ids}.", said=text, ids=shown))
    raise bad_value(hint, unknown(library, "champions", text))


def _is_called(champion: Champion, text: str) -> bool:

    return fold_text(text) in map(fold_text, names_of(champion))


def no_gear(library: Library, champion: str, option: str) -> str:
    """Return the sentence about gear that is no option of a champion, with the nearest one."""

    options = library.champions[champion].options
    text = _("{champion} cannot have “{option}”.", champion=champion, option=option)
    every = _("It may have: {ids}.", ids=", ".join(options)) if options else ""
    return add_nearest(text, nearest(option, options), every)


def unknown(library: Library, what: Kind, id_: str) -> str:
    """Return the sentence about an id that no pack defines, with the nearest one."""
    from q40k.games.quake.table.packs import refuse_unknown as refused

    return WORDS.refuse(locale(), refused(library, what, id_, "").refusal)


class Figured(Struct, frozen=True):
    """Hold a champion with its gear paid for, and the gear's ids; `unpaid` is no option of it."""

    built: Champion
    gear: tuple[str, ...]
    unpaid: tuple[str, ...] = ()


def known_mod(library: Library, mod_id: str, hint: str = "--mod") -> Mod:
    """Return the mod of that id. Raises click.BadParameter."""
    if mod_id not in library.mods:
        raise bad_value(hint, unknown(library, "mods", mod_id))
    return library.mods[mod_id]


def figure(library: Library, text: str, mod: Mod | None, hint: str = "CHAMPION") -> Figured:
    """Return the champion and gear that were named, by ids or a few letters of their names.

    Gear that is no option of the champion stays in the gear as unpaid: the rules refuse it. Raises
    click.BadParameter for names that no pack knows.
    """
    from q40k.games.quake.table.packs import equip_champion

    words, *rest = re.split(r"[+:,]", text)
    champion = library.champions[named_champion(library, words.strip(), hint)]
    gear = tuple(_item(library, champion, word.strip(), hint) for word in rest if word.strip())
    perfect = mod is not None and mod.has("perfect-fighter")
    paid = tuple(item for item in gear if perfect or item in champion.options)
    with explain_refusal(hint):
        built = equip_champion(library, champion.id, paid, mod)
    return Figured(built, gear, tuple(item for item in gear if item not in paid))


def _item(library: Library, champion: Champion, word: str, hint: str) -> str:
    """Return the item meant: of the champion's own options first, then of all packs."""
    everything = (*library.weapons, *library.gear, *library.traits)
    for among in (tuple(champion.options), everything):
        if word in among:
            return word
    for among in (tuple(champion.options), everything):
        matching = library.find_gear(word, among)
        if matching:
            return matching[0]

    raise bad_value(hint, add_nearest(_("No pack knows the gear “{said}”.", said=word), nearest(word, everything)))


# -- the options of a new match


def agreed_options(mod: Mod, said: tuple[str, ...], addons: tuple[str, ...], budget: int | None) -> dict[str, int]:
    """Return the options of a match by name. Raises click.BadParameter for unknown options."""

    options: dict[str, int] = {} if budget is None else {"budget": budget}
    for text in said:
        name, equals, number = text.partition("=")
        if not equals or not is_digits(number.strip()):
            raise bad_value("--option", _("“{said}” is not NAME=NUMBER.", said=text))
        options[name.strip()] = int(number.strip()[:9])
    with explain_refusal("--addon"):
        frenzied = with_addons(mod, addons)
    with explain_refusal("--option"):
        apply_options(frenzied, options)
    return options


def check(
    library: Library,
    prefilled: Prefilled,
    players: tuple[str, ...],
    options: tuple[str, ...],
    bots: tuple[str, ...] = (),
) -> Prefilled:
    """Return the options of a match with every id checked. Raises click.BadParameter."""
    from q40k.games.quake.table.packs import refuse_unfit

    if prefilled.arena is not None and prefilled.arena not in library.arenas:
        raise bad_value("--arena", unknown(library, "arenas", prefilled.arena))
    if prefilled.mod is None:
        return prefilled
    if prefilled.mod not in library.mods:
        raise bad_value("--mod", unknown(library, "mods", prefilled.mod))
    mod = library.mods[prefilled.mod]
    if prefilled.arena is not None:
        with explain_refusal("--arena"):
            refuse_unfit(library, mod, library.arenas[prefilled.arena])
    if prefilled.budget is not None and not mod.has("budget"):
        raise bad_value("--budget", _("{mod} has no budget.", mod=prefilled.mod))
    numbers = agreed_options(mod, options, prefilled.addons, prefilled.budget)
    picked = [pick(library, text, "--player", mod) for text in players]
    split = [split_bot(library, text) for text in bots]
    picked += [pick(library, text, "--bot", mod) for text, _seat in split]
    picked[len(players) :] = _buy_for_bots(library, mod, picked, len(players), prefilled.budget)
    seats = dict(zip([entry.name for entry in picked[len(players) :]], (seat for _text, seat in split), strict=True))
    if mod.in_teams and not all(entry.name and entry.team for entry in picked):
        message = _("{mod} is played in teams: NAME@TEAM=CHAMPION.", mod=mod.id)
        raise bad_value("--player", message)
    names = [entry.name.casefold() for entry in picked]
    for entry in picked:
        if names.count(entry.name.casefold()) > 1:
            raise bad_value("--player", _("{name} is there twice.", name=entry.name))
    return replace(
        prefilled,
        players=tuple((entry.name, entry.champion, entry.gear) for entry in picked),
        bots=seats,
        teams={entry.name: entry.team for entry in picked if entry.team},
        options=numbers,
    )


def _buy_for_bots(library: Library, mod: Mod, picked: list[Picked], first: int, budget: int | None) -> list[Picked]:
    """Return the bots among the players, from number `first` on; perfect fighters without gear buy some.

    Rule: CHAMPION-8
    """
    from q40k.games.quake.bot.buying import buy_gear

    if not mod.has("perfect-fighter"):
        return picked[first:]

    bots = []
    for number, entry in enumerate(picked[first:], first):
        foes = [other.champion for other in (*picked[:number], *picked[number + 1 :])]
        gear = entry.gear or buy_gear(library, mod.id, entry.champion, foes, budget)
        bots.append(replace(entry, gear=gear))
    return bots
