"""The form of a shot: a target, a weapon if there are several, its distance if that matters."""

import re
from collections.abc import Generator, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from q40k.games.quake.screen import base
from q40k.games.quake.screen.base import Desk, acting, action, in_play, player_options, read_inches, target_options
from q40k.games.quake.screen.fights import Weighed, best_shot, firing_bars, shot_bars, shot_line, thing_line
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.odds import ShotOdds, ThingOdds, shot_odds, targets_at_a_glance, thing_odds
from q40k.games.quake.state.shooting import NO_TERMS, Shoot, ShotTerms, cannot_shoot, guns
from q40k.i18n.locale import N_
from q40k.kernel.events import Refusal, Refused
from q40k.kernel.text import is_digits
from q40k.tabletop.asking import forbid
from q40k.tui.fields import Field, Option, Pick, Telling
from q40k.tui.forms import OTHER, Form

_COVER = r"c([02-6])\+?"


LIKE = N_(
    "inches, then c5: in cover 5+, c0: no cover · d: in the dark · ch: means to charge"
    " · in: the dead come back in the portal"
)


def _start(state: Match) -> str | None:
    """Start the match with S during the set-up."""
    return "start" if state.play.phase == "setup" else None


def _can_shoot(state: Match) -> bool:
    """Return whether the active champion can fire any weapon now."""
    active = state.play.active
    shooting = state.play.phase == "shooting" and active is not None
    return shooting and cannot_shoot(state, state.players[active or ""]) is None


def _refusal(state: Match) -> Refusal | None:
    """Return why the active champion can fire at nobody now.

    Rule: TURN-1, SHOOT-4, FLAG-4
    """
    return base.refuse_outside("shooting")(state) or cannot_shoot(state, state.players[state.play.active or ""])


@action(
    "shoot",
    "play",
    key="s",
    at=110,
    bar=1,
    name=N_("Shoot"),
    help=N_(
        "The active champion fires: type the target, the weapon if it has several, then the"
        " dice, a count of what passed, or that the target is dead. The odds stand beside."
    ),
    when=acting,
    usual=_can_shoot,
    redirect=_start,
    refusal=_refusal,
)
def shoot(desk: Desk) -> Form:
    """Ask for the active champion's target, then for what else is needed (s).

    Tab asks for the distance, cover and darkness.
    """
    shooter = yield from _shooter(desk)
    terms = NO_TERMS
    while True:
        answer = yield _target(desk, shooter, terms)
        if answer is not OTHER:
            break
        terms = yield _ask_terms(desk, shooter, None, None, terms)
    target = desk.state.player_named(answer)
    if target is None:
        return (yield from _shoot_at_thing(desk, shooter, answer, terms))
    weapon, terms = yield from _ask_weapon(desk, shooter, target, terms)
    if weapon is not None and terms.distance_in is None and not terms.close:
        asks_distance = _distance_matters(desk.state, shooter, target, weapon, terms)
        if asks_distance:
            terms = yield _ask_terms(desk, shooter, target, weapon, terms)
    return (yield from _command(desk, shooter, target, weapon, terms))


def _shooter(desk: Desk) -> Generator[Field, Any, Player]:
    """Return the active champion; ask for a player if none is active."""
    state, _ = desk.state, desk.locale.gettext
    if state.play.active is not None:
        return state.players[state.play.active]
    name = yield Pick(
        _("Who shoots?"), rule="SHOOT-1", hint=_("number or first letters"), options=player_options(desk, in_play(desk))
    )
    player = state.player_named(name)
    assert player is not None
    return player


class ShotOddsCache:
    """The odds of the last shooter, kept until the state changes."""

    def __init__(self) -> None:
        self._of: tuple[Match, str, ShotTerms] | None = None
        self._odds: tuple[ShotOdds, ...] = ()

    def odds(self, state: Match, shooter: Player, terms: ShotTerms) -> tuple[ShotOdds, ...]:
        """Return the odds of every shot at every target."""
        key = self._of
        if key is None or key[0] is not state or key[1:] != (shooter.id, terms):
            self._odds = targets_at_a_glance(state, shooter, terms=terms)
            self._of = (state, shooter.id, terms)
        return self._odds


def shot_odds_cache(desk: Desk) -> ShotOddsCache:
    """Return the odds that this desk keeps."""
    kept: ShotOddsCache = desk.memory.setdefault("shots", ShotOddsCache())
    return kept


