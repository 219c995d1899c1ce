"""What the forms share: the desk, the registry of actions, picking, and fields for positions."""

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any, TypeAlias

from q40k.games.epic.state.game import EpicRules
from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.state.registry import Command
from q40k.games.epic.table.places import Place, landmarks, read_spot
from q40k.games.epic.table.scene import hull
from q40k.games.epic.words.movement import place_error
from q40k.games.epic.words.names import EDGES, edge_name, formation_type, order_name, place_name
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_, Locale
from q40k.kernel.driver import Run
from q40k.kernel.events import AnswerError, Question, Refused
from q40k.kernel.lookup import find_exact
from q40k.packs.library import Library
from q40k.tabletop.asking import forbid
from q40k.tui.actions import Actions
from q40k.tui.fields import UNSHIFTED, Field, Number, Option, Outcome, Pick
from q40k.tui.forms import FormDesk, yes_or_no
from q40k.tui.map.fields import WARN, SpotField

Desk: TypeAlias = "FormDesk[Match, Library]"

action = Actions(package="q40k.games.epic.screen", without=("map",))
"""The registry of the game's actions; they are registered where they are written."""


# -- picking -------------------------------------------------------------------------------


class Count(Number):
    """A number with a proposal: the first typed digit replaces it."""

    untouched: bool = True

    def take(self, key: str, character: str | None) -> Outcome:
        """Take typed digits; Enter gives the number."""
        digit, proposal = UNSHIFTED.get(character or "", character or ""), self.buffer
        if self.untouched and len(digit) == 1 and digit in "0123456789":
            self.buffer, self.after_caret = "", 0
        try:
            outcome = Number.take(self, key, character)
        except AnswerError:
            self.buffer = self.buffer or proposal
            raise
        self.untouched = False
        return outcome


def standing_line(locale: Locale, state: Match, formation: Formation) -> str:
    """Return a formation in a few words: living figures, order, morale."""
    parts = [f"{len(state.alive(formation.id))}/{len(formation.figures)}"]
    if formation.orders.order is not None:
        parts.append(order_name(locale, formation.orders.order))
    if formation.nerve.demoralised:
        parts.append(locale.gettext(N_("demoralised")))
    return " · ".join(parts)


ONE_KEY, TWO_KEYS = 9, 18


def number_options(labels: Mapping[Any, str], notes: Mapping[Any, str] | None = None) -> tuple[Option, ...]:
    """Return numbered options of which no number begins another, so that none needs Enter.

    The first nine have one digit. Those up to eighteen have a nought in front. With more options
    all have two digits.
    """
    many, texts = len(labels), notes or {}
    keys = [f"{n:02}" for n in range(1, many + 1)]
    if many <= TWO_KEYS:
        keys = [str(n) if n <= ONE_KEY else f"0{n - ONE_KEY}" for n in range(1, many + 1)]
    return tuple(
        Option(key, value, label, texts.get(value, ""))
        for key, (value, label) in zip(keys, labels.items(), strict=True)
    )


def pick_formation(
    desk: Desk,
    title: str,
    among: Iterable[str],
    *,
    always: bool = False,
    more: Mapping[str, str] | None = None,
    other: str = "",
) -> Generator[Field, Any, Any]:
    """Ask for one of some formations, by number; a single one is not asked unless `always`.

    `more` is added to what is said of each formation; `other` is what Tab does.
    """
    ids, state, locale = tuple(among), desk.state, desk.locale
    if len(ids) == 1 and not always:
        return ids[0]
    formations = {id: state.formations[id] for id in ids}
    labels = {id: f"{id} {formation_type(locale, formation)}" for id, formation in formations.items()}
    notes = {id: standing_line(locale, state, formation) for id, formation in formations.items()}
    for id, words in (more or {}).items():
        notes[id] += f" · {words}"
    return (yield Pick(locale.gettext(title), options=number_options(labels, notes), other=other))


def living_formations(state: Match, side: str | None = None) -> tuple[str, ...]:
    """Return the formations with living figures, of one side or of both."""
    return tuple(
        id for id, formation in state.formations.items() if state.alive(id) and (side is None or formation.side == side)
    )


def enemies_of(state: Match, formation: str) -> tuple[str, ...]:
    """Return the enemy formations with figures on the table."""
    mine = state.formations[formation].side
    return tuple(id for id, other in state.formations.items() if other.side != mine and state.standing(id))


def enemy_targets(state: Match, formation: str) -> tuple[str, ...]:
    """Return the enemy formations on the table, then their figures."""
    enemies = enemies_of(state, formation)
    return (*enemies, *(figure for enemy in enemies for figure in state.standing(enemy)))


def find_target(targets: Iterable[str], name: str, rule: str) -> str:
    """Return the target of that name. Raises Refused."""
    named = find_exact(name, [(id, id) for id in targets])
    if not named:
        raise forbid(rule, "no-target", said=name)
    return named[0]


def confirm(desk: Desk, question: str) -> Generator[Field, Any, bool]:
    """Ask whether to go on; return whether the table says yes."""
    answer: bool = yield Pick(question, options=yes_or_no(desk.locale))
    return answer


# -- fields for positions ------------------------------------------------------------------


Tell = Callable[[Spot], tuple[str, ...]]


def place_names(desk: Desk) -> tuple[str, ...]:
    """Return what can be named as a place or a direction: table edges, formations, objectives."""
    state, locale = desk.state, desk.locale
    edges = (edge_name(locale, edge) for edge in EDGES)
    objectives = (place_name(locale, objective) for objective in state.scenario.objectives)
    return (*edges, *state.formations, *objectives)


def spot_field(desk: Desk, title: str, start: Spot | None, tell: Tell, **more: Any) -> SpotField:
    """Return a field that asks for a position; steps such as “5 north” begin at `start`."""
    state, locale = desk.state, desk.locale
    size, spots = state.scenario.size_cm, landmarks(state)
    return SpotField(
        title,
        hint=locale.gettext(N_("60,45 · 5 north · 5 B: 5 cm towards B · arrows (Shift: 5 cm)")),
        size=size,
        start=start,
        read=lambda typed: read_spot(typed, size, start, spots),
        word=lambda error: place_error(locale, error),
        names=place_names(desk),
        tell=lambda way: tell(way[-1]),
        **more,
    )


def keeps_places(state: Match) -> bool:
    """Return whether the table keeps any position."""
    return any(figure.position.at is not None for figure in state.figures.values())


def warnings_for(desk: Desk, command: Command) -> tuple[str, ...]:
    """Return what the rules would refuse about a command, in words; nothing is done."""
    run: Run[Match, Command] = Run(EpicRules(), desk.state, command)
    try:
        run.start()
    except Refused as error:
        return (WARN + desk.words.refuse(desk.locale, error.refusal),)
    return _first_question(desk, run.question)


def _first_question(desk: Desk, question: Question | None) -> tuple[str, ...]:
    """Return what a command would ask first: the ground test."""
    if question is None or question.key != "ground":
        return ()
    return (WARN + desk.words.ask(desk.locale, desk.state, question).title,)


def outline_of(places: tuple[Place, ...]) -> tuple[Spot, ...]:
    """Return the outline of a formation in these positions."""
    return hull([(x, y) for x, y, _facing in places])
