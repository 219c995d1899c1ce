"""The shape of what a journal keeps of each game: `python -m tests.shapes` writes it down.

An older q40k cannot read events it does not know. So `Game.shape` is a number that is raised with
every change of a game's events and commands. The fingerprints beside it tell when, and this program
raises it.
"""

from __future__ import annotations

import hashlib
import json
import re
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from q40k.games.game import GAMES, Game, find
from q40k.kernel.registry import RegisteredRules

HELD = Path(__file__).parent / "games" / "shapes.json"


def fingerprint(game: Game) -> str:
    """A few letters that change when an event or a command of a game does."""
    rules = game.rules
    assert isinstance(rules, RegisteredRules)
    registry = rules.registry
    texts: dict[str, str] = {}
    for kind in (*registry.events, *registry.commands):
        _tell(kind, texts)
    text = "\n".join(f"{name}: {fields}" for name, fields in sorted(texts.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _tell(kind: type[msgspec.Struct], texts: dict[str, str]) -> None:
    """Add a record and all that is in it: each field's name, type and default."""
    name = kind.__qualname__
    if name in texts:
        return
    texts[name] = ""
    tag = kind.__struct_config__.tag
    fields = [
        f"{field.encode_name} {_type_text(field.type, texts)} {'' if field.required else _unsaid(field)}"
        for field in msgspec.structs.fields(kind)
    ]
    texts[name] = f"{tag}; " + "; ".join(fields)


def _unsaid(field: msgspec.structs.FieldInfo) -> str:
    return "may be left out" if field.default is msgspec.NODEFAULT else repr(field.default)


def _type_text(kind: Any, texts: dict[str, str]) -> str:
    """A type by its names; what checks a value is no part of its shape."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _type_text(inner[0], texts)
    if origin is Literal:
        return f"one of {inner}"
    if inner:
        named = [_type_text(inner_kind, texts) for inner_kind in inner]
        if origin in (Union, UnionType):
            return " or ".join(named)
        return f"{getattr(origin, '__name__', origin)}[{', '.join(named)}]"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        _tell(kind, texts)
    return getattr(kind, "__qualname__", str(kind))


def shapes() -> dict[str, dict[str, Any]]:
    """The shape of every game of the house, now."""
    games = [find(id) for id in GAMES]
    return {game.id: {"shape": game.shape, "fingerprint": fingerprint(game)} for game in games}


def held_shapes() -> dict[str, dict[str, Any]]:
    """The shapes that were written down last."""
    data: dict[str, dict[str, Any]] = json.loads(HELD.read_text(encoding="utf-8"))
    return data


def raise_shape(game: Game, shape: int) -> None:
    """Write the number into the record of a game, where its manifest says it is."""
    module = import_module(game.manifest.record.partition(":")[0])
    path = Path(module.__file__ or "")
    record = path.read_text(encoding="utf-8")
    numbered, count = re.subn(r"\bshape=\d+", f"shape={shape}", record)
    if count != 1:
        raise SystemExit(f"{path} needs a line such as shape={shape},")
    path.write_text(numbered, encoding="utf-8")


def main() -> None:
    """Write the shapes down; raise the number of each game whose events or commands changed."""
    held, now = held_shapes(), shapes()
    for id, shape in now.items():
        if id in held and not is_raised(held[id], shape):
            shape["shape"] = held[id]["shape"] + 1
            raise_shape(find(id), shape["shape"])
            print(f"{id}: events or commands have changed; its shape is {shape['shape']} now")  # noqa: T201
    HELD.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")


def is_raised(held: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether the number of a game is right: the same for the same shape, larger for another."""
    if now["fingerprint"] == held["fingerprint"]:
        return bool(now["shape"] >= held["shape"])
    return bool(now["shape"] > held["shape"])


if __name__ == "__main__":
    main()
