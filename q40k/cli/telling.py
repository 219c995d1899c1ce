"""A match in words: its feed, its log, its board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from q40k.cli.columns import table
from q40k.cli.say import _, speech

if TYPE_CHECKING:
    from q40k.kernel.telling import Event
    from q40k.rules.state import Match
    from q40k.table.sitting import Line, Sitting


def sentences(state: Match, events: Iterable[Event], number: int) -> list[str]:
    """What there is to say of some events, `state` being one after them."""
    from q40k.words.events import tell

    told = (tell(speech(), state, event, number) for event in events)
    return [sentence for sentence in told if sentence]


def feed(sitting: Sitting) -> list[str]:
    """Everything that stands in a match, as sentences."""
    lines = sitting.lines(undone=False)
    return [told for line in lines for told in sentences(sitting.state, line.events, _seq(line))]


def _seq(line: Line) -> int:
    return line.entry.seq


def log(sitting: Sitting, *, undone: bool) -> Iterator[str]:
    """The log, line by line: number, time, sentence; with `undone`, what was taken back too."""
    lines = sitting.lines(undone=undone)
    states = _states(lines) if undone else {}
    digits = len(str(lines[-1].entry.seq)) if lines else 1
    for line in lines:
        entry = line.entry
        back = entry.undone_by is not None and entry.kind in ("command", "answer")
        state = states.get(entry.seq, sitting.state) if back else sitting.state
        mark = ("× " if back else "  ") if undone else ""
        head = f"{mark}{entry.seq:>{digits}}  {entry.at[11:16]:5}  "
        told = _of_entry(line, state)
        if back and told:
            told[-1] += " " + _("(undone by {number})", number=entry.undone_by)
        yield from (head + sentence for sentence in told)


def _of_entry(line: Line, state: Match) -> list[str]:
    entry = line.entry
    if entry.kind == "undo":
        return [_("Undone: everything from {number} on", number=entry.command)]
    if entry.kind == "redo":
        return [_("Redone: everything from {number} on", number=entry.command)]
    return sentences(state, line.events, entry.seq)


def _states(lines: Sequence[Line]) -> dict[int, Match]:
    """The state after each entry as it was then, undone ones too."""
    from q40k.rules.folds import fold
    from q40k.rules.state import Match

    state = Match()
    before: dict[int, Match] = {}
    after: dict[int, Match] = {}
    undone: dict[int, Match] = {}
    for line in lines:
        entry = line.entry
        before[entry.seq] = state
        if entry.kind == "undo":
            undone[entry.command] = state
            state = before.get(entry.command, state)
        elif entry.kind == "redo":
            state = undone.get(entry.command, state)
        for event in line.events:
            state = fold(state, event)
        after[entry.seq] = state
    return after


# -- the board -----------------------------------------------------------------------------


def board(sitting: Sitting) -> list[str]:
    """The board: what is played, whose turn it is, who stands where with what score."""
    state = sitting.state
    lines = [*_heading(state)]
    if state.players:
        lines += ["", *_players(state)]
    if sitting.question is not None:
        lines += ["", *open_question(sitting)]
    return lines


def _heading(state: Match) -> list[str]:
    from q40k.words.cards import phase_name, where

    said = speech()
    if state.mod is None or state.arena is None:
        return [_("Nothing is laid out yet.")]
    parts = [said.said(state.mod.name), said.said(state.arena.name)]
    if state.turn:
        parts.append(_("turn {turn}", turn=state.turn))
    parts.append(phase_name(said, "over" if state.over else state.phase))
    lines = [" · ".join(parts)]
    if state.winner:
        names = said.listed(state.players[player].name for player in state.winner)
        lines.append(_("Won by {players}", players=names))
    elif state.active:
        player = state.players[state.active]
        place = where(said, player)
        name = f"{player.name} ({place})" if place else player.name
        lines.append(_("Now: {player}", player=name))
    return lines


def _players(state: Match) -> list[str]:
    from q40k.words.cards import bonus_name, goal, where

    said = speech()
    head = [
        "#", _("Player"), _("Champion"), _("Value"), _("Score"), _("Goal"), _("Kills"),
        _("Deaths"), _("In a row"), _("Where"), _("Bonus"),
    ]  # fmt: skip
    order = state.order
    others = [player for player in state.players if player not in order]
    rows = []
    for player in (*order, *others):
        who = state.players[player]
        rows.append(
            [
                str(order.index(player) + 1) if player in order else "-",
                f"{who.name} *" if player in state.winner else who.name,
                said.said(who.champion.name),
                said.points(who.value),
                said.points(who.score),
                goal(said, state, player),
                str(who.kills),
                str(who.deaths),
                str(who.streak),
                where(said, who) or "-",
                bonus_name(said, state, player) or "-",
            ]
        )
    return table(head, rows, right=(0, 3, 4, 5, 6, 7, 8))


def open_question(sitting: Sitting) -> list[str]:
    """What a match waits for: who does what, why, and what may be answered."""
    if sitting.question is None:
        return []
    from q40k.words.questions import ask

    asked = ask(speech(), sitting.state, sitting.question)
    lines = [_("Asked now: {title} [{hint}]", title=asked.title, hint=asked.hint)]
    if asked.why:
        lines.append(f"  {asked.why} ({asked.rule})" if asked.rule else f"  {asked.why}")
    lines += [f"  {value}: {label}" for value, label in asked.options if str(value) != label]
    plain = [str(value) for value, label in asked.options if str(value) == label]
    return [*lines, f"  {', '.join(plain)}"] if plain else lines
