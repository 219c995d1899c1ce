"""What Quake 40K brings to the command line: its verbs under their headings, and `new`."""

from __future__ import annotations

from typing import Final

from q40k.games.game import CommandLine
from q40k.i18n.locale import N_

_HERE: Final = "q40k.games.quake.cli"

COMMAND_LINE: Final = CommandLine(
    verbs={
        N_("At the table"): {
            "join": f"{_HERE}.join:join",
            "odds": f"{_HERE}.odds:odds",
            "demo": f"{_HERE}.demo:demo",
        },
        N_("Champions"): {
            "champions": f"{_HERE}.codex:champions",
            "champion": f"{_HERE}.champion:champion_",
            "weapons": f"{_HERE}.codex:weapons",
        },
        N_("Packs"): {
            "mods": f"{_HERE}.packs:mods",
            "arenas": f"{_HERE}.packs:arenas",
            "arena": f"{_HERE}.arena:arena_",
            "measure": f"{_HERE}.measure:measure",
        },
    },
    new=f"{_HERE}.new:new",
)
