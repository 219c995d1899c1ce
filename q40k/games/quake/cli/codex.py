"""Define the commands that list packs (champions, weapons, mods, arenas) and describe the game."""

from collections.abc import Iterator

import click
from msgspec import to_builtins

from q40k.cli import base
from q40k.cli.complete import complete_packs
from q40k.cli.errors import DONE, REFUSED, add_nearest
from q40k.cli.say import N_, _, echo, echo_lines, locale, remark
from q40k.cli.texts import pad, table
from q40k.games.game import folder_of, manifests
from q40k.games.quake.cli.picking import known_mod
from q40k.games.quake.packs.library import Library, fold_text
from q40k.games.quake.packs.models import Champion
from q40k.games.quake.table.packs import nearest_first
from q40k.games.quake.words.champion import army_name, doubt, profile, weapon_characteristics
from q40k.games.quake.words.packs.arenas import players, temper
from q40k.games.quake.words.packs.mods import explain
from q40k.games.quake.words.reference import credits_of, phases_of
from q40k.games.quake.words.wording import certainty_name
from q40k.i18n.width import width
from q40k.kernel.lookup import nearest


@base.verb(
    base.Argument(["words"], metavar=N_("[WORDS]..."), nargs=-1),
    base.Option(["--army"], metavar=N_("ARMY"), help=N_("Only those of this army.")),
    base.number_option(["--max-points"], N_("Only those who cost no more."), 1, metavar=N_("POINTS")),
    base.number_option(["--near"], N_("Those nearest to this value first."), 1, metavar=N_("POINTS")),
    base.json_option(N_("Print them as JSON.")),
    base.packs_option(),
)
def champions(
    call: base.Call, words: tuple[str, ...], army: str | None, max_points: int | None, near: int | None
) -> base.Answer:
    """Find champions."""
    library = call.library(["champions", "weapons", "gear"])
    matching = library.find_champions(" ".join(words))
    if army is not None:
        army_id = _army(library, army)
        matching = [champion for champion in matching if champion.army == army_id]
    if max_points is not None:
        matching = [champion for champion in matching if champion.points <= max_points]
    if near is not None:
        matching = nearest_first(matching, near)
    if words and not matching:
        _nobody(library, words)
    answer = answer_list(matching)
    return answer._replace(status=DONE) if not words and (army, max_points) == (None, None) else answer


def _nobody(library: Library, words: tuple[str, ...]) -> None:
    near = library.nearest("champions", " ".join(words))
    remark(add_nearest(_("No champion fits “{words}”.", words=" ".join(words)), near))


def _army(library: Library, text_: str) -> str:
    """Return the army named by its id or the beginning of its name. Raises click.BadParameter."""

    armies = dict.fromkeys(champion.army for champion in library.champions.values())
    if text_ in armies:
        return text_
    for army in armies:
        if fold_text(text_) and fold_text(army_name(locale(), army)).startswith(fold_text(text_)):
            return army
    raise base.bad_value(
        "--army", add_nearest(_("No champion is of the army “{said}”.", said=text_), nearest(text_, armies))
    )


def answer_list(champions: list[Champion]) -> base.Answer:
    """Return champions as data, or as a table; nobody is a refusal."""
    lines = _champion_table(champions) if champions else ()
    return base.Answer(lambda: to_builtins(champions), lines, DONE if champions else REFUSED)


def _champion_table(listed: list[Champion]) -> Iterator[str]:
    """Return champions in columns: id, name, army, points, profile."""

    spoken = locale()
    head = [_("Champion"), _("Name"), _("Army"), _("Points"), _("Profile")]
    rows = [
        [
            champion.id,
            spoken.name_of(champion.name),
            army_name(spoken, champion.army),
            str(champion.points),
            profile(spoken, champion) + doubt(spoken, champion),
        ]
        for champion in listed
    ]
    return table(head, rows, right=(3,))


