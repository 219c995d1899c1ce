"""The set-up of a match: its mission, edition and options; marines, blips, the first turn."""

from __future__ import annotations

from typing import Any, get_args

from textual.screen import Screen

from q40k.games.space_hulk.board.facings import FACINGS
from q40k.games.space_hulk.packs.missions import EditionId, Mission, Unit
from q40k.games.space_hulk.rules.aliens.blips import PutBlip
from q40k.games.space_hulk.rules.marines import JoinMarine, StartMatch
from q40k.games.space_hulk.rules.opening import New
from q40k.games.space_hulk.rules.state import Match, Roller
from q40k.games.space_hulk.rules.units import UNITS
from q40k.games.space_hulk.screen.base import Desk, action
from q40k.games.space_hulk.table.prefilled import Prefilled
from q40k.games.space_hulk.words.names import EDITIONS, unit_name
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, Text, by_number
from q40k.tui.forms import Form

MISSION = "mission"
"""The key in the desk's memory for the mission chosen before the match is laid out."""


def opening_form(desk: Desk) -> Form:
    """Ask for a new match: its mission, its edition, its dice and its dealer."""
    _ = desk.locale.gettext
    missions: tuple[Mission, ...] = tuple(desk.library.of_kind("missions").values())
    options = by_number({entry.id: desk.locale.name_of(entry.name) for entry in missions})
    prefilled = desk.prefilled
    settings = prefilled if isinstance(prefilled, Prefilled) else Prefilled()
    desk.memory[MISSION] = settings.mission
    mission = settings.mission or (yield Pick(_("Which mission?"), options=options))
    desk.memory[MISSION] = mission
    editions = next(entry.editions for entry in missions if entry.id == mission)
    edition: EditionId = settings.edition or editions[0]
    if len(editions) > 1 and settings.edition is None:
        labels = tuple(Option(id, id, _(EDITIONS[id])) for id in editions)
        edition = yield Pick(_("Which edition?"), options=labels)
    hands = (Option("1", "hand", _("hands")), Option("2", "app", _("the app")))
    dice: Roller = prefilled.dice or (yield Pick(_("Whose dice?"), options=hands))
    table: tuple[Option, ...] = (
        Option("1", "table", _("the table")), Option("2", "app", _("the app")),
        Option("3", "alone", _("the app, which plays the Genestealers too")),
    )  # fmt: skip
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
        mission=mission, edition=edition, name=prefilled.name, seed=prefilled.seed, dice=dice,
        options={"cp": deal, "blips": deal, **options_},
    )  # fmt: skip
    if settings.players is None:
        return command
    return command.replace(marines=settings.players[0], stealers=settings.players[1])


def is_setup(state: Match) -> bool:
    """Return whether the match is laid out and the first turn has not begun."""
    return state.setup.mission is not None and state.play.phase == "setup"


@action(
    "marine", "table", key="m", bar=0, name=N_("Marine"), when=is_setup,
    help=N_("A marine joins: who he is, where he stands. Without any the mission’s squads do."),
)  # fmt: skip
def marine(desk: Desk) -> Form:
    """M: a marine joins."""
    _, state = desk.locale.gettext, desk.state
    units = [unit for unit in get_args(Unit) if state.setup.edition_id in UNITS[unit].editions]
    options = by_number({unit: unit_name(desk.locale, unit) for unit in units})
    unit = yield Pick(_("Who joins?"), options=options)
    count = sum(UNITS[other.unit].short == UNITS[unit].short for other in state.marines.values())
    usual = f"{UNITS[unit].short}{count + 1}"
    name = yield Text(_("What is he called?"), buffer=usual)
    if state.setup.layout is None or not state.options.positions:
        return JoinMarine(name=name, unit=unit)
    place = yield Text(_("Where, and facing where?"), hint=_("such as: E4 E"))
    at, _sep, facing = place.upper().partition(" ")
    new_facing = next((option for option in FACINGS if option == facing), FACINGS[0])
    return JoinMarine(name=name, unit=unit, at=at, facing=new_facing)


@action(
    "blip", "table", key="i", bar=0, name=N_("Blip"),
    when=lambda state: is_setup(state) or state.play.phase == "stealer-reinforcement",
    usual=lambda state: not state.options.solo,
    help=N_("A blip is put down: before an entry, or in the set-up on a square."),
)  # fmt: skip
def blip(desk: Desk) -> Form:
    """I: a blip is put down."""
    _, state = desk.locale.gettext, desk.state
    name = next_blip(state)
    entries = () if state.setup.layout is None else state.setup.layout.entries
    if not entries:
        return PutBlip(name=name)
    options = by_number({entry.id: entry.id for entry in entries})
    title = desk.locale.say(
        N_("{blip}: before which entry? The mission brings {many}."),
        blip=name, many="?" if (many := expected_blips(state)) is None else many,
    )  # fmt: skip
    return PutBlip(name=name, entry=(yield Pick(title, options=options)))


def expected_blips(state: Match) -> int | None:
    """Return the number of blips that the mission brings now: at the start, or in this turn."""
    mission = state.mission
    return mission.starting_blips if state.play.phase == "setup" else mission.blips_per_turn


def next_blip(state: Match) -> str:
    """Return the name of the next blip: B1, B2 and so on."""
    number = len(state.blips) + 1
    while f"B{number}" in state.blips:
        number += 1
    return f"B{number}"


@action(
    "start", "play", key="S", bar=0, name=N_("Start"), when=is_setup,
    help=N_("All stand: the first turn begins."),
)  # fmt: skip
def start_match(_desk: Desk) -> StartMatch:
    """Shift+S: the first turn begins."""
    return StartMatch()


def can_change_mission(state: Match) -> bool:
    """Return whether the mission can still be changed."""
    return state.setup.mission is None or is_setup(state)


@action(
    "edit-mission", "app", key="f5", bar=0, name=N_("Mission editor"), when=can_change_mission,
    help=N_("Draw a mission of your own: squares or board pieces, doors, entries, goals; and play"
            " it."),
)  # fmt: skip
def edit_mission(desk: Desk) -> Screen[Any]:
    """F5: the mission editor."""
    from q40k.games.space_hulk.screen.editor.app import editor_in_match

    return editor_in_match(desk)
