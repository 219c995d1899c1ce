"""Reads rows from the bytes of a library whose trees SQLite can no longer walk.

Every page of the file and of the write-ahead log is read alone, by
https://www.sqlite.org/fileformat2.html. Anything that does not look like a row of ours is skipped.
"""

import json
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field

PAGE = 4096
_LOG_HEAD = 32
_FRAME_HEAD = 24
_MAGIC = b"\x37\x7f\x06"
_INDEX_LEAF, _INDEX_INNER, _TABLE_LEAF = 0x0A, 0x02, 0x0D
_MOST_OVERFLOW = 100_000

Row = tuple[Any, ...]
Key = tuple[int, int]


class Salvage(Struct):
    """The rows that were read, in the file's columns: entries and matches.

    `entries` holds every version of an entry by match and seq, the newest last.
    """

    entries: dict[Key, list[Row]] = field(default_factory=dict)
    matches: dict[int, Row] = field(default_factory=dict)


def frames(log: Path) -> list[tuple[int, bytes]]:
    """Return the pages of a log's newest round up to its last commit, with their numbers.

    A frame of another round has number 0. Raises OSError.
    """
    pages: list[tuple[int, bytes]] = []
    end = 0
    with log.open("rb") as file:
        salt = _salt(file.read(_LOG_HEAD))
        while True:
            mark, page = file.read(_FRAME_HEAD), file.read(PAGE)
            if len(page) < PAGE:
                break
            number, size = struct.unpack(">II", mark[:8])
            salt = salt or mark[8:16]  # the head is lost: the first frame is of the newest round
            if mark[8:16] != salt:
                number = 0
            pages.append((number, page))
            if number and size:
                end = len(pages)
    return pages[:end]


def lost_commits(log: Path) -> int:
    """Return how many commits of a log's newest round come after a damaged frame.

    SQLite reads none of them. Raises OSError.
    """
    lost = 0
    with log.open("rb") as file:
        head = file.read(_LOG_HEAD)
        salt = _salt(head)
        sound = bool(salt)
        order = ">" if sound and head[3] & 1 else "<"
        sums: tuple[int, int] = struct.unpack(">II", head[24:32]) if sound else (0, 0)
        while True:
            mark, page = file.read(_FRAME_HEAD), file.read(PAGE)
            if len(page) < PAGE:
                return lost
            salt = salt or mark[8:16]
            number, size = struct.unpack(">II", mark[:8])
            if sound:
                sums = _checksum(mark[:8] + page, order, sums)
                sound = struct.pack(">II", *sums) == mark[16:24]
            if not sound and number and size and mark[8:16] == salt:
                lost += 1


def _salt(head: bytes) -> bytes:
    """Return the salts in the head of a log, or b"" if its own checksum says it is damaged."""
    if len(head) < _LOG_HEAD or head[:3] != _MAGIC:
        return b""
    sums = _checksum(head[:24], ">" if head[3] & 1 else "<", (0, 0))
    return head[16:24] if struct.pack(">II", *sums) == head[24:32] else b""


