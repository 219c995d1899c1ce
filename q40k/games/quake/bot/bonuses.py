"""What bonuses are worth: to whom it holds one, to its rivals, and to who thinks of fetching one.

A bonus changes how often its holder kills and dies in a turn, for as long as it lives. Both follow
from the exact odds of every line of a table.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from statistics import fmean

from msgspec import Struct

from q40k.games.quake.bot.chances import MEMORY, ByPlayer
from q40k.games.quake.packs.models import BonusKind, Category
from q40k.games.quake.state.match import Held, Match, Player, change_player
from q40k.games.quake.state.parts import Turn
from q40k.games.quake.state.shooting import guns

SAMPLES = ((0.4, 10.0, False), (0.3, 10.0, True), (0.3, 18.0, False))
"""The usual shots of a turn: how often, from how far, and whether after a move."""
CHARGES = 0.15
"""How often a champion that shoots strikes a charge as well."""
CHARGES_ONLY = 0.5
"""How often a champion that hardly shoots strikes a charge."""
FEW = 2
"""How many foes are looked at: the nearest stand for all."""
LONGEST = 7.0
"""The most turns that a bonus is expected to last."""
LEAST_RISK = 0.03
"""How likely anybody dies in a turn besides."""
FREE = 0.7
"""What it is worth to be free to take a bonus, as a share of what a bonus is worth."""
GUARDS = frozenset(
    ("invulnerable", "save-better", "save-set", "ward", "hit-only-on", "wounded-only-on", "toughness", "cover")
)
"""Effects of a bonus on those who strike its holder; all others change what the holder does."""
ACCIDENTS: Mapping[str, float] = {"mega-bumper": 0.75, "demolition-charge": 0.6, "nuke": 0.15, "spore-poison": 0.4}
"""How likely bonuses kill their picker that take effect at once; the nuke pays for a part of it."""
BLESSINGS: Mapping[str, float] = {"jump-pack": 0.1, "vortex": 0.1, "teleporter": 0.15, "order-of-play": 0.2}
"""What effects are worth whose odds nothing tells, as a share of a kill of one's own value."""
BOUND = 0.1
"""What it costs, as a share of a kill, to hold a special bonus and so to take no other: few change any odds."""


class Rates(Struct, frozen=True):
    """How likely a champion kills another in a turn, and is killed by it."""

    kills: float
    dies: float


def kill_rate(state: Match, striker: Player, target: Player) -> float:
    """Return how likely a champion kills another in a usual turn."""
    arms = guns(state, striker)
    shot = 0.0
    for share, away, moved in SAMPLES:
        fires = (MEMORY.fire(state, striker, gun, target, moved=moved) for gun in arms)
        shot += share * max((fire.kills[b] for fire in fires if (b := fire.band(away)) is not None), default=0.0)
    charge = MEMORY.duel(state, striker, target).kills
    return max(shot + CHARGES * charge, CHARGES_ONLY * charge)


def rates(state: Match, player: Player, foe: Player) -> Rates:
    """Return how likely a champion kills a foe in a turn, and is killed by it; remembered."""
    key = ("rates", MEMORY.world_key(state), MEMORY.target_key(player), MEMORY.target_key(foe))

    def work_out() -> Rates:
        return Rates(kill_rate(state, player, foe), kill_rate(state, foe, player))

    result: Rates = MEMORY.recall(key, work_out)
    return result


