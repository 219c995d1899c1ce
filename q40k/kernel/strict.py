"""Strict structs, for events and commands: frozen, keyword-only, without unknown fields."""

from __future__ import annotations

from typing import Any

from msgspec import StructMeta


class Strict(StructMeta):
    """The metaclass that makes a struct strict."""

    def __new__(  # noqa: D102
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> Any:
        strict = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True, "gc": False}
        return super().__new__(mcs, name, bases, namespace, **{**strict, **options})
