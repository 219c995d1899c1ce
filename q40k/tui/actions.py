"""What a game master can do: the one registry behind keys, key bar, palette, help and docs.

The shell registers its own actions in `shell_actions`; a game registers each of its own where it is
written, in the chapter's file among its screens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeVar

from msgspec import Struct

from q40k.i18n.locale import N_, Locale
from q40k.kernel.registry import load

Group = Literal["play", "table", "right", "view", "app"]
GROUPS: dict[Group, str] = {
    "play": N_("Play"),
    "table": N_("The table"),
    "right": N_("Putting right"),
    "view": N_("Reading"),
    "app": N_("The app"),
}
_AT: dict[Group, int] = {"play": 100, "table": 200, "right": 300, "view": 400, "app": 500}
"""Where the actions of a group begin in the list."""
_SIGNS = {"question_mark": "?", "colon": ":"}
"""Keys that are written as the sign they type."""

Does = TypeVar("Does", bound=Callable[..., Any])


def always(_state: Any) -> bool:
    """In any state."""
    return True


def itself(_state: Any) -> str | None:
    """Nothing else is meant."""
    return None


class Action(Struct, frozen=True):
    """One action: its id, its keys, how the key is written, its name and what it is for.

    `bar` says from which width of the key bar on it is shown there: 0 always, -1 never. `at` is its
    place in the list. `when` says whether it makes sense in a state when nothing is asked, `over`
    whether it still may once the match is won, `usual` whether the key bar shows it. `meant` names
    another action that the same key stands for in some states.

    `does` is given the desk. In the groups "view" and "app" it returns a screen to open, or None;
    without a `does` the app itself knows what to do. In the others it returns a form, a command to
    be carried out, or None.
    """

    id: str
    key: str
    shown: str
    name: str
    help: str
    group: Group
    bar: int = -1
    at: int = 0
    also: tuple[str, ...] = ()
    when: Callable[[Any], bool] = always
    usual: Callable[[Any], bool] = always
    over: bool = False
    meant: Callable[[Any], str | None] = itself
    does: Callable[[Any], Any] | None = None

    @property
    def reads(self) -> bool:
        """Whether it only shows something, so that it makes sense at any time."""
        return self.group in ("view", "app")

    def key_in(self, locale: Locale) -> str:
        """How its key is written in a language."""
        return self.shown.replace("Shift+", locale.gettext(N_("Shift+")))


def written(key: str) -> str:
    """A key as people write it: "k" is K, "K" Shift+K, "ctrl+z" Ctrl+Z."""
    if len(key) == 1:
        return key.upper() if key.islower() else f"Shift+{key}"
    if key in _SIGNS:
        return _SIGNS[key]
    return "+".join(part.capitalize() for part in key.split("+"))


class Actions:
    """A registry of actions, in their order. Two of one id or of one key are a mistake.

    Those of a game are registered where they are written: all modules of its `package`, but those
    `without` any, are read when the actions are first asked for.
    """

    def __init__(
        self,
        actions: Iterable[Action] = (),
        *,
        package: str = "",
        without: tuple[str, ...] = (),
    ) -> None:
        self._package, self._without = package, without
        self._actions: dict[str, Action] = {}
        self.by_key: dict[str, Action] = {}
        for action in sorted(actions, key=lambda one: one.at):
            self._add(action)

    def __iter__(self) -> Iterator[Action]:
        if self._package:
            load(self._package, self._without)
        return iter(self._actions.values())

    def __len__(self) -> int:
        return len(self._actions)

    def __getitem__(self, action: str) -> Action:
        return self._actions[action]

    def __contains__(self, action: str) -> bool:
        return action in self._actions

    def _add(self, action: Action) -> None:
        if action.id in self._actions:
            raise ValueError(f"two actions are called {action.id}")
        self._actions[action.id] = action
        for key in (action.key, *action.also):
            if key in self.by_key:
                raise ValueError(f"{key} is {self.by_key[key].id} and {action.id}")
            self.by_key[key] = action

    def add(
        self, id: str, group: Group, *, key: str, shown: str = "", at: int = 0, **said: Any
    ) -> None:
        """Register an action; without `at` it comes last of its group so far."""
        place = at or _AT[group] + sum(one.group == group for one in self._actions.values())
        self._add(Action(id, key, shown or written(key), group=group, at=place, **said))

    def __call__(self, id: str, group: Group, **said: Any) -> Callable[[Does], Does]:
        """Register the function below as what an action does."""

        def register(does: Does) -> Does:
            self.add(id, group, does=does, **said)
            return does

        return register
