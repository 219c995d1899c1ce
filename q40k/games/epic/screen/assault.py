"""Assault moves, fights, morale and rally: their keys."""

from q40k.games.epic.screen import base
from q40k.games.epic.state.assault import Charge, Run
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.melee import Fight, FightDuels, duels, factor
from q40k.games.epic.state.morale import CallTest, Lose, PutInRetreat, Rally
from q40k.games.epic.state.odds import survival_chance
from q40k.games.epic.state.offers import (
    charging_figures,
    find_shortfall,
    possible_fights,
    possible_runs,
    rallying_formations,
)
from q40k.games.epic.state.winning import End
from q40k.games.epic.table.places import is_placed
from q40k.games.epic.words.names import cm, figures_name
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, Text
from q40k.tui.forms import Form


@base.action(
    "charge",
    "play",
    key="c",
    bar=3,
    name=N_("Charge"),
    when=lambda state: bool(charging_figures(state)),
    help=N_(
        "A formation on Charge engages another: how many of its figures reach it; where places are"
        " kept the app sees who does."
    ),
)
def charge(desk: base.Desk) -> Form:
    """c: let figures of a formation engage those of another: all that reach it, or some."""
    able = charging_figures(desk.state)
    formation = yield from base.pick_formation(desk, N_("Which formation charges?"), able)
    enemies = base.enemies_of(desk.state, formation)
    target = yield from base.pick_formation(desk, N_("Which formation is engaged?"), enemies)
    figures, targets = able[formation], desk.state.standing(target)
    if is_placed(desk.state, formation) and is_placed(desk.state, target):
        reached = possible_runs(desk.state, figures, targets)
        if reached:
            return Charge(formation=formation, moves=reached)
        desk.notice = _why_nobody(desk, formation, target, figures)
        return None
    many = len(figures)
    if many > 1:
        many = yield base.Count(desk.locale.gettext(N_("How many reach it?")), buffer=str(many))
    moves = tuple(
        Run(figure=figure, target=targets[number % len(targets)]) for number, figure in enumerate(figures[:many])
    )
    return Charge(formation=formation, moves=moves)


def _why_nobody(desk: base.Desk, formation: str, target: str, figures: tuple[str, ...]) -> str:
    """Return why nobody of a formation engages another: who comes nearest to it, and how far.

    Rule: EE-ASSAULT-3, EE-ASSAULT-5
    """
    short, locale = find_shortfall(desk.state, figures, desk.state.standing(target)), desk.locale
    assert short is not None
    sentence = N_("Nobody of {formation} reaches {target}: the way of {figure} to {enemy}, {far}, is barred.")
    if short.first is not None:
        sentence = N_("Nobody of {formation} may engage {target}: {first} is nearer to {figure} than {enemy}, {far}.")
    elif short.cm > short.most:
        sentence = N_("Nobody of {formation} reaches {target}: {figure} is {far} from {enemy} and can go {most}.")
    far, most = (cm(locale, round(length, 1)) for length in (short.cm, short.most))
    facts = {"figure": short.figure, "enemy": short.enemy, "first": short.first, "far": far, "most": most}
    return locale.say(sentence, formation=formation, target=target, **facts)


def _fights(state: Match) -> list[tuple[str, tuple[str, ...]]]:
    """Return the possible fights; in a fight of two the initiative holder's figure comes first."""
    fights_by_group: dict[frozenset[str], tuple[str, tuple[str, ...]]] = {}
    for figure, against in possible_fights(state):
        first = (figure, against)
        if len(against) == 1 and state.side_of(figure) != state.cup.holder:
            first = (against[0], (figure,))
        fights_by_group.setdefault(frozenset((figure, *against)), first)
    return list(fights_by_group.values())


def _wins(desk: base.Desk, figure: str, against: tuple[str, ...]) -> str:
    """Return the chance of one figure to beat all its opponents, in words."""
    state = desk.state
    chance = survival_chance(factor(state, figure), [factor(state, other) for other in against])
    return desk.locale.say(N_("wins {chance}"), chance=desk.locale.percent(chance))


