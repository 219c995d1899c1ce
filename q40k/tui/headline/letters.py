"""Large letters, to be read across a table: capitals and figures of five dots' height.

Drawn two columns a dot in five rows, or with half blocks in three.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from q40k.kernel.lookup import unaccented

DOTS: Final = 5
"""How many dots a letter is high."""
MIDDLING: Final = 3
"""The rows of letters drawn with half blocks."""

_FORMS: Final = {
    "A": ".##. #..# #### #..# #..#", "B": "###. #..# ###. #..# ###.",
    "C": ".### #... #... #... .###", "D": "###. #..# #..# #..# ###.",
    "E": "#### #... ###. #... ####", "F": "#### #... ###. #... #...",
    "G": ".### #... #.## #..# .###", "H": "#..# #..# #### #..# #..#",
    "I": "### .#. .#. .#. ###", "J": "..## ...# ...# #..# .##.",
    "K": "#..# #.#. ##.. #.#. #..#", "L": "#... #... #... #... ####",
    "M": "#...# ##.## #.#.# #...# #...#", "N": "#..# ##.# #.## #..# #..#",
    "O": ".##. #..# #..# #..# .##.", "P": "###. #..# ###. #... #...",
    "Q": ".##. #..# #..# #.#. .#.#", "R": "###. #..# ###. #.#. #..#",
    "S": ".### #... .##. ...# ###.", "T": "##### ..#.. ..#.. ..#.. ..#..",
    "U": "#..# #..# #..# #..# .##.", "V": "#...# #...# #...# .#.#. ..#..",
    "W": "#...# #...# #.#.# ##.## #...#", "X": "#...# .#.#. ..#.. .#.#. #...#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#..", "Z": "##### ...#. ..#.. .#... #####",
    "0": ".##. #..# #..# #..# .##.", "1": ".#. ##. .#. .#. ###",
    "2": "###. ...# .##. #... ####", "3": "###. ...# .##. ...# ###.",
    "4": "#..# #..# #### ...# ...#", "5": "#### #... ###. ...# ###.",
    "6": ".### #... ###. #..# .##.", "7": "#### ...# ..#. .#.. .#..",
    "8": ".##. #..# .##. #..# .##.", "9": ".##. #..# .### ...# ###.",
    " ": ".. .. .. .. ..", "-": "... ... ### ... ...", "_": "... ... ... ... ###",
    ".": ". . . . #", "'": "# # . . .", "’": "# # . . .", "!": "# # # . #",
    ",": ".. .. .. .# #.", "×": "... #.# .#. #.# ...", "%": "#..# ..#. .#.. #..# ....",
    "+": "... .#. ### .#. ...", "/": "...# ..#. .#.. #... #...", "&": ".#.. #.#. .#.. #.#. .#.#",
}  # fmt: skip


def dots(text: str) -> tuple[str, ...] | None:
    """A text as five rows of "#" and "."; None where a letter of it has no such form.

    Capitals stand for all letters, without their accents.
    """
    forms = [_FORMS.get(letter) for letter in unaccented(text).upper()]
    known = [form.split(" ") for form in forms if form is not None]
    if not known or len(known) < len(forms):
        return None
    return tuple(".".join(letter[row] for letter in known) for row in range(DOTS))


def large(rows: Sequence[str], times: int = 1) -> list[str]:
    """Five rows of text, each dot two columns wide; or so many `times` as large both ways."""
    full, none = "██" * times, "  " * times
    drawn = ["".join(full if dot == "#" else none for dot in row) for row in rows]
    return [row for row in drawn for _ in range(times)]


def middling(rows: Sequence[str]) -> list[str]:
    """Three rows of text, two dots above each other in each character."""
    blocks = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
    padded = [*rows, "." * len(rows[0])]
    pairs = zip(padded[::2], padded[1::2], strict=True)
    return ["".join(blocks[a + b] for a, b in zip(*pair, strict=True)) for pair in pairs]


def fitted(text: str, width: int) -> list[str]:
    """A text in three rows: in letters of half blocks where they fit, else plainly in the middle.

    Of a text in several words the first ones do, as in "Jean-Baptiste de la Tour".
    """
    words = text.split(" ")
    for some in range(len(words), 0, -1):
        drawn = dots(" ".join(words[:some]))
        if drawn is not None and len(drawn[0]) <= width:
            return middling(drawn)
    return ["", text, ""]
