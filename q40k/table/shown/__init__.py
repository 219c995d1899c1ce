"""What every user interface shows of a match: the race, the clock, what was entered."""
