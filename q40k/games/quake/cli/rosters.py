"""`q40k champion import` and `export`: rosters of other programs, and ours for others."""

from typing import Any

import click
from msgspec import to_builtins

from q40k.cli.base import Answer, Argument, Call, Option, bad_value, command, json_option, number_option, packs_option
from q40k.cli.complete import complete_files, complete_packs
from q40k.cli.errors import DONE, MALFORMED, Failure
from q40k.cli.files import ask_for
from q40k.cli.open import match_option, open_match
from q40k.cli.say import N_, _, echo, locale, ngettext, on_a_terminal, remark
from q40k.cli.texts import echo_table
from q40k.games.quake.cli.home_made import ASKED, make_own
from q40k.games.quake.cli.picking import figure, named_champion, no_gear
from q40k.games.quake.packs.library import Library
from q40k.games.quake.packs.models import Champion
from q40k.games.quake.packs.rosters import (
    MappedFigure,
    RosterError,
    RosterFault,
    RosterFigure,
    map_figure,
    map_gear,
    read_roster,
)
from q40k.games.quake.words.champion import champion_line, item_name, profile
from q40k.kernel.whole_file import read_path

_FAULTS: dict[RosterFault, str] = {
    "unread": N_("This is no roster of BattleScribe (.ros, .rosz) or New Recruit (JSON), or not all of it."),
    "too-large": N_("This roster is too large."),
    "entities": N_("This file declares a document type or entities, which no roster needs: it is not read."),
    "no-roster": N_("There is no roster in this file."),
    "no-figures": N_("There is no figure in this roster."),
}


@command(
    "import",
    Argument(["file"], metavar=N_("FILE"), shell_complete=complete_files),
    number_option(["number", "--figure"], N_("The figure that comes into the arena, by its number in the list."), 1),
    Option(
        ["chosen", "--as"],
        metavar=N_("CHAMPION"),
        help=N_("Take it as this champion."),
        shell_complete=complete_packs("champions"),
    ),
    number_option(["--points"], N_("With --make: its points."), 1),
    Option(["make", "--make"], is_flag=True, help=N_("If no pack knows it, write it into your packs folder.")),
    json_option(N_("Print it as JSON.")),
    packs_option(),
)
def import_(
    call: Call, file: str, number: int | None, chosen: str | None, points: int | None, make: bool, as_json_: bool
) -> int | Answer:
    """Take a figure out of a roster."""

    try:
        figures = read_roster(read_path(file))
    except RosterError as error:
        raise Failure(f"{file}: {_(_FAULTS[error.code])}", "", MALFORMED) from error
    library = call.library(["champions", "weapons", "gear", "traits"])
    if number is None and not as_json_:
        _print_figures(library, figures)
        if not on_a_terminal("stdin", "stdout"):
            return DONE
        number = ask_for(_("Which one comes into the arena?"), click.IntRange(1, len(figures)))  # type: ignore[arg-type]
    if number is None:
        return Answer([_as_data(member, map_figure(library, member)) for member in figures], ())
    if number > len(figures):
        raise bad_value("--figure", _("there are {number} figures in this roster.", number=len(figures)))
    member = figures[number - 1]
    mapped = map_figure(library, member, library.champions[named_champion(library, chosen, "--as")] if chosen else None)
    if make or mapped.champion is None or mapped.certainty == "near":
        return _make(call, library, member, mapped, points, make=make)
    if not as_json_:
        _print_mapped(library, member, mapped)
    return Answer(lambda: _as_data(member, mapped), ("+".join((mapped.champion.id, *mapped.bought)),))


def _print_figures(library: Library, figures: list[RosterFigure]) -> None:

    rows = []
    for number, member in enumerate(figures, 1):
        mapped = map_figure(library, member)
        here = "-" if mapped.champion is None else mapped.champion.id + "?" * (mapped.certainty == "near")
        rows.append((str(number), member.name, member.unit, str(member.number), here, ", ".join(member.gear)))
    head = ("#", _("Figure"), _("Unit"), _("Number"), _("Here"), _("Gear"))
    echo_table(head, rows, right=(0, 3))


def _print_mapped(library: Library, member: RosterFigure, mapped: MappedFigure) -> None:
    """Say on standard error what became of a figure and of each piece of its gear."""

    assert mapped.champion is not None
    remark(_("{figure} is {champion} here.", figure=member.name, champion=champion_line(locale(), mapped.champion)))
    if mapped.certainty == "unit":
        remark(_("It is that by the name of its unit, {unit}, and by its profile.", unit=member.unit))
    if member.shared:
        shared = ", ".join(member.shared)
        remark(_("Of the whole squad, or of some of it: {gear}; leave out what this figure lacks.", gear=shared))
    texts = {
        "carried": N_("It carries anyway: {gear}."),
        "bought": N_("Bought as options: {gear}."),
        "refused": N_("Left out, as it is no option of this champion here: {gear}."),
        "unknown": N_("Left out, as no pack knows it: {gear}."),
    }
    for part, text in texts.items():
        if items := getattr(mapped, part):
            names = [item_name(locale(), library, item) for item in items]
            remark(_(text, gear=", ".join(names)))
    for stat, (theirs, ours) in mapped.differences.items():
        name = stat.upper() if stat not in ("ld", "sv") else stat.capitalize()
        ours_text = "-" if ours is None else ours
        remark(_("Its {stat} is {theirs} in the roster, {ours} here.", stat=name, theirs=theirs, ours=ours_text))


