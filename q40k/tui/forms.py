"""Forms: short generators that ask the game master field by field and return a command.

A form asks as little as it can; what it leaves out has the usual meaning. Each takes the desk,
which knows the state, the packs and the language.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from q40k.rules import commands as c
from q40k.rules.score import wins_with
from q40k.rules.state import Player
from q40k.tui.fields import Field, Option, Pick, Search, Several, Text
from q40k.words.cards import category_name, unit_type_name, where
from q40k.words.speech import Speech

if TYPE_CHECKING:
    from q40k.tui.desk import Desk

Form = Generator[Field, Any, c.Command | None]
OTHER = object()
"""What a field sends when Tab asked for the other way."""


def number(player: Player) -> str:
    """The number a player is picked by: its place in the order of joining."""
    return player.id[1:]


def player_options(
    desk: Desk, among: Sequence[str], note: Callable[[Player], str] | None = None
) -> tuple[Option, ...]:
    """Players to pick, by number, in the order of play."""
    players = [desk.state.players[p] for p in among]
    return tuple(
        Option(number(p), p.name, p.name, note(p) if note else where(desk.speech, p))
        for p in players
    )


def _in_play(desk: Desk, without: Sequence[str] = ()) -> list[str]:
    return [p for p in desk.state.order if desk.state.players[p].in_play and p not in without]


def _active_name(desk: Desk) -> str | None:
    active = desk.state.active
    return desk.state.players[active].name if active else None


# -- playing -------------------------------------------------------------------------------


def kill(desk: Desk) -> Form:
    """K: the active champion's victim; Tab picks another killer first."""
    _ = desk.speech.gettext
    killer = desk.state.active if desk.state.running else None
    if killer is None:
        killer = yield from _killer(desk)
    while True:
        name = desk.state.players[killer].name
        got = yield Pick(
            _("{killer} kills…").format(killer=name),
            why=_("Who was killed?"),
            rule="SCORE-1",
            hint=_("number or first letters"),
            other=_("another killer"),
            options=_victims(desk, killer),
        )
        if got is not OTHER:
            return c.Kill(player=name, victim=got)
        killer = yield from _killer(desk)


def _killer(desk: Desk) -> Generator[Field, Any, str]:
    _ = desk.speech.gettext
    got = yield Pick(
        _("Who killed?"),
        rule="SCORE-1",
        hint=_("number or first letters"),
        options=player_options(desk, _in_play(desk)),
    )
    player = desk.state.named(got)
    assert player is not None
    return player.id


def _victims(desk: Desk, killer: str) -> tuple[Option, ...]:
    _ = desk.speech.gettext

    def note(player: Player) -> str:
        worth = f"+{desk.speech.points(player.value)}"
        if wins_with(desk.state, killer, player.id):
            return f"{worth} {_('WINS')}"
        return worth

    return player_options(desk, _in_play(desk, [killer]), note)


def kill_more(desk: Desk) -> Form:
    """Shift+K: several killers, and how it happened."""
    _ = desk.speech.gettext
    killers = yield Several(
        _("Who killed?"),
        why=_("Several share the value exactly."),
        rule="MELEE-4",
        hint=_("numbers, then Enter"),
        options=player_options(desk, _in_play(desk)),
    )
    ids = [p.id for p in desk.state.players.values() if p.name in killers]
    victim = yield Pick(
        _("Who was killed?"), rule="SCORE-1", options=player_options(desk, _in_play(desk, ids))
    )
    how = yield Text(_("How? (Enter: no matter)"), may_be_empty=True)
    return c.Kill(player=tuple(killers), victim=victim, how=how)


def accident(desk: Desk) -> Form:
    """X: who died by accident; Enter takes the active champion."""
    victim = yield _who_died(desk)
    return c.Accident(player=victim)


def accident_more(desk: Desk) -> Form:
    """Shift+X: who died by accident, and of what."""
    _ = desk.speech.gettext
    victim = yield _who_died(desk)
    cause = yield Text(_("Of what? (drowned, a fall, plasma …)"), may_be_empty=True, empty="")
    return c.Accident(player=victim, cause=cause)


