"""Commands as match scripts write them: read from plain data, and written as such.

What a script says is read by pydantic models made of the commands' own declarations: they name
the field that is wrong, and how. They take their time, so they are made when a script is read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, structs, to_builtins

from q40k.kernel.checking import Cleaned
from q40k.kernel.commands import BadCommand, Command
from q40k.kernel.registry import Registry
from q40k.kernel.state import plain, said
from q40k.packs.base import Pack, Wrong


class RegisteredCommands:
    """The commands of a game's registry."""

    def __init__(self, registry: Registry[Any, Any]) -> None:
        self._registry = registry

    def check(self, data: dict[str, Any]) -> Command:
        """A command from the plain data of a match script. Raises BadCommand."""
        from pydantic import ValidationError

        try:
            # Data of packs is read from JSON.
            return self._made(_adapter(self._registry.commands).validate_json(json.dumps(data)))
        except ValidationError as error:
            raise _bad(_telling(error.errors(include_url=False))) from error

    def checked(self, data: dict[str, Any]) -> Command:
        """A command from its fields as Python has them. Raises pydantic's ValidationError."""
        return self._made(_adapter(self._registry.commands).validate_python(data))

    def data(self, command: Command) -> dict[str, Any]:
        """A command as plain data, `do` first, without what it leaves unsaid."""
        data: dict[str, Any] = to_builtins(said(command, usual=False), enc_hook=plain)
        return data

    def words(self) -> tuple[str, ...]:
        """Every word that `do` may be."""
        return tuple(sorted(word_of(kind) for kind in self._registry.commands))

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a command."""
        described: dict[str, Any] = _adapter(self._registry.commands).json_schema()
        return described

    def _made(self, read: Any) -> Command:
        """The command of what was read."""
        kinds = {word_of(kind): kind for kind in self._registry.commands}
        kind: type[Command] = kinds[read.do]
        names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
        return kind(**{name: getattr(read, written) for name, written in names})


_KINDS: Final = {"string_type": "str", "bool_type": "bool", "int_type": "int"}
"""What pydantic says of a value that is not of one of several types, and how it calls that type."""


def word_of(kind: type[Command]) -> str:
    """The word that a kind of command is called by."""
    return str(kind.__struct_config__.tag)


def _telling(problems: Sequence[Any]) -> Any:
    """The first problem that tells most: not that an object is no text where it may be either."""
    places = [one["loc"] for one in problems]
    for problem, place in zip(problems, places, strict=True):
        deep = len(place)
        deeper = any(len(one) > deep and one[: deep - 1] == place[:-1] for one in places)
        if not (deeper and place[-1:] == (_KINDS.get(problem["type"]),)):
            return problem
    return problems[0]


def _bad(problem: Any) -> BadCommand:
    """What pydantic has found, as the table says it."""
    if problem["type"] == "union_tag_invalid":
        return BadCommand("unknown-do")
    place = problem["loc"][1:]
    if place and place[-1] == _KINDS.get(problem["type"]):
        place = place[:-1]  # which of several types it is not is no field
    steps = (str(part) for part in place)
    field = ".".join(step for step in steps if "[" not in step)  # a validator's own, else
    if problem["type"] == "extra_forbidden":
        return BadCommand("unknown-field", field, problem["msg"])
    if problem["type"] == "missing":
        return BadCommand("missing-field", field, problem["msg"])
    return BadCommand("bad-field", field, problem["msg"])


# -- the models that read ------------------------------------------------------------------


@cache
def _adapter(kinds: tuple[type[Command], ...]) -> Any:
    from pydantic import Field, TypeAdapter

    models: Any = reduce(or_, (_model(kind) for kind in kinds))
    kind: Any = Annotated[models, Field(discriminator="do")]
    return TypeAdapter(kind)


def _model(kind: type[Command]) -> Any:
    from pydantic import ConfigDict, create_model

    hints = get_type_hints(kind, include_extras=True)
    fields: dict[str, Any] = {
        one.encode_name: (_type(hints[one.name]), _default(one)) for one in structs.fields(kind)
    }
    shared = {name: fields.pop(name) for name in Command.__struct_fields__}
    word = word_of(kind)
    return create_model(
        kind.__name__,
        __config__=ConfigDict(frozen=True, extra="forbid"),
        __doc__=kind.__doc__,
        **{**shared, "do": (Literal.__getitem__(word), word), **fields},
    )


def _default(one: structs.FieldInfo) -> Any:
    from pydantic import Field

    if one.default_factory is not NODEFAULT:
        return Field(default_factory=one.default_factory)
    return ... if one.default is NODEFAULT else one.default


def _type(hint: Any) -> Any:
    """A type of a declaration as pydantic reads it."""
    if isinstance(hint, type) and issubclass(hint, Pack):
        from q40k.packs.reading import read_type

        return read_type(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _marked(_type(args[0]), args[1:])
    if origin in (Union, UnionType):
        return reduce(or_, (_type(one) for one in args))
    if origin in (tuple, dict):
        return origin[tuple(one if one is Ellipsis else _type(one) for one in args)]
    return hint


def _marked(read: Any, marks: Sequence[Any]) -> Any:
    from pydantic import AfterValidator, BeforeValidator, Field

    for mark in marks:
        if isinstance(mark, Meta):
            limits = {one: getattr(mark, one) for one in ("ge", "gt", "le", "lt")}
            limits |= {one: getattr(mark, one) for one in ("min_length", "max_length")}
            read = Annotated[read, Field(**{k: v for k, v in limits.items() if v is not None})]
        elif isinstance(mark, Cleaned):
            validator = BeforeValidator if mark.before else AfterValidator
            read = Annotated[read, validator(_cleaning(mark))]
        else:
            read = Annotated[read, Field(allow_inf_nan=False)]
    return read


def _cleaning(mark: Cleaned) -> Any:
    from pydantic_core import PydanticCustomError

    def cleaned(value: Any) -> Any:
        try:
            return mark.run(value)
        except Wrong as wrong:
            raise PydanticCustomError(wrong.code, wrong.message) from wrong

    return cleaned
