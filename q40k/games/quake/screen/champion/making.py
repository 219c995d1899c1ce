"""Making a champion of one's own at the table: a line of figures, points, weapons, a base.

Enter skips a field: it is then as with a Space Marine, and as dear as the known champion whose
profile is most alike.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from q40k.games.quake.packs.models import Champion
from q40k.games.quake.rules.champion import agreed_budget, judge
from q40k.games.quake.rules.questions import forbid
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.champion.gear import GearPick
from q40k.games.quake.table.home_made import (
    STATS,
    USUAL,
    BadFigure,
    find_most_similar,
    keep,
    make_champion,
    read_profile,
)
from q40k.games.quake.table.resolve import MOST_POINTS
from q40k.games.quake.words.champion import profile, value_text
from q40k.games.quake.words.packs.champions import finding, item_name, stat_name
from q40k.games.quake.words.wording import WORDS
from q40k.kernel.events import Refused
from q40k.packs.problems import PackError
from q40k.tui.fields import Field, Option, Pick, Telling

BASES = (25, 32, 40, 60)


Figures = Mapping[str, Any]


def make(desk: Desk, name: str) -> Generator[Field, Any, Champion]:
    """Ask for a champion of this name, and keep it for next time."""
    given: dict[str, Any] = {"name": name, "weapon": (), "base": 25, "unit_type": "infantry"}
    given |= yield _profile(desk, given)
    usual = find_most_similar(desk.library, {stat: given[stat] for stat in (*STATS, "sv", "inv")})
    proposed = usual.points if usual else 15
    given["points"] = yield _points(desk, given, proposed, usual)
    marine = desk.library.champions.get(USUAL)
    given["weapon"] = tuple((yield _weapons(desk, given, marine.weapons if marine else ())))
    given["base"] = yield _base(desk, given, marine.base_mm if marine else 25)
    champion = make_champion(desk.library, given)
    try:
        champion = keep(desk.library, champion)
    except (OSError, PackError) as error:
        yield _not_kept(desk, champion, error)
    known = {**desk.library.champions, champion.id: champion}
    desk.use_packs(desk.library.replace(champions=known))
    return champion


def _picture(desk: Desk, given: Figures) -> tuple[str, ...]:
    """What the champion is so far, in a line each: profile, value, weapons, doubts."""
    champion = make_champion(desk.library, {"points": 1, **given})
    lines = [profile(desk.locale, champion)]
    if "points" in given:
        lines.append(value_text(desk.locale, champion.points))
    weapons = [item_name(desk.locale, desk.library, item) for item in champion.weapons]
    return (*lines, *weapons)


def _profile(desk: Desk, given: Figures) -> Telling:
    _ = desk.locale.gettext

    def tell(typed: str) -> tuple[str, ...]:
        try:
            return _picture(desk, {**given, **read_profile(typed)})
        except BadFigure as bad:
            return (WORDS.refuse(desk.locale, _bad(desk, bad).refusal),)

    def read(typed: str) -> Figures:
        try:
            return read_profile(typed)
        except BadFigure as bad:
            raise _bad(desk, bad) from bad

    return _told(
        Telling(
            _("{name}: WS BS S T W I A Ld Sv, and Inv if any").format(name=given["name"]),
            why=_("What you leave out is as with a Space Marine; Enter alone: all of it."),
            rule="CHAMPION-1",
            hint=_("such as 4 4 4 4 1 4 1 8 3+"),
            read=read,
            may_be_empty=True,
            empty=read_profile(""),
            tell=tell,
        )
    )


def _told(one: Telling) -> Telling:
    one.update_notes()
    return one


def _bad(desk: Desk, bad: BadFigure) -> Refused:
    facts = {"stat": stat_name(desk.locale, bad.stat), "typed": bad.got}
    return forbid("CHAMPION-1", "bad-figure", **facts, least=bad.least, most=bad.most)


def _points(desk: Desk, given: Figures, proposed: int, usual: Champion | None) -> Telling:
    _ = desk.locale.gettext

    def read(typed: str) -> int:
        points = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 0
        if not 1 <= points <= MOST_POINTS:
            raise forbid("CHAMPION-1", "bad-points", typed=typed, most=MOST_POINTS)
        return points

    def tell(typed: str) -> tuple[str, ...]:
        points = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 5 else proposed
        told = {**given, "points": min(max(points, 1), MOST_POINTS)}
        return (*_picture(desk, told), *_doubts(desk, told))

    whom = desk.locale.name_of(usual.name) if usual else ""
    return _told(
        Telling(
            _("{name}: points agreed at the table").format(name=given["name"]),
            why=_("Enter alone: {points}, as {champion} with much the same profile.").format(
                points=proposed, champion=whom
            ),
            rule="CHAMPION-1",
            read=read,
            may_be_empty=True,
            empty=proposed,
            tell=tell,
        )
    )


def _doubts(desk: Desk, given: Figures) -> tuple[str, ...]:
    """What the match's rules say against the champion."""
    state = desk.state
    if state.setup.mod is None:
        return ()
    found = judge(
        make_champion(desk.library, given), (), state.setup.mod, budget=agreed_budget(state)
    )
    against = (one for one in found if one.answer == "no")
    return tuple(f"{one.rule} · {finding(desk.locale, one, desk.library)}" for one in against)


def _weapons(desk: Desk, given: Figures, carried: Sequence[str]) -> GearPick:
    _ = desk.locale.gettext
    library = desk.library

    def price(picked: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        champion = make_champion(library, {**given, "weapon": tuple(picked)})
        return f"{value_text(desk.locale, champion.points)} · {profile(desk.locale, champion)}", ()

    options = tuple(
        Option("", item, item_name(desk.locale, library, item))
        for item in (*library.weapons, *library.gear)
    )
    one = GearPick(
        _("{name}: which weapons and gear?").format(name=given["name"]),
        rule="CHAMPION-4",
        hint=_("letters, ↑ ↓ mark, Backspace takes back, Enter ends"),
        options=options,
        picked=[item for item in carried if item in library.weapons or item in library.gear],
        price=price,
    )
    one.update_notes()
    return one


def _base(desk: Desk, given: Figures, usual: int) -> Pick:
    _ = desk.locale.gettext
    sizes = sorted({*BASES, usual})
    options = tuple(Option(str(size), size, _("mm across")) for size in sizes)
    return Pick(
        _("{name}: which base?").format(name=given["name"]),
        hint=_("Enter: the marked one; then it is kept for next time"),
        notes=_picture(desk, given),
        options=options,
        chosen=sizes.index(usual),
    )


def _not_kept(desk: Desk, champion: Champion, error: Exception) -> Pick:
    _ = desk.locale.gettext
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    name = desk.locale.name_of(champion.name)
    return Pick(
        _("{name} cannot be kept for next time: {why}").format(name=name, why=why),
        options=(Option("1", True, _("play with it all the same")),),
    )