def _who_died(desk: Desk) -> Pick:
    _ = desk.speech.gettext
    among = _in_play(desk)
    active = desk.state.active
    return Pick(
        _("Who died by accident?"),
        why=_("It costs the champion its own value; nobody scores."),
        rule="SCORE-2",
        hint=_("number or first letters; Enter: the marked one"),
        options=player_options(desk, among, lambda p: f"-{desk.speech.points(p.value)}"),
        chosen=among.index(active) if active in among else 0,
    )


def portal(desk: Desk) -> Form:
    """P: which portal the active champion steps into."""
    entered = yield _which_portal(desk)
    return c.UsePortal(player=_active_name(desk) or "", portal=entered)


def portal_more(desk: Desk) -> Form:
    """Shift+P: the portal, the inches before it, and where the champion comes out."""
    _ = desk.speech.gettext
    entered = yield _which_portal(desk)
    moved = yield Text(
        _("Inches moved before it? (Enter: not measured)"), may_be_empty=True, read=read_inches
    )
    stand = yield Pick(
        _("Where does it come out?"),
        rule="PORTAL-3",
        options=(Option("1", "in", _("in the portal")), Option("2", "beside", _("beside it"))),
    )
    more = yield Pick(
        _("Does its movement end there?"),
        why=_("Whoever it telefrags comes back when its movement is over."),
        rule="PORTAL-7",
        options=(Option("1", False, _("it ends")), Option("2", True, _("it moves on"))),
    )
    return c.UsePortal(
        player=_active_name(desk) or "", portal=entered, moved=moved, stand=stand, continues=more
    )


def _which_portal(desk: Desk) -> Pick:
    _ = desk.speech.gettext
    return Pick(
        _("{name} steps into which portal?").format(name=_active_name(desk) or "?"),
        rule="PORTAL-1",
        hint="1–5",
        options=portal_options(desk),
    )


def portal_options(desk: Desk) -> tuple[Option, ...]:
    """The five portals, each with who stands in it."""
    _ = desk.speech.gettext
    options = []
    for portal_number in range(1, 6):
        there = [desk.state.players[p].name for p in desk.state.occupants(portal_number)]
        label = _("portal {number}").format(number=portal_number)
        options.append(Option(str(portal_number), portal_number, label, ", ".join(there)))
    return tuple(options)


def token(desk: Desk) -> Form:
    """T: which token the active champion picks up."""
    _ = desk.speech.gettext
    free = [t for t in desk.state.tokens.values() if t.holder is None]
    options = tuple(
        Option(str(n), t.id, t.id, category_name(desk.speech, t.category))
        for n, t in enumerate(free, 1)
    )
    which = yield Pick(
        _("{name} picks up which token?").format(name=_active_name(desk) or "?"),
        rule="BONUS-1",
        hint=_("number, or the token’s letters and Enter"),
        options=options,
    )
    return c.Pickup(player=_active_name(desk) or "", token=which)


def move(desk: Desk) -> Form:
    """M: the inches the active champion moved; nothing typed means not measured."""
    _ = desk.speech.gettext
    inches = yield Text(
        _("How many inches did {name} move?").format(name=_active_name(desk) or "?"),
        why=_("It leaves the portal it stood in. Enter: not measured."),
        rule="MOVE-1",
        may_be_empty=True,
        read=read_inches,
    )
    return c.Move(player=_active_name(desk) or "", inches=inches)


def read_inches(text: str) -> float:
    """Inches as typed, with a point or a comma. Raises ValueError."""
    inches = float(text.replace(",", ".").rstrip(' "”'))
    if not 0 <= inches <= 500:
        raise ValueError(text)
    return inches


def deploy_at(desk: Desk) -> Form:
    """D: the tile the champion is deployed in."""
    _ = desk.speech.gettext
    tile = yield Text(
        _("In which tile does {name} deploy?").format(name=_active_name(desk) or "?"),
        why=_("A is the column at the left, 1 the row at the bottom."),
        rule="DEPLOY-1",
        hint="A1, B2 …",
    )
    return c.Deploy(player=_active_name(desk) or "", tile=tile)


