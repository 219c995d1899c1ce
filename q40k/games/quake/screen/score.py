"""Kills and accidents, and the keys of the scoreboard (b) and of the phases in short (F5)."""

from collections.abc import Generator
from typing import Any

from textual.screen import Screen

from q40k.games.quake.screen.base import Desk, action, in_play, player_options, playing, running, target_options
from q40k.games.quake.state.match import Player
from q40k.games.quake.state.objectives.score import kill_would_win
from q40k.games.quake.state.score import Accident, Kill
from q40k.i18n.locale import N_
from q40k.tui.fields import Field, Option, Pick, Several, Text
from q40k.tui.forms import OTHER, Form

# -- kills and accidents -------------------------------------------------------------------------


@action(
    "kill",
    "play",
    key="k",
    at=125,
    bar=2,
    name=N_("Kill"),
    help=N_("The active champion killed somebody: type the victim, then the portal die. Tab picks another killer."),
    when=playing,
    usual=running,
)
def kill(desk: Desk) -> Form:
    """Ask for the active champion's victim (K); Tab picks another killer."""
    _ = desk.locale.gettext
    killer = desk.state.play.active if desk.state.running else None
    if killer is None:  # who is named beside the key is always the victim
        champions = player_options(desk, in_play(desk))
        victim = yield Pick(_("Who was killed?"), rule="SCORE-1", hint=_("number or first letters"), options=champions)
        killer = yield from _ask_killer(desk)
        return Kill(player=desk.state.players[killer].name, victim=victim)
    while True:
        name = desk.state.players[killer].name
        victim = yield Pick(
            _("{killer} kills…").format(killer=name),
            why=_("Who was killed?"),
            rule="SCORE-1",
            hint=_("number or first letters"),
            other=_("another killer"),
            options=_victims(desk, killer),
        )
        if victim is not OTHER:
            return Kill(player=name, victim=victim)
        killer = yield from _ask_killer(desk)


def _ask_killer(desk: Desk) -> Generator[Field, Any, str]:
    _ = desk.locale.gettext
    name = yield Pick(
        _("Who killed?"), rule="SCORE-1", hint=_("number or first letters"), options=player_options(desk, in_play(desk))
    )
    player = desk.state.player_named(name)
    assert player is not None
    return player.id


def _victims(desk: Desk, killer: str) -> tuple[Option, ...]:
    _ = desk.locale.gettext

    def note(player: Player) -> str:
        if not desk.state.mod.has("victory-points"):
            return ""
        if desk.state.side_of(player.id) == desk.state.side_of(killer):
            return f"−{desk.locale.points(player.value)}"
        worth = f"+{desk.locale.points(player.value)}"
        if kill_would_win(desk.state, killer, player.id):
            wins = _("WINS")
            return f"{worth} {wins}"
        return worth

    return target_options(desk, [killer], note)


@action(
    "kill-more",
    "play",
    key="comma k",
    at=155,
    name=N_("Kill, in detail"),
    help=N_("A kill shared by several champions, or told in words."),
    when=playing,
)
def kill_more(desk: Desk) -> Form:
    """Ask for several killers, and how it happened (, k)."""
    _ = desk.locale.gettext
    killers = yield Several(
        _("Who killed?"),
        why=_("Several share the value exactly."),
        rule="MELEE-4",
        hint=_("numbers, then Enter"),
        options=player_options(desk, in_play(desk)),
    )
    ids = [p.id for p in desk.state.players.values() if p.name in killers]
    victim = yield Pick(_("Who was killed?"), rule="SCORE-1", options=target_options(desk, ids))
    how = yield Text(_("How? (Enter: no matter)"), may_be_empty=True)
    return Kill(player=tuple(killers), victim=victim, how=how)


@action(
    "accident",
    "play",
    key="x",
    at=130,
    bar=7,
    name=N_("Accident"),
    help=N_("A champion died by nobody’s hand: it loses its own value."),
    when=playing,
    usual=running,
)
def accident(desk: Desk) -> Form:
    """Ask who died by accident (X); Enter takes the active champion."""
    victim = yield _who_died(desk)
    return Accident(player=victim)


@action(
    "accident-more",
    "play",
    key="comma x",
    at=160,
    name=N_("Accident, in words"),
    help=N_("An accident with its cause told in words."),
    when=playing,
)
def accident_more(desk: Desk) -> Form:
    """Ask who died by accident, and of what (, x)."""
    _ = desk.locale.gettext
    victim = yield _who_died(desk)
    cause = yield Text(_("Of what? (drowned, a fall, plasma …)"), may_be_empty=True, empty="")
    return Accident(player=victim, cause=cause)


def _who_died(desk: Desk) -> Pick:
    _ = desk.locale.gettext
    among = in_play(desk)
    active = desk.state.play.active
    return Pick(
        _("Who died by accident?"),
        why=_("It costs the champion its own value; nobody scores."),
        rule="SCORE-2",
        hint=_("number or first letters; Enter: the marked one"),
        options=player_options(desk, among, lambda p: f"−{desk.locale.points(p.value)}"),
        chosen=among.index(active) if active in among else 0,
    )


# -- pages above the match -----------------------------------------------------------------------


@action(
    "board",
    "view",
    key="b",
    at=440,
    bar=12,
    name=N_("Board"),
    help=N_("The whole scoreboard: value, score, kills, deaths, streaks."),
)
def board(desk: Desk) -> Screen[None]:
    """Open the scoreboard (b)."""
    from q40k.games.quake.screen.sheets import ScoreScreen  # late: its page opens with a key

    return ScoreScreen(desk)


@action(
    "reference",
    "view",
    key="f5",
    at=445,
    name=N_("Reference"),
    help=N_("The mod and its phases in short, for players new to the 3rd edition, and who made the game."),
)
def reference(desk: Desk) -> Screen[None]:
    """Open the reference (F5)."""
    from q40k.games.quake.screen.sheets import ReferenceScreen  # late: its page opens with a key

    return ReferenceScreen(desk.locale, desk.state.setup.mod)
