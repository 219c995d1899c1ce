"""A state in words: the board, the facts of a question, the differences from another state."""
