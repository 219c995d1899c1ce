"""Laying a match out: its mission, edition and switches; marines, and the first turn."""

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
"""Under this name the desk keeps which mission is chosen, until the match is laid out."""


def lay_out(desk: Desk) -> Form:
    """The form of a new match: its mission, its edition, whose dice."""
    _ = desk.locale.gettext
    missions: tuple[Mission, ...] = tuple(desk.library.of_kind("missions").values())
    options = by_number({one.id: desk.locale.name_of(one.name) for one in missions})
    said = desk.prefilled
    own = said if isinstance(said, Prefilled) else Prefilled()
    desk.memory[MISSION] = own.mission
    mission = own.mission or (yield Pick(_("Which mission?"), options=options))
    desk.memory[MISSION] = mission
    editions = next(one.editions for one in missions if one.id == mission)
    edition: EditionId = own.edition or editions[0]
    if len(editions) > 1 and own.edition is None:
        named = tuple(Option(one, one, _(EDITIONS[one])) for one in editions)
        edition = yield Pick(_("Which edition?"), options=named)
    hands = (Option("1", "hand", _("hands")), Option("2", "app", _("the app")))
    dice: Roller = said.dice or (yield Pick(_("Whose dice?"), options=hands))
    table: tuple[Option, ...] = (
        Option("1", "table", _("the table")), Option("2", "app", _("the app")),
        Option("3", "alone", _("the app, which plays the Genestealers too")),
    )  # fmt: skip
    if next(one.board for one in missions if one.id == mission) is not None:
        table += (Option("4", "watch", _("the app, which plays both sides")),)
    deal = own.deal or ("app" if own.options.get("solo") else None)
    deal = deal or (yield Pick(_("Who deals blips and counters?"), options=table))
    options_ = dict(own.options)
    if deal == "watch":
        options_["bot"] = "marines"
    if deal in ("alone", "watch"):
        deal, options_["solo"] = "app", True
    command = New(
        mission=mission, edition=edition, name=said.name, seed=said.seed, dice=dice,
        options={"cp": deal, "blips": deal, **options_},
    )  # fmt: skip
    if own.players is None:
        return command
    return command.replace(marines=own.players[0], stealers=own.players[1])


def setting_up(state: Match) -> bool:
    """Whether the first turn has not begun."""
    return state.setup.mission is not None and state.play.phase == "setup"


@action(
    "marine", "table", key="m", bar=0, name=N_("Marine"), when=setting_up,
    help=N_("A marine joins: who he is, where he stands. Without any the mission’s squads do."),
)  # fmt: skip
def marine(desk: Desk) -> Form:
    """M: a marine joins."""
    _, state = desk.locale.gettext, desk.state
    units = [unit for unit in get_args(Unit) if state.setup.edition_id in UNITS[unit].editions]
    options = by_number({unit: unit_name(desk.locale, unit) for unit in units})
    unit = yield Pick(_("Who joins?"), options=options)
    many = sum(UNITS[one.unit].short == UNITS[unit].short for one in state.marines.values())
    usual = f"{UNITS[unit].short}{many + 1}"
    name = yield Text(_("What is he called?"), buffer=usual)
    if state.setup.layout is None or not state.options.positions:
        return JoinMarine(name=name, unit=unit)
    place = yield Text(_("Where, and facing where?"), hint=_("such as: E4 E"))
    at, _sep, facing = place.upper().partition(" ")
    looks = next((one for one in FACINGS if one == facing), FACINGS[0])
    return JoinMarine(name=name, unit=unit, at=at, facing=looks)


@action(
    "blip", "table", key="i", bar=0, name=N_("Blip"),
    when=lambda state: setting_up(state) or state.play.phase == "stealer-reinforcement",
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
    options = by_number({one.id: one.id for one in entries})
    title = desk.locale.say(
        N_("{blip}: before which entry? The mission brings {many}."),
        blip=name, many="?" if (many := brings(state)) is None else many,
    )  # fmt: skip
    return PutBlip(name=name, entry=(yield Pick(title, options=options)))


def brings(state: Match) -> int | None:
    """How many blips the mission brings now: at the start, or in this turn."""
    mission = state.mission
    return mission.starting_blips if state.play.phase == "setup" else mission.blips_per_turn


def next_blip(state: Match) -> str:
    """The name of the next blip: B1, B2 and so on."""
    number = len(state.blips) + 1
    while f"B{number}" in state.blips:
        number += 1
    return f"B{number}"


@action(
    "start", "play", key="S", bar=0, name=N_("Start"), when=setting_up,
    help=N_("All stand: the first turn begins."),
)  # fmt: skip
def start(_desk: Desk) -> StartMatch:
    """Shift+S: the first turn begins."""
    return StartMatch()


def not_begun(state: Match) -> bool:
    """Whether the mission may still be another."""
    return state.setup.mission is None or setting_up(state)


@action(
    "edit-mission", "app", key="f5", bar=0, name=N_("Mission editor"), when=not_begun,
    help=N_("Draw a mission of your own: squares or board pieces, doors, entries, goals; and play"
            " it."),
)  # fmt: skip
def edit_mission(desk: Desk) -> Screen[Any]:
    """F5: the mission editor."""
    from q40k.games.space_hulk.screen.editor.app import within_a_match

    return within_a_match(desk)
