"""How a pydantic model holds a pack’s model: what reads the commands of a script does."""

from __future__ import annotations

from typing import Any

from msgspec import NODEFAULT, Struct, convert, structs
from pydantic_core import core_schema as made

from q40k.packs.base import Pack


def core_schema(model: type[Pack]) -> Any:
    """The schema that reads and writes `model` as a pydantic model would."""

    def read(value: Any) -> Any:
        if isinstance(value, model):
            return value
        try:
            return convert(value, model)
        except ValueError:
            from q40k.packs.reading import sound

            return sound(model, value)

    def write(value: Pack, info: Any) -> Any:
        return _plain(value, none=not info.exclude_none, usual=not info.exclude_defaults)

    return made.no_info_plain_validator_function(
        read,
        serialization=made.plain_serializer_function_ser_schema(
            write, info_arg=True, when_used="always"
        ),
    )


def json_schema(model: type[Pack], handler: Any) -> Any:
    """The JSON Schema of `model` within that of a command."""
    from q40k.packs import reading

    return handler(reading._read_by(model).__pydantic_core_schema__)


def _plain(value: Any, *, none: bool, usual: bool) -> Any:
    if isinstance(value, tuple):
        return tuple(_plain(one, none=none, usual=usual) for one in value)
    if isinstance(value, dict):
        return {key: _plain(one, none=none, usual=usual) for key, one in value.items()}
    if not isinstance(value, Struct):
        return value
    config = value.__struct_config__
    written = {} if config.tag_field is None else {config.tag_field: config.tag}
    for field in structs.fields(value):
        one = getattr(value, field.name)
        if (one is None and not none) or (not usual and one == _default(field)):
            continue
        written[field.name] = _plain(one, none=none, usual=usual)
    return written


def _default(field: structs.FieldInfo) -> Any:
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return field.default
