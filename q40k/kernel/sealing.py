"""Sealed envelopes in a record: the app reads them, a person sees only noise.

They keep honest people honest, as face-down chips do: anybody who replays the record can read them.
Contents are padded, so that the length of an envelope shows little.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

MOST_SEALED: Final = 20_000
_STEP: Final = 1_200
"""The bytes of contents are padded to a multiple of this."""
_CHECK: Final = 8


class BrokenSeal(ValueError):
    """A text that is no envelope of this owner, or was changed."""


def seal(owner: str, contents: Mapping[str, str]) -> str:
    """Return an envelope of `owner` that holds `contents`."""
    plain = json.dumps(contents, separators=(",", ":"), sort_keys=True).encode()
    plain += b" " * (-len(plain) % _STEP)
    check = sha256(plain).digest()[:_CHECK]
    return urlsafe_b64encode(check + _xor(plain, _stream(owner, check))).decode()


def unseal(owner: str, sealed: str) -> Any:
    """Return the contents of an envelope of `owner`. Raises BrokenSeal."""
    if len(sealed) > MOST_SEALED:
        raise BrokenSeal(sealed[:40])
    try:
        decoded = urlsafe_b64decode(sealed.encode("ascii"))
    except ValueError as error:
        raise BrokenSeal(sealed) from error
    check = decoded[:_CHECK]
    plain = _xor(decoded[_CHECK:], _stream(owner, check))
    if sha256(plain).digest()[:_CHECK] != check:
        raise BrokenSeal(sealed)
    return json.loads(plain)


def _stream(owner: str, check: bytes) -> bytes:
    """Return a key stream as long as the longest envelope, for its owner and contents."""
    key = owner.casefold().encode() + check
    blocks = range(MOST_SEALED // sha256().digest_size)
    return b"".join(sha256(key + number.to_bytes(4, "big")).digest() for number in blocks)


def _xor(data: bytes, stream: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(data, stream, strict=False))
