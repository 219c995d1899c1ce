"""What set-up makes of the sources: compiled catalogues, and in a wheel compiled packs."""

from __future__ import annotations

import shutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import polib
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKS = ("q40k.games.quake.packs.kinds", "q40k.games.epic.packs.kinds", "q40k.games.space_hulk.packs.kinds")
"""Where each game that ships with the house says its kinds of pack, as `KINDS`."""


class Compile(BuildHookInterface[Any]):
    """Compiles the catalogues beside their texts, and the shipped packs into a wheel."""

    PLUGIN_NAME = "custom"
    _folder: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile catalogues and packs; a wheel that only points at a checkout gets no packs."""
        rooms = (Path(self.root, room) for room in ("q40k", "tests"))
        for text in (text for room in rooms for text in room.glob("**/LC_MESSAGES/*.po")):
            polib.pofile(str(text)).save_as_mofile(str(text.with_suffix(".mo")))
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        try:
            from q40k.packs import compiled
            from q40k.packs.library import load

            self._folder = folder = Path(tempfile.mkdtemp(prefix="q40k-compiled-"))
            for module in PACKS:
                kinds = import_module(module).KINDS
                packs, key = load(kinds), compiled.key_of(kinds)
                assert key is not None, "shipped packs that cannot be read"
                assert not packs.warnings, "shipped packs of which there is something to say"
                compiled.write(packs.items, key, folder)
        finally:
            sys.path.remove(self.root)
        for path in sorted(folder.iterdir()):
            build_data["force_include"][str(path)] = f"q40k/data/compiled/{path.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder of the compiled packs, which are in the wheel now."""
        del version, build_data, artifact_path
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
