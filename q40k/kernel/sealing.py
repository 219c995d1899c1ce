"""Envelopes in the record of a match in progress: nobody reads a secret in it by accident.

An envelope is no safe. There is no key: whoever wants to can open it. Its salt and its padding make
envelopes with the same contents look different, and equally long.
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256, shake_256
from typing import Any

MOST_SEALED = 20_000
"""The most characters of an envelope."""
_MOST_OPENED = 1_000_000
_STEP = 1200
"""The bytes of an envelope are padded to a multiple of this."""


class BrokenSeal(ValueError):
    """A text that is no envelope, or was changed."""


def seal(contents: dict[str, Any], salt: str) -> str:
    """Return an envelope with `contents`, which are plain data. No two envelopes share a `salt`."""
    grain = shake_256(salt.encode())
    packed = zlib.compress(json.dumps([grain.hexdigest(16), contents]).encode())
    return urlsafe_b64encode(packed + grain.digest(-len(packed) % _STEP)).decode()


def unseal(sealed: str) -> dict[str, Any]:
    """Return the contents of an envelope. Raises BrokenSeal."""
    unpacker = zlib.decompressobj()
    try:
        _salt, contents = json.loads(unpacker.decompress(_decode(sealed), _MOST_OPENED))
    except (ValueError, TypeError, RecursionError, zlib.error) as error:
        raise BrokenSeal(sealed[:40]) from error
    if not isinstance(contents, dict):
        raise BrokenSeal(sealed[:40])
    return contents


def _decode(sealed: str) -> bytes:
    if len(sealed) > MOST_SEALED:
        raise BrokenSeal(sealed[:40])
    return urlsafe_b64decode(sealed.encode("ascii"))


# -- envelopes of the first records, which are only read -------------------------------------------

_CHECK = 8


def unseal_first_form(owner: str, sealed: str) -> Any:
    """Return the contents of an envelope of `owner` in an early record. Raises BrokenSeal."""
    try:
        decoded = _decode(sealed)
        check, hidden = decoded[:_CHECK], decoded[_CHECK:]
        key = owner.casefold().encode() + check
        blocks = (sha256(key + number.to_bytes(4, "big")).digest() for number in range(len(hidden) // 32 + 1))
        plain = bytes(a ^ b for a, b in zip(hidden, b"".join(blocks), strict=False))
        if sha256(plain).digest()[:_CHECK] != check:
            raise BrokenSeal(sealed[:40])
        return json.loads(plain)
    except ValueError as error:
        raise BrokenSeal(sealed[:40]) from error
