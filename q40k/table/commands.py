"""Commands as match scripts write them: read from plain data, and written as plain data.

People write scripts as they write packs, and get the same messages: the readers are made from the
commands' own declarations. Making one takes time, so it is made when a script first has its word.
"""

from functools import reduce
from operator import or_
from typing import Annotated, Any

from msgspec import to_builtins
from pydantic import Field, TypeAdapter, ValidationError

from q40k.kernel.commands import BadCommand, Command
from q40k.kernel.registry import Registry
from q40k.kernel.state import encode_hook, to_data
from q40k.packs.validate import first_complaint, parse_model, pydantic_model


class RegisteredCommands:
    """The commands of a game's registry."""

    def __init__(self, registry: Registry[Any, Any]) -> None:
        self._registry = registry

    def check(self, data: dict[str, Any]) -> Command:
        """Return the command in the plain data of a match script. Raises BadCommand."""
        kinds = {word_of(kind): kind for kind in self._registry.commands}
        if data["do"] not in kinds:
            raise BadCommand("unknown-do")
        kind: type[Command] = kinds[data["do"]]
        try:
            return parse_model(kind, data)
        except ValidationError as error:
            raise BadCommand(*first_complaint(kind, error, data)) from error

    def data(self, command: Command) -> dict[str, Any]:
        """Return a command as plain data, `do` first, without fields that have their default."""
        data: dict[str, Any] = to_builtins(to_data(command, defaults=False), enc_hook=encode_hook)
        return data

    def words(self) -> tuple[str, ...]:
        """Return every word that `do` may be."""
        return tuple(sorted(word_of(kind) for kind in self._registry.commands))

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a command."""
        kinds: Any = self._registry.commands
        models: Any = reduce(or_, (pydantic_model(kind) for kind in kinds))
        described: dict[str, Any] = TypeAdapter(Annotated[models, Field(discriminator="do")]).json_schema()
        return described


def word_of(kind: type[Command]) -> str:
    """Return the word that a kind of command has in scripts."""
    return str(kind.__struct_config__.tag)
