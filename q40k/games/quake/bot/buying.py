"""What a bot buys for a perfect fighter: the gear of any codex that wins more than it costs."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from q40k.games.quake.bot.bonuses import rates
from q40k.games.quake.bot.playing import Entrant, set_up
from q40k.games.quake.packs.library import Library
from q40k.games.quake.state.match import change_player
from q40k.games.quake.state.table.champion import perfect_price
from q40k.kernel.events import Refused

MOST_ITEMS = 3
"""So many items one figure carries at most."""
FEW = 12
"""Of so many of the best single items the others are chosen."""
MOST_SHARE = 1.0
"""No item costs more than this share of the bare figure: what is dear makes the goal far and a death dear."""


def buy_gear(
    library: Library, mod: str, champion: str, foes: Sequence[str], budget: int | None = None
) -> tuple[str, ...]:
    """Return the gear for a champion among some foes; () if none pays. `budget` is for figure and gear together.

    Rule: CHAMPION-5, CHAMPION-8
    """
    shop = _Shop(library, mod, champion, tuple(dict.fromkeys(foes)) or (champion,))
    gear: tuple[str, ...] = ()
    best = shop.worth(gear, budget)
    items = [*shop.items()]
    while len(gear) < MOST_ITEMS and items:
        worths = {item: shop.worth((*gear, item), budget) for item in items if item not in gear}
        items = sorted(worths, key=lambda item: (-worths[item], item))[:FEW]
        if not items or worths[items[0]] <= best:
            break
        gear, best = (*gear, items[0]), worths[items[0]]
    return gear


class _Shop:
    """Weighs gear for one champion among its foes."""

    def __init__(self, library: Library, mod: str, champion: str, foes: tuple[str, ...]) -> None:
        self.library, self.mod, self.champion, self.foes = library, mod, champion, foes
        self._arena = min(library.arenas.values(), key=lambda arena: (arena.size, arena.id)).id

    def items(self) -> Iterator[str]:
        """Yield all that is sold for at most a share of what the bare figure costs."""
        library, figure = self.library, self.library.champions[self.champion]
        for item in sorted({*figure.options, *library.weapons, *library.gear}):
            price = perfect_price(figure, item, library.champions.values(), library.traits)
            if price is not None and price.points <= MOST_SHARE * figure.points:
                yield item

    def worth(self, gear: tuple[str, ...], budget: int | None) -> float:
        """Return what a turn brings with some gear, in parts of the goal: kills less deaths; the worst if refused."""
        foes = [Entrant(f"Foe {number}", foe) for number, foe in enumerate(self.foes)]
        try:
            table = set_up(self.library, self.mod, self._arena, [Entrant("Buyer", self.champion, gear), *foes], 1)
        except Refused:
            return float("-inf")
        state = table.state.replace(turn=1)  # before the first turn everybody is as if stunned
        for id in state.players:
            state = change_player(state, id, placed=True)
        buyer, *others = state.players.values()
        if budget is not None and buyer.value > budget:
            return float("-inf")
        per_foe = [(rates(state, buyer, foe), float(foe.value) / float(buyer.value)) for foe in others]
        return fmean(rate.kills * share - rate.dies / share for rate, share in per_foe)
