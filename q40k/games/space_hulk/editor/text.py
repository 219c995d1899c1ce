"""A mission file as text: the work is written into it, and everything else stays.

In an existing file only the lines of the board and the mission are replaced, so that other missions
and comments stay. A file of another shape is written anew as a whole.
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
"""Words that YAML would not read as text."""
WIDTH: Final = 100


class FileText(Struct, frozen=True):
    """The text of a file, and whether comments are lost."""

    text: str
    loses: bool = False


class Known(Struct, frozen=True):
    """The ids of the board and the mission in a file, "" if they are not in it yet."""

    board: str = ""
    mission: str = ""


def plain(pack: Mission | Layout) -> dict[str, Any]:
    """Return a mission or a board as pack data."""
    data: dict[str, Any] = to_builtins(to_data(pack, defaults=False))
    return data


def data_of(text: str) -> dict[str, Any]:
    """Return the data of a valid text, or an empty dict."""
    data: Plain = read_bytes(text.encode(), "").data if text.strip() else None
    return dict(data) if isinstance(data, dict) else {}


def merge_work(data: dict[str, Any], known: Known, work: Work) -> dict[str, Any]:
    """Return the data of a file with the work in it."""
    data = dict(data)
    for kind, id, pack in _entries(known, work):
        entries = list(data.get(kind, ()))
        at = next((n for n, entry in enumerate(entries) if entry.get("id") == id), len(entries))
        data[kind] = [*entries[:at], plain(pack), *entries[at + 1 :]]
    return data


def _entries(known: Known, work: Work) -> tuple[tuple[str, str, Mission | Layout], ...]:
    return (("boards", known.board, work.board), ("missions", known.mission, work.mission))


def insert_work(text: str, known: Known, work: Work) -> FileText:
    """Return the text of a file with the work in it."""
    expected = merge_work(data_of(text), known, work)
    spliced, loses = text, False
    for kind, id, pack in _entries(known, work):
        spliced, lost = _splice(spliced, kind, id, dump([plain(pack)]))
        loses = loses or lost
    if data_of(spliced) == expected:
        return FileText(spliced, loses)
    return FileText(dump(expected), "#" in _without_values(text))


# -- writing YAML --------------------------------------------------------------------------


class _Dumper(yaml.SafeDumper):
    """A YAML dumper: short lists and mappings on one line, rows of letters quoted on lines of their
    own.
    """


class _Rows(list[str]):
    """Rows of letters."""


def _rows(_dumper: _Dumper, rows: _Rows) -> yaml.Node:
    items = [yaml.ScalarNode("tag:yaml.org,2002:str", row, style="'") for row in rows]
    return yaml.SequenceNode("tag:yaml.org,2002:seq", items, flow_style=False)


def _text(dumper: _Dumper, text: str) -> yaml.Node:
    bare = _BARE.fullmatch(text) and text.casefold() not in _WORDS
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if bare else "'")


def _short(node: yaml.CollectionNode) -> yaml.Node:
    """Put a node that holds only scalars on one line."""
    inside = [
        part for entry in node.value for part in (entry if isinstance(entry, tuple) else (entry,))
    ]
    node.flow_style = all(isinstance(item, yaml.ScalarNode) for item in inside)
    return node


_Dumper.add_representer(_Rows, _rows)
_Dumper.add_representer(str, _text)
_Dumper.add_representer(dict, lambda dumper, data: _short(dumper.represent_dict(data.items())))
_Dumper.add_representer(list, lambda dumper, data: _short(dumper.represent_list(data)))


def dump(data: Any) -> str:
    """Return data as YAML."""
    text: str = yaml.dump(
        _with_rows(data), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=WIDTH
    )
    return text


def _with_rows(data: Any) -> Any:
    if isinstance(data, list):
        return [_with_rows(item) for item in data]
    if not isinstance(data, dict):
        return data
    lettered = ("rows", "sections") if "rows" in data else ()
    return {
        key: _Rows(value) if key in lettered else _with_rows(value) for key, value in data.items()
    }


# -- replacing lines -----------------------------------------------------------------------


def _splice(text: str, kind: str, id: str, entry: str) -> tuple[str, bool]:
    """Replace or add an entry in the text; return also whether comments are lost."""
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    node = _list_of(text, kind)
    if node is None:
        return "".join([*lines, f"{kind}:\n", *_indent(entry, 2)]), False
    if not node.value or node.flow_style:
        return text, False  # a different shape: the whole file is written anew
    for item in node.value:
        if _id(item) == id:
            first, last = item.start_mark.line, _last_line(item)
            indent = _dash_indent(lines[first])
            lost = "#" in _without_values("".join(lines[first : last + 1]))
            lines[first : last + 1] = _indent(entry, indent)
            return "".join(lines), lost
    end = _last_line(node) + 1
    lines[end:end] = _indent(entry, _dash_indent(lines[node.value[0].start_mark.line]))
    return "".join(lines), False


def _dash_indent(line: str) -> int:
    """Return the indentation of a list's dash."""
    return len(line) - len(line.lstrip(" "))


def _list_of(text: str, kind: str) -> yaml.SequenceNode | None:
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if not isinstance(root, yaml.MappingNode):
        return None
    values = (value for key, value in root.value if key.value == kind)
    node = next(values, None)
    return node if isinstance(node, yaml.SequenceNode) else None


def _id(node: yaml.Node) -> str | None:
    if not isinstance(node, yaml.MappingNode):
        return None
    return next((str(value.value) for key, value in node.value if key.value == "id"), None)


def _last_line(node: yaml.Node) -> int:
    """Return the last line of a node; comments below it do not count."""
    if not isinstance(node, yaml.CollectionNode) or node.flow_style or not node.value:
        mark = node.end_mark
        return int(mark.line if mark.column else mark.line - 1)
    last = node.value[-1]
    return _last_line(last[1] if isinstance(last, tuple) else last)


def _indent(entry: str, by: int) -> list[str]:
    return [" " * by + line for line in entry.splitlines(keepends=True)]


def _without_values(text: str) -> str:
    """Return the text without its values and keys, so that any # in it begins a comment."""
    kept, end = [], 0
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        if isinstance(token, yaml.ScalarToken):
            kept.append(text[end : token.start_mark.index])
            end = token.end_mark.index
    return "".join([*kept, text[end:]])
