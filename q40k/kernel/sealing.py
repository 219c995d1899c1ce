"""A sealed envelope in a record: exact for the app, and nothing for the eye.

It keeps honest people honest, as chips that lie face down do: whoever carries the record out reads
what is in it. All envelopes are of one length, so that not even how much is in them shows.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

MOST_SEALED: Final = 20_000
_STEP: Final = 1_200
"""Contents are filled up to so many bytes, or a multiple of it."""
_CHECK: Final = 8


class BrokenSeal(ValueError):
    """Text that is no envelope of this player, or was changed."""


def seal(whose: str, contents: Mapping[str, str]) -> str:
    """Contents in an envelope."""
    plain = json.dumps(contents, separators=(",", ":"), sort_keys=True).encode()
    plain += b" " * (-len(plain) % _STEP)
    check = sha256(plain).digest()[:_CHECK]
    return urlsafe_b64encode(check + _crossed(plain, _stream(whose, check))).decode()


def unseal(whose: str, sealed: str) -> Any:
    """What is in an envelope. Raises BrokenSeal."""
    if len(sealed) > MOST_SEALED:
        raise BrokenSeal(sealed[:40])
    try:
        held = urlsafe_b64decode(sealed.encode("ascii"))
    except ValueError as error:
        raise BrokenSeal(sealed) from error
    check = held[:_CHECK]
    plain = _crossed(held[_CHECK:], _stream(whose, check))
    if sha256(plain).digest()[:_CHECK] != check:
        raise BrokenSeal(sealed)
    return json.loads(plain)


def _stream(whose: str, check: bytes) -> bytes:
    """As many bytes as an envelope may need, of whose it is and what is in it."""
    key = whose.casefold().encode() + check
    blocks = range(MOST_SEALED // sha256().digest_size)
    return b"".join(sha256(key + number.to_bytes(4, "big")).digest() for number in blocks)


def _crossed(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=False))
