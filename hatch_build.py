"""What a wheel carries beside the sources: the packs of every game, compiled into plain data."""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKS = ("q40k.games.quake.packs.kinds", "q40k.games.epic.packs.kinds")
"""Where each game that ships with the house says its kinds of pack, as `KINDS`."""


class CompiledPacks(BuildHookInterface[Any]):
    """Compiles the shipped packs into the wheel, so that no start reads their YAML."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the packs; a wheel that only points at a checkout gets none."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        try:
            from q40k.packs import compiled
            from q40k.packs.library import load

            folder = Path(tempfile.mkdtemp(prefix="q40k-compiled-"))
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
