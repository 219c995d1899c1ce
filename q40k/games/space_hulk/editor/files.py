"""The files of the editor: text, drafts, and the opening of a mission to edit.

In an existing file only the lines of the board and the mission are replaced, so that other missions
and comments stay. A file of another shape is written anew as a whole.
"""

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

import msgspec
import yaml
from filelock import FileLock, Timeout
from msgspec import Struct
from msgspec.structs import replace

from q40k.games.space_hulk.editor.work import Work, blank
from q40k.games.space_hulk.packs.boards import Layout
from q40k.games.space_hulk.packs.kinds import KINDS
from q40k.games.space_hulk.packs.missions import Mission
from q40k.games.space_hulk.table.missions import own_file, plain
from q40k.kernel.text import text_encoding
from q40k.kernel.whole_file import read_bounded, read_side, write_side, write_whole
from q40k.packs import base, finding, problems, reader
from q40k.packs.library import check, load_with_places
from q40k.table.folders import data_folder

_BARE = re.compile(r"[A-Za-z]([A-Za-z_-]*[A-Za-z])?[0-9]*")
_WORDS = {"yes", "no", "on", "off", "true", "false", "null"}
"""Words that YAML would not read as text."""
WIDTH = 100


class FileText(Struct, frozen=True):
    """The text of a file, and whether comments are lost."""

    text: str
    loses: bool = False


class Known(Struct, frozen=True):
    """The ids of the board and the mission in a file, "" if they are not in it yet."""

    board: str = ""
    mission: str = ""


def data_of(text: str) -> dict[str, Any]:
    """Return the data of a valid text, or an empty dict."""
    data: reader.Plain = reader.read_bytes(text.encode(), "").data if text.strip() else None
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
    inside = [part for entry in node.value for part in (entry if isinstance(entry, tuple) else (entry,))]
    node.flow_style = all(isinstance(item, yaml.ScalarNode) for item in inside)
    return node


_Dumper.add_representer(_Rows, _rows)
_Dumper.add_representer(str, _text)
_Dumper.add_representer(dict, lambda dumper, data: _short(dumper.represent_dict(data.items())))
_Dumper.add_representer(list, lambda dumper, data: _short(dumper.represent_list(data)))


def dump(data: Any) -> str:
    """Return data as YAML."""
    text: str = yaml.dump(_with_rows(data), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=WIDTH)
    return text


def _with_rows(data: Any) -> Any:
    if isinstance(data, list):
        return [_with_rows(item) for item in data]
    if not isinstance(data, dict):
        return data
    lettered = ("rows", "sections") if "rows" in data else ()
    return {key: _Rows(value) if key in lettered else _with_rows(value) for key, value in data.items()}


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


# -- whole files -----------------------------------------------------------------------------


FOLDER = "drafts-space-hulk"


class Changed(Exception):
    """A file has changed or vanished since it was read."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class Draft(Struct, frozen=True, kw_only=True):
    """Unsaved work: its file, the file's text, and the time."""

    path: str
    text: str
    known: Known
    work: Work
    when: str


def read_text(path: Path) -> str:
    """Return the text of a file, "" if there is none. Raises OSError, UnicodeDecodeError."""
    try:
        raw = read_bounded(path, reader.MOST_BYTES)
        return raw.decode("utf-16" if text_encoding(raw) == "utf-16" else "utf-8")
    except FileNotFoundError:
        return ""


