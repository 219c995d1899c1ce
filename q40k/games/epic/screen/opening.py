"""The forms for laying out a match, its armies and formations."""

import re
from collections.abc import Generator, Sequence
from typing import Any

from q40k.bots.bot import LEVELS
from q40k.games.epic.packs.armies import ArmyList
from q40k.games.epic.packs.profiles import Profile, read_figures
from q40k.games.epic.packs.scenarios import Scenario
from q40k.games.epic.screen.base import Count, Desk, action, number_options
from q40k.games.epic.state import opening
from q40k.games.epic.state.deployment import Start
from q40k.games.epic.state.match import SIDES, Match, Side, Switches
from q40k.games.epic.table.opening import Prefilled
from q40k.games.epic.words.names import side_name
from q40k.games.epic.words.opening import NAMES, value_name
from q40k.i18n.locale import N_
from q40k.i18n.tabletop import level_name
from q40k.kernel.lookup import find_by_prefix, find_exact, lookup, strip_accents
from q40k.kernel.text import clean_text
from q40k.packs.library import Library
from q40k.packs.problems import PackError
from q40k.table.context import Prefilled as Base
from q40k.tabletop.asking import choices_of, forbid
from q40k.tabletop.rules import BotSeat
from q40k.tui.fields import Field, Option, Pick, Text, by_number
from q40k.tui.forms import OTHER, Form

CHOICE = "scenario"
"""The key in the desk's memory for the scenario chosen before the match is laid out."""
POINTS = 300
"""The points proposed for an evening."""


def lay_out(desk: Desk) -> Form:
    """Ask for a new match: its scenario, house rules, and whose dice."""
    _ = desk.locale.gettext
    scenarios = desk.library.of_kind("scenarios")
    labels = {id: desk.locale.name_of(scenario_pack.name) for id, scenario_pack in scenarios.items()}
    notes = {
        id: desk.locale.name_of(scenario_pack.about)
        for id, scenario_pack in scenarios.items()
        if scenario_pack.about is not None
    }
    prefilled = as_prefilled(desk.prefilled)
    options, scenario = dict(prefilled.switches), prefilled.scenario
    house_rules = _("house rules")
    desk.memory[CHOICE] = None
    scenario = scenario or (yield Pick(_("Which scenario?"), options=number_options(labels), other=house_rules))
    desk.memory[CHOICE] = None if scenario is OTHER else scenario
    if scenario is OTHER:
        scenario = yield Pick(_("Which scenario?"), options=number_options(labels, notes))
        desk.memory[CHOICE] = scenario
        options = yield from switches(desk, scenarios[scenario])
    hands = (Option("1", "hand", _("real dice")), Option("2", "app", _("the app")))
    dice = prefilled.dice or (yield Pick(_("Who rolls?"), options=hands))
    return opening.New(scenario=scenario, name=prefilled.name, seed=prefilled.seed, dice=dice, options=options)


def as_prefilled(prefilled: Base) -> Prefilled:
    """Return the settings of the call as those of Epic; without any, those of the shell alone."""
    if isinstance(prefilled, Prefilled):
        return prefilled
    return Prefilled(prefilled.name, prefilled.seed, prefilled.dice)


def enter_the_rest(desk: Desk) -> None:
    """Enter the sides that the call named: their armies and forces, and who is a bot."""
    prefilled = as_prefilled(desk.prefilled)
    armies = desk.library.of_kind("armies")
    for side in prefilled.sides:
        name = desk.locale.name_of(armies[side.army].name)
        desk.do(opening.Army(player=side.player, name=name, list=side.army))
        if prefilled.points is not None:
            desk.do(opening.FieldForce(player=side.player, list=side.army, points=prefilled.points))
        if side.bot is not None:
            desk.do(opening.HandSeatOver(player=side.player, bot=side.bot))
    if any(side.bot is not None for side in prefilled.sides):
        desk.partner.begin()


def preview(desk: Desk, state: Match, marked: Any) -> Match | None:
    """Return the match with the scenario that is chosen or marked, before it is laid out; None without one."""
    try:
        scenarios: dict[str, Scenario] = dict(desk.library.of_kind("scenarios"))
    except PackError:  # the problem is shown below the question
        return None
    id = desk.memory.get(CHOICE) or marked
    if not isinstance(id, str) or id not in scenarios:
        return None
    scenario = scenarios[id]
    return state.replace(setup=state.setup.replace(scenario=scenario), switches=opening.make_switches(scenario, {}))


