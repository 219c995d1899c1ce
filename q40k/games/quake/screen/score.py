"""Kills and accidents, and the whole scoreboard (b)."""

from collections.abc import Generator, Iterable, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from q40k.games.quake.screen.base import Desk, action, in_play, player_options, playing, running, target_options
from q40k.games.quake.screen.panels import glance
from q40k.games.quake.screen.teams import ink_of, sides_line
from q40k.games.quake.state.match import Player
from q40k.games.quake.state.objectives.score import kill_would_win
from q40k.games.quake.state.score import Accident, Kill
from q40k.games.quake.table.team_marks import own_colour, team_marks
from q40k.games.quake.words.objectives.objective import progress_share, progress_text, to_win
from q40k.i18n.locale import N_
from q40k.tui import look
from q40k.tui.fields import Field, Option, Pick, Several, Text
from q40k.tui.forms import OTHER, Form
from q40k.tui.look import Rows, bar, fit, right, style_text
from q40k.tui.pages.sheet import Sheet

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


# -- the scoreboard ------------------------------------------------------------------------------


WIDTHS = (7, 8, 8, 8, 11, 8)
"""The widths of the columns value, score, kills, deaths, accidents and streak."""


class ScoreScreen(Sheet):
    """The sides by how near to winning, with each player's value, score and kills."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,b,q,enter", "dismiss_none", show=False)]
    spoken_as: ClassVar[str] = "s"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.locale)
        self.desk = desk
        self.state = desk.state

    def text(self) -> Content:
        """Return the rows of the scoreboard."""
        _ = self.locale.gettext
        heads = (_("pts"), _("score"), _("kills"), _("deaths"), _("accidents"), _("streak"))
        head = " " * 15 + _columns(heads)
        state = self.state
        rows: Rows = []
        sides = sides_line(state, self.locale)
        if sides.plain:
            rows += [sides, ""]
        rows.append(Content.styled(head, look.MUTED))
        for side in sorted(state.sides, key=lambda side: -progress_share(state, side)):
            rows += self._team(side) if state.in_teams else self._alone(side)
        facts = glance(self.locale, state)
        rows += [*([""] if facts else []), *facts, "", _("Escape closes this page.")]
        return look.lines(*rows)

    def below(self) -> Iterable[Widget]:
        """Yield everyone's luck, once a turn has been played."""
        if self.state.play.turn:
            from q40k.tui.pages.luck import LuckPanel

            yield LuckPanel(self.desk, lambda player: ink_of(self.state, player))

    def _alone(self, side: str) -> Rows:
        player = self.state.players[side]
        return [self._row(player), *self._progress(side, look.ink(own_colour(player.id)))]

    def _team(self, side: str) -> Rows:
        letter, colour = team_marks(self.state.sides)[side]
        colour = look.ink(colour)
        crown = " ♛" if side in self.state.outcome.winner else ""
        score = ""
        if self.state.setup.mod is not None and self.state.setup.mod.has("victory-points"):
            score = right(self.locale.points(self.state.value_of(side)), 7)
            score += right(self.locale.points(self.state.score_of(side)), 8)
        head = Content.assemble((fit(f"{letter} {side}{crown}", 15), f"bold {colour}"), score)
        members = [self._row(self.state.players[p]) for p in self.state.members(side)]
        return [head, *self._progress(side, colour), *members]

    def _progress(self, side: str, colour: str) -> Rows:
        """Return a side's progress as a bar and in words, and what it still needs."""
        state, locale = self.state, self.locale
        rows: Rows = [
            Content.assemble(
                ("  " + bar(progress_share(state, side), 30), colour), f"  {progress_text(locale, state, side)}"
            )
        ]
        if state.play.phase != "setup":
            rows.append(style_text(f"  → {to_win(locale, state, state.members(side)[0])}", look.MUTED))
        return rows

    def _row(self, player: Player) -> Content:
        locale, state = self.locale, self.state
        counts = (player.score.kills, player.score.deaths, player.score.accidents, player.score.streak)
        facts = _columns((locale.points(player.value), locale.points(player.score.points), *map(str, counts)))
        crown = " ♛" if player.id in state.outcome.winner else ""
        inset = "  " if state.in_teams else ""
        name = fit(inset + player.name + crown, 15)
        return Content.assemble((name, f"bold {ink_of(state, player.id)}"), facts)


def _columns(cells: Sequence[str]) -> str:
    """Return the cells of a row, each right-aligned in its column."""
    return "".join(right(cell, wide) for cell, wide in zip(cells, WIDTHS, strict=True))


action.add(
    "board",
    "view",
    key="b",
    at=440,
    bar=12,
    name=N_("Board"),
    help=N_("The whole scoreboard: value, score, kills, deaths, streaks."),
    does=ScoreScreen,
)
