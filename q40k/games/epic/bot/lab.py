"""Epic Escarmouches in the lab: armies and scenarios, weighed by a plain bot on both sides."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from random import Random
from typing import Any, ClassVar

from q40k.games.epic.bot import drafts
from q40k.games.epic.bot.plain import Table, play
from q40k.games.epic.packs.armies import (
    Better,
    Force,
    ListedFormation,
    NoForce,
    better_formations,
    cost,
    fair_pair,
    force,
)
from q40k.games.epic.packs.scenarios import Scenario
from q40k.games.epic.state import assault, deployment, losses, opening, shooting
from q40k.games.epic.table.packs import EpicPacks
from q40k.games.epic.words.commentary import CAUSES
from q40k.i18n.locale import N_, Locale
from q40k.kernel.events import Event
from q40k.lab import subject
from q40k.lab.subject import Bout, Draft, Entry, Kind, Result
from q40k.packs.codes import pack_text
from q40k.packs.library import Library
from q40k.tabletop.asking import forbid

FORCES = {
    "space-marines": (
        *("tactical",) * 5,
        *("devastator",) * 2,
        "assault",
        "command",
        "dreadnought",
        "predator",
        "terminators",
    ),
    "orks": (*("boyz",) * 6, "goffs", "goffs", "nobz", "boss", "kans", "kans"),
    "eldar": (*("guardians",) * 6, "banshees", "dragons", "reapers", "reapers", "farseer", "falcon"),
    "imperial-guard": (*("squad",) * 7, "heavy", "heavy", "commissar", "ogryns", "leman-russ"),
}
FORMATIONS = 12
"""So many formations of an army a bot fields, of each of ours these."""
SCENARIOS = ("escarmouche", "objectif", "meeting", "bridge", "convoy", "last-stand", "raid", "hill")
TURNS = 6
LEAST, MOST = 350, 700
"""Forces drawn by chance cost between so many points."""
IN_TURN = "-in-turn-"
"""Between an attack and the turn of the first one, in what a result counts."""
_EPIC = "q40k.games.epic"


class EpicLab(subject.Lab):
    """Epic Escarmouches in the lab: the first seat has the first edge, or attacks.

    Option `points`: fair pairs of forces for so many points, instead of the twelve formations of
    each army. Option `by_chance`: forces drawn by chance, each for another number of points.
    """

    kinds: ClassVar[tuple[Kind, ...]] = (
        Kind("armies", N_("Armies, by id."), tuple(FORCES), True),
        Kind("scenarios", N_("Scenarios; the share of the first edge, or of the attacker, is weighed."), SCENARIOS),
    )
    rooms = tuple(f"{_EPIC}.{room}" for room in ("bot", "packs", "rules", "state", "table"))
    sides = (N_("first edge"), N_("second edge"))
    priced = "formations"
    makes = "scenarios"
    draft_options = drafts.OPTIONS
    lists: ClassVar[dict[str, Any]] = {"by_chance": True}

    def entries(self, library: Library, kind: str) -> Mapping[str, Entry]:
        """Return everything of a kind; formations with their points, as `army/formation`; armies that have some."""
        if kind == "formations":
            return list_formations(library)
        if kind == "armies":
            return {id: Entry(id, army.name) for id, army in library.of_kind(kind).items() if army.formations}
        return {id: Entry(id, item.name) for id, item in library.of_kind(kind).items()}

    def better(self, library: Library) -> Sequence[Better]:
        """Return pairs of formations of which the first is as good in every characteristic."""
        armies = [library.of_kind("armies")[army] for army in FORCES]
        return better_formations(armies, library.of_kind("profiles"), library.of_kind("weapons"))

    def play(self, library: Library, bout: Bout) -> Result:
        """Let bots play a game. Raises Refused."""
        scenario: Scenario = library.of_kind("scenarios")[bout.shared["scenarios"]]
        armies = (bout.value("armies", 0), bout.value("armies", 1))
        try:
            forces = _choose_forces(library, armies, bout)
        except NoForce as error:
            raise forbid("EE-ARMY-5", "no-force", said=error.army.id, points=error.points) from error
        table = set_up(library, scenario, forces, Table(bout.seed))
        lost: Counter[str] = Counter()
        first_turns: dict[str, int] = {}

        def watch(events: Sequence[Event]) -> None:
            lost.update(_find_losses(events))
            for attack in _find_attacks(events):
                first_turns.setdefault(attack, table.state.play.turn)

        table.watch = watch
        play(table)
        state = table.state
        winners = state.outcome.winners
        used = {f"loss-{cause}": (number, 0) for cause, number in sorted(lost.items())}
        used |= {f"{attack}{IN_TURN}{turn}": (1, 0) for attack, turn in sorted(first_turns.items())}
        first = 0.5 if not winners else float(winners[0] == "p1")
        return Result(
            won=(first, 1 - first),
            turns=state.play.turn,
            inputs=table.inputs,
            met="won" if winners else "drawn",
            used=used,
            fielded=tuple(tuple(f"{f.army.id}/{listed.id}" for listed in f.formations) for f in forces),
        )

    def label(self, locale: Locale, word: str) -> str:
        """Return in a few words what a result counts: losses by a cause, first attacks by turn, how it ended."""
        attack, _in_turn, turn = word.rpartition(IN_TURN)
        if attack:
            return locale.say(
                {"shot": N_("first shot in turn {turn}"), "charge": N_("first charge in turn {turn}")}[attack],
                turn=turn,
            )
        ends = {"won": N_("a victory"), "drawn": N_("a draw")}
        return locale.gettext(ends.get(word) or CAUSES.get(word.removeprefix("loss-"), word))

    def draft(self, library: Library, id: str, seed: int, options: Mapping[str, Any]) -> Draft:
        """Make a scenario. Raises Refused."""
        scenario, aim = drafts.draft_scenario(id, seed, options)
        return Draft(
            id, pack_text({"scenarios": [scenario]}), f"{aim} {scenario.size_cm[0]}x{scenario.size_cm[1]}", seed
        )


def _find_losses(events: Sequence[Event]) -> Counter[str]:
    lost: Counter[str] = Counter()
    for event in events:
        if isinstance(event, losses.Lost):
            lost[event.cause] += len(event.figures)
    return lost


def _find_attacks(events: Sequence[Event]) -> Iterator[str]:
    """Yield "shot" for each volley with a die that may hit, and "charge" for each figure that engages an enemy."""
    for event in events:
        if isinstance(event, shooting.Fired) and not all(aim.fails for aim in event.aims):
            yield "shot"
        elif isinstance(event, assault.Ran) and event.target is not None:
            yield "charge"


def _choose_forces(library: Library, armies: tuple[str, str], bout: Bout) -> tuple[Force, Force]:
    """Return the forces of a bout: the same ones whichever edge they have. Raises NoForce."""
    lists, profiles = library.of_kind("armies"), library.of_kind("profiles")
    points, chance = bout.options.get("points"), Random(f"{sorted(armies)}/{bout.seed}")
    if bout.options.get("by_chance"):
        by_army = {army: force(lists[army], profiles, chance.randint(LEAST, MOST), chance) for army in sorted(armies)}
        return by_army[armies[0]], by_army[armies[1]]
    if not points:
        return take_twelve(library, armies[0]), take_twelve(library, armies[1])
    first, second = sorted(armies)
    pair = fair_pair((lists[first], lists[second]), profiles, int(points), chance)
    return pair if armies == (first, second) else (pair[1], pair[0])


def list_formations(library: Library) -> dict[str, Entry]:
    """Return every formation of a shipped army that has points, as `army/formation`."""
    profiles = library.of_kind("profiles")
    return {
        f"{army}/{formation.id}": Entry(f"{army}/{formation.id}", formation.name, float(price))
        for army in FORCES
        for formation in library.of_kind("armies")[army].formations
        if (price := cost(formation, profiles)) is not None
    }


def take_twelve(library: Library, army: str) -> Force:
    """Return the twelve formations of an army that a bot fields: of one that is not ours, its own in turn."""
    listed = library.of_kind("armies")[army]
    formations: dict[str, ListedFormation] = {formation.id: formation for formation in listed.formations}
    ids = FORCES.get(army) or islice(cycle(formations), FORMATIONS)
    chosen = tuple(formations[id] for id in ids)
    return Force(listed, chosen, sum(formation.points or 0 for formation in chosen))


def set_up(library: Library, scenario: Scenario, forces: tuple[Force, Force], table: Table) -> Table:
    """Return a match with two forces about to be set up; the first force has the first edge."""
    packs, limit = EpicPacks(), scenario.turn_limit or TURNS
    table.do(opening.New(scenario=scenario.id, scenario_data=scenario, options={"turn_limit": limit}))
    for player, (army, formations, _points) in zip("AB", forces, strict=True):
        join = opening.Army(player=player, name=army.id, strategic=army.strategic, morale=army.morale)
        table.do(join)
        for number, formation in enumerate(formations, 1):
            groups = tuple(opening.Group(profile=m.profile, n=m.n) for m in formation.figures)
            muster = opening.Muster(player=player, id=f"{player}{number}", figures=groups)
            table.do(packs.complete(library, table.state, muster))
    table.do(deployment.Start(edges={"A": scenario.edges[0], "B": scenario.edges[1]}))
    return table
