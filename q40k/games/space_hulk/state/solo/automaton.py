"""The program's aliens: whose act is next."""

from typing import ClassVar, Literal

from q40k.games.space_hulk.state.registry import Command, Event

What = Literal["attacks", "goes", "stays"]


class Led(Event, tag="alien-led"):
    """The player is told what to do with an alien whose place only the table knows."""

    who: str
    what: What
    marine: str | None = None


class Alien(Command, tag="alien"):
    """Let the program do the next action of the Genestealers: a blip arrives, or an alien acts.

    With `all` it goes on until the table must decide something, or its turn is over. It passes an
    open window.
    """

    draws_in_secret: ClassVar[bool] = True

    all: bool = False
