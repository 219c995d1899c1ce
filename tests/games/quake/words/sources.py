"""What the program's source says it may ask, refuse or report, so that nothing lacks words."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4] / "q40k"
GAME = ROOT / "games" / "quake"


def paths(*rooms: str) -> Iterator[Path]:
    for room in rooms:
        for folder in (ROOT / room, GAME / room):
            yield from sorted(folder.rglob("*.py"))


@cache
def _nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def calls(rooms: Iterable[str], names: Iterable[str]) -> Iterator[ast.Call]:
    """Every call of one of these functions in these rooms."""
    expected = set(names)
    for path in paths(*rooms):
        for node in _nodes(path):
            if isinstance(node, ast.Call) and name_of(node) in expected:
                yield node


def name_of(call: ast.Call) -> str:
    """The name of a called function, without its module; empty where a result is called."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def codes_in(rooms: Iterable[str], names: Iterable[str], place: int) -> dict[str, set[str] | None]:
    """The codes given to these functions as argument `place`, and the facts that go with each.

    A fact must go with every use of its code; None when a call gives them as `**facts`.
    """
    results: dict[str, set[str] | None] = {}
    for call in calls(rooms, names):
        if len(call.args) <= place or not isinstance(call.args[place], ast.Constant):
            continue
        code = ast.literal_eval(call.args[place])
        facts = {word.arg for word in call.keywords if word.arg} - {"overridable"}
        starred = any(word.arg is None for word in call.keywords)
        before = results.get(code, facts)
        results[code] = None if starred or before is None else before & facts
    return results


def keys_asked() -> set[str]:
    """Every key of a question in the rules."""
    places = {
        "roll": 2,
        "choose": 1,
        "choose_player": 2,
        "choose_players": 2,
        "arrange_players": 2,
        "choose_number": 1,
        "choose_several": 1,
        "roll_portal": 2,
        "_throw": 2,
    }
    words_used = set()
    for call in calls(["state", "rules"], places):
        place = places[name_of(call)]
        if len(call.args) > place and isinstance(call.args[place], ast.Constant):
            words_used.add(ast.literal_eval(call.args[place]))
    for path in paths("state", "rules"):
        for node in _nodes(path):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "key":
                words = (n.value for n in ast.walk(node.value) if isinstance(n, ast.Constant))
                words_used |= {word for word in words if isinstance(word, str)}
            if isinstance(node, ast.keyword) and node.arg == "asks":
                words_used.add(ast.literal_eval(node.value))
    return words_used


def texts_in(path: str, beginning: str) -> set[str]:
    """Every text literal of a module that begins so."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    literals = (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant))
    return {text for text in literals if isinstance(text, str) and text.startswith(beginning)}
