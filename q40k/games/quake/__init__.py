"""Quake 40K: the arena of portals, bonuses and barrels, by the rules of the 3rd edition.

A chapter of the book has one name in `rules`, `words` and `screen`. Mods are data (`mods/`); an
objective is one file in each room. Every attack, fall and explosion is a plan of `w40k3e`, which
`rules/damage.py` carries out and `rules/odds.py` weighs. `arena` measures an arena and the champions on
it with the shell's geometry.
"""
