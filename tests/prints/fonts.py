"""A font for tests: that of reportlab, with its shapes under other letters."""

from __future__ import annotations

import struct
from pathlib import Path
from zlib import crc32

import reportlab

SHIPPED = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
SHAPES = range(36, 36 + 58)
"""The glyphs of its letters, from A on."""


def font(path: Path, letters: str) -> Path:
    """Write a font that has these letters and no others; each looks like some letter of Vera."""
    data = SHIPPED.read_bytes()
    head, count = data[:4], struct.unpack(">H", data[4:6])[0]
    tables = {}
    for number in range(count):
        tag, _sum, at, size = struct.unpack(">4sLLL", data[12 + 16 * number : 28 + 16 * number])
        tables[tag] = data[at : at + size]
    tables[b"cmap"] = _letters(letters)
    tables[b"name"] = _name_table(tables[b"name"], f"{crc32(str(path).encode()):08x}")
    place, directory, body = 12 + 16 * count, b"", b""
    for tag, table in sorted(tables.items()):
        directory += struct.pack(">4sLLL", tag, 0, place + len(body), len(table))
        body += table + b"\0" * (-len(table) % 4)
    path.write_bytes(head + data[4:12] + directory + body)
    return path


def _name_table(table: bytes, name: str) -> bytes:
    """The table of names with one of its own: what bears the name of another is taken for it."""
    was = "BitstreamVeraSans"
    new = name.ljust(len(was), "x")
    for code in ("ascii", "utf-16-be"):
        assert was.encode(code) in table
        table = table.replace(was.encode(code), new.encode(code))
    return table


def _letters(letters: str) -> bytes:
    """The table that says which shape a letter has, group by group (format 12)."""
    groups = b"".join(
        struct.pack(">LLL", ord(letter), ord(letter), SHAPES[number % len(SHAPES)])
        for number, letter in enumerate(sorted(letters))
    )
    held = struct.pack(">HHLLL", 12, 0, 16 + len(groups), 0, len(groups) // 12) + groups
    return struct.pack(">HHHHL", 0, 1, 3, 10, 12) + held
