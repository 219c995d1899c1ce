"""The packs of Quake 40K at the table: data for commands, champions by value, in a duel, used last."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from random import Random
from typing import Any, Literal

from msgspec import structs

from q40k.games.quake.packs.arena import Arena
from q40k.games.quake.packs.champions import build_champion, inline_champion, outfit
from q40k.games.quake.packs.kinds import KINDS
from q40k.games.quake.packs.library import Kind, Library, fold_text, names_of
from q40k.games.quake.packs.models import Champion, Mod, Trait, Weapon
from q40k.games.quake.packs.personalities import Personality
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.parts import Life, Play, Ranks
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.table.champion import judge, perfect_price, verdict
from q40k.games.quake.state.table.corrections import Correct
from q40k.games.quake.state.table.opening import New
from q40k.games.quake.state.table.players import HandSeatOver, Join
from q40k.games.w40k3e.gear import weapon_lines
from q40k.kernel.events import Refusal, Refused
from q40k.kernel.lookup import nearest
from q40k.packs.codes import own_objects, shipped_packs
from q40k.packs.problems import PackError
from q40k.table import settings
from q40k.tabletop.asking import forbid

_DATA = ("profile", "arms", "traits")
DEFAULT_ARENA = "classic-60"
MOST_POINTS = 2000
"""The highest cost of a champion; packs and matches hold no higher one."""


def resolve(library: Library, command: Command, mod: Mod | None = None) -> Command:
    """Return the command with its pack data. Raises Refused (unknown id), PackError (bad profile).

    `mod` is that of the match: a perfect fighter buys gear that is on no list of its own.
    """
    if isinstance(command, New):
        return _new(library, command)
    if isinstance(command, Join | HandSeatOver) and _lacks_nature(command):
        command = command.replace(nature=_nature(library, command))
    if isinstance(command, Join | Correct) and command.profile is None:
        profile = champion(library, command, mod)
        arms = weapon_lines(profile.weapons, library.weapons, library.gear)
        return command.replace(profile=profile, arms=arms, traits=library.traits_of(profile))
    return command


def _lacks_nature(command: Join | HandSeatOver) -> bool:
    """Return whether a command names a bot's personality without its data."""
    return command.nature is None and command.bot is not None and command.bot.personality is not None


def _nature(library: Library, command: Join | HandSeatOver) -> Personality:
    """Return the personality that a command names. Raises Refused."""
    id = command.bot.personality if command.bot is not None else None
    if id is None or id not in library.personalities:
        near = library.nearest("personalities", id or "")
        raise forbid("TABLE-8", "unknown-personality", said=id, nearest=near)
    return library.personalities[id]


def champion(library: Library, command: Join | Correct, mod: Mod | None = None) -> Champion:
    """Return the champion a command names, with its options paid for. Raises Refused, PackError."""
    choice = command.champion
    if isinstance(choice, dict):
        return inline_champion(choice)
    return equip_champion(library, choice, command.options, mod)


def equip_champion(library: Library, champion_id: str, gear: tuple[str, ...] = (), mod: Mod | None = None) -> Champion:
    """Return the champion with that id and the bought gear.

    A perfect fighter buys gear and traits of any codex. Raises Refused.

    Rule: CHAMPION-2, CHAMPION-8
    """
    figure = library.champions.get(champion_id)
    if figure is None:
        raise refuse_unknown(library, "champions", champion_id, "CHAMPION-1")
    foreign = [item for item in gear if item not in figure.options]
    if foreign and mod is not None and mod.has("perfect-fighter"):
        return _perfect(library, figure, gear)
    try:
        return build_champion(library, champion_id, list(gear))
    except PackError as error:
        raise _refusal(error, champion_id) from error


