"""BONUS: tokens, what is picked up, and what it does."""
