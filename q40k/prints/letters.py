"""The font of each letter: a standard PDF font, or one that is installed on this machine.

Western European letters are printed in Helvetica, which needs no file. For other letters a font is
searched in the font folders of Linux, macOS and Windows, and the used part is embedded in the PDF.
A letter without a font is replaced by a similar Western one, or by a question mark.
"""

import os
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from msgspec import Struct
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFError, TTFont

PLAIN, BOLD = "Helvetica", "Helvetica-Bold"
UNKNOWN = "?"
_KNOWN = str.maketrans({"\u202f": "\u00a0", "\u2033": '"', "\u2032": "'", "\u2212": "-", "\u2192": ">", "\u2265": ">="})
_FILES = (
    ("liberationsans-regular.ttf", "liberationsans-bold.ttf"), ("arial.ttf", "arialbd.ttf"),
    ("arial.ttf", "arial bold.ttf"), ("dejavusans.ttf", "dejavusans-bold.ttf"),
    ("notosans-regular.ttf", "notosans-bold.ttf"), ("freesans.ttf", "freesansbold.ttf"),
    ("segoeui.ttf", "segoeuib.ttf"), ("arial unicode.ttf", ""), ("msyh.ttc", "msyhbd.ttc"),
    ("yugothm.ttc", "yugothb.ttc"), ("msgothic.ttc", ""), ("malgun.ttf", "malgunbd.ttf"),
    ("simsun.ttc", ""), ("applegothic.ttf", ""), ("stheiti medium.ttc", ""),
    ("droidsansfallbackfull.ttf", ""), ("droidsansfallback.ttf", ""), ("wqy-microhei.ttc", ""),
    ("wqy-zenhei.ttc", ""), ("nanumgothic.ttf", "nanumgothicbold.ttf"), ("unifont.ttf", ""),
)  # fmt: skip
"""Plain and bold fonts that resemble Helvetica or have many letters, the best first."""
_ORDERED = ((0x0900, 0x0DFF), (0x0F00, 0x0FFF), (0x1000, 0x109F), (0x1780, 0x17FF))
"""Letters of India, Tibet, Burma and Cambodia: they change shape and order in a word."""


class Face(Struct, frozen=True):
    """A font: its name in the PDF, its file, and its letters (empty without a file: all)."""

    name: str
    file: Path | None
    letters: frozenset[int] = frozenset()


class Run(Struct, frozen=True):
    """Adjacent letters in one font."""

    words: str
    face: Face


def runs(words: str, *, bold: bool = False) -> tuple[Run, ...]:
    """Return the words in letters that can be printed, font by font."""
    own = Face(BOLD if bold else PLAIN, None)
    if _is_western(words):
        return (Run(words, own),)
    printable = [(letter, face or own) for letter, face in _substitute(words, bold=bold)]
    return tuple(
        Run("".join(letter for letter, _face in group), face)
        for face, group in groupby(printable, key=lambda pair: pair[1])
    )


def missing(words: str) -> frozenset[str]:
    """Return the letters that are printed as a question mark, because no font has them."""
    if _is_western(words):
        return frozenset()
    each = unicodedata.normalize("NFC", words.translate(_KNOWN))
    return frozenset(
        letter for letter in each if letter.isprintable() and _substitute_letter(letter)[0] == UNKNOWN != letter
    )


@lru_cache(4096)
def width(words: str, *, bold: bool) -> float:
    """Return the width of words in letters of one point, in points."""
    return sum(float(stringWidth(run.words, run.face.name, 1)) for run in runs(words, bold=bold))


def folders() -> Sequence[Path]:
    """Return the font folders of this system, the user's own first."""
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        system = Path(os.environ.get("WINDIR", "C:\\Windows")) / "Fonts"
        own = os.environ.get("LOCALAPPDATA")
        return [*([Path(own, "Microsoft/Windows/Fonts")] if own else []), system]
    if sys.platform == "darwin":
        return [home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    data = os.environ.get("XDG_DATA_HOME") or str(home / ".local/share")
    return [home / ".fonts", *(Path(parent) / "fonts" for parent in (data, *shared.split(":")))]


# -- letter by letter ----------------------------------------------------------------------


def _substitute(words: str, *, bold: bool) -> Iterator[tuple[str, Face | None]]:
    for letter in unicodedata.normalize("NFC", words.translate(_KNOWN)):
        yield _substitute_letter(letter, bold=bold)


@lru_cache(4096)
def _substitute_letter(letter: str, *, bold: bool = False) -> tuple[str, Face | None]:
    """Return what is printed for a letter, and its font; None is the standard one."""
    if _is_western(letter):
        return letter, None
    if letter.isprintable() and _stands_alone(letter):
        for plain, heavy in _installed_fonts(tuple(folders())):
            for face in (_load_face(heavy), _load_face(plain)) if bold else (_load_face(plain),):
                if face is not None and ord(letter) in face.letters:
                    return letter, face
    like = "".join(part for part in unicodedata.normalize("NFKD", letter) if _is_western(part))
    return like or UNKNOWN, None


def _is_western(words: str) -> bool:
    """Return whether all letters are in the standard PDF fonts."""
    try:
        words.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return words.replace("\u00a0", " ").isprintable()


def _stands_alone(letter: str) -> bool:
    """Return whether a letter is written left to right, with one shape in every context."""
    if unicodedata.bidirectional(letter) in ("R", "AL", "AN"):
        return False
    return not any(first <= ord(letter) <= last for first, last in _ORDERED)


# -- fonts ---------------------------------------------------------------------------------


@cache
def _installed_fonts(where: tuple[Path, ...]) -> tuple[tuple[Path, Path | None], ...]:
    """Return the fonts in folders, plain and bold, those that resemble Helvetica first."""
    files = {
        path.name.lower(): path
        for folder in reversed(where)
        for path in _walk_files(folder)
        if path.suffix.lower() in (".ttf", ".ttc")
    }
    others = sorted(name for name in files if name.startswith("noto") and "-regular." in name)
    names = (*_FILES, *((name, name.replace("-regular.", "-bold.")) for name in others))
    return tuple((files[plain], files.get(bold)) for plain, bold in names if plain in files)


def _walk_files(folder: Path) -> Iterator[Path]:
    for top, _folders, names in os.walk(folder):
        yield from (Path(top, name) for name in names)


@cache
def _load_face(file: Path | None) -> Face | None:
    """Return the font in a file; None if it cannot be embedded in a PDF."""
    if file is None:
        return None
    with suppress(TTFError, OSError, ValueError, KeyError, IndexError):
        name = f"q40k {file}"
        font = TTFont(name, str(file))
        registerFont(font)
        return Face(name, file, frozenset(font.face.charToGlyph))
    return None
