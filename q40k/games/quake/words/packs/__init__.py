"""Packs in words: cards of champions, arenas and mods, and what is wrong with one."""
