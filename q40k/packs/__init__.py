"""Codexes, mods, arenas and bonus tables: YAML in, validated models out."""
