"""What every face shows of a match, below any of them: the race, the clock, what was entered."""
