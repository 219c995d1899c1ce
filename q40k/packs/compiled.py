"""Packs compiled into plain data, so that a start without changes reads no YAML.

The key of a compiled file is a hash of its sources: the bytes of every pack file, the code that
reads and checks them, and the version of q40k. A file is used only under that key and with its own
checksum right; if it cannot be read or written, nothing is lost. Packs with any problem are never
compiled, so that the problem is reported each time.
"""

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
"""The folder of the compiled packs that come with the program."""
FORMAT = b"q40k packs 1\n"
SUFFIX = ".packs"
MOST_KEPT = 8
"""How many compiled files are kept for each user: for several folders and versions."""
_SIZE = 20
_GEOMETRY = Path(__file__).resolve().parents[1] / "geometry"


def key_of(packs: PackKinds, folders: Iterable[Path] = ()) -> bytes | None:
    """Return the key of the compiled form of these packs; None if a file cannot be read."""
    digest = _hash(FORMAT + f"{packs.game} {__version__}".encode())
    try:
        for path in _code(packs):
            _add(digest, path.name.encode(), path.read_bytes())
        for path in shipped_files(packs, packs.names):
            _add(digest, path.name.encode(), path.read_bytes())
        for folder in folders:
            files, problems = pack_files(folder)
            if problems:
                return None
            _add(digest, os.fsencode(folder.absolute()))
            for path in files:
                _add(digest, os.fsencode(path), path.read_bytes())
    except OSError:
        return None
    return bytes(digest.digest())


def find(
    packs: PackKinds, key: bytes, only: Collection[str] | None, cache: Path | None
) -> dict[str, dict[str, Any]] | None:
    """Return the objects of these kinds, by kind and id, from a file with this key; or None."""
    for folder in (SHIPPED, cache):
        body = None if folder is None else _body(folder / _name(key), key)
        if body is not None:
            try:
                return _decode(packs, body, only)
            except (msgspec.MsgspecError, KeyError):
                continue
    return None


def keep(models: Mapping[str, Mapping[str, Any]], key: bytes, folder: Path) -> None:
    """Keep packs compiled in this folder, under this key, if possible."""
    try:
        write(models, key, folder)
        for old in _by_age(folder)[MOST_KEPT:]:
            old.unlink(missing_ok=True)
    except OSError:
        return


def write(models: Mapping[str, Mapping[str, Any]], key: bytes, folder: Path) -> Path:
    """Compile packs into this folder, whole or not at all. Raises OSError."""
    encode = msgspec.msgpack.Encoder().encode
    body = encode({kind: encode(list(shelf.values())) for kind, shelf in models.items()})
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _name(key)
    write_whole(path, FORMAT + key + _hash(body).digest() + body)
    return path


def _name(key: bytes) -> str:
    return key.hex()[:16] + SUFFIX


def _by_age(folder: Path) -> list[Path]:
    """Return the compiled files of a folder, the newest first."""
    return sorted(folder.glob("*" + SUFFIX), key=lambda file: file.stat().st_mtime, reverse=True)


def _body(path: Path, key: bytes) -> bytes | None:
    """Return the content of a compiled file; None unless it is whole and has this key."""
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    head = FORMAT + key
    body = raw[len(head) + _SIZE :]
    return body if raw[: len(head) + _SIZE] == head + _hash(body).digest() else None


def _decode(packs: PackKinds, body: bytes, only: Collection[str] | None) -> dict[str, dict[str, Any]]:
    """Return the objects by kind and id. Raises MsgspecError, KeyError for other data."""
    shelves = msgspec.msgpack.decode(body, type=dict[str, bytes])
    objects: dict[str, dict[str, Any]] = {name: {} for name in packs.names}
    for kind in packs.kinds:
        if only is None or kind.name in only:
            models: list[Any] = msgspec.msgpack.decode(
                shelves[kind.name],
                type=list[kind.model],  # type: ignore[name-defined]
            )
            objects[kind.name] = {model.id: model for model in models}
    return objects


def _code(packs: PackKinds) -> list[Path]:
    """Return the files of code that read packs, and that check those of a game: whole folders.

    Geometry is included, since it checks shapes.
    """
    modules = {
        origin.__module__
        for kind in packs.kinds
        for origin in (*kind.model.__mro__, kind.references, kind.remarks)
        if origin.__module__.partition(".")[0] != "msgspec" and origin is not object
    }
    folders = {Path(file).parent for name in modules if (file := sys.modules[name].__file__)}
    folders.add(_GEOMETRY)
    return sorted(path for folder in folders for path in folder.glob("*.py"))


def _hash(start: bytes) -> Any:
    return blake2b(start, digest_size=_SIZE)


def _add(digest: Any, *parts: bytes) -> None:
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