# -- the table -----------------------------------------------------------------------------


def read_name(text: str) -> str:
    """A player's name. Raises ValueError."""
    return c.Rename(player="x", to=text).to


def join(desk: Desk) -> Form:
    """J: name, champion; after the start the die follows by itself."""
    _ = desk.speech.gettext
    name = yield Text(
        _("Who joins?"),
        why=_("Name; one who left comes back by the same name."),
        rule="INIT-3" if desk.state.phase != "setup" else "",
        read=read_name,
    )
    return (yield from _champion_of(desk, name))


def _champion_of(desk: Desk, name: str) -> Form:
    _ = desk.speech.gettext
    known = desk.state.named(name)
    if known is not None and not known.present:
        return c.Join(
            player=name, champion=known.champion.id, options=known.gear, profile=known.champion
        )
    champion = yield find_champion(desk, _("{name} fields…").format(name=name))
    return c.Join(player=name, champion=champion)


def setup_player(desk: Desk) -> Form:
    """The set-up's loop: the next player, or Enter to start."""
    _ = desk.speech.gettext
    count = sum(p.present for p in desk.state.players.values())
    name = yield Text(
        _("Player {number}: name?").format(number=count + 1),
        why=_("Enter alone: everybody is there, roll for the order of play.") if count else "",
        read=read_name,
        may_be_empty=count > 0,
    )
    if name is None:
        return c.Start()
    return (yield from _champion_of(desk, name))


def find_champion(desk: Desk, title: str) -> Search:
    """A champion found by a few letters of its army, unit or weapon."""
    _ = desk.speech.gettext
    language = desk.speech.language

    def find(typed: str) -> list[Option]:
        return [
            Option(
                "", one.id, one.name.said(language),
                f"{one.points} · {one.army} · {unit_type_name(desk.speech, one.unit_type)}",
            )
            for one in desk.library.find_champions(typed)[:8]
        ]  # fmt: skip

    return Search(
        title,
        why=_("a few letters of the unit, the army or a weapon"),
        rule="CHAMPION-1",
        hint=_("↑ ↓ mark, Enter takes"),
        find=find,
    )


def leave(desk: Desk) -> Form:
    """L: who leaves."""
    _ = desk.speech.gettext
    who = yield Pick(
        _("Who leaves?"),
        why=_("The champion is taken off; the score stays on the board."),
        rule="INIT-5",
        options=player_options(desk, [p.id for p in desk.state.players.values() if p.present]),
    )
    return c.Leave(player=who)


def dice(desk: Desk) -> Form:
    """R: whose dice the app rolls, and how a D3 is typed."""
    _ = desk.speech.gettext
    d3 = (
        _("type a D3 as 1 to 3")
        if desk.state.d3_on_d6
        else _("type a D3 as the D6 it was rolled on")
    )
    everyone = (
        Option("0", "all", _("everyone")),
        Option("d", "d3", d3),
    )
    who = yield Pick(
        _("Whose dice?"),
        rule="TABLE-5",
        options=everyone
        + player_options(
            desk,
            list(desk.state.players),
            lambda p: _("app") if (p.roller or desk.state.roller) == "app" else _("hand"),
        ),
    )
    if who == "d3":
        return c.D3(on_d6=not desk.state.d3_on_d6)
    by = yield who_rolls(desk.speech, _("Who rolls them?"))
    return c.Dice(by=by, player=None if who == "all" else who)


def who_rolls(speech: Speech, title: str) -> Pick:
    """Hands or the app."""
    _ = speech.gettext
    return Pick(
        title,
        rule="TABLE-5",
        options=(
            Option("1", "hand", _("real dice"), _("typed; Space lets the app roll one")),
            Option("2", "app", _("the app’s dice"), _("from the match’s seed")),
        ),
    )


