"""Forms to make a champion at the table: a line of figures, points, weapons, a base.

Enter skips a field, which then has the value of a Space Marine. The proposed points are those of
the champion with the most similar profile.
"""

from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

from q40k.games.quake.packs.models import Champion
from q40k.games.quake.screen.base import Desk, GearPick
from q40k.games.quake.state.table.champion import agreed_budget, judge
from q40k.games.quake.table import home_made
from q40k.games.quake.table.packs import MOST_POINTS
from q40k.games.quake.words.champion import finding, item_name, profile, stat_name, value_text
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.error_texts import file_error
from q40k.kernel.events import Refused
from q40k.kernel.text import is_digits
from q40k.kernel.whole_file import read_path
from q40k.packs.problems import PackError
from q40k.tabletop.asking import forbid
from q40k.tui.fields import Field, Option, Pick, Telling, Text

BASES = (25, 32, 40, 60)


Figures = Mapping[str, Any]


def make_at_the_table(desk: Desk, name: str) -> Generator[Field, Any, Champion]:
    """Ask for a champion of this name, and keep it for later matches."""
    figures: dict[str, Any] = {"name": name, "weapon": (), "base": 25, "unit_type": "infantry"}
    figures |= yield _profile(desk, figures)
    similar = home_made.find_most_similar(
        desk.library, {stat: figures[stat] for stat in (*home_made.STATS, "sv", "inv")}
    )
    proposed = similar.points if similar else 15
    figures["points"] = yield _points(desk, figures, proposed, similar)
    marine = desk.library.champions.get(home_made.USUAL)
    figures["weapon"] = tuple((yield _weapons(desk, figures, marine.weapons if marine else ())))
    figures["base"] = yield _base(desk, figures, marine.base_mm if marine else 25)
    champion = home_made.make_champion(desk.library, figures)
    champion = yield from _keep(desk, champion)
    champions = {**desk.library.champions, champion.id: champion}
    desk.use_packs(desk.library.replace(champions=champions))
    return champion


def _keep(desk: Desk, champion: Champion) -> Generator[Field, Any, Champion]:
    """Keep a champion for later matches; if that fails, ask for another folder, or play without."""
    folder: Path | None = None
    while True:
        try:
            return home_made.keep(desk.library, champion, folder)
        except (OSError, PackError) as error:
            if not (yield _tell_not_kept(desk, champion, error)):
                return champion
        folder = yield _ask_folder(desk)


def _picture(desk: Desk, figures: Figures) -> tuple[str, ...]:
    """Describe the champion so far, one line each: profile, value, weapons."""
    champion = home_made.make_champion(desk.library, {"points": 1, **figures})
    lines = [profile(desk.locale, champion)]
    if "points" in figures:
        lines.append(value_text(desk.locale, champion.points))
    weapons = [item_name(desk.locale, desk.library, item) for item in champion.weapons]
    return (*lines, *weapons)


def _profile(desk: Desk, figures: Figures) -> Telling:
    _ = desk.locale.gettext

    def tell(typed: str) -> tuple[str, ...]:
        try:
            return _picture(desk, {**figures, **home_made.read_profile(typed)})
        except home_made.BadFigure as error:
            return (WORDS.refuse(desk.locale, _refuse_figure(desk, error).refusal),)

    def read(typed: str) -> Figures:
        try:
            return home_made.read_profile(typed)
        except home_made.BadFigure as error:
            raise _refuse_figure(desk, error) from error

    return _with_notes(
        Telling(
            _("{name}: WS BS S T W I A Ld Sv, and Inv if any").format(name=figures["name"]),
            why=_("Values you leave out are a Space Marine’s; Enter: all of them."),
            rule="CHAMPION-1",
            hint=_("such as 4 4 4 4 1 4 1 8 3+"),
            read=read,
            may_be_empty=True,
            empty=home_made.read_profile(""),
            tell=tell,
        )
    )


def _with_notes(field: Telling) -> Telling:
    field.update_notes()
    return field


