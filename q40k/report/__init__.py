"""The report of a match as one page: the race, the statistics, a replay, the whole log."""
