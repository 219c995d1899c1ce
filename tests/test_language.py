"""Names say what they hold: vague variables and bare participles stay rare."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(re.findall(r"\w+", text))


VAGUE = words("one found said known told made given asked begun meant wanted taken left gone")
"""Names that hold anything: a player, an attempt, an entry, the nearest word has a better one."""
IRREGULAR = words(
    "told made said found given taken shown held won lost left met drawn thrown gone begun known"
    " meant kept sent built bought brought caught chosen done driven felt fought grown heard hidden"
    " laid led lain paid ridden risen seen sold spent stood struck sworn torn worn written"
)
NO_PARTICIPLES = frozenset(("seed", "speed", "feed", "need"))
WORDED_BY_THEIR_EVENT = frozenset(("property", "cached_property", "fold", "tells"))
"""Decorators under which a name is that of a value, or of an event."""
MOST = {"q40k": (0.005, 30), "tests": (0.003, 8)}
"""What each folder may have at most: the share of vague variables, the number of functions named by a participle."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def names(folder: str) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """Return the variables of a folder that are given a value, and its functions, each with its place.

    Functions that are called by their event are left out. Nothing of the trees is kept: they are large.
    """
    variables, functions = [], []
    for path in sorted((ROOT / folder).rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                variables.append((node.id, f"{file}:{node.lineno} {node.id}"))
            elif isinstance(node, Function) and not decorators(node) & WORDED_BY_THEIR_EVENT:
                functions.append((node.name, f"{file}:{node.lineno} {node.name}"))
    return tuple(variables), tuple(functions)


def is_bare_participle(name: str) -> bool:
    """Return whether a name is one past participle: neither a verb with its object nor a noun."""
    word = name.strip("_")
    regular = word.endswith("ed") and len(word) > 4 and word not in NO_PARTICIPLES
    return "_" not in word and (word in IRREGULAR or regular)


def decorators(function: Function) -> set[str]:
    """Return the names of a function's decorators."""
    called = (getattr(decorator, "func", decorator) for decorator in function.decorator_list)
    return {decorator.id for decorator in called if isinstance(decorator, ast.Name)}


@pytest.mark.parametrize("folder", MOST)
def test_a_variable_says_what_it_holds(folder: str) -> None:
    variables, _functions = names(folder)
    vague = [place for name, place in variables if name in VAGUE]
    share, _number = MOST[folder]
    assert len(vague) <= share * len(variables), vague


@pytest.mark.parametrize("folder", MOST)
def test_a_function_is_named_by_a_verb_or_a_noun(folder: str) -> None:
    _variables, functions = names(folder)
    bare = [place for name, place in functions if is_bare_participle(name)]
    _share, number = MOST[folder]
    assert len(bare) <= number, bare


def test_a_bare_participle_is_recognised() -> None:
    assert is_bare_participle("told")
    assert is_bare_participle("_placed")
    assert not is_bare_participle("place_stealers")
    assert not is_bare_participle("seed")
