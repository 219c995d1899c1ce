"""The dice race on the screen: its keys, forms and card, and what is said of the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from textual.content import Content

from q40k.geometry.scene import Piece
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_, Locale
from q40k.tui import look
from q40k.tui.actions import Actions
from q40k.tui.fields import Option, Pick, Text
from q40k.tui.forms import Form, FormDesk
from q40k.tui.game_screen import GameScreen
from q40k.tui.map.parts import Layer, MapParts, Sample
from tests.games.race.packs import Prefilled
from tests.games.race.rules.running import End, Run
from tests.games.race.rules.state import Race
from tests.games.race.rules.table import Join, New
from tests.games.race.view import middle, scene

if TYPE_CHECKING:
    from q40k.packs.library import Library

Desk: TypeAlias = "FormDesk[Race, Library]"

action = Actions(package="tests.games.race.screen")
"""The registry of the game's actions."""


def lay_out(desk: Desk) -> Form:
    """Ask for the track of a new race, and who rolls the dice."""
    _ = desk.locale.gettext
    tracks = desk.library.of_kind("tracks").values()
    options = tuple(
        Option(str(number), track.id, desk.locale.name_of(track.name)) for number, track in enumerate(tracks, 1)
    )
    prefilled = desk.prefilled
    track = prefilled.track if isinstance(prefilled, Prefilled) else None
    if track is None:
        track = yield Pick(_("Which track?"), options=options)
    hands = (Option("1", "hand", _("hands")), Option("2", "app", _("the app")))
    dice = yield Pick(_("Who rolls?"), options=hands)
    return New(name=prefilled.name, track=track, seed=prefilled.seed, dice=dice)


@action(
    "join",
    "table",
    key="j",
    at=210,
    bar=0,
    name=N_("Join"),
    when=lambda state: not state.round,
    help=N_("Somebody joins before the first run, and draws a lucky number."),
)
def join(desk: Desk) -> Form:
    """J: ask for a name; the lucky number follows automatically."""
    _ = desk.locale.gettext
    return Join(player=(yield Text(_("Who joins?"))))


action.add(
    "run",
    "play",
    key="r",
    bar=0,
    name=N_("Run"),
    when=lambda state: len(state.runners) > 1,
    help=N_("Whoever is next runs: a die, and another for who dares."),
    command=Run,
)


action.add(
    "end-race",
    "table",
    key="E",
    at=220,
    bar=90,
    name=N_("End the race"),
    when=lambda state: bool(state.runners),
    help=N_("We have to leave: the lucky numbers are shown, and who is farthest wins."),
    command=End,
)


class TrackMap(MapParts):
    """The map of the track."""

    layers = (Layer("numbers", N_("numbers")),)

    def legend(self, locale: Locale, state: Race) -> tuple[Sample, ...]:
        """Explain the colours of the squares."""
        del state
        return (
            Sample(locale.gettext(N_("throws on")), area="on"),
            Sample(locale.gettext(N_("throws back")), area="back"),
            Sample(locale.gettext(N_("the line")), area="line"),
        )

    def describe(self, desk: Desk, at: Spot, reach_cm: float) -> list[str]:
        """Return the name of the runner at a place."""
        picture = scene(desk.state)
        nearest = picture.nearest(at, reach_cm) if picture else None
        return [desk.state.runners[nearest.id].name] if isinstance(nearest, Piece) else []

    def actor(self, desk: Desk) -> tuple[str | None, Spot | None]:
        """Return the active runner and its place."""
        state = desk.state
        if state.active is None:
            return None, None
        return state.active, middle(state.runners[state.active].course.square)


PARTS = TrackMap()


class RaceScreen(GameScreen):
    """What the dice race brings to the screens."""

    actions = action
    map_parts = "tests.games.race.screen:PARTS"

    def opening_form(self, desk: Desk) -> Callable[[Desk], Form] | None:
        """Return the form of a new race, which opens automatically."""
        return None if desk.view.status(desk.state).is_laid_out else lay_out

    def has_map(self, state: Race) -> bool:
        """Return whether there is a track to draw."""
        return state.setup.track is not None

    def keeps_places(self, state: Race) -> bool:
        """Return whether the squares of the runners are kept."""
        return self.has_map(state)

    def card(self, desk: Desk, state: Race, seat: str) -> Content:
        """Return a runner's square, and its lucky number once it is shown."""
        entry, locale = state.runners[seat], desk.locale
        lucky = entry.secret.lucky or locale.gettext(N_("hidden"))
        square, length = entry.course.square, state.track.length
        return look.lines(
            look.style_text(entry.name, "bold"),
            locale.say(N_("Square {square} of {length}"), square=square, length=length),
            locale.say(N_("Lucky number: {number}"), number=lucky),
        )


SCREEN = RaceScreen()
