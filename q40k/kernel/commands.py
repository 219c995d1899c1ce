"""Commands: what somebody asks the referee to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Self, dataclass_transform

import msgspec

from q40k.kernel.checking import checks_of
from q40k.kernel.strict import Strict

if TYPE_CHECKING:
    from q40k.kernel.events import Event

Fault = Literal["unknown-do", "unknown-field", "missing-field", "bad-field"]


class BadCommand(ValueError):
    """Data that is no command: what is `wrong`, at which `field`, and a `detail` in English.

    A nested field is a dotted path.
    """

    def __init__(self, wrong: Fault, field: str = "", detail: str = "") -> None:
        super().__init__(wrong, field, detail)
        self.wrong = wrong
        self.field = field
        self.detail = detail


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Command(msgspec.Struct, frozen=True, metaclass=Strict, tag_field="do"):
    """The fields that every command may have; its `tag` is the word that scripts write after `do`.

    `override` is the reason to override a refusal. `clock` is the time on the table's clock, in
    seconds of play. Values are checked and cleaned when a command is created, by the marks beside
    their types (`checking`). Raises ValueError.
    """

    override: str | None = None
    clock: float | None = None

    @property
    def do(self) -> str:
        """Return the word of this kind of command."""
        return str(self.__struct_config__.tag)

    def __post_init__(self) -> None:
        for name, default, clean in checks_of(type(self)):
            value = getattr(self, name)
            if value is not default:
                msgspec.structs.force_setattr(self, name, clean(value))

    def replace(self, **changes: Any) -> Self:
        """Return the same command with `changes`."""
        return msgspec.structs.replace(self, **changes)

    def sealed_copy(self, events: Sequence[Event]) -> Self | None:
        """Return the command as a record holds it while its `events` are secret: usually
        itself.

        A different command needs no answers, and gives the same events when it is carried out
        again. With None, a record of a match in progress seals the answers.
        """
        del events
        return self
