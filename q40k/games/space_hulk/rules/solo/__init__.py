"""Solo play: carry out what the program's Genestealers do."""
