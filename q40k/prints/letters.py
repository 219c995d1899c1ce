"""Which font prints a letter: those every viewer of PDF has, or one that lies on this machine.

The letters of the West of Europe are printed in Helvetica, which no file need hold. For any other a
font is looked for where Linux, macOS and Windows keep theirs, and what is used of it goes into the
file. A letter that none has gives way to a like one of the West, or to a question mark.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final

from msgspec import Struct
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFError, TTFont

PLAIN, BOLD = "Helvetica", "Helvetica-Bold"
UNKNOWN: Final = "?"
_KNOWN: Final = str.maketrans(
    {"\u202f": "\u00a0", "\u2033": '"', "\u2032": "'", "\u2212": "-", "\u2192": ">", "\u2265": ">="}
)
_FILES: Final = (
    ("liberationsans-regular.ttf", "liberationsans-bold.ttf"), ("arial.ttf", "arialbd.ttf"),
    ("arial.ttf", "arial bold.ttf"), ("dejavusans.ttf", "dejavusans-bold.ttf"),
    ("notosans-regular.ttf", "notosans-bold.ttf"), ("freesans.ttf", "freesansbold.ttf"),
    ("segoeui.ttf", "segoeuib.ttf"), ("arial unicode.ttf", ""), ("msyh.ttc", "msyhbd.ttc"),
    ("yugothm.ttc", "yugothb.ttc"), ("msgothic.ttc", ""), ("malgun.ttf", "malgunbd.ttf"),
    ("simsun.ttc", ""), ("applegothic.ttf", ""), ("stheiti medium.ttc", ""),
    ("droidsansfallbackfull.ttf", ""), ("droidsansfallback.ttf", ""), ("wqy-microhei.ttc", ""),
    ("wqy-zenhei.ttc", ""), ("nanumgothic.ttf", "nanumgothicbold.ttf"), ("unifont.ttf", ""),
)  # fmt: skip
"""Fonts that are like Helvetica or have many letters, the likest first: plain and bold."""
_ORDERED: Final = (
    (0x0900, 0x0DFF), (0x0F00, 0x0FFF), (0x1000, 0x109F), (0x1780, 0x17FF),
)  # fmt: skip
"""Letters of India, Tibet, Burma and Cambodia: they change their shape and order as they meet."""


class Face(Struct, frozen=True):
    """A font: what PDF calls it, the file it is in, and the letters it has; all, without a file."""

    name: str
    file: Path | None
    letters: frozenset[int] = frozenset()


class Run(Struct, frozen=True):
    """Letters that stand beside each other in one font."""

    words: str
    face: Face


def runs(words: str, *, bold: bool = False) -> tuple[Run, ...]:
    """The words in letters that can be printed, font by font."""
    own = Face(BOLD if bold else PLAIN, None)
    if _western(words):
        return (Run(words, own),)
    found = [(letter, face or own) for letter, face in _laid(words, bold=bold)]
    return tuple(
        Run("".join(letter for letter, _face in group), face)
        for face, group in groupby(found, key=lambda one: one[1])
    )


def missing(words: str) -> frozenset[str]:
    """The letters that are printed as a question mark, as no font that was found has them."""
    if _western(words):
        return frozenset()
    each = unicodedata.normalize("NFC", words.translate(_KNOWN))
    return frozenset(one for one in each if one.isprintable() and _placed(one)[0] == UNKNOWN != one)


@lru_cache(4096)
def width(words: str, *, bold: bool) -> float:
    """How wide words are in letters of one point, in points."""
    return sum(float(stringWidth(run.words, run.face.name, 1)) for run in runs(words, bold=bold))


def folders() -> Sequence[Path]:
    """Where this system keeps its fonts, those of whoever sits here first."""
    home = Path.home()
    if sys.platform == "win32":
        system = Path(os.environ.get("WINDIR", "C:\\Windows")) / "Fonts"
        own = os.environ.get("LOCALAPPDATA")
        return [*([Path(own, "Microsoft/Windows/Fonts")] if own else []), system]
    if sys.platform == "darwin":
        return [home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    data = os.environ.get("XDG_DATA_HOME") or str(home / ".local/share")
    return [home / ".fonts", *(Path(one) / "fonts" for one in (data, *shared.split(":")))]


# -- letter by letter ----------------------------------------------------------------------


def _laid(words: str, *, bold: bool) -> Iterator[tuple[str, Face | None]]:
    for letter in unicodedata.normalize("NFC", words.translate(_KNOWN)):
        yield _placed(letter, bold=bold)


@lru_cache(4096)
def _placed(letter: str, *, bold: bool = False) -> tuple[str, Face | None]:
    """What is printed for a letter, and in which font; None is the usual one."""
    if _western(letter):
        return letter, None
    if letter.isprintable() and _stands_alone(letter):
        for plain, heavy in _files(tuple(folders())):
            for face in (_face(heavy), _face(plain)) if bold else (_face(plain),):
                if face is not None and ord(letter) in face.letters:
                    return letter, face
    like = "".join(one for one in unicodedata.normalize("NFKD", letter) if _western(one))
    return like or UNKNOWN, None


def _western(words: str) -> bool:
    """Whether all of it is in the letters that every viewer of PDF has."""
    try:
        words.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return words.replace("\u00a0", " ").isprintable()


def _stands_alone(letter: str) -> bool:
    """Whether it is written from left to right, in one shape whatever stands beside it."""
    if unicodedata.bidirectional(letter) in ("R", "AL", "AN"):
        return False
    return not any(first <= ord(letter) <= last for first, last in _ORDERED)


# -- fonts ---------------------------------------------------------------------------------


@cache
def _files(where: tuple[Path, ...]) -> tuple[tuple[Path, Path | None], ...]:
    """The fonts that lie in folders, plain and bold, those that are like Helvetica first."""
    files = {
        path.name.lower(): path
        for folder in reversed(where)
        for path in _below(folder)
        if path.suffix.lower() in (".ttf", ".ttc")
    }
    others = sorted(one for one in files if one.startswith("noto") and "-regular." in one)
    named = (*_FILES, *((one, one.replace("-regular.", "-bold.")) for one in others))
    return tuple((files[plain], files.get(bold)) for plain, bold in named if plain in files)


def _below(folder: Path) -> Iterator[Path]:
    for top, _folders, names in os.walk(folder):
        yield from (Path(top, name) for name in names)


@cache
def _face(file: Path | None) -> Face | None:
    """The font in a file; None when there is none that can be put into a PDF."""
    if file is None:
        return None
    with suppress(TTFError, OSError, ValueError, KeyError, IndexError):
        name = f"q40k {file}"
        font = TTFont(name, str(file))
        registerFont(font)
        return Face(name, file, frozenset(font.face.charToGlyph))
    return None