def _perfect(library: Library, figure: Champion, gear: tuple[str, ...]) -> Champion:
    prices: dict[str, int] = {}
    for item in gear:
        price = perfect_price(figure, item, library.champions.values(), library.traits)
        if price is None or item in prices:
            names = (*library.weapons, *library.gear, *library.traits)
            facts = {"champion": figure.id, "option": item, "nearest": nearest(item, names)}
            raise forbid("CHAMPION-8", "unknown-gear", **facts)
        prices[item] = price.points
    points = figure.points + sum(prices.values())
    if points > MOST_POINTS:
        raise forbid("CHAMPION-8", "too-dear", champion=figure.name, points=points, most=MOST_POINTS)
    return outfit(library, figure, prices)


def _refusal(error: PackError, champion_id: str) -> Refused:
    facts = dict(error.problems[0].facts)
    facts["champion"] = champion_id
    return forbid("CHAMPION-2", "unknown-gear", **facts)


def refuse_unknown(library: Library, what: Kind, unknown_id: str, rule: str) -> Refused:
    """Return the refusal of an id that no pack defines, with the nearest one that is defined."""
    nearest = library.nearest(what, unknown_id)
    return forbid(rule, f"unknown-{what.removesuffix('s')}", said=unknown_id, nearest=nearest)


def arenas_for(library: Library, mod: Mod | None) -> list[Arena]:
    """Return the arenas, those that have what the mod plays for first, and of them the default one."""

    def order(arena: Arena) -> tuple[bool, bool, int, str]:
        return mod is not None and lacks(mod, arena) is not None, arena.id != DEFAULT_ARENA, arena.tiles, arena.id

    return sorted(library.arenas.values(), key=order)


def lacks(mod: Mod, arena: Arena) -> Literal["bases", "flag"] | None:
    """Return what a mod plays for that an arena does not have: bases of teams, or a flag half-way; None if it fits.

    Rule: BASE-1, FLAG-1
    """
    if mod.has("bases") and not arena.bases:
        return "bases"
    if mod.has("flags") and mod.parameters.flags == "one" and all(flag.base is not None for flag in arena.flags):
        return "flag"
    return None


def refuse_unfit(library: Library, mod: Mod, arena: Arena) -> None:
    """Refuse to set a mod up on an arena that lacks what it plays for. Raises Refused with those that fit.

    A script is not asked: its table may lay out bases of its own, and matches of earlier versions did.

    Rule: BASE-1, FLAG-1
    """
    missing = lacks(mod, arena)
    if missing is not None:
        fitting = tuple(other.id for other in arenas_for(library, mod) if lacks(mod, other) is None)
        facts = {"mod": mod.name, "arena": arena.id, "arenas": ", ".join(fitting)}
        raise Refused(Refusal("BASE-1" if missing == "bases" else "FLAG-1", f"no-{missing}", facts))


def _new(library: Library, command: New) -> New:
    changes: dict[str, object] = {}
    if command.seed is None:
        changes["seed"] = secrets.randbelow(10**15)
    if command.mod_data is None:
        if command.mod not in library.mods:
            raise refuse_unknown(library, "mods", command.mod, "TABLE-2")
        changes["mod_data"] = library.mods[command.mod]
    mod = command.mod_data or library.mods[command.mod]
    if command.arena_data is None:
        arena = command.arena or arenas_for(library, mod)[0].id
        if arena not in library.arenas:
            raise refuse_unknown(library, "arenas", arena, "ARENA-3")
        changes |= {"arena": arena, "arena_data": library.arenas[arena]}
    if command.tables_data is None:
        changes["tables_data"] = library.bonus_tables[mod.bonus_tables]
    return command.replace(**changes)


def needs_packs(command: Command) -> bool:
    """Return whether a command names a mod, an arena or a champion without its data."""
    if isinstance(command, Join | HandSeatOver) and _lacks_nature(command):
        return True
    if isinstance(command, Join | Correct):
        return command.profile is None
    return isinstance(command, New)


def complete(library: Library, state: Match, command: Command, was: Command | None = None) -> Command:
    """Return the command with its pack data. Raises Refused, PackError.

    A changed set-up of a match keeps its seed, and so the app's dice.
    """
    if isinstance(command, New) and isinstance(was, New):
        kept = {"seed": was.seed, "name": was.name}
        missing = (name for name in kept if getattr(command, name) in (None, ""))
        command = command.replace(**{name: kept[name] for name in missing})
    return resolve(library, command, state.setup.mod)