def _refuse_figure(desk: Desk, error: home_made.BadFigure) -> Refused:
    facts = {"stat": stat_name(desk.locale, error.stat), "typed": error.got}
    return forbid("CHAMPION-1", "bad-figure", **facts, least=error.least, most=error.most)


def _points(desk: Desk, figures: Figures, proposed: int, similar: Champion | None) -> Telling:
    _ = desk.locale.gettext

    def read(typed: str) -> int:
        points = int(typed) if is_digits(typed) and len(typed) < 6 else 0
        if not 1 <= points <= MOST_POINTS:
            raise forbid("CHAMPION-1", "bad-points", typed=typed, most=MOST_POINTS)
        return points

    def tell(typed: str) -> tuple[str, ...]:
        points = int(typed) if is_digits(typed) and len(typed) < 5 else proposed
        figures_now = {**figures, "points": min(max(points, 1), MOST_POINTS)}
        return (*_picture(desk, figures_now), *_doubts(desk, figures_now))

    name_there = desk.locale.name_of(similar.name) if similar else ""
    return _with_notes(
        Telling(
            _("{name}: points agreed at the table").format(name=figures["name"]),
            why=_("Enter: {points}, as {champion} with much the same profile.").format(
                points=proposed, champion=name_there
            ),
            rule="CHAMPION-1",
            read=read,
            may_be_empty=True,
            empty=proposed,
            tell=tell,
        )
    )


def _doubts(desk: Desk, figures: Figures) -> tuple[str, ...]:
    """Return the objections of the match's rules to the champion."""
    state = desk.state
    if state.setup.mod is None:
        return ()
    findings = judge(home_made.make_champion(desk.library, figures), (), state.setup.mod, budget=agreed_budget(state))
    doubts = (doubt for doubt in findings if doubt.answer == "no")
    return tuple(f"{doubt.rule} · {finding(desk.locale, doubt, desk.library)}" for doubt in doubts)


def _weapons(desk: Desk, figures: Figures, carried: Sequence[str]) -> GearPick:
    _ = desk.locale.gettext
    library = desk.library

    def price(picked: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        champion = home_made.make_champion(library, {**figures, "weapon": tuple(picked)})
        return f"{value_text(desk.locale, champion.points)} · {profile(desk.locale, champion)}", ()

    options = tuple(
        Option("", item, item_name(desk.locale, library, item)) for item in (*library.weapons, *library.gear)
    )
    field = GearPick(
        _("{name}: which weapons and gear?").format(name=figures["name"]),
        rule="CHAMPION-4",
        hint=_("letters, ↑ ↓ mark, Backspace takes back, Enter ends"),
        options=options,
        picked=[item for item in carried if item in library.weapons or item in library.gear],
        price=price,
    )
    field.update_notes()
    return field


def _base(desk: Desk, figures: Figures, usual: int) -> Pick:
    _ = desk.locale.gettext
    sizes = sorted({*BASES, usual})
    options = tuple(Option(str(size), size, _("mm across")) for size in sizes)
    return Pick(
        _("{name}: which base?").format(name=figures["name"]),
        hint=_("Enter: the marked one; then it is kept for next time"),
        notes=_picture(desk, figures),
        options=options,
        chosen=sizes.index(usual),
    )


def _tell_not_kept(desk: Desk, champion: Champion, error: Exception) -> Pick:
    _ = desk.locale.gettext
    trouble = file_error(desk.locale, error) if isinstance(error, OSError) else None
    why = trouble.title if trouble is not None else getattr(error, "strerror", "") or str(error)
    name = desk.locale.name_of(champion.name)
    return Pick(
        _("{name} cannot be kept for next time: {why}").format(name=name, why=why),
        options=(Option("1", False, _("play with it all the same")), Option("2", True, _("keep it in another folder"))),
    )


def _ask_folder(desk: Desk) -> Text:
    _ = desk.locale.gettext
    return Text(_("In which folder?"), most=400, hint=_("such as /media/stick"), read=read_path)
