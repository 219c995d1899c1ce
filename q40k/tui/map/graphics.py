"""Pictures in a terminal: whether it shows them, and how they are sent by sixel or kitty's protocol.

The terminal is asked when the first map opens, so a start costs nothing. Textual reads the keyboard
and would take the answer for keys, so its parser is given a base class that keeps answers apart.
A library that asks before Textual starts would delay every start, and sends whole pictures only.
"""

from __future__ import annotations

import base64
import os
import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from textual.message import Message

if TYPE_CHECKING:
    from PIL import Image
    from textual.app import App

Protocol = Literal["sixel", "kitty"]
CellSize = tuple[int, int]
"""The width and height of a character in pixels."""

SWITCH = "Q40K_PIXELS"
"""The environment variable that decides instead of the terminal: "no", "sixel" or "kitty"."""
ASK_KITTY = "\x1b_Gi=4040,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
ASK_NAME = "\x1b[>q"
"""Asks for the terminal's name and version (XTVERSION)."""
ASK = "\x1b[16t\x1b[c"
"""Asks for the size of a character, then for the terminal's abilities, which every terminal answers."""
_ANSWERS = (
    r"\x1b_G(?P<kitty>[^\x1b]*)\x1b\\|\x1bP>\|(?P<name>[^\x1b]*)\x1b\\"
    r"|\x1b\[6;(?P<cell>\d+;\d+)t|\x1b\[\?(?P<abilities>[\d;]*)c"
)
_BEGUN = r"\x1b(?:_[^\x1b]*\x1b?|P[^\x1b]*\x1b?|\[[?\d;]*)?$"
_BEGUN_LATE = r"\x1b(?:_[^\x1b]*\x1b?|P[^\x1b]*\x1b?|\[\?[\d;]*)$"
"""What may begin an answer: while one is expected, and later, when a lone Escape must not wait."""
PATIENCE = 5.0
"""After so many seconds the terminal may be asked again. A later answer is still no key."""
_PLACEHOLDERS = r"(?i)kitty\(0\.(2[89]|[3-9]\d)|kitty\([1-9]|ghostty"
"""The terminals that are known to show kitty's Unicode placeholders. Others that say they know kitty's
protocol paint pictures over the text (Konsole 22.12), or show boxes (kitty 0.26)."""
_SIXEL = "4"
"""The ability to show sixel pictures."""
_PLAIN = ("dumb", "linux")
_MULTIPLEXERS = ("screen", "tmux")


class Graphics(Struct, frozen=True):
    """How a terminal shows pictures."""

    protocol: Protocol
    cell: CellSize | None = None


class TerminalAnswer(Message):
    """The terminal has answered whether it shows pictures."""

    def __init__(self, graphics: Graphics | None) -> None:
        super().__init__()
        self.graphics = graphics


# -- asking ------------------------------------------------------------------------------------


def question() -> str:
    """Return what to write to the terminal, or "" if it need not be asked."""
    term = os.environ.get("TERM", "dumb")
    if term in _PLAIN or os.environ.get(SWITCH):
        return ""
    return ASK if term.startswith(_MULTIPLEXERS) else ASK_KITTY + ASK_NAME + ASK


def configured_graphics() -> Graphics | None:
    """Return what the environment decides."""
    switch = os.environ.get(SWITCH, "")
    return Graphics("kitty") if switch == "kitty" else Graphics("sixel") if switch == "sixel" else None