def _as_data(member: RosterFigure, mapped: MappedFigure) -> dict[str, Any]:
    return {
        "figure": member.name,
        "unit": member.unit,
        "army": member.army,
        "number": member.number,
        "points": member.points,
        "champion": mapped.champion.id if mapped.champion is not None and mapped.certainty != "near" else None,
        "near": mapped.champion.id if mapped.champion is not None and mapped.certainty == "near" else None,
        "certainty": mapped.certainty if mapped.champion is not None else None,
        "shared": list(member.shared),
        "gear": list(mapped.bought),
        "carried": list(mapped.carried),
        "no_option": list(mapped.refused),
        "unknown": list(mapped.unknown),
        "differences": {stat: {"roster": theirs, "here": ours} for stat, (theirs, ours) in mapped.differences.items()},
    }


def _make(
    call: Call, library: Library, member: RosterFigure, mapped: MappedFigure, points: int | None, *, make: bool
) -> int:
    """Write a champion of the roster's profile into the user's packs; ask for what the roster does not say.

    Raises Failure if that cannot be asked for, or if it shall not be made.
    """

    title = _("No pack knows a champion {name}.", name=member.name)
    if not make:
        near = mapped.champion
        advice = _("--make writes it into your packs folder, with the profile of the roster.")
        if near is not None:
            nearest = _(
                "The nearest is {champion}: take it with --as {id}.", champion=locale().name_of(near.name), id=near.id
            )
            advice = f"{nearest} {advice}"
        raise Failure(title, advice)
    agreed = points or member.points
    profile: dict[str, Any] = {**member.profile} | ({"points": agreed} if agreed else {})
    lacking = [(stat, words) for stat, words in ASKED[1:] if stat not in profile]
    if lacking and not on_a_terminal("stdin", "stdout"):
        names = locale().join_and(_(words) for _stat, words in lacking)
        advice = _(
            "The roster does not say: {names}. On a terminal you are asked; --points gives the points.", names=names
        )
        raise Failure(title, advice)
    for stat, words in lacking:
        profile[stat] = ask_for(_(words), int)
    ids, unknown = map_gear(library, member)
    remark(title)
    if unknown:
        remark(_("Left out, as no pack knows it: {gear}.", gear=", ".join(unknown)))
    options = (
        {"w": 1, "sv": None, "inv": None}
        | profile
        | {
            "name": member.name,
            "name_fr": None,
            "weapon": ids,
            "army": "home-made",
            "unit_type": "infantry",
            "base": 25,
            "id": None,
        }
    )
    champion, path = make_own(call, library, options)
    echo(champion.id)
    remark(_("Written to {path}.", path=path))
    return DONE


# -- export ----------------------------------------------------------------------------------------


@command(
    "export",
    Argument(["champions"], metavar=N_("[CHAMPION[+GEAR]]..."), nargs=-1, shell_complete=complete_packs("champions")),
    match_option(["--match"], N_("Those of this match.")),
    json_option(N_("Print it as JSON.")),
    packs_option(),
)
def export(call: Call, champions: tuple[str, ...], match: str | None) -> Answer:
    """Print champions as a roster."""
    if bool(champions) == (match is not None):
        raise bad_value(_("CHAMPION"), _("name champions, or a match with --match."))
    library = call.library(["champions", "weapons", "gear", "traits", "mods"])
    rows = _of_match(match) if match is not None else [("", *_build_champion(library, text)) for text in champions]
    return Answer(
        lambda: {"roster": [_roster_data(player, champion, gear) for player, champion, gear in rows]},
        lambda: _roster_lines(library, rows),
    )


Row = tuple[str, "Champion", tuple[str, ...]]


def _of_match(match: str) -> list[Row]:
    """Return the players of a match, with champions and the gear that they bought."""
    with open_match(match, game="quake") as match_session:
        state = match_session.state
        players = [state.players[name] for name in state.order if name in state.players] or [*state.players.values()]
        return [(player.name, player.champion, tuple(player.gear)) for player in players if player.present]


def _build_champion(library: Library, text: str) -> tuple[Champion, tuple[str, ...]]:
    outfitted = figure(library, text, None)
    if outfitted.unpaid:
        raise bad_value(_("CHAMPION"), no_gear(library, outfitted.built.id, outfitted.unpaid[0]))
    return outfitted.built, outfitted.gear


def _roster_data(player: str, champion: Champion, gear: tuple[str, ...]) -> dict[str, Any]:
    whole = to_builtins(champion)
    stats = ("ws", "bs", "s", "t", "w", "i", "a", "ld", "sv", "inv")
    return {
        "player": player or None,
        "champion": champion.id,
        "name": whole["name"],
        "army": champion.army,
        "points": champion.points,
        "profile": {stat: whole[stat] for stat in stats},
        "weapons": list(champion.weapons),
        "bought": list(gear),
    }


def _roster_lines(library: Library, rows: list[Row]) -> list[str]:

    lines = []
    for player, champion, _gear in rows:
        head = champion_line(locale(), champion)
        lines.append(_("{name}: {text}", name=player, text=head) if player else head)
        lines.append(f"  {profile(locale(), champion)}")
        if champion.weapons:
            lines.append("  " + ", ".join(item_name(locale(), library, item) for item in champion.weapons))
    total = sum(champion.points for _player, champion, _gear in rows)
    lines.append(
        ngettext("{number} figure, {points} points", "{number} figures, {points} points", len(rows), points=total)
    )
    return lines
