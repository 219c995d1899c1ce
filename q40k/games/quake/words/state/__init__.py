"""A state in words: the board, the facts of a question, what is otherwise in another."""
