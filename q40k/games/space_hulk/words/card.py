"""The state in words: the board, and the card of a side with its pieces one by one."""

from collections.abc import Iterator, Sequence
from typing import Any

from q40k.games.space_hulk.state.match import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.state.offers import doors_near, find_seers, foes_ahead, reactions, targets
from q40k.games.space_hulk.state.places import ENTRY_SIGN
from q40k.games.space_hulk.state.units import GUNS, UnitKind
from q40k.games.space_hulk.words.missions import goal_line
from q40k.games.space_hulk.words.names import arms_text, facing_name, seat_name, unit_name
from q40k.games.space_hulk.words.turn import phase_name
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_, Locale, with_label
from q40k.i18n.wording import BoardText, Fold

HELD = "‖"
"""The sign of an alien at an entry that must wait until the turn is over."""


def options_line(locale: Locale, state: Match, who: str) -> str:
    """Return what a piece can do now: its points, targets, enemies ahead and doors in reach."""
    piece = state.piece(who)
    parts = [locale.say(N_("{ap} AP"), ap=piece.acts.ap)]
    placed = piece.position.at is not None
    if isinstance(piece, Marine) and placed and (seen := targets(state, piece)):
        parts.append(locale.say(N_("shoots at {names}"), names=", ".join(seen)))
    if placed and (ahead := foes_ahead(state, who)):
        parts.append(locale.say(N_("ahead {names}"), names=", ".join(ahead)))
    if placed and (doors := doors_near(state, who)):
        parts.append(locale.say(N_("reaches {names}"), names=", ".join(doors)))
    return " · ".join(parts)


def alien_place(alien: Stealer | Blip) -> str:
    """Return the entry where an alien waits, or its square and facing."""
    entry = alien.lurking.entry
    if entry is not None:
        return f"{ENTRY_SIGN}{entry}{HELD if alien.lurking.held else ''}"
    return f"{alien.position.at or '-'} {alien.position.facing or ''}".strip()


# -- the board -------------------------------------------------------------------------------


def markers_text(locale: Locale, marine: Marine) -> str:
    """Return a marine's markers, and the ammunition and psi points he has left."""
    parts = []
    for has_marker, marker in (
        (marine.stance.overwatch, N_("overwatch")),
        (marine.stance.guard, N_("guard")),
        (marine.stance.jammed, N_("jammed")),
        (marine.arms.reloaded, N_("reloaded")),
    ):
        if has_marker:
            parts.append(locale.gettext(marker))
    if marine.arms.ammo is not None:
        parts.append(locale.say(N_("{ammo} shots"), ammo=marine.arms.ammo))
    if marine.arms.psi is not None:
        parts.append(locale.say(N_("{psi} psi"), psi=marine.arms.psi))
    if marine.aim.target is not None:
        parts.append(locale.say(N_("sustained on {target}"), target=marine.aim.target))
    return ", ".join(parts)


def marine_place(locale: Locale, marine: Marine) -> str:
    """Return a marine's square and facing, or that he is dead or has left."""
    if not marine.life.alive:
        return locale.gettext(N_("dead"))
    if marine.life.left_by is not None:
        return locale.gettext(N_("off the board"))
    return f"{marine.position.at or '-'} {marine.position.facing or ''}".strip()


def place_sentence(locale: Locale, piece: Marine | Stealer | Blip) -> str:
    """Return where a piece is and what it faces: "on A4, faces north"; or that it is dead, away or at an entry."""
    if isinstance(piece, Marine) and not (piece.life.alive and piece.life.left_by is None):
        return marine_place(locale, piece)
    if piece.lurking.entry is not None:
        waits, there = N_("must wait at entry {entry}"), N_("at entry {entry}")
        return locale.say(waits if piece.lurking.held else there, entry=piece.lurking.entry)
    if piece.position.at is None:
        return ""
    sentence = N_("on {square}, faces {facing}") if piece.position.facing else N_("on {square}")
    return locale.say(sentence, square=piece.position.at, facing=facing_name(locale, piece.position.facing))


def _marine_sentence(locale: Locale, marine: Marine) -> str:
    """Return how a marine stands, each value with its word."""
    points = locale.say(N_("{ap} AP"), ap=marine.acts.ap) if marine.present else ""
    parts = (unit_name(locale, marine.unit), place_sentence(locale, marine), points, markers_text(locale, marine))
    return with_label(locale, marine.id, ", ".join(filter(None, parts)))


