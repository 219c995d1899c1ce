"""The set-up of a match: the form, marines and blips, and the lobby before the first turn."""

from typing import Any, get_args

from textual.content import Content
from textual.screen import Screen

from q40k.games.space_hulk.board import FACINGS
from q40k.games.space_hulk.packs.missions import EditionId, Mission, Unit
from q40k.games.space_hulk.screen.base import Desk, action, square_names
from q40k.games.space_hulk.state.blips import PutBlip, next_blip
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.opening import JoinMarine, New, StartMatch, with_mission_marines
from q40k.games.space_hulk.state.places import ENTRY_SIGN
from q40k.games.space_hulk.state.units import UNITS
from q40k.games.space_hulk.table.missions import preview_mission
from q40k.games.space_hulk.table.opening import Prefilled
from q40k.games.space_hulk.table.scene import ARM_SIGNS, make_scene
from q40k.games.space_hulk.words.card import marine_place
from q40k.games.space_hulk.words.missions import goal_line
from q40k.games.space_hulk.words.names import ARMS, EDITION_NAMES, unit_name
from q40k.i18n.locale import N_, Locale
from q40k.packs.problems import PackError
from q40k.tabletop.colours import seat_colour
from q40k.tabletop.rules import Roller
from q40k.tui import forms, game_screen, look
from q40k.tui.fields import Option, Pick, Text, by_number
from q40k.tui.look import style_text

MISSION = "mission"
"""The key in the desk's memory for the mission chosen before the match is laid out."""


def opening_form(desk: Desk) -> forms.Form:
    """Ask for a new match: its mission, its edition, its dice and its dealer."""
    _ = desk.locale.gettext
    missions: tuple[Mission, ...] = tuple(desk.library.of_kind("missions").values())
    options = by_number({entry.id: desk.locale.name_of(entry.name) for entry in missions})
    prefilled = desk.prefilled
    settings = prefilled if isinstance(prefilled, Prefilled) else Prefilled()
    desk.memory[MISSION] = settings.mission
    ready = next((place for place, entry in enumerate(missions) if entry.board is not None), 0)
    mission = settings.mission or (yield Pick(_("Which mission?"), options=options, chosen=ready))
    desk.memory[MISSION] = mission
    editions = next(entry.editions for entry in missions if entry.id == mission)
    edition: EditionId = settings.edition or editions[0]
    if len(editions) > 1 and settings.edition is None and settings.mission is None:
        labels = tuple(Option(id, id, _(EDITION_NAMES[id])) for id in editions)
        edition = yield Pick(_("Which edition?"), options=labels)
    hands = (Option("1", "hand", _("real dice")), Option("2", "app", _("the app")))
    dice: Roller = prefilled.dice or (yield Pick(_("Who rolls?"), options=hands))
    table: tuple[Option, ...] = (
        Option("1", "table", _("the table")),
        Option("2", "app", _("the app")),
        Option("3", "alone", _("the app, which also plays the Genestealers")),
    )
    if next(entry.board for entry in missions if entry.id == mission) is not None:
        table += (Option("4", "watch", _("the app, which plays both sides")),)
    deal = settings.deal or ("app" if settings.options.get("solo") else None)
    deal = deal or (yield Pick(_("Who deals blips and counters?"), options=table))
    options_ = dict(settings.options)
    if deal == "watch":
        options_["bot"] = "marines"
    if deal in ("alone", "watch"):
        deal, options_["solo"] = "app", True
    command = New(
        mission=mission,
        edition=edition,
        name=prefilled.name,
        seed=prefilled.seed,
        dice=dice,
        options={"cp": deal, "blips": deal, **options_},
    )
    if settings.players is None:
        return command
    return command.replace(marines=settings.players[0], stealers=settings.players[1])


def is_setup(state: Match) -> bool:
    """Return whether the match is laid out and the first turn has not begun."""
    return state.setup.mission is not None and state.play.phase == "setup"


