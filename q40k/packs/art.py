"""Pictures in bundles, for printed pieces: PNG files in the folder `art`, named after the piece.

Whoever drew one may be anybody, so its size is read before its dots are unpacked, no other kind of file is opened,
and a picture that does not unpack whole is refused.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

FOLDER = "art"
SUFFIX = ".png"
LEAST_DOTS, MOST_DOTS = 16, 1024
"""How wide and how high a picture may be."""
MOST_BYTES = 500_000
"""How large the file of a picture may be."""
_HEAD = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
_WIDTH_AT = len(_HEAD)
"""Where a PNG file has its width and its height, of four bytes each."""


class BadPicture(ValueError):
    """A file is no PNG picture, not a whole one, or too large or too small."""


def piece_of(name: str) -> str:
    """Return the piece that a file of a bundle is the picture of, by its path."""
    return PurePosixPath(name).stem if PurePosixPath(name).parent == PurePosixPath(FOLDER) else ""


def open_picture(raw: bytes) -> Image.Image:
    """Return a picture in colour with its transparency. Raises BadPicture."""
    from PIL import Image

    size = raw[_WIDTH_AT : _WIDTH_AT + 4], raw[_WIDTH_AT + 4 : _WIDTH_AT + 8]
    is_sound = all(LEAST_DOTS <= int.from_bytes(side, "big") <= MOST_DOTS for side in size)
    if len(raw) > MOST_BYTES or not raw.startswith(_HEAD) or not is_sound:
        raise BadPicture(len(raw))
    try:
        with Image.open(BytesIO(raw), formats=("PNG",)) as image:
            image.load()
            return image.convert("RGBA")
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError, OverflowError) as error:
        raise BadPicture(str(error)) from error
