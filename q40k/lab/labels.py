"""Labels of bundles: a study as a label, and some of its games played again to see whether it holds."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import blake2b
from math import comb, perm
from random import Random
from shlex import join
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from q40k.lab.designs import Plan, list_bouts
from q40k.lab.figures import Figure, mean_with_interval, means_by_seed, share_of, work_out
from q40k.lab.jobs import World
from q40k.lab.studies import Study
from q40k.lab.subject import Bout, Lab, Result, base_id
from q40k.packs.labels import CHECK_LETTERS, Found, Interval, Label

MOST_LINE_UPS = 20_000
"""A plan in which more fields meet is of no label."""
FAR = 1e9
"""Stands for an interval without an end, which no pack may hold."""


class BadLabel(ValueError):
    """A label that cannot be played again, with the word that is wrong in it."""


def make_label(lab: Lab, game: str, study: Study, world: World) -> Label:
    """Return a study as a label."""
    plan = study.plan
    return Label(
        command=command_of(game, plan),
        kind=plan.kind,
        entries=plan.entries,
        by_seat=plan.by_seat,
        shared=dict(plan.shared),
        seats=plan.seats,
        design=plan.design,
        games=len(study.bouts),
        seed=plan.seed,
        options=plan.options,
        version=world.version,
        rules=world.rules,
        packs=world.packs,
        found=tuple(_find_shares(lab, figure) for figure in study.figures.entries),
        turns=_turns(zip(study.bouts, study.results, strict=True)),
        checks="h" + "".join(map(check_of, study.results)),
    )


def command_of(game: str, plan: Plan) -> str:
    """Return the call of the lab that plays a plan, with everything said in full."""
    words = ["q40k", "lab", "weigh", "--game", game, f"--{plan.kind}", ",".join(plan.entries), "--what", plan.kind]
    for kind, ids in plan.shared.items():
        if ids and all(ids):
            words += [f"--{kind}", ",".join(ids)]
    words += ["--field", str(plan.seats), "--games", str(plan.games), "--seed", str(plan.seed)]
    words += ["--design", plan.design] if plan.by_seat else []
    return join([*words, *option_words(plan.options)])


def option_words(options: Mapping[str, Any]) -> list[str]:
    """Return the words of a call that set options of the table."""
    words = []
    for name, value in options.items():
        words += ["--option", f"{name}={value if isinstance(value, str) else msgspec.json.encode(value).decode()}"]
    return words


def check_of(result: Result) -> str:
    """Return some letters of the hash of a result."""
    encoded = msgspec.json.encode(result, order="deterministic")
    return blake2b(encoded, digest_size=CHECK_LETTERS // 2).hexdigest()


def _find_shares(lab: Lab, figure: Figure) -> Found:
    parts = lab.even_parts(figure.used) or ()
    shares = tuple(share_of(good, number) for number, good in parts)
    return Found(
        id=figure.id,
        share=(figure.share, figure.low, figure.high),
        parts=tuple((share.share, share.low, share.high) for share in shares),
    )


def _turns(played: Iterable[tuple[Bout, Result]]) -> Interval:
    mean = mean_with_interval(means_by_seed((b.seed, r.turns) for b, r in played if r.refusal is None))
    middle, low, high = (round(min(max(value, -FAR), FAR), 4) for value in (mean.share, mean.low, mean.high))
    return middle, low, high


# -- playing some of it again ------------------------------------------------------------------


def plan_of(label: Label, lab: Lab, library: Any) -> Plan:
    """Return the plan of a label. Raises BadLabel for what its game or these packs do not know."""
    kinds = {kind.id: kind for kind in lab.kinds}
    if label.kind not in kinds or set(label.shared) | {label.kind} != set(kinds):
        raise BadLabel(label.kind)
    for kind, ids in ({label.kind: label.entries} | label.shared).items():
        names_in_packs = lab.entries(library, kind)
        for id in ids:
            if base_id(id) not in names_in_packs and id not in kinds[kind].usual:
                raise BadLabel(id)
    if not label.entries or not all(label.shared.values()):
        raise BadLabel(label.kind)
    if label.design == "all" and _line_ups(len(set(label.entries)), label.seats) > MOST_LINE_UPS:
        raise BadLabel(label.design)
    is_playable = label.design == "mirror" or len(set(label.entries)) >= (2 if label.design == "all" else label.seats)
    if not lab.seats[0] <= label.seats <= lab.seats[1] or not is_playable:
        raise BadLabel(str(label.seats))
    names = ("kind", "entries", "by_seat", "shared", "seats", "design", "games", "seed", "options")
    try:
        return msgspec.convert({name: getattr(label, name) for name in names}, Plan)
    except msgspec.ValidationError as error:
        raise BadLabel(label.design) from error


def _line_ups(entries: int, seats: int) -> int:
    return comb(entries, seats) if entries >= seats else perm(entries, 2)


def choose_games(label: Label, number: int, chance: Random) -> list[int]:
    """Return the places of some games of a label, in order; nobody knows beforehand which."""
    return sorted(chance.sample(range(label.games), min(number, label.games)))


def bouts_at(plan: Plan, places: Collection[int]) -> list[Bout]:
    """Return the bouts at these places of a plan."""
    bouts = list_bouts(plan)
    return [bouts[place] for place in places]


class Compared(Struct, frozen=True):
    """A figure of the label beside that of the games that were played again.

    `what` is the entry, "turns", or the entry with the number of one of its parts.
    """

    what: str
    part: int
    label: Interval
    here: Interval
    is_exact: bool = False

    @property
    def fits(self) -> bool:
        """Whether both intervals overlap, or both figures are the same if they are of exactly the same games."""
        if self.is_exact:
            return self.here == self.label
        return self.here[1] <= self.label[2] and self.label[1] <= self.here[2]


class Verdict(Struct, frozen=True):
    """Whether a label holds. `different` are the numbers, from 1, of games that ended differently.

    `is_same_world`: rules and packs are those of the label, so every game must end exactly as it did.
    `is_same_program`: at least version and rules are, and with them the packs that come along.
    """

    played: int
    is_same_world: bool
    is_same_program: bool
    different: tuple[int, ...]
    rows: tuple[Compared, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against the label."""
        return not (self.different if self.is_same_world else ()) and all(row.fits for row in self.rows)


