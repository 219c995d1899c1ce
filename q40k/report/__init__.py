"""A match told afterwards, as one page: the race, the figures, a replay, the whole log."""
