"""The settings of the game master on this machine: language, theme, calls, sound.

They are a small file beside the user's own packs. An unreadable file means the defaults, and an
unwritable one is ignored.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from q40k.kernel.whole_file import read_or, write_side
from q40k.table.folders import config_folder

T = TypeVar("T")

SETTINGS = "settings.json"


class Settings(Struct, frozen=True):
    """The settings of this machine; "" means what the environment says.

    `phones_wait`: answers from phones wait for Enter at the desk. `board_chances`: the board shows
    everybody's chance to win below the race. `calls`: the announcer makes
    calls, except those of the kinds in `silent`. `sound`: sounds are played, at `volume` 1 to 9,
    except for calls of the kinds in `mute`. `passes`: players who can do nothing are passed over,
    where a game supports it. `paper` is the paper in the printer, `measured` the printed length
    of 100 mm, and `ink` the inks of drawn pieces. With `reduced_motion` nothing on the screen moves
    step by step, blinks or flashes. `speech`: `q40k talk` says units, profiles and signs in words.
    """

    language: str = ""
    theme: str = ""
    calls: bool = True
    silent: tuple[str, ...] = ()
    phones_wait: bool = False
    board_chances: bool = False
    sound: bool = False
    volume: Annotated[int, Meta(ge=1, le=9)] = 6
    mute: tuple[str, ...] = ()
    passes: bool = True
    paper: Literal["a4", "letter"] = "a4"
    measured: Annotated[float, Meta(ge=90, le=110)] = 100.0
    ink: Literal["colour", "two", "full", "half", "outline"] = "colour"
    reduced_motion: bool = False
    speech: bool = True


_overrides: dict[str, Any] = {}
"""What a call has set for itself; it is not stored."""


@contextmanager
def overriding(**changes: Any) -> Iterator[None]:
    """Use some settings for a while, whatever is stored."""
    before = dict(_overrides)
    _overrides.update(changes)
    try:
        yield
    finally:
        _overrides.clear()
        _overrides.update(before)


def settings() -> Settings:
    """Return the stored settings, with what the call has set for itself."""
    return msgspec.structs.replace(load_file(SETTINGS, Settings()), **_overrides)


def change_settings(**changes: Any) -> Settings:
    """Change some settings, store them, and return them all."""
    save_file(SETTINGS, msgspec.structs.replace(load_file(SETTINGS, Settings()), **changes))
    for name in changes:
        _overrides.pop(name, None)
    return settings()


def load_file(name: str, default: T) -> T:
    """Return the content of a file of the settings' folder; `default` if it is unreadable."""
    return read_or(config_folder() / name, type(default), default)


def save_file(name: str, value: Any) -> None:
    """Store a value in a file of the settings' folder, if that can be written."""
    folder = config_folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_side(folder / name, value, type(value))
