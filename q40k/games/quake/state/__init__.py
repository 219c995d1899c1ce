"""What is so in a match of Quake 40K: commands, events and their folds, the state, and every question that is
answered by looking.

A chapter of the digest is one file, under the same name as in `rules`, `words` and on the screen. Nothing here asks,
rolls or carries anything out.
"""
