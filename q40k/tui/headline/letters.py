"""Large letters, readable across a table: capitals and digits, five dots high.

Drawn in five rows, two columns a dot, or in three rows with half blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from q40k.kernel.lookup import strip_accents

DOTS: Final = 5
"""The height of a letter in dots."""
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
    """Return a text as five rows of "#" and "."; None if one of its letters has no form.

    Capitals stand for all letters, without their accents.
    """
    forms = [_FORMS.get(letter) for letter in strip_accents(text).upper()]
    letters = [form.split(" ") for form in forms if form is not None]
    if not letters or len(letters) < len(forms):
        return None
    return tuple(".".join(letter[row] for letter in letters) for row in range(DOTS))


def large(rows: Sequence[str], times: int = 1) -> list[str]:
    """Return five rows of text, each dot two columns wide; `times` enlarges them both ways."""
    full, none = "██" * times, "  " * times
    drawn = ["".join(full if dot == "#" else none for dot in row) for row in rows]
    return [row for row in drawn for _ in range(times)]


def middling(rows: Sequence[str]) -> list[str]:
    """Return three rows of text, two dots above each other in each character."""
    blocks = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
    padded = [*rows, "." * len(rows[0])]
    pairs = zip(padded[::2], padded[1::2], strict=True)
    return ["".join(blocks[a + b] for a, b in zip(*pair, strict=True)) for pair in pairs]


def fit_letters(text: str, width: int) -> list[str]:
    """Return a text in three rows: in letters of half blocks if they fit, else as plain text.

    Of a text in several words the first words are drawn, as in "Jean-Baptiste de la Tour".
    """
    words = text.split(" ")
    for some in range(len(words), 0, -1):
        drawn = dots(" ".join(words[:some]))
        if drawn is not None and len(drawn[0]) <= width:
            return middling(drawn)
    return ["", text, ""]