def _checksum(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    """Return the checksum that SQLite continues from frame to frame."""
    low, high = sums
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for first, second in zip(words, words, strict=True):
        low = (low + first + high) & 0xFFFFFFFF
        high = (high + second + low) & 0xFFFFFFFF
    return low, high


def commit_ends(log: Path) -> list[int]:
    """Return after how many frames each commit of a log's newest round ends. Raises OSError."""
    ends = []
    with log.open("rb") as file:
        salt = _salt(file.read(_LOG_HEAD))
        whole = (log.stat().st_size - _LOG_HEAD) // (_FRAME_HEAD + PAGE)
        for frame in range(1, whole + 1):
            mark = file.read(_FRAME_HEAD)
            salt = salt or mark[8:16]
            number, size = struct.unpack(">II", mark[:8])
            if number and size and mark[8:16] == salt:
                ends.append(frame)
            file.seek(PAGE, 1)
    return ends


def from_file(library: Path, log: Path | None = None) -> Salvage:
    """Read a library file by its bytes, the log's frames last. Raises OSError."""
    raw = library.read_bytes() if library.exists() else b""
    pages = {n // PAGE + 1: raw[n : n + PAGE] for n in range(0, len(raw), PAGE)}
    salvage = Salvage()
    later = frames(log) if log is not None and log.exists() else []
    newest = {**pages, **dict(later)}
    for number, page in [*pages.items(), *later]:
        if number > 1 and len(page) == PAGE:
            _collect(salvage, page, newest)
    return salvage


def from_log(log: Path) -> Salvage:
    """Read a log alone. Raises OSError."""
    salvage = Salvage()
    pages = frames(log)
    for number, page in pages:
        if number > 1:
            _collect(salvage, page, dict(pages))
    return salvage


def _collect(salvage: Salvage, page: bytes, pages: Mapping[int, bytes]) -> None:
    for rowid, row in _rows(page, pages):
        if rowid is None and is_entry(row):
            salvage.entries.setdefault((row[0], row[1]), []).append(row)
        elif rowid is not None and row[:1] == (None,) and is_match(row):
            salvage.matches[rowid] = (rowid, *row[1:])


def is_entry(row: Row) -> bool:
    """Return whether a row has the shape of an entry, with whole texts."""
    if len(row) < 10:
        return False
    numbers, texts = (row[0], row[1], row[3], row[7]), (row[2], row[4], row[5], row[6], row[8])
    if not all(isinstance(n, int) for n in numbers) or not all(map(_is_text, texts)):
        return False
    if row[0] < 0 or row[1] < 1 or not (row[9] is None or isinstance(row[9], int)):
        return False
    try:
        return isinstance(json.loads(row[6]), list)
    except (ValueError, RecursionError):
        return False


def is_match(row: Row) -> bool:
    """Return whether a row has the shape of a match, with whole texts."""
    return len(row) >= 5 and all(map(_is_text, row[1:5]))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and "\0" not in value  # a zeroed page leaves "\0" in a text


def _rows(page: bytes, pages: Mapping[int, bytes]) -> Iterator[tuple[int | None, Row]]:
    kind = page[0]
    if kind not in (_INDEX_LEAF, _INDEX_INNER, _TABLE_LEAF):
        return
    head = 12 if kind == _INDEX_INNER else 8
    for cell in range(int.from_bytes(page[3:5], "big")):
        start = head + 2 * cell
        at = int.from_bytes(page[start : start + 2], "big")
        try:
            size, at = _varint(page, at + (4 if kind == _INDEX_INNER else 0))
            rowid: int | None = None
            if kind == _TABLE_LEAF:
                rowid, at = _varint(page, at)
            yield rowid, _record(_payload(page, at, size, kind == _TABLE_LEAF, pages))
        except (IndexError, ValueError, KeyError, struct.error):
            continue


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(9):
        byte = data[at + place]
        if place == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    raise ValueError


def _payload(page: bytes, at: int, size: int, of_table: bool, pages: Mapping[int, bytes]) -> bytes:
    """Return a cell's content, with that of its overflow pages."""
    most = PAGE - 35 if of_table else (PAGE - 12) * 64 // 255 - 23
    least = (PAGE - 12) * 32 // 255 - 23
    if size <= most:
        local = size
    else:
        local = least + (size - least) % (PAGE - 4)
        local = local if local <= most else least
    content = page[at : at + local]
    if len(content) < local:
        raise ValueError
    following = int.from_bytes(page[at + local : at + local + 4], "big") if size > local else 0
    parts = [content]
    missing = size - local
    for _ in range(_MOST_OVERFLOW):
        if missing <= 0:
            break
        overflow = pages[following]
        parts.append(overflow[4 : 4 + missing])
        missing -= PAGE - 4
        following = int.from_bytes(overflow[:4], "big")
    whole = b"".join(parts)
    if len(whole) != size:
        raise ValueError
    return whole


def _record(data: bytes) -> Row:
    end, at = _varint(data, 0)
    kinds = []
    while at < end:
        kind, at = _varint(data, at)
        kinds.append(kind)
    values: list[Any] = []
    for kind in kinds:
        width = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[kind] if kind < 10 else (kind - 12) // 2
        part = data[at : at + width]
        if len(part) != width or kind in (10, 11):
            raise ValueError
        at += width
        values.append(_value(kind, part))
    return tuple(values)


def _value(kind: int, part: bytes) -> Any:
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    if kind == 7:
        return struct.unpack(">d", part)[0]
    if kind < 7:
        return int.from_bytes(part, "big", signed=True)
    return part.decode("utf-8") if kind % 2 else part
