"""Reads plain data into pack models, by pydantic models made from their declarations.

pydantic names every mistake at once, each at its place, which is what a pack’s author needs. It is
slow to load, so this module is imported only where YAML is read or checked.
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

from q40k.kernel.commands import InvalidValue
from q40k.packs.base import Check, FiniteOnly, Pack

PackT = TypeVar("PackT", bound=Pack)

_STRICT = ConfigDict(extra="forbid", strict=True, frozen=True)
_BOUNDS = ("ge", "gt", "le", "lt", "min_length", "max_length")


def parse_model(model: type[PackT], data: Any) -> PackT:
    """Return the model of plain data. Raises pydantic's ValidationError with all that is wrong."""
    parsed: PackT = _adapter(model).validate_json(json.dumps(data, default=msgspec.to_builtins))
    return parsed


def field_type(model: type[PackT]) -> Any:
    """Return the type of a pydantic field for a `model`: it accepts data or the model itself."""

    def read(value: Any, _handler: Any) -> PackT:
        # A wrapped validator is handed Python's lists, but packs are strict: they read JSON.
        return value if isinstance(value, model) else parse_model(model, value)

    return Annotated[_type(model), WrapValidator(read)]


def json_schema(model: type[Pack]) -> dict[str, Any]:
    """Return the JSON Schema of a model."""
    return _pydantic_model(model).model_json_schema()


@cache
def _adapter(model: type[Pack]) -> TypeAdapter[Any]:
    return TypeAdapter(_type(model))


@cache
def _pydantic_model(model: type[Pack]) -> type[BaseModel]:
    """Return the pydantic model that reads what `model` declares."""
    hints = get_type_hints(model, include_extras=True)
    fields: dict[str, Any] = {}
    config = model.__struct_config__
    if config.tag_field is not None:
        fields[config.tag_field] = (Literal.__getitem__(config.tag), ...)
    for field in msgspec.structs.fields(model):
        fields[field.name] = (_type(hints[field.name]), _default(field))
    reader: type[BaseModel] = create_model(
        model.__name__, __config__=_STRICT, __doc__=model.__doc__, __module__=model.__module__,
        **fields,
    )  # fmt: skip
    return reader


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not NODEFAULT:
        return Field(default_factory=field.default_factory)
    if field.default is NODEFAULT:
        return ...
    if isinstance(field.default, Struct):
        default = field.default
        shown = {"default": msgspec.to_builtins(default)}
        return Field(default_factory=lambda: default, json_schema_extra=shown)
    return field.default


def _type(hint: Any) -> Any:
    """Return a declared type as pydantic reads it: with its constraints and nested models."""
    if isinstance(hint, type) and issubclass(hint, Pack):
        return Annotated[_pydantic_model(hint), AfterValidator(_to_model(hint))]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        read = _type(args[0])
        for mark in args[1:]:
            read = Annotated[read, _constraint(args[0], mark)]
        return read
    if origin in (Union, UnionType):
        union = reduce(or_, [_type(arg) for arg in args])
        tags = {arg.__struct_config__.tag_field for arg in args if _is_pack(arg)} - {None}
        return Annotated[union, Field(discriminator=tags.pop())] if tags else union
    if origin in (tuple, dict):
        return origin[tuple(arg if arg is Ellipsis else _type(arg) for arg in args)]
    return hint


def _is_pack(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Pack)


def _constraint(kind: Any, mark: Any) -> Any:
    if isinstance(mark, Check):
        return AfterValidator(_run_check(mark))
    if isinstance(mark, FiniteOnly):
        return Field(allow_inf_nan=False)
    assert isinstance(mark, Meta), mark
    if kind is str:
        return StringConstraints(pattern=mark.pattern, max_length=mark.max_length)
    bounds = {name: getattr(mark, name) for name in _BOUNDS}
    return Field(**{name: bound for name, bound in bounds.items() if bound is not None})


def _run_check(check: Check) -> Callable[[Any], Any]:
    def run(value: Any) -> Any:
        try:
            check.run(value)
        except InvalidValue as wrong:
            raise _error(wrong) from wrong
        return value

    return run


def _to_model(model: type[PackT]) -> Callable[[BaseModel], PackT]:
    """Return a function that makes a `model` of what pydantic has read, and checks the whole."""
    names = model.__struct_fields__

    def convert(data: BaseModel) -> PackT:
        value = model(**{name: getattr(data, name) for name in names})
        problems = list(value.problems())
        if problems:
            details = [
                InitErrorDetails(type=_error(problem), loc=problem.path, input=None)
                for problem in problems
            ]
            raise ValidationError.from_exception_data(model.__name__, details)
        return value

    return convert


def _error(wrong: InvalidValue) -> PydanticCustomError:
    return PydanticCustomError(wrong.code, wrong.message, wrong.facts)
