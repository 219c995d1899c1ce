"""Reads plain data into pack models, by pydantic models made from their declarations.

pydantic names every mistake at once, each at its place, which is what a pack’s author needs; here
its errors become problems. It is slow to load, so this module is imported only where YAML is read
or checked.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    create_model,
)
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError
from pydantic_core.core_schema import ErrorType

from q40k.kernel.commands import CleanedBy, InvalidValue
from q40k.kernel.lookup import nearest
from q40k.packs.base import Check, FiniteOnly, Pack
from q40k.packs.kinds import PackKinds
from q40k.packs.problems import Fact, displayable
from q40k.packs.reader import MOST_PROBLEMS, Document, Plain, Steps

StructT = TypeVar("StructT", bound=Struct)

_STRICT = ConfigDict(extra="forbid", strict=True, frozen=True)
_BOUNDS = ("ge", "gt", "le", "lt", "min_length", "max_length")


def parse_model(model: type[StructT], data: Any) -> StructT:
    """Return the model of plain data. Raises pydantic's ValidationError with all that is wrong."""
    parsed: StructT = _adapter(model).validate_json(json.dumps(data, default=msgspec.to_builtins))
    return parsed


def json_schema(model: type[Struct]) -> dict[str, Any]:
    """Return the JSON Schema of a model."""
    return pydantic_model(model).model_json_schema()


@cache
def _adapter(model: type[Struct]) -> TypeAdapter[Any]:
    return TypeAdapter(_type(model))


@cache
def pydantic_model(model: type[Struct]) -> type[BaseModel]:
    """Return the pydantic model that reads what `model` declares."""
    hints = get_type_hints(model, include_extras=True)
    fields: dict[str, Any] = {}
    config = model.__struct_config__
    if config.tag_field is not None:
        fields[config.tag_field] = (Literal.__getitem__(config.tag), ...)
    for field in msgspec.structs.fields(model):
        fields[field.encode_name] = (_type(hints[field.name]), _default(field))
    reader: type[BaseModel] = create_model(
        model.__name__, __config__=_STRICT, __doc__=model.__doc__, __module__=model.__module__, **fields
    )
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
    if _is_struct(hint):
        return Annotated[pydantic_model(hint), AfterValidator(_to_model(hint))]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        read = _type(args[0])
        for mark in args[1:]:
            read = Annotated[read, _constraint(args[0], mark)]
        return read
    if origin in (Union, UnionType):
        union = reduce(or_, [_type(arg) for arg in args])
        tags = {arg.__struct_config__.tag_field for arg in args if _is_struct(arg)} - {None}
        return Annotated[union, Field(discriminator=tags.pop())] if tags else union
    if origin is Literal and any(isinstance(word, int) for word in args):
        return Annotated[hint, BeforeValidator(_refusing(_refuse_truth))]
    if origin in (tuple, dict):
        return origin[tuple(arg if arg is Ellipsis else _type(arg) for arg in args)]
    return hint


def _is_struct(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Struct)


def _constraint(kind: Any, mark: Any) -> Any:
    if isinstance(mark, Check):
        return AfterValidator(_refusing(partial(_run_check, mark)))
    if isinstance(mark, CleanedBy):
        return (BeforeValidator if mark.before else AfterValidator)(_refusing(mark.run))
    if isinstance(mark, FiniteOnly):
        return Field(allow_inf_nan=False)
    assert isinstance(mark, Meta), mark
    if kind is str:
        return StringConstraints(pattern=mark.pattern, max_length=mark.max_length)
    bounds = {name: getattr(mark, name) for name in _BOUNDS}
    return Field(**{name: bound for name, bound in bounds.items() if bound is not None})


def _run_check(check: Check, value: Any) -> Any:
    check.run(value)
    return value


def _refuse_truth(value: Any) -> Any:
    """Refuse true and false where 1 and 0 are allowed, which are the same to Python."""
    if isinstance(value, bool):
        facts = {"expected": ("whole-number",), "got": "true-or-false", "value": value}
        raise InvalidValue("wrong-type", "true or false is no number", facts)
    return value


