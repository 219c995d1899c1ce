"""Users' own army lists: written as a pack into their folder, once they are sound."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from q40k.games.epic.packs.kinds import KINDS
from q40k.kernel.whole_file import write_whole
from q40k.packs.base import id_of_name
from q40k.packs.library import Library, check
from q40k.packs.problems import PackError
from q40k.table.folders import packs_folder
from q40k.table.own import choose_id

TRIAL: Final = "the-new-army.yaml"
"""The file name of an army while it is only tried."""


def plain_id(name: str) -> str:
    """Return an id made from a name, with room for a number."""
    return id_of_name(name, "own", most=56)


def free_id(library: Library, name: str, own_id: str | None = None) -> str:
    """Return the requested id, or one from the name, numbered if taken. Raises IdTaken."""
    armies = library.of_kind("armies")
    return choose_id(plain_id(name), own_id, lambda id: id in armies or own_file(id).exists())


def own_file(own_id: str) -> Path:
    """Return the file of a user's own army."""
    return packs_folder("epic") / f"army-{own_id}.yaml"


def as_yaml(entry: Mapping[str, Any]) -> str:
    """Return a pack of this one army, a line for each formation.

    JSON's own quoting is safe in YAML.
    """
    lines, begin = ["armies:"], "  - "
    for key, fact in entry.items():
        if isinstance(fact, list):
            lines.append(f"{begin}{key}:" + ("" if fact else " []"))
            lines += [f"      - {json.dumps(item, ensure_ascii=False)}" for item in fact]
        else:
            lines.append(f"{begin}{key}: {json.dumps(fact, ensure_ascii=False)}")
        begin = "    "
    return "\n".join(lines) + "\n"


def write(text: str, path: Path | None, folders: Iterable[Path]) -> None:
    """Try a pack together with those of some folders, then write it where no file is yet.

    Without a path it is only tried. Raises PackError, in which its file is called TRIAL; OSError,
    FileExistsError where a file exists.
    """
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / TRIAL
        trial.write_text(text, encoding="utf-8")
        wrong = [
            problem for problem in check(KINDS, (*folders, trial)) if problem.severity == "error"
        ]
    ours = [problem for problem in wrong if problem.file.endswith(TRIAL)]
    if ours:
        raise PackError(ours)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode(), replace=False)