@action(
    "marine",
    "table",
    key="m",
    bar=1,
    name=N_("Marine"),
    when=is_setup,
    help=N_("A marine joins: who he is, where he stands. Without any, the mission’s own squads play."),
)
def marine(desk: Desk) -> forms.Form:
    """m: a marine joins."""
    _, state = desk.locale.gettext, desk.state
    units = [unit for unit in get_args(Unit) if state.setup.edition_id in UNITS[unit].editions]
    options = by_number({unit: unit_name(desk.locale, unit) for unit in units})
    unit = yield Pick(_("Who joins?"), options=options)
    count = sum(UNITS[other.unit].short == UNITS[unit].short for other in state.marines.values())
    usual = f"{UNITS[unit].short}{count + 1}"
    name = yield Text(_("His name?"), buffer=usual)
    if state.setup.layout is None or not state.options.positions:
        return JoinMarine(name=name, unit=unit)
    place = yield Text(_("Where, and facing where?"), hint=_("such as: E4 E"), names=square_names(state))
    at, _sep, facing = place.upper().partition(" ")
    new_facing = next((option for option in FACINGS if option == facing), FACINGS[0])
    return JoinMarine(name=name, unit=unit, at=at, facing=new_facing)


@action(
    "blip",
    "table",
    key="i",
    bar=1,
    name=N_("Blip"),
    when=lambda state: is_setup(state) or state.play.phase == "stealer-reinforcement",
    usual=lambda state: not state.options.solo,
    help=N_("A blip is put down: at an entry, or in the set-up on a square."),
)
def blip(desk: Desk) -> forms.Form:
    """i: a blip is put down."""
    _, state = desk.locale.gettext, desk.state
    name = next_blip(state)
    entries = () if state.setup.layout is None else state.setup.layout.entries
    if not entries:
        return PutBlip(name=name)
    options = by_number({entry.id: ENTRY_SIGN + entry.id for entry in entries})
    title = desk.locale.say(
        N_("{blip}: at which entry? The mission brings {many}."),
        blip=name,
        many="?" if (many := expected_blips(state)) is None else many,
    )
    return PutBlip(name=name, entry=(yield Pick(title, options=options)))


def expected_blips(state: Match) -> int | None:
    """Return the number of blips that the mission brings now: at the start, or in this turn."""
    mission = state.mission
    return mission.starting_blips if state.play.phase == "setup" else mission.blips_per_turn


def missing_blips(state: Match) -> tuple[int, int] | None:
    """Return how many starting blips are placed and how many the mission brings; None if none is missing.

    The automaton places its own.
    """
    placed, expected = len(state.blips_in_play), state.mission.starting_blips
    return None if expected is None or placed >= expected or state.options.solo else (placed, expected)


@action(
    "start",
    "play",
    key="S",
    bar=0,
    name=N_("Start"),
    when=is_setup,
    help=N_("All pieces are placed: the first turn begins."),
)
def start_match(desk: Desk) -> forms.Form:
    """Shift+S: the first turn begins. Ask first if starting blips of the mission are missing."""
    missing = missing_blips(desk.state)
    if missing is None:
        return StartMatch()
    _, (placed, expected) = desk.locale.gettext, missing
    sentence = N_("Starting blips: {come} of {wanted} are placed.")
    options = (
        Option("1", False, desk.locale.say(N_("place {blip} now"), blip=next_blip(desk.state))),
        Option("2", True, _("begin with what is there")),
    )
    if (yield Pick(desk.locale.say(sentence, wanted=expected, come=placed), options=options)):
        return StartMatch()
    return (yield from blip(desk))


def can_change_mission(state: Match) -> bool:
    """Return whether the mission can still be changed."""
    return state.setup.mission is None or is_setup(state)


