"""Army lists of one's own: written as a pack into the user's folder, once they are sound."""

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
"""How the file of an army is called while it is only tried."""


def plain_id(name: str) -> str:
    """An id made of a name, with room for a number."""
    return id_of_name(name, "own", most=56)


def free_id(library: Library, name: str, wanted: str | None = None) -> str:
    """The id wanted, or one made of the name, with a number when it is taken. Raises Taken."""
    known = library.of_kind("armies")
    return choose_id(plain_id(name), wanted, lambda one: one in known or own_file(one).exists())


def own_file(own_id: str) -> Path:
    """Where an army of one's own is kept."""
    return packs_folder("epic") / f"army-{own_id}.yaml"


def as_yaml(entry: Mapping[str, Any]) -> str:
    """A pack of this one army, a line for each formation; JSON's own quoting is safe in YAML."""
    lines, begin = ["armies:"], "  - "
    for key, fact in entry.items():
        if isinstance(fact, list):
            lines.append(f"{begin}{key}:" + ("" if fact else " []"))
            lines += [f"      - {json.dumps(one, ensure_ascii=False)}" for one in fact]
        else:
            lines.append(f"{begin}{key}: {json.dumps(fact, ensure_ascii=False)}")
        begin = "    "
    return "\n".join(lines) + "\n"


def write(text: str, path: Path | None, folders: Iterable[Path]) -> None:
    """Try a pack beside those of some folders, then write it where no file is yet.

    Without a path it is only tried. Raises PackError, in which its file is called TRIAL; OSError,
    FileExistsError where a file is.
    """
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / TRIAL
        trial.write_text(text, encoding="utf-8")
        wrong = [one for one in check(KINDS, (*folders, trial)) if one.severity == "error"]
    ours = [one for one in wrong if one.file.endswith(TRIAL)]
    if ours:
        raise PackError(ours)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode(), replace=False)
