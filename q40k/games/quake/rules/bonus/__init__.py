"""BONUS: the tokens, what a pick-up rolls, and what each bonus does."""