def _target(desk: Desk, shooter: Player, terms: ShotTerms) -> Weighed:
    _ = desk.locale.gettext
    state = desk.state
    shots: dict[str, list[ShotOdds]] = {}
    for odds in shot_odds_cache(desk).odds(state, shooter, terms):
        shots.setdefault(odds.target, []).append(odds)
    best = {target: best_shot(options_at) for target, options_at in shots.items()}
    options = target_options(desk, [shooter.id], lambda player: _note(desk, best.get(player.id)))
    names = {state.players[id].name: id for id in in_play(desk, [shooter.id])}

    def note(name: str) -> tuple[str, ...]:
        if name not in names:
            return _thing_lines(desk, name, _best_at(desk, shooter, name, terms))
        shot = best.get(names[name])
        return () if shot is None else (_weapon_name(shooter, shot, desk), *shot_line(desk.locale, shot))

    foes = [at for at, option in enumerate(options) if not option.is_besides]
    hopeful = max(foes, key=lambda at: _worth(best.get(names[options[at].value])), default=0)
    return Weighed(
        _("{name} shoots at…").format(name=shooter.name),
        rule="SHOOT-1",
        hint=_("number or first letters"),
        other=_("distance, cover, dark"),
        options=(*options, *_things(desk, shooter, terms)),
        chosen=hopeful,
        tell=note,
    )


def _worth(odds: ShotOdds | None) -> tuple[bool, float]:
    return (False, -1.0) if odds is None else (odds.allowed, float(odds.kills))


def _note(desk: Desk, odds: ShotOdds | None) -> str:
    if odds is None:
        return ""
    if not odds.allowed:
        return shot_bars(desk.locale, odds)[0]
    return f"† {desk.locale.percent(odds.kills)}"


def _weapon_name(shooter: Player, odds: ShotOdds, desk: Desk) -> str:
    weapon = next(gun for gun in guns(desk.state, shooter) if gun.id == odds.weapon)
    return desk.locale.name_of(weapon.name)


def _things(desk: Desk, shooter: Player, terms: ShotTerms) -> tuple[Option, ...]:
    """List intact barrels and standing buildings, each with its kind and the chance."""
    state = desk.state
    barrels = [b.id for b in state.barrels.values() if not b.burning]
    own = state.side_of(shooter.id)
    teams = [name for name, team in state.teams.items() if team.structure and name != own]
    return tuple(
        Option("", name, name, _thing_note(desk, name, _best_at(desk, shooter, name, terms)))
        for name in (*barrels, *teams)
    )


def _best_at(desk: Desk, shooter: Player, thing: str, terms: ShotTerms) -> ThingOdds | None:
    """Return the likeliest shot at a barrel or a building; None without a weapon."""
    state = desk.state
    target = state.barrels.get(thing, thing)
    shots = [thing_odds(state, shooter, gun, target, terms) for gun in guns(state, shooter)]
    return max(shots, key=lambda shot: (not shot.findings, shot.strikes, shot.mean), default=None)


def _thing_note(desk: Desk, thing: str, odds: ThingOdds | None) -> str:
    _ = desk.locale.gettext
    what = _("barrel") if thing in desk.state.barrels else _("building")
    if odds is None:
        return what
    why = firing_bars(desk.locale, odds.findings)
    return f"{what} {why[0] if why else desk.locale.percent(odds.strikes)}"


def _thing_lines(desk: Desk, thing: str, odds: ThingOdds | None) -> tuple[str, ...]:
    """Tell the odds of a shot at a barrel or a building."""
    if odds is None:
        return ()
    return thing_line(desk.locale, odds, building=thing not in desk.state.barrels)


def _shoot_at_thing(desk: Desk, shooter: Player, target: str, terms: ShotTerms) -> Form:
    """Ask which weapon fires at a barrel or a building, if there are several."""
    _ = desk.locale.gettext
    arms = guns(desk.state, shooter)
    weapon = arms[0].id if len(arms) == 1 else None
    if len(arms) > 1:
        state = desk.state
        at = state.barrels.get(target, target)
        odds = {gun.id: thing_odds(state, shooter, gun, at, terms) for gun in arms}
        best = _best_at(desk, shooter, target, terms)
        weapon = yield Weighed(
            _("{name} fires what at {target}?").format(name=shooter.name, target=target),
            rule="SHOOT-4",
            hint=_("Enter: the marked one"),
            options=tuple(Option(str(n), gun.id, desk.locale.name_of(gun.name)) for n, gun in enumerate(arms, 1)),
            chosen=[gun.id for gun in arms].index(best.weapon) if best else 0,
            tell=lambda id: _thing_lines(desk, target, odds[id]),
        )
    return Shoot(player=shooter.name, target=target, weapon=weapon, distance=terms.distance_in, charging=terms.charging)


