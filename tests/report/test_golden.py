"""The reports of five kept matches tell what they told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from q40k.table.match_library import MatchLibrary
from tests.report.kept import MATCHES, golden, library, page_html
from tests.report.test_page import Read

LANGUAGES = ("en", "fr")
LOG = ("The log", "Le journal")


@pytest.fixture(scope="module")
def kept_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchLibrary]:
    with library(tmp_path_factory.mktemp("kept_library")) as opened:
        yield opened


def above_the_log(text: str) -> str:
    """Everything a page says above its log, a line each."""
    lines: list[str] = []
    for text_shown in Read(text).texts:
        if text_shown in LOG:
            break
        if text_shown.strip():
            lines.append(text_shown.strip())
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MATCHES)
def test_a_report_tells_what_it_told(kept_library: MatchLibrary, name: str, language: str) -> None:
    page = above_the_log(page_html(kept_library, name, language))
    assert page == golden(name, language).read_text(encoding="utf-8")
