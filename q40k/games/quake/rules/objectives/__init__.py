"""The objectives of a mod: how it is won, and how close each side is to winning."""
