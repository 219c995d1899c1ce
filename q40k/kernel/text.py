"""Text that came from outside: what a terminal would obey instead of showing is taken out."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=4096)
def clean_text(text: str) -> str:
    """Text without what a terminal would obey instead of showing, and without spare spaces."""
    shown = (
        c if unicodedata.category(c)[0] != "Z" else " "
        for c in unicodedata.normalize("NFC", text)
        if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") or c in "\t\n"
    )
    return " ".join("".join(shown).split())