def strip_pack_data(library: Library, command: Command, data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a command without data that these packs hold."""
    if isinstance(command, New):
        return _strip_new(library, command, data)
    spare: tuple[str, ...] = ()
    if isinstance(command, Join | HandSeatOver) and command.nature and _same_nature(library, command):
        spare = ("nature",)
    if isinstance(command, Join | Correct) and _same(library, command):
        spare += _DATA
    return {name: value for name, value in data.items() if name not in spare} if spare else data


def _strip_new(library: Library, command: New, data: dict[str, Any]) -> dict[str, Any]:
    mod = command.mod_data
    held = {
        "mod_data": (command.mod_data, library.mods.get(command.mod)),
        "arena_data": (command.arena_data, library.arenas.get(command.arena or "")),
        "tables_data": (command.tables_data, library.bonus_tables.get(mod.bonus_tables) if mod else None),
    }
    spare = {name for name, (kept, shipped) in held.items() if kept == shipped}
    data = data | {"arena": command.arena}
    return {name: value for name, value in data.items() if name not in spare}


def _same_nature(library: Library, command: Join | HandSeatOver) -> bool:
    """Return whether the packs here have exactly the personality that the match kept."""
    bot = command.bot
    return bot is not None and library.personalities.get(bot.personality or "") == command.nature


def _same(library: Library, command: Join | Correct) -> bool:
    """Return whether the packs here give exactly the champion that the match kept."""
    try:
        resolved = resolve(library, command.replace(profile=None))
    except (Refused, PackError):
        return False
    if not isinstance(resolved, Join | Correct):
        return False
    return resolved.profile == command.profile and resolved.traits == command.traits


# -- what can be handed on -----------------------------------------------------------------


def shared_objects(state: Match) -> Iterator[Mapping[str, Sequence[Any]]]:
    """Yield the arena, the mod and the champions of a match that are not shipped, each with what it needs."""
    setup = state.setup
    if setup.arena is not None and (own := own_objects(KINDS, {"arenas": (setup.arena,)})):
        yield own
    tables = () if setup.tables is None else (setup.tables,)
    if setup.mod is not None and "mods" in (own := own_objects(KINDS, {"mods": (setup.mod,), "bonus_tables": tables})):
        yield own
    for player in state.players.values():
        if champion_parts := shared_champion(player.champion, player.arms, player.traits):
            yield champion_parts


def shared_champion(champion: Champion, arms: Sequence[Weapon], traits: Sequence[Trait]) -> Mapping[str, Sequence[Any]]:
    """Return a champion of no shipped pack with its own weapons and traits; empty if some of its gear is not kept."""
    shipped = shipped_packs(KINDS)
    carried = {*shipped.of_kind("weapons"), *shipped.of_kind("gear")}
    items = carried | {arm.id for arm in arms}
    if champion.id in shipped.of_kind("champions") or not items.issuperset(champion.weapons):
        return {}
    kept = structs.replace(champion, options={item: price for item, price in champion.options.items() if item in items})
    return own_objects(KINDS, {"champions": (kept,), "weapons": arms, "traits": traits})


# -- champions by value, and fair fields ---------------------------------------------------


WITHIN = 5
"""The usual range of points in a fair field."""
MOST_LIKELY = 3
"""The number of champions proposed for a mistyped name."""


def admitted_champions(library: Library, mod: Mod, *, budget: int | None = None) -> list[Champion]:
    """Return every champion that no rule of the mod excludes, without further gear.

    Rule: CHAMPION-1, CHAMPION-5, CHAMPION-7
    """
    return [
        champion for champion in library.champions.values() if verdict(judge(champion, (), mod, budget=budget)) != "no"
    ]


def affordable_first(champions: Iterable[Champion], budget: int | None) -> list[Champion]:
    """Return the champions, those within the budget first; both parts keep their order.

    Rule: CHAMPION-5
    """
    return sorted(champions, key=lambda champion: budget is not None and champion.points > budget)


def find_similar(library: Library, typed: str) -> list[Champion]:
    """Return the champions a mistyped name or word may mean, the likeliest first."""
    by_name: dict[str, Champion] = {}
    by_word: dict[str, Champion] = {}
    for champion in library.champions.values():
        for name in names_of(champion):
            by_name.setdefault(fold_text(name), champion)
            for word in fold_text(name).split():
                by_word.setdefault(word, champion)
    candidates = by_word | by_name
    near = get_close_matches(fold_text(typed), candidates, n=3 * MOST_LIKELY, cutoff=0.7)
    return list({candidates[name].id: candidates[name] for name in near}.values())[:MOST_LIKELY]


def still_proposed(proposed: Sequence[str], fielded: Iterable[str]) -> list[str]:
    """Return a fair field without the champions already at the table, in its order."""
    present = set(fielded)
    return [champion for champion in proposed if champion not in present]


def nearest_first(champions: Sequence[Champion], value: int) -> list[Champion]:
    """Return the champions, those nearest to a value first; equals keep their order."""
    return sorted(champions, key=lambda champion: abs(champion.points - value))


def random_near(champions: Sequence[Champion], value: int, chance: Random, within: int = WITHIN) -> Champion | None:
    """Return a random champion within a range of a value, else one of the nearest."""
    if not champions:
        return None
    least = min(abs(champion.points - value) for champion in champions)
    reach = max(least, within)
    return chance.choice([champion for champion in champions if abs(champion.points - value) <= reach])


def fair_field(
    champions: Sequence[Champion], number: int, chance: Random, within: int = WITHIN, near: int | None = None
) -> list[Champion]:
    """Return different champions within a range of points; [] if there are too few.

    With `near` they are as near to that value as any such field can be.
    """
    fields = []
    for low in sorted({champion.points for champion in champions}):
        field = [champion for champion in champions if low <= champion.points <= low + within]
        if len(field) >= number:
            fields.append(field)
    if not fields:
        return []
    if near is not None:
        best = min(_farthest(field, near) for field in fields)
        fields = [field for field in fields if _farthest(field, near) == best]
    chosen = chance.sample(chance.choice(fields), number)
    return sorted(chosen, key=lambda champion: (champion.points, champion.id))


def _farthest(field: Sequence[Champion], value: int) -> int:
    return max(abs(champion.points - value) for champion in field)


# -- a duel --------------------------------------------------------------------------------


def between(*figures: tuple[str, Champion, Sequence[Weapon], Sequence[Trait]]) -> Match:
    """Return a match of unhurt champions, each with a name, weapons and traits.

    Their ids are p1 and p2, in the given order.
    """
    players = {
        f"p{number}": Player(
            f"p{number}",
            name,
            champion,
            arms=tuple(arms),
            traits=tuple(traits),
            life=Life(wounds=champion.w, placed=True),
        )
        for number, (name, champion, arms, traits) in enumerate(figures, start=1)
    }
    return Match(players=players, ranks=Ranks(tuple(players)), play=Play(turn=1))


# -- champions used last -------------------------------------------------------------------


MOST = 12
_NAME = "recent.json"


def recent() -> list[str]:
    """Return the ids of the champions used last, newest first; [] if the file is unreadable."""
    ids: list[Any] = settings.load_file(_NAME, [])
    return [champion for champion in ids if isinstance(champion, str)][:MOST]


def remember_fielded(command: Command) -> None:
    """Remember the champion that a command fielded, if it did."""
    if isinstance(command, Join | Correct) and isinstance(command.champion, str):
        remember(command.champion)


def remember(champion: str) -> None:
    """Put a champion first among those used last; ignore a file that cannot be written."""
    before = recent()
    ids = [champion, *(earlier for earlier in before if earlier != champion)][:MOST]
    if ids != before:
        settings.save_file(_NAME, ids)
