"""The conversations of docs/talk.md are what the program says."""

from tests.talk.transcripts import MARK, PAGE, page


def test_the_page_holds_the_conversation_in_both_languages() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [match[2] for match in MARK.finditer(text)] == ["en", "fr"]
    assert page(text) == text, "write it again: python -m tests.talk.transcripts"