def judge(lab: Lab, label: Label, plan: Plan, world: World, played: Mapping[int, tuple[Bout, Result]]) -> Verdict:
    """Return the verdict on a label after the games at some of its places were played again."""
    is_same = (world.rules, world.packs) == (label.rules, label.packs)
    checks = label.game_checks
    different = tuple(place + 1 for place, (_, result) in played.items() if check_of(result) != checks[place])
    bouts, results = zip(*played.values(), strict=True) if played else ((), ())
    figures = work_out(plan, bouts, results)
    here = {figure.id: figure for figure in figures.entries if figure.games}
    rows = list(_compare(lab, label, here))
    if figures.games:
        rows.append(Compared("turns", 0, label.turns, _turns(played.values())))
    is_exact = is_same and len(played) == label.games
    is_same_program = (world.rules, world.version) == (label.rules, label.version)
    return Verdict(
        len(played), is_same, is_same_program, different, tuple(replace(row, is_exact=is_exact) for row in rows)
    )


def _compare(lab: Lab, label: Label, here: Mapping[str, Figure]) -> Iterator[Compared]:
    for finding in label.found:
        if finding.id not in here:
            continue
        again = _find_shares(lab, here[finding.id])
        yield Compared(finding.id, 0, finding.share, again.share)
        if len(again.parts) == len(finding.parts):  # in a few games one may not come up
            for number, (part, part_here) in enumerate(zip(finding.parts, again.parts, strict=True), 1):
                yield Compared(finding.id, number, part, part_here)
