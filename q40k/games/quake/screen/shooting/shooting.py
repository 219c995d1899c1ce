"""The form of a shot: a target, a weapon if there are several, how far if that matters."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from q40k.games.quake.rules.questions import forbid
from q40k.games.quake.rules.shooting.able import cannot_shoot
from q40k.games.quake.rules.shooting.aiming import NO_TERMS, ShotTerms
from q40k.games.quake.rules.shooting.arms import guns
from q40k.games.quake.rules.shooting.odds import (
    ShotOdds,
    ThingOdds,
    shot_odds,
    targets_at_a_glance,
    thing_odds,
)
from q40k.games.quake.rules.shooting.shot import Shoot
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.screen.base import Desk, acting, action
from q40k.games.quake.screen.fights.weighing import (
    Weighed,
    best_shot,
    hindered,
    not_so,
    shot_line,
    thing_line,
)
from q40k.games.quake.screen.forms import in_play, number, player_options, read_inches
from q40k.i18n.locale import N_
from q40k.kernel.events import Refusal, Refused
from q40k.tui.fields import Field, Option, Pick, Telling
from q40k.tui.forms import OTHER, Form

_COVER = re.compile(r"c([02-6])\+?")


LIKE = N_(
    "inches, then c5: in cover 5+, c0: no cover · d: in the dark · ch: means to charge"
    " · in: back in the portal"
)


def _start(state: Match) -> str | None:
    """As long as nobody can shoot, S starts the match."""
    return "start" if state.play.phase == "setup" else None


def _able(state: Match) -> bool:
    """Whether the active champion can fire anything now."""
    active = state.play.active
    shooting = state.play.phase == "shooting" and active is not None
    return shooting and cannot_shoot(state, state.players[active or ""]) is None


@action(
    "shoot",
    "play",
    key="s",
    at=110,
    bar=0,
    name=N_("Shoot"),
    help=N_(
        "The active champion fires: type the target, the weapon if it has several, then the"
        " dice, a count of what passed, or that the target is dead. The odds stand beside."
    ),
    when=acting,
    usual=_able,
    redirect=_start,
)
def shoot(desk: Desk) -> Form:
    """S: the active champion's target, then what is needed to know; Tab says how it lies."""
    shooter = yield from _shooter(desk)
    bar = cannot_shoot(desk.state, shooter)
    if bar is not None and not bar.overridable:
        raise Refused(bar)
    said = NO_TERMS
    while True:
        got = yield _target(desk, shooter, said, bar)
        if got is not OTHER:
            break
        said = yield _terms(desk, shooter, None, None, said)
    target = desk.state.player_named(got)
    if target is None:
        return (yield from _at_thing(desk, shooter, got, said))
    weapon, said = yield from _weapon(desk, shooter, target, said)
    if weapon is not None and said.distance_in is None and not said.close:
        near = _matters(desk.state, shooter, target, weapon, said)
        if near:
            said = yield _terms(desk, shooter, target, weapon, said)
    return (yield from _command(desk, shooter, target, weapon, said))


def _shooter(desk: Desk) -> Generator[Field, Any, Player]:
    """The active champion; outside a phase with one, whoever is named."""
    state, _ = desk.state, desk.locale.gettext
    if state.play.active is not None:
        return state.players[state.play.active]
    name = yield Pick(
        _("Who shoots?"),
        rule="SHOOT-1",
        hint=_("number or first letters"),
        options=player_options(desk, in_play(desk)),
    )
    player = state.player_named(name)
    assert player is not None
    return player


class Known:
    """The odds of the last shooter, as long as nothing has changed."""

    def __init__(self) -> None:
        self._of: tuple[Match, str, ShotTerms] | None = None
        self._odds: tuple[ShotOdds, ...] = ()

    def odds(self, state: Match, shooter: Player, said: ShotTerms) -> tuple[ShotOdds, ...]:
        """Every shot at every target."""
        of = self._of
        if of is None or of[0] is not state or of[1:] != (shooter.id, said):
            self._odds = targets_at_a_glance(state, shooter, terms=said)
            self._of = (state, shooter.id, said)
        return self._odds


def known(desk: Desk) -> Known:
    """The odds that this desk keeps."""
    kept: Known = desk.memory.setdefault("shots", Known())
    return kept


def foresees(state: Match) -> bool:
    """Whether somebody may shoot."""
    return (
        state.play.phase == "shooting" and state.play.active is not None and not state.outcome.over
    )


def think_ahead(desk: Desk) -> None:
    """Work out the active champion's odds while nobody waits for them."""
    state = desk.state
    if foresees(state) and state.play.active is not None:
        known(desk).odds(state, state.players[state.play.active], NO_TERMS)