def write(path: Path, text: str, before: str) -> None:
    """Write a file whole or not at all, if it still holds the text `before`.

    Raises Changed, OSError.
    """
    path = Path(os.path.realpath(path))
    try:
        now = read_text(path)
    except UnicodeDecodeError:
        now = None
    if now != before:
        raise Changed(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(13, "no right to", str(path))
    write_whole(path, text.encode(), durable=True)


# -- drafts --------------------------------------------------------------------------------


def draft_file(path: Path) -> Path:
    """Return the path of a file's draft. Raises OSError."""
    whole = os.path.realpath(path)
    sign = blake2b(os.fsencode(whole), digest_size=4).hexdigest()
    return data_folder() / FOLDER / f"{path.stem}-{sign}.json"


class Hold:
    """The right to a file's draft: it belongs to the first editor that opens the file.

    It ends with its process. `ours` is False if another process holds it.
    """

    def __init__(self, path: Path) -> None:
        self.ours = True
        self._lock: FileLock | None = None
        with suppress(OSError):  # where no lock can lie no draft can either
            file = draft_file(path).with_suffix(".lock")
            file.parent.mkdir(exist_ok=True)
            self._lock = FileLock(file, is_singleton=True)
            try:
                self._lock.acquire(timeout=0)
            except Timeout:
                self.ours, self._lock = False, None

    def drop(self) -> None:
        """Give the right up."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def write_draft(path: Path, text: str, known: Known, work: Work) -> None:
    """Save work as a draft. Raises OSError."""
    when = datetime.now().astimezone().isoformat(timespec="minutes")
    draft = Draft(path=os.path.realpath(path), text=text, known=known, work=work, when=when)
    file = draft_file(path)
    file.parent.mkdir(exist_ok=True)
    write_side(file, draft, Draft)


def read_draft(path: Path) -> Draft | None:
    """Return the draft of a file, or None if there is no readable one."""
    try:
        return _read(draft_file(path))
    except OSError:
        return None


def drop_draft(path: Path) -> None:
    """Delete the draft of a file."""
    with suppress(OSError):
        draft_file(path).unlink(missing_ok=True)


def drafts() -> list[Draft]:
    """Return all drafts, newest first."""
    try:
        files = sorted((data_folder() / FOLDER).glob("*.json"))
    except OSError:
        return []
    readable = [draft for file in files if (draft := _read(file)) is not None]
    return sorted(readable, key=lambda draft: draft.when, reverse=True)


def _read(file: Path) -> Draft | None:
    draft = read_side(file, Draft)
    return draft if isinstance(draft, Draft) else None


# -- opening ---------------------------------------------------------------------------------


Origin = Literal["", "new", "copy", "board-copied", "draft"]


class Several(Exception):
    """A file holds several missions; one must be named."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        super().__init__(", ".join(ids))
        self.ids = ids


class Opened(Struct, frozen=True, kw_only=True):
    """Opened work: its file, the file's text, and the origin of the work."""

    path: Path
    text: str
    known: Known
    work: Work
    origin: Origin = ""
    source: str = ""


def is_file(text: str) -> bool:
    """Return whether the text is a path of a file, not an id."""
    return Path(text).suffix in (".yaml", ".yml") or bool({"/", os.sep} & set(text)) or Path(text).exists()


def open_any(folders: Iterable[Path]) -> Opened:
    """Open the newest unsaved work, or a new mission."""
    waiting = [draft for draft in drafts() if _is_free(Path(draft.path))]
    return resume_draft(waiting[0]) if waiting else open_id(free_id("our-mission", folders), folders)


def _is_free(path: Path) -> bool:
    """Return whether no other window has the file open."""
    hold = Hold(path)
    hold.drop()
    return hold.ours


def open_id(id: str, folders: Iterable[Path]) -> Opened:
    """Open the mission with an id: the player's own, a copy of a shipped one, or a new one.

    Raises PackError, OSError.
    """
    items, _problems = load_with_places(KINDS, "missions", folders)
    if id not in items:
        return Opened(path=own_file(id), text="", known=Known(), work=blank(id), origin="new")
    item = items[id]
    if item.document.file not in _shipped_files():
        return open_file(Path(item.document.file), id, folders)
    new = free_id(f"my-{id}", folders)
    boards, _problems = load_with_places(KINDS, "boards", folders)
    board = boards.get(item.model.board or "")
    work = copy_work(Work(mission=item.model, board=blank(new).board if board is None else board.model), new)
    return Opened(path=own_file(new), text="", known=Known(), work=work, origin="copy", source=id)


def free_id(id: str, folders: Iterable[Path]) -> str:
    """Return an id that no mission or board has: this one, or with the next number."""
    used: set[str] = set()
    for kind in ("missions", "boards"):
        used |= set(load_with_places(KINDS, kind, folders)[0])
    return next(
        candidate
        for n in range(1, len(used) + 2)
        if (candidate := id if n == 1 else f"{id}-{n}") not in used and not own_file(candidate).exists()
    )


def copy_work(work: Work, id: str) -> Work:
    """Return a copy of the work under another id."""
    mission = replace(work.mission, id=id, board=id, source="own", certainty="high")
    return replace(work, mission=mission, board=replace(work.board, id=id, source="own", certainty="high"))


def _shipped_files() -> set[str]:
    return {str(path) for path in finding.shipped_files(KINDS, KINDS.names)}


def open_file(path: Path, id: str, folders: Iterable[Path]) -> Opened:
    """Open a mission of a file: the one with the id, a new one, or the only one.

    Raises Several, OSError, and PackError if the file cannot be read as packs.
    """
    text = read_text(path)
    if not text.strip():
        id = id or base.id_of_name(path.stem, "our-mission")
        return Opened(path=path, text=text, known=Known(), work=blank(id), origin="new")
    document = reader.read_bytes(text.encode(), str(path))
    missions = _models(document, "missions", Mission)
    if not id and len(missions) != 1:
        raise Several(tuple(missions))
    if id and id not in missions:
        return Opened(path=path, text=text, known=Known(), work=blank(id), origin="new")
    mission = missions[id or next(iter(missions))]
    boards = _models(document, "boards", Layout)
    if mission.board in boards:
        ids = Known(board=str(mission.board), mission=mission.id)
        return Opened(path=path, text=text, known=ids, work=Work(mission=mission, board=boards[mission.board]))
    elsewhere, _problems = load_with_places(KINDS, "boards", folders)
    entry = elsewhere.get(mission.board or "")
    board = blank(mission.id).board if entry is None else entry.model
    own = mission.id
    while own in boards or own in elsewhere:
        own += "-board"
    work = Work(mission=replace(mission, board=own), board=replace(board, id=own, source="own", certainty="high"))
    return Opened(
        path=path,
        text=text,
        known=Known(mission=mission.id),
        work=work,
        origin="board-copied" if entry is not None else "",
        source=mission.board or "",
    )


def _models(document: reader.Document, kind: str, model: type[Any]) -> dict[str, Any]:
    """Return the objects of a kind in a file, without their check. Raises PackError."""
    data = document.data
    entries = data.get(kind, []) if isinstance(data, dict) else None
    if not document.problems and isinstance(entries, list):
        with suppress(msgspec.ValidationError):
            models = [msgspec.convert(entry, model) for entry in entries]
            return {item.id: item for item in models}
    raise problems.PackError(check(KINDS, [Path(document.file)]))


def resume_draft(draft: Draft) -> Opened:
    """Return unsaved work to go on with."""
    return Opened(path=Path(draft.path), text=draft.text, known=draft.known, work=draft.work, origin="draft")