@base.action(
    "fight",
    "play",
    key="i",
    bar=1,
    name=N_("Fight"),
    when=lambda state: bool(_fights(state)),
    help=N_(
        "The next fight: one figure against those in contact with it, dice or their sums; or all fights of one"
        " against one of this round, one after another."
    ),
)
def fight(desk: base.Desk) -> Form:
    """i: carry out a fight."""
    fights = _fights(desk.state)
    labels, notes = {}, {}
    for number, (figure, against) in enumerate(fights):
        labels[number] = f"{figure} > {figures_name(desk.locale, against)}"
        notes[number] = _wins(desk, figure, against)
    place, pairs = 0, len(duels(desk.state))
    if len(fights) > 1:
        options = base.number_options(labels, notes)
        if pairs > 1:
            label = desk.locale.say(N_("all {many} of one against one, in this order"), many=pairs)
            options = (Option("a", -1, label), *options)
        place = yield Pick(desk.locale.gettext(N_("Which fight?")), options=options)
    if place < 0:
        return FightDuels()
    figure, against = fights[place]
    return Fight(one=figure, against=against)


@base.action(
    "rally",
    "play",
    key="r",
    bar=1,
    name=N_("Rally"),
    when=lambda state: bool(rallying_formations(state)),
    help=N_("A formation in Retreat tries to rally."),
)
def rally(desk: base.Desk) -> Form:
    """r: let a formation try to rally."""
    ids = rallying_formations(desk.state)
    return Rally(formation=(yield from base.pick_formation(desk, N_("Which formation rallies?"), ids)))


def is_under_way(state: Match) -> bool:
    """Return whether the first turn has begun."""
    return state.play.turn > 0


@base.action(
    "test",
    "right",
    key="t",
    bar=9,
    name=N_("Morale test"),
    when=is_under_way,
    help=N_("The table calls a morale test on a formation, with a word why."),
)
def test(desk: base.Desk) -> Form:
    """t: take a morale test that the table calls."""
    state = desk.state
    ids = tuple(id for id in base.living_formations(state) if not state.formations[id].officers)
    formation = yield from base.pick_formation(desk, N_("Which formation tests?"), ids)
    why = yield Text(desk.locale.gettext(N_("Why?")), may_be_empty=True, empty="")
    return CallTest(formation=formation, why=why)


@base.action(
    "lose",
    "right",
    key="l",
    bar=8,
    name=N_("Losses"),
    when=is_under_way,
    help=N_("Figures of a formation are lost, however it came about."),
)
def lose(desk: base.Desk) -> Form:
    """l: record losses by hand."""
    formation = yield from base.pick_formation(desk, N_("Which formation?"), base.living_formations(desk.state))
    figures, many = desk.state.alive(formation), 1
    if len(figures) > 1:
        many = yield base.Count(desk.locale.gettext(N_("How many are lost?")), buffer="1")
    return Lose(figures=figures[len(figures) - min(many, len(figures)) :])


@base.action(
    "retreat",
    "right",
    key="comma r",
    name=N_("Into Retreat"),
    when=is_under_way,
    help=N_("A formation goes into Retreat, because the table says so."),
)
def retreat(desk: base.Desk) -> Form:
    """, r: put a formation into Retreat by hand."""
    state = desk.state
    ids = tuple(id for id in base.living_formations(state) if not state.formations[id].retreats)
    return PutInRetreat(formation=(yield from base.pick_formation(desk, N_("Which formation?"), ids)))


@base.action(
    "end",
    "right",
    key="comma e",
    name=N_("End the match"),
    when=is_under_way,
    help=N_("The players stop: the side that has the objectives, or has lost less, wins."),
)
def end(_desk: base.Desk) -> End:
    """, e: stop the match here."""
    return End()