class Answers:
    """Takes the terminal's answers out of what it sends, as the keys between them go on."""

    def __init__(self) -> None:
        self.conclusions: list[Graphics | None] = []
        """What the terminal has answered, if it has."""
        self._asked_at = -PATIENCE
        self._was_asked = False
        self._rest = ""
        self._kitty = False
        self._name = ""
        self._cell: CellSize | None = None

    @property
    def waiting(self) -> bool:
        """Whether an answer is expected."""
        return monotonic() < self._asked_at + PATIENCE

    def expect(self) -> None:
        """Expect answers from now on."""
        self._asked_at, self._was_asked = monotonic(), True

    def take(self, data: str) -> tuple[str, list[TerminalAnswer]]:
        """Return the data without answers, and the conclusion once the last answer is there."""
        if not self._was_asked:
            return data, []
        data, self._rest = self._rest + data, ""
        concluded: list[TerminalAnswer] = []

        def keep(match: re.Match[str]) -> str:
            if match["kitty"] is not None:
                self._kitty = match["kitty"].endswith(";OK")
            elif match["name"] is not None:
                self._name = match["name"]
            elif match["cell"] is not None:
                high, wide = map(int, match["cell"].split(";"))
                self._cell = (wide, high)
            else:
                self.conclusions = [self._conclude(match["abilities"].split(";"))]
                concluded.extend(map(TerminalAnswer, self.conclusions))
                self._asked_at = -PATIENCE
            return ""

        data = re.sub(_ANSWERS, keep, data)
        pattern = _BEGUN if self.waiting else _BEGUN_LATE
        match = None if concluded else re.search(pattern, data)
        if match is not None:
            data, self._rest = data[: match.start()], match[0]
        return data, concluded

    def give_back(self) -> str:
        """Return what looked like the beginning of an answer, but was none."""
        rest, self._rest = self._rest, ""
        return rest

    def _conclude(self, abilities: Sequence[str]) -> Graphics | None:
        if self._kitty and re.match(_PLACEHOLDERS, self._name):
            return Graphics("kitty", self._cell)
        return Graphics("sixel", self._cell) if _SIXEL in abilities else None


ANSWERS = Answers()
"""The answers of this terminal; a process has one."""


def listen() -> bool:
    """Let Textual's parser keep answers apart; return whether this is possible here."""
    try:
        from textual.drivers import linux_driver
    except ImportError:  # Windows
        return False
    parser: Any = getattr(linux_driver, "XTermParser", None)
    if parser is None:
        return False

    class Listener(parser):  # type: ignore[misc]
        def feed(self, data: str) -> Iterable[Message]:
            keys, concluded = ANSWERS.take(data) if data else (data, [])
            if keys or not data:
                yield from super().feed(keys)
            yield from concluded

        def tick(self) -> Iterable[Message]:
            rest = ANSWERS.give_back()
            if rest:
                yield from super().feed(rest)
            yield from super().tick()

    linux_driver.XTermParser = Listener  # type: ignore[attr-defined]
    return True


def ask(app: App[Any]) -> None:
    """Ask the terminal, once in a process; `TerminalAnswer` is sent to the app."""
    if ANSWERS.waiting or app.is_headless:
        return
    words = "" if ANSWERS.conclusions else question()
    if words:
        ANSWERS.expect()
        write(app, words)
    else:
        app.post_message(TerminalAnswer(next(iter(ANSWERS.conclusions), None) or configured_graphics()))


def write(app: App[Any], words: str) -> None:
    """Write to the terminal, after everything that Textual has written."""
    driver = app._driver
    if driver is not None:
        driver.write(words)
        driver.flush()


def cell_size(graphics: Graphics) -> CellSize:
    """Return the size of a character: as the system tells it now, or as the terminal did."""
    if sys.platform == "win32":
        return graphics.cell or (10, 20)
    try:
        import fcntl
        import struct
        import termios

        number = -1 if sys.__stdout__ is None else sys.__stdout__.fileno()
        answer = fcntl.ioctl(number, termios.TIOCGWINSZ, b"\0" * 8)
        rows, columns, wide, high = struct.unpack("HHHH", answer)
        if rows and columns and wide >= columns and high >= rows:
            return wide // columns, high // rows
    except (ImportError, OSError, AttributeError, ValueError):
        pass
    return graphics.cell or (10, 20)


# -- what is overwritten -----------------------------------------------------------------------


def overwritten(update: Any, left: int, right: int) -> Iterator[int]:
    """Yield the rows of the screen that an update of Textual's writes between two columns."""
    spans = getattr(update, "spans", None)
    if spans is not None:
        yield from (y for y, start, end in spans if start < right and end > left)
        return
    region = getattr(update, "region", None)
    if region is not None and region.x < right and region.right > left:
        yield from range(region.y, region.bottom)


# -- sixel -------------------------------------------------------------------------------------

