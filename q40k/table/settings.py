"""What this machine remembers of its game master's taste: language, theme, calls, sound.

It is a small file beside the user's own packs. Whatever goes wrong with it harms nothing: what
cannot be read is as at first, and what cannot be written is forgotten.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from q40k.kernel.whole_file import write_whole
from q40k.table.folders import config_folder

T = TypeVar("T")

_NAME = "settings.json"


class Settings(Struct, frozen=True):
    """The taste of whoever sits at this machine; "" is as the environment has it.

    `phones_wait` is whether answers of phones wait for Enter at the desk. `calls` is whether the
    announcer calls at all, `silent` the kinds of call that are not made.
    `sound` is whether anything is heard, `volume` how loud, from 1 to 9, and `mute` the kinds of
    call that make no sound. `passes`: whoever can do nothing is passed over, where a game knows.
    `paper` is that in the printer, and `measured` what 100 mm measure when it has printed them.
    """

    language: str = ""
    theme: str = ""
    calls: bool = True
    silent: tuple[str, ...] = ()
    phones_wait: bool = False
    sound: bool = False
    volume: Annotated[int, Meta(ge=1, le=9)] = 6
    mute: tuple[str, ...] = ()
    passes: bool = True
    paper: Literal["a4", "letter"] = "a4"
    measured: Annotated[float, Meta(ge=90, le=110)] = 100.0


def settings() -> Settings:
    """What is remembered."""
    return remembered(_NAME, Settings())


def set_to(**changes: Any) -> Settings:
    """Remember some settings otherwise; the others stay as they are."""
    kept = msgspec.structs.replace(settings(), **changes)
    remember(_NAME, kept)
    return kept


def remembered(name: str, usual: T) -> T:
    """What a file of the settings' folder holds; `usual` when it cannot be read as such."""
    try:
        return msgspec.json.decode((config_folder() / name).read_bytes(), type=type(usual))
    except (OSError, msgspec.MsgspecError, RecursionError):
        return usual


def remember(name: str, what: Any) -> None:
    """Keep something in a file of the settings' folder, if that can be written."""
    folder = config_folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / name, msgspec.json.encode(what) + b"\n")