# -- putting right -------------------------------------------------------------------------


def fix(desk: Desk) -> Form:
    """F: what to put right, then the small form for it."""
    _ = desk.speech.gettext
    which = yield Pick(
        _("Put what right?"),
        options=(
            Option("1", _fix_portal, _("who stands in which portal")),
            Option("2", _fix_token, _("a token goes home")),
            Option("3", _fix_score, _("a score")),
            Option("4", _fix_champion, _("a champion entered wrongly")),
            Option("5", _fix_name, _("a name")),
        ),
    )
    form: Callable[[Desk], Form] = which
    return (yield from form(desk))


def _whom(desk: Desk, among: Sequence[str], rule: str) -> Pick:
    _ = desk.speech.gettext
    active = desk.state.active
    return Pick(
        _("Whose?"),
        rule=rule,
        hint=_("number or first letters; Enter: the marked one"),
        options=player_options(desk, among),
        chosen=list(among).index(active) if active and active in among else 0,
    )


def _fix_portal(desk: Desk) -> Form:
    _ = desk.speech.gettext
    who = yield _whom(desk, _in_play(desk), "PORTAL-6")
    none = Option("0", None, _("in no portal"))
    where_to = yield Pick(
        _("{name} stands…").format(name=who),
        rule="PORTAL-6",
        options=(none, *portal_options(desk)),
    )
    return c.StandIn(player=who, portal=where_to)


def _fix_token(desk: Desk) -> Form:
    holders = [p.id for p in desk.state.players.values() if p.bonus]
    who = yield _whom(desk, holders, "BONUS-4")
    return c.Drop(player=who)


def _fix_score(desk: Desk) -> Form:
    _ = desk.speech.gettext
    who = yield _whom(desk, list(desk.state.players), "TABLE-4")
    points = yield Text(
        _("How many points more or less for {name}?").format(name=who),
        hint=_("such as 15, -7.5 or 20/3"),
        rule="TABLE-4",
        read=read_points,
    )
    why = yield Text(_("Why? (it is kept)"), rule="TABLE-4")
    return c.Adjust(player=who, score=points, why=why)


def read_points(text: str) -> Fraction:
    """Points as typed: 15, -7.5, 7,5, 20/3. Raises ValueError."""
    try:
        return Fraction(text.replace(",", ".").replace(" ", "").removeprefix("+"))
    except ZeroDivisionError as error:
        raise ValueError(text) from error


def _fix_champion(desk: Desk) -> Form:
    _ = desk.speech.gettext
    who = yield _whom(desk, list(desk.state.players), "TABLE-4")
    champion = yield find_champion(desk, _("{name} really fields…").format(name=who))
    return c.Correct(player=who, champion=champion)


def _fix_name(desk: Desk) -> Form:
    _ = desk.speech.gettext
    who = yield _whom(desk, list(desk.state.players), "TABLE-1")
    name = yield Text(_("{name} is really called…").format(name=who), read=read_name)
    return c.Rename(player=who, to=name)


# -- opening -------------------------------------------------------------------------------


def open_match(desk: Desk) -> Form:
    """The first questions of a new match: what the call left open."""
    _ = desk.speech.gettext
    said = desk.prefilled
    arena = said.arena
    language = desk.speech.language
    if arena is None:
        arenas = sorted(desk.library.arenas.values(), key=lambda a: (a.tiles, a.id))
        options = tuple(
            Option(
                str(n), a.id, a.name.said(language),
                _("{width}×{height} cm, up to {count} players").format(
                    width=a.size[0], height=a.size[1], count=a.tiles
                ),
            )
            for n, a in enumerate(arenas, 1)
        )  # fmt: skip
        arena = yield Pick(
            _("Which arena?"), rule="ARENA-2", hint=_("Enter: the marked one"), options=options
        )
    by = said.dice
    if desk.ask_dice:
        by = yield who_rolls(desk.speech, _("Whose dice?"))
    return c.New(mod=said.mod, arena=arena, seed=said.seed, name=said.name, dice=by)
