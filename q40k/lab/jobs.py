"""Jobs: some bouts under the hash of all they depend on, and how a process plays them."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from q40k import __version__
from q40k.games import game as games
from q40k.kernel.events import Refused
from q40k.lab.subject import Bout, Lab, Result
from q40k.packs.finding import pack_files, shipped_files
from q40k.table.folders import compiled_folder

T = TypeVar("T")
R = TypeVar("R")

SHARED_ROOMS = ("q40k.kernel", "q40k.tabletop", "q40k.geometry", "q40k.packs", "q40k.bots", "q40k.lab.subject")
"""What the games of the house stand on."""
SIZE = 12
"""The bytes of a hash."""


class World(Struct, frozen=True):
    """Everything beside its bout that a result depends on; `id` is its hash."""

    game: str
    version: str
    shape: int
    packs: str
    rules: str

    @property
    def id(self) -> str:
        """Return the hash of the world."""
        return _digest(msgspec.json.encode(self))


class Job(Struct, frozen=True):
    """Tasks that one process does one after another: their game, where its manifest is, its packs.

    `record` is what all tasks of a work share, such as a match that is studied.
    """

    game: str
    manifest: str
    folders: tuple[str, ...]
    world: str
    tasks: tuple[Any, ...]
    record: bytes = b""


@dataclass(frozen=True)
class Work(Generic[T, R]):
    """A kind of work: what names its tasks, does a job of them, and reads a result that is kept."""

    name: Callable[[T], str]
    play: Callable[[Job], tuple[float, tuple[bytes, ...]]]
    read: Callable[[bytes], R]
    record: bytes = b""


class WorldDiffers(RuntimeError):
    """The process that plays has another version, other rules or other packs than the one that asks."""


def _digest(*parts: bytes) -> str:
    return blake2b(b"\0".join(parts), digest_size=SIZE).hexdigest()


def task_name(task: Struct) -> str:
    """Return the hash of a task, such as a bout."""
    return _digest(msgspec.json.encode(task, order="deterministic"))


def find_world(game: games.Game, folders: Sequence[str] = (), rooms: Sequence[str] | None = None) -> World:
    """Return the world of a game with the packs of some folders as they are now.

    `rooms` are the modules that a result depends on, beside the shared ones; those of the lab without them.
    """
    packs = _digest(*_pack_parts(game, folders))
    rooms = game.lab.rooms if rooms is None else rooms
    rules = _digest(*(part for room in (*SHARED_ROOMS, *rooms) for part in _source(room)))
    return World(game.id, __version__, game.shape, packs, rules)


def _pack_parts(game: games.Game, folders: Sequence[str]) -> Iterator[bytes]:
    """Yield the contents of all packs: the same files under another path are the same packs."""
    kinds = game.packs.kinds
    if not kinds.kinds:
        return
    for path in shipped_files(kinds, kinds.names):
        yield path.read_bytes()
    for folder in folders:
        for path in pack_files(Path(folder))[0]:
            yield path.read_bytes()


@lru_cache(maxsize=64)
def _source(room: str) -> tuple[bytes, ...]:
    """Return the source of a module, or of every module of a package, with their names."""
    spec = find_spec(room)
    if spec is None or spec.origin is None:
        return ()
    origin = Path(spec.origin)
    if spec.submodule_search_locations is None:
        return (origin.name.encode(), origin.read_bytes())
    files = sorted(origin.parent.rglob("*.py"))
    return tuple(part for path in files for part in (path.name.encode(), path.read_bytes()))


def open_game(job: Job) -> games.Game:
    """Return the game of a job, which may be new to this process."""
    if job.game not in games.game_ids():
        games.add(job.game, job.manifest)
    return games.find(job.game)


# -- playing -------------------------------------------------------------------------------


def play_job(job: Job) -> tuple[float, tuple[bytes, ...]]:
    """Play a job; return the seconds of processor time, and the results as they are kept.

    Raises WorldDiffers.
    """
    game = open_game(job)
    library = _read_library(job.game, job.folders, job.world)
    begin = time.process_time()
    encoded = tuple(
        msgspec.json.encode(play_bout(game.lab, library, bout), order="deterministic") for bout in job.tasks
    )
    return time.process_time() - begin, encoded


def play_bout(lab: Lab, library: Any, bout: Bout) -> Result:
    """Play a bout; one that cannot be played has a result with its refusal."""
    try:
        return lab.play(library, bout)
    except Refused as refused:
        return Result(refusal=refused.refusal)


@lru_cache(maxsize=2)
def _read_library(game: str, folders: tuple[str, ...], world: str) -> Any:
    """Return the packs of a world, read once for each process."""
    opened = games.find(game)
    if find_world(opened, folders).id != world:
        raise WorldDiffers(game)
    return opened.packs.library(map(Path, folders), cache=compiled_folder())


def read_result(encoded: bytes) -> Result:
    """Return a result from the form in which it is kept. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(encoded, type=Result)


BOUTS: Work[Bout, Result] = Work(task_name, play_job, read_result)
"""The work of the lab: bouts that bots play."""
