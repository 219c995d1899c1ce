"""The bot in the Genestealer turn: it reacts, and places the stealers of seen blips."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from q40k.games.space_hulk.bot.choice import Choice
from q40k.games.space_hulk.bot.fields import Field
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.aliens.convert import Convert, squares_for_next
from q40k.games.space_hulk.rules.aliens.window import PassWindow, React
from q40k.games.space_hulk.rules.command import Act, Command
from q40k.games.space_hulk.rules.offers import reactions
from q40k.games.space_hulk.rules.places import cell
from q40k.games.space_hulk.rules.shooting.aim import can_fire, in_sight, watchers
from q40k.games.space_hulk.rules.shooting.overwatch import Unjam
from q40k.games.space_hulk.rules.shooting.shoot import Shoot
from q40k.games.space_hulk.rules.state import Conversion, Match
from q40k.kernel.state import to_data

MOST_SHOOTERS: Final = 3
"""At most this many marines shoot at one stealer."""
URGENT: Final = 5
"""A stealer within this distance is worth a command point."""


def reaction_choices(state: Match) -> Iterator[Choice]:
    """Yield the bot's choices in the open reaction window, best first."""
    window = state.window
    assert window is not None
    points, able = reactions(state)
    if window.actor in state.stealers and points:
        yield from _point_choices(state, window.actor)
    if able and not state.edition.must_watch:
        if window.actor in state.stealers and watchers(state, window.actor):
            near = sorted(able, key=lambda name: _distance(state, name, window.actor))
            yield Choice(React(overwatch=tuple(near[:MOST_SHOOTERS])), "react")
        elif window.door is not None:
            yield Choice(React(overwatch=able[:1], door=window.door), "react")
    yield Choice(PassWindow(), "pass")


def _point_choices(state: Match, actor: str) -> Iterator[Choice]:
    """Yield jams to clear, then shots of marines not on overwatch, while the stealer is near."""
    watching = watchers(state, actor)
    near = [
        marine for marine in state.marines_in_play if _distance(state, marine.id, actor) <= URGENT
    ]
    for marine in near:
        if marine.stance.jammed and marine.stance.watched and len(watching) == 0:
            yield Choice(_react(Unjam(who=marine.id)), "unjam")
    for marine in near:
        able = can_fire(marine) and marine.id not in watching
        if able and in_sight(state, marine, actor):
            yield Choice(_react(Shoot(who=marine.id, target=actor)), "near")


def _react(command: Act) -> React:
    inside: dict[str, Any] = to_data(command, defaults=False)
    return React(who=command.who, with_=inside)


def _distance(state: Match, marine: str, alien: str) -> int:
    here, there = cell(state, marine), cell(state, alien)
    if here is None or there is None or here[0] != there[0]:
        return 99
    return max(abs(there[1] - here[1]), abs(there[2] - here[2]))


def place_next(state: Match, top: Conversion) -> Command:
    """Place a seen blip's next stealer in the marines' sight, as far away as possible."""
    squares = squares_for_next(state, top)
    if top.left is None or not squares:
        return Convert(name=top.blip)
    field = Field(state)

    def worth(name: str) -> tuple[bool, int]:
        there = field.ground.cell(name)
        assert there is not None
        return bool(field.eyes.seers(there)), _marine_distance(field, there)

    best = max(sorted(squares), key=worth)
    return Convert(name=top.blip, squares=(best,))


def _marine_distance(field: Field, there: Cell) -> int:
    places = (cell(field.state, marine.id) for marine in field.state.marines_in_play)
    lengths = field.ground.route_lengths(there)
    return min((lengths.get(at, 99) for at in places if at is not None), default=99)
