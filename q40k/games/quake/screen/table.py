"""Forms of the table: joining and leaving, whose dice the app rolls, and corrections."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from q40k.games.quake.screen import base
from q40k.games.quake.screen.positions import place
from q40k.games.quake.screen.teams import budget_left, change_team, find_team, which_team
from q40k.games.quake.state.bonus import Drop
from q40k.games.quake.state.objectives.ties import Describe
from q40k.games.quake.state.positions import StandIn
from q40k.games.quake.state.questions import D3
from q40k.games.quake.state.score import Adjust
from q40k.games.quake.state.table.corrections import Correct, Rename
from q40k.games.quake.state.table.deployment import Start
from q40k.games.quake.state.table.players import HandSeatOver, Join, Leave, awaits_consent
from q40k.games.quake.table.prefilled import as_prefilled
from q40k.games.quake.words.wording import name_bot
from q40k.i18n.locale import N_
from q40k.i18n.tabletop import level_name
from q40k.kernel.text import is_digits
from q40k.packs.problems import PackError
from q40k.table.rematch import prefill_last_evening
from q40k.tabletop.rules import BotSeat, Dice
from q40k.tui.fields import Field, Option, Pick, Text
from q40k.tui.forms import OTHER, Form, yes_or_no

if TYPE_CHECKING:
    from q40k.games.quake.screen.champion import Fielded


_BEFORE = "who-played-last"
"""The key in the desk's memory for the players of the last match."""
_LISTED = "names-typed-at-once"
"""The key in the desk's memory for the names that were typed in one list."""


# -- who joins ------------------------------------------------------------------------------------


@base.action(
    "join",
    "table",
    key="j",
    at=210,
    bar=9,
    name=N_("Join"),
    help=N_("A player joins, at any moment: name, champion, die. A player who left comes back by the same name."),
)
def join(desk: base.Desk) -> Form:
    """Ask for name and champion (J); after the start the die follows automatically."""
    if desk.state.play.phase == "setup":
        return (yield from setup_player(desk))
    _ = desk.locale.gettext
    absent = [player.name for player in desk.state.players.values() if not player.present]
    has_left = _("has left: {names}").format(names=desk.locale.join_and(absent))
    back = _("{name} comes back").format(name=absent[-1]) if absent else ""
    expected = expected_players(desk)
    why = _(
        "Type a name; a player who left comes back by the same name."
        " Tab: a bot plays it; Tab alone: a bot with its own name."
    )
    names = yield base.SeatName(
        _("Who joins?"),
        why=_("Enter: {name}.").format(name=expected[0]) if expected else why,
        locale=desk.locale,
        callsigns=_callsigns(desk),
        rule="INIT-3",
        notes=(has_left,) if absent else (),
        other=back,
        read=base.note_bots(desk, base.new_names(desk)),
        may_be_empty=bool(expected),
        empty=expected[:1],
        takes_lines=True,
    )
    return (yield from _champion_of(desk, absent[-1] if names is OTHER else _note_the_rest(desk, names)))


def _note_the_rest(desk: base.Desk, names: Sequence[str]) -> str:
    """Return the first of the names that were typed; the others are expected next."""
    if len(names) > 1:
        prefilled = as_prefilled(desk.prefilled)
        entries = ((name, "", ()) for name in names)
        desk.prefilled = replace(prefilled, players=(*entries, *prefilled.players))
        desk.memory[_LISTED] = {*desk.memory.get(_LISTED, ()), *names}
    return names[0]


def _callsigns(desk: base.Desk) -> list[str]:
    """Return free callsigns for bots with their personalities: the first of each personality, then the second."""
    try:
        natures = desk.library.personalities.values()
    except PackError:  # a name can be typed all the same; the champion shows the error
        return []
    names = zip_longest(*([f"{name}::{nature.id}" for name in nature.callsigns] for nature in natures))
    free = (name for row in names for name in row if name and not desk.state.player_named(name.partition(":")[0]))
    return list(free)


