"""The packs of a game: YAML in, validated models out."""
