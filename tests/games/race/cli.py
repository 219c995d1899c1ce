"""The dice race on the command line: `new` with the track, and `track` with commands of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from q40k.cli.base import Argument, Call, Option, bad_value, command, packs_option, verb, verb_group
from q40k.cli.complete import complete_packs
from q40k.cli.errors import DONE
from q40k.cli.open import game_option
from q40k.cli.say import N_, _, echo, locale
from q40k.cli.verbs.play import require_screen

if TYPE_CHECKING:
    from q40k.games.game import Game
    from q40k.packs.library import Library
    from tests.games.race.packs import Track


@verb(
    game_option(),
    Option(
        ["name", "--track"],
        metavar=N_("TRACK"),
        help=N_("The track to run on."),
        shell_complete=complete_packs("tracks", "race"),
    ),
    packs_option(),
)
def new(call: Call, game: Game, name: str | None) -> int:
    """Begin a race."""
    from tests.games.race.packs import Prefilled

    if name is not None:
        _track(call.library(game=game), name, "--track")
    require_screen()
    from q40k.tui.app import play_new

    return play_new(call.context(), Prefilled(track=name), game)


@command("list", packs_option())
def tracks(call: Call) -> int:
    """List the tracks."""
    for track in _library(call).of_kind("tracks").values():
        echo(f"{track.id}  {locale().name_of(track.name)}")
    return DONE


@command(
    "show", Argument(["name"], metavar=N_("TRACK"), shell_complete=complete_packs("tracks", "race")), packs_option()
)
def show(call: Call, name: str) -> int:
    """Show a track."""
    track = _track(_library(call), name, "TRACK")
    echo(_("{track}: {length} squares", track=locale().name_of(track.name), length=track.length))
    for throw in track.throws:
        to = track.end_of_run(throw.at)
        echo(_("Square {square} throws to {thrown}.", square=throw.at, thrown=to))
    return DONE


track = verb_group(f"{__name__}.track", [tracks, show])


def _library(call: Call) -> Library:
    from q40k.games.game import find

    tracks: Library = call.library(game=find("race"))
    return tracks


def _track(library: Library, text: str, hint: str) -> Track:
    """Return the track of that id. Raises click.BadParameter."""
    from q40k.kernel.lookup import nearest

    tracks: dict[str, Track] = dict(library.of_kind("tracks"))
    if text not in tracks:
        message = _("There is no track {said}.", said=text)
        near = nearest(text, tracks)
        raise bad_value(hint, message + (" " + _("The nearest is {id}.", id=near) if near else ""))
    return tracks[text]
