"""A mission file as text: the work written into it, all else in it left as it was.

Of a file that is there only the lines of the board and of the mission are replaced, so that other
missions and comments stay. What a file of another shape would lose is written anew as a whole.
"""

from __future__ import annotations

import re
from typing import Any, Final

import yaml
from msgspec import Struct, to_builtins

from q40k.games.space_hulk.editor.work import Work
from q40k.games.space_hulk.packs.boards import Layout
from q40k.games.space_hulk.packs.missions import Mission
from q40k.kernel.state import to_data
from q40k.packs.reader import Plain, read_bytes

_BARE: Final = re.compile(r"[A-Za-z]([A-Za-z_-]*[A-Za-z])?[0-9]*")
_WORDS: Final = {"yes", "no", "on", "off", "true", "false", "null"}
"""What YAML would read as something else than text."""
WIDTH: Final = 100


class Written(Struct, frozen=True):
    """The text of a file, and whether comments of it are lost."""

    text: str
    loses: bool = False


class Known(Struct, frozen=True):
    """Under which ids the board and the mission stand in a file; "" where they do not yet."""

    board: str = ""
    mission: str = ""


def plain(pack: Mission | Layout) -> dict[str, Any]:
    """A mission or a board as a pack says it."""
    data: dict[str, Any] = to_builtins(to_data(pack, defaults=False))
    return data


def data_of(text: str) -> dict[str, Any]:
    """The plain data of a text that is sound, or empty."""
    found: Plain = read_bytes(text.encode(), "").data if text.strip() else None
    return dict(found) if isinstance(found, dict) else {}


def merged(data: dict[str, Any], known: Known, work: Work) -> dict[str, Any]:
    """The data of a file with the work in it."""
    data = dict(data)
    for kind, id, pack in _entries(known, work):
        ones = list(data.get(kind, ()))
        at = next((n for n, one in enumerate(ones) if one.get("id") == id), len(ones))
        data[kind] = [*ones[:at], plain(pack), *ones[at + 1 :]]
    return data


def _entries(known: Known, work: Work) -> tuple[tuple[str, str, Mission | Layout], ...]:
    return (("boards", known.board, work.board), ("missions", known.mission, work.mission))


def written(text: str, known: Known, work: Work) -> Written:
    """The text of the file with the work in it."""
    wanted = merged(data_of(text), known, work)
    spliced, loses = text, False
    for kind, id, pack in _entries(known, work):
        spliced, lost = _spliced(spliced, kind, id, dumped([plain(pack)]))
        loses = loses or lost
    if data_of(spliced) == wanted:
        return Written(spliced, loses)
    return Written(dumped(wanted), "#" in _without_values(text))


# -- writing YAML --------------------------------------------------------------------------


class _Dumper(yaml.SafeDumper):
    """Short lists and mappings on a line; rows of letters below each other, in quotes."""


class _Rows(list[str]):
    """Rows of letters."""


def _rows(_dumper: _Dumper, rows: _Rows) -> yaml.Node:
    items = [yaml.ScalarNode("tag:yaml.org,2002:str", row, style="'") for row in rows]
    return yaml.SequenceNode("tag:yaml.org,2002:seq", items, flow_style=False)


def _text(dumper: _Dumper, text: str) -> yaml.Node:
    bare = _BARE.fullmatch(text) and text.casefold() not in _WORDS
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if bare else "'")


def _short(node: yaml.CollectionNode) -> yaml.Node:
    """What holds nothing but values goes on a line."""
    inside = [part for one in node.value for part in (one if isinstance(one, tuple) else (one,))]
    node.flow_style = all(isinstance(one, yaml.ScalarNode) for one in inside)
    return node


_Dumper.add_representer(_Rows, _rows)
_Dumper.add_representer(str, _text)
_Dumper.add_representer(dict, lambda dumper, data: _short(dumper.represent_dict(data.items())))
_Dumper.add_representer(list, lambda dumper, data: _short(dumper.represent_list(data)))


def dumped(data: Any) -> str:
    """Data as YAML."""
    text: str = yaml.dump(
        _with_rows(data), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=WIDTH
    )
    return text


def _with_rows(data: Any) -> Any:
    if isinstance(data, list):
        return [_with_rows(one) for one in data]
    if not isinstance(data, dict):
        return data
    lettered = ("rows", "sections") if "rows" in data else ()
    return {key: _Rows(one) if key in lettered else _with_rows(one) for key, one in data.items()}


# -- replacing lines -----------------------------------------------------------------------


def _spliced(text: str, kind: str, id: str, entry: str) -> tuple[str, bool]:
    """The text with the entry of that id replaced, or with one more; whether comments are lost."""
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    found = _list_of(text, kind)
    if found is None:
        return "".join([*lines, f"{kind}:\n", *_indented(entry, 2)]), False
    if not found.value or found.flow_style:
        return text, False  # another shape: all of it is written anew
    for one in found.value:
        if _id(one) == id:
            first, last = one.start_mark.line, _last_line(one)
            indent = _dash(lines[first])
            lost = "#" in _without_values("".join(lines[first : last + 1]))
            lines[first : last + 1] = _indented(entry, indent)
            return "".join(lines), lost
    end = _last_line(found) + 1
    lines[end:end] = _indented(entry, _dash(lines[found.value[0].start_mark.line]))
    return "".join(lines), False


def _dash(line: str) -> int:
    """How far a list's dash is indented."""
    return len(line) - len(line.lstrip(" "))


def _list_of(text: str, kind: str) -> yaml.SequenceNode | None:
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if not isinstance(root, yaml.MappingNode):
        return None
    found = (value for key, value in root.value if key.value == kind)
    one = next(found, None)
    return one if isinstance(one, yaml.SequenceNode) else None


def _id(node: yaml.Node) -> str | None:
    if not isinstance(node, yaml.MappingNode):
        return None
    return next((str(value.value) for key, value in node.value if key.value == "id"), None)


def _last_line(node: yaml.Node) -> int:
    """The last line that something of a node stands on; comments below are not of it."""
    if not isinstance(node, yaml.CollectionNode) or node.flow_style or not node.value:
        mark = node.end_mark
        return int(mark.line if mark.column else mark.line - 1)
    last = node.value[-1]
    return _last_line(last[1] if isinstance(last, tuple) else last)


def _indented(entry: str, by: int) -> list[str]:
    return [" " * by + line for line in entry.splitlines(keepends=True)]


def _without_values(text: str) -> str:
    """Text without its values and keys, so that a # left in it begins a comment."""
    kept, end = [], 0
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        if isinstance(token, yaml.ScalarToken):
            kept.append(text[end : token.start_mark.index])
            end = token.end_mark.index
    return "".join([*kept, text[end:]])
