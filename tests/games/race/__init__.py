"""The dice race: a second game, small and whole, which proves that the house knows none."""
