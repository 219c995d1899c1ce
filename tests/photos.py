"""Photographs of a real terminal: the picture of the README, a short animation of a turn, and screens in pixels.

`python -m tests.photos` (part of `make screenshot`) starts xterm with sixel on a virtual screen, types
into it, and takes pictures once nothing moves any more. It needs Xvfb, xterm and xdotool, and a font.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from PIL import Image, ImageChops, ImageGrab

from q40k.games.game import find
from q40k.games.quake.state.positions import PlaceAt
from q40k.i18n.locale import Locale
from q40k.table.match_library import temporary_match
from q40k.table.script import play_line, read_script
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp
from tests.games.quake.screen.scenes import EASY
from tests.games.quake.screen.table import playing, press

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
TOOLS = ("Xvfb", "xterm", "xdotool")
COLUMNS, ROWS = 120, 38
MAP_COLOURS = 120
PAGE_SECONDS = 8
"""How long a page that is opened may take to draw."""
STILL, PATIENCE = 1.2, 60.0
"""A picture is taken after so many seconds without a change, and after the patience in any case."""
PLACES = {"Alice": (50, 26), "Bob": (66, 36), "Chloé": (95, 60), "Dédé": (33, 12), "Ève": (88, 22)}
TURN = (
    (1400, ()),
    (700, ("m",)),
    (900, (*"56,29",)),
    (900, ("Return",)),
    (700, ("e",)),
    (1500, ("s",)),
    (1100, ("2",)),
    (900, ("4",)),
    (1200, ("5",)),
    (2400, ("3",)),
)
"""The frames of the animation: for how long each is shown, in milliseconds, and the keys before it."""
HERO = 5
"""The frame that the README shows: a target is chosen, with lines of sight."""
WIDE = 840
"""The width of the animation in pixels."""


def desk() -> Desk:
    """A match whose champions have places, among scenery."""
    desk = playing(EASY, arena="caldera-120")
    press(desk, "k24")
    for name, at in PLACES.items():
        desk.do(PlaceAt(player=name, at=at, override="as it lies"))
    return desk


class Photo(Struct, frozen=True):
    """A screen in pixels: its name, what it shows, how many lines of a demo are played, its size, and keys."""

    name: str
    about: str
    game: str
    lines: int
    size: tuple[int, int]
    keys: tuple[str, ...] = ()


PHOTOS = (
    Photo("photo-epic", "Epic Escarmouches at 120x40: orders, formations, vehicles where they face.", "epic", 150,
          (120, 40)),
    Photo("photo-space-hulk", "Space Hulk at 120x40: the board, with names of squares along its edge.", "space-hulk",
          30, (120, 40)),
    Photo("photo-end", "The end at 200x60: podium, medals, the table as it was left, figures.", "quake", 248,
          (200, 60), ("asterisk",)),
    Photo("photo-prints", "A page to print, as it will look, and the titles of all pages.", "quake", 60,
          (120, 40), ("ctrl+t",)),
)  # fmt: skip


def play_demo(photo: Photo) -> Desk:
    """Return the desk of a recorded match after some of its lines."""
    game = find(photo.game)
    assert game.demo is not None
    demo = game.demo
    lines = list(read_script(demo.script.read_text(encoding="utf-8").splitlines()))
    match_session = temporary_match(game)
    library = match_session.game.packs.library()
    for line in lines[: photo.lines]:
        play_line(match_session, lambda: library, line)
    return Desk(match_session, library, Locale("en"))


class Camera:
    """A terminal on a virtual screen."""

    def __init__(self, command: Sequence[str], cells: tuple[int, int] = (COLUMNS, ROWS)) -> None:
        read, write = os.pipe()
        size = ("-screen", "0", "1920x1200x24", "-noreset")
        self._screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), *size], pass_fds=(write,), stderr=subprocess.DEVNULL
        )
        os.close(write)
        with os.fdopen(read, encoding="ascii") as numbers:
            self._display = f":{numbers.readline().strip()}"
        self._environ = {**os.environ, "DISPLAY": self._display, "COLORTERM": "truecolor"}
        look = ("-fa", "DejaVu Sans Mono", "-fs", "11", "-bg", "#101216", "-fg", "#e8e6df", "+sb", "-bw", "0")
        where = ("-geometry", f"{cells[0]}x{cells[1]}+0+0", "-xrm", "XTerm*numColorRegisters: 256")
        self._terminal = subprocess.Popen(
            ["xterm", "-ti", "vt340", "-tn", "xterm-256color", *look, *where, "-e", *command], env=self._environ
        )

    def type(self, keys: Sequence[str]) -> None:
        """Type keys by their names."""
        names = {",": "comma"}
        for key in keys:
            subprocess.run(["xdotool", "key", names.get(key, key)], env=self._environ, check=True)

    def wait_for_map(self) -> None:
        """Wait until the map is drawn in pixels: nothing else has so many colours."""
        began = time.monotonic()
        while len(self._grab().getcolors(1 << 22) or ()) < MAP_COLOURS:
            if time.monotonic() - began > PATIENCE:
                sys.exit("xterm has shown no map in pixels")
            time.sleep(STILL)

    def take(self) -> Image.Image:
        """Return the terminal once nothing changes any more."""
        began = still = time.monotonic()
        picture = self._grab()
        while time.monotonic() - still < STILL and time.monotonic() - began < PATIENCE:
            time.sleep(STILL / 4)
            after = self._grab()
            if after.getbbox() is None or ImageChops.difference(picture, after).getbbox() is not None:
                picture, still = after, time.monotonic()
        return picture.crop(picture.getbbox())

    def _grab(self) -> Image.Image:
        return ImageGrab.grab(xdisplay=self._display).convert("RGB")

    def close(self) -> None:
        """End the terminal, then the screen."""
        for process in (self._terminal, self._screen):
            process.terminate()
            process.wait()


def main() -> None:
    """Write the picture and the animation."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        sys.exit(f"photos of a terminal need {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
        camera = Camera([sys.executable, "-m", "tests.photos", "--open"])
        try:
            camera.wait_for_map()
            frames = []
            for _shown, keys in TURN:
                camera.type(keys)
                frames.append(camera.take())
        finally:
            camera.close()
    frames[HERO].quantize(220, dither=Image.Dither.NONE).save(DOCS / "screenshot.png", optimize=True)
    high = round(frames[0].height * WIDE / frames[0].width)
    small = [frame.resize((WIDE, high), Image.Resampling.LANCZOS) for frame in frames]
    mixed = Image.new("RGB", (WIDE, 3 * high))
    for place, frame in enumerate((small[0], small[HERO], small[-2])):
        mixed.paste(frame, (0, place * high))
    colours = mixed.quantize(160)
    drawn = [frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in small]
    times = [shown for shown, _keys in TURN]
    drawn[0].save(DOCS / "turn.gif", save_all=True, append_images=drawn[1:], duration=times, loop=0, optimize=True)
    for name in ("screenshot.png", "turn.gif"):
        sys.stdout.write(f"wrote {DOCS / name}: {(DOCS / name).stat().st_size // 1024} kB\n")


def photograph(photo: Photo) -> None:
    """Write the photograph of a screen."""
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
        camera = Camera([sys.executable, "-m", "tests.photos", "--open", photo.name], photo.size)
        try:
            camera.wait_for_map()
            camera.type(photo.keys)
            time.sleep(PAGE_SECONDS if photo.keys else 0)
            picture = camera.take()
        finally:
            camera.close()
    path = DOCS / "screens" / f"{photo.name}.png"
    picture.quantize(220, dither=Image.Dither.NONE).save(path, optimize=True)
    sys.stdout.write(f"wrote {path}: {path.stat().st_size // 1024} kB\n")


if __name__ == "__main__":
    named = {photo.name: photo for photo in PHOTOS}
    match sys.argv[1:]:
        case ["--open"]:
            MatchApp(desk()).run_to_end()
        case ["--open", name]:
            MatchApp(play_demo(named[name])).run_to_end()
        case names:
            if not names:
                main()
            for photo in PHOTOS:
                if not names or photo.name in names:
                    photograph(photo)
