"""The games that random evenings play."""

from functools import cache

from tests.soak.epic_game import EpicGame
from tests.soak.hulk_game import HulkGame
from tests.soak.quake_game import QuakeGame
from tests.soak.random_game import RandomGame

KINDS: tuple[type[RandomGame], ...] = (QuakeGame, EpicGame, HulkGame)
GAMES = tuple(kind.id for kind in KINDS)


@cache
def game_of(id: str) -> RandomGame:
    """Return the game with that id, which is imported only now."""
    return next(kind for kind in KINDS if kind.id == id)()
