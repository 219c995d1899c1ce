"""The list behind a leader key: further actions, each chosen by its second key."""

from collections.abc import Callable, Sequence

from q40k.tui.actions import Action, key_text
from q40k.tui.fields import Entered, Option, Outcome, Pick
from q40k.tui.forms import AnyDesk, Form


class FurtherActions(Pick):
    """A list of actions: the second key of an action chooses it at once."""

    def type_character(self, character: str | None) -> Outcome:
        """Choose the action with this key; other letters narrow the list by the actions' names."""
        if not self.buffer:
            for option in self.options:
                if character is not None and option.value.key.endswith(f" {character}"):
                    return Entered(option.value)
        return super().type_character(character)


def ask_further(actions: Sequence[Action]) -> Callable[[AnyDesk], Form]:
    """Return the form that asks for one of these actions, and returns it."""

    def ask(desk: AnyDesk) -> Form:
        _ = desk.locale.gettext
        options = (
            Option(key_text(action.key.partition(" ")[2]), action, _(action.name), _(action.help)) for action in actions
        )
        action = yield FurtherActions(_("Further actions"), options=tuple(options))
        return action

    return ask
