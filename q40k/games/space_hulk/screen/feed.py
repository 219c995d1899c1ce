"""The look of events in the feed: deaths stand out, names have the colours of their sides."""

from __future__ import annotations

import re

from textual.content import Content

from q40k.games.space_hulk.rules.aliens.convert import BlipRevealed
from q40k.games.space_hulk.rules.losses import DoorGone, Killed
from q40k.games.space_hulk.rules.movement.moved import Left
from q40k.games.space_hulk.rules.movement.objects import PickedUp
from q40k.games.space_hulk.rules.shooting.explosion import Exploded
from q40k.games.space_hulk.rules.shooting.firing import Jammed
from q40k.games.space_hulk.rules.shooting.flames import Burning
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.turn.phases import BellRung, PhaseOpened, TurnOpened
from q40k.games.space_hulk.rules.turn.winning import MatchEnded
from q40k.kernel.events import Event
from q40k.table.colours import colour
from q40k.tui import look
from q40k.tui.look import Beat

_BEATS: dict[type[Event], Beat] = {
    Killed: Beat(look.DEAD, "bold"),
    Exploded: Beat("✖", "bold"),
    DoorGone: Beat("▯"),
    Burning: Beat("♨", "$warning"),
    Jammed: Beat("!", "$warning"),
    BlipRevealed: Beat("◆", "bold"),
    Left: Beat("»", "bold"),
    PickedUp: Beat("◇"),
    BellRung: Beat("◷", "$warning"),
    TurnOpened: Beat(style="bold", across=True),
    PhaseOpened: Beat(style=look.MUTED, across=True),
    MatchEnded: Beat("★", "bold"),
}


def beat(event: Event) -> Beat:
    """Return the look of an event."""
    return _BEATS.get(type(event), Beat())


def colour_names(state: Match, text: str, style: str = "") -> Content:
    """Return a sentence with the names of pieces in the colours of their sides."""
    sides = dict.fromkeys(state.marines, 0) | dict.fromkeys((*state.stealers, *state.blips), 1)
    if not sides or look.MUTED in style:
        return look.style_text(text, style)
    either = "|".join(re.escape(name) for name in sorted(sides, key=len, reverse=True))
    return Content.assemble(*(
        (part, f"{style} {look.ink(colour(sides[part]))}".strip() if part in sides else style)
        for part in re.split(rf"(?<!\w)({either})(?!\w)", text)
    ))  # fmt: skip