def switches(desk: Desk, scenario: Scenario) -> Generator[Field, Any, dict[str, Any]]:
    """Ask for house rules, switch by switch, until there are no more."""
    _, locale = desk.locale.gettext, desk.locale
    changes: dict[str, Any] = {}
    while True:
        now = opening.make_switches(scenario, changes)
        labels = {name: _(words) for name, words in NAMES.items()}
        notes = {name: value_name(locale, name, getattr(now, name)) for name in NAMES}
        done = Option("0", None, _("nothing else"))
        which = yield Pick(_("Which house rule?"), options=(done, *number_options(labels, notes)))
        if which is None:
            return changes
        if which == "turn_limit":
            turns = str(now.turn_limit or 6)
            why = _("0: no limit")
            changes[which] = (yield Count(labels[which], buffer=turns, why=why)) or None
            continue
        values = {value: value_name(locale, which, value) for value in choices_of(Switches)[which]}
        changes[which] = yield Pick(labels[which], options=number_options(values))


def is_setting_up(state: Match) -> bool:
    """Return whether the armies are still being fielded."""
    return state.setup.scenario is not None and state.play.phase == "setup"


@action(
    "army",
    "table",
    key="a",
    bar=6,
    name=N_("Army"),
    when=lambda state: is_setting_up(state) and len(state.sides) < SIDES,
    help=N_("A side joins with its army: its name, and an army list that proposes its values."),
)
def army(desk: Desk) -> Form:
    """a: add a side and its army.

    Rule: EE-ARMY-1, EE-WORD-3
    """
    _ = desk.locale.gettext
    hint = _("several who share a side: Ann, Eve")
    awaited = as_prefilled(desk.prefilled).names[len(desk.state.sides) :]
    typed = yield Text(_("Who plays?"), hint=hint, buffer=awaited[0] if awaited else "")
    people = tuple(clean_text(person) for person in typed.split(","))
    people = tuple(person for person in people if person)
    player = " & ".join(people)
    people = people if len(people) > 1 else ()
    lists = tuple(army_list for army_list in desk.library.of_kind("armies").values() if _is_offered(army_list))
    labels = {army_list.id: desk.locale.name_of(army_list.name) for army_list in lists}
    chosen = yield Pick(_("Which army?"), options=number_options(labels), other=_("values of your own"))
    if chosen is OTHER:
        own = yield Text(_("What is the army called?"))
        strategic = yield Count(_("Its strategic value?"), buffer="3")
        why = _("The least die that passes a test.")
        morale = yield Count(_("Its morale value?"), buffer="4", why=why)
        return opening.Army(player=player, name=own, strategic=strategic, morale=morale, people=people)
    name = next(desk.locale.name_of(army_list.name) for army_list in lists if army_list.id == chosen)
    return opening.Army(player=player, name=name, list=chosen, people=people)


def _is_offered(army_list: ArmyList) -> bool:
    """Return whether an army can be picked: not a list of the house that has no formation to field."""
    return bool(army_list.formations) or army_list.origin != "house"


@action(
    "formation",
    "table",
    key="f",
    bar=7,
    name=N_("Formation"),
    when=lambda state: is_setting_up(state) and bool(state.sides),
    help=N_("A side fields a formation: its id, and its figures as “5 Tactical Marine”."),
)
def formation(desk: Desk) -> Form:
    """f: add a formation of a side."""
    _ = desk.locale.gettext
    options = by_number({side.name: side.name for side in desk.state.sides.values()})
    player = yield Pick(_("Whose formation?"), options=options)
    id = yield Text(_("Name of the formation?"))
    side = next(side for side in desk.state.sides.values() if side.name == player)
    own = own_profiles(desk.library, side)
    names = tuple(desk.locale.name_of(profile.name) for profile in own)
    first, second = (*names, *names)[:2]
    figures = yield Text(
        _("Its figures?"),
        hint=_("such as: 5 {first}, 1 {second}").format(first=first, second=second),
        names=names,
        read=lambda text: read_groups(desk, own, text),
    )
    return opening.Muster(player=player, id=id, figures=figures)


def own_profiles(library: Library, side: Side) -> list[Profile]:
    """Return the profiles of the army that a side leads; all of them if no pack knows it."""
    profiles = list(library.of_kind("profiles").values())
    armies = [army.id for army in library.of_kind("armies").values() if side.army in (army.name.en, army.name.fr)]
    return [profile for profile in profiles if profile.army in armies] or profiles


def read_groups(desk: Desk, own: Sequence[Profile], text: str) -> tuple[opening.Group, ...]:
    """Return the figures in a typed text, by their names or ids: "5 tactical marine, 1 marine-chaplain".

    Raises Refused with the nearest of the side's `own` names.
    """
    typed = _BETWEEN_FIGURES.sub(",", text)
    return tuple(opening.Group(profile=find_profile(desk, own, name), n=n) for n, name in read_figures(typed))


LEAST_LETTERS = 3
"""So many letters of a word of its name find a profile, if no other has such a word."""
_BETWEEN_FIGURES = re.compile(r"\s+(?:and|et)\s+|;")


