"""Forms to join and leave, and the loop of the set-up."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from q40k.games.quake.rules.deployment import Start
from q40k.games.quake.rules.table.players import Join, Leave, awaits_consent
from q40k.games.quake.screen.base import Desk, action, somebody
from q40k.games.quake.screen.forms import new_name, new_names, player_options
from q40k.games.quake.screen.teams.teams import budget_left, which_team
from q40k.games.quake.table.prefilled import as_prefilled
from q40k.i18n.locale import N_
from q40k.table.rematch import prefill_last_evening
from q40k.tui.fields import Field, Option, Pick, Text
from q40k.tui.forms import OTHER, Form

if TYPE_CHECKING:
    from q40k.games.quake.screen.champion.picker import Fielded


_BEFORE = "who-played-last"
"""The key in the desk's memory for the players of the last match."""


@action(
    "join",
    "table",
    key="j",
    at=210,
    bar=0,
    name=N_("Join"),
    help=N_(
        "A player joins, at any moment: name, champion, die. A player who left comes back"
        " by the same name."
    ),
)
def join(desk: Desk) -> Form:
    """Ask for name and champion (J); after the start the die follows automatically."""
    _ = desk.locale.gettext
    absent = [player.name for player in desk.state.players.values() if not player.present]
    has_left = _("has left: {names}").format(names=desk.locale.join_and(absent))
    back = _("{name} comes back").format(name=absent[-1]) if absent else ""
    name = yield Text(
        _("Who joins?"),
        why=_("Name; one who left comes back by the same name."),
        rule="INIT-3" if desk.state.play.phase != "setup" else "",
        notes=(has_left,) if absent else (),
        other=back,
        read=new_name(desk),
    )
    return (yield from _champion_of(desk, absent[-1] if name is OTHER else name))


def _champion_of(desk: Desk, name: str) -> Form:
    _ = desk.locale.gettext
    player = desk.state.player_named(name)
    if player is not None and not player.present:
        return Join(
            player=name,
            champion=player.champion.id,
            options=player.gear,
            profile=player.champion,
            arms=player.arms,
            traits=player.traits,
        )
    team = (yield which_team(desk, name)) if desk.state.in_teams else None
    room = budget_left(desk.state, team) if team else None
    from q40k.games.quake.screen.champion.picker import (
        Fielded,
        choose_champion,
    )  # reads kept champions

    expected = as_prefilled(desk.prefilled).players
    previous = (
        Fielded(champion, gear)
        for other, champion, gear in expected
        if other.casefold() == name.casefold()
    )
    usual = next((choice for choice in previous if choice.champion), None)
    title = _("{name} fields…").format(name=name)
    figure = yield from choose_champion(desk, title, room=room, usual=usual)
    consent = yield from _ask_consent(desk, figure)
    return Join(player=name, team=team, consent=consent, **figure.data(desk.library))


def _ask_consent(desk: Desk, figure: Fielded) -> Generator[Field, Any, bool | None]:
    """Ask the others once to accept a figure outside the official codexes; Enter: they do.

    A home-made champion was made in front of them, which counts as consent.
    """
    _ = desk.locale.gettext
    if figure.profile is not None:
        return True
    champion = desk.library.champions.get(figure.champion)
    if champion is None or not awaits_consent(desk.state, champion):
        return None
    agreed: bool = yield Pick(
        _("{champion} is in no official codex: do the others agree?").format(
            champion=champion.name.in_language(desk.locale.language)
        ),
        why=_("Asked once a match; it is noted."),
        rule="CHAMPION-1",
        options=(
            Option(_("yes")[0], True, _("yes")),
            Option(_("no")[0], False, _("no")),
        ),
    )
    return agreed


def setup_player(desk: Desk) -> Form:
    """Ask for the next player or several, or start on Enter."""
    _ = desk.locale.gettext
    count = sum(p.present for p in desk.state.players.values())
    expected = expected_players(desk)
    before = () if count or expected else _previous_players(desk)
    other = _("not {name}").format(name=expected[0]) if expected else ""
    if before:
        names = desk.locale.join_and(name for name, _champion, _gear in before)
        other = _("as last time: {names}").format(names=names)
    if count:
        why = _("Enter alone: everybody is there, roll for the order of play.")
    else:
        why = _("Several names at once have commas between them: Ann, Bob, Cid.")
    names = yield Text(
        _("Player {number}: name?").format(number=count + 1),
        why=_("Enter alone: {name}.").format(name=expected[0]) if expected else why,
        read=new_names(desk),
        may_be_empty=bool(count or expected),
        empty=expected[:1] if expected else None,
        other=other,
    )
    prefilled = as_prefilled(desk.prefilled)
    if names is OTHER:
        others = (
            tuple(entry for entry in prefilled.players if entry[0] != expected[0])
            if expected
            else before
        )
        desk.prefilled = replace(prefilled, players=others)
        if before:
            seat_expected(desk)
        return None
    if names is None:
        return Start(count=True)
    if len(names) > 1:
        entries = ((name, "", ()) for name in names)
        desk.prefilled = replace(prefilled, players=(*entries, *prefilled.players))
    return (yield from _champion_of(desk, names[0]))


def _previous_players(desk: Desk) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Return the players of the last match, each with champion and gear; read once."""
    if _BEFORE not in desk.memory:
        prefilled = prefill_last_evening(desk.match_session)
        desk.memory[_BEFORE] = as_prefilled(prefilled).players if prefilled is not None else ()
    players: tuple[tuple[str, str, tuple[str, ...]], ...] = desk.memory[_BEFORE]
    return players


def expected_players(desk: Desk) -> list[str]:
    """Return the names of expected players who are not at the table yet."""
    names = (name for name, _champion, _gear in as_prefilled(desk.prefilled).players)
    return [name for name in names if desk.state.player_named(name) is None]


def seat_expected(desk: Desk) -> None:
    """Seat the players whose champion is known; stop at the first refusal."""
    prefilled = as_prefilled(desk.prefilled)
    for name, champion, gear in prefilled.players:
        team = prefilled.teams.get(name) if desk.state.in_teams else None
        if not champion or (desk.state.in_teams and team is None):
            continue
        desk.do(Join(player=name, champion=champion, options=gear, team=team))
        if desk.has_message:
            return


@action(
    "leave",
    "table",
    key="l",
    at=230,
    name=N_("Leave"),
    help=N_("A player leaves; the score stays on the board."),
    when=somebody,
)
def leave(desk: Desk) -> Form:
    """Ask who leaves (L)."""
    _ = desk.locale.gettext
    who = yield Pick(
        _("Who leaves?"),
        why=_("The champion is taken off; the score stays on the board."),
        rule="INIT-5",
        options=player_options(desk, [p.id for p in desk.state.players.values() if p.present]),
    )
    return Leave(player=who)