def _target(desk: Desk, shooter: Player, said: ShotTerms, bar: Refusal | None) -> Weighed:
    _ = desk.locale.gettext
    state = desk.state
    shots: dict[str, list[ShotOdds]] = {}
    for odds in known(desk).odds(state, shooter, said):
        shots.setdefault(odds.target, []).append(odds)
    best = {target: best_shot(found) for target, found in shots.items()}
    among = in_play(desk, [shooter.id])
    names = {state.players[one].name: one for one in among}
    options = tuple(
        Option(number(player), player.name, player.name, _note(desk, best.get(player.id)))
        for player in (state.players[one] for one in among)
    )

    def tell(name: str) -> tuple[str, ...]:
        if name not in names:
            return _of_thing(desk, name, _best_at(desk, shooter, name, said))
        one = best.get(names[name])
        return () if one is None else (_named(shooter, one, desk), *shot_line(desk.locale, one))

    hopeful = max(range(len(among)), key=lambda at: _worth(best.get(among[at])), default=0)
    return Weighed(
        _("{name} shoots at…").format(name=shooter.name),
        why=f"⚠ {desk.words.refuse(desk.locale, bar)}" if bar is not None else "",
        rule=bar.rule if bar is not None else "SHOOT-1",
        hint=_("number or first letters"),
        other=_("distance, cover, dark"),
        options=(*options, *_things(desk, shooter, said)),
        chosen=hopeful,
        tell=tell,
    )


def _worth(odds: ShotOdds | None) -> tuple[bool, float]:
    return (False, -1.0) if odds is None else (odds.allowed, float(odds.kills))


def _note(desk: Desk, odds: ShotOdds | None) -> str:
    if odds is None:
        return ""
    if not odds.allowed:
        return hindered(desk.locale, odds)[0]
    return f"† {desk.locale.percent(odds.kills)}"


def _named(shooter: Player, odds: ShotOdds, desk: Desk) -> str:
    weapon = next(one for one in guns(desk.state, shooter) if one.id == odds.weapon)
    return desk.locale.name_of(weapon.name)


def _things(desk: Desk, shooter: Player, said: ShotTerms) -> tuple[Option, ...]:
    """Barrels that are whole, and buildings that stand, each with what it is and the chance."""
    state = desk.state
    barrels = [b.id for b in state.barrels.values() if not b.burning]
    own = state.side_of(shooter.id)
    teams = [name for name, team in state.teams.items() if team.structure and name != own]
    return tuple(
        Option("", name, name, _thing_note(desk, name, _best_at(desk, shooter, name, said)))
        for name in (*barrels, *teams)
    )


def _best_at(desk: Desk, shooter: Player, thing: str, said: ShotTerms) -> ThingOdds | None:
    """The likeliest shot at a barrel or a building; None without a weapon."""
    state = desk.state
    target = state.barrels.get(thing, thing)
    shots = [thing_odds(state, shooter, gun, target, said) for gun in guns(state, shooter)]
    return max(shots, key=lambda one: (not one.findings, one.strikes, one.mean), default=None)


def _thing_note(desk: Desk, thing: str, odds: ThingOdds | None) -> str:
    _ = desk.locale.gettext
    what = _("barrel") if thing in desk.state.barrels else _("building")
    if odds is None:
        return what
    why = not_so(desk.locale, odds.findings)
    return f"{what} {why[0] if why else desk.locale.percent(odds.strikes)}"


def _of_thing(desk: Desk, thing: str, odds: ThingOdds | None) -> tuple[str, ...]:
    """A shot at a barrel or a building in a line."""
    if odds is None:
        return ()
    return thing_line(desk.locale, odds, building=thing not in desk.state.barrels)


def _at_thing(desk: Desk, shooter: Player, target: str, said: ShotTerms) -> Form:
    """A barrel or a building: the weapon, if there are several."""
    _ = desk.locale.gettext
    arms = guns(desk.state, shooter)
    weapon = arms[0].id if len(arms) == 1 else None
    if len(arms) > 1:
        state = desk.state
        at = state.barrels.get(target, target)
        odds = {one.id: thing_odds(state, shooter, one, at, said) for one in arms}
        best = _best_at(desk, shooter, target, said)
        weapon = yield Weighed(
            _("{name} fires what at {target}?").format(name=shooter.name, target=target),
            rule="SHOOT-4",
            hint=_("Enter: the marked one"),
            options=tuple(
                Option(str(n), one.id, desk.locale.name_of(one.name))
                for n, one in enumerate(arms, 1)
            ),
            chosen=[one.id for one in arms].index(best.weapon) if best else 0,
            tell=lambda gun: _of_thing(desk, target, odds[gun]),
        )
    return Shoot(
        player=shooter.name,
        target=target,
        weapon=weapon,
        distance=said.distance_in,
        charging=said.charging,
    )


