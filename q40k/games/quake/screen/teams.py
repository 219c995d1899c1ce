"""The forms of teams and mods: which team, who acts, flags, buildings, barrels, the early end."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from q40k.games.quake.rules.barrels.barrels import HitBarrel
from q40k.games.quake.rules.buildings import Penetrate
from q40k.games.quake.rules.command import NAME_LENGTH, Command
from q40k.games.quake.rules.deployment.deploy import Deploy
from q40k.games.quake.rules.ending.ending import End
from q40k.games.quake.rules.objectives.victory import standing
from q40k.games.quake.rules.positions.placing import StandIn
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.figures import Describe
from q40k.games.quake.rules.teams import ChangeTeam, teams_of
from q40k.games.quake.rules.turn.acting import Act
from q40k.games.quake.screen.base import Desk, action, playing
from q40k.games.quake.screen.forms import in_play, player_options, portal_options
from q40k.games.quake.screen.objectives import Deed, choosable, deeds
from q40k.games.quake.words.objectives import so_far
from q40k.i18n.locale import N_
from q40k.kernel.text import clean_text
from q40k.tui.fields import (
    ARROWS,
    CARET,
    EDITS,
    Edit,
    Field,
    Given,
    Marking,
    Move,
    Option,
    Outcome,
    Pick,
    Text,
    fitting,
    id_keys,
)
from q40k.tui.forms import OTHER, Form

COLOURS = (N_("Red"), N_("Blue"), N_("Green"), N_("Yellow"), N_("White"), N_("Black"))
"""What teams are called when nobody has a better name."""
DIGITS = "123456789"


# -- which team -------------------------------------------------------------------------------


@dataclass(slots=True)
class TeamPick(Marking):
    """A team that is there, by its number or first letters, or a new one by a new name."""

    edits: ClassVar[Mapping[str, Edit]] = EDITS | CARET | ARROWS
    options: tuple[Option, ...] = ()
    new: str = ""  # how a new team is offered; nothing when there can be none

    def choices(self) -> Sequence[Option]:
        """The teams that fit what is typed, and one of that name if there is none."""
        name = clean_text(self.buffer)[:NAME_LENGTH].strip()
        if not name:
            return self.options
        found = fitting(self.options, name)
        known = {str(o.value).casefold() for o in self.options}
        if self.new and name.casefold() not in known:
            found.append(Option("", name, name, self.new))
        return found

    def typed(self, character: str | None) -> Outcome:
        """A digit picks a team at once; letters name one."""
        if character is None or not character.isprintable() or len(self.buffer) >= NAME_LENGTH:
            return Move.NOTHING
        if not self.buffer:
            for option in self.options:
                if option.key == character:
                    return Given(option.value)
        before = self.buffer
        self.insert(character)
        self.buffer = self.buffer.lstrip()
        if self.buffer and not self.choices():
            self.buffer = before
            return Move.NOTHING
        self.chosen = 0
        return Move.CHANGED


def which_team(desk: Desk, name: str, without: str = "") -> TeamPick:
    """The team somebody plays for: Enter takes the one whose turn it is to grow.

    `without` is the team a player leaves.
    """
    _ = desk.locale.gettext
    state = desk.state
    assert state.setup.mod is not None
    wanted = teams_of(state.setup.mod)
    known = (
        [side for side in state.sides if side] if state.play.phase == "setup" else list(state.teams)
    )
    filled = [side for side in known if _present(state, side)]
    fewest = sorted(
        (side for side in known if side != without), key=lambda side: _present(state, side)
    )
    options = [
        Option(DIGITS[known.index(s) : known.index(s) + 1], s, s, _team_note(desk, s))
        for s in fewest
    ]
    may_found = state.play.phase == "setup" and len(filled) < wanted.most
    if may_found:
        fresh = Option(DIGITS[len(known) : len(known) + 1], *_fresh(desk, known), _("a new team"))
        options.insert(0 if len(filled) < wanted.least else len(options), fresh)
    return TeamPick(
        _("{name}: which team?").format(name=name),
        why=_("Enter: the marked one. A new name begins a new team.") if may_found else "",
        rule="TEAM-1",
        hint=_("number or first letters"),
        options=tuple(options),
        new=_("a new team") if may_found else "",
    )


def _present(state: Match, side: str) -> int:
    return sum(state.players[p].present for p in state.members(side))


def _fresh(desk: Desk, known: list[str]) -> tuple[str, str]:
    """A name that no team has yet, as value and as label."""
    taken = {side.casefold() for side in known}
    names = [desk.locale.gettext(colour) for colour in COLOURS]
    names += [str(number) for number in range(len(COLOURS) + 1, 30)]
    name = next(one for one in names if one.casefold() not in taken)
    return name, name


def _team_note(desk: Desk, side: str) -> str:
    count = _present(desk.state, side)
    said = desk.locale.ngettext("{number} champion", "{number} champions", count)
    note = said.format(number=count)
    left = budget_left(desk.state, side)
    if left is not None:
        _ = desk.locale.gettext
        note += " · " + _("{points} left").format(points=left)
    return note


def budget_left(state: Match, side: str, without: str | None = None) -> int | None:
    """What a team may still spend on champions; None where nothing was agreed (TEAM-1)."""
    mod = state.setup.mod
    if mod is None or not mod.in_teams or not mod.has("budget") or mod.parameters.budget is None:
        return None
    spent = sum(
        int(state.players[p].value)
        for p in state.members(side)
        if state.players[p].present and p != without
    )
    return max(0, mod.parameters.budget - spent)


def change_team(desk: Desk) -> Form:
    """Fix: a player changes teams."""
    _ = desk.locale.gettext
    present = [p.id for p in desk.state.players.values() if p.present]
    who = yield Pick(
        _("Who changes teams?"),
        rule="TEAM-1",
        hint=_("number or first letters; Enter: the marked one"),
        options=player_options(desk, present, lambda p: p.team or ""),
    )
    player = desk.state.named(who)
    team = yield which_team(desk, who, (player.team if player else None) or "")
    return ChangeTeam(player=who, team=team)


# -- who acts ---------------------------------------------------------------------------------


@action(
    "act",
    "play",
    key="a",
    at=185,
    bar=0,
    name=N_("Who acts"),
    help=N_(
        "In teams: say who of the team acts now, or is placed now; its number alone does it,"
        " too, and so do the arrows and Enter."
    ),
    when=lambda state: bool(choosable(state)),
)
def act(desk: Desk) -> Form:
    """A, a number or an arrow: who of the team acts now, or is placed now."""
    _ = desk.locale.gettext
    state = desk.state
    among = choosable(state)
    placing = state.play.phase == "deployment"
    team = state.side_of(state.play.active or among[0])
    title = _("{team}: who is placed?") if placing else _("{team}: who acts now?")
    who = yield Pick(
        title.format(team=team),
        rule="DEPLOY-1" if placing else "TEAM-3",
        hint=_("number or first letters; Enter: the marked one"),
        options=player_options(desk, among),
        chosen=among.index(state.play.active) if state.play.active in among else 0,
    )
    return Deploy(player=who) if placing else Act(player=who)


# -- objectives -------------------------------------------------------------------------------

_DEEDS = {
    "take": N_("takes the flag {flag} of {whom}"),
    "pick": N_("picks up the flag {flag}"),
    "return": N_("touches {flag}: it goes home"),
    "hand": N_("hands {flag} over to {whom}"),
    "home": N_("brings {flag} home: round won"),
    "pierce": N_("penetrates the building of {whom}"),
    "hold": N_("stands in a portal"),
    "barrel": N_("hits a barrel"),
}
_RULES = {
    "hand": "FLAG-4",
    "home": "FLAG-1",
    "pierce": "BASE-1",
    "hold": "PORTAL-1",
    "barrel": "BARREL-2",
}


def _deed_line(desk: Desk, deed: Deed) -> str:
    _ = desk.locale.gettext
    words = N_("takes the flag {flag}") if deed.kind == "take" and not deed.whom else None
    said = _(words or _DEEDS[deed.kind]).format(flag=deed.what, whom=deed.whom)
    return f"{deed.player} {said}"


def _deed_note(desk: Desk, deed: Deed) -> str:
    _ = desk.locale.gettext
    if deed.kind == "pierce":
        return _("{points} left").format(points=deed.what)
    return _RULES.get(deed.kind, "FLAG-3" if deed.kind in ("pick", "return") else "FLAG-1")


@action(
    "objective",
    "play",
    key="o",
    at=190,
    bar=0,
    name=N_("Objective"),
    help=N_(
        "What the mod is about: take, return, hand over or bring home a flag, penetrate a"
        " building, hit a barrel."
    ),
    when=lambda state: state.play.active is not None and bool(deeds(state)),
)
def objective(desk: Desk) -> Form:
    """O: what the active champion does with flags, buildings, barrels; Tab: another champion."""
    _ = desk.locale.gettext
    who = desk.state.play.active
    while True:
        found = deeds(desk.state, who)
        name = desk.state.players[who].name if who else "?"
        options = tuple(
            Option(str(n), deed, _deed_line(desk, deed), _deed_note(desk, deed))
            for n, deed in enumerate(found, 1)
        )
        got = yield Pick(
            _("{name} and the objectives").format(name=name),
            hint=_("number; Enter: the marked one"),
            other=_("another champion"),
            options=options,
        )
        if got is not OTHER:
            break
        said = yield Pick(
            _("Who?"),
            hint=_("number or first letters"),
            options=player_options(desk, in_play(desk)),
        )
        player = desk.state.named(said)
        who = player.id if player else who
    if got.kind == "pierce":
        return (yield from _pierced(desk, got))
    if got.kind == "hold":
        return (yield from _held(desk, got))
    if got.kind == "barrel":
        return (yield from _barrel(desk, got))
    command: Command = got.command
    return command


def _pierced(desk: Desk, deed: Deed) -> Generator[Field, Any, Command]:
    _ = desk.locale.gettext
    most = min(len(DIGITS), int(deed.what))
    times = yield Pick(
        _("How many times is the building of {team} penetrated?").format(team=deed.whom),
        why=_("Each time costs it a point of structure. Enter: once."),
        rule="BASE-1",
        options=tuple(Option(str(n), n, f"×{n}") for n in range(1, most + 1)),
    )
    return Penetrate(player=deed.player, team=deed.whom, times=times)


def _held(desk: Desk, deed: Deed) -> Generator[Field, Any, Command]:
    _ = desk.locale.gettext
    portal = yield Pick(
        _("{name} stands…").format(name=deed.player),
        why=_("At each turn’s end a portal scores for the one team that stands in it."),
        rule="PORTAL-1",
        options=(*portal_options(desk), Option("0", None, _("in no portal"))),
    )
    return StandIn(player=deed.player, portal=portal)


def _barrel(desk: Desk, deed: Deed) -> Generator[Field, Any, Command]:
    _ = desk.locale.gettext
    whole = [b.id for b in desk.state.barrels.values() if not b.burning]
    barrel = yield Pick(
        _("{name} hits which barrel?").format(name=deed.player),
        rule="BARREL-2",
        hint=_("number, or the barrel’s letters and Enter"),
        options=tuple(map(Option, id_keys(whole), whole, whole)),
    )
    return HitBarrel(player=deed.player, barrel=barrel)


# -- the early end ----------------------------------------------------------------------------


@action(
    "end-match",
    "table",
    key="E",
    at=270,
    name=N_("End the match"),
    help=N_(
        "We have to leave: the result so far counts, ties go by TIE-1. It is shown before it"
        " is kept."
    ),
    when=playing,
)
def end_match(desk: Desk) -> Form:
    """Shift+E: break the match off, once the result so far has been seen."""
    _ = desk.locale.gettext
    state = desk.state
    ranked = standing(state)
    notes = tuple(
        f"{state.side_name(place.side)} {so_far(desk.locale, state, place.side)}"
        for place in ranked[:6]
    )
    best = [place for place in ranked if place.made == ranked[0].made]
    names = desk.locale.listed(state.side_name(place.side) for place in best)
    leads = _("{names} leads and wins.") if len(best) == 1 else _("{names} are level: TIE-1.")
    sure = yield Pick(
        _("End the match here?"),
        why=leads.format(names=names),
        rule="TABLE-3",
        notes=notes,
        options=(
            Option(_("yes")[0], True, _("yes"), _("the result so far counts")),
            Option(_("no")[0], False, _("no"), _("play on")),
        ),
        chosen=1,
    )
    if not sure:
        return None
    usual = _("we have to leave")
    why = yield Text(
        _("Why?"),
        why=_("Enter alone: “{reason}”. It is kept in the log.").format(reason=usual),
        may_be_empty=True,
        empty=usual,
    )
    return End(why=why or usual)


# -- figures and players ----------------------------------------------------------------------


def describe(desk: Desk) -> Form:
    """Fix: what TIE-1 counts of a figure and its player; Enter leaves each as it is."""
    _ = desk.locale.gettext
    who = yield Pick(
        _("Whose?"),
        rule="TIE-1",
        hint=_("number or first letters"),
        options=player_options(desk, list(desk.state.players)),
    )
    player = desk.state.named(who)
    assert player is not None
    said: dict[str, Any] = {}
    for fact, title in (
        ("painted", _("{name}: is the figure painted, in six colours?")),
        ("wysiwyg", _("{name}: does the figure show what it carries?")),
    ):
        known = getattr(player.about, fact)
        said[fact] = yield Pick(
            title.format(name=who),
            rule="TIE-1",
            options=(
                Option(_("yes")[0], True, _("yes")),
                Option(_("no")[0], False, _("no")),
                Option("?", None, _("unknown")),
            ),
            chosen=2 if known is None else int(not known),
        )
    said["race"] = yield Text(
        _("{name}: which race? (Enter: {race})").format(name=who, race=player.about.race or "?"),
        rule="TIE-1",
        may_be_empty=True,
    )
    said["age"] = yield Text(
        _("{name}: how old is the player? (Enter: {age})").format(
            name=who, age="?" if player.about.age is None else player.about.age
        ),
        rule="TIE-1",
        may_be_empty=True,
        read=_age,
    )
    given = {fact: value for fact, value in said.items() if value is not None}
    return Describe(player=who, **given)


def _age(typed: str) -> int:
    years = int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= 3 else -1
    if not 0 <= years <= 150:
        raise ValueError(typed)
    return years
