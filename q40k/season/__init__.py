"""A season: all finished matches of a library told together, and what is played for in it."""
