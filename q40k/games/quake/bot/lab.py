"""Quake 40K in the lab: champions, personalities, levels, arenas and mods, weighed by bots."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, cast

from msgspec.structs import replace

from q40k.bots.bot import LEVELS
from q40k.games.quake.arena.generator import ArenaOrder, NoRoom
from q40k.games.quake.bot import playing
from q40k.games.quake.bot.playing import Entrant
from q40k.games.quake.packs.library import Library
from q40k.games.quake.packs.mods import Mod, RuleName
from q40k.games.quake.packs.personalities import PLAIN
from q40k.games.quake.state.bonus import TokenTaken
from q40k.games.quake.state.damage import AccidentSuffered, Killed
from q40k.games.quake.state.ending import Ended
from q40k.games.quake.state.portals import Teleported
from q40k.games.quake.state.respawn import Respawned
from q40k.games.quake.table.home_made import arena_entry, arena_pack
from q40k.games.quake.table.packs import admitted_champions, lacks, refuse_unfit
from q40k.games.quake.words.bots import COUNTED
from q40k.i18n.locale import N_, Locale
from q40k.kernel.events import Event
from q40k.lab import subject
from q40k.lab.subject import Bout, Draft, Entry, Kind, Result, base_id, own_price
from q40k.tabletop.asking import forbid

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")
TEAMS = ("Red", "Blue")
CHAMPIONS = (
    "space-marine",
    "ork-shoota-boy",
    "eldar-dire-avenger",
    "nec-warrior",
    "tau-fire-warrior",
    "csm-noise-marine",
)
"""What is played in turn where champions are not what is weighed."""
FITTING: Mapping[RuleName, tuple[str, ...]] = {
    "structures": (
        "eldar-warp-spider",
        "ork-warbiker",
        "tau-stealth-suit",
        "nec-destroyer",
        "eldar-fire-dragon",
        "eldar-warp-spider-exarch",
    ),
    "flags": ("sm-assault-marine", "ork-stormboy", "eldar-swooping-hawk", "de-scourge", "csm-raptor", "wh-seraphim"),
}
"""What is played instead under a rule: weapons that pierce a building, figures that carry a flag home quickly."""
ARENAS = ("classic-60", "boiler-60", "deadhive-80", "scaffolds-80")
"""Where they play, in turn."""


SIZES, MOST_SCENERY = ("60x60", "80x80", "120x80"), 4
"""What new arenas are made of: a size in cm, and so many pairs of scenery at most."""


class QuakeLab(subject.Lab):
    """Quake 40K in the lab."""

    kinds: ClassVar[tuple[Kind, ...]] = (
        Kind("champions", N_("Champions, by id; `space-marine@20` costs 20 points instead."), CHAMPIONS, True),
        Kind("personalities", N_("Personalities of bots."), (PLAIN.id,), True),
        Kind("levels", N_("Levels of bots: straight, sound, sharp."), ("sound",), True),
        Kind("arenas", N_("Arenas; each is weighed by its portals."), ARENAS),
        Kind("mods", N_("Mods."), ("deathmatch",)),
    )
    rooms = (
        *(f"q40k.games.quake.{room}" for room in ("arena", "bot", "packs", "rules", "state", "table")),
        "q40k.games.w40k3e",
    )
    seats = (2, len(NAMES))
    note = N_("A portal counts the lives that began there, and those of them that killed somebody.")
    priced = "champions"
    makes = "arenas"
    draft_options = ("size", "scenery")

    def entries(self, library: Library, kind: str) -> Mapping[str, Entry]:
        """Return everything of a kind; of champions those that a deathmatch admits."""
        if kind == "champions":
            champions = admitted_champions(library, library.mods["deathmatch"])
            return {c.id: Entry(c.id, c.name, float(c.points)) for c in champions}
        if kind == "levels":
            return {level: Entry(level) for level in LEVELS}
        return {id: Entry(id, item.name) for id, item in library.of_kind(kind).items()}

    def usual(self, library: Library, kind: Kind, named: Mapping[str, Sequence[str]], seats: int) -> tuple[str, ...]:
        """Return what takes turns: champions that fit the mods, and arenas with room and what all of them play for."""
        mods = [library.mods[id] for id in named.get("mods", ()) if id in library.mods]
        if kind.id == "champions":
            return next((fitting_champions(mod) for mod in mods), kind.usual)
        if kind.id != "arenas":
            return kind.usual
        roomy = {id: arena for id, arena in library.arenas.items() if arena.tiles >= seats}
        fitting = [id for id, arena in roomy.items() if all(lacks(mod, arena) is None for mod in mods)]
        return tuple(id for id in kind.usual if id in fitting) or tuple(fitting) or kind.usual

    def play(self, library: Library, bout: Bout) -> Result:
        """Let bots play a match to its end. Raises Refused."""
        mod = library.mods[bout.shared["mods"]]
        refuse_unfit(library, mod, library.arenas[bout.shared["arenas"]])
        entrants = [
            Entrant(
                name,
                bout.value("champions", seat),
                level=cast("Any", bout.value("levels", seat)),
                personality=bout.value("personalities", seat),
                team=TEAMS[seat % len(TEAMS)] if mod.in_teams else None,
            )
            for seat, name in zip(range(len(bout.seats)), NAMES, strict=False)
        ]
        library, entrants = _set_prices(library, entrants)
        table = playing.set_up(library, mod.id, bout.shared["arenas"], entrants, bout.seed, bout.options)
        record = _Record(list(table.state.players), counts_portals=bout.kind in ("", "arenas"))
        table.watch = record.add
        state = playing.play(table, entrants)
        sides = [state.side_of(id) for id in record.seats]
        winners = state.outcome.winner
        won = tuple(1 / (len(winners) * sides.count(side)) if side in winners else 0.0 for side in sides)
        return record.result(won, state.play.turn, table.inputs)

    def draft(self, library: Library, id: str, seed: int, options: Mapping[str, Any]) -> Draft:
        """Make an arena; size (60x60) and pieces of scenery come by chance where no option says them."""
        chance = Random(f"arena/{seed}")
        size, scenery = chance.choice(SIZES), chance.randrange(MOST_SCENERY + 1)
        size = str(options.get("size", size))
        try:
            width, height = (int(side) for side in size.split("x"))
            order = ArenaOrder((width, height), scenery=int(options.get("scenery", scenery)))
            entry = arena_entry(order, seed, None, id)
        except (ValueError, NoRoom) as error:
            raise forbid("ARENA-1", "no-draft", size=size) from error
        return Draft(id, arena_pack(entry), size, seed)

    def label(self, locale: Locale, word: str) -> str:
        """Return in a few words what a result counts: a portal, an accident, an end."""
        if word.startswith("portal-"):
            return locale.say(N_("Lives from portal {number}"), number=word.removeprefix("portal-"))
        return locale.gettext(COUNTED.get(word, word))

    def even_parts(self, used: Mapping[str, tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the lives that began at each portal, and those of them that killed somebody."""
        return [counts for name, counts in used.items() if name.startswith("portal-")]


