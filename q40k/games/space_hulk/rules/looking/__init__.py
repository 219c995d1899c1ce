"""Looking over the board: why nobody sees a square, what is watched and what is threatened."""
