"""Prints at true scale, as PDF: sheets for any game that has something to print.

A `Sheet` is a title and a function that draws it on a `Drawing`, in true millimetres. `pack_pieces` lays
pieces to cut out on sheets; text flows in columns. `letters` finds for every letter a font that has
it. A `Drawing` is a page of the PDF (`page`) or a picture of that page for the screen (`picture`). Only
this room knows reportlab, which is imported when something is printed. A game says what it can print by
a `Prints` (`offer`): each kind has its word, its sentence and the function that makes it. Tests read
the sizes back from the PDF with another library.
"""
