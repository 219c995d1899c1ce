"""Assault moves, fights, morale and rally: their keys."""

from __future__ import annotations

from q40k.games.epic.rules.assault import Charge, Run
from q40k.games.epic.rules.corrections import Lose, PutInRetreat
from q40k.games.epic.rules.melee import Fight, factor
from q40k.games.epic.rules.morale import CallTest
from q40k.games.epic.rules.odds import survives
from q40k.games.epic.rules.offers import fights, runs, to_charge, to_rally
from q40k.games.epic.rules.rally import Rally
from q40k.games.epic.rules.state import Match
from q40k.games.epic.rules.winning import End
from q40k.games.epic.screen.base import Desk, action
from q40k.games.epic.screen.picking import Count, enemies_of, living, numbered, pick_formation
from q40k.games.epic.table.layout import placed
from q40k.games.epic.words.names import figures_name
from q40k.i18n.locale import N_
from q40k.tui.fields import Pick, Text
from q40k.tui.forms import Form


@action(
    "charge", "play", key="c", bar=0, name=N_("Charge"), when=lambda state: bool(to_charge(state)),
    help=N_(
        "A formation on Charge engages another: how many of its figures reach it; where places are"
        " kept the app sees who does."
    ),
)  # fmt: skip
def charge(desk: Desk) -> Form:
    """C: figures of a formation engage those of another: all that reach it, or so many of them."""
    able = to_charge(desk.state)
    formation = yield from pick_formation(desk, N_("Which formation charges?"), able)
    enemies = enemies_of(desk.state, formation)
    target = yield from pick_formation(desk, N_("Which formation is engaged?"), enemies)
    figures, targets = able[formation], desk.state.standing(target)
    if placed(desk.state, formation) and placed(desk.state, target):
        reached = runs(desk.state, figures, targets)
        if reached:
            return Charge(formation=formation, moves=reached)
        said = N_("Nobody of {formation} reaches {target}, or may engage it first.")
        desk.notice = desk.locale.say(said, formation=formation, target=target)
        return None
    many = len(figures)
    if many > 1:
        many = yield Count(desk.locale.gettext(N_("How many reach it?")), buffer=str(many))
    moves = tuple(
        Run(figure=figure, target=targets[number % len(targets)])
        for number, figure in enumerate(figures[:many])
    )
    return Charge(formation=formation, moves=moves)


def _fights(state: Match) -> list[tuple[str, tuple[str, ...]]]:
    """The fights that may be fought now; of one against one the initiative holder's comes first."""
    found: dict[frozenset[str], tuple[str, tuple[str, ...]]] = {}
    for one, against in fights(state):
        first = (one, against)
        if len(against) == 1 and state.side_of(one) != state.cup.holder:
            first = (against[0], (one,))
        found.setdefault(frozenset((one, *against)), first)
    return list(found.values())


def _wins(desk: Desk, one: str, against: tuple[str, ...]) -> str:
    """The chance of one figure to beat all it fights."""
    state = desk.state
    chance = survives(factor(state, one), [factor(state, other) for other in against])
    return desk.locale.say(N_("wins {chance}"), chance=desk.locale.percent(chance))


@action(
    "fight", "play", key="i", bar=0, name=N_("Fight"), when=lambda state: bool(_fights(state)),
    help=N_("The next fight: one figure against those in contact with it, dice or their sums."),
)  # fmt: skip
def fight(desk: Desk) -> Form:
    """I: a fight."""
    found = _fights(desk.state)
    labels, notes = {}, {}
    for number, (one, against) in enumerate(found):
        labels[number] = f"{one} > {figures_name(desk.locale, against)}"
        notes[number] = _wins(desk, one, against)
    place = 0
    if len(found) > 1:
        place = yield Pick(desk.locale.gettext(N_("Which fight?")), options=numbered(labels, notes))
    one, against = found[place]
    return Fight(one=one, against=against)


@action(
    "rally", "play", key="r", bar=0, name=N_("Rally"), when=lambda state: bool(to_rally(state)),
    help=N_("A formation in Retreat tries to rally."),
)  # fmt: skip
def rally(desk: Desk) -> Form:
    """R: a formation tries to rally."""
    ids = to_rally(desk.state)
    return Rally(formation=(yield from pick_formation(desk, N_("Which formation rallies?"), ids)))


def under_way(state: Match) -> bool:
    """Whether the armies stand."""
    return state.play.turn > 0


@action(
    "test", "right", key="t", bar=80, name=N_("Morale test"), when=under_way,
    help=N_("The table calls a morale test on a formation, with a word why."),
)  # fmt: skip
def test(desk: Desk) -> Form:
    """T: a morale test that the table calls."""
    state = desk.state
    ids = tuple(id for id in living(state) if not state.formations[id].officers)
    formation = yield from pick_formation(desk, N_("Which formation tests?"), ids)
    why = yield Text(desk.locale.gettext(N_("Why?")), may_be_empty=True, empty="")
    return CallTest(formation=formation, why=why)


@action(
    "lose", "right", key="l", bar=80, name=N_("Losses"), when=under_way,
    help=N_("Figures of a formation are lost, however it came about."),
)  # fmt: skip
def lose(desk: Desk) -> Form:
    """L: losses by hand."""
    formation = yield from pick_formation(desk, N_("Which formation?"), living(desk.state))
    figures, many = desk.state.alive(formation), 1
    if len(figures) > 1:
        many = yield Count(desk.locale.gettext(N_("How many are lost?")), buffer="1")
    return Lose(figures=figures[len(figures) - min(many, len(figures)) :])


@action(
    "retreat", "right", key="R", name=N_("Into Retreat"), when=under_way,
    help=N_("A formation goes into Retreat, because the table says so."),
)  # fmt: skip
def retreat(desk: Desk) -> Form:
    """Shift+R: into Retreat by hand."""
    state = desk.state
    ids = tuple(id for id in living(state) if not state.formations[id].retreats)
    return PutInRetreat(formation=(yield from pick_formation(desk, N_("Which formation?"), ids)))


@action(
    "end", "right", key="E", name=N_("End the match"), when=under_way,
    help=N_("The players stop: whoever has the objectives, or has lost less, has won."),
)  # fmt: skip
def end(_desk: Desk) -> End:
    """Shift+E: stop here."""
    return End()
