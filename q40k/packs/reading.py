"""How pack models read plain data: the pydantic models made of their declarations.

pydantic names every mistake at once, each at its place, which is what a pack’s author needs; it
takes its time, so this module is imported only where YAML is read or checked.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    WrapValidator,
    create_model,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from q40k.packs.base import Check, NeitherEndlessNorNone, Pack, Wrong

PackT = TypeVar("PackT", bound=Pack)

_STRICT = ConfigDict(extra="forbid", strict=True, frozen=True)
_BOUNDS = ("ge", "gt", "le", "lt", "min_length", "max_length")


def sound(model: type[PackT], data: Any) -> PackT:
    """The model of plain data. Raises pydantic's ValidationError with all that is wrong."""
    made: PackT = _adapter(model).validate_json(json.dumps(data, default=msgspec.to_builtins))
    return made


def read_type(model: type[PackT]) -> Any:
    """The type by which a pydantic model has a field of `model`: read, or made already."""

    def made(value: Any, _read: Any) -> PackT:
        # A wrapped validator is handed Python's lists, but packs are strict: they read JSON.
        return value if isinstance(value, model) else sound(model, value)

    return Annotated[_type(model), WrapValidator(made)]


def json_schema(model: type[Pack]) -> dict[str, Any]:
    """The JSON Schema of a model."""
    return _read_by(model).model_json_schema()


@cache
def _adapter(model: type[Pack]) -> TypeAdapter[Any]:
    return TypeAdapter(_type(model))


@cache
def _read_by(model: type[Pack]) -> type[BaseModel]:
    """The pydantic model that reads what `model` declares."""
    hints = get_type_hints(model, include_extras=True)
    fields: dict[str, Any] = {}
    config = model.__struct_config__
    if config.tag_field is not None:
        fields[config.tag_field] = (Literal.__getitem__(config.tag), ...)
    for field in msgspec.structs.fields(model):
        fields[field.name] = (_type(hints[field.name]), _default(field))
    made: type[BaseModel] = create_model(
        model.__name__, __config__=_STRICT, __doc__=model.__doc__, __module__=model.__module__,
        **fields,
    )  # fmt: skip
    return made


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not NODEFAULT:
        return Field(default_factory=field.default_factory)
    if field.default is NODEFAULT:
        return ...
    if isinstance(field.default, Struct):
        usual = field.default
        shown = {"default": msgspec.to_builtins(usual)}
        return Field(default_factory=lambda: usual, json_schema_extra=shown)
    return field.default


def _type(hint: Any) -> Any:
    """A type of a declaration as pydantic reads it: its constraints, and models made of models."""
    if isinstance(hint, type) and issubclass(hint, Pack):
        return Annotated[_read_by(hint), AfterValidator(_converted(hint))]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        read = _type(args[0])
        for mark in args[1:]:
            read = Annotated[read, _constraint(args[0], mark)]
        return read
    if origin in (Union, UnionType):
        union = reduce(or_, [_type(one) for one in args])
        tags = {one.__struct_config__.tag_field for one in args if _is_pack(one)} - {None}
        return Annotated[union, Field(discriminator=tags.pop())] if tags else union
    if origin in (tuple, dict):
        return origin[tuple(one if one is Ellipsis else _type(one) for one in args)]
    return hint


def _is_pack(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Pack)


def _constraint(kind: Any, mark: Any) -> Any:
    if isinstance(mark, Check):
        return AfterValidator(_checking(mark))
    if isinstance(mark, NeitherEndlessNorNone):
        return Field(allow_inf_nan=False)
    assert isinstance(mark, Meta), mark
    if kind is str:
        return StringConstraints(pattern=mark.pattern, max_length=mark.max_length)
    bounds = {name: getattr(mark, name) for name in _BOUNDS}
    return Field(**{name: bound for name, bound in bounds.items() if bound is not None})


def _checking(check: Check) -> Callable[[Any], Any]:
    def checked(value: Any) -> Any:
        try:
            check.run(value)
        except Wrong as wrong:
            raise _error(wrong) from wrong
        return value

    return checked


def _converted(model: type[PackT]) -> Callable[[BaseModel], PackT]:
    """What makes the model of what pydantic has read, if nothing is wrong with the whole of it."""
    names = model.__struct_fields__

    def converted(read: BaseModel) -> PackT:
        made = model(**{name: getattr(read, name) for name in names})
        found = list(made.problems())
        if found:
            details = [
                InitErrorDetails(type=_error(wrong), loc=wrong.path, input=None) for wrong in found
            ]
            raise ValidationError.from_exception_data(model.__name__, details)
        return made

    return converted


def _error(wrong: Wrong) -> PydanticCustomError:
    return PydanticCustomError(wrong.code, wrong.message, wrong.facts)