def _champion_of(desk: base.Desk, name: str) -> Form:
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
            bot=as_prefilled(desk.prefilled).bots.get(name),
        )
    team = None
    if desk.state.in_teams:
        team = find_team(desk, as_prefilled(desk.prefilled).teams.get(name)) or (yield which_team(desk, name))
    room = budget_left(desk.state, team) if team else None
    from q40k.games.quake.screen.champion import Fielded, buy_for_bot, choose_champion  # reads kept champions

    expected = as_prefilled(desk.prefilled).players
    previous = (Fielded(champion, gear) for other, champion, gear in expected if other.casefold() == name.casefold())
    usual = next((choice for choice in previous if choice.champion), None)
    title = _("{name} fields…").format(name=name)
    figure = yield from choose_champion(desk, title, room=room, usual=usual)
    consent = yield from _ask_consent(desk, figure)
    bot = as_prefilled(desk.prefilled).bots.get(name)
    if bot is not None:
        figure = yield from buy_for_bot(desk, name, figure, room)
    return Join(player=name, team=team, consent=consent, bot=bot, **figure.data(desk.library))


def _ask_consent(desk: base.Desk, figure: Fielded) -> Generator[Field, Any, bool | None]:
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
        options=yes_or_no(desk.locale),
    )
    return agreed


def setup_player(desk: base.Desk) -> Form:
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
        why = _("Enter: everybody is there, roll for the order of play.")
    else:
        why = _("Type several names with commas: Ann, Bob. Tab on a name: a bot plays it.")
    names = yield base.NextName(
        _("Player {number}: name?").format(number=count + 1),
        why=_("Enter: {name}.").format(name=expected[0]) if expected else why,
        read=base.note_bots(desk, base.new_names(desk)),
        locale=desk.locale,
        callsigns=_callsigns(desk),
        may_be_empty=bool(count or expected),
        empty=expected[:1] if expected else None,
        other=other,
        is_passed=bool(expected) and expected[0] in desk.memory.get(_LISTED, ()),
        takes_lines=True,
    )
    prefilled = as_prefilled(desk.prefilled)
    if names is OTHER:
        others = tuple(entry for entry in prefilled.players if entry[0] != expected[0]) if expected else before
        desk.prefilled = replace(prefilled, players=others)
        if before:
            seat_expected(desk)
        return None
    if names is None:
        return Start()
    return (yield from _champion_of(desk, _note_the_rest(desk, names)))


