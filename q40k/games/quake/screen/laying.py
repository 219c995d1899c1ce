"""Where a template lies: proposed on the target, aimed on the table by whoever wants to."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from q40k.games.quake.rules.melee.contact import touching
from q40k.games.quake.rules.state import Player
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.forms import in_play, player_options
from q40k.games.quake.screen.placing import aim_field
from q40k.geometry.spots import Spot
from q40k.tui.fields import Field, Several
from q40k.tui.map.fields import WARN

if TYPE_CHECKING:
    from q40k.tui.map.fields import Aimed, AimField


class Laid(NamedTuple):
    """What a shot says of its template: its place, or its direction, and who is under it.

    All None: it lies upon the target, and the places say who is under it.
    """

    at: Spot | None = None
    angle: float | None = None
    also: tuple[str, ...] | None = None


def lay(desk: Desk, shooter: Player, target: Player, shape: str) -> Generator[Field, Any, Laid]:
    """Aim a template at a target; both have places. Enter alone leaves it as proposed.

    Whoever has no place is asked for, as nothing else could tell.

    Rule: DIFF-2, DIFF-3
    """
    one = _field(desk, shooter, target, shape)
    proposed = one.template
    aimed: Aimed = yield one
    unknown = [
        p
        for p in in_play(desk, [shooter.id, target.id])
        if desk.state.players[p].position.at is None
    ]
    laid = Laid()
    if aimed.template != proposed:
        flame = shape == "flame"
        laid = Laid(angle=aimed.template.angle_deg) if flame else Laid(at=aimed.template.spot)
    if unknown and target.id in aimed.under:
        names: Sequence[str] = yield _unplaced(desk, unknown)
        known = desk.state.players
        under = [known[p].name for p in aimed.under if p != target.id]
        laid = laid._replace(also=(*under, *names) if names else None)
    return laid


def _field(desk: Desk, shooter: Player, target: Player, shape: str) -> AimField:
    """The field, told with what the rules would say of the template as it lies."""
    _ = desk.locale.gettext
    flame = shape == "flame"
    one = aim_field(
        desk,
        _("Where does the template lie?"),
        shape if shape in ("blast", "flame") else "ordnance",
        shooter,
        target,
        why=_("< and > turn it towards somebody else. Enter: as it lies.")
        if flame
        else _("The arrows move it off the target (Shift: 5 cm). Enter: as it lies."),
        hint=_("⏎ · 30,45 · B2 · 1 in from Bob"),
    )
    plain = one.tell

    def tell(aimed: Aimed) -> tuple[str, ...]:
        known = desk.state.players
        spared = (target.id, shooter.id) if flame else (target.id,)
        beside = [p for p in touching(desk.state, target.id) if p not in (*aimed.under, *spared)]
        lines = [*plain(aimed)]
        lines += [_("{name}, in contact").format(name=known[p].name) for p in beside]
        if target.id not in aimed.under:
            lines.insert(0, f"{WARN}{_('{name} is not under it').format(name=target.name)}")
        return tuple(lines)

    one.tell = tell
    one.reprice()
    return one


def _unplaced(desk: Desk, unknown: list[str]) -> Several:
    """Who of those without a place is under it; Enter alone: nobody."""
    _ = desk.locale.gettext
    return Several(
        _("Who of those without a place is under it?"),
        rule="DIFF-3",
        hint=_("numbers, then Enter; Enter alone: none"),
        options=player_options(desk, unknown),
        nobody=True,
    )
