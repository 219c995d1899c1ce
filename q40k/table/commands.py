"""Commands as match scripts write them: read from plain data, and written as plain data.

Script data is validated by pydantic models made from the commands' own declarations: their errors
name the wrong field. Making them takes time, so they are made when the first script is read.
"""

import json
from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, structs, to_builtins

from q40k.kernel.commands import BadCommand, CleanedBy, Command, InvalidValue
from q40k.kernel.registry import Registry
from q40k.kernel.state import encode_hook, to_data
from q40k.packs.base import Pack


class RegisteredCommands:
    """The commands of a game's registry."""

    def __init__(self, registry: Registry[Any, Any]) -> None:
        self._registry = registry

    def check(self, data: dict[str, Any]) -> Command:
        """Return the command in the plain data of a match script. Raises BadCommand."""
        from pydantic import ValidationError

        try:
            # Data of packs is read from JSON.
            return self._make_command(_adapter(self._registry.commands).validate_json(json.dumps(data)))
        except ValidationError as error:
            raise _as_bad_command(_most_informative(error.errors(include_url=False))) from error

    def check_fields(self, data: dict[str, Any]) -> Command:
        """Return a command from its fields as Python values. Raises pydantic's ValidationError."""
        return self._make_command(_adapter(self._registry.commands).validate_python(data))

    def data(self, command: Command) -> dict[str, Any]:
        """Return a command as plain data, `do` first, without fields that have their default."""
        data: dict[str, Any] = to_builtins(to_data(command, defaults=False), enc_hook=encode_hook)
        return data

    def words(self) -> tuple[str, ...]:
        """Return every word that `do` may be."""
        return tuple(sorted(word_of(kind) for kind in self._registry.commands))

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a command."""
        described: dict[str, Any] = _adapter(self._registry.commands).json_schema()
        return described

    def _make_command(self, read: Any) -> Command:
        kinds = {word_of(kind): kind for kind in self._registry.commands}
        kind: type[Command] = kinds[read.do]
        names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
        return kind(**{name: getattr(read, written) for name, written in names})


_KINDS = {"string_type": "str", "bool_type": "bool", "int_type": "int"}
"""The error types of pydantic for a value of the wrong type, and its name of the right type."""


def word_of(kind: type[Command]) -> str:
    """Return the word that a kind of command has in scripts."""
    return str(kind.__struct_config__.tag)


def _most_informative(problems: Sequence[Any]) -> Any:
    """Return the most informative problem.

    For a value of several types pydantic reports each type that does not match. "Not a string" says
    little if the value is an object with a wrong field.
    """
    places = [problem["loc"] for problem in problems]
    for problem, place in zip(problems, places, strict=True):
        deep = len(place)
        deeper = any(len(other) > deep and other[: deep - 1] == place[:-1] for other in places)
        if not (deeper and place[-1:] == (_KINDS.get(problem["type"]),)):
            return problem
    return problems[0]


def _as_bad_command(problem: Any) -> BadCommand:
    """Translate a problem of pydantic into a BadCommand."""
    if problem["type"] == "union_tag_invalid":
        return BadCommand("unknown-do")
    place = problem["loc"][1:]
    if place and place[-1] == _KINDS.get(problem["type"]):
        place = place[:-1]  # the type that does not match is not a field
    steps = (str(part) for part in place)
    # The names of pydantic's own validators hold a bracket.
    field = ".".join(step for step in steps if "[" not in step)
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
        field.encode_name: (_type(hints[field.name]), _default(field)) for field in structs.fields(kind)
    }
    shared = {name: fields.pop(name) for name in Command.__struct_fields__}
    word = word_of(kind)
    return create_model(
        kind.__name__,
        __config__=ConfigDict(frozen=True, extra="forbid"),
        __doc__=kind.__doc__,
        **{**shared, "do": (Literal.__getitem__(word), word), **fields},
    )


def _default(field: structs.FieldInfo) -> Any:
    from pydantic import Field

    if field.default_factory is not NODEFAULT:
        return Field(default_factory=field.default_factory)
    return ... if field.default is NODEFAULT else field.default


def _type(hint: Any) -> Any:
    """Return the type of a declaration as pydantic reads it."""
    if isinstance(hint, type) and issubclass(hint, Pack):
        from q40k.packs.validate import field_type

        return field_type(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _apply_marks(_type(args[0]), args[1:])
    if origin in (Union, UnionType):
        return reduce(or_, (_type(arg) for arg in args))
    if origin in (tuple, dict):
        return origin[tuple(arg if arg is Ellipsis else _type(arg) for arg in args)]
    return hint


def _apply_marks(read: Any, marks: Sequence[Any]) -> Any:
    from pydantic import AfterValidator, BeforeValidator, Field

    for mark in marks:
        if isinstance(mark, Meta):
            limits = {limit: getattr(mark, limit) for limit in ("ge", "gt", "le", "lt")}
            limits |= {limit: getattr(mark, limit) for limit in ("min_length", "max_length")}
            read = Annotated[read, Field(**{k: v for k, v in limits.items() if v is not None})]
        elif isinstance(mark, CleanedBy):
            validator = BeforeValidator if mark.before else AfterValidator
            read = Annotated[read, validator(_cleaner(mark))]
        else:
            read = Annotated[read, Field(allow_inf_nan=False)]
    return read


def _cleaner(mark: CleanedBy) -> Any:
    from pydantic_core import PydanticCustomError

    def clean(value: Any) -> Any:
        try:
            return mark.run(value)
        except InvalidValue as wrong:
            raise PydanticCustomError(wrong.code, wrong.message) from wrong

    return clean
