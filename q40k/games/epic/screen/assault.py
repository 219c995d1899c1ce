"""Assault moves, fights, morale and rally: their keys."""

from collections.abc import Iterable
from functools import partial

from q40k.games.epic.packs.profiles import read_figures
from q40k.games.epic.screen import base
from q40k.games.epic.state import offers
from q40k.games.epic.state.assault import Charge, Run
from q40k.games.epic.state.game import EpicRules
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.melee import Fight, FightDuels, duels, factor
from q40k.games.epic.state.morale import CallTest, Lose, PutInRetreat, Rally
from q40k.games.epic.state.odds import survival_chance
from q40k.games.epic.state.questions import find_figure
from q40k.games.epic.state.registry import Command
from q40k.games.epic.state.winning import End, Ended
from q40k.games.epic.table.places import is_placed
from q40k.games.epic.words.names import cm, figures_name, side_name
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_, Locale
from q40k.kernel.driver import Run as DriverRun
from q40k.tabletop.asking import forbid
from q40k.tui.fields import Option, Pick, Several, Text
from q40k.tui.forms import OTHER, Form

FIGHTERS = 2
"""The fewest figures of a fight."""


@base.action(
    "charge",
    "play",
    key="c",
    bar=3,
    name=N_("Charge"),
    when=lambda state: bool(offers.charging_figures(state)),
    help=N_(
        "A formation on Charge engages another: how many of its figures reach it; where places are"
        " kept the app sees who does."
    ),
)
def charge(desk: base.Desk) -> Form:
    """c: let figures of a formation engage those of another: all that reach it, or some."""
    able = offers.charging_figures(desk.state)
    formation = yield from base.pick_formation(desk, N_("Which formation charges?"), able)
    engaged = tuple(figure for figure in able[formation] if desk.state.touching(figure))
    if engaged and (yield from _asks_to_leave(desk, engaged)):
        return (yield from _leave_contact(desk, formation, engaged))
    enemies = base.enemies_of(desk.state, formation)
    target = yield from base.pick_formation(desk, N_("Which formation is engaged?"), enemies)
    figures, targets = able[formation], desk.state.standing(target)
    if is_placed(desk.state, formation) and is_placed(desk.state, target):
        reached = offers.possible_runs(desk.state, figures, targets)
        if reached:
            return Charge(formation=formation, moves=reached)
        desk.notice = _why_nobody(desk, formation, target, figures)
        return None
    many = len(figures)
    who = desk.locale.gettext(N_("who engages whom"))
    if many > 1 or len(targets) > 1:
        title = desk.locale.gettext(N_("How many reach it?"))
        many = yield base.Count(title, buffer=str(many), least=1, most=many, other=who)
    if many is OTHER:
        hint = desk.locale.gettext(N_("such as 2 Nob/2, 1 Nob/3: in the order of its figures"))
        read = partial(_read_opponents, desk.state, formation, figures)
        return Charge(
            formation=formation,
            moves=(yield Text(desk.locale.gettext(N_("Who is engaged?")), hint=hint, read=read, names=tuple(targets))),
        )
    return Charge(formation=formation, moves=_share_out(desk.state, figures[:many], targets))


def _share_out(state: Match, figures: Iterable[str], targets: Iterable[str]) -> tuple[Run, ...]:
    """Return the runs of figures, each at the target that the fewest figures engage."""
    engaged = {target: len(state.touching(target)) for target in targets}
    runs = []
    for figure in figures:
        target = min(engaged, key=lambda id: engaged[id])
        engaged[target] += 1
        runs.append(Run(figure=figure, target=target))
    return tuple(runs)


def _read_opponents(state: Match, formation: str, figures: tuple[str, ...], text: str) -> tuple[Run, ...]:
    """Return the runs in a typed text, "2 Nob/2, 1 Nob/3", for the figures of a formation in order.

    Raises Refused.

    Rule: EE-ASSAULT-5
    """
    runs: tuple[Run, ...] = ()
    targets = base.enemy_targets(state, formation)
    for many, name in read_figures(text):
        target = base.find_target(targets, name, "EE-ASSAULT-5")
        chargers = figures[len(runs) : len(runs) + many]
        if len(chargers) < many:
            raise forbid("EE-ASSAULT-2", "too-few-chargers", formation=formation, got=many, left=len(chargers))
        whole = target in state.formations
        runs += _share_out(state, chargers, state.standing(target) if whole else (target,))
    return runs


def _asks_to_leave(desk: base.Desk, engaged: tuple[str, ...]) -> Form:
    """Return whether figures that nobody pins leave who engages them, or engage others."""
    figures = figures_name(desk.locale, engaged)
    leave = desk.locale.say(N_("{figures} leave the contact"), figures=figures)
    options = (Option("1", True, leave), Option("2", False, desk.locale.gettext(N_("it engages a formation"))))
    title = desk.locale.say(N_("Nobody pins {figures}: what does it do?"), figures=figures)
    return (yield Pick(title, options=options, rule="EE-PIN-3"))


