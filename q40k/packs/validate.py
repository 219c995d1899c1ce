"""Turns plain data into models, and pydantic's errors into problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from pydantic_core.core_schema import ErrorType

from q40k.kernel.lookup import nearest
from q40k.packs.base import Pack
from q40k.packs.problems import Fact, displayable
from q40k.packs.reader import MOST_PROBLEMS, Document, Plain, Steps
from q40k.packs.reading import parse_model
from q40k.packs.schemas import Expected

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
                document.problems.append(
                    document.problem("too-many", path, {"most": MOST_PROBLEMS})
                )
                return None
            problem = document.problem(
                code, (*path, *place), facts, at_key=at_key, object_id=object_id
            )
            document.problems.append(problem)
    return None


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


def _complaints(
    model: type[Pack], path: Steps, details: Sequence[ErrorDetails]
) -> list[_Complaint]:
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


def _complaint(model: type[Pack], path: Steps, detail: ErrorDetails) -> _Complaint:
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


def _unknown_key(model: type[Pack], path: Steps, detail: ErrorDetails) -> _Complaint:
    key = str(detail["loc"][-1])
    return (
        "unknown-key",
        True,
        {
            "key": displayable(key),
            "nearest": nearest(key, Expected(model, path[:-1]).keys),
        },
    )


def _missing(_model: type[Pack], _path: Steps, detail: ErrorDetails) -> _Complaint:
    last = detail["loc"][-1]
    if isinstance(last, int):  # a pair with one number
        return "wrong-length", False, {"least": last + 1, "most": None, "got": last}
    return "missing-key", False, {"key": last}


def _missing_tag(_model: type[Pack], _path: Steps, detail: ErrorDetails) -> _Complaint:
    return "missing-key", False, {"key": str(detail.get("ctx", {})["discriminator"]).strip("'")}


def _wrong_length(_model: type[Pack], _path: Steps, detail: ErrorDetails) -> _Complaint:
    context: Mapping[str, Any] = detail.get("ctx", {})
    return (
        "wrong-length",
        False,
        {
            "least": context.get("min_length"),
            "most": context.get("max_length"),
            "got": context.get("actual_length"),
        },
    )


def _too_long(_model: type[Pack], _path: Steps, detail: ErrorDetails) -> _Complaint:
    most = detail.get("ctx", {}).get("max_length")
    return "too-long", False, {"most": most, "got": len(str(detail["input"]))}


def _range(model: type[Pack], path: Steps, detail: ErrorDetails) -> _Complaint:
    context = detail.get("ctx", {})
    least, most = Expected(model, path).bounds
    return (
        "out-of-range",
        False,
        {
            "least": context.get("ge", context.get("gt", least)),
            "most": context.get("le", context.get("lt", most)),
            "got": as_fact(detail["input"]),
        },
    )


def _choice(model: type[Pack], path: Steps, detail: ErrorDetails) -> _Complaint:
    return _no_choice(detail["input"], Expected(model, path).choices)


def _tag(model: type[Pack], path: Steps, detail: ErrorDetails) -> _Complaint:
    key = str(detail.get("ctx", {})["discriminator"]).strip("'")
    tagged = detail["input"]
    value = tagged.get(key) if isinstance(tagged, dict) else None
    return _no_choice(value, Expected(model, (*path, key)).choices)


def _no_choice(value: Any, choices: Sequence[str]) -> _Complaint:
    words = tuple(choices)
    near = nearest(value, words) if isinstance(value, str) else None
    return "not-a-choice", False, {"got": as_fact(value), "nearest": near, "choices": words}


def _pattern(_model: type[Pack], _path: Steps, detail: ErrorDetails) -> _Complaint:
    pattern = str(detail.get("ctx", {}).get("pattern", ""))
    return "pattern", False, {"got": as_fact(detail["input"]), "pattern": pattern}


def _not_finite(_model: type[Pack], _path: Steps, detail: ErrorDetails) -> _Complaint:
    return "not-finite", False, {"got": str(detail["input"])}


_MAKERS: Mapping[str, Callable[[type[Pack], Steps, ErrorDetails], _Complaint]] = {
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
