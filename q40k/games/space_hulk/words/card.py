"""A side's card: what waits for it, what it plays for, its points, its pieces one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from q40k.games.space_hulk.rules.offers import reactions, seen_by
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.rules.units import GUNS, UnitKind
from q40k.games.space_hulk.words.board import marks, place_of
from q40k.games.space_hulk.words.missions import goal_line
from q40k.games.space_hulk.words.names import arms_of, unit_name
from q40k.games.space_hulk.words.offers import alien_place, open_to
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.i18n.wording import Fold


@WORDS.cards
def _card(locale: Locale, state: Match, seat: str) -> Sequence[str | Fold]:
    if state.setup.mission is None:
        return ()
    side = _of_marines if seat == "marine" else _of_stealers
    return tuple(side(locale, state))


def points(locale: Locale, state: Match) -> str:
    """The command points that are spent, of those that were drawn as far as they may be known.

    Rule: SH-SECRET-2
    """
    drawn = "?" if state.counter.drawn is None else str(state.counter.drawn)
    said = N_("command points {spent}/{drawn}")
    return locale.say(said, spent=state.counter.spent, drawn=drawn)


def _of_marines(locale: Locale, state: Match) -> Iterator[str | Fold]:
    """The squad. Who waits for a reaction is named first."""
    if state.window is not None:
        yield locale.say(N_("{who} has acted, and is seen."), who=state.window.actor)
        spends, able = reactions(state)
        if able:
            yield locale.say(N_("overwatch: {names}"), names=", ".join(able))
        if spends:
            yield locale.gettext(N_("command points may be spent"))
    yield from _goals(locale, state, "marine")
    yield points(locale, state)
    for one in state.marines.values():
        where, placed = place_of(locale, one), state.options.positions
        if not one.present:
            yield f"{one.id} · {where}"
            continue
        ap = locale.say(N_("{ap} AP"), ap=one.acts.ap)
        parts = (one.id, ap, where if placed else "", marks(locale, one))
        more = [unit_name(locale, one.unit), *_arms(locale, one.kind)]
        if state.play.phase == "marine-action":
            more += _open(locale, state, one, ap)
        more += _carries(locale, state, one)
        yield Fold(" · ".join(part for part in parts if part), tuple(more))


def _arms(locale: Locale, kind: UnitKind) -> Iterator[str]:
    """What a marine shoots and fights with, and what a shot takes."""
    yield arms_of(locale, kind)
    if kind.gun is not None:
        gun = GUNS[kind.gun]
        said = N_("a shot: {dice}, each {needs}+, for {ap} AP")
        yield locale.say(said, dice=f"{gun.dice}D6", needs=gun.needs, ap=gun.ap)


def _of_stealers(locale: Locale, state: Match) -> Iterator[str | Fold]:
    """The stealers and blips, and for whom it is no secret what these stand for.

    Rule: SH-SECRET-1
    """
    if state.conversion is not None:
        said = N_("{blip} is in sight: it is turned up.")
        yield locale.say(said, blip=state.conversion.blip)
    yield from _goals(locale, state, "stealer")
    yield locale.say(N_("blips left {many}"), many=state.undrawn)
    aliens: tuple[Stealer | Blip, ...] = (*state.hunting, *state.lying)
    for one in aliens:
        parts = [one.id, locale.say(N_("{ap} AP"), ap=one.acts.ap)]
        if state.options.positions or one.lurking.entry is not None:
            parts.insert(1, _where(locale, one))
        if isinstance(one, Blip) and one.value is not None:
            many = locale.ngettext("{many} stealer", "{many} stealers", one.value)
            parts.insert(1, many.format(many=one.value))
        more = _of_alien(locale, state, one)
        line = " · ".join(parts)
        yield Fold(line, more) if more else line


def _where(locale: Locale, one: Stealer | Blip) -> str:
    if one.lurking.entry is None:
        return alien_place(one)
    waits, there = N_("must wait at entry {entry}"), N_("at entry {entry}")
    return locale.say(waits if one.lurking.held else there, entry=one.lurking.entry)


def _of_alien(locale: Locale, state: Match, one: Stealer | Blip) -> tuple[str, ...]:
    more = [locale.gettext(N_("the Alpha"))] if isinstance(one, Stealer) and one.alpha else []
    if one.position.at is not None and (seen := seen_by(state, one.id)):
        more.append(locale.say(N_("seen by {names}"), names=", ".join(seen)))
    if isinstance(one, Stealer) and state.play.phase == "stealer-action":
        more += _open(locale, state, one, locale.say(N_("{ap} AP"), ap=one.acts.ap))
    return (*more, *_carries(locale, state, one))


def _open(locale: Locale, state: Match, one: Marine | Stealer, ap: str) -> tuple[str, ...]:
    """What is open to a piece, if that is more than the points that stand there already."""
    told = open_to(locale, state, one.id)
    return () if told == ap else (told,)


def _carries(locale: Locale, state: Match, one: Marine | Stealer | Blip) -> tuple[str, ...]:
    carried = ", ".join(thing.id for thing in state.carried(one.id))
    return (locale.say(N_("carries {names}"), names=carried),) if carried else ()


def _goals(locale: Locale, state: Match, side: str) -> Iterator[str]:
    for goal in state.mission.goals:
        if goal.side == side:
            yield goal_line(locale, goal)
