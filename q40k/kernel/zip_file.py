"""Zip files that anybody may have made."""

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

_ENCRYPTED = 1
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Other ways of packing may take any amount of memory, and fail in ways of their own."""


class ZipUnread(Exception):
    """Bytes that are no whole zip file, or not a plain one."""


@contextmanager
def open_zip(raw: bytes) -> Iterator[zipfile.ZipFile]:
    """Give the zip file in bytes that anybody may have made; read no member without a bound. Raises ZipUnread."""
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            for member in archive.infolist():
                if member.flag_bits & _ENCRYPTED or member.compress_type not in _PACKINGS:
                    raise zipfile.BadZipFile(member.orig_filename)
            yield archive
    except (zipfile.BadZipFile, EOFError, ValueError, RuntimeError, zlib.error, OSError) as error:
        raise ZipUnread from error
