"""Reads YAML strictly, with the line of everything it reads.

YAML guesses: `no` is false, `010` is eight, `1:30` is ninety, and a second key of the same name
wins silently. A pack file may hold none of these. A plain word is `true`, `false`, `null` or `~`, a
plain decimal number, or else text; a key is always text.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import yaml
from msgspec import Struct, field

from q40k.kernel.text import text_encoding
from q40k.packs.problems import Fact, Problem, displayable

MOST_BYTES = 1_000_000
MOST_DEEP = 20
MOST_PROBLEMS = 100

Step = str | int
Steps = tuple[Step, ...]
Plain = str | int | float | bool | None | list["Plain"] | dict[str, "Plain"]

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_parse: Callable[..., Iterator[yaml.Event]] = yaml.parse

_INT = re.compile(r"-?(0|[1-9][0-9]{0,14})")
_FLOAT = re.compile(r"-?(0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None}
_SURPRISES = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("boolean", r"(?i:yes|no|on|off|true|false|null)"),
        ("huge-number", r"-?(0|[1-9][0-9]*)(\.[0-9]*)?"),
        ("octal", r"[-+]?0o?[0-9_]+"),
        ("sexagesimal", r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?"),
        ("date", r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?"),
        ("number", r"[-+]?(0b[01_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*)"),
        ("number", r"[-+]?([0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)([eE][-+]?[0-9]+)?"),
        ("number", r"[-+]?[0-9]+[eE][-+]?[0-9]+|[-+]?\.(?i:inf)|\.(?i:nan)"),
    )
)


class Document(Struct):
    """One file as plain data, with the place of every key and value.

    `values` and `keys` map a path (keys and indices from the top) to line and column, from 1.
    `refused` are the paths of values that are a problem in themselves. `data` is None if the file
    could not be read to its end.
    """

    file: str
    data: Plain = None
    values: dict[Steps, tuple[int, int]] = field(default_factory=dict)
    keys: dict[Steps, tuple[int, int]] = field(default_factory=dict)
    refused: set[Steps] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)

    def place(self, path: Steps, *, at_key: bool = False) -> tuple[int, int] | tuple[None, None]:
        """Return line and column of the value at `path`, or of the nearest one that holds it."""
        if at_key and path in self.keys:
            return self.keys[path]
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, (None, None))

    def at(self, path: Steps) -> Plain:
        """Return the value at `path`. Raises KeyError, IndexError, TypeError if there is none."""
        value: Any = self.data
        for step in path:
            value = value[step]
        plain: Plain = value
        return plain

    def problem(
        self,
        code: str,
        path: Steps = (),
        facts: Mapping[str, Fact] | None = None,
        *,
        at_key: bool = False,
        object_id: str | None = None,
    ) -> Problem:
        """Return a problem of the value at `path` in this file; data from no file is named by its keys."""
        line, column = self.place(path, at_key=at_key)
        if not self.file and object_id is None:
            object_id = ".".join(map(str, path)) or None
        return Problem(self.file, line, column, object_id, code, facts or {})


def read(path: Path) -> Document:
    """Read the file at `path`; what is wrong with it is in the document's problems."""
    document = Document(str(path))
    try:
        if not path.is_file():
            reason = "not-a-file" if path.exists() else "missing"
            document.problems.append(document.problem("unreadable", facts={"reason": reason}))
            return document
        with path.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except OSError as error:
        reason = displayable(error.strerror or type(error).__name__)
        document.problems.append(document.problem("unreadable", facts={"reason": reason}))
        return document
    return read_bytes(raw, str(path))


def read_bytes(raw: bytes, file: str) -> Document:
    """Read the bytes of a file named `file`."""
    document = Document(file)
    if len(raw) > MOST_BYTES:
        document.problems.append(document.problem("too-large", facts={"most": MOST_BYTES}))
        return document
    try:
        text = raw.decode(text_encoding(raw))
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        document.problems.append(Problem(file, line, column, None, "not-utf8", {}))
        return document
    _Builder(document).build(text)
    return document


class _GiveUp(Exception):
    """The rest of the file cannot be read."""


class _Frame(Struct):
    """A list or mapping that is still open, and the key that waits for its value."""

    box: list[Plain] | dict[str, Plain]
    path: Steps
    key: str | None = None
    dropped: bool = False


