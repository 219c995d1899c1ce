"""Sound: short clips, played in a separate process. This room knows no game."""