class Bonuses:
    """What bonuses are worth to one champion among its foes.

    `kill` and `death` are what a kill and its own death are worth, bonuses left out; `accident` is
    what an accident costs it.
    """

    def __init__(
        self, state: Match, player: Player, foes: tuple[Player, ...], kill: float, death: float, accident: float
    ) -> None:
        self.bare = _at_ease(player)
        self.foes = tuple(_at_ease(foe) for foe in foes[:FEW])
        self.state = state.replace(players={**state.players, **{p.id: p for p in (self.bare, *self.foes)}})
        self.kill, self.death, self.accident = kill, death, accident

    def of_holder(self) -> float:
        """Return what the champion loses with its bonus; less than nothing if it would rather draw again."""
        if self.bare.bonus is None:
            return 0.0
        key = ("holder", self._lying, MEMORY.target_key(self.bare), *self._names(self.foes))
        result: float = MEMORY.recall(key, self._of_holder)
        return result

    def _of_holder(self) -> float:
        held, free = self.bare.bonus, FREE * self.of_any_token()
        assert held is not None
        if held.spent:
            return -free
        bare = _without_bonus(self.bare)
        state = self.state.replace(players={**self.state.players, bare.id: bare})
        usual = tuple(rates(state, bare, foe) for foe in self.foes)
        holding = self._worth(usual, tuple(rates(self.state, self.bare, foe) for foe in self.foes))
        return holding + BLESSINGS.get(self.state.kind(held).effect, 0.0) * self.kill - free

    @cached_property
    def _lying(self) -> frozenset[Category]:
        """Return the kinds of tokens that lie about."""
        return frozenset(token.category for token in self.state.tokens.values() if token.holder is None)

    def _names(self, foes: Iterable[Player]) -> tuple[object, ...]:
        """Return what names the foes and all else that a worth depends on."""
        targets = tuple(MEMORY.target_key(foe) for foe in foes)
        return MEMORY.world_key(self.state), targets, self.kill, self.death, self.accident

    def of_any_token(self) -> float:
        """Return what the best kind of token that lies about is worth."""
        return max((self.of_token(category) for category in self._lying), default=0.0)

    def of_token(self, category: Category) -> float:
        """Return what an unknown bonus of a category is worth, the mean of its table; remembered.

        Foes count without their bonuses, which come and go.
        """
        names = self._names(_without_bonus(foe) for foe in self.foes)
        key = ("token", category, MEMORY.target_key(_without_bonus(self.bare)), *names)
        mean: float = MEMORY.recall(key, lambda: self._mean_of_table(self.state.tables.table(category), category))
        return mean - BOUND * self.kill if category == "special" else mean

    def _worth(self, usual: tuple[Rates, ...], changed: tuple[Rates, ...]) -> float:
        """Return what it is worth to strike and to be struck at other rates until the next death."""
        if not changed:
            return 0.0
        lasts = min(LONGEST, 1.0 / (fmean(rates.dies for rates in changed) + LEAST_RISK))
        kills = fmean(new.kills - old.kills for new, old in zip(changed, usual, strict=True))
        spares = fmean(old.dies - new.dies for new, old in zip(changed, usual, strict=True))
        return lasts * (kills * self.kill + spares * self.death)

    def _mean_of_table(self, table: Mapping[str, BonusKind], category: Category) -> float:
        players = {player.id: _without_bonus(player) for player in (self.bare, *self.foes)}
        state = self.state.replace(players={**self.state.players, **players})
        bare, *foes = players.values()

        usual = tuple(rates(state, bare, foe) for foe in foes)

        def rates_with(kind: BonusKind, held: Held) -> tuple[Rates, ...]:
            effects = {modifier.effect for modifier in kind.modifiers}
            holder, now = bare.replace(bonus=held), change_player(state, bare.id, bonus=held)
            strikes, guards = kind.weapon is not None or effects - GUARDS, effects & GUARDS
            return tuple(
                Rates(
                    kill_rate(now, holder, foe) if strikes else old.kills,
                    kill_rate(now, foe, holder) if guards else old.dies,
                )
                for foe, old in zip(foes, usual, strict=True)
            )

        worths = {
            roll: self._worth(usual, rates_with(kind, Held(token="", kind=f"{category}-{roll}")))
            for roll, kind in table.items()
        }
        best = max(worths.values())
        return fmean(self._of_line(kind, worths[roll], best) for roll, kind in table.items())

    def _of_line(self, kind: BonusKind, worth: float, best: float) -> float:
        if kind.effect in ACCIDENTS:
            return -ACCIDENTS[kind.effect] * self.accident
        return best if kind.effect == "choose" else worth + BLESSINGS.get(kind.effect, 0.0) * self.kill


@ByPlayer
def _at_ease(player: Player) -> Player:
    """Return a champion as it usually stands: alive, in no portal and no water, with nothing fired or in use."""
    life, turn = player.life.replace(wounds=player.champion.w, broken=False, alive=True, placed=True), Turn(stunned=-1)
    return player.replace(life=life, turn=turn, portal=None, in_water=False)


@ByPlayer
def _without_bonus(player: Player) -> Player:
    return player.replace(bonus=None)
