"""Codes at the table: what a match can hand on as codes, and how the objects of a code are taken in here."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from q40k.games import game as games
from q40k.games.game import Game, UnknownGame
from q40k.i18n.locale import Locale
from q40k.kernel.whole_file import write_whole
from q40k.packs.bundle import Contents, check_files, refuse
from q40k.packs.codes import as_yaml, first_id, read_code, write_code
from q40k.table.folders import compiled_folder, pack_folders, packs_folder


class SharedCode(Struct, frozen=True):
    """A code of something in a match: its kind in a word, its name in both languages if it has one, and the code."""

    kind: str
    model: Any
    code: str

    def name(self, locale: Locale) -> str:
        """Return its name, or its id if it has none."""
        names = getattr(self.model, "name", None)
        return self.model.id if names is None else locale.name_of(names)


def shared_codes(game: Game, state: Any, most: int) -> Iterator[SharedCode]:
    """Yield a code of at most `most` letters for each thing in a (masked) state that is not shipped."""
    for objects in game.packs.shared_objects(state):
        kind, models = next(iter(objects.items()))
        code = write_code(game.id, objects)
        if len(code) <= most:
            yield SharedCode(game.packs.kinds.of(kind).singular, models[0], code)


class Parcel(Struct, frozen=True):
    """The checked objects of a code. `taken` are those ids that other objects here have already."""

    game: Game
    objects: Mapping[str, Sequence[Any]]
    contents: Contents
    taken: tuple[str, ...]

    @property
    def path(self) -> Path:
        """The file that holds the objects once they are taken in."""
        return packs_folder(self.game.id) / f"code-{first_id(self.objects)}.yaml"

    @property
    def text(self) -> str:
        """The objects as the text of a pack file."""
        return as_yaml(self.objects)


def open_code(text: str, folders: Iterable[Path] = (), where: str = "code") -> Parcel:
    """Return the objects of a code, checked. Raises PackError, whose problems lie in a file called `where`.

    `folders` hold packs besides the usual ones.
    """
    id, objects = read_code(text)
    try:
        game = games.find(id)
    except UnknownGame as error:
        raise refuse(where, "bundle-game", game=error.id, nearest=error.nearest) from error
    contents = check_files(game.packs.kinds, {where: as_yaml(objects).encode()}, where, compiled_folder())
    library = game.packs.library((*pack_folders(id), *folders), cache=compiled_folder())
    in_use = [own for kind, ids in contents.objects.items() for own in ids if own in library.of_kind(kind)]
    return Parcel(game, objects, contents, tuple(in_use))


def take_in(parcel: Parcel) -> Path:
    """Write the objects of a code into the packs folder of their game. Raises FileExistsError, OSError."""
    parcel.path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(parcel.path, parcel.text.encode(), replace=False, durable=True)
    return parcel.path
