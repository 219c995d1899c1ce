"""Five matches of the kept library whose reports are kept, too, and are looked at in a browser.

`python -m tests.report.kept` writes what the reports tell anew; read what changed before it is
committed.
"""

from __future__ import annotations

import gzip
import os
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from q40k.i18n.locale import Locale
from q40k.report.page import page
from q40k.report.tale import tale
from q40k.table.match_library import MatchLibrary

HERE: Final = Path(__file__).parent
LIBRARY: Final = HERE.parent / "kept" / "library-1.sqlite3.gz"
MATCHES: Final = {"places": 1, "eleven": 2, "teams": 10, "amended": 24, "hostile": 47}
"""One with places, one of eleven, one of a team mod, one amended, one with a hostile name."""


def golden(name: str, language: str) -> Path:
    """Where it lies what a report tells."""
    return HERE / "golden" / f"{name}.{language}.txt"


@contextmanager
def library(folder: Path) -> Iterator[MatchLibrary]:
    """The kept library, in a folder of its own."""
    path = folder / "matches.sqlite3"
    path.write_bytes(gzip.decompress(LIBRARY.read_bytes()))
    with closing(MatchLibrary(path)) as opened:
        yield opened


def page_html(opened: MatchLibrary, name: str, language: str) -> str:
    """The page of one of the matches."""
    match_session = opened.open(MATCHES[name], watch=True)
    try:
        locale = Locale(language)
        return page(match_session.game, tale(match_session, locale), locale)
    finally:
        match_session.close()


def main() -> None:
    """Write anew what the reports tell."""
    from tests.report.test_golden import LANGUAGES, above_the_log

    os.environ["Q40K_CONFIG_DIR"] = tempfile.mkdtemp()
    with tempfile.TemporaryDirectory() as folder, library(Path(folder)) as opened:
        for name in MATCHES:
            for language in LANGUAGES:
                path = golden(name, language)
                path.parent.mkdir(exist_ok=True)
                text = above_the_log(page_html(opened, name, language))
                path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