def _previous_players(desk: base.Desk) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Return the players of the last match, each with champion and gear; read once."""
    if _BEFORE not in desk.memory:
        prefilled = prefill_last_evening(desk.match_session)
        desk.memory[_BEFORE] = as_prefilled(prefilled).players if prefilled is not None else ()
    players: tuple[tuple[str, str, tuple[str, ...]], ...] = desk.memory[_BEFORE]
    return players


def expected_players(desk: base.Desk) -> list[str]:
    """Return the names of expected players who are not at the table yet."""
    names = (name for name, _champion, _gear in as_prefilled(desk.prefilled).players)
    return [name for name in names if desk.state.player_named(name) is None]


def seat_expected(desk: base.Desk) -> None:
    """Seat the players whose champion is known; stop at the first refusal."""
    prefilled = as_prefilled(desk.prefilled)
    for name, champion, gear in prefilled.players:
        team = prefilled.teams.get(name) if desk.state.in_teams else None
        if not champion or (desk.state.in_teams and team is None):
            continue
        desk.do(Join(player=name, champion=champion, options=gear, team=team, bot=prefilled.bots.get(name)))
        if desk.has_message:
            return


@base.action(
    "leave",
    "table",
    key="l",
    at=230,
    name=N_("Leave"),
    help=N_("A player leaves; the score stays on the board."),
    when=base.somebody,
)
def leave(desk: base.Desk) -> Form:
    """Ask who leaves (l)."""
    _ = desk.locale.gettext
    who = yield Pick(
        _("Who leaves?"),
        why=_("The champion is taken off; the score stays on the board."),
        rule="INIT-5",
        options=base.player_options(desk, [p.id for p in desk.state.players.values() if p.present]),
    )
    return Leave(player=who)


# -- dice ----------------------------------------------------------------------------------------


_D3 = object()


@base.action(
    "dice",
    "table",
    key="r",
    at=240,
    name=N_("Who rolls"),
    help=N_("Say whether hands or the app roll a player’s dice, or everyone’s; and how a D3 is typed."),
    when=base.anybody,
    over=True,
)
def dice(desk: base.Desk) -> Form:
    """Ask whose dice the app rolls, and how a D3 is typed (r)."""
    _ = desk.locale.gettext
    d3 = _("type a D3 as 1 to 3") if desk.state.setup.d3_on_d6 else _("type a D3 as the D6 it was rolled on")
    everyone = (Option("0", None, _("everyone")), Option("d", _D3, d3))
    who = yield Pick(
        _("Who rolls?"),
        rule="TABLE-5",
        names_first=True,
        options=everyone
        + base.player_options(
            desk,
            list(desk.state.players),
            lambda p: _("app") if (p.roller or desk.state.setup.roller) == "app" else _("hand"),
        ),
    )
    if who is _D3:
        return D3(on_d6=not desk.state.setup.d3_on_d6)
    player = desk.state.player_named(who) if who else None
    current = (player.roller if player else None) or desk.state.setup.roller
    usual = "hand" if current == "app" else "app"
    by = yield base.who_rolls(desk.locale, _("Who rolls them?"), usual)
    return Dice(by=by, player=who)


# -- facts for ties ------------------------------------------------------------------------------


def describe(desk: base.Desk) -> Form:
    """Ask for the facts that TIE-1 counts (part of Fix); Enter keeps each."""
    _ = desk.locale.gettext
    who = yield Pick(
        _("Whose?"),
        rule="TIE-1",
        hint=_("number or first letters"),
        options=base.player_options(desk, list(desk.state.players)),
    )
    player = desk.state.player_named(who)
    assert player is not None
    answers: dict[str, Any] = {}
    for fact, title in (
        ("painted", _("{name}: is the figure painted, in six colours?")),
        ("based", _("{name}: is its base done?")),
        ("wysiwyg", _("{name}: does the figure show what it carries?")),
    ):
        current = getattr(player.about, fact)
        answers[fact] = yield Pick(
            title.format(name=who),
            rule="TIE-1",
            options=(*yes_or_no(desk.locale), Option("?", None, _("unknown"))),
            chosen=2 if current is None else int(not current),
        )
    champions = desk.library.champions.values()
    races = tuple(sorted({desk.locale.name_of(champion.race) for champion in champions if champion.race is not None}))
    answers["race"] = yield Text(
        _("{name}: which race? (Enter: {race})").format(name=who, race=player.about.race or "?"),
        rule="TIE-1",
        names=races,
        may_be_empty=True,
    )
    answers["age"] = yield Text(
        _("{name}: how old is the player? (Enter: {age})").format(
            name=who, age="?" if player.about.age is None else player.about.age
        ),
        rule="TIE-1",
        may_be_empty=True,
        read=_age,
    )
    changes = {fact: value for fact, value in answers.items() if value is not None}
    return Describe(player=who, **changes)


def _age(typed: str) -> int:
    years = int(typed) if is_digits(typed) and len(typed) <= 3 else -1
    if not 0 <= years <= 150:
        raise ValueError(typed)
    return years


# -- corrections ---------------------------------------------------------------------------------


@base.action(
    "fix",
    "right",
    key="f",
    at=330,
    bar=10,
    name=N_("Fix"),
    help=N_("Put something right: a name, a champion, who stands in a portal, a token, a score."),
    when=base.anybody,
    over=True,
)
def fix(desk: base.Desk) -> Form:
    """Ask what to correct (F), then for its details."""
    _ = desk.locale.gettext
    state = desk.state
    nobody, none = _("nobody is on the table"), _("nobody holds one")
    about = "" if any(player.in_play for player in state.players.values()) else nobody
    held = "" if any(player.bonus for player in state.players.values()) else none
    teams = "" if state.in_teams else _("there are no teams")
    options = (
        Option("1", _fix_portal, _("who stands in which portal"), about),
        Option("2", _fix_token, _("a token goes home"), held),
        Option("3", _fix_score, _("a score")),
        Option("4", _fix_champion, _("a champion entered wrongly")),
        Option("5", _fix_name, _("a name")),
        Option("6", change_team, _("somebody’s team"), teams),
        Option("7", describe, _("paint, base, WYSIWYG, race, age")),
        Option("8", place, _("where a champion stands"), about),
        Option("9", _fix_the_past, _("anything entered earlier")),
    )
    form: Callable[[base.Desk], Form] = yield Pick(_("What is to be put right?"), options=options)
    why_not = next(option.note for option in options if option.value is form)
    if why_not:
        desk.notice = _("There is nothing to put right: {why}.").format(why=why_not)
        return None
    return (yield from form(desk))


def _fix_the_past(desk: base.Desk) -> Form:
    _ = desk.locale.gettext
    desk.notice = _("g opens the log, where every entry can be put right.")
    yield from ()
    return None


def _whom(desk: base.Desk, among: Sequence[str], rule: str) -> Pick:
    _ = desk.locale.gettext
    active = desk.state.play.active
    return Pick(
        _("Whose?"),
        rule=rule,
        hint=_("number or first letters; Enter: the marked one"),
        options=base.player_options(desk, among),
        chosen=list(among).index(active) if active and active in among else 0,
    )


def _fix_portal(desk: base.Desk) -> Form:
    _ = desk.locale.gettext
    who = yield _whom(desk, base.in_play(desk), "PORTAL-6")
    none = Option("0", None, _("in no portal"))
    where_to = yield Pick(
        _("{name} stands…").format(name=who), rule="PORTAL-6", options=(none, *base.portal_options(desk))
    )
    return StandIn(player=who, portal=where_to)


def _fix_token(desk: base.Desk) -> Form:
    holders = [p.id for p in desk.state.players.values() if p.bonus]
    who = yield _whom(desk, holders, "BONUS-4")
    return Drop(player=who)


def _fix_score(desk: base.Desk) -> Form:
    _ = desk.locale.gettext
    who = yield _whom(desk, list(desk.state.players), "TABLE-4")
    points = yield Text(
        _("How many points more or less for {name}?").format(name=who),
        hint=_("such as 15, −7.5 or 20/3"),
        rule="TABLE-4",
        read=base.read_points,
    )
    why = yield Text(_("Why? (it is kept)"), rule="TABLE-4")
    return Adjust(player=who, score=points, why=why)


def _fix_champion(desk: base.Desk) -> Form:
    from q40k.games.quake.screen.champion import choose_champion  # it reads the kept champions

    _ = desk.locale.gettext
    who = yield _whom(desk, list(desk.state.players), "TABLE-4")
    title = _("{name} really fields…").format(name=who)
    player = desk.state.player_named(who)
    assert player is not None
    room = budget_left(desk.state, desk.state.side_of(player.id), player.id)
    figure = yield from choose_champion(desk, title, player.id, room)
    return Correct(player=who, **figure.data(desk.library))


def _fix_name(desk: base.Desk) -> Form:
    _ = desk.locale.gettext
    who = yield _whom(desk, list(desk.state.players), "TABLE-1")
    name = yield Text(_("{name} is really called…").format(name=who), read=base.read_name)
    return Rename(player=who, to=name)


# -- a seat changes hands --------------------------------------------------------------------


@base.action(
    "seat",
    "table",
    key="comma b",
    name=N_("Person or bot"),
    when=base.somebody,
    help=N_("Hand a player’s seat to a bot of one of three levels, or back to people, at any moment."),
)
def hand_seat_over(desk: base.Desk) -> Form:
    """Ask whose seat changes hands, and who plays it (, B)."""
    locale, state = desk.locale, desk.state
    _ = locale.gettext
    present = [player for player in state.players.values() if player.present]
    who = yield Pick(
        _("Whose seat?"),
        rule="TABLE-8",
        options=tuple(
            Option(
                base.number(player),
                player.name,
                player.name,
                name_bot(locale, player.bot, player.nature) if player.bot else "",
            )
            for player in present
        ),
        chosen=next((n for n, player in enumerate(present) if player.id == state.play.active), 0),
    )
    player = state.player_named(who)
    assert player is not None
    people = () if player.bot is None else (Option("0", None, _("people"), _("from now on")),)
    levels = tuple(
        Option(str(n), level, level_name(locale, level), _(note))
        for n, (level, note) in enumerate(zip(base.LEVELS, _NOTES, strict=True), 1)
    )
    level = yield Pick(_("Who plays {name}?").format(name=who), rule="TABLE-8", options=(*people, *levels))
    if level is None:
        return HandSeatOver(player=who)
    personality = yield _personality(desk)
    return HandSeatOver(player=who, bot=BotSeat(level, personality))


_NOTES = (
    N_("goes for the nearest, shoots what it sees"),
    N_("one step ahead, with exact odds"),
    N_("plays out the turn for its best ideas"),
)


def _personality(desk: base.Desk) -> Pick:
    """Return the pick of a bot's personality; Enter takes the plain one."""
    locale = desk.locale
    none = Option("0", None, locale.gettext(N_("none of its own")))
    kinds = (kind for kind in desk.library.personalities.values() if kind.id != "plain")
    options = tuple(
        Option(str(n), kind.id, locale.name_of(kind.name), locale.name_of(kind.text)) for n, kind in enumerate(kinds, 1)
    )
    return Pick(locale.gettext(N_("With which personality?")), rule="TABLE-8", options=(none, *options))