@action(
    "edit-mission",
    "app",
    key="f5",
    name=N_("Mission editor"),
    when=can_change_mission,
    help=N_("Draw a mission of your own: squares or board pieces, doors, entries, goals; and play it."),
)
def edit_mission(desk: Desk) -> Screen[Any]:
    """F5: the mission editor."""
    from q40k.games.space_hulk.screen.editor.app import editor_in_match

    return editor_in_match(desk)


# -- the lobby -------------------------------------------------------------------------------


NONE = game_screen.Lobby("Space Hulk")


def make_lobby(desk: Desk, state: Match, marked: Any) -> game_screen.Lobby | None:
    """Return the lobby until the first turn, also of a mission that is only marked."""
    if state.play.turn:
        return None
    preview = with_mission_marines(state) if state.setup.mission is not None else _preview(desk, marked)
    if preview is None:
        return NONE
    locale, mission = desk.locale, preview.mission
    return game_screen.Lobby(
        title=locale.name_of(mission.name),
        about=tuple(_about(locale, mission)),
        seats=tuple(
            (
                style_text(f"{number:>2} {marine.id}", look.ink(seat_colour(0))),
                unit_name(locale, marine.unit),
                marine_place(locale, marine),
            )
            for number, marine in enumerate(preview.marines.values(), 1)
        ),
        shorter={unit_name(locale, unit): locale.gettext(arm) for unit, (_sign, arm) in ARM_SIGNS.items()}
        | {unit_name(locale, "terminator-bolter"): locale.gettext(ARMS["storm-bolter"])},
        missing=_missing(desk, state),
        scene=make_scene(preview),
        caption="" if preview.setup.layout is None else locale.name_of(preview.setup.layout.name),
        replaces_feed=state.setup.mission is None,
    )


def _preview(desk: Desk, marked: Any) -> Match | None:
    """Return the chosen or marked mission as it will be laid out, or None."""
    try:
        missions: dict[str, Mission] = dict(desk.library.of_kind("missions"))
    except PackError:  # the problem is shown below the question
        return None
    id = desk.memory.get(MISSION) or (marked if marked in missions else None)
    if id not in missions:
        return None
    mission = missions[id]
    return preview_mission(desk.library, mission, mission.editions[0])


def _about(locale: Locale, mission: Mission) -> list[str]:
    """Return what the mission is about, and its goals."""
    lines = [locale.name_of(text) for text in (mission.about, mission.text) if text is not None]
    lines += [goal_line(locale, goal) for goal in mission.goals]
    if mission.turn_limit is not None:
        lines.append(locale.say(N_("{turns} turns"), turns=mission.turn_limit))
    return lines


def _missing(desk: Desk, state: Match) -> tuple[Content, ...]:
    """Return what is missing before Shift+S, or that nothing is."""
    if state.setup.mission is None:
        return ()
    locale, missing = desk.locale, missing_blips(state)
    if missing is not None:
        sentence = N_("starting blips: {come} of {wanted} (i)")
        return (style_text(locale.say(sentence, come=missing[0], wanted=missing[1]), "$warning"),)
    if not with_mission_marines(state).marines:
        return (style_text(locale.gettext(N_("no marine has joined (m)")), "$warning"),)
    ready = N_("All is ready: Shift+S begins.") if desk.field is None else N_("All is ready.")
    return (style_text(locale.gettext(ready), "$success"),)


def first_steps(desk: Desk) -> str:
    """Return what is to be done before the first turn: marines, blips, the start."""
    state, locale = desk.state, desk.locale
    if not is_setup(state):
        return ""
    if not with_mission_marines(state).marines:
        return locale.gettext(N_("First type m for each marine: who joins, and where he stands."))
    missing = missing_blips(state)
    if missing is None:
        return locale.gettext(N_("Everything is placed: Shift S begins the first turn."))
    count = missing[1] - missing[0]
    begins = locale.gettext(N_("Shift S begins the first turn."))
    ask = locale.plural(
        "First type i to place the starting blip that is left.",
        "First type i for each of the {number} starting blips that are left.",
        count,
    )
    return f"{ask} {begins}"
