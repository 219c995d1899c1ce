"""The opening of a mission to edit: from a file, as a copy of another mission, or a new one."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from q40k.games.space_hulk.editor.keeping import Draft, Hold, drafts, read_text
from q40k.games.space_hulk.editor.text import Known
from q40k.games.space_hulk.editor.work import Work, blank
from q40k.games.space_hulk.packs.boards import Layout
from q40k.games.space_hulk.packs.kinds import KINDS
from q40k.games.space_hulk.packs.missions import Mission
from q40k.games.space_hulk.table.own_mission import own_file
from q40k.packs.base import id_of_name
from q40k.packs.finding import shipped_files
from q40k.packs.library import check, load_with_places
from q40k.packs.problems import PackError
from q40k.packs.reader import Document, read_bytes

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
    return Path(text).suffix in (".yaml", ".yml") or "/" in text or Path(text).exists()


def open_any(folders: Iterable[Path]) -> Opened:
    """Open the newest unsaved work, or a new mission."""
    waiting = [draft for draft in drafts() if _is_free(Path(draft.path))]
    return (
        resume_draft(waiting[0]) if waiting else open_id(free_id("our-mission", folders), folders)
    )


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
    work = copy_work(
        Work(mission=item.model, board=blank(new).board if board is None else board.model), new
    )
    return Opened(path=own_file(new), text="", known=Known(), work=work, origin="copy", source=id)


def free_id(id: str, folders: Iterable[Path]) -> str:
    """Return an id that no mission or board has: this one, or with the next number."""
    used: set[str] = set()
    for kind in ("missions", "boards"):
        used |= set(load_with_places(KINDS, kind, folders)[0])
    return next(
        candidate
        for n in range(1, len(used) + 2)
        if (candidate := id if n == 1 else f"{id}-{n}") not in used
        and not own_file(candidate).exists()
    )


def copy_work(work: Work, id: str) -> Work:
    """Return a copy of the work under another id."""
    mission = replace(work.mission, id=id, board=id, source="own", certainty="high")
    return replace(
        work, mission=mission, board=replace(work.board, id=id, source="own", certainty="high")
    )


def _shipped_files() -> set[str]:
    return {str(path) for path in shipped_files(KINDS, KINDS.names)}


def open_file(path: Path, id: str, folders: Iterable[Path]) -> Opened:
    """Open a mission of a file: the one with the id, a new one, or the only one.

    Raises Several, OSError, and PackError if the file cannot be read as packs.
    """
    text = read_text(path)
    if not text.strip():
        id = id or id_of_name(path.stem, "our-mission")
        return Opened(path=path, text=text, known=Known(), work=blank(id), origin="new")
    document = read_bytes(text.encode(), str(path))
    missions = _models(document, "missions", Mission)
    if not id and len(missions) != 1:
        raise Several(tuple(missions))
    if id and id not in missions:
        return Opened(path=path, text=text, known=Known(), work=blank(id), origin="new")
    mission = missions[id or next(iter(missions))]
    boards = _models(document, "boards", Layout)
    if mission.board in boards:
        ids = Known(board=str(mission.board), mission=mission.id)
        return Opened(
            path=path,
            text=text,
            known=ids,
            work=Work(mission=mission, board=boards[mission.board]),
        )
    elsewhere, _problems = load_with_places(KINDS, "boards", folders)
    entry = elsewhere.get(mission.board or "")
    board = blank(mission.id).board if entry is None else entry.model
    own = mission.id
    while own in boards or own in elsewhere:
        own += "-board"
    work = Work(
        mission=replace(mission, board=own),
        board=replace(board, id=own, source="own", certainty="high"),
    )
    return Opened(
        path=path, text=text, known=Known(mission=mission.id), work=work,
        origin="board-copied" if entry is not None else "", source=mission.board or "",
    )  # fmt: skip


def _models(document: Document, kind: str, model: type[Any]) -> dict[str, Any]:
    """Return the objects of a kind in a file, without their check. Raises PackError."""
    data = document.data
    entries = data.get(kind, []) if isinstance(data, dict) else None
    if not document.problems and isinstance(entries, list):
        with suppress(msgspec.ValidationError):
            models = [msgspec.convert(entry, model) for entry in entries]
            return {item.id: item for item in models}
    raise PackError(check(KINDS, [Path(document.file)]))


def resume_draft(draft: Draft) -> Opened:
    """Return unsaved work to go on with."""
    return Opened(
        path=Path(draft.path), text=draft.text, known=draft.known, work=draft.work, origin="draft"
    )
