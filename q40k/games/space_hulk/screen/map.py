"""What is said of the map: the legend, what lies at a place, who acts, lines of sight."""

from __future__ import annotations

from q40k.games.space_hulk.rules.offers import may_act, seen_by
from q40k.games.space_hulk.rules.places import Eyes, board, cell, standing_on
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.screen.base import Desk
from q40k.games.space_hulk.table.scene import ARROWS, spot, square_at
from q40k.geometry.scene import Line
from q40k.geometry.spots import Spot
from q40k.i18n.locale import N_, Locale
from q40k.tui.map.parts import Between, Layer, MapParts, Sample


def legend(locale: Locale, _state: Match) -> tuple[Sample, ...]:
    """Doors, fire, ladders, and the arrows of facings."""
    _ = locale.gettext
    return (
        Sample(_("closed door"), area="door"),
        Sample(_("open door"), "/", "door"),
        Sample(_("fire"), area="fire"),
        Sample(_("ladder"), "v", "ladder"),
        Sample(_("facing"), "".join(ARROWS.values())),
    )


def explain(locale: Locale) -> str:
    """What F1 says of the map."""
    return locale.gettext(
        N_(
            "The squares of the board; marines by their numbers, with the way they face. Who may"
            " act or react now stands out on a ground of its own; the others are bare letters."
        )
    )


def told(desk: Desk, at: Spot, _reach_cm: float) -> list[str]:
    """What lies at a place: its square and section, who stands there, who sees it."""
    state, locale = desk.state, desk.locale
    ground = board(state)
    there = None if ground is None else square_at(ground, at)
    if ground is None or there is None:
        return []
    name, section = ground.name(there), ground.section(there)
    lines = [locale.say(N_("{square}, section {section}"), square=name, section=section)]
    who = standing_on(state).get(there)
    if who is not None:
        lines.append(who)
        names = seen_by(state, who)
    else:
        names = tuple(one.id for one in Eyes(state).seers(there))
    if names:
        lines.append(locale.say(N_("seen by {names}"), names=", ".join(names)))
    return lines


def actor(state: Match) -> tuple[str | None, Spot | None]:
    """The piece that is active, or the first that may be."""
    ground = board(state)
    able = may_act(state)
    who = state.play.active if state.play.active in able else next(iter(able), None)
    there = None if who is None or ground is None else cell(state, who)
    return who, None if there is None or ground is None else spot(ground, there)


def between(desk: Desk, other: str) -> Between | None:
    """The line of sight from who acts to somebody, and whether it is clear."""
    state = desk.state
    ground = board(state)
    who, _at = actor(state)
    if ground is None or who is None or who not in state.marines or other == who:
        return None
    here, there = cell(state, who), cell(state, other)
    if here is None or there is None:
        return None
    clear = Eyes(state).sees(state.marines[who], there)
    said = N_("{who} sees {other}") if clear else N_("{who} does not see {other}")
    points = (spot(ground, here), spot(ground, there))
    return Between(
        (Line(points, "good" if clear else "bad"),), (),
        desk.locale.say(said, who=who, other=other),
    )  # fmt: skip


PARTS = MapParts(
    layers=(
        Layer("doors", N_("doors")),
        Layer("fire", N_("fire")),
        Layer("entries", N_("entries and exits")),
        Layer("objects", N_("objects")),
        Layer("ladders", N_("ladders")),
    ),
    legend=legend,
    explain=explain,
    told=told,
    actor=actor,
    between=between,
)
