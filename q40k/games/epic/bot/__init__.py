"""A plain bot for Epic Escarmouches, and the games it plays against itself to weigh scenarios."""