def _refusing(clean: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function that cleans a value, and refuses as pydantic does."""

    def run(value: Any) -> Any:
        try:
            return clean(value)
        except InvalidValue as wrong:
            raise _error(wrong) from wrong

    return run


def _to_model(model: type[StructT]) -> Callable[[BaseModel], StructT]:
    """Return a function that makes a `model` of what pydantic has read, and checks the whole."""
    names = dict(zip(model.__struct_fields__, model.__struct_encode_fields__, strict=True))

    def convert(data: BaseModel) -> StructT:
        value = model(**{name: getattr(data, written) for name, written in names.items()})
        problems = list(value.problems()) if isinstance(value, Pack) else []
        if problems:
            details = [InitErrorDetails(type=_error(problem), loc=problem.path, input=None) for problem in problems]
            raise ValidationError.from_exception_data(model.__name__, details)
        return value

    return convert


def _error(wrong: InvalidValue) -> PydanticCustomError:
    return PydanticCustomError(wrong.code, wrong.message, wrong.facts)


# -- schemas: for editors, and for suggestions in problems -----------------------------------------

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

    def __init__(self, model: type[Struct], path: tuple[str | int, ...]) -> None:
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

    @property
    def lower_limit(self) -> float | None:
        """The number that a number there must exceed, if any."""
        return next((n["exclusiveMinimum"] for n in self._nodes if "exclusiveMinimum" in n), None)


@cache
def _schema_of(model: type[Struct]) -> Schema:
    return json_schema(model)


def _alternatives(node: Schema | None, root: Schema) -> Iterator[Schema]:
    """Yield the node itself, or every node that it may be."""
    if not node:
        return
    if "$ref" in node:
        name = str(node["$ref"]).rsplit("/", 1)[-1]
        yield from _alternatives(root if name not in root.get("$defs", {}) else root["$defs"][name], root)
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


# -- problems: what data was refused for -----------------------------------------------------------

ModelT = TypeVar("ModelT", bound=Pack)

_PYDANTIC_CODES = frozenset(get_args(ErrorType))
"""All codes of pydantic's own."""
_EXPECTED = {
    "int_type": "whole-number",
    "int_from_float": "whole-number",
    "int_parsing": "whole-number",
    "float_type": "number",
    "string_type": "text",
    "bool_type": "true-or-false",
    "tuple_type": "list",
    "list_type": "list",
    "dict_type": "mapping",
    "model_type": "mapping",
    "model_attributes_type": "mapping",
    "none_required": "nothing",
}


def validate(model: type[ModelT], document: Document, path: Steps, raw: Plain) -> ModelT | None:
    """Return the model of the data at `path`; or None, and add the problems to the document.

    Values that were refused while reading are not reported twice.
    """
    try:
        return parse_model(model, raw)
    except ValidationError as error:
        refused = {steps[len(path) :] for steps in document.refused if steps[: len(path)] == path}
        every = error.errors(include_url=False)[: 4 * MOST_PROBLEMS]
        details = [detail for detail in every if not _under(detail, raw, refused)]
    object_id = id_of(raw)
    for place, errors in _group_by_path(details, raw).items():
        for code, at_key, facts in _complaints(model, place, errors):
            if len(document.problems) >= MOST_PROBLEMS:
                document.problems.append(document.problem("too-many", path, {"most": MOST_PROBLEMS}))
                return None
            problem = document.problem(code, (*path, *place), facts, at_key=at_key, object_id=object_id)
            document.problems.append(problem)
    return None


def first_complaint(model: type[Struct], error: ValidationError, raw: Any) -> tuple[str, str, dict[str, Fact]]:
    """Return what is first wrong with a `model`: the code of a problem, a dotted path, the facts.

    Of a value of several kinds, it is what is wrong deepest inside.
    """
    groups = _group_by_path(error.errors(include_url=False)[:MOST_PROBLEMS], raw)
    first = next(iter(groups))
    path = max((path for path in groups if path[: len(first)] == first), key=len)
    complaints = _complaints(model, path, groups[path])
    code, _, facts = next((c for c in complaints if c[0] != "wrong-type"), complaints[0])
    return code, ".".join(map(str, path)), facts


def id_of(raw: Plain) -> str | None:
    """Return the id that an object gives itself, fit to be shown, if it has one."""
    name = raw.get("id") if isinstance(raw, dict) else None
    return displayable(name) if isinstance(name, str) else None


def kind_word(value: object) -> str:
    """Return the word for the kind of a plain value: "whole-number", "text", "list" ..."""
    words: Sequence[tuple[type, str]] = (
        (bool, "true-or-false"),
        (int, "whole-number"),
        (float, "number"),
        (str, "text"),
        (list, "list"),
        (dict, "mapping"),
    )
    return next((word for kind, word in words if isinstance(value, kind)), "nothing")


def as_fact(value: object) -> Fact:
    """Return a plain value as a fact: None for a list or a mapping."""
    if isinstance(value, str):
        return displayable(value)
    return value if isinstance(value, int | float) else None


def _resolve(loc: Sequence[str | int], raw: Any) -> Steps:
    """Return the path in the data that a pydantic location names.

    Locations also hold the names of union members, which are no keys: those are skipped. The
    longest path that exists in the data is returned.
    """
    if not loc:
        return ()
    first, rest = loc[0], loc[1:]
    without = _resolve(rest, raw)
    inside = isinstance(raw, dict) and first in raw
    inside |= isinstance(raw, list) and isinstance(first, int) and first < len(raw)
    if not inside:
        return without
    within = (first, *_resolve(rest, raw[first]))
    return within if len(within) >= len(without) else without


def _under(detail: ErrorDetails, raw: Plain, refused: set[Steps]) -> bool:
    path = _resolve(detail["loc"], raw)
    return any(path[:end] in refused for end in range(len(path) + 1))


_Groups = dict[Steps, list[ErrorDetails]]


def _group_by_path(details: Sequence[ErrorDetails], raw: Plain) -> _Groups:
    groups: _Groups = {}
    for detail in details:
        groups.setdefault(_resolve(detail["loc"], raw), []).append(detail)
    return groups


_Complaint = tuple[str, bool, dict[str, Fact]]


def _complaints(model: type[Struct], path: Steps, details: Sequence[ErrorDetails]) -> list[_Complaint]:
    """Return what is wrong at `path`; of a union's complaints, the most helpful one."""
    complaints = [_complaint(model, path, detail) for detail in details]
    codes = {code for code, _, _ in complaints}
    if kind_word(details[0]["input"]) == "text":
        weak = {"wrong-type"} if codes - {"wrong-type"} else set()
    elif "out-of-range" in codes:
        weak = {"wrong-type", "not-a-choice"}
    else:
        weak = {"not-a-choice"} if "wrong-type" in codes else set()
    kept = [complaint for complaint in complaints if complaint[0] not in weak]
    wrong = [facts["expected"] for code, _, facts in kept if code == "wrong-type"]
    if len(wrong) > 1:
        words = tuple(word for words in wrong if isinstance(words, tuple) for word in words)
        merged = next(c for c in kept if c[0] == "wrong-type")
        merged[2]["expected"] = tuple(dict.fromkeys(words))
        kept = [c for c in kept if c[0] != "wrong-type"] + [merged]
    return kept


def _complaint(model: type[Struct], path: Steps, detail: ErrorDetails) -> _Complaint:
    kind = detail["type"]
    context = detail.get("ctx", {})
    if "-" in kind:  # a check of ours, with its own facts
        return kind, False, dict(context)
    if kind not in _PYDANTIC_CODES:  # a code of the game itself
        return kind, False, dict(context)
    if kind in _EXPECTED:
        return "wrong-type", False, _wrong_type(_EXPECTED[kind], detail["input"])
    make = _MAKERS.get(kind)
    if make is None:
        return "invalid", False, {"type": kind, "got": as_fact(detail["input"])}
    return make(model, path, detail)


def _wrong_type(expected: str, value: object) -> dict[str, Fact]:
    return {"expected": (expected,), "got": kind_word(value), "value": as_fact(value)}


def _unknown_key(model: type[Struct], path: Steps, detail: ErrorDetails) -> _Complaint:
    key = str(detail["loc"][-1])
    return ("unknown-key", True, {"key": displayable(key), "nearest": nearest(key, Expected(model, path[:-1]).keys)})


def _missing(_model: type[Struct], _path: Steps, detail: ErrorDetails) -> _Complaint:
    last = detail["loc"][-1]
    if isinstance(last, int):  # a pair with one number
        return "wrong-length", False, {"least": last + 1, "most": None, "got": last}
    return "missing-key", False, {"key": last}


def _missing_tag(_model: type[Struct], _path: Steps, detail: ErrorDetails) -> _Complaint:
    return "missing-key", False, {"key": str(detail.get("ctx", {})["discriminator"]).strip("'")}


def _wrong_length(_model: type[Struct], _path: Steps, detail: ErrorDetails) -> _Complaint:
    context: Mapping[str, Any] = detail.get("ctx", {})
    return (
        "wrong-length",
        False,
        {"least": context.get("min_length"), "most": context.get("max_length"), "got": context.get("actual_length")},
    )


def _too_long(_model: type[Struct], _path: Steps, detail: ErrorDetails) -> _Complaint:
    most = detail.get("ctx", {}).get("max_length")
    return "too-long", False, {"most": most, "got": len(str(detail["input"]))}


def _range(model: type[Struct], path: Steps, detail: ErrorDetails) -> _Complaint:
    context = detail.get("ctx", {})
    expected = Expected(model, path)
    least, most = expected.bounds
    return (
        "out-of-range",
        False,
        {
            "least": context.get("ge", least),
            "most": context.get("le", context.get("lt", most)),
            "above": context.get("gt", expected.lower_limit),
            "got": as_fact(detail["input"]),
        },
    )


def _choice(model: type[Struct], path: Steps, detail: ErrorDetails) -> _Complaint:
    return _no_choice(detail["input"], Expected(model, path).choices)


def _tag(model: type[Struct], path: Steps, detail: ErrorDetails) -> _Complaint:
    key = str(detail.get("ctx", {})["discriminator"]).strip("'")
    tagged = detail["input"]
    value = tagged.get(key) if isinstance(tagged, dict) else None
    return _no_choice(value, Expected(model, (*path, key)).choices)


def _no_choice(value: Any, choices: Sequence[str]) -> _Complaint:
    words = tuple(choices)
    near = nearest(value, words) if isinstance(value, str) else None
    return "not-a-choice", False, {"got": as_fact(value), "nearest": near, "choices": words}


def _pattern(_model: type[Struct], _path: Steps, detail: ErrorDetails) -> _Complaint:
    pattern = str(detail.get("ctx", {}).get("pattern", ""))
    return "pattern", False, {"got": as_fact(detail["input"]), "pattern": pattern}


def _not_finite(_model: type[Struct], _path: Steps, detail: ErrorDetails) -> _Complaint:
    return "not-finite", False, {"got": str(detail["input"])}


_MAKERS: Mapping[str, Callable[[type[Struct], Steps, ErrorDetails], _Complaint]] = {
    "extra_forbidden": _unknown_key,
    "missing": _missing,
    "union_tag_not_found": _missing_tag,
    "union_tag_invalid": _tag,
    "too_long": _wrong_length,
    "too_short": _wrong_length,
    "string_too_long": _too_long,
    "string_pattern_mismatch": _pattern,
    "literal_error": _choice,
    "finite_number": _not_finite,
    "greater_than": _range,
    "greater_than_equal": _range,
    "less_than": _range,
    "less_than_equal": _range,
}
