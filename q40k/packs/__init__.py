"""The packs of a game: validated models from YAML."""
