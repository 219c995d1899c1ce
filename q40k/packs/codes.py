"""Codes: one object of a pack, with what it needs of the same pack, as a text short enough for a square code."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from q40k.kernel.state import to_data
from q40k.packs.bundle import refuse
from q40k.packs.kinds import PackKind, PackKinds
from q40k.packs.library import Library, load

MARK = "2."
"""Ahead of every code: the version of its form. No id has a point."""
_MOST_BYTES = 100_000
"""No object is larger; a longer text is refused before it fills the memory."""
_MOST_DEEP = 20
"""No object has so many lists and records within each other."""
_CALL = "q40k pack add "
PAGE = "/pack/"
"""The part of a link ahead of its code: the page of a board that shows what a code holds."""
MOST_OBJECTS = 60
"""No object needs so many others of its pack; the one with the most needs 29."""
MOST_LETTERS = 6_000
"""A longer text is refused unread: no square code holds half as much."""


def code_of(library: Library, kinds: PackKinds, kind: PackKind, id: str) -> str:
    """Return the code of an object: its data, with those of everything it refers to that the house does not ship."""
    shipped = shipped_packs(kinds)
    objects: dict[str, list[Any]] = {kind.name: [library.of_kind(kind.name)[id]]}
    queue, seen = [(kind, objects[kind.name][0])], {(kind.name, id)}
    while queue:
        own_kind, model = queue.pop(0)
        for reference in own_kind.references(model):
            for name in reference.kinds:
                referred = library.of_kind(name).get(reference.id)
                is_shipped = referred is None or referred == shipped.of_kind(name).get(reference.id)
                if is_shipped or (name, reference.id) in seen:
                    continue
                seen.add((name, reference.id))
                objects.setdefault(name, []).append(referred)
                queue.append((kinds.of(name), referred))
    return write_code(kinds.game, objects)


def write_code(game: str, objects: Mapping[str, Sequence[Any]]) -> str:
    """Return the code of objects by kind; it is about the first of them."""
    text = json.dumps({"game": game, "packs": _plain(objects)}, ensure_ascii=False, separators=(",", ":"))
    return MARK + urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def _plain(objects: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    return {
        kind: [msgspec.to_builtins(to_data(model, defaults=False)) for model in models]
        for kind, models in objects.items()
    }


def load_call(code: str) -> str:
    """Return the call that a square code holds: it takes the object in."""
    return _CALL + code


def link(board: str, code: str) -> str:
    """Return the address at which a board shows what a code holds; a phone's camera opens it."""
    return board.rstrip("/") + PAGE + code


def bare_code(text: str) -> str:
    """Return the code in a call or a link, or the text itself."""
    words = "".join(text.removeprefix(_CALL).split())
    return words.rpartition(PAGE)[2] if words.startswith(("http://", "https://")) else words


def is_code(text: str) -> bool:
    """Return whether a text is a code, or the call or the link that holds one."""
    return bare_code(text).startswith(MARK)


@lru_cache(4)
def shipped_packs(kinds: PackKinds) -> Library:
    """Return the shipped packs of a game, read once."""
    return load(kinds)


def own_objects(kinds: PackKinds, objects: Mapping[str, Iterable[Any]]) -> dict[str, list[Any]]:
    """Return those objects by kind that the house does not ship just so."""
    shipped = shipped_packs(kinds)
    own = {
        kind: [model for model in models if shipped.of_kind(kind).get(model.id) != model]
        for kind, models in objects.items()
    }
    return {kind: models for kind, models in own.items() if models}


def read_code(text: str) -> tuple[str, dict[str, list[Any]]]:
    """Return the game and the objects by kind in a code. Raises PackError; the objects are not checked yet."""
    if len(text) > MOST_LETTERS:
        raise refuse(_short(text), "bundle-code")
    code = bare_code(text).removeprefix(MARK)
    try:
        packed = urlsafe_b64decode(code + "=" * (-len(code) % 4))
        unpacking = zlib.decompressobj()
        raw = unpacking.decompress(packed, _MOST_BYTES)
        data = json.loads(raw) if unpacking.eof else None
    except (Error, zlib.error, ValueError, RecursionError) as error:
        raise refuse(_short(text), "bundle-code") from error
    if not isinstance(data, dict) or not isinstance(data.get("game"), str) or not _is_packs(data.get("packs")):
        raise refuse(_short(text), "bundle-code")
    if sum(map(len, data["packs"].values())) > MOST_OBJECTS:
        raise refuse(_short(text), "bundle-many-objects", most=MOST_OBJECTS)
    return data["game"], data["packs"]


def _is_packs(data: Any) -> bool:
    if not isinstance(data, dict) or not data or not all(isinstance(v, list) and v for v in data.values()):
        return False
    layer = list(data.values())
    for _level in range(_MOST_DEEP):  # what writes and reads YAML calls itself for each level
        layer = [part for whole in layer for part in _parts(whole)]
    return not layer


def _parts(data: Any) -> Iterable[Any]:
    return data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()


def as_yaml(objects: Mapping[str, Sequence[Any]]) -> str:
    """Return objects by kind as the text of a pack file."""
    import yaml

    return yaml.safe_dump(dict(objects), allow_unicode=True, sort_keys=False, default_flow_style=None, width=100)


def pack_text(objects: Mapping[str, Sequence[Any]]) -> str:
    """Return objects by kind, as a library has them, as the text of a pack file."""
    return as_yaml(_plain(objects))


def first_id(objects: Mapping[str, Sequence[Any]]) -> str:
    """Return the id of the object that a code is about."""
    first = next(iter(objects.values()))[0]
    return str(first.get("id")) if isinstance(first, dict) else ""


def _short(text: str) -> str:
    return text if len(text) <= 24 else text[:23] + "…"
