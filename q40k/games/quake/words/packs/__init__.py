"""Sentences of packs: cards of champions, arenas and mods, and the problems of a pack."""
