"""Commands: what somebody asks of the referee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Self, dataclass_transform

import msgspec

from q40k.kernel.checking import checks_of
from q40k.kernel.strict import Strict

if TYPE_CHECKING:
    from q40k.kernel.events import Event

Wrong = Literal["unknown-do", "unknown-field", "missing-field", "bad-field"]


class BadCommand(ValueError):
    """Data that is no command: what is `wrong`, at which `field`, and a `detail` in English.

    A field within another is said by its steps, with points between.
    """

    def __init__(self, wrong: Wrong, field: str = "", detail: str = "") -> None:
        super().__init__(wrong, field, detail)
        self.wrong = wrong
        self.field = field
        self.detail = detail


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Command(msgspec.Struct, frozen=True, metaclass=Strict, tag_field="do"):
    """What every command may carry; its `tag` is the word that scripts say with `do`.

    `override` is the reason for which a refusal is overridden, `clock` what the table's clock
    showed, in seconds of play. Values are checked and cleaned as a command is made, by what is
    written beside their types (`checking`). Raises ValueError.
    """

    override: str | None = None
    clock: float | None = None

    @property
    def do(self) -> str:
        """The word of this kind of command."""
        return str(self.__struct_config__.tag)

    def __post_init__(self) -> None:
        for name, usual, made in checks_of(type(self)):
            value = getattr(self, name)
            if value is not usual:
                msgspec.structs.force_setattr(self, name, made(value))

    def replace(self, **changes: Any) -> Self:
        """The same command with `changes`."""
        return msgspec.structs.replace(self, **changes)

    def sealed(self, told: Sequence[Event]) -> Self | None:
        """The command as a record says it while what it `told` is a secret: usually as it is.

        Another than itself needs no answers, and tells the same when it is carried out again. None:
        a record of a match that goes on seals what was answered.
        """
        del told
        return self