_BAND = 6
_COLOURS = 200
_EMPTY = 63
"""The letter of six dots of which none is set; the lowest bit is the uppermost dot."""
_FULL = [_EMPTY + (1 << rows) - 1 for rows in range(_BAND + 1)]
"""The letters whose first so many dots are set."""
_SHORT = 4
"""From so many on, equal letters are counted instead of repeated."""


class Sixel:
    """Sends pictures as sixel. Its colours are those of the last whole picture."""

    def __init__(self) -> None:
        self._table = b""
        self._colours: list[str] = []

    def take_colours(self, picture: Image.Image) -> None:
        """Choose the colours that suit a picture best."""
        from PIL import Image

        # Every second dot has the colours of all; a quarter of the dots takes a quarter of the time.
        paletted = picture.resize((-(-picture.width // 2), -(-picture.height // 2)), Image.Resampling.NEAREST)
        paletted = paletted.quantize(_COLOURS)
        self._table = _all_colours().quantize(palette=paletted, dither=Image.Dither.NONE).tobytes()
        values = paletted.getpalette() or []
        self._colours = [
            f"#{number};2;{';'.join(str(round(value / 2.55)) for value in values[3 * number : 3 * number + 3])}"
            for number in range(len(values) // 3)
        ]

    def encode(self, picture: Image.Image, at: tuple[int, int]) -> str:
        """Return the words that show a picture whose left upper corner is at a column and a row.

        They name the colours of this picture only: a terminal keeps none from the picture before.
        """
        import numpy as np

        if not self._table:
            self.take_colours(picture)
        dots = np.asarray(picture)
        red, green, blue = ((dots[..., part] >> 3).astype(np.uint16) for part in range(3))
        looks = np.frombuffer(self._table, dtype=np.uint8)[red << 10 | green << 5 | blue]
        high, wide = looks.shape
        bands = "".join(_word_band(looks[top : top + _BAND]) for top in range(0, high, _BAND))
        colours = "".join(self._colours[number] for number in np.flatnonzero(np.bincount(looks.ravel())))
        return f'\x1b7\x1b[{at[1] + 1};{at[0] + 1}H\x1bP0;1;0q"1;1;{wide};{high}{colours}{bands}\x1b\\\x1b8'


class _Runs(dict[int, str]):
    """The words of equal letters in a row, by 65,536 times the letter plus the number."""

    def __missing__(self, key: int) -> str:
        letter, number = chr(key >> 16), key & 0xFFFF
        self[key] = words = letter * number if number < _SHORT else f"!{number}{letter}"
        return words


_RUNS = _Runs()


def _word_band(band: Any) -> str:
    """Return the words of at most six rows of colours: first the commonest everywhere, the others over it."""
    import numpy as np

    high, wide = band.shape
    counts = np.bincount(band.ravel(), minlength=256)
    ground = int(counts.argmax())
    words = [f"#{ground}{_RUNS[_FULL[high] << 16 | wide]}"]
    counts[ground] = 0
    colours = np.flatnonzero(counts)
    if len(colours):
        places = np.full(256, len(colours))
        places[colours] = np.arange(len(colours))
        weights = np.broadcast_to(1 << np.arange(high)[:, None], band.shape)
        cells = (places[band] * wide + np.arange(wide)).ravel()
        letters = np.bincount(cells, weights.ravel(), (len(colours) + 1) * wide).astype(np.int64)[: len(colours) * wide]
        begins = np.flatnonzero(
            np.concatenate(([True], letters[1:] != letters[:-1])) | (np.arange(len(letters)) % wide == 0)
        )
        lengths = np.diff(begins, append=len(letters))
        runs = (letters[begins] + _EMPTY) << 16 | lengths
        needed = (letters[begins] > 0) | ((begins + lengths) % wide > 0)  # the end of a row may stay empty
        ends = np.searchsorted(begins[needed], np.arange(1, len(colours) + 1) * wide).tolist()
        drawn, start = list(map(_RUNS.__getitem__, runs[needed].tolist())), 0
        for colour, end in zip(colours.tolist(), ends, strict=True):
            words.append(f"#{colour}{''.join(drawn[start:end])}")
            start = end
    return "$".join(words) + "-"


@cache
def _all_colours() -> Image.Image:
    """Return a picture of every colour with five bits for each of its parts."""
    import numpy as np
    from PIL import Image

    number = np.arange(1 << 15, dtype=np.uint16)
    parts = np.stack([number >> 10, (number >> 5) & 31, number & 31], axis=-1).astype(np.uint8)
    return Image.fromarray((parts << 3 | parts >> 2).reshape(128, 256, 3))


# -- kitty -------------------------------------------------------------------------------------

PLACEHOLDER = "\U0010eeee"
"""The letter in whose place kitty shows a part of a picture; marks above it name row and column."""
_MARKS = (
    "0305 030d 030e 0310 0312 033d 033e 033f 0346 034a 034b 034c 0350 0351 0352 0357 035b 0363 0364 0365 0366 0367"
    " 0368 0369 036a 036b 036c 036d 036e 036f 0483 0484 0485 0486 0487 0592 0593 0594 0595 0597 0598 0599 059c 059d"
    " 059e 059f 05a0 05a1 05a8 05a9 05ab 05ac 05af 05c4 0610 0611 0612 0613 0614 0615 0616 0617 0657 0658 0659 065a"
    " 065b 065d 065e 06d6 06d7 06d8 06d9 06da 06db 06dc 06df 06e0 06e1 06e2 06e4 06e7 06e8 06eb 06ec 0730 0732 0733"
    " 0735 0736 073a 073d 073f 0740 0741 0743 0745 0747 0749 074a 07eb 07ec 07ed 07ee 07ef 07f0 07f1 07f3 0816 0817"
    " 0818 0819 081b 081c 081d 081e 081f 0820 0821 0822 0823 0825 0826 0827 0829 082a 082b 082c 082d 0951 0953 0954"
    " 0f82 0f83 0f86 0f87 135d 135e 135f 17dd 193a 1a17 1a75 1a76 1a77 1a78 1a79 1a7a 1a7b 1a7c 1b6b 1b6d 1b6e 1b6f"
    " 1b70 1b71 1b72 1b73 1cd0 1cd1 1cd2 1cda 1cdb 1ce0 1dc0 1dc1 1dc3 1dc4 1dc5 1dc6 1dc7 1dc8 1dc9 1dcb 1dcc 1dd1"
    " 1dd2 1dd3 1dd4 1dd5 1dd6 1dd7 1dd8 1dd9 1dda 1ddb 1ddc 1ddd 1dde 1ddf 1de0 1de1 1de2 1de3 1de4 1de5 1de6 1dfe"
)
MARKS = [chr(int(code, 16)) for code in _MARKS.split()]
"""The marks for the numbers from 0, as the protocol lists them."""
MOST_COLUMNS = len(MARKS)
_CHUNK = 4096
FIRST_ID = 0x404000
"""The number of the picture of the first row of a map; each row is a picture of its own."""


def place_row(columns: int) -> list[str]:
    """Return the letters that stand for the picture of one row, one for each of at most `MOST_COLUMNS`."""
    return [PLACEHOLDER + MARKS[0] + MARKS[column] for column in range(columns)]


def send_row(row: Image.Image, number: int, columns: int) -> str:
    """Return the words that send the picture of one row, in place of the one before."""
    pixels = base64.b64encode(zlib.compress(row.tobytes(), 1)).decode("ascii")
    parts = [pixels[first : first + _CHUNK] for first in range(0, len(pixels), _CHUNK)]
    head = f"a=T,U=1,q=2,f=24,o=z,s={row.width},v={row.height},i={FIRST_ID + number},c={columns},r=1"
    words = []
    for place, part in enumerate(parts):
        more = int(place < len(parts) - 1)
        words.append(f"\x1b_G{head + ',' if not place else ''}m={more};{part}\x1b\\")
    return "".join(words)


def forget_rows(first: int, count: int) -> str:
    """Return the words that remove the pictures of some rows."""
    return "".join(f"\x1b_Ga=d,d=I,q=2,i={FIRST_ID + first + number}\x1b\\" for number in range(count))