def fitting_champions(mod: Mod) -> tuple[str, ...]:
    """Return the champions that take turns in a mod: those that can do what it is won by.

    A team of three needs some thirty kills to its goal: it fields figures that are quick and kill.
    """
    if mod.in_teams and mod.win.by == "score":
        return FITTING["structures"]
    return next((FITTING[rule] for rule in mod.rules if rule in FITTING), CHAMPIONS)


def _set_prices(library: Library, entrants: Sequence[Entrant]) -> tuple[Library, list[Entrant]]:
    """Return champions of other prices under ids of their own, with the packs that hold them."""
    champions = dict(library.champions)
    seated = []
    for entrant in entrants:
        price, id = own_price(entrant.champion), base_id(entrant.champion)
        if price is not None:
            id = f"{id}-{price}-points"
            champions[id] = replace(library.champions[base_id(entrant.champion)], id=id, points=price)
        seated.append(replace(entrant, champion=id))
    return library.replace(champions=champions), seated


class _Record:
    """What happens in a match, counted: kills, and where an arena is weighed the lives that began at each portal.

    Elsewhere arenas take turns, and portal 1 is another one in each.
    """

    def __init__(self, seats: Sequence[str], *, counts_portals: bool) -> None:
        self.seats = seats
        self._counts_portals = counts_portals
        self._kills: Counter[tuple[int, int]] = Counter()
        self._used: Counter[str] = Counter()
        self._good: Counter[str] = Counter()
        self._portals: dict[str, str] = {}  # the portal at which a life began that has killed nobody yet
        self._met = "won"

    def add(self, events: Sequence[Event]) -> None:
        """Count the events of a command."""
        for event in events:
            if isinstance(event, Killed):
                self._add_kill(event)
            elif isinstance(event, AccidentSuffered):
                self._portals.pop(event.player, None)
                self._used[f"accident-{event.cause}"] += 1
            elif isinstance(event, Respawned) and self._counts_portals:
                self._portals[event.player] = f"portal-{event.portal}"
                self._used[f"portal-{event.portal}"] += 1
            elif isinstance(event, Teleported):
                self._used["jump"] += 1
            elif isinstance(event, TokenTaken):
                self._used["token"] += 1
            elif isinstance(event, Ended):
                self._met = event.why

    def _add_kill(self, event: Killed) -> None:
        self._portals.pop(event.victim, None)
        for killer in event.killers:
            self._kills[self.seats.index(killer), self.seats.index(event.victim)] += 1
            portal = self._portals.pop(killer, None)
            if portal is not None:
                self._good[portal] += 1

    def result(self, won: tuple[float, ...], turns: int, inputs: int) -> Result:
        """Return the result of the match."""
        return Result(
            won=won,
            turns=turns,
            inputs=inputs,
            met=self._met,
            kills=tuple((killer, victim, number) for (killer, victim), number in sorted(self._kills.items())),
            used={name: (number, self._good[name]) for name, number in sorted(self._used.items())},
        )