class _Builder:
    """Builds plain data from the events of the YAML parser, which never expand an alias."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.stack: list[_Frame] = []
        self.documents = 0

    def build(self, text: str) -> None:
        """Fill the document."""
        document = self.document
        try:
            for event in _parse(text, Loader=_LOADER):
                self._take(event)
        except _GiveUp:
            document.data = None
        except yaml.YAMLError as error:
            document.data = None
            self._syntax(error, text)
        except (ValueError, OverflowError) as error:  # an impossible \U escape, in pure Python
            document.data = None
            self._report("yaml-syntax", None, detail=displayable(str(error)))
        else:
            if document.data is None and not document.problems:
                self._report("empty-file", None)

    def _take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self._give_up(event, "second-document", "---")
        elif isinstance(event, yaml.CollectionEndEvent):
            self.stack.pop()
        elif isinstance(event, yaml.NodeEvent):
            self._node(event)

    def _node(self, event: yaml.NodeEvent) -> None:
        frame = self.stack[-1] if self.stack else None
        if frame is not None and isinstance(frame.box, dict) and frame.key is None:
            self._key(frame, event)
            return
        path = self._next_path(frame)
        self.document.values[path] = _mark(event)
        self._decorations(event, path)
        box: list[Plain] | dict[str, Plain] | None = None
        if isinstance(event, yaml.SequenceStartEvent):
            box = []
        elif isinstance(event, yaml.MappingStartEvent):
            box = {}
        value = self._scalar(event, path) if box is None else box
        self._put(frame, value)
        if box is not None:
            if len(self.stack) >= MOST_DEEP:
                self._report("too-deep", event, most=MOST_DEEP)
                raise _GiveUp
            self.stack.append(_Frame(box, path))

    def _key(self, frame: _Frame, event: yaml.NodeEvent) -> None:
        assert isinstance(frame.box, dict)
        if not isinstance(event, yaml.ScalarEvent):
            self._give_up(event, "complex-key", "")
        key = str(event.value)
        path = (*frame.path, key)
        self._decorations(event, path)
        if _is_plain(event) and key == "<<":
            self._surprise(event, path, "merge", "<<")
        frame.key, frame.dropped = key, key in frame.box
        if frame.dropped:
            line, _ = self.document.keys[path]
            self._report("duplicate-key", event, key=displayable(key), first_line=line)
        else:
            self.document.keys[path] = _mark(event)

    def _next_path(self, frame: _Frame | None) -> Steps:
        if frame is None:
            return ()
        if isinstance(frame.box, list):
            return (*frame.path, len(frame.box))
        key = frame.key or ""
        return (*frame.path, f"{key}\0twice" if frame.dropped else key)

    def _put(self, frame: _Frame | None, value: Plain) -> None:
        if frame is None:
            self.document.data = value
        elif isinstance(frame.box, list):
            frame.box.append(value)
        else:
            if not frame.dropped:
                frame.box[frame.key or ""] = value
            frame.key, frame.dropped = None, False

    def _decorations(self, event: yaml.NodeEvent, path: Steps) -> None:
        """Refuse aliases, anchors and tags."""
        if isinstance(event, yaml.AliasEvent):
            self._surprise(event, path, "alias", f"*{event.anchor}")
        elif event.anchor is not None:
            self._surprise(event, path, "anchor", f"&{event.anchor}")
        tag = getattr(event, "tag", None)
        if tag is not None:
            self._surprise(event, path, "tag", str(tag))

    def _scalar(self, event: yaml.NodeEvent, path: Steps) -> Plain:
        if not isinstance(event, yaml.ScalarEvent):
            return None
        text = str(event.value)
        if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
            self._surprise(event, path, "surrogate", text)
            return None
        if not _is_plain(event):
            return text
        kind, value = _plain(text)
        if kind is not None and path:  # a lone `---` is an empty file, not a surprise
            self._surprise(event, path, kind, text)
        return value

    def _surprise(self, event: yaml.Event, path: Steps, kind: str, text: str) -> None:
        self.document.refused.add(path)
        self._report("yaml-surprise", event, kind=kind, text=displayable(text))

    def _give_up(self, event: yaml.Event, kind: str, text: str) -> NoReturn:
        self._surprise(event, (), kind, text)
        raise _GiveUp

    def _syntax(self, error: yaml.YAMLError, text: str) -> None:
        mark = getattr(error, "problem_mark", None)
        line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
        if mark is None and (stray := yaml.reader.Reader.NON_PRINTABLE.search(text)):
            line = text.count("\n", 0, stray.start()) + 1
            column = stray.start() - text.rfind("\n", 0, stray.start())
        detail = getattr(error, "problem", None) or getattr(error, "reason", None) or "YAML"
        problem = Problem(self.document.file, line, column, None, "yaml-syntax", {"detail": displayable(str(detail))})
        self.document.problems.append(problem)

    def _report(self, code: str, event: yaml.Event | None, **facts: Fact) -> None:
        line, column = _mark(event) if event is not None else (None, None)
        problems = self.document.problems
        if len(problems) >= MOST_PROBLEMS:
            problems.append(self.document.problem("too-many", facts={"most": MOST_PROBLEMS}))
            raise _GiveUp
        problems.append(Problem(self.document.file, line, column, None, code, facts))


def _mark(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    return (1, 1) if mark is None else (mark.line + 1, mark.column + 1)


def _is_plain(event: yaml.ScalarEvent) -> bool:
    """Return whether the scalar is written without quotes (the C parser says "" for None)."""
    return not event.style


def _plain(text: str) -> tuple[str | None, Plain]:
    """Return (None, value) for a plain word, or (kind, None) if YAML would misread it."""
    if text in _WORDS:
        return None, _WORDS[text]
    if _INT.fullmatch(text):
        return None, int(text)
    if _FLOAT.fullmatch(text):
        return None, float(text)
    if not text:
        return "empty", None
    if text[0] in "+-.0123456789yYnNoOtTfF":
        for kind, pattern in _SURPRISES:
            if pattern.fullmatch(text):
                return kind, None
    return None, text
