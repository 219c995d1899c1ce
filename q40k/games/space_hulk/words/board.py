"""The state of a match, and the differences between two states, in words."""

from __future__ import annotations

from typing import Any

from q40k.games.space_hulk.rules.state import Marine, Match
from q40k.games.space_hulk.words.names import seat_name, unit_name
from q40k.games.space_hulk.words.turn import phase_name
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.i18n.wording import BoardText


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
        (marine.id, unit_name(locale, marine.unit), marine_place(locale, marine),
         str(marine.acts.ap), markers_text(locale, marine))
        for marine in state.marines.values()
    )  # fmt: skip
    return BoardText(tuple(heading), tuple(map(locale.gettext, columns)), rows, (3,))


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
