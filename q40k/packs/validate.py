"""Plain data into models, and what pydantic says against it into problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from pydantic_core.core_schema import ErrorType

from q40k.kernel.lookup import nearest
from q40k.packs.base import Pack
from q40k.packs.problems import Fact, shown
from q40k.packs.reader import MOST_PROBLEMS, Document, Plain, Steps
from q40k.packs.reading import sound
from q40k.packs.schemas import Expected

ModelT = TypeVar("ModelT", bound=Pack)

_PYDANTICS = frozenset(get_args(ErrorType))
"""Every code of pydantic's own."""
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


def validated(model: type[ModelT], document: Document, path: Steps, raw: Plain) -> ModelT | None:
    """The model of the plain data at `path`, or None with the problems added to the document.

    Values that were refused while reading are not complained of twice.
    """
    try:
        return sound(model, raw)
    except ValidationError as error:
        refused = {steps[len(path) :] for steps in document.refused if steps[: len(path)] == path}
        every = error.errors(include_url=False)[: 4 * MOST_PROBLEMS]
        details = [detail for detail in every if not _under(detail, raw, refused)]
    object_id = id_of(raw)
    for place, found in _grouped(details, raw).items():
        for code, at_key, facts in _complaints(model, place, found):
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
    """The id an object gives itself, fit to be shown, if it has one."""
    name = raw.get("id") if isinstance(raw, dict) else None
    return shown(name) if isinstance(name, str) else None


def kind_word(value: object) -> str:
    """What a plain value is: "whole-number", "text", "list" ..."""
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
    """A plain value as a fact: None for what is no single value."""
    if isinstance(value, str):
        return shown(value)
    return value if isinstance(value, int | float) else None


def _resolve(loc: Sequence[str | int], raw: Any) -> Steps:
    """The path in the data that a pydantic location names.

    Locations also hold the names of union members, which are no keys: those are passed
    over. The longest way that exists in the data is taken.
    """
    if not loc:
        return ()
    first, rest = loc[0], loc[1:]
    passed = _resolve(rest, raw)
    inside = isinstance(raw, dict) and first in raw
    inside |= isinstance(raw, list) and isinstance(first, int) and first < len(raw)
    if not inside:
        return passed
    taken = (first, *_resolve(rest, raw[first]))
    return taken if len(taken) >= len(passed) else passed


def _under(detail: ErrorDetails, raw: Plain, refused: set[Steps]) -> bool:
    path = _resolve(detail["loc"], raw)
    return any(path[:end] in refused for end in range(len(path) + 1))


_Groups = dict[Steps, list[ErrorDetails]]


def _grouped(details: Sequence[ErrorDetails], raw: Plain) -> _Groups:
    groups: _Groups = {}
    for detail in details:
        groups.setdefault(_resolve(detail["loc"], raw), []).append(detail)
    return groups


_Complaint = tuple[str, bool, dict[str, Fact]]


def _complaints(
    model: type[Pack], path: Steps, details: Sequence[ErrorDetails]
) -> list[_Complaint]:
    """What is wrong at `path`: a union's several complaints become the most telling one."""
    found = [_complaint(model, path, detail) for detail in details]
    codes = {code for code, _, _ in found}
    if kind_word(details[0]["input"]) == "text":
        weak = {"wrong-type"} if codes - {"wrong-type"} else set()
    elif "out-of-range" in codes:
        weak = {"wrong-type", "not-a-choice"}
    else:
        weak = {"not-a-choice"} if "wrong-type" in codes else set()
    kept = [complaint for complaint in found if complaint[0] not in weak]
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
    if "-" in kind:  # a check of ours, which brings its facts
        return kind, False, dict(context)
    if kind not in _PYDANTICS:  # a code of the game's own
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
            "key": shown(key),
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
    known = tuple(choices)
    near = nearest(value, known) if isinstance(value, str) else None
    return "not-a-choice", False, {"got": as_fact(value), "nearest": near, "choices": known}


def _pattern(_model: type[Pack], _path: Steps, detail: ErrorDetails) -> _Complaint:
    pattern = str(detail.get("ctx", {}).get("pattern", ""))
    return "pattern", False, {"got": as_fact(detail["input"]), "pattern": pattern}


def _endless(_model: type[Pack], _path: Steps, detail: ErrorDetails) -> _Complaint:
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
    "finite_number": _endless,
    "greater_than": _range,
    "greater_than_equal": _range,
    "less_than": _range,
    "less_than_equal": _range,
}
