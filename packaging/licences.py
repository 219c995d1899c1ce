"""Write what an environment carries, with its licences and their texts, to standard output.

Called by `make app` with the environment of which the folder is made. Tools that only make it are left out.
"""

from __future__ import annotations

import re
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

TOOLS = {"pip", "setuptools", "wheel", "altgraph", "packaging", "pyinstaller", "pyinstaller-hooks-contrib", "hatchling",
         "pathspec", "pluggy", "trove-classifiers", "polib", "q40k"}  # fmt: skip
TEXTS = re.compile(r"(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)
RULE = "=" * 78


def licence_of(library: Distribution) -> str:
    """Return a library's licence, as it says itself: an expression, a word, or its classifiers."""
    about = library.metadata
    word = about.get("License-Expression") or about.get("License") or ""
    named = [line.rpartition(" :: ")[2] for line in about.get_all("Classifier", []) if line.startswith("License ::")]
    return word.splitlines()[0] if word and len(word.splitlines()[0]) < 80 else ", ".join(named) or "see below"


def texts_of(library: Distribution) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the files about a library's licence."""
    for path in library.files or ():
        if TEXTS.search(str(path)) and not str(path).endswith((".py", ".pyc")):
            yield str(path), Path(str(path.locate())).read_text(encoding="utf-8", errors="replace")


def page() -> str:
    """Return the whole text. Raises LookupError if a library says nothing about its licence."""
    by_name = {str(library.metadata["Name"]).lower(): library for library in distributions()}
    libraries = [by_name[name] for name in sorted(by_name) if name not in TOOLS]
    parts = ["What this folder of q40k carries besides q40k itself (LICENSE) and Python (the PSF licence, below)."]
    parts += [f"{library.metadata['Name']} {library.version}: {licence_of(library)}" for library in libraries]
    parts += [RULE, f"Python {sys.version.split()[0]}", "", python_licence()]
    for library in libraries:
        texts = list(texts_of(library))
        if not texts and licence_of(library) == "see below":
            raise LookupError(f"{library.metadata['Name']} names no licence")
        parts += [RULE, f"{library.metadata['Name']} {library.version}: {licence_of(library)}"]
        parts += [f"\n-- {name}\n\n{text.rstrip()}" for name, text in texts]
    return "\n".join(parts) + "\n"


def python_licence() -> str:
    """Return the text of Python's own licence, or where to read it if it is not installed."""
    folders = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))
    paths = [folder / name for folder in folders for name in ("LICENSE.txt", "LICENSE")]
    path = next((path for path in paths if path.is_file()), None)
    return "https://docs.python.org/3/license.html" if path is None else path.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(page())
