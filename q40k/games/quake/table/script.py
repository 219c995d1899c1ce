"""Commands as match scripts write them: read from plain data, and written as such."""

from __future__ import annotations

import json
from typing import Any

from msgspec import to_builtins
from pydantic import ValidationError

from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.game import COMMANDS
from q40k.games.quake.rules.registry import REGISTRY
from q40k.kernel.commands import BadCommand


class QuakeCommands:
    """The commands of Quake 40K."""

    def check(self, data: dict[str, Any]) -> Command:
        """A command from the plain data of a match script. Raises BadCommand."""
        try:
            return COMMANDS.validate_json(json.dumps(data))  # data of packs is read from JSON
        except ValidationError as error:
            raise _bad(error.errors(include_url=False)[0]) from error

    def data(self, command: Command) -> dict[str, Any]:
        """A command as plain data, `do` first, without what it leaves unsaid."""
        said = command.model_dump(mode="json", exclude_defaults=True, fallback=to_builtins)
        return {"do": command.do, **said}

    def words(self) -> tuple[str, ...]:
        """Every word that `do` may be."""
        return tuple(sorted(kind.model_fields["do"].default for kind in REGISTRY.commands))

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a command."""
        return COMMANDS.json_schema()


def _bad(problem: Any) -> BadCommand:
    """What pydantic has found, as the table says it."""
    if problem["type"] == "union_tag_invalid":
        return BadCommand("unknown-do")
    steps = (str(part) for part in problem["loc"][1:])
    field = ".".join(step for step in steps if "[" not in step)  # a validator's own, else
    if problem["type"] == "extra_forbidden":
        return BadCommand("unknown-field", field, problem["msg"])
    if problem["type"] == "missing":
        return BadCommand("missing-field", field, problem["msg"])
    return BadCommand("bad-field", field, problem["msg"])