def _weapon(
    desk: Desk, shooter: Player, target: Player, said: ShotTerms
) -> Generator[Field, Any, tuple[str | None, ShotTerms]]:
    """What is fired; asked only of whoever carries several, the most deadly marked."""
    _ = desk.locale.gettext
    arms = guns(desk.state, shooter)
    if len(arms) < 2:
        return (arms[0].id if arms else None), said
    while True:
        shots = targets_at_a_glance(desk.state, shooter, terms=said, targets=(target.id,))
        odds = {one.weapon: one for one in shots}
        best = best_shot(shots).weapon
        options = tuple(
            Option(str(n), one.id, desk.locale.name_of(one.name), _note(desk, odds[one.id]))
            for n, one in enumerate(arms, 1)
        )
        got = yield Weighed(
            _("{name} fires what at {target}?").format(name=shooter.name, target=target.name),
            rule="SHOOT-4",
            hint=_("Enter: the marked one"),
            other=_("distance, cover, dark"),
            options=options,
            chosen=[one.id for one in arms].index(best),
            tell=partial(_line_of, desk, odds),
        )
        if got is not OTHER:
            return got, said
        said = yield _terms(desk, shooter, target, None, said)


def _line_of(desk: Desk, odds: Mapping[str, ShotOdds], weapon: str) -> tuple[str, ...]:
    return shot_line(desk.locale, odds[weapon])


def _matters(state: Match, shooter: Player, target: Player, weapon: str, said: ShotTerms) -> bool:
    """Whether the shot is another one within 12 in, and nobody knows how far it is."""
    if shooter.position.at is not None and target.position.at is not None:
        return False
    gun = next(one for one in guns(state, shooter) if one.id == weapon)
    far = shot_odds(state, shooter, gun, target, said)
    near = shot_odds(state, shooter, gun, target, replace(said, close=True))
    return far.plan.attack != near.plan.attack


def _terms(
    desk: Desk, shooter: Player, target: Player | None, weapon: str | None, said: ShotTerms
) -> Telling:
    """The table's word on distance, cover and darkness, in one line; the odds follow it."""
    _ = desk.locale.gettext

    def read(typed: str) -> ShotTerms:
        return read_terms(typed, said)

    def tell(typed: str) -> tuple[str, ...]:
        if target is None or weapon is None:
            return ()
        try:
            now = read(typed)
        except (ValueError, Refused):
            return ()
        gun = next(one for one in guns(desk.state, shooter) if one.id == weapon)
        return shot_line(desk.locale, shot_odds(desk.state, shooter, gun, target, now))

    title = _("How far is {target}, and how does it lie?")
    why = _("Enter alone: far away, in the open.")
    if weapon is None:
        why = _("Enter alone: as it was.")
    return Telling(
        title.format(target=target.name if target else _("the target")),
        why=why,
        rule="SHOOT-4",
        hint=_(LIKE),
        notes=tell(""),
        read=read,
        may_be_empty=True,
        empty=said,
        tell=tell,
    )


def read_terms(typed: str, said: ShotTerms = NO_TERMS) -> ShotTerms:
    """The words on how a target lies: inches, c5 (c0: none) for cover, d for the dark, ch for a
    charge, in for who comes back in the portal.

    Raises ValueError, Refused.
    """
    for word in typed.casefold().split():
        cover = _COVER.fullmatch(word)
        if cover is not None:
            said = replace(said, in_cover=int(cover[1]))
        elif word == "d":
            said = replace(said, dark=True)
        elif word == "ch":
            said = replace(said, charging=True)
        elif word == "in":
            said = replace(said, inside=True)
        elif word[0].isdigit():
            said = replace(said, distance_in=read_inches(word))
        else:
            raise forbid("SHOOT-3", "shot-terms", typed=word)
    return said


def _command(
    desk: Desk, shooter: Player, target: Player, weapon: str | None, said: ShotTerms
) -> Generator[Field, Any, Shoot]:
    """The command; a template is laid where places are known, else the table says who is under."""
    state = desk.state
    placed = shooter.position.at is not None and target.position.at is not None
    gun = next((one for one in guns(state, shooter) if one.id == weapon), None)
    shape = shot_odds(state, shooter, gun, target, said).plan.shape if gun is not None else ""
    command = Shoot(
        player=shooter.name,
        target=target.name,
        weapon=weapon,
        distance=said.distance_in,
        in_cover=said.in_cover,
        dark=said.dark,
        charging=said.charging,
        inside=(target.name,) if said.inside else (),
        also="ask" if shape and not placed else None,
    )
    if not (shape and placed):
        return command
    from q40k.games.quake.screen.shooting.templates import lay

    laid = yield from lay(desk, shooter, target, shape)
    return command.replace(**laid._asdict())