def _ask_weapon(
    desk: Desk, shooter: Player, target: Player, terms: ShotTerms
) -> Generator[Field, Any, tuple[str | None, ShotTerms]]:
    """Ask which weapon is fired, the deadliest marked first; ask nothing if there is one only."""
    _ = desk.locale.gettext
    arms = guns(desk.state, shooter)
    if len(arms) < 2:
        return (arms[0].id if arms else None), terms
    while True:
        shots = targets_at_a_glance(desk.state, shooter, terms=terms, targets=(target.id,))
        odds = {shot.weapon: shot for shot in shots}
        best = best_shot(shots).weapon
        options = tuple(
            Option(str(n), gun.id, desk.locale.name_of(gun.name), _note(desk, odds[gun.id]))
            for n, gun in enumerate(arms, 1)
        )
        answer = yield Weighed(
            _("{name} fires what at {target}?").format(name=shooter.name, target=target.name),
            rule="SHOOT-4",
            hint=_("Enter: the marked one"),
            other=_("distance, cover, dark"),
            options=options,
            chosen=[gun.id for gun in arms].index(best),
            tell=partial(_line_of, desk, odds),
        )
        if answer is not OTHER:
            return answer, terms
        terms = yield _ask_terms(desk, shooter, target, None, terms)


def _line_of(desk: Desk, odds: Mapping[str, ShotOdds], weapon: str) -> tuple[str, ...]:
    return shot_line(desk.locale, odds[weapon])


def _distance_matters(state: Match, shooter: Player, target: Player, weapon: str, terms: ShotTerms) -> bool:
    """Return whether an unknown distance changes the shot within 12 in."""
    if shooter.position.at is not None and target.position.at is not None:
        return False
    gun = next(arm for arm in guns(state, shooter) if arm.id == weapon)
    far = shot_odds(state, shooter, gun, target, terms)
    near = shot_odds(state, shooter, gun, target, replace(terms, close=True))
    return far.plan.attack != near.plan.attack


def _ask_terms(desk: Desk, shooter: Player, target: Player | None, weapon: str | None, terms: ShotTerms) -> Telling:
    """Ask for distance, cover and darkness in one line; the odds follow what is typed."""
    _ = desk.locale.gettext

    def read(typed: str) -> ShotTerms:
        return read_terms(typed, terms)

    def note(typed: str) -> tuple[str, ...]:
        if target is None or weapon is None:
            return ()
        try:
            now = read(typed)
        except (ValueError, Refused):
            return ()
        gun = next(arm for arm in guns(desk.state, shooter) if arm.id == weapon)
        return shot_line(desk.locale, shot_odds(desk.state, shooter, gun, target, now))

    title = _("How far is {target}, and what hides it?")
    why = _("Enter: beyond 12 in, no cover.")
    if weapon is None:
        why = _("Enter: as it was.")
    return Telling(
        title.format(target=target.name if target else _("the target")),
        why=why,
        rule="SHOOT-4",
        hint=_(LIKE),
        notes=note(""),
        read=read,
        may_be_empty=True,
        empty=terms,
        tell=note,
    )


def read_terms(typed: str, terms: ShotTerms = NO_TERMS) -> ShotTerms:
    """Read how a target is placed: inches, c5 for cover (c0: none), d for darkness, ch for a
    charge, in for a return inside the portal.

    Raises ValueError, Refused.
    """
    for word in typed.casefold().split():
        cover = re.fullmatch(_COVER, word)
        if cover is not None:
            terms = replace(terms, in_cover=int(cover[1]))
        elif word == "d":
            terms = replace(terms, dark=True)
        elif word == "ch":
            terms = replace(terms, charging=True)
        elif word == "in":
            terms = replace(terms, inside=True)
        elif is_digits(word[0]):
            terms = replace(terms, distance_in=read_inches(word))
        else:
            raise forbid("SHOOT-3", "shot-terms", typed=word)
    return terms


def _command(
    desk: Desk, shooter: Player, target: Player, weapon: str | None, terms: ShotTerms
) -> Generator[Field, Any, Shoot]:
    """Return the command. A template is laid where places are known; otherwise the rules ask who is
    under it.
    """
    state = desk.state
    has_places = shooter.position.at is not None and target.position.at is not None
    gun = next((arm for arm in guns(state, shooter) if arm.id == weapon), None)
    shape = shot_odds(state, shooter, gun, target, terms).plan.shape if gun is not None else ""
    command = Shoot(
        player=shooter.name,
        target=target.name,
        weapon=weapon,
        distance=terms.distance_in,
        in_cover=terms.in_cover,
        dark=terms.dark,
        charging=terms.charging,
        inside=(target.name,) if terms.inside else (),
        also="ask" if shape and not has_places else None,
        barrels="ask" if shape and state.barrels else None,
    )
    if not (shape and has_places):
        return command
    from q40k.games.quake.screen.templates import lay_template

    placing = yield from lay_template(desk, shooter, target, shape)
    return command.replace(**placing._asdict())