def _leave_contact(desk: base.Desk, formation: str, engaged: tuple[str, ...]) -> Form:
    """Let figures move off; where places are kept, ask where each of them goes.

    Rule: EE-PIN-3
    """
    runs = []
    for figure in engaged:
        start = desk.state.figures[figure].position.at
        if start is None:
            runs.append(Run(figure=figure))
            continue
        answer = yield base.spot_field(
            desk,
            desk.locale.say(N_("{figure}: where does it go?"), figure=figure),
            start,
            partial(_warn_of_run, desk, formation, figure),
            rule="EE-PIN-3",
        )
        runs.append(Run(figure=figure, to=answer.at))
    return Charge(formation=formation, moves=tuple(runs))


def _warn_of_run(desk: base.Desk, formation: str, figure: str, at: Spot) -> tuple[str, ...]:
    return base.warnings_for(desk, Charge(formation=formation, moves=(Run(figure=figure, to=at),)))


def _why_nobody(desk: base.Desk, formation: str, target: str, figures: tuple[str, ...]) -> str:
    """Return why nobody of a formation engages another: who comes nearest to it, and how far.

    Rule: EE-ASSAULT-3, EE-ASSAULT-5
    """
    short, locale = offers.find_shortfall(desk.state, figures, desk.state.standing(target)), desk.locale
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
    for figure, against in offers.possible_fights(state):
        first = (figure, against)
        if len(against) == 1 and state.side_of(figure) != state.cup.holder:
            first = (against[0], (figure,))
        fights_by_group.setdefault(frozenset((figure, *against)), first)
    return list(fights_by_group.values())


def wins_text(locale: Locale, state: Match, figure: str, against: Iterable[str]) -> str:
    """Return the chance of one figure to beat all its opponents, in words."""
    chance = survival_chance(factor(state, figure), [factor(state, other) for other in against])
    return locale.say(N_("wins {chance}"), chance=locale.percent(chance))


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
        notes[number] = wins_text(desk.locale, desk.state, figure, against)
    place, pairs = 0, len(duels(desk.state))
    if len(fights) > 1:
        options = base.number_options(labels, notes)
        if pairs > 1:
            label = desk.locale.say(N_("all {many} of one against one, in this order"), many=pairs)
            options = (Option("a", -1, label), *options)
        other = desk.locale.gettext(N_("who fights whom"))
        place = yield Pick(desk.locale.gettext(N_("Which fight?")), options=options, other=other)
    if place is OTHER:
        hint = desk.locale.gettext(N_("such as Nob/1, M/2, M/1: one, then those it fights, in their order"))
        read = partial(_read_fight, desk.state)
        names = tuple(dict.fromkeys(name for figure, against in fights for name in (figure, *against)))
        return (yield Text(desk.locale.gettext(N_("Who fights whom?")), hint=hint, read=read, names=names))
    if place < 0:
        return FightDuels()
    figure, against = fights[place]
    if len(against) > 1:
        against = yield from _ask_fight_order(desk, figure, against)
    return Fight(one=figure, against=against)


def _ask_fight_order(desk: base.Desk, figure: str, against: tuple[str, ...]) -> Form:
    """Let the side of several figures say in which order they fight a single one.

    Rule: EE-MELEE-3
    """
    locale, state = desk.locale, desk.state
    side = side_name(state, state.side_of(against[0]))
    title = locale.say(N_("{side}: in which order do they fight {figure}?"), side=side, figure=figure)
    why = locale.gettext(N_("The first rolls 2D6, each further one a die more. Enter: the rest, as listed."))
    labels = {other: f"{other} {locale.name_of(state.profile(other).name)}" for other in against}
    options = base.number_options(labels)
    return tuple((yield Several(title, options=options, whole=True, why=why, rule="EE-MELEE-3")))


def _read_fight(state: Match, text: str) -> Fight:
    """Return the fight in a typed text: one figure, then those it fights. Raises Refused.

    Rule: EE-MELEE-3, EE-MELEE-4
    """
    names = [name for name in text.replace(",", " ").split() if name]
    figures = [find_figure(state, name) for name in names]
    if len(figures) < FIGHTERS:
        raise forbid("EE-MELEE-1", "nobody-to-fight", figure=text.strip() or "-")
    return Fight(one=figures[0], against=tuple(figures[1:]))


@base.action(
    "rally",
    "play",
    key="r",
    bar=1,
    name=N_("Rally"),
    when=lambda state: bool(offers.rallying_formations(state)),
    help=N_("A formation in Retreat tries to rally."),
)
def rally(desk: base.Desk) -> Form:
    """r: let a formation try to rally."""
    ids = offers.rallying_formations(desk.state)
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
        which = desk.locale.gettext(N_("which of them"))
        title = desk.locale.gettext(N_("How many are lost?"))
        many = yield base.Count(title, buffer="1", least=1, most=len(figures), other=which)
    if many is OTHER:
        labels = {figure: f"{figure} {desk.locale.name_of(desk.state.profile(figure).name)}" for figure in figures}
        chosen = yield Several(desk.locale.gettext(N_("Who is lost?")), options=base.number_options(labels))
        return Lose(figures=tuple(chosen))
    return Lose(figures=figures[len(figures) - many :])


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
def end(desk: base.Desk) -> Form:
    """, e: stop the match here, once it is said who would win."""
    locale, state = desk.locale, desk.state
    run: DriverRun[Match, Command] = DriverRun(EpicRules(), state, End())
    ended = next(event for event in run.start() if isinstance(event, Ended))
    result = desk.words.tell(locale, state, ended) or ""
    return End() if (yield from base.confirm(desk, locale.say(N_("{result}. End the match?"), result=result))) else None
