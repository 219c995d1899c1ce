"""The rows of the prompt when nothing is asked: the active champion, a win, a new round."""

from __future__ import annotations

from textual.content import Content

from q40k.games.quake.rules.objectives.hunt import LegOver
from q40k.games.quake.rules.rounds import RoundDrawn, RoundWon
from q40k.games.quake.rules.state import Match
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.forms import number
from q40k.games.quake.screen.melee.glance import waiting_melees
from q40k.games.quake.screen.teams.sides import ink_of
from q40k.games.quake.screen.turn import choosable
from q40k.games.quake.words.ending import win_texts
from q40k.games.quake.words.objectives.progress import current_round
from q40k.games.quake.words.turn import phase_name
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_
from q40k.kernel.journal.journal import JournalError
from q40k.tui import look
from q40k.tui.look import Rows, clickable, link_keys, style_text

KEYS = (
    ("next", N_("N next")),
    ("shoot", N_("S shoot")),
    ("charge", N_("C charge")),
    ("fight", N_("I fight the melee")),
    ("portal", N_("P portal")),
    ("token", N_("T token")),
    ("move", N_("M moved")),
    ("hard-move", N_("⇧J jump")),
    ("objective", N_("O objective")),
    ("kill", N_("K kill")),
    ("accident", N_("X accident")),
    ("contact", N_("⇧C contact")),
    ("end-phase", N_("E end the phase")),
    ("help", N_("? all")),
)
"""The keys named in the middle of a phase, each shown only when it makes sense."""


BREAKS = (RoundWon, RoundDrawn, LegOver)
"""Events that are told at the start of a new round."""


LOOK_BACK = 12
"""How many of the newest lines are searched for the end of the last round."""


def idle(desk: Desk) -> Rows:
    """Return the rows of the prompt when nothing is asked."""
    state, _ = desk.state, desk.locale.gettext
    if state.outcome.over and state.outcome.winner:
        head, by = win_texts(desk.locale, state)
        return [
            style_text(head, "bold $success"),
            by,
            link_keys(
                _("N: play on · U: take the last action back · B: the board, the luck · Q: quit")
            ),
        ]
    if state.play.active is None:
        text = _("Nobody is on the table: J lets a player join.") if state.running else ""
        return [text or link_keys(_("J: a player joins · S: start"))]
    if state.play.phase == "deployment":
        return _deployment_rows(desk, state)
    name = state.players[state.play.active].name
    title = _("{name}: {phase}").format(name=name, phase=phase_name(desk.locale, state.play.phase))
    hints = (
        words
        for action, words in KEYS
        if desk.is_sensible(action) and (action != "end-phase" or state.play.phase != "movement")
    )
    keys = " · ".join(map(_, hints))
    rows: Rows = [style_text(title, "bold")]
    if keys:  # a spectator has none
        rows.append(link_keys(keys).stylize_before(look.MUTED))
    mates = _mates(desk, state)
    if mates is not None:
        rows.insert(1, mates)
    rows[1:1] = [style_text(line, "$text-accent") for line in waiting_melees(desk.locale, state)]
    return rows


def _deployment_rows(desk: Desk, state: Match) -> Rows:
    _ = desk.locale.gettext
    rows: Rows = []
    if not any(player.life.placed for player in state.players.values()):
        rows += [style_text(text, "bold $success") for text in _last_round(desk)]
        now = current_round(desk.locale, state)
        if rows and now:
            again = _("{round}: everyone is alive again, and deploys.")
            rows.append(again.format(round=now))
    name = state.players[state.play.active or ""].name
    rows.append(
        Content.assemble(
            (_("{name} deploys").format(name=name), "bold"), ("  DEPLOY-1", look.MUTED)
        )
    )
    mates = _mates(desk, state)
    if mates is not None:
        rows.append(mates)
    rows.append(link_keys(_("N: placed, and the next one · D: in a tile such as B2")))
    return rows


def _last_round(desk: Desk) -> list[str]:
    """Tell how the last round ended."""
    try:
        lines = desk.match_session.lines(LOOK_BACK, undone=False)
    except JournalError:
        return []
    state = desk.state
    ends = [
        WORDS.tell(desk.locale, state, event, line.entry.seq)
        for line in lines
        for event in line.events
        if isinstance(event, BREAKS)
    ]
    return [text for text in ends if text][-1:]


def _mates(desk: Desk, state: Match) -> Content | None:
    """Return the choice of who in the team acts, clickable; None without a choice."""
    among = choosable(state)
    if not among:
        return None
    _ = desk.locale.gettext
    parts = [
        clickable(
            Content.assemble(
                (f" {number(state.players[p])} ", "bold $accent"),
                (
                    state.players[p].name,
                    f"{ink_of(state, p)}{' bold' if p == state.play.active else ''}",
                ),
            ),
            key=number(state.players[p]),
        )
        for p in among
    ]
    label = _("{team}, any of:").format(team=state.side_of(state.play.active or among[0]))
    return Content.assemble((f"{label} ", look.MUTED), Content(" ").join(parts))