@base.verb(
    base.Argument(["words"], metavar=N_("[WORDS]..."), nargs=-1),
    base.json_option(N_("Print them as JSON.")),
    base.packs_option(),
)
def weapons(call: base.Call, words: tuple[str, ...]) -> base.Answer:
    """Find weapons."""

    library = call.library(["weapons"])
    matching = [library.weapons[item] for item in library.find_gear(" ".join(words), library.weapons)]
    if not matching:
        remark(_("No weapon fits “{words}”.", words=" ".join(words)))
        return base.Answer([], (), REFUSED)
    spoken = locale()
    head = [_("Weapon"), _("Name"), _("Range"), _("Strength"), _("AP"), _("Type"), _("How sure")]
    rows = [
        [
            weapon.id,
            spoken.name_of(weapon.name),
            *weapon_characteristics(spoken, weapon),
            certainty_name(spoken, weapon.certainty),
        ]
        for weapon in matching
    ]
    return base.Answer(lambda: to_builtins(matching), table(head, rows))


# -- mods, arenas ----------------------------------------------------------------------------------


def _list_mods(call: base.Call) -> base.Answer:
    """List the mods."""
    mods_ = call.library(["mods"]).mods

    def lines() -> Iterator[str]:
        spoken = locale()
        widest = max(map(width, mods_), default=0)
        for key, mod in mods_.items():
            yield f"{pad(key, widest)}  {spoken.name_of(mod.name)}"
            yield from click.wrap_text(spoken.name_of(mod.text), 78, "    ", "    ").splitlines()

    return base.Answer(lambda: to_builtins(list(mods_.values())), lines)


@base.command(
    "show",
    base.Argument(["mod"], metavar=N_("MOD"), shell_complete=complete_packs("mods")),
    base.json_option(N_("Print it as JSON.")),
    base.packs_option(),
)
def show_mod(call: base.Call, mod: str) -> base.Answer:
    """Explain a mod."""

    chosen = known_mod(call.library(["mods"]), mod, "MOD")
    spoken = locale()
    chapters = explain(spoken, chosen)
    explained = [{"title": chapter.title, "lines": chapter.lines} for chapter in chapters]

    def lines() -> Iterator[str]:
        yield f"{spoken.name_of(chosen.name)} ({chosen.id})"
        yield from click.wrap_text(spoken.name_of(chosen.text), 78, "  ", "  ").splitlines()
        for chapter in chapters:
            yield from ("", chapter.title)
            for line in chapter.lines:
                yield from click.wrap_text(line, 78, "  - ", "    ").splitlines()

    return base.Answer(lambda: {**to_builtins(chosen), "explained": explained}, lines)


mods = base.verb_group(
    f"{__name__}.mods",
    [show_mod],
    lists=_list_mods,
    subcommand_metavar=N_("[COMMAND]"),
    params=[base.json_option(N_("Print them as JSON.")), base.packs_option()],
)


@base.verb(base.json_option(N_("Print them as JSON.")), base.packs_option())
def arenas(call: base.Call) -> base.Answer:
    """List the arenas."""
    by_id = call.library(["arenas"]).arenas
    spoken = locale()
    head = [_("Arena"), _("Name"), _("Size (cm)"), _("Players"), _("What it is like")]
    rows = [
        [
            key,
            spoken.name_of(arena.name),
            f"{arena.size[0]} × {arena.size[1]}",
            players(spoken, arena),
            temper(spoken, arena),
        ]
        for key, arena in sorted(by_id.items(), key=lambda pair: (pair[1].tiles, pair[0]))
    ]
    return base.Answer(lambda: to_builtins(list(by_id.values())), table(head, rows))


# -- the game itself -------------------------------------------------------------------------------


@base.verb()
def about() -> None:
    """Print whose game it is."""
    echo_lines(credits_of(locale()))
    for manifest in manifests():
        for line in manifest.credits:
            echo(f"{manifest.name}: {locale().of(folder_of(manifest.id) / 'locales').say(line)}")


@base.verb()
def phases() -> None:
    """Print the phases in short."""
    for head, lines in phases_of(locale()):
        echo(head)
        for line in lines:
            echo(f"  {line}")