@WORDS.boards
def _board(locale: Locale, state: Match) -> BoardText:
    heading = []
    if state.setup.mission is not None:
        heading.append(locale.name_of(state.setup.mission.name))
        turn = locale.say(N_("Turn {turn}"), turn=state.play.turn)
        heading.append(f"{turn} · {phase_name(locale, state.play.phase)}")
        counts = N_("Stealers: {stealers} · blips: {blips} · in the pile: {pile} · dead: {kills}")
        heading.append(
            locale.say(
                counts,
                stealers=len(state.stealers_in_play),
                blips=len(state.blips_in_play),
                pile=state.undrawn,
                kills=state.tally.kills,
            )
        )
        spent = N_("Command points spent: {points}")
        heading.append(locale.say(spent, points=state.counter.spent))
    columns = (N_("Marine"), N_("Unit"), N_("Place"), N_("AP"), N_("Markers"))
    rows = tuple(
        (
            marine.id,
            unit_name(locale, marine.unit),
            marine_place(locale, marine),
            str(marine.acts.ap),
            markers_text(locale, marine),
        )
        for marine in state.marines.values()
    )
    sentences = tuple(_marine_sentence(locale, marine) for marine in state.marines.values())
    return BoardText(tuple(heading), tuple(map(locale.gettext, columns)), rows, (3,), sentences)


_CHANGES = {
    "winner": N_("won by {after}"),
    "turn": N_("turn {before} → {after}"),
    "spent": N_("command points spent {before} → {after}"),
    "lacks": N_("{who} is not there"),
    "joins": N_("{who} is there"),
    "at": N_("{who}: {before} → {after}"),
    "ap": N_("{who}: action points {before} → {after}"),
    "ammo": N_("{who}: shots {before} → {after}"),
    "lives": N_("{who} lives"),
    "dies": N_("{who} is dead"),
}


@WORDS.changes
def _change(locale: Locale, _old: Match, new: Match, change: Any) -> str:
    kind = change.kind
    if kind == "alive":
        kind = "lives" if change.after else "dies"
    before, after = change.before, change.after
    if kind == "winner":
        names = [seat_name(new, winner) for winner in after or ()]
        after = locale.join_and(names) if names else locale.gettext(N_("nobody"))
    before, after = ("-" if value is None else value for value in (before, after))
    return locale.say(_CHANGES[kind], who=change.who, before=before, after=after)


@WORDS.score_lines
def _scores(locale: Locale, state: Match) -> str:
    if not state.play.turn:
        return ""
    sentence = N_("marines {marines}, stealers dead {kills}")
    return locale.say(sentence, marines=len(state.marines_in_play), kills=state.tally.kills)


# -- the card --------------------------------------------------------------------------------


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
        place, keeps_places = place_sentence(locale, marine), state.options.positions
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
    for alien in state.aliens_in_play:
        parts = [alien.id, locale.say(N_("{ap} AP"), ap=alien.acts.ap)]
        if state.options.positions or alien.lurking.entry is not None:
            parts.insert(1, place_sentence(locale, alien))
        if isinstance(alien, Blip) and alien.value is not None:
            count = locale.ngettext("{many} stealer", "{many} stealers", alien.value)
            parts.insert(1, count.format(many=alien.value))
        more = _of_alien(locale, state, alien)
        line = " · ".join(parts)
        yield Fold(line, more) if more else line


def _of_alien(locale: Locale, state: Match, alien: Stealer | Blip) -> tuple[str, ...]:
    more = [locale.gettext(N_("the Alpha"))] if isinstance(alien, Stealer) and alien.alpha else []
    if alien.position.at is not None and (seen := find_seers(state, alien.id)):
        more.append(locale.say(N_("seen by {names}"), names=", ".join(seen)))
    if isinstance(alien, Stealer) and state.play.phase == "stealer-action":
        more += _options_beyond(locale, state, alien, locale.say(N_("{ap} AP"), ap=alien.acts.ap))
    return (*more, *_carries(locale, state, alien))


def _options_beyond(locale: Locale, state: Match, piece: Marine | Stealer, ap: str) -> tuple[str, ...]:
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
