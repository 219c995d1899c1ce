"""Epic Escarmouches on paper: the rules in short, the sheet of secret orders, the rosters."""
