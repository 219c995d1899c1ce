"""The conversations of docs/talk.md and docs/fr/talk.md are what the program says."""

from pathlib import Path

import pytest

from tests.talk.transcripts import MARK, PAGES, page


@pytest.mark.parametrize(("path", "language"), zip(PAGES, ("en", "fr"), strict=True))
def test_the_page_holds_the_conversation_as_it_is(path: Path, language: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert [match[2] for match in MARK.finditer(text)] == [language]
    assert page(text) == text, "write it again: python -m tests.talk.transcripts"
