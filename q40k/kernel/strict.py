"""Values that events and commands are: frozen, made by their fields' names, strict about them."""

from __future__ import annotations

from typing import Any

from msgspec import StructMeta


class Strict(StructMeta):
    """Makes every kind of event or command so, without saying it at each of them."""

    def __new__(  # noqa: D102
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> Any:
        strict = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True, "gc": False}
        return super().__new__(mcs, name, bases, namespace, **{**strict, **options})