def find_profile(desk: Desk, own: Sequence[Profile], typed: str) -> str:
    """Return the id of the profile that a name means, the side's own first. Raises Refused."""
    for profiles in (own, desk.library.of_kind("profiles").values()):
        names = [(name, profile.id) for profile in profiles for name in _profile_names(profile)]
        word = strip_accents(typed).replace("-", " ")
        begins_so = find_by_prefix(word, names, any_word=True) if len(word) >= LEAST_LETTERS else ()
        fits = find_exact(word, names) or begins_so
        if len(fits) == 1:
            return fits[0]
    near = lookup(word, [(name, profile) for profile in own for name in _profile_names(profile)]).nearest
    shown = None if near is None else desk.locale.name_of(near.name)
    raise forbid("EE-WORD-1", "unknown-profile", said=typed, nearest=shown)


def _profile_names(profile: Profile) -> tuple[str, ...]:
    """Return the words for a profile: its names in both languages, and its id."""
    return tuple(strip_accents(name).replace("-", " ") for name in (profile.name.en, profile.name.fr, profile.id))


@action(
    "force",
    "table",
    key="F",
    bar=6,
    name=N_("A force"),
    when=lambda state: is_setting_up(state) and bool(state.sides),
    help=N_("A side fields a whole force for so many points, chosen fairly; it may be changed."),
)
def force(desk: Desk) -> Form:
    """Shift+F: add a force for so many points to a side."""
    _, state = desk.locale.gettext, desk.state
    sides = tuple(state.sides.values())
    bare = [number for number, member in enumerate(sides) if not state.of_side(member.id)]
    options = tuple(Option(str(n), member, member.name) for n, member in enumerate(sides, 1))
    side = yield Pick(_("Whose force?"), options=options, chosen=bare[0] if bare else 0)
    lists = tuple(army_list for army_list in desk.library.of_kind("armies").values() if army_list.formations)
    named = [n for n, army_list in enumerate(lists) if side.army in (army_list.name.en, army_list.name.fr)]
    options = by_number({army_list.id: desk.locale.name_of(army_list.name) for army_list in lists})
    chosen = yield Pick(_("Of which list?"), options=options, chosen=named[0] if named else 0)
    why = _("Points are our own estimate, unless the army list is yours.")
    points = yield Count(_("How many points?"), buffer=str(POINTS), why=why)
    return opening.FieldForce(player=side.name, list=chosen, points=points)


@action(
    "seat",
    "table",
    key="f8",
    name=N_("A bot plays"),
    when=lambda state: bool(state.sides) and not state.outcome.over,
    help=N_(
        "A bot plays a side from now on, in the set-up or later, or people do again. Space hurries it, Escape stops it."
    ),
)
def seat(desk: Desk) -> Form:
    """F8: hand a side to a bot, or back to people."""
    _, locale = desk.locale.gettext, desk.locale
    sides = tuple(desk.state.sides.values())
    notes = [level_name(locale, side.bot.level) if side.bot else "" for side in sides]
    options = tuple(
        Option(str(n), side, side.name, note) for n, (side, note) in enumerate(zip(sides, notes, strict=True), 1)
    )
    side = options[0].value if len(options) == 1 else (yield Pick(_("Who plays which side?"), options=options))
    people = () if side.bot is None else (Option("0", None, _("people")),)
    about = (
        _("everybody advances, and fires at what is in range"),
        _("weighs fire, charges and objectives by exact odds"),
        _("ground first, several against one, transports out of fire"),
    )
    levels = tuple(
        Option(str(n), level, level_name(locale, level), note)
        for n, (level, note) in enumerate(zip(LEVELS, about, strict=True), 1)
    )
    level = yield Pick(_("Who plays {name}?").format(name=side.name), options=(*people, *levels))
    desk.partner.begin()
    return opening.HandSeatOver(player=side.name, bot=None if level is None else BotSeat(level))


action.add(
    "start",
    "play",
    key="S",
    bar=0,
    name=N_("Start"),
    when=lambda state: is_setting_up(state) and len(state.sides) == SIDES,
    help=N_("Both armies are there: dice for the edges, and for who sets up first."),
    command=Start,
)


def first_steps(desk: Desk) -> str:
    """Return what the sides do before the first turn: armies, formations, the start."""
    state, _ = desk.state, desk.locale.gettext
    if not is_setting_up(state):
        return ""
    if not state.sides:
        return _("First type a: each of the two sides joins with its army.")
    if len(state.sides) < SIDES:
        return _("Type a again: the other side joins with its army.")
    bare = [name for name in state.sides if not state.of_side(name)]
    if bare:
        names = desk.locale.join_and(side_name(state, side) for side in bare)
        message = _("Now type f for each formation of {sides}, or Shift F for a whole force.")
        return message.format(sides=names)
    return _("Both sides have formations: f adds another one, Shift S begins.")
