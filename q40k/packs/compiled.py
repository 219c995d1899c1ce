"""Packs compiled into plain data, so that a start without changes reads no YAML.

A compiled file says of what it was made: its key is a hash of the bytes of every pack file, of the
code that reads and checks them and of the version of q40k. It is used only under that key and when
its own checksum is right; one that cannot be read or written harms nothing. What there is anything
to say against is never compiled, so that it is said each time.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from q40k import __version__
from q40k.kernel.whole_file import write_whole
from q40k.packs.finding import pack_files, shipped_files
from q40k.packs.kinds import PackKinds

SHIPPED = Path(__file__).resolve().parents[1] / "data" / "compiled"
"""Where the compiled packs lie that come with the program."""
FORMAT = b"q40k packs 1\n"
SUFFIX = ".packs"
MOST_KEPT = 8
"""So many compiled files are kept for each user: for other folders, and of other versions."""
_SIZE = 20
_GEOMETRY = Path(__file__).resolve().parents[1] / "geometry"


def key_of(packs: PackKinds, folders: Iterable[Path] = ()) -> bytes | None:
    """What the compiled form of these packs is known by; None when a file cannot be read."""
    seen = _hash(FORMAT + f"{packs.game} {__version__}".encode())
    try:
        for path in _code(packs):
            _add(seen, path.name.encode(), path.read_bytes())
        for path in shipped_files(packs, packs.names):
            _add(seen, path.name.encode(), path.read_bytes())
        for folder in folders:
            files, problems = pack_files(folder)
            if problems:
                return None
            _add(seen, os.fsencode(folder.absolute()))
            for path in files:
                _add(seen, os.fsencode(path), path.read_bytes())
    except OSError:
        return None
    return bytes(seen.digest())


def find(
    packs: PackKinds, key: bytes, only: Collection[str] | None, cache: Path | None
) -> dict[str, dict[str, Any]] | None:
    """The objects of these kinds, by kind and id, from what has been compiled under this key."""
    for folder in (SHIPPED, cache):
        body = None if folder is None else _body(folder / _name(key), key)
        if body is not None:
            try:
                return _decoded(packs, body, only)
            except (msgspec.MsgspecError, KeyError):
                continue
    return None


def keep(models: Mapping[str, Mapping[str, Any]], key: bytes, folder: Path) -> None:
    """Keep packs compiled in this folder, under this key, if it can be done."""
    try:
        write(models, key, folder)
        for old in _by_age(folder)[MOST_KEPT:]:
            old.unlink(missing_ok=True)
    except OSError:
        return


def write(models: Mapping[str, Mapping[str, Any]], key: bytes, folder: Path) -> Path:
    """Compile packs into this folder; whole or not at all. Raises OSError."""
    encode = msgspec.msgpack.Encoder().encode
    body = encode({kind: encode(list(shelf.values())) for kind, shelf in models.items()})
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _name(key)
    write_whole(path, FORMAT + key + _hash(body).digest() + body)
    return path


def _name(key: bytes) -> str:
    return key.hex()[:16] + SUFFIX


def _by_age(folder: Path) -> list[Path]:
    """The compiled files of a folder, the youngest first."""
    return sorted(folder.glob("*" + SUFFIX), key=lambda one: one.stat().st_mtime, reverse=True)


def _body(path: Path, key: bytes) -> bytes | None:
    """What a compiled file holds; None unless it is whole and made under this very key."""
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    head = FORMAT + key
    body = raw[len(head) + _SIZE :]
    return body if raw[: len(head) + _SIZE] == head + _hash(body).digest() else None


def _decoded(
    packs: PackKinds, body: bytes, only: Collection[str] | None
) -> dict[str, dict[str, Any]]:
    """Raises MsgspecError, KeyError for data of another shape."""
    shelves = msgspec.msgpack.decode(body, type=dict[str, bytes])
    found: dict[str, dict[str, Any]] = {name: {} for name in packs.names}
    for kind in packs.kinds:
        if only is None or kind.name in only:
            models: list[Any] = msgspec.msgpack.decode(
                shelves[kind.name],
                type=list[kind.model],  # type: ignore[name-defined]
            )
            found[kind.name] = {one.id: one for one in models}
    return found


def _code(packs: PackKinds) -> list[Path]:
    """The code that reads packs, and that which checks those of a game: whole folders of it.

    Geometry is in it, since it says what is wrong with a shape.
    """
    named = {
        one.__module__
        for kind in packs.kinds
        for one in (*kind.model.__mro__, kind.refers, kind.remarks)
        if one.__module__.partition(".")[0] != "msgspec" and one is not object
    }
    folders = {Path(file).parent for name in named if (file := sys.modules[name].__file__)}
    folders.add(_GEOMETRY)
    return sorted(path for folder in folders for path in folder.glob("*.py"))


def _hash(begin: bytes) -> Any:
    return blake2b(begin, digest_size=_SIZE)


def _add(seen: Any, *parts: bytes) -> None:
    for part in parts:
        seen.update(len(part).to_bytes(8, "big"))
        seen.update(part)
