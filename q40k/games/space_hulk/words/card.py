"""The card of a side: pending decisions, goals, command points, and its pieces one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from q40k.games.space_hulk.rules.offers import find_seers, reactions
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.rules.units import GUNS, UnitKind
from q40k.games.space_hulk.words.board import marine_place, markers_text
from q40k.games.space_hulk.words.missions import goal_line
from q40k.games.space_hulk.words.names import arms_text, unit_name
from q40k.games.space_hulk.words.offers import alien_place, options_line
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.i18n.wording import Fold


@WORDS.cards
def _card(locale: Locale, state: Match, seat: str) -> Sequence[str | Fold]:
    if state.setup.mission is None:
        return ()
    side = _of_marines if seat == "marine" else _of_stealers
    return tuple(side(locale, state))


def points_line(locale: Locale, state: Match) -> str:
    """Return the command points spent and drawn; an unseen counter is a question mark.

    Rule: SH-SECRET-2
    """
    drawn = "?" if state.counter.drawn is None else str(state.counter.drawn)
    sentence = N_("command points {spent}/{drawn}")
    return locale.say(sentence, spent=state.counter.spent, drawn=drawn)


def _of_marines(locale: Locale, state: Match) -> Iterator[str | Fold]:
    """Yield the squad. A pending reaction comes first."""
    if state.window is not None:
        yield locale.say(N_("{who} has acted, and is seen."), who=state.window.actor)
        spends, able = reactions(state)
        if able:
            yield locale.say(N_("overwatch: {names}"), names=", ".join(able))
        if spends:
            yield locale.gettext(N_("command points may be spent"))
    yield from _goals(locale, state, "marine")
    yield points_line(locale, state)
    for marine in state.marines.values():
        place, keeps_places = marine_place(locale, marine), state.options.positions
        if not marine.present:
            yield f"{marine.id} · {place}"
            continue
        ap = locale.say(N_("{ap} AP"), ap=marine.acts.ap)
        parts = (marine.id, ap, place if keeps_places else "", markers_text(locale, marine))
        more = [unit_name(locale, marine.unit), *_arms_lines(locale, marine.kind)]
        if state.play.phase == "marine-action":
            more += _options_beyond(locale, state, marine, ap)
        more += _carries(locale, state, marine)
        yield Fold(" · ".join(part for part in parts if part), tuple(more))


def _arms_lines(locale: Locale, kind: UnitKind) -> Iterator[str]:
    """Yield a unit's weapons, and the cost of a shot."""
    yield arms_text(locale, kind)
    if kind.gun is not None:
        gun = GUNS[kind.gun]
        sentence = N_("a shot: {dice}, each {needs}+, for {ap} AP")
        yield locale.say(sentence, dice=f"{gun.dice}D6", needs=gun.needs, ap=gun.ap)


def _of_stealers(locale: Locale, state: Match) -> Iterator[str | Fold]:
    """Yield the stealers and blips, with the blips' values if the side may know them.

    Rule: SH-SECRET-1
    """
    if state.conversion is not None:
        sentence = N_("{blip} is in sight: it is turned up.")
        yield locale.say(sentence, blip=state.conversion.blip)
    yield from _goals(locale, state, "stealer")
    yield locale.say(N_("blips left {many}"), many=state.undrawn)
    aliens: tuple[Stealer | Blip, ...] = (*state.stealers_in_play, *state.blips_in_play)
    for alien in aliens:
        parts = [alien.id, locale.say(N_("{ap} AP"), ap=alien.acts.ap)]
        if state.options.positions or alien.lurking.entry is not None:
            parts.insert(1, _where(locale, alien))
        if isinstance(alien, Blip) and alien.value is not None:
            count = locale.ngettext("{many} stealer", "{many} stealers", alien.value)
            parts.insert(1, count.format(many=alien.value))
        more = _of_alien(locale, state, alien)
        line = " · ".join(parts)
        yield Fold(line, more) if more else line


def _where(locale: Locale, alien: Stealer | Blip) -> str:
    if alien.lurking.entry is None:
        return alien_place(alien)
    waits, there = N_("must wait at entry {entry}"), N_("at entry {entry}")
    return locale.say(waits if alien.lurking.held else there, entry=alien.lurking.entry)


def _of_alien(locale: Locale, state: Match, alien: Stealer | Blip) -> tuple[str, ...]:
    more = [locale.gettext(N_("the Alpha"))] if isinstance(alien, Stealer) and alien.alpha else []
    if alien.position.at is not None and (seen := find_seers(state, alien.id)):
        more.append(locale.say(N_("seen by {names}"), names=", ".join(seen)))
    if isinstance(alien, Stealer) and state.play.phase == "stealer-action":
        more += _options_beyond(locale, state, alien, locale.say(N_("{ap} AP"), ap=alien.acts.ap))
    return (*more, *_carries(locale, state, alien))


def _options_beyond(
    locale: Locale, state: Match, piece: Marine | Stealer, ap: str
) -> tuple[str, ...]:
    """Return what a piece can do, if that is more than its action points."""
    line = options_line(locale, state, piece.id)
    return () if line == ap else (line,)


def _carries(locale: Locale, state: Match, piece: Marine | Stealer | Blip) -> tuple[str, ...]:
    carried = ", ".join(item.id for item in state.carried_objects(piece.id))
    return (locale.say(N_("carries {names}"), names=carried),) if carried else ()


def _goals(locale: Locale, state: Match, side: str) -> Iterator[str]:
    for goal in state.mission.goals:
        if goal.side == side:
            yield goal_line(locale, goal)
