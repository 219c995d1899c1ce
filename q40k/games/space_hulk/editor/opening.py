"""What a mission to be edited is taken from: one's own file, another mission, or nothing yet."""

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

Said = Literal["", "new", "copy", "board-copied", "draft"]


class Several(Exception):
    """A file holds several missions: one is to be named."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        super().__init__(", ".join(ids))
        self.ids = ids


class Opened(Struct, frozen=True, kw_only=True):
    """Work as it was opened: its file, what that held, and what there is to say of it."""

    path: Path
    text: str
    known: Known
    work: Work
    said: Said = ""
    of: str = ""


def is_file(said: str) -> bool:
    """Whether a file is meant, not an id."""
    return Path(said).suffix in (".yaml", ".yml") or "/" in said or Path(said).exists()


def open_any(folders: Iterable[Path]) -> Opened:
    """The work that was not saved last, or a new mission."""
    kept = [one for one in drafts() if _nobody_has(Path(one.path))]
    return taken_up(kept[0]) if kept else open_id(free_id("our-mission", folders), folders)


def _nobody_has(path: Path) -> bool:
    """Whether a file is open in no other window."""
    hold = Hold(path)
    hold.drop()
    return hold.ours


def open_id(id: str, folders: Iterable[Path]) -> Opened:
    """The mission of that id: one's own, a copy of one of the house, or a new one.

    Raises PackError, OSError.
    """
    items, _problems = load_with_places(KINDS, "missions", folders)
    if id not in items:
        return Opened(path=own_file(id), text="", known=Known(), work=blank(id), said="new")
    item = items[id]
    if item.document.file not in _shipped():
        return open_file(Path(item.document.file), id, folders)
    new = free_id(f"my-{id}", folders)
    boards, _problems = load_with_places(KINDS, "boards", folders)
    board = boards.get(item.model.board or "")
    work = copied(
        Work(mission=item.model, board=blank(new).board if board is None else board.model), new
    )
    return Opened(path=own_file(new), text="", known=Known(), work=work, said="copy", of=id)


def free_id(id: str, folders: Iterable[Path]) -> str:
    """An id that no mission and no board has: this one, or with the next number."""
    known: set[str] = set()
    for kind in ("missions", "boards"):
        known |= set(load_with_places(KINDS, kind, folders)[0])
    return next(
        one
        for n in range(1, len(known) + 2)
        if (one := id if n == 1 else f"{id}-{n}") not in known and not own_file(one).exists()
    )


def copied(work: Work, id: str) -> Work:
    """The work under another id, its own from now on."""
    mission = replace(work.mission, id=id, board=id, source="own", certainty="high")
    return replace(
        work, mission=mission, board=replace(work.board, id=id, source="own", certainty="high")
    )


def _shipped() -> set[str]:
    return {str(path) for path in shipped_files(KINDS, KINDS.names)}


def open_file(path: Path, id: str, folders: Iterable[Path]) -> Opened:
    """A mission of a file: that of the id, a new one if there is none, or its only one.

    Raises Several, PackError where the file cannot be read as packs, OSError.
    """
    text = read_text(path)
    if not text.strip():
        id = id or id_of_name(path.stem, "our-mission")
        return Opened(path=path, text=text, known=Known(), work=blank(id), said="new")
    document = read_bytes(text.encode(), str(path))
    missions = _models(document, "missions", Mission)
    if not id and len(missions) != 1:
        raise Several(tuple(missions))
    if id and id not in missions:
        return Opened(path=path, text=text, known=Known(), work=blank(id), said="new")
    mission = missions[id or next(iter(missions))]
    boards = _models(document, "boards", Layout)
    if mission.board in boards:
        known = Known(board=str(mission.board), mission=mission.id)
        return Opened(
            path=path,
            text=text,
            known=known,
            work=Work(mission=mission, board=boards[mission.board]),
        )
    elsewhere, _problems = load_with_places(KINDS, "boards", folders)
    found = elsewhere.get(mission.board or "")
    board = blank(mission.id).board if found is None else found.model
    own = mission.id
    while own in boards or own in elsewhere:
        own += "-board"
    work = Work(
        mission=replace(mission, board=own),
        board=replace(board, id=own, source="own", certainty="high"),
    )
    return Opened(
        path=path, text=text, known=Known(mission=mission.id), work=work,
        said="board-copied" if found is not None else "", of=mission.board or "",
    )  # fmt: skip


def _models(document: Document, kind: str, model: type[Any]) -> dict[str, Any]:
    """The objects of a kind that a file holds, whatever they lack. Raises PackError."""
    data = document.data
    entries = data.get(kind, []) if isinstance(data, dict) else None
    if not document.problems and isinstance(entries, list):
        with suppress(msgspec.ValidationError):
            made = [msgspec.convert(one, model) for one in entries]
            return {one.id: one for one in made}
    raise PackError(check(KINDS, [Path(document.file)]))


def taken_up(draft: Draft) -> Opened:
    """Work that was not saved, to go on with."""
    return Opened(
        path=Path(draft.path), text=draft.text, known=draft.known, work=draft.work, said="draft"
    )
