"""The game master's actions: the one registry for keys, key bar, palette, help and docs.

The shell registers its own actions in `shell_actions`. A game registers each action in the file of
its chapter, among its screens.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Literal, TypeVar

from msgspec import Struct

from q40k.i18n.locale import N_, Locale
from q40k.kernel.events import Refusal
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
"""The first list position of each group."""
_SIGNS = {"question_mark": "?", "colon": ":", "comma": ",", "semicolon": ";"}
"""Keys that are written as the sign they type."""

Does = TypeVar("Does", bound=Callable[..., Any])


def always(_state: Any) -> bool:
    """Return True for any state."""
    return True


def no_redirect(_state: Any) -> str | None:
    """Return None: the key has no other action."""
    return None


def no_refusal(_state: Any) -> Refusal | None:
    """Return None: the rules decide on what is typed."""
    return None


@lru_cache(maxsize=8)
def _shift_in(locale: Locale) -> str:
    return locale.gettext(N_("Shift+"))


class Action(Struct, frozen=True):
    """One action: its id, its keys, how the key is written, its name and its help.

    A `key` of two, such as "comma j", is two keys after one another: the first opens the list of
    all further actions whose keys begin with it, the second chooses one.

    A terminal cannot tell Shift from Caps Lock, so a capital means its small letter. Only an action
    that the screen names may have a capital as its key: it needs a `bar`, and where it makes no
    sense or is not usual the capital is the small letter again.

    `bar` says how often it is used, for the key bar: 0 most often, -1 so seldom that the bar never
    shows it. `at` is its place in the list. `when` tells whether it makes sense in a state when
    nothing is asked, `over` whether it is still valid after the match is won, `usual` whether the
    key bar shows it. `redirect` names another action that the same key does in some states.
    `refusal` is why the rules refuse it in a state whatever is typed after its key; it is shown at
    the key, and asked nothing before.

    `does` is given the desk. In the groups "view" and "app" it returns a screen to open, or None.
    Without a `does` the app itself knows what to do. In the other groups it returns a form, a
    command to carry out, or None.
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
    redirect: Callable[[Any], str | None] = no_redirect
    refusal: Callable[[Any], Refusal | None] = no_refusal
    does: Callable[[Any], Any] | None = None

    @property
    def only_shows(self) -> bool:
        """Whether it only shows something, so that it makes sense at any time."""
        return self.group in ("view", "app")

    def key_in(self, locale: Locale) -> str:
        """Return how its key is written in a language."""
        if not self.shown.startswith("Shift+"):
            return self.shown
        return self.shown.replace("Shift+", _shift_in(locale))


def key_text(key: str) -> str:
    """Return a key as it is typed: "k" is k, "K" Shift+K, "ctrl+z" Ctrl+Z, "comma j" , j."""
    if " " in key:
        return " ".join(map(key_text, key.split()))
    if len(key) == 1:
        return f"Shift+{key}" if key.isupper() else key
    if key in _SIGNS:
        return _SIGNS[key]
    return "+".join(part.capitalize() for part in key.split("+"))


class Actions:
    """A registry of actions, in their order. Raises ValueError for two of one id or one key.

    A game's actions are registered in the modules of its `package`. All of them, except those in
    `without`, are imported when the actions are first needed.
    """

    def __init__(self, actions: Iterable[Action] = (), *, package: str = "", without: tuple[str, ...] = ()) -> None:
        self._package, self._without = package, without
        self._actions: dict[str, Action] = {}
        self.by_key: dict[str, Action] = {}
        self.further: dict[str, list[Action]] = {}
        """The actions with two keys, by their first key."""
        for action in sorted(actions, key=lambda action: action.at):
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
            self._add_key(key, action)

    def _add_key(self, key: str, action: Action) -> None:
        if key in self.by_key:
            raise ValueError(f"{key} is {self.by_key[key].id} and {action.id}")
        first, _, second = key.partition(" ")
        other = self.by_key.get(first) if second else next(iter(self.further.get(key, ())), None)
        if other is not None:
            raise ValueError(f"{first} is {other.id}, and begins the keys of another action, {action.id}")
        if len(key) == 1 and key.isupper() and action.bar < 0:
            raise ValueError(f"{action.id} has a capital as its key, and no place in the key bar")
        self.by_key[key] = action
        if second:
            self.further.setdefault(first, []).append(action)

    def add(self, id: str, group: Group, *, key: str, shown: str = "", at: int = 0, **options: Any) -> None:
        """Register an action; without `at` it is last of its group so far.

        An action that only gives a command without fields names its class as `command`.
        """
        if command := options.pop("command", None):
            options["does"] = lambda _desk: command()
        place = at or _AT[group] + sum(action.group == group for action in self._actions.values())
        self._add(Action(id, key, shown or key_text(key), group=group, at=place, **options))

    def __call__(self, id: str, group: Group, **options: Any) -> Callable[[Does], Does]:
        """Register the decorated function as what an action does."""

        def register(does: Does) -> Does:
            self.add(id, group, does=does, **options)
            return does

        return register
