"""What the rules of every game at a table share; a game lists its parts and writes none of it.

`asking` asks the table, refuses and finds what a name means. `rules` holds the fields of every
command, overruling, who rolls, and the clock's reading. The room is pure: no files, no clock, no
chance. A game's rules import it, and their sentences are in `q40k.i18n.tabletop`.
"""
