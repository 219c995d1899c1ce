"""The JSON Schemas of packs, for editors and for suggestions in problems."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from q40k.packs.base import Pack
from q40k.packs.kinds import PackKinds
from q40k.packs.reading import json_schema

Schema = dict[str, Any]


def schema(packs: PackKinds, word: str) -> Schema:
    """Return the JSON Schema of a single object, such as a "track", or of a whole "pack" file.

    Raises KeyError for a word that no kind has.
    """
    head: Schema = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    if word != "pack":
        return head | json_schema({kind.singular: kind.model for kind in packs.kinds}[word])
    definitions: Schema = {}
    properties: Schema = {}
    for kind in packs.kinds:
        own = json_schema(kind.model)
        definitions |= own.pop("$defs", {}) | {kind.model.__name__: own}
        reference = {"$ref": f"#/$defs/{kind.model.__name__}"}
        properties[kind.name] = {"type": "array", "items": reference}
    return head | {
        "title": "Pack",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "$defs": definitions,
    }


class Expected:
    """What a model expects at a path: the keys, bounds and choices in its schema."""

    def __init__(self, model: type[Pack], path: tuple[str | int, ...]) -> None:
        root = _schema_of(model)
        nodes = list(_alternatives(root, root))
        for step in path:
            nodes = [node for parent in nodes for node in _alternatives(_child(parent, step), root)]
        self._nodes = nodes

    @property
    def keys(self) -> list[str]:
        """Return the keys that are allowed there."""
        return [key for node in self._nodes for key in node.get("properties", ())]

    @property
    def choices(self) -> list[str]:
        """Return the words that are allowed there."""
        words = [word for node in self._nodes for word in node.get("enum", ())]
        words += [node["const"] for node in self._nodes if "const" in node]
        return [word for word in dict.fromkeys(words) if isinstance(word, str)]

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """Return the least and the most that a number there may be."""
        least = next((n["minimum"] for n in self._nodes if "minimum" in n), None)
        most = next((n["maximum"] for n in self._nodes if "maximum" in n), None)
        return least, most


@cache
def _schema_of(model: type[Pack]) -> Schema:
    return json_schema(model)


def _alternatives(node: Schema | None, root: Schema) -> Iterator[Schema]:
    """Yield the node itself, or every node that it may be."""
    if not node:
        return
    if "$ref" in node:
        name = str(node["$ref"]).rsplit("/", 1)[-1]
        yield from _alternatives(
            root if name not in root.get("$defs", {}) else root["$defs"][name], root
        )
    elif "anyOf" in node or "oneOf" in node:
        for alternative in [*node.get("anyOf", ()), *node.get("oneOf", ())]:
            yield from _alternatives(alternative, root)
    else:
        yield node


def _child(node: Schema, step: str | int) -> Schema | None:
    if isinstance(step, int):
        prefix = node.get("prefixItems", ())
        child = prefix[step] if step < len(prefix) else node.get("items")
    else:
        child = node.get("properties", {}).get(step) or node.get("additionalProperties")
    return child if isinstance(child, dict) else None
